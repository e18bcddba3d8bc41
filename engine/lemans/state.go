package lemans

import "boxstop/engine"

const mostLaps = 99

// car is what the race holds of one car. A gear is 0 for a car that starts from rest, 1 to 5, or top.
type car struct {
	space, lap, gear, rank, card int64
	brakes, revs, lapRevs        int64 // hard-brakings left; over-revs left in these four laps; used in this lap
	owed, drawn, braked          int64 // stops owed; how many of them were drawn on the chance table; 1: one is for the brakes (LM-21)
	waits, inPit, made           int64 // turns it still stands in the pits; 1: it is in its pit; stops made in all
	missing, missed, called      int64 // 1: it drove past the pits owing a stop; stops that it missed; 1: it stops at the end of its move
	stopped, still               int64 // the how-manieth stop of the race it stands for; the same, as it was at the start of the turn (LM-4)
	spun, since, spins           int64 // the section of the corner in which it stands spun out, from 1; since which turn; how many in all
	moved, follow, said, only    int64 // turn × 16 + the how-manieth to move in it; its leader; turn in which it spoke; 1: no corner (LM-25)
	rolled, drew                 int64 // sections whose corner it took by a chance; the section in which it drew a pit stop, from 1
	stall                        int64 // 1: it stands diagonally beside the grey space (LM-31)
	throw, tries                 int64 // rolls for the grid
	status, where, ended, nth    int64
	cause, seat                  int64
}

// state is the whole race.
type state struct {
	turn, step, cars, laps, ends, stops, wet              int64
	mover, path, at, ram, must                            int64 // the move in progress; 1: it must take a chance, 2: it must not (LM-29)
	breachOwes, lastSpace, wetRoll, window, pitFull       int64 // table options
	lengths, missedStop, end, slip, bonus, revving, teams int64
	solitaire, clock, leMans                              int64
	car                                                   [maxCars]car
}

// The steps of a race: what it waits for.
const (
	sMove int64 = iota
	sChance
	sMust
	sDraw
	sGrid
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
	bySmash
	byEngine
	byTow
	byDriver
	byMissing
	byRuling
)

// The die of the solitaire game said (LM-29).
const (
	mustTake = 1
	mustNot  = 2
)

const (
	fNone engine.Field = iota
	fTurn
	fStep
	fCars
	fLaps
	fEnds
	fStops
	fWet
	fMover
	fPath
	fAt
	fRam
	fMust
	fBreachOwes
	fLastSpace
	fWetRoll
	fWindow
	fPitFull
	fLengths
	fMissedStop
	fEnd
	fSlip
	fBonus
	fRevving
	fTeams
	fSolitaire
	fClock
	fLeMans
	fSpace
	fLap
	fGear
	fOwed
	fBrakes
	fRevs
	fLapRevs
	fDrawn
	fBraked
	fWaits
	fInPit
	fMade
	fMissing
	fMissed
	fCalled
	fStopped
	fStill
	fSpun
	fSince
	fSpins
	fMoved
	fFollow
	fSaid
	fOnly
	fRolled
	fDrew
	fStall
	fThrow
	fTries
	fRank
	fCard
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
	stepWords   = []string{"move", "chance", "must", "draw", "grid", "over"}
	gearWords   = []string{"none", "1", "2", "3", "4", "5", "top"}
	statusWords = []string{"running", "out", "finished", "disqualified"}
	causeWords  = []string{"none", "smash-up", "engine", "tow", "driver", "missed-stop", "ruling"}
)

