package grandprix

import "boxstop/engine"

// Race is one race in progress.
type Race struct {
	k     *course
	s     state
	draft draft
	walk  engine.Walk
	more  engine.Walk // the spaces of a slipstream
	list  []outcome
	by    [3][]outcome // of a car with 6, 5 and 4
}

type draft = engine.Draft[state]

// open begins a draft of the race.
func (r *Race) open(dst []engine.Event) *draft {
	d := &r.draft
	d.S, d.Events, d.Fields = r.s, dst, fields
	return d
}

// Clone copies the race.
func (r *Race) Clone() engine.Race { return r.clone() }

func (r *Race) clone() *Race { return &Race{k: r.k, s: r.s} }

// Apply assigns one event.
func (r *Race) Apply(e engine.Event) { engine.ApplyTo(&r.s, fields, e) }

// Position appends the race as one line.
func (r *Race) Position(dst []byte) []byte {
	return engine.AppendPosition(dst, &aboutGame, r.k.board, &r.s, fields, int(r.s.cars))
}

// Value is one number of the state.
func (r *Race) Value(f engine.Field, c engine.Car) int64 { return engine.ValueOf(&r.s, fields, f, c) }

// Cars is how many cars entered, those that are out included.
func (r *Race) Cars() int { return int(r.s.cars) }

// runs reports whether a car is still in the race.
func (r *Race) runs(c engine.Car) bool { return r.s.car[c-1].status == running }

// Turn is the turn, from 1: in it every team moves once.
func (r *Race) Turn() int { return int(r.s.turn) }

// Markers appends nothing: only cars stand on this board, and the rev counter is a gauge (GP-2).
func (r *Race) Markers(dst []engine.Marker) []engine.Marker { return dst }

// Public is a copy: this game has no secrets.
func (r *Race) Public(engine.Seat) engine.Race { return r.clone() }

// Asks appends what may be answered: the draws, then which car of the team moves how, one after the other (GP-1, GP-3).
func (r *Race) Asks(dst []engine.Ask) []engine.Ask {
	s := &r.s
	switch s.step {
	case sMove:
		n, c := s.left(s.team)
		if n > 0 {
			dst = append(dst, engine.Ask{What: wMove, Form: engine.Move, Seat: s.seat(c), Waits: true, Turn: uint16(s.turn), Step: uint16(s.team<<4) | uint16(n)})
		}
	case sFirst:
		dst = append(dst, engine.Ask{What: wFirst, Form: engine.Draw, Waits: true, Turn: uint16(s.turn)})
	case sDraw:
		dst = append(dst, engine.Ask{What: wDraw, Form: engine.Draw, Waits: true, Turn: uint16(s.turn)})
	}
	return dst
}

// Reports appends what the table might have seen: that a car crossed the line (GP-2), the nearest to it first; that a driver gave up.
func (r *Race) Reports(dst []engine.Ask) []engine.Ask {
	s := &r.s
	if s.step != sMove {
		return dst
	}
	var near [maxCars]engine.Car
	n := 0
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if s.car[c-1].status == out {
			continue
		}
		i := n
		for ; i > 0 && r.fromLine(c) < r.fromLine(near[i-1]); i-- {
			near[i] = near[i-1]
		}
		near[i], n = c, n+1
	}
	report := func(w engine.What, c engine.Car) {
		dst = append(dst, engine.Ask{What: w, Form: engine.Report, Seat: s.seat(c), Car: c, Turn: uint16(s.turn)})
	}
	for _, c := range near[:n] {
		report(wLine, c)
	}
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if s.car[c-1].status == running {
			report(wRetires, c)
		}
	}
	return dst
}

// fromLine is how far a car is from having crossed the line in this turn or the last, in spaces; one that is home comes last.
func (r *Race) fromLine(c engine.Car) int64 {
	switch k := &r.s.car[c-1]; {
	case k.status == finished:
		return int64(r.k.board.Lap)
	case r.crossed(k):
		return 0
	default:
		return r.k.short(engine.Space(k.space))
	}
}

