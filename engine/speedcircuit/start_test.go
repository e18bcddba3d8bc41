package speedcircuit

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// SC-1
func TestCardsSayWhereACarStandsAndWhatItCan(t *testing.T) {
	tb := sit(t, file("straight-and-bend"), 6, 1)
	for i, want := range []string{"1.1.3", "1.2.3", "1.3.3", "1.1.2", "1.2.2", "1.3.2"} {
		if got := tb.on(i + 1); got != want {
			t.Errorf("card %c: got %s, want %s", 'A'+i, got, want)
		}
	}
	for i, want := range []spec{{60, 40, 20, 160, 6}, {40, 60, 40, 180, 4}, {40, 60, 20, 180, 5}, {40, 60, 40, 180, 4}, {40, 60, 40, 160, 5}, {40, 60, 20, 180, 5}} {
		c := tb.car(i + 1)
		if got := (spec{c.start, c.accel, c.decel, c.top, c.wear}); got != want {
			t.Errorf("card %c: got %+v, want %+v", 'A'+i, got, want)
		}
	}
	start := func(cards ...int) error {
		es := entries(len(cards))
		for i, c := range cards {
			es[i].Card = c
		}
		_, err := New().Start(engine.Setup{Board: file("straight-and-bend"), Box: box(), Entries: es})
		return err
	}
	for _, x := range []struct {
		cards []int
		want  string
	}{
		{[]int{0, 1, 3}, "the cards A to C"}, // three drivers: A, B and C alone are dealt
		{[]int{0, 0}, "both have card A"},
		{[]int{5, 4, 3, 2}, ""}, // with four the places of the rest stay empty
		{[]int{}, "1 to 6"},
	} {
		err := start(x.cards...)
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want) || !strings.Contains(err.Error(), "SC-1")) {
			t.Errorf("cards %v: got %v, want %q", x.cards, err, x.want)
		}
	}
}

// SC-1: dealt by lot.
func TestTheDealMayBeByLot(t *testing.T) {
	r, err := New().Start(engine.Setup{Board: file("straight-and-bend"), Box: box(), Entries: entries(3), Grid: engine.ByLot})
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{t, r.(*Race), r.(*Race).k}
	tb.wantAsked("- draw")
	for _, order := range [][]engine.Car{{1, 2}, {1, 2, 2}, {1, 2, 4}, nil} {
		if i := tb.refuse(engine.Answer{What: wDraw, Order: order}); i.Fault != xDraw || i.Clause != sc1 {
			t.Errorf("draw %v: got %+v", order, i)
		}
	}
	tb.take(engine.Answer{What: wDraw, Order: []engine.Car{3, 1, 2}})
	tb.want("card of C", tb.car(3).card, 1)
	if tb.on(3) != "1.1.3" || tb.on(1) != "1.2.3" {
		t.Errorf("C on %s, A on %s; want the first places", tb.on(3), tb.on(1))
	}
	tb.wantAsked("C move")
}

// Example of SC-2, and each of the six cards is worth exactly five (SC-2, Check).
func TestFivePointsAreSpentOneSpecificationAtATimeInSecret(t *testing.T) {
	for _, x := range [][5]int64{{60, 60, 40, 160, 4}, {40, 60, 60, 140, 5}} {
		sum := int64(0)
		for i, v := range x {
			sum += worth(i, v)
		}
		if sum != 5 {
			t.Errorf("%v: got %d points, want 5", x, sum)
		}
	}
	tb := sit(t, file("straight-and-bend"), 2, 2, "advanced-preparation on")
	for i, x := range []struct{ a, b int64 }{{60, 40}, {60, 60}, {40, 60}, {160, 140}, {4, 5}} {
		w := wBegin + engine.What(i)
		name := aboutGame.Asks[w].Name
		tb.wantAsked("A " + name + ", B " + name)
		es := tb.say(w, 1, x.a)
		if e := es[0]; len(es) != 1 || e.Redacted(&aboutGame).Is != 0 || e.Kind != kChooses {
			t.Errorf("%s: %+v says what was chosen before all have", name, es)
		}
		tb.wantAsked("A " + name + " done, B " + name)
		es = tb.say(w, 2, x.b)
		if e, ok := kind(es, kPrepares); !ok || e.Clause != sc2 {
			t.Errorf("%s: nothing is revealed: %+v", name, es)
		}
	}
	tb.want("points of A", tb.car(1).spent, 5)
	tb.want("wear of A, two laps (SC-3)", tb.car(1).wear, 8)
	tb.want("wear of B, two laps (SC-3)", tb.car(2).wear, 10)
	tb.wantAsked("A move") // the cards still deal the places; A is faster
	if tb.on(1) != "1.1.3" || tb.on(2) != "1.2.3" {
		t.Errorf("A on %s, B on %s", tb.on(1), tb.on(2))
	}
}

