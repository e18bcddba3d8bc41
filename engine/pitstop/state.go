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

// each lists a number of every car.
func each(name string, of func(*state, engine.Car) *int64) field { return engine.Each(name, of) }

var (
	stepWords   = []string{"roll", "pit", "gear", "service", "pit-roll", "second-roll", "draw", "grid", "kinds", "over"}
	statusWords = []string{"running", "out", "finished"}
	kindWords   = []string{"hard", "soft"}
)

var fields = []field{
	fNone:    {},
	fTurn:    engine.Number("turn", func(s *state) *int64 { return &s.turn }),
	fStep:    engine.Number("step", func(s *state) *int64 { return &s.step }).As(engine.AWord, stepWords...),
	fMover:   engine.Number("mover", func(s *state) *int64 { return &s.mover }).As(engine.ACar),
	fSaid:    engine.Number("bonus", func(s *state) *int64 { return &s.said }).As(engine.AWord, "unsaid", "no", "yes"),
	fCells:   engine.Number("cells", func(s *state) *int64 { return &s.cells }),
	fBurn:    engine.Number("burn", func(s *state) *int64 { return &s.burn }),
	fLeg:     engine.Number("leg", func(s *state) *int64 { return &s.leg }).As(engine.AWord, "roll", "tow", "second"),
	fService: engine.Number("service", func(s *state) *int64 { return &s.service }).As(engine.AWord, "none", "fuel", "tyres", "both"),
	fEnds:    engine.Number("ends", func(s *state) *int64 { return &s.ends }),
	fCars:    engine.Number("cars", func(s *state) *int64 { return &s.cars }),
	fQuick:   engine.Switch("quick-play", func(s *state) *int64 { return &s.quick }, "off", "3", "5"),
	fSoft:    engine.Switch("soft-tyres", func(s *state) *int64 { return &s.soft }, "off", "on"),
	fSlip:    engine.Switch("slipstream", func(s *state) *int64 { return &s.slip }, "off", "on"),
	fLane:    engine.Switch("pit-lane-limit", func(s *state) *int64 { return &s.lane }, "off", "on"),
	fLast:    engine.Switch("last-cell-paid-in-part", func(s *state) *int64 { return &s.last }, "out", "drives-on"),
	fEntry:   engine.Switch("pit-entry", func(s *state) *int64 { return &s.entry }, "reach-or-pass", "exact"),
	fGrid:    engine.Switch("grid", func(s *state) *int64 { return &s.grid }, "last-result", "championship-standing"),
	fRolls:   engine.Switch("second-roll", func(s *state) *int64 { return &s.rolls }, "leaders-drops", "gear"),
	fPace:    engine.Switch("same-speed", func(s *state) *int64 { return &s.pace }, "gear", "km/h-of-the-previous-turn"),

	fSpace:   each("space", func(s *state, c engine.Car) *int64 { return &s.car[c-1].space }).As(engine.ASpace).Within(0, 1<<15).Along(),
	fLap:     each("lap", func(s *state, c engine.Car) *int64 { return &s.car[c-1].lap }).Within(0, laps).Along(),
	fGear:    each("gear", func(s *state, c engine.Car) *int64 { return &s.car[c-1].gear }).Within(1, topGear).Beside().ByHand(),
	fSpeed:   each("speed", func(s *state, c engine.Car) *int64 { return &s.car[c-1].speed }).Within(0, 2000).In("km/h"),
	fTyres:   each("tyres", func(s *state, c engine.Car) *int64 { return &s.car[c-1].tyres }).Within(0, 99).Beside().ByHand(),
	fFuel:    each("fuel", func(s *state, c engine.Car) *int64 { return &s.car[c-1].fuel }).Within(0, 99).Beside().ByHand(),
	fKind:    each("kind", func(s *state, c engine.Car) *int64 { return &s.car[c-1].kind }).As(engine.AWord, kindWords...).Within(0, 1).Beside().ByHand(),
	fChoice:  each("choice", func(s *state, c engine.Car) *int64 { return &s.car[c-1].choice }).As(engine.AWord, "none", "hard", "soft").InSecret(),
	fDry:     each("dry", func(s *state, c engine.Car) *int64 { return &s.car[c-1].dry }).Within(0, 1<<15),
	fRank:    each("rank", func(s *state, c engine.Car) *int64 { return &s.car[c-1].rank }).Within(1, maxCars),
	fMoved:   each("moved", func(s *state, c engine.Car) *int64 { return &s.car[c-1].moved }),
	fStatus:  each("status", func(s *state, c engine.Car) *int64 { return &s.car[c-1].status }).As(engine.AWord, statusWords...).Within(0, 2),
	fWaits:   each("waits", func(s *state, c engine.Car) *int64 { return &s.car[c-1].waits }).Within(0, 99).Along(),
	fServed:  each("served", func(s *state, c engine.Car) *int64 { return &s.car[c-1].served }).As(engine.AFlag).Within(0, 1).Along(),
	fCalled:  each("called", func(s *state, c engine.Car) *int64 { return &s.car[c-1].called }),
	fFollow:  each("follow", func(s *state, c engine.Car) *int64 { return &s.car[c-1].follow }).As(engine.ACar),
	fDrops:   each("drops", func(s *state, c engine.Car) *int64 { return &s.car[c-1].drops }),
	fWhere:   each("where", func(s *state, c engine.Car) *int64 { return &s.car[c-1].where }).As(engine.ASpace),
	fEnded:   each("ended", func(s *state, c engine.Car) *int64 { return &s.car[c-1].ended }),
	fNth:     each("nth", func(s *state, c engine.Car) *int64 { return &s.car[c-1].nth }),
	fCause:   each("cause", func(s *state, c engine.Car) *int64 { return &s.car[c-1].cause }).As(engine.AWord, "none", "tyres", "traffic", "driver", "ruling"),
	fTries:   each("tries", func(s *state, c engine.Car) *int64 { return &s.car[c-1].tries }),
	fNeutral: each("neutral", func(s *state, c engine.Car) *int64 { return &s.car[c-1].neutral }),
	fSeat:    each("seat", func(s *state, c engine.Car) *int64 { return &s.car[c-1].seat }),
}

// dry reports whether a car feels its empty tank: from the turn after the scale reached 0 (PS-11).
func (s *state) dry(c *car) bool { return c.fuel == 0 && s.turn > c.dry }
