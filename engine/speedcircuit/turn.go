package speedcircuit

import "boxstop/engine"

// ends ends the move of a car, and the turn with the last one.
func (r *Race) ends(d *draft, me engine.Car) {
	set(d, fMoved, me, d.S.turn)
	r.onward(d)
}

// onward goes on to the next car that moves, to the next turn, or to the end of the race: with the turn in which a car completes the last
// lap, or when no car runs any more (SC-22).
func (r *Race) onward(d *draft) {
	s := &d.S
	any, home := false, false
	for i := range s.cars {
		c := &s.car[i]
		any = any || c.status == running
		home = home || c.lap > s.laps && c.status != out
	}
	switch {
	case !any && !home:
		set(d, fStep, 0, sOver)
		d.Note(engine.Event{Kind: kOver, Clause: sc22})
	case any && s.mover() != 0:
	case home:
		r.finish(d)
	default:
		r.newTurn(d)
	}
}

// newTurn asks all drivers for their speeds (SC-5). Where every car is under SC-18 nobody has one to set.
func (r *Race) newTurn(d *draft) {
	s := &d.S
	d.Set(engine.Event{Kind: kTurn, Field: fTurn, Is: s.turn + 1, Clause: sc5})
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		set(d, fFollow, c, 0)
	}
	set(d, fStep, 0, sSpeed)
	r.shows(d)
}

// finish ends the race: every car that still runs is classified (SC-22).
func (r *Race) finish(d *draft) {
	s := &d.S
	var stands [maxCars]engine.Stand
	for _, st := range r.standsOf(stands[:0], s) {
		c := &s.car[st.Car-1]
		if c.status != running {
			continue
		}
		kind := kPlaced
		if c.lap > s.laps {
			kind = kFinishes
		}
		d.Set(engine.Event{Kind: kind, Field: fStatus, Car: st.Car, Is: finished, N: int64(st.Place), Clause: sc22})
		set(d, fEnds, 0, s.ends+1)
		set(d, fNth, st.Car, s.ends)
		set(d, fEnded, st.Car, s.turn)
		set(d, fWhere, st.Car, c.space)
		set(d, fSpun, st.Car, 0)
		hush(d, fNext, st.Car)
		hush(d, fChoice, st.Car)
	}
	set(d, fStep, 0, sOver)
}
