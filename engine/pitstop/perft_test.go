package pitstop

import (
	"testing"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

// Positions on the board "road" of the tests.
func TestPerft(t *testing.T) {
	enginetest.Perft(t, enginetest.Counting{
		Rules: New(), Faces: func(uint8) int { return 3 },
		Setup: func(string) engine.Setup { return engine.Setup{Board: road(), Box: box()} },
	})
}
