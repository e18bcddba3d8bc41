package usac

import "boxstop/engine"

const (
	maxCars    = 33 // US-1
	milesALap  = 20 // US-1
	mostLaps   = 100
	mostPoints = engine.MaxSteps // a path holds no more steps
	mostTurns  = 99              // of a stop, of the pit clock, of a yellow flag
	farMiles   = 300             // US-18
	longStop   = 7               // US-18
	through    = 4               // US-24
	tries      = 3               // US-2
)

// car is what the race holds of one car.
type car struct {
	space, lap                        int64 // lap is the one it is in, from 1; 0 behind the line at the start (US-12)
	entry, clock, arrived             int64 // in the pits: the space it left the track by, its pit space, the round in which it came (US-16)
	stops                             int64 // mandatory stops that are owed (US-13)
	waits, forced                     int64 // turns to stand; a stop that it must make at the next entry (US-19)
	said, points, column              int64 // its turn, half settled: mode, spaces, trouble column
	rank, moved                       int64 // its place in the order of this round; the last round in which it moved
	status, where, ended, nth, cause  int64 // of a car that is home or out: where, in which round, as which, and why
	laps, rolls, best, second, beyond int64 // qualifying: laps done, rolls of this one, the two best laps, where the best one ended (US-2)
	card, seat                        int64 // card from 0; seat 0: that of its own number
}

// state is the whole race.
type state struct {
	turn, step, mover                                                int64
	number                                                           int64 // of the Trouble Table, which the director settles
	followed                                                         int64 // 1: a trouble roll was referred to the other column (US-20)
	counts                                                           int64 // 1: the stop that is rolled for counts (US-14)
	trial                                                            int64 // 1: qualifying
	yellow, winner, ends                                             int64 // laps of a flag that waits for the end of the round; who won by it (US-22)
	cars, laps, miles                                                int64
	rounding, free, times, bends, all, never, missing, clock, passes int64 // table options
	car                                                              [maxCars]car
}

// The steps of a race: what it waits for.
const (
	sRoll int64 = iota
	sTrouble
	sMove
	sPitRoll
	sSettle
	sDraw
	sOver
)

// The status of a car.
const (
	running int64 = iota
	out
	finished
	disqualified
)

// Why a car is out.
const (
	noCause int64 = iota
	byTrouble
	byPits
	byDriver
	byRuling
	byStops // home, with stops missing
)

// A stop that must be made at the next entry.
const (
	noStop int64 = iota
	toCount
	notCounted
)

const (
	fNone engine.Field = iota
	fTurn
	fStep
	fMover
	fNumber
	fFollowed
	fCounts
	fTrial
	fYellow
	fWinner
	fEnds
	fCars
	fLaps
	fMiles
	fRounding
	fFree
	fTimes
	fBends
	fAll
	fNever
	fMissing
	fPitClock
	fPasses
	fSpace
	fLap
	fEntry
	fClock
	fArrived
	fStops
	fWaits
	fForced
	fSaid
	fPoints
	fColumn
	fRank
	fMoved
	fStatus
	fWhere
	fEnded
	fNth
	fCause
	fDone
	fRolls
	fBest
	fSecond
	fBeyond
	fCard
	fSeat
)

type field = engine.FieldOf[state]

// each lists a number of every car.
func each(name string, of func(*car) *int64) field {
	return engine.Each(name, func(s *state, c engine.Car) *int64 { return of(&s.car[c-1]) })
}

var (
	stepWords   = []string{"roll", "trouble", "move", "pit-roll", "settle", "draw", "over"}
	statusWords = []string{"running", "out", "finished", "disqualified"}
	saidWords   = []string{"unsaid", "normal", "accelerate", "decelerate"}
	causeWords  = []string{"none", "trouble", "pits", "driver", "ruling", "stops"}
	forcedWords = []string{"none", "counts", "does-not-count"}
)

