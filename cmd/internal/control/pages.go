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

func (c *Control) pageTimeline(q *view.Query, p *view.Page) error {
	s := c.session
	t := &view.Timeline{Title: fmt.Sprintf("%s, turn %d", titled(s.About.Title), s.race.Turn()), At: q.N}
	add := func(a *act, struck bool) {
		e := view.Entry{No: a.No, Turn: a.Turn, From: fromWords(a.From), Line: s.public(a), Struck: struck, Answer: !struck}
		for _, n := range s.notes {
			if n.Entry == a.No {
				e.Note = n.Text
				if n.Protest {
					e.Note = "protest: " + n.Text
				}
			}
		}
		t.Rows = append(t.Rows, e)
	}
	for i := range s.acts {
		add(&s.acts[i], false)
	}
	for i := range s.struck {
		if q.All {
			add(&s.struck[i], true)
		} else if !slices.Contains(t.Hidden, s.struck[i].No) {
			t.Hidden = append(t.Hidden, s.struck[i].No)
		}
	}
	slices.SortStableFunc(t.Rows, func(a, b view.Entry) int { return a.No - b.No })
	if t.At == 0 && len(s.acts) > 0 {
		t.At = s.acts[len(s.acts)-1].No
	}
	for i := range s.acts {
		if a := &s.acts[i]; a.No == t.At {
			t.Side = append([]string{s.public(a)}, s.details(a)...)
			if len(t.Side) == 1 {
				t.Side = append(t.Side, "it moved and cost nothing")
			}
		}
	}
	p.Timeline = t
	return nil
}

func fromWords(src string) string {
	from, _, _ := strings.Cut(src, " ")
	from, _, _ = strings.Cut(from, "#")
	return from
}

// details are the events of an answer, a line each.
func (s *Session) details(a *act) (out []string) {
	for _, e := range a.Events {
		e = e.Redacted(s.About)
		if s.About.Kinds[e.Kind].Quiet {
			continue
		}
		if t := s.Words.Event(nil, e); len(t) > 0 {
			out = append(out, string(t))
		}
	}
	return out
}

func (c *Control) pageUndo(q *view.Query, p *view.Page) error {
	s := c.session
	n := q.N
	if q.Line != "" { // "undo to 205"
		w, _ := tokens(q.Line)
		if len(w) == 3 {
			no, err := strconv.Atoi(w[2])
			if err != nil {
				return refuse("undo to %s: the number of an answer is wanted", w[2])
			}
			if n, err = s.undoTo(no); err != nil {
				return err
			}
		}
	}
	n = min(max(1, n), s.canUndo())
	if n == 0 {
		return refuse("there is nothing to take back")
	}
	var err error
	if n, err = s.howFar(n); err != nil {
		return err
	}
	f := s.fork()
	before := s.picture()
	gone, _ := f.takeBack(n)
	f.strike(gone)
	f.settle()
	u := &view.Undo{Title: fmt.Sprintf("%s, turn %d", titled(s.About.Title), s.race.Turn()), N: n, Line: fmt.Sprintf("undo %d", n)}
	if n == 1 {
		u.Line = "undo"
	}
	u.Head = "GO ON WITH THE RACE?" // only its end by hand is taken back
	if len(gone) > 0 {
		u.Head = fmt.Sprintf("STRIKE %s, BACK TO %d?", plural(len(gone), "ANSWER", "ANSWERS"), gone[0].No)
	}
	for i := len(gone) - 1; i >= 0; i-- {
		a := &gone[i]
		row := view.Row{Cells: []string{strconv.Itoa(a.No), s.public(a), ""}}
		if a.Roll != "" {
			row.Cells[2] = fmt.Sprintf("the dice %s: %s rolls with them", a.Roll, s.Words.Mark(a.Car))
		}
		u.Strike = append(u.Strike, row)
	}
	u.Board, u.Dash = s.Hands(engine.PutBack(nil, s.Setup.Board, s.About, before, f.picture()))
	u.Then = f.nextWords()
	p.Undo = u
	return nil
}

