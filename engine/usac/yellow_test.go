package usac

import (
	"testing"

	"boxstop/engine"
)

// US-21, the worked example: 12 laps and space 10, 11 laps and space 60, 10 laps and space 30 of 64, three laps of yellow: spaces 10, 9 and
// 8, laps 15, 15 and 14.
func TestTheFieldLinesUpBehindTheLeader(t *testing.T) {
	const b = "oval-64"
	tb := place(t, b, at(b, "1.2.10", 13), at(b, "7.3.5", 12), at(b, "5.1.1", 11))
	tb.r.s.laps, tb.r.s.yellow = 25, 3
	if got := tb.r.k.board.Number(engine.Space(tb.r.s.car[1].space)) + 56; got != 60 {
		t.Fatalf("the second car stands on space %d, want 60", got)
	}
	pits := at(b, "1.1.4", 12)
	pits.entry, pits.space, pits.clock, pits.arrived = pits.space, 0, 4, 3
	tb.r.s.cars, tb.r.s.car[3] = 4, pits
	d := tb.r.open(nil)
	tb.r.roundEnds(d)
	tb.r.s = d.S
	for c, want := range map[engine.Car]string{1: "1.1.10", 2: "1.1.9", 3: "1.1.8"} {
		if got := tb.where(c); got != want {
			t.Errorf("car %d on %s, want %s", c, got, want)
		}
	}
	for i, want := range []int64{15, 15, 14, 14} {
		if got := tb.r.s.car[i].lap - 1; got != want {
			t.Errorf("car %d has driven %d laps, want %d", i+1, got, want)
		}
	}
	if c := &tb.r.s.car[3]; c.clock != 4 || c.space != 0 {
		t.Errorf("the car in the pits: %+v", c)
	}
	if tb.r.s.turn != 4 || tb.r.s.yellow != 0 {
		t.Errorf("round %d, yellow %d", tb.r.s.turn, tb.r.s.yellow)
	}
}

// US-21: behind the line a car that lines up has a lap less to its name; two flags of one round are one, the longer.
func TestALineUpAcrossTheLineKeepsLaps(t *testing.T) {
	const b = "oval-64"
	tb := place(t, b, at(b, "1.1.1", 3), at(b, "1.2.1", 3), at(b, "7.1.1", 2))
	d := tb.r.open(nil)
	tb.r.s.laps = 9
	d.S = tb.r.s
	tb.r.lineUp(d, []int64{0, 1, 2})
	tb.r.s = d.S
	for i, want := range []struct {
		at  string
		lap int64
	}{{"1.1.1", 3}, {"7.1.9", 2}, {"7.1.8", 2}} {
		if got := tb.where(engine.Car(i + 1)); got != want.at || tb.r.s.car[i].lap != want.lap {
			t.Errorf("car %d on %s in lap %d, want %+v", i+1, got, tb.r.s.car[i].lap, want)
		}
	}
	x := at("small-ring", "5.1.6", 2)
	y := troubled(t, "yellow 1; yellow 3; yellow 2; power 1", x, at("small-ring", "5.1.1", 2))
	if y.r.s.yellow != 3 || y.r.s.step != sMove {
		t.Errorf("%s", y.r.Position(nil))
	}
}

// US-22: a flag for as many laps as the leader has left ends the race at once, and the leader wins; one lap fewer does not.
func TestAFlagThatCoversTheRestEndsTheRace(t *testing.T) {
	const b = "small-ring"
	lead := at(b, "1.1.1", 3) // laps 3, 4 and 5 are left
	lead.stops = 1
	tb := troubled(t, "yellow 2", lead, at(b, "5.1.6", 2))
	if tb.r.s.step == sOver {
		t.Fatal("it is over with a lap to go")
	}
	tb = troubled(t, "retire; yellow 3", at(b, "5.1.6", 2), at(b, "5.1.3", 2), lead)
	if tb.r.s.step == sOver { // the leader rolled first: the trouble is its own
		if tb.r.s.winner == 3 {
			t.Error("a car that is out wins")
		}
	}
	tb = troubled(t, "yellow 3", at(b, "5.1.6", 2), lead)
	if tb.r.s.step != sOver || tb.r.s.winner != 2 {
		t.Fatalf("%s", tb.r.Position(nil))
	}
	if st := tb.r.Stands(nil); st[0].Car != 2 || st[0].State != engine.Finished {
		t.Errorf("%+v", st)
	}
}

// US-22, US-23: a car that completed the distance without its stops leads no more: a flag behind it is none that covers the rest of the race,
// nobody lines up behind it, and it leaves the track.
func TestACarThatIsHomeWithoutItsStopsLeadsNoMore(t *testing.T) {
	const b = "small-ring"
	home := at(b, "1.1.3", 6) // of 5
	home.stops, home.moved = 1, 3
	tb := troubled(t, "stop 1; yellow 1", at(b, "5.1.6", 3), at(b, "5.2.3", 3), home)
	if tb.r.s.step == sOver || tb.r.s.yellow != 1 {
		t.Fatalf("over with three laps to go: %s", tb.r.Position(nil))
	}
	tb.round()
	if tb.r.s.car[2].status != finished || tb.where(1) != "5.1.6" || tb.where(2) != "5.1.5" || tb.r.s.car[0].lap != 4 {
		t.Errorf("%s", tb.r.Position(nil))
	}
	if first := tb.r.Stands(nil)[0]; first.Car != 1 {
		t.Errorf("%+v leads", first)
	}
}

// US-21, US-23: a leader that went into its last lap behind the incident completes the distance by the laps that the flag credits: the
// chequered flag is said, and the race is over.
func TestACreditCanCompleteTheDistance(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "1.1.2", 5), at(b, "5.1.6", 4))
	tb.r.s.yellow = 1
	d := tb.r.open(nil)
	tb.r.roundEnds(d)
	tb.r.s = d.S
	if !has(d.Events, kChequered) || tb.r.s.step != sOver || tb.r.Stands(nil)[0].Car != 1 {
		t.Errorf("%q: %s", tb.say(d.Events), tb.r.Position(nil))
	}
}

// US-21: what the box says of the procedure holds in place of ours.
func TestTheBoxSaysHowTheFlagIsObeyed(t *testing.T) {
	const b = "oval-64"
	for _, x := range []struct {
		rule, value, where string
		lap                int64
	}{{"line-up", "none", "1.2.10", 6}, {"lane", "outside", "1.3.10", 6}, {"credit", "none", "1.1.10", 3}, {"credit", "track", "1.1.10", 6}} {
		box := *theBox()
		box.Tables = map[string]*engine.Table{}
		for n, t := range theBox().Tables {
			box.Tables[n] = t
		}
		box.Tables["yellow"] = &engine.Table{Columns: []string{"rule", "value"}, Rows: [][]string{{x.rule, x.value}}}
		tb := placeIn(t, b, &box, at(b, "1.2.10", 3))
		tb.r.s.laps, tb.r.s.yellow = 25, 3
		d := tb.r.open(nil)
		tb.r.roundEnds(d)
		tb.r.s = d.S
		if tb.where(1) != x.where || tb.r.s.car[0].lap != x.lap {
			t.Errorf("%s %s: on %s in lap %d, want %s and %d", x.rule, x.value, tb.where(1), tb.r.s.car[0].lap, x.where, x.lap)
		}
	}
}
