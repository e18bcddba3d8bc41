// Package grandprix is the rule set of Grand Prix (Ravensburger, 1975): clauses GP-1 to GP-22 of docs/rules/grand-prix.md.
//
// A team moves its three cars in any order, so its turn is one ask after the other that says no car: the answer does. A move is answered
// by its speed and its whole path: back onto the track from an exit, the spaces of the speed, those of up to two slipstreams, and the last
// sideways steps of a pull-over. A move that goes nowhere has no path, and says by its note what it is: it waits, it goes into its box, it
// is out. The Value of a car that takes none of the speeds 6, 5 and 4 is 0.
package grandprix

import "boxstop/engine"

const (
	wRuling engine.What = iota
	wFirst
	wDraw
	wMove
	wLine
	wRetires
	whats
)

const (
	kSays     engine.Kind = iota // bookkeeping
	kBegins                      // the team that was drawn
	kLinesUp                     // on the grid
	kTurn                        // a new turn
	kTeam                        // whose go it is
	kTakes                       // a speed of the team
	kBack                        // from an exit onto the track
	kDrives                      // the spaces of its speed
	kRuns                        // the same, before a slipstream
	kSlips                       // the spaces of a slipstream
	kStays                       // cannot move, before the blue line
	kPulls                       // over to a side lane
	kSide                        // along a side lane
	kHalts                       // in front of its box
	kWaits                       // where it is
	kBox                         // into its box
	kRepaired                    // onto the green arrow in it
	kLeaves                      // its box, along the pit lane
	kStarts                      // over the line that lies before the grid
	kLaps                        // over the line
	kLastLap                     // the first car begins the last lap
	kHome                        // over the line for the last time
	kOut                         //
	kGivesUp                     //
	kLifted                      // off the track
	kClaim                       // it crossed the line, as the table says
	kRuled                       //
	kJoins                       //
	kOver                        // every car is home or out
	kinds
)

const (
	noClause engine.Clause = iota
	gp1
	gp2
	gp3
	gp4
	gp5
	gp6
	gp7
	gp8
	gp9
	gp10
	gp11
	gp12
	gp13
	gp14
	gp15
	gp16
	gp17
	gp18
	gp19
	gp20
	gp21
	gp22
)

const (
	noFault engine.Fault = iota
	xOver
	xNoCar
	xNotAsked
	xNotYours
	xMoved
	xRetired
	xDraw
	xSpeed
	xUsed
	xSaySpeed
	xNoSpeed
	xAvoid
	xFits
	xWhere
	xNoStep
	xBlocked
	xNotThere
	xSlip
	xSlipLine
	xSlipLap
	xTaken
	xLine
	xRuled
	xFull
	xNoSpace
	xJoinCars
	xJoinNumber
	xJoinTeam
	faults
)

const (
	noRemark engine.Remark = iota
	rLeft
	rRight
	rExit
	rPit
	rFront
	rBlack
	rArrow
	rHome
	rNoSide
	rStuck
	rGaveUp
	rRuledOut
)

const (
	noPick engine.Pick = iota
	pCar
	pSpeed
	pSlip
	pTo
	pSide
	pHome
	pBox
	pStay
	pOut
)

