package lemans

import "boxstop/engine"

// chance is the roll that is due: the car, the corner's first space on its path, and how many dice.
func (r *Race) chance(s *state) (me engine.Car, to engine.Space, dice int64) {
	me = engine.Car(s.mover)
	c := &s.car[me-1]
	m := r.searching(s, me, r.toPit(c, engine.Path(s.path)))
	m.in(c.gear)
	p := engine.Path(s.path)
	at := m.from
	for i := range int(s.at) {
		at = m.places[at].To[p.Step(i)]
	}
	to = m.places[at].To[p.Step(int(s.at))]
	return me, to, m.rolls(to)
}

// reads is what a face says of a corner, dry or wet (LM-15).
func (r *Race) reads(s *state, at engine.Space, face uint8) result {
	wet := s.wet >> r.k.places[at].Section & 1
	return r.k.chance[wet][face]
}

// rolled takes the roll of a chance. Of two dice the worse counts, and two pit stops are two (LM-15, LM-25).
func (r *Race) rolled(d *draft, a *engine.Answer) error {
	s := &d.S
	me, at, dice := r.chance(s)
	if a.Car != me {
		return &engine.Infraction{Fault: xNotYours, Car: a.Car, By: me, What: a.What, Clause: lm15}
	}
	if int64(a.Dice()) != dice {
		return &engine.Infraction{Fault: xFace, Car: me, What: a.What, N: int64(a.Dice()), Lo: dice, Hi: dice, Clause: lm15}
	}
	worst, damages := safe, 0
	for _, f := range a.Faces[:dice] {
		if f < 1 || f > faces {
			return &engine.Infraction{Fault: xFace, Car: me, What: a.What, N: int64(f), Lo: dice, Hi: faces, Clause: lm15}
		}
		x := r.reads(s, at, f)
		worst = max(worst, x)
		if x == damage {
			damages++
		}
	}
	c := &s.car[me-1]
	r.ram, r.pit = s.ram != 0, r.toPit(c, engine.Path(s.path))
	set(d, fStep, 0, sMove)
	switch worst {
	case smash:
		d.Set(engine.Event{Kind: kSmashes, Field: fStatus, Car: me, At: at, Is: out, Clause: lm15})
		set(d, fCause, me, bySmash)
		r.lift(d, me)
		r.ends(d, me)
		return nil
	case spin:
		r.spinsOut(d, me, at, lm15)
		return nil
	case safe:
		d.Note(engine.Event{Kind: kSafe, Car: me, At: at, Clause: lm15})
	case damage:
		for range damages {
			r.draws(d, me, at)
		}
		set(d, fDrew, me, int64(r.k.places[at].Section)+1)
	}
	set(d, fRolled, me, c.rolled|1<<r.k.places[at].Section)
	r.drive(d, true)
	return nil
}

// spinsOut puts a car where those stand that spun out in a corner, and ends its move (LM-17, LM-18).
func (r *Race) spinsOut(d *draft, me engine.Car, at engine.Space, by engine.Clause) {
	s := &d.S
	c := &s.car[me-1]
	sec := r.k.places[at].Section
	here := int64(sec) + 1
	to := r.spinSpace(s, me, int(sec))
	lap := r.k.lapAt(c, to)
	d.Set(engine.Event{Kind: kSpins, Field: fSpace, Car: me, At: at, Is: int64(to), Clause: by})
	r.laps(d, me, lap)
	set(d, fSpins, me, c.spins+1)
	d.Change(engine.Event{Kind: kWet, Field: fWet, At: at, N: int64(r.k.board.Sections[sec].Number), Is: s.wet | 1<<sec, Clause: lm17})
	n := int64(0)
	for i := range s.cars {
		if o := &s.car[i]; engine.Car(i+1) != me && r.hit(s, o, here) {
			n++
			r.owe(d, engine.Event{Kind: kPiles, Car: engine.Car(i + 1), By: me, Clause: lm18}, 1)
			r.lapses(d, engine.Car(i+1))
		}
	}
	if n > 0 {
		r.owe(d, engine.Event{Kind: kPiles, Car: me, Clause: lm18}, 1)
	}
	r.stop(d, me)
	set(d, fSpun, me, here)
	set(d, fSince, me, s.turn)
	r.ends(d, me)
}

