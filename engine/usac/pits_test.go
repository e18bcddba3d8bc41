package usac

import (
	"fmt"
	"slices"
	"testing"

	"boxstop/engine"
)

// US-15, the worked example: a pit roll of 10 gives number 5: six turns, pit space 6. Spaces left are lost.
func TestAPitRollOfTenIsSixTurns(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "4.1.3", 2), at(b, "4.1.1", 2)).green().points(9)
	if got := tb.ends(engine.Legal); !slices.Contains(got, "pit by 5.1.4") {
		t.Errorf("%q", got)
	}
	es := tb.drives("aaa+")
	if !has(es, kEnters) || tb.r.s.step != sPitRoll {
		t.Fatalf("%q", tb.say(es))
	}
	es = tb.rolls(5, 5)
	if got, want := tb.say(es)[0], "1 pit stop 5: 6 turns (US-15)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if m := tb.r.Markers(nil); len(m) != 1 || m[0].N != 6 || m[0].Car != 1 {
		t.Errorf("markers %+v, want car 1 on pit space 6 (TB-3)", m)
	}
	tb.mover(2)
	w, err := engine.NewWords(New(), engine.Setup{Board: tb.r.k.board, Box: theBox(), Entries: entries(2)}, "en")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(w.Hand(nil, engine.Hand{Do: engine.LayMarker, Marker: tb.r.Markers(nil)[0]})), "1 onto pit space 6"; got != want {
		t.Errorf("people are told %q, want %q", got, want)
	}
}

// US-16, the worked example: in on space n in round R, out in R + n. By the other reading a 6 drives in R + 5, and a 1 and a 2 in R + 1.
func TestThePitClock(t *testing.T) {
	const b = "small-ring"
	for _, x := range []struct{ clock, n, drives int64 }{{0, 6, 6}, {0, 2, 2}, {0, 1, 1}, {1, 6, 5}, {1, 2, 1}, {1, 1, 1}} {
		t.Run(fmt.Sprintf("%s, space %d", fields[fPitClock].Words[x.clock], x.n), func(t *testing.T) {
			tb := place(t, b, at(b, "5.1.2", 2), at(b, "3.1.1", 2))
			c := &tb.r.s.car[0]
			c.entry, c.space, c.clock, c.arrived, c.moved = c.space, 0, x.n, 3, 3
			tb.r.s.clock = x.clock
			tb.green()
			for tb.r.s.mover != 1 && tb.r.s.turn < 20 {
				tb.one()
			}
			if got := tb.r.s.turn - 3; got != x.drives {
				t.Errorf("it drives in round R + %d, want R + %d", got, x.drives)
			}
		})
	}
}

// US-17: it leaves by the exit, the first space of its move, and a line between is marked then; where the exit is taken it does not roll. Any
// number of cars share a pit space, and its place in the order is that of its entry.
func TestACarLeavesThePitsByTheExit(t *testing.T) {
	const b = "practice-oval"
	in := func(lap int64) car {
		c := at(b, "9.1.5", lap)
		c.entry, c.space, c.clock, c.arrived = c.space, 0, 1, 1
		return c
	}
	tb := place(t, b, in(2), in(2), at(b, "9.1.2", 2)).green()
	tb.mover(1)
	tb.rolls(1, 3)
	es := tb.drives("m")
	if tb.where(1) != "1.1.9" || tb.r.s.car[0].lap != 3 || !has(es, kLaps) {
		t.Errorf("%q in %s", tb.say(es), tb.r.Position(nil))
	}
	if !has(es, kHeld) { // the second one finds the exit taken
		t.Errorf("%q", tb.say(es))
	}
	tb.mover(3)
	tb.round()
	tb.mover(1) // a lap further on
	tb.one()
	tb.one()
	tb.mover(2)
	tb.rolls(1, 1)
	tb.drives("mya")
	if tb.where(2) != "1.2.10" || tb.r.s.car[1].clock != 0 || tb.r.s.car[1].entry != 0 {
		t.Errorf("%s", tb.r.Position(nil))
	}
}

// US-13: how many stops a distance asks for.
func TestMandatoryStops(t *testing.T) {
	for miles, want := range map[int64]int64{500: 3, 600: 3, 499: 2, 250: 2, 249: 1, 150: 1, 149: 0, 100: 0, 20: 0} {
		if got := mandatory(miles); got != want {
			t.Errorf("%d miles: %d, want %d", miles, got, want)
		}
	}
	const b = "small-ring"
	c := at(b, "4.1.3", 2)
	c.stops = 2
	tb := place(t, b, c).green().points(9)
	tb.drives("aa+")
	if es := tb.rolls(1, 1); !has(es, kServed) || tb.r.s.car[0].stops != 1 {
		t.Errorf("%q", tb.say(es))
	}
	if g := tb.r.Gauges(nil, 1); g[1].Field != fStops || g[1].Value != 1 || g[2].Field != fClock {
		t.Errorf("gauges %+v", g)
	}
}

