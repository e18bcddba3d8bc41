package console

import (
	"slices"
	"strings"

	"boxstop/cmd/internal/view"
)

// Keys are the keys that give this order on the race page of a fresh console that shows this snapshot: for counting them and for driving a
// console (TB-9). nil: no keys of that page do. A key is named as on the page; "enter", "space".
func Keys(s *view.Snapshot, line string) []string {
	a, side := mainAsk(s)
	if a == nil {
		return nil
	}
	for i, b := range side {
		for _, o := range b.Options {
			if o.Line == line && beside(o) {
				return []string{o.Key}
			}
		}
		for _, c := range (&race{lit: -1}).choices(b, "") { // its turn by Tab
			if c.o.Line == line {
				return append(slices.Repeat([]string{"tab"}, i+1), c.key)
			}
		}
	}
	if a.Form == "roll" && a.Line != "" {
		if s.Kept != "" && line == s.KeptLine {
			return []string{"enter"}
		}
		if line == a.Line {
			return []string{"p"}
		}
		if faces, ok := strings.CutPrefix(line, a.Line+" "); ok {
			return rollKeys(a, strings.Fields(faces))
		}
	}
	r := race{lit: -1, id: a.ID}
	sure := func(o view.Option, keys ...string) []string {
		if o.Twice {
			keys = append(keys, "enter")
		}
		return keys
	}
	if cells := matrix(a); cells != nil {
		for i, k := range cells {
			n := 0
			for _, o := range a.Options {
				if cellOf(o) == k {
					n++
				}
			}
			r.cell = k
			for _, c := range r.choices(a, "") {
				if c.o.Line != line {
					continue
				}
				if n == 1 {
					return sure(c.o, itoa(i+1))
				}
				return sure(c.o, itoa(i+1), c.key)
			}
		}
		return nil
	}
	var first []string
	for {
		for _, c := range r.choices(a, "") {
			if c.o.Line == line {
				return sure(c.o, append(first, c.key)...)
			}
		}
		if r.from += 9; r.from >= len(a.Options) || a.More > 0 {
			return nil
		}
		first = append(first, ".")
	}
}

// rollKeys are the digits by which a roll is typed.
func rollKeys(a *view.Ask, faces []string) []string {
	if len(faces) != a.Dice {
		return nil
	}
	if byValue(a) {
		return faces
	}
	var keys []string
	left := a.Dice
	for i, f := range a.Faces {
		if left == 0 && i > 0 || i == len(a.Faces)-1 && i > 0 {
			break
		}
		n := 0
		for _, k := range faces {
			if k == f.Word {
				n++
			}
		}
		keys = append(keys, itoa(n))
		left -= n
	}
	return keys
}
