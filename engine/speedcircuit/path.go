package speedcircuit

import "boxstop/engine"

// verdict is what becomes of one path.
type verdict struct {
	outcome
	driven  int          // steps of the path that are driven
	fault   engine.Fault // why it cannot be driven so; noFault: it can
	step    int          // at which step
	at      engine.Space // where
	charges [engine.MaxSteps]charge
	n       int
	broke   bool // it owed more than it had (SC-16)
	early   bool // a passage that it left ended the move
}

// charge is what a corner cost, or would have without an arrow.
type charge struct {
	at     engine.Space
	excess int8 // in steps of 20 mph
	wear   int8
	arrow  bool
	clause engine.Clause
}

// stay is one passage of a corner, as far as the path drives it.
type stay struct {
	in, cont, off bool
	first         engine.Space
	firstStep     int
	posted        [engine.MaxSteps]engine.Space
	n             int
	ghost         int // the step that enters a car, from 1; 0: none
}

// evaluate drives one path of n spaces in the order of SC-25, or of those of a slipstream more.
func (k *search) evaluate(p engine.Path, n int) (v verdict) {
	v.path, v.end = p, k.from
	if k.brake.crash {
		v.path, v.fate = 0, engine.GoesOut
		return v
	}
	note, at, steps := k.start&arrowBits, k.from, p.Len()
	st := stay{in: k.c.begun != 0 && k.s.rest != restFull}
	st.cont = st.in
	for i := range steps {
		to := k.places[at].To[p.Step(i)]
		if s := p.Step(i); to == 0 || s > engine.Right {
			return v.no(xNoStep, i, at)
		}
		if i >= n && k.gets == 0 {
			return v.no(xLong, i, to)
		}
		pl := &k.places[to]
		if st.in && k.places[at].Section != pl.Section {
			if v.leaves(k, &st, p) {
				v.early = true
				return v
			}
			if st.ghost > 0 {
				return v.no(xBlocked, st.ghost-1, k.along(p, st.ghost))
			}
			st = stay{}
		}
		if i >= n && k.corner[to] {
			return v.no(xReach, i, to)
		}
		if k.blocked(to) {
			if st.first == 0 {
				return v.no(xBlocked, i, to)
			}
			if st.ghost == 0 {
				st.ghost = i + 1
			}
		}
		note = k.road.follow(note, at, to, pl)
		at = to
		if pl.Limit == 0 {
			continue
		}
		st.in, st.off = true, st.off || note&arrowBits == 0
		if st.first == 0 {
			st.first, st.firstStep = to, i
		}
		st.posted[st.n] = to
		st.n++
		if k.brake.spin {
			v.leaves(k, &st, p)
			if v.fate != engine.GoesOut {
				v.stops(&st)
			}
			return v
		}
	}
	v.driven, v.end = steps, at
	if steps != n && (k.gets == 0 || steps != n+int(k.gets)) {
		if k.s.charge != eachSpace && st.worst(k) >= crashes && !(st.cont && k.free) {
			v.leaves(k, &st, p)
			return v
		}
		return v.no(xShort, steps, at)
	}
	v.tow = steps > n
	v.arrow = uint8(note & arrowBits >> arrowShift)
	before := v.wear
	if v.leaves(k, &st, p) {
		return v
	}
	if st.ghost > 0 {
		return v.no(xBlocked, st.ghost-1, k.along(p, st.ghost))
	}
	if st.in {
		v.begun, v.paid = true, v.wear-before
		if st.cont {
			v.paid += k.paid
		}
	}
	if k.brake.spin {
		v.fate, v.arrow = engine.SpinsOut, 0
	}
	return v
}

// no says why a path cannot be driven so.
func (v *verdict) no(f engine.Fault, step int, at engine.Space) verdict {
	v.fault, v.step, v.at = f, step, at
	return *v
}

// along is the space after so many steps of a path.
func (k *road) along(p engine.Path, steps int) engine.Space {
	at := k.from
	for i := range steps {
		at = k.places[at].To[p.Step(i)]
	}
	return at
}

// worst is the worst excess of a passage.
func (st *stay) worst(k *search) (x int8) {
	for _, s := range st.posted[:st.n] {
		x = max(x, k.speed-int8(k.places[s].Limit))
	}
	return x
}

