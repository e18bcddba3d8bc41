package console

import (
	"strings"
	"testing"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

// listSnap has a list of two options, more on request, a run, and an ask beside it of another car.
func listSnap() *view.Snapshot {
	s := chanceSnap()
	s.Asks = []view.Ask{
		{
			ID: "213.1", Name: "gear", Form: "move", Car: "1", Who: "1 FERRARI TOM", Head: "GEAR, AND WHERE TO?", Waits: true, More: 10,
			Options: []view.Option{
				{Key: "1", Lit: true, Cols: []string{"2nd, last before corner 2, outside", "br 1"}, Line: "1 gear 2", Spot: &engine.Spot{Row: 1, Col: 20}},
				{Key: "2", Cols: []string{"3rd, corner 2, 2nd of 6, outside", "chance rv 1"}, Line: "1 gear 3", Spot: &engine.Spot{Row: 1, Col: 21}},
			},
		},
		{ID: "213.2", Name: "follow", Form: "declare", Car: "3", Who: "3 JAGUAR FINN", Unsaid: "no", Options: []view.Option{
			{Key: "", Cols: []string{"no"}, Line: "3 follow no"}, {Key: "+", Cols: []string{"follow 1"}, Line: "3 follow 1"},
		}},
	}
	s.Runs = []view.Option{{Key: "a", Cols: []string{"take 1, then run the rest"}, Line: "run round"}}
	return s
}

// TB-8, TB-24: an option that fits its row is not cut for the sake of a column; of an ask beside the main one it is said whose it is.
func TestAnOptionIsRatherOutOfLineThanCut(t *testing.T) {
	got := newTable(t, listSnap(), Options{}).screen()
	for _, want := range []string{"2nd, last before corner 2, outside  br 1", "+   3: follow 1", "take 1, then run the rest"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not on the screen:\n%s", want, got)
		}
	}
}

// TB-8: on the strip stand the digits that count now: those of the list, of the fields while they choose one, then of the one that was chosen. A run,
// which takes the first of the list, is on the screen and does something only with the list.
func TestTheDigitsOfTheStripAreThoseThatCountNow(t *testing.T) {
	s := listSnap()
	row := []byte(strings.Repeat("-", 30))
	row[20], row[21] = '1', '2'
	s.Strip.Rows[1] = engine.StripRow{Label: "outside", Text: string(row), Picks: []int{20, 21}, Under: "--"}
	all := s.Asks[0]
	all.More = 0
	all.Options = nil
	for i, gear := range []string{"gear 2", "gear 2", "gear 3"} {
		all.Options = append(all.Options, view.Option{Row: gear, Col: "brake 1", Cols: []string{"to " + itoa(i)}, Line: "1 " + gear + " to " + itoa(i), Spot: &engine.Spot{Row: 1, Col: 24 + i}})
	}
	b := newTable(t, s, Options{})
	strip := func() string {
		for _, l := range strings.Split(b.screen(), "\n") {
			if strings.HasPrefix(l, " outside") {
				return strings.Trim(l, " outside-")
			}
		}
		return "?"
	}
	if got := strip(); got != "12" {
		t.Errorf("list: %q, want 12", got)
	}
	b.keys(".").page(&view.Page{Options: &all})
	if got := strip(); got != "112" {
		t.Errorf("fields: %q, want 112", got)
	}
	b.sent = nil
	if b.keys("a"); b.orders() != "" || strings.Contains(b.screen(), "take 1") {
		t.Errorf("a run with a list that is not shown: %q", b.orders())
	}
	b.keys("1")
	if got := strip(); got != "12" || !strings.Contains(b.screen(), "gear 2 brake 1, where?") {
		t.Errorf("one field: %q, want 12\n%s", got, b.screen())
	}
}

// S2: the newest move is said in full, before an older one has a row.
func TestTheNewestMoveIsSaidInFull(t *testing.T) {
	s := listSnap()
	s.Last = []string{"1 spins out, to corner 2, 2nd of 6, outside: first gear next, last (LM-15); 8 in the pile-up: 1 stop more", "an older one"}
	if got := newTable(t, s, Options{}).screen(); !strings.Contains(got, "1 stop more") {
		t.Errorf("it is cut:\n%s", got)
	}
}

// S8, TB-24: in the ruling form the address of a place stands whole, however long its words and it are.
func TestTheRulingFormHasAddressesWhole(t *testing.T) {
	pg := rulePage()
	k := &pg.Rule.Cars[0]
	k.Was, k.WasAt, k.Is, k.At, k.Moved = "2nd after the windmill, inside", "windmill+2/i", "3rd before the windmill, outside", "windmill-3/o", true
	got := newTable(t, rollSnap(), Options{}).keys("r").page(pg).screen()
	if !strings.Contains(got, "windmill+2/i") || !strings.Contains(got, "windmill-3/o*") {
		t.Errorf("an address is cut:\n%s", got)
	}
}
