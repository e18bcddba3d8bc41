// Package view is what crosses the socket between race control and whatever looks at a race: JSON lines, one value a line, with a
// version. Every sentence in it is ready to be read; everything that is done is a line of the command grammar (docs/commands.md).
//
// A client says Hello, then orders and queries as it likes. Control answers each by its ID with a Reply and sends a Snapshot after every
// change: always the newest, never all of them. Nothing secret is in any of it (design: secrets).
package view

import "boxstop/engine"

// Version of the protocol. A client of another version is told so and hung up on.
const Version = 1

// MaxLine is the longest line either side sends, in bytes.
const MaxLine = 1 << 20

// ToControl is one line from a client: one of its parts is set.
type ToControl struct {
	V     int    `json:"v"`
	Hello *Hello `json:"hello,omitempty"`
	Order *Order `json:"order,omitempty"`
	Query *Query `json:"query,omitempty"`
}

// FromControl is one line to a client.
type FromControl struct {
	V        int       `json:"v"`
	Snapshot *Snapshot `json:"snapshot,omitempty"`
	Reply    *Reply    `json:"reply,omitempty"`
}

// Hello introduces a client.
type Hello struct {
	Client   string `json:"client"` // "console"
	Language string `json:"language,omitempty"`
}

// Order is something that a person wants done.
type Order struct {
	ID   int64  `json:"id"`
	Line string `json:"line"`          // of the command grammar
	Ask  string `json:"ask,omitempty"` // the ask that it answers (TB-1); an answer without it is taken only if it was typed in words
	Sure bool   `json:"sure,omitempty"`
}

// Query asks for a page.
type Query struct {
	ID   int64  `json:"id"`
	Page string `json:"page"`           // the name of a field of Page
	N    int    `json:"n,omitempty"`    // undo: how many answers; timeline: the entry to look at
	All  bool   `json:"all,omitempty"`  // timeline: struck entries too; options: the dearer and longer part too
	Line string `json:"line,omitempty"` // amend, rule, check: the order that is being prepared
	Mark string `json:"mark,omitempty"` // push, info
	By   int    `json:"by,omitempty"`   // push: spaces ahead (or back), or lanes
	Text string `json:"text,omitempty"` // why, find
}

// Reply answers an order or a query.
type Reply struct {
	ID    int64    `json:"id"`
	Error string   `json:"error,omitempty"` // what, where, what is allowed instead; "" when it was done
	Hint  string   `json:"hint,omitempty"`
	Twice bool     `json:"twice,omitempty"` // say it again with Sure: Error says what it would do
	Stand bool     `json:"stand,omitempty"` // refused, but "stand" would make it a ruling (TB-10)
	Said  []string `json:"said,omitempty"`  // what happened, in words
	Page  *Page    `json:"page,omitempty"`
}

// Stage is what control is busy with.
type Stage string

// The stages.
const (
	SettingUp Stage = "setup"
	Welcome   Stage = "welcome" // an unfinished race was found (TB-17)
	Racing    Stage = "race"
	Over      Stage = "result"
)

// Snapshot is everything that every screen may know, as of line Seq of the race file.
type Snapshot struct {
	Seq      int      `json:"seq"`
	Stage    Stage    `json:"stage"`
	Head     Head     `json:"head"`
	Asks     []Ask    `json:"asks,omitempty"` // open ones, the one to answer first in front
	Table    Table    `json:"table"`
	Strip    *Strip   `json:"strip,omitempty"`
	Last     []string `json:"last,omitempty"`    // the last moves in words, newest first
	PutBack  []string `json:"putback,omitempty"` // what people must move on the board; it stays until "moved" (TB-3)
	Sheet    bool     `json:"sheet,omitempty"`   // PutBack is the move sheet: it is read out in its order, and nothing waits for it (TB-22)
	Dispute  *Dispute `json:"dispute,omitempty"` // a roll that the director must settle (TB-6, S17)
	Tray     []Tray   `json:"tray,omitempty"`
	Kept     string   `json:"kept,omitempty"`     // "his dice lie there: 50 50 50": Enter takes them (TB-5)
	KeptLine string   `json:"keptline,omitempty"` // the order by which Enter takes them
	Runs     []Option `json:"runs,omitempty"`     // what can be run by itself now, each with its key (TB-22)
	Standing []string `json:"standing,omitempty"` // standing orders in words, those alike together
	Offer    string   `json:"offer,omitempty"`    // what the table asks for by its buttons, or claimed and is told
	OfferKey string   `json:"offerkey,omitempty"` // "u": the key that answers it
	Units    []Unit   `json:"units,omitempty"`
	Setup    *Setup   `json:"setup,omitempty"`
	Result   *Result  `json:"result,omitempty"`
	Welcome  *Waiting `json:"welcome,omitempty"`
	Beeps    int      `json:"beeps,omitempty"` // sounds so far: a client that sees it grow sounds Beep (TB-24)
	Beep     string   `json:"beep,omitempty"`  // one, two, long, ticks
	Guard    int      `json:"guard"`           // ms for which an ask must have been on the screen before a key answers it (TB-1)
}

