package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"boxstop/engine"
)

// ladder is a ring of three lanes, twelve ranks, with a corner whose inner lane is a space shorter.
func ladder() *engine.Board {
	b := &engine.Board{Name: "Ladder", Slug: "ladder", Lanes: []string{"left", "middle", "right"}}
	run := func(n ...int) (out []engine.Run) {
		for _, c := range n {
			out = append(out, engine.Run{Count: c})
		}
		return out
	}
	b.Sections = []engine.Section{{Name: "Straight", Lanes: run(10, 10, 10)}, {Name: "Corner", Corner: true, Lanes: run(1, 2, 2)}}
	b.Link(1)
	return b
}

func any1(_, _ engine.Space, _ engine.Step, n engine.Note) (engine.Note, bool) { return n, true }

func ends(b *engine.Board, ways []engine.Way) string {
	var out []string
	for _, w := range ways {
		out = append(out, fmt.Sprintf("%s %s", b.AppendSpace(nil, w.End), w.Path.Append(nil)))
	}
	return strings.Join(out, ", ")
}

func TestWaysThatDifferInTheirPathAloneAreOne(t *testing.T) {
	b := ladder()
	var w engine.Walk
	w.Go(b, b.At(0, 2, 0), 3, 0, any1, nil)
	if got, want := ends(b, w.Done), "1.2.4 aaa, 1.1.4 aal, 1.3.4 aar"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(w.Dead) != 0 {
		t.Errorf("dead: %s", ends(b, w.Dead))
	}
}

func TestNoCountsAreOneWayOfNoStep(t *testing.T) {
	b := ladder()
	var w engine.Walk
	w.Go(b, b.At(0, 1, 3), 0, 7, any1, nil)
	if len(w.Done) != 1 || w.Done[0].End != b.At(0, 1, 3) || w.Done[0].Note != 7 || w.Done[0].Path != 0 {
		t.Errorf("got %+v", w.Done)
	}
}

func TestWaysThatCannotGoOnAreDeadWithWhatWasLeft(t *testing.T) {
	b := ladder()
	var w engine.Walk
	wall := func(_, to engine.Space, _ engine.Step, n engine.Note) (engine.Note, bool) {
		return n, b.Number(to) != 5
	}
	w.Go(b, b.At(0, 1, 2), 5, 0, wall, nil)
	if got, want := ends(b, w.Dead), "1.1.5 aa, 1.2.5 ar, 1.3.5 rr"; got != want || len(w.Done) != 0 || w.Dead[0].Left != 3 {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCoveredWaysAreDroppedOnTheWay(t *testing.T) {
	b := ladder()
	var w engine.Walk
	// every step to the side costs one
	toll := func(_, _ engine.Space, s engine.Step, n engine.Note) (engine.Note, bool) {
		if s != engine.Ahead {
			n++
		}
		return n, true
	}
	w.Go(b, b.At(0, 2, 0), 4, 0, toll, nil)
	all := len(w.Done)
	w.Go(b, b.At(0, 2, 0), 4, 0, toll, func(a, b engine.Note) bool { return a <= b })
	var notes []engine.Note
	for _, x := range w.Done {
		notes = append(notes, x.Note)
	}
	if all <= len(w.Done) || !slices.Equal(notes, []engine.Note{0, 1, 1}) {
		t.Errorf("%d ways, of which %v are kept", all, notes)
	}
}

func TestASearchUsesNoMemoryOnceItIsWarm(t *testing.T) {
	b := ladder()
	var w engine.Walk
	w.Go(b, b.At(0, 2, 0), 9, 0, any1, nil)
	if n := testing.AllocsPerRun(100, func() { w.Go(b, b.At(0, 2, 0), 9, 0, any1, nil) }); n != 0 {
		t.Errorf("%v allocations a search", n)
	}
}