// crossed reports whether a car crossed the line in this turn or the last.
func (r *Race) crossed(c *car) bool { return c.crossed > 0 && c.crossed >= r.s.turn-1 }

// Decide says what an answer leads to.
func (r *Race) Decide(dst []engine.Event, a engine.Answer) ([]engine.Event, error) {
	d := r.open(dst)
	if err := r.decide(d, &a); err != nil {
		return dst, err
	}
	return d.Events, nil
}

func (r *Race) decide(d *draft, a *engine.Answer) error {
	s := &d.S
	if a.What == wRuling {
		return r.rule(d, a)
	}
	if s.step == sOver {
		return &engine.Infraction{Fault: xOver, Car: a.Car, What: a.What, Clause: gp18}
	}
	switch {
	case a.What == wFirst && s.step == sFirst:
		return r.drawsFirst(d, a)
	case a.What == wDraw && s.step == sDraw:
		return r.drawn(d, a)
	case a.What >= whats:
		return &engine.Infraction{Fault: xNotAsked, Car: a.Car}
	case s.step != sMove || a.What < wMove:
		return &engine.Infraction{Fault: xNotAsked, Car: a.Car, What: a.What, N: a.Value}
	}
	if a.Car == 0 || int64(a.Car) > s.cars {
		return &engine.Infraction{Fault: xNoCar, Car: a.Car, What: a.What, N: int64(a.Car), Lo: 1, Hi: s.cars}
	}
	c := &s.car[a.Car-1]
	if a.What == wLine {
		return r.claims(d, a)
	}
	if c.status != running {
		return &engine.Infraction{Fault: xRetired, Car: a.Car, What: a.What, N: c.ended, Clause: gp18}
	}
	if a.What == wRetires {
		return r.retires(d, a)
	}
	return r.moves(d, a)
}

func set(d *draft, f engine.Field, c engine.Car, is int64) {
	d.Change(engine.Event{Kind: kSays, Field: f, Car: c, Is: is})
}

// claims answers who says that a car crossed the line: yes, in this turn or the last; or how far it is short of it (GP-2).
func (r *Race) claims(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	switch {
	case c.status == out:
		return &engine.Infraction{Fault: xRetired, Car: a.Car, What: a.What, N: c.ended, Clause: gp2}
	case c.status == finished || r.crossed(c):
		d.Note(engine.Event{Kind: kClaim, Car: a.Car, N: c.lap, At: engine.Space(c.space), Clause: gp2})
		return nil
	}
	n := r.k.short(engine.Space(c.space))
	return &engine.Infraction{Fault: xLine, Car: a.Car, What: a.What, At: engine.Space(c.space), N: n, Clause: gp2, Near: n <= drifts}
}

// short is how many spaces a car has to drive in its lane to come over the line.
func (k *course) short(s engine.Space) int64 {
	if s == 0 {
		return 0
	}
	if by := k.places[s].By; by != 0 {
		s = by
	}
	from := k.places[s].Front
	for n := int64(1); n <= int64(len(k.places)); n++ {
		to := k.places[s].To[engine.Ahead]
		if to == 0 {
			break
		}
		if k.crosses(s, to) {
			return n
		}
		s = to
	}
	return int64(k.board.Lap-from)/engine.Unit + 1
}

// retires takes out a car whose driver gives up.
func (r *Race) retires(d *draft, a *engine.Answer) error {
	d.Set(engine.Event{Kind: kGivesUp, Field: fStatus, Car: a.Car, Is: out, Clause: gp18})
	r.lift(d, a.Car, byDriver)
	r.resume(d)
	return nil
}

// lift takes a car that is out off the board and notes when and where its race ended.
func (r *Race) lift(d *draft, me engine.Car, cause int64) {
	s := &d.S
	at := s.car[me-1].space
	set(d, fCause, me, cause)
	set(d, fEnds, 0, s.ends+1)
	set(d, fNth, me, s.ends)
	set(d, fEnded, me, s.turn)
	set(d, fWhere, me, at)
	set(d, fRepair, me, 0)
	d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: me})
}
