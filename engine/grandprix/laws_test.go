package grandprix

import (
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

// randomSetup draws teams, grid and table options.
func randomSetup(t *rapid.T) engine.Setup {
	return engine.Setup{
		Board: theBoard, Box: theBox, Entries: entries(rapid.IntRange(2, 6).Draw(t, "teams")),
		Grid: engine.Grid(rapid.IntRange(0, 1).Draw(t, "grid")), Options: enginetest.Options(t, New().About()),
	}
}

func TestGrandPrixObeysTheLawsOfEveryRuleSet(t *testing.T) {
	enginetest.Laws(t, enginetest.Game{Rules: New(), Setup: randomSetup, Faces: func(uint8) int { return 1 }, Most: 300})
}
