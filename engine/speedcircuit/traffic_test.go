package speedcircuit

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// SC-19: a car that no path leads past runs into the car ahead: it stops directly behind, and drives at its start speed next.
func TestAForcedCollisionIsFoundAsForced(t *testing.T) {
	wall := []put{at("1.1.10", 20), at("1.2.10", 20), at("1.3.10", 20)}
	tb := place(t, nil, append([]put{at("1.2.5", 140)}, wall...)...)
	tb.wantEnds("1.1.9 collides, 1.2.9 collides, 1.3.9 collides") // its driver picks among equals
	es := tb.path(1, "aaar")
	e, ok := kind(es, kCollides)
	if !ok || e.By == 0 || e.Clause != sc19 || tb.on(1) != "1.3.9" || tb.car(1).spun != 1 {
		t.Errorf("got %+v on %s", e, tb.on(1))
	}
	tb.want("wear", tb.car(1).wear, 4)
	tb.want("the other drives on", tb.car(int(e.By)).spun, 0)
	// with one gap it is no longer forced
	tb = place(t, nil, append([]put{at("1.2.5", 140)}, wall[:2]...)...)
	if got := tb.ends(engine.Legal); strings.Contains(got, "collides") || got == "" {
		t.Errorf("with a gap: got %s", got)
	}
	p, _ := engine.ParsePath("aaaa")
	if i := tb.refuse(engine.Answer{What: wMove, Car: 1, Path: p}); i.Fault != xShort {
		t.Errorf("it runs into a car although a path avoids it: got %+v", i)
	}
}

// SC-19: not the longest way, a way of no space at all, wear for posted spaces, and a path that crashes does not avoid.
func TestWhatACollisionIsAndIsNot(t *testing.T) {
	tb := place(t, nil, at("1.1.5", 60), at("1.1.8", 20), at("1.2.7", 20), at("1.2.8", 20), at("1.3.8", 20))
	p, _ := engine.ParsePath("a")
	if i := tb.refuse(engine.Answer{What: wMove, Car: 1, Path: p}); i.Fault != xTooFar || i.Clause != sc19 {
		t.Errorf("shorter than it could: got %+v", i)
	}
	tb = place(t, nil, at("1.1.5", 60), at("1.1.6", 20), at("1.2.6", 20))
	tb.wantEnds("1.1.5 collides")
	if tb.path(1, ""); tb.on(1) != "1.1.5" || tb.car(1).spun != 1 {
		t.Errorf("no space at all: on %s", tb.on(1))
	}
	tb = place(t, nil, at("1.3.19", 120), at("2.3.2", 20), at("2.2.2", 20), at("2.1.1", 20), at("2.2.1", 20))
	if got, want := drive(t, tb, "aa"), "2.3.1 SC-10 1"; got != want || tb.car(1).spun != 1 {
		t.Errorf("posted spaces entered: got %s, want %s", got, want)
	}
	// beside the car ahead everything is a crash: it runs into it all the same
	tb = place(t, nil, at("1.1.20", 180).wear(9), at("2.1.1", 20))
	for _, s := range []string{"1.1.20"} {
		tb.k.places[tb.space(s)].Arrow = 0
	}
	tb.wantEnds("1.1.20 collides")
	// where every way crashes it crashes
	tb = place(t, nil, at("1.1.20", 180).wear(9), at("5.1.1", 20))
	tb.wantEnds("crash")
	if es := tb.path(1, "aaaaaaaaa"); tb.car(1).status != out {
		t.Errorf("got %+v", es)
	}
}

// SC-19, avoid = only free paths.
func TestWithOnlyFreePathsTheDriverMayChooseTheCollision(t *testing.T) {
	cars := []put{at("1.3.19", 120), at("2.3.2", 20)}
	tb := place(t, []string{"avoid only-free-paths"}, cars...)
	got := tb.ends(engine.Legal)
	if !strings.Contains(got, "2.3.1 -1 collides") || !strings.Contains(got, "3.") {
		t.Errorf("got %s; want the collision on 2.3.1 beside paths that cost", got)
	}
	tb = place(t, nil, cars...)
	if got := tb.ends(engine.Legal); strings.Contains(got, "collides") {
		t.Errorf("any path: got %s", got)
	}
}

