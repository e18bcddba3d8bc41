package control

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/engine"
)

// order is one line that somebody wants done.
type order struct {
	from   string
	line   string
	words  []string
	ask    string // the id that it answers; "": any
	sure   bool
	script bool // a file says it: nobody looks over a shoulder
}

// tokens splits a line into words: a text in quotes is one, with its first quote kept so that it is never taken for a name; a comma is
// one; "#" in front of a word begins a comment.
func tokens(line string) ([]string, error) {
	var out []string
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == '#':
			return out, nil
		case c == ',':
			out = append(out, ",")
			i++
		case c == '"':
			end := strings.IndexByte(line[i+1:], '"')
			if end < 0 {
				return nil, refuse("%s: a quote is not closed", line[i:])
			}
			out = append(out, line[i:i+1+end])
			i += end + 2
		default:
			end := strings.IndexAny(line[i:], " \t,\"")
			if end < 0 {
				end = len(line) - i
			}
			out = append(out, line[i:i+end])
			i += end
		}
	}
	return out, nil
}

// text takes the quote off.
func text(w string) string { return strings.TrimPrefix(w, `"`) }

func quote(t string) string {
	return `"` + strings.NewReplacer(`"`, "'", "\t", " ", "\n", " ").Replace(t) + `"`
}

// Do carries out one line, said by from. ask is the id of the ask that it answers, "" where it was typed in words; sure says yes to what
// asks twice.
func (s *Session) Do(from, line, ask string, sure bool) (Outcome, error) {
	return s.do(&order{from: from, line: line, ask: ask, sure: sure})
}

func (s *Session) do(o *order) (Outcome, error) {
	w, err := tokens(o.line)
	if err != nil {
		return Outcome{}, err
	}
	if len(w) == 0 {
		return Outcome{}, nil
	}
	if w[0] == "from" {
		if len(w) < 3 {
			return Outcome{}, refuse("from: who, and what, such as: from 7F3A B roll 50")
		}
		if o.from, err = sourceOf(w[1]); err != nil {
			return Outcome{}, err
		}
		w = w[2:]
		o.line = strings.Join(requote(w), " ")
		if isUnit(o.from) {
			if out, laid, err := s.fromUnit(o, w); laid {
				return out, err
			}
		}
	}
	o.words = w
	if f, ok := orders[w[0]]; ok && s.Words.CarOf(w[0]) == 0 {
		switch w[0] {
		case "keep", "cut", "why", "stand":
		default:
			s.pending, s.refused = "", nil
		}
		return f(s, o)
	}
	s.pending, s.refused = "", nil
	if w[0] == "start" || s.Words.CarOf(w[0]) == 0 && slices.Contains(planWords, w[0]) {
		return Outcome{}, tooLate(w)
	}
	out, err := s.answer(o)
	if err != nil {
		return out, s.say(err, o.line)
	}
	return out, nil
}

// tooLate refuses a line of set-up in a race that has started.
func tooLate(w []string) error {
	switch w[0] {
	case "start":
		return refuse("start: the race has started")
	case "option":
		return refuse("%s: that is set up before start; in the race it is a ruling, such as: rule %s because \"table agreed\"", w[0], strings.Join(w, " "))
	case "enter":
		return refuse("enter: that is set up before start; a latecomer joins: join P pink \"Lisa\"; another driver: drive R \"Tom\"")
	}
	return refuse("%s: that is set up before start", w[0])
}

func isUnit(from string) bool {
	return from != "pi" && from != "bot" && from != "clock" && from != "director"
}

// sourceOf reads who answers: a unit, with its own count where it is known, the Pi, a bot or the clock.
func sourceOf(t string) (string, error) {
	low := strings.ToLower(t)
	if !isUnit(low) {
		return low, nil
	}
	for one := range strings.SplitSeq(t, "+") {
		unit, count, counted := strings.Cut(one, "#")
		unit, die, several := strings.Cut(unit, "/")
		_, badDie := strconv.Atoi(die)
		_, badCount := strconv.ParseUint(count, 10, 32)
		if len(unit) != 4 || strings.Trim(strings.ToUpper(unit), "0123456789ABCDEF") != "" || several && badDie != nil || counted && badCount != nil {
			return "", refuse("from %s: allowed are a unit's last four characters, such as 7F3A, or pi, bot, clock", t)
		}
	}
	return strings.ToUpper(t), nil
}

