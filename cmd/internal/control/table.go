package control

import (
	"fmt"
	"slices"
	"strings"

	"boxstop/engine"
)

// What the table does beside answering: who drives, which unit serves whom, holds, what has been moved.

// orderDrive changes who drives: drive W K bot easy, drive W "Tom" (TB-16).
func (s *Session) orderDrive(o *order) (Outcome, error) {
	var cars []engine.Car
	w := o.words[1:]
	for len(w) > 0 && w[0] != "bot" && !strings.HasPrefix(w[0], `"`) && s.Words.CarOf(w[0]) != 0 {
		cars, w = append(cars, s.Words.CarOf(w[0])), w[1:]
	}
	if len(cars) == 0 && len(w) > 1 {
		_, err := s.car(w[0])
		return Outcome{}, err
	}
	if len(cars) > 0 && len(w) > 0 && w[0] != "bot" && !strings.HasPrefix(w[0], `"`) {
		return Outcome{}, refuse("drive … %s: a driver's name stands in quotes, such as: drive W \"Tom\"; a bot is: drive W bot easy", w[0])
	}
	if len(cars) == 0 || len(w) == 0 {
		return Outcome{}, refuse("drive: which car, and who, such as: drive W \"Tom\", or: drive W K bot easy")
	}
	d := driver{Since: s.race.Turn()}
	if w[0] == "bot" {
		d.Bot = "medium"
		if len(w) > 1 {
			d.Bot = w[1]
		}
		if s.Rules.Bot(d.Bot) == nil {
			return Outcome{}, refuse("drive … bot %s: levels are %s", d.Bot, strings.Join(s.About.Bots, ", "))
		}
	} else if d.Name = text(w[0]); d.Name == "" {
		return Outcome{}, refuse("drive: the driver's name is missing")
	}
	var said []string
	for _, c := range cars {
		was := s.drivers[c-1]
		now := d
		if now.Bot != "" {
			now.Name = was.Name
		}
		s.stints[c-1] = append(s.stints[c-1], Stint{Name: was.Name, Bot: was.Bot != "", From: was.Since, To: s.race.Turn()})
		s.drivers[c-1] = now
		who := now.Name
		if now.Bot != "" {
			who = "a bot, " + now.Bot
		}
		said = append(said, fmt.Sprintf("%s is driven by %s", s.Words.Mark(c), who))
	}
	s.log(o.from, strings.Join(requote(o.words), " "), nil)
	return Outcome{Said: said}, nil
}

// Stints are who drove a car, and when.
func (s *Session) Stints(c engine.Car) []Stint {
	d := s.drivers[c-1]
	all := append(slices.Clone(s.stints[c-1]), Stint{Name: d.Name, Bot: d.Bot != "", From: d.Since, To: s.race.Turn()})
	var out []Stint
	for _, st := range all {
		if n := len(out); n > 0 && out[n-1].Name == st.Name && out[n-1].Bot == st.Bot {
			out[n-1].To = st.To
			continue
		}
		out = append(out, st)
	}
	return out
}

// orderUnit says whom a unit serves: unit 7F3A for R, unit 7F3A table, unit 7F3A off, unit 7F3A on.
func (s *Session) orderUnit(o *order) (Outcome, error) {
	w := o.words
	if len(w) < 3 {
		return Outcome{}, refuse("unit: its last four characters and what for, such as: unit 7F3A for R, unit 7F3A table, unit 7F3A off")
	}
	name := strings.ToUpper(w[1])
	b := s.units[name]
	switch {
	case w[2] == "table":
		b = Binding{Table: true}
	case w[2] == "for" && len(w) > 3:
		c, err := s.car(w[3])
		if err != nil {
			return Outcome{}, err
		}
		b = Binding{Mark: s.Words.Mark(c)}
	case w[2] == "off":
		b.Off = true
	case w[2] == "on":
		b.Off = false
	default:
		return Outcome{}, refuse("unit %s %s: allowed are for MARK, table, off, on", name, w[2])
	}
	s.units[name] = b
	s.log(o.from, strings.Join(w, " "), nil)
	return Outcome{Said: []string{fmt.Sprintf("unit %s %s", name, b.say())}}, nil
}

