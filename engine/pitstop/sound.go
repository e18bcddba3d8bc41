package pitstop

import (
	"fmt"

	"boxstop/engine"
)

// bounds is the range of a number in a position.
func (k *course) bounds(f engine.Field, cars int64) (lo, hi int64) {
	a := &fields[f]
	switch {
	case f == fTyres:
		return 0, k.tyres
	case f == fFuel:
		return 0, k.fuel
	case a.Holds == engine.AWord && f == fChoice:
		return engine.Hidden, soft + 1
	case a.Holds == engine.AWord:
		return 0, int64(len(a.Words) - 1)
	case a.Holds == engine.ASpace:
		return 0, int64(len(k.cell) - 1)
	case a.Holds == engine.AFlag:
		return 0, 1
	case a.Holds == engine.ACar:
		return 0, cars
	case f == fCells:
		return 0, farthest
	case f == fBurn || f == fDrops || f == fNeutral:
		return 0, topGear + 1
	case f == fSpeed:
		return 0, 50 * farthest
	case f == fRank:
		return 0, maxCars
	case a.Max > 0:
		return a.Min, a.Max
	}
	return 0, 1<<15 - 1
}

// sound reports what a position says that no race can be in.
func (r *Race) sound() error {
	s, k := &r.s, r.k
	for f := range fields {
		if fields[f].Of == nil {
			continue
		}
		lo, hi := k.bounds(engine.Field(f), s.cars)
		for c := engine.Car(0); int64(c) <= s.cars; c++ {
			if fields[f].Car != (c > 0) {
				continue
			}
			if v := *fields[f].Of(s, c); v < lo || v > hi {
				return fmt.Errorf("position: car %d: %s %d; allowed are %d to %d", c, fields[f].Name, v, lo, hi)
			}
		}
	}
	if s.step < sDraw && (s.mover == 0 || s.car[s.mover-1].status != running) {
		return fmt.Errorf("position: mover %d is no car that runs", s.mover)
	}
	any := false
	for i := range s.cars {
		c := &s.car[i]
		any = any || c.status == running
		if at := c.where; at != 0 && k.cell[at] < 0 {
			return fmt.Errorf("position: car %d ended on no cell of the road", i+1)
		}
		if c.speed%50 != 0 {
			return fmt.Errorf("position: car %d: speed %d; km/h go by 50", i+1, c.speed)
		}
		if c.follow == i+1 {
			return fmt.Errorf("position: car %d follows itself", i+1)
		}
	}
	if any == (s.step == sOver) {
		return fmt.Errorf("position: the race is over when no car runs, and only then")
	}
	if err := r.stands(s); err != nil {
		return fmt.Errorf("position: a car that runs has no space, or four stand in one cell")
	}
	if s.step >= sDraw {
		return nil
	}
	c := &s.car[s.mover-1]
	inside := c.space == int64(k.pit)
	switch s.step {
	case sService, sPitRoll:
		if !inside || c.served != 0 || s.step == sPitRoll && s.service == noService {
			return fmt.Errorf("position: car %d is to be served in the pits, and is not there", s.mover)
		}
	case sSecond:
		if c.follow == 0 || s.secondDice() == 0 || inside {
			return fmt.Errorf("position: car %d rolls a second time and follows nobody", s.mover)
		}
	case sGear:
		if inside {
			return fmt.Errorf("position: car %d is in the pits and names no gear", s.mover)
		}
	}
	return nil
}
