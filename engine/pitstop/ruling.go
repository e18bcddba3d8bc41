package pitstop

import "boxstop/engine"

var ruled = engine.Ruled{Kind: kRuled, Switched: kSwitched, Fault: xRuled, Clause: ps21, Rank: fRank}

// rule plays a ruling out: all of its settings or none (PS-21). It ends what is in progress for the cars that it touches and keeps what
// they declared. It is refused only where the result cannot stand on the board.
func (r *Race) rule(d *draft, a *engine.Answer) error {
	s := &d.S
	if a.Join {
		return r.joins(d, a)
	}
	before := *s
	touched, err := engine.Rule(d, &ruled, a.Set, int(s.cars))
	if err != nil {
		return err
	}
	for _, x := range a.Set {
		if full := r.full(x.Field); full > 0 && x.Is > full {
			return &engine.Infraction{Fault: xRuled, Car: x.Car, N: x.Is, Hi: full, Clause: ps21}
		}
	}
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if touched.Car(c) {
			r.comesOrGoes(d, c, &before.car[c-1])
		}
	}
	if err := r.stands(s); err != nil {
		return err
	}
	if touched.Order {
		engine.Reorder(d, fRank, a.Set, int(s.cars), func(c engine.Car) bool { return s.car[c-1].status == running })
	}
	r.resume(d, touched)
	return nil
}

// full is the end of a scale (PS-1); 0: no scale.
func (r *Race) full(f engine.Field) int64 {
	switch f {
	case fTyres:
		return r.k.tyres
	case fFuel:
		return r.k.fuel
	}
	return 0
}

// comesOrGoes makes what else follows from a ruling on one car: a car put on a space runs again, a car taken out is lifted.
func (r *Race) comesOrGoes(d *draft, me engine.Car, was *car) {
	c := &d.S.car[me-1]
	switch {
	case c.status != running && was.status != running && c.space != 0 && was.space == 0:
		d.Set(engine.Event{Kind: kRuled, Field: fStatus, Car: me, Is: running, Clause: ps21})
	case c.status == running && was.status == running && c.space == 0 && was.space != 0:
		d.Set(engine.Event{Kind: kRuled, Field: fStatus, Car: me, Is: out, Clause: ps21})
	}
	switch {
	case c.status == running && was.status != running:
		set(d, fEnded, me, 0)
		set(d, fNth, me, 0)
		set(d, fCause, me, noCause)
		if c.space == 0 && d.S.step < sDraw || c.space == 0 && d.S.step > sGrid {
			d.Set(engine.Event{Kind: kRuled, Field: fSpace, Car: me, Is: c.where, Clause: ps21})
		}
		set(d, fWhere, me, 0)
	case c.status != running && was.status == running:
		if c.status == out {
			set(d, fCause, me, byRuling)
		}
		at := c.space
		if at == 0 {
			at = was.space
		}
		r.lift(d, me, at)
	case c.status != running && c.status != was.status:
		cause := noCause
		if c.status == out {
			cause = byRuling
		}
		set(d, fCause, me, cause)
		r.lift(d, me, c.where)
	case c.status != running && c.space != 0:
		set(d, fWhere, me, c.space)
		d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: me})
	}
}

// stands reports what cannot stand on the board: a car that runs on no cell, four cars in one (PS-12).
func (r *Race) stands(s *state) error {
	for i := range s.cars {
		c, me := &s.car[i], engine.Car(i+1)
		if c.status != running || c.space == 0 && (s.step == sDraw || s.step == sGrid) {
			continue
		}
		if c.space <= 0 || c.space >= int64(len(r.k.cell)) || r.k.cell[c.space] < 0 {
			return &engine.Infraction{Fault: xNoSpace, Car: me, N: c.space, Clause: ps21}
		}
		if c.space == int64(r.k.pit) {
			continue
		}
		n, other := int64(1), engine.Car(0)
		for j := range s.cars {
			if o := &s.car[j]; j != i && o.status == running && o.space == c.space {
				n++
				if other == 0 {
					other = engine.Car(j + 1)
				}
			}
		}
		if n > capacity {
			return &engine.Infraction{Fault: xFull, Car: me, By: other, At: engine.Space(c.space), N: n, Hi: capacity, Clause: ps12}
		}
	}
	return nil
}

// resume goes on after a ruling, a retirement or a car that joined: to an answer that the race accepts, or to its end.
func (r *Race) resume(d *draft, touched engine.Touched) {
	s := &d.S
	any := false
	for i := range s.cars {
		any = any || s.car[i].status == running
	}
	if !any {
		set(d, fMover, 0, 0)
		set(d, fSaid, 0, unsaid)
		set(d, fStep, 0, sOver)
		return
	}
	r.uncall(d)
	switch s.step {
	case sDraw:
		return
	case sGrid:
		r.gridGroups(d)
		return
	case sKinds:
		r.reveal(d)
		return
	case sOver:
		r.onward(d)
		return
	}
	c := &s.car[s.mover-1]
	me := engine.Car(s.mover)
	switch {
	case c.status != running:
		r.onward(d)
	case s.step == sRoll || s.step == sService || s.step == sPitRoll && (c.space != int64(r.k.pit) || c.served != 0):
		if s.step == sRoll && !touched.Car(me) && !touched.Order {
			return
		}
		if s.step != sRoll {
			set(d, fService, 0, noService)
		}
		said := s.said
		r.onward(d)
		if s.step == sRoll && s.mover == int64(me) && said != unsaid {
			set(d, fSaid, 0, said)
		}
	case !touched.Car(me) || s.step == sPitRoll:
	case c.space == int64(r.k.pit):
		set(d, fGear, me, 1)
		r.next(d)
	case s.step != sGear: // a path half driven, a second roll: the rest of it is lost
		set(d, fStep, 0, sGear)
	}
}