func (b Binding) say() string {
	switch {
	case b.Off:
		return "is set aside"
	case b.Table:
		return "serves the table"
	case b.Mark != "":
		return "serves " + b.Mark
	}
	return "serves nobody"
}

func (s *Session) orderHold(o *order) (Outcome, error) {
	hold := o.words[0] == "hold"
	if hold == s.held {
		return Outcome{}, nil
	}
	s.held = hold
	s.log(o.from, o.words[0], nil)
	if hold {
		return Outcome{Said: []string{"the race is held, clocks stand"}}, nil
	}
	return Outcome{Said: []string{"the race goes on"}}, nil
}

// movedNow notes that the board stands as the book has it.
func (s *Session) movedNow() {
	s.moved, s.putback, s.table, s.movedAt, s.sheet = true, nil, nil, s.seq, sheet{}
}

// orderMoved says that the board stands as the book has it.
func (s *Session) orderMoved(o *order) (Outcome, error) {
	if s.moved && len(s.putback) == 0 {
		return Outcome{}, nil
	}
	s.log(o.from, "moved", nil)
	s.movedNow()
	return Outcome{}, nil
}

func (s *Session) orderPace(o *order) (Outcome, error) {
	if len(o.words) < 2 || o.words[1] != "run" && o.words[1] != "confirm" {
		return Outcome{}, refuse("pace: allowed are run and confirm")
	}
	s.confirm = o.words[1] == "confirm"
	s.log(o.from, "pace "+o.words[1], nil)
	return Outcome{Said: []string{"pace " + o.words[1]}}, nil
}

// Ways are how secrets are entered (TB-13): with the box's own means, turned over together and typed; one driver after the other at the
// keyboard; at hooded stations, and shown where a driver has none.
var Ways = []string{"shown", "keyboard", "stations"}

// orderSpeeds changes how secrets are entered, also between turns: speeds keyboard.
func (s *Session) orderSpeeds(o *order) (Outcome, error) {
	if len(o.words) < 2 || !slices.Contains(Ways, o.words[1]) {
		return Outcome{}, refuse("speeds: allowed are %s", strings.Join(Ways, ", "))
	}
	s.Plan.Speeds = o.words[1]
	s.log(o.from, "speeds "+o.words[1], nil)
	return Outcome{Said: []string{"secrets are entered: " + o.words[1]}}, nil
}

// aloneWays is what becomes of a car that has one sensible thing to do (TB-22): it is asked, or goes by itself once its dice have come.
var aloneWays = []string{"ask", "run"}

// orderAlone changes that: alone run.
func (s *Session) orderAlone(o *order) (Outcome, error) {
	if len(o.words) < 2 || !slices.Contains(aloneWays, o.words[1]) {
		return Outcome{}, refuse("alone: allowed are %s", strings.Join(aloneWays, ", "))
	}
	s.Plan.Alone = o.words[1]
	s.log(o.from, "alone "+o.words[1], nil)
	return Outcome{Said: []string{map[string]string{
		"ask": "every car is asked where it ends", "run": "a car with one sensible end drives there by itself once its dice have come",
	}[o.words[1]]}}, nil
}

// orderCheck is a roll call: what stands elsewhere than the book has it. It changes nothing.
func (s *Session) orderCheck(o *order) (Outcome, error) {
	var said []string
	w := o.words[1:]
	for i := 0; i < len(w); i++ {
		if w[i] == "," {
			continue
		}
		c, err := s.car(w[i])
		if err != nil {
			return Outcome{}, err
		}
		if i++; i >= len(w) || w[i] == "," {
			return Outcome{}, refuse("check %s: where does it stand? such as: check R c3+2", s.Words.Mark(c))
		}
		at, err := s.fieldValue(s.About.Space, c, w[i])
		if err != nil {
			return Outcome{}, err
		}
		if now := s.race.Value(s.About.Space, c); now != at {
			said = append(said, fmt.Sprintf("%s: the book has it %s, the board %s", s.Words.Mark(c), s.typed.Place(nil, engine.Space(now)), s.typed.Place(nil, engine.Space(at))))
		}
	}
	if len(said) == 0 {
		said = []string{"board and book agree"}
	}
	s.log(o.from, strings.Join(requote(o.words), " "), nil)
	return Outcome{Said: said}, nil
}

