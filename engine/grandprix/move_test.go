package grandprix

import (
	"slices"
	"testing"

	"boxstop/engine"
)

// GP-4: a team with fewer cars to move picks which of the three speeds it uses; a car in the left side lane takes none.
func TestATeamWithFewerCarsPicksAmongTheSpeeds(t *testing.T) {
	tb := placed(t, nil, "R1 Oak straight/1/1", "R2 Bridge straight/1/1", "R3 Tower straight/left side/1", "B1 Tower straight/2/1")
	if got := tb.offers("R3"); !slices.Equal(got, []string{"to [Tower straight/left side/4]"}) {
		t.Errorf("R3: got %q", got)
	}
	tb.refuses("R3 speed 6", "R3 speed 6: it takes none where it stands (GP-12)")
	tb.say("R1 speed 5 to [Mill bend/1/1]")
	tb.say("R3 to [Tower straight/left side/4]")
	tb.offered("R2", "speed 5")
	tb.offered("R2", "speed 4", "speed 4 to [Bridge straight/1/5]", "speed 4 to [Bridge straight/2/5]", "speed 4 to [Bridge straight/3/5]", "speed 4 to [Bridge straight/4/5]")
	tb.say("R2 speed 4 to [Bridge straight/2/5]") // 6 is lost
	tb.wantAsked("speed of seat 2")
}

// GP-4, table option choice-of-value: a car of the track may not be given a speed that sends it to a side lane, if another one that is left
// would not.
func TestASpeedThatLeavesTheTrackIsRefusedWhereTheTablePlaysItSo(t *testing.T) {
	cars := []string{"R1 Oak straight/1/1", "R2 Bridge straight/1/1", "B1 Mill bend/1/2", "B2 Mill bend/2/2", "B3 Mill bend/3/2"}
	tb := placed(t, nil, cars...)
	tb.offered("R1", "speed 6", "speed 6 to [Mill bend/left side/1] side left", "speed 6 to [Mill bend/right side/1] side right")
	tb = placed(t, []string{"choice-of-value must-avoid-the-side-lane"}, cars...)
	tb.offered("R1", "speed 6")
	tb.refuses("R1 speed 6", "R1 speed 6: it would leave the track, and another speed that is left would not (GP-4)")
	tb.say("R2 speed 4 to [Bridge straight/1/5]")
	tb.offered("R1", "speed 5", "speed 5 to [Mill bend/1/1]", "speed 5 to [Mill bend/2/1]", "speed 5 to [Mill bend/3/1]")
	tb = placed(t, []string{"choice-of-value must-avoid-the-side-lane"}, append(cars, "G1 Mill bend/1/1", "G2 Mill bend/2/1", "G3 Mill bend/3/1")...)
	tb.say("R2 speed 4 to [Bridge straight/1/5]")
	tb.offered("R1", "speed 5", "speed 5 to [Oak straight/left side/5] side left", "speed 5 to [Oak straight/right side/5] side right") // no other is left
}

// GP-5: one car a space, one lane a step and only forward, between two cars too.
func TestLanesChangeDiagonallyForwardOntoFreeSpaces(t *testing.T) {
	tb := placed(t, nil, "R1 Bridge straight/2/1", "B1 Bridge straight/2/2", "B2 Bridge straight/1/2")
	tb.offered("R1", "speed 4", "speed 4 to [Bridge straight/1/5]", "speed 4 to [Bridge straight/2/5]", "speed 4 to [Bridge straight/3/5]", "speed 4 to [Bridge straight/4/5]")
	tb = placed(t, nil, "R1 Bridge straight/1/1", "B1 Bridge straight/1/2", "B2 Bridge straight/2/1") // a diagonal between two cars
	tb.offered("R1", "speed 4", "speed 4 to [Bridge straight/1/5]", "speed 4 to [Bridge straight/2/5]", "speed 4 to [Bridge straight/3/5]", "speed 4 to [Bridge straight/4/5]")
	tb.refuses("R1 speed 4 path alaa", "R1 path: B1 stands on [Bridge straight/1/2] (GP-5)")
	tb.refuses("R1 speed 4 path raay", "R1 path: step 4 leads nowhere from [Bridge straight/2/4] (GP-5)")
	tb.say("R1 speed 4 path rrla") // not on the list, and legal
	tb.stands("R1", "Bridge straight/2/5")
}

