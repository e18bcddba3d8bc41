package usac

import "boxstop/engine"

// clearRoad is what a driver looks at: so many free spaces ahead are as good as an empty track. Who stands further ahead in the race rolls
// first, and is gone when this car drives on: in the way are cars that have been lapped and cars that stand (search.slow). Another lane is
// worth a thought where it is clearer by moreRoad.
const (
	clearRoad = 3
	moreRoad  = 2
)

// Options appends the options of an ask.
func (r *Race) Options(dst []engine.Option, a engine.Ask, w engine.Which) []engine.Option {
	s := &r.s
	switch a.What {
	case wMode:
		if w != engine.Refused {
			for _, v := range []int64{colAccelerate, colNormal, colDecelerate} { // faster to slower
				dst = append(dst, engine.Option{Car: a.Car, Note: 1 << v, Value: v})
			}
		}
	case wRoll:
		if w != engine.Refused {
			c := &s.car[a.Car-1]
			return r.sums(dst, c, c.mode())
		}
	case wTrouble:
		if c := &s.car[a.Car-1]; w != engine.Refused && c.column > 0 {
			return r.sums(dst, c, colTroubleA+int(c.column)-1)
		}
	case wPitRoll:
		if w != engine.Refused {
			dst = r.sums(dst, &s.car[a.Car-1], colPit)
			for i := range dst {
				if dst[i].Car == a.Car {
					dst[i].Note = uint8(r.k.turns[dst[i].Note])
				}
			}
			return dst
		}
	case wMove:
		switch w {
		case engine.Legal:
			return r.legal(dst, s, a.Car)
		case engine.Offered:
			return r.offered(dst, s, a.Car)
		}
		return r.refused(dst, s, a.Car)
	case wSettle:
		if w != engine.Refused {
			dst = append(dst, engine.Option{Car: a.Car, Value: 1})
		}
	case wRetires:
		if w != engine.Refused {
			dst = append(dst, engine.Option{Car: a.Car, Fate: engine.GoesOut})
		}
	}
	return dst
}

// sums appends what each sum of two dice leads to: spaces, 0 for trouble, or the number of a table.
func (r *Race) sums(dst []engine.Option, c *car, col int) []engine.Option {
	for n := 2; n <= 12; n++ {
		o := engine.Option{Car: 0, Value: int64(n), Note: uint8(max(0, r.cell(c, col, n)))}
		for i := range r.s.cars {
			if &r.s.car[i] == c {
				o.Car = engine.Car(i + 1)
			}
		}
		if o.Note == 0 {
			o.Fate = engine.Chances
		}
		dst = append(dst, o)
	}
	return dst
}

// legal appends every space that can be reached, the furthest first, and the pits.
func (r *Race) legal(dst []engine.Option, s *state, me engine.Car) []engine.Option {
	c := &s.car[me-1]
	pit := r.findEnds(s, me)
	if !must(c, &pit) {
		for i := range r.found.found {
			dst = append(dst, r.option(s, me, &r.found.found[i]))
		}
		if from := engine.Space(c.space); !r.found.plain(from) {
			dst = append(dst, engine.Option{Car: me, End: from})
		}
	}
	if pit.end != 0 && r.mayPit(s, me, pit.end) == 0 {
		o := r.option(s, me, &pit)
		o.Value, o.Fate = 1, engine.Stops
		dst = append(dst, o)
	}
	return dst
}

func (r *Race) option(s *state, me engine.Car, w *way) engine.Option {
	o := engine.Option{Car: me, Note: w.passes, Path: w.path, End: w.end}
	if c := &s.car[me-1]; s.trial == 0 && c.stops == 0 && c.lap <= s.laps && r.lapAt(c, w.end) > s.laps {
		o.Fate = engine.Completes
	}
	return o
}

// offered appends the sensible ends: of each lane the furthest one that no other end covers, and the pits where a stop is owed.
func (r *Race) offered(dst []engine.Option, s *state, me engine.Car) []engine.Option {
	from := len(dst)
	dst = r.legal(dst, s, me)
	all := dst[from:]
	keep := 0
	for i := range all {
		o := all[i]
		switch {
		case o.Value == 1:
			if s.car[me-1].stops == 0 && s.car[me-1].forced == noStop {
				continue
			}
		case o.Path == 0 && keep > 0:
			continue // standing still, where a car can be driven through
		case o.Path != 0 && r.covered(all[:keep], &o):
			continue
		}
		all[keep] = o
		keep++
	}
	return dst[:from+keep]
}

// covered reports whether an end that is further on leaves nothing to want of another: it lies in the same lane, or has nearly as clear a
// road ahead. An end that drives through a car does not cover one that does not.
func (r *Race) covered(kept []engine.Option, o *engine.Option) bool {
	p := &r.k.places[o.End]
	room := -1
	for i := range kept {
		k := &kept[i]
		if k.Value == 1 || k.Note > o.Note {
			continue
		}
		if r.k.places[k.End].Lane == p.Lane {
			return true
		}
		if room < 0 {
			room = r.room(o.End)
		}
		if have := r.room(k.End); have == clearRoad || have+moreRoad > room {
			return true
		}
	}
	return false
}

// room is how many spaces are free ahead of a space in its lane, as far as a driver looks.
func (r *Race) room(at engine.Space) (n int) {
	for n < clearRoad {
		at = r.k.places[at].To[engine.Ahead]
		if at == 0 || r.found.slow[at>>6]>>(at&63)&1 != 0 {
			return n
		}
		n++
	}
	return n
}

// refused appends what a person might look for in vain: the pits, a lane beside that is taken or forbidden, the space ahead.
func (r *Race) refused(dst []engine.Option, s *state, me engine.Car) []engine.Option {
	c := &s.car[me-1]
	pit := r.findEnds(s, me)
	add := func(f engine.Fault, cl engine.Clause, end, at engine.Space, value int64, step engine.Step) {
		o := engine.Option{Car: me, Value: value, End: end, Refusal: engine.Refusal{
			Clause: cl, Fault: f, By: r.on(s, at), At: at, Step: uint8(step), N: int16(c.points),
		}}
		dst = append(dst, o)
	}
	if pit.end != 0 {
		if f := r.mayPit(s, me, pit.end); f != 0 {
			add(f, clauseOf(f), pit.end, pit.end, 1, 0)
		}
	}
	w := way{end: engine.Space(c.space)}
	for _, st := range w.kinds() {
		to := engine.Space(0)
		if w.end != 0 {
			to = r.k.places[w.end].To[st]
		}
		if _, f, at := r.found.step(w, st); f != 0 && f != xPath {
			add(f, clauseOf(f), to, at, 0, st)
		}
	}
	if far := r.found.found; len(far) > 0 && r.found.exit == 0 {
		end := far[0]
		end.used = 0
		if _, f, at := r.found.step(end, engine.Ahead); far[0].used < r.found.points && f != 0 && f != xPath && f != xFar {
			add(f, clauseOf(f), r.k.places[end.end].To[engine.Ahead], at, 0, engine.Ahead)
		}
	}
	return dst
}
