package usac

import "boxstop/engine"

// toMove waits for where a car drives to; one that has no step to take is blocked and loses all of it (US-11).
func (r *Race) toMove(d *draft, me engine.Car) {
	s := &d.S
	if r.canMove(s, me) {
		set(d, fStep, 0, sMove)
		return
	}
	c := &s.car[me-1]
	d.Note(engine.Event{Kind: kBlocked, Car: me, By: r.on(s, r.k.places[c.at()].To[engine.Ahead]), At: c.at(), N: c.points, Clause: us11})
	r.next(d)
}

// canMove reports whether any step is open to a car, or the pits from where it stands, if it owes a stop.
func (r *Race) canMove(s *state, me engine.Car) bool {
	c := &s.car[me-1]
	q := &r.found
	q.ready(r, s, me)
	w := way{end: engine.Space(c.space)}
	if (c.stops > 0 || c.forced != noStop) && r.k.entry(w.end) && r.mayPit(s, me, w.end) == 0 {
		return true
	}
	for _, st := range w.kinds() {
		if _, f, _ := q.step(w, st); f == 0 {
			return true
		}
	}
	return false
}

// plain reports whether a step is open to a car without driving through another: then it must take one (US-8, US-24).
func (q *search) plain(from engine.Space) bool {
	w := way{end: from}
	for _, st := range w.kinds() {
		if n, f, _ := q.step(w, st); f == 0 && n.passes == 0 {
			return true
		}
	}
	return false
}

// findEnds finds where a car may drive to, and by which entry it may go into the pits; end 0: by none. It is the furthest, where it stands at
// the least, and one that is reached around all cars before one that is reached through them (US-8, US-15, US-24).
func (r *Race) findEnds(s *state, me engine.Car) (pit way) {
	q := &r.found
	q.ready(r, s, me)
	from := engine.Space(s.car[me-1].space)
	q.upTo(from)
	if r.k.entry(from) {
		pit.end = from
	}
	for i := len(q.found) - 1; i >= 0; i-- {
		if w := &q.found[i]; r.k.entry(w.end) && (pit.end == 0 || w.passes <= pit.passes) {
			pit = *w
		}
	}
	if s.all != 0 && !must(&s.car[me-1], &pit) {
		q.allOf(from)
	}
	return pit
}

// must reports whether a car that is ordered into the pits has to go in now: by an entry that it reaches without driving through another car,
// which is never compulsory (US-19, US-24).
func must(c *car, pit *way) bool { return c.forced != noStop && pit.end != 0 && pit.passes == 0 }

// mayPit says why a car may not go into the pits by an entry; 0: it may. By choice it is neither the first lap nor the last (US-14).
func (r *Race) mayPit(s *state, me engine.Car, entry engine.Space) engine.Fault {
	c := &s.car[me-1]
	switch {
	case entry == 0:
		return xPitFar
	case c.forced != noStop:
		return 0
	case s.trial != 0:
		return xPitTrial
	}
	if lap := r.lapAt(c, entry); lap <= 1 || lap >= s.laps {
		return xPitLap
	}
	return 0
}

// lapAt is the lap that a car is in when it has driven to a space.
func (r *Race) lapAt(c *car, to engine.Space) int64 {
	lap, from := c.lap, engine.Space(c.space)
	if from == 0 {
		from = engine.Space(c.entry)
		for _, e := range r.k.exits {
			if e == r.found.exit {
				if r.k.wraps(from, e) {
					lap++
				}
				from = e
			}
		}
	}
	if r.k.wraps(from, to) {
		lap++
	}
	return lap
}