// GP-5: in bends a car stays in its lane, and a yellow line is not crossed.
func TestBendsAndYellowLinesAreNotCrossed(t *testing.T) {
	tb := placed(t, nil, "R1 Far bend/2/1", "R2 Neck/1/1", "R3 Mill lane/2/1")
	tb.offered("R1", "speed 4", "speed 4 to [Far bend/2/5]")
	tb.offered("R2", "speed 4", "speed 4 to [Neck bend/1/3]")
	tb.offered("R3", "speed 4", "speed 4 to [Neck bend/2/1]") // in lane 1 it is blocked, and from lane 2 of the neck nothing leads there
	tb.refuses("R2 speed 4 path raaa", "R2 path: step 1 leads nowhere from [Neck/1/1] (GP-5)")
}

// GP-7, its example: speed 5 onto an arrow behind a car: 8; again on an arrow behind a car: 11; and 12 is the longest move of the game.
func TestTwoSlipstreamsMakeElevenSpacesOfFive(t *testing.T) {
	cars := []string{"R2 Back straight/1/5", "B2 Back straight/2/8"}
	tb := placed(t, nil, append(cars, "R1 Park bend/1/5")...) // a team mate gives a slipstream too
	tb.happened("R1 speed 5 slip 2 to [Back straight/3/10]",
		"R1 slipstream of R2, 3 more, to [Back straight/2/7] (GP-7)", "R1 slipstream of B2, 3 more, to [Back straight/3/10] (GP-7)")
	tb = placed(t, nil, append(cars, "R1 Park bend/1/5")...)
	tb.happened("R1 speed 5 slip 1 to [Back straight/2/7]", "R1 slipstream of R2, 3 more, to [Back straight/2/7] (GP-7)")
	tb = placed(t, nil, append(cars, "R1 Park bend/1/5")...)
	tb.happened("R1 speed 5 slip 0 to [Back straight/1/4]", "R1 with 5, 5 spaces, to [Back straight/1/4]") // nobody has to

	tb = placed(t, nil, append(cars, "R1 Park bend/1/4", "B3 Back straight/1/10")...)
	longest := 0
	a := tb.r.Asks(nil)[0]
	for _, o := range tb.r.Options(nil, a, engine.Legal) {
		if o.Car == 1 {
			longest = max(longest, o.Path.Len())
		}
	}
	if longest != 12 {
		t.Errorf("longest move: got %d, want 12", longest)
	}
}

// GP-7: no third slipstream in one move.
func TestThereIsNoThirdSlipstream(t *testing.T) {
	tb := placed(t, nil, "R1 Far bend/1/3", "B1 Bridge straight/1/4", "B2 Back straight/1/10")
	tb.refuses("R1 speed 4 path "+string(append(engine.Straight(4).Append(nil), "raaaaaaaa"...)), "R1 path: step 8 is one too many, there is no slipstream at [Park bend/2/1] (GP-5)")
}

