package usac

import "boxstop/engine"

// Stands appends where every car is, by place: in the race by laps, position and lane; afterwards those that made their stops, those that
// did not, those that are disqualified, and those that are out by distance (US-13, US-23).
func (r *Race) Stands(dst []engine.Stand) []engine.Stand { return r.standsOf(&r.s, dst) }

func (r *Race) standsOf(s *state, dst []engine.Stand) []engine.Stand {
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

// class puts the winner by a yellow flag first, then cars that are home or run, those that lack stops, disqualified ones, those out.
func (s *state) class(i int64) int {
	c := &s.car[i]
	switch {
	case s.winner == i+1:
		return 0
	case c.status == running || c.status == finished && c.stops == 0:
		return 1
	case c.status == finished:
		return 2
	case c.status == disqualified:
		return 3
	}
	return 4
}

// before reports whether one car stands before another.
func (r *Race) before(s *state, i, j int64) bool {
	if x, y := s.class(i), s.class(j); x != y {
		return x < y
	}
	a, b := &s.car[i], &s.car[j]
	if s.trial != 0 {
		if n := r.faster(s, i, j); n != 0 {
			return n < 0
		}
		return i < j
	}
	switch {
	case r.ahead(a, b):
		return true
	case r.ahead(b, a):
		return false
	case a.status == out && a.nth != b.nth:
		return a.nth > b.nth
	case a.rank != b.rank:
		return a.rank < b.rank
	}
	return i < j
}

func (r *Race) stand(s *state, me engine.Car, place int) engine.Stand {
	c := &s.car[me-1]
	st := engine.Stand{Car: me, Place: place, Lap: int(c.lap), Spaces: [2]engine.Space{engine.Space(c.space)}}
	switch c.status {
	case running:
		st.Moves = s.step < sDraw && s.trial == 0 && c.moved != s.turn || s.trial != 0 && s.mover == int64(me)
		switch {
		case s.trial != 0 && s.mover == int64(me):
			st.Remark, st.N, st.Clause = rTrial, c.laps+1, us2
		case s.trial != 0 && c.best > 0:
			st.Remark, st.N, st.Clause = rBest, c.best, us2
		case s.trial != 0 && c.laps == tries:
			st.Remark, st.Clause = rSpoiled, us2
		case c.waits > 0:
			st.State, st.Remark, st.N, st.Clause = engine.Standing, rWaits, c.waits, us19
		case c.clock > 0:
			st.State, st.Remark, st.N, st.Clause = engine.Standing, rPits, c.clock, us16
		case c.forced != noStop:
			st.Remark, st.Clause = rForced, us19
		}
		return st
	case finished:
		st.State, st.Clause, st.Remark = engine.Finished, us23, rHome
		if c.cause == byStops {
			st.Clause, st.Remark = us13, rMissing
		}
		st.Lap = int(min(c.lap, s.laps))
	case disqualified:
		st.State, st.Clause, st.Remark = engine.Disqualified, us13, rDisqualified
	default:
		st.State = engine.Retired
		switch c.cause {
		case byTrouble:
			st.Clause, st.Remark = us19, rTrouble
		case byPits:
			st.Clause, st.Remark = us18, rPitOut
		case byDriver:
			st.Clause, st.Remark = us20, rGaveUp
		default:
			st.Clause, st.Remark = us26, rRuledOut
		}
	}
	st.Turn, st.At, st.N = int(c.ended), engine.Space(c.where), c.ended
	if c.cause == byStops {
		st.N = c.stops
	}
	return st
}

// Gauges appends the lap that a car is in, the stops that it owes and its pit space.
func (r *Race) Gauges(dst []engine.Gauge, me engine.Car) []engine.Gauge {
	s := &r.s
	c := &s.car[me-1]
	return append(dst,
		engine.Gauge{Field: fLap, Value: c.lap, Limit: s.laps},
		engine.Gauge{Field: fStops, Value: c.stops, Limit: mandatory(s.miles), Alarm: c.status == running && c.stops > 0 && c.lap >= s.laps-c.stops},
		engine.Gauge{Field: fClock, Value: c.clock})
}

// Markers appends the pit clock: the cars that stand on its spaces (US-16).
func (r *Race) Markers(dst []engine.Marker) []engine.Marker {
	s := &r.s
	for i := range s.cars {
		if c := &s.car[i]; c.clock > 0 && c.status == running && s.trial == 0 {
			dst = append(dst, engine.Marker{At: r.k.exits[0], Car: engine.Car(i + 1), N: c.clock})
		}
	}
	return dst
}
