package usac

import "boxstop/engine"

var ruled = engine.Ruled{Kind: kRuled, Switched: kSwitched, Fault: xRuled, Clause: us26, Rank: fRank}

// rule plays a ruling out: all of its settings or none (US-26). It ends what is in progress for the cars that it touches. It is refused
// only where the result cannot stand on the board.
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
		if x.Field == fCard && x.Is >= int64(len(r.k.cards)) {
			return &engine.Infraction{Fault: xRuled, Car: x.Car, N: x.Is, Hi: int64(len(r.k.cards) - 1), Clause: us26}
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
	r.resume(d, func(c engine.Car) bool { return touched.Car(c) || touched.Order })
	return nil
}

// comesOrGoes makes what else follows from a ruling on one car: put on a space it runs again and is in no pit, given a pit space it leaves
// the track, taken out it stands where it is until the round ends.
func (r *Race) comesOrGoes(d *draft, me engine.Car, was *car) {
	s := &d.S
	c := &s.car[me-1]
	moved, pits := c.space != was.space, c.clock != was.clock
	switch {
	case c.status == was.status && c.status != running && (moved && c.space != 0 || pits && c.clock > 0):
		set(d, fStatus, me, running)
	case c.status == running && was.status == running && moved && c.space == 0 && c.clock == 0 && s.step != sDraw && s.trial == 0:
		set(d, fStatus, me, out)
	}
	if c.status != running {
		at := c.at()
		if at == 0 {
			at = was.at()
		}
		if was.status == running || c.status != was.status {
			set(d, fCause, me, byRuling)
			if c.status == finished {
				set(d, fCause, me, noCause)
			}
			r.ends(d, me, int64(at))
			set(d, fEntry, me, 0)
			set(d, fClock, me, 0)
		}
		d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: me, At: at})
		return
	}
	if was.status != running {
		set(d, fEnded, me, 0)
		set(d, fNth, me, 0)
		set(d, fCause, me, noCause)
		if s.winner == int64(me) {
			set(d, fWinner, 0, 0)
		}
		if c.space == 0 && c.clock == 0 && s.step != sDraw && s.trial == 0 {
			d.Change(engine.Event{Kind: kRuled, Field: fSpace, Car: me, Is: c.where, Clause: us26})
		}
		set(d, fWhere, me, 0)
	}
	switch {
	case s.trial != 0 || s.step == sDraw:
	case pits && c.clock > 0:
		if c.entry == 0 {
			at := max(c.space, was.space, was.where)
			if at == 0 {
				at = int64(r.k.line)
			}
			set(d, fEntry, me, int64(r.k.nextEntry(engine.Space(at))))
		}
		set(d, fArrived, me, s.turn)
		set(d, fSpace, me, 0)
	case c.space != 0:
		set(d, fEntry, me, 0)
		set(d, fClock, me, 0)
	}
}

// stands reports what cannot stand on the board: a car that runs on no space, two cars on one (US-9).
func (r *Race) stands(s *state) error {
	var on [mostSpaces]engine.Car
	for i := range s.cars {
		c, me := &s.car[i], engine.Car(i+1)
		if c.space == 0 {
			if c.status == running && c.clock == 0 && s.step != sDraw && s.trial == 0 {
				return &engine.Infraction{Fault: xNoSpace, Car: me, Clause: us26}
			}
			if c.clock > 0 && c.entry == 0 {
				return &engine.Infraction{Fault: xNoSpace, Car: me, Clause: us26}
			}
			continue
		}
		if c.space < 0 || c.space >= int64(len(r.k.places)) {
			return &engine.Infraction{Fault: xNoSpace, Car: me, N: c.space, Clause: us26}
		}
		if s.trial != 0 && s.mover != int64(me) || s.step == sDraw {
			return &engine.Infraction{Fault: xNotStanding, Car: me, Clause: us2}
		}
		if o := on[c.space]; o != 0 {
			return &engine.Infraction{Fault: xFull, Car: me, By: o, At: engine.Space(c.space), N: 2, Hi: 1, Clause: us9}
		}
		on[c.space] = me
	}
	return nil
}

