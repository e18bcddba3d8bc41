package speedcircuit

import (
	"slices"

	"boxstop/engine"
)

// moves carries out the move of the car whose go it is, along the path that was said. Any legal path is accepted.
func (r *Race) moves(d *draft, a *engine.Answer) error {
	k := r.search(&d.S, a.Car)
	v, no := r.judge(&k, a)
	if no == nil {
		r.drives(d, a.Car, &k, &v, int(k.speed))
		return nil
	}
	switch n := a.Path.Len(); no.Fault {
	case xShort, xLong, xBound, xReach, xTooFar: // a miscount: where the car stands can stand
		if v = k.without().evaluate(a.Path, n); v.fault == noFault {
			from := len(d.Events)
			r.drives(d, a.Car, &k, &v, n)
			no.Led = slices.Clone(d.Events[from:])
		}
	}
	return no
}

// judge is what becomes of the path of an answer, or why it is forbidden.
func (r *Race) judge(k *search, a *engine.Answer) (verdict, *engine.Infraction) {
	v := k.evaluate(a.Path, int(k.speed))
	if v.fault == noFault && k.gets == 0 || k.brake.crash {
		return v, nil
	}
	list := r.all(k.s, a.Car, nil)
	tows, halts := false, -1
	for i := range list {
		o := &list[i]
		tows = tows || o.tow
		if o.halt {
			halts = max(halts, o.path.Len())
		}
	}
	switch {
	case v.fault == noFault && v.tow && !tows:
		return v, r.forbids(k, a, &v, xReach, sc21)
	case v.fault == noFault && !v.tow && tows && k.s.slip == 0:
		return v, r.forbids(k, a, &v, xBound, sc20)
	case v.fault == noFault:
		return v, nil
	}
	path := a.Path
	if v.fault == xBlocked {
		path &= 1<<(3*v.step) - 1
	}
	if n := path.Len(); n == halts && (v.fault == xBlocked || v.fault == xShort) {
		if h, ok := k.halt(path, n); ok && k.ahead(k.along(path, n)) {
			w := k.without().evaluate(path, n)
			w.outcome = h
			return w, nil
		}
	}
	for i := range list {
		if o := &list[i]; o.path == a.Path && o.fate == engine.GoesOut {
			return verdict{outcome: *o}, nil
		}
	}
	f, cl := v.fault, sc8
	if v.fault == xReach {
		cl = sc21
	}
	if v.fault == xShort && halts >= 0 {
		f, cl = xTooFar, sc19
	}
	return v, r.forbids(k, a, &v, f, cl)
}

// forbids says why a path is none, and what is allowed instead.
func (r *Race) forbids(k *search, a *engine.Answer, v *verdict, f engine.Fault, cl engine.Clause) *engine.Infraction {
	i := &engine.Infraction{
		Fault: f, Clause: cl, Car: a.Car, What: a.What, At: v.at, N: int64(a.Path.Len()), Lo: int64(k.speed), Hi: int64(k.speed) + k.gets,
	}
	if f == xBlocked {
		i.By = r.on(k.s, v.at)
	}
	if f == xNoStep {
		i.N = int64(v.step + 1)
	}
	if f == xBound {
		i.By, i.Lo = engine.Car(k.c.follow), int64(k.speed)+k.gets
	}
	return i
}

// on is the car that runs and stands on a space; 0: none.
func (r *Race) on(s *state, at engine.Space) engine.Car {
	for i := range s.cars {
		if o := &s.car[i]; o.status == running && o.space == int64(at) {
			return engine.Car(i + 1)
		}
	}
	return 0
}

// drives carries out a verdict of a move of so many spaces, those of a slipstream apart: braking, the drive, the corners, and how it ends (SC-25).
func (r *Race) drives(d *draft, me engine.Car, k *search, v *verdict, spaces int) {
	s := &d.S
	c := &s.car[me-1]
	r.brakes(d, me, k)
	if k.brake.crash {
		r.crashes(d, me, engine.Event{N: k.brake.excess, Clause: sc9, At: engine.Space(c.space)}, byBraking, false)
		r.ends(d, me)
		return
	}
	if v.fate == engine.GoesOut {
		r.charges(d, me, v)
		e := engine.Event{Clause: sc19, At: engine.Space(c.space)}
		if v.n > 0 {
			last := &v.charges[v.n-1]
			e = engine.Event{N: int64(last.excess) * stepMPH, At: last.at, Clause: sc10}
			if last.excess < crashes {
				e.Clause = sc16
			}
		}
		r.crashes(d, me, e, byCorner, v.home)
		r.ends(d, me)
		return
	}
	dropped := k.gets > 0 && !v.tow && s.slip == 0 && spaces == int(k.speed)
	r.goes(d, me, k, v, spaces)
	r.charges(d, me, v)
	if dropped {
		d.Note(engine.Event{Kind: kDrops, Car: me, By: engine.Car(c.follow), Clause: sc21})
	}
	set(d, fPaid, me, int64(v.paid))
	set(d, fBegun, me, asNumber(v.begun))
	at := engine.Space(c.space)
	switch {
	case v.fate == engine.Collides:
		by := r.hit(k, at)
		d.Set(engine.Event{Kind: kCollides, Field: fSpun, Car: me, By: by, Is: 1, At: at, Clause: sc19})
	case v.fate == engine.SpinsOut:
		e := engine.Event{Kind: kSpins, Field: fSpun, Car: me, Is: 1, At: at, Clause: sc17}
		if v.broke || k.brake.broke {
			e.Clause = sc16
		}
		d.Set(e)
	}
	r.ends(d, me)
}

