package grandprix

import (
	"slices"
	"testing"

	"boxstop/engine"
)

// GP-9: without a full path a car goes as far as it can, and then over to the nearer side lane; the owner chooses among longest part paths,
// and from the middle lane of three.
func TestACarWithoutAFullPathPullsOverFromWhereItCannotGoOn(t *testing.T) {
	tb := placed(t, nil, "R1 Bridge straight/1/3", "B1 Park bend/1/1", "B2 Park bend/2/1", "B3 Park bend/3/1", "G1 Park bend/4/1")
	tb.offered("R1", "speed 6",
		"speed 6 to [Bridge straight/left side/5] side left", "speed 6 to [Bridge straight/right side/5] side right") // lanes 1 and 2; 3
	tb.happened("R1 speed 6 side left",
		"R1 with 6, 2 spaces, to [Bridge straight/1/5]", "R1 with 6, no way on: pulls over to [Bridge straight/left side/5] (GP-9)")
	// only part paths that are longest: one space is free, in lane 4
	tb = placed(t, nil, "R1 Bridge straight/3/4", "B1 Bridge straight/3/5", "B2 Bridge straight/2/5", "B3 Park bend/4/1", "G1 Park bend/3/1")
	tb.offered("R1", "speed 4", "speed 4 to [Bridge straight/right side/5] side right")
	// a longest path of no space at all, in the middle lane
	tb = placed(t, nil, "R1 Tower straight/2/5", "B1 First bend/1/1", "B2 First bend/2/1", "B3 First bend/3/1")
	tb.offered("R1", "speed 5", "speed 5 to [Tower straight/left side/5] side left", "speed 5 to [Tower straight/right side/5] side right")
	// and where there is a full path for the speed, none of it
	tb = placed(t, nil, "R1 Tower straight/2/5", "B1 First bend/1/1", "B2 First bend/2/1")
	tb.offered("R1", "speed 5", "speed 5 to [Oak straight/3/1]")
}

// GP-9: in bends the board's own offset says which side space it is.
func TestTheBoardsOffsetIsAddedInBends(t *testing.T) {
	tb := placed(t, nil, "R1 First bend/3/1", "B1 First bend/3/2", "G1 Neck bend/1/1", "G2 Neck bend/1/2")
	tb.offered("R1", "speed 4", "speed 4 to [First bend/right side/2] side right")
	tb.say("R1 speed 4")
	tb.say("B1 speed 4 to [Oak straight/3/2]")
	tb.offered("G1", "speed 4", "speed 4 to [Neck bend/left side/2] side left")
}

// GP-9: five lanes have a middle one, four have none.
func TestOnlyThreeOrFiveLanesHaveAMiddle(t *testing.T) {
	open := func(name string) uint8 { return tbOpen(t, name) }
	for name, want := range map[string]uint8{
		"Wide straight/1/1": toLeft, "Wide straight/2/1": toLeft, "Wide straight/3/1": toLeft | toRight, "Wide straight/4/1": toRight, "Wide straight/5/1": toRight,
		"Bridge straight/2/1": toLeft, "Bridge straight/3/1": toRight, "Neck/1/1": toLeft, "Neck/2/1": toRight, "Oak straight/2/1": toLeft | toRight,
	} {
		if got := open(name); got != want {
			t.Errorf("%s: got %d, want %d", name, got, want)
		}
	}
}

func tbOpen(t *testing.T, name string) uint8 {
	tb := sit(t, 2, engine.ByHand)
	return tb.r.k.open[at(t, name)]
}

// GP-10: where the chosen side space is taken, a car of the middle lane goes to the other; of longest part paths one that leaves a side space
// must be taken.
func TestATakenSideSpaceLeavesTheOtherOrAnotherPath(t *testing.T) {
	tb := placed(t, nil, "R1 Tower straight/2/5", "B1 First bend/1/1", "B2 First bend/2/1", "B3 First bend/3/1", "G1 Tower straight/left side/5")
	tb.offered("R1", "speed 5", "speed 5 to [Tower straight/right side/5] side right")
	// lanes 1 and 2 lead left, where it is taken; lane 3 leads right
	tb = placed(t, nil, "R1 Bridge straight/1/3", "B1 Park bend/1/1", "B2 Park bend/2/1", "B3 Park bend/3/1", "G1 Park bend/4/1", "G2 Bridge straight/left side/5")
	tb.offered("R1", "speed 6", "speed 6 to [Bridge straight/right side/5] side right")
}

