package grandprix

import (
	"slices"
	"testing"

	"boxstop/engine"
)

// GP-2: every car stands on lap 1 at the start; the marker moves on as it crosses the line, and goes out with the car.
func TestTheRevCounterShowsTheLapOfEveryCar(t *testing.T) {
	tb := sit(t, 2, engine.ByHand, "first-team pole")
	lap := func(mark string) int64 {
		for _, g := range tb.r.Gauges(nil, tb.w.CarOf(mark)) {
			if g.Field == fLap {
				return g.Value
			}
		}
		return 0
	}
	for _, m := range []string{"R1", "B3"} {
		if got := lap(m); got != 1 {
			t.Errorf("%s: lap %d at the start", m, got)
		}
	}
	tb.anyEnd("R1 speed 6") // from the grid over the line: no lap is completed (GP-21)
	if got := lap("R1"); got != 1 || tb.car("R1").behind != 0 {
		t.Errorf("R1: lap %d over the line at the start", got)
	}
	tb = placed(t, nil, "R1 Grid straight/1/10 lap 1", "B1 Tower straight/1/1")
	tb.happened("R1 speed 4 to [Tower straight/2/2]", "R1 with 4, 4 spaces, to [Tower straight/2/2]", "R1 lap 2 (GP-2)")
	if got := lap("R1"); got != 2 {
		t.Errorf("lap: got %d, want 2", got)
	}
	tb = placed(t, nil, "R1 Grid straight/1/10 lap 2", "B1 Tower straight/1/1")
	tb.happened("R1 speed 4 to [Tower straight/2/2]", "R1 with 4, 4 spaces, to [Tower straight/2/2]", "R1 begins the last lap (GP-2)")
}

// GP-2: who says that his car crossed the line is told where it stands (TB-11).
func TestAClaimOfTheLineIsHeldAgainstTheRace(t *testing.T) {
	tb := placed(t, nil, "R3 Grid straight/1/9", "R1 Grid straight/1/10", "B1 Oak straight/1/1")
	tb.refuses("report R3 line", "R3: not so, 4 short of the line (GP-2)")
	tb.say("R1 speed 4 to [Tower straight/2/2]")
	tb.happened("report R1 line", "R1 crossed the line: lap 3 (GP-2)")
	tb.refuses("report R3 line", "R3: not so, 4 short of the line (GP-2)")
	tb.anyEnd("R3 speed 6")
	tb.say("report R3 line")
	tb.anyEnd("B1 speed 6")
	tb.say("report R1 line") // said a little late
	tb.anyEnd("R1 speed 6")
	tb.anyEnd("R3 speed 5")
	tb.anyEnd("B1 speed 6")
	if _, err := tb.try("report R1 line"); err == nil {
		t.Error("a claim of two turns ago is granted")
	}
}

// GP-18: three laps; cars go in order to the places 1 to 10, 10 points down to 1, and none for later ones; the rest of the speed is lost.
func TestCarsThatCrossTheLineTakeTheNumberedPlaces(t *testing.T) {
	tb := placed(t, nil, "R1 Grid straight/1/11 lap 3", "R2 Grid straight/2/11 lap 3", "B1 Grid straight/3/12 lap 3")
	tb.happened("R1 speed 6 home", "R1 with 6, 2 spaces, to [Tower straight/1/1]", "R1 is home in place 1: 10 points (GP-18)")
	if got := engine.Space(tb.car("R1").space); theBoard.Address(got) != "place.1" {
		t.Errorf("R1 stands on %s", theBoard.Address(got))
	}
	tb.say("R2 speed 5 home")
	tb.r.s.homes = 10
	tb.happened("B1 speed 4 home", "B1 with 4, 1 space, to [Tower straight/3/1]", "B1 is home in place 11: 0 points (GP-18)")
	if got := tb.car("B1").space; got != 0 {
		t.Errorf("beyond the tenth place a car stands on %d", got)
	}
	if got := tb.asked(); got != "" { // every car is home or out
		t.Errorf("the race goes on: %s", got)
	}
	var order []string
	for _, st := range tb.r.Stands(nil)[:3] {
		order = append(order, tb.w.Mark(st.Car))
	}
	if want := []string{"R1", "R2", "B1"}; !slices.Equal(order, want) {
		t.Errorf("classification: got %v, want %v", order, want)
	}
}

