// Package control is race control. A Session is one race with everything that was ever ordered in it: it reads lines of the command
// grammar, answers asks, takes answers back, and says what to write into the race file. It is synchronous and knows no goroutine, no file
// and no device: control.go owns one, a script plays on one.
package control

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/racefile"
	"boxstop/engine"
)

// Open is an ask with its id: the number of the file line that opened it and its place among those that this line opened, so that no id
// returns (TB-1).
type Open struct {
	engine.Ask
	ID    string
	Since int64 // ms of the race's clock
}

// act is an answer that stands.
type act struct {
	No     int // the file line by which it was first given: it keeps it when it is decided anew
	Born   int // the file line that it was decided by
	From   string
	Line   string
	Turn   int
	Car    engine.Car
	Ask    engine.Ask // that it answered; without What: a ruling
	Roll   string     // the dice that it rolled, as typed
	Run    int        // the line of the run that it was part of; 0: of none
	Events []engine.Event
}

// ruled reports whether it was a ruling and answered nothing.
func (a *act) ruled() bool { return a.Ask.What == 0 }

// amendment is an amendment that stands: its line, and what it took out.
type amendment struct {
	Seq, At    int
	From, Line string
	Old        []act
}

// kept is a roll that was struck: a fact (TB-5).
type kept struct {
	Ask  engine.Ask // that it answered
	Car  engine.Car
	Roll string // "50 50 50"
	From string
}

// driver is who drives a car.
type driver struct {
	Name  string
	Bot   string // level; "": a person
	Since int    // turn
}

// Stint is a driver and the turns in which he drove.
type Stint struct {
	Name     string
	Bot      bool
	From, To int
}

// Session is one race.
type Session struct {
	Rules engine.Rules
	About *engine.About
	Setup engine.Setup
	Plan  *Plan // what it was set up from
	Words *engine.Words
	typed *engine.Words

	race    engine.Race
	events  *engine.EventReader
	whole   int            // bytes of the file that was read
	endMS   int64          // of its last line
	read    []engine.Event // of the line of a file that was read last
	asks    []engine.Ask   // of the last settlement
	acts    []act
	amends  []amendment
	struck  []act
	redo    []act // newest struck first to come back: the last one
	keeps   []kept
	shows   []act  // declarations that were shown and struck: facts too
	pending string // an amendment that was shown and not done yet
	open    []Open
	closed  map[string]string // by id: what closed it
	seq     int
	now     func() int64 // ms of the race's clock
	write   func(racefile.Line)
	drivers []driver
	stints  [][]Stint // by car, those that ended
	held    bool
	confirm bool // pace: the race waits for "moved"
	moved   bool // what is on show has been moved on the board
	movedAt int  // the line that said so last
	putback []engine.Hand
	table   *engine.Picture // what stood on the table before what putback is for; nil: nothing is to be put back
	sheet   sheet
	stays   []standing // in the order in which they were said
	stayed  int        // so many answers were looked at for stays
	live    bool       // people sit at it: standing orders hold as soon as dice come
	demo    bool       // nobody moves anything on a board
	house   []string
	notes   []Note
	tray    []TrayRoll
	units   map[string]Binding
	refused *refusal
	luck    uint64
	loading bool
	beeps   int
	beep    string
	ended   bool                // by "end"
	aside   bool                // left for another day
	counts  map[string][]uint32 // by unit: its own counts of the last rolls that are in the file
	parts   []TrayRoll          // of a set of units, for one ask
}

// Note is a remark or a protest beside an entry.
type Note struct {
	Entry   int
	Text    string
	Protest bool
	Turn    int
}

// refusal is an answer that was refused and could be made to stand.
type refusal struct {
	line string // the answer
	led  []engine.Event
}

// Binding is whom a unit serves.
type Binding struct {
	Mark  string // of a driver's car; "": the table
	Table bool
	Off   bool
}

// Outcome is what an order led to.
type Outcome struct {
	Events []engine.Event // redacted
	Said   []string
	Twice  string // it is done only when said again; what it would do
	Part   bool   // of a roll of several units: nothing is in the file yet
}

// Refused is an order that was not carried out.
type Refused struct {
	Text, Hint string
	Stand      bool // "stand" would make it a ruling
}

func (e *Refused) Error() string { return e.Text }

func refuse(f string, a ...any) error { return &Refused{Text: fmt.Sprintf(f, a...)} }