// orders are the first words of lines that are no answer.
var orders map[string]func(*Session, *order) (Outcome, error)

func init() { // a map literal would refer to itself through Do
	orders = map[string]func(*Session, *order) (Outcome, error){
		"undo": (*Session).orderUndo, "redo": (*Session).orderRedo, "amend": (*Session).orderAmend, "strike": (*Session).orderAmend,
		"unlock": (*Session).orderUnlock, "rule": (*Session).orderRule, "stand": (*Session).orderStand, "report": (*Session).orderReport,
		"all": (*Session).orderAll, "close": (*Session).orderClose, "check": (*Session).orderCheck, "drive": (*Session).orderDrive,
		"join": (*Session).orderJoin, "unit": (*Session).orderUnit, "tray": (*Session).orderTray, "hold": (*Session).orderHold,
		"go": (*Session).orderHold, "moved": (*Session).orderMoved, "pace": (*Session).orderPace, "speeds": (*Session).orderSpeeds, "run": (*Session).orderRun,
		"why": (*Session).orderWhy, "note": (*Session).orderNote, "protest": (*Session).orderNote, "end": (*Session).orderEnd,
		"house": (*Session).orderHouse, "keep": (*Session).orderKeep, "cut": (*Session).orderKeep,
	}
}

// answer answers an open ask.
func (s *Session) answer(o *order) (Outcome, error) {
	asks := make([]engine.Ask, 0, len(s.open))
	if o.ask != "" {
		a, err := s.find(o.ask)
		if err != nil {
			return Outcome{}, err
		}
		asks = append(asks, a.Ask)
	} else {
		for _, a := range s.open {
			asks = append(asks, a.Ask)
		}
	}
	w := o.words
	if o.ask == "" && !o.script && !o.sure && o.from == "director" {
		if name := s.secretNamed(w); name != "" {
			return Outcome{}, refuse("%s is secret: use the station, the secret page, or `all %s …` after all were shown", name, name)
		}
	}
	car := s.Words.CarOf(w[0])
	if car != 0 {
		w = w[1:]
	}
	k := engine.Asked{Words: s.typed, Rules: s.Rules, Race: s.race, Asks: asks, Faces: s.faces}
	if o.from == "clock" && len(w) == 1 {
		w = append(slices.Clone(w), "late")
	}
	t, err := k.Read(car, w)
	if err != nil {
		return Outcome{}, err
	}
	if t.Ask.What == 0 {
		return Outcome{}, refuse("%s: nobody asks for that now; %s", o.line, s.awaited())
	}
	if t.Draw {
		t.Answer = s.draw(t.Ask)
		o.from = "pi"
	}
	evs, err := s.decide(o.from, t.Ask, &t.Answer, "")
	if err != nil {
		return Outcome{}, err
	}
	return s.outcome(evs), nil
}

// secretNamed is the name of an open secret ask that a line mentions; "": none.
func (s *Session) secretNamed(w []string) string {
	for _, a := range s.open {
		if name := s.About.Asks[a.What].Name; a.Secret && slices.ContainsFunc(w, func(t string) bool { return strings.EqualFold(t, name) }) {
			return name
		}
	}
	return ""
}

func (s *Session) awaited() string {
	if s.Over() {
		return "the race is over"
	}
	var asks []engine.Ask
	for _, a := range s.open {
		asks = append(asks, a.Ask)
	}
	return "awaited: " + string(s.typed.Open(nil, asks))
}

// outcome is what everybody may know of events.
func (s *Session) outcome(evs []engine.Event) Outcome {
	out := Outcome{}
	for _, e := range evs {
		e = e.Redacted(s.About)
		out.Events = append(out.Events, e)
		if s.About.Kinds[e.Kind].Quiet {
			continue
		}
		if t := s.Words.Event(nil, e); len(t) > 0 {
			out.Said = append(out.Said, string(t))
		}
	}
	return out
}

// Typed is an event as scripts expect it; "" for bookkeeping.
func (s *Session) Typed(e engine.Event) string {
	if s.About.Kinds[e.Kind].Quiet {
		return ""
	}
	return string(s.typed.Event(nil, e))
}

// AllTyped is an event as race files hold it.
func (s *Session) AllTyped(e engine.Event) string { return string(s.typed.AppendEvent(nil, e)) }

