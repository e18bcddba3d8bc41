package panel

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Wiring is what is connected to which line.
type Wiring struct {
	Serial    string // of the panel: 4 to 16 hexadecimal digits
	Bus       string // I²C bus, as the system calls it; "": the first
	Expanders []Expander
	Table     Table
	Stations  []Station
	Cables    []Cable
}

// Cable is a panel that is not wired to the Pi but speaks the line protocol: what it cannot say of itself.
type Cable struct {
	Name    string   // the last four characters of its serial number
	Sight   string   // of all of its stations
	Drivers []string // in the order of its stations
}

// Sights says it to devices.Split.
func (w *Wiring) Sights(name string) (sight string, drivers []string) {
	for _, c := range w.Cables {
		if c.Name == name {
			return c.Sight, c.Drivers
		}
	}
	return "", nil
}

// Wired reports whether anything is on the Pi's own lines.
func (w *Wiring) Wired() bool { return len(w.Stations) > 0 || w.Table != (Table{}) }

// Expander is an MCP23017: sixteen more lines, A0 to A7 and B0 to B7.
type Expander struct {
	Name      string // "x1": its lines are x1.A0 to x1.B7
	Address   uint16 // 0x20 to 0x27
	Interrupt string // a line of the Pi that its INTA is wired to; "": it is asked 500 times a second
}

// Table is what stands in the middle of the table: lines, "" where there is none.
type Table struct {
	Buttons [6]string // 1, 2, 3, next, hold, undo
	Lamp    string
	Sounder string // a buzzer with its own oscillator: high sounds
}

// Names of the table's buttons, in the order of Table.Buttons and of the parts of its unit.
var tableButtons = [6]string{"1", "2", "3", "next", "hold", "undo"}

// Station is a driver's place.
type Station struct {
	Driver  string    // a mark or a name; "": whoever uses it when he is called
	Knob    [2]string // A and B of a rotary encoder
	Edges   int       // of the encoder from one rest to the next: 4 or 2
	Up      string    // or two buttons
	Down    string
	Scale   []string // or a selector: one line a position
	Press   string
	Display uint16 // address of an HT16K33; 0: none
	Digits  string // "seven" or "fourteen" segments
	Lamp    string
	Sight   string // "hood", "scale" or ""
	line    int
}

// user is who has a line or an address.
type user struct {
	who  string
	line int
}

// wirer checks a wiring file.
type wirer struct {
	reader
	w      *Wiring
	lines  []string // that this Pi has; nil: not known
	used   map[string]user
	chips  map[uint16]user
	driver map[string]user
}

var (
	serialNo = regexp.MustCompile(`^[0-9A-F]{4,16}$`)
	gpioName = regexp.MustCompile(`^GPIO[0-9]+$`)
	portName = regexp.MustCompile(`^[AB][0-7]$`)
)

// Parse reads a wiring file. lines are the names of the lines that this Pi has; nil: any GPIO line is taken. The error is Mistakes: all of
// them at once, by line.
func Parse(file string, doc []byte, lines []string) (*Wiring, error) {
	r := &wirer{reader: reader{file: file}, w: &Wiring{Serial: "A0B1"}, lines: lines, used: map[string]user{}, chips: map[uint16]user{}, driver: map[string]user{}}
	root := r.parse(doc)
	r.keys(root, "a wiring file", "panel", "bus", "expander", "table", "station", "unit")
	if n := root.get("panel"); n != nil {
		if r.w.Serial = strings.ToUpper(r.word(n)); n.kind == unstable.String && !serialNo.MatchString(r.w.Serial) {
			r.no(n, "panel: %q is no serial number; allowed are 4 to 16 hexadecimal digits, such as \"A0B1\"", n.text)
		}
	}
	if n := root.get("bus"); n != nil {
		r.w.Bus = r.word(n)
	}
	for _, n := range root.all("expander") {
		r.expander(n)
	}
	for _, n := range root.all("table") {
		r.table(n)
	}
	for _, n := range root.all("station") {
		r.station(n)
	}
	for _, n := range root.all("unit") {
		r.cable(n)
	}
	if len(r.bad) == 0 && !r.w.Wired() && len(r.w.Cables) == 0 {
		r.no(root, "nothing is wired: a [[station]], a [table] or a [[unit]] is wanted")
	}
	if len(r.bad) > 0 {
		slices.SortStableFunc(r.bad, func(a, b Mistake) int { return cmp.Compare(a.Line, b.Line) })
		return nil, r.bad
	}
	return r.w, nil
}

