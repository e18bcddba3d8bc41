package grandprix

import (
	"slices"
	"strings"
	"testing"

	"boxstop/engine"
)

// asked is what is open: "first", "speed of seat 3".
func (tb *seated) asked() string {
	var out []string
	for _, a := range tb.r.Asks(nil) {
		t := aboutGame.Asks[a.What].Name
		if a.Seat != 0 {
			t += " of seat " + string(rune('0'+a.Seat))
		}
		out = append(out, t)
	}
	return strings.Join(out, ", ")
}

func (tb *seated) wantAsked(want string) {
	tb.Helper()
	if got := tb.asked(); got != want {
		tb.Errorf("asked: got %q, want %q", got, want)
	}
}

// GP-1: one car is drawn, its team begins; then all cars are drawn for the places of the grid.
func TestByLotTheFirstTeamIsDrawnAndThenTheGrid(t *testing.T) {
	tb := sit(t, 3, engine.ByLot)
	tb.wantAsked("first")
	tb.happened("first G2", "G2 is drawn: team 3 begins (GP-1)")
	tb.wantAsked("draw")
	tb.say("draw B1 R2 G3 R1 G1 B3 R3 B2 G2")
	tb.stands("B1", "Grid straight/1/11")
	tb.stands("R2", "Grid straight/2/11")
	tb.stands("R1", "Grid straight/1/9")
	tb.stands("G2", "Grid straight/3/7")
	tb.wantAsked("speed of seat 3")
	for _, line := range []string{"G1 speed 6", "G2 speed 5", "G3 speed 4"} {
		tb.anyEnd(line)
	}
	tb.wantAsked("speed of seat 1") // clockwise by seat
	if got := tb.r.Turn(); got != 1 {
		t.Errorf("turn: got %d, want 1", got)
	}
}

// anyEnd answers with the first listed end of a car and a speed.
func (tb *seated) anyEnd(line string) {
	tb.Helper()
	w := strings.Fields(line)
	tb.take(tb.w.CarOf(w[0]), int64(w[2][0]-'0'), 0)
}

// GP-1, table option first-team pole.
func TestTheTeamOnPoleBeginsIfTheTablePlaysItSo(t *testing.T) {
	tb := sit(t, 3, engine.ByLot, "first-team pole")
	tb.wantAsked("draw")
	tb.say("draw B1 R2 G3 R1 G1 B3 R3 B2 G2")
	tb.wantAsked("speed of seat 2")
	tb = sit(t, 2, engine.ByHand, "first-team pole")
	tb.wantAsked("speed of seat 1")
	tb = sit(t, 2, engine.ByHand) // drawn, on a grid by hand
	tb.wantAsked("first")
	tb.say("first B3")
	tb.wantAsked("speed of seat 2")
}

