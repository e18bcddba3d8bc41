package lemans

import "boxstop/engine"

// directly is the car directly ahead of another in its lane, bumper to bumper; 0: none.
func (r *Race) directly(s *state, c engine.Car) engine.Car {
	me := &s.car[c-1]
	a := r.k.places[me.space].To[engine.Ahead]
	if a == 0 || me.stall != 0 {
		return 0
	}
	for i := range s.cars {
		if o := &s.car[i]; o.status == running && o.space != 0 && o.stall == 0 && i != int64(c-1) && r.k.rear(o.space) == a {
			return engine.Car(i + 1)
		}
	}
	return 0
}

// tows is the car that another may follow now: directly ahead, moving, to move earlier in this turn and not moved yet (LM-24).
func (r *Race) tows(s *state, c engine.Car) engine.Car {
	me := &s.car[c-1]
	if s.slip == 0 || s.turn == 1 || me.status != running || me.still != 0 || me.gear == 0 || s.hasMoved(me) {
		return 0
	}
	l := r.directly(s, c)
	if l == 0 {
		return 0
	}
	o := &s.car[l-1]
	if o.still != 0 || o.gear == 0 || s.hasMoved(o) || r.k.grey[o.space] || r.k.grey[me.space] {
		return 0
	}
	return l
}

// calls appends the asks of those who may follow the car whose move it is. Nobody waits for them; unsaid it is no (LM-24).
func (r *Race) calls(dst []engine.Ask, mover engine.Car) []engine.Ask {
	s := &r.s
	if s.slip == 0 {
		return dst
	}
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if s.car[c-1].said != s.turn && r.tows(s, c) == mover {
			dst = append(dst, engine.Ask{What: wFollow, Form: engine.Declare, Seat: s.seat(c), Car: c, Turn: uint16(s.turn)})
		}
	}
	return dst
}

// corners reports whether a car can enter a corner with its next move.
func (r *Race) corners(s *state, c engine.Car) bool {
	o := &s.car[c-1]
	k := &r.k.cards[o.card-1]
	g := o.gear
	if up := k.up(g); up != 0 {
		g = up
	}
	if g == 0 {
		return false
	}
	n := k.most(g)
	return r.k.corner[o.space] || int64(r.k.near[o.space]) <= n+1
}

// noteLevel, in the Note of a tow, says that its leader can come to a corner, so that there is more to say; 1 beside it, that the follower
// moves by itself then (LM-25).
const noteLevel = 2

// follows notes what a driver says of a tow (LM-24, LM-25).
func (r *Race) follows(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	l := r.tows(s, a.Car)
	switch {
	case c.said == s.turn:
		return &engine.Infraction{Fault: xFollowSaid, Car: a.Car, What: a.What, Clause: lm24}
	case l == 0 || l != s.next() || !a.Late && a.Value != 0 && a.Value != int64(l) || a.Value < 0 || a.Note > noteLevel|1:
		return &engine.Infraction{Fault: xFollowWho, Car: a.Car, By: engine.Car(max(0, min(a.Value, s.cars))), What: a.What, Clause: lm24}
	}
	set(d, fSaid, a.Car, s.turn)
	if a.Late || a.Value == 0 {
		return nil
	}
	d.Set(engine.Event{Kind: kCalls, Field: fFollow, Car: a.Car, By: l, Is: int64(l), N: int64(a.Note & 1), Clause: lm24})
	set(d, fOnly, a.Car, int64(a.Note&1))
	return nil
}

// towCounts is more counts than a tow ever takes; no path has more steps.
const towCounts = engine.MaxSteps

// towed lists how a follower comes to the place directly behind its leader: on any path, in the gear that it keeps or one legal shift away
// (LM-24). One that owes a stop may let go, for the pits.
func (r *Race) towed(m *road, leader engine.Car, cover engine.Covers) {
	l := &m.s.car[leader-1]
	m.aim = 0
	if b := m.rear(l.space); b != 0 {
		m.aim = m.places[b].Behind
	}
	if m.aim == 0 {
		return
	}
	m.tow, m.leaderRolled = true, l.rolled
	goal := m.places[m.aim].Front
	r.gears = m.shifts(r.gears[:0])
	lower := false
	enter := func(from, to engine.Space, st engine.Step, n engine.Note) (engine.Note, bool) {
		if from == m.aim || to != m.aim && m.passes(from, to, goal) {
			return n, false
		}
		return m.step(from, to, st, n)
	}
	for _, x := range r.gears {
		m.in(x.gear)
		r.search(m, towCounts, enter, cover)
		some := false
		for _, list := range [2][]engine.Way{r.walk.Done, r.walk.Dead} {
			for i := range list {
				w := &list[i]
				if w.End != m.aim && w.Note&(nSpins|nHalts) == 0 || !m.rests(w.End, w.Note) || w.End == m.from && m.aim != m.from {
					continue
				}
				x := x
				if w.Note&nSpins != 0 { // it uses no hard-braking (LM-17)
					x.hard = 0
				}
				o := outcome{path: w.Path, end: w.End, gear: x.gear, hard: x.hard, chances: int64(w.Note & nChances / nChance)}
				for p, at := w.Path, m.from; p != 0; p >>= 3 {
					at = m.places[at].To[p&7]
					o.spaces += int64(m.places[at].Cost)
				}
				some = true
				switch {
				case w.Note&nSpins != 0 && lower:
					continue
				case w.Note&nSpins != 0:
					o.fate = engine.SpinsOut
				case o.chances > 0:
					o.fate = engine.Chances
				case w.Note&nHalts != 0:
					o.fate = engine.Stops
				case m.lapAt(m.c, w.End) > m.s.laps && m.c.lap == m.s.laps:
					o.fate = engine.Completes
				}
				r.pay(m, x, 0, o)
			}
		}
		lower = lower || some && m.freely(x)
	}
	if len(r.found) > 0 && m.owes && r.couldPit(m) {
		r.add(outcome{end: m.from})
	}
}

// couldPit reports whether a follower could come into its pits by itself.
func (r *Race) couldPit(m *road) bool {
	kept := append([]outcome(nil), r.found...)
	m.tow = false
	r.found = r.found[:0]
	r.intoThePits(m, covers)
	n := len(r.found)
	r.found = append(r.found[:0], kept...)
	return n > 0
}
