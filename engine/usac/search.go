package usac

import (
	"slices"

	"boxstop/engine"
)

// way is one way to drive: where it ends, one path that leads there, and what it took.
type way struct {
	path   engine.Path
	end    engine.Space
	used   uint8 // points
	steps  uint8
	passes uint8       // cars driven through (US-24)
	side   engine.Step // of the sideways steps since the last one ahead; 0: none
	far    int32       // of one that was found: how far it leads, of level ones the innermost further
}

// search finds the ways of one car. Its buffers are reused; what it found holds until the next search.
type search struct {
	k      *course
	taken  [mostSpaces / 64]uint64
	slow   [mostSpaces / 64]uint64 // taken by cars that will not have driven on before this one moves again
	front  []engine.Space          // with passing in corners = never: where other cars stand in bends
	exit   engine.Space            // of a car that drives out of the pits
	points uint8
	passes bool
	list   [engine.MaxSteps + 1][]way // by points used
	found  []way
	seen   []uint16 // by space and passes: the last search that came here
	slot   []uint16 // by space: place in found, and 1
	stamp  uint16
}

// mostPasses is how many cars the points of one move drive through at most.
const mostPasses = engine.MaxSteps / through

// ready sets a search up for a car.
func (q *search) ready(r *Race, s *state, me engine.Car) {
	c := &s.car[me-1]
	q.k, q.points, q.passes, q.exit = r.k, uint8(min(c.points, mostPoints)), s.passes != 0, 0
	q.taken, q.slow = [mostSpaces / 64]uint64{}, [mostSpaces / 64]uint64{}
	q.front = q.front[:0]
	for i := range s.cars {
		o := &s.car[i]
		if o.space == 0 || i == int64(me-1) {
			continue
		}
		q.taken[o.space>>6] |= 1 << (o.space & 63)
		if o.waits > 0 || o.status == running && c.space != 0 && o.lap < r.lapAt(c, engine.Space(o.space)) {
			q.slow[o.space>>6] |= 1 << (o.space & 63)
		}
		if s.never != 0 && r.k.straight[o.space] == 0 {
			q.front = append(q.front, engine.Space(o.space))
		}
	}
	if c.space == 0 {
		q.exit = r.exit(s)
	}
}

func (q *search) blocked(at engine.Space) bool { return q.taken[at>>6]>>(at&63)&1 != 0 }

// beyond reports whether one space lies beyond another, further than level with it, seen within half a lap (US-10).
func (q *search) beyond(x, y engine.Space) bool {
	p, o := &q.k.places[x], &q.k.places[y]
	d := p.Front - o.Front
	if d < -q.k.board.Lap/2 {
		d += q.k.board.Lap
	}
	return d > min(p.Front-p.Middle, o.Front-o.Middle) && d < q.k.board.Lap/2
}

// step takes one step of a way, or two through a car (US-24). A fault says why it cannot.
func (q *search) step(w way, st engine.Step) (way, engine.Fault, engine.Space) {
	if w.end == 0 { // out of the pits: the exit is the first space (US-17)
		if st != engine.Marked || q.exit == 0 {
			return w, xPath, 0
		}
		return q.enter(w, st, q.exit, 1)
	}
	p := &q.k.places[w.end]
	if st != engine.Ahead && st != engine.AcrossLeft && st != engine.AcrossRight {
		return w, xPath, w.end
	}
	to := p.To[st]
	side := st
	switch {
	case to == 0 && st == engine.Ahead:
		return w, xEnds, w.end
	case to == 0 && q.k.straight[w.end] == 0:
		return w, xCorner, w.end
	case to == 0:
		return w, xPath, w.end
	case st == engine.Ahead:
		side = 0
	case w.side != 0 && w.side != st:
		return w, xBack, to
	}
	for _, o := range q.front {
		if q.k.places[o].Lane != q.k.places[to].Lane && q.beyond(to, o) && !q.beyond(w.end, o) {
			return w, xBeyond, o
		}
	}
	if !q.blocked(to) {
		w, f, at := q.enter(w, st, to, 1)
		w.side = side
		return w, f, at
	}
	land := q.k.places[to].To[engine.Ahead]
	if st != engine.Ahead || !q.passes {
		return w, xTaken, to
	}
	if id := q.k.straight[w.end]; id == 0 || q.k.straight[to] != id || land == 0 || q.k.straight[land] != id || q.blocked(land) ||
		w.used+through > q.points {
		return w, xThrough, to
	}
	w, f, at := q.enter(w, st, to, 0)
	if f == 0 {
		w, f, at = q.enter(w, engine.Ahead, land, through)
	}
	w.passes++
	w.side = 0
	return w, f, at
}

