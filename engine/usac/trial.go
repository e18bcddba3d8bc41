package usac

import (
	"slices"

	"boxstop/engine"
)

// tries begins the next qualifying lap: each car alone, three laps from the line (US-2). After the last one the grid is known, or lots are
// drawn among cars that are level in everything.
func (r *Race) tries(d *draft) {
	s := &d.S
	r.clear(d)
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if o := &s.car[c-1]; o.status == running && o.laps < tries {
			set(d, fMover, 0, int64(c))
			set(d, fStep, 0, sRoll)
			set(d, fRolls, c, 0)
			set(d, fLap, c, 0)
			d.Set(engine.Event{Kind: kTries, Field: fSpace, Car: c, Is: int64(r.k.line), N: o.laps + 1, Clause: us2})
			return
		}
	}
	set(d, fMover, 0, 0)
	list := r.times(s)
	for i := 1; i < len(list); i++ {
		if r.faster(s, list[i-1], list[i]) == 0 {
			set(d, fStep, 0, sDraw)
			return
		}
	}
	r.qualified(d, list)
}

// tried goes on after a roll of a qualifying lap: with the next roll, or with the next lap.
func (r *Race) tried(d *draft) {
	s := &d.S
	me := engine.Car(s.mover)
	c := &s.car[me-1]
	switch {
	case c.status != running:
	case c.rolls < 0:
		d.Note(engine.Event{Kind: kSpoiled, Car: me, N: c.laps + 1, Clause: us2})
		r.timed(d, me)
	case c.lap >= 2:
		d.Set(engine.Event{Kind: kTimed, Field: fRolls, Car: me, Is: c.rolls, N: c.laps + 1, At: c.at(), Clause: us2})
		switch {
		case c.best == 0 || r.slower(s, c.best, engine.Space(c.beyond), c.rolls, c.at()):
			set(d, fSecond, me, c.best)
			set(d, fBest, me, c.rolls)
			set(d, fBeyond, me, int64(c.at()))
		case c.second == 0 || c.rolls < c.second:
			set(d, fSecond, me, c.rolls)
		}
		r.timed(d, me)
	default:
		r.clear(d)
		set(d, fStep, 0, sRoll)
		return
	}
	r.tries(d)
}

// timed takes a car off the track after a qualifying lap.
func (r *Race) timed(d *draft, me engine.Car) {
	set(d, fDone, me, d.S.car[me-1].laps+1)
	for _, f := range []engine.Field{fSpace, fLap, fRolls, fEntry, fClock, fArrived, fWaits, fForced} {
		set(d, f, me, 0)
	}
}

// slower reports whether a lap is slower than another one: more rolls, or fewer spaces beyond the line.
func (r *Race) slower(s *state, rolls int64, at engine.Space, other int64, there engine.Space) bool {
	if c := r.time(s, other) - r.time(s, rolls); c != 0 {
		return c < 0
	}
	return r.k.places[at].Front < r.k.places[there].Front
}

// time is what a lap of so many rolls counts: fewer is better. By the owner's table it is miles per hour (US-2).
func (r *Race) time(s *state, rolls int64) int64 {
	if s.times != 0 {
		return -r.k.speed(rolls)
	}
	return rolls
}

// faster compares two cars by their best laps, then the spaces beyond the line, then the second-best laps: below 0 if the first one is
// faster, 0 if they are level in everything.
func (r *Race) faster(s *state, i, j int64) int {
	a, b := &s.car[i], &s.car[j]
	none := func(n int64) int64 {
		if n == 0 {
			return 1 << 20
		}
		return r.time(s, n)
	}
	if x, y := none(a.best), none(b.best); x != y {
		return int(x - y)
	}
	if x, y := r.k.places[a.beyond].Front, r.k.places[b.beyond].Front; x != y {
		return int(y - x)
	}
	return int(none(a.second) - none(b.second))
}

// times are the cars that qualified, fastest first; level ones by their number.
func (r *Race) times(s *state) (list []int64) {
	for i := range s.cars {
		if s.car[i].status == running {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(i, j int64) int { return r.faster(s, i, j) })
	return list
}

// qualified lines the cars up by their times (US-3).
func (r *Race) qualified(d *draft, list []int64) {
	places := make([]int, d.S.cars)
	for p, i := range list {
		places[i] = p + 1
	}
	set(d, fTrial, 0, 0)
	r.lines(d, places)
}

// drawn takes a lot: for the whole grid, or among cars that are level after qualifying (US-2).
func (r *Race) drawn(d *draft, a *engine.Answer) error {
	s := &d.S
	if err := engine.Drawn(a, int(r.s.cars), r.runs, xDraw, us2); err != nil {
		return err
	}
	var list []int64
	for _, c := range a.Order {
		list = append(list, int64(c-1))
	}
	if s.trial != 0 {
		slices.SortStableFunc(list, func(i, j int64) int { return r.faster(s, i, j) })
	}
	r.qualified(d, list)
	return nil
}

// lines puts the cars on the grid by place, from 1, and begins the first round (US-3, US-4). Place 0 does not start.
func (r *Race) lines(d *draft, places []int) {
	s := &d.S
	for i, p := range places {
		me := engine.Car(i + 1)
		if p == 0 || s.car[i].status != running {
			continue
		}
		at := r.k.grid[p-1]
		d.Set(engine.Event{Kind: kLinesUp, Field: fSpace, Car: me, Is: int64(at), N: int64(p), Clause: us3})
		set(d, fLap, me, r.k.gridLap(at))
		set(d, fRank, me, int64(p))
	}
	r.order(d)
	r.onward(d)
}
