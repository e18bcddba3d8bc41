package pitstop

import (
	"slices"
	"testing"

	"boxstop/engine"
)

var slip = []string{"slipstream on"}

// behind is a follower of a leader in the very next cell; the follower is B.
func behind(t *testing.T, options []string, cell, gear int64) *table {
	return place(t, options, on(cell+1, gear), on(cell, gear))
}

// PS-19: who may call.
func TestWhoMayFollow(t *testing.T) {
	for _, c := range []struct {
		name  string
		cars  []car
		opts  []string
		asked string
		fault engine.Fault
	}{
		{"in the very next cell, on straights, in the same gear", []car{on(1, 4), on(0, 4)}, slip, "B follow, R bonus, R roll 4", noFault},
		{"switched off", []car{on(1, 4), on(0, 4)}, nil, "R bonus, R roll 4", xFollowOff},
		{"two cells behind", []car{on(2, 4), on(0, 4)}, slip, "R bonus, R roll 4", xFollowPlace},
		{"in the same cell", []car{on(1, 4), on(1, 4)}, slip, "R bonus, R roll 4", xFollowPlace},
		{"the leader in a corner", []car{on(10, 4), on(9, 4)}, slip, "R bonus, R roll 4", xFollowCorner},
		{"the follower in a corner", []car{on(12, 4), on(11, 4)}, slip, "R bonus, R roll 4", xFollowCorner},
		{"in another gear", []car{on(1, 4), on(0, 3)}, slip, "R bonus, R roll 4", xFollowSpeed},
		{"over the line", []car{on(0, 4), on(59, 4)}, slip, "B follow, R bonus, R roll 4", noFault},
		{"km/h of the turn before: other gears do not matter", []car{on(1, 4), on(0, 3)}, []string{"slipstream on", "same-speed km/h-of-the-previous-turn"}, "B follow, R bonus, R roll 4", noFault},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := place(t, c.opts, c.cars...)
			tb.wantAsked(c.asked)
			if c.fault != noFault {
				if i := tb.refuse(engine.Answer{What: wFollow, Car: 2, Value: 1}); i.Fault != c.fault {
					t.Errorf("got %s", aboutGame.Faults[i.Fault])
				}
				return
			}
			a := tb.r.Asks(nil)[0]
			if a.Waits || a.Unsaid != 0 {
				t.Errorf("got %+v; want an ask that is no unless said", a)
			}
			tb.say(wFollow, 2, 0)
			tb.wantAsked("R bonus, R roll 4")
			if i := tb.refuse(engine.Answer{What: wFollow, Car: 2, Value: 1}); i.Fault != xFollowSaid {
				t.Errorf("said twice: got %s", aboutGame.Faults[i.Fault])
			}
		})
	}
	tb := place(t, []string{"slipstream on", "same-speed km/h-of-the-previous-turn"}, on(1, 4), on(0, 4))
	tb.car(1).speed = 200
	tb.wantAsked("R bonus, R roll 4") // not the same km/h
	tb = behind(t, slip, 0, 4)
	tb.roll(1, "50 50 50 50")
	tb.say(wGear, 1, 4)
	tb.wantAsked("B bonus, B roll 4") // unsaid: no
	if i := tb.refuse(engine.Answer{What: wFollow, Car: 2, Value: 1}); i.Fault == noFault {
		t.Error("a call after the leader's roll is taken")
	}
}

// PS-19 with its example.
func TestTheFollowerDrivesAsFarAndRollsTheLeadersDrops(t *testing.T) {
	tb := behind(t, slip, 22, 4)
	tb.car(1).space, tb.car(2).space = 25, 24
	tb.say(wFollow, 2, 1)
	tb.say(wBonus, 1, 1)
	tb.roll(1, "50 50 50 d") // 250 with one drop
	es := tb.say(wGear, 1, 4)
	tb.want("five cells", tb.cell(2), 28)
	tb.want("no fuel for it", tb.car(2).fuel, 16)
	if got := costs(es, ps19); !slices.Equal(got, []int64{250}) {
		t.Errorf("towed at %v", got)
	}
	tb.wantAsked("B second-roll 1")
	if i := tb.refuse(engine.Answer{What: wSecond, Car: 2, Faces: faces("50 50")}); i.Fault != xDice || i.Hi != 1 {
		t.Errorf("two dice: got %+v", i)
	}
	tb.dice(wSecond, 2, "f")
	tb.want("a sixth", tb.cell(2), 29)
	tb.want("at 300", tb.car(2).speed, 300)
	tb.want("one fuel point", tb.car(2).fuel, 15)
	tb.wantAsked("B gear")
}

