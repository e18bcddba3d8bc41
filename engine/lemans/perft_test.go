package lemans

import (
	"testing"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

// Positions on our courses.
func TestPerft(t *testing.T) {
	enginetest.Perft(t, enginetest.Counting{
		Rules: New(), Faces: func(uint8) int { return faces },
		Setup: func(slug string) engine.Setup { return engine.Setup{Board: courses[slug], Box: theBox} },
	})
}
