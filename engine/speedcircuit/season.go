package speedcircuit

import (
	"slices"
	"strconv"

	"boxstop/engine"
)

// The points of a circuit of several races, by place: with six cars at the start, and with two to five (SC-23).
var (
	ofSix  = []float64{5, 3, 2, 1}
	ofFive = []float64{4, 2, 1}
)

// scale is the points of a race by how many cars started. With two cars it has two values; a car alone races for none.
func scale(cars int) []float64 {
	switch {
	case cars >= maxCars:
		return ofSix
	case cars < 2:
		return nil
	}
	return ofFive[:min(cars, len(ofFive))]
}

// Season adds up a circuit of several races (SC-23): points to the classified, none to who crashed. Cards are dealt anew for every race.
// Of drivers level at the head the one stands first who won a lap between them alone, where the tie is settled by a lap; it gives no points.
func (r *Rules) Season(races []engine.Result) engine.Season {
	out := engine.Season{Clause: sc23}
	row := map[string]int{}
	decider := map[string]int{} // place in the lap that settles a tie, from 1
	for n, race := range races {
		given := make([]float64, len(race.Stands))
		settles := aboutGame.Chosen(&race.Setup, fTie) == 0 && between(out.Table, race)
		pts := scale(len(race.Stands))
		for i, st := range race.Stands {
			who := race.Setup.Driver(st.Car)
			k, known := row[who]
			if !known {
				k = len(out.Table)
				row[who] = k
				out.Table = append(out.Table, engine.Score{Who: who, By: make([]float64, n, len(races))})
			}
			if settles {
				decider[who] = i + 1
			} else if st.State == engine.Finished && i < len(pts) {
				given[i] = pts[i]
			}
			sc := &out.Table[k]
			if len(sc.By) == n {
				sc.By = append(sc.By, 0)
			}
			sc.By[n] += given[i]
			sc.Points += given[i]
		}
		for k := range out.Table {
			if len(out.Table[k].By) == n {
				out.Table[k].By = append(out.Table[k].By, 0)
			}
		}
		out.Points = append(out.Points, given)
	}
	slices.SortStableFunc(out.Table, func(a, b engine.Score) int {
		switch {
		case a.Points != b.Points && a.Points > b.Points:
			return -1
		case a.Points != b.Points:
			return 1
		case decider[a.Who] != 0 && decider[b.Who] != 0:
			return decider[a.Who] - decider[b.Who]
		}
		return 0
	})
	return out
}

// between reports whether a race is the one lap of those, and only those, who were level at the head before it.
func between(table []engine.Score, race engine.Result) bool {
	if len(race.Stands) < 2 || max(1, race.Setup.Laps) != 1 || len(race.Stands) >= len(table) && len(table) > 0 && !allLevel(table) {
		return false
	}
	best := -1.0
	for i := range table {
		best = max(best, table[i].Points)
	}
	level := map[string]bool{}
	for i := range table {
		if table[i].Points == best && best > 0 {
			level[table[i].Who] = true
		}
	}
	if len(level) != len(race.Stands) {
		return false
	}
	for _, st := range race.Stands {
		if !level[race.Setup.Driver(st.Car)] {
			return false
		}
	}
	return true
}

func allLevel(table []engine.Score) bool {
	for i := range table {
		if table[i].Points != table[0].Points {
			return false
		}
	}
	return true
}

// Sheets are the performance charts of a race: the speed of every turn, the wear that each cost, and the turn in which each lap ended.
// Titles and heads of columns are keys of the catalog, marks apart.
func (r *Rules) Sheets(s engine.Setup, es []engine.Event) []engine.Sheet {
	cars := len(s.Entries)
	for _, e := range es {
		cars = max(cars, int(e.Car))
	}
	sheet := func(title, first string) engine.Sheet {
		out := engine.Sheet{Title: title, Columns: []string{first}}
		for c := 1; c <= cars; c++ {
			out.Columns = append(out.Columns, s.Mark(engine.Car(c)))
		}
		return out
	}
	row := func(t *engine.Sheet, n int64) []string {
		for int64(len(t.Rows)) < n {
			line := make([]string, cars+1)
			line[0] = strconv.Itoa(len(t.Rows) + 1)
			t.Rows = append(t.Rows, line)
		}
		return t.Rows[n-1]
	}
	speeds, wear, laps := sheet("sheet.speeds", "sheet.turn"), sheet("sheet.wear", "sheet.turn"), sheet("sheet.laps", "sheet.lap")
	turn := int64(1)
	paid := make([]int64, cars+1)
	for _, e := range es {
		switch {
		case e.Field == fTurn:
			turn = e.Is
			clear(paid)
		case e.Kind == kShows:
			row(&speeds, turn)[e.Car] = strconv.FormatInt(e.Is, 10)
		case e.Kind == kDrives || e.Kind == kStays: // start speeds are not shown
			row(&speeds, turn)[e.Car] = strconv.FormatInt(e.N, 10)
		case e.Kind == kBrakes || e.Kind == kCorners:
			paid[e.Car] += e.Was - e.Is
			row(&wear, turn)[e.Car] = strconv.FormatInt(paid[e.Car], 10)
		case e.Kind == kCrashes || e.Kind == kGivesUp:
			row(&wear, turn)[e.Car] = "-"
		case e.Kind == kLaps || e.Kind == kLastLap || e.Kind == kHome:
			if e.Is > 1 {
				row(&laps, e.Is-1)[e.Car] = strconv.FormatInt(turn, 10)
			}
		}
	}
	return []engine.Sheet{speeds, wear, laps}
}
