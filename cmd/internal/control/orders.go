package control

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/engine"
)

func (o *order) number(i, or int) (int, error) {
	if len(o.words) <= i {
		return or, nil
	}
	n, err := strconv.Atoi(o.words[i])
	if err != nil {
		return 0, refuse("%s: %q is not a whole number", o.words[0], o.words[i])
	}
	return n, nil
}

// orderUnlock lets a driver take back what he declared in a secret phase: nothing is struck, he gives a new answer to his open ask (TB-5).
func (s *Session) orderUnlock(o *order) (Outcome, error) {
	if len(o.words) < 2 {
		return Outcome{}, refuse("unlock: whose? such as: unlock R")
	}
	c, err := s.car(o.words[1])
	if err != nil {
		return Outcome{}, err
	}
	if !slices.ContainsFunc(s.open, func(a Open) bool { return a.Secret && a.Done && a.Car == c }) {
		return Outcome{}, refuse("unlock %s: nothing that %s declared is still secret; %s", s.Words.Mark(c), s.Words.Mark(c), s.awaited())
	}
	return Outcome{Said: []string{s.Words.Mark(c) + " may declare anew; the newest counts, nothing is struck"}}, nil
}

func (s *Session) orderStand(o *order) (Outcome, error) {
	if s.refused == nil {
		return Outcome{}, refuse("stand: no answer was refused just now, or the rules cannot say what it would have led to")
	}
	line := "stand " + s.refused.line
	rest, because, err := reason(o.words)
	switch {
	case err != nil:
		return Outcome{}, err
	case len(rest) > 1:
		return Outcome{}, refuse("stand %s: stand alone lets the answer before this line stand; its reason follows because", strings.Join(rest[1:], " "))
	case because != "":
		line += " because " + quote(because)
	}
	led := s.refused.led
	s.refused = nil
	s.stand(o.from, line, led, engine.Ask{}, 0, "")
	out := s.outcome(led)
	out.Said = append(out.Said, s.toDo()...)
	return out, nil
}

// standAgain decides a forced answer anew.
func (s *Session) standAgain(o *order) (Outcome, error) {
	line, because, _ := strings.Cut(strings.TrimPrefix(o.line, "stand "), " because ")
	w, err := tokens(line)
	if err != nil || len(w) == 0 {
		return Outcome{}, refuse("stand: %q", o.line)
	}
	if _, err = s.answer(&order{from: o.from, line: line, words: w, script: true}); err == nil {
		return Outcome{}, nil // the rules allow it now
	}
	_ = s.say(err, line)
	if s.refused == nil {
		return Outcome{}, refuse("%s cannot stand any more", line)
	}
	again := []string{"stand"}
	if because != "" {
		again = append(again, "because", strings.TrimSuffix(because, `"`)) // its first quote marks it as a text
	}
	return s.orderStand(&order{from: o.from, words: again})
}

func (s *Session) orderReport(o *order) (Outcome, error) {
	w := o.words[1:]
	car := engine.Car(0)
	if len(w) > 0 {
		if car = s.Words.CarOf(w[0]); car != 0 {
			w = w[1:]
		}
	}
	reports := s.race.Reports(nil)
	if len(w) == 0 {
		return Outcome{}, refuse("report: what happened? %s", s.reportNames(reports))
	}
	if car == 0 {
		var whose []string
		for _, a := range reports {
			if s.About.Asks[a.What].Name == w[0] && a.Car != 0 {
				whose = append(whose, fmt.Sprintf("report %s %s", s.Words.Mark(a.Car), w[0]))
			}
		}
		if len(whose) > 1 {
			return Outcome{}, refuse("report %s: whose? %s", w[0], strings.Join(whose, ", "))
		}
	}
	for _, a := range reports {
		if s.About.Asks[a.What].Name != w[0] || car != 0 && a.Car != 0 && a.Car != car {
			continue
		}
		if car == 0 {
			car = a.Car
		}
		ans := engine.Answer{What: a.What, Car: car, Value: 1}
		if len(w) > 1 {
			at, err := s.Setup.Board.ParseAddress(w[1])
			if err != nil {
				return Outcome{}, err
			}
			ans.Space = at[0]
		}
		evs, err := s.decide(o.from, a, &ans, "")
		if err != nil {
			return Outcome{}, s.say(err, "")
		}
		out := s.outcome(evs)
		out.Said = append(out.Said, s.toDo()...)
		return out, nil
	}
	return Outcome{}, refuse("%s: nothing of that name can have happened now; %s", strings.Join(o.words, " "), s.reportNames(reports))
}

func (s *Session) reportNames(as []engine.Ask) string {
	var names []string
	for _, a := range as {
		if n := s.About.Asks[a.What].Name; !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return "nothing can be reported now"
	}
	return "what can be reported: " + strings.Join(names, ", ")
}

// orderAll answers one ask of a name for each car, in car order.
func (s *Session) orderAll(o *order) (Outcome, error) {
	if len(o.words) < 3 {
		return Outcome{}, refuse("all: a name and a value for each car, such as: all speed 100 80 100")
	}
	name := o.words[1]
	var open []Open
	for _, a := range s.open {
		if s.About.Asks[a.What].Name == name && a.Car != 0 && !a.Done {
			open = append(open, a)
		}
	}
	slices.SortStableFunc(open, func(a, b Open) int { return int(a.Car) - int(b.Car) })
	if len(open) != len(o.words)-2 {
		return Outcome{}, refuse("all %s: %s, and %s asked: %s", name, plural(len(o.words)-2, "value", "values"), plural(len(open), "car is", "cars are"), s.marks(open))
	}
	try := s.fork() // all or none
	for _, on := range []*Session{try, s} {
		for i, a := range open {
			line := s.Words.Mark(a.Car) + " " + name + " " + o.words[i+2]
			w, _ := tokens(line)
			if _, err := on.answer(&order{from: o.from, line: line, words: w, script: true}); err != nil {
				return Outcome{}, s.say(err, "")
			}
		}
	}
	return Outcome{}, nil
}

func (s *Session) marks(open []Open) string {
	var m []string
	for _, a := range open {
		m = append(m, s.Words.Mark(a.Car))
	}
	return strings.Join(m, ", ")
}

// orderClose closes a phase by hand: who has not spoken keeps what holds.
func (s *Session) orderClose(o *order) (Outcome, error) {
	var open []Open
	for _, a := range s.open {
		if a.Form == engine.Declare && a.Secret && !a.Done {
			open = append(open, a)
		}
	}
	if len(open) == 0 {
		return Outcome{}, refuse("close: nobody has still to declare in secret; %s", s.awaited())
	}
	if !o.sure && !o.script {
		return Outcome{Twice: s.marks(open) + " would keep what holds unsaid"}, nil
	}
	out := Outcome{}
	for _, a := range open {
		evs, err := s.decide(o.from, a.Ask, &engine.Answer{What: a.What, Car: a.Car, Late: true}, "")
		if err != nil {
			return out, s.say(err, "")
		}
		more := s.outcome(evs)
		out.Events, out.Said = append(out.Events, more.Events...), append(out.Said, more.Said...)
	}
	return out, nil
}

func (s *Session) orderEnd(o *order) (Outcome, error) {
	if s.Over() {
		return Outcome{}, refuse("end: the race is over already")
	}
	if !o.sure && !o.script {
		return Outcome{Twice: "the race would be over as it stands"}, nil
	}
	s.log(o.from, "end", nil)
	s.ended = true
	s.goesOn("end", engine.Ask{})
	return Outcome{Said: []string{"the race is over as it stands"}}, nil
}
