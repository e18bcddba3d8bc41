package usac

import "boxstop/engine"

// lacks reports whether a car completed the distance without all of its stops.
func (s *state) lacks(c *car) bool { return c.lap > s.laps && c.stops > 0 }

// leave takes the cars off the track that completed the distance without all of their stops (US-23). It reports whether any car runs on.
func (r *Race) leave(d *draft) (any bool) {
	s := &d.S
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		o := &s.car[c-1]
		if o.status == running && s.lacks(o) {
			r.leaves(d, c)
		}
		any = any || o.status == running
	}
	return any
}

// leaves takes such a car off the track: it is classified behind (US-13).
func (r *Race) leaves(d *draft, me engine.Car) {
	s := &d.S
	c := &s.car[me-1]
	at := c.at()
	d.Note(engine.Event{Kind: kMissing, Car: me, N: c.stops, Clause: us13})
	is := finished
	if s.missing != 0 {
		is = disqualified
		d.Note(engine.Event{Kind: kDisqualified, Car: me, N: c.stops, Clause: us13})
	}
	set(d, fStatus, me, is)
	set(d, fCause, me, byStops)
	r.ends(d, me, int64(at))
	set(d, fEntry, me, 0)
	set(d, fClock, me, 0)
	d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: me, At: at, Clause: us23})
}

// over ends the race: the cars that run are home where they stand (US-23). The winner of a race that a yellow flag ended has won (US-22).
func (r *Race) over(d *draft) {
	s := &d.S
	r.clear(d)
	set(d, fMover, 0, 0)
	set(d, fYellow, 0, 0)
	set(d, fStep, 0, sOver)
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		o := &s.car[c-1]
		if o.status != running {
			continue
		}
		is := finished
		if o.stops > 0 && int64(c) != s.winner {
			set(d, fCause, c, byStops)
			if s.missing != 0 {
				is = disqualified
			}
		}
		at := o.at()
		set(d, fStatus, c, is)
		r.ends(d, c, int64(at))
		set(d, fEntry, c, 0)
		set(d, fClock, c, 0)
	}
	for _, st := range r.standsOf(s, nil) {
		switch {
		case s.car[st.Car-1].status == disqualified && s.car[st.Car-1].ended == s.turn:
			d.Note(engine.Event{Kind: kDisqualified, Car: st.Car, N: s.car[st.Car-1].stops, Clause: us13})
		case s.car[st.Car-1].status == finished:
			d.Note(engine.Event{Kind: kHome, Car: st.Car, N: int64(st.Place), Clause: us23})
		}
	}
}
