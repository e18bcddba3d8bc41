package speedcircuit

import (
	"sync"

	"boxstop/engine"
)

// minds is what bots work out about a course once: where a car can end from every space at every speed when it is alone, and from that,
// for a performance card and a price of wear, how far it gets in the next turns.
type minds struct {
	once  sync.Once
	roads [][ceiling + 1][]end
	mu    sync.Mutex
	plans map[planKey]*plan
}

// end is where a car ends that drives alone.
type end struct {
	at   engine.Space
	gain float32 // ranks
	wear int8
	spin bool
}

type planKey struct {
	start, accel, decel, top int8
	price, depth             int8
}

// plan is how many ranks a car gets in so many turns from every space and speed, less the price of what it wears. The speed ceiling+1
// stands for a car that has spun out.
type plan struct {
	k     *course
	key   planKey
	price float32
	value [][ceiling + 2]float32
}

const (
	prices = 6
	lost   = -60 // ranks: what a crash costs
	far    = 7   // turns that the hard one looks ahead
)

// price is what a unit of wear is worth, in ranks.
var price = [prices]float32{0.3, 0.8, 1.5, 2.5, 4, 30}

// alone works out where cars end that drive alone.
func (k *course) alone() [][ceiling + 1][]end {
	m := k.minds
	m.once.Do(func() {
		m.plans = map[planKey]*plan{}
		m.roads = make([][ceiling + 1][]end, len(k.places))
		r := &Race{k: k}
		r.s.cars, r.s.turn, r.s.laps = 1, 2, mostLaps
		for at := 1; at < len(k.places); at++ {
			for v := int64(0); v <= ceiling; v++ {
				r.s.car[0] = car{space: int64(at), speed: v * stepMPH, last: v * stepMPH, wear: 90, rank: 1, lap: 1}
				r.list = r.offer(r.list[:0], r.all(&r.s, 1, covers))
				for _, o := range r.list {
					if o.fate == engine.GoesOut {
						continue
					}
					m.roads[at][v] = append(m.roads[at][v], end{at: o.end, gain: k.gain(engine.Space(at), o.end), wear: o.wear, spin: o.fate == engine.SpinsOut})
				}
			}
		}
	})
	return m.roads
}

// gain is how many ranks one space is ahead of another.
func (k *course) gain(from, to engine.Space) float32 {
	d := k.places[to].Front - k.places[from].Front
	if d < 0 {
		d += k.board.Lap
	}
	return float32(d) / engine.Unit
}

// plan is what a car of some specifications thinks at a price of wear.
func (k *course) plan(key planKey) *plan {
	roads := k.alone()
	m := k.minds
	m.mu.Lock()
	defer m.mu.Unlock()
	if p := m.plans[key]; p != nil {
		return p
	}
	p := &plan{k: k, key: key, price: price[key.price], value: make([][ceiling + 2]float32, len(k.places))}
	next := make([][ceiling + 2]float32, len(k.places))
	for range key.depth {
		for at := 1; at < len(k.places); at++ {
			for v := 0; v <= ceiling+1; v++ {
				next[at][v] = float32(lost)
				lo, hi := 1, min(v+int(key.accel), int(key.top))
				if v > ceiling {
					lo, hi = int(key.start), int(key.start)
				}
				for to := lo; to <= hi; to++ {
					if x := p.through(roads, engine.Space(at), v, to); x > next[at][v] {
						next[at][v] = x
					}
				}
			}
		}
		p.value, next = next, p.value
	}
	m.plans[key] = p
	return p
}

// brakes is what it costs to come from one speed to another: wear, and whether it spins or crashes (SC-9).
func (p *plan) brakes(v, to int) (wear int8, spin, crash bool) {
	x := v - int(p.key.decel) - to
	switch {
	case v > ceiling || x <= 0:
		return 0, false, false
	case x >= crashes:
		return 0, false, true
	case x == spins:
		return 1, true, false
	}
	return int8(x), false, false
}

