package speedcircuit

import "boxstop/engine"

// bonus is how many spaces more a follower gets by the shown speeds (SC-20).
func bonus(ahead, follower int64) int64 {
	switch {
	case ahead >= 180:
		return 2
	case ahead >= 120 && follower <= ahead:
		return 1
	}
	return 0
}

// tow is how many spaces a car may get behind another as the turn opens, or why none (SC-20, SC-21).
func (k *course) tow(s *state, me, leader engine.Car) (int64, engine.Fault) {
	a, b := &s.car[me-1], &s.car[leader-1]
	if me == leader || a.status != running || b.status != running {
		return 0, xFollowPlace
	}
	p := &k.places[a.space]
	to := engine.Space(b.space)
	if p.To[engine.Ahead] != to && (s.behind == 0 || p.To[engine.Left] != to && p.To[engine.Right] != to) {
		return 0, xFollowPlace
	}
	if k.corner[a.space] || k.corner[b.space] {
		return 0, xFollowCorner
	}
	n := bonus(b.speed, a.speed)
	switch {
	case n == 0 && b.speed < 120:
		return 0, xFollowSlow
	case n == 0:
		return 0, xFollowFast
	case k.clear[a.space]>>(2*(a.speed/stepMPH)+n-1)&1 == 0:
		return 0, xFollowAway
	}
	return n, noFault
}

// calls appends the asks of cars that may say now that they slipstream: before any car has moved in this turn (SC-20).
func (r *Race) calls(dst []engine.Ask) []engine.Ask {
	s := &r.s
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		o := &s.car[c-1]
		if o.called == s.turn || o.status != running || r.k.corner[o.space] {
			continue
		}
		ahead := int64(r.k.places[o.space].To[engine.Ahead])
		for l := engine.Car(1); int64(l) <= s.cars; l++ {
			if s.car[l-1].space != ahead && s.behind == 0 {
				continue
			}
			if _, f := r.k.tow(s, c, l); f == noFault {
				dst = append(dst, engine.Ask{What: wFollow, Form: engine.Declare, Seat: s.seat(c), Car: c, Turn: uint16(s.turn)})
				break
			}
		}
	}
	return dst
}

// called notes what a car says of a slipstream.
func (r *Race) called(d *draft, a *engine.Answer) error {
	s := &d.S
	i := &engine.Infraction{Car: a.Car, What: a.What, N: a.Value, By: engine.Car(a.Value & 0xff), Clause: sc20}
	v := a.Value
	if a.Late {
		v = 0
	}
	switch {
	case s.slip != 0:
		return notAsked(a)
	case v < 0 || v > s.cars:
		i.Fault, i.Lo, i.Hi, i.By = xNoCar, 1, s.cars, 0
		return i
	case s.begun():
		i.Fault = xFollowLate
		return i
	case s.car[a.Car-1].called == s.turn:
		i.Fault = xFollowSaid
		return i
	}
	if v == 0 {
		may := false
		for l := engine.Car(1); int64(l) <= s.cars; l++ {
			_, f := r.k.tow(s, a.Car, l)
			may = may || f == noFault
		}
		if !may {
			return notAsked(a)
		}
	} else if _, f := r.k.tow(s, a.Car, engine.Car(v)); f != noFault {
		i.Fault = f
		if f == xFollowAway || f == xFollowCorner {
			i.Clause = sc21
		}
		return i
	}
	d.Set(engine.Event{Kind: kSays, Field: fCalled, Car: a.Car, Is: s.turn})
	d.Change(engine.Event{Kind: kCalls, Field: fFollow, Car: a.Car, By: engine.Car(v), Is: v, Clause: sc20})
	return nil
}

// gets is how many spaces more a car may drive at its move by what it said, or by what it may choose (SC-20).
func (s *state) gets(c *car) int64 {
	if c.called != s.turn || c.follow <= 0 || c.follow > s.cars {
		return 0
	}
	return bonus(s.car[c.follow-1].speed, c.speed)
}
