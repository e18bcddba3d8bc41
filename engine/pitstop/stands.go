package pitstop

import "boxstop/engine"

// Stands appends where every car is: those that are home in the order in which they came, those that run by lap and cell, those that are
// out by the distance they covered, level ones by who went out later (PS-15).
func (r *Race) Stands(dst []engine.Stand) []engine.Stand {
	s := &r.s
	var list [maxCars]int64
	for i := range s.cars {
		j := i
		for j > 0 && r.ahead(s, i, list[j-1]) {
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

// class puts cars that are home before those that run, and those before the ones that are out.
func class(c *car) int {
	switch c.status {
	case finished:
		return 0
	case running:
		return 1
	}
	return 2
}

// ahead reports whether one car stands before another.
func (r *Race) ahead(s *state, i, j int64) bool {
	a, b := &s.car[i], &s.car[j]
	if x, y := class(a), class(b); x != y {
		return x < y
	}
	switch a.status {
	case finished:
		return a.nth < b.nth
	case running:
		x, y := r.distance(a, a.space), r.distance(b, b.space)
		if x != y {
			return x > y
		}
		if a.gear != b.gear && s.step < sDraw && a.moved == s.turn && b.moved == s.turn {
			return a.gear > b.gear
		}
		if a.rank != b.rank {
			return a.rank < b.rank
		}
		return i < j
	}
	x, y := r.distance(a, a.where), r.distance(b, b.where)
	if x != y {
		return x > y
	}
	return a.nth > b.nth
}

// distance is how far a car came, in cells.
func (r *Race) distance(c *car, at int64) int64 {
	if at <= 0 {
		return -1
	}
	return c.lap*int64(r.k.cells) + int64(r.k.cell[at])
}

func (r *Race) stand(s *state, me engine.Car, place int) engine.Stand {
	c := &s.car[me-1]
	st := engine.Stand{Car: me, Place: place, Lap: int(c.lap), Spaces: [2]engine.Space{engine.Space(c.space)}}
	switch c.status {
	case running:
		st.Moves = s.step < sDraw && c.moved != s.turn
		switch {
		case c.waits > 0:
			st.State, st.Remark, st.N = engine.Standing, rWaits, c.waits
			st.Clause = ps14
			if c.served == 0 {
				st.Clause = ps20
			}
		case c.space != 0 && c.space == int64(r.k.pit) && c.served == 0:
			st.State, st.Remark, st.Clause = engine.Standing, rService, ps14
		case c.space != 0 && c.space == int64(r.k.pit):
			st.State, st.Remark, st.Clause = engine.Standing, rLeaves, ps14
		}
		return st
	case finished:
		st.State, st.Clause, st.Remark = engine.Finished, ps15, rHome
	default:
		st.State = engine.Retired
		switch c.cause {
		case byTyres:
			st.Clause, st.Remark = ps9, rLeft
		case byTraffic:
			st.Clause, st.Remark = ps12, rSpun
		case byDriver:
			st.Clause, st.Remark = ps15, rGaveUp
		default:
			st.Clause, st.Remark = ps21, rRuledOut
		}
	}
	st.Turn, st.At, st.N = int(c.ended), engine.Space(c.where), c.ended
	return st
}

// low is how few points of a scale are an alarm.
const low = 3

// Gauges appends gear, tyres and fuel of a car, and the kind of its tyres where that is chosen.
func (r *Race) Gauges(dst []engine.Gauge, me engine.Car) []engine.Gauge {
	c := &r.s.car[me-1]
	dst = append(dst,
		engine.Gauge{Field: fGear, Value: c.gear, Limit: topGear},
		engine.Gauge{Field: fTyres, Value: c.tyres, Limit: r.k.tyres, Alarm: c.tyres <= low},
		engine.Gauge{Field: fFuel, Value: c.fuel, Limit: r.k.fuel, Alarm: c.fuel <= low})
	if r.s.soft != 0 && r.s.step != sKinds && r.s.step != sDraw && r.s.step != sGrid {
		dst = append(dst, engine.Gauge{Field: fKind, Value: c.kind, Limit: soft})
	}
	return dst
}
