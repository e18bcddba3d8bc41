package pitstop

import "boxstop/engine"

// toPit is how many cells ahead of a car the pit is, and whether the car comes there before it is home.
func (r *Race) toPit(c *car) (int64, bool) {
	k := r.k
	from := int64(k.cell[c.space])
	n := int64(k.entry) - from
	if n <= 0 {
		n += int64(k.cells)
		if c.lap == laps {
			return n, false
		}
	}
	return n, true
}

// mayPit is why a move of n cells may not end in the pits; noFault: it may (PS-13). A full cell beside the pit does not matter: the car
// turns in instead of entering it.
func (r *Race) mayPit(s *state, me engine.Car, n int64) engine.Fault {
	to, there := r.toPit(&s.car[me-1])
	switch {
	case !there || n < to:
		return xPitFar
	case s.entry != 0 && n != to:
		return xPitExact
	case r.free(s, me, to-1) < to-1:
		return xPitBlocked
	}
	return noFault
}

// turnsIn ends a move in the pits, or drives on (PS-13).
func (r *Race) turnsIn(d *draft, a *engine.Answer) error {
	s, k := &d.S, r.k
	me := a.Car
	c := &s.car[me-1]
	m := s.pending()
	switch a.Value {
	case 0:
		r.drive(d, me, m)
		return nil
	case 1:
	default:
		return &engine.Infraction{Fault: xValue, Car: me, What: a.What, N: a.Value, Lo: 0, Hi: 1, Clause: ps13}
	}
	if x := r.mayPit(s, me, m.n); x != noFault {
		return &engine.Infraction{Fault: x, Car: me, What: a.What, N: m.n, Clause: ps13}
	}
	to, _ := r.toPit(c)
	v := m.base + m.n
	from := int(k.cell[c.space])
	last, x := r.reach(s, c, v, to-1)
	if x > 0 {
		r.moves(d, me, m, last, v, false)
		r.wears(d, me, from, last-1, v)
		r.goesOut(d, me, engine.Event{Kind: kLeaves, N: 50 * x, Clause: ps9, At: k.at[from+int(last)]}, byTyres)
		r.next(d)
		return nil
	}
	path := engine.Straight(int(to)-1).Then(engine.Marked, int(to)-1)
	d.Set(engine.Event{Kind: kEnters, Field: fSpace, Car: me, By: m.by, Is: int64(k.pit), N: 50 * v, Path: path, Clause: ps13})
	if from+int(to) >= k.cells {
		r.crosses(d, me)
	}
	set(d, fSpeed, me, 50*v)
	r.wears(d, me, from, to-1, v)
	r.burns(d, me, m.burn)
	set(d, fServed, me, 0)
	set(d, fGear, me, 1)
	if s.lane != 0 && v > pitLimit {
		d.Set(engine.Event{Kind: kHeld, Field: fWaits, Car: me, Is: c.waits + v - pitLimit, N: v - pitLimit, Clause: ps20})
	}
	r.next(d)
	return nil
}

// pending is the part of a move that waits for what its driver says of the pit.
func (s *state) pending() move {
	c := &s.car[s.mover-1]
	m := move{n: s.cells, burn: s.burn, leg: s.leg, kind: kDrives}
	switch s.leg {
	case legTow:
		m.kind, m.by = kTowed, engine.Car(c.follow)
	case legSecond:
		m.kind, m.base = kGains, c.speed/50
	}
	return m
}

// reach is how far a car comes in n cells before it cannot pay a corner cell, and by how much that one is too fast; n and 0 where it can
// pay them all (PS-8, PS-9).
func (r *Race) reach(s *state, c *car, v, n int64) (last, excess int64) {
	from, tyres := int64(r.k.cell[c.space]), c.tyres
	for i := int64(1); i <= n; i++ {
		l := int64(r.k.limit[from+i])
		if l == 0 || v <= l {
			continue
		}
		x := v - l
		if x > tyres {
			if tyres == 0 || s.last == 0 {
				return i, x
			}
			x = tyres
		}
		tyres -= x
	}
	return n, 0
}

// services fills the scales that are named (PS-14).
func (r *Race) services(d *draft, a *engine.Answer) error {
	if a.Value < fuelOnly || a.Value > both {
		return &engine.Infraction{Fault: xValue, Car: a.Car, What: a.What, N: a.Value, Lo: fuelOnly, Hi: both, Clause: ps14}
	}
	set(d, fService, 0, a.Value)
	if a.Value != tyresOnly {
		d.Set(engine.Event{Kind: kServed, Field: fFuel, Car: a.Car, Is: r.k.fuel, Clause: ps14})
		set(d, fDry, a.Car, 0)
	}
	if a.Value != fuelOnly {
		d.Set(engine.Event{Kind: kServed, Field: fTyres, Car: a.Car, Is: r.k.tyres, Clause: ps14})
	}
	set(d, fSpeed, a.Car, 0)
	set(d, fLeg, 0, 0)
	set(d, fStep, 0, sPitRoll)
	return nil
}

// fits puts tyres of a kind on, openly (PS-18). It is said once: leg notes that it was.
func (r *Race) fits(d *draft, a *engine.Answer) error {
	if a.Value != hard && a.Value != soft {
		return &engine.Infraction{Fault: xValue, Car: a.Car, What: a.What, N: a.Value, Lo: hard, Hi: soft, Clause: ps18}
	}
	d.Set(engine.Event{Kind: kFits, Field: fKind, Car: a.Car, Is: a.Value, Clause: ps18})
	set(d, fLeg, 0, 1)
	return nil
}

// pitRoll rolls for the services: each printed drop is a turn more (PS-14).
func (r *Race) pitRoll(d *draft, a *engine.Answer) error {
	s := &d.S
	t, err := r.read(a, int64(s.pitDice()), false, ps14)
	if err != nil {
		return err
	}
	d.Set(engine.Event{Kind: kHeld, Field: fWaits, Car: a.Car, Is: t.drop, N: t.drop, Clause: ps14})
	set(d, fServed, a.Car, 1)
	set(d, fService, 0, noService)
	r.next(d)
	return nil
}
