package lemans

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// The example of LM-9, typed as in commands.md (LM-1, LM-3, LM-5, LM-6).
func TestTheStartOfTheRuleBook(t *testing.T) {
	tb := sit(t, []string{"8", "10", "5"})
	tb.wantNext("8")
	tb.say("8 gear 1 to start+2/r")
	tb.say("10 gear 1 to start+3/l")
	tb.refuse("5 gear 1 to start+1/r", "5 gear 1: no move in it ends there; it drives 1 to 3 (LM-6)")
	tb.say("5 gear 1 to start+1/l")
	tb.wantNext("10")
	tb.say("10 gear 2 to start+7/l")
	tb.say("8 gear 2 to start+7/r")
	tb.refuse("5 gear 2", "5 gear 2 needs 6, 4 are free behind 10; gear 1 fits (LM-9)")
	tb.say("5 gear 1 to start+4/r")
	tb.wantNext("10") // level with 8, and moved earlier (LM-3)
	tb.say("10 gear 1 to start+10/l")
	tb.wantNext("8")
	tb.say("8 gear 1 to start+9/r")
	tb.wantNext("5")
}

// The second example of LM-9: a Jaguar in fourth, blocked at the tenth space, takes third, exactly 8 (LM-6).
func TestABlockedJaguarTakesThird(t *testing.T) {
	tb := sit(t, []string{"3", "10", "5"}).clear()
	tb.put("10", "c1+13/i", 3)
	tb.put("5", "c1+13/o", 3)
	tb.put("3", "c1+2/i", 4)
	tb.s.car[1].moved, tb.s.car[2].moved = tb.s.turn<<4|1, tb.s.turn<<4|2
	tb.ready()
	tb.wantNext("3")
	want(t, tb.moves(), "1:1b2 1:2b2 1:3b2 2:6b 3:8")
	tb.refuse("3 gear 4", "3 gear 4 needs 10, 9 are free behind 10; gear 3 fits (LM-9)")
}

// LM-1: ranks of two, inside first, each directly behind the one ahead; the arrow is where the first stands.
func TestTheGridStandsInRanksOfTwo(t *testing.T) {
	tb := sit(t, []string{"8", "10", "5"})
	tb.wantAt("8", "grid.1/i")
	tb.wantAt("10", "grid.1/o")
	tb.wantAt("5", "grid.2/i")
	if tb.k.rear(tb.of("8").space) == 0 || tb.k.places[tb.k.rear(tb.of("8").space)].Behind != engine.Space(tb.of("5").space) {
		t.Error("5 does not stand directly behind 8")
	}
	if tb.of("8").lap != 1 { // LM-34: the first lap begins at the arrow
		t.Errorf("lap %d", tb.of("8").lap)
	}
}

// LM-1: the grid by a die roll for each car, highest first; level ones roll again.
func TestLevelRollsForTheGridAreRolledAgain(t *testing.T) {
	es := sit(t, []string{"8", "10", "5"}).w.Entries
	r, err := New().Start(engine.Setup{Board: courses["dunes"], Box: theBox, Entries: es, Grid: engine.ByRoll})
	if err != nil {
		t.Fatal(err)
	}
	tb := sit(t, []string{"8", "10", "5"})
	tb.Race = r.(*Race)
	tb.say("10 roll 4")
	tb.say("8 roll 4")
	if n := len(tb.Asks(nil)); n != 1 {
		t.Fatalf("%d asks, one car has not rolled", n)
	}
	tb.say("5 roll 6")
	want(t, string(tb.w.Open(nil, tb.Asks(nil))), "8 roll 1, 10 roll 1")
	tb.say("8 roll 1")
	tb.say("10 roll 2")
	want(t, string(tb.w.Open(nil, tb.Asks(nil))), "5 gear")
	tb.wantAt("10", "grid.1/o")
	tb.wantAt("8", "grid.2/i")
}

// LM-31: the cars come out of the pits in the order of their lots, over the grey space; one that finds it taken waits.
func TestALeMansStart(t *testing.T) {
	tb := sit(t, []string{"8", "10", "5"}, "le-mans-start on")
	tb.wantNext("8")
	for _, m := range []string{"8", "10", "5"} {
		if tb.of(m).stall == 0 || !tb.k.grey[tb.of(m).space] {
			t.Fatalf("%s does not stand beside a grey space", m)
		}
	}
	want(t, tb.moves(), "1:2") // an Alfa's first gear: the grey space, and one straight on
	tb.say("8 gear 1")
	if got := tb.k.board.Number(engine.Space(tb.of("8").space)); got != 2 {
		t.Errorf("8 stands on grey space %d", got+1)
	}
	// 10 waits: the rear of a car stands on its grey space
	tb.clear()
	tb.put("8", "pit.c.5", 1)
	tb.put("10", "pit.c.4", 0)
	tb.put("5", "line+30/o", 1)
	tb.of("10").stall = 1
	tb.s.car[0].moved = tb.s.turn<<4 | 1
	tb.ready()
	if !tb.s.hasMoved(tb.of("10")) || tb.of("10").stall == 0 {
		t.Error("10 came out over a taken grey space")
	}
	tb.wantNext("5")
	tb.clear()
	tb.put("8", "pit.c.6", 1)
	tb.put("10", "pit.c.4", 0)
	tb.of("10").stall = 1
	tb.s.car[0].moved = tb.s.turn<<4 | 1
	tb.ready()
	if len(tb.moves()) == 0 || tb.s.hasMoved(tb.of("10")) {
		t.Error("the grey space is free, and 10 waits")
	}
}

// LM-4, LM-35: stopped cars move after all others, the first that stopped first, in first gear; who moved has left the queue.
func TestStoppedCarsMoveLast(t *testing.T) {
	tb := sit(t, []string{"8", "10", "5", "3"}).clear()
	a := tb.stop(tb.put("8", "c1+9/i", 3))
	tb.put("10", "c1+6/o", 3)
	b := tb.stop(tb.put("5", "c1+4/i", 3))
	tb.put("3", "c1+2/o", 2)
	a.stopped, b.stopped = b.stopped, a.stopped // 5 stopped before 8
	tb.ready()
	tb.wantNext("10")
	tb.say("10 gear 3 to c2-6/o")
	tb.wantNext("3")
	tb.say("3 gear 2 to c1+8/o")
	tb.wantNext("5")
	tb.refuse("5 gear 2", "5 gear 2: it starts from rest, in gear 1 (LM-35)")
	tb.say("5 gear 1 to c1+7/i")
	tb.wantNext("8")
	tb.say("8 gear 1 to c1+11/i")
	if tb.of("8").stopped != 0 || tb.of("5").still != 0 {
		t.Error("who moved is in the queue still")
	}
	tb.wantNext("10")
}

// LM-6: in first gear a car may move fewer, at least one space where one is open; hemmed in it stands.
func TestFirstGearMayMoveFewer(t *testing.T) {
	tb := sit(t, []string{"3", "10", "5"}).clear()
	tb.put("3", "c1+2/i", 1)
	tb.ready()
	want(t, tb.moves(), "1:1 1:2 1:3 2:6")
	tb.clear()
	tb.put("10", "c1+4/i", 1)
	tb.put("5", "c1+4/o", 1)
	tb.put("3", "c1+2/i", 1)
	tb.s.car[1].moved, tb.s.car[2].moved = tb.s.turn<<4|1, tb.s.turn<<4|2
	tb.ready()
	want(t, tb.moves(), "1:0")
	want(t, strings.Join(tb.say("3 gear 1 stand"), "; "), "3 stands: 10 is in its way, c1+2/i (LM-6)")
}
