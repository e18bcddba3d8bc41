package lemans

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

func shippedBox() *engine.Box {
	x, err := tracks.Box("lemans", New().About())
	if err != nil {
		panic(err)
	}
	return x
}

func shippedBoard(slug string) *engine.Board {
	b, err := tracks.Open("lemans", slug, New().About())
	if err != nil {
		panic(err)
	}
	return b
}

var (
	theBox  = shippedBox()
	courses = map[string]*engine.Board{"dunes": shippedBoard("dunes"), "narrows": shippedBoard("narrows")}
)

// entries are so many cars with a card each.
func entries(n int) []engine.Entry {
	names := []string{"Anna", "Ben", "Cleo", "Dev"}
	var out []engine.Entry
	for i := range n {
		k := theBox.Tables["cards"].Rows[i]
		out = append(out, engine.Entry{Mark: k[1], Car: k[0], Name: names[i/3], Card: i})
	}
	return out
}

// inf is an infraction in words.
func inf(err error) string {
	var i *engine.Infraction
	if errors.As(err, &i) {
		return aboutGame.Faults[i.Fault] + " " + aboutGame.Clauses[i.Clause]
	}
	if err == nil {
		return ""
	}
	return err.Error()
}

// options are table options by name and value: "over-revving on".
func options(t testing.TB, chosen ...string) []int {
	t.Helper()
	out := make([]int, len(aboutGame.Options))
	for _, c := range chosen {
		name, value, _ := strings.Cut(c, " ")
		found := false
		for i, o := range aboutGame.Options {
			for v, w := range o.Values {
				if o.Name == name && w == value {
					out[i], found = v, true
				}
			}
		}
		if !found {
			t.Fatalf("there is no option %s", c)
		}
	}
	return out
}

// play drives a race by bots to its end and gives all of its events.
func play(t testing.TB, s engine.Setup, level string, luck uint64) (*Race, []engine.Event) {
	t.Helper()
	r, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	race := r.(*Race)
	b := New().Bot(level)
	var all []engine.Event
	for n := 0; ; n++ {
		asks := race.Asks(nil)
		if len(asks) == 0 {
			return race, all
		}
		if n > 20000 {
			t.Fatalf("it never ends: %s", race.Position(nil))
		}
		a := asks[0]
		ans := b.Answer(race, a, engine.Shuffle(&luck))
		evs, err := race.Decide(nil, ans)
		if err != nil {
			t.Fatalf("%s %+v: %s in %s", aboutGame.Asks[a.What].Name, ans, inf(err), race.Position(nil))
		}
		for _, e := range evs {
			race.Apply(e)
		}
		all = append(all, evs...)
	}
}

// table is a race that a test sets up by hand: cars are put on spaces, and answers are typed as at the table.
type table struct {
	testing.TB
	*Race
	w *engine.Words
}

// sit lines cars up by the numbers of their cards, in this order, on Dunes.
func sit(t testing.TB, numbers []string, chosen ...string) *table {
	return sitOn(t, "dunes", 4, numbers, chosen...)
}

func sitOn(t testing.TB, slug string, laps int, numbers []string, chosen ...string) *table {
	t.Helper()
	var es []engine.Entry
	for i, n := range numbers {
		for k, row := range theBox.Tables["cards"].Rows {
			if row[1] == n {
				es = append(es, engine.Entry{Mark: n, Car: row[0], Name: "driver " + n, Card: k, Place: i + 1})
			}
		}
	}
	s := engine.Setup{Board: courses[slug], Box: theBox, Entries: es, Laps: laps, Options: options(t, chosen...)}
	r, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	w, err := engine.NewWords(New(), s, "en")
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, r.(*Race), w.Script()}
}

func (tb *table) space(address string) engine.Space {
	tb.Helper()
	s, err := tb.k.board.ParseAddress(address)
	if err != nil || len(s) != 1 {
		tb.Fatalf("%s: %v %v", address, s, err)
	}
	return s[0]
}

// put stands a running car somewhere, in a gear; the order of the calls is the order of the turn, which is the second.
func (tb *table) put(mark, address string, gear int64) *car {
	tb.Helper()
	c := tb.w.CarOf(mark)
	o := &tb.s.car[c-1]
	o.space, o.gear, o.lap = int64(tb.space(address)), gear, 1
	rank := int64(1)
	for i := range tb.s.cars {
		if p := &tb.s.car[i]; p.space != 0 && p != o && p.moved == -1 {
			rank++
		}
	}
	o.rank, o.moved = rank, -1
	tb.s.turn = 2
	return o
}

