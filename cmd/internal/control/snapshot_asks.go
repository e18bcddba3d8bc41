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

func (c *Control) viewAsks(w *look) []view.Ask {
	s := c.session
	var out []view.Ask
	for _, o := range s.open {
		out = append(out, c.viewAsk(w, o, false))
	}
	// the one to answer first in front: what the race waits for and nobody is about to say, before what it does not wait for
	slices.SortStableFunc(out, func(a, b view.Ask) int { return cmp.Compare(weight(a), weight(b)) })
	return out
}

func weight(a view.Ask) int {
	switch {
	case a.Done:
		return 2
	case !a.Waits:
		return 1
	}
	return 0
}

// viewAsk is one ask with its options. Of a roll they are what it may lead to.
func (c *Control) viewAsk(w *look, o Open, all bool) view.Ask {
	s := c.session
	name := s.About.Asks[o.What].Name
	v := view.Ask{
		ID: o.ID, Name: name, Form: formNames[o.Form], Waits: o.Waits, Secret: o.Secret, Done: o.Done, Dice: int(o.Dice), Seconds: int(o.Seconds),
		Head: string(s.Words.Ask(nil, w.race, o.Ask, "head")), Info: string(s.Words.Ask(nil, w.race, o.Ask, "info")),
		Undo: string(s.Words.Ask(nil, w.race, o.Ask, "undo")),
	}
	if o.Car != 0 {
		v.Car = s.Words.Mark(o.Car)
	}
	v.Who = s.whoAnswers(o.Ask)
	if ms, runs := c.left(o); o.Seconds > 0 {
		v.LeftMS, v.Ticking = int(ms), runs
	}
	if o.Secret {
		v.Entry = c.entryOf(o)
	}
	switch o.Form {
	case engine.Draw:
		v.Line = name
		return v
	case engine.Roll:
		w.viewRoll(&v, o, name)
		return v
	}
	which := engine.Offered
	if all {
		which = engine.Legal
	}
	w.viewOptions(&v, o, w.race.Options(nil, o.Ask, which))
	if which == engine.Offered && o.Form == engine.Move {
		v.More = len(w.race.Options(nil, o.Ask, engine.Legal)) - len(v.Options)
	}
	return v
}

// whoAnswers is who is asked, as the head of the screen has it: a car and its driver, a team by its first car, else the table.
func (s *Session) whoAnswers(a engine.Ask) string {
	if a.Car != 0 {
		return strings.ToUpper(fmt.Sprintf("%s %s %s", s.Words.Mark(a.Car), s.Setup.Entries[a.Car-1].Car, s.drivers[a.Car-1].Name))
	}
	if cars := s.asked(a); len(cars) > 0 {
		return strings.ToUpper(s.Setup.Entries[cars[0]-1].Car + " " + s.drivers[cars[0]-1].Name)
	}
	return "TABLE"
}

// entryOf is how a secret is entered: "shown", "keyboard" or "station" (TB-13).
func (c *Control) entryOf(o Open) string {
	switch {
	case c.session.Plan.Speeds == "keyboard":
		return "keyboard"
	case c.byStation(o):
		return "station"
	}
	return "shown"
}

// viewRoll adds the faces of a roll and what it may lead to.
func (w *look) viewRoll(v *view.Ask, o Open, name string) {
	s := w.s
	v.Line = v.Car + " roll"
	for _, f := range s.faces(o.Die) {
		v.Faces = append(v.Faces, view.Face{Word: f, Say: s.Words.FaceSay(f)})
	}
	head := s.Words.Catalog.Text("head." + name)
	if head == "" {
		return
	}
	v.Outcome = strings.Split(head, "|")
	if t := string(s.Words.Ask(nil, w.race, o.Ask, "note")); t != "" {
		v.Note = strings.Split(t, "|")
	}
	v.Outcomes = w.outcomes(o.Ask)
}

