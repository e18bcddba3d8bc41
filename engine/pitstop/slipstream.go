package pitstop

import "boxstop/engine"

// calls appends the asks of cars that may say now that they follow a leader (PS-19).
func (r *Race) calls(dst []engine.Ask) []engine.Ask {
	s := &r.s
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if s.car[c-1].called == s.turn {
			continue
		}
		for l := engine.Car(1); int64(l) <= s.cars; l++ {
			if r.mayFollow(s, c, l).Fault == noFault {
				dst = append(dst, engine.Ask{What: wFollow, Form: engine.Declare, Seat: s.seat(c), Car: c, Turn: uint16(s.turn)})
				break
			}
		}
	}
	return dst
}

// mayFollow is why a car may not call a leader now: it must be the leader's own roll that is awaited, or a tow that the leader has called
// for itself and not begun (PS-19, PS-24).
func (r *Race) mayFollow(s *state, me, leader engine.Car) engine.Refusal {
	a, b, k := &s.car[me-1], &s.car[leader-1], r.k
	no := func(f engine.Fault, cl engine.Clause) engine.Refusal {
		return engine.Refusal{Fault: f, Clause: cl, By: leader}
	}
	switch {
	case me == leader || a.status != running || b.status != running:
		return no(xFollowPlace, ps19)
	case a.space == int64(k.pit) || b.space == int64(k.pit):
		return no(xFollowPits, ps24)
	case a.waits > 0 || a.moved == s.turn || int64(me) == s.mover:
		return no(xFollowOrder, ps24)
	case k.cell[b.space] != k.cell[a.space]+1 && (k.cell[b.space] != 0 || int(k.cell[a.space]) != k.cells-1):
		return no(xFollowPlace, ps19)
	case k.limit[k.cell[a.space]] != 0 || k.limit[k.cell[b.space]] != 0:
		return no(xFollowCorner, ps19)
	case s.pace == 0 && a.gear != b.gear || s.pace != 0 && a.speed != b.speed:
		return no(xFollowSpeed, ps19)
	case b.rank >= a.rank:
		return no(xFollowOrder, ps24)
	case b.moved == s.turn:
		return no(xFollowLate, ps19)
	case int64(leader) == s.mover && s.step != sRoll:
		return no(xFollowLate, ps19)
	case int64(leader) != s.mover && (b.called != s.turn || b.follow == 0):
		return no(xFollowOrder, ps24)
	}
	return engine.Refusal{}
}

// called notes what a car says of a slipstream.
func (r *Race) called(d *draft, a *engine.Answer) error {
	s := &d.S
	i := &engine.Infraction{Car: a.Car, What: a.What, N: a.Value, Clause: ps19}
	switch {
	case s.slip == 0 || s.step >= sDraw:
		i.Fault = xFollowOff
		return i
	case s.car[a.Car-1].called == s.turn:
		i.Fault = xFollowSaid
		return i
	case a.Value < 0 || a.Value > s.cars:
		i.Fault, i.Lo, i.Hi = xNoCar, 1, s.cars
		return i
	}
	may := a.Value == 0
	if a.Value != 0 {
		f := r.mayFollow(s, a.Car, engine.Car(a.Value))
		if f.Fault != noFault {
			i.Fault, i.Clause, i.By = f.Fault, f.Clause, f.By
			return i
		}
	} else {
		for l := engine.Car(1); int64(l) <= s.cars; l++ {
			may = r.mayFollow(s, a.Car, l).Fault == noFault
			if may {
				break
			}
		}
		if !may {
			i.Fault = xNotAsked
			return i
		}
	}
	d.Set(engine.Event{Kind: kSays, Field: fCalled, Car: a.Car, Is: s.turn})
	d.Change(engine.Event{Kind: kCalls, Field: fFollow, Car: a.Car, By: engine.Car(a.Value), Is: a.Value, Clause: ps19})
	return nil
}

// towed drives a follower as far as its leader drove. It reports false where the leader tows nobody: it turned into the pits, or it never
// drove (PS-19).
func (r *Race) towed(d *draft, me engine.Car) bool {
	s := &d.S
	c := &s.car[me-1]
	leader := engine.Car(c.follow)
	b := &s.car[leader-1]
	if b.moved != s.turn || b.status == running && b.space == int64(r.k.pit) {
		d.Set(engine.Event{Kind: kAlone, Field: fFollow, Car: me, By: leader, Clause: ps19})
		return false
	}
	set(d, fDrops, me, 0)
	r.settle(d, me, move{n: b.speed / 50, leg: legTow, kind: kTowed, by: leader})
	return true
}

// secondDice is how many dice the mover rolls after its tow: the drops that its leader had, or its gear (PS-19).
func (s *state) secondDice() int64 {
	c := &s.car[s.mover-1]
	if s.rolls != 0 {
		return c.gear
	}
	if c.follow == 0 {
		return 0
	}
	return s.car[c.follow-1].drops
}

// second is the second roll of a car that was towed (PS-19, PS-24).
func (r *Race) second(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	t, err := r.read(a, s.secondDice(), s.dry(c), ps19)
	if err != nil {
		return err
	}
	r.softTurns(d, a.Car, &t)
	set(d, fDrops, a.Car, t.drop)
	r.settle(d, a.Car, move{n: t.move, base: c.speed / 50, burn: t.fuel, leg: legSecond, kind: kGains})
	return nil
}
