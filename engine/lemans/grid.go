package lemans

import "boxstop/engine"

// linesUp puts the cars in their order on the grid, in ranks of two behind the arrow (LM-1), or in the pits beside their grey spaces
// (LM-31), and begins the race.
func (r *Race) linesUp(d *draft, order []engine.Car) {
	s := &d.S
	for i, me := range order {
		at := r.k.grid[i]
		clause := lm1
		if s.leMans != 0 {
			at, clause = r.greySpace(i, len(order)), lm31
			set(d, fStall, me, 1)
		}
		d.Set(engine.Event{Kind: kLinesUp, Field: fSpace, Car: me, Is: int64(at), N: int64(i + 1), Clause: clause})
		set(d, fLap, me, r.firstLap(at))
		set(d, fRank, me, int64(i+1))
	}
	set(d, fStep, 0, sMove)
	r.onward(d)
}

// firstLap is 1 from the line to the arrow, and 0 on a grid that reaches back behind the line: crossing it at the start completes no lap
// (LM-34).
func (r *Race) firstLap(at engine.Space) int64 {
	if r.k.places[at].Front > r.k.start && r.k.places[at].Front-r.k.start > r.k.board.Lap/2 {
		return 0
	}
	return 1
}

// greySpace is the grey space before the pit of the i-th lot: pits are numbered in driving order (LM-31).
func (r *Race) greySpace(i, cars int) engine.Space {
	n := len(r.k.pits)
	step := min(2, max(1, n/cars))
	return r.k.pits[min(n-1, step*i+step-1)]
}

// drawn lines the cars up in the order that was drawn.
func (r *Race) drawn(d *draft, a *engine.Answer) error {
	if err := engine.Drawn(a, int(r.s.cars), r.runs, xDraw, lm1); err != nil {
		return err
	}
	r.linesUp(d, a.Order)
	return nil
}

// mostTries is how often cars roll again whose rolls are level; then the order of entry decides.
const mostTries = 20

// gridAsks appends the rolls for the grid: one die a car, and again for those that are level (LM-1).
func (r *Race) gridAsks(dst []engine.Ask) []engine.Ask {
	s := &r.s
	least := s.round()
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if o := &s.car[c-1]; o.status == running && o.tries == least && s.level(c) {
			dst = append(dst, engine.Ask{
				What: wGridRoll, Form: engine.Roll, Seat: s.seat(c), Car: c, Waits: true, Dice: 1, Turn: uint16(s.turn), Step: uint16(o.tries),
			})
		}
	}
	return dst
}

// round is the fewest rolls of a car that still has to roll.
func (s *state) round() int64 {
	least := int64(mostTries)
	for i := range s.cars {
		if c := &s.car[i]; c.status == running && s.level(engine.Car(i+1)) {
			least = min(least, c.tries)
		}
	}
	return least
}

// level reports whether another car has rolled the same so far, or will roll in the round that this one has not rolled in yet.
func (s *state) level(c engine.Car) bool {
	me := &s.car[c-1]
	for i := range s.cars {
		o := &s.car[i]
		if o.status != running || i == int64(c-1) {
			continue
		}
		n := min(me.tries, o.tries)
		shift := 3 * (mostTries - n)
		if o.throw>>shift == me.throw>>shift {
			return true
		}
	}
	return false
}

// gridRolled notes a roll for the grid, and lines the cars up when none are level any more.
func (r *Race) gridRolled(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	if a.Late || c.tries != s.round() || !s.level(a.Car) {
		return notAsked(a)
	}
	f := a.Faces[0]
	if a.Dice() != 1 || f < 1 || f > faces {
		return &engine.Infraction{Fault: xFace, Car: a.Car, What: a.What, N: int64(a.Dice()), Lo: 1, Hi: 1, Clause: lm1}
	}
	d.Set(engine.Event{Kind: kGridRolls, Field: fThrow, Car: a.Car, N: int64(f), Is: c.throw | int64(f)<<(3*(mostTries-1-c.tries)), Clause: lm1})
	set(d, fTries, a.Car, c.tries+1)
	r.settle(d)
	return nil
}

// settle lines the cars up once all rolls for the grid are in, highest first.
func (r *Race) settle(d *draft) {
	s := &d.S
	if s.round() < mostTries {
		return
	}
	var order []engine.Car
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if s.car[c-1].status != running {
			continue
		}
		j := len(order)
		order = append(order, c)
		for ; j > 0 && s.car[order[j-1]-1].throw < s.car[c-1].throw; j-- {
			order[j] = order[j-1]
		}
		order[j] = c
	}
	for _, c := range order {
		set(d, fThrow, c, 0)
		set(d, fTries, c, 0)
	}
	r.linesUp(d, order)
}