// uncall takes back calls whose leader no longer stands where it must, and then those on whoever called it (PS-19).
func (r *Race) uncall(d *draft) {
	for d.S.step < sDraw && r.uncallOne(d) {
	}
}

func (r *Race) uncallOne(d *draft) bool {
	s := &d.S
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		o := &s.car[c-1]
		if o.called != s.turn || o.follow == 0 || o.moved == s.turn || int64(c) == s.mover {
			continue
		}
		l := &s.car[o.follow-1]
		if l.moved == s.turn || int64(o.follow) == s.mover && s.step != sRoll {
			continue // it drives or drove: what it towed holds
		}
		if r.mayFollow(s, c, engine.Car(o.follow)).Fault != noFault {
			d.Set(engine.Event{Kind: kAlone, Field: fFollow, Car: c, By: engine.Car(o.follow), Clause: ps19})
			set(d, fCalled, c, 0)
			return true
		}
	}
	return false
}

// joins lets a latecomer join (TB-16): with full scales in 1st gear, on the last place of the grid or behind the last car, in its lap,
// moving last in this turn.
func (r *Race) joins(d *draft, a *engine.Answer) error {
	s := &d.S
	switch {
	case s.cars >= maxCars:
		return &engine.Infraction{Fault: xJoinCars, Car: a.Car, N: s.cars, Hi: maxCars, Clause: ps1}
	case int64(a.Car) != s.cars+1:
		return &engine.Infraction{Fault: xJoinNumber, Car: a.Car, N: int64(a.Car), Lo: s.cars + 1, Hi: s.cars + 1, Clause: ps1}
	case s.step == sOver:
		return &engine.Infraction{Fault: xOver, Car: a.Car, Clause: ps15}
	}
	me := a.Car
	at, lap := r.lastPlace(s)
	seat, kind := int64(0), int64(hard)
	for _, x := range a.Set {
		if x.Car != me {
			return &engine.Infraction{Fault: xRuled, Car: x.Car, N: x.Is, Clause: ps21}
		}
		switch x.Field {
		case fSpace:
			if x.Is <= 0 || x.Is >= int64(len(r.k.cell)) || r.k.cell[x.Is] < 0 {
				return &engine.Infraction{Fault: xNoSpace, Car: me, N: x.Is, Clause: ps21}
			}
			at = x.Is
		case fLap:
			lap = min(max(0, x.Is), laps)
		case fKind:
			kind = min(max(hard, x.Is), soft)
		case fSeat:
			seat = x.Is
			if seat == int64(me) {
				seat = 0
			}
		}
	}
	if s.step == sDraw || s.step == sGrid {
		at = 0
	}
	rank := int64(1)
	for i := range s.cars {
		rank = max(rank, s.car[i].rank+1)
	}
	if s.step == sGrid {
		rank = s.cars + 1
	}
	if s.step == sDraw {
		rank = 1
	}
	set(d, fCars, 0, s.cars+1)
	set(d, fGear, me, 1)
	set(d, fTyres, me, r.k.tyres)
	set(d, fFuel, me, r.k.fuel)
	set(d, fRank, me, rank)
	set(d, fLap, me, lap)
	set(d, fSeat, me, seat)
	set(d, fKind, me, kind)
	d.Set(engine.Event{Kind: kJoins, Field: fSpace, Car: me, Is: at, Clause: ps1})
	if err := r.stands(s); err != nil {
		return err
	}
	r.resume(d, engine.Touched{})
	return nil
}

// lastPlace is where a latecomer begins: on the last place of the grid in the first turn, else on the first cell with room behind the
// last car.
func (r *Race) lastPlace(s *state) (space, lap int64) {
	k := r.k
	if s.turn == 1 {
		for p := int(s.cars) + 1; ; p++ {
			at := k.gridSpace(p)
			if r.room(s, at) {
				return int64(at), k.gridLap(at)
			}
			if (p-1)/2 >= len(k.grid)-1 {
				break
			}
		}
	}
	last := -1
	for i := range s.cars {
		c := &s.car[i]
		if c.status == running && (last < 0 || r.key(c) < r.key(&s.car[last])) {
			last = int(i)
		}
	}
	cell, lap := k.cells-1, int64(1)
	if last >= 0 {
		cell, lap = int(k.cell[s.car[last].space]), s.car[last].lap
	}
	for range k.cells {
		if cell--; cell < 0 {
			cell = k.cells - 1
			lap = max(0, lap-1)
		}
		if r.room(s, k.at[cell]) {
			break
		}
	}
	return int64(k.at[cell]), lap
}

// room reports whether one more car fits on a cell.
func (r *Race) room(s *state, at engine.Space) bool {
	n := 0
	for i := range s.cars {
		if c := &s.car[i]; c.status == running && c.space == int64(at) {
			n++
		}
	}
	return n < capacity
}

// retires takes a car out whose driver gave up (TB-11): it is classified by its distance (PS-15).
func (r *Race) retires(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	if c.status != running {
		return &engine.Infraction{Fault: xRetired, Car: a.Car, What: a.What, At: engine.Space(c.where), N: c.ended, Clause: ps15}
	}
	at := c.space
	r.goesOut(d, a.Car, engine.Event{Kind: kGivesUp, At: engine.Space(at), Clause: ps15}, byDriver)
	r.resume(d, engine.Touches(a.Car))
	return nil
}