// US-14: no stop by choice on the first or the last lap; trouble may force one, and it does not count.
func TestNoStopOnTheFirstOrTheLastLap(t *testing.T) {
	const b = "small-ring"
	for lap, want := range map[int64]engine.Fault{0: xPitLap, 1: xPitLap, 2: 0, 4: 0, 5: xPitLap} {
		tb := place(t, b, at(b, "4.1.3", lap)).green().points(9)
		if want != 0 {
			tb.refuses(path(1, "aa+"), want, us14)
			_, err := tb.r.Decide(nil, path(1, "aa+"))
			if i := err.(*engine.Infraction); !has(i.Led, kEnters) { // one key lets it stand all the same (TB-10)
				t.Errorf("lap %d: it would lead to %+v", lap, i.Led)
			}
			refused := tb.r.Options(nil, tb.r.Asks(nil)[0], engine.Refused)
			if !slices.ContainsFunc(refused, func(o engine.Option) bool { return o.Refusal.Fault == xPitLap && o.Value == 1 }) {
				t.Errorf("lap %d: why not is not said: %+v", lap, refused)
			}
			continue
		}
		tb.drives("aa+")
		if tb.r.s.counts != 1 {
			t.Errorf("lap %d does not count", lap)
		}
	}
	for lap, want := range map[int64]int64{1: 0, 3: 1, 5: 0} {
		c := at(b, "3.1.8", lap)
		c.stops = 1
		tb := troubled(t, "pit counted now", c)
		if tb.r.s.counts != want {
			t.Errorf("lap %d: counts %d, want %d", lap, tb.r.s.counts, want)
		}
	}
	tb := place(t, b, at(b, "4.1.1", 2)).green().points(2)
	tb.refuses(path(1, "aa+"), xPitFar, us15)
}

// US-18: seven turns or more in the pits are the end in races of more than 300 miles; exactly 300 is not more.
func TestTooLongInThePitsOverThreeHundredMiles(t *testing.T) {
	const b = "small-ring"
	for miles, want := range map[int64]int64{300: running, 301: out, 100: running} {
		tb := place(t, b, at(b, "4.1.3", 2), at(b, "4.1.1", 2)).green().points(9)
		tb.r.s.miles = miles
		tb.drives("aa+")
		tb.rolls(6, 6)
		if got := tb.r.s.car[0].status; got != want {
			t.Errorf("%d miles: %s, want %s", miles, statusWords[got], statusWords[want])
		}
	}
}

// US-15: a car that stands on an entry space may go in from there, also one that is blocked, if it owes a stop; one that owes none and is
// blocked is not even asked (US-11).
func TestIntoThePitsFromWhereItStands(t *testing.T) {
	const b = "small-ring"
	for _, owes := range []int64{1, 0} {
		c := at(b, "5.1.4", 2)
		c.stops = owes
		tb := place(t, b, at(b, "5.1.5", 2), c, at(b, "5.2.4", 2)).green()
		tb.r.s.mover = 2
		es := tb.rolls(1, 1)
		if owes == 0 {
			if !has(es, kBlocked) {
				t.Errorf("%q", tb.say(es))
			}
			continue
		}
		tb.wantEnds(engine.Legal, "5.1.4", "pit by 5.1.4")
		tb.wantEnds(engine.Offered, "5.1.4", "pit by 5.1.4")
		if es := (&table{t, tb.r.Clone().(*Race)}).drives(""); !has(es, kBlocked) {
			t.Errorf("%q", tb.say(es))
		}
		if es := tb.drives("+"); !has(es, kEnters) || has(es, kBlocked) || tb.r.s.step != sPitRoll || tb.r.s.car[1].entry == 0 {
			t.Errorf("%q", tb.say(es))
		}
	}
}

// US-19, US-24: a car that is ordered into the pits must go in when it reaches an entry; driving through another car to reach one is never
// compulsory.
func TestNobodyMustDriveThroughACarIntoThePits(t *testing.T) {
	const b = "small-ring"
	ordered := at(b, "5.1.1", 2)
	ordered.forced = toCount
	tb := place(t, b, at(b, "5.1.2", 2), at(b, "5.2.1", 2), ordered).green()
	tb.r.s.passes, tb.r.s.mover = 1, 3
	tb.points(4)
	tb.wantEnds(engine.Legal, "5.1.3 through 1", "5.1.1", "pit by 5.1.3 through 1")
	tb.drives("")
	free := place(t, b, at(b, "5.1.5", 2), at(b, "5.2.1", 2), ordered).green()
	free.r.s.passes, free.r.s.mover = 1, 3
	free.points(4)
	free.wantEnds(engine.Legal, "pit by 5.1.4")
	free.refuses(path(3, "a"), xMustPit, us19)
}
