package speedcircuit

import (
	"testing"

	"boxstop/engine"
)

func (tb *table) places() string {
	out := ""
	for _, st := range tb.r.Stands(nil) {
		out += string(rune('A' + st.Car - 1))
	}
	return out
}

// SC-22: with the turn in which a car completes the last lap; the furthest past the line wins.
func TestTheRaceEndsWithTheTurnAndTheFurthestWins(t *testing.T) {
	tb := place(t, nil, at("6.1.1", 40).in(0), at("6.2.1", 60).in(0), at("5.1.1", 20), at("1.1.5", 20).lap(0))
	tb.path(1, "aa")
	tb.want("lap of A", tb.car(1).lap, 2)
	if tb.r.s.step == sOver {
		t.Fatal("the turn is not over")
	}
	tb.path(2, "aaa")
	tb.path(3, "a")
	tb.path(4, "a")
	if tb.r.s.step != sOver {
		t.Fatalf("it goes on: %s", tb.r.Position(nil))
	}
	if got, want := tb.places(), "BACD"; got != want {
		t.Errorf("got %s, want %s: B went furthest", got, want)
	}
	for i, st := range tb.r.Stands(nil) {
		if st.State != engine.Finished || st.Turn != 10 {
			t.Errorf("place %d: %+v", i+1, st)
		}
	}
	if i := tb.refuse(engine.Answer{What: wMove, Car: 1, Path: 1}); i.Fault != xOver {
		t.Errorf("got %+v", i)
	}
	if len(tb.r.Asks(nil)) != 0 || len(tb.r.Reports(nil)) != 0 {
		t.Error("something is asked after the end")
	}
}

// SC-22: level cars by the order in which they crossed; crashed ones last, in reverse order.
func TestLevelCarsGoByTheOrderInWhichTheyCrossed(t *testing.T) {
	tb := place(t, nil, at("5.1.14", 20), at("5.2.14", 20), at("6.1.2", 20).in(0), at("6.2.2", 20).in(0), at("5.1.5", 20).from(180), at("5.2.5", 20).from(180))
	tb.r.s.car[0].rank, tb.r.s.car[1].rank, tb.r.s.car[2].rank, tb.r.s.car[3].rank = 3, 4, 2, 1
	tb.path(4, "a")
	tb.path(3, "a")
	tb.path(1, "a")
	tb.path(2, "a")
	tb.path(5, "a")
	tb.path(6, "a")
	if got, want := tb.places(), "DCABFE"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	sts := tb.r.Stands(nil)
	if sts[4].State != engine.Retired || sts[4].Clause != sc9 {
		t.Errorf("%+v", sts[4])
	}
}

// SC-22: when no car runs any more the race is over without a winner.
func TestWithoutACarTheRaceIsOverWithoutAWinner(t *testing.T) {
	tb := place(t, nil, at("1.1.5", 20).from(180), at("1.2.5", 20))
	tb.path(1, "a")
	tb.take(engine.Answer{What: wRetires, Car: 2})
	if tb.r.s.step != sOver {
		t.Fatal("it goes on")
	}
	for _, st := range tb.r.Stands(nil) {
		if st.State != engine.Retired {
			t.Errorf("%+v", st)
		}
	}
}

// SC-26: a crossing at the start from behind the line completes no lap; entering the first space beyond it does.
func TestALapIsCompleteBeyondTheLine(t *testing.T) {
	tb := place(t, nil, at("6.1.1", 20).lap(0).in(0), at("6.2.2", 20).lap(0).in(0))
	tb.path(1, "a")
	tb.want("before the line", tb.car(1).lap, 0)
	tb.path(2, "a")
	tb.want("beyond it", tb.car(2).lap, 1)
	if tb.r.s.step == sOver {
		t.Error("the crossing at the start ended the race")
	}
}

// SC-26: limits hold for a car beyond the line too; a crash there is out, or placed level with the line.
func TestACrashBeyondTheLine(t *testing.T) {
	for _, x := range []struct {
		option, want string
		over         bool
	}{{"out", "BA", false}, {"placed-level-with-the-line", "AB", true}} {
		tb := place(t, []string{"crash-past-the-line " + x.option}, at("6.1.2", 180).in(0).wear(9), at("5.1.1", 20))
		// 180 from the last space: a corner stands right behind the line on this board of the test
		for _, s := range []string{"1.1.5", "1.2.5", "1.3.5"} {
			tb.k.places[tb.space(s)].Limit = 3
		}
		tb.k.look()
		tb.path(1, "aaaaaaaaa")
		if tb.car(1).space != 0 {
			t.Errorf("%s: it stands on %s", x.option, tb.on(1))
		}
		tb.path(2, "a")
		if got := tb.r.s.step == sOver; got != x.over || tb.places() != x.want {
			t.Errorf("%s: over %v, places %s; want %v, %s", x.option, got, tb.places(), x.over, x.want)
		}
	}
}

