package wire

import (
	"errors"
	"strconv"
)

// ErrLine is the error of a line that PROTOCOL.md does not allow.
var ErrLine = errors.New("no line of protocol version 1: a field is not what PROTOCOL.md allows")

// Append adds the line with its checksum and CR LF to dst. It returns dst as it was and ErrLine when a field is out of its range: what it
// writes, every Decoder reads back as the same Line. It does not allocate when dst has room for MaxLine bytes.
func (l *Line) Append(dst []byte) ([]byte, error) {
	start := len(dst)
	b := append(dst, '$')
	b = append(b, l.Verb.String()...)
	b = l.fields(b)
	var back Line
	if parse(b[start+1:], &back) != 0 || back != *l {
		return dst[:start], ErrLine
	}
	return Seal(b, start), nil
}

// Seal adds checksum and CR LF to the line that begins with a `$` at b[start].
func Seal(b []byte, start int) []byte {
	s := Sum(b[start+1:])
	const hex = "0123456789ABCDEF"
	return append(b, '*', hex[s>>12], hex[s>>8&15], hex[s>>4&15], hex[s&15], '\r', '\n')
}

func (l *Line) fields(b []byte) []byte {
	num := func(v int64) { b = strconv.AppendInt(append(b, ','), v, 10) }
	put := func(t *Text) { b = append(append(b, ','), t.bytes()...) }
	dash := func(t *Text) {
		if t.n == 0 {
			b = append(b, ',', '-')
			return
		}
		put(t)
	}
	switch l.Verb {
	case IAm:
		u := &l.Unit
		num(int64(u.Version))
		put(&u.Kind)
		put(&u.Serial)
		put(&u.Firmware)
		if u.Version != Version {
			return b
		}
		num(int64(u.Count))
		for i := range abilities {
			a := &abilities[i]
			v := u.get(i)
			if v == 0 {
				continue
			}
			b = append(append(b, ','), a.name...)
			if a.number {
				b = strconv.AppendInt(append(b, '='), int64(v), 10)
			}
		}
		return b
	case Battery:
		num(int64(l.Value))
		return b
	case Error:
		put(&l.Word)
		put(&l.Text)
		return b
	}
	num(int64(l.Number))
	switch l.Verb {
	case Ask:
		put(&l.Ask)
		dash(&l.Mark)
		num(int64(l.Dice))
	case Show:
		num(int64(l.Part))
		put(&l.Text)
	case Lamp, Press, Turn:
		num(int64(l.Part))
		num(int64(l.Value))
	case Sound:
		num(int64(l.Value))
	case Refuse:
		put(&l.Word)
	case Roll:
		dash(&l.Ask)
		for i := range l.Rolled {
			if i >= int(l.Dice) {
				break
			}
			d := &l.Rolled[i]
			num(int64(d.Die))
			b = strconv.AppendInt(append(b, ':'), int64(d.Face), 10)
			switch d.Quality {
			case Still:
			case Cocked:
				b = append(b, 'c')
			case Handled:
				b = append(b, 'h')
			default:
				b = append(b, '?')
			}
		}
	}
	return b
}
