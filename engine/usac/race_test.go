package usac

import (
	"errors"
	"fmt"
	"testing"

	"boxstop/engine"
)

// play plays a race by bots to its end; after is called with the race behind each answer.
func play(t testing.TB, s engine.Setup, luck uint64, after func(*Race, []engine.Event)) *Race {
	t.Helper()
	started, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	r := started.(*Race)
	var bots []engine.Bot
	for i := range maxCars {
		bots = append(bots, New().Bot(aboutGame.Bots[i%3]))
	}
	var asks []engine.Ask
	var evs []engine.Event
	for n := 0; ; n++ {
		if n > 60000 {
			t.Fatalf("the race does not end: %s", r.Position(nil))
		}
		asks = r.Asks(asks[:0])
		if len(asks) == 0 {
			return r
		}
		a := asks[0]
		ans := bots[max(0, int(a.Car)-1)].Answer(r, a, engine.Shuffle(&luck))
		if evs, err = r.Decide(evs[:0], ans); err != nil {
			t.Fatalf("%s %+v: %s in %s", aboutGame.Asks[a.What].Name, ans, fault(err), r.Position(nil))
		}
		for _, e := range evs {
			r.Apply(e)
		}
		if after != nil {
			after(r, evs)
		}
	}
}

// fault is an infraction as a test prints it.
func fault(err error) string {
	var i *engine.Infraction
	if errors.As(err, &i) {
		return fmt.Sprintf("%s %s %+v", aboutGame.Faults[i.Fault], aboutGame.Clauses[i.Clause], *i)
	}
	return fmt.Sprint(err)
}

// US-1, US-13: a whole 500-mile race of 33 cars, by bots, with qualifying.
func TestAFullFieldRaces500Miles(t *testing.T) {
	b, x := shipped(t)
	var events []engine.Event
	s := engine.Setup{Board: b, Box: x, Entries: entries(maxCars), Miles: 500, Grid: engine.ByRoll}
	answers := 0
	r := play(t, s, 4, func(_ *Race, evs []engine.Event) {
		answers++
		events = append(events, evs...)
	})
	home, out := 0, 0
	for i, st := range r.Stands(nil) {
		if st.State == engine.Retired {
			out++
		} else if home++; out > 0 {
			t.Errorf("car %d is classified %d, behind one that is out", st.Car, i+1)
		}
	}
	if home < 8 || r.s.laps != 25 {
		t.Errorf("%d cars are home after %d laps", home, r.s.laps)
	}
	t.Logf("%d rounds, %d answers, %d events, %d home", r.s.turn, answers, len(events), home)
	sheets := New().Sheets(s, events)
	if len(sheets) != 2 || len(sheets[0].Rows) != maxCars || len(sheets[1].Rows) != maxCars {
		t.Errorf("%d sheets", len(sheets))
	}
}

// US-5, US-9, US-10: an oval with three lanes all round is raced as well, by a full field with qualifying: cars drive in all three lanes of the
// bends, and nobody leaves his there.
func TestAnOvalWithThreeLanesAllRound(t *testing.T) {
	b := ovals()["three-lanes"]
	for i := range b.Sections {
		if b.Count(i, 1) == 0 || b.Count(i, 2) == 0 || b.Count(i, 3) == 0 {
			t.Fatalf("%s has not three lanes", b.Sections[i].Name)
		}
	}
	var in [4]int
	s := engine.Setup{Board: b, Box: theBox(), Entries: entries(maxCars), Miles: 100, Grid: engine.ByRoll}
	r := play(t, s, 11, func(r *Race, evs []engine.Event) {
		for _, e := range evs {
			if e.Kind != kDrives && e.Kind != kThrough || e.Was == 0 {
				continue
			}
			p, q := &b.Places[e.Was], &b.Places[e.Is]
			if b.Sections[q.Section].Corner {
				in[q.Lane]++
			}
			if p.Section == q.Section && b.Sections[p.Section].Corner && p.Lane != q.Lane {
				t.Errorf("car %d changes lane in a bend: %s", e.Car, r.Position(nil))
			}
		}
	})
	if home := r.Stands(nil)[0]; home.State != engine.Finished || in[1] == 0 || in[2] == 0 || in[3] == 0 {
		t.Errorf("%+v; moves that end in the lanes of a bend: %v", home, in[1:])
	}
}