// clear takes all cars off, so that put can set a position.
func (tb *table) clear() *table {
	for i := range tb.s.cars {
		tb.s.car[i].space, tb.s.car[i].rank, tb.s.car[i].moved = 0, 12, 0
	}
	return tb
}

// ready ends the putting: what stands still is fixed, and the first car is asked.
func (tb *table) ready() *table {
	d := tb.open(nil)
	for i := range d.S.cars {
		d.S.car[i].still = d.S.car[i].stopped
		if d.S.car[i].moved == -1 {
			d.S.car[i].moved = 0
		}
	}
	tb.Race.s = d.S
	d = tb.open(nil)
	tb.onward(d)
	tb.Race.s = d.S
	return tb
}

// stop makes a car one that stopped.
func (tb *table) stop(c *car) *car {
	tb.s.stops++
	c.stopped, c.gear = tb.s.stops, 0
	return c
}

func (tb *table) of(mark string) *car { return &tb.s.car[tb.w.CarOf(mark)-1] }

// say types an answer and takes it: its events that are not quiet, in words.
func (tb *table) say(line string) []string {
	tb.Helper()
	out, err := tb.try(line)
	if err != nil {
		tb.Fatalf("%s: %s in %s", line, tb.fault(err), tb.Position(nil))
	}
	return out
}

func (tb *table) fault(err error) string {
	var i *engine.Infraction
	if errors.As(err, &i) {
		return string(tb.w.Fault(nil, i))
	}
	return err.Error()
}

// refuse types an answer that is refused, in words.
func (tb *table) refuse(line, want string) {
	tb.Helper()
	out, err := tb.try(line)
	if err == nil {
		tb.Fatalf("%s: taken, %v; want %s", line, out, want)
	}
	if got := tb.fault(err); got != want {
		tb.Errorf("%s: got %q, want %q", line, got, want)
	}
}

func (tb *table) try(line string) ([]string, error) {
	words := strings.Fields(line)
	mark := tb.w.CarOf(words[0])
	asked := &engine.Asked{Words: tb.w, Rules: New(), Race: tb.Race, Asks: tb.Asks(nil), Faces: func(uint8) []string { return []string{"1", "2", "3", "4", "5", "6"} }}
	typed, err := asked.Read(mark, words[1:])
	if err != nil {
		return nil, err
	}
	return tb.take(typed.Answer)
}

func (tb *table) take(a engine.Answer) ([]string, error) {
	evs, err := tb.Decide(nil, a)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range evs {
		tb.Apply(e)
		if !aboutGame.Kinds[e.Kind].Quiet {
			out = append(out, string(tb.w.Event(nil, e)))
		}
	}
	return out, nil
}

// stands fails unless a car's front is on a space.
func (tb *table) wantAt(mark, address string) {
	tb.Helper()
	if got := tb.of(mark).space; got != int64(tb.space(address)) {
		tb.Errorf("%s stands on %s, want %s", mark, tb.k.board.Address(engine.Space(got)), address)
	}
}

// wantNext fails unless it is the move of a car.
func (tb *table) wantNext(mark string) {
	tb.Helper()
	if got := tb.w.Mark(tb.s.next()); got != mark {
		tb.Errorf("%s moves next, want %s", got, mark)
	}
}

// offers are the moves of the car whose turn it is: gears with the counts that they spend, "3:8 3:8c", c with a chance, s spinning out,
// x a collision, P the pits, b and r brakings and over-revs. Each once.
func (tb *table) moves() string {
	var out []string
	seen := map[string]bool{}
	for _, o := range tb.all(&tb.s, tb.s.next(), nil) {
		var b strings.Builder
		b.WriteString(gearSay(o.gear))
		b.WriteString(":" + itoa(o.spaces))
		for _, x := range []struct {
			n int64
			s string
		}{{o.brakes, "b"}, {o.revs, "r"}, {o.chances, "c"}} {
			if x.n > 0 {
				b.WriteString(x.s)
				if x.n > 1 {
					b.WriteString(itoa(x.n))
				}
			}
		}
		switch {
		case o.blows:
			b.WriteString("!")
		case o.fate == engine.SpinsOut:
			b.WriteString("s")
		case o.fate == engine.Collides:
			b.WriteString("x")
		case o.pit:
			b.WriteString("P")
		}
		if !seen[b.String()] {
			seen[b.String()] = true
			out = append(out, b.String())
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func want(t testing.TB, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
