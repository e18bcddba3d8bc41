package grandprix

import (
	"slices"

	"boxstop/engine"
)

// moves carries out a move of one car of the team: one that is listed, or any other legal path to the same end.
func (r *Race) moves(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	no := func(f engine.Fault, cl engine.Clause) *engine.Infraction {
		return &engine.Infraction{Fault: f, Car: a.Car, What: a.What, N: a.Value, Lo: slowest, Hi: fastest, Clause: cl}
	}
	switch {
	case a.Late:
		return no(xNotAsked, noClause)
	case c.crew != s.team:
		i := no(xNotYours, gp3)
		n, first := s.left(s.team)
		i.Lo, i.By = int64(n), first
		return i
	case c.moved == s.turn:
		i := no(xMoved, gp3)
		i.N = c.took
		return i
	case a.Value != 0 && (a.Value < slowest || a.Value > fastest):
		return no(xSpeed, gp3)
	case a.Value != 0 && s.user(a.Value) != 0:
		i := no(xUsed, gp3)
		i.By = s.user(a.Value)
		return i
	}
	x := r.search(s, a.Car)
	fits := a.Value != 0 && r.mustFit(&x)
	r.list = r.outcomes(r.list[:0], &x, a.Value)
	if fits && fails(r.list) {
		bad := no(xAvoid, gp4)
		if i := chosen(r.list, a); i >= 0 {
			bad.Led = r.led(d, &x, &r.list[i], a)
		}
		return bad
	}
	if i := chosen(r.list, a); i >= 0 {
		r.carriesOut(d, &x, &r.list[i], r.list[i].path, a.Value)
		return nil
	}
	return r.other(d, &x, a)
}

// led is what a forbidden move would have led to: one key makes it a ruling (TB-10).
func (r *Race) led(d *draft, x *search, o *outcome, a *engine.Answer) []engine.Event {
	from := len(d.Events)
	r.carriesOut(d, x, o, a.Path, a.Value)
	return slices.Clone(d.Events[from:])
}

// chosen is the outcome that an answer names as the lists have it; -1: none. One that goes nowhere is named by its note.
func chosen(list []outcome, a *engine.Answer) int {
	for i := range list {
		o := &list[i]
		if o.path == a.Path && (a.Path != 0 || a.Note != 0 && o.note() == a.Note&^noteAsks) {
			return i
		}
	}
	return -1
}

// other carries out a path that is not on the list but leads where one does, or says why it is forbidden.
func (r *Race) other(d *draft, x *search, a *engine.Answer) error {
	i := &engine.Infraction{Car: a.Car, What: a.What, N: a.Value, Lo: slowest, Hi: fastest, At: engine.Space(x.c.space)}
	speeds := len(r.list) > 0
	switch {
	case a.Value == 0 && !speeds:
		i.Fault, i.Clause = xSaySpeed, gp3
		return i
	case a.Value != 0 && !speeds:
		return r.noSpeed(x, i)
	case a.Path == 0:
		i.Fault, i.Clause = xWhere, gp4
		return i
	}
	o, bad := x.follow(a.Path, a.Value)
	if bad.Fault != noFault {
		i.Fault, i.Clause, i.By, i.At, i.N = bad.Fault, bad.Clause, bad.By, bad.At, int64(bad.Step)
		return i
	}
	for n := range r.list {
		if r.list[n].same(&o) {
			r.carriesOut(d, x, &o, a.Path, a.Value)
			return nil
		}
	}
	i.Fault, i.Clause, i.At = xNotThere, gp4, o.end
	i.Led = r.led(d, x, &o, a)
	return i
}

// noSpeed says why a car takes no speed, or not this one.
func (r *Race) noSpeed(x *search, i *engine.Infraction) error {
	k, at := x.k, engine.Space(x.c.space)
	i.Fault, i.Clause = xNoSpeed, gp4
	switch z := k.zone[at]; {
	case k.exit(at) && x.full(k.back[at].to):
		i.Fault, i.Clause, i.At, i.By = xTaken, gp15, k.back[at].to, x.on(k.back[at].to)
	case z == leftSide:
		i.Clause = gp12
	case z == inBox || at == x.front():
		i.Clause = gp16
	case z == rightSide || z == pitLane:
		o, _, by := x.along(at, i.N)
		i.Fault, i.Clause, i.Lo, i.At = xFits, gp14, int64(o.n), o.end
		if by != 0 {
			i.By = x.on(by)
		}
	}
	return i
}

// on is the car that runs and stands on a space; 0: none.
func (x *search) on(at engine.Space) engine.Car {
	for i := range x.s.cars {
		if o := &x.s.car[i]; o.status == running && o.space == int64(at) {
			return engine.Car(i + 1)
		}
	}
	return 0
}

