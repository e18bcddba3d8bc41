package pitstop

import (
	"errors"
	"slices"
	"testing"

	"boxstop/engine"
	"boxstop/engine/enginetest"
	"boxstop/tracks"
)

func english(t *testing.T, b *engine.Board) *engine.Words {
	t.Helper()
	w, err := engine.NewWords(New(), engine.Setup{Board: b, Entries: entries(6)}, "en")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TB-25: English is complete.
func TestEverythingHasItsWords(t *testing.T) { enginetest.Complete(t, New()) }

// Every sentence of whole races has its values: none is left in braces (TB-25).
func TestNoSentenceLeavesAValueOut(t *testing.T) {
	board := circuit()
	w := english(t, board)
	luck := uint64(5)
	seen := map[engine.Fault]bool{}
	for n := range 60 {
		options := make([]int, len(aboutGame.Options))
		for i := range options {
			options[i] = n >> i & 1
		}
		started, err := New().Start(engine.Setup{Board: board, Box: box(), Entries: entries(2 + n%5), Grid: engine.Grid(n % 3), Options: options})
		if err != nil {
			t.Fatal(err)
		}
		r := started.(*Race)
		bot := New().Bot(aboutGame.Bots[n%3])
		for {
			asks := r.Asks(nil)
			if len(asks) == 0 {
				break
			}
			enginetest.Sentences(t, w, r, &aboutGame)
			wrong := engine.Answer{What: engine.What(1 + engine.Shuffle(&luck)%uint64(whats)), Car: engine.Car(engine.Shuffle(&luck) % 7), Value: int64(engine.Shuffle(&luck) % 8), Late: luck%9 == 0}
			for i := range engine.Shuffle(&luck) % 8 {
				wrong.Faces[i] = uint8(1 + engine.Shuffle(&luck)%4)
			}
			var inf *engine.Infraction
			if _, err := r.Decide(nil, wrong); errors.As(err, &inf) {
				seen[inf.Fault] = true
				enginetest.Whole(t, "fault", w.Fault(nil, inf))
			}
			a := asks[engine.Shuffle(&luck)%uint64(len(asks))]
			evs, err := r.Decide(nil, bot.Answer(r, a, engine.Shuffle(&luck)))
			if err != nil {
				t.Fatal(fault(err))
			}
			for _, e := range evs {
				enginetest.Whole(t, "event", w.Event(nil, e))
				r.Apply(e)
			}
			for _, st := range r.Stands(nil) {
				enginetest.Whole(t, "remark", w.Remark(nil, st))
			}
		}
	}
	if len(seen) < 15 {
		t.Errorf("only %d kinds of infractions were seen", len(seen))
	}
}

// The Pitstop example of commands.md, word for word, on the circuit that it is played on.
func TestTheExampleScriptSaysWhatItSays(t *testing.T) {
	board, box := lakeside(t)
	es := entries(3)
	es[0].Place, es[1].Place, es[2].Place = 2, 1, 3
	started, err := New().Start(engine.Setup{Board: board, Box: box, Entries: es, Options: chosen(t, []string{"pit-entry exact"})})
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{t, started.(*Race), started.(*Race).k}
	w := english(t, board).Script()
	say := func(es []engine.Event) (out []string) {
		for _, e := range es {
			if !aboutGame.Kinds[e.Kind].Quiet {
				out = append(out, string(w.Event(nil, e)))
			}
		}
		return out
	}
	tb.wantAsked("B bonus, B roll 1")
	if got := say(tb.say(wBonus, 2, 1)); len(got) != 0 {
		t.Errorf("got %q", got)
	}
	if got, want := say(tb.roll(2, "50")), []string{"B 100 km/h, 2 cells to line+2"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	i := tb.refuse(engine.Answer{What: wGear, Car: 2, Value: 6})
	if got, want := string(w.Fault(nil, i)), "B gear 6: from 1 to 3 (PS-7)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := say(tb.say(wGear, 2, 3)); len(got) != 0 {
		t.Errorf("got %q", got)
	}
	if got, want := say(tb.roll(1, "d")), []string{"R 0 km/h, stays"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// lakeside is a shipped circuit with the shipped box.
func lakeside(t testing.TB) (*engine.Board, *engine.Box) { return shipped(t, "lakeside") }

func shipped(t testing.TB, slug string) (*engine.Board, *engine.Box) {
	t.Helper()
	b, err := tracks.Open("pitstop", slug, New().About())
	if err != nil {
		t.Fatal(err)
	}
	x, err := tracks.Box("pitstop", New().About())
	if err != nil {
		t.Fatal(err)
	}
	return b, x
}

// TB-21: both circuits that we ship can be raced.
func TestTheShippedCircuitsCanBeRaced(t *testing.T) {
	for _, s := range tracks.Boards("pitstop") {
		b, x := shipped(t, s.Slug)
		for _, p := range New().Check(b, x) {
			t.Errorf("%s: %+v", s.Slug, p)
		}
	}
}
