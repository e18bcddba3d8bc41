package pitstop

import "boxstop/engine"

const (
	maxCars  = 6
	laps     = 3 // PS-3
	capacity = 3 // PS-12
	topGear  = 6 // PS-7
	pitLimit = 2 // PS-20, in steps of 50 km/h
)

// car is what the race holds of one car.
type car struct {
	space, lap, gear, speed, tyres, fuel int64
	kind, choice                         int64 // of tyres: shown, and still secret
	dry                                  int64 // the turn in which the fuel scale reached 0 (PS-11)
	rank, moved                          int64 // its place in the order of this turn; the last turn in which it moved
	status, waits, served                int64
	called, follow, drops                int64 // the turn in which it spoke of a slipstream; its leader; the drops of its last roll
	where, ended, nth, cause             int64 // of a car home or out: where, in which turn, as which, and why
	tries, neutral                       int64 // rolls for the grid; drops of the last one and 1 (PS-2)
	seat                                 int64 // 0: the seat of its own number
}

// state is the whole race.
type state struct {
	turn, step, mover              int64
	said                           int64 // what was said of the bonus
	cells, burn, leg               int64 // a move half settled: cells rolled, fuel faces, which part of it
	service, ends, cars            int64
	quick, soft, slip, lane        int64 // table options
	last, entry, grid, rolls, pace int64
	car                            [maxCars]car
}

// The steps of a race: what it waits for.
const (
	sRoll int64 = iota
	sPit
	sGear
	sService
	sPitRoll
	sSecond
	sDraw
	sGrid
	sKinds
	sOver
)

// What was said of the bonus.
const (
	unsaid int64 = iota
	saidNo
	saidYes
)

// The parts of a move.
const (
	legRoll int64 = iota
	legTow
	legSecond
)

// The status of a car.
const (
	running int64 = iota
	out
	finished
)

// The kinds of tyres.
const (
	hard int64 = iota
	soft
)

// Why a car is out.
const (
	noCause int64 = iota
	byTyres
	byTraffic
	byDriver
	byRuling
)

// Services (PS-14).
const (
	noService int64 = iota
	fuelOnly
	tyresOnly
	both
)

const (
	fNone engine.Field = iota
	fTurn
	fStep
	fMover
	fSaid
	fCells
	fBurn
	fLeg
	fService
	fEnds
	fCars
	fQuick
	fSoft
	fSlip
	fLane
	fLast
	fEntry
	fGrid
	fRolls
	fPace
	fSpace
	fLap
	fGear
	fSpeed
	fTyres
	fFuel
	fKind
	fChoice
	fDry
	fRank
	fMoved
	fStatus
	fWaits
	fServed
	fCalled
	fFollow
	fDrops
	fWhere
	fEnded
	fNth
	fCause
	fTries
	fNeutral
	fSeat
)

type field = engine.FieldOf[state]

// race lists a number of the race.
func race(name string, of func(*state, engine.Car) *int64) field {
	return field{FieldAbout: engine.FieldAbout{Name: name}, Of: of}
}

// each lists a number of every car.
func each(name string, of func(*state, engine.Car) *int64) field { return engine.Each(name, of) }

// as says how a number is written.
func (f about) as(h engine.Holds, words ...string) about { f.Holds, f.Words = h, words; return f }

// ruled says that a ruling may set a number, and within which bounds.
func (f about) ruled(lo, hi int64) about { f.Ruled, f.Min, f.Max = true, lo, hi; return f }

// gauge says that a number is shown beside the car, with a counter on its dashboard.
func (f about) gauge() about { f.Gauge, f.Hand = true, true; return f }

// goes says that a number goes along when two cars change places.
func (f about) goes() about { f.Goes = true; return f }

type about struct{ field }

func option(name string, of func(*state, engine.Car) *int64, words ...string) field {
	return about{race(name, of)}.as(engine.AWord, words...).ruled(0, int64(len(words)-1)).field
}

var (
	stepWords   = []string{"roll", "pit", "gear", "service", "pit-roll", "second-roll", "draw", "grid", "kinds", "over"}
	statusWords = []string{"running", "out", "finished"}
	kindWords   = []string{"hard", "soft"}
)