// Example of SC-20.
func TestWhatASlipstreamGives(t *testing.T) {
	for _, x := range []struct{ ahead, follower, want int64 }{{140, 140, 8}, {140, 120, 7}, {140, 160, 8}, {180, 180, 11}, {100, 100, 5}, {120, 60, 4}} {
		if got := x.follower/20 + bonus(x.ahead, x.follower); got != x.want {
			t.Errorf("ahead %d, follower %d: got %d spaces, want %d", x.ahead, x.follower, got, x.want)
		}
	}
}

// SC-20: said after speeds are shown and before any car moves; it binds.
func TestASlipstreamIsSaidBeforeTheFirstMoveAndBinds(t *testing.T) {
	tb := place(t, nil, at("1.1.6", 120), at("1.1.5", 120))
	tb.wantAsked("B follow, A move")
	tb.say(wFollow, 2, 1)
	tb.wantAsked("A move")
	if i := tb.refuse(engine.Answer{What: wFollow, Car: 2, Value: 0}); i.Fault != xFollowSaid {
		t.Errorf("said twice: got %+v", i)
	}
	tb.path(1, "aaaaaa")
	if got := tb.ends(engine.Legal); strings.Contains(got, "1.1.11") || !strings.Contains(got, "1.2.12") {
		t.Errorf("got %s; want 7 spaces alone, and 1.1.12 is taken", got)
	}
	p, _ := engine.ParsePath("aaaaaa")
	if i := tb.refuse(engine.Answer{What: wMove, Car: 2, Path: p}); i.Fault != xBound || i.Clause != sc20 || i.By != 1 || i.Lo != 7 {
		t.Errorf("six spaces: got %+v", i)
	}
	es := tb.path(2, "aaaaaar")
	if e, ok := kind(es, kGains); !ok || e.By != 1 || e.Clause != sc20 || tb.on(2) != "1.2.12" {
		t.Errorf("got %+v on %s", es, tb.on(2))
	}
	tb.want("it never changes the recorded speed (SC-21)", tb.car(2).speed, 120)
	// unsaid it is no
	tb = place(t, nil, at("1.1.6", 120), at("1.1.5", 120))
	tb.path(1, "aaaaaa")
	tb.wantAsked("B move")
	if i := tb.refuse(engine.Answer{What: wFollow, Car: 2, Value: 1}); i.Fault != xFollowLate || i.Clause != sc20 {
		t.Errorf("after the first move: got %+v", i)
	}
	if got := tb.ends(engine.Legal); !strings.HasPrefix(got, "1.1.11") {
		t.Errorf("got %s", got)
	}
}

// SC-20, SC-21: who may not.
func TestWhoMayNotSlipstream(t *testing.T) {
	for _, x := range []struct {
		why        string
		ahead, me  put
		fault      engine.Fault
		cl         engine.Clause
		diagonally engine.Fault
	}{
		{"beside", at("1.2.5", 140), at("1.1.5", 140), xFollowPlace, sc20, xFollowPlace},
		{"two behind", at("1.1.7", 140), at("1.1.5", 140), xFollowPlace, sc20, xFollowPlace},
		{"the next lane", at("1.2.6", 140), at("1.1.5", 140), xFollowPlace, sc20, noFault},
		{"faster than it", at("1.1.6", 140), at("1.1.5", 160), xFollowFast, sc20, xFollowFast},
		{"it is slow", at("1.1.6", 100), at("1.1.5", 100), xFollowSlow, sc20, xFollowSlow},
		{"it stands in a corner", at("2.1.1", 140), at("1.1.20", 140), xFollowCorner, sc21, xFollowCorner},
		{"out of a corner", at("3.1.1", 140), at("2.1.3", 140), xFollowCorner, sc21, xFollowCorner},
		{"the bonus would lie in the corner", at("1.1.16", 120), at("1.1.15", 100), xFollowAway, sc21, xFollowAway},
	} {
		for _, behind := range []string{"same-lane", "diagonal-too"} {
			tb := place(t, []string{"behind " + behind}, x.ahead, x.me)
			want := x.fault
			if behind == "diagonal-too" {
				want = x.diagonally
			}
			if want == noFault {
				tb.wantAsked("B follow, A move")
				continue
			}
			tb.wantAsked("A move")
			if i := tb.refuse(engine.Answer{What: wFollow, Car: 2, Value: 1}); i.Fault != want || i.Clause != x.cl {
				t.Errorf("%s, %s: got %s %s", x.why, behind, aboutGame.Faults[i.Fault], aboutGame.Clauses[i.Clause])
			}
		}
	}
}

