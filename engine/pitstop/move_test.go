package pitstop

import (
	"testing"

	"boxstop/engine"
)

// PS-5
func TestTheBonusIs50InLowGearsAnd100InHighOnes(t *testing.T) {
	for gear, want := range map[int64]int64{1: 50, 2: 50, 3: 50, 4: 100, 5: 100, 6: 100} {
		tb := place(t, nil, on(0, gear), on(59, 1))
		tb.say(wBonus, 1, 1)
		tb.wantAsked("R roll " + string(rune('0'+gear)))
		tb.roll(1, "d d d d d d"[:2*gear-1])
		tb.want("km/h", tb.car(1).speed, want)
		tb.want("cell", tb.cell(1), want/50)
	}
}

// PS-5: a bonus is said before the roll; unsaid it is not taken, and the roll closes it.
func TestABonusCannotBeChosenAfterTheRoll(t *testing.T) {
	tb := place(t, nil, on(0, 2), on(59, 1))
	a := tb.r.Asks(nil)[0]
	if a.What != wBonus || a.Waits || a.Unsaid != 0 {
		t.Errorf("the bonus ask is %+v; want one that the race does not wait for, with no unsaid", a)
	}
	tb.roll(1, "50 50")
	tb.want("km/h without a word", tb.car(1).speed, 100)
	i := tb.refuse(engine.Answer{What: wBonus, Car: 1, Value: 1})
	if i.Fault != xBonusLate || i.Clause != ps5 {
		t.Fatalf("got %+v", i)
	}
	for _, e := range i.Led {
		tb.r.Apply(e)
	}
	tb.want("cell if it stands all the same (TB-10)", tb.cell(1), 3)
	tb.want("km/h then", tb.car(1).speed, 150)
	tb.wantAsked("R gear")

	tb = place(t, nil, on(0, 2), on(59, 1))
	tb.say(wBonus, 1, 0)
	tb.wantAsked("R roll 2")
	if i := tb.refuse(engine.Answer{What: wBonus, Car: 1, Value: 1}); i.Fault != xBonusSaid {
		t.Errorf("said twice: got %+v", i)
	}
}

// PS-6
func TestARollMovesOneCellForEach50(t *testing.T) {
	for _, c := range []struct {
		name  string
		gear  int64
		bonus int64
		dice  string
		speed int64
	}{
		{"example: gear 4, bonus, 50 50 50 drop", 4, 1, "50 50 50 d", 250},
		{"fuel faces move like the others", 3, 0, "50 f f", 150},
		{"a speed of 0 is legal", 1, 0, "d", 0},
		{"all drops", 3, 0, "d d d", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := place(t, nil, on(0, c.gear), on(59, 1))
			tb.say(wBonus, 1, c.bonus)
			tb.roll(1, c.dice)
			tb.want("km/h", tb.car(1).speed, c.speed)
			tb.want("cell", tb.cell(1), c.speed/50)
			tb.wantAsked("R gear")
		})
	}
}

// PS-6
func TestAsManyDiceAsTheGear(t *testing.T) {
	tb := place(t, nil, on(0, 3), on(59, 1))
	for _, dice := range []string{"", "50 50", "50 50 50 50", "50 50 50 50 50 50"} {
		if i := tb.refuse(engine.Answer{What: wRoll, Car: 1, Faces: faces(dice)}); i.Fault != xDice || i.Lo != 3 || i.Hi != 3 || i.Clause != ps6 {
			t.Errorf("%q: got %+v", dice, i)
		}
	}
	if i := tb.refuse(engine.Answer{What: wRoll, Car: 1, Faces: [engine.MaxDice]uint8{1, 2, 9}}); i.Fault != xFace || i.N != 9 || i.Hi != 3 {
		t.Errorf("face 9: got %+v", i)
	}
	if i := tb.refuse(engine.Answer{What: wGear, Car: 1, Value: 3}); i.Fault != xNotAsked {
		t.Errorf("a gear before the roll: got %+v", i)
	}
}

// PS-7
func TestTheNextGearIsAtMostTwoUpAndThreeDown(t *testing.T) {
	for gear, want := range map[int64][2]int64{1: {1, 3}, 2: {1, 4}, 3: {1, 5}, 4: {1, 6}, 5: {2, 6}, 6: {3, 6}} {
		for v := int64(0); v <= 7; v++ {
			tb := place(t, nil, on(0, gear), on(59, 1))
			tb.roll(1, "d d d d d d"[:2*gear-1])
			if v >= want[0] && v <= want[1] {
				tb.say(wGear, 1, v)
				tb.want("gear", tb.car(1).gear, v)
				tb.wantAsked("B bonus, B roll 1") // before the next car rolls
				continue
			}
			i := tb.refuse(engine.Answer{What: wGear, Car: 1, Value: v})
			if i.Fault != xGear || i.Clause != ps7 || i.N != v || i.Lo != want[0] || i.Hi != want[1] {
				t.Errorf("from %d to %d: got %+v", gear, v, i)
			}
			if (len(i.Led) > 0) != (v >= 1 && v <= 6) {
				t.Errorf("from %d to %d: led to %v", gear, v, i.Led)
			}
		}
	}
}

// PS-7: what is not offered says why (TB-11).
func TestGearsThatMayNotBeNamedSayWhy(t *testing.T) {
	tb := place(t, nil, on(0, 2), on(59, 1))
	tb.roll(1, "d d")
	a := tb.r.Asks(nil)[0]
	var offered, refused []int64
	for _, o := range tb.r.Options(nil, a, engine.Offered) {
		offered = append(offered, o.Value)
	}
	for _, o := range tb.r.Options(nil, a, engine.Refused) {
		refused = append(refused, o.Value)
		if o.Refusal.Fault != xGear || o.Refusal.Clause != ps7 {
			t.Errorf("gear %d: %+v", o.Value, o.Refusal)
		}
	}
	if len(offered) != 4 || offered[3] != 4 || len(refused) != 2 || refused[0] != 5 {
		t.Errorf("offered %v, refused %v", offered, refused)
	}
}

// PS-17: quick play: so many seconds, and when they are over the gear stays (TB-20).
func TestQuickPlayCountsDownToTheGearThatStays(t *testing.T) {
	for option, seconds := range map[string]uint8{"quick-play off": 0, "quick-play 3": 3, "quick-play 5": 5} {
		tb := place(t, []string{option}, on(0, 3), on(59, 1))
		tb.roll(1, "d d d")
		a := tb.r.Asks(nil)[0]
		if a.What != wGear || a.Seconds != seconds || a.Unsaid != 3 || !a.Waits {
			t.Errorf("%s: got %+v", option, a)
		}
		if seconds == 0 {
			if i := tb.refuse(engine.Answer{What: wGear, Car: 1, Late: true}); i.Fault != xNoClock || i.Clause != ps17 {
				t.Errorf("late without a clock: got %+v", i)
			}
			continue
		}
		tb.take(engine.Answer{What: wGear, Car: 1, Late: true})
		tb.want("gear", tb.car(1).gear, 3)
		tb.wantAsked("B bonus, B roll 1")
	}
}
