package lemans

import "boxstop/engine"

// breach stops a car that broke the passing rules dead where it happened; it owes a stop, and the car that it hit owes none unless the
// table takes the other reading for stopped cars (LM-11). Without a space it happened where the car stands.
func (r *Race) breach(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	at := a.Space
	if at == 0 {
		at = engine.Space(c.space)
	}
	i := &engine.Infraction{Fault: xNoSpace, Car: a.Car, What: a.What, At: at, Clause: lm11}
	if int(at) >= len(r.k.places) || c.stall != 0 || c.inPit != 0 || r.k.places[at].Behind == 0 || r.k.grey[at] && at != engine.Space(c.space) {
		return i
	}
	for _, x := range [2]engine.Space{at, r.k.places[at].Behind} {
		if o := r.stands(s, x, a.Car); o != 0 && at != engine.Space(c.space) {
			i.Fault, i.By, i.At, i.N, i.Hi = xFull, o, x, 2, 1
			return i
		}
	}
	r.drops(d, a.Car)
	m := r.road(s, a.Car)
	by := r.before(&m, at)
	lap := r.k.lapAt(c, at)
	r.owe(d, engine.Event{Kind: kBreach, Car: a.Car, By: by, At: at, Clause: lm11}, 1)
	set(d, fSpace, a.Car, int64(at))
	r.laps(d, a.Car, lap)
	set(d, fSpun, a.Car, 0)
	r.stop(d, a.Car)
	if by != 0 && s.car[by-1].still != 0 && s.breachOwes != 0 {
		r.owe(d, engine.Event{Kind: kHit, Car: by, By: a.Car, Clause: lm11}, 1)
		r.lapses(d, by)
	}
	r.halted(d, a.Car)
	return nil
}

// drops gives up the move in progress, if it is this car's.
func (r *Race) drops(d *draft, me engine.Car) {
	if d.S.mover != int64(me) {
		return
	}
	set(d, fMover, 0, 0)
	set(d, fPath, 0, 0)
	set(d, fAt, 0, 0)
	set(d, fRam, 0, 0)
	set(d, fStep, 0, sMove)
}

// halted ends the turn of a car that was stopped by the table, and goes on.
func (r *Race) halted(d *draft, me engine.Car) {
	s := &d.S
	r.loosens(d, me)
	if !s.hasMoved(&s.car[me-1]) {
		set(d, fMoved, me, s.turn<<4|s.movers()+1)
		set(d, fFollow, me, 0)
		set(d, fMust, 0, 0)
	}
	r.lapses(d, me)
	if s.step != sChance {
		r.onward(d)
	}
}

// loosens ends the tow of who follows a car.
func (r *Race) loosens(d *draft, leader engine.Car) {
	s := &d.S
	for i := range s.cars {
		if o := &s.car[i]; o.follow == int64(leader) && engine.Car(i+1) != leader && s.mover != i+1 {
			r.loose(d, engine.Car(i+1), leader)
		}
	}
}

// missed reports whether a car drove past the exit of its pits owing a stop, and nobody has said so yet (LM-33).
func (r *Race) missed(c *car) bool {
	if c.missing == 0 || c.called != 0 || c.space == 0 {
		return false
	}
	d := r.k.places[c.space].Front - r.k.exit
	if d < 0 {
		d += r.k.board.Lap
	}
	return d != 0 && d < r.k.board.Lap/2
}

// calledOut stops a car that missed its stop where the move ends in which the table calls it: at once, or after the move that it still has
// in this turn (LM-33).
func (r *Race) calledOut(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	if !r.missed(c) {
		return &engine.Infraction{Fault: xNotMissed, Car: a.Car, What: a.What, Clause: lm33}
	}
	if !s.hasMoved(c) {
		d.Set(engine.Event{Kind: kMisses, Field: fCalled, Car: a.Car, Is: 1, Clause: lm33})
		return nil
	}
	r.misses(d, a.Car)
	if s.step != sChance {
		r.onward(d)
	}
	return nil
}

// retires takes out a car whose driver gives up.
func (r *Race) retires(d *draft, a *engine.Answer) error {
	d.Set(engine.Event{Kind: kGivesUp, Field: fStatus, Car: a.Car, Is: out, Clause: lm23})
	set(d, fCause, a.Car, byDriver)
	r.drops(d, a.Car)
	r.loosens(d, a.Car)
	if d.S.next() == 0 || d.S.step == sMust {
		set(d, fMust, 0, 0)
	}
	r.lift(d, a.Car)
	set(d, fFollow, a.Car, 0)
	if d.S.step != sChance {
		set(d, fMust, 0, 0)
		r.onward(d)
	}
	return nil
}
