package pitstop

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"boxstop/engine"
)

// box is the die with four 50, one 50 with fuel and one drop, and scales of 16.
func box() *engine.Box {
	return &engine.Box{Game: "pitstop", Name: "test", Tables: map[string]*engine.Table{
		"die": {Columns: []string{"face", "speed", "fuel", "drop", "faces"}, Rows: [][]string{
			{"50", "50", "0", "0", "4"}, {"f", "50", "1", "0", "1"}, {"d", "0", "0", "1", "1"},
		}},
		"scales": {Columns: []string{"scale", "points"}, Rows: [][]string{{"tyres", "16"}, {"fuel", "16"}}},
	}}
}

// circuit is a ring of 60 cells with eight corners of two and three cells, limits 100 to 200, the pit beside the last cell but one and
// the grid behind the line.
func circuit() *engine.Board {
	b := &engine.Board{Game: "pitstop", Name: "Ring", Slug: "ring", Lanes: []string{"road"}, MarkNames: []string{"pit"}}
	for i := range 8 {
		n := 5
		if i == 0 {
			n = 3
		}
		b.Sections = append(b.Sections,
			engine.Section{Name: "straight", Lanes: []engine.Run{{Count: n}}},
			engine.Section{Name: "corner", Corner: true, Lanes: []engine.Run{{Count: 2 + i%2, Limits: limits(2+i%2, 2+i%3)}}})
	}
	b.Sections = append(b.Sections, engine.Section{Name: "last", Lanes: []engine.Run{{Count: 2}}})
	b.Link(capacity)
	if _, err := b.PutAside(59, 1); err != nil {
		panic(err)
	}
	n := engine.Space(60)
	b.Lists = map[string][]engine.Space{"grid": {n, n - 1, n - 2}}
	return b
}

func limits(n, l int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = l
	}
	return out
}

// road is a ring of 60 cells, numbered from 0 at the line, with three corners: cells 10 and 11 of limit 150, 20 to 22 of 150, 35 and 36 of
// 100. The pit lies beside cell 50; the grid is cells 59, 58 and 57.
func road() *engine.Board {
	b := &engine.Board{Game: "pitstop", Name: "Road", Slug: "road", Lanes: []string{"road"}, MarkNames: []string{"pit"}}
	corner := func(n, limit int) engine.Section {
		return engine.Section{Corner: true, Lanes: []engine.Run{{Count: n, Limits: limits(n, limit)}}}
	}
	straight := func(n int) engine.Section { return engine.Section{Lanes: []engine.Run{{Count: n}}} }
	b.Sections = []engine.Section{straight(10), corner(2, 3), straight(8), corner(3, 3), straight(12), corner(2, 2), straight(23)}
	b.Link(capacity)
	if _, err := b.PutAside(b.At(6, 1, 13), 1); err != nil {
		panic(err)
	}
	b.Lists = map[string][]engine.Space{"grid": {b.At(6, 1, 22), b.At(6, 1, 21), b.At(6, 1, 20)}}
	return b
}

func entries(n int) []engine.Entry {
	marks := []string{"R", "B", "Y", "G", "K", "W"}
	var es []engine.Entry
	for i := range n {
		es = append(es, engine.Entry{Mark: marks[i], Name: "driver " + marks[i], Seat: engine.Seat(i + 1)})
	}
	return es
}

// table is a race in a test: it says answers as people do, and fails where one is refused that should not be.
type table struct {
	*testing.T
	r *Race
	k *course
}

// sit starts a race of some cars on the road, with table options by name.
func sit(t *testing.T, cars int, grid engine.Grid, options ...string) *table {
	t.Helper()
	s := engine.Setup{Board: road(), Box: box(), Entries: entries(cars), Grid: grid, Options: chosen(t, options)}
	r, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, r.(*Race), r.(*Race).k}
}

// chosen is the options of a set-up from "name value".
func chosen(t *testing.T, options []string) []int {
	t.Helper()
	out := make([]int, len(aboutGame.Options))
	for _, o := range options {
		name, value, _ := strings.Cut(o, " ")
		i := slices.IndexFunc(aboutGame.Options, func(x engine.TableOption) bool { return x.Name == name })
		if i < 0 || slices.Index(aboutGame.Options[i].Values, value) < 0 {
			t.Fatalf("there is no option %q", o)
		}
		out[i] = slices.Index(aboutGame.Options[i].Values, value)
	}
	return out
}