// Head is the first line of every screen.
type Head struct {
	Game     string `json:"game"`
	Board    string `json:"board,omitempty"`
	Practice bool   `json:"practice,omitempty"`
	Progress string `json:"progress,omitempty"` // "lap 2 of 3  turn 23"
	Units    string `json:"units,omitempty"`    // "cup ok  keypad ok"
	Bots     string `json:"bots,omitempty"`     // "1 bot"
	Held     bool   `json:"held,omitempty"`
	Demo     bool   `json:"demo,omitempty"`
	Race     string `json:"race,omitempty"` // "race 13"
}

// Ask is one thing that may be answered.
type Ask struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"` // "gear"
	Form     string   `json:"form"` // roll, declare, move, confirm, draw
	Car      string   `json:"car,omitempty"`
	Who      string   `json:"who"`            // "R RED ANNA"
	Head     string   `json:"head"`           // "ROLL 4 DICE"
	Info     string   `json:"info,omitempty"` // "gear 4      bonus of 100: not taken"
	Waits    bool     `json:"waits"`
	Secret   bool     `json:"secret,omitempty"`
	Done     bool     `json:"done,omitempty"`
	Unsaid   string   `json:"unsaid,omitempty"` // what holds when nobody speaks, in words
	Stays    bool     `json:"stays,omitempty"`  // what is said holds until something else is said (TB-22)
	Dice     int      `json:"dice,omitempty"`
	Faces    []Face   `json:"faces,omitempty"` // of the die: how a roll is typed
	Options  []Option `json:"options,omitempty"`
	Fields   []Field  `json:"fields,omitempty"`   // of a matrix: those that no option has, and why
	More     int      `json:"more,omitempty"`     // options that are listed on request
	Undo     string   `json:"undo,omitempty"`     // what an undo instead of the answer is good for
	Note     []string `json:"note,omitempty"`     // of a roll: what decides it, in one or two columns above Outcomes
	Outcome  []string `json:"outcome,omitempty"`  // head of the columns of Outcomes
	Outcomes []Row    `json:"outcomes,omitempty"` // of a roll: what it may lead to
	Seconds  int      `json:"seconds,omitempty"`  // of its clock
	LeftMS   int      `json:"left,omitempty"`
	Ticking  bool     `json:"ticking,omitempty"`
	Line     string   `json:"line,omitempty"`  // begins a typed roll: "R roll"; faces follow
	Entry    string   `json:"entry,omitempty"` // of a secret: "shown" or "keyboard" (TB-13)
}

// Face is one face of a die: how many of each were rolled is typed as a digit, in this order; the last follows from the number of dice.
type Face struct {
	Word string `json:"word"`
	Say  string `json:"say"`
}

// Option is one answer.
type Option struct {
	Key   string   `json:"key,omitempty"`   // "4", "+", "0": the key that takes it; small whole numbers are the digit itself
	Cols  []string `json:"cols"`            // what it is, where it ends, what it costs
	More  []string `json:"more,omitempty"`  // lines beneath
	Line  string   `json:"line"`            // the order that takes it
	Short string   `json:"short"`           // at most four characters
	Lit   bool     `json:"lit,omitempty"`   // Enter takes it
	Twice bool     `json:"twice,omitempty"` // it puts a car out: asked twice
	Sure  string   `json:"sure,omitempty"`  // what is said then: which other choice would not (TB-23)
	Field string   `json:"field,omitempty"` // of the first one in a field of a matrix: what the field says
	Spot  *Spot    `json:"spot,omitempty"`  // where it ends on the strip
	Row   string   `json:"row,omitempty"`   // where two levels of choices are shown at once (TB-8): its row and column
	Col   string   `json:"col,omitempty"`
}

