package lemans

import (
	"errors"
	"strings"
	"testing"

	"boxstop/engine"
)

// roll is a chance's answer.
func roll(car engine.Car, faces ...uint8) engine.Answer {
	a := engine.Answer{What: wChance, Car: car}
	copy(a.Faces[:], faces)
	return a
}

// LM-10, on a straight: a car stands with its front on c1+11. Stopped: out of its lane from c1+8, back in at c1+12. Moving: from c1+9, and
// at c1+13.
func TestPassingRules(t *testing.T) {
	for _, x := range []struct {
		stopped bool
		out, in int // of the spaces where the lane is changed, front and aim
		ok      bool
	}{
		{true, 8, 12, true},
		{true, 9, 12, false},
		{true, 8, 11, false},
		{false, 9, 13, true},
		{false, 9, 12, false},
		{false, 10, 13, false},
	} {
		tb := sit(t, []string{"3", "10"}).clear()
		o := tb.put("10", "c1+11/i", 2)
		if x.stopped {
			tb.stop(o)
		}
		tb.put("3", "c1+4/i", 5)
		tb.s.car[1].moved = tb.s.turn<<4 | 1
		tb.ready()
		m := tb.road(&tb.s, 1)
		m.in(5)
		p, n := engine.Path(0), 0
		for at := 4; at < 14; at++ {
			st := engine.Ahead
			switch {
			case at == x.out:
				st = engine.Left // inside is right
			case at == x.in-1:
				st = engine.Right
			}
			p = p.Then(st, n)
			n++
		}
		if got := m.trace(p); (got.bad == 0) != x.ok {
			t.Errorf("%+v: step %d is refused", x, got.bad)
		}
	}
	// A car that begins its move directly behind a stopped one may change lane from there.
	tb := sit(t, []string{"3", "10"}).clear()
	tb.stop(tb.put("10", "c1+11/i", 2))
	tb.put("3", "c1+9/i", 1)
	tb.ready()
	if !strings.Contains(tb.moves(), "1:3") {
		t.Errorf("it may not pull out: %s", tb.moves())
	}
}

// LM-8: no move ends across two lanes, none goes sideways.
func TestNoMoveEndsAcrossTwoLanes(t *testing.T) {
	tb := sit(t, []string{"3"}).clear()
	tb.put("3", "c1+4/i", 2)
	tb.ready()
	for _, o := range tb.all(&tb.s, 1, nil) {
		if n := o.path.Len(); n > 0 && o.path.Step(n-1) != engine.Ahead {
			t.Errorf("path %s", o.path.Append(nil))
		}
	}
	_, err := tb.take(engine.Answer{What: wMove, Car: 1, Value: 1, Path: engine.Straight(2).Then(engine.Left, 2)})
	want(t, tb.fault(err), "3 path: at windmill-2/o it lies across two lanes; the last step is straight (LM-8)")
}

// LM-7: in the Elbow the inside has spaces that count two; with one count left they cannot be entered, and a last count is lost.
func TestASpaceMarkedTwoCountsTwo(t *testing.T) {
	tb := sit(t, []string{"5", "10"}).clear()
	tb.put("5", "c2.1/i", 2) // 6 in 2nd: 2, 2, 1 and 1 beyond
	tb.put("10", "c2.4/o", 1)
	tb.ready()
	m := tb.road(&tb.s, 1)
	tr := m.trace(engine.Straight(4))
	if tr.spent != 6 {
		t.Errorf("four spaces inside count %d, want 6", tr.spent)
	}
	// 10 beside the corner and 5 in 1st: three counts are 2 and 1 lost, where the third would be the second two
	tb = sit(t, []string{"5"}).clear()
	c := tb.put("5", "c2.1/i", 1)
	tb.ready()
	c.gear = 1
	got := tb.moves()
	if !strings.Contains(got, "1:2") {
		t.Errorf("moves %s", got)
	}
}

