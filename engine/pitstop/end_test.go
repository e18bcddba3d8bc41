package pitstop

import (
	"slices"
	"testing"

	"boxstop/engine"
)

// PS-15
func TestTheFirstOverTheLineAtTheEndOfTheThirdLapWins(t *testing.T) {
	tb := place(t, nil, on(57, 3), on(56, 4), on(20, 3))
	for i := range 3 {
		tb.car(i + 1).lap = 3
	}
	tb.roll(1, "50 50 d")
	tb.say(wGear, 1, 3)
	es := tb.roll(2, "50 50 50 50") // the line is the fourth cell: B overtakes R and is home
	if got := costs(es, ps15); !slices.Equal(got, []int64{1}) {
		t.Errorf("finishes: got %v", got)
	}
	tb.want("a car that has finished leaves the board", tb.cell(2), offBoard)
	tb.wantAsked("Y bonus, Y roll 3") // the others drive on, and B names no gear
	tb.roll(3, "d d d")
	tb.say(wGear, 3, 3)
	tb.roll(1, "50 50 50")
	tb.want("R", tb.car(1).status, finished)
	tb.take(engine.Answer{What: wRetires, Car: 3})
	tb.wantAsked("") // every car is home or out
	var order []engine.Car
	for _, st := range tb.r.Stands(nil) {
		order = append(order, st.Car)
	}
	if want := []engine.Car{2, 1, 3}; !slices.Equal(order, want) {
		t.Errorf("got %v, want %v", order, want)
	}
	if i := tb.refuse(engine.Answer{What: wRoll, Car: 1, Faces: faces("50")}); i.Fault != xOver {
		t.Errorf("after the end: got %+v", i)
	}
}

// PS-15: nothing beyond the line costs a car that is home anything: no corner, no fuel, no full cell.
func TestNothingBeyondTheLineCostsAnything(t *testing.T) {
	b := road()
	for s := engine.Space(1); s <= 3; s++ {
		b.Places[s].Limit = 1
	}
	r, err := New().Start(engine.Setup{Board: b, Box: box(), Entries: entries(4)})
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{t, r.(*Race), r.(*Race).k}
	for i, c := range []car{on(58, 5).with(1, 1), on(1, 1), on(1, 1), on(1, 1)} {
		c.rank, c.lap = int64(i+1), 3
		tb.r.s.car[i] = c
	}
	tb.roll(1, "f f f f f")
	tb.want("home", tb.car(1).status, finished)
	tb.want("tyres", tb.car(1).tyres, 1)
	tb.want("fuel", tb.car(1).fuel, 1)
}

// PS-15: cars out are classified behind all finishers, by distance, level ones by who went out later.
func TestCarsOutAreClassifiedByDistanceThenByWhoWentOutLater(t *testing.T) {
	gone := func(lap, cell, nth int64) car {
		return car{lap: lap, where: cell + 1, nth: nth, status: out, cause: byTyres, gear: 1, ended: nth}
	}
	home := gone(3, 0, 6)
	home.status = finished
	tb := place(t, nil, gone(2, 5, 1), gone(1, 50, 5), gone(2, 7, 2), gone(2, 5, 4), home, on(3, 1))
	var order []engine.Car
	for _, st := range tb.r.Stands(nil) {
		order = append(order, st.Car)
	}
	if want := []engine.Car{5, 6, 3, 4, 1, 2}; !slices.Equal(order, want) {
		t.Errorf("got %v, want %v", order, want)
	}
}

// PS-15: within a turn places are taken in moving order.
func TestPlacesAreTakenInTheOrderOfCrossing(t *testing.T) {
	tb := place(t, nil, on(59, 1), on(59, 1))
	tb.car(1).lap, tb.car(2).lap = 3, 3
	tb.roll(1, "50")
	es := tb.roll(2, "50")
	if got := costs(es, ps15); !slices.Equal(got, []int64{2}) {
		t.Errorf("got %v, want place 2", got)
	}
}

// PS-23
func TestTheCrossingAfterTheStartCompletesNoLap(t *testing.T) {
	tb := sit(t, 2, engine.ByHand)
	tb.want("behind the line", tb.car(1).lap, 0)
	tb.roll(1, "50")
	tb.want("in lap 1", tb.car(1).lap, 1)
	tb = place(t, nil, on(59, 2), on(30, 1))
	tb.roll(1, "d d")
	tb.want("on the last cell still in lap 2", tb.car(1).lap, 2)
	tb.say(wGear, 1, 1)
	tb.roll(2, "d")
	tb.say(wGear, 2, 1)
	tb.roll(1, "50")
	tb.want("the first cell beyond the line", tb.car(1).lap, 3)
}

func result(options []int, order string, home int) engine.Result {
	res := engine.Result{Setup: engine.Setup{Options: options}}
	for i, m := range order {
		res.Setup.Entries = append(res.Setup.Entries, engine.Entry{Mark: string(m), Name: string(m)})
		st := engine.Stand{Car: engine.Car(i + 1), Place: i + 1, State: engine.Finished}
		if i >= home {
			st.State = engine.Retired
		}
		res.Stands = append(res.Stands, st)
	}
	return res
}

// PS-16
func TestAChampionship(t *testing.T) {
	standing := chosen(t, []string{"grid championship-standing"})
	for _, c := range []struct {
		name   string
		races  []engine.Result
		table  string
		points []float64
		grid   string
	}{
		{"5, 3, 2, 1 to the first four", []engine.Result{result(nil, "RBYGKW", 6)}, "RBYGKW", []float64{5, 3, 2, 1, 0, 0}, "RBYGKW"},
		{"finishers only", []engine.Result{result(nil, "RBYGKW", 2)}, "RBYGKW", []float64{5, 3, 0, 0, 0, 0}, "RBYGKW"},
		{"the grid follows the last result", []engine.Result{result(nil, "RBYG", 4), result(nil, "GBYR", 3)}, "GBRY", []float64{6, 6, 5, 4}, "GBYR"},
		{"or the standing", []engine.Result{result(standing, "RBYG", 4), result(standing, "GBYR", 3)}, "GBRY", []float64{6, 6, 5, 4}, "GBRY"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := New().Season(c.races)
			var table, grid string
			var points []float64
			for _, row := range s.Table {
				table += row.Who
				points = append(points, row.Points)
				if len(row.By) != len(c.races) {
					t.Errorf("%s has %d races, want %d", row.Who, len(row.By), len(c.races))
				}
			}
			for _, g := range s.Grid {
				grid += g
			}
			if table != c.table || grid != c.grid || !slices.Equal(points, c.points) {
				t.Errorf("got %s %v, grid %s; want %s %v, grid %s", table, points, grid, c.table, c.points, c.grid)
			}
			if s.Clause != ps16 {
				t.Errorf("clause %d", s.Clause)
			}
		})
	}
}

// PS-16: ties in the standing by the better last result.
func TestTiesInTheStandingGoByTheBetterLastResult(t *testing.T) {
	s := New().Season([]engine.Result{result(nil, "RB", 2), result(nil, "BR", 2)})
	if s.Table[0].Who != "B" || s.Table[0].Points != s.Table[1].Points {
		t.Errorf("got %+v", s.Table)
	}
}
