package speedcircuit

import "boxstop/engine"

const (
	maxCars  = 6 // SC-1
	ceiling  = 9 // in steps of 20 mph: 180 is the ceiling of the game (SC-6)
	mostLaps = 99
	points   = 5 // of an advanced preparation (SC-2)
)

// car is what the race holds of one car. Speeds are in mph.
type car struct {
	space, lap, speed, last, wear   int64 // last: the speed of the turn before, from which it brakes (SC-9)
	start, accel, decel, top, allow int64 // its performance card, or what it was prepared to; allow is the wear of the whole race (SC-3)
	card, spent                     int64 // card from 1; points of its preparation that are gone
	next, choice                    int64 // still secret: speed ÷ 20 + 1; value of a specification + 1
	paid, begun                     int64 // wear paid in the passage of a corner that it is in (SC-12); 1: it is in one
	spun                            int64 // 1: drives at its start speed next turn (SC-18)
	rank, moved                     int64 // its place in the order of this turn; the last turn in which it moved
	called, follow                  int64 // the turn in which it spoke of a slipstream; its leader
	crossed                         int64 // as which car it came home (SC-22)
	status                          int64
	where, ended, nth, cause        int64 // of a car that is out or home: where, in which turn, as which, and why
	seat                            int64 // 0: the seat of its own number
}

// state is the whole race.
type state struct {
	turn, step, cars, laps, ends                            int64
	prep, lowest, charge, rest, cannot, avoid, behind, slip int64 // table options
	tie, past                                               int64
	homes                                                   int64 // cars that came home
	car                                                     [maxCars]car
}

// The steps of a race: what it waits for.
const (
	sMove int64 = iota
	sSpeed
	sBegin // the five specifications, in the order of the asks
	sAccel
	sDecel
	sTop
	sWear
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
	byBraking
	byCorner
	byDriver
	byRuling
)

// Values of the table options that are asked for by name.
const (
	eachSpace = 1 // corner-charge
	restFree  = 1 // rest-of-the-corner
	restFull  = 2
)

const (
	fNone engine.Field = iota
	fTurn
	fStep
	fCars
	fLaps
	fEnds
	fHomes
	fPrep
	fLowest
	fCharge
	fRest
	fCannot
	fAvoid
	fBehind
	fSlip
	fTie
	fPast
	fSpace
	fLap
	fSpeed
	fLast
	fWear
	fStart
	fAccel
	fDecel
	fTop
	fAllow
	fCard
	fSpent
	fNext
	fChoice
	fPaid
	fBegun
	fSpun
	fRank
	fMoved
	fCalled
	fFollow
	fCrossed
	fStatus
	fWhere
	fEnded
	fNth
	fCause
	fSeat
)

type field = engine.FieldOf[state]

// each lists a number of every car.
func each(name string, of func(*car) *int64) field {
	return engine.Each(name, func(s *state, c engine.Car) *int64 { return of(&s.car[c-1]) })
}

var (
	stepWords   = []string{"move", "speed", "begin", "accel", "decel", "top", "wear", "draw", "over"}
	statusWords = []string{"running", "out", "finished"}
	causeWords  = []string{"none", "braking", "corner", "driver", "ruling"}
)

