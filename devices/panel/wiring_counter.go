package panel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"boxstop/devices"
)

// Matrix is an HT16K33 in its 28-pin case as lamps and keys: its lamps are m1.R0C0 (ROW0 with COM0) to m1.R15C7, its keys m1.K1S0 (K1
// with KS0) to m1.K13S2 (Holtek datasheet v1.20, pages 4 and 23).
type Matrix struct {
	Name      string
	Address   uint16 // 0x70 to 0x77
	Interrupt string // a line of the Pi that its ROW15/K13/INT is wired to: these are no lamp and no key then; "": it is asked 50 times a second
}

// matrixNo is the index of the matrix of a name; -1: there is none.
func (w *Wiring) matrixNo(name string) int {
	return slices.IndexFunc(w.Matrices, func(m Matrix) bool { return m.Name == name })
}

// Counters are all counters on the Pi's own lines: one unit, whose lamps and buttons are these lines in their order.
type Counters struct {
	Of      []devices.Counter
	Lamps   []string
	Buttons []string
}

// Cable is a panel that is not wired to the Pi but speaks the line protocol: what it cannot say of itself.
type Cable struct {
	Name     string            // the last four characters of its serial number
	Sight    string            // of all of its stations
	Drivers  []string          // in the order of its stations
	Counters []devices.Counter // on its lamps and buttons
}

// Cabled says it to devices.Split.
func (w *Wiring) Cabled(name string) devices.Cabled {
	for _, c := range w.Cables {
		if c.Name == name {
			return devices.Cabled{Sight: c.Sight, Drivers: c.Drivers, Counters: c.Counters}
		}
	}
	return devices.Cabled{}
}

func (r *wirer) matrix(n *node) {
	then := "its lamps are then m1.R0C0 to m1.R15C7, its keys m1.K1S0 to m1.K13S2"
	if x, ok := r.onBus(n, "a matrix", "an HT16K33", 0x70, "m1", then); ok {
		r.w.Matrices = append(r.w.Matrices, Matrix(x))
	}
}

// cross finds what is wrong with a lamp or a key of a matrix.
func (r *wirer) cross(n *node, m *Matrix, name string, as purpose) {
	lamp, key := lampName.MatchString(name), keyName.MatchString(name)
	switch {
	case !lamp && !key:
		r.no(n, "%s: %s.%s; a matrix has lamps R0C0 to R15C7 and keys K1S0 to K13S2", n.key, m.Name, name)
	case as == driven && key:
		r.no(n, "%s: %s.%s is a key; a lamp is wanted, %[2]s.R0C0 to %[2]s.R15C7", n.key, m.Name, name)
	case as != driven && lamp:
		r.no(n, "%s: %s.%s is a lamp; a contact is wanted", n.key, m.Name, name)
	case as == stays && key:
		r.no(n, "%s: %s.%s; a matrix tells that a key was pressed, not how long it is held: a line of the Pi or of an expander is wanted", n.key, m.Name, name)
	case m.Interrupt != "" && (strings.HasPrefix(name, "R15") || strings.HasPrefix(name, "K13")):
		r.no(n, "%s: %s.%s is the pin of the interrupt, which is wired; any other row or key is free", n.key, m.Name, name)
	}
}

