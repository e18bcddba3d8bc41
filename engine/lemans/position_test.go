package lemans

import (
	"math/rand/v2"
	"strings"
	"testing"

	"boxstop/engine"
)

// A position that no race can be in is refused, or read as one that goes on: whatever stands in the line, nothing breaks (LM-32).
func FuzzPosition(f *testing.F) {
	for n := range 8 {
		s := engine.Setup{Board: courses["dunes"], Box: theBox, Entries: entries(2 + n%3), Laps: 2, Options: options(f, "slipstreaming on", "over-revving on", "bonus-moves on")}
		started, err := New().Start(s)
		if err != nil {
			f.Fatal(err)
		}
		r := started.(*Race)
		luck := rand.New(rand.NewPCG(uint64(n), 1))
		for range 20 + 10*n {
			asks := r.Asks(nil)
			if len(asks) == 0 {
				break
			}
			evs, err := r.Decide(nil, New().Bot("easy").Answer(r, asks[0], luck.Uint64()))
			if err != nil {
				f.Fatal(inf(err))
			}
			for _, e := range evs {
				r.Apply(e)
			}
			if r.s.step == sChance {
				f.Add(string(r.Position(nil)))
			}
		}
		line := string(r.Position(nil))
		f.Add(line)
		words := strings.Fields(line)
		for i := 2; i < len(words); i += 3 { // each number once as another one
			k, _, ok := strings.Cut(words[i], ":")
			if !ok {
				continue
			}
			for _, v := range []string{"0", "1", "3", "-1", "77", "aaal"} {
				w := append([]string(nil), words...)
				w[i] = k + ":" + v
				f.Add(strings.Join(w, " "))
			}
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := New().Read(engine.Setup{Board: courses["dunes"], Box: theBox}, line)
		if err != nil {
			return
		}
		for range 6 {
			asks := r.Asks(nil)
			for _, a := range append(asks, r.Reports(nil)...) {
				r.Options(nil, a, engine.Refused)
			}
			r.Stands(nil)
			r.Markers(nil)
			if len(asks) == 0 {
				return
			}
			a := asks[0]
			for c := engine.Car(1); int(c) <= r.Cars(); c++ {
				r.Gauges(nil, c)
			}
			evs, err := r.Decide(nil, New().Bot("medium").Answer(r, a, 5))
			if err != nil {
				t.Fatalf("%s: %s", inf(err), r.Position(nil))
			}
			for _, e := range evs {
				r.Apply(e)
			}
		}
	})
}
