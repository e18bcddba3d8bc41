package speedcircuit

import "boxstop/engine"

// Options appends the options of an ask.
func (r *Race) Options(dst []engine.Option, a engine.Ask, w engine.Which) []engine.Option {
	s := &r.s
	if a.What == wRuling || a.What == wDraw || a.Car == 0 || int64(a.Car) > s.cars {
		return dst
	}
	c := &s.car[a.Car-1]
	switch a.What {
	case wMove:
		if w == engine.Refused {
			return r.refusedMoves(dst, a)
		}
		return r.moveOptions(dst, a, w)
	case wSpeed:
		return s.speedOptions(dst, a, c, w)
	case wFollow:
		return r.followOptions(dst, a, w)
	case wRetires:
		if w != engine.Refused {
			dst = append(dst, engine.Option{Car: a.Car, Fate: engine.GoesOut})
		}
		return dst
	}
	if a.What < wBegin || a.What > wWear {
		return dst
	}
	i := int(a.What - wBegin)
	for p := int64(0); p <= 2; p++ {
		o := engine.Option{Car: a.Car, Value: valueOf(i, p), Note: uint8(p)}
		if c.spent+p > points {
			o.Refusal = engine.Refusal{Clause: sc2, Fault: xPoints, N: int16(points - c.spent)}
		}
		if (o.Refusal.Fault != noFault) == (w == engine.Refused) {
			dst = append(dst, o)
		}
	}
	return dst
}

// speedOptions is every speed from the lowest to the ceiling, also one that brakes into a spinout or a crash (SC-5, SC-6).
func (s *state) speedOptions(dst []engine.Option, a engine.Ask, c *car, w engine.Which) []engine.Option {
	lo, hi := s.low(), s.high(c)
	if w == engine.Refused {
		for v := hi + stepMPH; v <= ceiling*stepMPH; v += stepMPH {
			dst = append(dst, engine.Option{Car: a.Car, Value: v, Refusal: engine.Refusal{Clause: sc6, Fault: xSpeed, N: int16(v - hi)}})
		}
		return dst
	}
	for v := lo; v <= hi; v += stepMPH {
		o := engine.Option{Car: a.Car, Value: v}
		as := *c
		as.last, as.speed = c.speed, v
		b := s.braking(&as)
		switch {
		case b.crash:
			o.Fate = engine.GoesOut
		case b.spin:
			o.Fate = engine.SpinsOut
		}
		if b.wear > 0 && !b.crash {
			o.Pays[0] = engine.Pay{Field: fWear, Clause: sc9, N: int16(b.wear)}
		}
		dst = append(dst, o)
	}
	return dst
}

func (r *Race) followOptions(dst []engine.Option, a engine.Ask, w engine.Which) []engine.Option {
	s := &r.s
	if w != engine.Refused {
		dst = append(dst, engine.Option{Car: a.Car})
	}
	for l := engine.Car(1); int64(l) <= s.cars; l++ {
		if l == a.Car || s.car[l-1].status != running || s.car[a.Car-1].status != running {
			continue
		}
		n, f := r.k.tow(s, a.Car, l)
		if (f == noFault) == (w == engine.Refused) {
			continue
		}
		o := engine.Option{Car: a.Car, Value: int64(l), Note: uint8(n)}
		if f != noFault {
			o.Refusal = engine.Refusal{Clause: sc20, Fault: f, By: l, At: engine.Space(s.car[l-1].space)}
			if f == xFollowAway || f == xFollowCorner {
				o.Refusal.Clause = sc21
			}
		}
		dst = append(dst, o)
	}
	return dst
}

// moveOptions appends where a car can end: cheapest first and without those that another covers; or, legal, every distinct outcome, those
// that are offered in front.
func (r *Race) moveOptions(dst []engine.Option, a engine.Ask, w engine.Which) []engine.Option {
	s := &r.s
	r.offered(a.Car)
	if w == engine.Legal {
		n := len(r.list)
		for _, o := range r.all(s, a.Car, nil) {
			listed := false
			for i := range n {
				listed = listed || r.list[i].same(&o)
			}
			if !listed {
				r.list = append(r.list, o)
			}
		}
	}
	c := &s.car[a.Car-1]
	brake := s.braking(c).wear
	for i := range r.list {
		o := &r.list[i]
		p := engine.Option{Car: a.Car, End: o.end, Path: o.path, Note: o.arrow, Value: c.speed, Fate: o.fate}
		if o.begun {
			p.Note |= uint8(min(o.paid, 6)+1) << notePaid
		}
		if o.fate == engine.Drives && c.lap >= s.laps && r.k.places[o.end].Front < r.k.places[c.space].Front {
			p.Fate = engine.Completes
		}
		if o.fate != engine.GoesOut && o.wear+brake > 0 {
			p.Pays[0] = engine.Pay{Field: fWear, Clause: sc10, N: int16(min(int64(o.wear+brake), c.wear))}
			if o.wear == 0 {
				p.Pays[0].Clause = sc9
			}
		}
		dst = append(dst, p)
	}
	return dst
}