var fields = []field{
	fNone:  {},
	fTurn:  engine.Number("turn", func(s *state) *int64 { return &s.turn }),
	fStep:  engine.Number("step", func(s *state) *int64 { return &s.step }).As(engine.AWord, stepWords...),
	fCars:  engine.Number("cars", func(s *state) *int64 { return &s.cars }),
	fLaps:  engine.Number("laps", func(s *state) *int64 { return &s.laps }),
	fEnds:  engine.Number("ends", func(s *state) *int64 { return &s.ends }),
	fStops: engine.Number("stops", func(s *state) *int64 { return &s.stops }),
	fWet:   engine.Number("wet-corners", func(s *state) *int64 { return &s.wet }).Within(0, 1<<mostSections-1),
	fMover: engine.Number("mover", func(s *state) *int64 { return &s.mover }).As(engine.ACar),
	fPath:  engine.Number("path", func(s *state) *int64 { return &s.path }).As(engine.APath),
	fAt:    engine.Number("at", func(s *state) *int64 { return &s.at }),
	fRam:   engine.Number("ram", func(s *state) *int64 { return &s.ram }).As(engine.AFlag),
	fMust:  engine.Number("die", func(s *state) *int64 { return &s.must }),

	fBreachOwes: engine.Switch("stopped-car-hit-in-a-breach", func(s *state) *int64 { return &s.breachOwes }, "owes-nothing", "owes-a-stop"),
	fLastSpace:  engine.Switch("last-space", func(s *state) *int64 { return &s.lastSpace }, "both", "up-only"),
	fWetRoll:    engine.Switch("wet", func(s *state) *int64 { return &s.wetRoll }, "column", "everyone-rolls"),
	fWindow:     engine.Switch("window", func(s *state) *int64 { return &s.window }, "while-standing", "same-turn"),
	fPitFull:    engine.Switch("pit-full", func(s *state) *int64 { return &s.pitFull }, "wait", "unlimited"),
	fLengths:    engine.Switch("other-lengths", func(s *state) *int64 { return &s.lengths }, "in-proportion", "as-printed"),
	fMissedStop: engine.Switch("missed-stop", func(s *state) *int64 { return &s.missedStop }, "at-once", "when-the-table-calls-it"),
	fEnd:        engine.Switch("end", func(s *state) *int64 { return &s.end }, "with-the-winners-turn", "when-all-are-home"),
	fSlip:       engine.Switch("slipstreaming", func(s *state) *int64 { return &s.slip }, "off", "on"),
	fBonus:      engine.Switch("bonus-moves", func(s *state) *int64 { return &s.bonus }, "off", "on"),
	fRevving:    engine.Switch("over-revving", func(s *state) *int64 { return &s.revving }, "off", "on"),
	fTeams:      engine.Switch("team-play", func(s *state) *int64 { return &s.teams }, "off", "on"),
	fSolitaire:  engine.Switch("solitaire", func(s *state) *int64 { return &s.solitaire }, "off", "on"),
	fClock:      engine.Switch("time-limit", func(s *state) *int64 { return &s.clock }, "off", "10"),
	fLeMans:     engine.Switch("le-mans-start", func(s *state) *int64 { return &s.leMans }, "off", "on"),

	fSpace:   each("space", func(c *car) *int64 { return &c.space }).As(engine.ASpace).Within(0, mostSpaces).Along(),
	fLap:     each("lap", func(c *car) *int64 { return &c.lap }).Within(0, mostLaps+1).Along(),
	fGear:    each("gear", func(c *car) *int64 { return &c.gear }).As(engine.AWord, gearWords...).Within(0, top).Beside().ByHand(),
	fOwed:    each("owed", func(c *car) *int64 { return &c.owed }).Within(0, 99).Beside().ByHand(),
	fBrakes:  each("brakings", func(c *car) *int64 { return &c.brakes }).Within(0, 99).Beside().ByHand(),
	fRevs:    each("revs", func(c *car) *int64 { return &c.revs }).Within(0, freeRevs).Beside().ByHand(),
	fLapRevs: each("lap-revs", func(c *car) *int64 { return &c.lapRevs }).Within(0, blown-1),
	fDrawn:   each("drawn", func(c *car) *int64 { return &c.drawn }),
	fBraked:  each("braked", func(c *car) *int64 { return &c.braked }).As(engine.AFlag),
	fWaits:   each("waits", func(c *car) *int64 { return &c.waits }).Within(0, 99),
	fInPit:   each("in-pit", func(c *car) *int64 { return &c.inPit }).As(engine.AFlag),
	fMade:    each("made", func(c *car) *int64 { return &c.made }),
	fMissing: each("missing", func(c *car) *int64 { return &c.missing }).As(engine.AFlag),
	fMissed:  each("missed", func(c *car) *int64 { return &c.missed }).Within(0, 1),
	fCalled:  each("called", func(c *car) *int64 { return &c.called }).As(engine.AFlag),
	fStopped: each("stopped", func(c *car) *int64 { return &c.stopped }),
	fStill:   each("still", func(c *car) *int64 { return &c.still }),
	fSpun:    each("spun", func(c *car) *int64 { return &c.spun }),
	fSince:   each("since", func(c *car) *int64 { return &c.since }),
	fSpins:   each("spins", func(c *car) *int64 { return &c.spins }),
	fMoved:   each("moved", func(c *car) *int64 { return &c.moved }),
	fFollow:  each("follow", func(c *car) *int64 { return &c.follow }).As(engine.ACar),
	fSaid:    each("said", func(c *car) *int64 { return &c.said }),
	fOnly:    each("no-corner", func(c *car) *int64 { return &c.only }).As(engine.AFlag),
	fRolled:  each("rolled", func(c *car) *int64 { return &c.rolled }),
	fDrew:    each("drew", func(c *car) *int64 { return &c.drew }),
	fStall:   each("stall", func(c *car) *int64 { return &c.stall }).As(engine.AFlag),
	fThrow:   each("throw", func(c *car) *int64 { return &c.throw }),
	fTries:   each("tries", func(c *car) *int64 { return &c.tries }),
	fRank:    each("rank", func(c *car) *int64 { return &c.rank }).Within(1, maxCars),
	fCard:    each("card", func(c *car) *int64 { return &c.card }),
	fStatus:  each("status", func(c *car) *int64 { return &c.status }).As(engine.AWord, statusWords...).Within(0, disqualified),
	fWhere:   each("where", func(c *car) *int64 { return &c.where }).As(engine.ASpace),
	fEnded:   each("ended", func(c *car) *int64 { return &c.ended }),
	fNth:     each("nth", func(c *car) *int64 { return &c.nth }),
	fCause:   each("cause", func(c *car) *int64 { return &c.cause }).As(engine.AWord, causeWords...),
	fSeat:    each("seat", func(c *car) *int64 { return &c.seat }),
}

func (s *state) seat(c engine.Car) engine.Seat {
	if n := s.car[c-1].seat; n != 0 {
		return engine.Seat(n)
	}
	return engine.Seat(c)
}

// hasMoved reports whether a car has moved in this turn.
func (s *state) hasMoved(c *car) bool { return c.moved>>4 == s.turn }

// movers is how many cars have moved in this turn.
func (s *state) movers() int64 {
	n := int64(0)
	for i := range s.cars {
		if s.hasMoved(&s.car[i]) {
			n++
		}
	}
	return n
}

// next is the car whose move it is: the one that follows a leader that has moved (LM-24), else of those that do not stand still the first
// in the order (LM-3), else the first that stopped (LM-4); 0: none.
func (s *state) next() engine.Car {
	best, key := engine.Car(0), int64(1)<<62
	for i := range s.cars {
		c := &s.car[i]
		if c.status != running || s.hasMoved(c) {
			continue
		}
		k := c.rank
		if c.still != 0 {
			k = 1<<20 + c.still
		}
		if l := c.follow; l > 0 && l != i+1 && s.hasMoved(&s.car[l-1]) {
			k = 0
		}
		if k < key {
			best, key = engine.Car(i+1), k
		}
	}
	return best
}
