// Package engine is the seam between a boxed game's rules and everything that knows no rule.
//
// A rule set says what a race waits for (Asks), what may be answered (Options), and what an answer leads to (Decide): a list of Events,
// each of which sets at most one number of the race and says why. Whoever owns the race applies them (Apply), which knows no rule.
//
// The package is pure: it reads no clock, no die, no device and no file. Equal answers give an equal race on every machine.
package engine

// Car numbers a car by its place in Setup.Entries, from 1; 0 is no car: the race itself.
type Car uint8

// Seat numbers who answers, a driver or a team, from 1; 0 is the race director, for the table.
type Seat uint8

// A rule set numbers its own words; About lists them. Files, sockets and scripts hold the words, never the numbers.
type (
	Kind   uint8 // of event: "drives", "pays", "spins-out"
	Field  uint8 // of state: "space", "wear"; 0: none
	What   uint8 // of ask: "speed", "move", "chance"; 0: a ruling
	Clause uint8 // "SC-10"; 0: none
	Fault  uint8 // of infraction: "gear-jump"
	Pick   uint8 // of choice: "gear", "to"
	Remark uint8 // of a stand: "waits"; 0: nothing to say
)

// Form is what an answer looks like. Devices and screens know no more of an ask.
type Form uint8

// The forms of an ask.
const (
	Roll    Form = iota + 1 // Dice dice of kind Die: Answer.Faces
	Declare                 // the value of one of the options
	Move                    // the path of one of the options, or any other legal path
	Confirm                 // Value 1 or 0
	Draw                    // an order of cars, by lot or by hand: Answer.Order
	Report                  // something irregular that the table saw: Value, and Space where it says so (TB-11)
)

// Ask is one thing that may be answered now. It is a comparable value: it stays equal to itself, Done apart, for as long as it is open,
// and no other ask that is open with it equals it. Asks that the race waits for may be answered in any order, to the same effect; one
// that it does not wait for stands before the ask whose answer closes it (TB-7).
type Ask struct {
	What    What
	Form    Form
	Seat    Seat // who answers
	Car     Car  // for which car; 0: the answer says which
	Waits   bool // the race waits for it; else Unsaid holds when another answer closes it
	Secret  bool
	Done    bool  // answered in secret, and open to change until the reveal
	Dice    uint8 // of a roll
	Die     uint8 // of a roll: which of About.Dice
	At      Space // of a roll: the space that it decides about; 0: none
	Seconds uint8 // the time to answer; 0: no limit. When it is over the owner answers with Late (TB-20)
	Unsaid  int16 // the Value that holds when nobody speaks; of a timed ask the one that holds when its time ran out
	Turn    uint16
	Step    uint16 // tells asks of one kind, car and turn apart
	Leg     uint8  // of a car that goes alone: which of its goes, from 1 (a qualifying lap); 0: all move in turn
}

// Same reports whether two asks are the same ask, answered in secret or not.
func (a Ask) Same(b Ask) bool {
	a.Done, b.Done = false, false
	return a == b
}

// Pay is a price: N of a gauge, by a clause.
type Pay struct {
	Field  Field
	Clause Clause
	N      int16
}

// Fate is how a move ends where it does not simply end.
type Fate uint8

// The fates of a move.
const (
	Drives    Fate = iota
	Chances        // a roll on the way decides
	SpinsOut       //
	Collides       // with the car By
	Stops          // in the pits, beside the track, by rule
	GoesOut        // screens ask twice
	Completes      // the race
)

// Option is one answer on the list of an ask. It holds no text: Rules.Choices gives its names and values, Words says it when somebody
// looks. Of a roll the options are what it may lead to, one for each distinct outcome: no answer names one.
type Option struct {
	Car     Car
	Fate    Fate
	Note    uint8 // tells it from another with the same end; what it means is the rule set's
	Value   int64 // a declared value, a gear, a speed
	Path    Path
	End     Space
	Pays    [3]Pay
	Refusal Refusal // of an option that is not offered
}

// Refusal is why an option is not offered.
type Refusal struct {
	Clause Clause
	By     Car   // the car in the way, if that is why
	At     Space // where
	Step   uint8 // at which step of the path
	Fault  Fault
	N      int16 // what is lacking
}

// Which says which options to list.
type Which uint8

// What Options may be asked for.
const (
	// Offered is cheapest first, without those that another covers. One alone is the sensible thing to do: a run does it (TB-22).
	Offered Which = iota
	Legal         // every distinct outcome; perft counts these
	Refused       // what a person might look for in vain, each with its Refusal
)

