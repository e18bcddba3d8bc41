package control

import (
	"fmt"
	"slices"
	"strings"

	"boxstop/engine"
)

// goesOn is called when something new stands: what was struck can be put back for as long as that is what comes anyway. Declarations of
// one phase come in any order.
func (s *Session) goesOn(line string, a engine.Ask) {
	n := len(s.redo)
	from := n
	for a.Secret && from > 0 && s.redo[from-1].Ask.Secret {
		from--
	}
	rest := slices.DeleteFunc(slices.Clone(s.redo[from:]), func(b act) bool { return b.Ask.Same(a) })
	switch {
	case len(rest) < n-from:
		s.redo = append(s.redo[:from], rest...)
	case n > 0 && s.redo[n-1].Line == line:
		s.redo = s.redo[:n-1]
	default:
		s.redo = s.redo[:0]
	}
}

// again puts struck answers back one by one, as new answers decided anew, and stops at the first that the race no longer accepts.
func (s *Session) again(n int) (done int, err error) {
	if n < 1 {
		return 0, refuse("redo %d: at least 1", n)
	}
	if len(s.redo) == 0 {
		return 0, refuse("redo: nothing was struck, or something new has been answered since")
	}
	was := len(s.redo)
	for left := was - min(n, was); err == nil && len(s.redo) > left; done = was - len(s.redo) {
		before, a := len(s.redo), s.redo[len(s.redo)-1]
		if a.Ask.Secret {
			return done, refuse("redo stopped: what %s declared was secret; it is declared anew", s.Words.Mark(a.Car))
		}
		if e := s.put(markAgain(a.From), a.Line); e != nil {
			return done, refuse("redo stopped at %q: %s", a.Line, e)
		}
		if len(s.redo) == 0 || len(s.redo) >= before {
			done = was - len(s.redo)
			break
		}
	}
	return done, err
}

// An answer that redo puts back says so in its source: "7F3A#119 again".

func isAgain(from string) bool { return strings.HasSuffix(from, " again") }

func markAgain(from string) string { return strings.TrimSuffix(from, " again") + " again" }

// put does again what a line says that was done before.
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
	case "standing":
		_, err = s.orderStanding(o)
	case "end":
		_, err = s.orderEnd(o)
	case "amend", "strike":
		no, text, how, err := s.amendment(w)
		if err != nil {
			return err
		}
		return s.amend(from, no, text, how == "cut")
	default:
		_, err = s.answer(o)
		err = s.say(err, "")
	}
	return err
}

// What was rolled, and what was shown, are facts (TB-5).

func (s *Session) keep(a act) {
	s.keeps = append(s.keeps, kept{Ask: a.Ask, Car: a.Car, Roll: a.Roll, From: a.From})
}

// unkeep forgets the newest kept roll that is the one of an answer that stands again.
func (s *Session) unkeep(a act) {
	for i := len(s.keeps) - 1; i >= 0; i-- {
		if k := s.keeps[i]; k.Car == a.Car && k.Roll == a.Roll && k.Ask == a.Ask {
			s.keeps = slices.Delete(s.keeps, i, i+1)
			return
		}
	}
}

// keptFor is the roll that lies there for an ask, the last one struck first.
func (s *Session) keptFor(a engine.Ask) (kept, bool) {
	if a.Form == engine.Roll {
		for i := len(s.keeps) - 1; i >= 0; i-- {
			if k := s.keeps[i]; k.Ask.What == a.What && k.Car == a.Car && k.Ask.Dice == a.Dice && k.Ask.Die == a.Die && k.Ask.Turn == a.Turn {
				return k, true
			}
		}
	}
	return kept{}, false
}

// useKept takes a kept roll off the list when a roll for its ask comes. It says who rolled: another roll in the place of the kept one is
// marked in the file.
func (s *Session) useKept(from string, a engine.Ask, roll string) string {
	if len(s.keeps) == 0 {
		return from
	}
	s.keeps = slices.DeleteFunc(s.keeps, func(k kept) bool { return k.Ask.Turn < a.Turn }) // their turn went by without them
	k, ok := s.keptFor(a)
	if !ok {
		return from
	}
	i := slices.Index(s.keeps, k)
	s.keeps = slices.Delete(s.keeps, i, i+1)
	switch {
	case s.loading:
		return from // the file says it
	case k.Roll == roll && (strings.Contains(from, "#") || isAgain(from)):
		return from // rolled anew, and the same; or put back
	case k.Roll == roll:
		return strings.TrimSuffix(k.From, " again")
	}
	who, _, _ := strings.Cut(from, " ")
	who += " instead-of " + strings.ReplaceAll(k.Roll, " ", ",")
	if isAgain(from) {
		who = markAgain(who)
	}
	return who
}

