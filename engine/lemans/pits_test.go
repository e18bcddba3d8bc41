package lemans

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// The examples of LM-20: a Jaguar in top, its braking table in full. To 5th it is free, each gear more is one hard-braking.
func TestTheJaguarsBrakingTable(t *testing.T) {
	for from := int64(2); from <= top; from++ {
		tb := sit(t, []string{"3"}).clear()
		c := tb.put("3", "c1+1/i", from)
		c.brakes = 9
		tb.ready()
		m := tb.road(&tb.s, 1)
		for _, x := range m.shifts(nil) {
			if w := max(0, from-x.gear-1); x.gear < from && x.hard != w {
				t.Errorf("%d to %d: %d hard-brakings, want %d", from, x.gear, x.hard, w)
			}
		}
	}
	tb := sit(t, []string{"3"}).clear()
	tb.put("3", "c1+1/i", top)
	tb.ready()
	for _, x := range []struct{ gear, cost int64 }{{5, 0}, {4, 1}, {3, 2}, {2, 3}} {
		m := tb.road(&tb.s, 1)
		for _, s := range m.shifts(nil) {
			if s.gear == x.gear && s.hard != x.cost {
				t.Errorf("top to %d: %d, want %d", x.gear, s.hard, x.cost)
			}
		}
	}
}

// LM-20: class F comes down three gears at most, as often as it likes; the card's number is for four laps.
func TestClassFAndOtherLengths(t *testing.T) {
	tb := sit(t, []string{"10"}).clear()
	tb.put("10", "c1+1/i", top)
	tb.ready()
	m := tb.road(&tb.s, 1)
	if s := m.shifts(nil); len(s) != 4 || s[0].gear != 3 || s[0].hard != 0 {
		t.Errorf("%+v", s)
	}
	for laps, w := range map[int]int64{1: 1, 2: 2, 3: 3, 4: 3, 6: 5} {
		if got := sitOn(t, "dunes", laps, []string{"3"}).of("3").brakes; got != w {
			t.Errorf("%d laps: %d hard-brakings, want %d", laps, got, w)
		}
		if got := sitOn(t, "dunes", laps, []string{"3"}, "other-lengths as-printed").of("3").brakes; got != 3 {
			t.Errorf("%d laps as printed: %d", laps, got)
		}
	}
}

// LM-19, LM-21: the last hard-braking means a stop, which merges with one that was drawn; a collision's comes on top.
func TestStopsFromSeveralCauses(t *testing.T) {
	tb := sit(t, []string{"3"}).clear()
	c := tb.put("3", "c1+1/i", top)
	tb.ready()
	d := tb.open(nil)
	tb.brakes(d, 1, c.brakes)
	tb.draws(d, 1, tb.space("c1.1/i"))
	if got := d.S.car[0].owed; got != 1 {
		t.Errorf("brakes and a chance: %d, want 1", got)
	}
	tb.owe(d, engine.Event{Kind: kCollides, Car: 1, Clause: lm22}, 1)
	if got := d.S.car[0].owed; got != 2 {
		t.Errorf("and a collision: %d, want 2", got)
	}
	tb.draws(d, 1, tb.space("c1.1/i"))
	if got := d.S.car[0].owed; got != 3 {
		t.Errorf("two chances are two: %d, want 3", got)
	}
	d = tb.open(nil)
	tb.draws(d, 1, tb.space("c1.1/i"))
	tb.brakes(d, 1, c.brakes)
	if got := d.S.car[0].owed; got != 1 {
		t.Errorf("a chance and brakes: %d, want 1", got)
	}
}

// LM-19: a car that owes a stop enters the pits of its class, short of its full move; owing two it stands a turn more, and leaves in first.
func TestAStopInThePits(t *testing.T) {
	tb := sit(t, []string{"3", "10"}).clear()
	c := tb.put("3", "line+5/i", 4) // class D: pits 7 to 12, ranks 8 to 14
	tb.put("10", "c1+1/i", 2)
	c.owed, c.lap = 2, 2
	tb.ready()
	if !strings.Contains(tb.moves(), "P") {
		t.Fatalf("no pits: %s", tb.moves())
	}
	if tb.of("10").owed == 0 {
		for _, o := range tb.all(&tb.s, 2, nil) {
			if o.pit {
				t.Error("who owes nothing may stop")
			}
		}
	}
	tb.wantNext("3")
	o := tb.Options(nil, tb.Asks(nil)[0], engine.Offered)[0]
	if o.Note&notePit == 0 {
		t.Fatalf("the pits do not stand first: %+v", o)
	}
	got, err := tb.take(engine.Answer{What: wMove, Car: 1, Value: o.Value, Note: o.Note, Path: o.Path})
	if err != nil {
		t.Fatal(tb.fault(err))
	}
	if !strings.Contains(strings.Join(got, ";"), "3 in the pits for 2 turns (LM-19)") || c.owed != 0 || c.waits != 1 || c.made != 2 {
		t.Errorf("%v %+v", got, c)
	}
	tb.say("10 gear 2 to c1+5/i")
	tb.wantNext("10") // 3 moves last: it stands one turn more
	tb.say("10 gear 2 to c1+9/i")
	if c.waits != 0 || tb.s.turn != 4 {
		t.Errorf("waits %d in turn %d", c.waits, tb.s.turn)
	}
	tb.say("10 gear 2 to c1+13/i")
	tb.wantNext("3")
	if got := tb.moves(); strings.Contains(got, "2:") || !strings.Contains(got, "1:3") {
		t.Errorf("it leaves with %s", got)
	}
}

