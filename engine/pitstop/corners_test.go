package pitstop

import (
	"slices"
	"testing"

	"boxstop/engine"
)

// PS-8: cells 10, 11 and 20 to 22 of the road have the limit 150.
func TestEachCornerCellCostsAPointForEach50Over(t *testing.T) {
	for _, c := range []struct {
		name  string
		from  int64
		dice  string
		bonus int64
		wear  []int64 // km/h over, cell by cell
		tyres int64
	}{
		{"example: two cells with limit 150 at 250", 8, "50 50 50 50 50", 0, []int64{100, 100}, 12},
		{"example: three cells with limit 150 at 250", 18, "50 50 50 50 50", 0, []int64{100, 100, 100}, 10},
		{"at the limit", 8, "50 50 50 d d", 0, nil, 16},
		{"one step over, one cell", 6, "50 50 50 50 d", 0, []int64{50}, 15},
		{"the cell it starts on is not charged", 10, "50 50 50 50 50", 0, []int64{100}, 14},
		{"nor is a straight", 23, "50 50 50 50 50", 1, nil, 16},
		{"the cell it ends on is", 17, "50 50 50 50 d", 0, []int64{50, 50}, 14},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := place(t, nil, on(c.from, 5), on(55, 1))
			tb.car(2).lap = 1
			tb.say(wBonus, 1, c.bonus)
			es := tb.roll(1, c.dice)
			if got := costs(es, ps8); !slices.Equal(got, c.wear) {
				t.Errorf("over: got %v, want %v", got, c.wear)
			}
			tb.want("tyres", tb.car(1).tyres, c.tyres)
		})
	}
}

// PS-9
func TestACarThatCannotPayLeavesTheRoadOnThatCell(t *testing.T) {
	for _, c := range []struct {
		name          string
		tyres, status int64
		option        string
		from, where   int64
		left          int64
	}{
		{"example: three points left, two cells at 2 each", 3, out, "last-cell-paid-in-part out", 8, 11, 1},
		{"the first cell", 1, out, "last-cell-paid-in-part out", 8, 10, 1},
		{"exactly the last point is no accident", 4, running, "last-cell-paid-in-part out", 8, 0, 0},
		{"the cell it starts on needs no point (PS-8)", 2, running, "last-cell-paid-in-part out", 10, 0, 0},
		{"drives on: it pays what it has", 3, running, "last-cell-paid-in-part drives-on", 8, 0, 0},
		{"drives on: and is out at the next cell over the limit", 3, out, "last-cell-paid-in-part drives-on", 18, 22, 0},
		{"drives on: with nothing left it is out at once", 0, out, "last-cell-paid-in-part drives-on", 8, 10, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := place(t, []string{c.option}, on(c.from, 5).with(c.tyres, 16), on(3, 1))
			tb.roll(1, "50 50 50 50 50")
			tb.want("status", tb.car(1).status, c.status)
			if c.status == out {
				tb.want("cell", tb.cell(1), offBoard)
				tb.want("left the road on", tb.car(1).where-1, c.where)
				if st := tb.r.Stands(nil)[1]; st.Clause != ps9 || st.At != engine.Space(c.where+1) || st.Turn != 10 || st.State != engine.Retired {
					t.Errorf("stand: got %+v", st)
				}
				tb.wantAsked("B bonus, B roll 1")
			}
			tb.want("tyres", tb.car(1).tyres, c.left)
		})
	}
}

// PS-9: a car that is out is lifted off at once and blocks nobody.
func TestACarThatIsOutBlocksNobody(t *testing.T) {
	tb := place(t, nil, on(9, 5).with(0, 16), on(7, 4), on(10, 1), on(10, 1))
	tb.car(3).moved, tb.car(4).moved = 10, 10
	tb.roll(1, "50 50 50 50 50")
	tb.want("R is out", tb.car(1).status, out)
	tb.roll(2, "50 50 50 d")
	tb.want("B as the third in cell 10", tb.cell(2), 10)
	tb.want("B tyres", tb.car(2).tyres, 16)
}

// PS-10
func TestFuelBurnsOnStraightsOnly(t *testing.T) {
	for _, c := range []struct {
		name   string
		from   int64
		dice   string
		fuel   int64
		left   int64
		blocks bool
	}{
		{"one point for each fuel face", 0, "f f 50", 16, 14, false},
		{"none in a corner", 8, "f f f", 16, 16, false},
		{"the scale stops at 0", 0, "f f f", 2, 0, false},
		{"also when traffic cut the move short", 0, "f f f", 16, 13, true},
		{"none without fuel faces", 0, "50 50 50", 16, 16, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			cars := []car{on(c.from, 3).with(16, c.fuel), on(59, 1)}
			if c.blocks {
				cars = []car{cars[0], on(2, 1), on(2, 1), on(2, 1)}
			}
			tb := place(t, nil, cars...)
			es := tb.roll(1, c.dice)
			tb.want("fuel", tb.car(1).fuel, c.left)
			if n := len(costs(es, ps10)); (n > 0) != (c.left < c.fuel) {
				t.Errorf("%d events of PS-10", n)
			}
		})
	}
}

