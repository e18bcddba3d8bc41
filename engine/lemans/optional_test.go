package lemans

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// The example of LM-26: a Jaguar, top to 5th: 13 or 14; to 4th with one hard-braking 10, 11 or 12; 4th up to 5th: 13.
func TestBonusMoves(t *testing.T) {
	tb := sit(t, []string{"3"}, "bonus-moves on").clear()
	c := tb.put("3", "line+4/i", top)
	tb.ready()
	want(t, tb.moves(), "2:6b3 2:7b3 3:8b2 3:9b2 4:10b 4:11b 4:12b 5:13 5:14 top:15")
	c.gear = 4
	want(t, tb.moves(), "1:1b2 1:2b2 1:3b2 1:4b2 1:5b2 2:6b 2:7b 3:8 3:9 4:10 4:11 4:12 5:13")
	c.gear = 0 // a start from rest is no staying in first
	want(t, tb.moves(), "1:1 1:2 1:3")
	c.space, c.gear, c.brakes = int64(tb.space("c2-2/o")), 2, 0 // corners are taken at basic speed
	want(t, tb.moves(), "1:1 1:2 1:3 2:6 3:8c")
}

// The example of LM-27: a Jaguar, corner gear 2nd: 7 in 2nd by over-revving, no chance; 9 in 3rd by over-revving with a chance. Top to 3rd:
// two hard-brakings, one and one over-rev, or two over-revs.
func TestOverRevving(t *testing.T) {
	tb := sit(t, []string{"3"}, "over-revving on").clear()
	c := tb.put("3", "c2-2/o", 2)
	c.brakes = 0
	tb.ready()
	got := tb.moves()
	if !strings.Contains(got, "2:7r") || strings.Contains(got, "2:7rc") {
		t.Error(got)
	}
	c.gear = 3
	if got = tb.moves(); !strings.Contains(got, "3:9rc") || !strings.Contains(got, "2:7r") {
		t.Error(got)
	}
	c.space, c.gear, c.brakes = int64(tb.space("line+4/i")), top, 3
	got = tb.moves()
	for _, w := range []string{"3:8b2", "3:8br", "3:8r2"} {
		if !strings.Contains(" "+got+" ", " "+w+" ") {
			t.Errorf("%s is not in %s", w, got)
		}
	}
	// a third in four laps: two stops; a third in one lap: the engine
	c.revs, c.lapRevs = 0, 0
	d := tb.open(nil)
	if tb.revs(d, 1, 1) || d.S.car[0].owed != 2 {
		t.Errorf("owed %d, want 2", d.S.car[0].owed)
	}
	c.lapRevs = 2
	d = tb.open(nil)
	if !tb.revs(d, 1, 1) || d.S.car[0].status != out {
		t.Error("a third in one lap leaves the engine whole")
	}
	for _, o := range tb.Options(nil, tb.Asks(nil)[0], engine.Offered) {
		if o.Fate == engine.GoesOut {
			t.Error("an engine that blows is offered unasked")
		}
	}
	// the windows are laps 1-4, 5-8
	c.lapRevs, c.lap = 2, 4
	tb.s.laps = 9
	d = tb.open(nil)
	tb.Race.laps(d, 1, 5)
	if x := d.S.car[0]; x.revs != 2 || x.lapRevs != 0 {
		t.Errorf("lap 5: %d free, %d in the lap", x.revs, x.lapRevs)
	}
}

// The example of LM-36: in top, corner gear 2nd, no hard-braking left, two over-revs free: 3rd by two of them, 8 with a chance; 9 would need
// a third.
func TestOptionsTogether(t *testing.T) {
	tb := sit(t, []string{"3"}, "over-revving on").clear()
	c := tb.put("3", "c2-2/o", top)
	c.brakes = 0
	tb.ready()
	got := tb.moves()
	if !strings.Contains(got, "3:8r2c") || strings.Contains(got, "2:6r3 ") {
		t.Error(got)
	}
	for _, o := range tb.all(&tb.s, 1, nil) {
		if o.gear == 3 && o.bonus > 0 && !o.blows {
			t.Errorf("9 in 3rd: %+v", o)
		}
	}
}

