package lemans

import "boxstop/engine"

// Stands appends where every car is: the furthest along the course first, of cars that are home those of an earlier turn first, cars that
// are out last, in reverse order. Level cars share a place (LM-23).
func (r *Race) Stands(dst []engine.Stand) []engine.Stand { return r.standsOf(dst, &r.s) }

func (r *Race) standsOf(dst []engine.Stand, s *state) []engine.Stand {
	var list [maxCars]int64
	for i := range s.cars {
		j := i
		for j > 0 && r.ahead(s, i, list[j-1]) > 0 {
			list[j] = list[j-1]
			j--
		}
		list[j] = i
	}
	place := 0
	for p, i := range list[:s.cars] {
		if p == 0 || r.ahead(s, list[p-1], i) != 0 || !s.home(i) {
			place = p + 1
		}
		dst = append(dst, r.stand(s, engine.Car(i+1), place))
	}
	return dst
}

// home reports whether a car has completed the laps: those can be level in the classification.
func (s *state) home(i int64) bool {
	c := &s.car[i]
	return c.status == finished || c.status == running && c.lap > s.laps
}

// reached is how far a car came.
func (r *Race) reached(c *car) int64 {
	if c.space == 0 && c.where != 0 {
		w := *c
		w.space = c.where
		return r.k.distance(&w)
	}
	return r.k.distance(c)
}

// ahead is 1 where a car stands before another, -1 behind it, and 0 where they are level as far as places go. Cars that run are ordered in
// any case.
func (r *Race) ahead(s *state, i, j int64) int {
	a, b := &s.car[i], &s.car[j]
	gone := func(c *car) bool { return c.status == out || c.status == disqualified }
	sign := func(x bool) int {
		if x {
			return 1
		}
		return -1
	}
	switch {
	case gone(a) != gone(b):
		return sign(gone(b))
	case gone(a):
		return sign(a.nth > b.nth)
	case s.end != 0 && (a.status == finished) != (b.status == finished):
		return sign(a.status == finished)
	case s.end != 0 && a.status == finished && a.ended != b.ended:
		return sign(a.ended < b.ended)
	}
	if x, y := r.reached(a), r.reached(b); x != y {
		return sign(x > y)
	}
	switch {
	case s.home(i) && s.home(j):
		return 0
	case a.rank != b.rank:
		return sign(a.rank < b.rank)
	}
	return sign(i < j)
}

func (r *Race) stand(s *state, me engine.Car, place int) engine.Stand {
	c := &s.car[me-1]
	st := engine.Stand{Car: me, Place: place, Lap: int(min(c.lap, s.laps)), Spaces: [2]engine.Space{engine.Space(c.space)}}
	if c.space != 0 && c.stall == 0 {
		st.Spaces[1] = r.k.rear(c.space)
	}
	switch c.status {
	case running:
		st.Queue = c.still
		st.Moves = s.step != sDraw && s.step != sGrid && s.step != sOver && !s.hasMoved(c)
		switch {
		case c.stall != 0:
			st.Remark, st.Clause = rStall, lm31
		case c.inPit != 0 && c.waits > 0:
			st.State, st.Remark, st.N, st.Clause = engine.Standing, rWaits, c.waits, lm19
		case c.inPit != 0:
			st.State, st.Remark, st.Clause = engine.Standing, rPits, lm19
		case c.spun != 0:
			st.State, st.Remark, st.N, st.Clause = engine.Standing, rSpun, int64(r.k.board.Sections[c.spun-1].Number), lm17
		case c.stopped != 0:
			st.State, st.Remark, st.Clause = engine.Standing, rStopped, lm4
		}
		return st
	case finished:
		st.State, st.Clause, st.Remark = engine.Finished, lm23, rHome
		if c.lap <= s.laps {
			st.Remark = rClassified
		}
	case disqualified:
		st.State, st.Clause, st.Remark = engine.Disqualified, lm33, rDisqualified
	default:
		st.State = engine.Retired
		switch c.cause {
		case bySmash:
			st.Clause, st.Remark = lm15, rSmashed
		case byEngine:
			st.Clause, st.Remark = lm27, rBlown
		case byTow:
			st.Clause, st.Remark = lm25, rStruck
		case byDriver:
			st.Clause, st.Remark = lm23, rGaveUp
		default:
			st.Clause, st.Remark = lm32, rRuledOut
		}
	}
	st.Turn, st.At, st.N = int(c.ended), engine.Space(c.where), c.ended
	return st
}

// Gauges appends the gear of a car, the stops that it owes, and the hard-brakings and over-revs that it has left (LM-2).
func (r *Race) Gauges(dst []engine.Gauge, me engine.Car) []engine.Gauge {
	s := &r.s
	c := &s.car[me-1]
	k := &r.k.cards[c.card-1]
	most := s.allowance(k)
	dst = append(dst,
		engine.Gauge{Field: fGear, Value: c.gear, Limit: top},
		engine.Gauge{Field: fOwed, Value: c.owed, Alarm: c.owed > 0},
		engine.Gauge{Field: fBrakes, Value: c.brakes, Limit: most, Alarm: most > 0 && c.brakes <= 1, Unlimited: k.unlimited})
	if s.revving != 0 {
		dst = append(dst, engine.Gauge{Field: fRevs, Value: c.revs, Limit: freeRevs, Alarm: c.revs == 0})
	}
	return dst
}