// MaxDice is the most dice that one roll has.
const MaxDice = 12

// Answer answers one ask, or rules (What 0). It says what is done, not the how-manieth option: a list may differ in a later edition.
type Answer struct {
	What   What
	Car    Car
	Late   bool // the time is over: what holds unsaid
	Join   bool // a ruling by which Car, one more than there are, joins (TB-16): its card, seat and space are in Set
	Value  int64
	Note   uint8          // of the option that is meant, where several differ in nothing else
	Space  Space          // of a report: where
	Path   Path           // all of the move: steps, and the last sideways ones of a pull-over
	Faces  [MaxDice]uint8 // faces of the box's die, numbered from 1; 0: no more dice
	Order  []Car          // of a Draw
	Set    []Setting      // a ruling: all of it, or none
	Reason string         // of a ruling
}

// Dice is the number of dice of a roll.
func (a *Answer) Dice() int {
	for i, f := range a.Faces {
		if f == 0 {
			return i
		}
	}
	return MaxDice
}

// Setting is one number that a ruling sets.
type Setting struct {
	Field Field
	Car   Car
	Is    int64
}

// Event is one thing that happened. At most one number of the race changes by it: Field of Car, from Was to Is. It is a value without a
// pointer. A secret event holds its secret; Redacted leaves it out.
type Event struct {
	Kind    Kind
	Field   Field
	Clause  Clause
	Car     Car
	By      Car   // the other car
	At      Space // where
	Was, Is int64
	N       int64 // by Kind: an excess, a sum of dice
	Path    Path
}

// Redacted is the event as everybody may see it: without its numbers, if they are secret.
func (e Event) Redacted(a *About) Event {
	if a.Fields[e.Field].Secret {
		e.Was, e.Is, e.N, e.At, e.Path = 0, 0, 0, 0, 0
	}
	return e
}

// Infraction is a forbidden answer: what, where, and what is allowed instead, as a key and values. Words says it (TB-25).
type Infraction struct {
	Fault  Fault
	Clause Clause
	Car    Car
	By     Car
	At     Space
	What   What    // of the ask that is meant
	N      int64   // what was said
	Lo, Hi int64   // what is allowed
	Near   bool    // of a report: the board may not be as the race has it, the car is worth a look (TB-11)
	Led    []Event // what it would have led to, where that can stand on the board: one key makes it a ruling (TB-10)
}

// Error says the infraction without words: only who has no Words at hand reads it.
func (i *Infraction) Error() string { return "forbidden by the rules" }

// Entry is a car, its driver, and its card in the box.
type Entry struct {
	Mark  string // one to three letters or digits, unique (TB-18)
	Car   string // "red", "alfa"
	Name  string // the driver: who he is in a season
	Seat  Seat   // who answers for the car; several cars of a team have one seat
	Card  int    // row of the box's table of cards, from 0
	Place int    // on the grid, from 1; 0: as drawn
}

// Setup is what a race starts from.
type Setup struct {
	Board   *Board
	Box     *Box
	Entries []Entry
	Laps    int   // 0: as the rule book says
	Miles   int   // as agreed, where the game is run over miles: the rule set turns them into laps; 0: Laps holds
	Options []int // the index of the chosen value of each of About.Options; nil: all first ones
	Grid    Grid
}

// Grid is how the cars come to their grid places.
type Grid uint8

// The ways to a grid.
const (
	ByHand Grid = iota // Entry.Place of each, or the order of the entries
	ByLot              // the race asks for a Draw first
	ByRoll             // the race asks for rolls first
)

// Box is what is printed in a box beside the board: tables of words and numbers. Only the rule set knows what they mean.
type Box struct {
	Game, Name string
	Kind       string // practice, survey or reconstruction
	Text       []byte // of its file
	Tables     map[string]*Table
}

// Table is one printed table.
type Table struct {
	Columns []string
	Rows    [][]string
	Lines   []int // where each row stands in its file, for messages
}

// Problem is one mistake in a board or a box, in words for the person who typed it.
type Problem struct {
	Table   string // of the box; "": of the board
	Row     int    // of that table, from 0; -1: the table as a whole
	Section int    // of the board, from 0; -1: the board as a whole
	Text    string // what, and what is allowed instead
}

// State is what has become of a car, as every screen needs it.
type State uint8

// The states of a car.
const (
	Running State = iota
	Standing
	Finished
	Retired
	Disqualified
)