// PS-11, with its example: dry in turn 10 in gear 3.
func TestAnEmptyTankIsFeltFromTheNextTurn(t *testing.T) {
	tb := place(t, nil, on(0, 3).with(16, 1), on(59, 1))
	tb.car(2).lap = 1
	tb.roll(1, "f 50 d")
	tb.want("fuel", tb.car(1).fuel, 0)
	tb.say(wGear, 1, 5) // still two up in the turn in which the scale reached 0
	tb.roll(2, "d")
	tb.say(wGear, 2, 1)
	tb.wantAsked("R roll 5") // no bonus
	i := tb.refuse(engine.Answer{What: wBonus, Car: 1, Value: 1})
	if i.Fault != xBonusDry || i.Clause != ps11 || len(i.Led) == 0 {
		t.Errorf("bonus: got %+v", i)
	}
	if o := tb.r.Options(nil, tb.r.Asks(nil)[0], engine.Refused); len(o) == 0 || o[0].Refusal.Fault != xBonusDry {
		t.Errorf("why not the bonus: got %+v", o)
	}
	tb.roll(1, "50 f f f 50")
	tb.want("only 50 counts", tb.car(1).speed, 100)
	for _, v := range []int64{2, 3, 4, 5, 6} { // one up, three down as ever
		if _, err := tb.r.Decide(nil, engine.Answer{What: wGear, Car: 1, Value: v}); err != nil {
			t.Errorf("gear %d is refused", v)
		}
	}
	tb = place(t, nil, on(0, 3).with(16, 0), on(59, 1))
	tb.roll(1, "50 50 50")
	if i := tb.refuse(engine.Answer{What: wGear, Car: 1, Value: 5}); i.Fault != xGear || i.Clause != ps11 || i.Hi != 4 {
		t.Errorf("two up without fuel: got %+v", i)
	}
	tb.say(wGear, 1, 4)
}

// PS-12
func TestThreeCarsInACellStopTheNext(t *testing.T) {
	full := []car{on(4, 1), on(4, 1), on(4, 1)}
	for _, c := range []struct {
		name        string
		from, tyres int64
		dice        string
		full        int64
		cell, left  int64
		status      int64
	}{
		{"example: 300, the fourth cell ahead is full", 0, 16, "50 50 50 50 50 50", 4, 3, 13, running},
		{"example: with exactly 3 left it is out", 0, 3, "50 50 50 50 50 50", 4, offBoard, 3, out},
		{"fewer points than it owes: out as well", 0, 2, "50 50 50 50 50 50", 4, offBoard, 2, out},
		{"one more is enough", 0, 4, "50 50 50 50 50 50", 4, 3, 1, running},
		{"the very next cell", 3, 16, "50 50 d d d d", 4, 3, 14, running},
		{"it need not go there", 0, 16, "50 50 50 d d d", 4, 3, 16, running},
		{"example: a corner cell of limit 100 on the way costs 1 more", 33, 16, "50 50 50 50 50 50", 37, 36, 11, running},
	} {
		t.Run(c.name, func(t *testing.T) {
			cars := append([]car{on(c.from, 6).with(c.tyres, 16)}, full...)
			for i := range 3 {
				cars[i+1].space = c.full + 1
			}
			tb := place(t, nil, cars...)
			es := tb.roll(1, c.dice)
			tb.want("status", tb.car(1).status, c.status)
			tb.want("cell", tb.cell(1), c.cell)
			tb.want("tyres", tb.car(1).tyres, c.left)
			if c.status == out {
				if st := tb.r.Stands(nil)[3]; st.Clause != ps12 || st.Remark != rSpun {
					t.Errorf("stand: got %+v", st)
				}
			} else if c.left != 16 && len(costs(es, ps12)) != 1 {
				t.Errorf("costs of PS-12: %v", costs(es, ps12))
			}
			if c.status == running {
				tb.want("the reduced speed is the car's speed", tb.car(1).speed, 50*(c.cell-c.from))
			}
		})
	}
}

// PS-12: two cars leave room for a third, and cars in the pits fill no cell.
func TestTwoCarsDoNotFillACell(t *testing.T) {
	tb := place(t, nil, on(0, 3), on(2, 1), on(2, 1))
	tb.roll(1, "50 50 50")
	tb.want("cell", tb.cell(1), 3)
}

// PS-22 with its example.
func TestAMoveIsSettledInItsOrder(t *testing.T) {
	soft3 := on(0, 3).with(3, 16)
	soft3.kind = soft
	tb := place(t, []string{"soft-tyres on"}, soft3, on(3, 1), on(3, 1), on(3, 1))
	tb.say(wBonus, 1, 1)
	es := tb.roll(1, "50 50 d")
	tb.want("out", tb.car(1).status, out)
	tb.want("stopped after two", tb.car(1).where-1, 2)
	var kinds []string
	for _, e := range es {
		if k := aboutGame.Kinds[e.Kind]; !k.Quiet {
			kinds = append(kinds, k.Name)
		}
	}
	if want := []string{"turns", "drives", "spins"}; !slices.Equal(kinds, want) {
		t.Errorf("got %v, want %v", kinds, want)
	}

	// traffic before corners, corners before fuel
	tb = place(t, nil, on(33, 6), on(37, 1), on(37, 1), on(37, 1))
	es = tb.roll(1, "f f f f f f")
	kinds = nil
	for _, e := range es {
		if k := aboutGame.Kinds[e.Kind]; !k.Quiet {
			kinds = append(kinds, k.Name)
		}
	}
	if want := []string{"drives", "blocked", "wears", "wears"}; !slices.Equal(kinds, want) {
		t.Errorf("got %v, want %v", kinds, want)
	}
}

// PS-22: soft tyres have turned before the driver says whether he turns in.
func TestSoftTyresTurnBeforeThePits(t *testing.T) {
	c := on(46, 4)
	c.kind = soft
	tb := place(t, []string{"soft-tyres on"}, c, on(30, 1))
	tb.roll(1, "50 50 50 d")
	tb.want("tyres", tb.car(1).tyres, 15)
	tb.wantAsked("R pit")
}
