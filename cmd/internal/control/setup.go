package control

import (
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
	v.Lines = append(v.Lines, p.gameLine())
	if p.Rules == nil {
		return v
	}
	a := p.Rules.About()
	v.Levels = a.Bots
	v.Options = p.tableOptions(a)
	placed := p.Clone() // where the season puts them
	if c.gridOf(placed) != nil {
		placed.Order = nil
	}
	v.Lines = append(v.Lines, p.boardLine(a), c.seasonLine(), p.optionsLine(a), p.lengthLine(a), p.gridLine(a, placed), p.paceLine(), c.rollsLine(), p.houseLine())
	if a.CarsPerSeat == 0 {
		v.Cards = len(p.cards())
	}
	v.Cars = p.viewSeats(placed)
	v.Spare = c.spare()
	tried, err := p.try()
	if err != nil {
		v.Wrong = append(v.Wrong, err.Error())
	}
	v.ToDo = c.toDo(tried)
	v.Notes = append(v.Notes, c.alike()...)
	return v
}

// viewSeats are the cars that are entered, each with who drives it and where it stands on the grid; placed is the plan as the season has it.
func (p *Plan) viewSeats(placed *Plan) (out []view.Seat) {
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
		out = append(out, s)
	}
	return out
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
