package console

import (
	"strings"
	"testing"

	"boxstop/cmd/internal/view"
)

// TB-8: "." says how many options come behind those that are listed, not how many there are beside them; at the end it begins again.
func TestWhatIsStillToComeOfALongListIsCounted(t *testing.T) {
	s := gearSnap()
	a := &s.Asks[0]
	a.Options, a.More = nil, 0
	for i := range 21 {
		a.Options = append(a.Options, view.Option{Cols: []string{"end " + itoa(i)}, Line: "R to " + itoa(i)})
	}
	b := newTable(t, s, Options{})
	for _, want := range []string{"12 more", "3 more", "the first of them again", "12 more"} {
		if got := b.screen(); !strings.Contains(got, want) {
			t.Fatalf("want %q in\n%s", want, got)
		}
		b.keys(".")
	}
}

// US-2, S7: over the column stands what control says it is, a car that is not on the board shows its flag alone, and one that is out once.
func TestAFieldThatQualifiesShowsTimes(t *testing.T) {
	s := fieldSnap()
	s.Table.Head = "car, best lap"
	s.Table.Cars[0].Cells, s.Table.Cars[0].Flag = []string{"-"}, "6"
	s.Table.Cars[1].Cells, s.Table.Cars[1].Flag = []string{"out"}, "out"
	got := newTable(t, s, Options{}).screen()
	for _, want := range []string{" car, best lap ", "│   1 6 ", "│   2 out "} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in\n%s", want, got)
		}
	}
}

// TB-22: the name of a game stands on every page as its box has it.
func TestAGameIsCalledAsItsBoxHasIt(t *testing.T) {
	s := fieldSnap()
	s.Head.Game, s.PutBack, s.Sheet = "GAME of Rings", []string{"1 onto the line"}, true
	b := newTable(t, s, Options{})
	b.keys("m")
	if got := b.screen(); !strings.Contains(got, "GAME of Rings, ") {
		t.Errorf("\n%s", got)
	}
}

// TB-22: how cards were to be dealt is put right after a refusal, not typed again.
func TestCardsThatWereRefusedAreTypedOn(t *testing.T) {
	s := setupSnap()
	s.Setup.Cards = 33
	b := newTable(t, s, Options{})
	b.keys("+ 1 x")
	b.keys("enter")
	b.reply(view.Reply{Error: "deal: no"})
	b.keys("+ 1")
	if got := b.screen(); !strings.Contains(got, "x_") {
		t.Errorf("\n%s", got)
	}
}

// S11: the result of a large field is read to its last car; with no championship beside it, it has the whole width.
func TestTheResultOfALargeFieldIsReadToItsEnd(t *testing.T) {
	s := resultSnap()
	r := s.Result
	r.Season, r.Grid, r.Rows = nil, nil, nil
	for i := range 33 {
		r.Rows = append(r.Rows, view.Row{Cells: []string{itoa(i + 1), itoa(i + 1), "car", "Companion", "round 18, after a car of a long name", "0"}})
	}
	b := newTable(t, s, Options{})
	if got := b.screen(); !strings.Contains(got, "round 18, after a car of a long name") || strings.Contains(got, "33 33") {
		t.Errorf("\n%s", got)
	}
	b.keys("pgdn pgdn pgdn")
	if got := b.screen(); !strings.Contains(got, "33 33") || !strings.Contains(got, "points") {
		t.Errorf("\n%s", got)
	}
}
