package grandprix

import (
	"slices"
	"testing"
)

// rest lets the other teams move, until the first one is asked again.
func (tb *seated) rest() {
	tb.Helper()
	for range 40 {
		if tb.r.s.team == 1 {
			return
		}
		for _, o := range tb.r.Options(nil, tb.r.Asks(nil)[0], 0) {
			tb.take(o.Car, o.Value, 0)
			break
		}
	}
	tb.Fatal("the others do not come to an end")
}

// GP-16, its example: in front of the box in turn T: T+1 black, T+2 arrow, T+3 drives.
func TestABoxTakesTwoTurnsAndInTheThirdTheCarDrives(t *testing.T) {
	tb := placed(t, nil, "R1 Park bend/right side/3", "B1 Tower straight/1/1")
	tb.offered("R1", "", "speed 6 to [Back straight/pit/1] box", "speed 5 to [Back straight/pit/1] box", "speed 4 to [Back straight/pit/1] box")
	tb.happened("R1 speed 6", "R1 stops in front of its box (GP-16)")
	tb.rest()
	if tb.r.s.turn != 11 {
		t.Fatalf("turn %d", tb.r.s.turn)
	}
	tb.offered("R1", "", "box")
	tb.refuses("R1 speed 6", "R1 speed 6: it takes none where it stands (GP-16)")
	tb.happened("R1 box", "R1 into its box, on the black space (GP-16)")
	tb.rest()
	tb.happened("R1 box", "R1 repaired, on the green arrow in its box (GP-16)")
	tb.rest()
	if got := len(tb.offers("R1")); got != 6+5+4 {
		t.Errorf("any speed up to its value: got %q", tb.offers("R1"))
	}
	tb.happened("R1 speed 6 to [Back straight/pit/7]", "R1 leaves its box, 6 spaces to [Back straight/pit/7] (GP-16)")
	tb.rest()
	tb.offered("R1", "speed 4", "speed 4 to [Back straight/pit/8]", "speed 4 to [Back straight/pit/9]")
	tb.happened("R1 speed 4 to [Back straight/pit/8]", "R1 1 space beside the track, to [Back straight/pit/8] (GP-13)")
	tb.rest()
	// out under GP-15: across the right side lane onto the nearest lane of the track
	tb.offered("R1", "speed 4", "speed 4 to [Last bend/1/2]", "speed 4 to [Last bend/2/2]", "speed 4 to [Last bend/3/2]")
	tb.happened("R1 speed 4 to [Last bend/3/2]", "R1 back onto the track, at [Back straight/4/9] (GP-15)", "R1 with 4, 4 spaces, to [Last bend/3/2]")
}

// GP-16: no car drives past its own box, and where the right side lane comes to the pits it drives into them.
func TestARightLaneCarDrivesToItsOwnBoxAndNoFurther(t *testing.T) {
	tb := placed(t, nil, "R1 Back straight/right side/1", "G1 Back straight/right side/2", "B1 Tower straight/1/1")
	tb.offered("R1", "", "speed 6 to [Back straight/pit/1] box", "speed 5 to [Back straight/pit/1] box", "speed 4 to [Back straight/pit/1] box")
	tb.anyEnd("R1 speed 6")
	tb = placed(t, nil, "R1 Tower straight/1/1", "B1 Back straight/right side/1", "G1 Tower straight/2/1")
	tb.anyEnd("R1 speed 6")
	tb.offered("B1", "", "speed 6 to [Back straight/pit/2] box", "speed 5 to [Back straight/pit/2] box", "speed 4 to [Back straight/pit/2] box")
}

// GP-17: a second car of the team waits behind the first and is not out for it; from the first box on a blocked car stops behind the one
// ahead and drives on in its next turn.
func TestInThePitLaneABlockedCarWaits(t *testing.T) {
	tb := placed(t, nil, "R1 Back straight/pit/1", "R2 Back straight/right side/1", "R3 Park bend/right side/4", "B1 Tower straight/1/1")
	tb.offered("R2", "", "stay")
	tb.offered("R3", "", "out") // behind a car that waits in the right side lane
	tb.happened("R2 stay", "R2 waits at [Back straight/right side/1], for R1 (GP-17)")
	tb.say("R1 box")
	tb.offered("R3", "", "out")
	tb = placed(t, nil, "R1 Back straight/pit/1", "R2 Back straight/right side/1", "R3 Park bend/right side/4", "B1 Tower straight/1/1")
	tb.say("R1 box")
	tb.say("R2 speed 4")
	tb.stands("R2", "Back straight/pit/1")
	tb.offered("R3", "speed 6", "speed 6 to [Back straight/right side/1]")
	tb.offered("R3", "speed 5", "speed 5 to [Back straight/right side/1]")
	tb.say("R3 speed 5")
	tb.rest()
	tb.offered("R2", "", "stay") // R1 is on the black space
	tb.say("R1 box")
	tb.offered("R2", "", "box")
	tb.say("R2 box")
	if got := tb.offers("R3"); !slices.Equal(got, []string{"speed 6 to [Back straight/pit/1] box", "speed 5 to [Back straight/pit/1] box", "speed 4 to [Back straight/pit/1] box"}) {
		t.Errorf("R3: got %q", got)
	}
	tb.say("R3 speed 6")
	tb.rest()
	// R1 on the arrow drives out past the car that waits in front of the box
	tb.say("R1 speed 4 to [Back straight/pit/5]")
	tb.say("R2 box")
	tb.say("R3 box")
}

// GP-17: behind a car in the pit lane a car stops, and drives on next turn; of a car of its own speed it takes part.
func TestACarStopsBehindAnotherInThePitLane(t *testing.T) {
	tb := placed(t, nil, "R1 Tower straight/1/1", "G1 Back straight/pit/1", "Y1 Back straight/pit/3", "Y2 Back straight/pit/5")
	tb.anyEnd("R1 speed 6")
	tb.offered("G1", "", "speed 6 to [Back straight/pit/2]", "speed 5 to [Back straight/pit/2]", "speed 4 to [Back straight/pit/2]")
	tb.say("G1 speed 4")
	tb.stands("G1", "Back straight/pit/2")
}

// GP-17: exit or track taken: it waits.
func TestAtTheEndOfThePitLaneACarWaitsForTheTrack(t *testing.T) {
	tb := placed(t, nil, "R1 Back straight/pit/9", "R2 Back straight/pit/8", "B1 Back straight/4/10")
	tb.offered("R1", "", "stay")
	tb.happened("R1 stay", "R1 waits at [Back straight/pit/9], for B1 (GP-15)")
	tb = placed(t, nil, "R1 Back straight/pit/7", "B2 Back straight/pit/8", "B1 Back straight/4/9")
	tb.offered("R1", "", "stay")
	tb.happened("R1 stay", "R1 waits at [Back straight/pit/7], for B2 (GP-17)")
}