var fields = []field{
	fNone:    {},
	fTurn:    race("turn", func(s *state, _ engine.Car) *int64 { return &s.turn }),
	fStep:    about{race("step", func(s *state, _ engine.Car) *int64 { return &s.step })}.as(engine.AWord, stepWords...).field,
	fMover:   about{race("mover", func(s *state, _ engine.Car) *int64 { return &s.mover })}.as(engine.ACar).field,
	fSaid:    about{race("bonus", func(s *state, _ engine.Car) *int64 { return &s.said })}.as(engine.AWord, "unsaid", "no", "yes").field,
	fCells:   race("cells", func(s *state, _ engine.Car) *int64 { return &s.cells }),
	fBurn:    race("burn", func(s *state, _ engine.Car) *int64 { return &s.burn }),
	fLeg:     about{race("leg", func(s *state, _ engine.Car) *int64 { return &s.leg })}.as(engine.AWord, "roll", "tow", "second").field,
	fService: about{race("service", func(s *state, _ engine.Car) *int64 { return &s.service })}.as(engine.AWord, "none", "fuel", "tyres", "both").field,
	fEnds:    race("ends", func(s *state, _ engine.Car) *int64 { return &s.ends }),
	fCars:    race("cars", func(s *state, _ engine.Car) *int64 { return &s.cars }),
	fQuick:   option("quick-play", func(s *state, _ engine.Car) *int64 { return &s.quick }, "off", "3", "5"),
	fSoft:    option("soft-tyres", func(s *state, _ engine.Car) *int64 { return &s.soft }, "off", "on"),
	fSlip:    option("slipstream", func(s *state, _ engine.Car) *int64 { return &s.slip }, "off", "on"),
	fLane:    option("pit-lane-limit", func(s *state, _ engine.Car) *int64 { return &s.lane }, "off", "on"),
	fLast:    option("last-cell-paid-in-part", func(s *state, _ engine.Car) *int64 { return &s.last }, "out", "drives-on"),
	fEntry:   option("pit-entry", func(s *state, _ engine.Car) *int64 { return &s.entry }, "reach-or-pass", "exact"),
	fGrid:    option("grid", func(s *state, _ engine.Car) *int64 { return &s.grid }, "last-result", "championship-standing"),
	fRolls:   option("second-roll", func(s *state, _ engine.Car) *int64 { return &s.rolls }, "leaders-drops", "gear"),
	fPace:    option("same-speed", func(s *state, _ engine.Car) *int64 { return &s.pace }, "gear", "km/h-of-the-previous-turn"),

	fSpace:   about{each("space", func(s *state, c engine.Car) *int64 { return &s.car[c-1].space })}.as(engine.ASpace).ruled(0, 1<<15).goes().field,
	fLap:     about{each("lap", func(s *state, c engine.Car) *int64 { return &s.car[c-1].lap })}.ruled(0, laps).goes().field,
	fGear:    about{each("gear", func(s *state, c engine.Car) *int64 { return &s.car[c-1].gear })}.ruled(1, topGear).gauge().field,
	fSpeed:   unit("km/h", about{each("speed", func(s *state, c engine.Car) *int64 { return &s.car[c-1].speed })}.ruled(0, 2000)),
	fTyres:   about{each("tyres", func(s *state, c engine.Car) *int64 { return &s.car[c-1].tyres })}.ruled(0, 99).gauge().field,
	fFuel:    about{each("fuel", func(s *state, c engine.Car) *int64 { return &s.car[c-1].fuel })}.ruled(0, 99).gauge().field,
	fKind:    about{each("kind", func(s *state, c engine.Car) *int64 { return &s.car[c-1].kind })}.as(engine.AWord, kindWords...).ruled(0, 1).gauge().field,
	fChoice:  secret(about{each("choice", func(s *state, c engine.Car) *int64 { return &s.car[c-1].choice })}.as(engine.AWord, "none", "hard", "soft")),
	fDry:     about{each("dry", func(s *state, c engine.Car) *int64 { return &s.car[c-1].dry })}.ruled(0, 1<<15).field,
	fRank:    about{each("rank", func(s *state, c engine.Car) *int64 { return &s.car[c-1].rank })}.ruled(1, maxCars).field,
	fMoved:   each("moved", func(s *state, c engine.Car) *int64 { return &s.car[c-1].moved }),
	fStatus:  about{each("status", func(s *state, c engine.Car) *int64 { return &s.car[c-1].status })}.as(engine.AWord, statusWords...).ruled(0, 2).field,
	fWaits:   about{each("waits", func(s *state, c engine.Car) *int64 { return &s.car[c-1].waits })}.ruled(0, 99).goes().field,
	fServed:  about{each("served", func(s *state, c engine.Car) *int64 { return &s.car[c-1].served })}.as(engine.AFlag).ruled(0, 1).goes().field,
	fCalled:  each("called", func(s *state, c engine.Car) *int64 { return &s.car[c-1].called }),
	fFollow:  about{each("follow", func(s *state, c engine.Car) *int64 { return &s.car[c-1].follow })}.as(engine.ACar).field,
	fDrops:   each("drops", func(s *state, c engine.Car) *int64 { return &s.car[c-1].drops }),
	fWhere:   about{each("where", func(s *state, c engine.Car) *int64 { return &s.car[c-1].where })}.as(engine.ASpace).field,
	fEnded:   each("ended", func(s *state, c engine.Car) *int64 { return &s.car[c-1].ended }),
	fNth:     each("nth", func(s *state, c engine.Car) *int64 { return &s.car[c-1].nth }),
	fCause:   about{each("cause", func(s *state, c engine.Car) *int64 { return &s.car[c-1].cause })}.as(engine.AWord, "none", "tyres", "traffic", "driver", "ruling").field,
	fTries:   each("tries", func(s *state, c engine.Car) *int64 { return &s.car[c-1].tries }),
	fNeutral: each("neutral", func(s *state, c engine.Car) *int64 { return &s.car[c-1].neutral }),
	fSeat:    each("seat", func(s *state, c engine.Car) *int64 { return &s.car[c-1].seat }),
}

func unit(u string, f about) field { f.Unit = u; return f.field }

func secret(f about) field { f.Secret = true; return f.field }

// dry reports whether a car feels its empty tank: from the turn after the scale reached 0 (PS-11).
func (s *state) dry(c *car) bool { return c.fuel == 0 && s.turn > c.dry }
