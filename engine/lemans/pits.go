package lemans

import "boxstop/engine"

// within reports whether a car could come to its pits, or to a grey space where it waits for them, in so many steps.
func (m *road) within(n int64) bool {
	return int64(m.toPit[m.card.class][m.from]) <= n || int64(m.toGrey[m.from]) <= n && m.waitsAt() != 0
}

// intoThePits lists how a car that owes a stop comes into the pits of its class, in any gear and short of its full move (LM-19).
func (r *Race) intoThePits(m *road, cover engine.Covers) {
	if !m.owes {
		return
	}
	r.gears = m.shifts(r.gears[:0])
	most := int64(0)
	for _, x := range r.gears {
		_, hi := m.speeds(x)
		most = max(most, hi)
	}
	if !m.within(most) {
		return
	}
	was := m.grey
	m.grey = true
	shut := m.taken
	if m.s.pitFull != 0 { // any number of cars
		for _, s := range m.pits {
			if m.class[s] == m.card.class {
				m.taken[s>>6] &^= 1 << (s & 63)
			}
		}
	}
	before := m.waitsAt()
	for _, x := range r.gears {
		m.in(x.gear)
		lo, hi := m.speeds(x)
		if m.s.bonus == 0 {
			hi = lo
		}
		if before != 0 && before == m.from {
			if x.hard > 0 {
				continue
			}
			r.add(outcome{end: m.from, gear: x.gear, fate: engine.Stops, pit: true})
			break
		}
		for n := int64(1); n <= hi; n++ {
			r.search(m, int(n), m.step, cover)
			for i := range r.walk.Done {
				w := &r.walk.Done[i]
				if w.Note&(nSpins|nHalts) != 0 || !m.rests(w.End, w.Note) || !m.arrives(w.End, before) || n > lo && w.Note&nTakes != 0 {
					continue
				}
				o := outcome{
					path: w.Path, end: w.End, gear: x.gear, spaces: n, chances: int64(w.Note & nChances / nChance), fate: engine.Stops, pit: true,
					hard: x.hard, enters: w.Note&nEnters != 0,
				}
				if o.chances > 0 {
					o.fate = engine.Chances
				}
				r.pay(m, x, 0, o)
			}
		}
	}
	m.grey, m.taken = was, shut
}

// arrives reports whether a car may end in its pits on a space: both of its spaces are of its class, or it waits before them.
func (m *road) arrives(end, before engine.Space) bool {
	if before != 0 {
		return end == before
	}
	return m.stops(end)
}

// stops reports whether a car with its front on a space stands in its pit.
func (m *road) stops(end engine.Space) bool {
	b := m.places[end].Behind
	return b != 0 && m.class[end] == m.card.class && m.class[b] == m.card.class
}

// waitsAt is the nearest free grey space before pits that are full; 0 where there is room, or none to wait (LM-19).
func (m *road) waitsAt() engine.Space {
	first := engine.Space(0)
	for _, s := range m.pits {
		if m.class[s] != m.card.class {
			continue
		}
		if first == 0 {
			first = s
		}
		if b := m.places[s].Behind; m.stops(s) && !m.taken.has(s) && !m.taken.has(b) {
			return 0
		}
	}
	if first == 0 {
		return 0
	}
	for s := m.places[first].Behind; s != 0 && m.course.grey[s]; s = m.places[s].Behind {
		if b := m.places[s].Behind; b != 0 && m.course.grey[b] && !m.taken.has(s) && !m.taken.has(b) {
			return s
		}
	}
	return 0
}

// outOfTheStall lists how a car comes out of its pit after a LeMans start: the grey space is the first count, and it straightens out; one
// that finds it taken waits (LM-31).
func (r *Race) outOfTheStall(m *road, cover engine.Covers) {
	m.in(1)
	m.grey = true
	if !m.taken.has(m.from) {
		for n := m.card.speed[1] - 1; n > 0; n-- {
			r.search(m, int(n), m.step, cover)
			for i := range r.walk.Done {
				if w := &r.walk.Done[i]; m.rests(w.End, w.Note) {
					r.add(outcome{path: w.Path, end: w.End, gear: 1, spaces: n + 1})
				}
			}
		}
	}
	if len(r.found) == 0 {
		r.add(outcome{end: m.from, gear: 1})
	}
}

// arrive stops a car in the pits, for as many turns as it owes stops (LM-19).
func (r *Race) arrive(d *draft, me engine.Car) {
	c := &d.S.car[me-1]
	n := c.owed
	set(d, fMade, me, c.made+n)
	set(d, fWaits, me, n-1)
	set(d, fInPit, me, 1)
	d.Set(engine.Event{Kind: kPits, Field: fOwed, Car: me, At: engine.Space(c.space), N: n, Clause: lm19})
	set(d, fDrawn, me, 0)
	set(d, fBraked, me, 0)
	set(d, fMissing, me, 0)
	set(d, fMissed, me, 0)
	r.stop(d, me)
}

// stop makes a car one that stopped: it moves last next turn, in first gear (LM-4, LM-35).
func (r *Race) stop(d *draft, me engine.Car) {
	set(d, fStops, 0, d.S.stops+1)
	set(d, fStopped, me, d.S.stops)
	set(d, fGear, me, 0)
	set(d, fCalled, me, 0)
}

// misses stops a car that drove past its pits, where it is; the second time it is disqualified (LM-33).
func (r *Race) misses(d *draft, me engine.Car) {
	c := &d.S.car[me-1]
	set(d, fMissing, me, 0)
	if c.missed != 0 {
		d.Set(engine.Event{Kind: kDisqualified, Field: fStatus, Car: me, Is: disqualified, Clause: lm33})
		set(d, fCause, me, byMissing)
		r.lift(d, me)
		return
	}
	d.Set(engine.Event{Kind: kMissStops, Field: fMissed, Car: me, Is: 1, At: engine.Space(c.space), Clause: lm33})
	r.stop(d, me)
}

// lapses forgets what a car owes where no passage of its pits is left in which it could be made (LM-19).
func (r *Race) lapses(d *draft, me engine.Car) {
	c := &d.S.car[me-1]
	if c.status != running || c.owed == 0 || c.space == 0 || c.stall != 0 || r.k.due(&d.S, c) {
		return
	}
	d.Set(engine.Event{Kind: kLapses, Field: fOwed, Car: me, N: c.owed, Clause: lm19})
	set(d, fDrawn, me, 0)
	set(d, fBraked, me, 0)
}