func (r *wirer) isTable(n *node, kind unstable.Kind, as string) bool {
	if n.kind != kind {
		r.no(n, "%s: %s; it is a table of its own, under a line %s", n.key, n.shown(), as)
	}
	return n.kind == kind
}

func (r *wirer) expander(n *node) {
	if !r.isTable(n, unstable.ArrayTable, "[[expander]]") {
		return
	}
	r.keys(n, "an expander", "name", "address", "interrupt")
	x := Expander{Name: r.word(n.get("name"))}
	if a := n.get("address"); a == nil {
		r.no(n, "expander: its address is missing; allowed are 0x20 to 0x27")
	} else if x.Address = r.address(a, 0x20, 0x27, "an MCP23017"); x.Address != 0 {
		r.chip(a, x.Address, "expander "+x.Name)
	}
	switch {
	case x.Name == "" || strings.ContainsAny(x.Name, ". ") || gpioName.MatchString(x.Name):
		r.no(n, "expander: name %q; a short name is wanted, such as name = \"x1\": its lines are then x1.A0 to x1.B7", x.Name)
	case slices.ContainsFunc(r.w.Expanders, func(o Expander) bool { return o.Name == x.Name }):
		r.no(n, "expander %s: the name is taken; another is wanted", x.Name)
	}
	if i := n.get("interrupt"); i != nil {
		x.Interrupt = r.use(i, "the interrupt of "+x.Name)
		if x.Interrupt != "" && !gpioName.MatchString(x.Interrupt) {
			r.no(i, "interrupt: %s; it must be a line of the Pi itself", x.Interrupt)
		}
	}
	r.w.Expanders = append(r.w.Expanders, x)
}

func (r *wirer) table(n *node) {
	if !r.isTable(n, unstable.Table, "[table]") {
		return
	}
	r.keys(n, "the table", "buttons", "next", "hold", "undo", "lamp", "sounder")
	if b := n.get("buttons"); b != nil {
		if b.kind != unstable.Array || len(b.list) > 3 {
			r.no(b, "buttons: %s; up to three lines are wanted, those of 1, 2 and 3", b.shown())
		} else {
			for i, c := range b.list {
				r.w.Table.Buttons[i] = r.use(c, "table button "+tableButtons[i])
			}
		}
	}
	for i := 3; i < 6; i++ {
		r.w.Table.Buttons[i] = r.use(n.get(tableButtons[i]), "table button "+tableButtons[i])
	}
	r.w.Table.Lamp = r.use(n.get("lamp"), "the table's lamp")
	r.w.Table.Sounder = r.use(n.get("sounder"), "the sounder")
}

