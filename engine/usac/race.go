package usac

import "boxstop/engine"

// Race is one race in progress.
type Race struct {
	k     *course
	s     state
	draft draft
	found search
}

type draft = engine.Draft[state]

// open begins a draft of the race.
func (r *Race) open(dst []engine.Event) *draft {
	d := &r.draft
	d.S, d.Events, d.Fields = r.s, dst, fields
	return d
}

// Clone copies the race.
func (r *Race) Clone() engine.Race { return &Race{k: r.k, s: r.s} }

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

// Turn is the round, from 1.
func (r *Race) Turn() int { return int(r.s.turn) }

// Public is the race as a seat may know it: everything, for nothing in this game is secret.
func (r *Race) Public(engine.Seat) engine.Race { return r.Clone() }

// ask is an ask of the car whose move it is.
func (s *state) ask(w engine.What, f engine.Form) engine.Ask {
	c := engine.Car(s.mover)
	a := engine.Ask{What: w, Form: f, Seat: s.seat(c), Car: c, Waits: true, Turn: uint16(s.turn)}
	if f == engine.Roll {
		a.Dice = 2
	}
	if s.trial != 0 {
		a.Leg, a.Step = uint8(s.car[c-1].laps+1), uint16(s.car[c-1].rolls&0xff)
	}
	return a
}

// Asks appends what may be answered. The mode stands before the roll that closes it (US-6).
func (r *Race) Asks(dst []engine.Ask) []engine.Ask {
	s := &r.s
	switch s.step {
	case sRoll:
		if s.car[s.mover-1].said == 0 && (s.trial == 0 || s.free != 0) {
			a := s.ask(wMode, engine.Declare)
			a.Waits = false
			dst = append(dst, a)
		}
		return append(dst, s.ask(wRoll, engine.Roll))
	case sTrouble:
		a := s.ask(wTrouble, engine.Roll)
		a.Step = a.Step<<1 | uint16(s.followed)
		return append(dst, a)
	case sMove:
		return append(dst, s.ask(wMove, engine.Move))
	case sPitRoll:
		return append(dst, s.ask(wPitRoll, engine.Roll))
	case sSettle:
		a := s.ask(wSettle, engine.Confirm)
		a.Seat = 0
		return append(dst, a)
	case sDraw:
		return append(dst, engine.Ask{What: wDraw, Form: engine.Draw, Waits: true, Turn: uint16(s.turn)})
	}
	return dst
}

// Reports appends what the table might have seen: that a driver gave up.
func (r *Race) Reports(dst []engine.Ask) []engine.Ask {
	s := &r.s
	if s.step == sOver {
		return dst
	}
	return engine.Retirements(dst, wRetires, s.turn, s.cars, r.runs, s.seat)
}

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
		return &engine.Infraction{Fault: xOver, Car: a.Car, What: a.What, Clause: us23}
	}
	if a.What >= whats {
		return &engine.Infraction{Fault: xNotAsked, Car: a.Car}
	}
	if a.What == wDraw && s.step == sDraw {
		return r.drawn(d, a)
	}
	if a.Car == 0 || int64(a.Car) > s.cars {
		return &engine.Infraction{Fault: xNoCar, Car: a.Car, What: a.What, N: int64(a.Car), Lo: 1, Hi: s.cars}
	}
	if a.What == wRetires {
		return r.retires(d, a)
	}
	if s.step == sDraw {
		return notAsked(a)
	}
	if int64(a.Car) != s.mover {
		return &engine.Infraction{Fault: xNotYours, Car: a.Car, By: engine.Car(s.mover), What: a.What, Clause: us4}
	}
	if a.Late {
		return &engine.Infraction{Fault: xNoClock, Car: a.Car, What: a.What}
	}
	switch {
	case a.What == wMode && s.step == sRoll:
		return r.says(d, a)
	case a.What == wRoll && s.step == sRoll:
		return r.rolls(d, a)
	case a.What == wTrouble && s.step == sTrouble:
		return r.trouble(d, a)
	case a.What == wMove && s.step == sMove:
		return r.moves(d, a)
	case a.What == wPitRoll && s.step == sPitRoll:
		return r.pitRoll(d, a)
	case a.What == wSettle && s.step == sSettle:
		return r.settles(d, a)
	}
	return notAsked(a)
}

func notAsked(a *engine.Answer) error {
	return &engine.Infraction{Fault: xNotAsked, Car: a.Car, What: a.What, N: a.Value}
}

// set sets a number quietly, where it changes.
func set(d *draft, f engine.Field, c engine.Car, is int64) {
	d.Change(engine.Event{Kind: kSays, Field: f, Car: c, Is: is})
}

// retires takes out a car whose driver gives up.
func (r *Race) retires(d *draft, a *engine.Answer) error {
	c := &d.S.car[a.Car-1]
	if c.status != running {
		return &engine.Infraction{Fault: xRetired, Car: a.Car, What: a.What, At: engine.Space(c.where), N: c.ended, Clause: us20}
	}
	d.Note(engine.Event{Kind: kGivesUp, Car: a.Car, At: c.at(), Clause: us20})
	r.goesOut(d, a.Car, byDriver)
	r.resume(d, func(engine.Car) bool { return false })
	return nil
}

// goesOut ends the race of a car. It stands where it is until the round ends (US-20); in the pits and before the start it is gone at once.
func (r *Race) goesOut(d *draft, me engine.Car, cause int64) {
	s := &d.S
	at := s.car[me-1].at()
	set(d, fStatus, me, out)
	set(d, fCause, me, cause)
	r.ends(d, me, int64(at))
	set(d, fEntry, me, 0)
	set(d, fClock, me, 0)
	if s.trial != 0 {
		set(d, fSpace, me, 0)
	}
}

// ends notes when and where the race of a car ended.
func (r *Race) ends(d *draft, me engine.Car, at int64) {
	set(d, fEnds, 0, d.S.ends+1)
	set(d, fNth, me, d.S.ends)
	set(d, fEnded, me, d.S.turn)
	set(d, fWhere, me, at)
	set(d, fWaits, me, 0)
	set(d, fForced, me, noStop)
}
