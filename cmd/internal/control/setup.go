package control

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

// viewSetup is the set-up page (S1).
func (c *Control) viewSetup() *view.Setup {
	p := c.plan
	n := 1
	if files := RaceFiles(c.opt.State); len(files) > 0 {
		n = numberOf(files[len(files)-1]) + 1
	}
	v := &view.Setup{Race: "race " + strconv.Itoa(n), House: p.House, Wrong: p.Wrong(), Same: c.same}
	line := func(name, say, is string, values ...string) {
		v.Lines = append(v.Lines, view.Choice{Name: name, Say: say, Is: is, Values: values})
	}
	says := func(words ...string) { v.Lines[len(v.Lines)-1].Says = words }
	var games, titles, boards []string
	for _, r := range p.Games {
		games, titles = append(games, r.About().Game), append(titles, r.About().Title)
	}
	if p.Rules == nil {
		line("game", "no game yet", "", games...)
		says(titles...)
		return v
	}
	a := p.Rules.About()
	v.Levels = a.Bots
	for _, b := range p.Library.Boards(a.Game) {
		boards = append(boards, b.Slug)
	}
	line("game", a.Title, a.Game, games...)
	says(titles...)
	if p.Board != nil {
		say := fmt.Sprintf("%s, %d cells", p.Board.Name, int(p.Board.Lap)/engine.Unit)
		if p.Board.Kind == "practice" {
			say += ", PRACTICE"
		} else {
			say += ", " + p.Board.Kind
		}
		line("board", say, p.BoardSlug, boards...)
	} else {
		line("board", "none", "", boards...)
	}
	season := "none: a single race"
	if p.Season != "" {
		season = fmt.Sprintf("%s, race %d", p.Season, len(c.results)+1)
	}
	line("season", season, p.Season)
	var opts []string
	for _, o := range a.Options {
		is := p.Options[o.Name]
		if is == "" {
			is = o.Values[0]
		} else if is != o.Values[0] {
			opts = append(opts, o.Name+" "+is)
		}
		v.Options = append(v.Options, view.Choice{Name: o.Name, Say: o.Name, Values: o.Values, Is: is, Clause: a.Clauses[o.Clause]})
	}
	if slices.ContainsFunc(a.Fields, func(f engine.FieldAbout) bool { return f.Secret }) {
		is := p.Speeds
		if is == "" {
			is = Ways[0]
		}
		v.Options = append(v.Options, view.Choice{Name: "speeds", Say: "how secrets are entered", Values: Ways, Is: is})
	}
	if a.CarsPerSeat == 0 {
		is := p.Alone
		if is == "" {
			is = aloneWays[0]
		}
		v.Options = append(v.Options, view.Choice{Name: "alone", Say: "cars with one sensible end", Values: aloneWays, Is: is})
	}
	say := "as printed"
	if opts != nil {
		say = strings.Join(opts, ", ") + ", rest as printed"
	}
	line("options", say, "")
	switch {
	case a.Miles > 0:
		n := cmp.Or(p.Miles, max(p.Laps, a.Laps)*a.Miles)
		line("miles", strconv.Itoa(n)+" miles", strconv.Itoa(n))
	case a.LapsFixed:
		line("laps", fmt.Sprintf("%d (every board)", a.Laps), strconv.Itoa(a.Laps))
	default:
		n := max(cmp.Or(p.Laps, a.Laps), 1)
		line("laps", strconv.Itoa(n), strconv.Itoa(n))
	}
	grids := map[string]string{"hand": "by hand", "lot": "by lot", "roll": "rolled", "last": "result of the race before", "standing": "as the championship stands", "trial": "by qualifying"}
	grid, words := grids[p.Grid], []string(nil)
	if p.Grid == "hand" && len(p.Order) > 0 {
		grid = strings.Join(p.Order, " ")
	}
	placed := p.Clone() // where the season puts them
	if c.gridOf(placed) != nil {
		placed.Order = nil
	}
	if placed.Grid == "lot" && p.Grid != "lot" { // nothing to go by, or the book draws it anew
		grid = grids["lot"]
	}
	line("grid", grid, p.Grid, gridsOf(a)...)
	for _, g := range gridsOf(a) {
		words = append(words, grids[g])
	}
	says(words...)
	if a.CarsPerSeat == 0 {
		v.Cards = len(p.cards())
	}
	line("pace", map[string]string{"run": "run on", "confirm": "confirm each move"}[p.Pace], p.Pace, "run", "confirm")
	rolls := "typed, or the Pi"
	var units []string
	for _, u := range c.units {
		if u.here {
			units = append(units, u.Name())
		}
	}
	slices.Sort(units)
	if units != nil {
		rolls = "units " + strings.Join(units, " ")
	}
	line("rolls", rolls, "")
	house := "none"
	if len(p.House) > 0 {
		house = plural(len(p.House), "rule", "rules") + `: "` + p.House[0] + `"`
	}
	line("house", house, "")
	for i, car := range p.Cars {
		s := view.Seat{Mark: car.Mark, Car: car.Car, Driver: car.Driver, By: "a person", Rolls: "table", Station: "-", Bot: car.Bot, Grid: slices.Index(p.Order, car.Mark) + 1}
		s.Card, s.Rest = car.Card, car.rest()
		if car.Bot != "" {
			s.By, s.Rolls = "bot, "+car.Bot, "the Pi, or the table"
		}
		if car.Die != "" {
			s.Rolls = "unit " + car.Die
		}
		if p.Grid == "hand" && len(p.Order) == 0 {
			s.Grid = i + 1
		} else if s.Grid == 0 {
			s.Grid = slices.Index(placed.Order, car.Mark) + 1
		}
		v.Cars = append(v.Cars, s)
	}
	v.Spare = c.spare()
	tried, err := p.try()
	if err != nil {
		v.Wrong = append(v.Wrong, err.Error())
	}
	v.ToDo = c.toDo(tried)
	v.Notes = append(v.Notes, c.alike()...)
	return v
}