// PS-19: cells of the tow are charged at the leader's speed, those of the second roll at that speed and 50 for each cell gained.
func TestBothMovesArePaidAtTheirOwnSpeed(t *testing.T) {
	tb := behind(t, slip, 7, 4)
	tb.say(wFollow, 2, 1)
	tb.roll(1, "50 50 d d") // 100: to cell 10
	tb.say(wGear, 1, 4)
	tb.want("tow", tb.cell(2), 9)
	es := tb.dice(wSecond, 2, "50 50")
	if got := costs(es, ps8); !slices.Equal(got, []int64{50, 50}) {
		t.Errorf("cells 10 and 11 of limit 150 at 200: got %v", got)
	}
	tb.want("tyres", tb.car(2).tyres, 14)

	tb = behind(t, slip, 8, 4)
	tb.say(wFollow, 2, 1)
	tb.roll(1, "50 50 50 50")
	tb.say(wGear, 1, 4)
	tb.want("cells 10 and 11 at the leader's 200", tb.car(2).tyres, 14)
	tb.wantAsked("B gear") // no drop, no second roll
}

// PS-19: table option second roll.
func TestTheSecondRollMayBeTheGear(t *testing.T) {
	tb := behind(t, []string{"slipstream on", "second-roll gear"}, 0, 3)
	tb.say(wFollow, 2, 1)
	tb.roll(1, "50 50 50")
	tb.say(wGear, 1, 3)
	tb.wantAsked("B second-roll 3")
}

// PS-19: who follows names its leader when several cars stand in one cell.
func TestTheFollowerNamesItsLeader(t *testing.T) {
	tb := place(t, slip, on(1, 2), on(1, 2), on(0, 2))
	a := tb.r.Asks(nil)[0]
	var said []int64
	for _, o := range tb.r.Options(nil, a, engine.Offered) {
		said = append(said, o.Value)
	}
	if !slices.Equal(said, []int64{0, 1}) {
		t.Errorf("before R rolls: got %v, want no and R", said)
	}
	if i := tb.refuse(engine.Answer{What: wFollow, Car: 3, Value: 2}); i.Fault != xFollowOrder {
		t.Errorf("B is not about to roll: got %s", aboutGame.Faults[i.Fault])
	}
	tb.roll(1, "50 50")
	tb.say(wGear, 1, 2)
	tb.wantAsked("Y follow, B bonus, B roll 2")
	tb.say(wFollow, 3, 2)
	tb.roll(2, "50 d")
	tb.say(wGear, 2, 2)
	tb.want("as far as B", tb.cell(3), 1)
}

// PS-19: a leader that leaves the road still tows; one that turns into the pits does not.
func TestLeadersThatLeaveTheRoadTowAndThoseInThePitsDoNot(t *testing.T) {
	tb := behind(t, slip, 8, 4)
	tb.car(1).tyres = 0
	tb.say(wFollow, 2, 1)
	tb.roll(1, "50 50 50 50")
	tb.want("R is out", tb.car(1).status, out)
	tb.want("as far as it had rolled", tb.cell(2), 12)

	tb = behind(t, slip, 47, 4)
	tb.say(wFollow, 2, 1)
	tb.roll(1, "50 50 50 50")
	tb.say(wPit, 1, 1)
	tb.want("B stays", tb.cell(2), 47)
	tb.wantAsked("B bonus, B roll 4") // and rolls for itself
}

