package speedcircuit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"boxstop/engine"
)

// row is a space of the replay as the rule file writes it, "(2,15)": lane, and row along it from the first grid row.
func row(b *engine.Board, s engine.Space) string {
	p := &b.Places[s]
	n := b.Number(s)
	switch p.Section {
	case 0:
		return fmt.Sprintf("(%d,%d)", p.Lane, n-1)
	case 1:
		return fmt.Sprintf("(%d,16.%d)", p.Lane, n)
	}
	return fmt.Sprintf("(%d,%d)", p.Lane, n+17)
}

// The printed Examples 1 to 4 (SC-4 to SC-15), 24 moves on the reconstruction, to the last space and unit of wear.
func TestThePrintedReplayRunsToTheLastSpaceAndUnitOfWear(t *testing.T) {
	tb := sit(t, file("replay-fragment"), 6, 1)
	b := tb.k.board
	turns := []struct {
		speeds []int64
		order  string
		ends   string
		wear   []int64 // left afterwards, by car
	}{
		{nil, "ABCDEF", "A(1,3) B(2,2) C(3,2) D(1,1) E(2,1) F(3,1)", []int64{6, 4, 5, 4, 5, 5}},
		{[]int64{100, 100, 100, 100, 100, 100}, "ABCDEF", "A(1,8) B(2,7) C(3,7) D(1,6) E(2,6) F(3,6)", []int64{6, 4, 5, 4, 5, 5}},
		{[]int64{140, 160, 140, 160, 160, 140}, "ABCDEF", "A(3,15) B(2,15) C(2,14) D(3,14) E(1,14) F(3,13)", []int64{6, 4, 5, 4, 5, 5}},
		{[]int64{120, 120, 120, 120, 120, 140}, "BAECDF", "B(2,21) A(3,20) E(1,20) C(2,20) D(3,19) F(2,19)", []int64{6, 3, 4, 4, 3, 4}},
	}
	moves := 0
	for n, turn := range turns {
		for i, v := range turn.speeds {
			tb.say(wSpeed, engine.Car(i+1), v)
		}
		order := ""
		for range 6 {
			asks := tb.r.Asks(nil)
			a := asks[len(asks)-1]
			mark := string(rune('A' + a.Car - 1))
			order += mark
			i := strings.Index(turn.ends, mark)
			want, _, _ := strings.Cut(turn.ends[i+1:], " ")
			opts := tb.r.Options(nil, a, engine.Offered)
			var ends []string
			for _, o := range opts {
				ends = append(ends, fmt.Sprintf("%s -%d", row(b, o.End), o.Pays[0].N))
			}
			if n == 3 && mark == "E" { // by the 80, or by both spaces of 100
				if got, want := strings.Join(ends, ", "), "(1,19) -1, (2,19) -1, (1,20) -2, (2,20) -2"; got != want {
					t.Logf("E may end on %s", got)
				}
			}
			if n == 2 && mark == "E" && (len(opts) != 1 || row(b, opts[0].End) != "(1,14)") {
				t.Errorf("E in turn 3 has %v, and (1,14) alone is left", ends)
			}
			k := slices.IndexFunc(opts, func(o engine.Option) bool { return row(b, o.End) == want })
			if k < 0 {
				t.Fatalf("turn %d: %s cannot end on %s; it has %v", n+1, mark, want, ends)
			}
			for _, e := range tb.take(engine.AnswerWith(a, opts[k])) {
				if e.Kind == kBrakes {
					t.Errorf("turn %d: %s is charged for braking", n+1, mark)
				}
			}
			if got := row(b, engine.Space(tb.r.Value(fSpace, a.Car))); got != want {
				t.Errorf("turn %d: %s ends on %s, want %s", n+1, mark, got, want)
			}
			moves++
		}
		if order != turn.order {
			t.Errorf("turn %d: order %s, want %s", n+1, order, turn.order)
		}
		for i, w := range turn.wear {
			tb.want(fmt.Sprintf("turn %d: wear of %c", n+1, 'A'+i), tb.car(i+1).wear, w)
		}
	}
	if moves != 24 {
		t.Errorf("%d moves, want 24", moves)
	}
	var places string
	for _, st := range tb.r.Stands(nil) {
		places += string(rune('A' + st.Car - 1))
	}
	if places[0] != 'B' || strings.Index(places, "C") > strings.Index(places, "D") {
		t.Errorf("after turn 4 the order is %s, want B first and F level with D", places)
	}
	tb.wantAsked("A speed, B speed, C speed, D speed, E speed, F speed")
}
