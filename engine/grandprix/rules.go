package grandprix

import (
	"embed"
	"errors"
	"fmt"
	"slices"

	"boxstop/engine"
)

//go:embed words/*.txt
var words embed.FS

// Rules is the rule book.
type Rules struct {
	*engine.Book[course]
}

// New is the rule set of Grand Prix.
func New() *Rules { return &Rules{engine.NewBook(&aboutGame, words, survey)} }

var (
	_ engine.Rules = (*Rules)(nil)
	_ engine.Race  = (*Race)(nil)
)

// Start lines the teams up (GP-1): by hand on the places of the entries, or in their order; by lot the race asks for the draw first. Which
// team begins is drawn, or is that on pole.
func (r *Rules) Start(s engine.Setup) (engine.Race, error) {
	k, err := r.Course(s.Board, s.Box)
	if err != nil {
		return nil, err
	}
	if s.Laps != 0 && s.Laps != laps {
		return nil, fmt.Errorf("%d laps; a Grand Prix has %d (GP-18)", s.Laps, laps)
	}
	if s.Grid == engine.ByRoll {
		return nil, errors.New("the grid is not rolled for: cars are drawn by lot or entered by hand (GP-1)")
	}
	race := &Race{k: k}
	st := &race.s
	st.turn = 1
	if err := engine.SetOptions(st, &aboutGame, fields, s.Options); err != nil {
		return nil, err
	}
	if err := race.enter(s.Entries); err != nil {
		return nil, err
	}
	drawn := st.firstTeam == 0
	d := race.open(nil)
	switch {
	case s.Grid == engine.ByLot && drawn:
		set(d, fStep, 0, sFirst)
	case s.Grid == engine.ByLot:
		set(d, fStep, 0, sDraw)
	default:
		order, err := gridOrder(s.Entries)
		if err != nil {
			return nil, err
		}
		for place, c := range order {
			if c != 0 {
				race.linesUp(d, c, place+1)
			}
		}
		if drawn {
			set(d, fStep, 0, sFirst)
			break
		}
		pole := slices.IndexFunc(order[:], func(c engine.Car) bool { return c != 0 })
		race.begins(d, order[pole])
	}
	race.s = d.S
	return race, nil
}

// enter reads the teams: three cars a seat, and the teams in the order of their seats.
func (r *Race) enter(es []engine.Entry) error {
	s := &r.s
	count := map[engine.Seat]int{}
	var seats []engine.Seat
	for _, e := range es {
		if count[e.Seat]++; count[e.Seat] == 1 {
			seats = append(seats, e.Seat)
		}
	}
	if n := len(es); n < 2*perTeam || n > maxCars || n%perTeam != 0 {
		return fmt.Errorf("%d cars; Grand Prix is for 2 to %d teams of %d (GP-1)", n, maxTeams, perTeam)
	}
	slices.Sort(seats)
	for _, e := range es {
		if n := count[e.Seat]; n != perTeam {
			return fmt.Errorf("%s has %d cars; a team has %d (GP-1)", owner(e), n, perTeam)
		}
	}
	s.cars = int64(len(es))
	for i, e := range es {
		c := &s.car[i]
		c.crew, c.lap = int64(slices.Index(seats, e.Seat)+1), 1
		if c.crew != int64(e.Seat) {
			c.seat = int64(e.Seat)
		}
	}
	return nil
}

func owner(e engine.Entry) string {
	if e.Name != "" {
		return "the team of " + e.Name
	}
	return "the team of car " + e.Mark
}

// gridOrder is the car on each place of the grid: where the entries say, or in their order.
func gridOrder(es []engine.Entry) (order [maxCars]engine.Car, err error) {
	said := slices.ContainsFunc(es, func(e engine.Entry) bool { return e.Place != 0 })
	for i, e := range es {
		p := e.Place
		if !said {
			p = i + 1
		}
		if p < 1 || p > maxCars {
			return order, fmt.Errorf("car %s: grid place %d; there are 1 to %d (GP-1)", e.Mark, p, maxCars)
		}
		if o := order[p-1]; o != 0 {
			return order, fmt.Errorf("cars %s and %s both on grid place %d: one car fits (GP-1)", es[o-1].Mark, e.Mark, p)
		}
		order[p-1] = engine.Car(i + 1)
	}
	return order, nil
}

// Read reads a position. Teams are three cars each in their order where the line does not say.
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
	st.turn = max(1, st.turn)
	for i := range n {
		c := &st.car[i]
		c.lap = max(1, c.lap)
		if c.crew == 0 {
			c.crew = int64(i/perTeam + 1)
		}
	}
	if st.step == sMove {
		st.first, st.team = max(1, st.first), max(1, st.team)
	}
	race := &Race{k: k, s: st}
	if err := race.sound(); err != nil {
		return nil, err
	}
	return race, nil
}