// GP-1: 2 to 6 teams of three cars.
func TestAFieldThatIsNotMadeOfTeamsIsRefusedInWords(t *testing.T) {
	two := func(change func([]engine.Entry) []engine.Entry) string {
		_, err := New().Start(engine.Setup{Board: theBoard, Box: theBox, Entries: change(entries(2))})
		if err == nil {
			return ""
		}
		return err.Error()
	}
	for _, c := range []struct {
		change func([]engine.Entry) []engine.Entry
		want   string
	}{
		{func(es []engine.Entry) []engine.Entry { return es[:3] }, "3 cars; Grand Prix is for 2 to 6 teams of 3 (GP-1)"},
		{func(es []engine.Entry) []engine.Entry { es[3].Seat = 1; return es }, "the team of Anna has 4 cars; a team has 3 (GP-1)"},
		{func(es []engine.Entry) []engine.Entry { es[3].Place, es[4].Place = 2, 2; return es }, "car R1: grid place 0; there are 1 to 18 (GP-1)"},
		{func(es []engine.Entry) []engine.Entry {
			for i := range es {
				es[i].Place = i + 1
			}
			es[4].Place = 1
			return es
		}, "cars R1 and B2 both on grid place 1: one car fits (GP-1)"},
	} {
		if got := two(c.change); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// GP-1: a draw names every car once.
func TestADrawThatLeavesACarOutIsRefused(t *testing.T) {
	tb := sit(t, 2, engine.ByLot, "first-team pole")
	tb.refuses("draw R1 R2 R3", "draw: each of the 6 cars once, 3 were named (GP-1)")
	tb.refuses("draw R1 R2 R3 B1 B2 B2", "draw, B2: each of the 6 cars once, 6 were named (GP-1)")
}

// GP-3: a team moves each of its cars once, in any order, with 6, 5 and 4.
func TestEachSpeedIsUsedByOneCarOfATeamAndEachCarMovesOnce(t *testing.T) {
	tb := placed(t, nil, "R1 Oak straight/1/1", "R2 Bridge straight/1/1", "R3 Back straight/2/1", "B1 Tower straight/1/1")
	if got := len(tb.r.Asks(nil)); got != 1 {
		t.Fatalf("%d asks", got)
	}
	tb.say("R2 speed 5 to [Park bend/1/1]")
	tb.refuses("R2 speed 4", "R2 has moved in this turn, with 5 (GP-3)")
	tb.refuses("R1 speed 5", "R1 speed 5: R2 has it in this turn (GP-3)")
	tb.refuses("B1 speed 5", "B1 speed 5: it is the turn of the team of R1, 2 of its cars have still to move (GP-3)")
	tb.refuses("R1 speed 3", "R1 speed 3: the speeds are 6, 5 and 4 (GP-3)")
	tb.offered("R1", "speed 5")
	tb.say("R1 speed 4 to [Oak straight/1/5]")
	tb.wantAsked("speed of seat 1")
	tb.say("R3 speed 6 to [Back straight/2/7]")
	tb.wantAsked("speed of seat 2")
}

// GP-20: whose cars have still to move.
func TestCarsThatHaveStillToMoveAreSaid(t *testing.T) {
	tb := placed(t, nil, "R1 Oak straight/1/1", "R2 Bridge straight/1/1", "B1 Tower straight/1/1")
	tb.say("R2 speed 5 to [Park bend/1/1]")
	var moves []string
	for _, st := range tb.r.Stands(nil) {
		if st.Moves {
			moves = append(moves, tb.w.Mark(st.Car))
		}
	}
	slices.Sort(moves)
	if want := []string{"B1", "R1"}; !slices.Equal(moves, want) {
		t.Errorf("still to move: got %v, want %v", moves, want)
	}
	head, info := tb.w.Ask(nil, tb.r, tb.r.Asks(nil)[0], "head"), tb.w.Ask(nil, tb.r, tb.r.Asks(nil)[0], "info")
	if string(head) != "YOUR TEAM" || string(info) != "R1 still to move; speeds left: 6 4" {
		t.Errorf("got %q, %q", head, info)
	}
}

// GP-6: before the blue line of the first lap a car goes as far as it can, and never has to pull over.
func TestBeforeTheBlueLineACarGoesAsFarAsItCan(t *testing.T) {
	lap1 := func(cars ...string) *seated {
		for i := range cars {
			cars[i] += " lap 1"
		}
		return placed(t, nil, cars...)
	}
	// three cars abreast in the bend, one behind them: two spaces are free in its lane
	tb := lap1("R1 Tower straight/2/4", "B1 First bend/1/2", "B2 First bend/2/3", "B3 First bend/3/3")
	tb.offered("R1", "speed 6", "speed 6 to [First bend/2/2]", "speed 6 to [First bend/3/2]")
	tb.happened("R1 speed 6 to [First bend/2/2]", "R1 with 6, 3 spaces, to [First bend/2/2]")
	if tb.r.s.team != 2 {
		t.Errorf("the turn goes on with team %d", tb.r.s.team)
	}
	// it cannot move at all: it stays, and its speed is used all the same
	tb = lap1("R1 First bend/2/1", "R2 First bend/2/2", "R3 Oak straight/1/1", "B1 First bend/2/3")
	tb.offered("R2", "speed 6", "speed 6 stay")
	tb.happened("R2 speed 6 stay", "R2 with 6, cannot move and stays (GP-6)")
	tb.refuses("R1 speed 6", "R1 speed 6: R2 has it in this turn (GP-3)")
	tb.offered("R1", "speed 5", "speed 5 stay")
	// beyond the line the exemption is over
	tb = lap1("R1 Oak straight/1/5", "B1 Mill bend/1/1", "B2 Mill bend/2/1")
	tb.offered("R1", "speed 6", "speed 6 to [Oak straight/left side/5] side left")
	// in a later lap there is none
	tb = placed(t, nil, "R1 First bend/2/1", "B1 First bend/2/2")
	tb.offered("R1", "speed 4", "speed 4 to [First bend/left side/1] side left", "speed 4 to [First bend/right side/3] side right")
}
