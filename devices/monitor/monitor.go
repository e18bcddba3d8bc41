package monitor

import (
	"fmt"
	"sync"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/firmware-protocol/wire"
)

// Monitor turns traffic into lines for people: time, unit, direction, what was said in words.
type Monitor struct {
	mu    sync.Mutex
	start time.Time
	say   func(string)
	ways  map[way]*stream
}

type way struct {
	port string
	out  bool
}

// stream is one direction of a port.
type stream struct {
	dec   wire.Decoder
	noise uint64 // told of so far
}

// New is a monitor whose times count from start; say is given one line after the other, never two at once.
func New(start time.Time, say func(string)) *Monitor {
	return &Monitor{start: start, say: say, ways: map[way]*stream{}}
}

// Add shows what went over a port; it may be a link's Tap.
func (m *Monitor) Add(t link.Traffic) { m.Show(entry(t, t.At.Sub(m.start))) }

// Show shows an entry of a recording.
//
//	4.120 7F3A <  ROLL number=118 ask=210.1 1=5 2=6 cocked
//	4.121 7F3A <  bad (sum): "$ROLL,118"
//	4.300 7F3A <  a line came
func (m *Monitor) Show(e Entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := way{e.Port, e.Out}
	s := m.ways[k]
	if s == nil || e.Hushed {
		s = &stream{}
		m.ways[k] = s
	}
	if e.Hushed {
		m.line(e, "a line came")
		return
	}
	for _, b := range e.Raw {
		if !s.dec.Feed(b) {
			continue
		}
		s.tellNoise(m, e)
		switch l := s.dec.Line(); {
		case s.dec.Fault() != 0:
			m.line(e, fmt.Sprintf("bad (%s): %s", s.dec.Fault(), quote(s.dec.Raw())))
		default:
			m.line(e, l.String())
		}
	}
	s.tellNoise(m, e)
}

func (s *stream) tellNoise(m *Monitor, e Entry) {
	if n := s.dec.Noise() - s.noise; n > 0 {
		m.line(e, fmt.Sprintf("noise: %d bytes outside a line", n))
		s.noise = s.dec.Noise()
	}
}

func (m *Monitor) line(e Entry, what string) {
	who := devices.Name(e.Serial)
	if who == "" {
		who = e.Port
	}
	way := "<"
	if e.Out {
		way = ">"
	}
	m.say(fmt.Sprintf("%9.3f %s %s  %s", e.At.Seconds(), who, way, what))
}