// LM-24: a tow. The follower says so before its leader moves, and ends directly behind it, in its own gear.
func TestATow(t *testing.T) {
	tb := sit(t, []string{"3", "10", "5"}, "slipstreaming on").clear()
	tb.put("3", "line+10/o", 5)
	tb.put("10", "line+8/o", 3)
	tb.put("5", "line+6/o", 3)
	tb.ready()
	want(t, string(tb.w.Open(nil, tb.Asks(nil))), "10 follow, 3 gear")
	tb.say("10 follow 3")
	tb.say("3 gear 5 to line+23/o")
	want(t, string(tb.w.Open(nil, tb.Asks(nil))), "5 follow, 10 gear")
	tb.say("5 follow 10") // a chain is settled front to back
	tb.refuse("10 gear 5", "10 gear 5: one gear up in a turn, 1 to 4 (LM-5)")
	tb.say("10 gear 3 to line+21/o")
	tb.say("5 gear 3 to line+19/o")
	if tb.of("10").gear != 3 || tb.s.turn != 3 {
		t.Errorf("gear %d, turn %d", tb.of("10").gear, tb.s.turn)
	}
	// unsaid it is no: the leader's move closes the call
	tb = sit(t, []string{"3", "10"}, "slipstreaming on").clear()
	tb.put("3", "line+10/o", 5)
	tb.put("10", "line+8/o", 3)
	tb.ready()
	tb.say("3 gear 5 to line+23/o")
	want(t, tb.moves(), "1:1 1:2 1:3 2:4 3:6 4:9")
}

// LM-25: through a corner the follower rolls a chance, two where the leader rolled and held; the leader's spin-out takes it out, the leader's
// pit stop spins it out; one that said "no corner" moves by itself.
func TestATowThroughACorner(t *testing.T) {
	for _, x := range []struct {
		said   string
		faces  []uint8 // the leader's
		want   func(tb *table) bool
		needed string
	}{
		{"10 follow 3 corner", []uint8{1}, func(tb *table) bool { return tb.s.next() == 2 && tb.of("10").follow == 1 }, "10 follows"},
		{"10 follow 3 corner", []uint8{4}, func(tb *table) bool { return tb.of("10").spun != 0 }, "10 spins out"},
		{"10 follow 3 corner", []uint8{5}, func(tb *table) bool { return tb.of("10").cause == byTow }, "10 is out"},
		{"10 follow 3 corner", []uint8{6}, func(tb *table) bool { return tb.of("10").cause == byTow }, "10 is out"},
		{"10 follow 3 corner no", []uint8{5}, func(tb *table) bool { return tb.of("10").status == running && tb.of("10").follow == 0 }, "10 moves by itself"},
	} {
		tb := sit(t, []string{"3", "10"}, "slipstreaming on").clear()
		tb.put("3", "c2-2/o", 3)
		tb.put("10", "c2-4/o", 3)
		tb.ready()
		tb.say(x.said)
		tb.say("3 gear 3 chance path aaaaaaaa")
		if _, err := tb.take(roll(1, x.faces...)); err != nil {
			t.Fatal(tb.fault(err))
		}
		if !x.want(tb) {
			t.Errorf("%s, then %v: want %s in %s", x.said, x.faces, x.needed, tb.Position(nil))
		}
		if x.faces[0] == 1 {
			tb.say("10 gear 3 chance")
			if a := tb.Asks(nil); a[0].Dice != 2 {
				t.Errorf("%d dice, want 2", a[0].Dice)
			}
			if _, err := tb.take(roll(2, 4, 4)); err != nil {
				t.Fatal(tb.fault(err))
			}
			if tb.of("10").owed != 2 {
				t.Errorf("two pit stops are two, owed %d", tb.of("10").owed)
			}
		}
	}
}

// LM-29: where a car could both take a chance and take none, a die decides: dry 1 to 3 it must, wet 1 or 2.
func TestTheSolitaireDie(t *testing.T) {
	for _, x := range []struct {
		wet  bool
		face uint8
		must bool
	}{{false, 3, true}, {false, 4, false}, {true, 2, true}, {true, 3, false}} {
		tb := sit(t, []string{"3"}, "solitaire on").clear()
		c := tb.put("3", "c2-2/o", 3)
		c.brakes = 0
		if x.wet {
			tb.s.wet = 1 << tb.k.places[tb.space("c2.1/o")].Section
		}
		tb.ready()
		if tb.s.step != sMust {
			t.Fatal("no die is asked for")
		}
		tb.say("3 roll " + itoa(int64(x.face)))
		if x.must {
			want(t, tb.moves(), "3:8c")
		} else {
			want(t, tb.moves(), "2:6")
		}
	}
	// no roll where only one is legal
	tb := sit(t, []string{"3"}, "solitaire on").clear()
	c := tb.put("3", "c2-2/o", 4)
	c.brakes = 0
	tb.ready()
	if tb.s.step == sMust {
		t.Error("only a chance is legal, and a die is asked for")
	}
}