// LM-12, LM-13: in the gear of the card free, one above a chance, two above a spin-out, and that only where no lower gear can be had.
func TestTheGearOfACorner(t *testing.T) {
	tb := sit(t, []string{"3"}).clear()
	c := tb.put("3", "c2-2/o", 2) // a hairpin: a Jaguar takes it in 2nd
	c.brakes = 0
	tb.ready()
	want(t, tb.moves(), "1:1 1:2 1:3 2:6 3:8c")
	c.gear = 3
	want(t, tb.moves(), "2:6 3:8c")
	c.gear = 4
	want(t, tb.moves(), "3:8c")
	c.gear = 5
	want(t, tb.moves(), "4:2s")
	c.brakes = 1
	want(t, tb.moves(), "3:8bc")
}

// LM-17: a car that spins out because it cannot come down far enough uses no hard-braking, however far it shifted down.
func TestASpinOutUsesNoHardBraking(t *testing.T) {
	tb := sit(t, []string{"3", "10"}).clear()
	c := tb.put("3", "c2-2/o", top)
	tb.put("10", "c1+3/o", 1)
	c.brakes = 1
	tb.ready()
	want(t, tb.moves(), "4:2s") // 3rd would be a chance, and takes two
	if got := strings.Join(tb.say("3 gear 4 spin to c2.1/o"), "; "); !strings.Contains(got, "3 spins out") {
		t.Error(got)
	}
	if c.brakes != 1 || c.owed != 0 {
		t.Errorf("%d hard-brakings left, %d stops owed", c.brakes, c.owed)
	}
}

// LM-18: a car that is hemmed in where it stands spun out does not move, and the next one that spins out there collides with it.
func TestACarThatIsHemmedInStandsSpunOutStill(t *testing.T) {
	tb := sit(t, []string{"3", "10", "5"}).clear()
	c := tb.stop(tb.put("3", "so.c2", 1))
	c.spun = int64(tb.k.places[tb.space("so.c2")].Section) + 1
	tb.put("10", "c2.6/o", 1)
	tb.put("5", "c2.4/i", 1)
	tb.s.car[1].moved, tb.s.car[2].moved = tb.s.turn<<4|1, tb.s.turn<<4|2
	tb.ready()
	tb.wantNext("3")
	want(t, tb.moves(), "1:0")
	tb.say("3 gear 1 stand")
	if c.spun == 0 {
		t.Error("it stands on SO, and counts as not spun out")
	}
}

// LM-14: no shifting in a corner; on its last space up one, or down as usual, or with the other reading up only.
func TestNoShiftingInACorner(t *testing.T) {
	tb := sit(t, []string{"3"}).clear()
	c := tb.put("3", "c2.2/o", 2)
	tb.ready()
	want(t, tb.moves(), "2:6")
	tb.refuse("3 gear 3", "3 gear 3: no shifting in a corner, it stays in 2 (LM-14)")
	c.space, c.gear = int64(tb.space("c2.6/o")), 3
	if got := tb.moves(); !strings.Contains(got, "4:10") || !strings.Contains(got, "2:6") {
		t.Errorf("on the last space: %s", got)
	}
	tb.s.lastSpace = 1
	if got := tb.moves(); !strings.Contains(got, "4:10") || strings.Contains(got, "2:6") {
		t.Errorf("on the last space, up only: %s", got)
	}
}

// LM-15, LM-17: what the chance table says; a wet corner has a column of its own, and a marker.
func TestAChance(t *testing.T) {
	for _, x := range []struct {
		face uint8
		wet  bool
		want string
	}{
		{1, false, "3 safely cornered"},
		{4, false, "owed"},
		{5, false, "3 spins out"},
		{6, false, "3 smashes up"},
		{3, true, "owed"},
		{4, true, "3 spins out"},
	} {
		tb := sit(t, []string{"3", "10"}).clear()
		tb.put("3", "c2-2/o", 3)
		tb.put("10", "c1+3/o", 1)
		sec := tb.k.places[tb.space("c2.1/o")].Section
		if x.wet {
			tb.s.wet = 1 << sec
		}
		tb.ready()
		tb.say("3 gear 3 chance path aaaaaaaa")
		if n := len(tb.Asks(nil)); n != 1 || tb.s.step != sChance {
			t.Fatalf("%d asks", n)
		}
		got, err := tb.take(roll(1, x.face))
		if err != nil {
			t.Fatal(tb.fault(err))
		}
		text := strings.Join(got, "; ")
		switch {
		case x.face == 1:
			tb.wantAt("3", "c2+1/o")
			if tb.of("3").rolled == 0 {
				t.Error("a chance survived does not hold")
			}
		case !strings.Contains(text, x.want):
			t.Errorf("%d: %s, want %s", x.face, text, x.want)
		}
		if strings.Contains(x.want, "spins") {
			tb.wantAt("3", "so.c2")
			if len(tb.Markers(nil)) != 1 || tb.of("3").gear != 0 || tb.of("3").stopped == 0 {
				t.Error("no wet marker, or it does not stand")
			}
		}
		if x.face == 6 && (tb.of("3").status != out || tb.of("3").space != 0) {
			t.Error("it is on the board still")
		}
	}
	// LM-15: everyone rolls on a wet corner, with the other reading
	tb := sit(t, []string{"3"}, "wet everyone-rolls").clear()
	tb.put("3", "c2-2/o", 2)
	tb.ready()
	tb.s.wet = 1 << tb.k.places[tb.space("c2.1/o")].Section
	want(t, tb.moves(), "1:1 1:2c 1:3c 2:6c 3:8c")
}

