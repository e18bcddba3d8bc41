package control

import (
	"fmt"
	"slices"

	"boxstop/engine"
)

// Answers are taken back from the end; what is further back is amended (amend.go). Events say what they found, so that taking one back is
// putting that in its place again.

func revert(r engine.Race, evs []engine.Event) {
	for i := len(evs) - 1; i >= 0; i-- {
		e := evs[i]
		e.Is = e.Was
		r.Apply(e)
	}
}

// topAmend reports whether the newest thing that can be taken back is an amendment.
func (s *Session) topAmend() bool {
	n := len(s.amends)
	return n > 0 && (len(s.acts) == 0 || s.amends[n-1].Seq >= s.acts[len(s.acts)-1].Born)
}

// pop takes the newest answer, or amendment, back. It appends what is struck by it, newest first, and returns what redo puts back.
func (s *Session) pop(gone []act) (struck []act, redo act) {
	if s.topAmend() {
		m := s.amends[len(s.amends)-1]
		s.amends = s.amends[:len(s.amends)-1]
		for _, a := range slices.Backward(s.acts[m.At:]) {
			if !slices.ContainsFunc(m.Old, a.same) {
				gone = append(gone, a)
			}
		}
		s.unstood(m.Old, s.acts[m.At:])
		s.swap(m.At, m.Old)
		return gone, act{No: m.Seq, Born: m.Seq, From: m.From, Line: m.Line}
	}
	a := s.acts[len(s.acts)-1]
	s.acts = s.acts[:len(s.acts)-1]
	s.stayed = 0
	revert(s.race, a.Events)
	return append(gone, a), a
}

// same reports whether two are the same answer, decided anew or not.
func (a act) same(b act) bool { return a.No == b.No && a.Line == b.Line }

// swap puts other answers in the place of those from at on.
func (s *Session) swap(at int, in []act) {
	for i := len(s.acts) - 1; i >= at; i-- {
		revert(s.race, s.acts[i].Events)
	}
	s.acts = append(s.acts[:at:at], in...)
	s.stayed = 0
	for _, a := range in {
		for _, e := range a.Events {
			s.race.Apply(e)
		}
	}
}

// newest is the line of what undo would take back; 0: nothing.
func (s *Session) newest() int {
	switch {
	case s.ended:
		return -1
	case s.topAmend():
		return s.amends[len(s.amends)-1].Seq
	case len(s.acts) > 0:
		return s.acts[len(s.acts)-1].Born
	}
	return 0
}

// canUndo is how many answers, amendments and the end by hand can be taken back.
func (s *Session) canUndo() int {
	n, acts := 0, s.acts
	if s.ended {
		n++
	}
	for i := len(s.amends) - 1; i >= 0; i-- {
		m := s.amends[i]
		for len(acts) > 0 && acts[len(acts)-1].Born > m.Seq {
			acts, n = acts[:len(acts)-1], n+1
		}
		acts, n = append(acts[:m.At:m.At], m.Old...), n+1
	}
	return n + len(acts)
}

// undoTo is how many must be taken back so that answer no is.
func (s *Session) undoTo(no int) (int, error) {
	is := func(a act) bool { return a.No == no }
	if !slices.ContainsFunc(s.acts, is) {
		if slices.ContainsFunc(s.struck, is) {
			return 0, refuse("%d is struck already; %s", no, s.standing())
		}
		return 0, refuse("%d is no answer; %s", no, s.standing())
	}
	n := 0
	c := s.fork()
	if c.ended {
		n++
	}
	for slices.ContainsFunc(c.acts, is) {
		c.pop(nil)
		n++
	}
	return n, nil
}

// standing says which answers stand.
func (s *Session) standing() string {
	if len(s.acts) == 0 {
		return "nothing has been answered yet"
	}
	return fmt.Sprintf("answers that stand are %d to %d", s.acts[0].No, s.acts[len(s.acts)-1].No)
}

// fork is a copy of the race and its answers to try something on. It writes nothing, and nothing that is done to it touches this one.
func (s *Session) fork() *Session {
	c := *s
	c.race = s.race.Clone()
	c.acts, c.amends, c.struck, c.redo = slices.Clone(s.acts), slices.Clone(s.amends), slices.Clone(s.struck), slices.Clone(s.redo)
	c.keeps, c.shows, c.open, c.tray = slices.Clone(s.keeps), slices.Clone(s.shows), slices.Clone(s.open), slices.Clone(s.tray)
	c.drivers, c.stints = slices.Clone(s.drivers), slices.Clone(s.stints)
	c.stays, c.stayed, c.live, c.sheet = nil, 0, false, sheet{}
	words, typed := *s.Words, *s.typed
	c.Words, c.typed = &words, &typed
	c.closed = map[string]string{}
	c.loading = true
	return &c
}

// undo takes n answers back and writes it.
func (s *Session) undo(from string, n int) error {
	switch most := s.canUndo(); {
	case n < 1:
		return refuse("undo %d: at least 1", n)
	case most == 0:
		return refuse("undo: nothing has been answered yet")
	case n > most:
		return refuse("undo %d: only %d can be taken back", n, most)
	}
	text := "undo"
	if n > 1 {
		text = fmt.Sprintf("undo %d", n)
	}
	before := s.corrects()
	gone, redo := s.takeBack(n)
	s.log(from, text, nil)
	s.redo = append(s.redo, redo...)
	s.strike(gone)
	s.settle(text)
	s.corrected(before)
	return nil
}

// takeBack takes the newest n back: what is struck, oldest first, and what redo puts back, newest struck first.
func (s *Session) takeBack(n int) (gone, redo []act) {
	if s.ended {
		s.ended = false
		redo = append(redo, act{From: "director", Line: "end"})
		n--
	}
	gone, redo = slices.Grow(gone, max(0, n)), slices.Grow(redo, max(0, n))
	for range n {
		var back act
		gone, back = s.pop(gone)
		redo = append(redo, back)
	}
	slices.Reverse(gone)
	return gone, redo
}

// strike keeps what was taken back: rolls and shown declarations for the next ask like theirs, everything for the time-line. Declarations
// that were not shown yet are never shown.
func (s *Session) strike(gone []act) {
	for i := len(gone) - 1; i >= 0; i-- {
		a := gone[i]
		if a.Roll != "" {
			s.keep(a)
		}
		if a.Ask.Secret && !s.replaced(gone, i) && s.wasShown(gone) {
			s.shows = append(s.shows, a)
		}
		s.struck = append(s.struck, a)
	}
}

// replaced reports whether a declaration was replaced by a later one of the same car in the same phase.
func (s *Session) replaced(acts []act, i int) bool {
	return slices.ContainsFunc(acts[i+1:], func(b act) bool { return b.Ask.Same(acts[i].Ask) })
}

// wasShown reports whether the declarations among answers were shown: the last of a phase shows them all.
func (s *Session) wasShown(acts []act) bool {
	return slices.ContainsFunc(acts, func(a act) bool {
		return slices.ContainsFunc(a.Events, func(e engine.Event) bool {
			return s.About.Fields[e.Field].Secret && e.Is == 0 && e.Was != 0
		})
	})
}
