package speedcircuit

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

// box is the practice box that we ship.
func box() *engine.Box {
	b, err := tracks.Box("speedcircuit", New().About())
	if err != nil {
		panic(err)
	}
	return b
}

// board is a practice course that we ship.
func board(slug string) *engine.Board {
	b, err := tracks.Open("speedcircuit", slug, New().About())
	if err != nil {
		panic(err)
	}
	return b
}

// file is a board of the tests.
func file(name string) *engine.Board {
	doc, err := os.ReadFile("testdata/" + name + ".toml")
	if err != nil {
		panic(err)
	}
	b, bad, _ := tracks.Check(name, doc, New(), box(), "box")
	if len(bad) > 0 {
		panic(bad)
	}
	return b
}

func entries(n int) []engine.Entry {
	var es []engine.Entry
	for i := range n {
		m := string(rune('A' + i))
		es = append(es, engine.Entry{Mark: m, Name: "driver " + m, Seat: engine.Seat(i + 1), Card: i})
	}
	return es
}

// chosen is the options of a set-up from "name value".
func chosen(t testing.TB, options []string) []int {
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

// table is a race in a test: it says answers as people do, and fails where one is refused that should not be.
type table struct {
	testing.TB
	r *Race
	k *course
}

// sit starts a race of some cars, with table options by name.
func sit(t testing.TB, b *engine.Board, cars, laps int, options ...string) *table {
	t.Helper()
	r, err := New().Start(engine.Setup{Board: b, Box: box(), Entries: entries(cars), Laps: laps, Options: chosen(t, options)})
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, r.(*Race), r.(*Race).k}
}

func (tb *table) car(c int) *car { return &tb.r.s.car[c-1] }

// space is a space by section.lane.number, as positions have it.
func (tb *table) space(at string) engine.Space {
	tb.Helper()
	s, ok := tb.k.board.ParseSpace(at)
	if !ok {
		tb.Fatalf("there is no space %s", at)
	}
	return s
}

func (tb *table) take(a engine.Answer) []engine.Event {
	tb.Helper()
	evs, err := tb.r.Decide(nil, a)
	if err != nil {
		tb.Fatalf("%s of car %d, %d %s, is refused: %s in %s", aboutGame.Asks[a.What].Name, a.Car, a.Value, a.Path.Append(nil), fault(err), tb.r.Position(nil))
	}
	for _, e := range evs {
		tb.r.Apply(e)
	}
	return evs
}

func (tb *table) say(w engine.What, c engine.Car, v int64) []engine.Event {
	tb.Helper()
	return tb.take(engine.Answer{What: w, Car: c, Value: v})
}

// path drives a path of letters.
func (tb *table) path(c engine.Car, letters string) []engine.Event {
	tb.Helper()
	p, ok := engine.ParsePath(letters)
	if !ok {
		tb.Fatalf("%q is no path", letters)
	}
	return tb.take(engine.Answer{What: wMove, Car: c, Path: p})
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

func (tb *table) want(name string, got, want int64) {
	tb.Helper()
	if got != want {
		tb.Errorf("%s: got %d, want %d", name, got, want)
	}
}

// asked is what is open: "A speed, B speed".
func (tb *table) asked() string {
	var out []string
	for _, a := range tb.r.Asks(nil) {
		t := "- "
		if a.Car != 0 {
			t = string(rune('A'+a.Car-1)) + " "
		}
		t += aboutGame.Asks[a.What].Name
		if a.Done {
			t += " done"
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

// list is the options of the open move: end, wear and fate.
func (tb *table) list(w engine.Which) []engine.Option {
	asks := tb.r.Asks(nil)
	return tb.r.Options(nil, asks[len(asks)-1], w)
}
