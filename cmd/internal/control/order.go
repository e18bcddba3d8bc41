package control

import (
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
	return from != "pi" && from != "bot" && from != "clock" && from != "director" && from != "standing"
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
		"go": (*Session).orderHold, "moved": (*Session).orderMoved, "pace": (*Session).orderPace, "speeds": (*Session).orderSpeeds, "run": (*Session).orderRun, "standing": (*Session).orderStanding, "alone": (*Session).orderAlone,
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
	if s.live && !isAgain(o.from) && t.Ask.Form == engine.Roll {
		if err := s.ordersOf(t.Ask.Car); err != nil {
			return Outcome{}, err
		}
	}
	if t.Ask.What == 0 {
		return Outcome{}, refuse("%s: nobody asks for that now; %s", o.line, s.awaited())
	}
	if t.Draw {
		t.Answer = s.draw(t.Ask)
		o.from = "pi"
	}
	if !o.sure && !o.script {
		if again := s.twice(t.Ask, &t.Answer); again != "" {
			return Outcome{Twice: again}, nil
		}
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

// requote is the words of a line with their quotes whole again.
func requote(w []string) []string {
	out := slices.Clone(w)
	for i, t := range out {
		if strings.HasPrefix(t, `"`) {
			out[i] = quote(text(t))
		}
	}
	return out
}