// offered lists into r.list what is offered to a car.
func (r *Race) offered(me engine.Car) []outcome {
	k := r.search(&r.s, me)
	switch {
	case k.brake.spin || k.brake.crash || !r.lone(&k):
		r.list = r.offer(r.list[:0], r.every(&k, covers))
	case k.gets > 0:
		r.found = append(r.found[:0], r.list...)
		r.towed(&k)
		r.list = r.offer(r.list[:0], r.found)
	}
	return r.list
}

// What the Note of an option of a move says: the arrow that it ends on, and, where it ends in a passage, 1 and what is paid there.
const (
	noteArrow = 31
	notePaid  = 5
)

// offer keeps of every end the cheapest outcome, of spinouts those alone that no clean end covers, a crash where nothing else is left; and
// sorts by cost, then by how far they lead, then inside first.
func (r *Race) offer(dst, found []outcome) []outcome {
	k := r.k
	clean := false
	for i := range found {
		clean = clean || found[i].fate == engine.Drives
	}
	for i := range found {
		o := &found[i]
		if clean && o.fate != engine.Drives && o.fate != engine.Collides {
			continue
		}
		if o.fate == engine.GoesOut && len(found) > 1 && (len(dst) > 0 || i+1 < len(found)) && r.other(found) {
			continue
		}
		cost, at := o.cost(), -1
		for j := range dst {
			if dst[j].end == o.end && (dst[j].fate == engine.Collides) == (o.fate == engine.Collides) {
				at = j
				break
			}
		}
		if at >= 0 {
			if p := &dst[at]; cost > p.cost() || cost == p.cost() && (o.arrow == 0 || p.arrow != 0) {
				continue
			}
			dst = append(dst[:at], dst[at+1:]...)
		}
		j := len(dst)
		dst = append(dst, *o)
		for j > 0 && k.dearer(&dst[j-1], cost, o.end) {
			dst[j] = dst[j-1]
			j--
		}
		dst[j] = *o
	}
	return dst
}

// other reports whether something else than a crash was found.
func (r *Race) other(found []outcome) bool {
	for i := range found {
		if found[i].fate != engine.GoesOut {
			return true
		}
	}
	return false
}

// dearer reports whether an outcome stands behind one of a cost and an end.
func (k *course) dearer(o *outcome, cost int, end engine.Space) bool {
	if c := o.cost(); c != cost {
		return c > cost
	}
	x, y := k.places[o.end].Front, k.places[end].Front
	if x != y {
		ahead := y - x
		if ahead < 0 {
			ahead += k.board.Lap
		}
		return ahead < k.board.Lap/2
	}
	return k.inside[o.end] > k.inside[end]
}

// refusedMoves is what a person might look for beside the options: the ends of other paths of the speed, with the car in the way, and the
// slipstream that comes to nothing.
func (r *Race) refusedMoves(dst []engine.Option, a engine.Ask) []engine.Option {
	s := &r.s
	k := r.search(s, a.Car)
	if k.brake.crash {
		return dst
	}
	found := r.all(s, a.Car, covers)
	var seen [8]uint64
	for i := range found {
		seen[found[i].end>>6] |= 1 << (found[i].end & 63)
	}
	bound := len(found) > 0 && found[0].tow && s.slip == 0
	r.more.Go(k.board, k.from, int(k.speed), 0, anyStep, nil)
	for i := range r.more.Done {
		w := &r.more.Done[i]
		if seen[w.End>>6]>>(w.End&63)&1 != 0 {
			continue
		}
		o := engine.Option{Car: a.Car, Value: k.c.speed, End: w.End, Path: w.Path}
		v := k.evaluate(w.Path, int(k.speed))
		switch {
		case k.blocked(w.End):
			o.Refusal = engine.Refusal{Clause: sc8, Fault: xBlocked, By: r.on(s, w.End), At: w.End, Step: uint8(w.Len)}
		case v.fault == xBlocked:
			o.Refusal = engine.Refusal{Clause: sc8, Fault: xBlocked, By: r.on(s, v.at), At: v.at, Step: uint8(v.step + 1)}
		case v.fault == noFault && v.fate == engine.GoesOut:
			o.Refusal = engine.Refusal{Clause: sc10, Fault: xCrash, At: w.End}
		case v.fault == noFault && bound:
			o.Refusal = engine.Refusal{Clause: sc20, Fault: xBound, By: engine.Car(k.c.follow), N: int16(k.gets)}
		default:
			continue
		}
		dst = append(dst, o)
	}
	return dst
}

// anyStep takes every step.
func anyStep(_, _ engine.Space, _ engine.Step, n engine.Note) (engine.Note, bool) { return n, true }