var aboutGame = engine.About{
	Game: "grandprix", Edition: 1, Title: "Grand Prix", Book: "Ravensburger, 1975",
	MinCars: 2 * perTeam, MaxCars: maxCars, CarsPerSeat: perTeam, Laps: laps, LapsFixed: true, Places: 1,
	Kinds: []engine.KindAbout{
		kSays:     {Name: "says", Quiet: true},
		kBegins:   {Name: "begins"},
		kLinesUp:  {Name: "lines-up"},
		kTurn:     {Name: "turn", Quiet: true},
		kTeam:     {Name: "team", Quiet: true},
		kTakes:    {Name: "takes", Quiet: true},
		kBack:     {Name: "back", Drive: true},
		kDrives:   {Name: "drives", Drive: true},
		kRuns:     {Name: "runs", Quiet: true, Drive: true},
		kSlips:    {Name: "slips", Drive: true},
		kStays:    {Name: "stays"},
		kPulls:    {Name: "pulls-over", Drive: true},
		kSide:     {Name: "side", Drive: true},
		kHalts:    {Name: "halts", Drive: true},
		kWaits:    {Name: "waits"},
		kBox:      {Name: "box"},
		kRepaired: {Name: "repaired"},
		kLeaves:   {Name: "leaves", Drive: true},
		kStarts:   {Name: "starts", Quiet: true},
		kLaps:     {Name: "laps"},
		kLastLap:  {Name: "last-lap", Loud: true},
		kHome:     {Name: "home", Loud: true},
		kOut:      {Name: "out"},
		kGivesUp:  {Name: "gives-up"},
		kLifted:   {Name: "lifted", Quiet: true},
		kClaim:    {Name: "claim"},
		kRuled:    {Name: "ruled"},
		kJoins:    {Name: "joins"},
		kOver:     {Name: "over", Quiet: true},
	},
	Asks: []engine.AskAbout{
		wRuling:  {Name: "ruling"},
		wFirst:   {Name: "first"},
		wDraw:    {Name: "draw"},
		wMove:    {Name: "speed"},
		wLine:    {Name: "line"},
		wRetires: {Name: "retires"},
	},
	Picks: []engine.PickAbout{
		noPick: {},
		pCar:   {Name: "car", Holds: engine.ACar},
		pSpeed: {Name: "speed"},
		pSlip:  {Name: "slip"},
		pTo:    {Name: "to", Holds: engine.ASpace},
		pSide:  {Name: "side", Holds: engine.AWord, Words: []string{"", "left", "right"}},
		pHome:  {Name: "home", Holds: engine.AFlag},
		pBox:   {Name: "box", Holds: engine.AFlag},
		pStay:  {Name: "stay", Holds: engine.AFlag},
		pOut:   {Name: "out", Holds: engine.AFlag},
	},
	Fields: engine.Abouts(fields),
	Clauses: []string{
		"", "GP-1", "GP-2", "GP-3", "GP-4", "GP-5", "GP-6", "GP-7", "GP-8", "GP-9", "GP-10", "GP-11", "GP-12", "GP-13", "GP-14",
		"GP-15", "GP-16", "GP-17", "GP-18", "GP-19", "GP-20", "GP-21", "GP-22",
	},
	Faults: []string{
		noFault: "", xOver: "over", xNoCar: "no-car", xNotAsked: "not-asked", xNotYours: "not-yours", xMoved: "moved", xRetired: "retired",
		xDraw: "draw", xSpeed: "speed", xUsed: "used", xSaySpeed: "say-speed", xNoSpeed: "no-speed", xAvoid: "avoid", xFits: "fits",
		xWhere: "where", xNoStep: "no-step", xBlocked: "blocked", xNotThere: "not-there", xSlip: "slip", xSlipLine: "slip-line",
		xSlipLap: "slip-lap", xTaken: "taken", xLine: "line", xRuled: "ruled", xFull: "full", xNoSpace: "no-space", xJoinCars: "join-cars",
		xJoinNumber: "join-number", xJoinTeam: "join-team",
	},
	Remarks: []string{
		noRemark: "", rLeft: "left", rRight: "right", rExit: "exit", rPit: "pit", rFront: "front", rBlack: "black", rArrow: "arrow",
		rHome: "home", rNoSide: "no-side", rStuck: "stuck", rGaveUp: "gave-up", rRuledOut: "ruled-out",
	},
	Options: []engine.TableOption{
		{Name: "first-team", Values: fields[fFirstTeam].Words, Clause: gp1, Field: fFirstTeam},
		{Name: "choice-of-value", Values: fields[fChoice].Words, Clause: gp4, Field: fChoice},
		{Name: "slipstream", Values: fields[fSlip].Words, Clause: gp7, Field: fSlip},
	},
	Marks: []engine.MarkAbout{
		mBlack:   {Name: "black", Letter: '>'},
		mHatched: {Name: "hatched"},
		mGreen:   {Name: "green"},
		mBlue:    {Name: "blue", Land: true},
		mBox:     {Name: "box_in", Beside: true},
		mPlace:   {Name: "place", Beside: true},
	},
	Tables: []engine.TableAbout{{Name: "cars", Columns: []string{"car"}}},
	Lists:  []string{"grid", "boxes"},
	Bots:   []string{"easy", "medium", "hard"},
	Space:  fSpace,
	Lap:    fLap,
	Seat:   fSeat,
}

// Marks of a space, by bit.
const (
	mBlack = iota
	mHatched
	mGreen
	mBlue
	mBox   // the box of a team, beside the space in front of it
	mPlace // a finishing place
)