// viewOptions adds the options of an ask, each with its key and the line that takes it.
func (w *look) viewOptions(v *view.Ask, o Open, opts []engine.Option) {
	s := w.s
	held := s.Holds(o)
	v.Stays = s.About.Asks[o.What].Stays
	keys := s.keysFor(o.Ask, opts, held)
	rows, cols := s.levels(o.Ask, opts)
	of := make([]string, len(opts))
	if len(opts) > 0 && rows[0] != "" {
		of, v.Fields = s.fields(o.Ask, opts, rows, cols)
	}
	for i, x := range opts {
		p := view.Option{Field: of[i], Cols: s.Words.Option(w.race, o.Ask, x), Key: keys[i], Line: s.optionLine(o.Ask, x), Row: rows[i], Col: cols[i]}
		if x.Fate == engine.GoesOut {
			p.Twice, p.Sure = true, s.surely(o.Ask, opts, i)
		}
		if ch := s.Rules.Choices(nil, o.Ask, x); len(ch) > 0 {
			p.Short = s.Words.Seven(ch[len(ch)-1])
			if o.Form == engine.Move {
				p.Short = s.Words.Seven(ch[0])
			}
		}
		if x.End != 0 && o.Form == engine.Move {
			p.More = append(p.More, string(s.Setup.Board.Neighbours(nil, s.Words.Catalog, x.End, x.Car, w.stands, s.Words.Mark)))
		}
		if !o.Waits && x.Value == held {
			v.Unsaid = p.Cols[0]
		}
		p.Lit = lit(o.Ask, i, x)
		if at, ok := w.spots[x.End]; ok && x.End != 0 {
			p.Spot = &at
		}
		v.Options = append(v.Options, p)
	}
}

// mostOutcomes is how many outcomes of a roll are listed.
const mostOutcomes = 40

// outcomes is what a roll may lead to. Values that lead to the same share a row.
func (w *look) outcomes(a engine.Ask) (rows []view.Row) {
	for _, x := range w.race.Options(nil, a, engine.Offered) {
		row := view.Row{Cells: w.s.Words.Option(w.race, a, x), Alarm: x.Fate == engine.GoesOut || x.Fate == engine.SpinsOut}
		if n := len(rows); n > 0 && len(row.Cells) > 1 && slices.Equal(rows[n-1].Cells[1:], row.Cells[1:]) {
			rows[n-1].Cells[0] += " " + row.Cells[0]
		} else if n < mostOutcomes {
			rows = append(rows, row)
		}
	}
	return rows
}

var formNames = [...]string{"", "roll", "declare", "move", "confirm", "draw", "report"}

// optionLine is the order that takes an option.
func (s *Session) optionLine(a engine.Ask, o engine.Option) string {
	ans := engine.AnswerWith(a, o)
	return string(s.typed.AppendAnswer(nil, s.Rules, s.race.Public(a.Seat), a, &ans, s.faces(a.Die)))
}

// keysFor gives each option its key: where all values are small whole numbers the digit is the value; yes and no of an ask that the race
// does not wait for are + and -, else 1 and 0; of one with a value or two beside what holds unsaid, those are + and -; all else is numbered (TB-9).
func (s *Session) keysFor(a engine.Ask, opts []engine.Option, held int64) []string {
	keys := make([]string, len(opts))
	small := a.Form == engine.Declare || a.Form == engine.Confirm
	step := int64(1) // 5 is 100 mph where speeds go in steps of 20
	for _, o := range opts {
		ch := s.Rules.Choices(nil, a, o)
		if len(ch) != 1 {
			small = false
			break
		}
		p := &s.About.Picks[ch[0].Pick]
		step = max(1, p.Step)
		digit := ch[0].Value / step
		small = small && (p.Holds == engine.Count || p.Holds == engine.AFlag) && digit >= 0 && digit <= 9 && digit*step == ch[0].Value
	}
	side := []string{"+", "-"} // of what is asked beside what the race waits for: faster and slower
	at := slices.IndexFunc(opts, func(o engine.Option) bool { return o.Value == held })
	for i, o := range opts {
		switch {
		case s.About.Asks[a.What].Stays && at >= 0: // one faster and one slower than what holds
			keys[i] = map[int]string{at - 1: "+", at + 1: "-"}[i]
		case a.Form == engine.Declare && !a.Waits && len(opts) <= 3 && !a.Secret:
			if o.Value != held && len(side) > 0 {
				keys[i], side = side[0], side[1:]
			}
		case a.Form == engine.Confirm && !a.Waits:
			keys[i] = map[bool]string{true: "+", false: "-"}[o.Value != 0]
		case small:
			keys[i] = strconv.FormatInt(o.Value/step, 10)
		case i < 9:
			keys[i] = strconv.Itoa(i + 1)
		}
	}
	return keys
}
