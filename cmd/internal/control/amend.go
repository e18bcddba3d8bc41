package control

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/racefile"
	"boxstop/engine"
)

// An answer further back is amended or struck: it is given rightly, or left out, and every later answer is put again, decided anew (TB-4).

// Tried is what an amendment would lead to.
type Tried struct {
	Race  engine.Race // as it would be, public
	Acts  []act
	Left  []act // later answers that no longer fit
	First string
	Why   string
}

// try amends (line is not "") or strikes answer no on a copy and puts every later answer again.
func (s *Session) try(no int, line string) (*Tried, int, error) {
	at := slices.IndexFunc(s.acts, func(a act) bool { return a.No == no })
	if at < 0 {
		return nil, 0, refuse("%d is no answer that stands; %s", no, s.standing())
	}
	c := s.fork()
	old := slices.Clone(c.acts[at:])
	if old[0].Ask.Secret {
		return nil, 0, &Refused{Text: fmt.Sprintf("%d was secret: the driver gives a new answer while its phase is open", no), Hint: "once all have been shown, changing it is a ruling"}
	}
	c.swap(at, nil)
	c.amends, c.keeps, c.open, c.ended = nil, nil, nil, false
	c.settle()
	t := &Tried{}
	if line != "" {
		if err := c.put(old[0].From, line); err != nil {
			return nil, 0, err
		}
		c.renew(old[0])
	}
	todo := old[1:]
	for i, a := range todo {
		if err := c.put(a.From, a.Line); err != nil {
			t.Left, t.First, t.Why = todo[i:], fmt.Sprintf("%d %s", a.No, s.public(&a)), err.Error()
			break
		}
		c.renew(a)
	}
	t.Acts = slices.Clone(c.acts[at:])
	t.Race = c.race.Public(0)
	return t, at, nil
}

// renew gives the newest answer the number and the source that it had before it was decided anew.
func (s *Session) renew(old act) {
	a := &s.acts[len(s.acts)-1]
	a.No, a.From = old.No, old.From
}

// amend lets an amendment stand and writes it as one line: the entry, the new answer, the events decided anew, the answers apart.
func (s *Session) amend(from string, no int, line string, cut bool) error {
	t, at, err := s.try(no, line)
	if err != nil {
		return err
	}
	if t.Left != nil && !cut {
		return &Refused{Text: fmt.Sprintf("%s no longer fits: %s", t.First, t.Why), Hint: "cut strikes it and everything after it"}
	}
	text := fmt.Sprintf("strike %d", no)
	if line != "" {
		text = fmt.Sprintf("amend %d %s", no, t.Acts[0].Line)
	}
	if t.Left != nil {
		text += " cut"
	}
	var b []byte
	for i, a := range t.Acts {
		if i > 0 {
			b = append(b, " | "...)
		}
		if len(a.Events) == 0 {
			b = append(b, '-')
		}
		for k, e := range a.Events {
			if k > 0 {
				b = append(b, "; "...)
			}
			b = s.typed.AppendEvent(b, e)
		}
	}
	s.logRaw(from, text, b)
	s.stood(at, from, text, t.Acts, t.Left)
	return nil
}

// stood puts the answers of an amendment in their place.
func (s *Session) stood(at int, from, text string, acts, left []act) {
	for i := range acts {
		acts[i].Born = s.seq
	}
	old := slices.Clone(s.acts[at:])
	before := s.corrects()
	s.ended = false
	s.swap(at, acts)
	s.amends = append(s.amends, amendment{Seq: s.seq, At: at, From: from, Line: text, Old: old})
	for _, a := range old {
		if !slices.ContainsFunc(acts, a.same) {
			s.struck = append(s.struck, a)
		}
	}
	for i := len(left) - 1; i >= 0; i-- {
		if left[i].Roll != "" {
			s.keep(left[i])
		}
	}
	s.settle(text)
	s.goesOn(text, engine.Ask{})
	s.corrected(before)
	s.refused = nil
}

// unstood forgets what stood kept of the answers that an amendment had left out: they stand again.
func (s *Session) unstood(old, tail []act) {
	for _, a := range old {
		if slices.ContainsFunc(tail, a.same) {
			continue
		}
		if a.Roll != "" {
			s.unkeep(a)
		}
		if i := slices.IndexFunc(s.struck, a.same); i >= 0 {
			s.struck = slices.Delete(s.struck, i, i+1)
		}
	}
}

