// Package pitstop is the rule set of Pitstop (Editrice Giochi, 2001): clauses PS-1 to PS-24 of docs/rules/pitstop.md.
//
// What a roll may lead to (Options of a roll ask) carries in Option.Note what else its row needs: WithBonus, Burns, Pits, Out,
// Home, from bit 0.
package pitstop

import "boxstop/engine"

// What the Note of an option of a driving roll says.
const (
	WithBonus uint8 = 1 << iota // only with the bonus, which is not said yet
	Burns                       // each fuel face of the roll burns a point there
	Pits                        // the move reaches or passes the pit and may end in it
	Out                         // it ends the race of the car
	Home                        // it brings the car home
)

const (
	wRuling engine.What = iota
	wDraw
	wGridRoll
	wKind
	wFollow
	wBonus
	wRoll
	wPit
	wGear
	wService
	wPitRoll
	wSecond
	wRetires
	whats
)

const (
	kSays     engine.Kind = iota // bookkeeping
	kLinesUp                     // on the grid
	kRanks                       // its place in the order
	kTurn                        // a new turn
	kChooses                     // tyres, in secret
	kShows                       // tyres, to all
	kBonus                       //
	kCalls                       // a slipstream
	kDrives                      // by its own dice
	kTowed                       // behind its leader
	kGains                       // by its second roll
	kStays                       // at 0 km/h
	kTurns                       // soft tyres turn drops
	kBlocked                     // slowed by three cars
	kWears                       // tyres in a corner
	kBurns                       // fuel
	kDry                         // the tank is empty
	kEnters                      // the pits
	kServed                      // a scale goes to full
	kFits                        // another kind of tyres
	kHeld                        // turns to stand
	kWaits                       // stands for a turn
	kLaps                        // over the line
	kLastLap                     // the first car begins the last lap
	kLeaves                      // the road
	kSpins                       //
	kGivesUp                     //
	kFinishes                    //
	kLifted                      // off the board
	kNames                       // the next gear
	kNeutral                     // a roll for the grid
	kRuled                       //
	kJoins                       //
	kAlone                       // the leader turned in: no tow
	kSwitched                    // a table option, by ruling
	kinds
)

const (
	noClause engine.Clause = iota
	ps1
	ps2
	ps3
	ps4
	ps5
	ps6
	ps7
	ps8
	ps9
	ps10
	ps11
	ps12
	ps13
	ps14
	ps15
	ps16
	ps17
	ps18
	ps19
	ps20
	ps21
	ps22
	ps23
	ps24
)

const (
	noFault engine.Fault = iota
	xOver
	xNoCar
	xNotAsked
	xNotYours
	xGear
	xBonusLate
	xBonusDry
	xBonusSaid
	xDice
	xFace
	xValue
	xPitFar
	xPitExact
	xPitBlocked
	xNoClock
	xDraw
	xFollowOff
	xFollowSaid
	xFollowLate
	xFollowPlace
	xFollowCorner
	xFollowSpeed
	xFollowOrder
	xFollowPits
	xRuled
	xFull
	xNoSpace
	xJoinCars
	xJoinNumber
	xRetired
	faults
)

const (
	noRemark engine.Remark = iota
	rWaits
	rService
	rLeaves
	rLeft
	rSpun
	rGaveUp
	rRuledOut
	rHome
)

const (
	noPick engine.Pick = iota
	pBonus
	pGear
	pPit
	pService
	pKind
	pFollow
	pSpeed
	pWaits
	pDrops
)

// PitMark is the bit of the mark of a road cell with the pit beside it, in About().Marks.
const PitMark = 0