// on is a car on a cell, in lap 2 and with full scales.
func on(cell int64, gear int64) car {
	return car{space: cell + 1, lap: 2, gear: gear, tyres: 16, fuel: 16}
}

func (c car) with(tyres, fuel int64) car { c.tyres, c.fuel = tyres, fuel; return c }

// place starts in turn 10 with cars where a test wants them, in the order of their moves.
func place(t *testing.T, options []string, cars ...car) *table {
	t.Helper()
	tb := sit(t, max(2, len(cars)), engine.ByHand, options...)
	s := &tb.r.s
	s.cars, s.turn, s.mover, s.step = int64(len(cars)), 10, 1, sRoll
	for i, c := range cars {
		c.rank = int64(i + 1)
		if c.moved == 0 {
			c.moved = 9
		}
		s.car[i] = c
		if c.status != running && c.nth == 0 {
			s.ends++
			s.car[i].nth = s.ends
		}
	}
	return tb
}

func (tb *table) car(c int) *car { return &tb.r.s.car[c-1] }

func (tb *table) cell(c int) int64 {
	at := tb.car(c).space
	if at == int64(tb.k.pit) {
		return inPit
	}
	if at == 0 {
		return offBoard
	}
	return int64(tb.k.cell[at])
}

const (
	inPit    = -1
	offBoard = -2
)

// take answers and applies.
func (tb *table) take(a engine.Answer) []engine.Event {
	tb.Helper()
	evs, err := tb.r.Decide(nil, a)
	if err != nil {
		tb.Fatalf("%+v is refused: %s", a, fault(err))
	}
	for _, e := range evs {
		tb.r.Apply(e)
	}
	return evs
}

// faces is a roll by the words of the box: "50 f d".
func faces(words string) (out [engine.MaxDice]uint8) {
	for i, w := range strings.Fields(words) {
		out[i] = uint8(1 + slices.Index([]string{"50", "f", "d"}, w))
	}
	return out
}

func (tb *table) dice(w engine.What, c engine.Car, words string) []engine.Event {
	tb.Helper()
	return tb.take(engine.Answer{What: w, Car: c, Faces: faces(words)})
}

func (tb *table) roll(c engine.Car, words string) []engine.Event {
	tb.Helper()
	return tb.dice(wRoll, c, words)
}

func (tb *table) say(w engine.What, c engine.Car, v int64) []engine.Event {
	tb.Helper()
	return tb.take(engine.Answer{What: w, Car: c, Value: v})
}

// refuse sees an answer refused, and says how.
func (tb *table) refuse(a engine.Answer) *engine.Infraction {
	tb.Helper()
	_, err := tb.r.Decide(nil, a)
	var i *engine.Infraction
	if !errors.As(err, &i) {
		tb.Fatalf("%+v is not refused", a)
	}
	return i
}

func fault(err error) string {
	var i *engine.Infraction
	if errors.As(err, &i) {
		return aboutGame.Faults[i.Fault] + " " + aboutGame.Clauses[i.Clause]
	}
	return err.Error()
}

// want compares named numbers.
func (tb *table) want(name string, got, want int64) {
	tb.Helper()
	if got != want {
		tb.Errorf("%s: got %d, want %d", name, got, want)
	}
}

// costs are the events that a clause cost, as their N.
func costs(es []engine.Event, cl engine.Clause) (out []int64) {
	for _, e := range es {
		if e.Clause == cl && !aboutGame.Kinds[e.Kind].Quiet {
			out = append(out, e.N)
		}
	}
	return out
}

// asked is what is open: "B bonus, B roll 4".
func (tb *table) asked() string {
	var out []string
	for _, a := range tb.r.Asks(nil) {
		t := "- "
		if a.Car != 0 {
			t = entries(6)[a.Car-1].Mark + " "
		}
		t += aboutGame.Asks[a.What].Name
		if a.Form == engine.Roll {
			t += " " + string(rune('0'+a.Dice))
		}
		out = append(out, t)
	}
	return strings.Join(out, ", ")
}

func (tb *table) wantAsked(want string) {
	tb.Helper()
	if got := tb.asked(); got != want {
		tb.Errorf("asked: got %q, want %q", got, want)
	}
}
