package sim

import (
	"math/rand/v2"
	"time"

	"boxstop/firmware-protocol/wire"
)

// reserve is how many counts a unit takes from its lasting memory at once (PROTOCOL.md, rule 8).
const reserve = 64

// most is how many readings wait for their ACK at most (rule 6).
const most = 8

// brain is what the firmware of a unit does, without a line and without a clock: lines in, lines out. It is not safe for concurrent use.
type brain struct {
	opt  Options
	rand *rand.Rand
	send func(*wire.Line)

	count   uint32 // of the last reading
	kept    uint32 // in lasting memory: where to go on after a start
	waiting []reading
	armed   *wire.Line
	done    uint32 // number of the last command; 0: none
	answer  wire.Line
	showing Showing
	quality []wire.Quality // of the next roll, by die
}

// reading waits for its ACK.
type reading struct {
	line  wire.Line
	due   time.Time
	pause time.Duration
}

// Showing is what people see of a unit.
type Showing struct {
	Armed  bool
	Ask    string
	Mark   string
	Dice   int
	Digits [8]string // of each display
	Lamps  [MaxLamps]int
	Sounds []int // all that it made
	Blinks int   // how often it was told to identify itself
}

// start is switching on.
func (b *brain) start() {
	b.waiting, b.armed, b.done = nil, nil, 0
	b.showing = Showing{}
	b.count, b.kept = b.kept, after(b.kept, reserve)
	b.introduce()
}

// after adds to a count; 0 is never a count.
func after(count uint32, n uint32) uint32 {
	c := count + n
	if c < count || c == 0 {
		c++
	}
	return c
}

func (b *brain) introduce() {
	o := &b.opt
	b.send(&wire.Line{Verb: wire.IAm, Unit: o.identity(b.count)})
	if o.Battery > 0 {
		b.send(&wire.Line{Verb: wire.Battery, Value: int16(o.Battery)})
	}
}

// identity is what IAM says; of another version only what every version has.
func (o *Options) identity(count uint32) wire.Identity {
	id := wire.Identity{Version: uint8(o.Version), Kind: wire.T(o.Kind), Serial: wire.T(o.Serial), Firmware: wire.T("sim")}
	if o.Version == wire.Version {
		id.Count, id.Dice, id.Arms, id.Lamps = count, uint8(o.Dice), !o.Unarmable && o.Dice > 0, uint8(o.Lamps)
		id.Digits, id.Displays = uint8(o.Digits), uint8(o.Displays)
		id.Buttons, id.Knobs, id.Sound, id.Battery = uint8(o.Buttons), uint8(o.Knobs), o.Sounds, o.Battery > 0
	}
	return id
}

// hear takes in a good line. It returns true when it was armed by it and should roll.
func (b *brain) hear(l *wire.Line, now time.Time) (armed bool) {
	switch {
	case l.Verb == wire.Hello:
		b.done = 0
		b.introduce()
		for i := range b.waiting {
			b.waiting[i].due, b.waiting[i].pause = now, first
		}
		b.repeat(now)
	case l.Verb == wire.Ack:
		for i := range b.waiting {
			if b.waiting[i].line.Number == l.Number {
				b.waiting = append(b.waiting[:i], b.waiting[i+1:]...)
				break
			}
		}
	case !l.Verb.Numbered():
	case l.Number == b.done:
		b.send(&b.answer)
	default:
		var why string
		why, armed = b.obey(l, now)
		b.done = l.Number
		b.answer = wire.Line{Verb: wire.Ack, Number: l.Number}
		if why != "" {
			b.answer = wire.Line{Verb: wire.Refuse, Number: l.Number, Word: wire.T(why)}
		}
		b.send(&b.answer)
	}
	return armed
}

// obey carries out a numbered command; why is the reason for not doing it.
func (b *brain) obey(l *wire.Line, now time.Time) (why string, armed bool) {
	s := &b.showing
	switch l.Verb {
	case wire.Ask:
		if b.opt.Unarmable || b.opt.Dice == 0 {
			return "cannot", false
		}
		if int(l.Dice) > b.opt.Dice {
			return "range", false
		}
		for i := range b.waiting {
			if w := &b.waiting[i]; w.line.Verb == wire.Roll && w.line.Ask == l.Ask { // it was rolled already
				w.due, w.pause = now, first
				return "", false
			}
		}
		c := *l
		b.armed = &c
		s.Armed, s.Ask, s.Mark, s.Dice = true, l.Ask.String(), l.Mark.String(), int(l.Dice)
		return "", true
	case wire.Disarm:
		b.disarm()
	case wire.Identify:
		s.Blinks++
	case wire.Show:
		if b.opt.Digits == 0 || int(l.Part) > min(max(b.opt.Displays, 1), len(s.Digits)) {
			return "cannot", false
		}
		s.Digits[l.Part-1] = l.Text.String()
	case wire.Lamp:
		if int(l.Part) > min(b.opt.Lamps, len(s.Lamps)) {
			return "cannot", false
		}
		s.Lamps[l.Part-1] = int(l.Value)
	case wire.Sound:
		if !b.opt.Sounds {
			return "cannot", false
		}
		s.Sounds = append(s.Sounds, int(l.Value))
	}
	return "", false
}

func (b *brain) disarm() {
	b.armed = nil
	b.showing.Armed, b.showing.Ask, b.showing.Mark, b.showing.Dice = false, "", "", 0
}

// roll throws the armed dice, or n for nobody. It draws one number a die.
func (b *brain) roll(n int, now time.Time) []int {
	l := wire.Line{Verb: wire.Roll}
	if b.armed != nil {
		l.Ask, n = b.armed.Ask, int(b.armed.Dice)
		b.disarm()
	}
	n = min(max(n, 1), max(b.opt.Dice, 1), wire.MaxDice)
	faces := make([]int, n)
	for i := range faces {
		faces[i] = 1 + b.rand.IntN(b.opt.Faces)
		l.Rolled[i] = wire.Die{Die: uint8(i + 1), Face: uint8(faces[i])}
		if i < len(b.quality) {
			l.Rolled[i].Quality = b.quality[i]
		}
	}
	l.Dice = uint8(n)
	b.quality = nil
	b.tell(l, now)
	return faces
}

// tell makes a reading of a line and says it.
func (b *brain) tell(l wire.Line, now time.Time) {
	if len(b.waiting) == most {
		b.send(&wire.Line{Verb: wire.Error, Word: wire.T("overrun")})
		return
	}
	b.count = after(b.count, 1)
	if b.count == b.kept {
		b.kept = after(b.kept, reserve)
	}
	l.Number = b.count
	b.waiting = append(b.waiting, reading{line: l, due: now.Add(b.opt.Repeat), pause: b.opt.Repeat})
	b.send(&l)
}

// MaxLamps is how many lamps and buttons a unit has at most (PROTOCOL.md, the fields of abilities).
const MaxLamps = 99

// first stands for the pause before the first repeat.
const first = 0

// repeat says again what is due; next is when it has to be called again, zero: not before something happens.
func (b *brain) repeat(now time.Time) (next time.Time) {
	for i := range b.waiting {
		r := &b.waiting[i]
		if !now.Before(r.due) {
			b.send(&r.line)
			r.pause = min(max(2*r.pause, b.opt.Repeat), 8*b.opt.Repeat)
			r.due = now.Add(r.pause)
		}
		if next.IsZero() || r.due.Before(next) {
			next = r.due
		}
	}
	return next
}
