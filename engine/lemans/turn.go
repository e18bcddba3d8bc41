package lemans

import "boxstop/engine"

// onward goes on to the next car that a person moves, to the next turn, or to the end of the race (LM-3, LM-4, LM-23).
func (r *Race) onward(d *draft) {
	s := &d.S
	for {
		any := false
		for i := range s.cars {
			any = any || s.car[i].status == running
		}
		if !any {
			r.closes(d)
			return
		}
		me := s.next()
		if me == 0 {
			if r.turns(d) {
				return
			}
			continue
		}
		c := &s.car[me-1]
		switch {
		case c.waits > 0: // another turn in the pits (LM-19)
			d.Set(engine.Event{Kind: kWaits, Field: fWaits, Car: me, Is: c.waits - 1, N: c.waits, Clause: lm19})
			r.passesBy(d, me)
		case c.stall != 0 && r.boxedIn(s, me): // another one stands on the grey space (LM-31)
			d.Note(engine.Event{Kind: kStands, Car: me, By: r.stands(s, engine.Space(c.space), me), At: engine.Space(c.space), Clause: lm31})
			r.passesBy(d, me)
		default:
			set(d, fStep, 0, sMove)
			if s.solitaire != 0 && s.must == 0 && c.follow <= 0 && r.either(s, me) {
				set(d, fStep, 0, sMust)
			}
			return
		}
	}
}

// passesBy ends the move of a car that stands.
func (r *Race) passesBy(d *draft, me engine.Car) {
	set(d, fMoved, me, d.S.turn<<4|d.S.movers()+1)
	set(d, fFollow, me, 0)
	r.tail(d, me)
}

func (r *Race) boxedIn(s *state, me engine.Car) bool {
	list := r.all(s, me, covers)
	return len(list) == 1 && list[0].path == 0
}

// turns ends a turn. It reports whether the race is over with it.
func (r *Race) turns(d *draft) bool {
	s := &d.S
	home, left := false, false
	for i := range s.cars {
		c := &s.car[i]
		if c.status == running {
			home = home || c.lap > s.laps
			left = left || c.lap <= s.laps
		}
	}
	switch {
	case home && s.end == 0 || home && !left:
		r.finish(d, true)
		return true
	case home:
		r.finish(d, false)
	}
	r.newTurn(d)
	return false
}

// newTurn orders the cars anew, and fixes which count as stopped (LM-3, LM-4).
func (r *Race) newTurn(d *draft) {
	s := &d.S
	d.Set(engine.Event{Kind: kTurn, Field: fTurn, Is: s.turn + 1, Clause: lm3})
	r.order(d)
	for i := range s.cars {
		me := engine.Car(i + 1)
		set(d, fStill, me, s.car[i].stopped)
		set(d, fFollow, me, 0)
		set(d, fOnly, me, 0)
	}
}

// order ranks the cars that run: furthest ahead first, level cars as they moved in the turn before, else inside first (LM-3).
func (r *Race) order(d *draft) {
	s := &d.S
	var list [maxCars]int64
	n := 0
	for i := range s.cars {
		if s.car[i].status != running {
			continue
		}
		j := n
		for j > 0 && r.leads(s, i, list[j-1]) {
			list[j] = list[j-1]
			j--
		}
		list[j] = i
		n++
	}
	for k, i := range list[:n] {
		d.Change(engine.Event{Kind: kRanks, Field: fRank, Car: engine.Car(i + 1), Is: int64(k + 1), Clause: lm3})
	}
}

// leads reports whether a car stands before another in the order.
func (r *Race) leads(s *state, i, j int64) bool {
	a, b := &s.car[i], &s.car[j]
	if x, y := r.k.distance(a), r.k.distance(b); x != y {
		return x > y
	}
	if x, y := a.moved, b.moved; x != y && x>>4 == y>>4 {
		return x < y
	}
	if x, y := r.k.inside[a.space], r.k.inside[b.space]; x != y {
		return x < y
	}
	return a.rank < b.rank
}

// finish classifies the cars that are home, or with the winner's turn all that run (LM-23).
func (r *Race) finish(d *draft, all bool) {
	s := &d.S
	var stands [maxCars]engine.Stand
	for _, st := range r.standsOf(stands[:0], s) {
		me := st.Car
		c := &s.car[me-1]
		if c.status != running || c.lap <= s.laps && !all {
			continue
		}
		kind := kPlaced
		if c.lap > s.laps {
			kind = kFinishes
		}
		d.Set(engine.Event{Kind: kind, Field: fStatus, Car: me, Is: finished, N: int64(st.Place), Clause: lm23})
		set(d, fEnds, 0, s.ends+1)
		set(d, fNth, me, s.ends)
		set(d, fEnded, me, s.turn)
		set(d, fWhere, me, c.space)
		set(d, fFollow, me, 0)
		if s.end != 0 { // it leaves the board when its turn is over
			d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: me})
		}
	}
	if all {
		set(d, fStep, 0, sOver)
	}
}

// closes ends a race in which no car runs any more.
func (r *Race) closes(d *draft) {
	if d.S.step == sOver {
		return
	}
	set(d, fStep, 0, sOver)
	d.Note(engine.Event{Kind: kOver, Clause: lm23})
}

// lift takes a car off the board and notes when and where its race ended. Its place in the turn is given up.
func (r *Race) lift(d *draft, me engine.Car) {
	s := &d.S
	c := &s.car[me-1]
	set(d, fEnds, 0, s.ends+1)
	set(d, fNth, me, s.ends)
	set(d, fEnded, me, s.turn)
	if c.space != 0 {
		set(d, fWhere, me, c.space)
	}
	set(d, fStopped, me, 0)
	set(d, fSpun, me, 0)
	set(d, fStall, me, 0)
	d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: me})
}