// GP-11: without a side space to go to it is out.
func TestWithoutASideSpaceACarIsOut(t *testing.T) {
	tb := placed(t, nil, "R1 Bridge straight/1/5", "B1 Park bend/1/1", "B2 Park bend/2/1", "G2 Bridge straight/left side/5")
	tb.offered("R1", "speed 6", "speed 6 out")
	for _, o := range tb.r.Options(nil, tb.r.Asks(nil)[0], engine.Offered) {
		if o.Fate != engine.GoesOut {
			t.Errorf("%+v would not ask twice", o)
		}
	}
}

// GP-12: exactly three spaces a turn in the left side lane; GP-14: it is out when it cannot drive them, whoever stands in the way.
func TestACarInTheLeftSideLaneDrivesThreeOrIsOut(t *testing.T) {
	tb := placed(t, nil, "R1 Back straight/left side/8", "B1 Tower straight/1/1")
	if got := tb.offers("R1"); !slices.Equal(got, []string{"to [Merge/left side/1]"}) {
		t.Errorf("got %q", got)
	}
	tb.happened("R1 to [Merge/left side/1]", "R1 3 spaces beside the track, to [Merge/left side/1] (GP-12)")
	tb = placed(t, nil, "R1 Back straight/left side/8", "R2 Back straight/left side/10", "B1 Tower straight/1/1")
	if got := tb.offers("R1"); !slices.Equal(got, []string{"out"}) {
		t.Errorf("got %q", got)
	}
	tb.say("R2 to [Last bend/left side/2]")
	if got := tb.offers("R1"); !slices.Equal(got, []string{"to [Merge/left side/1]"}) {
		t.Errorf("its mate has cleared the way: got %q", got)
	}
	tb = placed(t, nil, "R1 Back straight/left side/8", "G1 Back straight/left side/10", "B1 Tower straight/1/1")
	tb.happened("R1 out", "R1 is out at [Back straight/left side/8] (GP-14)")
}

// GP-13: one of 6, 5, 4 in full in the right side lane; GP-14: it is given one that fits while the team has one left, and is out when it is
// moved and none does.
func TestACarInTheRightSideLaneIsGivenASpeedThatFits(t *testing.T) {
	cars := []string{"R1 Grid straight/right side/4", "R2 Bridge straight/1/1", "B1 Grid straight/right side/10"}
	tb := placed(t, nil, cars...)
	tb.offered("R1", "", "speed 5 to [Grid straight/right side/9]", "speed 4 to [Grid straight/right side/8]")
	tb.refuses("R1 speed 6", "R1 speed 6: 5 spaces are free behind B1; it has to be driven out (GP-14)")
	tb.wantRefused(xFits, "R1")
	tb.happened("R1 speed 5", "R1 5 spaces beside the track, to [Grid straight/right side/9] (GP-13)")
	// four spaces are free, and a mate takes the 4
	cars[2] = "B1 Grid straight/right side/9"
	tb = placed(t, nil, cars...)
	tb.say("R2 speed 4 to [Bridge straight/1/5]")
	tb.offered("R1", "", "out")
	tb.happened("R1 out", "R1 is out at [Grid straight/right side/4] (GP-14)")
	// one that waits ahead is no excuse
	tb = placed(t, nil, "R1 Grid straight/right side/7", "B1 Grid straight/right side/9", "B2 Grid straight/3/9")
	tb.offered("R1", "", "out")
}

