package speedcircuit

import (
	"testing"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

// Positions on the boards that we ship and those of testdata; the moves of one car the slow enumerator counts as well.
func TestPerft(t *testing.T) {
	enginetest.Perft(t, enginetest.Counting{
		Rules: New(),
		Setup: func(slug string) engine.Setup {
			b := courses[slug]
			if b == nil {
				b = file(slug)
			}
			return engine.Setup{Board: b, Box: theBox}
		},
		Slow: func(race engine.Race, depth int) (uint64, bool) {
			r := race.(*Race)
			asks := r.Asks(nil)
			if r.s.step != sMove || depth != 1 || asks[0].What != wMove {
				return 0, false
			}
			return uint64(len(r.reference(asks[0].Car))), true
		},
	})
}
