package pitstop

import (
	"slices"
	"testing"

	"boxstop/engine"
)

func (tb *table) rule(sets ...engine.Setting) {
	tb.Helper()
	tb.take(engine.Answer{Set: sets, Reason: "a test"})
}

// PS-21 and TB-10: several cars at once, all or none.
func TestARulingSetsSeveralCarsAtOnce(t *testing.T) {
	tb := place(t, nil, on(10, 3), on(20, 3), on(30, 1))
	tb.rule(
		engine.Setting{Field: fSpace, Car: 1, Is: 21}, engine.Setting{Field: fSpace, Car: 2, Is: 11},
		engine.Setting{Field: fTyres, Car: 1, Is: 3}, engine.Setting{Field: fFuel, Car: 2, Is: 0}, engine.Setting{Field: fLap, Car: 2, Is: 1},
		engine.Setting{Field: fGear, Car: 3, Is: 6}, engine.Setting{Field: fWaits, Car: 3, Is: 2}, engine.Setting{Field: fSlip, Is: 1})
	tb.want("R", tb.cell(1), 20)
	tb.want("B", tb.cell(2), 10)
	tb.want("lap of B", tb.car(2).lap, 1)
	tb.want("tyres", tb.car(1).tyres, 3)
	tb.want("slipstream", tb.r.s.slip, 1)
	tb.wantAsked("R bonus, R roll 3")
	was := string(tb.r.Position(nil))
	for _, c := range []struct {
		name  string
		sets  []engine.Setting
		fault engine.Fault
		car   engine.Car
	}{
		{"tyres above the scale", []engine.Setting{{Field: fFuel, Car: 1, Is: 1}, {Field: fTyres, Car: 1, Is: 17}}, xRuled, 1},
		{"a gear that there is not", []engine.Setting{{Field: fGear, Car: 2, Is: 7}}, xRuled, 2},
		{"a car that there is not", []engine.Setting{{Field: fGear, Car: 5, Is: 1}}, xRuled, 5},
		{"what no ruling sets", []engine.Setting{{Field: fMoved, Car: 1, Is: 1}}, xRuled, 1},
		{"no such space", []engine.Setting{{Field: fSpace, Car: 1, Is: 999}}, xNoSpace, 1},
	} {
		if i := tb.refuse(engine.Answer{Set: c.sets}); i.Fault != c.fault || i.Car != c.car {
			t.Errorf("%s: got %s, car %d", c.name, aboutGame.Faults[i.Fault], i.Car)
		}
	}
	if got := string(tb.r.Position(nil)); got != was {
		t.Errorf("a refused ruling changed the race\n%s\n%s", was, got)
	}
}

// PS-12 and TB-10: refused only where four cars would stand in one cell, naming them.
func TestARulingThatPutsFourCarsInOneCellIsRefused(t *testing.T) {
	tb := place(t, nil, on(10, 3), on(20, 3), on(20, 1), on(20, 1))
	i := tb.refuse(engine.Answer{Set: []engine.Setting{{Field: fSpace, Car: 1, Is: 21}}})
	if i.Fault != xFull || i.At != 21 || i.N != 4 || i.Hi != 3 || i.Car != 1 || i.By != 2 {
		t.Errorf("got %+v", i)
	}
	tb.rule(engine.Setting{Field: fSpace, Car: 1, Is: 21}, engine.Setting{Field: fSpace, Car: 2, Is: 11})
	tb.want("B", tb.cell(2), 10)
}

// PS-21: a ruling ends what is in progress for the cars that it touches, and for no other.
func TestARulingEndsWhatIsInProgressForItsCars(t *testing.T) {
	half := func() *table {
		tb := place(t, nil, on(47, 4), on(20, 1))
		tb.say(wBonus, 1, 1)
		tb.roll(1, "50 50 50 50")
		tb.wantAsked("R pit")
		return tb
	}
	tb := half()
	tb.rule(engine.Setting{Field: fSpace, Car: 2, Is: 31})
	tb.wantAsked("R pit")
	tb = half()
	tb.rule(engine.Setting{Field: fSpace, Car: 1, Is: 41})
	tb.wantAsked("R gear") // the rest of the move is lost
	tb.want("R", tb.cell(1), 40)
	tb = half()
	tb.rule(engine.Setting{Field: fStatus, Car: 1, Is: out})
	tb.wantAsked("B bonus, B roll 1")
	tb = half()
	tb.rule(engine.Setting{Field: fSpace, Car: 1, Is: int64(tb.k.pit)})
	tb.wantAsked("B bonus, B roll 1")
	tb.want("gear", tb.car(1).gear, 1)

	// what was declared is kept
	tb = place(t, nil, on(10, 4), on(20, 1))
	tb.say(wBonus, 1, 1)
	tb.rule(engine.Setting{Field: fSpace, Car: 1, Is: 3})
	tb.wantAsked("R roll 4")
	tb.want("said", tb.r.s.said, saidYes)
}

// PS-21: a car that was out is put back by its place; a race that was over goes on.
func TestACarThatIsOutMayBePutBack(t *testing.T) {
	tb := place(t, nil, on(10, 4), on(20, 1))
	tb.take(engine.Answer{What: wRetires, Car: 1})
	tb.take(engine.Answer{What: wRetires, Car: 2})
	tb.wantAsked("")
	tb.rule(engine.Setting{Field: fSpace, Car: 2, Is: 31})
	tb.want("status", tb.car(2).status, running)
	tb.wantAsked("B bonus, B roll 1")
	tb.rule(engine.Setting{Field: fStatus, Car: 1, Is: running})
	tb.want("R back where it went out", tb.cell(1), 10)
}

