package pitstop

import (
	"testing"

	"boxstop/engine"
)

// PS-13: the pit lies beside cell 50.
func TestAMoveThatReachesOrPassesThePitMayEndThere(t *testing.T) {
	for _, c := range []struct {
		name   string
		option string
		from   int64
		dice   string
		asked  string
	}{
		{"reaches it", "pit-entry reach-or-pass", 47, "50 50 50 d", "R pit"},
		{"passes it", "pit-entry reach-or-pass", 47, "50 50 50 50", "R pit"},
		{"falls short", "pit-entry reach-or-pass", 47, "50 50 d d", "R gear"},
		{"starts beside it", "pit-entry reach-or-pass", 50, "50 50 50 50", "R gear"},
		{"exact: ends on it", "pit-entry exact", 47, "50 50 50 d", "R pit"},
		{"exact: passes it", "pit-entry exact", 47, "50 50 50 50", "R gear"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := place(t, []string{c.option}, on(c.from, 4), on(30, 1))
			tb.roll(1, c.dice)
			tb.wantAsked(c.asked)
			if c.asked != "R pit" {
				return
			}
			on := tb.r.clone()
			tb.say(wPit, 1, 1)
			tb.want("in the pits", tb.cell(1), inPit)
			tb.want("gear", tb.car(1).gear, 1)
			tb.wantAsked("B bonus, B roll 1") // it names no gear
			tb.r = on
			tb.say(wPit, 1, 0)
			tb.want("drives on", tb.cell(1), 47+tb.car(1).speed/50)
			tb.wantAsked("R gear")
		})
	}
}

// PS-13
func TestTurningInIsFreeWhateverIsBeyondTheEntry(t *testing.T) {
	full := func(cell int64) []car { return []car{on(cell, 1), on(cell, 1), on(cell, 1)} }
	for _, c := range []struct {
		name  string
		full  int64
		asked string
	}{
		{"full beyond the entry", 51, "R pit"},
		{"full beside the pits", 50, "R pit"},
		{"full before the entry", 49, "R gear"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := place(t, nil, append([]car{on(47, 6)}, full(c.full)...)...)
			tb.roll(1, "50 50 50 50 50 f")
			tb.wantAsked(c.asked)
			if c.asked == "R pit" {
				tb.say(wPit, 1, 1)
				tb.want("tyres", tb.car(1).tyres, 16)
				tb.want("fuel burns as on a straight", tb.car(1).fuel, 15)
				tb.want("speed of the turn", tb.car(1).speed, 300)
			}
		})
	}
	tb := place(t, nil, append([]car{on(47, 6)}, full(49)...)...)
	o := tb.r.Options(nil, tb.r.Asks(nil)[1], engine.Refused)
	if len(o) != 1 || o[0].Refusal.Fault != xPitBlocked || o[0].Refusal.At != 50 || o[0].Refusal.By != 2 {
		t.Errorf("why not the pits: got %+v", o)
	}
}

// PS-13: a pit that is a little too far for the roll says how much.
func TestAPitThatIsTooFarSaysHowFar(t *testing.T) {
	for cell, want := range map[int64]int16{20: 0, 41: 5, 45: 1, 46: 0, 50: 0} {
		tb := place(t, nil, on(cell, 3), on(30, 1))
		got := int16(0)
		for _, o := range tb.r.Options(nil, tb.r.Asks(nil)[1], engine.Refused) {
			if o.Refusal.Fault == xPitFar && o.Refusal.Clause == ps13 {
				got = o.Refusal.N
			}
		}
		if got != want {
			t.Errorf("from cell %d: got %d, want %d", cell, got, want)
		}
	}
}

