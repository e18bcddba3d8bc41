package control

import (
	"errors"
	"slices"
	"strconv"

	"boxstop/engine"
)

// What a script does to a session. In a script bots and the Pi act only when a line says so, and no clock runs but the script's.

// Script carries out one line of a file: nobody looks over a shoulder, and nothing is asked twice.
func (s *Session) Script(line string) (Outcome, error) {
	return s.do(&order{from: "director", line: line, script: true, sure: true})
}

// TimeOut answers late for whoever's time is over by the race's clock.
func (s *Session) TimeOut() (Outcome, error) {
	out := Outcome{}
	for again := true; again; {
		again = false
		for _, o := range s.open {
			if o.Seconds == 0 || o.Done || s.now()-o.Since < int64(o.Seconds)*1000 {
				continue
			}
			evs, err := s.decide("clock", o.Ask, &engine.Answer{What: o.What, Car: o.Car, Late: true}, "")
			if err != nil {
				return out, s.say(err, "")
			}
			more := s.outcome(evs)
			out.Events, again = append(out.Events, more.Events...), true
			break
		}
	}
	return out, nil
}

// OpenAsks are the open asks as scripts expect them.
func (s *Session) OpenAsks() string {
	var asks []engine.Ask
	for _, o := range s.open {
		asks = append(asks, o.Ask)
	}
	if len(asks) == 0 {
		return "nothing"
	}
	return string(s.typed.Open(nil, asks))
}

// Position is the race in one line, as everybody may know it.
func (s *Session) Position() string { return string(s.race.Public(0).Position(nil)) }

// EventLine is an event as a JSON line: words and names, the numbers as numbers.
type EventLine struct {
	Kind   string `json:"kind"`
	Car    string `json:"car,omitempty"`
	By     string `json:"by,omitempty"`
	At     string `json:"at,omitempty"`
	Field  string `json:"field,omitempty"`
	Was    string `json:"was,omitempty"`
	Is     string `json:"is,omitempty"`
	N      int64  `json:"n,omitempty"`
	Path   string `json:"path,omitempty"`
	Clause string `json:"clause,omitempty"`
	Text   string `json:"text,omitempty"`
}

// EventJSON is an event for programs that read along.
func (s *Session) EventJSON(e engine.Event) EventLine {
	e = e.Redacted(s.About)
	l := EventLine{Kind: s.About.Kinds[e.Kind].Name, N: e.N, Clause: s.About.Clauses[e.Clause], Text: string(s.typed.Event(nil, e)), Path: string(e.Path.Append(nil))}
	if e.Car != 0 {
		l.Car = s.Words.Mark(e.Car)
	}
	if e.By != 0 {
		l.By = s.Words.Mark(e.By)
	}
	if e.At != 0 {
		l.At = s.Setup.Board.Address(e.At)
	}
	if f := &s.About.Fields[e.Field]; e.Field != 0 {
		l.Field = f.Name
		if !f.Secret {
			l.Was, l.Is = string(engine.AppendValue(nil, s.Setup.Board, f, e.Was)), string(engine.AppendValue(nil, s.Setup.Board, f, e.Is))
		}
	}
	return l
}

// Export is the race as a script that leads to the same position, each order with the events that it must list.
func (s *Session) Export() ([]string, error) {
	if slices.ContainsFunc(s.open, func(o Open) bool { return o.Secret && o.Done }) {
		return nil, errors.New("a secret phase is open: export waits until all have declared and it is shown")
	}
	out := []string{"boxstop 1"}
	out = append(out, s.Plan.Lines()...)
	if s.Plan.Seed != 0 {
		out = append(out, "seed "+strconv.FormatUint(s.Plan.Seed, 10))
	}
	if s.Plan.Position != "" {
		out = append(out, "position "+s.Plan.Position)
	} else {
		out = append(out, "start")
	}
	for i := range s.acts {
		a := &s.acts[i]
		if a.Ask.Secret && s.replaced(s.acts, i) {
			continue // it was never shown
		}
		line := a.Line
		if from := fromWords(a.From); from != "director" && from != "redo" && from != "kept" && !a.ruled() {
			line = "from " + from + " " + line
		}
		out = append(out, line)
		for _, e := range a.Events {
			if t := s.Typed(e.Redacted(s.About)); t != "" {
				out = append(out, "> "+t)
			}
		}
	}
	return append(out, "= "+s.Position()), nil
}

// Public is the race as a seat may know it.
func (s *Session) Public(seat engine.Seat) engine.Race { return s.race.Public(seat) }