// GP-7: all three spaces, or with the table option as many as are free.
func TestASlipstreamThatCannotBeDrivenOutIsNotOffered(t *testing.T) {
	cars := []string{"R1 Far bend/1/3", "B1 Bridge straight/1/4", "B2 Bridge straight/1/5", "B3 Bridge straight/2/5", "G1 Bridge straight/3/5"}
	tb := placed(t, nil, cars...)
	tb.offered("R1", "speed 4", "speed 4 to [Bridge straight/1/3]", "speed 4 to [Bridge straight/2/3]", "speed 4 to [Bridge straight/3/3]")
	found := false
	for _, o := range tb.r.Options(nil, tb.r.Asks(nil)[0], engine.Refused) {
		if o.Refusal.Fault == xSlip {
			found = true
			if got, want := string(tb.w.Refusal(nil, tb.r, tb.r.Asks(nil)[0], o)), addressed(t, "slipstream of B1 from [Bridge straight/1/3]: three spaces are not free (GP-7)"); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	}
	if !found {
		t.Error("nobody says why there is no slipstream")
	}
	tb = placed(t, []string{"slipstream as-many-as-are-free"}, cars...)
	tb.offered("R1", "speed 4 slip 1", "speed 4 slip 1 to [Bridge straight/2/4]")
	tb.happened("R1 speed 4 slip 1", "R1 slipstream of B1, 1 more, to [Bridge straight/2/4] (GP-7)")
}

// GP-7: directly behind in its own lane, on a black arrow, and not in a bend.
func TestASlipstreamNeedsAnArrowAndACarDirectlyAhead(t *testing.T) {
	for _, c := range []struct{ car, ahead string }{
		{"Far bend/1/3", "Bridge straight/1/5"},                // two ahead
		{"Far bend/1/3", "Bridge straight/2/4"},                // beside
		{"Far bend/1/3", "Bridge straight/left side/4"},        // in a side lane
		{"Far bend/1/2", "Bridge straight/1/3"},                // no arrow
		{"Bridge straight/2/1", "Bridge straight/left side/5"}, // an arrow, and nobody
	} {
		tb := placed(t, nil, "R1 "+c.car, "B1 "+c.ahead)
		tb.offered("R1", "speed 4 slip")
	}
	// on the last arrow before a bend, behind a car in it: three spaces cannot be driven
	tb := placed(t, nil, "R1 Bridge straight/2/1", "B1 Park bend/2/1", "B2 Park bend/1/1", "B3 Park bend/3/1")
	tb.offered("R1", "speed 4 slip")
}

// GP-7: not before the blue line of the first lap.
func TestThereIsNoSlipstreamBeforeTheBlueLine(t *testing.T) {
	tb := placed(t, nil, "R1 Grid straight/1/7 lap 1", "B1 Grid straight/1/12 lap 1")
	tb.car("R1").behind, tb.car("B1").behind = 1, 1
	tb.offered("R1", "speed 4 slip")
	tb.wantRefused(xSlipLine, "R1")
	// the arrow beyond the line counts for a move that begins before it
	tb = placed(t, nil, "R1 First bend/1/2 lap 1", "B1 Oak straight/1/4 lap 1")
	tb.offered("R1", "speed 4 slip 1", "speed 4 slip 1 to [Mill bend/1/1]", "speed 4 slip 1 to [Mill bend/2/1]", "speed 4 slip 1 to [Mill bend/3/1]")
}

func (tb *seated) wantRefused(f engine.Fault, mark string) {
	tb.Helper()
	for _, o := range tb.r.Options(nil, tb.r.Asks(nil)[0], engine.Refused) {
		if o.Refusal.Fault == f && o.Car == tb.w.CarOf(mark) {
			return
		}
	}
	tb.Errorf("%s is nowhere refused with %s", mark, aboutGame.Faults[f])
}

// GP-8: hatched arrows count once a car has completed its first lap, and for a move that does so at once.
func TestHatchedArrowsCountAfterTheFirstLap(t *testing.T) {
	tb := placed(t, nil, "R1 Grid straight/1/7 lap 1", "B1 Grid straight/1/12")
	tb.offered("R1", "speed 4 slip")
	tb.wantRefused(xSlipLap, "R1")
	tb = placed(t, nil, "R1 Grid straight/1/7", "B1 Grid straight/1/12")
	tb.offered("R1", "speed 4 slip 1", "speed 4 slip 1 to [Tower straight/1/2]", "speed 4 slip 1 to [Tower straight/2/2]", "speed 4 slip 1 to [Tower straight/3/2]")
	tb = placed(t, nil, "R1 Grid straight/1/10 lap 1", "B1 Tower straight/1/3")
	tb.offered("R1", "speed 4 slip 1", "speed 4 slip 1 to [Tower straight/1/5]", "speed 4 slip 1 to [Tower straight/2/5]", "speed 4 slip 1 to [Tower straight/3/5]")
	tb.happened("R1 speed 4 slip 1 to [Tower straight/2/5]", "R1 lap 2 (GP-2)", "R1 slipstream of B1, 3 more, to [Tower straight/2/5] (GP-7)")
}
