package speedcircuit

import (
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

// randomSetup draws course, cars, laps, deal and table options.
func randomSetup(t *rapid.T) engine.Setup {
	slug := rapid.SampledFrom([]string{"rivermouth", "castle-hill", "long-meadow"}).Draw(t, "course")
	return engine.Setup{
		Board: courses[slug], Box: theBox, Entries: entries(rapid.IntRange(1, 6).Draw(t, "cars")), Laps: rapid.IntRange(1, 2).Draw(t, "laps"),
		Grid: engine.Grid(rapid.IntRange(0, 1).Draw(t, "deal")), Options: enginetest.Options(t, New().About()),
	}
}

var (
	theBox  = box()
	courses = map[string]*engine.Board{"rivermouth": board("rivermouth"), "castle-hill": board("castle-hill"), "long-meadow": board("long-meadow")}
)

func TestSpeedCircuitObeysTheLawsOfEveryRuleSet(t *testing.T) {
	enginetest.Laws(t, enginetest.Game{Rules: New(), Setup: randomSetup, Faces: func(uint8) int { return 1 }, Most: 150})
}
