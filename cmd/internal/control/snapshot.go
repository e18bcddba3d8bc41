package control

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/engine"
)

// snapshot makes what every screen may know. All of it comes from the public race.
func (c *Control) snapshot() *view.Snapshot {
	v := &view.Snapshot{Stage: c.stage, Guard: int(c.opt.Guard.Milliseconds()), Units: c.viewUnits()}
	v.Head.Demo = c.opt.Demo
	v.Head.Units = c.unitLine()
	if c.stage == view.SettingUp {
		v.Setup = c.viewSetup()
		v.Head.Game, v.Head.Race = "BOXSTOP", v.Setup.Race
		return v
	}
	s := c.session
	v.Seq, v.Beeps, v.Beep = s.seq, s.beeps, s.beep
	w := s.look()
	v.Head.Game, v.Head.Board, v.Head.Practice = s.About.Title, s.Setup.Board.Name, s.practice()
	v.Head.Progress, v.Head.Held = w.progress(), s.held
	v.Head.Race = fmt.Sprintf("race %d", c.plan.Number)
	if n := s.botCount(); n > 0 {
		v.Head.Bots = plural(n, "bot", "bots")
	}
	v.Table = w.table()
	if c.stage == view.Over {
		v.Result = c.viewResult(w)
	}
	v.Asks = c.viewAsks(w)
	v.Strip = w.strip(v.Asks)
	v.Last = w.last(2)
	if lies := w.lies(); lies != "" {
		v.Last = append(v.Last[:min(1, len(v.Last))], lies)
	}
	if !s.moved {
		board, dash := s.Hands(s.putback)
		v.PutBack = append(board, dash...)
		if len(v.PutBack) == 0 {
			v.PutBack = w.last(1)
		}
	}
	disputed, ask, ok := s.dispute()
	if ok {
		v.Dispute = s.viewDispute(disputed, ask)
	}
	for i := range s.tray {
		if t := &s.tray[i]; t != disputed {
			v.Tray = append(v.Tray, s.viewTray(t))
		}
	}
	for _, o := range s.open {
		if k, ok := s.keptFor(o.Ask); ok {
			v.Kept = fmt.Sprintf("%s's dice lie there: %s", s.Words.Mark(o.Car), k.Roll)
			v.KeptLine = s.Words.Mark(o.Car) + " roll " + k.Roll
			break
		}
	}
	v.Offer = c.offer()
	if c.stage == view.Welcome {
		v.Welcome = c.viewWelcome(w)
	}
	return v
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func (s *Session) practice() bool {
	return s.Setup.Board.Kind == "practice" || s.Setup.Box != nil && s.Setup.Box.Kind == "practice"
}

func (s *Session) botCount() (n int) {
	for c := range s.race.Cars() {
		if s.isBot(engine.Car(c + 1)) {
			n++
		}
	}
	return n
}

// look is a public race and what was derived from it for one snapshot or page.
type look struct {
	s      *Session
	race   engine.Race
	stands []engine.Stand // by place
}

func (s *Session) look() *look {
	w := &look{s: s, race: s.race.Public(0)}
	w.stands = w.race.Stands(nil)
	slices.SortStableFunc(w.stands, func(a, b engine.Stand) int { return cmp.Compare(a.Place, b.Place) })
	return w
}

func (w *look) progress() string {
	lap, laps := 0, w.s.laps()
	for _, st := range w.stands {
		lap = max(lap, st.Lap)
	}
	if laps > 0 {
		lap = min(lap, laps)
		return fmt.Sprintf("lap %d of %d  turn %d", max(1, lap), laps, w.race.Turn())
	}
	return fmt.Sprintf("lap %d  turn %d", max(1, lap), w.race.Turn())
}

func (s *Session) laps() int {
	if s.Setup.Laps > 0 {
		return s.Setup.Laps
	}
	return s.About.Laps
}

func (w *look) table() view.Table {
	s := w.s
	t := view.Table{Columns: []string{"car", "lap/" + s.Words.Short(s.About.Space)}}
	if len(w.stands) > 0 {
		for _, g := range w.race.Gauges(nil, w.stands[0].Car) {
			t.Columns = append(t.Columns, s.Words.Short(g.Field))
		}
	}
	for _, st := range w.stands {
		car := w.car(st)
		if st.State >= engine.Retired {
			t.Out = append(t.Out, strings.TrimSpace(car.Mark+" "+car.Note))
			car.Out = true
		}
		t.Cars = append(t.Cars, car)
	}
	t.Then = w.then()
	return t
}

// car is one car in words.
func (w *look) car(st engine.Stand) view.Car {
	s := w.s
	e := s.Setup.Entries[st.Car-1]
	v := view.Car{
		Mark: s.Words.Mark(st.Car), Name: e.Name, Car: e.Car, Bot: s.isBot(st.Car), Place: st.Place, Moved: !st.Moves,
		Note: string(s.Words.Remark(nil, st)),
	}
	if d := s.drivers[st.Car-1]; d.Name != "" {
		v.Name = d.Name
	}
	v.Moving = slices.ContainsFunc(s.open, func(o Open) bool { return o.Car == st.Car && o.Waits && !o.Done })
	at := st.Spaces[0]
	cell := "-"
	if at != 0 {
		v.Where, v.At = string(s.Words.Place(nil, at)), s.Setup.Board.Address(at)
		v.Next = string(s.Setup.Board.Neighbours(nil, s.Words.Catalog, at, st.Car, w.stands, s.Words.Mark))
		cell = strconv.Itoa(st.Lap) + "/" + s.cell(at)
	} else if st.State == engine.Finished {
		cell = "home"
		v.Flag = "home"
	} else if st.State >= engine.Retired {
		cell = "out"
		v.Flag = "out"
	}
	v.Cells = append(v.Cells, cell)
	v.Alarms = append(v.Alarms, false)
	for _, g := range w.race.Gauges(nil, st.Car) {
		t := s.Words.Held(g.Field, g.Value)
		if at == 0 && (st.State == engine.Finished || st.State >= engine.Retired) {
			t = "-"
		}
		v.Cells = append(v.Cells, t)
		v.Alarms = append(v.Alarms, g.Alarm && t != "-")
	}
	if v.Flag == "" && st.State == engine.Standing {
		v.Flag = "p" + strconv.FormatInt(st.N, 10)
	} else if v.Flag == "" && !st.Moves {
		v.Flag = "."
	}
	return v
}

// cell is a space as the narrow column of a table has it: the number of its rank, or what it lies beside.
func (s *Session) cell(at engine.Space) string {
	if s.Setup.Board.Places[at].By != 0 {
		return s.Setup.Board.Address(at)
	}
	return strconv.Itoa(s.Setup.Board.Cell(at))
}

// then is who moves next, in order.
func (w *look) then() []string {
	s := w.s
	now := map[engine.Car]bool{}
	for _, o := range s.open {
		if o.Waits {
			now[o.Car] = true
		}
	}
	type nextUp struct {
		c    engine.Car
		rank int64
	}
	var next []nextUp
	for _, st := range w.stands {
		if st.Moves && !now[st.Car] && st.State <= engine.Standing {
			rank := int64(st.Place)
			if s.About.Rank != 0 {
				rank = w.race.Value(s.About.Rank, st.Car)
			}
			next = append(next, nextUp{st.Car, rank})
		}
	}
	slices.SortStableFunc(next, func(a, b nextUp) int { return cmp.Compare(a.rank, b.rank) })
	var out []string
	for _, n := range next {
		out = append(out, s.Words.Mark(n.c)+" "+s.drivers[n.c-1].Name)
	}
	return out
}

// last is the newest n answers that did something worth a line, newest first: what happened, in one line each.
func (w *look) last(n int) (out []string) {
	s := w.s
	for i := len(s.acts) - 1; i >= 0 && len(out) < n; i-- {
		a := &s.acts[i]
		if a.Ask.Secret {
			continue
		}
		if t := s.happened(a); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// lies is what lies on the board besides cars; "": nothing.
func (w *look) lies() string {
	var out []string
	for _, m := range w.race.Markers(nil) {
		out = append(out, string(w.s.Words.Lies(nil, m)))
	}
	if out == nil {
		return ""
	}
	return "on the board: " + strings.Join(out, "; ")
}

// happened is what an answer led to in words; "" where it was bookkeeping.
func (s *Session) happened(a *act) string {
	var parts []string
	last := engine.Car(0)
	for _, e := range a.Events {
		e = e.Redacted(s.About)
		if s.About.Kinds[e.Kind].Quiet {
			continue
		}
		if t := string(s.Words.Event(nil, e)); t != "" {
			if e.Car == last {
				t = strings.TrimPrefix(t, s.Words.Mark(e.Car)+" ")
			}
			last = e.Car
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, "; ")
}

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
	}
	if o.Car != 0 {
		e := s.Setup.Entries[o.Car-1]
		v.Car = s.Words.Mark(o.Car)
		who := s.drivers[o.Car-1].Name
		v.Who = strings.ToUpper(fmt.Sprintf("%s %s %s", v.Car, e.Car, who))
	} else if cars := s.asked(o.Ask); len(cars) > 0 {
		v.Who = strings.ToUpper(s.Setup.Entries[cars[0]-1].Car + " " + s.drivers[cars[0]-1].Name)
	} else {
		v.Who = "TABLE"
	}
	if ms, runs := c.left(o); o.Seconds > 0 {
		v.LeftMS, v.Ticking = int(ms), runs
	}
	if o.Secret {
		v.Entry = "shown"
		if c.byStation(o) {
			v.Entry = "station"
		}
		if s.Plan.Speeds == "keyboard" {
			v.Entry = "keyboard"
		}
	}
	switch o.Form {
	case engine.Draw:
		v.Line = name
		return v
	case engine.Roll:
		v.Line = v.Car + " roll"
		for _, f := range s.faces(o.Die) {
			v.Faces = append(v.Faces, view.Face{Word: f, Say: s.Words.FaceSay(f)})
		}
		if head := s.Words.Catalog.Text("head." + name); head != "" {
			v.Outcome = strings.Split(head, "|")
			for i, x := range w.race.Options(nil, o.Ask, engine.Offered) {
				if i == 40 {
					break
				}
				v.Outcomes = append(v.Outcomes, view.Row{Cells: s.Words.Option(w.race, o.Ask, x), Alarm: x.Fate == engine.GoesOut || x.Fate == engine.SpinsOut})
			}
		}
		return v
	}
	which := engine.Offered
	if all {
		which = engine.Legal
	}
	opts := w.race.Options(nil, o.Ask, which)
	keys := s.keysFor(o.Ask, opts)
	rows, cols := s.levels(o.Ask, opts)
	for i, x := range opts {
		p := view.Option{Cols: s.Words.Option(w.race, o.Ask, x), Key: keys[i], Line: s.optionLine(o.Ask, x), Twice: x.Fate == engine.GoesOut, Row: rows[i], Col: cols[i]}
		if ch := s.Rules.Choices(nil, o.Ask, x); len(ch) > 0 {
			p.Short = s.Words.Seven(ch[len(ch)-1])
			if o.Form == engine.Move {
				p.Short = s.Words.Seven(ch[0])
			}
		}
		if x.End != 0 && o.Form == engine.Move {
			p.More = append(p.More, string(s.Setup.Board.Neighbours(nil, s.Words.Catalog, x.End, x.Car, w.stands, s.Words.Mark)))
		}
		if !o.Waits && x.Value == int64(o.Unsaid) {
			v.Unsaid = p.Cols[0]
		}
		if o.Waits && !o.Secret && !p.Twice {
			switch {
			case o.Form == engine.Declare && x.Value == int64(o.Unsaid):
				p.Lit = true
			case o.Form == engine.Move && i == 0:
				p.Lit = true
			}
		}
		v.Options = append(v.Options, p)
	}
	if which == engine.Offered && o.Form == engine.Move {
		v.More = len(w.race.Options(nil, o.Ask, engine.Legal)) - len(opts)
	}
	return v
}

var formNames = [...]string{"", "roll", "declare", "move", "confirm", "draw", "report"}

// optionLine is the order that takes an option.
func (s *Session) optionLine(a engine.Ask, o engine.Option) string {
	ans := engine.AnswerWith(a, o)
	return string(s.typed.AppendAnswer(nil, s.Rules, s.race.Public(a.Seat), a, &ans, s.faces(a.Die)))
}

// keysFor gives each option its key: where all values are small whole numbers the digit is the value; yes and no of an ask that the race
// does not wait for are + and -, else 1 and 0; of one with a value or two beside what holds unsaid, those are + and -; all else is numbered (TB-9).
func (s *Session) keysFor(a engine.Ask, opts []engine.Option) []string {
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
	for i, o := range opts {
		switch {
		case a.Form == engine.Declare && !a.Waits && len(opts) <= 3 && !a.Secret:
			if o.Value != int64(a.Unsaid) && len(side) > 0 {
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

func (w *look) strip(asks []view.Ask) *view.Strip {
	s := w.s
	v := engine.StripView{Width: 79, Stands: w.stands, Mark: s.Words.Mark}
	if len(s.open) > 0 {
		a := s.open[0].Ask
		for _, o := range s.open {
			if o.Waits && !o.Done {
				a = o.Ask
				break
			}
		}
		for _, st := range w.stands {
			if st.Car == a.Car && a.Car != 0 {
				v.Focus = st.Spaces[0]
			}
		}
		if (a.Form == engine.Roll || a.Form == engine.Move) && !a.Secret {
			keys := s.keysFor(a, w.race.Options(nil, a, engine.Offered))
			for i, o := range w.race.Options(nil, a, engine.Offered) {
				t := "^"
				if a.Form == engine.Move {
					t = keys[i]
				}
				if o.End != 0 && t != "" && (len(w.stands) == 0 || o.End != v.Focus) {
					v.Picks = append(v.Picks, engine.StripPick{At: o.End, Text: t})
				}
			}
		}
	}
	strip := s.Setup.Board.Strip(v)
	return &strip
}

func (s *Session) viewDispute(t *TrayRoll, ask Open) *view.Dispute {
	v := &view.Dispute{
		Unit: t.Unit, Dice: t.Faces, Why: t.Why,
		Head: fmt.Sprintf("WHOSE ROLL?   %s rolled %s; %s is asked for %s: %s", t.Unit, plural(len(t.Faces), "die", "dice"), s.Words.Mark(ask.Car), plural(int(ask.Dice), "die", "dice"), t.Why),
	}
	for i, w := range s.ways(t, ask) {
		key := ""
		if i < 9 {
			key = strconv.Itoa(i + 1)
		}
		v.Ways = append(v.Ways, view.Option{Key: key, Cols: []string{w.say}, Line: w.line})
	}
	return v
}

func (s *Session) viewTray(t *TrayRoll) view.Tray {
	v := view.Tray{Unit: t.Unit, Faces: strings.Join(t.Faces, " "), Age: int((s.now() - t.At) / 1000), Why: t.Why, Drop: "tray " + t.Unit + " drop"}
	for _, o := range s.rollAsks() {
		if int(o.Dice) == len(t.Faces) {
			v.Use = "tray " + t.Unit + " use"
		}
	}
	return v
}

// unitLine is what the head of every screen says of units: "cup ok  keypad ok".
func (c *Control) unitLine() string {
	here, gone := 0, 0
	for _, u := range c.units {
		if u.here {
			here++
		} else if u.Kind != "" {
			gone++
		}
	}
	var out []string
	switch {
	case here+gone == 0:
		out = append(out, "no units")
	case gone > 0 && here == 0:
		out = append(out, "cup gone: p rolls")
	case gone > 0:
		out = append(out, fmt.Sprintf("units %d/%d!", here, here+gone))
	case here == 1:
		out = append(out, "cup ok")
	default:
		out = append(out, fmt.Sprintf("%d units ok", here))
	}
	if c.opt.Console != "" {
		out = append(out, c.opt.Console)
	}
	return strings.Join(out, "  ")
}

func (c *Control) viewUnits() []view.Unit {
	var out []view.Unit
	for _, serial := range c.serials() {
		u := c.units[serial]
		v := view.Unit{Name: u.Name(), Kind: string(u.Kind), State: "ok", Last: u.last, Bat: "-", Ours: true, For: "nobody"}
		if u.Kind == devices.Dice {
			v.What = plural(max(1, u.Dice), "die", "dice")
		}
		if u.Battery >= 0 {
			v.Bat = strconv.Itoa(u.Battery) + "%"
		}
		b := c.binding(u)
		v.Off = b.Off
		switch {
		case b.Off:
			v.State = "SET ASIDE"
		case !u.here:
			v.State = "GONE"
		}
		c.stationRow(u, &v)
		switch {
		case b.Table:
			v.For = "the table"
		case b.Mark != "":
			v.For = b.Mark
			if car := c.session.Words.CarOf(b.Mark); car != 0 {
				v.For += " " + c.session.drivers[car-1].Name
			}
		}
		out = append(out, v)
	}
	return out
}

func (c *Control) viewWelcome(w *look) *view.Waiting {
	s := c.session
	v := *c.welcome
	v.Head = fmt.Sprintf("A RACE IS WAITING   %s, %s%s, %s", s.About.Title, s.Setup.Board.Name, map[bool]string{true: " PRACTICE", false: ""}[s.practice()], w.progress())
	for i := len(s.acts) - 1; i >= 0 && len(v.Last) < 3; i-- {
		a := &s.acts[i]
		t := s.public(a)
		if h := s.happened(a); h != "" && !a.Ask.Secret {
			t = h
		}
		v.Last = append(v.Last, fmt.Sprintf("%d  %s", a.No, t))
	}
	for _, o := range s.open {
		if o.Waits && !o.Done {
			v.Now = s.Words.Mark(o.Car) + " " + s.drivers[max(1, int(o.Car))-1].Name + ": " + strings.ToLower(string(s.Words.Ask(nil, w.race, o.Ask, "head")))
			break
		}
	}
	for _, u := range c.viewUnits() {
		v.Units = append(v.Units, strings.TrimSpace(u.What+" "+u.Name+" "+u.State))
	}
	v.Other = c.sums
	v.Off = "this Pi was off, for how long it cannot say"
	return &v
}
