// Package panel is stations, table buttons and a sounder on the lines of a Raspberry Pi: GPIO lines by name, more of them on MCP23017
// expanders, displays behind HT16K33 chips. It is the only importer of periph. A wiring file (Parse) says what is where; what it tells
// race control is a devices.Device like any other, and it knows no race and no game.
//
// Each station is a unit of its own, A0B1/1 to A0B1/n: knob 1 (or selector 1), button 1, lamp 1, four characters. The table is the unit
// A0B1: buttons 1 to 6 are 1, 2, 3, next, hold and undo; lamp 1; sounds.
//
// Counters are one unit more, A0B1/n+1: lamps that stand for a number of a car and buttons that claim something of one, by the names that the
// wiring file gives.
//
// A contact is believed by the level after an edge and then rests; an encoder counts states, so that bounce makes no step. A part that
// changes more often than a hand can, or a button that is held for a minute, is set aside: Aside says so, Resume hears it again. A line
// that somebody else holds, or a chip that does not answer, makes its station Gone, a display that does not answer takes its sight; both
// are tried again, and nothing else stops. Transfers on the I²C bus are made by the bus's own goroutine only: a dead bus blocks for a
// second each. An output is never read: what it shows is remembered.
package panel

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"

	"boxstop/devices"
)

// Dev is a panel. It ends with the context that it was started with.
type Dev struct {
	ctx      context.Context
	w        *Wiring
	hw       Hardware
	readings chan devices.Reading
	units    []*unit
	bus      *bus // nil: nothing is on one
	relight  chan struct{}
	sounds   chan int
	sounder  output
	all      sync.WaitGroup
}

// retry is how long to wait before a line or a chip that failed is tried again.
const retry = 2 * time.Second

// wait is how long a pin is waited for: no edge ends a wait but this, and WaitForEdge(-1) does not wait on gpioioctl (periph/host#78).
const wait = 250 * time.Millisecond

// Start starts a panel on hardware. It does not fail: what is missing is told by Health and Gone.
func Start(ctx context.Context, w *Wiring, hw Hardware) *Dev {
	d := &Dev{ctx: ctx, w: w, hw: hw, readings: make(chan devices.Reading, 32), relight: make(chan struct{}, 1), sounds: make(chan int, 8)}
	if w.wantsBus() {
		d.bus = newBus(d)
	}
	for i := range w.Stations {
		d.units = append(d.units, d.station(i))
	}
	if w.Table != (Table{}) {
		d.units = append(d.units, d.table())
		if w.Table.Sounder != "" {
			d.sounder = d.output(w.Table.Sounder)
		}
	}
	if len(w.Counters.Of) > 0 {
		d.units = append(d.units, d.counters())
	}
	for _, u := range d.units {
		d.announce(u)
	}
	for _, u := range d.units {
		for _, p := range u.parts {
			d.listen(u, p)
		}
	}
	if d.bus != nil {
		d.all.Go(d.bus.run)
	}
	d.all.Go(d.light)
	d.all.Go(d.sound)
	go func() {
		d.all.Wait()
		close(d.readings)
	}()
	return d
}

// Readings is closed when the context has ended and nothing runs any more.
func (d *Dev) Readings() <-chan devices.Reading { return d.readings }

// unit is a station or the table.
type unit struct {
	devices.Unit
	sight string // that it has while its display answers
	parts []*part
	lamps []lamp
	show  *screen

	mu     sync.Mutex
	count  uint32
	blinks time.Time         // until when it identifies itself
	faults map[string]string // by line or chip; those of parts begin with the part's name
}

// lamp is an output and what it is told to do, which its unit's lock guards.
type lamp struct {
	output
	state int
}

// lampName is what people call a lamp of a unit.
func (u *unit) lampName(i int) string {
	if len(u.lamps) == 1 {
		return "lamp"
	}
	return fmt.Sprintf("lamp %d", i+1)
}

// part is one thing that a hand moves: a knob, two buttons, a selector, a button.
type part struct {
	event devices.Event // Turned, Stands or Pressed
	no    int
	lines []string
	name  string // for people

	mu       sync.Mutex
	contacts []contact
	knob     encoder
	noise    noise
	since    time.Time // when it was pressed
	aside    bool
	at       int // position of a selector
}

func (d *Dev) station(i int) *unit {
	s := &d.w.Stations[i]
	u := &unit{sight: s.Sight, faults: map[string]string{}, Unit: devices.Unit{
		Serial: fmt.Sprintf("%s/%d", d.w.Serial, i+1), Kind: devices.Panel, Protocol: 1, Buttons: 1, Knobs: 1, Stops: len(s.Scale), For: s.Driver,
		Port: "GPIO", Battery: -1,
	}}
	turn := &part{event: devices.Turned, no: 1, name: "knob"}
	switch {
	case s.Knob[0] != "":
		turn.lines, turn.knob.per = s.Knob[:], int8(s.Edges)
	case s.Up != "":
		turn.lines, turn.name = []string{s.Up, s.Down}, "up and down"
	default:
		turn.lines, turn.name, turn.event = s.Scale, "scale", devices.Stands
	}
	u.parts = []*part{turn, {event: devices.Pressed, no: 1, name: "press", lines: []string{s.Press}}}
	if s.Lamp != "" {
		u.Lamps, u.lamps = 1, []lamp{{output: d.output(s.Lamp)}}
	}
	if s.Display != 0 {
		u.Digits, u.show = 4, d.bus.screen(s, u)
	}
	return u
}

