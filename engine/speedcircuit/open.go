package speedcircuit

import (
	"sync/atomic"

	"boxstop/engine"
)

// Most lists of a race are of cars that nobody stands in the way of, or only here and there. What a car can do that is alone follows from
// its space and speed: it is worked out once, with ways round whatever may stand on it, and looked up.

// mostWays is how many ways to one end are kept.
const mostWays = 6

// openEnd is where a car can end that is alone, and ways that lead there at the same cost: each of those after the first leaves out a space
// of the first.
type openEnd struct {
	outcome
	n    int
	path [mostWays]engine.Path
	over [mostWays][longest]engine.Space // the spaces entered before the end
	onto [mostWays]uint8                 // the arrow that it ends on
}

// openRoad is all of them from one space at one speed, in the order in which they are offered; none where everything spins out or crashes.
type openRoad struct {
	ends []openEnd
	all  [8]uint64 // every space of the first ways
}

// roads are the open roads of a course by space and speed, as far as anybody asked.
type roads struct {
	of [][ceiling + 1]atomic.Pointer[openRoad]
}

// open is the open road of a space and a speed, for a car that can pay whatever it costs. Ways that spin out or crash are not on it.
func (k *course) open(from engine.Space, speed int8) *openRoad {
	p := &k.roads.of[from][speed]
	if o := p.Load(); o != nil {
		return o
	}
	o := k.explore(from, speed)
	p.Store(o)
	return o
}

func (k *course) explore(from engine.Space, speed int8) *openRoad {
	var s state
	s.cars, s.laps, s.turn = 1, mostLaps, 2
	v := int64(speed) * stepMPH
	s.car[0] = car{space: int64(from), speed: v, last: v, wear: 90, lap: 1}
	r := &Race{k: k, exploring: true}
	x := r.search(&s, 1)
	r.ways(&x, covers)
	out := &openRoad{}
	for _, o := range r.offer(nil, r.found) {
		if o.fate != engine.Drives {
			continue
		}
		e := openEnd{outcome: o}
		e.add(&x, o.path, o.arrow)
		for i := range int(speed) - 1 {
			x.taken = [8]uint64{}
			x.take(e.over[0][i])
			r.found = r.found[:0]
			r.ways(&x, covers)
			for j := range r.found {
				if p := &r.found[j]; p.end == o.end && p.fate == o.fate && p.wear == o.wear && p.paid == o.paid && p.begun == o.begun {
					e.add(&x, p.path, p.arrow)
					break
				}
			}
		}
		x.taken = [8]uint64{}
		out.ends = append(out.ends, e)
		for _, s := range append(e.over[0][:speed-1:speed-1], e.end) {
			out.all[s>>6] |= 1 << (s & 63)
		}
	}
	return out
}

// take puts a car on a space.
func (k *road) take(at engine.Space) { k.taken[at>>6] |= 1 << (at & 63) }

// add keeps one more way.
func (e *openEnd) add(k *search, p engine.Path, arrow uint8) {
	for i := range e.n {
		if e.path[i] == p {
			return
		}
	}
	if e.n == mostWays {
		return
	}
	at := k.from
	for i := range int(k.speed) - 1 {
		at = k.places[at].To[p.Step(i)]
		e.over[e.n][i] = at
	}
	e.path[e.n], e.onto[e.n] = p, arrow
	e.n++
}

// lone lists into r.list what is offered to a car whose ways are open, or so far open that every end that nobody stands on has a free way.
// What it cannot pay is not among them, nor a slipstream. It reports false where it must be searched for.
func (r *Race) lone(k *search) bool {
	n := k.speed
	x := n - k.low[k.from][n] // the worst excess that it may come to
	if n == 0 || k.s.avoid != 0 || x > 0 && (k.s.charge == eachSpace || k.paid > 0 || k.free) {
		return false
	}
	road := k.course.open(k.from, n)
	r.list = r.list[:0]
	clear := uint64(0)
	for i, t := range k.taken {
		clear |= t & road.all[i]
	}
	if clear == 0 {
		for i := range road.ends {
			if e := &road.ends[i]; e.wear <= k.has {
				r.list = append(r.list, e.outcome)
			}
		}
	} else {
		for i := range road.ends {
			e := &road.ends[i]
			if e.wear > k.has || k.blocked(e.end) {
				continue
			}
			w := e.free(k)
			if w < 0 {
				return false
			}
			r.list = append(r.list, e.outcome)
			o := &r.list[len(r.list)-1]
			o.path, o.arrow = e.path[w], e.onto[w]
		}
	}
	if k.start&contBit != 0 {
		for i := range r.list {
			if o := &r.list[i]; k.places[o.end].Section == k.places[k.from].Section && !k.crosses(o.end) {
				o.begun, o.paid = true, o.paid+k.paid
			}
		}
	}
	return len(r.list) > 0
}

// free is a way to an end that nobody stands on; negative where there is none.
func (e *openEnd) free(k *search) int {
	n := int(k.speed) - 1
ways:
	for w := range e.n {
		for _, s := range e.over[w][:n] {
			if k.blocked(s) {
				continue ways
			}
		}
		return w
	}
	return -1
}
