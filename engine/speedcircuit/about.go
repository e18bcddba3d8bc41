// Package speedcircuit is the rule set of Speed Circuit (3M, 1971): clauses SC-1 to SC-26 of docs/rules/speed-circuit.md.
//
// A move is answered by its whole path: as many steps as the shown speed has spaces, and those of a slipstream behind them. Where the car
// comes to a halt earlier the path goes on all the same, for what it would have driven decides what a corner costs (SC-11). A move that
// has no step at all is answered by no path.
package speedcircuit

import "boxstop/engine"

const (
	wRuling engine.What = iota
	wDraw
	wBegin // the five specifications of an advanced preparation, in their order
	wAccel
	wDecel
	wTop
	wWear
	wSpeed
	wFollow
	wMove
	wRetires
	whats
)

const (
	kSays     engine.Kind = iota // bookkeeping
	kLinesUp                     // on the grid
	kRanks                       // its place in the order
	kTurn                        // a new turn
	kChooses                     // a specification, in secret
	kPrepares                    // a specification, to all
	kDeclares                    // a speed, in secret
	kShows                       // a speed, to all
	kCalls                       // a slipstream
	kBrakes                      // wear for braking
	kDrives                      // the spaces of its speed
	kGains                       // the spaces of a slipstream
	kStays                       // no space at all
	kDrops                       // a slipstream that was called comes to nothing
	kCorners                     // wear for a corner
	kArrow                       // too fast, and free along an arrow
	kSpins                       //
	kCollides                    //
	kCrashes                     //
	kLaps                        // over the line
	kLastLap                     // the first car begins the last lap
	kHome                        // over the line for the last time
	kFinishes                    //
	kPlaced                      // classified without having come home
	kLifted                      // off the board
	kGivesUp                     //
	kRuled                       //
	kJoins                       //
	kOver                        // nobody runs any more
	kinds
)

const (
	noClause engine.Clause = iota
	sc1
	sc2
	sc3
	sc4
	sc5
	sc6
	sc7
	sc8
	sc9
	sc10
	sc11
	sc12
	sc13
	sc14
	sc15
	sc16
	sc17
	sc18
	sc19
	sc20
	sc21
	sc22
	sc23
	sc24
	sc25
	sc26
)

const (
	noFault engine.Fault = iota
	xOver
	xNoCar
	xNotAsked
	xNotYours
	xDraw
	xSteps
	xSpeed
	xPoints
	xSpec
	xFollowSaid
	xFollowLate
	xFollowPlace
	xFollowCorner
	xFollowSlow
	xFollowFast
	xFollowAway
	xShort
	xLong
	xNoStep
	xBlocked
	xCrash
	xBound
	xTooFar
	xReach
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
	rSpun
	rHome
	rClassified
	rBraking
	rCorner
	rGaveUp
	rRuledOut
)

const (
	noPick engine.Pick = iota
	pTo
	pArrow
	pCost
	pCrash
	pSpin
	pHit
	pTow
	pPaid
	pFollow
	pSpeed
	pBegin
	pAccel
	pDecel
	pTop
	pWear
)

// step is what a digit stands for where speeds are chosen: 5 is 100 mph.
const stepMPH = 20