// Start lines the cars of a plan up. Lines of the head and every later line are handed to write.
func Start(p *Plan, now func() int64, write func(racefile.Line)) (*Session, error) {
	s, err := begin(p, now, write)
	if err != nil {
		return nil, err
	}
	if p.Position != "" {
		s.race, err = s.Rules.Read(s.Setup, p.Position)
	} else {
		s.race, err = s.Rules.Start(s.Setup)
	}
	if err != nil {
		return nil, &Refused{Text: err.Error()}
	}
	for _, l := range p.Head() {
		write(racefile.Line{Source: "head", Text: l})
	}
	s.log("director", "start", nil)
	s.settle()
	return s, nil
}

func begin(p *Plan, now func() int64, write func(racefile.Line)) (*Session, error) {
	if wrong := p.Wrong(); len(wrong) > 0 {
		return nil, &Refused{Text: strings.Join(wrong, "; ")}
	}
	s := &Session{
		Rules: p.Rules, About: p.Rules.About(), Setup: p.Setup(), Plan: p, now: now, write: write, closed: map[string]string{}, units: map[string]Binding{},
		house: slices.Clone(p.House), confirm: p.Pace == "confirm", luck: p.Seed, moved: true, counts: map[string][]uint32{},
	}
	var err error
	if s.Words, err = engine.NewWords(p.Rules, s.Setup, p.Language); err != nil {
		return nil, err
	}
	s.typed = s.Words.Script()
	s.events = engine.NewEventReader(s.typed)
	for _, c := range p.Cars {
		s.drivers = append(s.drivers, driver{Name: c.Driver, Bot: c.Bot, Since: 1})
		s.stints = append(s.stints, nil)
		if c.Die != "" {
			s.units[c.Die] = Binding{Mark: c.Mark}
		}
	}
	for _, u := range p.TableUnits {
		s.units[u] = Binding{Table: true}
	}
	return s, nil
}

// Race is the race as everybody may know it.
func (s *Session) Race() engine.Race { return s.race.Public(0) }

// Seq is the number of the last line.
func (s *Session) Seq() int { return s.seq }

// Asks are the open asks.
func (s *Session) Asks() []Open { return s.open }

// Over reports whether the race waits for nothing more.
func (s *Session) Over() bool {
	return s.ended || !slices.ContainsFunc(s.open, func(o Open) bool { return o.Waits })
}

// Held reports whether the race is held.
func (s *Session) Held() bool { return s.held }

// log writes a line; its number is the session's newest.
func (s *Session) log(from, text string, evs []engine.Event) {
	if s.loading {
		s.seq++
		return
	}
	var b []byte
	for i, e := range evs {
		if i > 0 {
			b = append(b, "; "...)
		}
		b = s.typed.AppendEvent(b, e)
	}
	s.logRaw(from, text, b)
}

func (s *Session) logRaw(from, text string, events []byte) {
	s.seq++
	if !s.loading {
		s.write(racefile.Line{Seq: s.seq, MS: s.now(), Source: from, Text: text, Events: events})
	}
}

// settle finds which asks are open after line seq, and gives new ones their ids. by says what was done, for whoever comes too late.
func (s *Session) settle(by ...string) {
	was := s.open
	s.asks = s.race.Asks(s.asks[:0])
	next := make([]Open, 0, len(s.asks))
	opened := 0
	for _, a := range s.asks {
		i := slices.IndexFunc(was, func(o Open) bool { return o.Same(a) })
		if i >= 0 {
			next = append(next, Open{a, was[i].ID, was[i].Since})
			continue
		}
		opened++
		next = append(next, Open{a, strconv.Itoa(s.seq) + "." + strconv.Itoa(opened), s.now()})
	}
	for _, o := range was {
		if !slices.ContainsFunc(next, func(n Open) bool { return n.ID == o.ID }) {
			if len(s.closed) > 4096 {
				clear(s.closed)
			}
			s.closed[o.ID] = strings.Join(by, " ")
		}
	}
	s.open = next
}

// decide decides an answer and lets it stand.
func (s *Session) decide(from string, a engine.Ask, ans *engine.Answer, line string) ([]engine.Event, error) {
	if line == "" {
		line = string(s.typed.AppendAnswer(nil, s.Rules, s.race, a, ans, s.faces(a.Die)))
	}
	evs, err := s.race.Decide(nil, *ans)
	if err != nil {
		return nil, err
	}
	roll := ""
	if a.Form == engine.Roll && !ans.Late {
		_, roll, _ = strings.Cut(line, "roll ")
	}
	s.stand(from, line, evs, a, ans.Car, roll)
	return evs, nil
}

