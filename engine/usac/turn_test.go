package usac

import (
	"slices"
	"testing"

	"boxstop/engine"
)

// US-5, the worked example: in one bend the inside lane's cars come first, then the next lane's, each in road order; on the straight ahead
// a car goes before them all. By the other reading the road alone counts.
func TestInABendCarsRollLaneByLane(t *testing.T) {
	const b = "three-lanes" // its inside lane is the third
	cars := []car{at(b, "2.1.9", 2), at(b, "2.3.5", 2), at(b, "2.2.7", 2), at(b, "2.3.3", 2)}
	tb := place(t, b, cars...)
	if got, want := tb.order(), []int64{2, 4, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	tb = place(t, b, append(cars, at(b, "3.1.1", 2))...)
	if got, want := tb.order(), []int64{5, 2, 4, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("with one on the straight ahead: got %v, want %v", got, want)
	}
	tb.r.s.bends = 1
	if got, want := tb.order(), []int64{5, 1, 3, 2, 4}; !slices.Equal(got, want) {
		t.Errorf("in road order: got %v, want %v", got, want)
	}
}

// US-4, US-5: laps first, then the section further on, then position, then the inside lane.
func TestWhoIsFurthestAheadRollsFirst(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "1.1.5", 2), at(b, "5.1.5", 1), at(b, "1.3.2", 2), at(b, "1.1.2", 2), at(b, "3.1.1", 2))
	if got, want := tb.order(), []int64{5, 1, 4, 3, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// US-4: the order holds for the round in which it was made; a car that passes another goes before it in the next.
func TestACarThatPassesAnotherGoesBeforeItInTheNextRound(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.5", 2), at(b, "5.2.3", 2), at(b, "5.3.1", 2)).green()
	tb.mover(1)
	tb.points(1).drives("a")
	tb.mover(2)
	tb.points(6).drives("aaaaaa")
	tb.mover(3)
	tb.points(1).drives("a")
	tb.mover(2)
	if tb.r.s.turn != 4 {
		t.Errorf("round %d, want 4", tb.r.s.turn)
	}
	tb.refuses(engine.Answer{What: wRoll, Car: 1, Faces: [12]uint8{1, 1}}, xNotYours, us4)
}

// US-12: the lap that is marked counts the crossings, not the spaces; from a grid behind the line the first marks none.
func TestTheFirstCrossingFromBehindTheLineMarksNoLap(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.12", 0)).green()
	if !has(tb.points(3).drives("aaa"), kLaps) || tb.r.s.car[0].lap != 1 {
		t.Errorf("lap %d, want 1", tb.r.s.car[0].lap)
	}
	es := []engine.Event{{Kind: kLaps, Field: fLap, Car: 1, Is: 1}, {Kind: kLaps, Field: fLap, Car: 1, Is: 2}}
	if got := New().Sheets(engine.Setup{Entries: entries(1)}, es)[0].Rows[0]; got[2] != "x" || got[3] != "1" {
		t.Errorf("the sheet has %q, want one lap", got)
	}
}

// US-3, US-12: rows of three behind the line, the inside first; 33 cars find a place.
func TestTheGridStandsInRowsOfThree(t *testing.T) {
	for slug, b := range ovals() {
		started, err := New().Start(engine.Setup{Board: b, Box: theBox(), Entries: entries(maxCars)})
		if err != nil {
			t.Fatal(slug, err)
		}
		r := started.(*Race)
		rows := map[int32]int{}
		for i := range maxCars {
			p := &r.k.places[r.s.car[i].space]
			if p.Section == r.k.places[r.s.car[0].space].Section {
				if rows[p.Front]++; rows[p.Front] > 3 {
					t.Errorf("%s: %d cars abreast", slug, rows[p.Front])
				}
			}
		}
		if p := &r.k.places[r.s.car[0].space]; r.k.inner[p.Lane] != 0 {
			t.Errorf("%s: the first car is not inside", slug)
		}
		if slug == "practice-oval" && (r.s.car[0].lap != 0 || r.s.car[32].lap != 0) {
			t.Errorf("%s: laps %d and %d, want 0", slug, r.s.car[0].lap, r.s.car[32].lap)
		}
		if r.s.mover == 0 || r.s.car[r.s.mover-1].rank != 1 {
			t.Errorf("%s: the first of the order does not roll", slug)
		}
	}
}
