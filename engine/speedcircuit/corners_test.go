package speedcircuit

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// drive answers one path and says what became of it: where it ends, what it cost, spinout or crash.
func drive(t *testing.T, tb *table, letters string) string {
	t.Helper()
	es := tb.path(1, letters)
	out := tb.on(1)
	if c := costs(es); c != "" {
		out += " " + c
	}
	if _, ok := kind(es, kSpins); ok {
		out += " spins"
	}
	if e, ok := kind(es, kCrashes); ok {
		out = "crash " + aboutGame.Clauses[e.Clause]
	}
	return out
}

// Example of SC-9: allowance 20, from 160.
func TestBrakingBeyondTheDecelerationIsCharged(t *testing.T) {
	for _, x := range []struct {
		mph  int64
		want string
	}{
		{160, "1.1.10"}, {140, "1.1.9"}, {120, "1.1.8 SC-9 1"}, {100, "1.1.7 SC-9 2"}, {80, "1.1.6 SC-9 1 spins"}, {60, "crash SC-9"}, {20, "crash SC-9"},
	} {
		tb := place(t, nil, at("1.1.2", x.mph).from(160).decel(20), at("5.1.1", 40))
		if got := drive(t, tb, strings.Repeat("a", int(x.mph/20))); got != x.want {
			t.Errorf("from 160 to %d: got %s, want %s", x.mph, got, x.want)
		}
		if x.mph <= 60 && tb.on(1) != "off" {
			t.Errorf("from 160 to %d: it stands on %s, and a car that crashes is lifted at once", x.mph, tb.on(1))
		}
	}
}

// Example of SC-10: limit 80, without an arrow and along one.
func TestACornerIsChargedByTheSpeedShown(t *testing.T) {
	for _, x := range []struct {
		mph       int64
		off, path string // from the middle, without the tail of the arrow; and along it
	}{
		{80, "2.2.1", "2.2.1"},
		{100, "2.2.1 SC-10 1", "2.2.1"},
		{120, "2.2.1 SC-10 2", "2.2.1 SC-10 1"},
		{140, "2.2.1 SC-10 2 spins", "2.2.1 SC-10 2"},
		{160, "crash SC-10", "crash SC-10"},
	} {
		n := int(x.mph / 20)
		from := 21 - n // n steps ahead of it is the first space of the bend
		tb := place(t, nil, at(spaceOf(1, 1, from), x.mph), at("5.1.1", 40))
		// into the middle lane on the last space of the straight: the tail was passed by
		letters := strings.Repeat("a", n-2) + "ra"
		if got := drive(t, tb, letters); got != x.off {
			t.Errorf("%d without an arrow: got %s, want %s", x.mph, got, x.off)
		}
		tb = place(t, nil, at(spaceOf(1, 2, from), x.mph), at("5.1.1", 40))
		if got := drive(t, tb, strings.Repeat("a", n)); got != x.path {
			t.Errorf("%d along the arrow: got %s, want %s", x.mph, got, x.path)
		}
	}
}

func spaceOf(section, lane, n int) string {
	b := []byte{byte('0' + section), '.', byte('0' + lane), '.'}
	if n >= 10 {
		b = append(b, byte('0'+n/10))
	}
	return string(append(b, byte('0'+n%10)))
}

// SC-11: one charge for the worst of a passage; with each-space every posted space is charged. The example of the replay: two spaces of 100
// at 120, off the arrow, cost 1 together.
func TestAPassageIsChargedOnceForItsWorst(t *testing.T) {
	for _, x := range []struct{ option, want string }{{"corner-charge passage", "2.3.3 SC-10 1"}, {"corner-charge each-space", "2.3.3 SC-10 1, SC-10 1"}} {
		tb := place(t, []string{x.option}, at("1.3.17", 120), at("5.1.1", 40))
		if got := drive(t, tb, "aaaaaa"); got != x.want {
			t.Errorf("%s: got %s, want %s", x.option, got, x.want)
		}
	}
}

