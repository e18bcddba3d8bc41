package grandprix

import "boxstop/engine"

// search is what a search for the moves of one car knows: the board, who stands where, and the car, lifted off the board.
type search struct {
	k     *course
	s     *state
	me    engine.Car
	c     *car
	last  bool // to cross the line is to be home (GP-22)
	taken [8]uint64
}

// notes of a path search
const homeNote engine.Note = 1

func (r *Race) search(s *state, me engine.Car) search {
	x := search{k: r.k, s: s, me: me, c: &s.car[me-1]}
	x.last = x.c.last()
	for i := range s.cars {
		if o := &s.car[i]; o.status == running && engine.Car(i+1) != me {
			x.taken[o.space>>6&7] |= 1 << (o.space & 63)
		}
	}
	return x
}

func (x *search) full(s engine.Space) bool { return x.taken[s>>6]>>(s&63)&1 != 0 }

// enter takes a step on the track: ahead or diagonally, onto a free space (GP-5). On the last lap whatever lies beyond the line is home, and
// nothing there is in the way (GP-22).
func (x *search) enter(from, to engine.Space, _ engine.Step, n engine.Note) (engine.Note, bool) {
	if n&homeNote != 0 || x.k.zone[to] != track {
		return n, false
	}
	if x.last && x.k.crosses(from, to) {
		return n | homeNote, true
	}
	return n, !x.full(to)
}

// outcome is one way that a move can end; ways that differ in nothing but their path are one.
type outcome struct {
	end   engine.Space
	path  engine.Path
	n     uint8 // steps of the path
	slips uint8
	side  uint8
	fate  engine.Fate
	stays bool
	box   bool
}

// same reports whether two outcomes are the same, their paths apart.
func (o *outcome) same(p *outcome) bool {
	return o.end == p.end && o.slips == p.slips && o.side == p.side && o.fate == p.fate && o.stays == p.stays && o.box == p.box
}

// add lists an outcome that is not listed yet.
func add(list []outcome, o outcome) []outcome {
	for i := range list {
		if list[i].same(&o) {
			return list
		}
	}
	return append(list, o)
}

// home is what crossing the line on the last lap leads to: the next finishing place, and beyond the tenth off the board (GP-18).
func (x *search) home(o outcome) outcome {
	o.fate, o.end = engine.Completes, 0
	if n := x.s.homes; n < places {
		o.end = x.k.finish[n]
	}
	return o
}

// drive lists how a car can drive a speed from a space of the track, behind the steps that brought it there (GP-4 to GP-11).
func (r *Race) drive(list []outcome, x *search, from engine.Space, v int64, pre over) []outcome {
	r.walk.Go(x.k.board, from, int(v), 0, x.enter, nil)
	return r.found(list, x, pre)
}

// found lists what the search for a speed has found.
func (r *Race) found(list []outcome, x *search, pre over) []outcome {
	first := len(list)
	for i := range r.walk.Done {
		list = r.driven(list, x, &r.walk.Done[i], pre)
	}
	for i := range r.walk.Dead {
		if w := &r.walk.Dead[i]; w.Note&homeNote != 0 {
			list = r.driven(list, x, w, pre)
		}
	}
	if len(list) > first {
		return list
	}
	return r.short(list, x, pre)
}

// driven is a speed driven out in full, and the slipstreams that it leads to.
func (r *Race) driven(list []outcome, x *search, w *engine.Way, pre over) []outcome {
	o := outcome{end: w.End, path: pre.steps | w.Path<<(3*pre.n), n: pre.n + w.Len}
	if w.Note&homeNote != 0 {
		return add(list, x.home(o))
	}
	list = add(list, o)
	if !x.draught(w.End) {
		return list
	}
	at := [2]int{len(list), len(list)}
	list = r.slip(list, x, o)
	at[1] = len(list)
	for i := at[0]; i < at[1]; i++ {
		if p := list[i]; p.fate == engine.Drives && p.n == o.n+gain && x.draught(p.end) {
			list = r.slip(list, x, p)
		}
	}
	return list
}

