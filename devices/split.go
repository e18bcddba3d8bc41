package devices

import (
	"strconv"
	"strings"
	"sync"
)

// Cabled is what a panel on a cable cannot say of itself.
type Cabled struct {
	Sight    string    // how the drivers at its stations see what they set: "hood", "scale" or ""
	Drivers  []string  // whose the stations are, in their order
	Counters []Counter // of a panel without stations: what its lamps and buttons stand for
}

// Split makes of every panel with several stations on one cable a unit for each, and one for the table, as a panel on the Pi's own lines
// has them: knob, button and lamp k of A0B1 are knob, button and lamp 1 of A0B1/k; what buttons and a lamp are left are the table's, which
// keeps the name. Display k is that of station k. Everything else passes through. cabled says of a panel's name
// what it cannot say of itself; it may be nil.
func Split(d Device, cabled func(name string) Cabled) Device {
	if cabled == nil {
		cabled = func(string) Cabled { return Cabled{} }
	}
	s := &split{Device: d, cabled: cabled, readings: make(chan Reading, 16), panels: map[string]*cable{}}
	go func() {
		defer close(s.readings)
		for r := range d.Readings() {
			s.hear(r)
		}
	}()
	return s
}

type split struct {
	Device
	cabled   func(name string) Cabled
	readings chan Reading

	mu     sync.Mutex
	panels map[string]*cable // by serial number
}

// cable is a panel with its stations.
type cable struct {
	Unit
}

func (s *split) Readings() <-chan Reading { return s.readings }

func station(serial string, no int) string { return serial + "/" + strconv.Itoa(no) }

func (s *split) hear(r Reading) {
	serial := r.Unit.Serial
	s.mu.Lock()
	if r.Event == Here {
		delete(s.panels, serial)
		if r.Unit.Kind == Panel && r.Unit.Knobs > 1 {
			s.panels[serial] = &cable{r.Unit}
		}
	}
	p := s.panels[serial]
	s.mu.Unlock()
	if p == nil {
		if r.Event == Here && r.Unit.Kind == Panel {
			s.whole(&r.Unit)
		}
		s.readings <- r
		return
	}
	switch r.Event {
	case Here, Gone:
		for no := 1; no <= p.Knobs; no++ {
			one := r
			one.Unit = s.station(p, no)
			s.readings <- one
		}
		if p.Buttons > p.Knobs || p.Sounds {
			r.Unit = p.table()
			s.readings <- r
		}
	case Turned, Pressed, Stands:
		if r.Unit.Kind = Panel; r.Part <= p.Knobs {
			r.Unit.Serial, r.Part = station(serial, r.Part), 1
		} else {
			r.Part -= p.Knobs
		}
		s.readings <- r
	default:
		if p.Buttons <= p.Knobs && !p.Sounds {
			r.Unit.Serial = station(serial, 1)
		}
		s.readings <- r
	}
}

// whole is a panel with one station or none.
func (s *split) whole(u *Unit) {
	is := s.cabled(u.Name())
	if u.Knobs == 0 {
		u.Counters = is.Counters
		return
	}
	if u.Sight = is.Sight; len(is.Drivers) > 0 {
		u.For = is.Drivers[0]
	}
}

func (s *split) station(p *cable, no int) Unit {
	u := p.Unit
	u.Serial, u.Knobs, u.Buttons, u.Displays, u.Sounds, u.Lamps, u.Dice, u.Arms = station(p.Serial, no), 1, 1, 0, false, 0, 0, false
	if p.Lamps >= no {
		u.Lamps = 1
	}
	if no > max(p.Displays, 1) {
		u.Digits = 0
	}
	is := s.cabled(p.Name())
	if u.Sight = is.Sight; no <= len(is.Drivers) {
		u.For = is.Drivers[no-1]
	}
	return u
}

func (p *cable) table() Unit {
	u := p.Unit
	u.Knobs, u.Digits, u.Displays, u.Buttons, u.Lamps = 0, 0, 0, max(0, p.Buttons-p.Knobs), min(1, max(0, p.Lamps-p.Knobs))
	return u
}

// Send says it to the whole panel.
func (s *split) Send(serial string, c Command) {
	of, no, one := strings.Cut(serial, "/")
	s.mu.Lock()
	p := s.panels[of]
	if p == nil {
		s.mu.Unlock()
		s.Device.Send(serial, c)
		return
	}
	n, err := strconv.Atoi(no)
	switch {
	case one && (err != nil || n < 1 || n > p.Knobs):
		s.mu.Unlock()
		return
	case (c.Do == Lamp || c.Do == Show) && one:
		c.Part = n
	case c.Do == Lamp:
		c.Part = p.Knobs + 1
	}
	s.mu.Unlock()
	if c.Do != Resume {
		s.Device.Send(of, c)
	}
}

// Hush hushes whole panels: their stations share a line.
func (s *split) Hush(serials ...string) {
	h, ok := s.Device.(Husher)
	if !ok {
		return
	}
	seen := map[string]bool{}
	var whole []string
	for _, x := range serials {
		of, _, _ := strings.Cut(x, "/")
		s.mu.Lock()
		if s.panels[of] != nil {
			x = of
		}
		s.mu.Unlock()
		if !seen[x] {
			seen[x] = true
			whole = append(whole, x)
		}
	}
	h.Hush(whole...)
}