// GP-22, its first example: three free spaces up to the line, speed 6: home on the fourth step, whatever stands beyond.
func TestOnTheLastLapAPathOverTheLineIsAFullOne(t *testing.T) {
	tb := placed(t, nil, "R1 Grid straight/1/9 lap 3", "B1 Tower straight/1/1", "B2 Tower straight/2/1", "B3 Tower straight/3/1", "G1 Tower straight/left side/1")
	tb.offered("R1", "speed 6", "speed 6 home")
	tb.happened("R1 speed 6 path aaaa", "R1 with 6, 4 spaces, to [Tower straight/1/1]", "R1 is home in place 1: 10 points (GP-18)")
	// in an earlier lap they are in the way
	tb = placed(t, nil, "R1 Grid straight/1/9 lap 2", "B1 Tower straight/1/1", "B2 Tower straight/2/1", "B3 Tower straight/3/1", "G1 Tower straight/left side/1")
	tb.offered("R1", "speed 6", "speed 6 to [Grid straight/left side/12] side left", "speed 6 to [Grid straight/right side/12] side right")
}

// GP-22, its second example: on an arrow, the last space before the line taken by the car ahead, the one beside it free: slipstream, home on
// its second step.
func TestASlipstreamOverTheLineIsHome(t *testing.T) {
	tb := placed(t, nil, "R1 Grid straight/1/7 lap 3", "B1 Grid straight/1/12", "B2 Tower straight/2/1", "B3 Tower straight/1/1", "G1 Tower straight/3/1")
	tb.offered("R1", "speed 4 slip 1", "speed 4 slip 1 home")
	tb.happened("R1 speed 4 slip 1", "R1 slipstream of B1, 2 more, to [Tower straight/2/1] (GP-7)", "R1 is home in place 1: 10 points (GP-18)")
}

// GP-22, its third example: in the left side lane, one space before the line: home on the second of its 3. GP-21: the height counts in both
// side lanes and in the pit lane.
func TestASideLaneLeadsOverTheLineToo(t *testing.T) {
	tb := placed(t, nil, "R1 Grid straight/left side/11 lap 3", "R2 Grid straight/right side/10 lap 3", "B1 Tower straight/left side/1", "B2 Tower straight/right side/1")
	tb.happened("R1 home", "R1 2 spaces beside the track, to [Tower straight/left side/1] (GP-12)", "R1 is home in place 1: 10 points (GP-18)")
	tb.offered("R2", "", "speed 6 home", "speed 5 home", "speed 4 home")
	tb.say("R2 speed 4 home")
	tb = placed(t, nil, "R1 Grid straight/left side/11 lap 1", "B2 Tower straight/right side/4")
	tb.happened("R1 to [Tower straight/left side/2]", "R1 3 spaces beside the track, to [Tower straight/left side/2] (GP-12)", "R1 lap 2 (GP-2)")
}

// GP-21: where the grid lies behind the line the crossing at the start completes no lap.
func TestTheCrossingAtTheStartCompletesNoLap(t *testing.T) {
	tb := sit(t, 2, engine.ByHand, "first-team pole")
	for _, st := range tb.r.Stands(nil) {
		if st.Lap != 0 {
			t.Errorf("%s is in lap %d before the line", tb.w.Mark(st.Car), st.Lap)
		}
	}
	tb.anyEnd("R1 speed 6")
	if st := tb.r.Stands(nil)[0]; tb.w.Mark(st.Car) != "R1" || st.Lap != 1 {
		t.Errorf("got %+v", st)
	}
}