// draught reports whether a car that stands on a space benefits from the one directly ahead of it (GP-7, GP-8).
func (x *search) draught(at engine.Space) bool {
	p := &x.k.places[at]
	if p.Marks&(1<<mBlack|1<<mHatched) == 0 {
		return false
	}
	if a := p.To[engine.Ahead]; a == 0 || !x.full(a) {
		return false
	}
	return x.slipLap(at) == noFault
}

// slipLap is why the lap forbids a slipstream on a space: not before the blue line (GP-7), on a hatched arrow not in the first lap (GP-8).
func (x *search) slipLap(at engine.Space) engine.Fault {
	c := *x.c
	if x.k.crosses(engine.Space(x.start()), at) {
		c.lap, c.behind = c.lap+1-c.behind, 0
	}
	switch p := &x.k.places[at]; {
	case x.k.exempt(&c, at):
		return xSlipLine
	case p.Marks>>mBlack&1 == 0 && c.lap <= 1:
		return xSlipLap
	}
	return noFault
}

// start is where the move begins, on the road.
func (x *search) start() int64 {
	if by := x.k.places[x.c.space].By; by != 0 {
		return int64(by)
	}
	return x.c.space
}

// slip lists the next slipstream of a move: three spaces, or with the table option as many as are free (GP-7).
func (r *Race) slip(list []outcome, x *search, o outcome) []outcome {
	r.more.Go(x.k.board, o.end, gain, 0, x.enter, nil)
	first := len(list)
	o.slips++
	for i := range r.more.Done {
		list = x.slipped(list, o, &r.more.Done[i])
	}
	best := uint8(gain)
	for i := range r.more.Dead {
		if w := &r.more.Dead[i]; w.Note&homeNote != 0 {
			list = x.slipped(list, o, w)
		} else {
			best = min(best, w.Left)
		}
	}
	if len(list) > first || x.s.slip == 0 || best == gain {
		return list
	}
	for i := range r.more.Dead {
		if w := &r.more.Dead[i]; w.Left == best {
			list = x.slipped(list, o, w)
		}
	}
	return list
}

func (x *search) slipped(list []outcome, o outcome, w *engine.Way) []outcome {
	o.path |= w.Path << (3 * o.n)
	o.n += w.Len
	o.end = w.End
	if w.Note&homeNote != 0 {
		o = x.home(o)
	}
	return add(list, o)
}

// short is what becomes of a speed that cannot be driven out: before the blue line the car goes as far as it can (GP-6), else over to a side
// lane from there (GP-9, GP-10), or it is out (GP-11). The search for the full speed has found all ways that end early.
func (r *Race) short(list []outcome, x *search, pre over) []outcome {
	least := uint8(fastest)
	for i := range r.walk.Dead {
		least = min(least, r.walk.Dead[i].Left)
	}
	first := len(list)
	for i := range r.walk.Dead {
		w := &r.walk.Dead[i]
		if w.Left != least {
			continue
		}
		o := outcome{end: w.End, path: pre.steps | w.Path<<(3*pre.n), n: pre.n + w.Len}
		if x.exempt() {
			o.stays = o.n == 0
			list = add(list, o)
			continue
		}
		for side := toLeft; side <= toRight; side++ {
			to := x.k.side[side][w.End]
			if x.k.open[w.End]&side == 0 || to.to == 0 || x.full(to.to) {
				continue
			}
			p := o
			p.end, p.side, p.fate = to.to, side, engine.Stops
			p.path |= to.steps << (3 * o.n)
			p.n += to.n
			list = add(list, p)
		}
	}
	if len(list) == first {
		list = append(list, outcome{fate: engine.GoesOut})
	}
	return list
}

// exempt reports whether the move begins on the track before the blue line of the first lap (GP-6).
func (x *search) exempt() bool {
	at := engine.Space(x.c.space)
	return x.k.zone[at] == track && x.k.exempt(x.c, at)
}
