package speedcircuit

import "boxstop/engine"

// deal gives a car a performance card and its grid place (SC-1). With an advanced preparation the card deals the place alone (SC-2).
func (r *Race) deal(d *draft, me engine.Car, card int) {
	s := &d.S
	k := r.k.cards[card-1]
	if s.prep != 0 {
		k = spec{lowestSpec[0], lowestSpec[1], lowestSpec[2], lowestSpec[3], lowestSpec[4]}
	}
	at := r.k.grid[card-1]
	d.Set(engine.Event{Kind: kLinesUp, Field: fSpace, Car: me, Is: int64(at), N: int64(card), Clause: sc1})
	set(d, fCard, me, int64(card))
	r.fit(d, me, k)
	set(d, fLap, me, r.k.gridLap(at))
}

// fit gives a car its specifications, and a full allowance of wear for all laps (SC-3).
func (r *Race) fit(d *draft, me engine.Car, k spec) {
	set(d, fStart, me, k.start)
	set(d, fAccel, me, k.accel)
	set(d, fDecel, me, k.decel)
	set(d, fTop, me, k.top)
	set(d, fAllow, me, k.wear*d.S.laps)
	set(d, fWear, me, k.wear*d.S.laps)
}

// gridLap is 0 behind the line, from where the first crossing completes no lap (SC-26).
func (k *course) gridLap(s engine.Space) int64 {
	if k.places[s].Front > k.board.Lap/2 {
		return 0
	}
	return 1
}

// drawn deals the cards in the order that was drawn: the first car has card A. What is left over are the last cards.
func (r *Race) drawn(d *draft, a *engine.Answer) error {
	if err := engine.Drawn(a, int(r.s.cars), r.runs, xDraw, sc1); err != nil {
		return err
	}
	for i, c := range a.Order {
		r.deal(d, c, i+1)
	}
	r.lined(d)
	return nil
}

// lined goes on from cars on the grid: to the first specification (SC-2), or to the first turn.
func (r *Race) lined(d *draft) {
	if d.S.prep != 0 {
		set(d, fStep, 0, sBegin)
		return
	}
	r.green(d)
}

// green begins the first turn: every car drives at its start speed exactly (SC-4).
func (r *Race) green(d *draft) {
	s := &d.S
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if o := &s.car[c-1]; o.status == running {
			d.Change(engine.Event{Kind: kShows, Field: fSpeed, Car: c, Is: o.start, Clause: sc4})
			set(d, fLast, c, o.start)
		}
	}
	r.order(d, sc4)
	r.opens(d)
}

// spec is a specification of a car by its place in the order of choosing.
var specFields = [5]engine.Field{fStart, fAccel, fDecel, fTop, fAllow}

// chooses holds a specification that a driver chose in secret; when all have, all are shown (SC-2). Unsaid it stays without a point.
func (r *Race) chooses(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	i := int(s.step - sBegin)
	v := a.Value
	if a.Late {
		v = lowestSpec[i]
	}
	pts := worth(i, v)
	if pts < 0 {
		return &engine.Infraction{Fault: xSpec, Car: a.Car, What: a.What, Lo: lowestSpec[i], Hi: valueOf(i, 2), Clause: sc2}
	}
	if c.spent+pts > points {
		return &engine.Infraction{Fault: xPoints, Car: a.Car, What: a.What, Hi: points - c.spent, Lo: valueOf(i, points-c.spent), Clause: sc2}
	}
	d.Set(engine.Event{Kind: kChooses, Field: fChoice, Car: a.Car, Is: v + 1, Clause: sc2})
	r.reveals(d)
	return nil
}

// reveals shows a specification of all cars once every driver has chosen, and goes on to the next.
func (r *Race) reveals(d *draft) {
	s := &d.S
	for i := range s.cars {
		if c := &s.car[i]; c.status == running && c.choice == 0 {
			return
		}
	}
	i := int(s.step - sBegin)
	for n := range s.cars {
		c, me := &s.car[n], engine.Car(n+1)
		if c.status != running {
			continue
		}
		v := c.choice - 1
		hush(d, fChoice, me)
		is := v
		if i == 4 {
			is = v * s.laps // SC-3
			set(d, fWear, me, is)
		}
		d.Set(engine.Event{Kind: kPrepares, Field: specFields[i], Car: me, Is: is, N: worth(i, v), Clause: sc2})
		set(d, fSpent, me, c.spent+worth(i, v))
	}
	if s.step == sWear {
		r.green(d)
		return
	}
	set(d, fStep, 0, s.step+1)
}