// follow drives a path step by step and says how it ends, or at which step it cannot be driven.
func (x *search) follow(p engine.Path, v int64) (o outcome, bad engine.Refusal) {
	k, at, i := x.k, engine.Space(x.c.space), 0
	o.path, o.n = p, uint8(p.Len())
	refuse := func(f engine.Fault, s engine.Space) (outcome, engine.Refusal) {
		bad = engine.Refusal{Fault: f, Clause: gp5, At: s, Step: uint8(i + 1)}
		if f == xBlocked {
			bad.By = x.on(s)
		}
		return o, bad
	}
	if k.zone[at] != track {
		b := k.back[at]
		if b.to == 0 || p&(1<<(3*b.n)-1) != b.steps {
			return refuse(xNoStep, at)
		}
		at, i = b.to, int(b.n)
		if x.full(at) {
			return refuse(xBlocked, at)
		}
	}
	most, from := int(v), i
	for ; i < p.Len(); i++ {
		st := p.Step(i)
		if st > engine.Right {
			break
		}
		if i-from == most { // driven out: a slipstream begins
			if o.slips == mostSlip || !x.draught(at) {
				return refuse(xSlip, at)
			}
			o.slips, from, most = o.slips+1, i, gain
		}
		to := k.places[at].To[st]
		if to == 0 || k.zone[to] != track {
			return refuse(xNoStep, at)
		}
		n, ok := x.enter(at, to, st, 0)
		if !ok {
			return refuse(xBlocked, to)
		}
		at = to
		if n == homeNote {
			if i++; i < p.Len() {
				return refuse(xNoStep, at)
			}
			return x.home(o), bad
		}
	}
	o.end = at
	if i == p.Len() {
		return o, bad
	}
	side := toLeft
	if p.Step(i) == engine.AcrossRight {
		side = toRight
	}
	if t := k.side[side][at]; i-from < int(v) && o.slips == 0 && t.to != 0 && k.open[at]&side != 0 && p>>(3*i) == t.steps {
		if x.full(t.to) {
			return refuse(xBlocked, t.to)
		}
		o.end, o.side, o.fate = t.to, side, engine.Stops
		return o, bad
	}
	return refuse(xNoStep, at)
}

// carriesOut makes the events of a move, along the path that was said.
func (r *Race) carriesOut(d *draft, x *search, o *outcome, path engine.Path, v int64) {
	s, me, c := &d.S, x.me, x.c
	at := engine.Space(c.space)
	if v != 0 {
		d.Set(engine.Event{Kind: kTakes, Field: usedField(v), Is: int64(me), By: me, N: v, Clause: gp3})
	}
	set(d, fTook, me, v)
	switch {
	case o.fate == engine.GoesOut:
		e := engine.Event{Kind: kOut, Field: fStatus, Car: me, Is: out, At: at, N: v, Clause: gp14}
		cause := byStuck
		if x.k.zone[at] == track || v != 0 {
			e.Clause, cause = gp11, bySide
		}
		d.Set(e)
		r.lift(d, me, cause)
	case o.stays:
		r.stays(d, x, v)
	case path == 0 && o.box && x.k.zone[at] != inBox:
		d.Set(engine.Event{Kind: kBox, Field: fSpace, Car: me, Is: int64(o.end), Clause: gp16})
		set(d, fRepair, me, black)
	case path == 0 && o.box:
		d.Set(engine.Event{Kind: kRepaired, Field: fRepair, Car: me, Is: arrow, Clause: gp16})
	default:
		r.goes(d, x, o, path, v)
	}
	set(d, fMoved, me, s.turn)
	r.onward(d)
}

// stays notes why a car does not move: before the blue line (GP-6), at an exit (GP-15), for a team mate in the box or behind a car in the
// pit lane (GP-17).
func (r *Race) stays(d *draft, x *search, v int64) {
	at := engine.Space(x.c.space)
	e := engine.Event{Kind: kWaits, Car: x.me, At: at, Clause: gp17}
	k := x.k
	switch z := k.zone[at]; {
	case v != 0:
		e.Kind, e.N, e.Clause = kStays, v, gp6
	case k.exit(at):
		e.By, e.Clause = x.on(k.back[at].to), gp15
	case z == rightSide || z == pitLane || z == inBox:
		if to, _ := k.lane(at); to != 0 && at != x.front() {
			e.By = x.on(to)
		}
	}
	d.Note(e)
}

