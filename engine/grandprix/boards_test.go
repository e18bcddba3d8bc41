package grandprix

import (
	"testing"

	"boxstop/tracks"
)

// TB-21: what we ship can be raced, and every space of it has a name.
func TestTheShippedBoardsHaveNothingWrong(t *testing.T) {
	for _, s := range tracks.Boards("grandprix") {
		b, bad, warn := tracks.Check(s.File, s.Doc, New(), box(), "box.toml")
		for _, m := range append(bad, warn...) {
			t.Error(m)
		}
		if b != nil {
			t.Logf("%s: %d spaces, %d ranks", b.Name, len(b.Places)-1, b.Lap/27720)
		}
	}
}
