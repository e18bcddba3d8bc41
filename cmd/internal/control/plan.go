package control

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/engine"
	"boxstop/tracks"
)

// Plan is a race that is being set up: what the set-up page shows, what a script says before start, what the head of a race file holds,
// and, kept as lines, last time's table.
type Plan struct {
	Games      []engine.Rules
	Library    tracks.Library
	Rules      engine.Rules // nil: no game yet
	Board      *engine.Board
	Box        *engine.Box
	BoardSlug  string
	BoxSlug    string
	Laps       int // 0: as the book says
	Miles      int
	Options    map[string]string // by name; the rest are first values
	House      []string
	Season     string
	Cars       []Car
	Grid       string // lot, roll, last, standing, hand
	Order      []string
	Seed       uint64
	Position   string
	Pace       string
	Language   string
	TableUnits []string
	Number     int // of the race; 0: none yet
	Speeds     string
	Alone      string // "run": who has one sensible thing to do does it by himself; "" or "ask": he is asked
	shuffle    uint64 // what cards are dealt by beside the seed
	warned     []string
}

// Car is an entry of a plan.
type Car struct {
	Mark, Car, Driver string
	Bot               string // level; "": a person
	Card, Team        string
	Die, Station      string
	Seat              int
}

// NewPlan is an empty plan.
func NewPlan(games []engine.Rules, lib tracks.Library) *Plan {
	return &Plan{Games: games, Library: lib, Options: map[string]string{}, Grid: "hand", Pace: "run", Language: "en"}
}

// Clone is a copy that can be changed by itself.
func (p *Plan) Clone() *Plan {
	c := *p
	c.Options = map[string]string{}
	for k, v := range p.Options {
		c.Options[k] = v
	}
	c.House, c.Cars, c.Order, c.TableUnits = slices.Clone(p.House), slices.Clone(p.Cars), slices.Clone(p.Order), slices.Clone(p.TableUnits)
	return &c
}

// planWords are the first words of lines that set a race up.
var planWords = []string{
	"boxstop", "game", "board", "data", "laps", "miles", "option", "house", "season", "enter", "deal", "leave", "grid", "position", "seed", "pace",
	"board-text", "box-text", "race", "unit", "language",
}

// otherWords are words of the grammar besides those that begin an order or a line of set-up: no mark is one of them.
var otherWords = []string{
	"roll", "from", "no", "yes", "bot", "pi", "for", "on", "off", "at", "to", "use", "by", "die", "card", "team", "seat", "lot", "last", "new", "next", "call", "same",
	"open", "wait", "swap", "path", "late",
}

// planNeeds is how many words a line of set-up has at least, and such a line.
var planNeeds = map[string]struct {
	words int
	such  string
}{
	"game": {2, "game pitstop"}, "seed": {2, "seed 7"}, "language": {2, "language en"}, "board": {2, "board lakeside"}, "data": {2, "data practice"},
	"laps": {2, "laps 3"}, "miles": {2, "miles 100"}, "option": {3, "option slipstream on"}, "enter": {4, `enter R red "Anna" by bot medium`},
	"leave": {2, "leave R"}, "grid": {2, "grid lot, grid last, grid standing, or grid B R Y"}, "unit": {3, "unit 7F3A table"},
}

// Do carries out one line of set-up.
func (p *Plan) Do(line string) error {
	w, err := tokens(line)
	if err != nil {
		return err
	}
	if len(w) == 0 {
		return nil
	}
	if n, ok := planNeeds[w[0]]; ok && len(w) < n.words {
		return refuse("%s: something is missing, such as: %s", w[0], n.such)
	}
	if did, err := p.doHead(w, line); did {
		return err
	}
	if p.Rules == nil && len(p.Games) > 0 {
		if err := p.game(p.Games[0].About().Game); err != nil {
			return err
		}
	}
	return p.doTable(w)
}

// doHead carries out what a plan can be told before it has a game. did: it is such a line.
func (p *Plan) doHead(w []string, line string) (did bool, err error) {
	switch w[0] {
	case "boxstop":
		if len(w) < 2 || w[1] != "1" {
			return true, refuse("boxstop %s: this is grammar version 1", strings.Join(w[1:], " "))
		}
	case "game":
		return true, p.game(w[1])
	case "position":
		p.Position = text(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "position")))
		p.Position = strings.Trim(p.Position, `"`)
		game, _, board, err := engine.PositionHead(p.Position)
		if err != nil {
			return true, refuse("%s", err)
		}
		if err := p.game(game); err != nil {
			return true, err
		}
		return true, p.board(board)
	case "seed":
		n, err := strconv.ParseUint(w[1], 10, 64)
		if err != nil {
			return true, refuse("seed %s: a whole number is wanted", w[1])
		}
		p.Seed = n
	case "language":
		if engine.Shared(w[1]) == nil && (p.Rules == nil || p.Rules.Catalog(w[1]) == nil) {
			return true, refuse("language %s: there are no words in it; allowed are %s", w[1], strings.Join(engine.Languages(), ", "))
		}
		p.Language = w[1]
	case "race":
		n, err := strconv.Atoi(strings.Join(w[1:], ""))
		p.Number = n
		return true, err
	default:
		return false, nil
	}
	return true, nil
}

