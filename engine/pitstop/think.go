package pitstop

import (
	"sync"

	"boxstop/engine"
)

// thinking is what bots work out about a course once: for several prices of a tyre point, how many turns it takes to the end of the race
// from every distance and gear, and how many points that costs.
type thinking struct {
	once  sync.Once
	plans [prices]plan
	toll  float64 // turns that a stop costs beside the way
}

const prices = 6

// price is what a tyre point is worth, in turns.
var price = [prices]float64{0.02, 0.06, 0.12, 0.25, 0.5, 1.0}

type plan struct {
	turns, wear [][topGear + 1]float64 // by cells to go and gear for the next roll
	bonus       [][topGear + 1]bool
}

// think works the plans out backwards from the end. Traffic, fuel and stops are left out.
func (k *course) think() *thinking {
	t := k.thinking
	t.once.Do(func() {
		for i := range t.plans {
			t.plans[i] = k.plan(price[i])
		}
		t.toll = 2.5
	})
	return t
}

func (k *course) plan(price float64) plan {
	far := (laps+1)*k.cells + 1
	p := plan{make([][topGear + 1]float64, far), make([][topGear + 1]float64, far), make([][topGear + 1]bool, far)}
	moving := 0
	for f := 1; f <= k.kinds; f++ {
		moving += int(k.faces[f].move) * int(k.faces[f].sides)
	}
	q := float64(moving) / float64(k.sides)
	var odds [topGear + 1][topGear + 1]float64
	for g := range odds {
		odds[g][0] = 1
		for d := range g {
			for n := d + 1; n >= 0; n-- {
				odds[g][n] *= 1 - q
				if n > 0 {
					odds[g][n] += odds[g][n-1] * q
				}
			}
		}
	}
	for to := 1; to < far; to++ {
		cell := (k.cells - 1 - (to-1)%k.cells) // cells to go, the line counted: to 1 is the last cell
		for sweep := 0; sweep < 4; sweep++ {
			for g := 1; g <= topGear; g++ {
				bestCost := 1e18
				for b := int64(0); b <= 1; b++ {
					turns, wear := 0.0, 0.0
					for n := 0; n <= g; n++ {
						v := int64(n) + b*bonusOf(int64(g))
						cost := 0.0
						for i := int64(1); i <= v && int(i) < to; i++ {
							if l := int64(k.limit[cell+int(i)]); l != 0 && v > l {
								cost += float64(v - l)
							}
						}
						tt, ww := 1.0, cost
						if left := to - int(v); left > 0 {
							x, y := p.onward(left, int64(g), price, 2)
							tt, ww = tt+x, ww+y
						}
						turns += odds[g][n] * tt
						wear += odds[g][n] * ww
					}
					if c := turns + price*wear; c < bestCost {
						bestCost = c
						p.turns[to][g], p.wear[to][g], p.bonus[to][g] = turns, wear, b == 1
					}
				}
			}
		}
	}
	return p
}

// onward is what is still to come from a distance, with the best of the gears that may be named.
func (p *plan) onward(to int, gear int64, price float64, up int64) (turns, wear float64) {
	g := p.gear(to, max(1, gear-3), min(topGear, gear+up), price)
	return p.turns[to][g], p.wear[to][g]
}

// gear is the best gear of a range.
func (p *plan) gear(to int, lo, hi int64, price float64) int64 {
	g, least := lo, 1e18
	for x := lo; x <= hi; x++ {
		if c := p.turns[to][x] + price*p.wear[to][x]; c < least {
			g, least = x, c
		}
	}
	return g
}

// togo is how many cells a car still has to the end, the first beyond the line included.
func (r *Race) togo(c *car) int {
	return (laps-int(c.lap)+1)*r.k.cells - int(r.k.cell[c.space])
}

// choose takes one of the options of an ask.
func (b *bot) choose(r *Race, a engine.Ask, luck uint64) engine.Option {
	s := &r.s
	c := &s.car[a.Car-1]
	switch a.What {
	case wKind, wFollow:
		if b.level == easy || a.What == wKind {
			return b.opts[0]
		}
		return b.opts[len(b.opts)-1]
	case wService:
		return b.value(b.service(r, c))
	case wPit:
		if b.turnsIn(r, c) {
			return b.value(1)
		}
		return b.opts[0]
	case wBonus:
		if b.wantsBonus(r, a, c, luck) {
			return b.value(1)
		}
		return b.value(0)
	case wGear:
		return b.value(b.gear(r, a, c, luck))
	}
	return b.opts[shuffle(&luck)%uint64(len(b.opts))]
}

// value is the option with a value, or the nearest.
func (b *bot) value(v int64) engine.Option {
	best := b.opts[0]
	for _, o := range b.opts {
		if abs(o.Value-v) < abs(best.Value-v) {
			best = o
		}
	}
	return best
}

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}

// plan is the plan that a car can afford, and its price: the fastest one whose wear its tyres should bear.
func (b *bot) plan(r *Race, c *car, gear int64) (*plan, float64) {
	t := r.k.think()
	to := r.togo(c)
	if b.level == medium {
		i := 3
		if c.tyres <= low {
			i = 5
		}
		return &t.plans[i], price[i]
	}
	for i := range prices - 1 {
		if t.plans[i].wear[to][gear]*0.95+1 <= float64(c.tyres) {
			return &t.plans[i], price[i]
		}
	}
	return &t.plans[prices-1], price[prices-1]
}

func (b *bot) gear(r *Race, a engine.Ask, c *car, luck uint64) int64 {
	lo, hi := b.opts[0].Value, b.opts[len(b.opts)-1].Value
	if b.level == easy {
		if shuffle(&luck)%3 == 0 {
			return lo + int64(shuffle(&luck)%uint64(hi-lo+1))
		}
		t := r.k.think()
		return t.plans[5].gear(r.togo(c), lo, min(hi, 4), price[5])
	}
	p, x := b.plan(r, c, min(hi, max(lo, c.gear)))
	return p.gear(r.togo(c), lo, hi, x)
}

func (b *bot) wantsBonus(r *Race, _ engine.Ask, c *car, luck uint64) bool {
	if b.level == easy {
		return shuffle(&luck)%4 == 0 && c.tyres > 8
	}
	p, _ := b.plan(r, c, c.gear)
	return p.bonus[r.togo(c)][c.gear]
}

// turnsIn weighs a stop: what is left on the scales against what the way to the end will take.
func (b *bot) turnsIn(r *Race, c *car) bool {
	to := float64(r.togo(c))
	laps := to / float64(r.k.cells)
	switch b.level {
	case easy:
		return (c.tyres <= 5 || c.fuel <= 3) && laps > 0.3
	case medium:
		return (c.tyres <= 5 || c.fuel <= 3) && laps > 0.6
	}
	return (float64(c.tyres) < 5*laps-1 || float64(c.fuel) < 4*laps-1) && laps > 0.6
}

func (b *bot) service(r *Race, c *car) int64 {
	laps := float64(r.togo(c)) / float64(r.k.cells)
	fuel := c.fuel < int64(5*laps)+1
	tyres := c.tyres < int64(6*laps)+1
	switch {
	case fuel && tyres || fuel == tyres:
		return both
	case fuel:
		return fuelOnly
	}
	return tyresOnly
}