// SC-2: more than five in all is refused, points not spent are lost, and who says nothing spends none.
func TestMoreThanFivePointsAreRefused(t *testing.T) {
	tb := sit(t, file("straight-and-bend"), 1, 1, "advanced-preparation on")
	tb.say(wBegin, 1, 80)
	tb.say(wAccel, 1, 60)
	if i := tb.refuse(engine.Answer{What: wDecel, Car: 1, Value: 60}); i.Fault != xPoints || i.Hi != 1 || i.Lo != 40 || i.Clause != sc2 {
		t.Errorf("a sixth point: got %+v", i)
	}
	if i := tb.refuse(engine.Answer{What: wDecel, Car: 1, Value: 50}); i.Fault != xSpec {
		t.Errorf("50: got %+v", i)
	}
	a := tb.r.Asks(nil)[0]
	if got := len(tb.r.Options(nil, a, engine.Offered)); got != 2 {
		t.Errorf("%d values are offered with one point left, want 2", got)
	}
	if got := len(tb.r.Options(nil, a, engine.Refused)); got != 1 {
		t.Errorf("%d are refused, want 1", got)
	}
	for _, w := range []engine.What{wDecel, wTop, wWear} {
		tb.take(engine.Answer{What: w, Car: 1, Late: true})
	}
	tb.want("points", tb.car(1).spent, 4)
	tb.want("wear", tb.car(1).wear, 4)
	tb.want("top", tb.car(1).top, 140)
}

// SC-3
func TestWearIsMultipliedByTheLaps(t *testing.T) {
	tb := sit(t, file("straight-and-bend"), 2, 3)
	tb.want("wear of card A over three laps", tb.car(1).wear, 18)
	tb.want("its allowance", tb.car(1).allow, 18)
}

// SC-4: first row before second, within a row the higher start speed, then inside.
func TestTheFirstTurnIsDrivenAtStartSpeedInGridOrder(t *testing.T) {
	tb := sit(t, file("straight-and-bend"), 6, 1)
	order := ""
	for range 6 {
		a := tb.r.Asks(nil)[0]
		tb.want("speed", tb.car(int(a.Car)).speed, tb.car(int(a.Car)).start)
		order += string(rune('A' + a.Car - 1))
		tb.take(engine.AnswerWith(a, tb.r.Options(nil, a, engine.Offered)[0]))
	}
	if order != "ABCDEF" {
		t.Errorf("got %s, want ABCDEF", order)
	}
}

// SC-5, SC-6
func TestSpeedsAreSetInSecretInStepsOfTwenty(t *testing.T) {
	tb := place(t, nil, at("1.1.5", 100), at("1.2.5", 40))
	tb.r.s.step = sSpeed
	tb.wantAsked("A speed, B speed")
	a := tb.r.Asks(nil)[0]
	opts := tb.r.Options(nil, a, engine.Offered)
	if len(opts) != 8 || opts[0].Value != 20 || opts[7].Value != 160 {
		t.Errorf("offered from 100, up 60: %+v; want 20 to 160", opts)
	}
	if opts[0].Pays[0].N != 2 || opts[0].Fate != engine.Drives {
		t.Errorf("20 from 100 with 40 to brake: got %+v, want 2 wear", opts[0])
	}
	for v, want := range map[int64]engine.Fault{180: xSpeed, 110: xSteps, 0: xSpeed, -20: xSpeed} {
		if i := tb.refuse(engine.Answer{What: wSpeed, Car: 1, Value: v}); i.Fault != want || i.Lo != 20 || i.Hi != 160 {
			t.Errorf("%d: got %+v", v, i)
		}
	}
	es := tb.say(wSpeed, 1, 120)
	if len(es) != 1 || es[0].Redacted(&aboutGame).Is != 0 {
		t.Errorf("a speed is shown before all are set: %+v", es)
	}
	if v := tb.r.Public(0).Value(fNext, 1); v != engine.Hidden {
		t.Errorf("everybody may know %d", v)
	}
	if v := tb.r.Public(1).Value(fNext, 1); v != 7 {
		t.Errorf("its own driver sees %d, want 7", v)
	}
	tb.say(wSpeed, 1, 140) // replaces it
	tb.take(engine.Answer{What: wSpeed, Car: 2, Late: true})
	tb.want("shown of A", tb.car(1).speed, 140)
	tb.want("B keeps last turn's", tb.car(2).speed, 40)
	tb.wantAsked("A move")
	if i := tb.refuse(engine.Answer{What: wSpeed, Car: 1, Value: 100}); i.Fault != xNotAsked {
		t.Errorf("changed after it was shown: got %+v", i)
	}
}

