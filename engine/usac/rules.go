package usac

import (
	"embed"
	"errors"
	"fmt"

	"boxstop/engine"
)

//go:embed words/*.txt
var words embed.FS

// Rules is the rule book.
type Rules struct {
	*engine.Book[course]
}

// New is the rule set of USAC Auto Racing.
func New() *Rules { return &Rules{engine.NewBook(&aboutGame, words, survey)} }

var (
	_ engine.Rules = (*Rules)(nil)
	_ engine.Race  = (*Race)(nil)
)

// Start lines the cars up (US-3): by hand at once; by lot the race asks first; by rolls it begins with qualifying (US-2).
func (r *Rules) Start(s engine.Setup) (engine.Race, error) {
	k, err := r.Course(s.Board, s.Box)
	if err != nil {
		return nil, err
	}
	n := len(s.Entries)
	if n < aboutGame.MinCars || n > maxCars {
		return nil, fmt.Errorf("%d cars; USAC Auto Racing is for %d to %d (US-1)", n, aboutGame.MinCars, maxCars)
	}
	race := &Race{k: k}
	st := &race.s
	st.turn, st.cars = 1, int64(n)
	if err := engine.SetOptions(st, &aboutGame, fields, s.Options); err != nil {
		return nil, err
	}
	if err := st.setDistance(s.Laps, s.Miles); err != nil {
		return nil, err
	}
	for i, e := range s.Entries {
		if e.Card < 0 || e.Card >= len(k.cards) {
			return nil, fmt.Errorf("car %s: card %d; the box has %d (US-1)", e.Mark, e.Card+1, len(k.cards))
		}
		st.car[i] = car{card: int64(e.Card), rank: int64(i + 1), stops: mandatory(st.miles)}
		if e.Seat != 0 && int(e.Seat) != i+1 {
			st.car[i].seat = int64(e.Seat)
		}
	}
	d := race.open(nil)
	switch s.Grid {
	case engine.ByLot:
		d.S.step = sDraw
	case engine.ByRoll:
		d.S.trial = 1
		race.tries(d)
	default:
		places, err := engine.GridPlaces(s.Entries)
		if err != nil {
			return nil, err
		}
		race.lines(d, places)
	}
	race.s = d.S
	return race, nil
}

// setDistance turns miles into laps (US-1): 20 a lap of the board, rounded as the option says.
func (s *state) setDistance(laps, miles int) error {
	switch {
	case miles < 0 || laps < 0:
		return fmt.Errorf("%d laps, %d miles; both are more than 0 (US-1)", laps, miles)
	case miles > 0 && s.rounding == 0:
		laps = (miles + milesALap - 1) / milesALap
	case miles > 0:
		laps = miles / milesALap
	case laps == 0:
		laps = aboutGame.Laps
	}
	if laps < 1 || laps > mostLaps {
		return fmt.Errorf("%d laps; a race is run over 1 to %d laps of %d miles (US-1)", laps, mostLaps, milesALap)
	}
	if miles == 0 {
		miles = laps * milesALap
	}
	s.laps, s.miles = int64(laps), int64(miles)
	return nil
}

// mandatory is how many stops a distance asks for (US-13).
func mandatory(miles int64) int64 {
	switch {
	case miles >= 500:
		return 3
	case miles >= 250:
		return 2
	case miles >= 150:
		return 1
	}
	return 0
}

// Read reads a position.
func (r *Rules) Read(s engine.Setup, line string) (engine.Race, error) {
	k, err := r.Course(s.Board, s.Box)
	if err != nil {
		return nil, err
	}
	st, n, err := engine.ReadPosition(line, &aboutGame, s.Board, fields)
	if err != nil {
		return nil, err
	}
	if err := engine.Listed(&st.cars, n); err != nil {
		return nil, err
	}
	if st.turn == 0 {
		st.turn = 1
	}
	if st.laps == 0 {
		if err := st.setDistance(s.Laps, s.Miles); err != nil {
			return nil, err
		}
	}
	race := &Race{k: k, s: st}
	if err := race.sound(); err != nil {
		return nil, err
	}
	return race, nil
}

// sound reports what of a position cannot be.
func (r *Race) sound() error {
	s := &r.s
	for f := range fields {
		for c := engine.Car(0); int64(c) <= s.cars; c++ {
			a := &fields[f]
			if a.Of == nil || a.Car != (c != 0) {
				continue
			}
			v, lo, hi := *a.Of(s, c), int64(0), int64(1)<<40
			switch {
			case a.Holds == engine.AWord:
				hi = int64(len(a.Words) - 1)
			case a.Holds == engine.ASpace:
				hi = int64(len(r.k.places) - 1)
			case a.Holds == engine.ACar:
				hi = s.cars
			case a.Ruled:
				lo, hi = a.Min, a.Max
			case engine.Field(f) == fRolls:
				lo = -1 // a spoiled lap
			}
			if engine.Field(f) == fRank || engine.Field(f) == fLap {
				lo, hi = 0, 1<<10
			}
			if v < lo || v > hi {
				return fmt.Errorf("position: %s:%d; it is %d to %d", a.Name, v, lo, hi)
			}
		}
	}
	if s.step < sDraw && (s.mover < 1 || s.mover > s.cars || s.car[s.mover-1].status != running) {
		return fmt.Errorf("position: mover:%d; it is one of the %d cars, and running", s.mover, s.cars)
	}
	if s.step == sTrouble && s.car[s.mover-1].column == 0 {
		return errors.New("position: step:trouble; column:A or column:B is missing")
	}
	for i := range s.cars {
		if c := &s.car[i]; c.points > mostPoints {
			return fmt.Errorf("position: points:%d; a move has 0 to %d", c.points, mostPoints)
		}
		if c := &s.car[i]; c.card >= int64(len(r.k.cards)) {
			return fmt.Errorf("position: car %d has card %d; the box has 0 to %d", i+1, c.card, len(r.k.cards)-1)
		}
	}
	if s.step == sMove && !r.canMove(s, engine.Car(s.mover)) {
		return errors.New("position: step:move; the car has no step to drive")
	}
	if err := r.stands(s); err != nil {
		return errors.New("position: two cars stand on one space, or one that runs stands nowhere")
	}
	return nil
}

// Choices appends what an option is called: through and to, or pit, of a move.
func (r *Rules) Choices(dst []engine.Choice, a engine.Ask, o engine.Option) []engine.Choice {
	switch a.What {
	case wMode:
		return append(dst, engine.Choice{Pick: pMode, Value: o.Value})
	case wMove:
		if o.Note > 0 {
			dst = append(dst, engine.Choice{Pick: pThrough, Value: int64(o.Note)})
		}
		if o.Value == 1 {
			return append(dst, engine.Choice{Pick: pPit, Value: 1})
		}
		return append(dst, engine.Choice{Pick: pTo, Value: int64(o.End)})
	case wSettle:
		return append(dst, engine.Choice{Pick: pSettled, Value: o.Value})
	case wRoll, wTrouble, wPitRoll:
		return append(dst, engine.Choice{Pick: pSum, Value: o.Value})
	}
	return dst
}
