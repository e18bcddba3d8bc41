package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A position is a race in one line, what FEN is to chess: the rule set and its edition, the board, the race's numbers, then each car's
// after a "/". Numbers that are 0 are left out; spaces are section.lane.number, each from 1; paths are letters; words stand for numbers
// that have words; a hidden secret is "?". A line stands alone: entries and cards default.

// AppendPosition appends the state as one line.
func AppendPosition[S any](dst []byte, a *About, b *Board, s *S, fields []FieldOf[S], cars int) []byte {
	dst = append(dst, a.Game...)
	dst = append(dst, '/')
	dst = strconv.AppendInt(dst, int64(a.Edition), 10)
	dst = append(dst, ' ')
	dst = append(dst, b.Slug...)
	for i := range fields {
		if f := &fields[i]; f.Of != nil && !f.Car {
			dst = appendField(dst, b, &f.FieldAbout, *f.Of(s, 0))
		}
	}
	for c := Car(1); int(c) <= cars; c++ {
		dst = append(dst, " /"...)
		for i := range fields {
			if f := &fields[i]; f.Of != nil && f.Car {
				dst = appendField(dst, b, &f.FieldAbout, *f.Of(s, c))
			}
		}
	}
	return dst
}

func appendField(dst []byte, b *Board, f *FieldAbout, v int64) []byte {
	if v == 0 {
		return dst
	}
	dst = append(dst, ' ')
	dst = append(dst, f.Name...)
	dst = append(dst, ':')
	return AppendValue(dst, b, f, v)
}

// AppendValue appends a number of the state as files hold it.
func AppendValue(dst []byte, b *Board, f *FieldAbout, v int64) []byte {
	switch {
	case v == Hidden:
		return append(dst, '?')
	case f.Holds == ASpace && v > 0 && v < int64(len(b.Places)):
		return b.AppendSpace(dst, Space(v))
	case f.Holds == APath && v != 0:
		return Path(v).Append(dst)
	case f.Holds == AWord && v >= 0 && v < int64(len(f.Words)):
		return append(dst, f.Words[v]...)
	}
	return strconv.AppendInt(dst, v, 10)
}

// ParseValue reads what AppendValue wrote.
func ParseValue(b *Board, f *FieldAbout, t string) (int64, error) {
	if t == "?" {
		return Hidden, nil
	}
	switch f.Holds {
	case ASpace:
		if s, ok := b.ParseSpace(t); ok {
			return int64(s), nil
		}
		if t != "0" {
			return 0, fmt.Errorf("%s: %q is no space of %s; a space is section.lane.number, such as 1.1.1", f.Name, t, b.Name)
		}
	case APath:
		if p, ok := ParsePath(t); ok {
			return int64(p), nil
		}
	case AWord:
		if i := slices.Index(f.Words, t); i >= 0 {
			return int64(i), nil
		}
	}
	v, err := strconv.ParseInt(t, 10, 64)
	if err != nil {
		if f.Holds == AWord {
			return 0, fmt.Errorf("%s: %q; allowed are %s", f.Name, t, strings.Join(f.Words, ", "))
		}
		return 0, fmt.Errorf("%s: %q is not a whole number", f.Name, t)
	}
	return v, nil
}

// AppendSpace appends a space as positions hold it: section.lane.number, each from 1, and a "+" behind a place beside the road.
func (b *Board) AppendSpace(dst []byte, s Space) []byte {
	beside := b.Places[s].By != 0
	if beside {
		s = b.Places[s].By
	}
	p := &b.Places[s]
	dst = strconv.AppendInt(dst, int64(p.Section)+1, 10)
	dst = append(dst, '.')
	dst = strconv.AppendInt(dst, int64(p.Lane), 10)
	dst = append(dst, '.')
	dst = strconv.AppendInt(dst, int64(b.Number(s))+1, 10)
	if beside {
		dst = append(dst, '+')
	}
	return dst
}

// ParseSpace reads what AppendSpace wrote.
func (b *Board) ParseSpace(t string) (Space, bool) {
	t, beside := strings.CutSuffix(t, "+")
	var n [3]int
	for i := range n {
		w, rest, _ := strings.Cut(t, ".")
		v, err := strconv.Atoi(w)
		if err != nil {
			return 0, false
		}
		n[i], t = v, rest
	}
	if t != "" || n[0] < 1 || n[0] > len(b.Sections) || n[1] < 1 || n[1] > len(b.Sections[n[0]-1].Lanes) || n[2] < 1 || n[2] > b.Count(n[0]-1, n[1]) {
		return 0, false
	}
	s := b.At(n[0]-1, n[1], n[2]-1)
	if beside {
		s = b.Places[s].Aside
	}
	return s, s != 0
}

// PositionHead is the game, its edition and the board's slug of a position line.
func PositionHead(line string) (game string, edition int, board string, err error) {
	w := strings.Fields(line)
	if len(w) < 2 {
		return "", 0, "", fmt.Errorf("position: %q; a position begins with game/edition and board, such as pitstop/1 lakeside", line)
	}
	game, e, _ := strings.Cut(w[0], "/")
	edition, err = strconv.Atoi(e)
	if err != nil {
		return "", 0, "", fmt.Errorf("position: %q; it begins with game/edition, such as pitstop/1", w[0])
	}
	return game, edition, w[1], nil
}

// ReadPosition reads what AppendPosition wrote: the state and the number of cars. It checks the words, not the rules.
func ReadPosition[S any](line string, a *About, b *Board, fields []FieldOf[S]) (s S, cars int, err error) {
	game, edition, board, err := PositionHead(line)
	if err != nil {
		return s, 0, err
	}
	if game != a.Game || edition != a.Edition {
		return s, 0, fmt.Errorf("position: %s/%d; this is read as %s/%d", game, edition, a.Game, a.Edition)
	}
	if board != b.Slug {
		return s, 0, fmt.Errorf("position: board %s; the board here is %s", board, b.Slug)
	}
	for _, w := range strings.Fields(line)[2:] {
		if w == "/" {
			cars++
			if cars > a.MaxCars {
				return s, cars, fmt.Errorf("position: more than %d cars", a.MaxCars)
			}
			continue
		}
		name, v, _ := strings.Cut(w, ":")
		i := slices.IndexFunc(fields, func(f FieldOf[S]) bool { return f.Of != nil && f.Name == name && f.Car == (cars > 0) })
		if i < 0 {
			return s, cars, fmt.Errorf("position: there is no %q", name)
		}
		n, err := ParseValue(b, &fields[i].FieldAbout, v)
		if err != nil {
			return s, cars, fmt.Errorf("position: %w", err)
		}
		*fields[i].Of(&s, Car(cars)) = n
	}
	return s, cars, nil
}
