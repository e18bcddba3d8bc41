package speedcircuit

import "boxstop/engine"

// kept is the speed of a driver who sets none: last turn's, or the nearest that may be set (SC-5).
func (s *state) kept(c *car) int64 { return min(max(c.speed, s.low()), s.high(c)) }

// declares holds a speed that a driver set in secret; when all have, all are shown (SC-5).
func (r *Race) declares(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	if c.spun != 0 {
		return notAsked(a)
	}
	v := a.Value
	if a.Late {
		v = s.kept(c)
	}
	if lo, hi := s.low(), s.high(c); v < lo || v > hi {
		return &engine.Infraction{Fault: xSpeed, Car: a.Car, What: a.What, N: v, Lo: lo, Hi: hi, Clause: sc6}
	} else if v%stepMPH != 0 {
		return &engine.Infraction{Fault: xSteps, Car: a.Car, What: a.What, N: v, Lo: lo, Hi: hi, Clause: sc5}
	}
	d.Set(engine.Event{Kind: kDeclares, Field: fNext, Car: a.Car, Is: v/stepMPH + 1, Clause: sc5})
	r.shows(d)
	return nil
}

// shows turns all calculators over once every driver has set a speed. A car under SC-18 sets none: its start speed is shown.
func (r *Race) shows(d *draft) {
	s := &d.S
	for i := range s.cars {
		if c := &s.car[i]; c.status == running && c.spun == 0 && c.next == 0 {
			return
		}
	}
	for i := range s.cars {
		c, me := &s.car[i], engine.Car(i+1)
		if c.status != running {
			continue
		}
		v, was, cl := (c.next-1)*stepMPH, c.speed, sc5
		if c.spun != 0 {
			v, was, cl = c.start, c.start, sc18 // coming down to it is no braking
		}
		hush(d, fNext, me)
		set(d, fLast, me, was)
		d.Set(engine.Event{Kind: kShows, Field: fSpeed, Car: me, Is: v, Clause: cl})
		set(d, fSpun, me, 0)
	}
	r.order(d, sc7)
	r.opens(d)
}

// order fixes the order of movement of this turn: furthest ahead first, level cars by higher speed, then inside first (SC-4, SC-7).
func (r *Race) order(d *draft, cl engine.Clause) {
	s := &d.S
	var list, key [maxCars]int64
	n := 0
	for i := range s.cars {
		c := &s.car[i]
		if c.status != running {
			continue
		}
		v := r.k.ahead(c)
		j := n
		for j > 0 && key[j-1] < v {
			key[j], list[j] = key[j-1], list[j-1]
			j--
		}
		key[j], list[j] = v, i
		n++
	}
	for j, i := range list[:n] {
		d.Change(engine.Event{Kind: kRanks, Field: fRank, Car: engine.Car(i + 1), Is: int64(j + 1), Clause: cl})
	}
}

// ahead is what puts a car before another: laps, then the front of its space along the course, then speed, then the inside (SC-7).
func (k *course) ahead(c *car) int64 {
	return (k.distance(c, c.space)*16+c.speed/stepMPH)*8 + 7 - int64(k.inside[c.space])
}

// distance is how far along the course a car is whose front is on a space.
func (k *course) distance(c *car, at int64) int64 {
	return c.lap*int64(k.board.Lap) + int64(k.places[at].Front)
}

// opens begins the moves of a turn.
func (r *Race) opens(d *draft) {
	s := &d.S
	set(d, fStep, 0, sMove)
	if s.slip == 0 {
		return
	}
	for c := engine.Car(1); int64(c) <= s.cars; c++ { // chosen at the move: who may is held now, for the car ahead moves first
		leader, most := engine.Car(0), int64(0)
		for l := engine.Car(1); int64(l) <= s.cars; l++ {
			if b, f := r.k.tow(s, c, l); f == noFault && b > most {
				leader, most = l, b
			}
		}
		if leader != 0 {
			set(d, fCalled, c, s.turn)
			set(d, fFollow, c, int64(leader))
		}
	}
}
