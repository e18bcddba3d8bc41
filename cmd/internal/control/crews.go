package control

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

// crews are the cars of a game in which several are one seat's: a row a seat, a column a car of it, with the lap and one flag (S6). Its words
// are the rule set's.
func (w *look) crews() *view.Crews {
	s := w.s
	if s.About.CarsPerSeat < 2 {
		return nil
	}
	v := &view.Crews{Title: s.Words.Catalog.Text("crews.title"), Legend: s.Words.Catalog.Text("crews.legend")}
	byCar := map[engine.Car]engine.Stand{}
	for _, st := range w.stands {
		byCar[st.Car] = st
		if st.State < engine.Finished {
			v.Ahead = append(v.Ahead, s.Words.Mark(st.Car))
		}
	}
	seats := w.seats()
	now := w.seatAsked()
	for _, seat := range seats {
		row := view.Crew{Moving: seat == now}
		for c := engine.Car(1); int(c) <= w.race.Cars(); c++ {
			if s.Setup.Entries[c-1].Seat != seat {
				continue
			}
			row.Mark = common(row.Mark, s.Words.Mark(c), len(row.Cells) == 0)
			if len(row.Cells) == 0 {
				row.Name = s.drivers[c-1].Name
			}
			row.Cells = append(row.Cells, w.lapAndFlag(byCar[c]))
			if n := strconv.Itoa(len(row.Cells)); len(v.Columns) < len(row.Cells) {
				v.Columns = append(v.Columns, n)
			}
		}
		v.Rows = append(v.Rows, row)
	}
	for i, seat := range w.after(seats, now) {
		if i < len(seats)-1 {
			v.Next = append(v.Next, seat)
		}
	}
	return v
}

// seats are all seats that have a car, in their order.
func (w *look) seats() (out []engine.Seat) {
	for _, e := range w.s.Setup.Entries[:w.race.Cars()] {
		if !slices.Contains(out, e.Seat) {
			out = append(out, e.Seat)
		}
	}
	slices.Sort(out)
	return out
}

// seatAsked is the seat that the race waits for; 0: none, or the table.
func (w *look) seatAsked() engine.Seat {
	for _, o := range w.s.open {
		if o.Waits && !o.Done {
			return o.Seat
		}
	}
	return 0
}

// after are the names of the seats that have a car in the race, in the order in which they go on from one.
func (w *look) after(seats []engine.Seat, now engine.Seat) (out []string) {
	at := slices.Index(seats, now)
	for i := range seats {
		seat := seats[(at+1+i)%len(seats)]
		for _, st := range w.stands {
			if st.State < engine.Finished && seat != now && w.s.Setup.Entries[st.Car-1].Seat == seat {
				out = append(out, w.s.drivers[st.Car-1].Name)
				break
			}
		}
	}
	return out
}

// lapAndFlag is a car in a narrow column: "L2.".
func (w *look) lapAndFlag(st engine.Stand) string {
	s := w.s
	switch {
	case st.State == engine.Finished:
		return s.Words.Catalog.Text("word.finished")
	case st.State >= engine.Retired:
		return s.Words.Catalog.Text("word.out")
	}
	t := fmt.Sprintf("L%d", w.race.Value(s.About.Lap, st.Car))
	if f := s.Words.Flag(st); f != "" {
		return t + f
	}
	if !st.Moves {
		return t + "."
	}
	return t
}

// common is what two marks begin with; the first mark where that is nothing.
func common(a, b string, first bool) string {
	if first {
		return b
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n == 0 {
		return a
	}
	return a[:n]
}

// fields says what stands in the fields of a matrix of choices: of each with options the most telling choice behind the two that name it, of
// the others why there is none (TB-23).
func (s *Session) fields(a engine.Ask, opts []engine.Option, rows, cols []string) (of []string, none []view.Field) {
	of = make([]string, len(opts))
	first := map[string]int{}
	for i, o := range opts {
		k := rows[i] + "\x00" + cols[i]
		if _, ok := first[k]; !ok {
			first[k] = i
			of[i] = s.telling(a, o)
		} else if t := s.telling(a, o); of[first[k]] != t && strings.HasPrefix(t, "+") && !strings.Contains(of[first[k]], " ") {
			of[first[k]] += " " + strings.TrimPrefix(t, "+")
		}
	}
	for _, o := range s.race.Public(a.Seat).Options(nil, a, engine.Refused) {
		var said [2]string
		n := 0
		for _, c := range s.Rules.Choices(nil, a, o) {
			if n < 2 {
				said[n] = s.choiceWord(c)
				n++
			}
		}
		t := s.Words.Catalog.Text("field." + s.About.Faults[o.Refusal.Fault])
		if t == "" || !slices.Contains(rows, said[0]) && o.Refusal.By != 0 {
			continue
		}
		if o.Refusal.N == 0 {
			t = strings.ReplaceAll(t, "{n}, ", "")
		}
		t = strings.NewReplacer("{by}", s.Words.Mark(o.Refusal.By), "{n}", strconv.Itoa(int(o.Refusal.N))).Replace(t)
		f := view.Field{Row: said[0], Col: said[1], Text: t}
		if o.Refusal.By == 0 { // of the whole row
			f.Col = ""
			f.Text = strings.TrimSpace(t + " " + s.stands(o.Car))
		}
		none = append(none, f)
	}
	return of, none
}

// stands is where a car stands, as it is typed.
func (s *Session) stands(c engine.Car) string {
	if at := s.race.Value(s.About.Space, c); at > 0 {
		return s.Setup.Board.Address(engine.Space(at))
	}
	return ""
}

// telling is what a field says of an option: a flag or a word that the rule set has a text for, else where it ends. One that begins with + is
// what else can be had.
func (s *Session) telling(a engine.Ask, o engine.Option) string {
	t := ""
	for _, c := range s.Rules.Choices(nil, a, o) {
		p := &s.About.Picks[c.Pick]
		switch say := s.Words.Catalog.Text("field." + p.Name); {
		case say != "" && c.Value != 0 && (p.Holds == engine.AFlag || p.Holds == engine.AWord):
			return say
		case say != "" && c.Value != 0:
			return "+" + say
		case p.Holds == engine.ASpace:
			t, _, _ = strings.Cut(s.Setup.Board.Address(engine.Space(c.Value)), "/")
		}
	}
	return t
}

// choiceWord is a choice as a level of a matrix has it.
func (s *Session) choiceWord(c engine.Choice) string {
	if p := &s.About.Picks[c.Pick]; p.Holds == engine.ACar && c.Value != 0 {
		return s.Words.Mark(engine.Car(c.Value))
	}
	return string(s.typed.Choice(nil, c))
}
