package pitstop

import "boxstop/engine"

// gridAsks appends what is asked before the first turn: the draw, the rolls for the grid (PS-2), the tyres (PS-18).
func (r *Race) gridAsks(dst []engine.Ask) []engine.Ask {
	s := &r.s
	switch s.step {
	case sDraw:
		return append(dst, engine.Ask{What: wDraw, Form: engine.Draw, Waits: true, Turn: uint16(s.turn)})
	case sGrid:
		for c := engine.Car(1); int64(c) <= s.cars; c++ {
			if s.rolls2(c) {
				dst = append(dst, engine.Ask{
					What: wGridRoll, Form: engine.Roll, Seat: s.seat(c), Car: c, Waits: true, Dice: gridDice, Turn: uint16(s.turn),
					Step: uint16(s.car[c-1].tries),
				})
			}
		}
	case sKinds:
		for c := engine.Car(1); int64(c) <= s.cars; c++ {
			if o := &s.car[c-1]; o.status == running {
				dst = append(dst, engine.Ask{
					What: wKind, Form: engine.Declare, Seat: s.seat(c), Car: c, Waits: true, Secret: true, Done: o.choice != 0, Turn: uint16(s.turn),
				})
			}
		}
	}
	return dst
}

const gridDice = 6

// rolls2 reports whether a car still has to roll for the grid: it has not in this round, and shares its place.
func (s *state) rolls2(c engine.Car) bool {
	return s.car[c-1].neutral == 0 && s.shares(c)
}

// shares reports whether another car that runs has the same provisional grid place.
func (s *state) shares(c engine.Car) bool {
	me := &s.car[c-1]
	if me.status != running {
		return false
	}
	for i := range s.cars {
		if o := &s.car[i]; i != int64(c)-1 && o.status == running && o.rank == me.rank {
			return true
		}
	}
	return false
}

// drawn puts the cars on the grid in the order that was drawn. Cars that are out already are left out of it.
func (r *Race) drawn(d *draft, a *engine.Answer) error {
	if err := engine.Drawn(a, int(r.s.cars), r.runs, xDraw, ps2); err != nil {
		return err
	}
	for i, c := range a.Order {
		d.Change(engine.Event{Kind: kRanks, Field: fRank, Car: c, Is: int64(i + 1), Clause: ps2})
	}
	r.lineUp(d)
	return nil
}

// gridRoll takes one roll for the grid. When all who share a place have rolled, the fewer drops stand before the more; who is level
// rolls again (PS-2).
func (r *Race) gridRoll(d *draft, a *engine.Answer) error {
	s := &d.S
	if !s.rolls2(a.Car) {
		return notAsked(a)
	}
	t, err := r.read(a, gridDice, false, ps2)
	if err != nil {
		return err
	}
	d.Set(engine.Event{Kind: kNeutral, Field: fNeutral, Car: a.Car, Is: t.drop + 1, N: t.drop, Clause: ps2})
	set(d, fTries, a.Car, s.car[a.Car-1].tries+1)
	r.gridGroups(d)
	return nil
}

// gridGroups settles every group of cars on one provisional place whose rolls are all there, and lines up when none is left.
func (r *Race) gridGroups(d *draft) {
	s := &d.S
	for place := int64(1); place <= s.cars; place++ {
		ready, n := true, 0
		for i := range s.cars {
			if c := &s.car[i]; c.status == running && c.rank == place {
				n++
				ready = ready && c.neutral != 0
			}
		}
		if !ready || n < 2 {
			continue
		}
		before := *s
		for i := range s.cars {
			c := &before.car[i]
			if c.status != running || c.rank != place {
				continue
			}
			is := place
			for j := range s.cars {
				if o := &before.car[j]; o.status == running && o.rank == place && o.neutral < c.neutral {
					is++
				}
			}
			d.Change(engine.Event{Kind: kRanks, Field: fRank, Car: engine.Car(i + 1), Is: is, Clause: ps2})
			set(d, fNeutral, engine.Car(i+1), 0)
		}
	}
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if s.shares(c) {
			return
		}
	}
	r.lineUp(d)
}

// lineUp puts the cars on the grid by their rank, two to a cell (PS-2).
func (r *Race) lineUp(d *draft) {
	s := &d.S
	place := 0
	for rank := int64(1); rank <= maxCars; rank++ {
		for i := range s.cars {
			c := &s.car[i]
			if c.status != running || c.rank != rank {
				continue
			}
			place++
			at, me := r.k.gridSpace(place), engine.Car(i+1)
			d.Set(engine.Event{Kind: kLinesUp, Field: fSpace, Car: me, Is: int64(at), N: int64(place), Clause: ps2})
			set(d, fLap, me, r.k.gridLap(at))
			set(d, fRank, me, int64(place))
			set(d, fTries, me, 0)
			set(d, fNeutral, me, 0)
		}
	}
	r.lined(d)
}

// lined goes on from cars on the grid: to the choice of tyres (PS-18), or to the first turn in grid order (PS-4).
func (r *Race) lined(d *draft) {
	if d.S.soft != 0 {
		set(d, fStep, 0, sKinds)
		return
	}
	r.onward(d)
}

// chosen holds the tyres that a driver chose in secret; when all have, all are shown (PS-18).
func (r *Race) chosen(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	if c.status != running {
		return notAsked(a)
	}
	if a.Value != hard && a.Value != soft {
		return &engine.Infraction{Fault: xValue, Car: a.Car, What: a.What, Lo: hard, Hi: soft, Clause: ps18}
	}
	d.Set(engine.Event{Kind: kChooses, Field: fChoice, Car: a.Car, Is: a.Value + 1, Clause: ps18})
	r.reveal(d)
	return nil
}

// reveal shows all tyres, once every driver has chosen.
func (r *Race) reveal(d *draft) {
	s := &d.S
	for i := range s.cars {
		if c := &s.car[i]; c.status == running && c.choice == 0 && s.soft != 0 {
			return
		}
	}
	for i := range s.cars {
		c, me := &s.car[i], engine.Car(i+1)
		if c.choice > 0 && s.soft != 0 && c.status == running {
			d.Set(engine.Event{Kind: kShows, Field: fKind, Car: me, Is: c.choice - 1, Clause: ps18})
		}
		if c.choice != 0 {
			d.Set(engine.Event{Kind: kChooses, Field: fChoice, Car: me})
		}
	}
	r.onward(d)
}
