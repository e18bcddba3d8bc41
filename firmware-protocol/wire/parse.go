package wire

import "bytes"

// fields walks the fields of a line.
type fields struct {
	rest []byte
	done bool
}

// next is the next field; nil once there are no more.
func (f *fields) next() []byte {
	if f.done {
		return nil
	}
	if i := bytes.IndexByte(f.rest, ','); i >= 0 {
		p := f.rest[:i:i]
		f.rest = f.rest[i+1:]
		return p
	}
	p := f.rest
	f.rest, f.done = nil, true
	if p == nil {
		p = []byte{}
	}
	return p
}

// counts says how many fields a verb has after itself; at most is -1: any number.
var counts = [...][2]int{
	Hello: {1, 1}, Ask: {4, 4}, Disarm: {1, 1}, Identify: {1, 1}, Show: {3, 3}, Lamp: {3, 3}, Sound: {2, 2}, Ping: {1, 1}, Ack: {1, 1},
	IAm: {4, -1}, Roll: {3, 2 + MaxDice}, Press: {3, 3}, Turn: {3, 3}, Battery: {1, 1}, Refuse: {2, 2}, Error: {2, 2},
}

// parse reads what stands between `$` and `*` into l, which it overwrites.
func parse(body []byte, l *Line) Fault {
	*l = Line{}
	f := fields{rest: body}
	name := f.next()
	for v := Hello; v <= Error; v++ {
		if string(name) == verbs[v] {
			l.Verb = v
			break
		}
	}
	if l.Verb == 0 {
		return BadVerb
	}
	if !full(l.Verb, body, f) {
		return BadFields
	}
	if !l.read(&f) {
		return BadValue
	}
	return 0
}

var comma = []byte{','}

// full says that f, the fields after the verb, are as many as the verb has, and that none is empty that may not be.
func full(v Verb, body []byte, f fields) bool {
	n, c := bytes.Count(body, comma), counts[v]
	if n < c[0] || c[1] >= 0 && n > c[1] {
		return false
	}
	other := false
	for i := 1; i <= n; i++ {
		p := f.next()
		switch {
		case v == IAm && i == 1:
			_, ok := number(p, 1, 99)
			other = ok && string(p) != "1"
			if !other && n < 5 {
				return false
			}
		case v == IAm && i > 4 && other: // not ours to judge
			return true
		}
		if len(p) == 0 && !(v == Show && i == 3 || v == Error && i == 2) {
			return false
		}
	}
	return true
}

// read reads the fields after the verb; it says whether all are what they may be.
func (l *Line) read(f *fields) bool {
	ok := true
	switch l.Verb {
	case IAm:
		return l.Unit.read(f)
	case Hello:
		l.Number, ok = number(f.next(), 1, 99)
	case Battery:
		l.Value, ok = value(f.next(), 0, 100)
	case Error:
	case Ack, Roll, Press, Turn:
		l.Number, ok = number(f.next(), 1, 0xFFFFFFFF)
	default:
		l.Number, ok = number(f.next(), 1, 0xFFFF)
	}
	if !ok {
		return false
	}
	switch l.Verb {
	case Ask:
		a, m := f.next(), f.next()
		v, ok := number(f.next(), 1, MaxDice)
		l.Ask, l.Mark, l.Dice = text(a), mark(m), uint8(v)
		return ok && isAsk(a) && isMark(m)
	case Show:
		v, ok := number(f.next(), 1, 99)
		p := f.next()
		l.Part, l.Text = uint8(v), text(p)
		return ok && printable(p, 16)
	case Sound:
		l.Value, ok = value(f.next(), 1, 4)
	case Refuse:
		p := f.next()
		l.Word = text(p)
		return word(p)
	case Error:
		p, t := f.next(), f.next()
		l.Word, l.Text = text(p), text(t)
		return word(p) && printable(t, 40)
	case Lamp, Press, Turn:
		v, ok := number(f.next(), 1, 99)
		if !ok {
			return false
		}
		l.Part = uint8(v)
		p := f.next()
		switch {
		case l.Verb == Lamp:
			l.Value, ok = value(p, 0, 3)
		case l.Verb == Press:
			l.Value, ok = value(p, 0, 1)
		case p[0] == '-':
			l.Value, ok = value(p[1:], 1, 127)
			l.Value = -l.Value
		default:
			l.Value, ok = value(p, 1, 127)
		}
		return ok
	case Roll:
		return l.roll(f)
	}
	return ok
}

