package lemans

import "boxstop/engine"

// outcome is a distinct end of a move.
type outcome struct {
	path    engine.Path
	end     engine.Space
	gear    int64 // 0: a follower lets go of its leader, for the pits
	brakes  int64
	revs    int64
	spaces  int64 // counts spent
	bonus   int64 // of them beyond the basic speed
	chances int64 // corners that it enters by a chance
	fate    engine.Fate
	by      engine.Car
	pit     bool // it ends in its pit, or waits before it
	enters  bool // a corner without a chance
	blows   bool // its engine
	dear    bool // over-revs that are not free
	hard    int64
}

// same reports whether two outcomes differ in their path alone.
func (o *outcome) same(p *outcome) bool {
	return o.end == p.end && o.gear == p.gear && o.brakes == p.brakes && o.revs == p.revs && o.chances == p.chances && o.fate == p.fate && o.pit == p.pit
}

// all lists the distinct outcomes of a car's move into r.found; all distinct ones, or with a cover those that none covers.
func (r *Race) all(s *state, me engine.Car, cover engine.Covers) []outcome {
	m := r.road(s, me)
	r.found = r.found[:0]
	if l := m.c.follow; l > 0 && l != int64(me) {
		r.towed(&m, engine.Car(l), cover)
		return r.found
	}
	if m.c.stall != 0 {
		r.outOfTheStall(&m, cover)
		return r.found
	}
	r.own(&m, cover)
	r.intoThePits(&m, cover)
	if m.c.follow == int64(me) {
		r.only(func(o *outcome) bool { return o.pit })
	}
	if !r.avoids() {
		r.rams(&m)
	}
	switch s.must {
	case mustTake:
		r.only(func(o *outcome) bool { return !o.enters })
	case mustNot:
		r.only(func(o *outcome) bool { return o.chances == 0 })
	}
	return r.found
}

// avoids reports whether a car has a move that costs no more than hard-brakings and over-revs that are free: those must be taken before it
// may ram (LM-9, LM-22).
func (r *Race) avoids() bool {
	for i := range r.found {
		if !r.found[i].dear {
			return true
		}
	}
	return false
}

// only keeps what pleases, if anything does.
func (r *Race) only(pleases func(*outcome) bool) {
	some := false
	for i := range r.found {
		some = some || pleases(&r.found[i])
	}
	if !some {
		return
	}
	n := 0
	for i := range r.found {
		if pleases(&r.found[i]) {
			r.found[n] = r.found[i]
			n++
		}
	}
	r.found = r.found[:n]
}

// search walks so many counts into r.walk. Marked diagonals are looked for only where one is near.
func (r *Race) search(m *road, n int, enter engine.Enter, cover engine.Covers) {
	r.walk.Last = engine.Right
	if int(m.aside[m.from]) < n {
		r.walk.Last = engine.Marked
	}
	r.walk.Go(m.board, m.from, n, 0, enter, cover)
}

// own lists what a car can do by itself on the road, in every gear that is legal (LM-5 to LM-10, LM-13).
func (r *Race) own(m *road, cover engine.Covers) {
	r.gears = m.shifts(r.gears[:0])
	lower := false // a lower gear is legal: then nothing spins out on purpose
	for _, x := range r.gears {
		m.in(x.gear)
		lo, hi := m.speeds(x)
		some := r.ways(m, x, lo, lower, cover)
		if x.gear == 1 {
			for n := lo - 1; n > 0; n-- { // LM-6
				r.ways(m, x, n, lower, cover)
			}
			if !r.has(1) {
				r.pay(m, x, 0, outcome{end: m.from, gear: 1, hard: x.hard})
			}
			some = true
		}
		for n := lo + 1; n <= hi; n++ {
			r.ways(m, x, n, true, cover)
		}
		lower = lower || some && m.freely(x)
	}
}

// has reports whether anything was found in a gear.
func (r *Race) has(gear int64) bool {
	for i := range r.found {
		if r.found[i].gear == gear {
			return true
		}
	}
	return false
}

// ways adds the ways that spend n counts in a gear. With no such way a last count that a space marked two does not take is lost (LM-7). It
// reports whether there is any.
func (r *Race) ways(m *road, x shift, n int64, noSpin bool, cover engine.Covers) bool {
	r.search(m, int(n), m.step, cover)
	some := false
	for i := range r.walk.Done {
		some = r.take(m, x, &r.walk.Done[i], n, noSpin) || some
	}
	for i := range r.walk.Dead {
		if w := &r.walk.Dead[i]; w.Note&(nSpins|nHalts) != 0 {
			some = r.take(m, x, w, n, noSpin) || some
		}
	}
	if some || n != m.card.speed[x.gear] {
		return some
	}
	for i := range r.walk.Dead {
		if w := &r.walk.Dead[i]; w.Left == 1 && w.Note&(nSpins|nHalts) == 0 && m.lost(w) {
			some = r.take(m, x, w, n, noSpin) || some
		}
	}
	return some
}