var aboutGame = engine.About{
	Game: "speedcircuit", Edition: 1, Title: "Speed Circuit", Book: "3M, 1971",
	MinCars: 1, MaxCars: maxCars, CarsPerSeat: 1, Laps: 1, Places: 1, Unit: "mph",
	Kinds: []engine.KindAbout{
		kSays:     {Name: "says", Quiet: true},
		kLinesUp:  {Name: "lines-up"},
		kRanks:    {Name: "ranks", Quiet: true},
		kTurn:     {Name: "turn", Quiet: true},
		kChooses:  {Name: "chooses", Quiet: true},
		kPrepares: {Name: "prepares"},
		kDeclares: {Name: "declares", Quiet: true},
		kShows:    {Name: "shows"},
		kCalls:    {Name: "calls", Quiet: true},
		kBrakes:   {Name: "brakes"},
		kDrives:   {Name: "drives", Drive: true},
		kGains:    {Name: "gains", Drive: true},
		kStays:    {Name: "stays"},
		kDrops:    {Name: "drops"},
		kCorners:  {Name: "corners"},
		kArrow:    {Name: "arrow"},
		kSpins:    {Name: "spins"},
		kCollides: {Name: "collides"},
		kCrashes:  {Name: "crashes"},
		kLaps:     {Name: "laps", Quiet: true},
		kLastLap:  {Name: "last-lap", Quiet: true, Loud: true},
		kHome:     {Name: "home", Loud: true},
		kFinishes: {Name: "finishes", Loud: true},
		kPlaced:   {Name: "placed"},
		kLifted:   {Name: "lifted", Quiet: true},
		kGivesUp:  {Name: "gives-up"},
		kRuled:    {Name: "ruled"},
		kJoins:    {Name: "joins"},
		kOver:     {Name: "over"},
	},
	Asks: []engine.AskAbout{
		wRuling:  {Name: "ruling"},
		wDraw:    {Name: "draw"},
		wBegin:   {Name: "begin", Talk: true},
		wAccel:   {Name: "accel", Talk: true},
		wDecel:   {Name: "decel", Talk: true},
		wTop:     {Name: "top", Talk: true},
		wWear:    {Name: "wear", Talk: true},
		wSpeed:   {Name: "speed"},
		wFollow:  {Name: "follow", Talk: true},
		wMove:    {Name: "move"},
		wRetires: {Name: "retires"},
	},
	Picks: []engine.PickAbout{
		noPick:  {},
		pTo:     {Name: "to", Holds: engine.ASpace},
		pArrow:  {Name: "arrow", Holds: engine.AnArrow, None: "no"},
		pCost:   {Name: "cost", Mute: true},
		pCrash:  {Name: "crash", Holds: engine.AFlag},
		pSpin:   {Name: "spin", Holds: engine.AFlag},
		pHit:    {Name: "collide", Holds: engine.AFlag},
		pTow:    {Name: "tow", Holds: engine.AFlag},
		pPaid:   {Name: "paid", Mute: true},
		pFollow: {Name: "follow", Holds: engine.ACar, None: "no"},
		pSpeed:  {Name: "speed", Step: stepMPH},
		pBegin:  {Name: "begin", Step: stepMPH},
		pAccel:  {Name: "accel", Step: stepMPH},
		pDecel:  {Name: "decel", Step: stepMPH},
		pTop:    {Name: "top", Step: stepMPH},
		pWear:   {Name: "wear"},
	},
	Fields: engine.Abouts(fields),
	Clauses: []string{
		"", "SC-1", "SC-2", "SC-3", "SC-4", "SC-5", "SC-6", "SC-7", "SC-8", "SC-9", "SC-10", "SC-11", "SC-12", "SC-13",
		"SC-14", "SC-15", "SC-16", "SC-17", "SC-18", "SC-19", "SC-20", "SC-21", "SC-22", "SC-23", "SC-24", "SC-25", "SC-26",
	},
	Faults: []string{
		noFault: "", xOver: "over", xNoCar: "no-car", xNotAsked: "not-asked", xNotYours: "not-yours", xDraw: "draw", xSteps: "speed-steps",
		xSpeed: "speed-range", xPoints: "points", xSpec: "spec", xFollowSaid: "follow-said", xFollowLate: "follow-late",
		xFollowPlace: "follow-place", xFollowCorner: "follow-corner", xFollowSlow: "follow-slow", xFollowFast: "follow-fast",
		xFollowAway: "follow-away", xShort: "short", xLong: "long", xNoStep: "no-step", xBlocked: "blocked", xCrash: "crash",
		xBound: "bound", xTooFar: "not-longest", xReach: "reach", xRuled: "ruled", xFull: "full", xNoSpace: "no-space", xJoinCars: "join-cars",
		xJoinNumber: "join-number", xRetired: "retired",
	},
	Remarks: []string{
		noRemark: "", rSpun: "spun", rHome: "home", rClassified: "classified", rBraking: "braking", rCorner: "corner", rGaveUp: "gave-up",
		rRuledOut: "ruled-out",
	},
	Options: []engine.TableOption{
		{Name: "advanced-preparation", Values: fields[fPrep].Words, Clause: sc2, Field: fPrep},
		{Name: "lowest-speed", Values: fields[fLowest].Words, Clause: sc5, Field: fLowest},
		{Name: "corner-charge", Values: fields[fCharge].Words, Clause: sc11, Field: fCharge},
		{Name: "rest-of-the-corner", Values: fields[fRest].Words, Clause: sc12, Field: fRest},
		{Name: "cannot-pay", Values: fields[fCannot].Words, Clause: sc16, Field: fCannot},
		{Name: "avoid", Values: fields[fAvoid].Words, Clause: sc19, Field: fAvoid},
		{Name: "behind", Values: fields[fBehind].Words, Clause: sc20, Field: fBehind},
		{Name: "slipstream", Values: fields[fSlip].Words, Clause: sc20, Field: fSlip},
		{Name: "tie", Values: fields[fTie].Words, Clause: sc23, Field: fTie},
		{Name: "crash-past-the-line", Values: fields[fPast].Words, Clause: sc26, Field: fPast},
	},
	Tables: []engine.TableAbout{
		{Name: "cards", Columns: []string{"card", "start", "acceleration", "deceleration", "top", "wear"}},
		{Name: "calculator", Columns: []string{"speed"}},
	},
	Lists:     []string{"grid"},
	Bots:      []string{"easy", "medium", "hard"},
	LimitStep: stepMPH,
	Space:     fSpace,
	Lap:       fLap,
	Rank:      fRank,
	Card:      fCard,
	Seat:      fSeat,
}