// through is the best that comes of a speed.
func (p *plan) through(roads [][ceiling + 1][]end, at engine.Space, v, to int) float32 {
	wear, spin, crash := p.brakes(v, to)
	if crash || spin {
		return lost
	}
	most := float32(lost)
	for i := range roads[at][to] {
		e := &roads[at][to][i]
		w := to
		if e.spin {
			w = ceiling + 1
		}
		if x := e.gain - p.price*float32(e.wear+wear) + p.value[e.at][w]; x > most {
			most = x
		}
	}
	return most
}

// drive is what comes of setting a speed.
func (p *plan) drive(r *Race, c *car, to int) float32 {
	wear, _, crash := p.brakes(int(c.speed/stepMPH), to)
	if crash || int64(wear) > c.wear {
		return lost
	}
	roads := p.k.alone()
	most := float32(lost)
	for i := range roads[c.space][to] {
		e := &roads[c.space][to][i]
		w := to
		if e.spin || int64(e.wear+wear) > c.wear {
			w = ceiling + 1
		}
		if x := e.gain - p.price*float32(e.wear+wear) + p.ahead(e.at, w); x > most {
			most = x
		}
	}
	return most
}

// worth is what comes of an option of a move.
func (p *plan) worth(r *Race, c *car, o *engine.Option) float32 {
	v := int(c.speed / stepMPH)
	gain := p.k.gain(engine.Space(c.space), o.End)
	switch o.Fate {
	case engine.GoesOut:
		return lost
	case engine.SpinsOut, engine.Collides:
		v = ceiling + 1
	case engine.Completes:
		return gain
	}
	x := gain - p.price*float32(o.Pays[0].N) + p.ahead(o.End, v)
	if c.lap >= r.s.laps && o.Fate == engine.Drives { // the turns to the line count, not those behind it
		x += 0.01 * gain
	}
	return x
}

// ahead is what a car gets from a space and a speed on.
func (p *plan) ahead(at engine.Space, v int) float32 { return p.value[at][v] }

// mind is the plan by which a car of a level is driven.
func (r *Race) mind(c *car, level int) *plan {
	key := planKey{int8(c.start / stepMPH), int8(c.accel / stepMPH), int8(c.decel / stepMPH), int8(c.top / stepMPH), 4, 2}
	switch level {
	case easy:
		key.price, key.depth = 5, 2
	case medium:
		key.price, key.depth = 4, 3
	case best:
		key.depth = far
		for key.price = 0; key.price < prices-1; key.price++ {
			if r.lasts(r.k.plan(key), c) {
				break
			}
		}
	}
	return r.k.plan(key)
}

// lasts reports whether the wear of a car lasts to the end, driven alone by a plan.
func (r *Race) lasts(p *plan, c *car) bool {
	roads := r.k.alone()
	at, v, wear := engine.Space(c.space), int(c.speed/stepMPH), int(c.wear)
	if c.spun != 0 {
		v = ceiling + 1
	}
	togo := float32((r.s.laps+1-c.lap)*int64(r.k.board.Lap)-int64(r.k.places[at].Front)) / engine.Unit
	for n := 0; togo > 0 && n < 400; n++ {
		lo, hi := 1, min(v+int(p.key.accel), int(p.key.top))
		if v > ceiling {
			lo, hi = int(p.key.start), int(p.key.start)
		}
		most, to, by := float32(lost), lo, -1
		cost := int8(0)
		for s := lo; s <= hi; s++ {
			brake, spin, crash := p.brakes(v, s)
			if crash || spin {
				continue
			}
			for i := range roads[at][s] {
				e := &roads[at][s][i]
				w := s
				if e.spin {
					w = ceiling + 1
				}
				if x := e.gain - p.price*float32(e.wear+brake) + p.value[e.at][w]; x > most {
					most, to, by, cost = x, s, i, e.wear+brake
				}
			}
		}
		if by < 0 {
			return false
		}
		e := &roads[at][to][by]
		if wear -= int(cost); wear < 0 {
			return false
		}
		at, v, togo = e.at, to, togo-e.gain
		if e.spin {
			v = ceiling + 1
		}
	}
	return true
}
