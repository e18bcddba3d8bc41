package engine

import (
	"bytes"
	"fmt"
	"strconv"
)

// Events in race files: words and names, never numbers of kinds.
//
//	drives R space=1.1.58>1.1.2 n:250 path:aa PS-6
//
// is the kind, the mark of the car ("-": the race), the field with what it was and is, and what else the event holds.

// AppendEvent appends an event as race files hold it.
func (w *Words) AppendEvent(dst []byte, e Event) []byte {
	dst = append(dst, w.About.Kinds[e.Kind].Name...)
	dst = append(dst, ' ')
	dst = append(dst, w.Mark(e.Car)...)
	if e.Field != 0 {
		f := &w.About.Fields[e.Field]
		dst = append(dst, ' ')
		dst = append(dst, f.Name...)
		dst = append(dst, '=')
		dst = AppendValue(dst, w.Board, f, e.Was)
		dst = append(dst, '>')
		dst = AppendValue(dst, w.Board, f, e.Is)
	}
	if e.By != 0 {
		dst = append(dst, " by:"...)
		dst = append(dst, w.Mark(e.By)...)
	}
	if e.At != 0 {
		dst = append(dst, " at:"...)
		dst = w.Board.AppendSpace(dst, e.At)
	}
	if e.N != 0 {
		dst = append(dst, " n:"...)
		dst = strconv.AppendInt(dst, e.N, 10)
	}
	if e.Path != 0 {
		dst = append(dst, " path:"...)
		dst = e.Path.Append(dst)
	}
	if e.Clause != 0 {
		dst = append(dst, ' ')
		dst = append(dst, w.About.Clauses[e.Clause]...)
	}
	return dst
}

// EventReader reads events of race files. It finds words fast: a file of ten thousand answers opens in a blink.
type EventReader struct {
	w       *Words
	kinds   map[string]Kind
	race    map[string]Field // of the race
	car     map[string]Field // of a car
	clauses map[string]Clause
	marks   map[string]Car
}

// NewEventReader indexes the words of a game. Marks are those of w.Entries, also when they grow later.
func NewEventReader(w *Words) *EventReader {
	d := &EventReader{w, map[string]Kind{}, map[string]Field{}, map[string]Field{}, map[string]Clause{}, map[string]Car{"-": 0}}
	for i, k := range w.About.Kinds {
		d.kinds[k.Name] = Kind(i)
	}
	for i, f := range w.About.Fields {
		if f.Car {
			d.car[f.Name] = Field(i)
		} else if i > 0 {
			d.race[f.Name] = Field(i)
		}
	}
	for i, c := range w.About.Clauses {
		d.clauses[c] = Clause(i)
	}
	return d
}

func (d *EventReader) mark(b []byte) (Car, bool) {
	if c, ok := d.marks[string(b)]; ok && (c == 0 || int(c) <= len(d.w.Entries) && d.w.Entries[c-1].Mark == string(b)) {
		return c, true
	}
	for i := range d.w.Entries { // another one may have joined in the place of one that was taken back
		if d.w.Entries[i].Mark == string(b) {
			d.marks[string(b)] = Car(i + 1)
			return Car(i + 1), true
		}
	}
	return 0, false
}

// Read reads one event as AppendEvent wrote it.
func (d *EventReader) Read(t []byte) (e Event, err error) {
	word, rest, _ := bytes.Cut(t, space)
	k, ok := d.kinds[string(word)]
	if !ok {
		return e, fmt.Errorf("%q: no such event", word)
	}
	e.Kind = k
	word, rest, _ = bytes.Cut(rest, space)
	if e.Car, ok = d.mark(word); !ok {
		return e, fmt.Errorf("%q: no such car", word)
	}
	for len(rest) > 0 {
		word, rest, _ = bytes.Cut(rest, space)
		if name, v, ok := bytes.Cut(word, []byte("=")); ok {
			in := d.race
			if e.Car != 0 {
				in = d.car
			}
			f, ok := in[string(name)]
			if !ok {
				return e, fmt.Errorf("%q: no such field", name)
			}
			e.Field = f
			was, is, _ := bytes.Cut(v, []byte(">"))
			if e.Was, err = d.value(f, was); err == nil {
				e.Is, err = d.value(f, is)
			}
		} else if name, v, ok := bytes.Cut(word, []byte(":")); ok {
			switch string(name) {
			case "n":
				e.N, err = strconv.ParseInt(string(v), 10, 64)
			case "by":
				e.By, ok = d.mark(v)
			case "at":
				e.At, ok = d.w.Board.ParseSpace(string(v))
			case "path":
				e.Path, ok = ParsePath(string(v))
			default:
				ok = false
			}
			if !ok {
				err = fmt.Errorf("%q: not understood", word)
			}
		} else if e.Clause, ok = d.clauses[string(word)]; !ok {
			err = fmt.Errorf("%q: not understood", word)
		}
		if err != nil {
			return e, err
		}
	}
	return e, nil
}

var space = []byte(" ")

func (d *EventReader) value(f Field, t []byte) (int64, error) {
	if n, ok := small(t); ok && d.w.About.Fields[f].Holds != APath {
		return n, nil
	}
	return ParseValue(d.w.Board, &d.w.About.Fields[f], string(t))
}

// small reads what most numbers are: a few digits.
func small(t []byte) (n int64, ok bool) {
	if len(t) == 0 || len(t) > 9 {
		return 0, false
	}
	for _, c := range t {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}