// LM-19: where the pits are full a car waits on the nearest free grey space before them, or any number fit.
func TestPitsThatAreFull(t *testing.T) {
	for _, o := range []string{"pit-full wait", "pit-full unlimited"} {
		tb := sit(t, []string{"3", "7", "11", "10"}, o).clear()
		for i, m := range []string{"7", "11", "10"} {
			c := tb.stop(tb.put(m, []string{"pit.d.2", "pit.d.4", "pit.d.6"}[i], 1))
			c.inPit, c.waits, c.lap = 1, 3, 2
		}
		c := tb.put("3", "line+3/i", 4)
		c.owed, c.lap = 1, 2
		tb.ready()
		some := false
		for _, x := range tb.all(&tb.s, 1, nil) {
			if x.pit {
				some = true
				if in := tb.k.class[x.end] == 1; in != (o == "pit-full unlimited") {
					t.Errorf("%s: it may end on %s", o, tb.k.board.Address(x.end))
				}
			}
		}
		if !some {
			t.Errorf("%s: nowhere to stop: %s", o, tb.moves())
		}
	}
}

// LM-33: a stop that was missed: at once beyond the exit, or when the table calls it; missed again the car is disqualified.
func TestAMissedStop(t *testing.T) {
	tb := sit(t, []string{"3", "10"}).clear()
	c := tb.put("3", "line+24/o", 4)
	tb.put("10", "line+10/o", 2)
	c.owed, c.lap, c.missing = 1, 2, 1
	tb.ready()
	tb.wantNext("3")
	got := strings.Join(tb.say("3 gear 4 to start+3/o"), ";")
	if !strings.Contains(got, "3 missed its stop") || c.missed != 1 || c.owed != 1 || c.stopped == 0 {
		t.Errorf("%s %+v", got, c)
	}
	if at := tb.k.places[c.space].Front - tb.k.exit; at <= 0 || at > 2*engine.Unit {
		t.Errorf("it stands %d beyond the exit", at/engine.Unit)
	}
	c.missing = 1
	d := tb.open(nil)
	tb.misses(d, 1)
	if d.S.car[0].status != disqualified {
		t.Error("missed twice, and it races on")
	}
	tb = sit(t, []string{"3", "10"}, "missed-stop when-the-table-calls-it").clear()
	c = tb.put("3", "line+30/o", 3)
	tb.put("10", "line+10/o", 2)
	c.owed, c.lap, c.missing = 1, 2, 1
	tb.ready()
	if _, err := tb.take(engine.Answer{What: wMissed, Car: 1}); err != nil {
		t.Fatal(tb.fault(err))
	}
	if c.called != 1 || c.stopped != 0 {
		t.Error("it is stopped where its move ends, not before")
	}
	if _, err := tb.take(engine.Answer{What: wMissed, Car: 2}); err == nil || tb.fault(err) != "10 missed no stop (LM-33)" {
		t.Error(err)
	}
	got = strings.Join(tb.say("3 gear 2 to c1+2/i"), ";")
	if !strings.Contains(got, "3 missed its stop") || c.stopped == 0 {
		t.Error(got)
	}
}

// LM-19, LM-34: a passage belongs to the lap that ends there: with the pits beyond the line the last lap begins with a passage that counts,
// and a stop that is owed behind it lapses.
func TestOnTheLastLapNoStopIsMade(t *testing.T) {
	tb := sit(t, []string{"3"}).clear()
	c := tb.put("3", "line+5/i", 3)
	c.owed, c.lap = 1, 4
	tb.ready()
	if !tb.k.due(&tb.s, c) {
		t.Error("the passage after the third lap is due in the fourth")
	}
	c.space = int64(tb.space("c1+2/i"))
	if tb.k.due(&tb.s, c) {
		t.Error("on the last lap no stop is due")
	}
	d := tb.open(nil)
	tb.lapses(d, 1)
	if d.S.car[0].owed != 0 {
		t.Error("it does not lapse")
	}
	c.lap = 3
	if !tb.k.due(&tb.s, c) {
		t.Error("at the end of the third lap it is due")
	}
}
