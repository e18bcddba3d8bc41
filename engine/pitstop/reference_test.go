package pitstop

import (
	"fmt"
	"slices"

	"boxstop/engine"
)

// This is a second Pitstop, slow and plain, written from the clauses alone: no drafts, no events, no tables. It must agree with the rule
// set wherever the two are led by the same answers.

type refCar struct {
	name                      int
	cell                      int // 0 is the first beyond the line
	lap                       int
	inPits, served            bool
	gear, tyres, fuel, waits  int
	emptySince                int // turn; 0: not empty
	soft                      bool
	running, home             bool
	place                     int // order of moves in this turn
	moved                     bool
	speed, drops              int // of this turn's move, for whoever follows
	lastSpeed                 int
	spoke                     bool
	leader                    int // index; -1: nobody
	outCell, outLap, outCount int
}

type refRace struct {
	cells, pit        int
	limit             []int
	opt               map[string]string
	turn              int
	cars              []*refCar
	mover             int // -1: over
	waitsFor          string
	bonus             string // "", "yes", "no"
	rolled, fuelFaces int
	part              string // "roll", "tow", "second"
	services          string
	kindSaid          bool
	count             int
}

func (r *refRace) ring(i int) int { return (i%r.cells + r.cells) % r.cells }

func (r *refRace) isDry(c *refCar) bool { return c.fuel == 0 && r.turn > c.emptySince } // PS-11

// countOn is how many running cars stand on a road cell; cars in the pits do not (PS-13).
func (r *refRace) countOn(cell int, but *refCar) (n int) {
	for _, o := range r.cars {
		if o != but && o.running && !o.inPits && o.cell == r.ring(cell) {
			n++
		}
	}
	return n
}

// begin begins the move of whoever is next.
func (r *refRace) begin() {
	for {
		var next *refCar
		left := false
		for _, c := range r.cars {
			if !c.running {
				continue
			}
			left = true
			if !c.moved && (next == nil || c.place < next.place) {
				next = c
			}
		}
		if !left {
			r.mover, r.waitsFor = -1, "nothing"
			return
		}
		if next == nil {
			r.turn++
			order := slices.Clone(r.cars)
			slices.SortStableFunc(order, func(a, b *refCar) int { // PS-4
				if a.lap != b.lap {
					return b.lap - a.lap
				}
				if a.cell != b.cell {
					return b.cell - a.cell
				}
				if a.gear != b.gear {
					return b.gear - a.gear
				}
				return a.place - b.place
			})
			p := 0
			for _, c := range order {
				if c.running {
					p++
					c.place = p
					c.moved, c.spoke, c.leader = false, false, -1
				}
			}
			continue
		}
		r.mover, r.bonus = next.name, ""
		if next.waits > 0 {
			next.waits--
			next.moved = true
			next.lastSpeed = 0
			continue
		}
		if next.inPits && !next.served {
			r.waitsFor = "service"
			return
		}
		if next.leader >= 0 {
			l := r.cars[next.leader]
			if l.moved && !(l.running && l.inPits) { // PS-19: who turned in tows nobody
				next.drops = 0
				r.gotRoll(next, l.speed/50, 0, "tow")
				return
			}
			next.leader = -1
		}
		r.waitsFor = "roll"
		return
	}
}

func (r *refRace) done(c *refCar) {
	c.moved = true
	r.begin()
}

// readDice counts faces 50, fuel and drop (PS-6, PS-11), and lets soft tyres turn drops (PS-18).
func (r *refRace) readDice(c *refCar, dice []uint8) (cells, fuel, drops int) {
	for _, d := range dice {
		switch {
		case d == 1:
			cells++
		case d == 2 && !r.isDry(c):
			cells++
			fuel++
		default:
			drops++
		}
	}
	if r.opt["soft-tyres"] == "on" && c.soft {
		for drops > 0 && c.tyres > 0 {
			drops--
			cells++
			c.tyres--
		}
	}
	return cells, fuel, drops
}

func (r *refRace) gotRoll(c *refCar, cells, fuel int, part string) {
	r.rolled, r.fuelFaces, r.part = cells, fuel, part
	if r.pitsOpen(c, cells) {
		r.waitsFor = "pit"
		return
	}
	r.driveOn(c)
}