// SC-11, SC-17: the worst counts also where a spinout stops the car before it, on the first posted space of the corner.
func TestASpinoutStopsOnTheFirstPostedSpaceAndTheWorstDecidesIt(t *testing.T) {
	for _, x := range []struct {
		mph        int64
		path, want string
	}{
		{140, "aaaaaal", "4.2.1 SC-10 2, SC-10 2"}, // 100: 40 over; then the second corner
		{140, "alaaaaa", "2.3.1 SC-10 2 spins"},    // 100, 100, 80: 60 over
		{160, "aaaaaaaa", "2.3.1 SC-10 2 spins"},   // 100: 60 over at once
		{160, "alaaaaaa", "crash SC-10"},           // 100, 100, 80: 80 over
	} {
		tb := place(t, nil, at("1.3.20", x.mph).wear(9), at("5.1.1", 40))
		if x.mph == 140 && x.path == "aaaaaal" {
			tb = place(t, nil, at("2.3.1", x.mph).in(0).wear(9), at("5.1.1", 40))
		}
		if got := drive(t, tb, x.path); got != x.want {
			t.Errorf("%d %s: got %s, want %s", x.mph, x.path, got, x.want)
		}
	}
}

// SC-11: two corners in one move are two charges, in driving order. SC-15: out of the last posted space it is free.
func TestTwoCornersAreTwoChargesAndTheWayOutIsFree(t *testing.T) {
	for _, x := range []struct {
		space      string
		mph        int64
		path, want string
	}{
		{"2.2.2", 120, "aaaaaa", "4.2.1 SC-10 1, SC-10 1"}, // along arrow M 40 over 80, then 20 over 100
		{"2.3.2", 120, "aaaaal", "4.2.1 SC-10 1"},          // 120 is no excess; then 20 over 100
		{"2.1.3", 80, "aaaa", "3.1.4"},                     // out of the corner
	} {
		tb := place(t, nil, at(x.space, x.mph).in(0), at("5.1.1", 40))
		if got := drive(t, tb, x.path); got != x.want {
			t.Errorf("%s at %d: got %s, want %s", x.space, x.mph, got, x.want)
		}
	}
}

// Example of SC-12: 2 wear paid at 40 over; next turn 20 over in the same corner: nothing; 60 over, off the arrow: no wear, but a spinout.
func TestTheRestOfACornerCostsWhatExceedsWhatWasPaid(t *testing.T) {
	for _, x := range []struct {
		option     string
		mph, paid  int64
		path, want string
	}{
		{"difference", 120, 2, "aaaaaa", "3.3.4"},
		{"difference", 160, 2, "aaaaaaaa", "2.3.2 spins"},
		{"difference", 120, 0, "aaaaaa", "3.3.4 SC-10 1"},
		{"difference", 140, 1, "aaaaaal", "4.2.1 SC-12 1, SC-10 2"},
		{"free", 120, 0, "aaaaaa", "3.3.4"},
		{"full", 120, 2, "aaaaaa", "3.3.4 SC-10 1"},
	} {
		tb := place(t, []string{"rest-of-the-corner " + x.option}, at("2.3.1", x.mph).in(x.paid).wear(9), at("5.1.1", 40))
		if got := drive(t, tb, x.path); got != x.want {
			t.Errorf("%s, %d paid, at %d: got %s, want %s", x.option, x.paid, x.mph, got, x.want)
		}
	}
}

