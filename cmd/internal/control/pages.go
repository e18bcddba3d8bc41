package control

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

// page answers a query. It changes nothing.
func (c *Control) page(q *view.Query) view.Reply {
	if c.session == nil && q.Page != "devices" && q.Page != "board" {
		return view.Reply{Error: "no race is on"}
	}
	f, ok := pages[q.Page]
	if !ok {
		return view.Reply{Error: fmt.Sprintf("there is no page %q", q.Page)}
	}
	p := &view.Page{}
	if err := f(c, q, p); err != nil {
		var r *Refused
		rep := view.Reply{Error: err.Error(), Page: p}
		if errors.As(err, &r) {
			rep.Hint = r.Hint
		}
		return rep
	}
	return view.Reply{Page: p}
}

var pages = map[string]func(*Control, *view.Query, *view.Page) error{
	"timeline": (*Control).pageTimeline, "undo": (*Control).pageUndo, "redo": (*Control).pageRedo, "amend": (*Control).pageAmend,
	"rule": (*Control).pageRule, "push": (*Control).pagePush, "check": (*Control).pageCheck, "why": (*Control).pageWhy, "log": (*Control).pageLog,
	"info": (*Control).pageInfo, "board": (*Control).pageBoard, "sheet": (*Control).pageSheet, "options": (*Control).pageOptions,
	"reports": (*Control).pageReports, "devices": (*Control).pageDevices,
}

// pageRule is the form of a ruling, as the order that is being prepared would leave the race (S8).
func (c *Control) pageRule(q *view.Query, p *view.Page) error {
	s := c.session
	v := &view.Ruling{Reasons: Reasons, Line: q.Line, Lap: s.About.Fields[s.About.Lap].Name}
	p.Rule = v
	was, is := s.look(), s.look()
	var wrong error
	if w, err := tokens(q.Line); err != nil {
		wrong = err
	} else if len(w) > 1 && w[0] == "rule" {
		f := s.fork()
		ans, err := f.ruling(w[1:])
		if err == nil {
			var evs []engine.Event
			if evs, err = f.race.Decide(nil, ans); err == nil {
				for _, e := range evs {
					f.race.Apply(e)
				}
				f.open = nil
				f.settle()
				is = f.look()
				hands := engine.PutBack(nil, s.Setup.Board, s.About, s.picture(), f.picture())
				board, dash := s.Hands(hands)
				v.Check = append(v.Check, board...)
				v.Check = append(v.Check, dash...)
				var order []string
				for _, st := range is.stands {
					if st.State <= engine.Standing {
						order = append(order, s.Words.Mark(st.Car))
					}
				}
				v.Check = append(v.Check, "the order is "+strings.Join(order, " "), "then "+f.nextWords())
			}
		}
		wrong = s.say(err, "")
	}
	if wrong != nil {
		v.Wrong = wrong.Error()
	}
	var fields []engine.Field
	for i, f := range s.About.Fields {
		if f.Ruled && f.Car && engine.Field(i) != s.About.Space && (f.Gauge || engine.Field(i) == s.About.Lap) {
			fields = append(fields, engine.Field(i))
			v.Fields = append(v.Fields, s.Words.Short(engine.Field(i)))
			v.Names = append(v.Names, f.Name)
		}
	}
	for _, st := range was.stands {
		now := st
		for _, x := range is.stands {
			if x.Car == st.Car {
				now = x
			}
		}
		r := view.RuledCar{Mark: s.Words.Mark(st.Car), Name: s.drivers[st.Car-1].Name, Moved: now.Spaces != st.Spaces}
		r.Was, r.Is = string(s.Words.Place(nil, st.Spaces[0])), string(s.Words.Place(nil, now.Spaces[0]))
		if st.Spaces[0] != 0 {
			r.WasAt = s.Setup.Board.Address(st.Spaces[0])
		}
		if now.Spaces[0] != 0 {
			r.At = s.Setup.Board.Address(now.Spaces[0])
		}
		for _, f := range fields {
			a, b := was.race.Value(f, st.Car), is.race.Value(f, st.Car)
			r.Values = append(r.Values, s.Words.Held(f, b))
			r.Changed = append(r.Changed, a != b)
		}
		v.Cars = append(v.Cars, r)
	}
	for _, o := range s.About.Options {
		if o.Field == 0 {
			continue
		}
		i := int(is.race.Value(o.Field, 0))
		ch := view.Choice{Name: o.Name, Say: o.Name, Values: o.Values, Clause: s.About.Clauses[o.Clause]}
		if i >= 0 && i < len(o.Values) {
			ch.Is = o.Values[i]
		}
		v.Options = append(v.Options, ch)
	}
	strip := s.Setup.Board.Strip(engine.StripView{Width: 79, Stands: is.stands, Mark: s.Words.Mark})
	v.Strip = &strip
	return nil
}