// shownFor is the declaration that was shown for an open ask; false: none was.
func (s *Session) shownFor(o Open) (act, bool) {
	if !o.Secret || o.Done {
		return act{}, false
	}
	i := slices.IndexFunc(s.shows, func(a act) bool { return a.Ask.Same(o.Ask) })
	if i < 0 {
		return act{}, false
	}
	return s.shows[i], true
}

// declareAgain gives declarations that were shown before they were struck, as soon as they are asked for again.
func (s *Session) declareAgain() {
	for range len(s.shows) {
		i := slices.IndexFunc(s.open, func(o Open) bool { _, ok := s.shownFor(o); return ok })
		if i < 0 {
			return
		}
		a, _ := s.shownFor(s.open[i])
		if s.put("kept", a.Line) != nil {
			s.declared(a.Ask) // the race asks something else by that name now
		}
	}
}

// declared forgets a shown declaration: it was given again.
func (s *Session) declared(a engine.Ask) {
	s.shows = slices.DeleteFunc(s.shows, func(b act) bool { return b.Ask.Same(a) })
}

// howFar is how many must be taken back when n are to be: a secret phase is left as a whole, and declarations that were shown are given
// again at once, so that taking back nothing but them would change nothing.
func (s *Session) howFar(n int) (int, error) {
	most := s.canUndo()
	if k := s.inSecret(); k > 0 && n <= most {
		n = max(n, min(k+1, most))
	}
	if !slices.ContainsFunc(s.acts, func(a act) bool { return a.Ask.Secret }) {
		return n, nil
	}
	for ; n <= most && n > 0; n++ {
		f := s.fork()
		gone, _ := f.takeBack(n)
		f.strike(gone)
		f.settle()
		if !slices.ContainsFunc(f.open, func(o Open) bool { _, ok := f.shownFor(o); return ok }) {
			return n, nil
		}
		if n == most {
			return 0, &Refused{Text: "undo: what was declared in secret and shown to all stays", Hint: "changing it is a ruling, open to all"}
		}
	}
	return n, nil
}

// inSecret is how many of the newest answers were declared in a secret phase that is still open.
func (s *Session) inSecret() int {
	if !slices.ContainsFunc(s.open, func(o Open) bool { return o.Secret && o.Done }) {
		return 0
	}
	n := 0
	for n < len(s.acts) && s.acts[len(s.acts)-1-n].Ask.Secret {
		n++
	}
	return n
}

func (s *Session) orderUndo(o *order) (Outcome, error) {
	n, err := 1, error(nil)
	switch {
	case len(o.words) == 2 && o.words[1] == "to":
		return Outcome{}, refuse("undo to: the number of an answer is missing, such as: undo to 205; %s", s.standing())
	case len(o.words) > 2 && o.words[1] == "to":
		no, err := o.number(2, 0)
		if err != nil {
			return Outcome{}, err
		}
		if n, err = s.undoTo(no); err != nil {
			return Outcome{}, err
		}
	default:
		if n, err = o.number(1, 1); err != nil {
			return Outcome{}, err
		}
	}
	if s.inSecret() > 0 && !o.sure && !o.script {
		return Outcome{Twice: "a secret phase is open: undo goes back to before it, and all declare anew"}, nil
	}
	if n, err = s.howFar(n); err != nil {
		return Outcome{}, err
	}
	if err := s.undo(o.from, n); err != nil {
		return Outcome{}, err
	}
	s.declareAgain()
	return Outcome{Said: s.toDo()}, nil
}

func (s *Session) orderRedo(o *order) (Outcome, error) {
	n, err := o.number(1, 1)
	if err != nil {
		return Outcome{}, err
	}
	done, err := s.again(n)
	out := Outcome{Said: s.toDo()}
	if done > 0 && err != nil {
		out.Said = append(out.Said, err.Error())
		err = nil
	}
	if err == nil && done < n {
		out.Said = append(out.Said, fmt.Sprintf("%s put back; nothing more was struck", plural(done, "answer", "answers")))
	}
	return out, err
}