// orderWhy explains: the last event, why an option is missing, what a clause says.
func (s *Session) orderWhy(o *order) (Outcome, error) {
	return Outcome{Said: s.Why(o.words[1:])}, nil
}

// Why is what there is to say about the last move, or about a car, a place, an option's name, or a clause.
func (s *Session) Why(w []string) []string {
	var out []string
	pub := s.race.Public(0)
	for _, t := range w {
		if i := slices.IndexFunc(s.About.Clauses, func(c string) bool { return c != "" && strings.EqualFold(c, t) }); i > 0 {
			return s.cite(out, engine.Clause(i))
		}
	}
	car := engine.Car(0)
	if len(w) > 0 {
		if car = s.Words.CarOf(w[0]); car != 0 {
			w = w[1:]
		}
	}
	for _, o := range s.open {
		if o.Form == engine.Roll || o.Form == engine.Draw || o.Secret || car != 0 && o.Car != car {
			continue
		}
		for _, x := range pub.Options(nil, o.Ask, engine.Refused) {
			t := string(s.Words.Refusal(nil, pub, o.Ask, x))
			if len(w) > 0 && !slices.ContainsFunc(s.Rules.Choices(nil, o.Ask, x), func(c engine.Choice) bool {
				said := string(s.typed.Choice(nil, c))
				return strings.EqualFold(said, strings.Join(w, " ")) || strings.HasSuffix(strings.ToLower(said), " "+strings.ToLower(w[0]))
			}) {
				continue
			}
			out = append(out, s.Words.Mark(x.Car)+" "+t)
			if len(w) > 0 {
				out = s.cite(out, x.Refusal.Clause)
			}
		}
	}
	if len(w) > 0 {
		if len(out) == 0 {
			out = append(out, fmt.Sprintf("%s: nothing is refused under that name now", strings.Join(w, " ")))
		}
		return out
	}
	if last := s.lastOf(car); last != nil {
		lines := []string{fmt.Sprintf("%d %s", last.No, s.public(last))}
		var clauses []engine.Clause
		for _, e := range last.Events {
			e = e.Redacted(s.About)
			if !s.About.Kinds[e.Kind].Quiet {
				if t := s.Words.Event(nil, e); len(t) > 0 {
					lines = append(lines, "  "+string(t))
				}
			}
			if e.Clause != 0 && !slices.Contains(clauses, e.Clause) && (!s.About.Kinds[e.Kind].Quiet) {
				clauses = append(clauses, e.Clause)
			}
		}
		for _, c := range clauses {
			lines = s.cite(lines, c)
		}
		out = append(lines, out...)
	}
	for _, h := range s.house {
		out = append(out, "house rule: "+h)
	}
	return out
}

func (s *Session) lastOf(car engine.Car) *act {
	for i := len(s.acts) - 1; i >= 0; i-- {
		if car == 0 || s.acts[i].Car == car {
			return &s.acts[i]
		}
	}
	return nil
}

// public is an answer's line as everybody may read it.
func (s *Session) public(a *act) string {
	if a.Ask.Secret {
		return s.Words.Mark(a.Car) + " (secret)"
	}
	line, _, _ := strings.Cut(a.Line, " path ") // which way it went is told by what it led to
	return line
}

func (s *Session) cite(out []string, c engine.Clause) []string {
	cite, ruling := s.Words.Cite(c)
	if cite != "" {
		out = append(out, fmt.Sprintf("%s  %s, %s", s.About.Clauses[c], s.About.Book, cite))
	}
	if ruling != "" {
		out = append(out, fmt.Sprintf("%s  our ruling, not the publisher's: %s", s.About.Clauses[c], ruling))
	}
	return out
}