// stand lets events stand as a new answer.
func (s *Session) stand(from, line string, evs []engine.Event, a engine.Ask, car engine.Car, roll string) {
	turn := s.race.Turn()
	src := from
	var before *engine.Picture
	if a.What == 0 || a.Form == engine.Report || from == "kept" || isAgain(from) {
		before = s.corrects()
	}
	id := ""
	if roll != "" {
		src = s.useKept(from, a, roll)
		if i := slices.IndexFunc(s.open, func(o Open) bool { return o.Same(a) }); i >= 0 {
			id = s.open[i].ID
		}
	}
	s.hearLine(src)
	s.log(src, line, evs)
	for _, e := range evs {
		s.race.Apply(e)
	}
	s.acts = append(s.acts, act{
		No: s.seq, Born: s.seq, From: src, Line: line, Turn: turn, Car: car, Ask: a, Roll: roll, Events: slices.Clone(evs),
	})
	s.untray(src)
	for _, e := range evs {
		if s.About.Kinds[e.Kind].Loud {
			s.sound("long")
		}
	}
	public := line
	if a.Secret {
		public = s.Words.Mark(car) + " has declared"
	}
	s.settle(public)
	if a.Secret {
		s.declared(a)
	}
	if id != "" {
		s.argued(id)
		s.parts = nil
	}
	s.goesOn(line, a)
	s.corrected(before)
	if before == nil {
		s.onSheet()
	}
	s.refused = nil
	if !s.loading {
		s.declareAgain()
	}
}

func (s *Session) sound(what string) { s.beeps, s.beep = s.beeps+1, what }

// faces are the words of a kind of die's distinct faces.
func (s *Session) faces(die uint8) []string { return Faces(s.About, s.Setup.Box, die) }

// Faces are the words of the distinct faces of a kind of die: the first column of its table.
func Faces(a *engine.About, box *engine.Box, die uint8) []string {
	if int(die) >= len(a.Dice) || box == nil {
		return nil
	}
	t := box.Tables[a.Dice[die].Table]
	if t == nil {
		return nil
	}
	var out []string
	for _, r := range t.Rows {
		out = append(out, r[0])
	}
	return out
}

// Sides is the kind of face, from 1, on each side of a die: its table's "faces" column says how many sides have each.
func Sides(a *engine.About, box *engine.Box, die uint8) []uint8 {
	if int(die) >= len(a.Dice) || box == nil || box.Tables[a.Dice[die].Table] == nil {
		return nil
	}
	t := box.Tables[a.Dice[die].Table]
	col := slices.Index(t.Columns, "faces")
	var out []uint8
	for i, r := range t.Rows {
		n := 1
		if col >= 0 {
			n, _ = strconv.Atoi(r[col])
		}
		for range n {
			out = append(out, uint8(i+1))
		}
	}
	return out
}

// find is the open ask with an id.
func (s *Session) find(id string) (Open, error) {
	i := slices.IndexFunc(s.open, func(o Open) bool { return o.ID == id })
	if i >= 0 {
		return s.open[i], nil
	}
	if by, ok := s.closed[id]; ok && by != "" {
		return Open{}, refuse("too late: %s came first; nothing done", by)
	}
	return Open{}, refuse("too late: that was settled before; nothing done")
}

// say puts an error of the engine in words.
func (s *Session) say(err error, line string) error {
	var inf *engine.Infraction
	var amb *engine.Ambiguous
	switch {
	case err == nil:
		return nil
	case errors.As(err, &inf):
		s.refused = nil
		if len(inf.Led) > 0 {
			if w, _, _ := strings.Cut(line, " "); inf.Car != 0 && s.Words.CarOf(w) == 0 {
				line = s.Words.Mark(inf.Car) + " " + line
			}
			s.refused = &refusal{line: line, led: inf.Led}
		}
		no := &Refused{Text: string(s.typed.Fault(nil, inf)), Stand: s.refused != nil}
		if inf.Near {
			no.Hint = s.drift(inf.Car)
		}
		return no
	case errors.As(err, &amb):
		return &Refused{Text: amb.Error()}
	}
	return err
}