// SC-23
func TestACircuitOfSeveralRacesGivesPoints(t *testing.T) {
	result := func(laps int, order string, out int) engine.Result {
		r := engine.Result{Setup: engine.Setup{Laps: laps}}
		for i, m := range order {
			r.Setup.Entries = append(r.Setup.Entries, engine.Entry{Name: string(m)})
			st := engine.Stand{Car: engine.Car(i + 1), Place: i + 1, State: engine.Finished}
			if i >= len(order)-out {
				st.State = engine.Retired
			}
			r.Stands = append(r.Stands, st)
		}
		return r
	}
	for _, x := range []struct {
		order string
		out   int
		want  []float64
	}{
		{"ABCDEF", 0, []float64{5, 3, 2, 1, 0, 0}},
		{"ABCDE", 0, []float64{4, 2, 1, 0, 0}},
		{"AB", 0, []float64{4, 2}},
		{"ABC", 2, []float64{4, 0, 0}}, // crashed cars take none
	} {
		got := New().Season([]engine.Result{result(3, x.order, x.out)})
		for i, p := range got.Points[0] {
			if p != x.want[i] {
				t.Errorf("%s: got %v, want %v", x.order, got.Points[0], x.want)
			}
		}
		if got.Clause != sc23 || got.Grid != nil {
			t.Errorf("%+v", got)
		}
	}
	// a tie for first is settled by one lap of those tied
	races := []engine.Result{result(2, "ABC", 0), result(2, "BAC", 0)}
	if got := New().Season(races).Table; got[0].Points != got[1].Points || got[0].Points != 6 {
		t.Errorf("%+v", got)
	}
	got := New().Season(append(races, result(1, "BA", 0))).Table
	if got[0].Who != "B" || got[0].Points != 6 || got[1].Who != "A" {
		t.Errorf("after the lap: %+v", got)
	}
	lot := result(1, "BA", 0)
	lot.Setup.Options = chosen(t, []string{"tie lot"})
	if got := New().Season(append(races, lot)).Table; got[0].Points != 10 {
		t.Errorf("by lot a race is a race: %+v", got)
	}
}

// SC-24
func TestARulingSetsWhatTheTableAgrees(t *testing.T) {
	tb := place(t, nil, at("1.1.5", 40), at("1.2.5", 40))
	tb.take(engine.Answer{Set: []engine.Setting{
		{Field: fSpace, Car: 1, Is: int64(tb.space("1.2.5"))},
		{Field: fSpace, Car: 2, Is: int64(tb.space("1.1.5"))},
		{Field: fWear, Car: 1, Is: 2},
		{Field: fSlip, Is: 1},
	}})
	if tb.on(1) != "1.2.5" || tb.on(2) != "1.1.5" || tb.car(1).wear != 2 || tb.r.s.slip != 1 {
		t.Errorf("got %s", tb.r.Position(nil))
	}
	if i := tb.refuse(engine.Answer{Set: []engine.Setting{{Field: fSpace, Car: 1, Is: int64(tb.space("1.1.5"))}}}); i.Fault != xFull || i.By != 1 && i.By != 2 {
		t.Errorf("two on a space: got %+v", i)
	}
	if i := tb.refuse(engine.Answer{Set: []engine.Setting{{Field: fSpeed, Car: 1, Is: 50}}}); i.Fault != xSteps {
		t.Errorf("50 mph: got %+v", i)
	}
	tb.take(engine.Answer{Set: []engine.Setting{{Field: fStatus, Car: 1, Is: out}}})
	if tb.on(1) != "off" || tb.asked() != "B move" {
		t.Errorf("retired by ruling: on %s, asked %s", tb.on(1), tb.asked())
	}
	tb.take(engine.Answer{Set: []engine.Setting{{Field: fStatus, Car: 1, Is: running}}})
	if tb.on(1) != "1.2.5" {
		t.Errorf("back: on %s", tb.on(1))
	}
	// a speed that was not shown is never shown by undo: the event of it holds it and tells nobody
	tb.r.s.step = sSpeed
	es := tb.say(wSpeed, 1, 60)
	if e := es[0].Redacted(&aboutGame); e.Is != 0 || e.Was != 0 || e.N != 0 {
		t.Errorf("%+v", e)
	}
}

// TB-16: who comes late joins with a card that is left.
func TestALatecomerJoinsBehindTheLastCarAndMovesLast(t *testing.T) {
	tb := place(t, nil, at("1.1.5", 40), at("1.2.9", 40))
	tb.take(engine.Answer{Join: true, Car: 3})
	c := tb.car(3)
	if tb.on(3) != "1.1.4" || c.card != 1 || c.speed != c.start || c.rank != 3 || c.lap != 1 {
		t.Errorf("on %s: %+v", tb.on(3), c)
	}
	if i := tb.refuse(engine.Answer{Join: true, Car: 5}); i.Fault != xJoinNumber {
		t.Errorf("got %+v", i)
	}
}