func asNumber(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// brakes takes the wear of braking (SC-9).
func (r *Race) brakes(d *draft, me engine.Car, k *search) {
	c := &d.S.car[me-1]
	if b := &k.brake; b.wear > 0 && !b.crash {
		d.Set(engine.Event{Kind: kBrakes, Field: fWear, Car: me, Is: max(0, c.wear-int64(b.wear)), N: b.excess, Clause: sc9})
	}
}

// charges takes the wear of corners, and says where an arrow made one free (SC-10, SC-14).
func (r *Race) charges(d *draft, me engine.Car, v *verdict) {
	c := &d.S.car[me-1]
	for i := range v.charges[:v.n] {
		x := &v.charges[i]
		e := engine.Event{Kind: kCorners, Field: fWear, Car: me, At: x.at, N: int64(x.excess) * stepMPH, Clause: x.clause}
		e.Is = max(0, c.wear-int64(x.wear))
		switch {
		case x.excess >= crashes:
		case x.wear > 0 && c.wear > 0:
			d.Set(e)
		case x.arrow && x.wear == 0 && x.clause == sc14:
			e.Kind, e.Field, e.Is = kArrow, 0, 0
			d.Note(e)
		}
	}
}

// goes moves the car over the spaces of its speed, and then over those of its slipstream.
func (r *Race) goes(d *draft, me engine.Car, k *search, v *verdict, spaces int) {
	c := &d.S.car[me-1]
	n := min(v.driven, spaces)
	if n == 0 && v.driven == 0 {
		d.Note(engine.Event{Kind: kStays, Car: me, At: engine.Space(c.space), N: c.speed, Clause: sc8})
		return
	}
	if n > 0 {
		p := v.path & (1<<(3*n) - 1)
		r.stretch(d, me, engine.Event{Kind: kDrives, Is: int64(k.along(p, n)), Path: p, Clause: sc8})
	}
	if v.driven > n {
		p := v.path >> (3 * n)
		r.stretch(d, me, engine.Event{Kind: kGains, Is: int64(k.along(v.path, v.driven)), Path: p, By: engine.Car(c.follow), Clause: sc20})
	}
}

// stretch moves the car, and counts a lap where it enters the first space beyond the line (SC-26).
func (r *Race) stretch(d *draft, me engine.Car, e engine.Event) {
	s := &d.S
	c := &s.car[me-1]
	crosses := r.k.places[e.Is].Front < r.k.places[c.space].Front
	e.Field, e.Car, e.N = fSpace, me, c.speed
	d.Set(e)
	if !crosses {
		return
	}
	kind := kLaps
	if c.lap+1 == s.laps && s.laps > 1 {
		kind = kLastLap
		for i := range s.cars {
			if o := &s.car[i]; o.lap >= s.laps {
				kind = kLaps
			}
		}
	}
	if c.lap == s.laps {
		kind = kHome
	}
	d.Set(engine.Event{Kind: kind, Field: fLap, Car: me, Is: c.lap + 1, Clause: sc26})
	if kind == kHome {
		r.comesHome(d, me)
	}
}

// comesHome notes as which car it crossed the line for the last time (SC-22).
func (r *Race) comesHome(d *draft, me engine.Car) {
	set(d, fHomes, 0, d.S.homes+1)
	set(d, fCrossed, me, d.S.homes)
}

// hit is the car that stops a car on a space: directly ahead, or else where its way would have led.
func (r *Race) hit(k *search, at engine.Space) engine.Car {
	for st := engine.Ahead; st <= engine.Right; st++ {
		if to := k.places[at].To[st]; to != 0 && k.blocked(to) {
			return r.on(k.s, to)
		}
	}
	return 0
}

// crashes takes a car out of the race: it is lifted off the board at once (SC-9, SC-10). Beyond the line on its last lap it may be placed
// level with the line (SC-26).
func (r *Race) crashes(d *draft, me engine.Car, e engine.Event, cause int64, home bool) {
	s := &d.S
	c := &s.car[me-1]
	e.Kind, e.Field, e.Car, e.Is = kCrashes, fStatus, me, out
	if home || c.lap > s.laps && s.past != 0 {
		if c.lap == s.laps {
			d.Set(engine.Event{Kind: kHome, Field: fLap, Car: me, Is: c.lap + 1, Clause: sc26})
			r.comesHome(d, me)
		}
		e.Is = finished
	}
	d.Set(e)
	set(d, fCause, me, cause)
	r.lift(d, me, c.space)
}