// amendment reads "amend 207 K roll 50 50 d", "strike 208", each with "keep" or "cut" behind it or not.
func (s *Session) amendment(w []string) (no int, line, how string, err error) {
	if len(w) < 2 {
		return 0, "", "", refuse("%s: which answer? such as: amend 207 K roll 50 50 d, or strike 208; %s", w[0], s.standing())
	}
	if no, err = strconv.Atoi(w[1]); err != nil {
		return 0, "", "", refuse("%s %s: the number of an answer is wanted; %s", w[0], w[1], s.standing())
	}
	rest := w[2:]
	if n := len(rest); n > 0 && (rest[n-1] == "cut" || rest[n-1] == "keep") {
		how, rest = rest[n-1], rest[:n-1]
	}
	line = strings.Join(requote(rest), " ")
	switch {
	case w[0] == "strike" && line != "":
		return 0, "", "", refuse("strike %d %s: a struck answer has no new one; amend %d %s gives it", no, line, no, line)
	case w[0] == "strike":
		return no, "", how, nil
	case line == "":
		return 0, "", "", refuse("amend %d: the new answer is missing, such as: amend %d K gear 3", no, no)
	}
	switch rest[0] {
	case "rule", "report", "join", "stand":
	default:
		i := slices.IndexFunc(s.acts, func(a act) bool { return a.No == no })
		if i >= 0 && s.Words.CarOf(rest[0]) == 0 && s.acts[i].Car != 0 {
			line = s.Words.Mark(s.acts[i].Car) + " " + line
		}
	}
	return no, line, how, nil
}

// orderAmend shows what an amendment would do; it is done by "keep" or "cut", behind it or on a line of their own.
func (s *Session) orderAmend(o *order) (Outcome, error) {
	no, line, how, err := s.amendment(o.words)
	if err != nil {
		return Outcome{}, err
	}
	text := strings.TrimSuffix(strings.TrimSuffix(strings.Join(requote(o.words), " "), " keep"), " cut")
	if how != "" {
		s.pending = text
		return s.orderKeep(&order{from: o.from, words: []string{how}})
	}
	t, at, err := s.try(no, line)
	if err != nil {
		return Outcome{}, s.say(err, "")
	}
	s.pending = text
	out := Outcome{}
	if line != "" && len(t.Acts) > 0 {
		out.Said = s.details(&t.Acts[0])
	}
	later := len(s.acts) - at - 1
	switch {
	case t.Left != nil:
		out.Said = append(out.Said, fmt.Sprintf("%d of %s fit; %s no longer fits: %s", later-len(t.Left), plural(later, "later answer", "later answers"), t.First, t.Why))
	case later > 0:
		out.Said = append(out.Said, fmt.Sprintf("%s fit", plural(later, "later answer", "later answers")))
	}
	for _, h := range engine.PutBack(nil, s.Setup.Board, s.About, s.picture(), engine.PictureOf(t.Race)) {
		out.Said = append(out.Said, string(s.Words.Hand(nil, h)))
	}
	if t.Left != nil {
		out.Said = append(out.Said, "cut does it and strikes the rest; anything else gives up")
	} else {
		out.Said = append(out.Said, "keep does it; anything else gives up")
	}
	return out, nil
}

// orderKeep does the amendment that was shown: keep wants all later answers to fit, cut strikes from the first that does not.
func (s *Session) orderKeep(o *order) (Outcome, error) {
	if s.pending == "" {
		return Outcome{}, refuse("%s: nothing is being amended; such as: amend 207 K roll 50 50 d, then keep or cut", o.words[0])
	}
	w, err := tokens(s.pending)
	if err != nil {
		return Outcome{}, err
	}
	no, line, _, err := s.amendment(w)
	if err != nil {
		return Outcome{}, err
	}
	if err := s.amend(o.from, no, line, o.words[0] == "cut"); err != nil {
		return Outcome{}, s.say(err, "")
	}
	s.pending = ""
	s.declareAgain()
	return Outcome{Said: s.toDo()}, nil
}

// foldAmend takes an amendment in: the answers that it changed, and the events of each.
func (s *Session) foldAmend(l racefile.Line) error {
	w, err := tokens(l.Text)
	if err != nil {
		return err
	}
	no, line, _, err := s.amendment(w)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(s.acts, func(a act) bool { return a.No == no })
	if at < 0 {
		return fmt.Errorf("%d is no answer that stands", no)
	}
	old := slices.Clone(s.acts[at:])
	later := old[1:]
	if line != "" {
		later = append([]act{{No: no, From: old[0].From, Line: line}}, later...)
	}
	c := s.fork()
	c.swap(at, nil)
	var parts [][]byte
	if len(l.Events) > 0 {
		parts = bytes.Split(l.Events, []byte(" | "))
	}
	for i, part := range parts {
		if i >= len(later) {
			return errors.New("it has more answers than there are")
		}
		a := later[i]
		evs, err := s.readEvents(part)
		if err != nil {
			return err
		}
		a.Events = slices.Clone(evs)
		c.open = nil
		c.settle()
		a.Ask, a.Car, a.Roll = c.askOf(a.Line)
		a.Turn = c.race.Turn()
		for _, e := range a.Events {
			c.race.Apply(e)
		}
		c.acts = append(c.acts, a)
	}
	s.logRaw(l.Source, l.Text, nil)
	s.stood(at, l.Source, l.Text, c.acts[at:], later[len(parts):])
	return nil
}
