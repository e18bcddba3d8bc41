// Package usac is the rule set of USAC Auto Racing (Avalon Hill / Sports Illustrated, 1979): clauses US-1 to US-26 of docs/rules/usac.md.
//
// The Note of an option is, of a move, how many cars it passes through (US-24); of a roll, what its sum gives: spaces, 0 for trouble, the
// number of a table, or the turns in the pits. The Value of a move is 1 where it ends in the pits.
package usac

import "boxstop/engine"

const (
	wRuling engine.What = iota
	wDraw
	wMode
	wRoll
	wTrouble
	wMove
	wPitRoll
	wSettle
	wRetires
	whats
)

const (
	kSays         engine.Kind = iota // bookkeeping
	kLinesUp                         // on the grid
	kRanks                           // its place in the order
	kTurn                            // a new round
	kMode                            // what a driver said
	kGets                            // spaces by the card
	kTroubleA                        // roll again, column A
	kTroubleB                        //
	kRefers                          // from one column to the other, once
	kNothing                         // of a trouble
	kPower                           // at most so many spaces
	kHalts                           // for turns
	kCalled                          // into the pits, at once
	kOrdered                         // into the pits, at the next entry
	kBreaks                          // out, by trouble
	kYellow                          // the flag
	kRear                            // to the rear of the field
	kByHand                          // the director settles it
	kSettled                         //
	kDrives                          //
	kThrough                         // drives through a car
	kBlocked                         // no step is open
	kEnters                          // the pits
	kStands                          // on a pit space
	kServed                          // a mandatory stop
	kTooLong                         // a pit result that ends the race of the car
	kClock                           // the pit clock
	kHeld                            // the pit exit is taken
	kWaits                           // stands for a turn
	kLaps                            // over the line
	kLastLap                         // the first car begins the last lap
	kChequered                       // the flag falls
	kFollows                         // lines up behind the leader
	kCredit                          // laps of a yellow flag
	kHome                            //
	kMissing                         // home with stops missing
	kDisqualified                    //
	kEnded                           // the race, by a yellow flag
	kGivesUp                         //
	kLifted                          // off the board
	kTries                           // a qualifying lap begins
	kTimed                           // one ends
	kSpoiled                         // one is worth nothing
	kRuled                           //
	kSwitched                        // a table option, by ruling
	kJoins                           //
)

const (
	noClause engine.Clause = iota
	us1
	us2
	us3
	us4
	us5
	us6
	us7
	us8
	us9
	us10
	us11
	us12
	us13
	us14
	us15
	us16
	us17
	us18
	us19
	us20
	us21
	us22
	us23
	us24
	us25
	us26
)

const (
	noFault engine.Fault = iota
	xOver
	xNoCar
	xNotAsked
	xNotYours
	xModeSaid
	xModeTrial
	xDice
	xFace
	xValue
	xNoClock
	xDraw
	xTaken
	xCorner
	xEnds
	xBack
	xBeyond
	xFar
	xMustMove
	xMustUse
	xThrough
	xPitLap
	xPitFar
	xPitTrial
	xMustPit
	xPath
	xRuled
	xFull
	xNoSpace
	xNotStanding
	xJoinCars
	xJoinNumber
	xRetired
)

const (
	noRemark engine.Remark = iota
	rWaits
	rPits
	rForced
	rTrial
	rTrouble
	rPitOut
	rGaveUp
	rRuledOut
	rMissing
	rDisqualified
	rHome
	rBest
	rSpoiled
)

const (
	noPick engine.Pick = iota
	pMode
	pThrough
	pTo
	pPit
	pSum
	pSettled
)

// Bits of the marks of a space, in About().Marks.
const (
	EnterMark = iota
	ExitMark
)

var modeWords = saidWords[1:]

