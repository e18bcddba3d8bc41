package lemans

import "boxstop/engine"

// What the Note of an option of a move says: the hard-brakings of its shift, that it goes to the pits, and the spaces beyond the basic
// speed. Note and gear and path together name one option.
const (
	noteBrakes = 7
	notePit    = 1 << 3
	noteBonus  = 4
)

func (o *outcome) note() uint8 {
	n := uint8(o.brakes) | uint8(min(o.bonus, 7))<<noteBonus
	if o.pit {
		n |= notePit
	}
	return n
}

// moves takes the move of a car: the gear, what it costs, and the drive, as far as the first chance.
func (r *Race) moves(d *draft, a *engine.Answer) error {
	s := &d.S
	o, err := r.meant(s, a)
	if err != nil {
		return err
	}
	me := a.Car
	c := &s.car[me-1]
	if o.gear == 0 { // the follower lets go, for the pits, or because its time ran out
		e := engine.Event{Kind: kTowOff, Field: fFollow, Car: me, By: engine.Car(c.follow), Is: int64(me), Clause: lm24}
		if a.Late {
			e.Is, e.Clause = 0, lm30
		}
		d.Set(e)
		r.onward(d)
		return nil
	}
	if c.gear != o.gear {
		d.Set(engine.Event{Kind: kShifts, Field: fGear, Car: me, Is: o.gear, Clause: lm5})
	}
	r.brakes(d, me, o.brakes)
	if r.revs(d, me, o.revs) {
		r.lift(d, me)
		r.ends(d, me)
		return nil
	}
	spun := c.spun
	r.starts(d, me)
	if o.path == 0 { // hemmed in it stands spun out still (LM-18)
		set(d, fSpun, me, spun)
	}
	if c.stall != 0 && (o.path != 0 || o.end != engine.Space(c.space)) {
		d.Set(engine.Event{Kind: kOut, Field: fStall, Car: me, At: engine.Space(c.space), Clause: lm31})
	}
	set(d, fMover, 0, int64(me))
	set(d, fPath, 0, int64(o.path))
	r.ram, r.pit = o.fate == engine.Collides, o.pit
	r.drive(d, false)
	return nil
}

// starts clears what holds until a car moves again: that it stands spun out or in the pits, and the chances of corners that it left.
func (r *Race) starts(d *draft, me engine.Car) {
	c := &d.S.car[me-1]
	set(d, fStopped, me, 0)
	set(d, fSpun, me, 0)
	set(d, fInPit, me, 0)
	set(d, fDrew, me, 0)
	in := int64(0)
	if r.k.corner[c.space] {
		in = c.rolled & (1 << r.k.places[c.space].Section)
	}
	set(d, fRolled, me, in)
}

// meant is the outcome that an answer means: its gear, its brakings and its path.
func (r *Race) meant(s *state, a *engine.Answer) (outcome, error) {
	list := r.all(s, a.Car, nil)
	if a.Late {
		return r.late(s, a.Car), nil
	}
	for i := range list {
		if o := &list[i]; o.gear == a.Value && o.path == a.Path && o.note() == a.Note {
			return *o, nil
		}
	}
	if a.Value >= 1 && a.Value <= top && s.car[a.Car-1].stall == 0 {
		m := r.searching(s, a.Car, a.Note&notePit != 0)
		m.in(a.Value)
		if t := m.trace(a.Path); t.bad == 0 && m.rests(t.end, t.note) {
			for i := range list {
				o := &list[i]
				if o.gear == a.Value && o.brakes == int64(a.Note&noteBrakes) && o.pit == (a.Note&notePit != 0) && o.path != 0 && m.like(o, &t) {
					p := *o
					p.path = a.Path
					return p, nil
				}
			}
		}
	}
	return outcome{}, r.explain(s, a)
}

// like reports whether a path leads to an outcome as the path does that stands for it: to the same end, with the same chances and over-revs,
// by counts that its gear has.
func (m *road) like(o *outcome, t *trail) bool {
	if o.end != t.end || o.chances != int64(t.note&nChances/nChance) || (o.fate == engine.SpinsOut) != (t.note&nSpins != 0) {
		return false
	}
	if m.tow || o.pit || t.note&(nSpins|nHalts) != 0 {
		return true
	}
	base, corner := m.card.speed[o.gear], int64(0)
	_, hi := m.speeds(shift{gear: o.gear, down: o.gear <= m.c.gear})
	takes := t.note&nTakes != 0
	if t.spent > base && takes {
		corner = 1
	}
	switch {
	case o.revs != o.hard-o.brakes+corner:
		return false
	case t.spent > base:
		return t.spent <= hi && (takes && m.s.revving != 0 || !takes && m.s.bonus != 0)
	}
	return t.spent == base || t.spent == o.spaces || o.gear == 1
}

// searching is the road of a car as all of its move sees it: the one of a follower, or of a car that goes to the pits.
func (r *Race) searching(s *state, me engine.Car, pit bool) road {
	m := r.road(s, me)
	m.grey = m.grey || pit
	if l := m.c.follow; l > 0 && l != int64(me) {
		m.tow, m.leaderRolled = true, s.car[l-1].rolled
	}
	if pit && s.pitFull != 0 {
		for _, x := range m.pits {
			if m.class[x] == m.card.class {
				m.taken[x>>6] &^= 1 << (x & 63)
			}
		}
	}
	return m
}

