package usac

import "boxstop/engine"

// next ends the move of the mover, and hands it to the next car that has something to answer, in this round or a later one (US-4).
func (r *Race) next(d *draft) {
	s := &d.S
	if s.trial != 0 {
		r.tried(d)
		return
	}
	if s.mover != 0 {
		set(d, fMoved, engine.Car(s.mover), s.turn)
	}
	r.onward(d)
}

// clear forgets what belongs to the turn of the mover.
func (r *Race) clear(d *draft) {
	if me := engine.Car(d.S.mover); me != 0 {
		set(d, fSaid, me, 0)
		set(d, fPoints, me, 0)
		set(d, fColumn, me, 0)
	}
	set(d, fFollowed, 0, 0)
	set(d, fNumber, 0, 0)
	set(d, fCounts, 0, 0)
}

// onward looks for the car whose move is next.
func (r *Race) onward(d *draft) {
	s := &d.S
	r.clear(d)
	for s.step != sOver {
		best := int64(-1)
		for i := range s.cars {
			c := &s.car[i]
			if c.status == running && c.moved != s.turn && (best < 0 || c.rank < s.car[best].rank) {
				best = i
			}
		}
		if best < 0 {
			r.roundEnds(d)
			continue
		}
		if r.begins(d, engine.Car(best+1)) {
			return
		}
		set(d, fMoved, engine.Car(best+1), s.turn)
	}
}

// begins begins the move of a car. It reports whether the race waits for something of it.
func (r *Race) begins(d *draft, me engine.Car) bool {
	s := &d.S
	c := &s.car[me-1]
	switch {
	case c.waits > 0:
		d.Set(engine.Event{Kind: kWaits, Field: fWaits, Car: me, Is: c.waits - 1, At: c.at(), Clause: us19})
		return false
	case c.clock > 1:
		return false
	case c.clock == 1 && r.exit(s) == 0: // it does not roll (US-17)
		d.Note(engine.Event{Kind: kHeld, Car: me, By: r.on(s, r.k.exits[0]), At: r.k.exits[0], Clause: us17})
		return false
	}
	set(d, fMover, 0, int64(me))
	set(d, fStep, 0, sRoll)
	return true
}

// on is the car that stands on a space; 0: none does. A car that is out stands there until the round ends (US-20).
func (r *Race) on(s *state, at engine.Space) engine.Car {
	for i := range s.cars {
		if s.car[i].space == int64(at) {
			return engine.Car(i + 1)
		}
	}
	return 0
}

// exit is the pit exit that is free; 0: none is.
func (r *Race) exit(s *state) engine.Space {
	for _, e := range r.k.exits {
		if r.on(s, e) == 0 {
			return e
		}
	}
	return 0
}

// roundEnds does what a full round ends with: cars that are out leave (US-20), and cars that lack stops (US-23); a yellow flag is obeyed
// (US-21); the race is over, or the pit clock steps (US-16) and the next round begins.
func (r *Race) roundEnds(d *draft) {
	s := &d.S
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if o := &s.car[c-1]; o.status != running && o.space != 0 {
			d.Set(engine.Event{Kind: kLifted, Field: fSpace, Car: c, At: engine.Space(o.space), Clause: us20})
		}
	}
	if s.yellow > 0 && !r.flagged(s) {
		r.leave(d)
		r.yellow(d)
		if r.flagged(s) { // the leader went into its last lap behind the incident
			d.Note(engine.Event{Kind: kChequered, Car: r.leader(s), Clause: us23})
		}
	}
	set(d, fYellow, 0, 0)
	if r.flagged(s) || !r.leave(d) {
		r.over(d)
		return
	}
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		o := &s.car[c-1]
		if o.status == running && o.clock > 1 && (s.clock != 0 || o.arrived != s.turn) {
			d.Set(engine.Event{Kind: kClock, Field: fClock, Car: c, Is: o.clock - 1, Clause: us16})
		}
	}
	d.Set(engine.Event{Kind: kTurn, Field: fTurn, Is: s.turn + 1, Clause: us4})
	r.order(d)
}

// order fixes the order of a round: laps; then the section further on; in a bend lane by lane; elsewhere position, then lane (US-4, US-5).
func (r *Race) order(d *draft) {
	s := &d.S
	var list [maxCars]int64
	n := r.sorted(s, list[:0])
	for j, i := range n {
		d.Change(engine.Event{Kind: kRanks, Field: fRank, Car: engine.Car(i + 1), Is: int64(j + 1), Clause: us4})
	}
}

// sorted appends the cars that run, in rolling order.
func (r *Race) sorted(s *state, dst []int64) []int64 {
	var key [maxCars]int64
	from := len(dst)
	for i := range s.cars {
		c := &s.car[i]
		if c.status != running {
			continue
		}
		v := r.key(s, c)
		dst = append(dst, i)
		j := len(dst) - 1
		for j > from && (key[j-1] < v || key[j-1] == v && s.car[dst[j-1]].rank > c.rank) {
			key[j], dst[j] = key[j-1], dst[j-1]
			j--
		}
		key[j], dst[j] = v, i
	}
	return dst
}

// key is what puts a car before another in the rolling order.
func (r *Race) key(s *state, c *car) int64 {
	at := c.at()
	if at == 0 {
		return 0
	}
	p := &r.k.places[at]
	in := 7 - r.k.inner[p.Lane]
	sub := int64(p.Front)<<3 | in
	if r.k.straight[at] == 0 && s.bends == 0 {
		sub = in<<28 | int64(p.Front)
	}
	return c.lap<<48 | int64(p.Section)<<36 | sub
}

// ahead reports whether one car is ahead of another on the road: laps, position, lane (US-23).
func (r *Race) ahead(a, b *car) bool {
	if x, y := r.k.distance(a), r.k.distance(b); x != y {
		return x > y
	}
	p, q := a.at(), b.at()
	return p != 0 && q != 0 && r.k.inner[r.k.places[p].Lane] < r.k.inner[r.k.places[q].Lane]
}

// leader is the car that is furthest ahead of those that race; 0: none does. One that completed the distance without its stops races no
// more, though it stands on the track until its round is over (US-23).
func (r *Race) leader(s *state) (first engine.Car) {
	for i := range s.cars {
		if c := &s.car[i]; c.status == running && !s.lacks(c) && (first == 0 || r.ahead(c, &s.car[first-1])) {
			first = engine.Car(i + 1)
		}
	}
	return first
}
