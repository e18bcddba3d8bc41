package control

import (
	"slices"
	"strings"

	"boxstop/engine"
)

// twice is what an answer is asked again for before it is taken: it puts its car out (TB-23). "": it is taken at once. The dice are facts.
func (s *Session) twice(a engine.Ask, ans *engine.Answer) string {
	if a.Form == engine.Roll || a.Form == engine.Draw || ans.Late {
		return ""
	}
	opts := s.race.Public(a.Seat).Options(nil, a, engine.Legal)
	i := slices.IndexFunc(opts, func(x engine.Option) bool {
		is := engine.AnswerWith(a, x)
		return x.Fate == engine.GoesOut && is.Car == ans.Car && is.Value == ans.Value && is.Path == ans.Path && (is.Note == ans.Note || ans.Note == 0)
	})
	if i < 0 {
		return ""
	}
	return s.surely(a, opts, i)
}

// surely says that an option puts its car out, and which other choice would not: of the same car, else of another that may go first.
func (s *Session) surely(a engine.Ask, opts []engine.Option, out int) string {
	says := func(o engine.Option) string {
		return strings.TrimSpace(strings.Join(s.Words.Option(s.race.Public(0), a, o), " "))
	}
	car, first := opts[out].Car, ""
	for _, o := range opts {
		switch {
		case o.Fate == engine.GoesOut:
		case o.Car == car:
			return says(opts[out]) + "; it stays in with " + says(o)
		case first == "":
			first = "; no choice keeps it in now, " + says(o) + " may go first"
		}
	}
	if first == "" {
		first = "; no other choice would keep it in"
	}
	return says(opts[out]) + first
}
