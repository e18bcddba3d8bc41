package pitstop

import (
	"embed"
	"fmt"

	"boxstop/engine"
)

//go:embed words/*.txt
var words embed.FS

// Rules is the rule book.
type Rules struct {
	*engine.Book[course]
}

// New is the rule set of Pitstop.
func New() *Rules { return &Rules{engine.NewBook(&aboutGame, words, survey)} }

var (
	_ engine.Rules = (*Rules)(nil)
	_ engine.Race  = (*Race)(nil)
)

// Start lines the cars up (PS-1, PS-2): by hand at once; by lot or by rolls the race asks first.
func (r *Rules) Start(s engine.Setup) (engine.Race, error) {
	k, err := r.Course(s.Board, s.Box)
	if err != nil {
		return nil, err
	}
	n := len(s.Entries)
	if n < aboutGame.MinCars || n > maxCars {
		return nil, fmt.Errorf("%d cars; Pitstop is for %d to %d (PS-1)", n, aboutGame.MinCars, maxCars)
	}
	if s.Laps != 0 && s.Laps != laps {
		return nil, fmt.Errorf("%d laps; Pitstop is run over %d on every circuit (PS-3)", s.Laps, laps)
	}
	race := &Race{k: k}
	st := &race.s
	st.turn, st.cars = 1, int64(n)
	if err := engine.SetOptions(st, &aboutGame, fields, s.Options); err != nil {
		return nil, err
	}
	for i, e := range s.Entries {
		st.car[i] = car{gear: 1, tyres: k.tyres, fuel: k.fuel, rank: 1}
		if e.Seat != 0 && int(e.Seat) != i+1 {
			st.car[i].seat = int64(e.Seat)
		}
	}
	switch s.Grid {
	case engine.ByLot:
		st.step = sDraw
	case engine.ByRoll:
		st.step = sGrid
	default:
		places, err := engine.GridPlaces(s.Entries)
		if err != nil {
			return nil, err
		}
		for i, p := range places {
			c := &st.car[i]
			c.rank = int64(p)
			c.space = int64(k.gridSpace(p))
			c.lap = k.gridLap(k.gridSpace(p))
		}
		race.green()
	}
	return race, nil
}

// green sets a race whose cars stand on the grid to its first ask.
func (r *Race) green() {
	d := r.open(nil)
	r.lined(d)
	r.s = d.S
}

// gridSpace is the cell of a grid place: two cars a cell (PS-2).
func (k *course) gridSpace(place int) engine.Space { return k.grid[min((place-1)/2, len(k.grid)-1)] }

// gridLap is 0 behind the line, from where the first crossing completes no lap (PS-23).
func (k *course) gridLap(s engine.Space) int64 {
	if int(k.cell[s]) >= k.cells/2 {
		return 0
	}
	return 1
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
	race := &Race{k: k, s: st}
	if err := race.sound(); err != nil {
		return nil, err
	}
	return race, nil
}

// Choices appends the one choice that each option of this game is.
func (r *Rules) Choices(dst []engine.Choice, a engine.Ask, o engine.Option) []engine.Choice {
	p := noPick
	switch a.What {
	case wBonus:
		p = pBonus
	case wGear:
		p = pGear
	case wPit:
		p = pPit
	case wService:
		p = pService
	case wKind:
		p = pKind
	case wFollow:
		p = pFollow
	case wRoll, wSecond:
		p = pSpeed
		switch o.Refusal.Fault {
		case xBonusDry:
			p = pBonus
		case xPitFar, xPitExact, xPitBlocked:
			p = pPit
		}
	case wPitRoll:
		p = pWaits
	case wGridRoll:
		p = pDrops
	default:
		return dst
	}
	return append(dst, engine.Choice{Pick: p, Value: o.Value})
}
