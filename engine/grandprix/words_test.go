package grandprix

import (
	"errors"
	"testing"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

// TB-25: English is complete.
func TestEverythingHasItsWords(t *testing.T) { enginetest.Complete(t, New()) }

// Every sentence of whole races has its values: none is left in braces (TB-25).
func TestNoSentenceLeavesAValueOut(t *testing.T) {
	luck := uint64(5)
	seen := map[engine.Fault]bool{}
	for n := range 12 {
		es := entries(2 + n%5)
		w, err := engine.NewWords(New(), engine.Setup{Board: theBoard, Entries: es}, "en")
		if err != nil {
			t.Fatal(err)
		}
		options := make([]int, len(aboutGame.Options))
		for i := range options {
			options[i] = n >> i & 1
		}
		started, err := New().Start(engine.Setup{Board: theBoard, Box: theBox, Entries: es, Grid: engine.Grid(n % 2), Options: options})
		if err != nil {
			t.Fatal(err)
		}
		r := started.(*Race)
		bot := New().Bot(aboutGame.Bots[n%2])
		for {
			asks := r.Asks(nil)
			if len(asks) == 0 {
				break
			}
			enginetest.Sentences(t, w, r, &aboutGame)
			wrong := engine.Answer{
				What: engine.What(1 + engine.Shuffle(&luck)%uint64(whats)), Car: engine.Car(engine.Shuffle(&luck) % 19), Value: int64(engine.Shuffle(&luck) % 8), Late: luck%9 == 0,
				Path: engine.Straight(int(engine.Shuffle(&luck) % 8)),
			}
			var inf *engine.Infraction
			if _, err := r.Decide(nil, wrong); errors.As(err, &inf) {
				seen[inf.Fault] = true
				enginetest.Whole(t, "fault", w.Fault(nil, inf))
			}
			a := asks[engine.Shuffle(&luck)%uint64(len(asks))]
			evs, err := r.Decide(nil, bot.Answer(r, a, engine.Shuffle(&luck)))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range evs {
				enginetest.Whole(t, "event", w.Event(nil, e))
				r.Apply(e)
			}
			for _, st := range r.Stands(nil) {
				enginetest.Whole(t, "remark", w.Remark(nil, st))
			}
		}
		home, out := 0, 0
		for _, st := range r.Stands(nil) {
			switch st.State {
			case engine.Finished:
				home++
			case engine.Retired:
				out++
			}
		}
		t.Logf("%d cars: %d home, %d out, turn %d", len(es), home, out, r.Turn())
	}
	if len(seen) < 12 {
		t.Errorf("only %d kinds of infractions were seen", len(seen))
	}
}