// doTable carries out what a plan can be told of a race of its game.
func (p *Plan) doTable(w []string) error {
	switch w[0] {
	case "board":
		return p.board(w[1])
	case "data":
		return p.box(w[1])
	case "board-text", "box-text":
		return p.embedded(w)
	case "laps", "miles":
		return p.laps(w)
	case "option":
		return p.option(w[1], w[2])
	case "house":
		if len(w) < 2 || text(w[1]) == "" {
			p.House = nil
			return nil
		}
		p.House = append(p.House, text(w[1]))
	case "season":
		p.Season = ""
		if len(w) > 1 {
			p.Season = text(w[1])
		}
	case "pace":
		if len(w) < 2 || w[1] != "run" && w[1] != "confirm" {
			return refuse("pace: allowed are run and confirm")
		}
		p.Pace = w[1]
	case "enter":
		return p.enter(w)
	case "deal":
		return p.deal(w)
	case "leave":
		gone := p.teamOf(w[1])
		if gone == nil {
			return refuse("leave %s: there is no such car; cars are %s", w[1], p.marks())
		}
		for _, i := range slices.Backward(gone) {
			p.Order = slices.DeleteFunc(p.Order, func(m string) bool { return m == p.Cars[i].Mark })
			p.Cars = slices.Delete(p.Cars, i, i+1)
		}
	case "grid":
		return p.grid(w[1:])
	case "unit":
		return p.unit(w)
	default:
		return refuse("%s: nothing is set up by that; %s", w[0], strings.Join(planWords[1:16], ", "))
	}
	return nil
}

func (p *Plan) game(name string) error {
	name, edition, _ := strings.Cut(name, "/")
	var names []string
	for _, r := range p.Games {
		a := r.About()
		names = append(names, a.Game)
		if a.Game != name {
			continue
		}
		if edition != "" && edition != strconv.Itoa(a.Edition) {
			return refuse("game %s/%s: this boxstop knows edition %d", name, edition, a.Edition)
		}
		if p.Rules == r {
			return nil
		}
		p.Rules, p.Board, p.Box, p.Options, p.Laps, p.Miles = r, nil, nil, map[string]string{}, 0, 0
		if len(p.Cars) > a.MaxCars { // a dealt field: nobody takes it out car by car
			p.Cars, p.Order = nil, nil
		}
		if p.Grid == "last" || p.Grid == "standing" || p.Grid != "hand" && !slices.Contains(gridsOf(a), p.Grid) {
			p.Grid, p.Order = "lot", nil // no race of this game gives it
		}
		if err := p.box(""); err != nil {
			return err
		}
		if bs := p.Library.Boards(name); len(bs) > 0 {
			return p.board(bs[0].Slug)
		}
		return nil
	}
	return refuse("game %s: there is no such game here; there are %s", name, strings.Join(names, ", "))
}

func (p *Plan) box(slug string) error {
	src, err := p.Library.Box(p.Rules.About().Game, slug)
	if err != nil {
		return refuse("%s", err)
	}
	box, bad := tracks.LoadBox(src.File, src.Doc, p.Rules.About())
	if len(bad) > 0 {
		return refuse("%s", mistakes(bad))
	}
	p.Box, p.BoxSlug = box, slug
	p.Box.Text = src.Doc
	return nil
}

func (p *Plan) board(slug string) error {
	src, err := p.Library.Board(p.Rules.About().Game, slug)
	if err != nil {
		return refuse("%s", err)
	}
	return p.load(src.File, src.Doc)
}

func (p *Plan) load(file string, doc []byte) error {
	b, bad, warn := tracks.Check(file, doc, p.Rules, p.Box, "box")
	if len(bad) > 0 {
		return refuse("%s", mistakes(bad))
	}
	p.warned = nil
	for _, m := range warn {
		p.warned = append(p.warned, m.String())
	}
	b.Text = doc
	p.Board, p.BoardSlug = b, b.Slug
	return nil
}

