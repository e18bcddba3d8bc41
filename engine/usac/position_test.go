package usac

import (
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
)

// Any position line that is taken can be played on; what cannot be is refused with a word of why.
func TestAPositionThatIsReadCanBePlayed(t *testing.T) {
	setup := engine.Setup{Board: ovals()["small-ring"], Box: wildBox()}
	rapid.Check(t, func(rt *rapid.T) {
		luck := rapid.Uint64().Draw(rt, "luck")
		started, err := New().Start(engine.Setup{Board: setup.Board, Box: setup.Box, Entries: entries(4), Miles: 60, Grid: engine.Grid(luck % 3)})
		if err != nil {
			rt.Fatal(err)
		}
		r := started.(*Race)
		advance(rt, r, &luck, int(engine.Shuffle(&luck)%40))
		for range 1 + engine.Shuffle(&luck)%3 {
			f := engine.Field(1 + engine.Shuffle(&luck)%uint64(len(fields)-1))
			if f == fCars {
				continue
			}
			c := engine.Car(0)
			if fields[f].Car {
				c = engine.Car(1 + engine.Shuffle(&luck)%4)
			}
			*fields[f].Of(&r.s, c) = int64(engine.Shuffle(&luck)%40) - 2
		}
		line := string(r.Position(nil))
		got, err := New().Read(setup, line)
		if err != nil {
			return
		}
		advance(rt, got.(*Race), &luck, 60)
	})
	for _, line := range []string{"", "usac/1", "pitstop/1 small-ring /", "usac/1 small-ring", "usac/1 elsewhere /", "usac/1 small-ring cars:2 /", "usac/1 small-ring / wings:2"} {
		if _, err := New().Read(setup, line); err == nil {
			t.Errorf("%q is read", line)
		}
	}
}

// advance plays some answers by bots.
func advance(t *rapid.T, r *Race, luck *uint64, n int) {
	bot := New().Bot("easy")
	for range n {
		asks := r.Asks(nil)
		if len(asks) == 0 {
			return
		}
		evs, err := r.Decide(nil, bot.Answer(r, asks[int(engine.Shuffle(luck)%uint64(len(asks)))], engine.Shuffle(luck)))
		if err != nil {
			t.Fatalf("%s in %s", fault(err), r.Position(nil))
		}
		for _, e := range evs {
			r.Apply(e)
		}
	}
}
