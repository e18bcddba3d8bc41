package speedcircuit

import (
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

func TestTheShippedCoursesHaveNothingWrong(t *testing.T) {
	for _, s := range tracks.Boards("speedcircuit") {
		b, bad, warn := tracks.Check(s.File, s.Doc, New(), box(), "box.toml")
		for _, m := range bad {
			t.Error(m)
		}
		for _, m := range warn {
			t.Error(m)
		}
		if len(bad) > 0 {
			continue
		}
		wide, corners := 0, 0
		for i := range b.Sections {
			x := &b.Sections[i]
			if x.Corner {
				corners++
			}
			n := x.Length
			for _, r := range x.Lanes {
				if !x.Corner {
					n = min(n, r.Count)
				} else if r.Count == 0 {
					n = 0
				}
			}
			wide += n
		}
		ranks := int(b.Lap / engine.Unit)
		t.Logf("%s: %d spaces, %d ranks, %d corners, %d ranks three lanes wide, %d arrows", b.Name, len(b.Places)-1, ranks, corners, wide, len(b.Arrows))
		if ranks < 55 || ranks > 75 || corners < 7 || corners > 9 || wide*4 < ranks || wide*2 > ranks {
			t.Errorf("%s: %d ranks (55 to 75), %d corners (7 to 9), %d three lanes wide (about a third)", b.Name, ranks, corners, wide)
		}
	}
}
