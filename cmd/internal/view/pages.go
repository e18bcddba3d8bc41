package view

// Page is the answer to a query: the field of the query's name is set.
type Page struct {
	Timeline *Timeline `json:"timeline,omitempty"`
	Undo     *Undo     `json:"undo,omitempty"` // Query.N answers; also "redo"
	Redo     *Undo     `json:"redo,omitempty"`
	Amend    *Amend    `json:"amend,omitempty"` // Query.Line: "amend 207 K roll 50 50 d" or "strike 208"
	Rule     *Ruling   `json:"rule,omitempty"`  // Query.Line: "rule R at c4.1", or "" for the form as the book has it
	Push     *Push     `json:"push,omitempty"`  // Query.Mark, Query.Text (address it is on), Query.By
	Check    *RollCall `json:"check,omitempty"`
	Why      *Text     `json:"why,omitempty"`
	Log      *Text     `json:"log,omitempty"`
	Info     *Text     `json:"info,omitempty"`
	Board    *Text     `json:"board,omitempty"`
	Sheet    *Text     `json:"sheet,omitempty"` // Query.Text: "laps", "table", …
	Options  *Ask      `json:"options,omitempty"`
	Reports  []Option  `json:"reports,omitempty"`
	Devices  *Devices  `json:"devices,omitempty"`
}

// Text is a page of lines. Lines are at most 76 characters.
type Text struct {
	Title string   `json:"title"`
	Head  string   `json:"head,omitempty"`
	Lines []string `json:"lines"`
}

// Timeline is the answers of the race (S9).
type Timeline struct {
	Title  string   `json:"title"`
	Rows   []Entry  `json:"rows"`
	At     int      `json:"at"`   // the entry looked at
	Side   []string `json:"side"` // what it did
	Hidden []int    `json:"hidden,omitempty"`
}

// Entry is one answer or order in the race file.
type Entry struct {
	No     int    `json:"no"`
	Turn   int    `json:"turn"`
	From   string `json:"from"`
	Line   string `json:"line"`
	Struck bool   `json:"struck,omitempty"`
	Answer bool   `json:"answer,omitempty"` // it can be amended or struck
	Note   string `json:"note,omitempty"`
}

// Undo is what taking answers back would do (S15). Nothing is written yet.
type Undo struct {
	Title  string   `json:"title"`
	Head   string   `json:"head"`
	Strike []Row    `json:"strike"`        // number, answer, what is kept for it
	Board  []string `json:"board"`         // what to put back on the board
	Dash   []string `json:"dash"`          // and on the dashboards
	Then   string   `json:"then"`          // what is asked then
	N      int      `json:"n"`             // how many answers; less than asked where there are no more
	Line   string   `json:"line"`          // the order that does it
	Run    int      `json:"run,omitempty"` // so many of the newest answers are one run: taken back together by one key (TB-22)
}

// Amend is what an amendment would do (S9). Nothing is written yet.
type Amend struct {
	Head  string   `json:"head"`
	Side  []string `json:"side"`
	Fits  bool     `json:"fits"`  // all later answers still fit
	First string   `json:"first"` // the first that does not, and what is allowed instead
	Board []string `json:"board"`
	Dash  []string `json:"dash"`
	Keep  string   `json:"keep"` // the orders that do it: all fit / cut there
	Cut   string   `json:"cut"`
}

// Ruling is the form of a ruling (S8).
type Ruling struct {
	Cars    []RuledCar `json:"cars"`
	Fields  []string   `json:"fields"`  // short names of what can be set beside the place
	Names   []string   `json:"names"`   // their names in orders
	Lap     string     `json:"lap"`     // which of them is the lap
	Options []Choice   `json:"options"` // table options
	Reasons []string   `json:"reasons"`
	Check   []string   `json:"check"` // what would follow
	Wrong   string     `json:"wrong,omitempty"`
	Strip   *Strip     `json:"strip,omitempty"`
	Line    string     `json:"line"`
}

// RuledCar is one row of the form of a ruling.
type RuledCar struct {
	Mark, Name string
	Was, Is    string   // in words
	WasAt, At  string   // addresses
	Values     []string // of Fields, as they would be
	Changed    []bool   // of Values
	Moved      bool
}

// Choice is a setting with its values.
type Choice struct {
	Name   string   `json:"name"`
	Say    string   `json:"say"`
	Values []string `json:"values"`
	Says   []string `json:"says,omitempty"` // each of Values in words; none: as they are
	Is     string   `json:"is"`
	Clause string   `json:"clause,omitempty"`
}

// Push is where a car goes that is pushed some spaces.
type Push struct {
	At    string `json:"at"`
	Where string `json:"where"`
	Laps  int    `json:"laps,omitempty"` // by how many the lap changes: the line was crossed on the way
}

// RollCall is the reading out of every car (S14).
type RollCall struct {
	Head  string   `json:"head"`
	Rows  []Car    `json:"rows"`  // running cars in road order, leader first
	Count int      `json:"count"` // how many cars stand on the board
	Out   []string `json:"out"`
	Dash  []string `json:"dash"`  // beside Rows: "gear 4 tyres 11 fuel 9"
	Marks []string `json:"marks"` // markers on the board
	Strip *Strip   `json:"strip,omitempty"`
}

// Devices is the devices page (S10).
type Devices struct {
	Units []Unit   `json:"units"`
	Last  []string `json:"last"`
	Note  string   `json:"note,omitempty"`
}

// Setup is the set-up page (S1).
type Setup struct {
	Race    string   `json:"race"`
	Lines   []Choice `json:"lines"` // 1 game, 2 board, 3 season, 4 options, 5 laps, 6 grid, 7 pace, 8 rolls, 9 house
	Options []Choice `json:"options"`
	House   []string `json:"house,omitempty"`
	Cars    []Seat   `json:"cars"`
	Spare   []Spare  `json:"spare"`           // cars of the box that are not entered yet
	Cards   int      `json:"cards,omitempty"` // cards in the box that are dealt: any number of cars to a driver
	ToDo    []string `json:"todo"`
	Wrong   []string `json:"wrong,omitempty"` // it cannot start for these
	Notes   []string `json:"notes,omitempty"` // worth saying: "Blue and Black begin alike: …"
	Levels  []string `json:"levels"`
	Same    bool     `json:"same,omitempty"` // filled from last time
}

// Seat is one row of the set-up page.
type Seat struct {
	Mark, Car, Driver, By, Rolls, Station string
	Bot                                   string // its level; "": a person drives
	Card                                  string
	Rest                                  string // of the line that enters it: its units, its team
	Grid                                  int
}

// Spare is a car of the box that is not entered yet.
type Spare struct {
	Car, Say   string
	Mark, Card string // where it has a number of its own, and a card
}

// Result is the result page (S11).
type Result struct {
	Head   string   `json:"head"`
	Rows   []Row    `json:"rows"` // place, mark, car, driver, end, points
	Season []string `json:"season,omitempty"`
	Grid   []string `json:"grid,omitempty"`
	Best   []string `json:"best,omitempty"`
	House  []string `json:"house,omitempty"`
	Kept   string   `json:"kept"`
	Bots   bool     `json:"bots,omitempty"`
	Next   string   `json:"next,omitempty"` // the order that sets up the next race of the season
}

// Waiting is the welcome page (S16).
type Waiting struct {
	Head  string   `json:"head"`
	Read  string   `json:"read"` // "210 answers read, the last one whole"
	Last  []string `json:"last"`
	Now   string   `json:"now"`
	Units []string `json:"units,omitempty"`
	Other []string `json:"other,omitempty"`
	Off   string   `json:"off,omitempty"`
}