// PS-24: who follows.
func TestTheLeaderMovesEarlierAndNeitherIsInThePits(t *testing.T) {
	tb := place(t, slip, on(0, 4), on(1, 4)) // R behind B, but R moves first
	tb.wantAsked("R bonus, R roll 4")
	if i := tb.refuse(engine.Answer{What: wFollow, Car: 1, Value: 2}); i.Fault != xFollowOrder || i.Clause != ps24 {
		t.Errorf("got %+v", i)
	}
	tb = place(t, slip, on(25, 4), on(23, 4), on(24, 4)) // B behind Y, which will be towed by R, but B moves before Y
	tb.wantAsked("Y follow, R bonus, R roll 4")
	tb.say(wFollow, 3, 1)
	tb.wantAsked("R bonus, R roll 4")
	if i := tb.refuse(engine.Answer{What: wFollow, Car: 2, Value: 3}); i.Fault != xFollowOrder {
		t.Errorf("a leader that moves later: got %+v", i)
	}
	tb = place(t, slip, on(50, 1), on(49, 1))
	tb.car(1).space, tb.car(1).served = int64(tb.k.pit), 1
	tb.wantAsked("R bonus, R roll 1")
	if i := tb.refuse(engine.Answer{What: wFollow, Car: 2, Value: 1}); i.Fault != xFollowPits {
		t.Errorf("from the pits: got %+v", i)
	}
}

// PS-24: the tow is as far as traffic let the leader drive, and a full cell in the follower's own way ends its move.
func TestTrafficInATow(t *testing.T) {
	tb := place(t, slip, on(1, 4), on(0, 4), on(4, 1), on(4, 1), on(4, 1))
	tb.say(wFollow, 2, 1)
	tb.roll(1, "50 50 50 d")
	tb.want("R stops before them", tb.cell(1), 3)
	tb.say(wGear, 1, 4)
	tb.want("B as far as R", tb.cell(2), 2)
	tb.want("B as fast as R", tb.car(2).speed, 100)
	tb.want("B pays nothing for R's slowing", tb.car(2).tyres, 16)
	tb.wantAsked("B second-roll 1")
	tb.dice(wSecond, 2, "50")
	tb.want("the third cell is open", tb.cell(2), 3)
	tb.want("tyres", tb.car(2).tyres, 16)

	tb = place(t, slip, on(1, 4), on(0, 4), on(3, 1), on(3, 1), on(30, 1))
	tb.say(wFollow, 2, 1)
	tb.roll(1, "50 50 d d") // R is the third in cell 3
	tb.say(wGear, 1, 4)
	tb.want("B", tb.cell(2), 2)
	es := tb.dice(wSecond, 2, "50 50")
	tb.want("a full cell ahead in the second roll", tb.cell(2), 2)
	if got := costs(es, ps12); !slices.Equal(got, []int64{100}) || tb.car(2).tyres != 14 {
		t.Errorf("one point for each cell given up: got %v, tyres %d", got, tb.car(2).tyres)
	}

	tb = place(t, slip, on(1, 4), on(0, 4), on(2, 1), on(2, 1), on(30, 1))
	tb.say(wFollow, 2, 1)
	tb.roll(1, "50 50 50 d") // R passes cell 2 to 4
	tb.car(5).space = 3      // and a third car comes to cell 2
	tb.say(wGear, 1, 4)
	tb.want("B stops in cell 1", tb.cell(2), 1)
	tb.want("B pays at the tow's speed", tb.car(2).tyres, 14)
	tb.wantAsked("B gear") // no second roll
}

// PS-24: which drops of the leader count.
func TestWhichDropsOfTheLeaderCount(t *testing.T) {
	for _, c := range []struct {
		name string
		kind int64
		fuel int64
		dice string
		want string
	}{
		{"drops", hard, 16, "50 50 d d", "B second-roll 2"},
		{"those that soft tyres turned are gone", soft, 16, "50 50 d d", "B gear"},
		{"fuel faces of an empty tank are drops", hard, 0, "50 f f d", "B second-roll 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := behind(t, []string{"slipstream on", "soft-tyres on"}, 23, 4)
			tb.car(1).kind, tb.car(1).fuel = c.kind, c.fuel
			tb.say(wFollow, 2, 1)
			tb.roll(1, c.dice)
			tb.say(wGear, 1, 4)
			tb.wantAsked(c.want)
		})
	}
}

