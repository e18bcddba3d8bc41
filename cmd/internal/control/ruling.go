package control

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/engine"
)

// Reasons are those that one digit says (TB-10).
var Reasons = []string{"miscounted", "board bumped", "wrong car moved", "house rule", "table agreed", "typed wrongly"}

// ruling reads "R at c4.1 tyres 16, swap B Y, option slipstream off because "agreed"".
func (s *Session) ruling(words []string) (ans engine.Answer, err error) {
	words, ans.Reason, err = reason(words)
	if err != nil {
		return ans, err
	}
	for len(words) > 0 {
		i := slices.Index(words, ",")
		one := words
		if i >= 0 {
			one, words = words[:i], words[i+1:]
		} else {
			words = nil
		}
		set, err := s.change(one)
		if err != nil {
			return ans, err
		}
		ans.Set = append(ans.Set, set...)
	}
	if len(ans.Set) == 0 {
		return ans, refuse("rule: nothing is ruled; such as: rule R at c4.1 tyres 16 because \"board bumped\"")
	}
	return ans, nil
}

// reason takes "because" and what stands behind it off an order: words in quotes, or the digit of one of Reasons.
func reason(w []string) (rest []string, because string, err error) {
	i := slices.Index(w, "because")
	if i < 0 {
		return w, "", nil
	}
	var known []string
	for n, r := range Reasons {
		known = append(known, fmt.Sprintf("%d %s", n+1, r))
	}
	if i+1 >= len(w) {
		return nil, "", refuse("because: the reason is missing, in quotes or as a digit: %s", strings.Join(known, ", "))
	}
	n, isDigit := strconv.Atoi(w[i+1])
	switch {
	case isDigit == nil && n >= 1 && n <= len(Reasons):
		because = Reasons[n-1]
	case isDigit == nil:
		return nil, "", refuse("because %d: reasons are %s; another one stands in quotes", n, strings.Join(known, ", "))
	case !strings.HasPrefix(w[i+1], `"`) || i+2 < len(w):
		return nil, "", refuse("because %s: the reason stands in quotes and ends the line, such as: because \"board bumped\"", strings.Join(w[i+1:], " "))
	default:
		because = text(w[i+1])
	}
	return w[:i], because, nil
}

func (s *Session) change(w []string) ([]engine.Setting, error) {
	if len(w) < 2 && !slices.Contains([]string{"swap", "order", "option", "marker"}, strings.Join(w, "")) {
		return nil, refuse("rule %s: a car with a field and its value is wanted, such as: R at c4.1", strings.Join(w, " "))
	}
	switch w[0] {
	case "swap":
		return s.swapCars(w)
	case "order":
		return s.orderCars(w)
	case "option":
		return s.ruleOption(w)
	case "marker":
		return s.ruleMarker(w)
	}
	car, err := s.car(w[0])
	if err != nil {
		return nil, err
	}
	var set []engine.Setting
	for i := 1; i < len(w); i += 2 {
		if i+1 >= len(w) {
			return nil, refuse("rule %s %s: its value is missing", w[0], w[i])
		}
		f, err := s.ruledField(w[i])
		if err != nil {
			return nil, err
		}
		v, err := s.fieldValue(f, car, w[i+1])
		if err != nil {
			return nil, err
		}
		about := &s.About.Fields[f]
		if about.Max > about.Min && (v < about.Min || v > about.Max) && about.Holds != engine.ASpace {
			return nil, refuse("rule %s %s %s: allowed are %s to %s", w[0], w[i], w[i+1], s.Words.Held(f, about.Min), s.Words.Held(f, about.Max))
		}
		set = append(set, engine.Setting{Field: f, Car: car, Is: v})
	}
	return set, nil
}

func (s *Session) car(mark string) (engine.Car, error) {
	c := s.Words.CarOf(mark)
	if c == 0 || int(c) > s.race.Cars() {
		var m []string
		for i := range s.race.Cars() {
			m = append(m, s.Words.Mark(engine.Car(i+1)))
		}
		return 0, refuse("%s: there is no such car; cars are %s", mark, strings.Join(m, ", "))
	}
	return c, nil
}

func (s *Session) ruledField(name string) (engine.Field, error) {
	if name == "at" {
		return s.About.Space, nil
	}
	var known []string
	for i, f := range s.About.Fields {
		if f.Ruled && f.Car {
			if f.Name == name {
				return engine.Field(i), nil
			}
			known = append(known, f.Name)
		}
	}
	return 0, refuse("rule %s: no ruling sets that; it may set at, %s", name, strings.Join(known, ", "))
}