var aboutGame = engine.About{
	Game: "usac", Edition: 1, Title: "USAC", GridRolled: "trial", Book: "Avalon Hill / Sports Illustrated, 1979",
	MinCars: 1, MaxCars: maxCars, Laps: 5, Miles: milesALap, Places: 1, RowsBehind: true,
	Dice: []engine.Die{{Name: "die", Table: "die"}},
	Kinds: []engine.KindAbout{
		kSays:         {Name: "says", Quiet: true},
		kLinesUp:      {Name: "lines-up"},
		kRanks:        {Name: "ranks", Quiet: true},
		kTurn:         {Name: "turn", Quiet: true},
		kMode:         {Name: "mode", Quiet: true},
		kGets:         {Name: "gets"},
		kTroubleA:     {Name: "trouble-a"},
		kTroubleB:     {Name: "trouble-b"},
		kRefers:       {Name: "refers"},
		kNothing:      {Name: "nothing"},
		kPower:        {Name: "power"},
		kHalts:        {Name: "halts"},
		kCalled:       {Name: "called"},
		kOrdered:      {Name: "ordered"},
		kBreaks:       {Name: "breaks"},
		kYellow:       {Name: "yellow", Loud: true},
		kRear:         {Name: "rear"},
		kByHand:       {Name: "by-hand"},
		kSettled:      {Name: "settled", Quiet: true},
		kDrives:       {Name: "drives", Drive: true},
		kThrough:      {Name: "through", Drive: true},
		kBlocked:      {Name: "blocked"},
		kEnters:       {Name: "enters-pits"},
		kStands:       {Name: "stands"},
		kServed:       {Name: "served"},
		kTooLong:      {Name: "too-long"},
		kClock:        {Name: "clock", Quiet: true},
		kHeld:         {Name: "held"},
		kWaits:        {Name: "waits"},
		kLaps:         {Name: "laps", Quiet: true},
		kLastLap:      {Name: "last-lap", Quiet: true, Loud: true},
		kChequered:    {Name: "chequered", Loud: true},
		kFollows:      {Name: "follows"},
		kCredit:       {Name: "credit"},
		kHome:         {Name: "home"},
		kMissing:      {Name: "missing"},
		kDisqualified: {Name: "disqualified"},
		kEnded:        {Name: "ended", Loud: true},
		kGivesUp:      {Name: "gives-up"},
		kLifted:       {Name: "lifted", Quiet: true},
		kTries:        {Name: "tries", Quiet: true},
		kTimed:        {Name: "timed"},
		kSpoiled:      {Name: "spoiled"},
		kRuled:        {Name: "ruled"},
		kSwitched:     {Name: "switched"},
		kJoins:        {Name: "joins"},
	},
	Asks: []engine.AskAbout{
		wRuling:  {Name: "ruling"},
		wDraw:    {Name: "draw"},
		wMode:    {Name: "mode", Stays: true},
		wRoll:    {Name: "roll"},
		wTrouble: {Name: "trouble-roll"},
		wMove:    {Name: "move", Talk: true},
		wPitRoll: {Name: "pit-roll"},
		wSettle:  {Name: "settled"},
		wRetires: {Name: "retires"},
	},
	Picks: []engine.PickAbout{
		noPick:   {},
		pMode:    {Name: "mode", Holds: engine.AWord, Words: modeWords},
		pThrough: {Name: "through"},
		pTo:      {Name: "to", Holds: engine.ASpace},
		pPit:     {Name: "pit", Holds: engine.AFlag},
		pSum:     {Name: "sum"},
		pSettled: {Name: "settled", Holds: engine.AFlag},
	},
	Fields: engine.Abouts(fields),
	Clauses: []string{
		"", "US-1", "US-2", "US-3", "US-4", "US-5", "US-6", "US-7", "US-8", "US-9", "US-10", "US-11", "US-12", "US-13",
		"US-14", "US-15", "US-16", "US-17", "US-18", "US-19", "US-20", "US-21", "US-22", "US-23", "US-24", "US-25", "US-26",
	},
	Faults: []string{
		noFault: "", xOver: "over", xNoCar: "no-car", xNotAsked: "not-asked", xNotYours: "not-yours", xModeSaid: "mode-said",
		xModeTrial: "mode-trial", xDice: "dice", xFace: "face", xValue: "value", xNoClock: "no-clock", xDraw: "draw", xTaken: "taken",
		xCorner: "corner", xEnds: "lane-ends", xBack: "back", xBeyond: "beyond", xFar: "far", xMustMove: "must-move",
		xMustUse: "must-use", xThrough: "through", xPitLap: "pit-lap", xPitFar: "pit-far", xPitTrial: "pit-trial", xMustPit: "must-pit",
		xPath: "path", xRuled: "ruled", xFull: "full", xNoSpace: "no-space", xNotStanding: "not-standing", xJoinCars: "join-cars",
		xJoinNumber: "join-number", xRetired: "retired",
	},
	Remarks: []string{
		noRemark: "", rWaits: "waits", rPits: "pits", rForced: "forced", rTrial: "trial", rTrouble: "trouble", rPitOut: "pit-out",
		rGaveUp: "gave-up", rRuledOut: "ruled-out", rMissing: "missing", rDisqualified: "disqualified", rHome: "home", rBest: "best", rSpoiled: "spoiled",
	},
	Options: []engine.TableOption{
		{Name: "rounding", Values: fields[fRounding].Words, Clause: us1, Field: fRounding},
		{Name: "qualifying-mode", Values: fields[fFree].Words, Clause: us2, Field: fFree},
		{Name: "times", Values: fields[fTimes].Words, Clause: us2, Field: fTimes},
		{Name: "bends", Values: fields[fBends].Words, Clause: us5, Field: fBends},
		{Name: "distance", Values: fields[fAll].Words, Clause: us8, Field: fAll},
		{Name: "passing-in-corners", Values: fields[fNever].Words, Clause: us10, Field: fNever},
		{Name: "missing-stops", Values: fields[fMissing].Words, Clause: us13, Field: fMissing},
		{Name: "pit-clock", Values: fields[fPitClock].Words, Clause: us16, Field: fPitClock},
		{Name: "passing-through", Values: fields[fPasses].Words, Clause: us24, Field: fPasses},
	},
	Tables: []engine.TableAbout{
		{Name: "die", Columns: []string{"face"}},
		{Name: "cards", Columns: []string{"card", "normal", "accelerate", "decelerate", "trouble-a", "trouble-b", "pit"}},
		{Name: "trouble", Columns: []string{"number", "effects", "text"}},
		{Name: "pits", Columns: []string{"number", "turns"}},
		{Name: "yellow", Columns: []string{"rule", "value"}},
		{Name: "times", Columns: []string{"rolls", "mph"}},
	},
	Marks: []engine.MarkAbout{
		EnterMark: {Name: "enter", Land: true, Letter: 'E'},
		ExitMark:  {Name: "exit", Land: true, Letter: 'X'},
	},
	Lists:   []string{"grid"},
	Markers: []engine.MarkerAbout{{Name: "clock"}},
	Bots:    []string{"easy", "medium", "hard"},
	Across:  true,
	Space:   fSpace,
	Lap:     fLap,
	Rank:    fRank,
	Card:    fCard,
	Seat:    fSeat,
}
