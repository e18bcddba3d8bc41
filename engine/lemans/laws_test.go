package lemans

import (
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

// randomSetup draws course, cars, laps, grid and table options. Teams have three cars each.
func randomSetup(t *rapid.T) engine.Setup {
	s := engine.Setup{
		Board: courses[rapid.SampledFrom([]string{"dunes", "narrows"}).Draw(t, "course")], Box: theBox,
		Laps: rapid.IntRange(1, 3).Draw(t, "laps"), Grid: engine.Grid(rapid.IntRange(0, 2).Draw(t, "grid")), Options: enginetest.Options(t, New().About()),
	}
	n := rapid.IntRange(1, 8).Draw(t, "cars")
	for i, o := range aboutGame.Options {
		if o.Field == fTeams && s.Options[i] != 0 {
			n = 3 * rapid.IntRange(1, 3).Draw(t, "teams")
		}
	}
	s.Entries = entries(n)
	return s
}

func TestLeMansObeysTheLawsOfEveryRuleSet(t *testing.T) {
	enginetest.Laws(t, enginetest.Game{Rules: New(), Setup: randomSetup, Faces: func(uint8) int { return faces }, Most: 250})
}

// LM-1 to LM-36 as a whole: races of twelve with all optional rules come to an end.
func TestWholeRacesComeToAnEnd(t *testing.T) {
	for _, slug := range []string{"dunes", "narrows"} {
		for n := range 6 {
			s := engine.Setup{Board: courses[slug], Box: theBox, Entries: entries(12), Laps: 2}
			if n%2 == 1 {
				s.Options = options(t, "slipstreaming on", "bonus-moves on", "over-revving on", "solitaire on", "le-mans-start on", "end when-all-are-home")
			}
			r, _ := play(t, s, aboutGame.Bots[n%3], uint64(n))
			home := 0
			for _, st := range r.Stands(nil) {
				if st.State == engine.Finished {
					home++
				}
			}
			t.Logf("%s %d: turn %d, %d classified", slug, n, r.Turn(), home)
		}
	}
}
