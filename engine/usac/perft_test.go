package usac

import (
	"testing"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

// Positions; the moves of one car the slow enumerator counts as well.
func TestPerft(t *testing.T) {
	enginetest.Perft(t, enginetest.Counting{
		Rules: New(), Faces: func(uint8) int { return 6 },
		Setup: func(slug string) engine.Setup { return engine.Setup{Board: ovals()[slug], Box: theBox()} },
		Slow: func(race engine.Race, depth int) (uint64, bool) {
			r := race.(*Race)
			if r.s.step != sMove || depth != 1 {
				return 0, false
			}
			me := engine.Car(r.s.mover)
			slow := uint64(len(wants(r, me)))
			for _, o := range r.legal(nil, &r.s, me) {
				if o.Value == 1 || o.Path == 0 {
					slow++
				}
			}
			return slow, true
		},
	})
}
