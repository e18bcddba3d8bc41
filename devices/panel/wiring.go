package panel

import (
	"cmp"
	"fmt"
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
	Matrices  []Matrix
	Table     Table
	Stations  []Station
	Counters  Counters
	Cables    []Cable
}

// Wired reports whether anything is on the Pi's own lines.
func (w *Wiring) Wired() bool {
	return len(w.Stations) > 0 || len(w.Counters.Of) > 0 || w.Table != (Table{})
}

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

// wirer checks a wiring file.
type wirer struct {
	reader
	w      *Wiring
	lines  []string // that this Pi has; nil: not known
	used   map[string]user
	chips  map[uint16]user
	driver map[string]user
}

// Parse reads a wiring file. lines are the names of the lines that this Pi has; nil: any GPIO line is taken. The error is Mistakes: all of
// them at once, by line.
func Parse(file string, doc []byte, lines []string) (*Wiring, error) {
	r := &wirer{reader: reader{file: file}, w: &Wiring{Serial: "A0B1"}, lines: lines, used: map[string]user{}, chips: map[uint16]user{}, driver: map[string]user{}}
	root := r.parse(doc)
	r.keys(root, "a wiring file", "panel", "bus", "expander", "matrix", "table", "station", "counter", "unit")
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
	for _, n := range root.all("matrix") {
		r.matrix(n)
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
	for _, n := range root.all("counter") {
		r.counter(n)
	}
	if len(r.bad) == 0 && !r.w.Wired() && len(r.w.Cables) == 0 {
		r.no(root, "nothing is wired: a [[station]], a [table], a [[counter]] or a [[unit]] is wanted")
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
	if x, ok := r.onBus(n, "an expander", "an MCP23017", 0x20, "x1", "its lines are then x1.A0 to x1.B7"); ok {
		r.w.Expanders = append(r.w.Expanders, x)
	}
}

// onBus reads the table of a chip that has a name, such as such; then is what its lines are called. Its address is one of the eight from
// first, its interrupt a line of the Pi.
func (r *wirer) onBus(n *node, a, made string, first int64, such, then string) (x Expander, ok bool) {
	_, kind, _ := strings.Cut(a, " ")
	if !r.isTable(n, unstable.ArrayTable, "[["+kind+"]]") {
		return x, false
	}
	r.keys(n, a, "name", "address", "interrupt")
	x.Name = r.word(n.get("name"))
	if at := n.get("address"); at == nil {
		r.no(n, "%s: its address is missing; allowed are 0x%02X to 0x%02X", kind, first, first+7)
	} else if x.Address = r.address(at, first, first+7, made); x.Address != 0 {
		r.chip(at, x.Address, kind+" "+x.Name)
	}
	switch {
	case x.Name == "" || strings.ContainsAny(x.Name, ". ") || gpioName.MatchString(x.Name):
		r.no(n, "%s: name %q; a short name is wanted, such as name = %q: %s", kind, x.Name, such, then)
	case r.w.matrixNo(x.Name) >= 0 || slices.ContainsFunc(r.w.Expanders, func(o Expander) bool { return o.Name == x.Name }):
		r.no(n, "%s %s: the name is taken; another is wanted", kind, x.Name)
	}
	if i := n.get("interrupt"); i != nil {
		x.Interrupt = r.use(i, "the interrupt of "+x.Name, stays)
		if x.Interrupt != "" && !gpioName.MatchString(x.Interrupt) {
			r.no(i, "interrupt: %s; it must be a line of the Pi itself", x.Interrupt)
		}
	}
	return x, true
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
				r.w.Table.Buttons[i] = r.use(c, "table button "+tableButtons[i], pressed)
			}
		}
	}
	for i := 3; i < 6; i++ {
		as := pressed
		if tableButtons[i] == "undo" {
			as = stays
		}
		r.w.Table.Buttons[i] = r.use(n.get(tableButtons[i]), "table button "+tableButtons[i], as)
	}
	r.w.Table.Lamp = r.use(n.get("lamp"), "the table's lamp", driven)
	r.w.Table.Sounder = r.use(n.get("sounder"), "the sounder", driven)
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
			s.Knob = [2]string{r.use(k.list[0], who+"'s knob", stays), r.use(k.list[1], who+"'s knob", stays)}
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
		s.Up, s.Down = r.use(up, who+"'s up button", stays), r.use(down, who+"'s down button", stays)
	}
	if c := n.get("scale"); c != nil {
		ways++
		if c.kind != unstable.Array || len(c.list) < 2 || len(c.list) > 16 {
			r.no(c, "scale: %s; 2 to 16 lines are wanted, one a position, the lowest first", c.shown())
		} else {
			for i, l := range c.list {
				s.Scale = append(s.Scale, r.use(l, fmt.Sprintf("%s's scale, position %d", who, i+1), stays))
			}
		}
	}
	if ways != 1 {
		r.no(n, "%s has %d ways to turn; one of knob, up with down, scale is wanted", who, ways)
	}
	if p := n.get("press"); p == nil {
		r.no(n, "%s: press is missing: the line of its button", who)
	} else {
		s.Press = r.use(p, who+"'s press", stays)
	}
	if d := n.get("display"); d != nil {
		if s.Display = r.address(d, 0x70, 0x77, "an HT16K33"); s.Display != 0 {
			r.chip(d, s.Display, who+"'s display")
		}
	}
	s.Digits = r.one(n.get("digits"), "seven", "seven", "fourteen")
	s.Lamp = r.use(n.get("lamp"), who+"'s lamp", driven)
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