// goes moves the car stretch by stretch: from an exit onto the track, its speed, its slipstreams, over to a side lane.
func (r *Race) goes(d *draft, x *search, o *outcome, path engine.Path, v int64) {
	k, c := x.k, x.c
	at := engine.Space(c.space)
	e := engine.Event{Kind: kDrives, N: v, Clause: gp4}
	over := 0
	if o.side != noSide {
		over = k.sideSteps(o, path)
	}
	n, rest := path.Len()-over, int(v)
	switch {
	case path.Step(0) == engine.AcrossLeft || path.Step(0) == engine.AcrossRight:
		if b := k.back[at]; b.to != 0 {
			r.stretch(d, x, engine.Event{Kind: kBack, Path: b.steps, Clause: gp15})
			path, n = path>>(3*b.n), n-int(b.n)
		}
	case k.zone[at] == leftSide:
		e.Kind, e.N, e.Clause, rest = kSide, crawl, gp12, crawl
	case k.zone[at] == inBox:
		e.Kind, e.Clause = kLeaves, gp16
		set(d, fRepair, x.me, 0)
	case k.zone[at] == rightSide || k.zone[at] == pitLane:
		e.Kind, e.Clause = kSide, gp13
		if o.end == x.front() {
			e.Kind, e.Clause = kHalts, gp16
		}
	}
	if o.slips > 0 {
		e.Kind = kRuns
	}
	take := min(n, rest)
	e.Path = path & (1<<(3*take) - 1)
	if take > 0 {
		r.stretch(d, x, e)
	}
	path, n = path>>(3*take), n-take
	for n > 0 && c.status == running {
		take = min(n, gain)
		by := x.on(k.places[c.space].To[engine.Ahead])
		r.stretch(d, x, engine.Event{Kind: kSlips, By: by, N: int64(take), Path: path & (1<<(3*take) - 1), Clause: gp7})
		path, n = path>>(3*take), n-take
	}
	if o.side != noSide {
		r.stretch(d, x, engine.Event{Kind: kPulls, N: v, Path: path, Clause: gp9})
	}
	if o.fate == engine.Completes {
		r.comesHome(d, x.me)
	}
}

// sideSteps is how many steps at the end of a path are a pull-over.
func (k *course) sideSteps(o *outcome, path engine.Path) int {
	n := 0
	for i := path.Len() - 1; i >= 0 && (path.Step(i) == engine.AcrossLeft || path.Step(i) == engine.AcrossRight); i-- {
		n++
	}
	// steps back onto the track may stand directly before them: the two lead to opposite sides
	for n > 0 {
		st := path.Step(path.Len() - n)
		if st == engine.AcrossLeft && o.side == toLeft || st == engine.AcrossRight && o.side == toRight {
			break
		}
		n--
	}
	return n
}

// stretch moves the car along a path, and counts a lap where that crosses the line (GP-21).
func (r *Race) stretch(d *draft, x *search, e engine.Event) {
	s, k, c := &d.S, x.k, x.c
	at := engine.Space(c.space)
	if by := k.places[at].By; by != 0 {
		at = by
	}
	crossed := false
	for i := range e.Path.Len() {
		to := k.places[at].To[e.Path.Step(i)]
		crossed = crossed || k.crosses(at, to)
		at = to
	}
	e.Field, e.Car, e.Is = fSpace, x.me, int64(at)
	d.Set(e)
	if !crossed {
		return
	}
	switch {
	case c.behind != 0:
		d.Set(engine.Event{Kind: kStarts, Field: fBehind, Car: x.me, Clause: gp21})
	case c.lap < laps:
		kind := kLaps
		if c.lap+1 == laps && s.homes == 0 {
			kind = kLastLap
			for i := range s.cars {
				if o := &s.car[i]; o.lap == laps {
					kind = kLaps
				}
			}
		}
		d.Set(engine.Event{Kind: kind, Field: fLap, Car: x.me, Is: c.lap + 1, Clause: gp2})
		set(d, fCrossed, x.me, s.turn)
	}
}

// comesHome puts a car on the next finishing place; the rest of its speed is lost (GP-18).
func (r *Race) comesHome(d *draft, me engine.Car) {
	s := &d.S
	at := s.car[me-1].space
	set(d, fHomes, 0, s.homes+1)
	d.Set(engine.Event{Kind: kHome, Field: fPlace, Car: me, Is: s.homes, N: points(s.homes), Clause: gp18})
	set(d, fStatus, me, finished)
	set(d, fEnds, 0, s.ends+1)
	set(d, fNth, me, s.ends)
	set(d, fEnded, me, s.turn)
	set(d, fWhere, me, at)
	set(d, fRepair, me, 0)
	set(d, fCrossed, me, s.turn)
	d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: me, Is: r.k.finishing(s.homes)})
}

// finishing is the space of a finishing place; 0 beyond the tenth.
func (k *course) finishing(place int64) int64 {
	if place < 1 || place > places {
		return 0
	}
	return int64(k.finish[place-1])
}

// points are those of a place in the race (GP-18).
func points(place int64) int64 {
	if place < 1 || place > places {
		return 0
	}
	return places + 1 - place
}