// pagePush is where a car goes that is pushed by some spaces along its lane.
func (c *Control) pagePush(q *view.Query, p *view.Page) error {
	s := c.session
	b := s.Setup.Board
	spaces, err := b.ParseAddress(q.Text)
	if err != nil {
		return refuse("%s", err)
	}
	at := spaces[0]
	if by := b.Places[at].By; by != 0 {
		at = by
	}
	laps := 0
	for i := q.By; i != 0; {
		next := b.Places[at].To[engine.Ahead]
		if i < 0 {
			next, i = b.Places[at].Behind, i+1
		} else {
			i--
		}
		if next == 0 {
			break
		}
		switch ahead := b.Places[next].Front > b.Places[at].Front; {
		case ahead && q.By < 0:
			laps--
		case !ahead && q.By > 0:
			laps++
		}
		at = next
	}
	p.Push = &view.Push{At: b.Address(at), Where: string(s.Words.Place(nil, at)), Laps: laps}
	return nil
}

func (c *Control) pageCheck(_ *view.Query, p *view.Page) error {
	s := c.session
	w := s.look()
	v := &view.RollCall{Head: "READ IT OUT, FROM THE LEADER BACK"}
	for _, st := range w.stands {
		car := w.car(st)
		if st.State >= engine.Retired || st.State == engine.Finished {
			v.Out = append(v.Out, strings.TrimSpace(car.Mark+" "+car.Note))
			continue
		}
		v.Count++
		v.Rows = append(v.Rows, car)
		var dash []string
		for _, g := range w.race.Gauges(nil, st.Car) {
			dash = append(dash, s.Words.Field(g.Field)+" "+s.Words.Gauge(g))
		}
		v.Dash = append(v.Dash, strings.Join(dash, " "))
	}
	strip := s.Setup.Board.Strip(engine.StripView{Width: 79, Stands: w.stands, Mark: s.Words.Mark})
	v.Strip = &strip
	p.Check = v
	return nil
}

func (c *Control) pageWhy(q *view.Query, p *view.Page) error {
	w, err := tokens(q.Text)
	if err != nil {
		return err
	}
	p.Why = &view.Text{Title: "WHY", Lines: c.session.Why(w)}
	if len(p.Why.Lines) == 0 {
		p.Why.Lines = []string{"nothing has happened yet"}
	}
	return nil
}

func (c *Control) pageLog(_ *view.Query, p *view.Page) error {
	s := c.session
	t := &view.Text{Title: "LOG"}
	for i := range s.acts {
		a := &s.acts[i]
		h := s.happened(a)
		if h == "" || a.Ask.Secret {
			continue
		}
		t.Lines = append(t.Lines, fmt.Sprintf("%4d  turn %d  %s", a.No, a.Turn, h))
	}
	for _, h := range c.health {
		t.Lines = append(t.Lines, "      "+h)
	}
	p.Log = t
	return nil
}

func (c *Control) pageInfo(q *view.Query, p *view.Page) error {
	s := c.session
	w := s.look()
	t := &view.Text{Title: "INFO"}
	if q.N > 0 {
		return c.pageThen(q.N, p)
	}
	what := strings.TrimSpace(q.Mark + q.Text)
	car := s.Words.CarOf(what)
	if car == 0 && what == "" && len(w.stands) > 0 {
		car = w.stands[0].Car
		for _, o := range s.open {
			if o.Car != 0 {
				car = o.Car
				break
			}
		}
	}
	switch {
	case car != 0:
		for _, st := range w.stands {
			if st.Car != car {
				continue
			}
			v := w.car(st)
			t.Head = fmt.Sprintf("%s %s %s", v.Mark, v.Car, v.Name)
			t.Lines = append(t.Lines, fmt.Sprintf("place %d, lap %d, %s", st.Place, st.Lap, v.Where), v.Next)
			for _, g := range w.race.Gauges(nil, car) {
				line := s.Words.Field(g.Field) + " " + s.Words.Gauge(g)
				if g.Limit > 0 {
					line += fmt.Sprintf(" of %d", g.Limit)
				}
				t.Lines = append(t.Lines, line)
			}
			if v.Note != "" {
				t.Lines = append(t.Lines, v.Note)
			}
			for _, d := range s.Stints(car) {
				who := d.Name
				if d.Bot {
					who += " (bot)"
				}
				t.Lines = append(t.Lines, fmt.Sprintf("driven by %s, turns %d to %d", who, d.From, d.To))
			}
		}
	default:
		spaces, err := s.Setup.Board.ParseAddress(what)
		if err != nil {
			return refuse("%s; or the mark of a car", err)
		}
		t.Lines = s.corner(spaces[0])
	}
	p.Info = t
	return nil
}

// pageThen is the table as it stood after an entry.
func (c *Control) pageThen(no int, p *view.Page) error {
	f := c.session.fork()
	for len(f.acts) > 0 && f.acts[len(f.acts)-1].No > no {
		f.pop(nil)
	}
	w := f.look()
	t := &view.Text{Title: "INFO", Head: fmt.Sprintf("as it stood after entry %d", no)}
	for _, st := range w.stands {
		v := w.car(st)
		var dash []string
		for _, g := range w.race.Gauges(nil, st.Car) {
			dash = append(dash, f.Words.Short(g.Field)+" "+f.Words.Gauge(g))
		}
		t.Lines = append(t.Lines, fmt.Sprintf("%d %-3s %-28s lap %d  %s", st.Place, v.Mark, v.Where, st.Lap, strings.Join(dash, " ")))
	}
	p.Info = t
	return nil
}