func (r *wirer) station(n *node) {
	if !r.isTable(n, unstable.ArrayTable, "[[station]]") {
		return
	}
	r.keys(n, "a station", "driver", "knob", "edges", "up", "down", "scale", "press", "display", "digits", "lamp", "sight")
	who := "station " + strconv.Itoa(len(r.w.Stations)+1)
	s := Station{Edges: 4, Digits: "seven", line: n.line}
	r.whose(n.get("driver"), who, &s)
	ways := 0
	if k := n.get("knob"); k != nil {
		ways++
		if k.kind != unstable.Array || len(k.list) != 2 {
			r.no(k, "knob: %s; its two lines are wanted, such as knob = [\"GPIO17\", \"GPIO27\"]", k.shown())
		} else {
			s.Knob = [2]string{r.use(k.list[0], who+"'s knob"), r.use(k.list[1], who+"'s knob")}
			a, _, x := strings.Cut(s.Knob[0], ".")
			if b, _, y := strings.Cut(s.Knob[1], "."); x != y || x && a != b {
				r.no(k, "knob: %s and %s are read apart, so that their order is lost; both on the Pi or both on one expander are wanted", s.Knob[0], s.Knob[1])
			}
		}
	}
	if e := n.get("edges"); e != nil {
		if s.Edges, _ = strconv.Atoi(e.text); e.kind != unstable.Integer || s.Edges != 4 && s.Edges != 2 {
			r.no(e, "edges: %s; an encoder has 4 or 2 from one rest to the next", e.shown())
		}
	}
	if up, down := n.get("up"), n.get("down"); up != nil || down != nil {
		ways++
		if up == nil || down == nil {
			r.no(n, "%s: up and down go together", who)
		}
		s.Up, s.Down = r.use(up, who+"'s up button"), r.use(down, who+"'s down button")
	}
	if c := n.get("scale"); c != nil {
		ways++
		if c.kind != unstable.Array || len(c.list) < 2 || len(c.list) > 16 {
			r.no(c, "scale: %s; 2 to 16 lines are wanted, one a position, the lowest first", c.shown())
		} else {
			for i, l := range c.list {
				s.Scale = append(s.Scale, r.use(l, fmt.Sprintf("%s's scale, position %d", who, i+1)))
			}
		}
	}
	if ways != 1 {
		r.no(n, "%s has %d ways to turn; one of knob, up with down, scale is wanted", who, ways)
	}
	if p := n.get("press"); p == nil {
		r.no(n, "%s: press is missing: the line of its button", who)
	} else {
		s.Press = r.use(p, who+"'s press")
	}
	if d := n.get("display"); d != nil {
		if s.Display = r.address(d, 0x70, 0x77, "an HT16K33"); s.Display != 0 {
			r.chip(d, s.Display, who+"'s display")
		}
	}
	s.Digits = r.one(n.get("digits"), "seven", "seven", "fourteen")
	s.Lamp = r.use(n.get("lamp"), who+"'s lamp")
	if g := n.get("sight"); g != nil {
		s.Sight = r.one(g, "", "hood", "scale")
		switch {
		case s.Sight == "hood" && n.get("display") == nil:
			r.no(g, "sight: %s has a hood and no display under it; a display is wanted", who)
		case s.Sight == "scale" && n.get("scale") == nil:
			r.no(g, "sight: %s has no scale to be read under its lid; a selector (scale = [...]) is wanted, or sight = \"hood\" with a display", who)
		}
	}
	r.w.Stations = append(r.w.Stations, s)
}

func (r *wirer) cable(n *node) {
	if !r.isTable(n, unstable.ArrayTable, "[[unit]]") {
		return
	}
	r.keys(n, "a unit", "name", "sight", "drivers")
	c := Cable{Name: strings.ToUpper(r.word(n.get("name"))), Sight: r.one(n.get("sight"), "", "hood", "scale")}
	if len(c.Name) != 4 || !serialNo.MatchString(c.Name) {
		r.no(n, "unit: name %q; the last four characters of its serial number are wanted, as its label has them", c.Name)
	} else if slices.ContainsFunc(r.w.Cables, func(o Cable) bool { return o.Name == c.Name }) {
		r.no(n, "unit %s: it has a table of its own already", c.Name)
	}
	if d := n.get("drivers"); d != nil {
		if d.kind != unstable.Array {
			r.no(d, "drivers: %s; a list of marks or names is wanted, in the order of its stations", d.shown())
		}
		for i, one := range d.list {
			var s Station
			r.whose(one, fmt.Sprintf("station %s/%d", c.Name, i+1), &s)
			c.Drivers = append(c.Drivers, s.Driver)
		}
	}
	r.w.Cables = append(r.w.Cables, c)
}

// whose reads a station's driver.
func (r *wirer) whose(n *node, who string, s *Station) {
	if n == nil {
		return
	}
	if n.kind == unstable.Array {
		r.no(n, "driver: %d drivers on one knob; a station is one driver's", len(n.list))
		return
	}
	s.Driver = r.word(n)
	key := strings.ToUpper(s.Driver)
	if had, ok := r.driver[key]; ok && key != "" {
		r.no(n, "driver: %s has %s already, at line %d", s.Driver, had.who, had.line)
		return
	}
	r.driver[key] = user{who, n.line}
}

// use notes that a line is somebody's, and finds what is wrong with it. "" where there is none.
func (r *wirer) use(n *node, who string) string {
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
		if !slices.ContainsFunc(r.w.Expanders, func(x Expander) bool { return x.Name == of }) {
			r.no(n, "%s: %s is on no expander that is named; named are %s", n.key, name, r.expanders())
		} else if !portName.MatchString(port) {
			r.no(n, "%s: %s; an expander's lines are A0 to A7 and B0 to B7", n.key, name)
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
	if len(r.w.Expanders) == 0 {
		return "none"
	}
	var out []string
	for _, x := range r.w.Expanders {
		out = append(out, x.Name+".A0 to "+x.Name+".B7")
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