// GP-15: a car on a green arrow is first put at the same height on the nearest lane, free of charge, and then drives a normal speed.
func TestFromAGreenArrowACarGoesBackOntoTheTrackAndDrives(t *testing.T) {
	tb := placed(t, nil, "R1 Tower straight/left side/2", "B1 Mill bend/1/1")
	tb.say("R1 to [Tower straight/left side/5]") // past the arrow on 4
	tb = placed(t, nil, "R1 Tower straight/left side/1", "B1 Mill bend/1/1")
	tb.say("R1 to [Tower straight/left side/4]")
	tb.anyEnd("B1 speed 4")
	tb.offered("R1", "speed 5", "speed 5 to [Oak straight/1/1]", "speed 5 to [Oak straight/2/1]", "speed 5 to [First bend/3/4]")
	tb.happened("R1 speed 5 to [Oak straight/1/1]", "R1 back onto the track, at [Tower straight/1/4] (GP-15)", "R1 with 5, 5 spaces, to [Oak straight/1/1]")
}

// GP-15: if that space is taken it waits, without limit; a team mate may clear its place first (GP-4).
func TestACarAtAnExitWaitsWhileItsSpaceIsTaken(t *testing.T) {
	tb := placed(t, nil, "R1 Oak straight/left side/2", "R2 Oak straight/1/2", "B1 Back straight/1/1")
	tb.offered("R1", "", "stay")
	tb.refuses("R1 speed 6", "R1: R2 stands on [Oak straight/1/2]; it waits (GP-15)")
	tb.wantRefused(xTaken, "R1")
	tb.say("R2 speed 6 to [Mill lane/1/1]")
	tb.offered("R1", "stay")
	tb.offered("R1", "speed 4", "speed 4 to [Mill bend/1/1]", "speed 4 to [Mill bend/2/1]", "speed 4 to [Mill bend/3/1]")
	tb = placed(t, nil, "R1 Oak straight/left side/2", "R2 Oak straight/1/2", "B1 Back straight/1/1")
	tb.happened("R1 stay", "R1 waits at [Oak straight/left side/2], for R2 (GP-15)")
	tb.anyEnd("R2 speed 6")
	tb.wantAsked("speed of seat 2")
}

// GP-15: from the left lane the return is compulsory, from the right lane the owner may stay for the box.
func TestFromTheRightLaneTheOwnerMayStayForTheBox(t *testing.T) {
	tb := placed(t, nil, "R1 Oak straight/right side/4", "B1 Back straight/1/1")
	tb.offered("R1", "speed 4", "speed 4 to [Mill lane/1/1]", "speed 4 to [Mill bend/2/3]", "speed 4 to [Mill bend/3/3]", "speed 4 to [Mill bend/right side/3] box")
	tb.happened("R1 speed 4 box", "R1 4 spaces beside the track, to [Mill bend/right side/3] (GP-13)")
	tb = placed(t, nil, "R1 Oak straight/right side/4", "B1 Oak straight/3/4")
	tb.offered("R1", "", "stay", "speed 6 to [Mill lane/right side/2] box", "speed 5 to [Mill lane/right side/1] box", "speed 4 to [Mill bend/right side/3] box")
	tb = placed(t, nil, "R1 Oak straight/left side/2", "B1 Back straight/1/1")
	for _, o := range tb.offers("R1") {
		if o[len(o)-4:] == " box" || o == "stay" {
			t.Errorf("from the left lane: %s", o)
		}
	}
}

// GP-15: a car that pulled over onto an exit goes back at its next turn in the same way, and may have to pull over once more.
func TestACarThatPulledOverOntoAnExitGoesBackAtItsNextTurn(t *testing.T) {
	tb := placed(t, nil, "R1 Tower straight/1/4", "B1 Tower straight/1/5", "B2 Tower straight/2/5")
	tb.happened("R1 speed 6 side left", "R1 with 6, no way on: pulls over to [Tower straight/left side/4] (GP-9)")
	tb.anyEnd("B1 speed 4")
	tb.anyEnd("B2 speed 5")
	tb.offered("R1", "speed 4", "speed 4 to [First bend/1/3]", "speed 4 to [First bend/2/3]", "speed 4 to [First bend/3/3]")
	tb = placed(t, nil, "R1 Tower straight/left side/4", "B1 Tower straight/1/5", "B2 Tower straight/2/5")
	tb.offered("R1", "speed 4", "speed 4 to [Tower straight/left side/4] side left")
	tb.happened("R1 speed 4",
		"R1 back onto the track, at [Tower straight/1/4] (GP-15)", "R1 with 4, no way on: pulls over to [Tower straight/left side/4] (GP-9)")
}