var fields = []field{
	fNone:     {},
	fTurn:     engine.Number("turn", func(s *state) *int64 { return &s.turn }),
	fStep:     engine.Number("step", func(s *state) *int64 { return &s.step }).As(engine.AWord, stepWords...),
	fMover:    engine.Number("mover", func(s *state) *int64 { return &s.mover }).As(engine.ACar),
	fNumber:   engine.Number("number", func(s *state) *int64 { return &s.number }),
	fFollowed: engine.Number("followed", func(s *state) *int64 { return &s.followed }),
	fCounts:   engine.Number("counts", func(s *state) *int64 { return &s.counts }),
	fTrial:    engine.Number("trial", func(s *state) *int64 { return &s.trial }),
	fYellow:   engine.Number("yellow", func(s *state) *int64 { return &s.yellow }),
	fWinner:   engine.Number("winner", func(s *state) *int64 { return &s.winner }).As(engine.ACar),
	fEnds:     engine.Number("ends", func(s *state) *int64 { return &s.ends }),
	fCars:     engine.Number("cars", func(s *state) *int64 { return &s.cars }),
	fLaps:     engine.Number("laps", func(s *state) *int64 { return &s.laps }),
	fMiles:    engine.Number("miles", func(s *state) *int64 { return &s.miles }),
	fRounding: engine.Switch("rounding", func(s *state) *int64 { return &s.rounding }, "up", "down"),
	fFree:     engine.Switch("qualifying-mode", func(s *state) *int64 { return &s.free }, "normal", "free"),
	fTimes:    engine.Switch("times", func(s *state) *int64 { return &s.times }, "rolls", "miles-per-hour"),
	fBends:    engine.Switch("bends", func(s *state) *int64 { return &s.bends }, "lane-by-lane", "road-order"),
	fAll:      engine.Switch("distance", func(s *state) *int64 { return &s.all }, "up-to", "must-use-all"),
	fNever:    engine.Switch("passing-in-corners", func(s *state) *int64 { return &s.never }, "from-another-lane", "never"),
	fMissing:  engine.Switch("missing-stops", func(s *state) *int64 { return &s.missing }, "behind", "disqualified"),
	fPitClock: engine.Switch("pit-clock", func(s *state) *int64 { return &s.clock }, "not-in-the-round-of-arrival", "from-the-round-of-arrival"),
	fPasses:   engine.Switch("passing-through", func(s *state) *int64 { return &s.passes }, "off", "on"),

	fSpace:   each("space", func(c *car) *int64 { return &c.space }).As(engine.ASpace).Within(0, 1<<15).Along(),
	fLap:     each("lap", func(c *car) *int64 { return &c.lap }).Within(0, mostLaps).Beside().Along(),
	fEntry:   each("entry", func(c *car) *int64 { return &c.entry }).As(engine.ASpace),
	fClock:   each("clock", func(c *car) *int64 { return &c.clock }).Within(0, mostTurns).Beside(),
	fArrived: each("arrived", func(c *car) *int64 { return &c.arrived }),
	fStops:   each("stops", func(c *car) *int64 { return &c.stops }).Within(0, 9).Beside(),
	fWaits:   each("waits", func(c *car) *int64 { return &c.waits }).Within(0, mostTurns),
	fForced:  each("forced", func(c *car) *int64 { return &c.forced }).As(engine.AWord, forcedWords...).Within(0, 2),
	fSaid:    each("mode", func(c *car) *int64 { return &c.said }).As(engine.AWord, saidWords...),
	fPoints:  each("points", func(c *car) *int64 { return &c.points }),
	fColumn:  each("column", func(c *car) *int64 { return &c.column }).As(engine.AWord, "none", "A", "B"),
	fRank:    each("rank", func(c *car) *int64 { return &c.rank }).Within(1, maxCars),
	fMoved:   each("moved", func(c *car) *int64 { return &c.moved }),
	fStatus:  each("status", func(c *car) *int64 { return &c.status }).As(engine.AWord, statusWords...).Within(0, 3),
	fWhere:   each("where", func(c *car) *int64 { return &c.where }).As(engine.ASpace),
	fEnded:   each("ended", func(c *car) *int64 { return &c.ended }),
	fNth:     each("nth", func(c *car) *int64 { return &c.nth }),
	fCause:   each("cause", func(c *car) *int64 { return &c.cause }).As(engine.AWord, causeWords...),
	fDone:    each("done", func(c *car) *int64 { return &c.laps }),
	fRolls:   each("rolls", func(c *car) *int64 { return &c.rolls }),
	fBest:    each("best", func(c *car) *int64 { return &c.best }),
	fSecond:  each("second", func(c *car) *int64 { return &c.second }),
	fBeyond:  each("beyond", func(c *car) *int64 { return &c.beyond }).As(engine.ASpace),
	fCard:    each("card", func(c *car) *int64 { return &c.card }).Within(0, 254),
	fSeat:    each("seat", func(c *car) *int64 { return &c.seat }),
}

// at is where a car counts as standing: in the pits the entry space that it left the track by (US-17).
func (c *car) at() engine.Space {
	switch {
	case c.space != 0:
		return engine.Space(c.space)
	case c.entry != 0:
		return engine.Space(c.entry)
	}
	return engine.Space(c.where)
}

// mode is the column that the roll reads: unsaid is normal (US-6).
func (c *car) mode() int { return int(max(0, c.said-1)) }

func (s *state) seat(c engine.Car) engine.Seat {
	if n := s.car[c-1].seat; n != 0 {
		return engine.Seat(n)
	}
	return engine.Seat(c)
}
