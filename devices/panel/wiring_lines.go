package panel

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// user is who has a line or an address.
type user struct {
	who  string
	line int
}

var (
	serialNo = regexp.MustCompile(`^[0-9A-F]{4,16}$`)
	gpioName = regexp.MustCompile(`^GPIO[0-9]+$`)
	portName = regexp.MustCompile(`^[AB][0-7]$`)
	lampName = regexp.MustCompile(`^R([0-9]|1[0-5])C([0-7])$`)
	keyName  = regexp.MustCompile(`^K([1-9]|1[0-3])S([0-2])$`)
)

// What a line is wanted for.
type purpose uint8

const (
	stays   purpose = iota // a contact that may be held, or turned
	pressed                // one that is only pressed: a key of a matrix will do
	driven                 // an output
)

// use notes that a line is somebody's, and finds what is wrong with it. "" where there is none.
func (r *wirer) use(n *node, who string, as purpose) string {
	name := r.word(n)
	if name == "" {
		if n != nil && n.kind == unstable.String {
			r.no(n, "%s: \"\" is no line", n.key)
		}
		return ""
	}
	if had, ok := r.used[name]; ok {
		if strings.HasSuffix(had.who, "'s knob") && strings.HasSuffix(who, "'s knob") && had.who != who {
			r.no(n, "%s: %s is %s, at line %d already: two drivers on one knob; each needs his own", n.key, name, had.who, had.line)
		} else {
			r.no(n, "%s: %s is %s, at line %d already; each needs its own", n.key, name, had.who, had.line)
		}
		return name
	}
	r.used[name] = user{who, n.line}
	if of, port, ok := strings.Cut(name, "."); ok {
		if m := r.w.matrixNo(of); m >= 0 {
			r.cross(n, &r.w.Matrices[m], port, as)
		} else if !slices.ContainsFunc(r.w.Expanders, func(x Expander) bool { return x.Name == of }) {
			r.no(n, "%s: %s is on no expander or matrix that is named; named are %s", n.key, name, r.expanders())
		} else if !portName.MatchString(port) {
			r.no(n, "%s: %s; an expander's lines are A0 to A7 and B0 to B7", n.key, name)
		} else if as != driven && port[1] == '7' { // Microchip DS20001952, from revision D on: as inputs they can spoil SDA
			r.no(n, "%s: %s; an expander's A7 and B7 are outputs only: a lamp may be there, a contact at A0 to A6 or B0 to B6", n.key, name)
		}
		return name
	}
	if r.lines != nil && !slices.Contains(r.lines, name) || r.lines == nil && !gpioName.MatchString(name) {
		r.no(n, "%s: this Pi has no line %q; it has %s, and those of the expanders: %s", n.key, name, Ranges(r.lines), r.expanders())
	}
	return name
}

func (r *wirer) chip(n *node, at uint16, who string) {
	if had, ok := r.chips[at]; ok {
		r.no(n, "%s: 0x%02X is %s, at line %d already; each chip on a bus needs its own address", n.key, at, had.who, had.line)
		return
	}
	r.chips[at] = user{who, n.line}
}

func (r *wirer) expanders() string {
	if len(r.w.Expanders)+len(r.w.Matrices) == 0 {
		return "none"
	}
	var out []string
	for _, x := range r.w.Expanders {
		out = append(out, x.Name+".A0 to "+x.Name+".B7")
	}
	for _, m := range r.w.Matrices {
		out = append(out, m.Name+".R0C0 to "+m.Name+".R15C7", m.Name+".K1S0 to "+m.Name+".K13S2")
	}
	return strings.Join(out, ", ")
}

// Ranges lists the numbered lines of a Pi shortly: "GPIO2 to GPIO27".
func Ranges(lines []string) string {
	var ns []int
	for _, l := range lines {
		if n, err := strconv.Atoi(strings.TrimPrefix(l, "GPIO")); err == nil && gpioName.MatchString(l) {
			ns = append(ns, n)
		}
	}
	if lines == nil {
		return "GPIO0 to GPIO27"
	}
	slices.Sort(ns)
	var out []string
	for i := 0; i < len(ns); {
		k := i
		for k+1 < len(ns) && ns[k+1] == ns[k]+1 {
			k++
		}
		if t := fmt.Sprintf("GPIO%d", ns[i]); k == i {
			out = append(out, t)
		} else {
			out = append(out, fmt.Sprintf("%s to GPIO%d", t, ns[k]))
		}
		i = k + 1
	}
	if len(out) == 0 {
		return "no GPIO lines"
	}
	return strings.Join(out, ", ")
}
