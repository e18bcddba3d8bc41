package control

import (
	"fmt"
	"slices"
	"strings"

	"boxstop/engine"
)

// Answers are taken back from the end; what is further back is amended (TB-4). Events say what they found, so that taking one back is
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

// pop takes the newest answer, or amendment, back. It returns the answers that are struck by it.
func (s *Session) pop() []act {
	if s.topAmend() {
		m := s.amends[len(s.amends)-1]
		s.amends = s.amends[:len(s.amends)-1]
		tail := slices.Clone(s.acts[m.At:])
		s.swap(m.At, m.Old)
		return tail
	}
	a := s.acts[len(s.acts)-1]
	s.acts = s.acts[:len(s.acts)-1]
	revert(s.race, a.Events)
	return []act{a}
}

// swap puts other answers in the place of those from at on.
func (s *Session) swap(at int, in []act) {
	for i := len(s.acts) - 1; i >= at; i-- {
		revert(s.race, s.acts[i].Events)
	}
	s.acts = append(s.acts[:at:at], in...)
	for _, a := range in {
		for _, e := range a.Events {
			s.race.Apply(e)
		}
	}
}

// stack is the numbers of what can be taken back, newest first: an answer's, or an amendment's line.
func (s *Session) canUndo() int { return len(s.acts) + len(s.amends) }

// undoTo is how many must be taken back so that answer no is.
func (s *Session) undoTo(no int) (int, error) {
	if !slices.ContainsFunc(s.acts, func(a act) bool { return a.No == no }) {
		if slices.ContainsFunc(s.struck, func(a act) bool { return a.No == no }) {
			return 0, refuse("%d is struck already; the answers that stand are on the time-line", no)
		}
		return 0, refuse("%d is no answer; %s", no, s.range_())
	}
	n := 0
	c := s.fork()
	for slices.ContainsFunc(c.acts, func(a act) bool { return a.No == no }) {
		c.pop()
		n++
	}
	return n, nil
}

func (s *Session) range_() string {
	if len(s.acts) == 0 {
		return "nothing has been answered yet"
	}
	return fmt.Sprintf("answers that stand are %d to %d", s.acts[0].No, s.acts[len(s.acts)-1].No)
}

// fork is a copy of the race and its answers to try something on. It writes nothing.
func (s *Session) fork() *Session {
	c := *s
	c.race = s.race.Clone()
	c.acts, c.amends, c.struck, c.redo = slices.Clone(s.acts), slices.Clone(s.amends), slices.Clone(s.struck), slices.Clone(s.redo)
	c.keeps, c.open, c.tray = slices.Clone(s.keeps), slices.Clone(s.open), slices.Clone(s.tray)
	c.closed = map[string]string{}
	c.loading = true
	return &c
}

// undo takes n answers back and writes it.
func (s *Session) undo(from string, n int) error {
	if n < 1 {
		return refuse("undo %d: at least 1", n)
	}
	if n > s.canUndo() {
		return refuse("undo %d: only %d can be taken back", n, s.canUndo())
	}
	var gone []act
	for range n {
		gone = append(s.pop(), gone...)
	}
	text := "undo"
	if n > 1 {
		text = fmt.Sprintf("undo %d", n)
	}
	s.log(from, text, nil)
	s.strike(gone)
	s.settle(text)
	return nil
}

// strike keeps what was taken back: rolls for the next ask like theirs, everything for redo and the time-line.
func (s *Session) strike(gone []act) {
	for i := len(gone) - 1; i >= 0; i-- {
		a := gone[i]
		if a.Roll != "" {
			s.keep(a)
		}
		if a.Secret {
			a.Line = s.Words.Mark(a.Car) + " (secret)"
		}
		s.struck = append(s.struck, a)
	}
	s.redo = append(s.redo, reversed(gone)...)
}

func reversed(in []act) []act {
	out := slices.Clone(in)
	slices.Reverse(out)
	return out
}

// again puts struck answers back one by one, as new answers decided anew, and stops at the first that the race no longer accepts.
func (s *Session) again(from string, n int) (done int, err error) {
	if len(s.redo) == 0 {
		return 0, refuse("redo: nothing was struck, or something new has been answered since")
	}
	todo := s.redo
	for done < n && len(todo) > 0 {
		a := todo[len(todo)-1]
		if a.Secret {
			return done, refuse("redo: %s was secret; it is declared anew", s.Words.Mark(a.Car))
		}
		if err = s.put(a.From, a.Line); err != nil {
			break
		}
		s.unstrike(a)
		todo = todo[:len(todo)-1]
		done++
		s.redo = todo // put answered something new: what is left can still come back
	}
	s.redo = todo
	if err != nil {
		err = refuse("redo stopped at %q: %s", todo[len(todo)-1].Line, err)
	}
	return done, err
}

