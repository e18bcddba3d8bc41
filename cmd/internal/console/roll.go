package console

import (
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
)

// A roll is typed as how many dice show each face, in the order of Ask.Faces; the last face is what is left. Where all faces are single
// digits it is typed as they lie there, a digit a die.

func byValue(a *view.Ask) bool {
	for _, f := range a.Faces {
		if len(f.Word) != 1 || f.Word < "0" || f.Word > "9" {
			return false
		}
	}
	return len(a.Faces) > 0
}

// rollAsk is the ask that typed faces answer while a roll is in dispute: the main one, if that is a roll; nil: none is.
func (r *race) rollAsk(s *view.Snapshot) *view.Ask {
	a, side := r.asks(s)
	for _, a := range append([]*view.Ask{a}, side...) {
		if a != nil && a.Form == "roll" && len(a.Faces) > 0 {
			return a
		}
	}
	return nil
}

// remaining is how many dice the typed digits leave.
func (r *race) remaining(a *view.Ask) int {
	n := a.Dice
	for _, k := range r.typed {
		n -= k
	}
	return n
}

// roll takes a digit of a typed roll and sends the roll when the rest follows from it.
func (r *race) roll(d *desk, a *view.Ask, k string) bool {
	if len(k) != 1 || k < "0" || k > "9" || len(a.Faces) == 0 {
		return false
	}
	if !d.counts(a.ID, k, r.held) {
		return true
	}
	n := int(k[0] - '0')
	if byValue(a) {
		if face(a, k) < 0 {
			d.refuse(d.word("roll.face", "dice", a.Dice, "faces", says(a)))
			return true
		}
		r.typed = append(r.typed, n)
		if len(r.typed) == a.Dice {
			words := make([]string, len(r.typed))
			for i, t := range r.typed {
				words[i] = strconv.Itoa(t)
			}
			r.send(d, a, words)
		}
		return true
	}
	if left := r.remaining(a); n > left {
		d.refuse(d.word("roll.many", "dice", a.Dice, "left", left))
		return true
	}
	r.typed = append(r.typed, n)
	if r.remaining(a) > 0 && len(r.typed) < len(a.Faces)-1 {
		return true
	}
	var words []string
	for i, f := range a.Faces {
		n := 0
		switch {
		case i < len(r.typed):
			n = r.typed[i]
		case i == len(a.Faces)-1:
			n = r.remaining(a)
		}
		for range n {
			words = append(words, f.Word)
		}
	}
	r.send(d, a, words)
	return true
}

func (r *race) send(d *desk, a *view.Ask, faces []string) {
	r.typed = nil
	d.order(view.Order{Line: a.Line + " " + strings.Join(faces, " "), Ask: a.ID}, nil)
}

func face(a *view.Ask, word string) int {
	for i, f := range a.Faces {
		if f.Word == word {
			return i
		}
	}
	return -1
}

func says(a *view.Ask) string {
	var s []string
	for _, f := range a.Faces {
		s = append(s, f.Say)
	}
	return strings.Join(s, " ")
}

// rollHint says how this roll is typed, and how far that is.
func (r *race) rollHint(d *desk, a *view.Ask) string {
	if byValue(a) {
		if len(r.typed) > 0 {
			return d.word("roll.typed", "so", digits(r.typed), "next", strconv.Itoa(a.Dice-len(r.typed)))
		}
		return d.word("roll.values", "dice", a.Dice, "faces", says(a))
	}
	if n := len(r.typed); n > 0 && n < len(a.Faces) {
		var so []string
		for i, k := range r.typed {
			so = append(so, strconv.Itoa(k)+" x "+a.Faces[i].Say)
		}
		return d.word("roll.so", "so", strings.Join(so, ", "), "face", a.Faces[n].Say)
	}
	var parts []string
	for i, f := range a.Faces[:max(1, len(a.Faces)-1)] {
		key := "roll.many.then"
		if i == 0 {
			key = "roll.many.first"
		}
		parts = append(parts, d.word(key, "face", f.Say))
	}
	return d.word("roll.counts", "how", strings.Join(parts, ", "))
}

func digits(n []int) string {
	var s []string
	for _, k := range n {
		s = append(s, strconv.Itoa(k))
	}
	return strings.Join(s, " ")
}