// corner is what there is to say of a space: its words, its limit, and where that comes from.
func (s *Session) corner(at engine.Space) []string {
	b := s.Setup.Board
	pl := &b.Places[at]
	sec := &b.Sections[pl.Section]
	out := []string{string(s.Words.Place(nil, at)), "section " + sec.Name}
	if pl.Limit != 0 {
		out = append(out, fmt.Sprintf("limit %d %s, from %s (%s)", int(pl.Limit)*s.About.LimitStep, s.About.Unit, b.Name, strings.ToUpper(b.Kind)))
	}
	return out
}

func (c *Control) pageBoard(_ *view.Query, p *view.Page) error {
	b, about := c.plan.Board, c.plan.Rules
	if c.session != nil {
		b, about = c.session.Setup.Board, c.session.Rules
	}
	if b == nil {
		return refuse("no board is chosen yet")
	}
	p.Board = &view.Text{Title: "BOARD", Head: b.Name + ", " + strings.ToUpper(b.Kind), Lines: BoardLines(b, about.About())}
	return nil
}

// BoardLines is how a board is laid out: its pieces in order, or its sections, with what to put on them.
func BoardLines(b *engine.Board, a *engine.About) (out []string) {
	for i := range b.Sections {
		sec := &b.Sections[i]
		line := fmt.Sprintf("%2d  %-20s", i+1, sec.Name)
		if len(sec.Tiles) > 0 {
			var tiles []string
			for _, t := range sec.Tiles {
				tiles = append(tiles, t.Name)
			}
			line += "  " + strings.Join(tiles, " ")
		} else {
			n := 0
			for _, r := range sec.Lanes {
				n = max(n, r.Count)
			}
			line += fmt.Sprintf("  %s", plural(n, "cell", "cells"))
			if sec.Angle != 0 {
				side := "right"
				if sec.Angle < 0 {
					side = "left"
				}
				line += fmt.Sprintf(", %d degrees %s", max(sec.Angle, -sec.Angle), side)
			}
		}
		if sec.Number > 0 {
			line += fmt.Sprintf("   corner %d", sec.Number)
			var limits []string
			for _, r := range sec.Lanes {
				for _, l := range r.Limits {
					if t := strconv.Itoa(l * a.LimitStep); !slices.Contains(limits, t) && l > 0 {
						limits = append(limits, t)
					}
				}
			}
			if len(limits) > 0 {
				line += ", token " + strings.Join(limits, " ")
			}
		}
		out = append(out, line)
	}
	return out
}

// pageSheet is a sheet by its name; "laps" are all records that the game keeps.
func (c *Control) pageSheet(q *view.Query, p *view.Page) error {
	lines := c.session.Report
	if q.Text == "laps" {
		lines = func(_ string, width int) []string { return c.session.Records(width) }
	}
	p.Sheet = &view.Text{Title: "SHEET", Lines: lines(q.Text, 76)}
	return nil
}

func (c *Control) pageOptions(q *view.Query, p *view.Page) error {
	s := c.session
	for _, o := range s.open {
		if q.Text == "" && o.Waits && !o.Done || o.ID == q.Text {
			v := c.viewAsk(s.look(), o, q.All)
			p.Options = &v
			return nil
		}
	}
	return refuse("that is not asked now")
}

func (c *Control) pageReports(_ *view.Query, p *view.Page) error {
	s := c.session
	for _, a := range s.race.Reports(nil) {
		name := s.About.Asks[a.What].Name
		v := view.Option{Cols: []string{strings.TrimSpace(s.mark(a.Car) + s.Words.Report(name))}, Line: "report " + s.mark(a.Car) + name, Twice: true}
		if info := string(s.Words.Ask(nil, s.race.Public(0), a, "info")); info != "" {
			v.Sure = v.Cols[0] + ": " + info
		}
		if n := len(p.Reports); n < 9 {
			v.Key = strconv.Itoa(n + 1)
		}
		p.Reports = append(p.Reports, v)
	}
	if len(p.Reports) == 0 {
		return refuse("nothing can be reported now; r makes a ruling of anything")
	}
	return nil
}

func (s *Session) mark(c engine.Car) string {
	if c == 0 {
		return ""
	}
	return s.Words.Mark(c) + " "
}

func (c *Control) pageDevices(_ *view.Query, p *view.Page) error {
	v := &view.Devices{Units: c.viewUnits()}
	for i := len(c.health) - 1; i >= 0 && len(v.Last) < 4; i-- {
		v.Last = append(v.Last, c.health[i])
	}
	if c.calling != "" {
		v.Note = c.calling + ", roll once: the unit that is heard is yours"
	}
	p.Devices = v
	return nil
}
