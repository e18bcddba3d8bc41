package pitstop

import (
	"sync"
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
	"boxstop/engine/enginetest"
	"boxstop/tracks"
)

// boards are the circuits that laws are tried on: two of the tests', two that we ship.
var boards = sync.OnceValue(func() []*engine.Board {
	out := []*engine.Board{circuit(), road()}
	for _, s := range tracks.Boards("pitstop") {
		if b, err := tracks.Open("pitstop", s.Slug, New().About()); err == nil {
			out = append(out, b)
		}
	}
	return out
})

// randomSetup draws a circuit, cars, grid and table options.
func randomSetup(t *rapid.T) engine.Setup {
	return engine.Setup{
		Board: rapid.SampledFrom(boards()).Draw(t, "board"), Box: box(), Entries: entries(rapid.IntRange(2, 6).Draw(t, "cars")),
		Grid: engine.Grid(rapid.IntRange(0, 2).Draw(t, "grid")), Options: enginetest.Options(t, New().About()),
	}
}

// Among them: amending an answer to itself (TB-4), what holds unsaid (TB-7), options as choices (TB-8), rulings (TB-10), reports (TB-11), who joins (TB-16).
func TestPitstopObeysTheLawsOfEveryRuleSet(t *testing.T) {
	enginetest.Laws(t, enginetest.Game{Rules: New(), Setup: randomSetup, Faces: func(uint8) int { return 3 }})
}