func mistakes(bad []tracks.Mistake) string {
	var lines []string
	for _, m := range bad {
		lines = append(lines, m.String())
	}
	return strings.Join(lines, "\n")
}

var (
	escaper   = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`, `"`, `\q`, "\r", `\r`)
	unescaper = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\q`, `"`, `\r`, "\r")
)

func (p *Plan) laps(w []string) error {
	n, err := strconv.Atoi(w[1])
	if err != nil || n < 1 {
		return refuse("%s %s: a whole number, at least 1", w[0], w[1])
	}
	a := p.Rules.About()
	if w[0] == "miles" {
		if a.Miles == 0 {
			return refuse("miles: %s counts laps", a.Title)
		}
		p.Miles = n
		return nil
	}
	if a.LapsFixed && n != a.Laps {
		return refuse("laps %d: %s is always run over %d laps", n, a.Title, a.Laps)
	}
	p.Laps = n
	return nil
}

func (p *Plan) option(name, value string) error {
	var names []string
	for _, o := range p.Rules.About().Options {
		names = append(names, o.Name)
		if o.Name != name {
			continue
		}
		if !slices.Contains(o.Values, value) {
			return refuse("option %s %s: allowed are %s", name, value, strings.Join(o.Values, ", "))
		}
		p.Options[name] = value
		return nil
	}
	switch name {
	case "pace":
		return p.Do("pace " + value)
	case "speeds":
		if !slices.Contains(Ways, value) {
			return refuse("option speeds %s: allowed are %s", value, strings.Join(Ways, ", "))
		}
		p.Speeds = value
		return nil
	}
	if name == "alone" {
		if !slices.Contains(aloneWays, value) {
			return refuse("option alone %s: allowed are %s", value, strings.Join(aloneWays, ", "))
		}
		p.Alone = value
		return nil
	}
	return refuse("option %s: %s has no such table option; it has %s", name, p.Rules.About().Title, strings.Join(names, ", "))
}

// Wrong is why the plan cannot be raced, in words; nothing: it can.
func (p *Plan) Wrong() []string {
	if p.Rules == nil {
		return []string{"no game is chosen"}
	}
	a := p.Rules.About()
	var out []string
	if p.Board == nil {
		out = append(out, fmt.Sprintf("no board is chosen; %s has none here: draw one up as docs/survey.md says", a.Title))
		return out
	}
	if p.Position != "" {
		return nil
	}
	if n := len(p.Cars); n < a.MinCars || n > a.MaxCars {
		out = append(out, fmt.Sprintf("%d cars are entered; %s is for %d to %d", n, a.Title, a.MinCars, a.MaxCars))
	}
	if p.Grid == "hand" && len(p.Order) > 0 && len(p.Order) != len(p.Cars) {
		out = append(out, fmt.Sprintf("the grid names %d of %d cars", len(p.Order), len(p.Cars)))
	}
	return out
}

// Setup is what the rule set starts from.
func (p *Plan) Setup() engine.Setup {
	a := p.Rules.About()
	s := engine.Setup{Board: p.Board, Box: p.Box, Laps: p.Laps}
	if a.Miles > 0 && p.Miles > 0 {
		s.Laps, s.Miles = (p.Miles+a.Miles-1)/a.Miles, p.Miles
	}
	for _, o := range a.Options {
		s.Options = append(s.Options, max(0, slices.Index(o.Values, p.Options[o.Name])))
	}
	switch p.Grid {
	case "lot":
		s.Grid = engine.ByLot
	case a.GridRolled:
		s.Grid = engine.ByRoll
	}
	seats := map[string]int{}
	for i, c := range p.Cars {
		e := engine.Entry{Mark: c.Mark, Car: c.Car, Name: c.Driver, Seat: engine.Seat(i + 1), Card: p.card(c.Card, i), Place: slices.Index(p.Order, c.Mark) + 1}
		if a.CarsPerSeat != 1 {
			who := c.Driver + "/" + c.Team
			if seats[who] == 0 {
				seats[who] = len(seats) + 1
			}
			e.Seat = engine.Seat(seats[who])
		}
		if c.Seat != 0 {
			e.Seat = engine.Seat(c.Seat)
		}
		s.Entries = append(s.Entries, e)
	}
	if p.Position != "" && s.Entries == nil {
		for i := range strings.Count(p.Position, " /") {
			s.Entries = append(s.Entries, engine.Entry{Mark: strconv.Itoa(i + 1), Car: "car", Name: "Car " + strconv.Itoa(i+1), Seat: engine.Seat(i + 1)})
		}
	}
	return s
}