var fields = []field{
	fNone:   {},
	fTurn:   engine.Number("turn", func(s *state) *int64 { return &s.turn }),
	fStep:   engine.Number("step", func(s *state) *int64 { return &s.step }).As(engine.AWord, stepWords...),
	fCars:   engine.Number("cars", func(s *state) *int64 { return &s.cars }),
	fLaps:   engine.Number("laps", func(s *state) *int64 { return &s.laps }),
	fEnds:   engine.Number("ends", func(s *state) *int64 { return &s.ends }),
	fHomes:  engine.Number("homes", func(s *state) *int64 { return &s.homes }),
	fPrep:   engine.Switch("advanced-preparation", func(s *state) *int64 { return &s.prep }, "off", "on"),
	fLowest: engine.Switch("lowest-speed", func(s *state) *int64 { return &s.lowest }, "20", "0"),
	fCharge: engine.Switch("corner-charge", func(s *state) *int64 { return &s.charge }, "passage", "each-space"),
	fRest:   engine.Switch("rest-of-the-corner", func(s *state) *int64 { return &s.rest }, "difference", "free", "full"),
	fCannot: engine.Switch("cannot-pay", func(s *state) *int64 { return &s.cannot }, "spinout", "crash"),
	fAvoid:  engine.Switch("avoid", func(s *state) *int64 { return &s.avoid }, "any-path", "only-free-paths"),
	fBehind: engine.Switch("behind", func(s *state) *int64 { return &s.behind }, "same-lane", "diagonal-too"),
	fSlip:   engine.Switch("slipstream", func(s *state) *int64 { return &s.slip }, "said-before", "chosen-at-the-move"),
	fTie:    engine.Switch("tie", func(s *state) *int64 { return &s.tie }, "lap", "lot"),
	fPast:   engine.Switch("crash-past-the-line", func(s *state) *int64 { return &s.past }, "out", "placed-level-with-the-line"),

	fSpace:   each("space", func(c *car) *int64 { return &c.space }).As(engine.ASpace).Within(0, 511).Along(),
	fLap:     each("lap", func(c *car) *int64 { return &c.lap }).Within(0, mostLaps+1).Along(),
	fSpeed:   each("speed", func(c *car) *int64 { return &c.speed }).In("mph").Within(0, stepMPH*ceiling).Beside(),
	fLast:    each("last", func(c *car) *int64 { return &c.last }).In("mph").Within(0, stepMPH*ceiling),
	fWear:    each("wear", func(c *car) *int64 { return &c.wear }).Within(0, 6*mostLaps).Beside().ByHand(),
	fStart:   each("start", func(c *car) *int64 { return &c.start }).In("mph"),
	fAccel:   each("accel", func(c *car) *int64 { return &c.accel }).In("mph"),
	fDecel:   each("decel", func(c *car) *int64 { return &c.decel }).In("mph"),
	fTop:     each("top", func(c *car) *int64 { return &c.top }).In("mph"),
	fAllow:   each("allowance", func(c *car) *int64 { return &c.allow }),
	fCard:    each("card", func(c *car) *int64 { return &c.card }),
	fSpent:   each("spent", func(c *car) *int64 { return &c.spent }),
	fNext:    each("next", func(c *car) *int64 { return &c.next }).InSecret(),
	fChoice:  each("choice", func(c *car) *int64 { return &c.choice }).InSecret(),
	fPaid:    each("paid", func(c *car) *int64 { return &c.paid }).Within(0, 15),
	fBegun:   each("begun", func(c *car) *int64 { return &c.begun }).As(engine.AFlag),
	fSpun:    each("spinout", func(c *car) *int64 { return &c.spun }).As(engine.AFlag).Within(0, 1),
	fRank:    each("rank", func(c *car) *int64 { return &c.rank }).Within(1, maxCars),
	fMoved:   each("moved", func(c *car) *int64 { return &c.moved }),
	fCalled:  each("called", func(c *car) *int64 { return &c.called }),
	fFollow:  each("follow", func(c *car) *int64 { return &c.follow }).As(engine.ACar),
	fCrossed: each("crossed", func(c *car) *int64 { return &c.crossed }),
	fStatus:  each("status", func(c *car) *int64 { return &c.status }).As(engine.AWord, statusWords...).Within(0, 2),
	fWhere:   each("where", func(c *car) *int64 { return &c.where }).As(engine.ASpace),
	fEnded:   each("ended", func(c *car) *int64 { return &c.ended }),
	fNth:     each("nth", func(c *car) *int64 { return &c.nth }),
	fCause:   each("cause", func(c *car) *int64 { return &c.cause }).As(engine.AWord, causeWords...),
	fSeat:    each("seat", func(c *car) *int64 { return &c.seat }),
}

// low is the lowest speed that may be set (SC-5).
func (s *state) low() int64 {
	if s.lowest != 0 {
		return 0
	}
	return stepMPH
}

// high is the highest speed that a car may set: what it accelerates to, and no more than its top speed (SC-6).
func (s *state) high(c *car) int64 {
	return max(s.low(), min(c.speed+c.accel, c.top, stepMPH*ceiling)) / stepMPH * stepMPH
}

func (s *state) seat(c engine.Car) engine.Seat {
	if n := s.car[c-1].seat; n != 0 {
		return engine.Seat(n)
	}
	return engine.Seat(c)
}

// mover is the car whose move it is: of those that still have to move the first in the order; 0: none.
func (s *state) mover() engine.Car {
	c, _ := s.next()
	return c
}

// begun reports whether a car has moved in this turn: then no slipstream can be called any more (SC-20).
func (s *state) begun() bool {
	_, begun := s.next()
	return begun
}

// next is mover and begun at once.
func (s *state) next() (mover engine.Car, begun bool) {
	rank := int64(maxCars + 1)
	for i := range min(s.cars, maxCars) {
		c := &s.car[i]
		switch {
		case c.moved == s.turn:
			begun = true
		case c.status == running && c.rank < rank:
			mover, rank = engine.Car(i+1), c.rank
		}
	}
	return mover, begun
}