func (o *order) number(i, or int) (int, error) {
	if len(o.words) <= i {
		return or, nil
	}
	n, err := strconv.Atoi(o.words[i])
	if err != nil {
		return 0, refuse("%s: %q is not a whole number", o.words[0], o.words[i])
	}
	return n, nil
}

// orderUnlock lets a driver take back what he declared in a secret phase: nothing is struck, he gives a new answer to his open ask (TB-5).
func (s *Session) orderUnlock(o *order) (Outcome, error) {
	if len(o.words) < 2 {
		return Outcome{}, refuse("unlock: whose? such as: unlock R")
	}
	c, err := s.car(o.words[1])
	if err != nil {
		return Outcome{}, err
	}
	if !slices.ContainsFunc(s.open, func(a Open) bool { return a.Secret && a.Done && a.Car == c }) {
		return Outcome{}, refuse("unlock %s: nothing that %s declared is still secret; %s", s.Words.Mark(c), s.Words.Mark(c), s.awaited())
	}
	return Outcome{Said: []string{s.Words.Mark(c) + " may declare anew; the newest counts, nothing is struck"}}, nil
}

func (s *Session) orderStand(o *order) (Outcome, error) {
	if s.refused == nil {
		return Outcome{}, refuse("stand: no answer was refused just now, or the rules cannot say what it would have led to")
	}
	line := "stand " + s.refused.line
	rest, because, err := reason(o.words)
	switch {
	case err != nil:
		return Outcome{}, err
	case len(rest) > 1:
		return Outcome{}, refuse("stand %s: stand alone lets the answer before this line stand; its reason follows because", strings.Join(rest[1:], " "))
	case because != "":
		line += " because " + quote(because)
	}
	led := s.refused.led
	s.refused = nil
	s.stand(o.from, line, led, engine.Ask{}, 0, "")
	out := s.outcome(led)
	out.Said = append(out.Said, s.toDo()...)
	return out, nil
}

// standAgain decides a forced answer anew.
func (s *Session) standAgain(o *order) (Outcome, error) {
	line, because, _ := strings.Cut(strings.TrimPrefix(o.line, "stand "), " because ")
	w, err := tokens(line)
	if err != nil || len(w) == 0 {
		return Outcome{}, refuse("stand: %q", o.line)
	}
	if _, err = s.answer(&order{from: o.from, line: line, words: w, script: true}); err == nil {
		return Outcome{}, nil // the rules allow it now
	}
	_ = s.say(err, line)
	if s.refused == nil {
		return Outcome{}, refuse("%s cannot stand any more", line)
	}
	again := []string{"stand"}
	if because != "" {
		again = append(again, "because", strings.TrimSuffix(because, `"`)) // its first quote marks it as a text
	}
	return s.orderStand(&order{from: o.from, words: again})
}

func (s *Session) orderReport(o *order) (Outcome, error) {
	w := o.words[1:]
	car := engine.Car(0)
	if len(w) > 0 {
		if car = s.Words.CarOf(w[0]); car != 0 {
			w = w[1:]
		}
	}
	reports := s.race.Reports(nil)
	if len(w) == 0 {
		return Outcome{}, refuse("report: what happened? %s", s.reportNames(reports))
	}
	if car == 0 {
		var whose []string
		for _, a := range reports {
			if s.About.Asks[a.What].Name == w[0] && a.Car != 0 {
				whose = append(whose, fmt.Sprintf("report %s %s", s.Words.Mark(a.Car), w[0]))
			}
		}
		if len(whose) > 1 {
			return Outcome{}, refuse("report %s: whose? %s", w[0], strings.Join(whose, ", "))
		}
	}
	for _, a := range reports {
		if s.About.Asks[a.What].Name != w[0] || car != 0 && a.Car != 0 && a.Car != car {
			continue
		}
		if car == 0 {
			car = a.Car
		}
		ans := engine.Answer{What: a.What, Car: car, Value: 1}
		if len(w) > 1 {
			at, err := s.Setup.Board.ParseAddress(w[1])
			if err != nil {
				return Outcome{}, err
			}
			ans.Space = at[0]
		}
		evs, err := s.decide(o.from, a, &ans, "")
		if err != nil {
			return Outcome{}, s.say(err, "")
		}
		out := s.outcome(evs)
		out.Said = append(out.Said, s.toDo()...)
		return out, nil
	}
	return Outcome{}, refuse("%s: nothing of that name can have happened now; %s", strings.Join(o.words, " "), s.reportNames(reports))
}

