// Package lemans is Le Mans, the race game of 1961: cars two spaces long on a course of two lanes, gears that move a car exactly so many
// spaces, chances in corners, and a queue of those who stopped.
//
// A move is answered by gear and path. Where a chance, or the tow of another car, interrupts it, the car stays where the move began until
// the die has spoken: what is pending is the path and how many of its steps are settled.
package lemans

import "boxstop/engine"

const (
	wRuling   engine.What = iota
	wDraw                 // the grid, or the pits of a LeMans start, by lot
	wGridRoll             // one die a car for the grid
	wFollow               // a tow
	wMust                 // the die of the solitaire game
	wMove                 //
	wChance               //
	wBreach               // reports
	wMissed
	wRetires
	whats
)

const (
	kSays         engine.Kind = iota // bookkeeping
	kLinesUp                         // on the grid, or in a pit
	kGridRolls                       //
	kRanks                           // its place in the order
	kTurn                            // a new turn
	kCalls                           // it will follow another car
	kTowOff                          // and does not
	kMust                            // the die of the solitaire game
	kShifts                          //
	kBrakes                          // hard-brakings
	kRevs                            // over-revs
	kDrives                          //
	kOut                             // out of its pit, onto the grey space
	kStands                          // moves no space
	kChance                          // a chance is due
	kSafe                            //
	kDamage                          // safe, but a pit stop
	kSpins                           //
	kWet                             // a wet marker
	kSmashes                         //
	kBlows                           // the engine
	kStruck                          // out with the car that towed it
	kCollides                        //
	kHit                             // a stopped car was rammed
	kPiles                           // spun-out cars collide
	kOwes                            // stops for brakes and over-revs
	kPits                            // in the pits
	kQueues                          // before pits that are full
	kWaits                           // another turn there
	kMisses                          // drove past the pits
	kMissStops                       // and is stopped for it
	kLapses                          // what is owed is owed no more
	kBreach                          //
	kLaps                            //
	kLastLap                         //
	kHome                            //
	kFinishes                        //
	kPlaced                          //
	kLifted                          // off the board
	kGivesUp                         //
	kDisqualified                    //
	kRuled                           //
	kJoins                           //
	kOver                            //
	kinds
)

const (
	noClause engine.Clause = iota
	lm1
	lm2
	lm3
	lm4
	lm5
	lm6
	lm7
	lm8
	lm9
	lm10
	lm11
	lm12
	lm13
	lm14
	lm15
	lm16
	lm17
	lm18
	lm19
	lm20
	lm21
	lm22
	lm23
	lm24
	lm25
	lm26
	lm27
	lm28
	lm29
	lm30
	lm31
	lm32
	lm33
	lm34
	lm35
	lm36
)

const (
	noFault engine.Fault = iota
	xOver
	xNoCar
	xNotAsked
	xNotYours
	xDraw
	xFace
	xFollowWho
	xFollowSaid
	xFirstGear // from rest
	xNoGear    // the card has no such gear
	xUp        // more than one up
	xCorner    // no shifting in a corner
	xLastSpace // up only
	xClassF    // three gears down at most
	xBrakes    // no hard-braking left for it
	xSplit     // brakings and over-revs that do not make up the shift
	xBlocked1  // in a gear no path: one fault for each gear
	xBlocked2
	xBlocked3
	xBlocked4
	xBlocked5
	xBlockedTop
	xNoStep
	xTaken
	xLatePass  // LM-10
	xEarlyPass // LM-10
	xAcross
	xShort
	xWhere
	xTwo
	xSpinsOut
	xBonus
	xGrey
	xPitFull
	xTow
	xMust
	xBound
	xRuled
	xFull
	xNoSpace
	xJoinCars
	xJoinNumber
	xRetired
	xNotMissed
	xNoPit
	faults
)

const (
	noRemark engine.Remark = iota
	rHome
	rClassified
	rSmashed
	rBlown
	rStruck
	rGaveUp
	rDisqualified
	rRuledOut
	rSpun
	rPits
	rWaits
	rStopped
	rStall
)

const (
	noPick engine.Pick = iota
	pGear
	pBrake
	pRev
	pChance
	pSpaces
	pPit
	pTo
	pFollow
	pCorner
	pSpin
	pHit
	pBlow
	pStand
	pAlone
)

// maxCars is how many cars the box has (LM-1).
const maxCars = 12

// What is printed on spaces, in the order of the bits of a Mark.
const (
	markSharp engine.Mark = 1 << iota
	markHairpin
	markLast
	markSO
	markPit // of class C; D, E and F follow
)

const cornerMarks = markSharp | markHairpin