// SC-21: dropped, without a collision, where every path with it is blocked or dearer; driven whole or not at all.
func TestASlipstreamIsDroppedWhereEveryPathWithItIsBlocked(t *testing.T) {
	tb := place(t, nil, at("1.1.6", 120), at("1.1.5", 40), at("1.1.8", 20), at("1.2.8", 20), at("1.3.8", 20))
	tb.say(wFollow, 2, 1)
	tb.r.s.car[0].moved = 10 // A has driven away
	tb.r.s.car[0].space = int64(tb.space("5.1.5"))
	if got := tb.ends(engine.Legal); got != "1.1.7, 1.2.7, 1.3.7" {
		t.Errorf("got %s", got)
	}
	es := tb.path(2, "aa")
	if _, ok := kind(es, kCollides); ok || tb.car(2).spun != 0 {
		t.Errorf("a dropped slipstream is no collision: %+v", es)
	}
	if e, ok := kind(es, kDrops); !ok || e.Clause != sc21 {
		t.Errorf("nobody is told: %+v", es)
	}
}

// SC-20, slipstream = chosen at the move.
func TestASlipstreamMayBeChosenAtTheMove(t *testing.T) {
	tb := place(t, []string{"slipstream chosen-at-the-move"}, at("1.1.6", 120), at("1.1.5", 40))
	d := tb.r.open(nil)
	tb.r.opens(d)
	tb.r.s = d.S
	tb.wantAsked("A move")
	tb.path(1, "aaaaaa")
	if got := tb.ends(engine.Legal); !strings.Contains(got, "1.1.7") || !strings.Contains(got, "1.1.8") {
		t.Errorf("got %s; want two spaces and three", got)
	}
	tb.path(2, "aaa")
	if tb.on(2) != "1.1.8" {
		t.Errorf("on %s", tb.on(2))
	}
}

// SC-21: chains are settled front to back, by the speeds shown.
func TestAChainOfSlipstreams(t *testing.T) {
	tb := place(t, nil, at("1.1.7", 160), at("1.1.6", 140), at("1.1.5", 140))
	tb.wantAsked("B follow, C follow, A move")
	tb.say(wFollow, 3, 2)
	tb.say(wFollow, 2, 1)
	tb.path(1, "aaaaaaaa")
	tb.path(2, "aaaaaaar")
	if tb.on(2) != "1.2.14" {
		t.Errorf("B on %s", tb.on(2))
	}
	if got := tb.ends(engine.Offered); !strings.Contains(got, "1.1.13") {
		t.Errorf("C: got %s; want 8 spaces", got)
	}
}

// TB-10: a miscount carries what it would have led to, so that one key makes it a ruling.
func TestAMiscountCarriesWhatItWouldHaveLedTo(t *testing.T) {
	for _, letters := range []string{"a", "aaa", "aar"} {
		tb := place(t, nil, at("1.1.5", 40), at("5.1.1", 20))
		p, _ := engine.ParsePath(letters)
		i := tb.refuse(engine.Answer{What: wMove, Car: 1, Path: p})
		if len(i.Led) == 0 {
			t.Errorf("%s: nothing", letters)
			continue
		}
		for _, e := range i.Led {
			if e.Field != 0 && tb.r.Value(e.Field, e.Car) != e.Was {
				t.Errorf("%s: %+v finds %d", letters, e, tb.r.Value(e.Field, e.Car))
			}
			tb.r.Apply(e)
		}
		tb.wantAsked("B move")
	}
	tb := place(t, nil, at("1.1.5", 40), at("1.1.6", 20))
	p, _ := engine.ParsePath("a")
	if i := tb.refuse(engine.Answer{What: wMove, Car: 1, Path: p}); i.Led != nil {
		t.Errorf("onto another car: %+v", i.Led)
	}
}

// A typed path may be as long as paths get, through corners all the way: it is refused in words.
func TestALongTypedPathIsRefused(t *testing.T) {
	tb := place(t, nil, at("4.3.1", 180).in(0), at("1.3.5", 20))
	for i := 1; i < len(tb.k.places); i++ {
		tb.k.places[i].Limit = 8 // posted all round
	}
	for n := range engine.MaxSteps + 1 {
		if n == 9 {
			continue
		}
		if i := tb.refuse(engine.Answer{What: wMove, Car: 1, Path: engine.Straight(n)}); i.Fault == noFault {
			t.Errorf("%d steps: %+v", n, i)
		}
	}
}
