package grandprix

import "boxstop/engine"

// refused is what a person might look for in vain: speeds that are used, cars that have moved, ends that a car stands in the way of, a
// speed that the table does not allow, an exit that is taken, a slipstream.
func (r *Race) refused(dst []engine.Option, s *state) []engine.Option {
	for i := range s.cars {
		c, me := &s.car[i], engine.Car(i+1)
		if c.crew != s.team || c.status != running {
			continue
		}
		if c.moved == s.turn {
			dst = append(dst, engine.Option{Car: me, Value: c.took, Refusal: engine.Refusal{Fault: xMoved, Clause: gp3, N: int16(c.took)}})
			continue
		}
		x := r.search(s, me)
		fits := r.mustFit(&x)
		at := engine.Space(c.space)
		if k := r.k; k.exit(at) && x.full(k.back[at].to) {
			to := k.back[at].to
			dst = append(dst, engine.Option{Car: me, End: to, Refusal: engine.Refusal{Fault: xTaken, Clause: gp15, By: x.on(to), At: to}})
		}
		for v := int64(fastest); v >= slowest; v-- {
			o := engine.Option{Car: me, Value: v}
			if u := s.user(v); u != 0 {
				o.Refusal = engine.Refusal{Fault: xUsed, Clause: gp3, By: u, N: int16(v)}
				dst = append(dst, o)
				continue
			}
			r.list = r.outcomes(r.list[:0], &x, v)
			switch {
			case fits && fails(r.list):
				o.Refusal = engine.Refusal{Fault: xAvoid, Clause: gp4, N: int16(v)}
				dst = append(dst, o)
			case r.k.zone[at] == track:
				dst = r.blockedEnds(dst, &x, at, v)
			case len(r.list) == 0 && r.k.zone[at] == rightSide:
				along, _, by := x.along(at, v)
				o.Refusal = engine.Refusal{Fault: xFits, Clause: gp14, N: int16(along.n), At: along.end, By: x.on(by)}
				dst = append(dst, o)
			}
		}
	}
	return dst
}

// blockedEnds lists the ends of a speed that a car stands on, or stands in the way of, and the slipstreams that come to nothing.
func (r *Race) blockedEnds(dst []engine.Option, x *search, at engine.Space, v int64) []engine.Option {
	var seen [8]uint64
	for i := range r.list {
		o := &r.list[i]
		seen[o.end>>6] |= 1 << (o.end & 63)
		if o.slips == 0 && o.fate == engine.Drives && !r.slips() {
			if f := x.noDraught(o.end); f != noFault {
				cl := gp7
				if f == xSlipLap {
					cl = gp8
				}
				dst = append(dst, engine.Option{
					Car: x.me, Value: v, End: o.end, Path: o.path, Note: 1 | noteAsks,
					Refusal: engine.Refusal{Fault: f, Clause: cl, At: o.end, By: x.on(x.k.places[o.end].To[engine.Ahead])},
				})
			}
		}
	}
	free := *x
	free.taken = [8]uint64{}
	r.more.Go(x.k.board, at, int(v), 0, free.enter, nil)
	for i := range r.more.Done {
		w := &r.more.Done[i]
		if seen[w.End>>6]>>(w.End&63)&1 != 0 || w.Note != 0 {
			continue
		}
		o := engine.Option{Car: x.me, Value: v, End: w.End, Path: w.Path}
		s := at
		for n := range int(w.Len) {
			if s = x.k.places[s].To[w.Path.Step(n)]; x.full(s) {
				o.Refusal = engine.Refusal{Fault: xBlocked, Clause: gp5, By: x.on(s), At: s, Step: uint8(n + 1)}
				dst = append(dst, o)
				break
			}
		}
	}
	return dst
}

// slips reports whether a slipstream is on the list.
func (r *Race) slips() bool {
	for i := range r.list {
		if r.list[i].slips > 0 {
			return true
		}
	}
	return false
}

// noDraught is why a car on an arrow behind another has no slipstream; none where it does not stand so.
func (x *search) noDraught(at engine.Space) engine.Fault {
	p := &x.k.places[at]
	if a := p.To[engine.Ahead]; p.Marks&(1<<mBlack|1<<mHatched) == 0 || a == 0 || !x.full(a) {
		return noFault
	}
	if f := x.slipLap(at); f != noFault {
		return f
	}
	return xSlip
}