// LM-18: the printed pile-up. Three cars: 2, 2 and 1 turns in the pits; two: 1 and 1; one alone none.
func TestThePrintedPileUp(t *testing.T) {
	for n, owed := range map[int][]int64{1: {0}, 2: {1, 1}, 3: {2, 2, 1}} {
		tb := sit(t, []string{"3", "10", "5"}).clear()
		sec := int(tb.k.places[tb.space("c2.1/o")].Section)
		for i, at := range []string{"c1+4/i", "c1+2/o", "c1+1/i"} {
			tb.put([]string{"3", "10", "5"}[i], at, 3)
		}
		tb.ready()
		for c := engine.Car(1); int(c) <= n; c++ {
			d := tb.open(nil)
			tb.spinsOut(d, c, tb.k.so[sec], lm13)
			tb.Race.s = d.S
		}
		for i, w := range owed {
			if got := tb.s.car[i].owed; got != w {
				t.Errorf("%d cars, car %d owes %d, want %d", n, i+1, got, w)
			}
		}
		if n > 1 && tb.k.places[tb.k.rear(tb.s.car[0].space)].Behind != engine.Space(tb.s.car[1].space) {
			t.Error("the second does not stand directly behind the first")
		}
	}
	// The other reading: a car of an earlier turn is no longer hit.
	tb := sit(t, []string{"3", "10"}, "window same-turn").clear()
	sec := int(tb.k.places[tb.space("c2.1/o")].Section)
	tb.put("3", "c1+4/i", 3)
	tb.put("10", "c1+2/o", 3)
	tb.ready()
	for c := engine.Car(1); c <= 2; c++ {
		d := tb.open(nil)
		tb.spinsOut(d, c, tb.k.so[sec], lm13)
		tb.Race.s = d.S
		tb.s.car[0].since = 1
	}
	if tb.s.car[0].owed != 0 || tb.s.car[1].owed != 0 || tb.s.car[0].space == tb.s.car[1].space {
		t.Errorf("owed %d and %d", tb.s.car[0].owed, tb.s.car[1].owed)
	}
	// LM-17: a car that is not spun out stands on SO: the nearest two free spaces behind, without a collision
	tb = sit(t, []string{"3", "10"}).clear()
	tb.put("10", "so.c2", 2)
	tb.put("3", "c1+2/o", 3)
	tb.ready()
	if got := tb.spinSpace(&tb.s, 1, sec); tb.k.places[tb.k.places[got].To[engine.Ahead]].To[engine.Ahead] != tb.k.so[sec] {
		t.Errorf("it stands on %s", tb.k.board.Address(got))
	}
}

// LM-16: the marked diagonal avoids the corner, is one count and a change of lane.
func TestAMarkedDiagonalEntersNoCorner(t *testing.T) {
	tb := sit(t, []string{"3"}).clear()
	c := tb.put("3", "c1-3/o", 5)
	c.brakes = 0
	tb.ready()
	some := false
	for _, o := range tb.all(&tb.s, 1, nil) {
		for i := range o.path.Len() {
			if o.path.Step(i) == engine.Marked {
				some = true
				if o.chances != 0 || o.fate != engine.Drives {
					t.Errorf("%+v", o)
				}
			}
		}
	}
	if !some {
		t.Error("nobody takes the diagonal")
	}
	m := tb.road(&tb.s, 1)
	m.in(5)
	p := engine.Straight(2).Then(engine.Marked, 2).Then(engine.Ahead, 3)
	if tr := m.trace(p); tr.bad != 0 || tr.spent != 4 || tr.end != tb.space("c1+2/i") {
		t.Errorf("%+v", tr)
	}
}

