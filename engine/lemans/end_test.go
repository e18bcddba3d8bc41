package lemans

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// LM-28: ties share the points of the places that they fill: two level for first 9 each, and the next car is third; who does not finish has
// none.
func TestLevelCarsShareThePoints(t *testing.T) {
	st := []engine.Stand{
		{Car: 1, Place: 1, State: engine.Finished},
		{Car: 2, Place: 1, State: engine.Finished},
		{Car: 3, Place: 3, State: engine.Finished},
		{Car: 4, Place: 4, State: engine.Retired},
	}
	got := share(st)
	for i, w := range []float64{9, 9, 6, 0} {
		if got[i] != w {
			t.Errorf("car %d: %v points, want %v", i+1, got[i], w)
		}
	}
	es := entries(4)
	s := New().Season([]engine.Result{{Setup: engine.Setup{Entries: es}, Stands: st}})
	if s.Table[0].Who != "Anna" || s.Table[0].Points != 24 { // three cars a driver
		t.Errorf("%+v", s.Table)
	}
	sheets := New().Sheets(engine.Setup{Entries: es, Options: options(t, "team-play on")}, []engine.Event{
		{Kind: kFinishes, Field: fStatus, Car: 1, N: 1}, {Kind: kFinishes, Field: fStatus, Car: 4, N: 2},
	})
	if last := sheets[1]; last.Title != "sheet.teams" || last.Rows[0][0] != "Anna" || last.Rows[0][1] != "10" || last.Rows[1][1] != "8" {
		t.Errorf("%+v", last)
	}
	if _, err := New().Start(engine.Setup{Board: courses["dunes"], Box: theBox, Entries: es, Options: options(t, "team-play on")}); err == nil {
		t.Error("a driver with one car plays in teams")
	}
}

// LM-23: the turn is finished; the furthest over the line wins, level is a tie; cars that run count as finished, or race on until all are
// home.
func TestTheEnd(t *testing.T) {
	for _, o := range []string{"end with-the-winners-turn", "end when-all-are-home"} {
		tb := sit(t, []string{"3", "10", "5"}, o).clear()
		for i, m := range []string{"3", "10", "5"} {
			c := tb.put(m, []string{"line-1/o", "line-1/i", "c1+4/i"}[i], 3)
			c.lap = 4
			if m == "5" {
				c.lap = 3
			}
		}
		tb.ready()
		tb.wantNext("3")
		tb.say("3 gear 3 to line+8/o path aaaaaaaa")
		tb.wantNext("10")
		if tb.s.step == sOver {
			t.Fatal("the turn is not finished")
		}
		tb.of("10").gear = 4
		tb.say("10 gear 4 to line+9/i path aaaaaaaaa")
		tb.say("5 gear 2 to c1+10/i")
		st := tb.Stands(nil)
		if st[0].Car != 2 || st[0].State != engine.Finished || st[1].Car != 1 {
			t.Errorf("%s: %+v", o, st)
		}
		if over := len(tb.Asks(nil)) == 0; over != (o == "end with-the-winners-turn") {
			t.Errorf("%s: over %v", o, over)
		}
		if o == "end when-all-are-home" && (tb.of("3").space != 0 || tb.of("5").status != running) {
			t.Error("a finished car is on the board")
		}
	}
	tb := sit(t, []string{"3", "10"}).clear()
	tb.put("3", "line+3/o", 3).lap = 5
	tb.put("10", "line+3/i", 3).lap = 5
	if st := tb.Stands(nil); st[0].Place != 1 || st[1].Place != 1 {
		t.Errorf("level: %+v", st)
	}
}

// LM-23: when no car runs any more the race is over.
func TestARaceWithoutCarsIsOver(t *testing.T) {
	tb := sit(t, []string{"3"})
	if _, err := tb.take(engine.Answer{What: wRetires, Car: 1}); err != nil {
		t.Fatal(tb.fault(err))
	}
	if len(tb.Asks(nil)) != 0 || tb.Stands(nil)[0].State != engine.Retired {
		t.Error("it goes on")
	}
}

// LM-2: the record pad has the gear of each turn, laps, stops owed and made, hard-brakings, over-revs and spin-outs.
func TestTheRecordPad(t *testing.T) {
	s := engine.Setup{Board: courses["narrows"], Box: theBox, Entries: entries(6), Laps: 2, Options: options(t, "over-revving on")}
	r, evs := play(t, s, "easy", 3)
	sheets := New().Sheets(s, evs)
	if len(sheets) != 3 || len(sheets[2].Rows) != r.Turn() || len(sheets[2].Columns) != 7 || len(sheets[0].Rows) != 6 {
		t.Fatalf("%d sheets", len(sheets))
	}
	for _, line := range sheets[0].Rows {
		if len(line) != len(sheets[0].Columns) {
			t.Errorf("%v", line)
		}
	}
}

// LM-2: a car that left the race has no gear in the turns after it; a spin-out and a stop made are counted.
func TestTheRecordPadEndsWithTheCar(t *testing.T) {
	s := engine.Setup{Entries: entries(2)}
	sheets := New().Sheets(s, []engine.Event{
		{Kind: kShifts, Field: fGear, Car: 1, Is: 3},
		{Kind: kShifts, Field: fGear, Car: 2, Is: 2},
		{Kind: kTurn, Field: fTurn, Is: 2},
		{Kind: kSmashes, Field: fStatus, Car: 1, Is: out},
		{Kind: kSpins, Field: fSpace, Car: 2},
		{Kind: kPits, Field: fOwed, Car: 2, Was: 2, N: 2},
		{Kind: kTurn, Field: fTurn, Is: 3},
	})
	for i, w := range []string{"1 3 2", "2  2", "3  2"} {
		want(t, strings.Join(sheets[2].Rows[i], " "), w)
	}
	want(t, strings.Join(sheets[0].Rows[1], " "), "2 0 2 0 0 1")
}

// LM-32: a ruling sets owed stops, wet markers, hard-brakings; one that moves a car in the middle of its chance ends that move.
func TestRulings(t *testing.T) {
	tb := sit(t, []string{"3", "10"}).clear()
	tb.put("3", "c2-2/o", 3)
	tb.put("10", "c1+3/o", 1)
	tb.ready()
	tb.say("3 gear 3 chance path aaaaaaaa")
	sec := tb.k.places[tb.space("c2.1/o")].Section
	if _, err := tb.take(engine.Answer{Set: []engine.Setting{
		{Field: fSpace, Car: 1, Is: int64(tb.space("c1+9/i"))}, {Field: fOwed, Car: 1, Is: 2}, {Field: fBrakes, Car: 2, Is: 1}, {Field: fWet, Is: 1<<sec | 1},
	}}); err != nil {
		t.Fatal(tb.fault(err))
	}
	if tb.s.step != sMove || tb.of("3").owed != 2 || tb.of("10").brakes != 1 || tb.s.wet != 1<<sec || tb.s.path != 0 {
		t.Errorf("%s", tb.Position(nil))
	}
	tb.wantNext("10")
	_, err := tb.take(engine.Answer{Set: []engine.Setting{{Field: fSpace, Car: 1, Is: tb.of("10").space}}})
	if err == nil || inf(err) != "full LM-8" {
		t.Errorf("got %v", err)
	}
}
