package link

import (
	"slices"
	"time"

	"boxstop/devices"
	"boxstop/firmware-protocol/wire"
)

// order takes a command of the owner's. What the unit cannot do is not said; a newer arming, text or lamp takes the place of one that
// still waits.
func (s *session) order(o order) {
	if s.stage != talking {
		return
	}
	u := &s.unit
	l := wire.Line{}
	can := true
	switch o.Do {
	case stillThere:
		l.Verb = wire.Ping
	case devices.Ack:
		s.ack(o.Count)
		return
	case devices.Arm:
		l = wire.Line{Verb: wire.Ask, Ask: wire.T(o.Ask), Mark: wire.T(o.Mark), Dice: uint8(min(max(o.Dice, 0), 255))}
		can = u.Arms
	case devices.Disarm:
		l.Verb = wire.Disarm
		can = u.Arms
	case devices.Identify:
		l.Verb = wire.Identify
	case devices.Show:
		l = wire.Line{Verb: wire.Show, Part: uint8(min(max(o.Part, 1), 255)), Text: wire.T(shown(o.Text))}
		can = u.Digits > 0 && max(u.Displays, 1) >= int(l.Part)
	case devices.Lamp:
		l = wire.Line{Verb: wire.Lamp, Part: uint8(min(max(o.Part, 1), 255)), Value: int16(o.Value)}
		can = u.Lamps >= int(l.Part)
	case devices.Sound:
		l = wire.Line{Verb: wire.Sound, Value: int16(o.Value)}
		can = u.Sounds
	default:
		return
	}
	if !can {
		return
	}
	if s.now != nil && l.Verb == wire.Ask && sameAsk(&l, &s.nowLine) && !s.waits(wire.Ask) {
		return // it is being told just that
	}
	for i := range s.waiting {
		w := &s.waiting[i]
		if kind(w.Verb) == kind(l.Verb) && w.Part == l.Part && l.Verb != wire.Sound {
			copy(s.waiting[i:], s.waiting[i+1:]) // the newer one goes to the end: order matters between kinds
			s.waiting = s.waiting[:len(s.waiting)-1]
			break
		}
	}
	if len(s.waiting) < room {
		s.waiting = append(s.waiting, l)
	}
}

func sameAsk(a, b *wire.Line) bool {
	return a.Verb == b.Verb && a.Ask == b.Ask && a.Mark == b.Mark && a.Dice == b.Dice
}

func (s *session) waits(v wire.Verb) bool {
	return slices.ContainsFunc(s.waiting, func(w wire.Line) bool { return kind(w.Verb) == v })
}

// rolled forgets armings with the ask of a roll that has just come: its owner ordered them before he knew. To have the same ask rolled
// again he orders it again.
func (s *session) rolled(ask string) {
	of := func(w wire.Line) bool { return w.Verb == wire.Ask && w.Ask == wire.T(ask) }
	s.waiting = slices.DeleteFunc(s.waiting, of)
	if s.now != nil && of(s.nowLine) {
		s.now = nil
	}
}

// kind is the same for commands of which the newest counts alone.
func kind(v wire.Verb) wire.Verb {
	if v == wire.Disarm {
		return wire.Ask
	}
	return v
}

// next says the first command that waits. One that the protocol does not allow (an ask's id with a blank) is dropped.
func (s *session) next(now time.Time) {
	for len(s.waiting) > 0 && s.now == nil {
		l := s.waiting[0]
		s.waiting = append(s.waiting[:0], s.waiting[1:]...)
		if s.number++; s.number == 0 {
			s.number = 1
		}
		l.Number = uint32(s.number)
		b, err := l.Append(nil)
		if err != nil {
			continue
		}
		s.now, s.nowLine, s.tries = b, l, 1
		s.again = now.Add(s.link.opt.Timing.Repeat)
		s.say(b)
	}
}

// shown makes text that digits can show: at most 16 bytes of what a line may hold, blanks for the rest.
func shown(text string) string {
	var b []byte
	for _, r := range text {
		if r < ' ' || r > '~' || r == '$' || r == '*' || r == ',' {
			r = ' '
		}
		if len(b) == 16 {
			break
		}
		b = append(b, byte(r))
	}
	return string(b)
}