func (s *Session) reportNames(as []engine.Ask) string {
	var names []string
	for _, a := range as {
		if n := s.About.Asks[a.What].Name; !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return "nothing can be reported now"
	}
	return "what can be reported: " + strings.Join(names, ", ")
}

// orderAll answers one ask of a name for each car, in car order.
func (s *Session) orderAll(o *order) (Outcome, error) {
	if len(o.words) < 3 {
		return Outcome{}, refuse("all: a name and a value for each car, such as: all speed 100 80 100")
	}
	name := o.words[1]
	var open []Open
	for _, a := range s.open {
		if s.About.Asks[a.What].Name == name && a.Car != 0 && !a.Done {
			open = append(open, a)
		}
	}
	slices.SortStableFunc(open, func(a, b Open) int { return int(a.Car) - int(b.Car) })
	if len(open) != len(o.words)-2 {
		return Outcome{}, refuse("all %s: %s, and %s asked: %s", name, plural(len(o.words)-2, "value", "values"), plural(len(open), "car is", "cars are"), s.marks(open))
	}
	try := s.fork() // all or none
	for _, on := range []*Session{try, s} {
		for i, a := range open {
			line := s.Words.Mark(a.Car) + " " + name + " " + o.words[i+2]
			w, _ := tokens(line)
			if _, err := on.answer(&order{from: o.from, line: line, words: w, script: true}); err != nil {
				return Outcome{}, s.say(err, "")
			}
		}
	}
	return Outcome{}, nil
}

func (s *Session) marks(open []Open) string {
	var m []string
	for _, a := range open {
		m = append(m, s.Words.Mark(a.Car))
	}
	return strings.Join(m, ", ")
}

// orderClose closes a phase by hand: who has not spoken keeps what holds.
func (s *Session) orderClose(o *order) (Outcome, error) {
	var open []Open
	for _, a := range s.open {
		if a.Form == engine.Declare && a.Secret && !a.Done {
			open = append(open, a)
		}
	}
	if len(open) == 0 {
		return Outcome{}, refuse("close: nobody has still to declare in secret; %s", s.awaited())
	}
	if !o.sure && !o.script {
		return Outcome{Twice: s.marks(open) + " would keep what holds unsaid"}, nil
	}
	out := Outcome{}
	for _, a := range open {
		evs, err := s.decide(o.from, a.Ask, &engine.Answer{What: a.What, Car: a.Car, Late: true}, "")
		if err != nil {
			return out, s.say(err, "")
		}
		more := s.outcome(evs)
		out.Events, out.Said = append(out.Events, more.Events...), append(out.Said, more.Said...)
	}
	return out, nil
}

func (s *Session) orderEnd(o *order) (Outcome, error) {
	if s.Over() {
		return Outcome{}, refuse("end: the race is over already")
	}
	if !o.sure && !o.script {
		return Outcome{Twice: "the race would be over as it stands"}, nil
	}
	s.log(o.from, "end", nil)
	s.ended = true
	s.goesOn("end", engine.Ask{})
	return Outcome{Said: []string{"the race is over as it stands"}}, nil
}

func (s *Session) orderRun(o *order) (Outcome, error) {
	limit, until := -1, ""
	if len(o.words) > 1 {
		switch u := o.words[1]; u {
		case "round", "turn", "end":
			until = u
		default:
			n, err := o.number(1, 1)
			if err != nil || n < 1 {
				return Outcome{}, refuse("run %s: allowed are a number, round, turn, end", u)
			}
			limit = n
		}
	}
	out := Outcome{}
	turn := s.race.Turn()
	for limit != 0 && !s.Over() && (until != "turn" && until != "round" || s.race.Turn() == turn) {
		evs, ok, err := s.step()
		if err != nil {
			return out, s.say(err, "")
		}
		if !ok {
			break
		}
		more := s.outcome(evs)
		out.Events, out.Said = append(out.Events, more.Events...), append(out.Said, more.Said...)
		limit--
	}
	if len(out.Events) == 0 {
		return out, refuse("run: nothing runs by itself; %s", s.awaited())
	}
	return out, nil
}