// lost reports whether a way that has one count left could go on if it had two.
func (m *road) lost(w *engine.Way) bool {
	for st := engine.Ahead; st <= engine.Marked; st++ {
		if to := m.places[w.End].To[st]; to != 0 && m.places[to].Cost == 2 {
			if _, ok := m.step(w.End, to, st, w.Note); ok {
				return true
			}
		}
	}
	return false
}

// take adds a way as the outcomes that it has: one for each mixture of hard-brakings and over-revs (LM-36). It reports whether the way is
// one: also where spinning out, it is not on offer.
func (r *Race) take(m *road, x shift, w *engine.Way, n int64, noSpin bool) bool {
	if !m.rests(w.End, w.Note) {
		return false
	}
	base := m.card.speed[x.gear]
	o := outcome{path: w.Path, end: w.End, gear: x.gear, spaces: n - int64(w.Left), bonus: max(0, n-base), chances: int64(w.Note & nChances / nChance), hard: x.hard, enters: w.Note&nEnters != 0}
	corner := int64(0)
	if n > base {
		switch {
		case w.Note&nSpins != 0:
			return false
		case w.Note&nTakes != 0 && m.s.revving == 0:
			return false
		case w.Note&nTakes != 0:
			corner = 1
		case m.s.bonus == 0:
			return false
		}
	}
	switch {
	case w.Note&nSpins != 0:
		if noSpin {
			return true
		}
		o.fate, o.hard, x.hard = engine.SpinsOut, 0, 0 // it uses no hard-braking (LM-17)
	case o.chances > 0:
		o.fate = engine.Chances
	case w.Note&nHalts != 0:
		o.fate = engine.Stops
	case m.c.lap >= m.s.laps && m.lapAt(m.c, w.End) > m.s.laps && m.c.lap == m.s.laps:
		o.fate = engine.Completes
	}
	r.pay(m, x, corner, o)
	return true
}

// pay adds an outcome once for each mixture of hard-brakings and over-revs that pays for its shift.
func (r *Race) pay(m *road, x shift, corner int64, o outcome) {
	for b := min(x.hard, m.c.brakes); b >= 0; b-- {
		v := x.hard - b
		if v > 0 && m.s.revving == 0 {
			return
		}
		p := o
		p.brakes, p.revs = b, v+corner
		if p.revs > 0 {
			if m.c.lapRevs+p.revs > blown { // the engine is gone before it
				return
			}
			if p.blows = m.blows(p.revs); p.blows {
				p.fate, p.path, p.end, p.chances, p.bonus, p.enters = engine.GoesOut, 0, m.from, 0, 0, false
			}
			p.dear = p.revs > m.spare()
		}
		r.add(p)
	}
}

// add keeps an outcome once.
func (r *Race) add(o outcome) {
	for i := range r.found {
		if r.found[i].same(&o) {
			return
		}
	}
	r.found = append(r.found, o)
}

// rams lists the collisions of a car that has no legal gear: in the lowest gear of its free down-shift, on the longest path that LM-8 and
// LM-10 allow (LM-22).
func (r *Race) rams(m *road) {
	r.gears = m.shifts(r.gears[:0])
	x := r.gears[0]
	for _, y := range r.gears {
		if y.hard == 0 {
			x = y
			break
		}
	}
	m.in(x.gear)
	for n, k := m.card.speed[x.gear]-1, len(r.found); n >= 0 && len(r.found) == k; n-- {
		r.search(m, int(n), m.step, nil)
		for i := range r.walk.Done {
			if w := &r.walk.Done[i]; w.Path == 0 || m.rests(w.End, w.Note) {
				r.add(outcome{
					path: w.Path, end: w.End, gear: x.gear, spaces: n, chances: int64(w.Note & nChances / nChance), fate: engine.Collides,
					by: r.before(m, w.End), enters: w.Note&nEnters != 0,
				})
			}
		}
	}
}

// before is the car that a car on a space runs into: the one directly ahead, else one in the way of another step.
func (r *Race) before(m *road, at engine.Space) engine.Car {
	for st := engine.Ahead; st <= engine.Marked; st++ {
		if to := m.places[at].To[st]; to != 0 && drivable(st) {
			if o := r.stands(m.s, to, m.me); o != 0 {
				return o
			}
		}
	}
	return 0
}
