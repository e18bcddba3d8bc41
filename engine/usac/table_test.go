package usac

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"boxstop/engine"
)

// table is a race that a test plays.
type table struct {
	testing.TB
	r *Race
}

// c14 is the card of the rule book's example.
const c14 = 13

// place puts cars on a board, by section.lane.number, in round 3 of a race of 5 laps.
func place(t testing.TB, slug string, cars ...car) *table {
	t.Helper()
	return placeIn(t, slug, theBox(), cars...)
}

func placeIn(t testing.TB, slug string, box *engine.Box, cars ...car) *table {
	t.Helper()
	k, bad := survey(ovals()[slug], box)
	if len(bad) > 0 {
		t.Fatalf("%+v", bad)
	}
	r := &Race{k: k}
	r.s = state{turn: 3, cars: int64(len(cars)), laps: 5, miles: 100}
	for i, c := range cars {
		c.rank = int64(i + 1)
		r.s.car[i] = c
	}
	return &table{t, r}
}

// at is a car on a space in a lap, with the card of the example.
func at(slug, space string, lap int64) car {
	s, ok := ovals()[slug].ParseSpace(space)
	if !ok {
		panic(space)
	}
	return car{space: int64(s), lap: lap, card: c14}
}

// green begins the round.
func (tb *table) green() *table {
	d := tb.r.open(nil)
	tb.r.order(d)
	tb.r.onward(d)
	tb.r.s = d.S
	return tb
}

// points gives the mover so many spaces to drive.
func (tb *table) points(n int64) *table {
	tb.r.s.car[tb.r.s.mover-1].points, tb.r.s.step = n, sMove
	return tb
}

// does takes an answer.
func (tb *table) does(a engine.Answer) []engine.Event {
	tb.Helper()
	evs, err := tb.r.Decide(nil, a)
	if err != nil {
		tb.Fatalf("%+v: %s in %s", a, fault(err), tb.r.Position(nil))
	}
	for _, e := range evs {
		tb.r.Apply(e)
	}
	return evs
}

// rolls rolls two dice for whatever roll the mover is asked for.
func (tb *table) rolls(x, y uint8) []engine.Event {
	tb.Helper()
	for _, a := range tb.r.Asks(nil) {
		if a.Form == engine.Roll {
			return tb.does(engine.Answer{What: a.What, Car: a.Car, Faces: [12]uint8{x, y}})
		}
	}
	tb.Fatalf("no roll is asked for in %s", tb.r.Position(nil))
	return nil
}

// says says a mode.
func (tb *table) says(mode int64) {
	tb.Helper()
	tb.does(engine.Answer{What: wMode, Car: engine.Car(tb.r.s.mover), Value: mode})
}

// path is a move by letters; "+" at its end goes into the pits.
func path(car engine.Car, letters string) engine.Answer {
	p, ok := engine.ParsePath(strings.TrimSuffix(letters, "+"))
	if !ok {
		panic(letters)
	}
	a := engine.Answer{What: wMove, Car: car, Path: p}
	if strings.HasSuffix(letters, "+") {
		a.Value = 1
	}
	return a
}

func (tb *table) drives(letters string) []engine.Event {
	tb.Helper()
	return tb.does(path(engine.Car(tb.r.s.mover), letters))
}

// refuses wants an answer to be forbidden by a clause.
func (tb *table) refuses(a engine.Answer, f engine.Fault, cl engine.Clause) {
	tb.Helper()
	_, err := tb.r.Decide(nil, a)
	i, _ := err.(*engine.Infraction)
	if i == nil || i.Fault != f || i.Clause != cl {
		tb.Errorf("%+v: got %s, want %s (%s)", a, fault(err), aboutGame.Faults[f], aboutGame.Clauses[cl])
	}
}

// where is where a car stands, in the words of positions.
func (tb *table) where(c engine.Car) string {
	return string(tb.r.k.board.AppendSpace(nil, engine.Space(tb.r.s.car[c-1].space)))
}

// ends are the ends of the mover's legal moves, furthest first; "pit" is into the pits.
func (tb *table) ends(w engine.Which) (out []string) {
	asks := tb.r.Asks(nil)
	for _, o := range tb.r.Options(nil, asks[len(asks)-1], w) {
		t := string(tb.r.k.board.AppendSpace(nil, o.End))
		if o.Note > 0 {
			t += fmt.Sprintf(" through %d", o.Note)
		}
		if o.Value == 1 {
			t = "pit by " + t
		}
		out = append(out, t)
	}
	return out
}

func (tb *table) wantEnds(w engine.Which, want ...string) {
	tb.Helper()
	if got := tb.ends(w); !slices.Equal(got, want) {
		tb.Errorf("got %q, want %q", got, want)
	}
}

// order is the rolling order.
func (tb *table) order() (out []int64) {
	for _, i := range tb.r.sorted(&tb.r.s, nil) {
		out = append(out, i+1)
	}
	return out
}

func (tb *table) mover(want int64) {
	tb.Helper()
	if tb.r.s.mover != want {
		tb.Errorf("car %d is next, want %d: %s", tb.r.s.mover, want, tb.r.Position(nil))
	}
}

// has reports whether a kind of event is among some.
func has(es []engine.Event, k engine.Kind) bool {
	return slices.ContainsFunc(es, func(e engine.Event) bool { return e.Kind == k })
}

// say is what is said of events, as scripts have it.
func (tb *table) say(es []engine.Event) (out []string) {
	w, err := engine.NewWords(New(), engine.Setup{Board: tb.r.k.board, Box: tb.r.k.box, Entries: entries(maxCars)}, "en")
	if err != nil {
		tb.Fatal(err)
	}
	for _, e := range es {
		if !aboutGame.Kinds[e.Kind].Quiet {
			out = append(out, string(w.Script().Event(nil, e)))
		}
	}
	return out
}

// round lets every car of a round roll 1 and 1 and drive one space, or what else it must.
func (tb *table) round() {
	tb.Helper()
	turn := tb.r.s.turn
	for tb.r.s.turn == turn && tb.r.s.step != sOver {
		tb.one()
	}
}

// one answers the first ask that the race waits for, as short as may be.
func (tb *table) one() {
	tb.Helper()
	for _, a := range tb.r.Asks(nil) {
		switch {
		case !a.Waits:
		case a.Form == engine.Roll:
			tb.does(engine.Answer{What: a.What, Car: a.Car, Faces: [12]uint8{1, 1}})
			return
		case a.Form == engine.Move:
			opts := tb.r.Options(nil, a, engine.Legal)
			tb.does(engine.AnswerWith(a, slices.MinFunc(opts, func(x, y engine.Option) int { return x.Path.Len() + int(x.Value)*99 - y.Path.Len() - int(y.Value)*99 })))
			return
		default:
			tb.does(engine.Answer{What: a.What, Car: a.Car, Value: 1})
			return
		}
	}
}
