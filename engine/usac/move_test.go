package usac

import (
	"slices"
	"testing"

	"boxstop/engine"
)

// US-8: up to the distance, at least one step when one is open. By the other option all of it.
func TestADriverMayMoveLessButNotStay(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.5", 2), at(b, "5.1.1", 2)).green().points(3)
	tb.wantEnds(engine.Legal, "5.1.8", "5.1.7", "5.2.7", "5.1.6", "5.2.6", "5.3.6", "5.2.5", "5.3.5")
	tb.wantEnds(engine.Offered, "5.1.8") // the road is clear: one sensible end (TB-22)
	tb.refuses(path(1, ""), xMustMove, us8)
	tb.refuses(path(1, "aaaa"), xFar, us8)
	tb.r.s.all = 1
	tb.wantEnds(engine.Legal, "5.1.8", "5.2.7", "5.1.6", "5.3.6")
	tb.refuses(path(1, "a"), xMustUse, us8)
	tb.drives("aay")
	if tb.where(1) != "5.2.7" {
		t.Errorf("it stands on %s", tb.where(1))
	}
}

// US-9: each step ahead or sideways is one, never diagonal, never straight back, and enters an empty space; where a lane ends, a car steps
// aside before or is blocked.
func TestStepsAreAheadAndSideways(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.5", 2), at(b, "5.2.5", 2)).green().points(4)
	tb.refuses(path(1, "y"), xTaken, us9)
	tb.refuses(path(1, "r"), xPath, us9)
	tb.refuses(path(1, "ayx"), xBack, us9)
	tb.drives("ay")
	if tb.where(1) != "5.2.6" {
		t.Errorf("it stands on %s", tb.where(1))
	}
	tb = place(t, b, at(b, "1.3.5", 2)).green().points(4)
	tb.refuses(path(1, "aa"), xEnds, us9)
	tb.drives("axa")
	tb = place(t, b, at(b, "1.3.6", 2), at(b, "1.2.6", 2), at(b, "1.1.1", 2)).green()
	tb.r.s.mover = 1
	tb.points(3)
	if tb.r.canMove(&tb.r.s, 1) {
		t.Error("a car whose lane ends beside another can move")
	}
}

// US-10: in the corners no lane is changed, and a car stops behind another; driving past one in the other lane is allowed, or by the option
// only as far as level with it.
func TestInCornersNoLaneIsChanged(t *testing.T) {
	const b = "oval-64"
	tb := place(t, b, at(b, "2.1.2", 2), at(b, "2.1.1", 2), at(b, "2.2.3", 2)).green()
	tb.mover(1)
	tb.points(9)
	tb.refuses(path(1, "ay"), xCorner, us10)
	tb.drives("a")
	tb.mover(2)
	tb.points(9)
	tb.refuses(path(2, "aa"), xTaken, us9)
	tb.drives("a")
	tb.mover(3)
	if slices.Contains(tb.points(9).ends(engine.Legal), "2.1.5") {
		t.Error("it changes lanes")
	}
	tb = place(t, b, at(b, "2.2.3", 2), at(b, "2.1.2", 2)).green()
	tb.r.s.bends, tb.r.s.mover = 1, 2
	tb.points(4)
	tb.wantEnds(engine.Legal, "3.1.1", "2.1.5", "2.1.4", "2.1.3")
	tb.r.s.never = 1
	tb.wantEnds(engine.Legal, "2.1.3")
	tb.refuses(path(2, "aa"), xBeyond, us10)
	// on the short straight it may pass again
	tb = place(t, b, at(b, "3.2.2", 2), at(b, "3.1.1", 2)).green()
	tb.r.s.never, tb.r.s.mover = 1, 2
	tb.points(3)
	tb.drives("aaa")
}

