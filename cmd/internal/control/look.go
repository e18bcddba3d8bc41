package control

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

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
	stands []engine.Stand               // by place
	spots  map[engine.Space]engine.Spot // of the strip, where options end
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
	turn := w.s.Words.Turn(w.race.Turn())
	if seats := w.seats(); w.s.About.CarsPerSeat > 1 && w.seatAsked() != 0 {
		return fmt.Sprintf("%s, team %d of %d", turn, slices.Index(seats, w.seatAsked())+1, len(seats))
	}
	if laps > 0 {
		lap = min(lap, laps)
		return fmt.Sprintf("lap %d of %d  %s", max(1, lap), laps, turn)
	}
	return fmt.Sprintf("lap %d  %s", max(1, lap), turn)
}

// moved is how far the turn of a large field is; "": cars go alone, or there are few.
func (w *look) moved() string {
	if o := w.s.waiting(); len(w.stands) <= largeField || w.s.About.CarsPerSeat > 1 || o == nil || w.alone() {
		return ""
	}
	here, moved := 0, 0
	for _, st := range w.stands {
		if st.State <= engine.Standing {
			if here++; !st.Moves {
				moved++
			}
		}
	}
	return fmt.Sprintf("  %d of %d moved", moved, here)
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
	if o := s.waiting(); w.alone() && (o.Leg != 0 || slices.ContainsFunc(w.stands, func(st engine.Stand) bool { return s.Words.Flag(st) != "" })) {
		t.Head = s.Words.Catalog.Text("leg.field")
	}
	t.Then = w.then()
	t.Crews = w.crews()
	return t
}

// alone reports whether cars go alone, one after the other, or have done so and nobody moves yet.
func (w *look) alone() bool {
	o := w.s.waiting()
	return o != nil && (o.Leg != 0 || o.Form == engine.Draw)
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
		t := s.Words.Gauge(g)
		if at == 0 && (st.State == engine.Finished || st.State >= engine.Retired) {
			t = "-"
		}
		v.Cells = append(v.Cells, t)
		v.Alarms = append(v.Alarms, g.Alarm && t != "-")
	}
	flag := s.Words.Flag(st)
	switch {
	case v.Flag != "":
	case flag != "":
		v.Flag = flag
	case st.State == engine.Standing:
		v.Flag = "p" + strconv.FormatInt(st.N, 10)
	case !st.Moves && !w.alone():
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
		c           engine.Car
		queue, rank int64
	}
	var next []nextUp
	for _, st := range w.stands {
		if st.Moves && !now[st.Car] && st.State <= engine.Standing {
			rank := int64(st.Place)
			if s.About.Rank != 0 {
				rank = w.race.Value(s.About.Rank, st.Car)
			}
			next = append(next, nextUp{st.Car, st.Queue, rank})
		}
	}
	slices.SortStableFunc(next, func(a, b nextUp) int { return cmp.Or(cmp.Compare(a.queue, b.queue), cmp.Compare(a.rank, b.rank)) })
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

// newest is what the newest answer led to that did something worth a line, a line for each.
func (w *look) newest() []string {
	for i := len(w.s.acts) - 1; i >= 0; i-- {
		if a := &w.s.acts[i]; !a.Ask.Secret {
			if parts := w.s.texts(a, true); parts != nil {
				return parts
			}
		}
	}
	return nil
}

// lies is what lies on the board besides cars, and since when; "": nothing.
func (w *look) lies() string {
	var out []string
	for _, m := range w.race.Markers(nil) {
		out = append(out, string(w.s.Words.Lies(nil, m))+w.s.since(m))
	}
	if out == nil {
		return ""
	}
	return "on the board: " + strings.Join(out, "; ")
}

// since is in which turn a marker was laid, and for which car; "": it lay there from the start.
func (s *Session) since(m engine.Marker) string {
	if int(m.Kind) >= len(s.About.Markers) || s.About.Markers[m.Kind].Field == 0 {
		return ""
	}
	field, b := s.About.Markers[m.Kind].Field, s.Setup.Board
	for i := len(s.acts) - 1; i >= 0; i-- {
		a := &s.acts[i]
		for _, e := range a.Events {
			if e.Field == field && e.At != 0 && b.Places[e.At].Section == b.Places[m.At].Section {
				return fmt.Sprintf(" (turn %d, %s)", a.Turn, s.Words.Mark(a.Car))
			}
		}
	}
	return ""
}

// happened is what an answer led to in words; "" where it was bookkeeping.
func (s *Session) happened(a *act) string { return strings.Join(s.texts(a, false), "; ") }

// texts are what an answer led to, in words: a text for each event, or one for all events in a row that are of the same car.
func (s *Session) texts(a *act, byCar bool) []string {
	var parts []string
	last := engine.Car(0)
	for _, e := range a.Events {
		e = e.Redacted(s.About)
		if s.About.Kinds[e.Kind].Quiet {
			continue
		}
		if t := string(s.Words.Event(nil, e)); t != "" {
			same := e.Car == last && parts != nil
			if same {
				t = strings.TrimPrefix(t, s.Words.Mark(e.Car)+" ")
			}
			last = e.Car
			if same && byCar {
				parts[len(parts)-1] += "; " + t
			} else {
				parts = append(parts, t)
			}
		}
	}
	return parts
}

// space is where a car stands; 0: off the board.
func (w *look) space(c engine.Car) engine.Space {
	for _, st := range w.stands {
		if st.Car == c {
			return st.Spaces[0]
		}
	}
	return 0
}

func (w *look) strip() *view.Strip {
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
			opts := w.race.Options(nil, a, engine.Offered)
			if a.Car == 0 && len(opts) > 0 { // the answer says the car: the first that can go
				v.Focus = w.space(opts[0].Car)
			}
			keys := s.keysFor(a, opts, int64(a.Unsaid))
			if rows, cols := s.levels(a, opts); a.Form == engine.Move && len(opts) > 0 && rows[0]+cols[0] != "" { // the key of their group
				var cells []string
				for i := range opts {
					cell := rows[i] + "\x00" + cols[i]
					if !slices.Contains(cells, cell) {
						cells = append(cells, cell)
					}
					keys[i] = strconv.Itoa(slices.Index(cells, cell) + 1)
				}
			}
			for i, o := range opts {
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
	w.spots = strip.Spots
	strip.Legend = s.Words.Catalog.Text("strip.legend")
	return &strip
}