// leaves charges the passage that a path leaves, or that its end falls into. It reports whether the move ends in it: spun out or crashed.
func (v *verdict) leaves(k *search, st *stay, p engine.Path) bool {
	if st.n == 0 || st.cont && k.free {
		return false
	}
	list := st.posted[:st.n]
	if k.s.charge != eachSpace || k.brake.spin {
		worst := 0
		for i, s := range list {
			if k.places[s].Limit < k.places[list[worst]].Limit {
				worst = i
			}
		}
		list = list[worst : worst+1]
	}
	wear, from, spin, crash := int8(0), v.n, false, false
	for _, s := range list {
		x := k.speed - int8(k.places[s].Limit)
		if x <= 0 {
			continue
		}
		c := charge{at: s, excess: x, arrow: !st.off, clause: sc10}
		switch {
		case x >= crashes:
			crash = true
		case st.off:
			c.wear, spin = plain[x], x == spins
		default:
			c.wear, c.clause = along[x], sc14
			if c.wear > 0 {
				c.clause = sc10
			}
		}
		wear += c.wear
		v.charges[v.n] = c
		v.n++
		if spin || crash {
			break
		}
	}
	if st.cont { // what was paid before is taken off (SC-12)
		left := k.paid
		for i := from; i < v.n; i++ {
			if less := min(v.charges[i].wear, left); less > 0 {
				v.charges[i].wear, v.charges[i].clause = v.charges[i].wear-less, sc12
				left, wear = left-less, wear-less
			}
		}
	}
	before := v.wear
	if crash {
		return v.crashes(k, st, p)
	}
	if wear > k.has-v.wear {
		v.broke = true
		wear, spin = k.has-v.wear, true
		if k.s.cannot != 0 {
			return v.crashes(k, st, p)
		}
	}
	v.wear += wear
	if !spin {
		return false
	}
	v.paid = v.wear - before
	if st.cont {
		v.paid += k.paid
	}
	v.stops(st)
	return true
}

// stops ends the move on the first posted space of the passage (SC-17).
func (v *verdict) stops(st *stay) {
	v.fate, v.end, v.driven, v.arrow, v.tow, v.begun = engine.SpinsOut, st.first, st.firstStep+1, 0, false, true
}

// crashes ends the move and the race of the car.
func (v *verdict) crashes(k *search, st *stay, p engine.Path) bool {
	o := k.crashed(p, st.first)
	v.outcome = o
	v.driven = st.firstStep + 1
	return true
}

// everyPath lists the outcomes of every path one by one: where each posted space is charged by itself no two ways merge (SC-11).
func (r *Race) everyPath(k *search) {
	r.rows(k, 0, 0, k.from, false, func(p engine.Path) {
		if v := k.without().evaluate(p, int(k.speed)); v.fault == noFault {
			r.add(v.outcome)
		}
	})
}

// rows calls with every path of the car's speed that is not blocked before a corner.
func (r *Race) rows(k *search, p engine.Path, steps int, at engine.Space, posted bool, yield func(engine.Path)) {
	if steps == int(k.speed) {
		yield(p)
		return
	}
	for s := engine.Ahead; s <= engine.Right; s++ {
		to := k.places[at].To[s]
		if to == 0 || k.blocked(to) && !posted {
			continue
		}
		r.rows(k, p.Then(s, steps), steps+1, to, posted || k.places[to].Limit != 0, yield)
	}
}

// everyHalt adds the longest paths that a car blocks, where each posted space is charged by itself.
func (r *Race) everyHalt(k *search) {
	long := -1
	n := len(r.found)
	var try func(p engine.Path, steps int, at engine.Space)
	try = func(p engine.Path, steps int, at engine.Space) {
		o, ok := k.halt(p, steps)
		if !ok {
			return
		}
		if k.ahead(at) && steps >= long && steps < int(k.speed) {
			if steps > long {
				long, r.found = steps, r.found[:n]
			}
			r.add(o)
		}
		if steps+1 >= int(k.speed) {
			return
		}
		for s := engine.Ahead; s <= engine.Right; s++ {
			if to := k.places[at].To[s]; to != 0 && !k.blocked(to) {
				try(p.Then(s, steps), steps+1, to)
			}
		}
	}
	try(0, 0, k.from)
}

// halt is what becomes of a car that stops at the end of a path because another stands ahead of it; false where it cannot be driven so
// far.
func (k *search) halt(p engine.Path, steps int) (outcome, bool) {
	v := k.without().evaluate(p, steps)
	if v.fault != noFault || v.fate == engine.GoesOut || v.early || k.brake.spin && v.driven < steps {
		return outcome{}, false
	}
	if v.halt = true; v.fate == engine.Drives || v.driven == steps {
		v.fate = engine.Collides
	}
	return v.outcome, true
}

// without is the search of a car that has no slipstream.
func (k *search) without() *search {
	o := *k
	o.gets = 0
	return &o
}
