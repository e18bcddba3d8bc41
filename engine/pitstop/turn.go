package pitstop

import "boxstop/engine"

// next ends the move of the mover, and hands it to the next car that has something to answer, in this turn or a later one (PS-4).
func (r *Race) next(d *draft) {
	s := &d.S
	if s.mover != 0 {
		set(d, fMoved, engine.Car(s.mover), s.turn)
	}
	r.onward(d)
}

// onward looks for the car whose move is next.
func (r *Race) onward(d *draft) {
	s := &d.S
	for {
		best, any := int64(-1), false
		for i := range s.cars {
			c := &s.car[i]
			if c.status != running {
				continue
			}
			any = true
			if c.moved != s.turn && (best < 0 || c.rank < s.car[best].rank) {
				best = i
			}
		}
		if !any {
			set(d, fMover, 0, 0)
			set(d, fSaid, 0, unsaid)
			set(d, fStep, 0, sOver)
			return
		}
		if best < 0 {
			r.newTurn(d)
			continue
		}
		if r.begins(d, engine.Car(best+1)) {
			return
		}
		set(d, fMoved, engine.Car(best+1), s.turn)
	}
}

// begins begins the move of a car. It reports whether the race waits for something of it: a car that has to stand moves by itself.
func (r *Race) begins(d *draft, me engine.Car) bool {
	s := &d.S
	c := &s.car[me-1]
	set(d, fMover, 0, int64(me))
	set(d, fSaid, 0, unsaid)
	if c.waits > 0 {
		cl := ps14
		if c.served == 0 {
			cl = ps20
		}
		set(d, fSpeed, me, 0)
		d.Set(engine.Event{Kind: kWaits, Field: fWaits, Car: me, Is: c.waits - 1, At: engine.Space(c.space), Clause: cl})
		return false
	}
	if c.space == int64(r.k.pit) && c.served == 0 {
		set(d, fStep, 0, sService)
		return true
	}
	if c.follow != 0 && c.called == s.turn {
		if r.towed(d, me) {
			return true // where the tow ended its race, the next mover is found already
		}
	}
	set(d, fStep, 0, sRoll)
	return true
}

// newTurn fixes the order of the next turn: furthest ahead first, on one cell the higher gear, then who moved earlier (PS-4).
func (r *Race) newTurn(d *draft) {
	s := &d.S
	d.Set(engine.Event{Kind: kTurn, Field: fTurn, Is: s.turn + 1, Clause: ps4})
	var list [maxCars]int64
	var key [maxCars]int64
	n := 0
	for i := range s.cars {
		c := &s.car[i]
		if c.status != running {
			continue
		}
		v := r.key(c)
		j := n
		for j > 0 && key[j-1] < v {
			key[j], list[j] = key[j-1], list[j-1]
			j--
		}
		key[j], list[j] = v, i
		n++
	}
	for j, i := range list[:n] {
		if s.car[i].rank != int64(j+1) {
			d.Set(engine.Event{Kind: kRanks, Field: fRank, Car: engine.Car(i + 1), Is: int64(j + 1), Clause: ps4})
		}
	}
}

// key is what puts a car before another: lap, cell, gear, the order of the turn before.
func (r *Race) key(c *car) int64 {
	return ((c.lap*int64(r.k.cells)+int64(r.k.cell[c.space]))*8+c.gear)*8 + 7 - c.rank
}
