package control

import (
	"slices"
	"strings"

	"boxstop/engine"
)

// orderJoin lets a latecomer in: join P pink "Lisa" at grid.3 (TB-16).
func (s *Session) orderJoin(o *order) (Outcome, error) {
	w := o.words
	if len(w) < 4 {
		return Outcome{}, refuse("join: mark, car and driver, such as: join P pink \"Lisa\" at grid.3")
	}
	n := s.race.Cars()
	e := engine.Entry{Mark: strings.ToUpper(w[1]), Car: w[2], Name: text(w[3]), Seat: engine.Seat(n + 1)}
	if c := s.Words.CarOf(e.Mark); c != 0 && int(c) <= n {
		return Outcome{}, refuse("join %s: %s has that mark; take another one", e.Mark, s.Setup.Entries[c-1].Name)
	}
	if err := markOK(e.Mark); err != nil {
		return Outcome{}, err
	}
	ans := engine.Answer{Join: true, Car: engine.Car(n + 1)}
	if len(w) > 4 && (w[4] != "at" || len(w) != 6) {
		return Outcome{}, refuse("join %s: %s; what may follow the name is where it starts, such as: at grid.3", e.Mark, strings.Join(w[4:], " "))
	}
	if len(w) > 5 {
		v, err := s.fieldValue(s.About.Space, 0, w[5])
		if err != nil {
			return Outcome{}, err
		}
		ans.Set = append(ans.Set, engine.Setting{Field: s.About.Space, Car: ans.Car, Is: v})
	}
	evs, err := s.race.Decide(nil, ans)
	if err != nil {
		were := s.Setup.Entries
		s.setEntries(append(slices.Clone(were[:n]), e)) // the refusal names the car
		err = s.say(err, "")
		s.setEntries(were)
		return Outcome{}, err
	}
	s.seat(e, n)
	s.stand(o.from, strings.Join(requote(w), " "), evs, engine.Ask{}, 0, "")
	out := s.outcome(evs)
	out.Said = append(out.Said, s.toDo()...)
	return out, nil
}

// seat gives the car after the first n an entry and a driver.
func (s *Session) seat(e engine.Entry, n int) {
	s.setEntries(append(slices.Clone(s.Setup.Entries[:n]), e))
	s.drivers = append(slices.Clone(s.drivers[:n]), driver{Name: e.Name, Since: s.race.Turn()})
	s.stints = append(slices.Clone(s.stints[:n]), nil)
}

func (s *Session) setEntries(es []engine.Entry) {
	s.Setup.Entries, s.Words.Entries, s.typed.Entries = es, es, es
}