func (q *search) enter(w way, st engine.Step, to engine.Space, cost uint8) (way, engine.Fault, engine.Space) {
	if w.used+cost > q.points || int(w.steps) >= engine.MaxSteps {
		return w, xFar, to
	}
	w.path = w.path.Then(st, int(w.steps))
	w.steps++
	w.used += cost
	w.end = to
	return w, 0, 0
}

var (
	onRoad  = []engine.Step{engine.Ahead, engine.AcrossLeft, engine.AcrossRight}
	outside = []engine.Step{engine.Marked}
)

func (w *way) kinds() []engine.Step {
	if w.end == 0 {
		return outside
	}
	return onRoad
}

// clean begins a search.
func (q *search) clean() {
	if n := len(q.k.places); len(q.slot) != n || q.stamp == 1<<16-1 {
		q.seen, q.slot, q.stamp = make([]uint16, n*(mostPasses+1)), make([]uint16, n), 0
	}
	q.stamp++
	for i := range q.list {
		q.list[i] = q.list[i][:0]
	}
	for i := range q.found {
		q.slot[q.found[i].end] = 0
	}
	q.found = q.found[:0]
}

// add keeps a way, unless one to the same end drives through fewer cars, or as many for no more.
func (q *search) add(w way) {
	if i := q.slot[w.end]; i != 0 {
		if o := &q.found[i-1]; w.passes < o.passes {
			*o = w
		}
		return
	}
	q.found = append(q.found, w)
	q.slot[w.end] = uint16(len(q.found))
}

// upTo finds every space that can be reached, each by the way that drives through fewest cars for fewest points (US-8).
func (q *search) upTo(from engine.Space) {
	q.clean()
	q.list[0] = append(q.list[0], way{end: from})
	for u := range q.list {
		for i := 0; i < len(q.list[u]); i++ {
			w := q.list[u][i]
			k := &q.seen[int(w.end)*(mostPasses+1)+int(w.passes)]
			if *k == q.stamp {
				continue // there already, for no more points
			}
			*k = q.stamp
			if u > 0 {
				q.add(w)
			}
			for _, st := range w.kinds() {
				if n, f, _ := q.step(w, st); f == 0 && n.end != from {
					q.list[n.used] = append(q.list[n.used], n)
				}
			}
		}
	}
	q.order(from)
}

// allOf finds the spaces at which all points are used, and where none can be: those at which a car is blocked, having used most. Driving
// through a car is never compulsory: ways with each number of passes are judged by themselves (US-8, US-24).
func (q *search) allOf(from engine.Space) {
	q.clean()
	q.list[0] = append(q.list[0], way{end: from})
	var most [mostPasses + 1]int
	for i := range most {
		most[i] = -1
	}
	var dead []way
	for u := range q.list {
		for i := 0; i < len(q.list[u]); i++ {
			w := q.list[u][i]
			if w.used == q.points {
				most[w.passes] = int(w.used)
				dead = append(dead, w)
				continue
			}
			gone := false
			for _, st := range w.kinds() {
				n, f, _ := q.step(w, st)
				if f != 0 {
					continue
				}
				gone = gone || n.passes == w.passes
				if !slices.ContainsFunc(q.list[n.used], func(o way) bool { return o.end == n.end && o.passes == n.passes && o.side == n.side }) {
					q.list[n.used] = append(q.list[n.used], n)
				}
			}
			if !gone {
				most[w.passes] = max(most[w.passes], int(w.used))
				dead = append(dead, w)
			}
		}
	}
	for _, w := range dead {
		if int(w.used) == most[w.passes] && w.steps > 0 {
			q.add(w)
		}
	}
	q.order(from)
}

// order puts the furthest end first, of level ones the innermost.
func (q *search) order(from engine.Space) {
	k := q.k
	if from == 0 {
		from = q.exit
	}
	for i := range q.found {
		w := &q.found[i]
		w.far = k.places[w.end].Front - k.places[from].Front
		if w.far < 0 {
			w.far += k.board.Lap
		}
		w.far = w.far<<3 - int32(k.inner[k.places[w.end].Lane])
	}
	slices.SortFunc(q.found, func(a, b way) int { return int(b.far - a.far) })
	for i := range q.found {
		q.slot[q.found[i].end] = uint16(i + 1)
	}
}

// to is the way that was found to a space; nil: none.
func (q *search) to(s engine.Space) *way {
	if i := q.slot[s]; i != 0 {
		return &q.found[i-1]
	}
	return nil
}

// drive follows a path.
func (q *search) drive(from engine.Space, path engine.Path) (w way, f engine.Fault, at engine.Space) {
	w.end = from
	n := path.Len()
	for int(w.steps) < n {
		was := w.steps
		if w, f, at = q.step(w, path.Step(int(w.steps))); f != 0 {
			return w, f, at
		}
		if w.steps-was == 2 && path.Step(int(was)+1) != engine.Ahead {
			return w, xThrough, w.end
		}
	}
	return w, 0, 0
}
