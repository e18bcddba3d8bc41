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

type about struct{ field }

func race(name string, of func(*state) *int64) about { return about{engine.Number(name, of)} }

func each(name string, of func(*car) *int64) about {
	return about{engine.Each(name, func(s *state, c engine.Car) *int64 { return of(&s.car[c-1]) })}
}

func (f about) as(h engine.Holds, words ...string) about { f.Holds, f.Words = h, words; return f }

// ruled says that a ruling may set a number, and within which bounds.
func (f about) ruled(lo, hi int64) about { f.Ruled, f.Min, f.Max = true, lo, hi; return f }

// goes says that a number goes along when two cars change places.
func (f about) goes() about { f.Goes = true; return f }

func (f about) gauge() about { f.Gauge = true; return f }

// hand says that people keep a number on the record pad.
func (f about) hand() about { f.Hand = true; return f }

func option(name string, of func(*state) *int64, words ...string) field {
	return race(name, of).as(engine.AWord, words...).ruled(0, int64(len(words)-1)).field
}

var (
	stepWords   = []string{"move", "chance", "must", "draw", "grid", "over"}
	gearWords   = []string{"none", "1", "2", "3", "4", "5", "top"}
	statusWords = []string{"running", "out", "finished", "disqualified"}
	causeWords  = []string{"none", "smash-up", "engine", "tow", "driver", "missed-stop", "ruling"}
)

