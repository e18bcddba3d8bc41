package engine

// About is what the rest of the house must know of a game so that it can stay ignorant of it.
type About struct {
	Game        string // "pitstop", as in files, folders and commands
	Edition     int
	Title       string // "Pitstop"; the head of screens has it in capitals
	Book        string // publisher and year of the rule book that clauses cite
	MinCars     int
	MaxCars     int
	CarsPerSeat int // 1, 3; 0: any
	Laps        int // that the book asks for; 0: as agreed
	LapsFixed   bool
	GridRolled  string // what it is called when the race asks for rolls for the grid: "roll", "trial" (qualifying); "": it does not
	Miles       int    // a lap has so many miles and set-up asks for miles; 0: set-up asks for laps
	Places      int    // cars a grid place
	RowsBehind  bool   // further grid rows stand behind the listed ones: a board need not list a place for every car
	Unit        string // of speeds: "km/h", "mph"
	Dice        []Die  // kinds of dice, by Ask.Die
	Kinds       []KindAbout
	Asks        []AskAbout // by What; 0 is the ruling
	Picks       []PickAbout
	Fields      []FieldAbout // by Field; 0 is none
	Clauses     []string     // by Clause; 0 is ""
	Faults      []string     // by Fault; 0 is ""
	Remarks     []string     // by Remark; 0 is ""
	Options     []TableOption
	Tables      []TableAbout // that the box must bring
	Marks       []MarkAbout  // of a space, in the order of the bits of Mark
	Lists       []string     // of spaces that a board must bring: "grid", "boxes"
	Markers     []MarkerAbout
	Bots        []string // levels, weakest first
	LimitStep   int      // of posted limits: 20 mph, 50 km/h; 0: no limits in this game
	Across      bool     // lanes are changed sideways, not diagonally
	Round       bool     // a corner is what has a limit, not what bends (Pitstop's kerbs)
	Space       Field    // the field that says where a car stands
	Lap         Field
	Rank        Field // the field that "order" sets; 0: none
	Card, Seat  Field // fields that a joining car brings; 0: none
}

// Die is a kind of die in the box. Its faces are the first column of a table of the box, one row a face.
type Die struct {
	Name  string
	Table string
}

// KindAbout is a kind of event.
type KindAbout struct {
	Name  string
	Quiet bool // bookkeeping that costs and moves nothing: not printed unless all are asked for
	Drive bool // a step of a drive: never leads back
	Loud  bool // worth the long sound: last lap, finish, yellow
}

// AskAbout is a kind of ask.
type AskAbout struct {
	Name string // "gear": also the name by which a script answers it, unless its options have choices of their own
	Talk bool   // answering it is worth a line on its own
	Of   Field  // the values of its options are said as those of this field ("3rd" for 3); 0: as numbers
	// Stays: what is declared holds for the car until it declares otherwise, a standing order (TB-22). Of an ask that the race does not
	// wait for, whose options run from faster to slower and can be listed for any car at any time.
	Stays bool
}

// PickAbout is the name of a choice.
type PickAbout struct {
	Name  string
	Holds Holds
	Words []string // with AWord: by value
	None  string   // with ACar: what 0 is called ("no")
	Step  int64    // of a count: the digit that chooses a value is the value ÷ Step (20 mph: 5 is 100); 0: the value itself
	Mute  bool     // left out of exported lines and of the levels of a screen, unless it alone tells two options apart ("cost")
}

// TableOption is a choice at set-up; the first value is the default. It is held in a field of the same name that a ruling may set.
type TableOption struct {
	Name   string // blanks are hyphens: "pit-entry"
	Values []string
	Clause Clause
	Field  Field
}

// TableAbout is a table that a rule set wants from the box.
type TableAbout struct {
	Name    string
	Columns []string
}

// MarkAbout is a word printed on spaces.
type MarkAbout struct {
	Name   string // as a board file says it: "pit", "so", "black"
	Corner bool   // a section with one is a corner
	Beside bool   // not the space itself but a place of its own beside it, that holds any number of cars (Pitstop's pit cell)
	Own    bool   // the space is called by it (SO of corner 2)
	Land   bool   // a landmark to count from (pit entry, blue line)
	Many   bool   // the board's capacity does not bind such a space: the rule set says how many cars stand there (Le Mans' pits)
	Letter byte   // on strips; 0: none
}

// MarkerAbout is something that lies on the board besides cars. Where Field is set, it is a bit of that number of the race for every
// corner, and a ruling may lay it or take it up.
type MarkerAbout struct {
	Name  string
	Field Field
}

// Holds says how a number is written.
type Holds uint8

// How a number is written.
const (
	Count   Holds = iota
	ASpace        // section.lane.number in positions, an address in scripts
	APath         // letters
	ACar          // a mark
	AFlag         // yes or no
	AWord         // one of Words
	AnArrow       // an arrow of the board, from 1: its name
)

// FieldAbout is a number of the state, as everybody may know that it exists.
type FieldAbout struct {
	Name     string
	Unit     string
	Holds    Holds
	Words    []string // with AWord: by value
	Car      bool     // every car has one
	Secret   bool
	Gauge    bool // shown beside the car
	Hand     bool // a counter on a dashboard, or a token, that people must set by hand (TB-3)
	Ruled    bool // a ruling may set it
	Goes     bool // goes along when two cars change places
	Min, Max int64
}

// Chosen is the table option of a set-up that a field keeps: its place in Values.
func (a *About) Chosen(s *Setup, f Field) int {
	for i := range a.Options {
		if a.Options[i].Field == f && i < len(s.Options) {
			return s.Options[i]
		}
	}
	return 0
}