func titled(t string) string {
	if len(t) < 2 {
		return t
	}
	return strings.ToUpper(t[:1]) + strings.ToLower(t[1:])
}

// spare are cars that are not entered yet: those that the box has a numbered card of, else of its table of cars, else the usual six.
func (c *Control) spare() (out []view.Spare) {
	in := func(k string) bool { return slices.ContainsFunc(c.plan.Cars, func(x Car) bool { return x.Car == k }) }
	if all := c.plan.numbered(); all != nil {
		for _, k := range all {
			if !in(k.Car) && c.plan.car(k.Mark) < 0 {
				out = append(out, view.Spare{Car: k.Car, Say: titled(k.Car) + ", " + k.Mark, Mark: k.Mark, Card: k.Card})
			}
		}
		return out
	}
	all := []string{"red", "blue", "green", "black", "white", "yellow"}
	if c.plan.Box != nil {
		if t := c.plan.Box.Tables["cars"]; t != nil {
			all = nil
			for _, r := range t.Rows {
				all = append(all, r[0])
			}
		}
	}
	for _, k := range all {
		if !in(k) {
			out = append(out, view.Spare{Car: k, Say: k})
		}
	}
	return out
}

// alike says which letter a car has where two that are called by letters begin alike (TB-18).
func (c *Control) alike() (out []string) {
	for i, a := range c.plan.Cars {
		for _, b := range c.plan.Cars[:i] {
			if a.Car != "" && b.Car != "" && a.Mark[0] > '9' && b.Mark[0] > '9' && a.Car != b.Car && a.Car[0] == b.Car[0] {
				out = append(out, fmt.Sprintf("%s and %s begin alike: %s is %s, %s is %s on every screen", titled(b.Car), titled(a.Car), titled(b.Car), b.Mark, titled(a.Car), a.Mark))
			}
		}
	}
	return out
}

// toDo tells the table what to lay, place and hand out; tried is the race that would begin, if one would.
func (c *Control) toDo(tried *Session) (out []string) {
	p := c.plan
	if p.Board == nil {
		return nil
	}
	tiles, limits := 0, 0
	for _, s := range p.Board.Sections {
		tiles += len(s.Tiles)
		if s.Number > 0 {
			limits++
		}
	}
	if tiles > 0 {
		out = append(out, fmt.Sprintf("build %s: b shows the %d tiles in order and the %d limit tokens", p.Board.Name, tiles, limits))
	} else {
		out = append(out, fmt.Sprintf("lay out %s: b shows it, with its %d corners", p.Board.Name, limits))
	}
	a := p.Rules.About()
	if a.CarsPerSeat == 0 {
		out = append(out, p.cardsOf()...)
	}
	if per := max(1, a.Places); p.Grid == "hand" && len(p.Cars) > 0 {
		order := p.Order
		if len(order) == 0 {
			for _, x := range p.Cars {
				order = append(order, x.Mark)
			}
		}
		var rows []string
		for i := 0; i < len(order); i += per {
			rows = append(rows, strings.Join(order[i:min(len(order), i+per)], " "))
		}
		out = append(out, fmt.Sprintf("%s a grid place, behind the line: %s", plural(per, "car", "cars"), strings.Join(rows, " | ")))
	}
	if tried != nil {
		out = append(out, "each driver: "+tried.handedOut())
	}
	return out
}

// try starts what the plan says, on any grid. Nil without an error: Wrong says why not.
func (p *Plan) try() (*Session, error) {
	t := p.Clone()
	t.Grid, t.Order = "hand", nil
	if len(t.Wrong()) > 0 {
		return nil, nil
	}
	s, err := begin(t, func() int64 { return 0 }, nil)
	if err == nil {
		s.race, err = s.Rules.Start(s.Setup)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// handedOut is what each driver begins with; of a number that differs, whose it is.
func (s *Session) handedOut() string {
	var parts []string
	for i, g := range s.race.Gauges(nil, 1) {
		var values []string
		whose := map[string][]string{}
		for c := engine.Car(1); int(c) <= s.race.Cars(); c++ {
			v := s.Words.Gauge(s.race.Gauges(nil, c)[i])
			if whose[v] == nil {
				values = append(values, v)
			}
			whose[v] = append(whose[v], s.Words.Mark(c))
		}
		t := s.Words.Field(g.Field)
		for _, v := range values {
			t += " " + v
			if len(values) > 1 {
				t += " (" + strings.Join(whose[v], " ") + ")"
			}
		}
		parts = append(parts, t)
	}
	return strings.Join(parts, ", ")
}
