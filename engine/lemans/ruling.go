package lemans

import "boxstop/engine"

var ruled = engine.Ruled{Kind: kRuled, Fault: xRuled, Clause: lm32, Rank: fRank}

// rule plays a ruling out: all of its settings or none (LM-32). It first ends what is in progress for every car that it touches, and is
// refused only where the result cannot stand on the board.
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
		if x.Field == fGear && x.Is != 0 && r.k.cards[s.car[x.Car-1].card-1].speed[x.Is] == 0 {
			return &engine.Infraction{Fault: xNoGear, Car: x.Car, N: x.Is, Lo: 1, Hi: top, Clause: lm32}
		}
		if x.Field == fWet {
			is := int64(0)
			for si, at := range r.k.so {
				if at != 0 {
					is |= x.Is & (1 << si)
				}
			}
			set(d, fWet, 0, is)
		}
	}
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if touched.Car(c) {
			r.comesOrGoes(d, c, &before.car[c-1])
		}
	}
	if err := r.place(s); err != nil {
		return err
	}
	if touched.Order {
		engine.Reorder(d, fRank, a.Set, int(s.cars), func(c engine.Car) bool { return s.car[c-1].status == running })
	}
	if m := engine.Car(s.mover); s.step == sChance && (touched.Car(m) || r.inTheWay(s)) {
		r.cuts(d)
	}
	r.resume(d)
	return nil
}

// inTheWay reports whether a car stands on the path of the move in progress, or a chance is due there no more.
func (r *Race) inTheWay(s *state) bool {
	c := &s.car[s.mover-1]
	at := engine.Space(c.space)
	for p := engine.Path(s.path); p != 0; p >>= 3 {
		at = r.k.places[at].To[p&7]
		if r.stands(s, at, engine.Car(s.mover)) != 0 && (s.pitFull == 0 || !r.k.grey[at]) {
			return true
		}
	}
	_, _, dice := r.chance(s)
	return dice < 1
}

// cuts ends the move in progress where the car stands.
func (r *Race) cuts(d *draft) {
	s := &d.S
	me := engine.Car(s.mover)
	c := &s.car[me-1]
	r.drops(d, me)
	if c.status == running {
		set(d, fMoved, me, s.turn<<4|s.movers()+1)
		set(d, fFollow, me, 0)
		r.loosens(d, me)
	}
}

// comesOrGoes makes what else follows from a ruling on one car: a car put on a space runs again, a car taken out is lifted, and one that
// stands elsewhere stands neither in the pits nor spun out.
func (r *Race) comesOrGoes(d *draft, me engine.Car, was *car) {
	c := &d.S.car[me-1]
	grid := d.S.step == sDraw || d.S.step == sGrid
	switch {
	case c.status != running && was.status != running && c.space != 0 && was.space != c.space:
		d.Set(engine.Event{Kind: kRuled, Field: fStatus, Car: me, Is: running, Clause: lm32})
	case c.status == running && was.status == running && c.space == 0 && was.space != 0:
		d.Set(engine.Event{Kind: kRuled, Field: fStatus, Car: me, Is: out, Clause: lm32})
	}
	switch {
	case c.status == running && was.status != running:
		set(d, fEnded, me, 0)
		set(d, fNth, me, 0)
		set(d, fCause, me, noCause)
		if c.space == 0 && !grid {
			d.Set(engine.Event{Kind: kRuled, Field: fSpace, Car: me, Is: c.where, Clause: lm32})
		}
		set(d, fWhere, me, 0)
	case c.status != running && was.status == running:
		if c.space == 0 {
			d.Change(engine.Event{Kind: kRuled, Field: fSpace, Car: me, Is: was.space, Clause: lm32})
		}
		set(d, fFollow, me, 0)
		r.loosens(d, me)
		if c.status == finished && d.S.end == 0 {
			set(d, fEnds, 0, d.S.ends+1)
			set(d, fNth, me, d.S.ends)
			set(d, fEnded, me, d.S.turn)
			set(d, fWhere, me, c.space)
			set(d, fStopped, me, 0)
			set(d, fSpun, me, 0)
			break
		}
		if c.status != finished {
			set(d, fCause, me, byRuling)
		}
		r.lift(d, me)
	case c.status != running && c.space != 0 && c.space != was.space:
		set(d, fWhere, me, c.space)
		if c.status != finished || d.S.end != 0 {
			d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: me})
		}
	}
	if c.space != was.space {
		set(d, fStall, me, 0)
		set(d, fSpun, me, 0)
		set(d, fInPit, me, 0)
		set(d, fMissing, me, 0)
		set(d, fRolled, me, 0)
		if c.status == running && c.follow != 0 {
			r.loose(d, me, engine.Car(c.follow))
		}
		r.loosens(d, me)
	}
	if c.waits == 0 && was.waits != 0 || c.status != running {
		set(d, fWaits, me, 0)
	}
}

// place reports what cannot stand on the board: a car that runs on no space, or two where one fits (LM-8).
func (r *Race) place(s *state) *engine.Infraction {
	for i := range s.cars {
		c, me := &s.car[i], engine.Car(i+1)
		if c.status != running || c.space == 0 && (s.step == sDraw || s.step == sGrid) {
			continue
		}
		if c.space <= 0 || c.space >= int64(len(r.k.places)) || r.k.rear(c.space) == 0 && c.stall == 0 {
			return &engine.Infraction{Fault: xNoSpace, Car: me, N: c.space, Clause: lm32}
		}
		if c.stall != 0 {
			continue
		}
		for j := range i {
			o := &s.car[j]
			if o.status != running || o.stall != 0 || o.space == 0 {
				continue
			}
			for _, x := range [2]engine.Space{engine.Space(c.space), r.k.rear(c.space)} {
				if (x == engine.Space(o.space) || x == r.k.rear(o.space)) && r.k.places[x].Capacity != 0 {
					return &engine.Infraction{Fault: xFull, Car: me, By: engine.Car(j + 1), At: x, N: 2, Hi: 1, Clause: lm8}
				}
			}
		}
	}
	return nil
}

