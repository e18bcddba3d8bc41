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
	odds  [topGear + 1][topGear + 1]float64 // by dice: of so many moving faces
}

const prices = 6

// usual is the price that a stop makes of a tyre point: it costs some three turns, and brings sixteen.
const usual = 3

// careful is the price that an easy driver reckons with.
const careful = 4

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
		t.odds = k.chances()
		for i := range t.plans {
			t.plans[i] = k.plan(price[i], &t.odds)
		}
	})
	return t
}

// chances are the odds of so many moving faces, by dice.
func (k *course) chances() (odds [topGear + 1][topGear + 1]float64) {
	moving := 0
	for f := 1; f <= k.kinds; f++ {
		moving += int(k.faces[f].move) * int(k.faces[f].sides)
	}
	q := float64(moving) / float64(k.sides)
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
	return odds
}

func (k *course) plan(price float64, odds *[topGear + 1][topGear + 1]float64) plan {
	far := (laps+1)*k.cells + 1
	p := plan{make([][topGear + 1]float64, far), make([][topGear + 1]float64, far), make([][topGear + 1]bool, far)}
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
		if b.willStop(r, c, float64(r.togo(c))) && b.canTurnIn() {
			return b.value(1)
		}
		return b.opts[0]
	case wBonus:
		if b.wantsBonus(r, c, luck) {
			return b.value(1)
		}
		return b.value(0)
	case wGear:
		return b.value(b.gear(r, c, luck))
	}
	return b.opts[engine.Shuffle(&luck)%uint64(len(b.opts))]
}

// canTurnIn reports whether turning in is on the list and no accident.
func (b *bot) canTurnIn() bool {
	for _, o := range b.opts {
		if o.Value == 1 {
			return o.Fate != engine.GoesOut
		}
	}
	return false
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

// plan is the plan that a car drives by, and its price: the medium driver's own, or for a hard one the fastest whose wear its tyres bear
// until they are changed, or to the end.
func (b *bot) plan(r *Race, c *car) (*plan, float64) {
	t := r.k.think()
	if b.level != best {
		i := usual
		if c.tyres <= low {
			i = 5
		}
		return &t.plans[i], price[i]
	}
	to := r.togo(c)
	until := 0
	if pit, there := r.toPit(c); there && b.willStop(r, c, float64(to-int(pit))) {
		until = max(0, to-int(pit))
	}
	for i := range prices - 1 {
		if (t.plans[i].wear[to][3]-t.plans[i].wear[until][3])+1 <= float64(c.tyres) {
			return &t.plans[i], price[i]
		}
	}
	return &t.plans[prices-1], price[prices-1]
}

// worth is what a gear is worth for the next roll in turns to the end, the risk of the last points included; less is better.
func (b *bot) worth(r *Race, c *car, gear int64, bonus int64) float64 {
	t := r.k.think()
	p, x := b.plan(r, c)
	to, from := r.togo(c), r.k.cell[c.space]
	sum := 0.0
	for n := int64(0); n <= gear; n++ {
		v := n + bonus*bonusOf(gear)
		toll := 0.0
		if int(v) < to {
			toll = float64(r.k.toll[from][v])
		}
		cost := 1 + x*toll
		if left := to - int(v); left > 0 {
			turns, wear := p.onward(left, gear, x, 2)
			cost += turns + x*wear
		}
		if toll > float64(c.tyres) {
			cost = 2*p.turns[to][gear] + 10
		}
		sum += t.odds[gear][n] * cost
	}
	return sum
}

func (b *bot) gear(r *Race, c *car, luck uint64) int64 {
	lo, hi := b.opts[0].Value, b.opts[len(b.opts)-1].Value
	switch b.level {
	case easy:
		g := r.k.think().plans[careful].gear(r.togo(c), lo, hi, price[careful])
		switch engine.Shuffle(&luck) % 5 { // it often misjudges by one
		case 0, 1:
			g++
		case 2:
			g--
		}
		return min(max(g, lo), hi)
	case medium:
		p, x := b.plan(r, c)
		return p.gear(r.togo(c), lo, hi, x)
	}
	gear, least := lo, 1e18
	for g := lo; g <= hi; g++ {
		w := b.worth(r, c, g, 0)
		if c.fuel > 0 {
			w = min(w, b.worth(r, c, g, 1))
		}
		if w < least {
			gear, least = g, w
		}
	}
	return gear
}

func (b *bot) wantsBonus(r *Race, c *car, luck uint64) bool {
	switch b.level {
	case easy:
		return r.k.think().plans[careful].bonus[r.togo(c)][c.gear] && engine.Shuffle(&luck)%2 == 0
	case medium:
		p, _ := b.plan(r, c)
		return p.bonus[r.togo(c)][c.gear]
	}
	return b.worth(r, c, c.gear, 1) < b.worth(r, c, c.gear, 0)
}

// willStop reports whether a stop with so many cells to go is worth its turns.
func (b *bot) willStop(r *Race, c *car, to float64) bool {
	laps := to / float64(r.k.cells)
	switch b.level {
	case easy:
		return (c.tyres <= 5 || c.fuel <= 3) && laps > 0.3
	case medium:
		return (c.tyres <= 5 || c.fuel <= 3) && laps > 0.6
	}
	need := r.k.think().plans[usual].wear[r.togo(c)][3]
	return (need-float64(c.tyres) > stopTyres || float64(c.fuel) < stopFuel*laps) && laps > stopLaps
}

// A hard driver stops when the way to the end would take so many tyre points more than it has, or it has less fuel than so many points a
// lap, and so many laps are left. The figures were tried against medium drivers on both shipped circuits.
const (
	stopTyres = 4.0
	stopFuel  = 3.0
	stopLaps  = 0.8
)

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