// Field is a field of a matrix that takes no key: "(R3 did)". Without Col it is the whole row.
type Field struct {
	Row  string `json:"row"`
	Col  string `json:"col,omitempty"`
	Text string `json:"text"`
}

// Row is one line of a table of words.
type Row struct {
	Cells  []string `json:"cells"`
	Alarm  bool     `json:"alarm,omitempty"`
	Lit    bool     `json:"lit,omitempty"`
	Struck bool     `json:"struck,omitempty"`
	Note   string   `json:"note,omitempty"` // a line beneath
}

// Table is the order of the cars with their gauges.
type Table struct {
	Columns []string `json:"columns,omitempty"` // "car", "lap/cell", "gr", "ty", "fu"
	Head    string   `json:"head,omitempty"`    // of a large field, where it is not lap and flag: "car, best lap"
	Cars    []Car    `json:"cars,omitempty"`
	Then    []string `json:"then,omitempty"` // who moves next, and what he will be asked
	Out     []string `json:"out,omitempty"`
	Crews   *Crews   `json:"crews,omitempty"` // where a seat has several cars
}

// Crews are the cars of each seat side by side, with lap and flag (S6).
type Crews struct {
	Title   string   `json:"title"` // "rev counter"
	Columns []string `json:"columns"`
	Rows    []Crew   `json:"rows"`
	Legend  string   `json:"legend"`
	Ahead   []string `json:"ahead"` // marks, the leader first
	Next    []string `json:"next"`  // who goes next
}

// Crew is the cars of one seat.
type Crew struct {
	Mark   string   `json:"mark"` // what their marks begin with
	Name   string   `json:"name"`
	Moving bool     `json:"moving,omitempty"`
	Cells  []string `json:"cells"` // "L2."
}

// Car is one row of the order.
type Car struct {
	Mark   string   `json:"mark"`
	Name   string   `json:"name"`
	Car    string   `json:"car"` // "red"
	Bot    bool     `json:"bot,omitempty"`
	Place  int      `json:"place"`
	Cells  []string `json:"cells"`            // lap and place, then a gauge each
	Alarms []bool   `json:"alarms,omitempty"` // beside Cells
	Moving bool     `json:"moving,omitempty"`
	Moved  bool     `json:"moved,omitempty"`
	Where  string   `json:"where"`          // in words
	At     string   `json:"at"`             // the address
	Next   string   `json:"next"`           // its neighbours in words
	Note   string   `json:"note,omitempty"` // "waits 1 turn, then 1st"
	Out    bool     `json:"out,omitempty"`
	Flag   string   `json:"flag,omitempty"` // one or two characters for tables of many cars
}

// Strip is the unrolled course.
type Strip = engine.Strip

// Spot is a character of it.
type Spot = engine.Spot

// Dispute is a roll that is not taken by itself.
type Dispute struct {
	Head string   `json:"head"` // "WHOSE ROLL?   B's cup 1C02 rolled 5 dice; R ANNA is asked for 4"
	Dice []string `json:"dice"` // its faces
	Unit string   `json:"unit"`
	Ways []Option `json:"ways"`
	Why  string   `json:"why,omitempty"`
}

// Tray is a roll that nobody asked for.
type Tray struct {
	Unit  string `json:"unit"`
	Faces string `json:"faces"`
	Age   int    `json:"age"` // seconds
	Why   string `json:"why"`
	Use   string `json:"use"` // the order that takes it; "": nothing asks for such dice now
	Drop  string `json:"drop"`
}

// Unit is one row of the devices page.
type Unit struct {
	Name  string `json:"name"` // "7F3A"
	Kind  string `json:"kind"`
	What  string `json:"what"` // "6 dice"
	For   string `json:"for"`
	State string `json:"state"` // ok, gone, set aside, not ours, …
	Last  string `json:"last"`
	Bat   string `json:"bat"`
	Off   bool   `json:"off,omitempty"`
	Ours  bool   `json:"ours"`
	Say   string `json:"say,omitempty"` // what is wrong with it and what to do, in a whole sentence
}