// hit reports whether a car that stands spun out in a corner is one that the next to spin out there collides with (LM-18).
func (r *Race) hit(s *state, o *car, section int64) bool {
	return o.status == running && o.spun == section && (s.window == 0 || o.since == s.turn)
}

// spinSpace is where a car goes that spins out in a corner: the SO space, or directly behind the last car that stands spun out there; where
// another is in the way, the nearest two free spaces behind it in that lane (LM-17).
func (r *Race) spinSpace(s *state, me engine.Car, sec int) engine.Space {
	to := r.k.so[sec]
	ahead := func(a, b engine.Space) bool { // b lies behind a
		d := r.k.places[a].Front - r.k.places[b].Front
		if d < 0 {
			d += r.k.board.Lap
		}
		return d < r.k.board.Lap/2
	}
	for i := range s.cars {
		if o := &s.car[i]; o.status == running && engine.Car(i+1) != me && o.spun == int64(sec)+1 {
			if b := r.k.places[r.k.rear(o.space)].Behind; b != 0 && ahead(to, b) && r.k.places[b].Lane == r.k.places[to].Lane {
				to = b
			}
		}
	}
	for range 8 * maxCars {
		b := r.k.places[to].Behind
		if r.stands(s, to, me) == 0 && r.stands(s, b, me) == 0 {
			break
		}
		to = b
	}
	return to
}

// tail settles what the move of a car means for the one that follows it: struck with it, next to move, or alone (LM-24, LM-25).
//
// It reports whether the race has gone on already.
func (r *Race) tail(d *draft, leader engine.Car) bool {
	s := &d.S
	f := engine.Car(0)
	for i := range s.cars {
		if o := &s.car[i]; o.status == running && o.follow == int64(leader) && engine.Car(i+1) != leader && !s.hasMoved(o) {
			f = engine.Car(i + 1)
		}
	}
	if f == 0 {
		return false
	}
	l := &s.car[leader-1]
	switch {
	case l.status == out && l.cause == bySmash, l.status == out && l.cause == byTow, l.spun != 0 && l.since == s.turn:
		d.Set(engine.Event{Kind: kStruck, Field: fStatus, Car: f, By: leader, Is: out, Clause: lm25})
		set(d, fCause, f, byTow)
		r.lift(d, f)
		set(d, fMoved, f, s.turn<<4|s.movers()+1)
		set(d, fFollow, f, 0)
		return r.tail(d, f)
	case l.drew != 0: // in the leader's corner
		r.starts(d, f)
		r.spinsOut(d, f, r.k.so[l.drew-1], lm25)
		return true
	case l.status != running || l.inPit != 0 || !r.viable(s, f):
		r.loose(d, f, leader)
	}
	return false
}

// viable reports whether a follower can come to the place behind its leader.
func (r *Race) viable(s *state, f engine.Car) bool {
	for _, o := range r.all(s, f, covers) {
		if o.gear != 0 && o.fate != engine.Stops {
			return true
		}
	}
	return false
}

// loose ends a tow: the follower moves by itself, in its place of the order.
func (r *Race) loose(d *draft, f, leader engine.Car) {
	d.Set(engine.Event{Kind: kTowOff, Field: fFollow, Car: f, By: leader, Clause: lm24})
	set(d, fOnly, f, 0)
}

// towOff ends the tow of a follower that did not want the corner which its leader enters now (LM-25).
func (r *Race) towOff(d *draft, leader engine.Car) {
	s := &d.S
	for i := range s.cars {
		if o := &s.car[i]; o.status == running && o.follow == int64(leader) && o.only != 0 && engine.Car(i+1) != leader {
			r.loose(d, engine.Car(i+1), leader)
		}
	}
}