// SC-5 (lowest-speed), SC-6: never above the top speed.
func TestTheLowestSpeedIsATableOptionAndTheTopHolds(t *testing.T) {
	tb := place(t, []string{"lowest-speed 0"}, at("1.1.5", 160), at("5.1.1", 20))
	tb.r.s.step = sSpeed
	lo, hi := tb.r.s.low(), tb.r.s.high(tb.car(1))
	if lo != 0 || hi != 180 {
		t.Errorf("got %d to %d, want 0 to 180", lo, hi)
	}
	tb.car(1).top = 160
	tb.want("with a top speed of 160", tb.r.s.high(tb.car(1)), 160)
	tb.say(wSpeed, 1, 160)
	tb.say(wSpeed, 2, 0)
	tb.wantAsked("B move") // further round the lap
	if es := tb.path(2, ""); es[0].Kind != kStays {
		t.Errorf("at 0 mph: got %+v", es[0])
	}
	tb.path(1, "aaaaaaaa")
	tb.r.s.lowest = 0
	tb.want("what is kept of 0 where 20 is the lowest", tb.r.s.kept(tb.car(2)), 20)
}

// SC-7: furthest ahead by the front of the space, laps first; then speed, then inside.
func TestTheOrderOfMovement(t *testing.T) {
	for _, x := range []struct {
		why  string
		cars []put
		want string
	}{
		{"furthest ahead first", []put{at("1.1.5", 40), at("1.2.7", 20), at("1.3.6", 180)}, "BCA"},
		{"laps count", []put{at("1.1.5", 40).lap(2), at("5.2.7", 20), at("1.3.6", 180)}, "ABC"},
		{"level: the faster", []put{at("1.1.5", 40), at("1.2.5", 60), at("1.3.5", 80)}, "CBA"},
		{"level and equally fast: inside", []put{at("1.3.5", 40), at("1.2.5", 40), at("1.1.5", 40)}, "CBA"},
		{"the front counts, not the count: 2 of 2 outside before 2 of 3 in the middle", []put{at("4.2.2", 100), at("4.3.2", 20)}, "BA"},
		{"inside is what the board says: right in the second bend", []put{at("4.1.3", 40), at("4.3.2", 40)}, "BA"},
	} {
		tb := place(t, nil, x.cars...)
		d := tb.r.open(nil)
		tb.r.order(d, sc7)
		got := ""
		for rank := int64(1); rank <= int64(len(x.cars)); rank++ {
			for i := range x.cars {
				if d.S.car[i].rank == rank {
					got += string(rune('A' + i))
				}
			}
		}
		if got != x.want {
			t.Errorf("%s: got %s, want %s", x.why, got, x.want)
		}
	}
}

// SC-8
func TestACarDrivesAheadOrDiagonallyAndNeverThroughACar(t *testing.T) {
	tb := place(t, nil, at("1.2.5", 40), at("1.2.6", 20), at("1.1.6", 20), at("1.1.7", 20))
	tb.wantEnds("1.2.7, 1.3.7") // between two cars to the right and back
	for path, want := range map[string]engine.Fault{"aa": xBlocked, "la": xBlocked, "r": xShort, "raa": xLong, "rr": xNoStep, "xa": xNoStep} {
		p, _ := engine.ParsePath(path)
		if i := tb.refuse(engine.Answer{What: wMove, Car: 1, Path: p}); i.Fault != want || i.Clause != sc8 {
			t.Errorf("%s: got %s %+v, want %s", path, aboutGame.Faults[i.Fault], i, aboutGame.Faults[want])
		}
	}
	why := tb.list(engine.Refused)
	if len(why) != 1 || why[0].Refusal.By != 4 || why[0].Refusal.Clause != sc8 {
		t.Errorf("refused: got %+v, want D on 1.1.7", why)
	}
	// a diagonal between two cars is legal if its target is free
	tb = place(t, nil, at("1.2.5", 20), at("1.1.5", 20), at("1.2.6", 20))
	tb.wantEnds("1.1.6, 1.3.6")
	if i := tb.refuse(engine.Answer{What: wMove, Car: 2, Path: 1}); i.Fault != xNotYours || i.By != 1 || i.Clause != sc7 {
		t.Errorf("out of turn: got %+v", i)
	}
}
