package pitstop

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// PS-1
func TestEveryCarStartsWithFullScalesInFirstGear(t *testing.T) {
	for n := 2; n <= 6; n++ {
		tb := sit(t, n, engine.ByHand)
		for c := 1; c <= n; c++ {
			tb.want("tyres", tb.car(c).tyres, 16)
			tb.want("fuel", tb.car(c).fuel, 16)
			tb.want("gear", tb.car(c).gear, 1)
		}
	}
	for _, n := range []int{0, 1, 7} {
		_, err := New().Start(engine.Setup{Board: road(), Box: box(), Entries: append(entries(6), engine.Entry{Mark: "X"})[:n]})
		if err == nil || !strings.Contains(err.Error(), "2 to 6 (PS-1)") {
			t.Errorf("%d cars: got %v, want a refusal that says 2 to 6", n, err)
		}
	}
}

// PS-1: the scales are what the box says, not constants.
func TestTheBoxSaysHowLongTheScalesAre(t *testing.T) {
	b := box()
	b.Tables["scales"].Rows = [][]string{{"tyres", "9"}, {"fuel", "7"}}
	r, err := New().Start(engine.Setup{Board: road(), Box: b, Entries: entries(2)})
	if err != nil {
		t.Fatal(err)
	}
	if tyres, fuel := r.Value(fTyres, 1), r.Value(fFuel, 2); tyres != 9 || fuel != 7 {
		t.Errorf("got %d and %d, want 9 and 7", tyres, fuel)
	}
}

// PS-2: two cars stand on each grid cell, and the one placed first moves first.
func TestTwoCarsStandOnEachGridCellAndTheFirstPlacedIsAhead(t *testing.T) {
	es := entries(5)
	for i, p := range []int{3, 1, 2, 5, 4} {
		es[i].Place = p
	}
	r, err := New().Start(engine.Setup{Board: road(), Box: box(), Entries: es})
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{t, r.(*Race), r.(*Race).k}
	for c, want := range []int64{58, 59, 59, 57, 58} {
		tb.want("cell of "+es[c].Mark, tb.cell(c+1), want)
		tb.want("lap", tb.car(c+1).lap, 0)
	}
	tb.wantAsked("B bonus, B roll 1")
	es[0].Place = 1
	if _, err := New().Start(engine.Setup{Board: road(), Box: box(), Entries: es}); err == nil || !strings.Contains(err.Error(), "R and B both on place 1") {
		t.Errorf("two cars on one place: got %v", err)
	}
}

// PS-2
func TestTheGridIsDrawnByLot(t *testing.T) {
	tb := sit(t, 3, engine.ByLot)
	tb.wantAsked("- draw")
	for _, order := range [][]engine.Car{{1, 2}, {1, 2, 2}, {1, 2, 4}, {1, 2, 3, 3}, nil} {
		if i := tb.refuse(engine.Answer{What: wDraw, Order: order}); i.Fault != xDraw || i.Clause != ps2 || i.Lo != 3 {
			t.Errorf("draw %v: got %+v", order, i)
		}
	}
	tb.take(engine.Answer{What: wDraw, Order: []engine.Car{3, 1, 2}})
	tb.want("cell of Y", tb.cell(3), 59)
	tb.want("cell of R", tb.cell(1), 59)
	tb.want("cell of B", tb.cell(2), 58)
	tb.wantAsked("Y bonus, Y roll 1")
}

// PS-2: the most drops start last; ties roll again among themselves until they are settled.
func TestTheGridIsRolledAndTiesRollAgainAmongThemselves(t *testing.T) {
	tb := sit(t, 4, engine.ByRoll)
	tb.wantAsked("R grid-roll 6, B grid-roll 6, Y grid-roll 6, G grid-roll 6")
	tb.dice(wGridRoll, 1, "d d f 50 50 50")
	tb.wantAsked("B grid-roll 6, Y grid-roll 6, G grid-roll 6")
	if i := tb.refuse(engine.Answer{What: wGridRoll, Car: 1, Faces: faces("d d d d d d")}); i.Fault != xNotAsked {
		t.Errorf("a second roll: got %+v", i)
	}
	if i := tb.refuse(engine.Answer{What: wGridRoll, Car: 2, Faces: faces("d d")}); i.Fault != xDice || i.Lo != 6 {
		t.Errorf("two dice: got %+v", i)
	}
	tb.dice(wGridRoll, 2, "d d 50 50 50 50")
	tb.dice(wGridRoll, 3, "d d d 50 50 50")
	before := tb.r.Asks(nil)
	tb.dice(wGridRoll, 4, "50 50 50 50 50 50")
	tb.wantAsked("R grid-roll 6, B grid-roll 6")
	for _, a := range tb.r.Asks(nil) {
		for _, b := range before {
			if a == b {
				t.Errorf("the second roll is the same ask as the first: %+v", a)
			}
		}
	}
	tb.dice(wGridRoll, 2, "d 50 50 50 50 50")
	tb.dice(wGridRoll, 1, "d 50 50 50 50 50")
	tb.wantAsked("R grid-roll 6, B grid-roll 6")
	tb.dice(wGridRoll, 1, "d d d d d d")
	tb.dice(wGridRoll, 2, "50 50 50 50 50 d")
	for c, want := range []int64{58, 59, 58, 59} { // G B | R Y
		tb.want("cell", tb.cell(c+1), want)
	}
	for c, want := range []int64{3, 2, 4, 1} {
		tb.want("rank", tb.car(c+1).rank, want)
	}
	tb.wantAsked("G bonus, G roll 1")
}