// PS-13: corner cells after the entry are not charged, those before it are, at the speed of the turn.
func TestCornersAfterThePitEntryAreNotCharged(t *testing.T) {
	b := road()
	for i := range b.Places {
		if s := engine.Space(i); s >= 50 && s <= 53 && b.Places[i].By == 0 { // cells 49 to 52, the pit beside cell 50
			b.Places[i].Limit = 2
		}
	}
	r, err := New().Start(engine.Setup{Board: b, Box: box(), Entries: entries(2)})
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{t, r.(*Race), r.(*Race).k}
	tb.r.s.car[0] = on(48, 4)
	tb.r.s.car[0].rank = 1
	tb.roll(1, "50 50 50 f")
	tb.say(wPit, 1, 1)
	tb.want("one cell at 200, limit 100", tb.car(1).tyres, 14)
	tb.want("fuel burns as if on a straight", tb.car(1).fuel, 15)
}

// PS-13: cars in the pits do not fill the road cell beside them, and any number fits.
func TestThePitsHoldAnyNumber(t *testing.T) {
	pit := int64(road().Places[51].Aside)
	inside := func() car { c := on(0, 1); c.space = pit; return c }
	tb := place(t, nil, on(48, 4), inside(), inside(), inside(), inside(), inside())
	tb.roll(1, "50 50 d d")
	tb.say(wPit, 1, 0)
	tb.want("on the road cell beside five cars", tb.cell(1), 50)
	tb = place(t, nil, on(48, 4), inside(), inside(), inside(), inside(), inside())
	tb.roll(1, "50 50 d d")
	tb.say(wPit, 1, 1)
	tb.want("as the sixth in the pits", tb.cell(1), inPit)
}

// PS-4 and PS-13: the pit has its place in the order: level with the road cell beside it.
func TestThePitHasItsPlaceInTheOrder(t *testing.T) {
	tb := place(t, nil, on(51, 1), on(50, 2), on(49, 6))
	pit := int64(tb.k.pit)
	tb.car(2).space, tb.car(2).gear = pit, 1
	d := tb.r.open(nil)
	for i := range 3 {
		d.S.car[i].moved = 10
	}
	tb.r.onward(d)
	for i, want := range []int64{1, 2, 3} {
		tb.want("rank", d.S.car[i].rank, want)
	}
}

// PS-14 with its example.
func TestServiceAndWaitingAfterIt(t *testing.T) {
	for _, c := range []struct {
		name        string
		service     int64
		dice        string
		tyres, fuel int64
		waits       int64
	}{
		{"example: both, 50 drop", both, "50 d", 16, 16, 1},
		{"both, no drop", both, "50 f", 16, 16, 0},
		{"both, two drops", both, "d d", 16, 16, 2},
		{"fuel only, one die", fuelOnly, "50", 5, 16, 0},
		{"tyres only, one die", tyresOnly, "d", 16, 2, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := place(t, nil, on(48, 3).with(5, 2), on(20, 1))
			turn := func() {
				tb.roll(2, "d")
				tb.say(wGear, 2, 1)
			}
			tb.roll(1, "50 50 50")
			tb.say(wPit, 1, 1) // in at turn 10
			turn()
			tb.want("turn", tb.r.s.turn, 11)
			tb.wantAsked("R service")
			tb.say(wService, 1, c.service)
			tb.wantAsked("R pit-roll " + string(rune('0'+len(c.dice)/2+len(c.dice)%2)))
			tb.dice(wPitRoll, 1, c.dice)
			tb.want("tyres", tb.car(1).tyres, c.tyres)
			tb.want("fuel", tb.car(1).fuel, c.fuel)
			tb.want("waits", tb.car(1).waits, c.waits)
			turn()
			for range c.waits {
				tb.wantAsked("B bonus, B roll 1")
				turn()
			}
			tb.want("drives in turn", tb.r.s.turn, 12+c.waits)
			tb.wantAsked("R bonus, R roll 1") // in 1st, with a bonus
			tb.say(wBonus, 1, 1)
			tb.roll(1, "50")
			tb.want("drives off from the road cell beside", tb.cell(1), 52)
			tb.wantAsked("R gear")
		})
	}
}