var aboutGame = engine.About{
	Game: "pitstop", Edition: 1, Title: "Pitstop", GridRolled: "roll", Book: "Editrice Giochi, 2001",
	MinCars: 2, MaxCars: maxCars, CarsPerSeat: 1, Laps: laps, LapsFixed: true, Places: 2, Unit: "km/h",
	Dice: []engine.Die{{Name: "die", Table: "die"}},
	Kinds: []engine.KindAbout{
		kSays:     {Name: "says", Quiet: true},
		kLinesUp:  {Name: "lines-up"},
		kRanks:    {Name: "ranks", Quiet: true},
		kTurn:     {Name: "turn", Quiet: true},
		kChooses:  {Name: "chooses", Quiet: true},
		kShows:    {Name: "shows"},
		kBonus:    {Name: "bonus", Quiet: true},
		kCalls:    {Name: "calls", Quiet: true},
		kDrives:   {Name: "drives", Drive: true},
		kTowed:    {Name: "towed", Drive: true},
		kGains:    {Name: "gains", Drive: true},
		kStays:    {Name: "stays"},
		kTurns:    {Name: "turns"},
		kBlocked:  {Name: "blocked"},
		kWears:    {Name: "wears"},
		kBurns:    {Name: "burns"},
		kDry:      {Name: "dry"},
		kEnters:   {Name: "enters-pits", Drive: true},
		kServed:   {Name: "served"},
		kFits:     {Name: "fits"},
		kHeld:     {Name: "held"},
		kWaits:    {Name: "waits"},
		kLaps:     {Name: "laps", Quiet: true},
		kLastLap:  {Name: "last-lap", Quiet: true, Loud: true},
		kLeaves:   {Name: "leaves-road"},
		kSpins:    {Name: "spins"},
		kGivesUp:  {Name: "gives-up"},
		kFinishes: {Name: "finishes", Loud: true},
		kLifted:   {Name: "lifted", Quiet: true},
		kNames:    {Name: "names", Quiet: true},
		kNeutral:  {Name: "neutral", Quiet: true},
		kRuled:    {Name: "ruled"},
		kJoins:    {Name: "joins"},
		kAlone:    {Name: "alone"},
		kSwitched: {Name: "switched"},
	},
	Asks: []engine.AskAbout{
		wRuling:   {Name: "ruling"},
		wDraw:     {Name: "draw"},
		wGridRoll: {Name: "grid-roll"},
		wKind:     {Name: "kind", Talk: true},
		wFollow:   {Name: "follow", Talk: true},
		wBonus:    {Name: "bonus"},
		wRoll:     {Name: "roll"},
		wPit:      {Name: "pit"},
		wGear:     {Name: "gear"},
		wService:  {Name: "service", Talk: true},
		wPitRoll:  {Name: "pit-roll"},
		wSecond:   {Name: "second-roll"},
		wRetires:  {Name: "retires"},
	},
	Picks: []engine.PickAbout{
		noPick:   {},
		pBonus:   {Name: "bonus", Holds: engine.AFlag},
		pGear:    {Name: "gear"},
		pPit:     {Name: "pit", Holds: engine.AFlag},
		pService: {Name: "service", Holds: engine.AWord, Words: []string{"none", "fuel", "tyres", "both"}},
		pKind:    {Name: "kind", Holds: engine.AWord, Words: kindWords},
		pFollow:  {Name: "follow", Holds: engine.ACar, None: "no"},
		pSpeed:   {Name: "speed"},
		pWaits:   {Name: "waits"},
		pDrops:   {Name: "drops"},
	},
	Fields: engine.Abouts(fields),
	Clauses: []string{
		"", "PS-1", "PS-2", "PS-3", "PS-4", "PS-5", "PS-6", "PS-7", "PS-8", "PS-9", "PS-10", "PS-11", "PS-12",
		"PS-13", "PS-14", "PS-15", "PS-16", "PS-17", "PS-18", "PS-19", "PS-20", "PS-21", "PS-22", "PS-23", "PS-24",
	},
	Faults: []string{
		noFault: "", xOver: "over", xNoCar: "no-car", xNotAsked: "not-asked", xNotYours: "not-yours", xGear: "gear-range",
		xBonusLate: "bonus-late", xBonusDry: "bonus-dry", xBonusSaid: "bonus-said", xDice: "dice", xFace: "face", xValue: "value",
		xPitFar: "pit-far", xPitExact: "pit-exact", xPitBlocked: "pit-blocked", xNoClock: "no-clock", xDraw: "draw",
		xFollowOff: "follow-off", xFollowSaid: "follow-said", xFollowLate: "follow-late", xFollowPlace: "follow-place",
		xFollowCorner: "follow-corner", xFollowSpeed: "follow-speed", xFollowOrder: "follow-order", xFollowPits: "follow-pits",
		xRuled: "ruled", xFull: "full", xNoSpace: "no-space", xJoinCars: "join-cars", xJoinNumber: "join-number", xRetired: "retired",
	},
	Remarks: []string{
		noRemark: "", rWaits: "waits", rService: "service", rLeaves: "leaves", rLeft: "left-road", rSpun: "spun",
		rGaveUp: "gave-up", rRuledOut: "ruled-out", rHome: "home",
	},
	Options: []engine.TableOption{
		{Name: "quick-play", Values: fields[fQuick].Words, Clause: ps17, Field: fQuick},
		{Name: "soft-tyres", Values: fields[fSoft].Words, Clause: ps18, Field: fSoft},
		{Name: "slipstream", Values: fields[fSlip].Words, Clause: ps19, Field: fSlip},
		{Name: "pit-lane-limit", Values: fields[fLane].Words, Clause: ps20, Field: fLane},
		{Name: "last-cell-paid-in-part", Values: fields[fLast].Words, Clause: ps9, Field: fLast},
		{Name: "pit-entry", Values: fields[fEntry].Words, Clause: ps13, Field: fEntry},
		{Name: "grid", Values: fields[fGrid].Words, Clause: ps16, Field: fGrid},
		{Name: "second-roll", Values: fields[fRolls].Words, Clause: ps19, Field: fRolls},
		{Name: "same-speed", Values: fields[fPace].Words, Clause: ps19, Field: fPace},
	},
	Tables: []engine.TableAbout{
		{Name: "die", Columns: []string{"face", "speed", "fuel", "drop", "faces"}},
		{Name: "scales", Columns: []string{"scale", "points"}},
		{Name: "tiles", Columns: []string{"tile", "cells", "angle", "kerbs"}},
	},
	Marks:     []engine.MarkAbout{PitMark: {Name: "pit", Beside: true, Own: true, Letter: 'P'}},
	Lists:     []string{"grid"},
	Bots:      []string{"easy", "medium", "hard"},
	LimitStep: 50,
	Round:     true,
	Space:     fSpace,
	Lap:       fLap,
	Rank:      fRank,
	Seat:      fSeat,
}
