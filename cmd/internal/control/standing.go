package control

import (
	"fmt"
	"slices"
	"strings"

	"boxstop/engine"
)

// Standing orders (TB-22): what a driver declares to an ask that stays (engine.AskAbout) holds for his car until he declares otherwise. They
// follow from the answers that stand, so that an undo takes them back too. When the dice come they are said in his name, as answers of their
// own, from "standing".

// standing is one of them.
type standing struct {
	car   engine.Car
	what  engine.What
	words string // of its line, behind the mark: "mode accelerate"
}

// orders are the standing orders, the newest last.
func (s *Session) orders() []standing {
	if s.stayed == 0 {
		s.stays = nil
	}
	for ; s.stayed < len(s.acts); s.stayed++ {
		a := &s.acts[s.stayed]
		first, rest, _ := strings.Cut(a.Line, " ")
		switch from := fromWords(a.From); {
		case a.Ask.What == 0 || !s.About.Asks[a.Ask.What].Stays || from == "bot" || from == "standing":
		case first == "standing":
			w, _ := tokens(rest)
			cars, words := s.carsOf(w)
			for _, c := range cars {
				s.stay(standing{c, a.Ask.What, strings.Join(words, " ")})
			}
		default:
			s.stay(standing{a.Car, a.Ask.What, rest})
		}
	}
	return s.stays
}

func (s *Session) stay(n standing) {
	s.stays = append(slices.DeleteFunc(s.stays, func(o standing) bool { return o.car == n.car && o.what == n.what }), n)
}

// carsOf are the cars whose marks begin a line, and the rest of it.
func (s *Session) carsOf(w []string) (cars []engine.Car, rest []string) {
	for len(w) > 0 && s.Words.CarOf(w[0]) != 0 {
		cars, w = append(cars, s.Words.CarOf(w[0])), w[1:]
	}
	return cars, w
}

// option is what a standing order says of an ask; false: nothing that can be said.
func (s *Session) option(n standing, a engine.Ask) (engine.Option, bool) {
	line := s.Words.Mark(n.car) + " " + n.words
	opts := s.race.Options(nil, a, engine.Offered)
	i := slices.IndexFunc(opts, func(x engine.Option) bool { return s.optionLine(a, x) == line })
	if i < 0 {
		return engine.Option{}, false
	}
	return opts[i], true
}

// Holds is what holds for an ask when nobody speaks: a standing order, or what the ask says.
func (s *Session) Holds(o Open) int64 {
	if !o.Waits && o.Car != 0 && s.About.Asks[o.What].Stays && !s.isBot(o.Car) {
		for _, n := range s.orders() {
			if n.car == o.Car && n.what == o.What {
				if x, ok := s.option(n, o.Ask); ok {
					return x.Value
				}
			}
		}
	}
	return int64(o.Unsaid)
}

// orderFor gives the standing order for an open ask; false: there is none, or it says nothing.
func (s *Session) orderFor(o Open) ([]engine.Event, bool, error) {
	v := s.Holds(o)
	if v == int64(o.Unsaid) {
		return nil, false, nil
	}
	evs, err := s.decide("standing", o.Ask, &engine.Answer{What: o.What, Car: o.Car, Value: v}, "")
	return evs, true, err
}

// ordersOf gives the standing orders of a car: its dice have come.
func (s *Session) ordersOf(car engine.Car) error {
	for _, o := range slices.Clone(s.open) {
		if o.Car == car && !o.Waits && !o.Done {
			if _, _, err := s.orderFor(o); err != nil {
				return err
			}
		}
	}
	return nil
}

// orderStanding gives standing orders for any cars: standing 7 22 mode accelerate. It is an answer like others, that changes no number.
func (s *Session) orderStanding(o *order) (Outcome, error) {
	cars, words := s.carsOf(o.words[1:])
	if len(cars) == 0 || len(words) == 0 {
		return Outcome{}, refuse("standing: whose, and what, such as: standing %s", s.standingExample())
	}
	for what := range s.About.Asks {
		a := engine.Ask{What: engine.What(what), Form: engine.Declare}
		if k := &s.About.Asks[what]; !k.Stays || k.Name != words[0] {
			continue
		}
		for _, c := range cars {
			a.Car = c
			if _, ok := s.option(standing{c, a.What, strings.Join(words, " ")}, a); !ok {
				return Outcome{}, refuse("standing %s: allowed are %s", strings.Join(words, " "), strings.Join(s.sayable(a), ", "))
			}
		}
		a.Car = 0
		s.stand(o.from, strings.Join(o.words, " "), nil, a, 0, "")
		return Outcome{Said: append(s.idle(cars), s.standingWords()...)}, nil
	}
	return Outcome{}, refuse("standing %s: nothing of that name stays; such as: standing %s", words[0], s.standingExample())
}

// idle says of which cars a standing order waits until a person drives them: bots say themselves what they do.
func (s *Session) idle(cars []engine.Car) (out []string) {
	for _, c := range cars {
		if m := s.Words.Mark(c); s.isBot(c) {
			out = append(out, fmt.Sprintf(`a bot drives %s and says so itself; drive %s "NAME" gives it to a person`, m, m))
		}
	}
	return out
}

// sayable are the answers to an ask, as typed behind the mark.
func (s *Session) sayable(a engine.Ask) (out []string) {
	for _, x := range s.race.Options(nil, a, engine.Offered) {
		_, words, _ := strings.Cut(s.optionLine(a, x), " ")
		out = append(out, words)
	}
	return out
}

// standingExample is a line that could be said; in a game in which nothing stays, that.
func (s *Session) standingExample() string {
	for what := range s.About.Asks {
		if !s.About.Asks[what].Stays {
			continue
		}
		a := engine.Ask{What: engine.What(what), Form: engine.Declare, Car: 1}
		if can := s.sayable(a); len(can) > 0 {
			return s.Words.Mark(1) + " " + can[0]
		}
	}
	return "(nothing stays in this game)"
}

// standingWords are the standing orders in words, those alike together: "7 and 22 accelerate". What holds unsaid is none.
func (s *Session) standingWords() (out []string) {
	type group struct {
		say  string
		cars []engine.Car
	}
	var groups []group
	for _, n := range s.orders() {
		a := engine.Ask{What: n.what, Form: engine.Declare, Car: n.car}
		x, ok := s.option(n, a)
		if !ok || x.Value == int64(a.Unsaid) || s.isBot(n.car) || !s.runsStill(n.car) {
			continue
		}
		say := s.Words.Option(s.race, a, x)[0]
		i := slices.IndexFunc(groups, func(g group) bool { return g.say == say })
		if i < 0 {
			i, groups = len(groups), append(groups, group{say: say})
		}
		groups[i].cars = append(groups[i].cars, n.car)
	}
	for _, g := range groups {
		slices.Sort(g.cars)
		var marks []string
		for _, c := range g.cars {
			marks = append(marks, s.Words.Mark(c))
		}
		if n := len(marks) - 1; n > 0 {
			marks = []string{strings.Join(marks[:n], ", "), s.Words.Catalog.Text("near.and"), marks[n]}
		}
		out = append(out, strings.Join(append(marks, g.say), " "))
	}
	return out
}

// runsStill reports whether a car is still in the race.
func (s *Session) runsStill(c engine.Car) bool {
	return slices.ContainsFunc(s.race.Stands(nil), func(st engine.Stand) bool { return st.Car == c && st.State <= engine.Standing })
}
