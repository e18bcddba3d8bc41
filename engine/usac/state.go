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

type about struct{ field }

// race lists a number of the race.
func race(name string, of func(*state) *int64) about { return about{engine.Number(name, of)} }

// each lists a number of every car.
func each(name string, of func(*car) *int64) about {
	return about{engine.Each(name, func(s *state, c engine.Car) *int64 { return of(&s.car[c-1]) })}
}

// as says how a number is written.
func (f about) as(h engine.Holds, words ...string) about { f.Holds, f.Words = h, words; return f }

// ruled says that a ruling may set a number, and within which bounds.
func (f about) ruled(lo, hi int64) about { f.Ruled, f.Min, f.Max = true, lo, hi; return f }

// gauge says that a number is shown beside the car.
func (f about) gauge() about { f.Gauge = true; return f }

// goes says that a number goes along when two cars change places.
func (f about) goes() about { f.Goes = true; return f }

func option(name string, of func(*state) *int64, words ...string) field {
	return race(name, of).as(engine.AWord, words...).ruled(0, int64(len(words)-1)).field
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
	fTurn:     race("turn", func(s *state) *int64 { return &s.turn }).field,
	fStep:     race("step", func(s *state) *int64 { return &s.step }).as(engine.AWord, stepWords...).field,
	fMover:    race("mover", func(s *state) *int64 { return &s.mover }).as(engine.ACar).field,
	fNumber:   race("number", func(s *state) *int64 { return &s.number }).field,
	fFollowed: race("followed", func(s *state) *int64 { return &s.followed }).field,
	fCounts:   race("counts", func(s *state) *int64 { return &s.counts }).field,
	fTrial:    race("trial", func(s *state) *int64 { return &s.trial }).field,
	fYellow:   race("yellow", func(s *state) *int64 { return &s.yellow }).field,
	fWinner:   race("winner", func(s *state) *int64 { return &s.winner }).as(engine.ACar).field,
	fEnds:     race("ends", func(s *state) *int64 { return &s.ends }).field,
	fCars:     race("cars", func(s *state) *int64 { return &s.cars }).field,
	fLaps:     race("laps", func(s *state) *int64 { return &s.laps }).field,
	fMiles:    race("miles", func(s *state) *int64 { return &s.miles }).field,
	fRounding: option("rounding", func(s *state) *int64 { return &s.rounding }, "up", "down"),
	fFree:     option("qualifying-mode", func(s *state) *int64 { return &s.free }, "normal", "free"),
	fTimes:    option("times", func(s *state) *int64 { return &s.times }, "rolls", "miles-per-hour"),
	fBends:    option("bends", func(s *state) *int64 { return &s.bends }, "lane-by-lane", "road-order"),
	fAll:      option("distance", func(s *state) *int64 { return &s.all }, "up-to", "must-use-all"),
	fNever:    option("passing-in-corners", func(s *state) *int64 { return &s.never }, "from-another-lane", "never"),
	fMissing:  option("missing-stops", func(s *state) *int64 { return &s.missing }, "behind", "disqualified"),
	fPitClock: option("pit-clock", func(s *state) *int64 { return &s.clock }, "not-in-the-round-of-arrival", "from-the-round-of-arrival"),
	fPasses:   option("passing-through", func(s *state) *int64 { return &s.passes }, "off", "on"),

	fSpace:   each("space", func(c *car) *int64 { return &c.space }).as(engine.ASpace).ruled(0, 1<<15).goes().field,
	fLap:     each("lap", func(c *car) *int64 { return &c.lap }).ruled(0, mostLaps).gauge().goes().field,
	fEntry:   each("entry", func(c *car) *int64 { return &c.entry }).as(engine.ASpace).field,
	fClock:   each("clock", func(c *car) *int64 { return &c.clock }).ruled(0, mostTurns).gauge().field,
	fArrived: each("arrived", func(c *car) *int64 { return &c.arrived }).field,
	fStops:   each("stops", func(c *car) *int64 { return &c.stops }).ruled(0, 9).gauge().field,
	fWaits:   each("waits", func(c *car) *int64 { return &c.waits }).ruled(0, mostTurns).field,
	fForced:  each("forced", func(c *car) *int64 { return &c.forced }).as(engine.AWord, forcedWords...).ruled(0, 2).field,
	fSaid:    each("mode", func(c *car) *int64 { return &c.said }).as(engine.AWord, saidWords...).field,
	fPoints:  each("points", func(c *car) *int64 { return &c.points }).field,
	fColumn:  each("column", func(c *car) *int64 { return &c.column }).as(engine.AWord, "none", "A", "B").field,
	fRank:    each("rank", func(c *car) *int64 { return &c.rank }).ruled(1, maxCars).field,
	fMoved:   each("moved", func(c *car) *int64 { return &c.moved }).field,
	fStatus:  each("status", func(c *car) *int64 { return &c.status }).as(engine.AWord, statusWords...).ruled(0, 3).field,
	fWhere:   each("where", func(c *car) *int64 { return &c.where }).as(engine.ASpace).field,
	fEnded:   each("ended", func(c *car) *int64 { return &c.ended }).field,
	fNth:     each("nth", func(c *car) *int64 { return &c.nth }).field,
	fCause:   each("cause", func(c *car) *int64 { return &c.cause }).as(engine.AWord, causeWords...).field,
	fDone:    each("done", func(c *car) *int64 { return &c.laps }).field,
	fRolls:   each("rolls", func(c *car) *int64 { return &c.rolls }).field,
	fBest:    each("best", func(c *car) *int64 { return &c.best }).field,
	fSecond:  each("second", func(c *car) *int64 { return &c.second }).field,
	fBeyond:  each("beyond", func(c *car) *int64 { return &c.beyond }).as(engine.ASpace).field,
	fCard:    each("card", func(c *car) *int64 { return &c.card }).ruled(0, 254).field,
	fSeat:    each("seat", func(c *car) *int64 { return &c.seat }).field,
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