func (l *Line) roll(f *fields) bool {
	if a := f.next(); !dash(a) {
		l.Ask = text(a)
		if !isAsk(a) {
			return false
		}
	}
	last := uint32(0)
	for p := f.next(); p != nil; p = f.next() {
		d := &l.Rolled[l.Dice]
		least := uint32(1)
		end := len(p)
		switch p[end-1] {
		case 'c':
			d.Quality, least, end = Cocked, 0, end-1
		case 'h':
			d.Quality, least, end = Handled, 0, end-1
		}
		i := bytes.IndexByte(p[:end], ':')
		if i < 0 {
			return false
		}
		die, ok1 := number(p[:i], last+1, MaxDice)
		face, ok2 := number(p[i+1:end], least, 99)
		if !ok1 || !ok2 {
			return false
		}
		d.Die, d.Face, last = uint8(die), uint8(face), die
		l.Dice++
	}
	return true
}

func (u *Identity) read(f *fields) bool {
	v, ok := number(f.next(), 1, 99)
	u.Version = uint8(v)
	k, s, w := f.next(), f.next(), f.next()
	u.Kind, u.Serial, u.Firmware = text(k), text(s), text(w)
	if !ok || !word(k) || !isSerial(s) || !isFirmware(w) {
		return false
	}
	if u.Version != Version { // what follows is for those who speak it
		return true
	}
	if u.Count, ok = number(f.next(), 0, 0xFFFFFFFF); !ok {
		return false
	}
	for p := f.next(); p != nil; p = f.next() {
		if !u.ability(p) {
			return false
		}
	}
	return true
}

func (u *Identity) ability(p []byte) bool {
	name, has := p, false
	v := uint32(1)
	if i := bytes.IndexByte(p, '='); i >= 0 {
		name, has = p[:i], true
		var ok bool
		if v, ok = number(p[i+1:], 1, 99); !ok {
			return false
		}
	}
	if !word(name) {
		return false
	}
	for i := range abilities {
		a := &abilities[i]
		if string(name) != a.name {
			continue
		}
		if has != a.number { // as a later one may be
			break
		}
		if v > uint32(a.most) {
			return false
		}
		u.set(i, uint8(v))
	}
	return true // one that we do not know is passed over
}

func value(p []byte, least, most uint32) (int16, bool) {
	v, ok := number(p, least, most)
	return int16(v), ok
}

func number(p []byte, least, most uint32) (uint32, bool) {
	if len(p) == 0 || len(p) > 10 || len(p) > 1 && p[0] == '0' {
		return 0, false
	}
	v := uint64(0)
	for _, b := range p {
		if b < '0' || b > '9' {
			return 0, false
		}
		v = v*10 + uint64(b-'0')
	}
	if v < uint64(least) || v > uint64(most) {
		return 0, false
	}
	return uint32(v), true
}

func all(p []byte, least, most int, ok func(byte) bool) bool {
	if len(p) < least || len(p) > most {
		return false
	}
	for _, b := range p {
		if !ok(b) {
			return false
		}
	}
	return true
}

func lower(b byte) bool  { return b >= 'a' && b <= 'z' }
func letter(b byte) bool { return lower(b) || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' }
func plain(b byte) bool  { return b >= 0x20 && b <= 0x7E && b != '$' && b != '*' && b != ',' }

func word(p []byte) bool { return all(p, 1, 12, lower) }

func printable(p []byte, most int) bool { return all(p, 0, most, plain) }

func isAsk(p []byte) bool {
	return all(p, 1, 16, func(b byte) bool { return letter(b) || b == '.' })
}

func isSerial(p []byte) bool {
	return all(p, 4, 16, func(b byte) bool { return b >= '0' && b <= '9' || b >= 'A' && b <= 'F' })
}

func isFirmware(p []byte) bool {
	return all(p, 1, 12, func(b byte) bool { return letter(b) || b == '.' || b == '-' || b == '+' })
}

func dash(p []byte) bool { return len(p) == 1 && p[0] == '-' }

func isMark(p []byte) bool { return dash(p) || all(p, 1, 3, letter) }

func mark(p []byte) Text {
	if dash(p) {
		return Text{}
	}
	return text(p)
}