// PS-14: the roll is read by the printed faces, whatever the tyres or the tank.
func TestThePitRollIsReadAsPrinted(t *testing.T) {
	c := on(0, 1).with(10, 0)
	c.kind = soft
	tb := place(t, []string{"soft-tyres on"}, c, on(20, 1))
	tb.car(1).space = int64(tb.k.pit)
	tb.r.s.step = sService
	tb.say(wService, 1, tyresOnly)
	tb.dice(wPitRoll, 1, "f")
	tb.want("a fuel face of an empty tank is no drop here", tb.car(1).waits, 0)
	tb = place(t, []string{"soft-tyres on"}, c, on(20, 1))
	tb.car(1).space = int64(tb.k.pit)
	tb.r.s.step = sService
	tb.say(wService, 1, both)
	tb.dice(wPitRoll, 1, "d d")
	tb.want("soft tyres turn none of them", tb.car(1).waits, 2)
	tb.want("nor pay", tb.car(1).tyres, 16)
}

// PS-14: with 0 km/h it stays in the pits, and in 1st.
func TestACarThatRollsNothingStaysInThePits(t *testing.T) {
	c := on(0, 1)
	c.served = 1
	tb := place(t, nil, c, on(20, 1))
	tb.car(1).space = int64(tb.k.pit)
	tb.roll(1, "d")
	tb.want("still inside", tb.cell(1), inPit)
	tb.wantAsked("B bonus, B roll 1")
	tb.roll(2, "d")
	tb.say(wGear, 2, 1)
	tb.wantAsked("R bonus, R roll 1")
}

// PS-20 with its example.
func TestThePitLaneLimit(t *testing.T) {
	for _, c := range []struct {
		name   string
		option string
		dice   string
		stands int64
	}{
		{"example: in at 250", "pit-lane-limit on", "50 50 50 50 50", 3},
		{"exactly 100 is legal", "pit-lane-limit on", "50 50 d d d", 0},
		{"150", "pit-lane-limit on", "50 50 50 d d", 1},
		{"off: any speed", "pit-lane-limit off", "50 50 50 50 50", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := place(t, []string{c.option}, on(48, 5), on(20, 1))
			turn := func() {
				tb.roll(2, "d")
				tb.say(wGear, 2, 1)
			}
			tb.roll(1, c.dice)
			tb.say(wPit, 1, 1)
			turn()
			for range c.stands {
				turn()
			}
			tb.want("served in turn", tb.r.s.turn, 11+c.stands)
			tb.wantAsked("R service")
			tb.say(wService, 1, fuelOnly)
			tb.dice(wPitRoll, 1, "50")
			turn()
			tb.want("drives in turn", tb.r.s.turn, 12+c.stands)
			tb.wantAsked("R bonus, R roll 1")
		})
	}
}

// PS-23: a line passed on the way into the pits counts; PS-15: in the last lap the car is home before.
func TestALinePassedOnTheWayIntoThePitsCounts(t *testing.T) {
	b := road()
	b.Places[51].Aside = 0
	b.Places = b.Places[:61]
	pit, err := b.PutAside(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, lap := range []int64{2, 3} {
		r, err := New().Start(engine.Setup{Board: b, Box: box(), Entries: entries(2)})
		if err != nil {
			t.Fatal(err)
		}
		tb := &table{t, r.(*Race), r.(*Race).k}
		tb.r.s.car[0] = on(58, 5)
		tb.r.s.car[0].rank, tb.r.s.car[0].lap = 1, lap
		tb.roll(1, "50 50 50 50 50")
		if lap == 3 {
			tb.want("home", tb.car(1).status, finished)
			continue
		}
		tb.say(wPit, 1, 1)
		tb.want("space", tb.car(1).space, int64(pit))
		tb.want("lap", tb.car(1).lap, 3)
	}
}