// Stand is where a car is and how it fares.
type Stand struct {
	Car    Car
	Place  int // in the race, from 1; of a finished race the classification
	Lap    int // the lap that it is in, from 1; 0 before the line at the start
	Spaces [2]Space
	State  State
	Moves  bool   // still to move in this turn
	Queue  int64  // those with a higher number move after those with a lower one, whatever their places
	Remark Remark // what else to say: Words.Remark
	N      int64
	Turn   int    // in which it ended
	At     Space  // where it ended
	Clause Clause // by which it ended
}

// Gauge is one number of a car as a screen shows it.
type Gauge struct {
	Field        Field
	Value, Limit int64
	Alarm        bool
	Unlimited    bool // as many as it likes: the number says nothing
}

// Marker is something that lies on the board besides cars: a wet marker, a limit token, a pit clock (TB-3).
type Marker struct {
	Kind uint8 // of About.Markers
	At   Space
	Car  Car
	N    int64
}

// Result is one finished race as a season sees it.
type Result struct {
	Setup  Setup
	Stands []Stand // in classification order
}

// Score is one row of a championship.
type Score struct {
	Who    string    // driver or team
	By     []float64 // race by race
	Points float64
}

// Season is how a championship stands.
type Season struct {
	Table  []Score
	Points [][]float64 // of each race, in the order of its Stands
	Clause Clause      // by which they are given
	Grid   []string    // drivers in the order of the next grid; nil: drawn anew
}

// Sheet is a printable record: lap record, qualifying, record pad.
type Sheet struct {
	Title   string
	Columns []string
	Rows    [][]string
}

// Choice is one name and value of an option: gear 4, to c5-2.
type Choice struct {
	Pick  Pick
	Value int64
}

// Rules is one boxed game's rule book: immutable, safe for concurrent use.
type Rules interface {
	About() *About
	// Check finds what a rule set cannot race on, all at once; nil: this board and box can be raced.
	Check(*Board, *Box) []Problem
	// Start lines the cars up. The error says, in the director's words, why this field cannot race here.
	Start(Setup) (Race, error)
	// Read reads what Race.Position wrote. The set-up's entries may be nil: a car stands for every one of the line.
	Read(Setup, string) (Race, error)
	// Choices appends the names and values of an option of an ask, in a fixed order (TB-8).
	Choices(dst []Choice, a Ask, o Option) []Choice
	// Season is the championship after these races, all of this game.
	Season([]Result) Season
	// Sheets are the records of a race, from its answers that stand.
	Sheets(Setup, []Event) []Sheet
	// Bot drives at a level: "easy", "medium" or "hard"; nil: no such bot.
	Bot(level string) Bot
	// Catalog is the words of a language, such as "en"; nil: not there.
	Catalog(language string) []byte
}

// Averager is a rule set with cards of which something can be said on the average. Who types a card sees there what reading it back does not
// show. Titles and heads of columns are keys of the catalog, as those of Sheets.
type Averager interface {
	// Averages has a row a card, for that board; both have no mistake.
	Averages(*Board, *Box) Sheet
}

// Race is one race in progress. It belongs to one goroutine. Methods that take dst append to it.
type Race interface {
	// Asks appends what may be answered, in a fixed order. None that the race waits for: it is over.
	Asks(dst []Ask) []Ask
	// Reports appends what the table might have seen now (TB-11).
	Reports(dst []Ask) []Ask
	Options(dst []Option, a Ask, w Which) []Option
	// Decide says what an answer leads to and changes nothing; a forbidden answer is an *Infraction.
	Decide(dst []Event, a Answer) ([]Event, error)
	// Apply assigns, and knows no rule.
	Apply(Event)
	// Stands appends where every car is, by place.
	Stands(dst []Stand) []Stand
	Gauges(dst []Gauge, c Car) []Gauge
	Markers(dst []Marker) []Marker
	// Value is one number of the state; the race's own for car 0.
	Value(f Field, c Car) int64
	Cars() int
	Turn() int
	// Public is the race as that seat may know it; seat 0 is what everybody knows. Every screen, device, bot and log is fed from it.
	Public(Seat) Race
	Clone() Race
	// Position appends the race as one line; hidden secrets are "?".
	Position(dst []byte) []byte
}

// Bot answers an ask from what its seat may know, choosing among the options. luck is a random word: the engine draws none.
type Bot interface {
	Answer(r Race, a Ask, luck uint64) Answer
}