// pitsOpen reports whether a move of so many cells may end in the pits (PS-13).
func (r *refRace) pitsOpen(c *refCar, cells int) bool {
	lap := c.lap
	for i := 1; i <= cells; i++ {
		at := r.ring(c.cell + i)
		if at == 0 {
			lap++
			if lap > 3 {
				return false
			}
		}
		if at == r.pit {
			return r.opt["pit-entry"] != "exact" || i == cells
		}
		if r.countOn(at, c) >= 3 {
			return false
		}
	}
	return false
}

func (r *refRace) out(c *refCar) {
	c.running = false
	r.count++
	c.outCell, c.outLap, c.outCount = c.cell, c.lap, r.count
}

// pay takes a corner cell's points; false: out (PS-8, PS-9).
func (r *refRace) pay(c *refCar, cell, speed int) bool {
	limit := r.limit[cell]
	if limit == 0 || speed <= limit {
		return true
	}
	owes := (speed - limit) / 50
	if c.tyres >= owes {
		c.tyres -= owes
		return true
	}
	if c.tyres > 0 && r.opt["last-cell-paid-in-part"] == "drives-on" {
		c.tyres = 0
		return true
	}
	return false
}

func (r *refRace) turnIn(c *refCar) {
	speed := 50 * r.rolled
	if r.part == "second" {
		speed += c.speed
	}
	c.speed, c.lastSpeed = speed, speed
	for r.ring(c.cell+1) != r.pit {
		c.cell = r.ring(c.cell + 1)
		if c.cell == 0 {
			c.lap++
		}
		c.served, c.inPits = false, false
		if !r.pay(c, c.cell, speed) {
			r.out(c)
			r.done(c)
			return
		}
	}
	c.cell = r.pit
	if c.cell == 0 {
		c.lap++
	}
	c.inPits, c.served, c.gear = true, false, 1
	r.burn(c)
	if r.opt["pit-lane-limit"] == "on" && speed > 100 { // PS-20
		c.waits += (speed - 100) / 50
	}
	r.done(c)
}

func (r *refRace) burn(c *refCar) {
	if c.fuel > 0 && r.fuelFaces > 0 {
		c.fuel -= r.fuelFaces
		if c.fuel <= 0 {
			c.fuel, c.emptySince = 0, r.turn
		}
	}
}

// driveOn is PS-22 from traffic on.
func (r *refRace) driveOn(c *refCar) {
	free, lap := 0, c.lap
	for free < r.rolled {
		at := r.ring(c.cell + free + 1)
		if at == 0 {
			lap++
		}
		if lap <= 3 && r.countOn(at, c) >= 3 {
			break
		}
		free++
	}
	lost := r.rolled - free
	speed := 50 * free
	if r.part == "second" {
		speed += c.speed
	}
	c.speed, c.lastSpeed = speed, speed
	spun := lost > 0 && lost >= c.tyres // PS-12
	if lost > 0 && !spun {
		c.tyres -= lost
	}
	for range free {
		c.cell = r.ring(c.cell + 1)
		c.inPits, c.served = false, false
		if c.cell == 0 {
			if c.lap == 3 && !spun { // PS-15
				c.running, c.home = false, true
				r.count++
				c.outCount = r.count
				r.done(c)
				return
			}
			c.lap++
		}
		if !spun && !r.pay(c, c.cell, speed) {
			r.out(c)
			r.done(c)
			return
		}
	}
	if spun {
		r.out(c)
		r.done(c)
		return
	}
	if r.limit[c.cell] == 0 || c.inPits { // PS-10
		r.burn(c)
	}
	if c.inPits {
		r.done(c)
		return
	}
	if r.part == "tow" && lost == 0 && r.secondDice(c) > 0 {
		r.waitsFor = "second"
		return
	}
	r.waitsFor = "gear"
}

func (r *refRace) secondDice(c *refCar) int {
	if r.opt["second-roll"] == "gear" {
		return c.gear
	}
	return r.cars[c.leader].drops
}

// follows lists whom a car may call now (PS-19, PS-24).
func (r *refRace) follows(c *refCar) (out []int) {
	if r.opt["slipstream"] != "on" || r.mover < 0 || c.spoke || c.moved || !c.running || c.inPits || c.name == r.mover || c.waits > 0 {
		return nil
	}
	for i, l := range r.cars {
		switch {
		case l == c || !l.running || l.inPits || l.moved || l.place > c.place:
		case l.cell != r.ring(c.cell+1) || r.limit[l.cell] != 0 || r.limit[c.cell] != 0:
		case r.opt["same-speed"] == "gear" && l.gear != c.gear:
		case r.opt["same-speed"] != "gear" && l.lastSpeed != c.lastSpeed:
		case i == r.mover && r.waitsFor != "roll":
		case i != r.mover && l.leader < 0:
		default:
			out = append(out, i)
		}
	}
	return out
}