// drive takes the steps of the move in progress: to its end, or to the corner where a chance is due. resumed says that the chance at the
// first of them has been survived.
func (r *Race) drive(d *draft, resumed bool) {
	s := &d.S
	me := engine.Car(s.mover)
	c := &s.car[me-1]
	p := engine.Path(s.path)
	m := r.searching(s, me, r.pit || r.toPit(c, p))
	m.in(c.gear)
	t := m.trace(p & (1<<(3*s.at) - 1))
	at := t.end
	n := t.note
	for i := int(s.at); i < p.Len(); i++ {
		to := m.places[at].To[p.Step(i)]
		if m.enters(at, to) {
			r.towOff(d, me)
			k := m.rolls(to)
			if k < 0 {
				r.passes(d, me, n)
				r.spinsOut(d, me, to, lm13)
				return
			}
			if k > 0 && !(resumed && i == int(s.at)) {
				set(d, fAt, 0, int64(i))
				set(d, fRam, 0, bit(r.ram))
				d.Set(engine.Event{Kind: kChance, Field: fStep, Car: 0, At: to, N: k, Is: sChance, Clause: lm15})
				return
			}
		}
		n, _ = m.step(at, to, p.Step(i), n)
		at = to
		if n&nHalts != 0 {
			p &= 1<<(3*(i+1)) - 1
			break
		}
	}
	r.comesTo(d, me, p, at, n)
}

// toPit reports whether a path ends among the pits: a chance on the way does not make a car forget where it goes.
func (r *Race) toPit(c *car, p engine.Path) bool {
	at := engine.Space(c.space)
	for ; p != 0; p >>= 3 {
		at = r.k.places[at].To[p&7]
	}
	return r.k.grey[at] && c.owed > 0
}

// passes notes that a car drove past its pits (LM-33).
func (r *Race) passes(d *draft, me engine.Car, n engine.Note) {
	if n&nPasses != 0 {
		d.Change(engine.Event{Kind: kMisses, Field: fMissing, Car: me, Is: 1, Clause: lm33})
	}
}

// comesTo ends the drive of a car on a space.
func (r *Race) comesTo(d *draft, me engine.Car, p engine.Path, at engine.Space, n engine.Note) {
	s := &d.S
	c := &s.car[me-1]
	lap := r.k.lapAt(c, at)
	if p == 0 {
		if !r.ram {
			m := r.road(s, me)
			d.Note(engine.Event{Kind: kStands, Car: me, By: r.before(&m, at), At: at, Clause: lm6})
		}
	} else {
		d.Set(engine.Event{Kind: kDrives, Field: fSpace, Car: me, Is: int64(at), Path: p, N: c.gear, Clause: lm6})
	}
	r.laps(d, me, lap)
	r.passes(d, me, n)
	pit := r.k.grey[at] && c.owed > 0 && r.k.due(s, c) && c.class(r.k) == r.k.class[at] && r.k.class[r.k.places[at].Behind] == r.k.class[at]
	switch {
	case n&nHalts != 0:
		r.misses(d, me)
	case r.ram:
		r.collides(d, me)
	case pit:
		r.arrive(d, me)
	case r.pit:
		d.Note(engine.Event{Kind: kQueues, Car: me, At: at, Clause: lm19})
		r.stop(d, me)
	case c.called != 0:
		r.misses(d, me)
	}
	r.ends(d, me)
}

func (c *car) class(k *course) int8 { return k.cards[c.card-1].class }

// laps counts the lines that a car crossed, in its drive or in a spin (LM-34). With a lap its over-revs are counted anew (LM-27).
func (r *Race) laps(d *draft, me engine.Car, lap int64) {
	s := &d.S
	c := &s.car[me-1]
	if lap == c.lap {
		return
	}
	kind := kLaps
	switch {
	case lap > s.laps && c.lap <= s.laps:
		kind = kHome
	case lap == s.laps && lap > 1:
		kind = kLastLap
		for i := range s.cars {
			if s.car[i].lap >= lap {
				kind = kLaps
			}
		}
	}
	first := lap > c.lap && c.lap > 0
	d.Set(engine.Event{Kind: kind, Field: fLap, Car: me, Is: lap, Clause: lm34})
	if first {
		set(d, fLapRevs, me, 0)
		if (lap-1)%revWindow == 0 {
			set(d, fRevs, me, freeRevs)
		}
	}
}

// collides stops a car directly behind the one that it could not avoid (LM-22).
func (r *Race) collides(d *draft, me engine.Car) {
	s := &d.S
	c := &s.car[me-1]
	m := r.road(s, me)
	by := r.before(&m, engine.Space(c.space))
	r.owe(d, engine.Event{Kind: kCollides, Car: me, By: by, At: engine.Space(c.space), Clause: lm22}, 1)
	r.stop(d, me)
	if by != 0 && s.car[by-1].still != 0 {
		r.owe(d, engine.Event{Kind: kHit, Car: by, By: me, Clause: lm22}, 1)
		r.lapses(d, by)
	}
}

// ends ends the move of a car: whoever follows it comes next, or shares its fate.
func (r *Race) ends(d *draft, me engine.Car) {
	s := &d.S
	r.ram, r.pit = false, false
	set(d, fMoved, me, s.turn<<4|s.movers()+1)
	set(d, fMover, 0, 0)
	set(d, fPath, 0, 0)
	set(d, fAt, 0, 0)
	set(d, fRam, 0, 0)
	set(d, fMust, 0, 0)
	set(d, fFollow, me, 0)
	set(d, fOnly, me, 0)
	set(d, fStep, 0, sMove)
	r.lapses(d, me)
	if !r.tail(d, me) {
		r.onward(d)
	}
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