// resume goes on after a ruling, a retirement or a car that joined: to an answer that the race accepts, or to its end.
func (r *Race) resume(d *draft, touched func(engine.Car) bool) {
	s := &d.S
	any := false
	for i := range s.cars {
		any = any || s.car[i].status == running
	}
	switch {
	case !any:
		r.over(d)
		return
	case s.step == sDraw:
		return
	case s.trial != 0:
		me := engine.Car(s.mover)
		if c := &s.car[me-1]; c.status != running || touched(me) || s.step == sMove && !r.canMove(s, me) {
			if c.status == running {
				r.timed(d, me) // the lap is run anew
				set(d, fDone, me, c.laps-1)
			}
			r.tries(d)
		}
		return
	case s.step == sOver:
		set(d, fWinner, 0, 0)
		set(d, fStep, 0, sRoll)
		r.onward(d)
		return
	}
	me := engine.Car(s.mover)
	switch c := &s.car[me-1]; {
	case c.status != running:
		r.onward(d)
	case touched(me) && s.step == sRoll:
		said := c.said
		r.onward(d)
		if s.mover == int64(me) && s.step == sRoll {
			set(d, fSaid, me, said)
		}
	case touched(me) || s.step == sMove && !r.canMove(s, me):
		r.next(d)
	case s.step == sRoll && c.clock > 0 && r.exit(s) == 0:
		r.onward(d)
	}
}

// joins lets a latecomer join (TB-16): with all its stops to make, behind the last car, in its lap, moving last in this round.
func (r *Race) joins(d *draft, a *engine.Answer) error {
	s := &d.S
	switch {
	case s.cars >= maxCars:
		return &engine.Infraction{Fault: xJoinCars, Car: a.Car, N: s.cars, Hi: maxCars, Clause: us1}
	case int64(a.Car) != s.cars+1:
		return &engine.Infraction{Fault: xJoinNumber, Car: a.Car, N: int64(a.Car), Lo: s.cars + 1, Hi: s.cars + 1, Clause: us1}
	case s.step == sOver:
		return &engine.Infraction{Fault: xOver, Car: a.Car, Clause: us23}
	}
	me := a.Car
	at, lap := r.lastPlace(s)
	card, seat := int64(me-1)%int64(len(r.k.cards)), int64(0)
	for _, x := range a.Set {
		bad := x.Car != me
		switch x.Field {
		case fSpace:
			at = x.Is
			bad = bad || x.Is <= 0 || x.Is >= int64(len(r.k.places))
		case fLap:
			lap = min(max(0, x.Is), s.laps)
		case fCard:
			card = x.Is
			bad = bad || x.Is < 0 || x.Is >= int64(len(r.k.cards))
		case fSeat:
			if seat = x.Is; seat == int64(me) {
				seat = 0
			}
		}
		if bad {
			return &engine.Infraction{Fault: xRuled, Car: x.Car, N: x.Is, Clause: us26}
		}
	}
	rank := int64(1)
	for i := range s.cars {
		rank = max(rank, s.car[i].rank+1)
	}
	if s.trial != 0 || s.step == sDraw {
		at, lap = 0, 0
	}
	set(d, fCars, 0, s.cars+1)
	set(d, fCard, me, card)
	set(d, fSeat, me, seat)
	set(d, fStops, me, mandatory(s.miles))
	set(d, fRank, me, min(rank, maxCars))
	set(d, fLap, me, lap)
	d.Set(engine.Event{Kind: kJoins, Field: fSpace, Car: me, Is: at, Clause: us1})
	if s.step == sDraw && s.trial != 0 { // it qualifies before lots are drawn
		r.tries(d)
	}
	if err := r.stands(s); err != nil {
		return err
	}
	r.resume(d, func(engine.Car) bool { return false })
	return nil
}

// lastPlace is where a latecomer begins: the first free space behind the last car, in the inside lane.
func (r *Race) lastPlace(s *state) (space, lap int64) {
	last := (*car)(nil)
	for i := range s.cars {
		if c := &s.car[i]; c.status == running && c.at() != 0 && (last == nil || r.ahead(last, c)) {
			last = c
		}
	}
	at := r.k.line
	if last != nil {
		at, lap = r.k.level(last.at(), r.k.inside), last.lap
	}
	for range len(r.k.places) {
		o := r.k.places[at].Behind
		if o == 0 {
			break
		}
		if r.k.wraps(o, at) {
			lap = max(0, lap-1)
		}
		if at = o; r.on(s, at) == 0 {
			break
		}
	}
	return int64(at), lap
}
