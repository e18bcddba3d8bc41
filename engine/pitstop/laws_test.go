package pitstop

import (
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

// randomSetup draws cars, grid and table options.
func randomSetup(t *rapid.T) engine.Setup {
	return engine.Setup{
		Board: circuit(), Box: box(), Entries: entries(rapid.IntRange(2, 6).Draw(t, "cars")),
		Grid: engine.Grid(rapid.IntRange(0, 2).Draw(t, "grid")), Options: enginetest.Options(t, New().About()),
	}
}

func TestPitstopObeysTheLawsOfEveryRuleSet(t *testing.T) {
	enginetest.Laws(t, enginetest.Game{Rules: New(), Setup: randomSetup, Faces: func(uint8) int { return 3 }})
}