// PS-24 with its example.
func TestALeaderOnSoftTyres(t *testing.T) {
	tb := behind(t, []string{"slipstream on", "soft-tyres on"}, 23, 4)
	tb.car(1).kind = soft
	tb.say(wFollow, 2, 1)
	tb.say(wBonus, 1, 1)
	tb.roll(1, "50 50 50 d")
	tb.want("turned: 300", tb.car(1).speed, 300)
	tb.say(wGear, 1, 4)
	tb.want("its follower drives six cells", tb.cell(2), 29)
	tb.wantAsked("B gear")
}

// PS-24: the second roll is turned by soft tyres, and with an empty tank its fuel faces move nothing.
func TestTheSecondRollWithSoftTyresAndWithoutFuel(t *testing.T) {
	second := func(kind, fuel int64) *table {
		tb := behind(t, []string{"slipstream on", "soft-tyres on"}, 23, 4)
		tb.car(2).kind, tb.car(2).fuel = kind, fuel
		tb.say(wFollow, 2, 1)
		tb.roll(1, "50 50 d d")
		tb.say(wGear, 1, 4)
		return tb
	}
	tb := second(soft, 16)
	tb.dice(wSecond, 2, "d 50")
	tb.want("turned", tb.cell(2), 27)
	tb.want("for a point", tb.car(2).tyres, 15)
	tb = second(hard, 0)
	tb.dice(wSecond, 2, "f 50")
	tb.want("the fuel face moves nothing", tb.cell(2), 26)
	tb = second(hard, 16)
	tb.dice(wSecond, 2, "f d")
	tb.want("fuel", tb.car(2).fuel, 15)
}

// PS-24: a follower that turns in during the tow has no second roll; its entry speed is that of the tow, and of the second roll tow plus gain.
func TestAFollowerTurnsIn(t *testing.T) {
	options := []string{"slipstream on", "pit-lane-limit on"}
	tb := behind(t, options, 47, 4)
	tb.say(wFollow, 2, 1)
	tb.roll(1, "50 50 50 d")
	tb.say(wPit, 1, 0)
	tb.say(wGear, 1, 4)
	tb.wantAsked("B pit")
	tb.say(wPit, 2, 1)
	tb.want("in the pits", tb.cell(2), inPit)
	tb.want("150: one turn", tb.car(2).waits, 1)

	tb = behind(t, options, 47, 4)
	tb.say(wFollow, 2, 1)
	tb.roll(1, "50 50 d d")
	tb.say(wPit, 1, 0)
	tb.say(wGear, 1, 4)
	tb.wantAsked("B second-roll 2")
	tb.dice(wSecond, 2, "50 50")
	tb.wantAsked("B pit")
	tb.say(wPit, 2, 1)
	tb.want("100 and 100: two turns", tb.car(2).waits, 2)
}

// PS-24: a towed car may tow, with its whole distance, its final speed and the drops of its second roll.
func TestChains(t *testing.T) {
	tb := place(t, slip, on(25, 4), on(24, 4), on(23, 4))
	tb.wantAsked("B follow, R bonus, R roll 4")
	tb.say(wFollow, 2, 1)
	tb.wantAsked("Y follow, R bonus, R roll 4")
	tb.say(wFollow, 3, 2)
	tb.roll(1, "50 50 d d")
	tb.say(wGear, 1, 4)
	tb.dice(wSecond, 2, "50 d")
	tb.want("B 2 + 1", tb.cell(2), 27)
	tb.say(wGear, 2, 4)
	tb.want("Y as far as B", tb.cell(3), 26)
	tb.want("at B's final speed", tb.car(3).speed, 150)
	tb.wantAsked("Y second-roll 1")
}

// PS-19, PS-24: who gives up tows nobody: those who called it, and those who called them, may speak anew, whatever the order of the cars.
func TestWhoGivesUpTowsNobody(t *testing.T) {
	tb := place(t, slip, on(3, 4), on(0, 4), on(1, 4), on(2, 4))
	tb.car(2).rank, tb.car(4).rank = 4, 2
	tb.say(wFollow, 4, 1)
	tb.say(wFollow, 3, 4)
	tb.say(wFollow, 2, 3)
	tb.take(engine.Answer{What: wRetires, Car: 4})
	for _, c := range []int{2, 3} {
		tb.want("follows nobody", tb.car(c).follow, 0)
		tb.want("may speak anew", tb.car(c).called, 0)
	}
}