var aboutGame = engine.About{
	Game: "lemans", Edition: 1, Title: "Le Mans", GridRolled: "roll", Book: "Avalon Hill, 1961",
	MinCars: 1, MaxCars: maxCars, Laps: 4, Places: 1,
	Dice: []engine.Die{{Name: "die", Table: "die"}},
	Kinds: []engine.KindAbout{
		kSays:         {Name: "says", Quiet: true},
		kLinesUp:      {Name: "lines-up"},
		kGridRolls:    {Name: "grid-rolls"},
		kRanks:        {Name: "ranks", Quiet: true},
		kTurn:         {Name: "turn", Quiet: true},
		kCalls:        {Name: "calls", Quiet: true},
		kTowOff:       {Name: "tow-off"},
		kMust:         {Name: "must"},
		kShifts:       {Name: "shifts", Quiet: true},
		kBrakes:       {Name: "brakes"},
		kRevs:         {Name: "revs"},
		kDrives:       {Name: "drives", Drive: true},
		kOut:          {Name: "comes-out"},
		kStands:       {Name: "stands"},
		kChance:       {Name: "chance", Quiet: true},
		kSafe:         {Name: "safe"},
		kDamage:       {Name: "damage"},
		kSpins:        {Name: "spins"},
		kWet:          {Name: "wet"},
		kSmashes:      {Name: "smashes"},
		kBlows:        {Name: "blows"},
		kStruck:       {Name: "struck"},
		kCollides:     {Name: "collides"},
		kHit:          {Name: "hit"},
		kPiles:        {Name: "piles"},
		kOwes:         {Name: "owes"},
		kPits:         {Name: "pits"},
		kQueues:       {Name: "queues"},
		kWaits:        {Name: "waits"},
		kMisses:       {Name: "misses", Quiet: true},
		kMissStops:    {Name: "miss-stops"},
		kLapses:       {Name: "lapses"},
		kBreach:       {Name: "breach"},
		kLaps:         {Name: "laps", Quiet: true},
		kLastLap:      {Name: "last-lap", Quiet: true, Loud: true},
		kHome:         {Name: "home", Loud: true},
		kFinishes:     {Name: "finishes", Loud: true},
		kPlaced:       {Name: "placed"},
		kLifted:       {Name: "lifted", Quiet: true},
		kGivesUp:      {Name: "gives-up"},
		kDisqualified: {Name: "disqualified"},
		kRuled:        {Name: "ruled"},
		kJoins:        {Name: "joins"},
		kOver:         {Name: "over"},
	},
	Asks: []engine.AskAbout{
		wRuling:   {Name: "ruling"},
		wDraw:     {Name: "draw"},
		wGridRoll: {Name: "roll"},
		wFollow:   {Name: "follow", Talk: true, Of: fFollow},
		wMust:     {Name: "must"},
		wMove:     {Name: "gear", Of: fGear},
		wChance:   {Name: "cornering"},
		wBreach:   {Name: "breach"},
		wMissed:   {Name: "missed"},
		wRetires:  {Name: "retires"},
	},
	Picks: []engine.PickAbout{
		noPick:  {},
		pGear:   {Name: "gear", Holds: engine.AWord, Words: gearWords},
		pBrake:  {Name: "brake"},
		pRev:    {Name: "rev"},
		pChance: {Name: "chance", Holds: engine.AFlag},
		pSpaces: {Name: "spaces"},
		pPit:    {Name: "pit", Holds: engine.AFlag},
		pTo:     {Name: "to", Holds: engine.ASpace},
		pFollow: {Name: "follow", Holds: engine.ACar, None: "no"},
		pCorner: {Name: "corner", Holds: engine.AFlag},
		pSpin:   {Name: "spin", Holds: engine.AFlag},
		pHit:    {Name: "collide", Holds: engine.AFlag},
		pBlow:   {Name: "blow", Holds: engine.AFlag},
		pStand:  {Name: "stand", Holds: engine.AFlag},
		pAlone:  {Name: "tow", Holds: engine.AFlag},
	},
	Fields: engine.Abouts(fields),
	Clauses: []string{
		"", "LM-1", "LM-2", "LM-3", "LM-4", "LM-5", "LM-6", "LM-7", "LM-8", "LM-9", "LM-10", "LM-11", "LM-12", "LM-13", "LM-14", "LM-15",
		"LM-16", "LM-17", "LM-18", "LM-19", "LM-20", "LM-21", "LM-22", "LM-23", "LM-24", "LM-25", "LM-26", "LM-27", "LM-28", "LM-29", "LM-30",
		"LM-31", "LM-32", "LM-33", "LM-34", "LM-35", "LM-36",
	},
	Faults: []string{
		noFault: "", xOver: "over", xNoCar: "no-car", xNotAsked: "not-asked", xNotYours: "not-yours", xDraw: "draw", xFace: "face",
		xFollowWho: "follow-who", xFollowSaid: "follow-said", xFirstGear: "first-gear", xNoGear: "no-gear", xUp: "up", xCorner: "corner-gear",
		xLastSpace: "last-space", xClassF: "class-f", xBrakes: "brakes", xSplit: "split", xBlocked1: "blocked-1", xBlocked2: "blocked-2",
		xBlocked3: "blocked-3", xBlocked4: "blocked-4", xBlocked5: "blocked-5", xBlockedTop: "blocked-top", xNoStep: "no-step", xTaken: "taken",
		xLatePass: "late-pass", xEarlyPass: "early-pass", xAcross: "across", xShort: "short", xWhere: "where", xTwo: "two", xSpinsOut: "spins-out",
		xBonus: "bonus", xGrey: "grey", xPitFull: "pit-full", xTow: "tow", xMust: "must", xBound: "bound", xRuled: "ruled", xFull: "full",
		xNoSpace: "no-space", xJoinCars: "join-cars", xJoinNumber: "join-number", xRetired: "retired", xNotMissed: "not-missed",
		xNoPit: "no-pit",
	},
	Remarks: []string{
		noRemark: "", rHome: "home", rClassified: "classified", rSmashed: "smashed", rBlown: "blown", rStruck: "struck", rGaveUp: "gave-up",
		rDisqualified: "disqualified", rRuledOut: "ruled-out", rSpun: "spun", rPits: "pits", rWaits: "waits", rStopped: "stopped",
		rStall: "stall",
	},
	Options: []engine.TableOption{
		{Name: "stopped-car-hit-in-a-breach", Values: fields[fBreachOwes].Words, Clause: lm11, Field: fBreachOwes},
		{Name: "last-space", Values: fields[fLastSpace].Words, Clause: lm14, Field: fLastSpace},
		{Name: "wet", Values: fields[fWetRoll].Words, Clause: lm15, Field: fWetRoll},
		{Name: "window", Values: fields[fWindow].Words, Clause: lm18, Field: fWindow},
		{Name: "pit-full", Values: fields[fPitFull].Words, Clause: lm19, Field: fPitFull},
		{Name: "other-lengths", Values: fields[fLengths].Words, Clause: lm20, Field: fLengths},
		{Name: "missed-stop", Values: fields[fMissedStop].Words, Clause: lm33, Field: fMissedStop},
		{Name: "end", Values: fields[fEnd].Words, Clause: lm23, Field: fEnd},
		{Name: "slipstreaming", Values: fields[fSlip].Words, Clause: lm24, Field: fSlip},
		{Name: "bonus-moves", Values: fields[fBonus].Words, Clause: lm26, Field: fBonus},
		{Name: "over-revving", Values: fields[fRevving].Words, Clause: lm27, Field: fRevving},
		{Name: "team-play", Values: fields[fTeams].Words, Clause: lm28, Field: fTeams},
		{Name: "solitaire", Values: fields[fSolitaire].Words, Clause: lm29, Field: fSolitaire},
		{Name: "time-limit", Values: fields[fClock].Words, Clause: lm30, Field: fClock},
		{Name: "le-mans-start", Values: fields[fLeMans].Words, Clause: lm31, Field: fLeMans},
	},
	Tables: []engine.TableAbout{
		{Name: "cards", Columns: []string{"card", "number", "name", "class", "1st", "2nd", "3rd", "4th", "5th", "top", "free", "brakings", "sharp", "hairpin"}},
		{Name: "die", Columns: []string{"face"}},
		{Name: "chances", Columns: []string{"die", "dry", "wet"}},
	},
	Marks: []engine.MarkAbout{
		{Name: "sharp", Corner: true, Letter: 's'},
		{Name: "hairpin", Corner: true, Letter: 'h'},
		{Name: "last"},
		{Name: "so", Own: true, Letter: 'o'},
		{Name: "pit_c", Own: true, Many: true, Letter: 'C'},
		{Name: "pit_d", Own: true, Many: true, Letter: 'D'},
		{Name: "pit_e", Own: true, Many: true, Letter: 'E'},
		{Name: "pit_f", Own: true, Many: true, Letter: 'F'},
	},
	Lists:   []string{"start", "grid"},
	Markers: []engine.MarkerAbout{{Name: "wet", Field: fWet}},
	Bots:    []string{"easy", "medium", "hard"},
	Space:   fSpace,
	Lap:     fLap,
	Rank:    fRank,
	Card:    fCard,
	Seat:    fSeat,
}