// PS-21: the order of the turn may be ruled.
func TestTheOrderMayBeRuled(t *testing.T) {
	tb := place(t, nil, on(10, 4), on(20, 1), on(30, 1))
	tb.rule(engine.Setting{Field: fRank, Car: 3, Is: 1}, engine.Setting{Field: fRank, Car: 1, Is: 2}, engine.Setting{Field: fRank, Car: 2, Is: 3})
	tb.wantAsked("Y bonus, Y roll 1")
	for i, want := range []int64{2, 3, 1} {
		tb.want("rank", tb.car(i+1).rank, want)
	}
}

// PS-21: waiting turns that a ruling sets are stood.
func TestWaitingTurnsThatARulingSetsAreStood(t *testing.T) {
	tb := place(t, nil, on(10, 4), on(20, 1))
	tb.rule(engine.Setting{Field: fSpace, Car: 1, Is: int64(tb.k.pit)}, engine.Setting{Field: fWaits, Car: 1, Is: 1},
		engine.Setting{Field: fServed, Car: 1, Is: 1}, engine.Setting{Field: fTyres, Car: 1, Is: 16})
	tb.wantAsked("B bonus, B roll 1")
	tb.want("waits", tb.car(1).waits, 0)
}

// TB-11: a driver gives up; PS-15: it is classified by its distance.
func TestADriverGivesUp(t *testing.T) {
	tb := place(t, nil, on(10, 4), on(20, 1))
	if got := tb.r.Reports(nil); len(got) != 2 || got[0].What != wRetires || got[0].Waits {
		t.Errorf("reports: got %+v", got)
	}
	if es := tb.take(engine.Answer{What: wRetires, Car: 1}); es[0].Kind != kGivesUp || es[0].At != 11 || es[0].Clause != ps15 {
		t.Errorf("got %+v", es[0])
	}
	tb.want("R", tb.car(1).status, out)
	tb.wantAsked("B bonus, B roll 1")
	if i := tb.refuse(engine.Answer{What: wRetires, Car: 1}); i.Fault != xRetired || i.N != 10 {
		t.Errorf("twice: got %+v", i)
	}
	if st := tb.r.Stands(nil)[1]; st.Car != 1 || st.Remark != rGaveUp || st.At != 11 {
		t.Errorf("stand: got %+v", st)
	}
}

// TB-16: a latecomer joins.
func TestALatecomerJoins(t *testing.T) {
	tb := sit(t, 3, engine.ByHand)
	tb.take(engine.Answer{Join: true, Car: 4})
	tb.want("on the grid's last place", tb.cell(4), 58)
	tb.want("moves last", tb.car(4).rank, 4)
	tb.want("tyres", tb.car(4).tyres, 16)

	tb = place(t, nil, on(10, 4), on(5, 1), on(4, 1), on(4, 2))
	tb.take(engine.Answer{Join: true, Car: 5})
	tb.want("behind the last car", tb.cell(5), 3)
	tb.want("lap of the last car", tb.car(5).lap, 2)
	tb.want("moves last in this turn", tb.car(5).rank, 5)
	tb.take(engine.Answer{Join: true, Car: 6, Set: []engine.Setting{{Field: fSpace, Car: 6, Is: 31}, {Field: fSeat, Car: 6, Is: 2}}})
	tb.want("where it is put", tb.cell(6), 30)
	if got := tb.r.s.seat(6); got != 2 {
		t.Errorf("seat: got %d, want 2", got)
	}
	if i := tb.refuse(engine.Answer{Join: true, Car: 7}); i.Fault != xJoinCars || i.Clause != ps1 || i.Hi != 6 {
		t.Errorf("a seventh: got %+v", i)
	}
	tb.want("cars", int64(tb.r.Cars()), 6)

	tb = place(t, nil, on(10, 4), on(4, 1), on(4, 2), on(4, 1))
	if i := tb.refuse(engine.Answer{Join: true, Car: 5, Set: []engine.Setting{{Field: fSpace, Car: 5, Is: 5}}}); i.Fault != xFull {
		t.Errorf("a fourth in a cell: got %+v", i)
	}
	if i := tb.refuse(engine.Answer{Join: true, Car: 6}); i.Fault != xJoinNumber || i.Lo != 5 {
		t.Errorf("not the next: got %+v", i)
	}
}

// TB-10: what a forbidden gear would have led to can be made a ruling.
func TestAForbiddenGearSaysWhatItWouldHaveLedTo(t *testing.T) {
	tb := place(t, nil, on(10, 1), on(5, 1))
	tb.roll(1, "d")
	i := tb.refuse(engine.Answer{What: wGear, Car: 1, Value: 6})
	for _, e := range i.Led {
		tb.r.Apply(e)
	}
	tb.want("gear", tb.car(1).gear, 6)
	tb.wantAsked("B bonus, B roll 1")
}

// PS-21: a ruling says which number of which car it set, and which option of the table.
func TestARulingSaysWhatItSet(t *testing.T) {
	tb := place(t, nil, on(10, 3), on(20, 3))
	w := english(t, road()).Script()
	var got []string
	for _, e := range tb.take(engine.Answer{Set: []engine.Setting{{Field: fTyres, Car: 1, Is: 3}, {Field: fSlip, Is: 1}}}) {
		if !aboutGame.Kinds[e.Kind].Quiet {
			got = append(got, string(w.Event(nil, e)))
		}
	}
	if want := []string{"R by ruling: tyres 16 to 3", "table option slipstream off to on by ruling"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
