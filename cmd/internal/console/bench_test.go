package console

import (
	"strings"
	"testing"

	"boxstop/cmd/internal/view"
)

func TestTheKeysOfAnOrderGiveThatOrder(t *testing.T) { // TB-9
	many := gearSnap()
	many.Asks[0].Options, many.Asks[0].More = nil, 0
	for i := range 14 {
		many.Asks[0].Options = append(many.Asks[0].Options, view.Option{Cols: []string{"to " + itoa(i)}, Line: "R to " + itoa(i)})
	}
	for _, c := range []struct {
		s    *view.Snapshot
		line string
		want string
	}{
		{rollSnap(), "R bonus", "+"},
		{rollSnap(), "R roll", "p"},
		{rollSnap(), "R roll 50 f 50 d", "2 1"},
		{rollSnap(), "R roll d d d d", "0 0"},
		{rollSnap(), "R roll 50 50 50 50", "4"},
		{rollSnap(), "R roll 50", ""},
		{gearSnap(), "R gear 5", "5"},
		{gearSnap(), "R gear 1", "1 enter"},
		{gearSnap(), "R gear 6", ""},
		{many, "R to 3", "4"},
		{many, "R to 12", ". 4"},
	} {
		keys := Keys(c.s, c.line)
		if got := strings.Join(keys, " "); got != c.want {
			t.Errorf("%s: keys %q, want %q", c.line, got, c.want)
		}
		if keys == nil {
			continue
		}
		got := newTable(t, c.s, Options{}).keys(strings.Join(keys, " ")).orders()
		_, got, _ = strings.Cut(got, ": ")
		got = strings.TrimSuffix(got, " sure")
		want := c.line
		if want == "R roll 50 f 50 d" { // faces are typed by kind
			want = "R roll 50 50 f d"
		}
		if got != want {
			t.Errorf("keys %q give %q, want %q", keys, got, want)
		}
	}
}

func TestAllOutcomesOfALargeRollCanBeSeen(t *testing.T) {
	s := rollSnap()
	for i := range 10 {
		s.Asks[1].Outcomes = append(s.Asks[1].Outcomes, view.Row{Cells: []string{itoa(350 + 50*i), "there", "-", "-"}})
	}
	b := newTable(t, s, Options{})
	for range 2 {
		b.keys(".")
	}
	if got := b.screen(); !strings.Contains(got, " 800  there") {
		t.Errorf("the last outcome is not shown:\n%s", got)
	}
}