func (d *Dev) table() *unit {
	t := &d.w.Table
	u := &unit{faults: map[string]string{}, Unit: devices.Unit{
		Serial: d.w.Serial, Kind: devices.Panel, Protocol: 1, Buttons: len(tableButtons), Port: "GPIO", Battery: -1, Sounds: t.Sounder != "",
	}}
	for i, l := range t.Buttons {
		if l != "" {
			u.parts = append(u.parts, &part{event: devices.Pressed, no: i + 1, name: "button " + tableButtons[i], lines: []string{l}})
		}
	}
	if t.Lamp != "" {
		u.Lamps, u.lamps = 1, []lamp{{output: d.output(t.Lamp)}}
	}
	return u
}

// counters are one unit, behind the stations.
func (d *Dev) counters() *unit {
	c := &d.w.Counters
	u := &unit{faults: map[string]string{}, Unit: devices.Unit{
		Serial: fmt.Sprintf("%s/%d", d.w.Serial, len(d.w.Stations)+1), Kind: devices.Panel, Protocol: 1, Buttons: len(c.Buttons), Lamps: len(c.Lamps),
		Counters: c.Of, Port: "GPIO", Battery: -1,
	}}
	for i, l := range c.Buttons {
		u.parts = append(u.parts, &part{event: devices.Pressed, no: i + 1, name: fmt.Sprintf("button %d", i+1), lines: []string{l}})
	}
	for _, l := range c.Lamps {
		u.lamps = append(u.lamps, lamp{output: d.output(l)})
	}
	return u
}

// emit hands a reading on.
func (d *Dev) emit(u *unit, r devices.Reading) {
	u.mu.Lock()
	if r.Event == devices.Pressed || r.Event == devices.Turned || r.Event == devices.Stands {
		u.count++
		r.Count = u.count
	}
	if r.Unit = u.Unit; r.Event != devices.Here {
		r.Unit = devices.Unit{Serial: u.Serial, Kind: u.Kind}
	}
	u.mu.Unlock()
	if r.At.IsZero() {
		r.At = time.Now()
	}
	select {
	case d.readings <- r:
	case <-d.ctx.Done():
	}
}

// announce says who a unit is, and how its selector stands.
func (d *Dev) announce(u *unit) {
	u.mu.Lock()
	if u.Sight = u.sight; u.sight == "hood" && u.faults["display"] != "" {
		u.Sight = ""
	}
	gone := u.gone()
	u.mu.Unlock()
	if gone != "" {
		d.emit(u, devices.Reading{Event: devices.Gone, Text: gone})
		return
	}
	d.emit(u, devices.Reading{Event: devices.Here})
	for _, p := range u.parts {
		p.mu.Lock()
		at, aside := p.at, p.aside
		p.mu.Unlock()
		if p.event == devices.Stands && at > 0 && !aside {
			d.emit(u, devices.Reading{Event: devices.Stands, Part: 1, Value: at})
		}
	}
}

// gone is why a station cannot be used; "": it can. The table goes on with the buttons that it has.
func (u *unit) gone() string {
	if u.Knobs == 0 {
		return ""
	}
	for _, p := range u.parts {
		for _, l := range p.lines {
			if t := u.faults[l]; t != "" {
				return t
			}
		}
	}
	return ""
}

// fault notes that a line or a chip of a unit fails ("": no more), and says it once.
func (d *Dev) fault(u *unit, what, text string) {
	u.mu.Lock()
	was := u.faults[what]
	before := u.gone()
	if u.faults[what] = text; text == "" {
		delete(u.faults, what)
	}
	fails := len(u.faults)
	after := u.gone()
	said := false // of a chip, one line says it for all of a station
	for w, t := range u.faults {
		said = said || w != what && t == cmp.Or(text, was)
	}
	u.mu.Unlock()
	if (was == "") == (text == "") {
		return
	}
	if text == "" {
		text = what + " is back"
	}
	if !said {
		d.emit(u, devices.Reading{Event: devices.Health, Value: fails, Text: devices.Name(u.Serial) + " " + text})
	}
	if what == "display" && after == "" || (before == "") != (after == "") {
		d.announce(u)
	}
}

// Send carries out what a unit is told: Show, Lamp, Sound, Identify, Resume. It never blocks.
func (d *Dev) Send(serial string, c devices.Command) {
	i := slices.IndexFunc(d.units, func(u *unit) bool { return u.Serial == serial })
	if i < 0 {
		return
	}
	u := d.units[i]
	switch c.Do {
	case devices.Show:
		if u.show != nil {
			d.bus.put(u.show, c.Text)
		}
	case devices.Lamp, devices.Identify:
		u.mu.Lock()
		if i := max(c.Part, 1) - 1; c.Do == devices.Lamp {
			if i < len(u.lamps) {
				u.lamps[i].state = c.Value
			}
		} else {
			u.blinks = time.Now().Add(3 * time.Second)
		}
		u.mu.Unlock()
		poke(d.relight)
	case devices.Sound:
		select {
		case d.sounds <- c.Value:
		default:
		}
	case devices.Resume:
		for _, p := range u.parts {
			p.resume()
		}
	}
}

// poke wakes who waits, once.
func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// sleep waits; false: the context ended.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

func low(l gpio.Level) bool { return l == gpio.Low }