// US-11: what a blocked car has left is lost; one that has no step at all is not asked.
func TestABlockedCarLosesWhatIsLeft(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "2.1.2", 2), at(b, "2.1.1", 2)).green()
	tb.points(1).drives("a")
	tb.mover(2)
	tb.points(7)
	tb.wantEnds(engine.Legal, "2.1.2")
	tb.drives("a")
	if tb.r.s.car[1].points != 0 {
		t.Errorf("%d are saved", tb.r.s.car[1].points)
	}
	tb = place(t, b, at(b, "2.1.2", 2), at(b, "2.1.1", 2)).green()
	tb.r.s.mover = 2
	if es := tb.rolls(1, 1); !has(es, kBlocked) {
		t.Errorf("%q", tb.say(es))
	}
}

// US-24, the worked example: six points left, four are spent and two drive on; with three it cannot be done.
func TestPassingThroughCostsFourPoints(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.5", 2), at(b, "5.1.4", 2), at(b, "5.2.4", 2)).green()
	tb.r.s.passes, tb.r.s.mover = 1, 2
	tb.points(6)
	tb.wantEnds(engine.Legal, "5.1.8 through 1", "5.1.7 through 1", "5.2.7 through 1", "5.1.6 through 1", "5.2.6 through 1", "5.3.6 through 1", "5.1.4", "pit by 5.1.4")
	tb.refuses(path(2, "aaaaa"), xFar, us8)
	c := tb.r.Clone().(*Race)
	(&table{t, c}).drives("aaaa")
	if es := (&table{t, tb.r.Clone().(*Race)}).drives("aaaa"); es[0].Kind != kThrough || es[0].N != 6 {
		t.Errorf("%+v", es[0])
	}
	tb.points(3)
	tb.refuses(path(2, "aa"), xThrough, us24)
	tb.points(6)
	tb.r.s.passes = 0
	tb.refuses(path(2, "aa"), xTaken, us9)
}

// US-24, the worked example: on a short straight of four, from the first through the second to the third, from the second through the third to
// the fourth; from the third it would land in the corner.
func TestPassingThroughOnAShortStraight(t *testing.T) {
	const b = "oval-64"
	for _, x := range []struct {
		from, through string
		ok            bool
	}{{"3.1.1", "3.1.2", true}, {"3.1.2", "3.1.3", true}, {"3.1.3", "3.1.4", false}, {"3.1.4", "4.1.1", false}, {"2.1.5", "3.1.1", false}} {
		tb := place(t, b, at(b, x.through, 2), at(b, x.from, 2)).green()
		tb.r.s.passes, tb.r.s.mover = 1, 2
		tb.points(4)
		if x.ok {
			tb.drives("aa")
			continue
		}
		tb.refuses(path(2, "aa"), xThrough, us24)
	}
}

// US-24: it may be repeated while points last, needs a free space before the blocking car, and is never compulsory.
func TestPassingThroughIsNeverCompulsoryAndMayBeRepeated(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.8", 2), at(b, "5.1.6", 2), at(b, "5.1.5", 2)).green()
	tb.r.s.passes, tb.r.s.mover = 1, 3
	tb.points(8)
	tb.drives("aaaa")
	if tb.where(3) != "5.1.9" {
		t.Errorf("it stands on %s", tb.where(3))
	}
	tb = place(t, b, at(b, "5.1.7", 2), at(b, "5.1.6", 2), at(b, "5.1.5", 2)).green()
	tb.r.s.passes, tb.r.s.mover = 1, 3
	tb.points(8)
	tb.refuses(path(3, "aa"), xThrough, us24)
	tb = place(t, b, at(b, "5.3.6", 2), at(b, "5.2.5", 2), at(b, "5.3.5", 2)).green()
	tb.r.s.passes, tb.r.s.all, tb.r.s.mover = 1, 1, 3
	tb.points(5)
	tb.wantEnds(engine.Legal, "5.3.8 through 1", "5.2.7 through 1", "5.3.5")
	tb.drives("")
	tb.mover(1)
}