// SC-13: in a corner the new lane's limit is in force for the spaces entered.
func TestChangingLaneBringsTheNewLanesLimitIntoForce(t *testing.T) {
	for path, want := range map[string]string{"aaaaa": "3.3.3", "laaaa": "3.2.3", "llaaa": "3.1.2 SC-10 1"} {
		tb := place(t, nil, at("2.3.1", 100).in(0), at("5.1.1", 40))
		if path == "laaaa" { // 100, then 80
			want = "3.2.3 SC-10 1"
		}
		if path == "llaaa" { // 100, then 80 inside
			want = "3.1.3 SC-10 1"
		}
		if got := drive(t, tb, path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

// SC-14: the arrow counts from its tail or from where the move starts on it, followed through every posted space of the corner; its spaces
// beyond the last posted one may be left out.
func TestTheArrowColumnHoldsOnlyAlongTheWholeArrow(t *testing.T) {
	for _, x := range []struct {
		why, space string
		path, want string
	}{
		{"from before the tail", "1.2.17", "aaaaaa", "2.2.3 SC-10 1"},
		{"started on it", "1.2.20", "aaaalr", "3.2.3 SC-10 1"},
		{"leaves it after the last posted space", "1.2.20", "aaalaa", "3.1.3 SC-10 1"},
		{"came onto it behind its tail", "1.1.19", "raaaaa", "3.2.2 SC-10 2"},
		{"leaves it in the corner", "1.2.20", "aaraaa", "3.3.3 SC-10 2"},
	} {
		tb := place(t, nil, at(x.space, 120).wear(9), at("5.1.1", 40))
		if got := drive(t, tb, x.path); got != x.want {
			t.Errorf("%s: got %s, want %s", x.why, got, x.want)
		}
	}
	// leaving it in a later turn does not make earlier spaces dearer
	tb := place(t, nil, at("2.2.1", 60).in(1).wear(9), at("5.1.1", 40))
	if got, want := drive(t, tb, "raa"), "3.3.1"; got != want {
		t.Errorf("left in the next turn: got %s, want %s", got, want)
	}
}

// SC-16: a car that owes more than it has pays what it has and spins out, or crashes where the table says so; a crash is one in any case.
func TestACarThatCannotPaySpinsOut(t *testing.T) {
	for _, x := range []struct {
		option string
		wear   int64
		want   string
	}{{"spinout", 1, "2.3.1 SC-10 1 spins"}, {"spinout", 0, "2.3.1 spins"}, {"crash", 1, "crash SC-16"}, {"spinout", 2, "3.3.4 SC-10 2"}} {
		tb := place(t, []string{"cannot-pay " + x.option}, at("1.3.20", 140).wear(x.wear), at("5.1.1", 40))
		if got := drive(t, tb, "aaaaaaa"); got != x.want {
			t.Errorf("%s with %d: got %s, want %s", x.option, x.wear, got, x.want)
		}
	}
	// and so does braking
	tb := place(t, nil, at("1.1.2", 100).from(160).decel(20).wear(1), at("5.1.1", 40))
	if got, want := drive(t, tb, "aaaaa"), "1.1.7 SC-9 1 spins"; got != want {
		t.Errorf("braking: got %s, want %s", got, want)
	}
}

// SC-17, SC-18: after a spinout a car drives at exactly its start speed, sets none, and brakes for nothing; then it accelerates as usual.
func TestAfterASpinoutACarDrivesAtItsStartSpeed(t *testing.T) {
	tb := place(t, nil, at("1.3.20", 160).wear(9), at("5.1.1", 40))
	if got, want := drive(t, tb, "aaaaaaaa"), "2.3.1 SC-10 2 spins"; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	tb.path(2, "aa")
	tb.wantAsked("B speed")
	es := tb.say(wSpeed, 2, 60)
	if e, ok := kind(es, kShows); !ok || e.Car != 1 || e.Is != 40 || e.Clause != sc18 {
		t.Errorf("shown: got %+v, want 40 by SC-18", e)
	}
	tb.path(2, "aaa")
	if got, want := tb.ends(engine.Offered), "2.3.3, 2.2.3, 2.1.3"; !strings.Contains(got, "2.3.3") {
		t.Errorf("got %s, want %s", got, want)
	}
	if es := tb.path(1, "aa"); costs(es) != "" {
		t.Errorf("it is charged %s for coming down to its start speed", costs(es))
	}
	tb.wantAsked("A speed, B speed")
	tb.want("the ceiling after it", tb.r.s.high(tb.car(1)), 100)
}

// Example of SC-25: deceleration 20, from 160 to 80 in a lane whose first posted space has limit 60. A car behind that space is not hit.
func TestACarSpinningFromItsBrakingStopsOnTheFirstPostedSpace(t *testing.T) {
	tb := place(t, nil, at("1.1.20", 80).from(160).decel(20), at("2.1.2", 40))
	tb.k.places[tb.space("1.1.20")].Arrow = 0
	es := tb.path(1, "a")
	if got, want := costs(es), "SC-9 1, SC-10 1"; got != want || tb.on(1) != "2.1.1" || tb.car(1).spun != 1 {
		t.Errorf("got %s on %s, want %s on 2.1.1", got, tb.on(1), want)
	}
	if _, ok := kind(es, kCollides); ok {
		t.Error("it hit the car behind that space")
	}
}