// open is what may be answered, in no order.
func (r *refRace) open() (out []string) {
	for _, c := range r.cars {
		if len(r.follows(c)) > 0 {
			out = append(out, fmt.Sprint(c.name+1, " follow ", len(r.follows(c))+1))
		}
	}
	if r.mover < 0 {
		return out
	}
	c := r.cars[r.mover]
	me := fmt.Sprint(c.name + 1)
	switch r.waitsFor {
	case "roll":
		if r.bonus == "" && !r.isDry(c) {
			out = append(out, me+" bonus 2")
		}
		out = append(out, fmt.Sprint(me, " roll ", c.gear))
	case "pit":
		n := 1
		if r.pitsOpen(c, r.rolled) {
			n = 2
		}
		out = append(out, fmt.Sprint(me, " pit ", n))
	case "gear":
		lo, hi := r.gears(c)
		out = append(out, fmt.Sprint(me, " gear ", hi-lo+1))
	case "service":
		out = append(out, me+" service 3")
	case "pit-roll":
		if r.opt["soft-tyres"] == "on" && r.services != "fuel" && !r.kindSaid {
			out = append(out, me+" kind 2")
		}
		n := 1
		if r.services == "both" {
			n = 2
		}
		out = append(out, fmt.Sprint(me, " pit-roll ", n))
	case "second":
		out = append(out, fmt.Sprint(me, " second-roll ", r.secondDice(c)))
	}
	return out
}

// unsay lets those who called a car that tows no more speak anew, and those who called them (PS-19).
func (r *refRace) unsay(l *refCar) {
	for _, c := range r.cars {
		if c.running && !c.moved && c.name != r.mover && c.leader == l.name {
			c.spoke, c.leader = false, -1
			r.unsay(c)
		}
	}
}

func (r *refRace) gears(c *refCar) (lo, hi int) {
	lo, hi = c.gear-3, c.gear+2
	if r.isDry(c) {
		hi = c.gear + 1
	}
	return max(lo, 1), min(hi, 6)
}

// take takes an answer that the rule set accepts.
func (r *refRace) take(a engine.Answer) {
	c := r.cars[a.Car-1]
	dice := a.Faces[:a.Dice()]
	switch a.What {
	case wFollow:
		c.spoke = true
		if a.Value > 0 {
			c.leader = int(a.Value) - 1
		}
	case wBonus:
		r.bonus = map[int64]string{0: "no", 1: "yes"}[a.Value]
	case wRoll:
		cells, fuel, drops := r.readDice(c, dice)
		c.drops = drops
		if r.bonus == "yes" {
			cells++
			if c.gear > 3 {
				cells++
			}
		}
		r.gotRoll(c, cells, fuel, "roll")
	case wPit:
		if a.Value == 1 {
			r.turnIn(c)
		} else {
			r.driveOn(c)
		}
	case wGear:
		c.gear = int(a.Value)
		r.done(c)
	case wService:
		r.services, r.kindSaid = map[int64]string{fuelOnly: "fuel", tyresOnly: "tyres", both: "both"}[a.Value], false
		if r.services != "tyres" {
			c.fuel, c.emptySince = 16, 0
		}
		if r.services != "fuel" {
			c.tyres = 16
		}
		c.lastSpeed = 0
		r.waitsFor = "pit-roll"
	case wKind:
		c.soft, r.kindSaid = a.Value == soft, true
	case wPitRoll:
		for _, d := range dice {
			if d == 3 {
				c.waits++
			}
		}
		c.served = true
		r.done(c)
	case wSecond:
		cells, fuel, drops := r.readDice(c, dice)
		c.drops = drops
		r.gotRoll(c, cells, fuel, "second")
	case wRetires:
		if !c.moved && (c.name != r.mover || r.waitsFor == "roll") { // what it drove it towed
			r.unsay(c)
		}
		r.out(c)
		if c.name == r.mover {
			r.begin()
		}
	}
}