// nextWords is what is asked now, in words.
func (s *Session) nextWords() string {
	pub := s.race.Public(0)
	for _, o := range s.open {
		if !o.Waits || o.Done {
			continue
		}
		t := strings.ToLower(string(s.Words.Ask(nil, pub, o.Ask, "head")))
		if o.Car != 0 {
			t = s.Words.Mark(o.Car) + " " + s.drivers[o.Car-1].Name + ": " + t
		}
		if k, ok := s.keptFor(o.Ask); ok {
			t += fmt.Sprintf("; the dice %s lie there, Enter uses them", k.Roll)
		}
		return t
	}
	return "the race is over"
}

func (c *Control) pageRedo(q *view.Query, p *view.Page) error {
	s := c.session
	if len(s.redo) == 0 {
		return refuse("nothing was struck, or something new has been answered since")
	}
	n := min(max(1, q.N), len(s.redo))
	f := s.fork()
	before := s.picture()
	done, err := f.again(n)
	u := &view.Undo{Title: fmt.Sprintf("%s, turn %d", titled(s.About.Title), s.race.Turn()), N: n, Line: fmt.Sprintf("redo %d", n), Head: fmt.Sprintf("PUT %s BACK?", plural(n, "ANSWER", "ANSWERS"))}
	for i := range n {
		a := s.redo[len(s.redo)-1-i]
		row := view.Row{Cells: []string{strconv.Itoa(a.No), s.public(&a), ""}}
		if i >= done && err != nil {
			row.Cells[2] = "no longer fits"
			row.Alarm = true
		}
		u.Strike = append(u.Strike, row)
	}
	u.Board, u.Dash = s.Hands(engine.PutBack(nil, s.Setup.Board, s.About, before, f.picture()))
	u.Then = f.nextWords()
	if err != nil {
		u.Then = err.Error()
	}
	p.Redo = u
	return nil
}

func (c *Control) pageAmend(q *view.Query, p *view.Page) error {
	s := c.session
	w, err := tokens(q.Line)
	if err != nil {
		return err
	}
	if len(w) == 0 || w[0] != "amend" && w[0] != "strike" {
		return refuse("amend 207 K roll 50 50 d, or strike 208")
	}
	no, line, _, err := s.amendment(w)
	if err != nil {
		return err
	}
	t, _, err := s.try(no, line)
	if err != nil {
		return s.say(err, "")
	}
	v := &view.Amend{Head: q.Line, Fits: t.Left == nil, Keep: q.Line + " keep", Cut: q.Line + " cut"}
	if line != "" && len(t.Acts) > 0 {
		v.Side = s.details(&t.Acts[0])
	}
	switch {
	case t.Left != nil:
		v.First = fmt.Sprintf("%s no longer fits: %s", t.First, t.Why)
	case len(t.Acts) > 1:
		v.Side = append(v.Side, fmt.Sprintf("%d-%d still fit", t.Acts[1].No, t.Acts[len(t.Acts)-1].No))
	}
	v.Board, v.Dash = s.Hands(engine.PutBack(nil, s.Setup.Board, s.About, s.picture(), engine.PictureOf(t.Race)))
	p.Amend = v
	return nil
}

// pageRule is the form of a ruling, as the order that is being prepared would leave the race (S8).
func (c *Control) pageRule(q *view.Query, p *view.Page) error {
	s := c.session
	v := &view.Ruling{Reasons: Reasons, Line: q.Line}
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
		at = next
	}
	p.Push = &view.Push{At: b.Address(at), Where: string(s.Words.Place(nil, at))}
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
			dash = append(dash, s.Words.Field(g.Field)+" "+s.Words.Held(g.Field, g.Value))
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
				line := s.Words.Field(g.Field) + " " + s.Words.Held(g.Field, g.Value)
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

func (c *Control) pageSheet(q *view.Query, p *view.Page) error {
	p.Sheet = &view.Text{Title: "SHEET", Lines: c.session.Report(q.Text, 76)}
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