func (s *Session) fieldValue(f engine.Field, car engine.Car, t string) (int64, error) {
	about := &s.About.Fields[f]
	switch about.Holds {
	case engine.ASpace:
		if t == "off" || t == "none" {
			return 0, nil
		}
		spaces, err := s.Setup.Board.ParseAddress(t)
		if err != nil {
			return 0, refuse("%s", err)
		}
		if len(spaces) > 1 && car != 0 { // no lane was said: its own
			if now := s.race.Value(f, car); now > 0 {
				lane := s.Setup.Board.Places[now].Lane
				for _, sp := range spaces {
					if s.Setup.Board.Places[sp].Lane == lane {
						return int64(sp), nil
					}
				}
			}
			return 0, refuse("%s: say the lane too: %s or %s", t, s.Setup.Board.Address(spaces[0]), s.Setup.Board.Address(spaces[1]))
		}
		return int64(spaces[0]), nil
	case engine.ACar:
		c, err := s.car(t)
		return int64(c), err
	case engine.AFlag:
		if t == "yes" || t == "no" {
			return map[string]int64{"yes": 1}[t], nil
		}
	}
	v, err := engine.ParseValue(s.Setup.Board, about, t)
	if err != nil {
		return 0, refuse("rule %s", err)
	}
	return v, nil
}

func (s *Session) swapCars(w []string) ([]engine.Setting, error) {
	if len(w) != 3 {
		return nil, refuse("rule swap: two cars, such as: swap R B")
	}
	a, err := s.car(w[1])
	if err != nil {
		return nil, err
	}
	b, err := s.car(w[2])
	if err != nil {
		return nil, err
	}
	var set []engine.Setting
	for i, f := range s.About.Fields {
		if f.Goes {
			set = append(set, engine.Setting{Field: engine.Field(i), Car: a, Is: s.race.Value(engine.Field(i), b)}, engine.Setting{Field: engine.Field(i), Car: b, Is: s.race.Value(engine.Field(i), a)})
		}
	}
	return set, nil
}

func (s *Session) orderCars(w []string) ([]engine.Setting, error) {
	if len(w) < 2 {
		return nil, refuse("rule order: which cars, the first to move in front, such as: order B R")
	}
	if s.About.Rank == 0 {
		return nil, refuse("rule order: this game has no order of its own; put the cars where they stand")
	}
	var set []engine.Setting
	seen := map[engine.Car]bool{}
	rank := int64(0)
	put := func(c engine.Car) {
		if !seen[c] {
			rank++
			seen[c] = true
			set = append(set, engine.Setting{Field: s.About.Rank, Car: c, Is: rank})
		}
	}
	for _, m := range w[1:] {
		c, err := s.car(m)
		if err != nil {
			return nil, err
		}
		put(c)
	}
	for _, st := range s.race.Stands(nil) { // the rest behind them, as they were
		if st.State == engine.Running || st.State == engine.Standing {
			put(st.Car)
		}
	}
	return set, nil
}

func (s *Session) ruleOption(w []string) ([]engine.Setting, error) {
	var names []string
	for _, o := range s.About.Options {
		names = append(names, o.Name)
		if o.Name != w[1] {
			continue
		}
		if len(w) == 3 {
			if i := slices.Index(o.Values, w[2]); i >= 0 && o.Field != 0 {
				return []engine.Setting{{Field: o.Field, Is: int64(i)}}, nil
			}
		}
		return nil, refuse("rule option %s: allowed are %s", o.Name, strings.Join(o.Values, ", "))
	}
	return nil, refuse("rule option %s: there is no such table option; there are %s", w[1], strings.Join(names, ", "))
}

func (s *Session) ruleMarker(w []string) ([]engine.Setting, error) {
	if len(w) != 3 || w[1] != "on" && w[1] != "off" {
		return nil, refuse("rule marker: on or off and a place, such as: marker on c1")
	}
	for _, m := range s.About.Markers {
		if m.Field == 0 {
			continue
		}
		at, err := s.Setup.Board.ParseAddress(w[2])
		if err != nil {
			return nil, refuse("%s", err)
		}
		bit := int64(1) << s.Setup.Board.Places[at[0]].Section
		v := s.race.Value(m.Field, 0) | bit
		if w[1] == "off" {
			v &^= bit
		}
		return []engine.Setting{{Field: m.Field, Is: v}}, nil
	}
	return nil, refuse("rule marker: this game has no markers that are laid by hand")
}

func (s *Session) orderRule(o *order) (Outcome, error) {
	ans, err := s.ruling(o.words[1:])
	if err != nil {
		return Outcome{}, err
	}
	evs, err := s.race.Decide(nil, ans)
	if err != nil {
		return Outcome{}, s.say(err, "")
	}
	s.stand(o.from, s.ruleLine(o.words[1:]), evs, engine.Ask{}, 0, "")
	out := s.outcome(evs)
	out.Said = append(out.Said, s.toDo()...)
	return out, nil
}

// ruleLine is a ruling as the file has it: as it was said, its reason in quotes.
func (s *Session) ruleLine(w []string) string {
	var b strings.Builder
	b.WriteString("rule")
	for i := range w {
		switch {
		case w[i] == ",":
			b.WriteString(",")
			continue
		case i > 0 && w[i-1] == "because":
			t := text(w[i])
			if n, err := strconv.Atoi(t); err == nil && n >= 1 && n <= len(Reasons) {
				t = Reasons[n-1]
			}
			b.WriteString(" " + quote(t))
			continue
		}
		b.WriteString(" " + w[i])
	}
	return b.String()
}
