package control

import (
	"cmp"
	"slices"
	"strings"

	"boxstop/engine"
)

// dial is what a knob moves through: one level of the choices of an ask (TB-8). It knows no game: names, values and their order are the
// rule set's.
type dial struct {
	picked []chosen // at the levels above
	stops  []stop
	at     int
}

// chosen is the value that was chosen at a level: the index among an option's choices.
type chosen struct {
	level int
	value engine.Choice
}

// stop is one place of the knob: a value of this level, and the options that have it. None of them: a secret value that this car may not
// have.
type stop struct {
	short   string
	value   engine.Choice
	options []engine.Option
}

// dial lists an ask on a knob. What is offered is listed; of a secret ask everything that any car may have or look for in vain, so that its
// end stops tell a neighbour nothing (TB-12).
func (s *Session) dial(o engine.Ask, picked []chosen) dial {
	d := dial{picked: picked}
	r := s.race.Public(o.Seat)
	var opts []engine.Option
	if !o.Secret {
		opts = r.Options(nil, o, engine.Offered)
	} else {
		r = s.race.Public(0)
		for _, same := range s.open {
			if same.What != o.What || same.Form != o.Form || !same.Secret {
				continue
			}
			for _, w := range []engine.Which{engine.Legal, engine.Refused} {
				for _, x := range r.Options(nil, same.Ask, w) {
					if x.Car != o.Car || w == engine.Refused {
						x.Refusal.Fault = max(x.Refusal.Fault, 1) // another's, or nobody's
					}
					opts = append(opts, x)
				}
			}
		}
	}
	choices := make([][]engine.Choice, len(opts))
	for i, x := range opts {
		choices[i] = s.Rules.Choices(nil, o, x)
	}
	fits := func(i int) bool {
		return !slices.ContainsFunc(picked, func(p chosen) bool { return p.level >= len(choices[i]) || choices[i][p.level] != p.value })
	}
	for _, mute := range []bool{false, true} { // a pick that screens leave out counts where it alone tells options apart
		if level, stops := s.level(opts, choices, fits, o.Secret, mute, picked); level >= 0 {
			d.picked = append(slices.Clone(picked), chosen{level: level}) // the last, open, one
			d.stops = stops
			s.order(d.stops)
			return d
		}
	}
	// nothing is left to choose
	d.stops = d.stops[:0]
	for i, x := range opts {
		if fits(i) && (x.Refusal.Fault == 0 || !o.Secret) {
			p := stop{options: []engine.Option{x}}
			if n := len(choices[i]); n > 0 {
				p.value = choices[i][n-1]
				p.short = s.Words.Seven(p.value)
			}
			d.stops = append(d.stops, p)
			break
		}
	}
	return d
}

// level is the first at which two values are left, and its stops; -1: there is none.
func (s *Session) level(opts []engine.Option, choices [][]engine.Choice, fits func(int) bool, secret, mute bool, picked []chosen) (int, []stop) {
	for level, more := 0, true; more; level++ {
		more = false
		if slices.ContainsFunc(picked, func(p chosen) bool { return p.level == level }) {
			more = true
			continue
		}
		var stops []stop
		for i, x := range opts {
			if !fits(i) || level >= len(choices[i]) {
				continue
			}
			more = true
			ch := choices[i][level]
			if s.About.Picks[ch.Pick].Mute && !mute {
				continue
			}
			k := slices.IndexFunc(stops, func(p stop) bool { return p.value == ch })
			if k < 0 {
				k = len(stops)
				stops = append(stops, stop{short: s.Words.Seven(ch), value: ch})
			}
			if x.Refusal.Fault == 0 || !secret {
				stops[k].options = append(stops[k].options, x)
			}
		}
		if len(stops) > 1 {
			return level, stops
		}
	}
	return -1, nil
}

// order puts numbers in their order; other values stay as the rule set lists them, cheapest first.
func (s *Session) order(stops []stop) {
	pick := s.About.Picks[stops[0].value.Pick]
	if pick.Holds == engine.Count && !pick.Mute {
		slices.SortStableFunc(stops, func(a, b stop) int { return cmp.Compare(a.value.Value, b.value.Value) })
	}
}

// above are the choices of the levels above, and the level of this one; -1: there is none.
func (d *dial) above() (picked []chosen, level int) {
	n := len(d.picked)
	if n == 0 || d.picked[n-1].value != (engine.Choice{}) || len(d.stops) < 2 {
		return d.picked, -1
	}
	return d.picked[:n-1], d.picked[n-1].level
}

// back is the choices of the level above; false: this is the first.
func (d *dial) back() ([]chosen, bool) {
	up, _ := d.above()
	if len(up) == 0 {
		return nil, false
	}
	return up[:len(up)-1], true
}

// rests is the stop that a value rests on: where a knob stands before it is touched.
func (d *dial) rests(value int64) {
	for i, p := range d.stops {
		for _, x := range p.options {
			if x.Value == value {
				d.at = i
				return
			}
		}
	}
}

// like has a dial stand where another stood, if that is still to be chosen.
func (d dial) like(was dial) dial {
	if was.at < len(was.stops) {
		if i := slices.IndexFunc(d.stops, func(p stop) bool { return p.value == was.stops[was.at].value }); i >= 0 {
			d.at = i
		}
	}
	return d
}

func first(picked []chosen, _ int) []chosen { return picked }

func (d *dial) turn(steps int) { d.at = min(max(0, d.at+steps), max(0, len(d.stops)-1)) }

// short is what the display shows.
func (d *dial) short() string {
	if d.at >= len(d.stops) {
		return ""
	}
	return d.stops[d.at].short
}

// declared is the value that an answer gave, as a display shows it; "" where it gave none.
func declared(line string) string {
	w := strings.Fields(line)
	if len(w) < 2 || w[len(w)-1] == "late" {
		return ""
	}
	return w[len(w)-1][:min(4, len(w[len(w)-1]))]
}
