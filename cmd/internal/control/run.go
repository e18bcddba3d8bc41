package control

import (
	"fmt"
	"slices"
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

// A run lets everybody go who needs no person: bots, whoever has one sensible thing to do, and the Pi rolls for them (TB-22, ADR 0012).
// It stops before the first ask that is a person's. Every answer of it is in the file like any other, with its source; a last line says
// how many they were, so that they can be taken back as one.

// until is where a run ends although it could go on.
type until struct {
	word  string // "", round, turn, lap, car, end
	turn  int
	leg   uint8
	car   engine.Car
	alone bool
}

// extents are how far a run can be told to go.
var extents = []string{"round", "turn", "lap", "car", "end"}

// waiting is the first ask that the race waits for; nil: none.
func (s *Session) waiting() *Open {
	i := slices.IndexFunc(s.open, func(o Open) bool { return o.Waits && !o.Done })
	if i < 0 {
		return nil
	}
	return &s.open[i]
}

func (s *Session) until(word string) until {
	u := until{word: word, turn: s.race.Turn()}
	if o := s.waiting(); o != nil {
		u.leg, u.car, u.alone = o.Leg, o.Car, o.Leg != 0
	}
	return u
}

// reached reports whether a run has come to where it ends.
func (s *Session) reached(u until) bool {
	now := s.until(u.word)
	switch u.word {
	case "round", "turn": // while cars go alone it is a round of its own
		return now.turn != u.turn || now.alone != u.alone
	case "lap":
		return now.leg != u.leg || now.car != u.car
	case "car":
		return now.car != u.car
	}
	return false
}

// lit reports whether option i is what Enter takes: a declaration that holds, the first of the ends. Nothing that is secret, and nothing that
// puts a car out.
func lit(a engine.Ask, i int, x engine.Option) bool {
	if !a.Waits || a.Secret || x.Fate == engine.GoesOut {
		return false
	}
	return a.Form == engine.Declare && x.Value == int64(a.Unsaid) || a.Form == engine.Move && i == 0
}

// sole is the one sensible answer to an ask that the race waits for; false: a person gives it. What is sensible the rule set says. Nothing
// that a person has to confirm, that is secret, or that puts a car out goes by itself.
func (s *Session) sole(a engine.Ask) (engine.Answer, bool) {
	if !a.Waits || a.Secret || a.Form != engine.Declare && a.Form != engine.Move {
		return engine.Answer{}, false
	}
	opts := s.race.Options(nil, a, engine.Offered)
	if len(opts) != 1 || opts[0].Fate == engine.GoesOut {
		return engine.Answer{}, false
	}
	return engine.AnswerWith(a, opts[0]), true
}

// drivesOn reports whether the table wants undisturbed cars to drive by themselves, and this is one.
func (s *Session) drivesOn(a engine.Ask, ans *engine.Answer) (ok bool) {
	if s.Plan.Alone == "run" {
		*ans, ok = s.sole(a)
	}
	return ok
}

// step lets whoever needs no person answer once: a bot, a standing order, the dice, a car with one sensible thing to do. False: a person is
// asked.
func (s *Session) step() ([]engine.Event, bool, error) {
	for _, o := range s.open {
		if o.Done {
			continue
		}
		switch {
		case s.botOf(o.Ask) != "" && o.Form != engine.Roll && o.Form != engine.Draw:
			ans, ok := s.botAnswer(o.Ask)
			if !ok || !o.Waits && !ans.Late && ans.Value == int64(o.Unsaid) {
				continue // it says nothing
			}
			evs, err := s.decide("bot", o.Ask, &ans, "")
			return evs, true, err
		case !o.Waits:
			if evs, ok, err := s.orderFor(o); ok || err != nil {
				return evs, true, err
			}
			continue
		case o.Form == engine.Roll || o.Form == engine.Draw:
			evs, err := s.dice(o.Ask)
			return evs, true, err
		}
		ans, ok := s.sole(o.Ask)
		if !ok {
			return nil, false, nil
		}
		evs, err := s.decide("pi", o.Ask, &ans, "")
		return evs, true, err
	}
	return nil, false, nil
}

// dice rolls for an ask: with the dice that lie there (TB-5), else the Pi's.
func (s *Session) dice(a engine.Ask) ([]engine.Event, error) {
	ans, line := s.draw(a), ""
	if k, ok := s.keptFor(a); ok {
		words := strings.Fields(k.Roll)
		faces := s.faces(a.Die)
		for i, w := range words {
			ans.Faces[i] = uint8(slices.Index(faces, w) + 1)
		}
		line = s.Words.Mark(a.Car) + " roll " + k.Roll
	}
	return s.decide("pi", a, &ans, line)
}

func (s *Session) orderRun(o *order) (Outcome, error) {
	limit, word := -1, ""
	if len(o.words) > 1 {
		if word = o.words[1]; !slices.Contains(extents, word) {
			n, err := o.number(1, 1)
			if err != nil || n < 1 {
				return Outcome{}, refuse("run %s: allowed are a number, %s", word, strings.Join(extents, ", "))
			}
			limit, word = n, ""
		}
	}
	switch {
	case o.script:
	case s.held:
		return Outcome{}, refuse("run: the race is held; go lets it go on")
	case !s.moved && !s.sheet.on && len(s.putback) > 0:
		return Outcome{}, refuse("run: the board is not as the book has it; moved says that what was to be put back stands there")
	}
	u, before := s.until(word), s.race.Public(0).Stands(nil)
	out := Outcome{}
	first := len(s.acts)
	if err := s.takeLit(o, &out); err != nil {
		return out, err
	}
	for limit != 0 && !s.Over() && !s.reached(u) {
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
	if len(s.acts) == first {
		return out, refuse("run: nothing runs by itself; %s", s.awaited())
	}
	if !o.script {
		s.log(o.from, fmt.Sprintf("run %d", len(s.acts)-first), nil)
		s.ran(first)
		out.Said = []string{s.ranSo(first, u) + s.befell(before)}
	}
	return out, nil
}

// takeLit takes what Enter would take of the ask that a run was started on, so that one key does both.
func (s *Session) takeLit(o *order, out *Outcome) error {
	if o.ask == "" {
		return nil
	}
	a, err := s.find(o.ask)
	if err != nil || s.botOf(a.Ask) != "" {
		return err
	}
	for i, x := range s.race.Options(nil, a.Ask, engine.Offered) {
		if lit(a.Ask, i, x) {
			ans := engine.AnswerWith(a.Ask, x)
			evs, err := s.decide(o.from, a.Ask, &ans, "")
			*out = s.outcome(evs)
			return s.say(err, "")
		}
	}
	return nil
}

// ran makes the answers from first on one run: taken back together by one order, and read out as a move sheet.
func (s *Session) ran(first int) {
	for i := first; i < len(s.acts); i++ {
		s.acts[i].Run = s.seq
	}
	if n := len(s.acts) - 1; s.acts[first].Ask.Leg != 0 { // alone on the road: nobody moves along, but all line up at the end
		if first = n; !s.movesOther(&s.acts[n]) {
			return
		}
	}
	s.sheetFrom(first)
}

// lastRun is how many of the newest answers are one run; 0: the newest was no run's.
func (s *Session) lastRun() (n int) {
	if len(s.acts) == 0 || s.topAmend() || s.ended {
		return 0
	}
	for from := ""; n < len(s.acts); n++ { // what has answered by itself since goes with it
		if from = fromWords(s.acts[len(s.acts)-1-n].From); s.acts[len(s.acts)-1-n].Run != 0 || from != "bot" && from != "pi" && from != "standing" {
			break
		}
	}
	if n == len(s.acts) {
		return 0
	}
	run := s.acts[len(s.acts)-1-n].Run
	if run == 0 {
		return 0
	}
	for n < len(s.acts) && s.acts[len(s.acts)-1-n].Run == run {
		n++
	}
	return n
}

// ranSo says how many cars have run, and before whom the run stops.
func (s *Session) ranSo(first int, u until) string {
	o := s.waiting()
	var cars []engine.Car
	for _, a := range s.acts[first:] {
		if a.Car != 0 && !slices.Contains(cars, a.Car) && (o == nil || o.Car != a.Car || s.reached(u)) { // who is asked has not run yet
			cars = append(cars, a.Car)
		}
	}
	said := plural(len(cars), "car runs", "cars run")
	switch {
	case s.Over():
		return said + "; the race is over"
	case o == nil:
		return said
	case s.reached(u) && o.Leg != 0:
		return said + "; " + s.Words.Catalog.Text("leg.goes-on") + " " + s.who(o.Ask)
	case s.reached(u) && o.Form != engine.Draw:
		return said + "; " + s.Words.Turn(s.race.Turn()) + " begins with " + s.who(o.Ask)
	}
	why := strings.ToLower(string(s.Words.Ask(nil, s.race.Public(0), o.Ask, "head")))
	if o.Form == engine.Move {
		why = plural(len(s.race.Options(nil, o.Ask, engine.Offered)), "sensible end", "sensible ends")
	}
	return said + fmt.Sprintf("; stops before %s: %s", s.who(o.Ask), why)
}

// befell says which cars a run has left standing or out, for nobody has seen it happen; "": none.
func (s *Session) befell(before []engine.Stand) string {
	var out []string
	for _, st := range s.race.Public(0).Stands(nil) {
		i := slices.IndexFunc(before, func(b engine.Stand) bool { return b.Car == st.Car })
		if i < 0 || st.State == engine.Running || st.State == engine.Finished || st.State == before[i].State {
			continue
		}
		out = append(out, strings.TrimSpace(s.Words.Mark(st.Car)+" "+string(s.Words.Remark(nil, st))))
	}
	if out == nil {
		return ""
	}
	return "; " + strings.Join(out, ", ")
}

// who is whom an ask is put to.
func (s *Session) who(a engine.Ask) string {
	if a.Car == 0 {
		return "the table"
	}
	return s.Words.Mark(a.Car) + " " + s.drivers[a.Car-1].Name
}

// runs are the runs that can be ordered now: where one person may have any number of cars, and where cars go alone.
func (s *Session) runs() (out []view.Option) {
	o := s.waiting()
	if o == nil || s.held || o.Secret || o.Form == engine.Draw || s.About.CarsPerSeat != 0 {
		return nil
	}
	add := func(key, word, say string) {
		out = append(out, view.Option{Key: key, Cols: []string{say}, Line: "run " + word})
	}
	if o.Leg != 0 {
		if o.Form == engine.Roll && len(s.faces(o.Die)) < 7 { // digits that no die shows
			add("7", "lap", s.Words.Catalog.Text("leg.run.one"))
			add("8", "car", s.Words.Catalog.Text("leg.run.car")+" "+s.Words.Mark(o.Car))
		}
		add("a", "round", s.Words.Catalog.Text("leg.run.all"))
		return out
	}
	left := 0
	for _, st := range s.race.Stands(nil) {
		if st.Moves && st.State <= engine.Standing {
			left++
		}
	}
	say := "run the undisturbed: those with one sensible end"
	opts := s.race.Options(nil, o.Ask, engine.Offered)
	if o.Form != engine.Roll && len(opts) > 0 && lit(o.Ask, 0, opts[0]) {
		say = "take 1, then run the undisturbed"
	}
	add("a", "round", fmt.Sprintf("%s; %s left in this round", say, plural(left, "car", "cars")))
	return out
}
