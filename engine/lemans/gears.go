package lemans

import "boxstop/engine"

const (
	freeRevs  = 2 // in four laps (LM-27)
	revWindow = 4
	blown     = 3 // within one lap
	revStops  = 2 // turns in the pits for each beyond the free ones
)

// shift is a gear that a car may be in this turn, and what it costs to come down to it.
type shift struct {
	gear int64
	hard int64 // gears down that a hard-braking or an over-rev each must pay for (LM-20, LM-27)
	down bool  // or kept: the speeds of LM-26 are open
}

// held reports whether a car may not shift because it is in a corner (LM-14); last that it is on its last space.
func (m *road) held() (held, last bool) {
	return m.corner[m.from] && !m.course.last[m.from], m.corner[m.from] && m.course.last[m.from]
}

// shifts appends the gears that a car may be in, lowest first.
func (m *road) shifts(dst []shift) []shift {
	g := m.c.gear
	if g == 0 {
		return append(dst, shift{gear: 1}) // from rest (LM-5, LM-35)
	}
	held, last := m.held()
	if held {
		return append(dst, shift{gear: g, down: true})
	}
	if !last || m.s.lastSpace == 0 {
		n := len(dst)
		for d, to := int64(1), m.card.down(g); to != 0; d, to = d+1, m.card.down(to) {
			x, ok := m.comes(to, d)
			if ok {
				dst = append(dst, x)
			}
		}
		for i, j := n, len(dst)-1; i < j; i, j = i+1, j-1 {
			dst[i], dst[j] = dst[j], dst[i]
		}
	}
	dst = append(dst, shift{gear: g, down: true})
	if up := m.card.up(g); up != 0 {
		dst = append(dst, shift{gear: up})
	}
	return dst
}

// comes is what it takes to come down so many gears; false where the car cannot (LM-20).
func (m *road) comes(to, down int64) (shift, bool) {
	x := shift{gear: to, down: true}
	if m.card.unlimited {
		return x, down <= threeDown
	}
	if x.hard = max(0, down-m.card.free); x.hard == 0 {
		return x, true
	}
	if m.s.revving == 0 {
		return x, x.hard <= m.c.brakes
	}
	return x, x.hard <= m.c.brakes+blown-m.c.lapRevs // the last of them blows the engine
}

// freely reports whether the car can come down with what it has: hard-brakings, and over-revs that are still free (LM-9).
func (m *road) freely(x shift) bool {
	n := m.c.brakes
	if m.s.revving != 0 {
		n += m.spare()
	}
	return x.hard <= n
}

// spare is how many over-revs are still free.
func (m *road) spare() int64 { return max(0, min(m.c.revs, blown-1-m.c.lapRevs)) }

// blows reports whether so many over-revs are one too many within this lap: the engine is gone (LM-27).
func (m *road) blows(revs int64) bool { return revs > 0 && m.c.lapRevs+revs >= blown }

// speeds is the range of spaces that a car moves in a gear: its basic speed, and up to one less than the next gear's where that is open
// (LM-6, LM-26, LM-27).
func (m *road) speeds(x shift) (lo, hi int64) {
	lo = m.card.speed[x.gear]
	if x.down && m.c.gear != 0 && (m.s.bonus != 0 || m.s.revving != 0) {
		return lo, m.card.most(x.gear)
	}
	return lo, lo
}

// allowance is the hard-brakings that a card gives for a race (LM-20).
func (s *state) allowance(k *card) int64 {
	if k.unlimited {
		return 0
	}
	if s.lengths != 0 {
		return k.brakes
	}
	return (k.brakes*s.laps + 3) / 4
}

// owe makes a car owe stops (LM-19).
func (r *Race) owe(d *draft, e engine.Event, n int64) {
	c := &d.S.car[e.Car-1]
	e.Field, e.Is, e.N = fOwed, c.owed+n, n
	d.Set(e)
}

// brakes pays hard-brakings. The last one means a stop, and merges with one that was drawn on the chance table (LM-20, LM-21).
func (r *Race) brakes(d *draft, me engine.Car, n int64) {
	c := &d.S.car[me-1]
	if n == 0 {
		return
	}
	d.Set(engine.Event{Kind: kBrakes, Field: fBrakes, Car: me, Is: c.brakes - n, N: n, Clause: lm20})
	if c.brakes > 0 {
		return
	}
	if c.drawn == 0 {
		r.owe(d, engine.Event{Kind: kOwes, Car: me, Clause: lm21}, 1)
	}
	set(d, fBraked, me, 1)
}

// revs pays over-revs. It reports whether the engine is gone (LM-27).
func (r *Race) revs(d *draft, me engine.Car, n int64) bool {
	c := &d.S.car[me-1]
	for range n {
		if c.lapRevs+1 >= blown {
			d.Set(engine.Event{Kind: kBlows, Field: fStatus, Car: me, Is: out, Clause: lm27})
			set(d, fCause, me, byEngine)
			return true
		}
		set(d, fLapRevs, me, c.lapRevs+1)
		if c.revs > 0 {
			d.Set(engine.Event{Kind: kRevs, Field: fRevs, Car: me, Is: c.revs - 1, N: c.revs - 1, Clause: lm27})
			continue
		}
		d.Note(engine.Event{Kind: kRevs, Car: me, Clause: lm27})
		r.owe(d, engine.Event{Kind: kOwes, Car: me, Clause: lm27}, revStops)
	}
	return false
}

// draws makes a car owe the stop that the chance table ordered: one for the brakes merges with it (LM-15, LM-21).
func (r *Race) draws(d *draft, me engine.Car, at engine.Space) {
	c := &d.S.car[me-1]
	n := int64(1)
	if c.braked != 0 && c.drawn == 0 {
		n = 0
	}
	set(d, fDrawn, me, c.drawn+1)
	if n == 0 {
		d.Note(engine.Event{Kind: kDamage, Car: me, At: at, Clause: lm21})
		return
	}
	r.owe(d, engine.Event{Kind: kDamage, Car: me, At: at, Clause: lm15}, n)
}
