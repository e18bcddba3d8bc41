package link

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"boxstop/devices"
	"boxstop/firmware-protocol/wire"
)

// hear takes in what came.
func (s *session) hear(ctx context.Context, c chunk) (ending, string, bool) {
	s.last = c.at
	s.heard += uint64(len(c.bytes))
	for _, b := range c.bytes {
		var how ending
		var text string
		done := false
		s.raw.begin(s)
		switch whole := s.dec.Feed(b); {
		case whole && s.dec.Fault() != 0:
			s.spoilt(ctx, s.dec.Fault(), c.at)
		case whole && s.dec.Line().Verb.FromUnit():
			how, text, done = s.line(ctx, s.dec.Line())
		}
		s.raw.add(s, c.at, b) // after that: a reading that was secret when it came first is secret when it is repeated
		if done {
			return how, text, done
		}
	}
	return 0, "", false
}

// A unit whose lines come spoilt, so many within a minute, is told of, and then not for a while. One line is said again and nobody's trouble.
const (
	manySpoilt = 5
	soSoon     = time.Minute
	quietly    = 5 * time.Minute
)

// spoilt notes a line that was none. A verb or a value that is not known is newer firmware, and no fault of the line.
func (s *session) spoilt(ctx context.Context, f wire.Fault, at time.Time) {
	if s.stage != talking || f == wire.BadVerb || f == wire.BadFields || f == wire.BadValue || at.Before(s.mute) {
		return
	}
	s.spoil = slices.DeleteFunc(append(s.spoil, at), func(t time.Time) bool { return at.Sub(t) > soSoon })
	if len(s.spoil) >= manySpoilt {
		s.spoil, s.mute = nil, at.Add(quietly)
		s.health(ctx, fmt.Sprintf("sends spoilt lines, %d within a minute: look at its cable and its supply", manySpoilt))
	}
}

// line takes in one good line.
func (s *session) line(ctx context.Context, l *wire.Line) (ending, string, bool) {
	s.good = true
	switch {
	case s.stage == listening: // it has started: no need to wait any longer. What it said now may be old
		s.hello(s.last)
	case s.stage == rival:
	case l.Verb == wire.IAm:
		return s.introduced(ctx, &l.Unit)
	case s.stage == helloed: // whoever says anything says it again
	default:
		s.reading(ctx, l)
	}
	return 0, "", false
}

// introduced takes in who is there.
func (s *session) introduced(ctx context.Context, id *wire.Identity) (ending, string, bool) {
	u := devices.Unit{
		Serial: id.Serial.String(), Kind: devices.Kind(id.Kind.String()), Protocol: int(id.Version), Firmware: id.Firmware.String(),
		Count: id.Count, Dice: int(id.Dice), Arms: id.Arms, Digits: int(id.Digits), Displays: int(id.Displays), Lamps: int(id.Lamps), Buttons: int(id.Buttons),
		Knobs: int(id.Knobs), Sounds: id.Sound, Port: s.found.name, Battery: -1,
	}
	if s.stage == talking {
		switch {
		case u.Serial != s.unit.Serial:
			s.leave(ctx, "another unit is on its line")
		case u.Protocol != wire.Version:
			s.leave(ctx, "has other firmware now")
		default:
			u.Battery = s.unit.Battery
			was := s.unit
			if s.told != 0 {
				was.Count = s.told
			}
			if reflect.DeepEqual(u, was) && s.last.Sub(s.greeted) < s.link.opt.Timing.Hello {
				return 0, "", false // what it said by itself, and its answer to HELLO: a unit that started again has another count
			}
		}
	}
	if u.Protocol != wire.Version {
		what := "give it the firmware of this release"
		if u.Protocol > wire.Version {
			what = "update this program, or give the unit older firmware"
		}
		return foreign, fmt.Sprintf("%s %s speaks protocol version %d, this program version %d: %s; left alone until then",
			u.Kind, u.Name(), u.Protocol, wire.Version, what), true
	}
	s.link.mu.Lock()
	s.unit = u
	s.link.mu.Unlock()
	return s.claim(ctx)
}

// reading takes in what a known unit says.
func (s *session) reading(ctx context.Context, l *wire.Line) {
	r := devices.Reading{Unit: s.unit, Port: s.found.name, Count: l.Number, Part: int(l.Part), Value: int(l.Value), At: s.last}
	switch l.Verb {
	case wire.Ack:
		if s.now != nil && l.Number == s.nowLine.Number {
			s.now = nil
		}
	case wire.Refuse:
		if s.now != nil && l.Number == s.nowLine.Number {
			s.health(ctx, fmt.Sprintf("refuses %s: %s", s.nowLine.Verb, l.Word))
			s.now = nil
		}
	case wire.Error:
		text := "reports " + l.Word.String()
		if l.Text.Len() > 0 {
			text += ": " + l.Text.String()
		}
		s.health(ctx, text)
	case wire.Battery:
		s.link.mu.Lock()
		s.unit.Battery = int(l.Value)
		s.link.mu.Unlock()
		r.Event, r.Unit, r.Count = devices.Charge, s.unit, 0
		s.link.deliver(ctx, r)
	case wire.Roll:
		r.Event, r.Ask = devices.Rolled, l.Ask.String()
		for _, d := range l.Rolled[:l.Dice] {
			r.Dice = append(r.Dice, devices.Die{Die: int(d.Die), Face: int(d.Face), Quality: devices.Quality(d.Quality)})
		}
		s.once(ctx, r)
	case wire.Press:
		r.Event = devices.Pressed
		s.once(ctx, r)
	case wire.Turn:
		r.Event = devices.Turned
		s.once(ctx, r)
	}
}

// once delivers a reading that was not delivered before. Buttons and knobs are acknowledged at once, rolls by the owner when they are safe;
// what is safe and comes again is acknowledged again.
func (s *session) once(ctx context.Context, r devices.Reading) {
	l := s.link
	l.mu.Lock()
	c := l.countsOf(s.unit.Serial)
	known, acked := c.take(r.Count)
	if c.hushed(r.Count, l.hush[s.unit.Serial]) {
		s.raw.hushed = true
	}
	if !known && r.Event != devices.Rolled {
		c.ack(r.Count)
		acked = true
	}
	l.mu.Unlock()
	if !known {
		s.told = r.Count
		if r.Event == devices.Rolled {
			s.rolled(r.Ask)
		}
		l.deliver(ctx, r)
	}
	if acked {
		s.ack(r.Count)
	}
}

func (s *session) ack(count uint32) {
	if b, err := (&wire.Line{Verb: wire.Ack, Number: count}).Append(nil); err == nil {
		s.say(b)
	}
}