var fields = []field{
	fNone:  {},
	fTurn:  race("turn", func(s *state) *int64 { return &s.turn }).field,
	fStep:  race("step", func(s *state) *int64 { return &s.step }).as(engine.AWord, stepWords...).field,
	fCars:  race("cars", func(s *state) *int64 { return &s.cars }).field,
	fLaps:  race("laps", func(s *state) *int64 { return &s.laps }).field,
	fEnds:  race("ends", func(s *state) *int64 { return &s.ends }).field,
	fStops: race("stops", func(s *state) *int64 { return &s.stops }).field,
	fWet:   race("wet-corners", func(s *state) *int64 { return &s.wet }).ruled(0, 1<<mostSections-1).field,
	fMover: race("mover", func(s *state) *int64 { return &s.mover }).as(engine.ACar).field,
	fPath:  race("path", func(s *state) *int64 { return &s.path }).as(engine.APath).field,
	fAt:    race("at", func(s *state) *int64 { return &s.at }).field,
	fRam:   race("ram", func(s *state) *int64 { return &s.ram }).as(engine.AFlag).field,
	fMust:  race("die", func(s *state) *int64 { return &s.must }).field,

	fBreachOwes: option("stopped-car-hit-in-a-breach", func(s *state) *int64 { return &s.breachOwes }, "owes-nothing", "owes-a-stop"),
	fLastSpace:  option("last-space", func(s *state) *int64 { return &s.lastSpace }, "both", "up-only"),
	fWetRoll:    option("wet", func(s *state) *int64 { return &s.wetRoll }, "column", "everyone-rolls"),
	fWindow:     option("window", func(s *state) *int64 { return &s.window }, "while-standing", "same-turn"),
	fPitFull:    option("pit-full", func(s *state) *int64 { return &s.pitFull }, "wait", "unlimited"),
	fLengths:    option("other-lengths", func(s *state) *int64 { return &s.lengths }, "in-proportion", "as-printed"),
	fMissedStop: option("missed-stop", func(s *state) *int64 { return &s.missedStop }, "at-once", "when-the-table-calls-it"),
	fEnd:        option("end", func(s *state) *int64 { return &s.end }, "with-the-winners-turn", "when-all-are-home"),
	fSlip:       option("slipstreaming", func(s *state) *int64 { return &s.slip }, "off", "on"),
	fBonus:      option("bonus-moves", func(s *state) *int64 { return &s.bonus }, "off", "on"),
	fRevving:    option("over-revving", func(s *state) *int64 { return &s.revving }, "off", "on"),
	fTeams:      option("team-play", func(s *state) *int64 { return &s.teams }, "off", "on"),
	fSolitaire:  option("solitaire", func(s *state) *int64 { return &s.solitaire }, "off", "on"),
	fClock:      option("time-limit", func(s *state) *int64 { return &s.clock }, "off", "10"),
	fLeMans:     option("le-mans-start", func(s *state) *int64 { return &s.leMans }, "off", "on"),

	fSpace:   each("space", func(c *car) *int64 { return &c.space }).as(engine.ASpace).ruled(0, mostSpaces).goes().field,
	fLap:     each("lap", func(c *car) *int64 { return &c.lap }).ruled(0, mostLaps+1).goes().field,
	fGear:    each("gear", func(c *car) *int64 { return &c.gear }).as(engine.AWord, gearWords...).ruled(0, top).gauge().hand().field,
	fOwed:    each("owed", func(c *car) *int64 { return &c.owed }).ruled(0, 99).gauge().hand().field,
	fBrakes:  each("brakings", func(c *car) *int64 { return &c.brakes }).ruled(0, 99).gauge().hand().field,
	fRevs:    each("revs", func(c *car) *int64 { return &c.revs }).ruled(0, freeRevs).gauge().hand().field,
	fLapRevs: each("lap-revs", func(c *car) *int64 { return &c.lapRevs }).ruled(0, blown-1).field,
	fDrawn:   each("drawn", func(c *car) *int64 { return &c.drawn }).field,
	fBraked:  each("braked", func(c *car) *int64 { return &c.braked }).as(engine.AFlag).field,
	fWaits:   each("waits", func(c *car) *int64 { return &c.waits }).ruled(0, 99).field,
	fInPit:   each("in-pit", func(c *car) *int64 { return &c.inPit }).as(engine.AFlag).field,
	fMade:    each("made", func(c *car) *int64 { return &c.made }).field,
	fMissing: each("missing", func(c *car) *int64 { return &c.missing }).as(engine.AFlag).field,
	fMissed:  each("missed", func(c *car) *int64 { return &c.missed }).ruled(0, 1).field,
	fCalled:  each("called", func(c *car) *int64 { return &c.called }).as(engine.AFlag).field,
	fStopped: each("stopped", func(c *car) *int64 { return &c.stopped }).field,
	fStill:   each("still", func(c *car) *int64 { return &c.still }).field,
	fSpun:    each("spun", func(c *car) *int64 { return &c.spun }).field,
	fSince:   each("since", func(c *car) *int64 { return &c.since }).field,
	fSpins:   each("spins", func(c *car) *int64 { return &c.spins }).field,
	fMoved:   each("moved", func(c *car) *int64 { return &c.moved }).field,
	fFollow:  each("follow", func(c *car) *int64 { return &c.follow }).as(engine.ACar).field,
	fSaid:    each("said", func(c *car) *int64 { return &c.said }).field,
	fOnly:    each("no-corner", func(c *car) *int64 { return &c.only }).as(engine.AFlag).field,
	fRolled:  each("rolled", func(c *car) *int64 { return &c.rolled }).field,
	fDrew:    each("drew", func(c *car) *int64 { return &c.drew }).field,
	fStall:   each("stall", func(c *car) *int64 { return &c.stall }).as(engine.AFlag).field,
	fThrow:   each("throw", func(c *car) *int64 { return &c.throw }).field,
	fTries:   each("tries", func(c *car) *int64 { return &c.tries }).field,
	fRank:    each("rank", func(c *car) *int64 { return &c.rank }).ruled(1, maxCars).field,
	fCard:    each("card", func(c *car) *int64 { return &c.card }).field,
	fStatus:  each("status", func(c *car) *int64 { return &c.status }).as(engine.AWord, statusWords...).ruled(0, disqualified).field,
	fWhere:   each("where", func(c *car) *int64 { return &c.where }).as(engine.ASpace).field,
	fEnded:   each("ended", func(c *car) *int64 { return &c.ended }).field,
	fNth:     each("nth", func(c *car) *int64 { return &c.nth }).field,
	fCause:   each("cause", func(c *car) *int64 { return &c.cause }).as(engine.AWord, causeWords...).field,
	fSeat:    each("seat", func(c *car) *int64 { return &c.seat }).field,
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