// moves drives a car (US-8 to US-11), or takes it into the pits (US-15).
func (r *Race) moves(d *draft, a *engine.Answer) error {
	s := &d.S
	me := a.Car
	c := &s.car[me-1]
	from := engine.Space(c.space)
	no := func(f engine.Fault, cl engine.Clause, at engine.Space) *engine.Infraction {
		return &engine.Infraction{Fault: f, Clause: cl, Car: me, By: r.on(s, at), At: at, What: a.What, N: int64(a.Path.Len()), Lo: 1, Hi: c.points}
	}
	if a.Value < 0 || a.Value > 1 {
		return &engine.Infraction{Fault: xValue, Clause: us15, Car: me, What: a.What, N: a.Value, Lo: 0, Hi: 1}
	}
	q := &r.found
	var pit way
	if q.ready(r, s, me); c.forced != noStop || s.all != 0 {
		pit = r.findEnds(s, me)
	}
	if a.Path == 0 && a.Value == 0 && !must(c, &pit) && q.plain(from) {
		return no(xMustMove, us8, from)
	}
	w, f, at := q.drive(from, a.Path)
	if f != 0 {
		return no(f, clauseOf(f), at)
	}
	switch {
	case a.Value == 1:
		if !r.k.entry(w.end) {
			return no(xPitFar, us15, w.end)
		}
		if f := r.mayPit(s, me, w.end); f != 0 {
			err := no(f, clauseOf(f), w.end)
			if f == xPitLap { // the table may let it stand all the same (TB-10)
				led := draft{S: *s, Fields: fields}
				r.drives(&led, me, &w)
				r.enters(&led, me, w.end, 0, us15)
				err.Led = led.Events
			}
			return err
		}
	case must(c, &pit):
		return no(xMustPit, us19, pit.end)
	case s.all != 0 && a.Path != 0:
		if o := q.to(w.end); o == nil || o.used != w.used && w.used != q.points {
			return no(xMustUse, us8, w.end)
		}
	}
	r.drives(d, me, &w)
	if a.Path == 0 && a.Value == 0 {
		d.Note(engine.Event{Kind: kBlocked, Car: me, At: c.at(), N: c.points, Clause: us11})
	}
	if a.Value == 1 {
		counts := int64(1)
		if c.forced == notCounted || c.lap <= 1 || c.lap >= s.laps {
			counts = 0
		}
		r.enters(d, me, w.end, counts, us15)
		return nil
	}
	r.next(d)
	return nil
}

// clauseOf is the clause by which something is forbidden.
func clauseOf(f engine.Fault) engine.Clause {
	switch f {
	case xCorner, xBeyond:
		return us10
	case xThrough:
		return us24
	case xPitLap:
		return us14
	case xPitFar:
		return us15
	case xPitTrial:
		return us2
	case xFar:
		return us8
	}
	return us9
}

// drives puts a car where its way ends, and marks the laps that it crosses the line in.
func (r *Race) drives(d *draft, me engine.Car, w *way) {
	s := &d.S
	c := &s.car[me-1]
	if w.steps == 0 {
		return
	}
	kind, cl := kDrives, noClause
	if w.passes > 0 {
		kind, cl = kThrough, us24
	}
	lap := r.lapAt(c, w.end)
	d.Set(engine.Event{Kind: kind, Field: fSpace, Car: me, Is: int64(w.end), N: int64(w.used), Path: w.path, Clause: cl})
	set(d, fEntry, me, 0)
	set(d, fClock, me, 0)
	set(d, fPoints, me, 0)
	for c.lap < lap {
		r.crosses(d, me)
	}
}

// crosses marks a lap (US-12). The flag falls for the first car that completes the distance with its stops made (US-23).
func (r *Race) crosses(d *draft, me engine.Car) {
	s := &d.S
	c := &s.car[me-1]
	if s.trial != 0 {
		set(d, fLap, me, c.lap+1)
		return
	}
	first, fell := true, r.flagged(s)
	for i := range s.cars {
		first = first && s.car[i].lap <= c.lap
	}
	kind := kLaps
	if first && c.lap+1 == s.laps {
		kind = kLastLap
	}
	d.Set(engine.Event{Kind: kind, Field: fLap, Car: me, Is: c.lap + 1, N: c.lap, At: engine.Space(c.space), Clause: us12})
	if !fell && r.flagged(s) {
		d.Note(engine.Event{Kind: kChequered, Car: me, Clause: us23})
	}
}

// flagged reports whether a car has completed the distance with its mandatory stops made (US-23).
func (r *Race) flagged(s *state) bool {
	for i := range s.cars {
		if c := &s.car[i]; c.status == running && c.lap > s.laps && c.stops == 0 {
			return true
		}
	}
	return false
}
