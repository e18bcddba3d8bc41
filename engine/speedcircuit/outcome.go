package speedcircuit

import "boxstop/engine"

// outcome is a distinct end of a move. Its path may go on behind its end where a spinout or a crash cuts it short.
type outcome struct {
	path  engine.Path
	end   engine.Space
	fate  engine.Fate
	wear  int8 // paid for corners
	paid  int8 // in the passage that it ends in
	begun bool // it ends in a passage
	home  bool // it crashes beyond the line, once home (SC-26)
	tow   bool // with the spaces of a slipstream
	halt  bool // a car blocks it
	arrow uint8
}

// cost orders outcomes: a spinout is dearer than any wear.
func (o *outcome) cost() int {
	n := int(o.wear)
	switch o.fate {
	case engine.SpinsOut:
		n += 100
	case engine.Collides:
		n += 200
	case engine.GoesOut:
		n += 1000
	}
	return n
}

// same reports whether two outcomes differ in their path alone. The arrow is no difference: a car that stands on one drives along it next
// turn however it came there (SC-14).
func (o *outcome) same(p *outcome) bool {
	return o.end == p.end && o.fate == p.fate && o.wear == p.wear && o.paid == p.paid && o.begun == p.begun && o.home == p.home &&
		o.tow == p.tow && o.halt == p.halt
}

// search is one car's move while its outcomes are looked for.
type search struct {
	road
	s    *state
	c    *car
	gets int64 // spaces of a slipstream that it said or may choose
}

func (r *Race) search(s *state, me engine.Car) search {
	c := &s.car[me-1]
	k := search{road: r.road(s, me), s: s, c: c}
	if !k.brake.spin {
		k.gets = s.gets(c)
	}
	return k
}

// mild reports whether no way of the speed can spin out, crash or owe more than the car has.
func (k *search) mild() bool {
	n := k.speed
	x := n - k.low[k.from][n]
	if x <= 0 || k.brake.spin {
		return !k.brake.spin
	}
	return x < spins && k.s.charge != eachSpace && k.solvent()
}

// solvent reports whether the car can pay for every corner that it may come to.
func (k *search) solvent() bool { return 2*(k.turns[k.from][k.speed]+1) <= k.has }

// all lists the distinct outcomes of a car's move into r.found: those that no other covers, or all of them. No outcome is among them that
// the rules forbid; at least one always is.
func (r *Race) all(s *state, me engine.Car, cover engine.Covers) []outcome {
	k := r.search(s, me)
	return r.every(&k, cover)
}

// every is all for a search that was begun.
func (r *Race) every(k *search, cover engine.Covers) []outcome {
	r.found = r.found[:0]
	if k.brake.crash {
		r.found = append(r.found, outcome{end: k.from, fate: engine.GoesOut})
		return r.found
	}
	r.ways(k, cover)
	if k.gets > 0 {
		r.towed(k)
	}
	r.bound(k)
	return r.found
}

// ways lists what the car can drive without a collision and without a slipstream.
func (r *Race) ways(k *search, cover engine.Covers) {
	switch {
	case k.mild():
		r.walk.Go(k.board, k.from, int(k.speed), k.start, k.road.gentle, cover)
		for i := range r.walk.Done {
			r.add(k.done(&r.walk.Done[i]))
		}
	case k.s.charge == eachSpace && !k.brake.spin:
		r.everyPath(k)
	default:
		if cover != nil && !r.exploring && k.speed > 0 && len(k.course.open(k.from, k.speed).ends) == 0 {
			cover = nil // what spins when it is alone spins in traffic
		}
		r.roughly(k, cover)
		if cover != nil && !r.clean() { // of ways that spin out none covers another for sure
			r.found = r.found[:0]
			r.roughly(k, nil)
		}
	}
}

// clean reports whether an outcome was found that ends by itself.
func (r *Race) clean() bool {
	for i := range r.found {
		if r.found[i].fate == engine.Drives {
			return true
		}
	}
	return false
}

// roughly lists ways of which some may spin out or crash.
func (r *Race) roughly(k *search, cover engine.Covers) {
	enter := k.road.rough
	if k.brake.spin {
		enter = k.road.spun
	}
	r.walk.Go(k.board, k.from, int(k.speed), k.start, enter, cover)
	for i := range r.walk.Done {
		if o, ok := k.ended(&r.walk.Done[i]); ok {
			r.add(o)
		}
	}
	for i := range r.walk.Dead {
		if w := &r.walk.Dead[i]; w.Note&endBits != 0 {
			if o, ok := k.ended(w); ok {
				r.add(o)
			}
		}
	}
}

// add keeps an outcome once.
func (r *Race) add(o outcome) {
	for i := range r.found {
		if p := &r.found[i]; p.same(&o) {
			if p.arrow == 0 && o.arrow != 0 {
				*p = o
			}
			return
		}
	}
	r.found = append(r.found, o)
}

// done is the outcome of a gentle way.
func (k *search) done(w *engine.Way) outcome {
	o := outcome{path: w.Path, end: w.End, arrow: uint8(w.Note & arrowBits >> arrowShift), wear: int8(w.Note & owedBits >> owedShift)}
	if w.Note&inBit != 0 {
		wear, _ := k.road.charge(w.Note)
		o.wear += wear
		o.begun, o.paid = true, k.after(w.Note, wear)
	}
	return o
}

// after is what is paid in all in a passage once so much more is.
func (k *search) after(n engine.Note, wear int8) int8 {
	if n&contBit != 0 {
		return k.paid + wear
	}
	return wear
}