// counter reads the lamps and buttons of some cars.
func (r *wirer) counter(n *node) {
	if !r.isTable(n, unstable.ArrayTable, "[[counter]]") {
		return
	}
	r.keys(n, "a counter", "unit", "field", "left", "cars", "places", "from", "lamps", "report", "buttons")
	c := devices.Counter{Field: r.word(n.get("field")), From: 1}
	if f := n.get("from"); f != nil {
		var err error
		if c.From, err = strconv.Atoi(f.text); f.kind != unstable.Integer || err != nil {
			r.no(f, "from: %s; a whole number is wanted, the value of the first lamp", f.shown())
		}
	}
	if l := n.get("left"); l != nil {
		if c.Left = l.text == "true"; l.kind != unstable.Bool {
			r.no(l, "left: %s; true or false is wanted", l.shown())
		}
	}
	c.Report = r.word(n.get("report"))
	of := r.whoseCounters(n, c)
	lamps, buttons := r.list(n, "lamps"), r.list(n, "buttons")
	switch {
	case of == nil:
		return
	case len(lamps)+len(buttons) == 0:
		r.no(n, "counter: neither lamps nor buttons; one of them is wanted")
	case len(lamps) > 0 && c.Field == "":
		r.no(n, "counter: lamps of which number? field is missing, such as field = \"lap\"")
	case len(lamps)%len(of) != 0:
		r.no(n.get("lamps"), "lamps: %d for %d cars; as many for each are wanted, those of the first car first", len(lamps), len(of))
	case len(buttons) > 0 && c.Report == "":
		r.no(n, "counter: what do the buttons say? report is missing, such as report = \"line\"")
	case len(buttons) > 0 && len(buttons) != len(of):
		r.no(n.get("buttons"), "buttons: %d for %d cars; one each is wanted", len(buttons), len(of))
	default:
		r.wire(n.get("unit"), of, lamps, buttons)
	}
}

// whoseCounters makes a counter for each car, or place.
func (r *wirer) whoseCounters(n *node, c devices.Counter) (of []devices.Counter) {
	cars, places := n.get("cars"), n.get("places")
	if (cars == nil) == (places == nil) {
		r.no(n, "counter: whose? Either cars, such as cars = [1, 2, 3] or cars = [\"R1\", \"R2\"], or places is wanted")
		return nil
	}
	for _, one := range r.list(n, "cars") {
		k := c
		if k.Mark = one.text; one.kind == unstable.Integer {
			k.Mark, k.Entry = "", r.count(one, "a car's number at set-up")
		} else if k.Mark = r.word(one); k.Mark == "" {
			continue
		}
		of = append(of, k)
	}
	for _, one := range r.list(n, "places") {
		k := c
		k.Place = r.count(one, "a place")
		of = append(of, k)
	}
	if len(of) == 0 {
		r.no(n, "counter: no car is named")
	}
	return of
}

// list is what a key lists.
func (r *wirer) list(n *node, key string) []*node {
	l := n.get(key)
	if l == nil {
		return nil
	}
	if l.kind != unstable.Array {
		r.no(l, "%s: %s; a list is wanted", key, l.shown())
		return nil
	}
	return l.list
}

// count is a number from 1 to 99.
func (r *wirer) count(n *node, what string) int {
	v, err := strconv.Atoi(n.text)
	if n.kind != unstable.Integer || err != nil || v < 1 || v > 99 {
		r.no(n, "%s: %s is not %s; allowed are 1 to 99", n.key, n.shown(), what)
		return 1
	}
	return v
}

// wire gives counters their lamps and buttons: lines, or numbers of those of a unit on a cable.
func (r *wirer) wire(unit *node, of []devices.Counter, lamps, buttons []*node) {
	var cable *Cable
	if unit != nil {
		name := strings.ToUpper(r.word(unit))
		i := slices.IndexFunc(r.w.Cables, func(c Cable) bool { return c.Name == name })
		if i < 0 {
			r.no(unit, "unit: %s has no [[unit]] of its own; one with this name is wanted", name)
			return
		}
		cable = &r.w.Cables[i]
	}
	all := &r.w.Counters
	part := func(n *node, who string, as purpose, lines *[]string) int {
		if cable != nil {
			return r.count(n, "a lamp or button of "+cable.Name)
		}
		*lines = append(*lines, r.use(n, who, as))
		return len(*lines)
	}
	for i, k := range of {
		who := fmt.Sprintf("counter %d", len(all.Of)+1)
		for _, l := range lamps[i*len(lamps)/len(of) : (i+1)*len(lamps)/len(of)] {
			k.Lamps = append(k.Lamps, part(l, who+"'s lamp", driven, &all.Lamps))
		}
		if len(buttons) > 0 {
			k.Button = part(buttons[i], who+"'s button", pressed, &all.Buttons)
		}
		if cable != nil {
			cable.Counters = append(cable.Counters, k)
		} else {
			all.Of = append(all.Of, k)
		}
	}
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