// LM-30: run out of time a car keeps its gear if it fits, else the nearest lower one; a chance only if nothing else fits.
func TestTheClock(t *testing.T) {
	tb := sit(t, []string{"3"}, "time-limit 10", "bonus-moves on").clear()
	tb.put("3", "line+4/i", 4)
	tb.ready()
	a := tb.Asks(nil)[0]
	if a.Seconds != 10 || a.Unsaid != 4 {
		t.Errorf("%d seconds, unsaid %d", a.Seconds, a.Unsaid)
	}
	if _, err := tb.take(engine.Answer{What: wMove, Car: 1, Late: true}); err != nil {
		t.Fatal(tb.fault(err))
	}
	tb.wantAt("3", "line+14/i")
	tb.clear()
	c := tb.put("3", "c2-2/o", 3)
	c.brakes = 0
	tb.s.turn = 3
	tb.ready()
	if a = tb.Asks(nil)[0]; a.Unsaid != 2 {
		t.Errorf("unsaid %d: no chance where 2nd fits", a.Unsaid)
	}
}

// LM-36: a follower goes as far as its leader's bonus spaces take it, and is charged no over-rev; its own shift costs what it always costs.
func TestAFollowerPaysForItsShiftAlone(t *testing.T) {
	tb := sit(t, []string{"10", "3"}, "slipstreaming on", "bonus-moves on", "over-revving on").clear()
	tb.put("10", "line+10/o", 3)
	tb.put("3", "line+8/o", 5)
	tb.ready()
	tb.say("3 follow 10 corner")
	tb.say("10 gear 3 spaces 8 path aaaaaaaa")
	tb.wantNext("3")
	tb.say("3 gear 3 brake 1 path aaaaaaaa")
	if c := tb.of("3"); c.revs != 2 || c.brakes != 2 || c.gear != 3 || c.space != int64(tb.space("line+16/o")) {
		t.Errorf("%+v", c)
	}
}

// LM-30: a follower whose time runs out gives the tow up, and moves by itself in its place of the order.
func TestALateFollowerMovesByItself(t *testing.T) {
	tb := sit(t, []string{"3", "10", "5"}, "slipstreaming on", "time-limit 10").clear()
	tb.put("3", "line+10/o", 5)
	tb.put("5", "line+9/i", 3)
	tb.put("10", "line+8/o", 3)
	tb.ready()
	tb.say("10 follow 3")
	tb.say("3 gear 5 to line+23/o")
	tb.wantNext("10")
	if _, err := tb.take(engine.Answer{What: wMove, Car: 2, Late: true}); err != nil {
		t.Fatal(tb.fault(err))
	}
	tb.wantNext("5")
	if tb.of("10").follow != 0 {
		t.Error("it follows still")
	}
}

// LM-24: where the leader enters the pits the tow is off.
func TestATowEndsAtThePits(t *testing.T) {
	tb := sit(t, []string{"3", "10"}, "slipstreaming on").clear()
	c := tb.put("3", "line+5/i", 4)
	c.owed, c.lap = 1, 2
	tb.put("10", "line+3/i", 3).lap = 2
	tb.ready()
	tb.say("10 follow 3")
	o := tb.Options(nil, tb.Asks(nil)[0], engine.Offered)[0]
	got, err := tb.take(engine.AnswerWith(tb.Asks(nil)[0], o))
	if err != nil {
		t.Fatal(tb.fault(err))
	}
	if !strings.Contains(strings.Join(got, ";"), "10 does not follow 3 (LM-24)") || tb.of("10").follow != 0 {
		t.Errorf("%v", got)
	}
}

// LM-9, LM-22: an over-rev that is not free need not be taken to avoid a collision: the driver may ram instead, and the engine that would
// blow is offered on request alone.
func TestNobodyMustBlowTheEngineToAvoidACollision(t *testing.T) {
	tb := sit(t, []string{"3", "10", "5"}, "over-revving on").clear()
	tb.put("10", "c1+14/i", 1)
	tb.put("5", "c1+14/o", 1)
	c := tb.put("3", "c1+2/i", top)
	c.brakes, c.lapRevs, c.revs = 0, 2, 0
	tb.s.car[1].moved, tb.s.car[2].moved = tb.s.turn<<4|1, tb.s.turn<<4|2
	tb.ready()
	want(t, tb.moves(), "4:10r! 5:10x")
	if o := tb.Options(nil, tb.Asks(nil)[0], engine.Offered); len(o) == 0 || o[0].Fate != engine.Collides || o[len(o)-1].Fate == engine.GoesOut {
		t.Errorf("%+v", o)
	}
	c.lapRevs, c.revs = 0, 1 // one is free: it must be taken
	want(t, tb.moves(), "2:6r3! 3:8r2 4:10r")
}