func (s *Session) unstrike(a act) {
	if i := slices.IndexFunc(s.struck, func(x act) bool { return x.No == a.No && x.Line == a.Line }); i >= 0 {
		s.struck[i].Roll = ""
	}
}

// put answers, rules or reports by a line that was written before.
func (s *Session) put(from, line string) error {
	w, err := tokens(line)
	if err != nil {
		return err
	}
	if len(w) == 0 {
		return refuse("nothing is said")
	}
	o := &order{from: from, line: line, words: w, sure: true, script: true}
	switch w[0] {
	case "rule":
		_, err = s.orderRule(o)
	case "report":
		_, err = s.orderReport(o)
	case "stand":
		_, err = s.standAgain(o)
	case "join":
		_, err = s.orderJoin(o)
	default:
		_, err = s.answer(o)
		err = s.say(err, "")
	}
	return err
}

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
		return nil, 0, refuse("%d is no answer that stands; %s", no, s.range_())
	}
	c := s.fork()
	old := slices.Clone(c.acts[at:])
	c.swap(at, nil)
	c.amends = nil
	c.open = nil
	c.settle()
	t := &Tried{}
	if old[0].Secret && line != "" {
		return nil, 0, refuse("%d is secret: the driver gives a new answer while its phase is open; afterwards it is a ruling", no)
	}
	todo := old[1:]
	if line != "" {
		if err := c.put(old[0].From, line); err != nil {
			return nil, 0, err
		}
		c.acts[len(c.acts)-1].No = no
	}
	for i, a := range todo {
		err := c.put(a.From, a.Line)
		if err != nil {
			t.Left, t.First, t.Why = todo[i:], fmt.Sprintf("%d %s", a.No, a.Line), err.Error()
			break
		}
		c.acts[len(c.acts)-1].No = a.No
	}
	t.Acts = slices.Clone(c.acts[at:])
	t.Race = c.race.Public(0)
	return t, at, nil
}

// amend lets an amendment stand and writes it as one line: the entry, the new answer, the events decided anew, the answers apart.
func (s *Session) amend(from string, no int, line string, cut bool) error {
	t, at, err := s.try(no, line)
	if err != nil {
		return err
	}
	if t.Left != nil && !cut {
		return &Refused{Text: fmt.Sprintf("%s no longer fits: %s", t.First, t.Why), Hint: "cut strikes it and everything after it; Esc gives up"}
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
		for k, e := range a.Events {
			if k > 0 {
				b = append(b, "; "...)
			}
			b = s.typed.AppendEvent(b, e)
		}
	}
	s.logRaw(from, text, b)
	s.stood(at, t.Acts, t.Left)
	s.settle(text)
	s.redo = s.redo[:0]
	return nil
}

// stood puts the answers of an amendment in their place.
func (s *Session) stood(at int, acts, left []act) {
	for i := range acts {
		acts[i].Born = s.seq
	}
	old := slices.Clone(s.acts[at:])
	s.swap(at, acts)
	s.amends = append(s.amends, amendment{Seq: s.seq, At: at, Old: old})
	for _, a := range old {
		if !slices.ContainsFunc(acts, func(n act) bool { return n.No == a.No && n.Line == a.Line }) {
			s.struck = append(s.struck, a)
		}
	}
	for i := len(left) - 1; i >= 0; i-- {
		if left[i].Roll != "" {
			s.keep(left[i])
		}
	}
}

// Rolls that were struck are facts.

func (s *Session) keep(a act) {
	f := strings.Fields(a.Roll)
	s.keeps = append(s.keeps, kept{Car: a.Car, Dice: uint8(len(f)), Roll: a.Roll, From: a.From})
}

// keptFor is the roll that lies there for an ask, newest struck last taken first.
func (s *Session) keptFor(a engine.Ask) (kept, bool) {
	if a.Form != engine.Roll {
		return kept{}, false
	}
	for i := len(s.keeps) - 1; i >= 0; i-- {
		if k := s.keeps[i]; k.Car == a.Car && k.Dice == a.Dice {
			return k, true
		}
	}
	return kept{}, false
}

// useKept takes a kept roll off the list when a roll for its ask comes; another roll in its place is marked in the file.
func (s *Session) useKept(from string, car engine.Car, a engine.Ask, roll string) string {
	a.Car = car
	a.Dice = uint8(len(strings.Fields(roll)))
	a.Form = engine.Roll
	k, ok := s.keptFor(a)
	if !ok {
		return from
	}
	i := slices.Index(s.keeps, k)
	s.keeps = slices.Delete(s.keeps, i, i+1)
	if k.Roll == roll {
		return k.From
	}
	if s.loading {
		return from
	}
	return from + " instead-of " + strings.ReplaceAll(k.Roll, " ", ",")
}
