package control

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

func (c *Control) pageTimeline(q *view.Query, p *view.Page) error {
	s := c.session
	t := &view.Timeline{Title: s.titleNow(), At: q.N}
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
	u := &view.Undo{Title: s.titleNow(), N: n, Line: fmt.Sprintf("undo %d", n), Run: s.lastRun()}
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
	u := &view.Undo{Title: s.titleNow(), N: n, Line: fmt.Sprintf("redo %d", n), Head: fmt.Sprintf("PUT %s BACK?", plural(n, "ANSWER", "ANSWERS"))}
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
		v.Side = append(v.Side, stillFit(t.Acts[1].No, t.Acts[len(t.Acts)-1].No))
	}
	v.Board, v.Dash = s.Hands(engine.PutBack(nil, s.Setup.Board, s.About, s.picture(), engine.PictureOf(t.Race)))
	p.Amend = v
	return nil
}

// titleNow is the game and how far it is: the title of pages beside the race.
func (s *Session) titleNow() string {
	return s.About.Title + ", " + s.Words.Turn(s.race.Turn())
}

// stillFit says that the answers from one to another, maybe the same, fit after an amendment.
func stillFit(from, to int) string {
	if from == to {
		return fmt.Sprintf("%d still fits", from)
	}
	return fmt.Sprintf("%d-%d still fit", from, to)
}