// PS-3
func TestARaceHasThreeLapsOnEveryCircuit(t *testing.T) {
	for _, n := range []int{0, 3} {
		if _, err := New().Start(engine.Setup{Board: road(), Box: box(), Entries: entries(2), Laps: n}); err != nil {
			t.Errorf("%d laps: %v", n, err)
		}
	}
	if _, err := New().Start(engine.Setup{Board: road(), Box: box(), Entries: entries(2), Laps: 5}); err == nil || !strings.Contains(err.Error(), "PS-3") {
		t.Errorf("5 laps: got %v", err)
	}
	tb := place(t, nil, on(58, 1), on(30, 1))
	tb.car(1).lap = 2
	tb.roll(1, "50")
	tb.want("running at the end of lap 2", tb.car(1).status, running)
}

// PS-4
func TestTheOrderOfATurn(t *testing.T) {
	type pos struct{ cell, lap, gear, rank int64 }
	for _, c := range []struct {
		name string
		cars [3]pos
		want [3]int64
	}{
		{"furthest ahead first", [3]pos{{5, 2, 1, 1}, {7, 2, 1, 2}, {6, 2, 1, 3}}, [3]int64{3, 1, 2}},
		{"laps count before cells", [3]pos{{50, 1, 6, 1}, {5, 2, 1, 2}, {40, 1, 1, 3}}, [3]int64{2, 1, 3}},
		{"on one cell the higher gear", [3]pos{{5, 2, 2, 1}, {5, 2, 4, 2}, {5, 2, 3, 3}}, [3]int64{3, 1, 2}},
		{"still level, who moved earlier", [3]pos{{5, 2, 3, 3}, {5, 2, 3, 1}, {5, 2, 3, 2}}, [3]int64{3, 1, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := place(t, nil, on(0, 1), on(0, 1), on(0, 1))
			for i, p := range c.cars {
				o := tb.car(i + 1)
				o.space, o.lap, o.gear, o.rank, o.moved = p.cell+1, p.lap, p.gear, p.rank, 10
			}
			d := tb.r.open(nil)
			tb.r.onward(d)
			for i, w := range c.want {
				if got := d.S.car[i].rank; got != w {
					t.Errorf("car %d: got rank %d, want %d", i+1, got, w)
				}
			}
		})
	}
}

// PS-4: the order holds for the whole turn, whoever overtakes whom.
func TestTheOrderIsFixedWhileATurnLasts(t *testing.T) {
	tb := place(t, nil, on(5, 1), on(4, 4), on(3, 4))
	tb.roll(1, "d")
	tb.say(wGear, 1, 3)
	tb.wantAsked("B bonus, B roll 4")
	if i := tb.refuse(engine.Answer{What: wRoll, Car: 3, Faces: faces("50 50 50 50")}); i.Fault != xNotYours || i.By != 2 || i.Clause != ps4 {
		t.Errorf("Y rolls before B: got %+v", i)
	}
	tb.roll(2, "50 50 50 50")
	tb.say(wGear, 2, 1)
	tb.wantAsked("Y bonus, Y roll 4")
	tb.roll(3, "50 d d d")
	tb.say(wGear, 3, 4)
	tb.want("turn", tb.r.s.turn, 11)
	tb.wantAsked("B bonus, B roll 1")
	tb.want("R in 3rd on cell 5", tb.car(1).rank, 2)
	tb.want("Y in 4th on cell 4", tb.car(3).rank, 3)
}
