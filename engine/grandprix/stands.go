package grandprix

import "boxstop/engine"

// Stands appends where every car is: those that are home in the order in which they came, then the furthest along the race, level ones by
// number, and cars that are out last, in reverse order of their ends.
func (r *Race) Stands(dst []engine.Stand) []engine.Stand {
	s := &r.s
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
	rank := [...]int64{running: 1, out: 2, finished: 0}
	switch {
	case a.status != b.status:
		return rank[a.status] < rank[b.status]
	case a.status == finished:
		return a.place < b.place
	case a.status == out:
		return a.nth > b.nth
	}
	if x, y := r.reached(a), r.reached(b); x != y {
		return x > y
	}
	return i < j
}

// reached is how far a car came.
func (r *Race) reached(c *car) int64 {
	if c.space == 0 {
		return -1 << 40
	}
	return r.k.distance(c, c.space)
}

func (r *Race) stand(s *state, me engine.Car, place int) engine.Stand {
	c, k := &s.car[me-1], r.k
	st := engine.Stand{Car: me, Place: place, Lap: int(c.lap), Spaces: [2]engine.Space{engine.Space(c.space)}}
	if c.behind != 0 {
		st.Lap = 0
	}
	if c.status == running {
		st.Moves = s.step == sMove && c.moved != s.turn
		at := engine.Space(c.space)
		switch z := k.zone[at]; {
		case at != 0 && k.exit(at):
			st.Remark, st.At, st.Clause = rExit, k.back[at].to, gp15
		case z == leftSide:
			st.Remark, st.Clause = rLeft, gp12
		case z == rightSide:
			st.Remark, st.Clause = rRight, gp13
		case z == inBox && c.repair == black:
			st.Remark, st.Clause = rBlack, gp16
		case z == inBox:
			st.Remark, st.Clause = rArrow, gp16
		case z == pitLane && at == k.front[(c.crew-1)%maxTeams]:
			st.Remark, st.Clause = rFront, gp16
		case z == pitLane:
			st.Remark, st.Clause = rPit, gp17
		}
		return st
	}
	st.Turn, st.At, st.N = int(c.ended), engine.Space(c.where), c.ended
	if c.status == finished {
		st.State, st.Remark, st.Clause, st.N = engine.Finished, rHome, gp18, points(c.place)
		return st
	}
	st.State = engine.Retired
	switch c.cause {
	case bySide:
		st.Remark, st.Clause = rNoSide, gp11
	case byStuck:
		st.Remark, st.Clause = rStuck, gp14
	case byDriver:
		st.Remark, st.Clause = rGaveUp, gp18
	default:
		st.Remark, st.Clause = rRuledOut, gp20
	}
	return st
}

// Gauges appends the lap of a car, as the rev counter shows it (GP-2), and the speed that it took in its last move.
func (r *Race) Gauges(dst []engine.Gauge, me engine.Car) []engine.Gauge {
	c := &r.s.car[me-1]
	return append(dst,
		engine.Gauge{Field: fLap, Value: c.lap, Limit: laps},
		engine.Gauge{Field: fTook, Value: c.took, Limit: fastest})
}