// ended is the outcome of a way where spinouts and crashes may be; false where it would end in a car.
func (k *search) ended(w *engine.Way) (outcome, bool) {
	n := w.Note
	before := int8(n & owedBits >> owedShift)
	owed := before
	if n&endBits == 0 && n&inBit != 0 {
		m := k.road.settle(n)
		owed = int8(m & owedBits >> owedShift)
		if m&endBits == 0 && n&ghostBit != 0 {
			return outcome{}, false
		}
		n |= m & endBits
	} else if n&endBits != 0 {
		wear, _ := k.road.charge(n)
		before = owed - wear
	}
	o := outcome{path: w.Path, end: w.End, arrow: uint8(n & arrowBits >> arrowShift), wear: owed}
	first := engine.Space(n & firstBits >> firstShift)
	if n&endBits != 0 && (n&crashBit != 0 || owed > k.has && k.s.cannot != 0) {
		return k.crashed(w.Path, first), true
	}
	if k.corner[w.End] && n&inBit != 0 || n&spinBit != 0 && first != 0 {
		o.begun = true
		o.paid = k.after(n, min(owed, k.has)-min(before, k.has))
	}
	o.wear = min(owed, k.has)
	switch {
	case n&spinBit != 0:
		o.fate, o.end, o.arrow = engine.SpinsOut, first, 0
	case k.brake.spin:
		o.fate, o.arrow = engine.SpinsOut, 0
	}
	return o, true
}

// crashed is a crash on a path whose corner begins with a posted space. All crashes are one outcome: the car is lifted off the board.
func (k *search) crashed(path engine.Path, first engine.Space) outcome {
	return outcome{path: path, end: k.from, fate: engine.GoesOut, home: k.crosses(first) && k.c.lap == k.s.laps && k.s.past != 0}
}

// crosses reports whether the line lies between where the car stands and a space ahead of it.
func (k *road) crosses(to engine.Space) bool { return k.places[to].Front < k.places[k.from].Front }

// towed lists what a slipstream adds: every clean way of the speed, and then its spaces, none of them in a corner. It is dropped where
// nothing comes of it or all of it is dearer than the cheapest way without; else what was said binds (SC-20, SC-21).
func (r *Race) towed(k *search) {
	n := len(r.found)
	least := r.least(0, n)
	for i := 0; i < n; i++ {
		if o := r.found[i]; o.fate == engine.Drives {
			r.more.Go(k.board, o.end, int(k.gets), 0, k.road.bare, nil)
			for j := range r.more.Done {
				w := &r.more.Done[j]
				p := outcome{path: o.path | w.Path<<(3*int(k.speed)), end: w.End, wear: o.wear, tow: true}
				p.arrow = k.arrowOf(p.path)
				r.add(p)
			}
		}
	}
	switch {
	case len(r.found) > n && r.least(n, len(r.found)) > least:
		r.found = r.found[:n]
	case len(r.found) > n && k.s.slip == 0:
		r.found = append(r.found[:0], r.found[n:]...)
	}
}

// bare takes a step of a slipstream.
func (k *road) bare(_, to engine.Space, _ engine.Step, n engine.Note) (engine.Note, bool) {
	return n, !k.blocked(to) && !k.corner[to]
}

// arrowOf is the arrow that a path drives along at its end.
func (k *road) arrowOf(p engine.Path) uint8 {
	n, at := k.start, k.from
	for ; p != 0; p >>= 3 {
		to := k.places[at].To[p&7]
		n = k.follow(n, at, to, &k.places[to])
		at = to
	}
	return uint8(n & arrowBits >> arrowShift)
}

// least is the cheapest of some outcomes.
func (r *Race) least(from, to int) int {
	least := 1 << 20
	for i := from; i < to; i++ {
		least = min(least, r.found[i].cost())
	}
	return least
}

// bound adds the collisions that a car is bound to where no path avoids them, or may choose where no path is free (SC-19); and a crash
// where nothing else is left.
func (r *Race) bound(k *search) {
	least := r.least(0, len(r.found))
	free := 0
	if k.brake.spin {
		free = 100 // that is its braking's, not the path's
	}
	if least <= free || least < 200 && k.s.avoid == 0 {
		return
	}
	n := len(r.found)
	r.halting(k)
	if len(r.found) > n && least >= 200 { // what does not crash is driven
		r.found = append(r.found[:0], r.found[n:]...)
	}
	if len(r.found) == 0 {
		r.found = append(r.found, k.crashed(0, k.from))
	}
}

// halting adds the longest ways that a car blocks and that do not crash (SC-19).
func (r *Race) halting(k *search) {
	if k.s.charge == eachSpace && !k.brake.spin && !k.mild() {
		r.everyHalt(k)
		return
	}
	for n, some := int(k.speed)-1, false; n >= 0 && !some; n-- {
		r.walk.Go(k.board, k.from, n, k.start, k.road.halts, nil)
		for i := range r.walk.Done {
			w := &r.walk.Done[i]
			if w.Note&endBits != 0 || !k.ahead(w.End) {
				continue
			}
			if o, ok := k.ended(w); ok && o.fate != engine.GoesOut {
				if o.halt = true; o.fate == engine.Drives || o.end == w.End {
					o.fate = engine.Collides
				}
				r.add(o)
				some = true
			}
		}
	}
}

// ahead reports whether a car stands where a step leads from a space.
func (k *road) ahead(at engine.Space) bool {
	for st := engine.Ahead; st <= engine.Right; st++ {
		if to := k.places[at].To[st]; to != 0 && k.blocked(to) {
			return true
		}
	}
	return false
}
