package grandprix

import "boxstop/engine"

const (
	maxCars  = 18
	perTeam  = 3
	maxTeams = maxCars / perTeam
	laps     = 3  // GP-18
	fastest  = 6  // the speeds are 6, 5 and 4 (GP-3)
	slowest  = 4  //
	crawl    = 3  // spaces a turn in the left side lane (GP-12)
	gain     = 3  // spaces of a slipstream (GP-7)
	mostSlip = 2  // slipstreams in one move
	places   = 10 // numbered finishing places (GP-18)
	drifts   = 3  // spaces by which a board may have drifted from the book (TB-11)
)

// car is what the race holds of one car.
type car struct {
	space, lap, behind       int64 // behind: 1 until it has crossed the line at the start, from a grid that lies behind it (GP-21)
	moved, took, crossed     int64 // the last turns in which it moved and crossed the line; the speed that it took in its last move, 0: none
	repair                   int64 // in its box: 1 on the black space, 2 on the green arrow (GP-16)
	status, place            int64 // place: as which it came home
	where, ended, nth, cause int64 // of a car that is out or home: where, in which turn, as which, and why
	crew, seat               int64 // its team; seat 0: that of the team's number
}

// state is the whole race.
type state struct {
	turn, step, cars, team, first int64
	used                          [3]int64 // the cars that took 6, 5 and 4 in this turn of the team; 0: left
	homes, ends                   int64
	firstTeam, choice, slip       int64 // table options
	car                           [maxCars]car
}

// The steps of a race: what it waits for.
const (
	sMove int64 = iota
	sFirst
	sDraw
	sOver
)

// The status of a car.
const (
	running int64 = iota
	out
	finished
)

// Why a car is out.
const (
	noCause int64 = iota
	bySide
	byStuck
	byDriver
	byRuling
)

// Repair of a car in its box.
const (
	black int64 = iota + 1
	arrow
)

const (
	fNone engine.Field = iota
	fTurn
	fStep
	fCars
	fTeam
	fFirst
	fSix
	fFive
	fFour
	fHomes
	fEnds
	fFirstTeam
	fChoice
	fSlip
	fSpace
	fLap
	fBehind
	fMoved
	fTook
	fCrossed
	fRepair
	fStatus
	fPlace
	fWhere
	fEnded
	fNth
	fCause
	fCrew
	fSeat
)

type field = engine.FieldOf[state]

// each lists a number of every car.
func each(name string, of func(*car) *int64) field {
	return engine.Each(name, func(s *state, c engine.Car) *int64 { return of(&s.car[c-1]) })
}

var (
	stepWords   = []string{"race", "first", "draw", "over"}
	statusWords = []string{"running", "out", "finished"}
	causeWords  = []string{"none", "no-side-space", "stuck", "driver", "ruling"}
	repairWords = []string{"none", "black", "arrow"}
)

var fields = []field{
	fNone:      {},
	fTurn:      engine.Number("turn", func(s *state) *int64 { return &s.turn }),
	fStep:      engine.Number("step", func(s *state) *int64 { return &s.step }).As(engine.AWord, stepWords...),
	fCars:      engine.Number("cars", func(s *state) *int64 { return &s.cars }),
	fTeam:      engine.Number("team", func(s *state) *int64 { return &s.team }).Within(1, maxTeams),
	fFirst:     engine.Number("begins", func(s *state) *int64 { return &s.first }),
	fSix:       engine.Number("six", func(s *state) *int64 { return &s.used[0] }),
	fFive:      engine.Number("five", func(s *state) *int64 { return &s.used[1] }),
	fFour:      engine.Number("four", func(s *state) *int64 { return &s.used[2] }),
	fHomes:     engine.Number("homes", func(s *state) *int64 { return &s.homes }),
	fEnds:      engine.Number("ends", func(s *state) *int64 { return &s.ends }),
	fFirstTeam: engine.Switch("first-team", func(s *state) *int64 { return &s.firstTeam }, "drawn", "pole"),
	fChoice:    engine.Switch("choice-of-value", func(s *state) *int64 { return &s.choice }, "free", "must-avoid-the-side-lane"),
	fSlip:      engine.Switch("slipstream", func(s *state) *int64 { return &s.slip }, "all-3", "as-many-as-are-free"),

	fSpace:   each("space", func(c *car) *int64 { return &c.space }).As(engine.ASpace).Within(0, mostSpaces).Along(),
	fLap:     each("lap", func(c *car) *int64 { return &c.lap }).Within(1, laps).Along().Beside(),
	fBehind:  each("behind", func(c *car) *int64 { return &c.behind }).As(engine.AFlag).Within(0, 1).Along(),
	fMoved:   each("moved", func(c *car) *int64 { return &c.moved }),
	fTook:    each("took", func(c *car) *int64 { return &c.took }).Beside(),
	fCrossed: each("crossed", func(c *car) *int64 { return &c.crossed }),
	fRepair:  each("repair", func(c *car) *int64 { return &c.repair }).As(engine.AWord, repairWords...).Within(0, arrow),
	fStatus:  each("status", func(c *car) *int64 { return &c.status }).As(engine.AWord, statusWords...).Within(0, finished),
	fPlace:   each("place", func(c *car) *int64 { return &c.place }),
	fWhere:   each("where", func(c *car) *int64 { return &c.where }).As(engine.ASpace),
	fEnded:   each("ended", func(c *car) *int64 { return &c.ended }),
	fNth:     each("nth", func(c *car) *int64 { return &c.nth }),
	fCause:   each("cause", func(c *car) *int64 { return &c.cause }).As(engine.AWord, causeWords...),
	fCrew:    each("crew", func(c *car) *int64 { return &c.crew }),
	fSeat:    each("seat", func(c *car) *int64 { return &c.seat }),
}

// usedField is the field that says who took a speed.
func usedField(v int64) engine.Field { return fSix + engine.Field(fastest-v) }

// user is the car that took a speed in this turn; 0: it is left.
func (s *state) user(v int64) engine.Car { return engine.Car(s.used[fastest-v]) }

// seat is who answers for a car.
func (s *state) seat(c engine.Car) engine.Seat {
	if o := &s.car[c-1]; o.seat != 0 {
		return engine.Seat(o.seat)
	}
	return engine.Seat(s.car[c-1].crew)
}

// teams is how many teams there are.
func (s *state) teams() int64 {
	n := int64(0)
	for i := range s.cars {
		n = max(n, s.car[i].crew)
	}
	return n
}

// moves reports whether a car has still to move in this turn.
func (s *state) moves(c *car) bool { return c.status == running && c.moved != s.turn }

// left is how many cars of a team have still to move, and the first of them.
func (s *state) left(team int64) (n int, first engine.Car) {
	for i := range s.cars {
		if c := &s.car[i]; c.crew == team && s.moves(c) {
			if n++; first == 0 {
				first = engine.Car(i + 1)
			}
		}
	}
	return n, first
}

// last reports whether a car is on its last lap (GP-22).
func (c *car) last() bool { return c.lap >= laps && c.behind == 0 }