// LM-9, LM-22: a car with no legal gear rams, in the lowest gear of its free down-shift; into a moving car it alone owes a stop, into a
// stopped one both do.
func TestACarWithNoLegalGearRams(t *testing.T) {
	for _, stopped := range []bool{false, true} {
		tb := sit(t, []string{"3", "10", "5"}).clear()
		for _, m := range []struct{ mark, at string }{{"10", "c1+8/i"}, {"5", "c1+8/o"}} {
			c := tb.put(m.mark, m.at, 1)
			if stopped {
				tb.stop(c)
			}
		}
		c := tb.put("3", "c1+2/i", 4)
		c.brakes = 0
		if !stopped {
			tb.s.car[1].moved, tb.s.car[2].moved = tb.s.turn<<4|1, tb.s.turn<<4|2
		}
		tb.ready()
		tb.wantNext("3")
		want(t, tb.moves(), "3:4x")
		got := strings.Join(tb.say("3 gear 3 collide to c1+6/i"), "; ")
		if !strings.Contains(got, "3 runs into 10 and stops: 1 stop more, 1 owed (LM-22)") {
			t.Error(got)
		}
		hit := int64(0)
		if stopped {
			hit = 1
		}
		if tb.of("3").owed != 1 || tb.of("10").owed != hit || tb.of("5").owed != 0 || tb.of("3").brakes != 0 || tb.of("3").gear != 0 {
			t.Errorf("owed %d, %d", tb.of("3").owed, tb.of("10").owed)
		}
	}
}

// LM-11: a breach is entered with its space: the car stops dead there and owes a stop; the car hit owes none, or with the other reading one
// if it stood.
func TestABreachIsReported(t *testing.T) {
	for i, o := range []string{"stopped-car-hit-in-a-breach owes-nothing", "stopped-car-hit-in-a-breach owes-a-stop"} {
		tb := sit(t, []string{"3", "10"}, o).clear()
		tb.stop(tb.put("10", "c1+11/i", 2))
		tb.put("3", "c1+2/i", 4)
		tb.ready()
		got, err := tb.take(engine.Answer{What: wBreach, Car: 1, Space: tb.space("c1+9/i")})
		if err != nil {
			t.Fatal(tb.fault(err))
		}
		tb.wantAt("3", "c1+9/i")
		if tb.of("3").owed != 1 || tb.of("3").gear != 0 || tb.of("10").owed != int64(i) || !strings.Contains(strings.Join(got, ";"), "(LM-11)") {
			t.Errorf("%v; owed %d and %d", got, tb.of("3").owed, tb.of("10").owed)
		}
		tb.wantNext("10")
	}
	// A path that breaks the rule is refused, and the refusal carries what letting it stand leads to (TB-10).
	tb := sit(t, []string{"3", "10"}).clear()
	tb.stop(tb.put("10", "c1+11/i", 2))
	tb.put("3", "c1+4/i", 3)
	tb.ready()
	_, err := tb.take(engine.Answer{What: wMove, Car: 1, Value: 3, Path: engine.Straight(5).Then(engine.Left, 5).Then(engine.Ahead, 6).Then(engine.Ahead, 7)})
	want(t, tb.fault(err), "3 path: 10 stands stopped ahead of windmill/i; out of its lane one space earlier (LM-10)")
	var i *engine.Infraction
	if !errors.As(err, &i) || len(i.Led) == 0 {
		t.Fatal("it leads to nothing")
	}
	for _, e := range i.Led {
		tb.Apply(e)
	}
	tb.wantAt("3", "c1+9/i")
	if tb.of("3").owed != 1 || tb.of("3").stopped == 0 {
		t.Errorf("%+v", tb.of("3"))
	}
}
