package speedcircuit

import "boxstop/engine"

// Stands appends where every car is: the furthest along the course first, level ones by the order in which they came home or move, and
// crashed cars last, in reverse order of their crashes (SC-22).
func (r *Race) Stands(dst []engine.Stand) []engine.Stand { return r.standsOf(dst, &r.s) }

func (r *Race) standsOf(dst []engine.Stand, s *state) []engine.Stand {
	var list [maxCars]int64
	for i := range s.cars {
		j := i
		for j > 0 && r.before(s, i, list[j-1]) {
			list[j] = list[j-1]
			j--
		}
		list[j] = i
	}
	for p, i := range list[:s.cars] {
		dst = append(dst, r.stand(s, engine.Car(i+1), p+1))
	}
	return dst
}

// before reports whether one car stands before another.
func (r *Race) before(s *state, i, j int64) bool {
	a, b := &s.car[i], &s.car[j]
	if (a.status == out) != (b.status == out) {
		return b.status == out
	}
	if a.status == out {
		return a.nth > b.nth
	}
	if x, y := r.reached(a), r.reached(b); x != y {
		return x > y
	}
	if a.crossed != b.crossed && a.crossed != 0 && b.crossed != 0 {
		return a.crossed < b.crossed
	}
	if a.rank != b.rank {
		return a.rank < b.rank
	}
	return i < j
}

// reached is how far a car came. One that crashed beyond the line and is placed level with it came as far as that (SC-26).
func (r *Race) reached(c *car) int64 {
	switch {
	case c.status == finished && c.cause != noCause:
		return c.lap * int64(r.k.board.Lap)
	case c.space != 0:
		return r.k.distance(c, c.space)
	}
	return -1
}

func (r *Race) stand(s *state, me engine.Car, place int) engine.Stand {
	c := &s.car[me-1]
	st := engine.Stand{Car: me, Place: place, Lap: int(min(c.lap, s.laps)), Spaces: [2]engine.Space{engine.Space(c.space)}}
	switch c.status {
	case running:
		st.Moves = s.step == sMove && c.moved != s.turn
		if c.spun != 0 {
			st.Remark, st.N, st.Clause = rSpun, c.start, sc18
		}
		return st
	case finished:
		st.State, st.Clause, st.Remark = engine.Finished, sc22, rHome
		if c.lap <= s.laps {
			st.Remark = rClassified
		}
	default:
		st.State = engine.Retired
		switch c.cause {
		case byBraking:
			st.Clause, st.Remark = sc9, rBraking
		case byCorner:
			st.Clause, st.Remark = sc10, rCorner
		case byDriver:
			st.Clause, st.Remark = sc22, rGaveUp
		default:
			st.Clause, st.Remark = sc24, rRuledOut
		}
	}
	st.Turn, st.At, st.N = int(c.ended), engine.Space(c.where), c.ended
	return st
}

// scarce is how little wear is an alarm: what one corner may cost.
const scarce = 2

// Gauges appends speed and wear of a car.
func (r *Race) Gauges(dst []engine.Gauge, me engine.Car) []engine.Gauge {
	c := &r.s.car[me-1]
	return append(dst,
		engine.Gauge{Field: fSpeed, Value: c.speed, Limit: c.top, Alarm: c.spun != 0},
		engine.Gauge{Field: fWear, Value: c.wear, Limit: c.allow, Alarm: c.wear <= scarce && c.allow > 0})
}