// resume goes on after a ruling or with a car that joined: to an answer that the race accepts, or to its end.
func (r *Race) resume(d *draft) {
	s := &d.S
	any := false
	for i := range s.cars {
		any = any || s.car[i].status == running
	}
	switch {
	case s.step == sOver && !any:
	case any && s.step == sDraw:
	case any && s.step == sGrid:
		r.settle(d)
	case s.step == sChance && any:
	default:
		set(d, fStep, 0, sMove)
		for i := range s.cars { // a leader that moved before its follower was put elsewhere
			me := engine.Car(i + 1)
			if l := s.car[i].follow; l > 0 && l != i+1 && s.car[i].status == running && s.hasMoved(&s.car[l-1]) && !s.hasMoved(&s.car[i]) && !r.viable(s, me) {
				r.loose(d, me, engine.Car(l))
			}
		}
		set(d, fMust, 0, 0)
		r.onward(d)
	}
}

// joins lets a latecomer join (TB-16): with the first card that is left over, on the grid's last place or behind the last car, in that
// car's lap, from rest, moving last in this turn.
func (r *Race) joins(d *draft, a *engine.Answer) error {
	s := &d.S
	switch {
	case s.cars >= maxCars || s.cars >= int64(len(r.k.cards)):
		return &engine.Infraction{Fault: xJoinCars, Car: a.Car, N: s.cars, Hi: maxCars, Clause: lm1}
	case int64(a.Car) != s.cars+1:
		return &engine.Infraction{Fault: xJoinNumber, Car: a.Car, N: int64(a.Car), Lo: s.cars + 1, Hi: s.cars + 1, Clause: lm1}
	case s.step == sOver:
		return &engine.Infraction{Fault: xOver, Car: a.Car, Clause: lm23}
	}
	me, seat := a.Car, int64(0)
	card := int64(1)
	for r.carded(s, card) {
		card++
	}
	at, lap := r.lastPlace(s)
	for _, x := range a.Set {
		if x.Car != me {
			return &engine.Infraction{Fault: xRuled, Car: x.Car, N: x.Is, Clause: lm32}
		}
		switch x.Field {
		case fSpace:
			at = x.Is
		case fLap:
			lap = min(max(0, x.Is), s.laps)
		case fCard:
			if x.Is < 1 || x.Is > int64(len(r.k.cards)) || r.carded(s, x.Is) {
				return &engine.Infraction{Fault: xRuled, Car: me, N: x.Is, Lo: 1, Hi: int64(len(r.k.cards)), Clause: lm1}
			}
			card = x.Is
		case fSeat:
			if seat = x.Is; seat == int64(me) {
				seat = 0
			}
		}
	}
	rank := int64(1)
	for i := range s.cars {
		rank = max(rank, s.car[i].rank+1)
	}
	set(d, fCars, 0, s.cars+1)
	set(d, fSeat, me, seat)
	set(d, fCard, me, card)
	set(d, fBrakes, me, s.allowance(&r.k.cards[card-1]))
	if s.revving != 0 {
		set(d, fRevs, me, freeRevs)
	}
	if s.step == sDraw || s.step == sGrid {
		d.Note(engine.Event{Kind: kJoins, Car: me, Clause: lm1})
		return nil
	}
	set(d, fLap, me, lap)
	set(d, fRank, me, rank)
	d.Set(engine.Event{Kind: kJoins, Field: fSpace, Car: me, Is: at, Clause: lm1})
	if err := r.place(s); err != nil {
		return err
	}
	if s.step == sChance && r.inTheWay(s) {
		r.cuts(d)
	}
	r.resume(d)
	return nil
}

// carded reports whether a car has a card already.
func (r *Race) carded(s *state, card int64) bool {
	for i := range s.cars {
		if s.car[i].card == card {
			return true
		}
	}
	return false
}

// lastPlace is where a latecomer begins: in the first turn on the next grid place, else on the first two free spaces behind the last car.
func (r *Race) lastPlace(s *state) (space, lap int64) {
	free := func(at engine.Space) bool {
		return r.stands(s, at, 0) == 0 && r.stands(s, r.k.places[at].Behind, 0) == 0
	}
	if at := r.k.grid[min(s.cars, maxCars-1)]; s.turn == 1 && free(at) {
		return int64(at), r.firstLap(at)
	}
	var last *car
	for i := range s.cars {
		c := &s.car[i]
		if c.status == running && c.space != 0 && !r.k.grey[c.space] && (last == nil || r.k.distance(c) < r.k.distance(last)) {
			last = c
		}
	}
	if last == nil {
		at := r.k.grid[0]
		for range r.k.places {
			if free(at) {
				break
			}
			at = r.k.places[at].Behind
		}
		return int64(at), r.firstLap(at)
	}
	at, lap := engine.Space(last.space), last.lap
	for range r.k.places {
		was := at
		if at = r.k.places[at].Behind; r.k.places[at].Front > r.k.places[was].Front {
			lap = max(0, lap-1)
		}
		if free(at) {
			break
		}
	}
	return int64(at), lap
}