// home is the result of a race: marks in the order in which they came, and the rest out.
func home(teams int, marks ...string) engine.Result {
	s := engine.Setup{Board: theBoard, Box: theBox, Entries: entries(teams)}
	out := engine.Result{Setup: s}
	for i, m := range marks {
		c := slices.IndexFunc(s.Entries, func(e engine.Entry) bool { return e.Mark == m })
		out.Stands = append(out.Stands, engine.Stand{Car: engine.Car(c + 1), Place: i + 1, State: engine.Finished})
	}
	for i, e := range s.Entries {
		if !slices.Contains(marks, e.Mark) {
			out.Stands = append(out.Stands, engine.Stand{Car: engine.Car(i + 1), Place: len(out.Stands) + 1, State: engine.Retired})
		}
	}
	return out
}

// GP-18: the points of a team's cars are added; ties by the better best car, then the second.
func TestTeamPointsAreAddedAndTiesGoByTheBestCar(t *testing.T) {
	season := New().Season([]engine.Result{home(3, "R1", "B1", "G1", "G2", "B2", "G3", "B3", "R2", "R3")})
	// R 10+3+2, B 9+6+4, G 8+7+5
	want := []engine.Score{{Who: "Cleo", Points: 20}, {Who: "Ben", Points: 19}, {Who: "Anna", Points: 15}}
	for i, w := range want {
		if got := season.Table[i]; got.Who != w.Who || got.Points != w.Points {
			t.Errorf("%d: got %+v, want %+v", i+1, got, w)
		}
	}
	if got := season.Points[0]; !slices.Equal(got, []float64{10, 9, 8, 7, 6, 5, 4, 3, 2}) {
		t.Errorf("points of the race: %v", got)
	}
	// Y 10, then three teams with 13: 9 and 4, 8 and 5, 7 and 6
	season = New().Season([]engine.Result{home(6, "Y1", "R1", "B1", "G1", "G2", "B2", "R2")})
	for i, who := range []string{"Anna", "Ben", "Cleo"} {
		if got := season.Table[i]; got.Who != who {
			t.Errorf("%d: got %+v, want %s", i+1, got, who)
		}
	}
}

// GP-19: 9, 6, 4, 3, 2, 1 to the first six cars, kept per driver over a season.
func TestIndividualPointsAreKeptPerDriver(t *testing.T) {
	first, second := home(2, "R1", "B1", "R2", "B2", "R3", "B3"), home(2, "B1", "R1", "B2")
	season := New().Season([]engine.Result{first, second})
	got := map[string]float64{}
	for _, s := range season.Table[2:] {
		got[s.Who] = s.Points
	}
	for who, want := range map[string]float64{"R1 Anna": 15, "B1 Ben": 15, "R2 Anna": 4, "B2 Ben": 7, "R3 Anna": 2, "B3 Ben": 1} {
		if got[who] != want {
			t.Errorf("%s: got %v, want %v", who, got[who], want)
		}
	}
	if season.Table[2].Who != "B1 Ben" { // level: the last race counts
		t.Errorf("got %+v", season.Table[2])
	}
	// where every car has a driver of its own, he is who scores
	first.Setup.Entries[0].Name = "Mark Speed"
	if got := New().Season([]engine.Result{first}).Table; !slices.ContainsFunc(got, func(s engine.Score) bool { return s.Who == "Mark Speed" && s.Points == 9 }) {
		t.Errorf("got %+v", got)
	}
}

// GP-2: of cars that may have crossed the line those that did come first, then the nearest to it (TB-11).
func TestTheNearestToTheLineAreAskedAboutFirst(t *testing.T) {
	tb := placed(t, nil, "R1 Grid straight/1/9", "R2 Oak straight/1/1", "R3 Grid straight/1/11", "B1 Grid straight/2/11", "B2 Tower straight/2/1")
	tb.anyEnd("R3 speed 6")
	var got []string
	for _, a := range tb.r.Reports(nil) {
		if a.What == wLine {
			got = append(got, tb.w.Mark(a.Car))
		}
	}
	if want := []string{"R3", "B1", "R1", "R2", "B2"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
