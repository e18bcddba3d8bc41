package pitstop

import (
	"slices"
	"strconv"

	"boxstop/engine"
)

// points go to the first four that finish (PS-16).
var points = [...]float64{5, 3, 2, 1}

// Season adds up a championship (PS-16): 5, 3, 2 and 1 points to finishers. Level drivers stand by the better last result. The next grid
// is the last result, or the standing where the option of the last race says so; who did not drive last comes behind.
func (r *Rules) Season(races []engine.Result) engine.Season {
	out := engine.Season{Clause: ps16}
	row := map[string]int{}
	for n, race := range races {
		given := make([]float64, len(race.Stands))
		for i, st := range race.Stands {
			who := race.Setup.Driver(st.Car)
			k, known := row[who]
			if !known {
				k = len(out.Table)
				row[who] = k
				out.Table = append(out.Table, engine.Score{Who: who, By: make([]float64, n, len(races))})
			}
			if st.State == engine.Finished && i < len(points) {
				given[i] = points[i]
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
	if len(races) == 0 {
		return out
	}
	last := races[len(races)-1]
	place := map[string]int{}
	var result []string
	for _, st := range last.Stands {
		who := last.Setup.Driver(st.Car)
		if _, twice := place[who]; !twice {
			place[who] = len(result)
			result = append(result, who)
		}
	}
	lastPlace := func(who string) int {
		if p, ok := place[who]; ok {
			return p
		}
		return len(result)
	}
	slices.SortStableFunc(out.Table, func(a, b engine.Score) int {
		if a.Points != b.Points {
			if a.Points > b.Points {
				return -1
			}
			return 1
		}
		return lastPlace(a.Who) - lastPlace(b.Who)
	})
	out.Grid = result
	if aboutGame.Chosen(&last.Setup, fGrid) != 0 {
		out.Grid = nil
		for _, sc := range out.Table {
			out.Grid = append(out.Grid, sc.Who)
		}
	}
	return out
}

// Sheets are the lap record and the pit stops of a race. Titles and heads of columns are keys of the catalog, marks apart.
func (r *Rules) Sheets(s engine.Setup, es []engine.Event) []engine.Sheet {
	cars := len(s.Entries)
	for _, e := range es {
		cars = max(cars, int(e.Car))
	}
	lapRows := make([][]string, laps)
	for i := range lapRows {
		lapRows[i] = make([]string, cars+1)
		lapRows[i][0] = strconv.Itoa(i + 1)
	}
	lap := make([]int64, cars+1)
	driven := engine.Sheet{Title: "sheet.turns", Columns: []string{"sheet.turn"}}
	laps := engine.Sheet{Title: "sheet.laps", Columns: []string{"sheet.lap"}, Rows: lapRows}
	stops := engine.Sheet{Title: "sheet.stops", Columns: []string{"sheet.turn", "sheet.car", "sheet.service", "sheet.waits"}}
	for c := engine.Car(1); int(c) <= cars; c++ {
		laps.Columns, driven.Columns = append(laps.Columns, s.Mark(c)), append(driven.Columns, s.Mark(c))
	}
	turn := int64(1)
	row := func() []string {
		for int64(len(driven.Rows)) < turn {
			line := make([]string, cars+1)
			line[0] = strconv.Itoa(len(driven.Rows) + 1)
			driven.Rows = append(driven.Rows, line)
		}
		return driven.Rows[turn-1]
	}
	service := make([]string, cars+1)
	for _, e := range es {
		switch {
		case e.Field == fTurn:
			turn = e.Is
		case e.Field == fLap:
			lap[e.Car] = e.Is
			if n := e.Is - 1; n >= 1 && n <= 3 && (e.Kind == kLaps || e.Kind == kLastLap) {
				lapRows[n-1][e.Car] = strconv.FormatInt(turn, 10)
			}
		case e.Kind == kFinishes:
			lapRows[len(lapRows)-1][e.Car] = strconv.FormatInt(turn, 10)
		case e.Kind == kDrives || e.Kind == kTowed || e.Kind == kGains || e.Kind == kStays || e.Kind == kEnters:
			row()[e.Car] = strconv.FormatInt(e.N, 10)
		case e.Kind == kWaits:
			row()[e.Car] = "-"
		case e.Kind == kServed && e.Field == fFuel:
			service[e.Car] = "fuel"
		case e.Kind == kServed:
			if service[e.Car] == "fuel" {
				service[e.Car] = "both"
			} else {
				service[e.Car] = "tyres"
			}
		case e.Kind == kHeld && e.Clause == ps14:
			stops.Rows = append(stops.Rows, []string{strconv.FormatInt(turn, 10), s.Mark(e.Car), service[e.Car], strconv.FormatInt(e.Is, 10)})
			service[e.Car] = ""
		}
	}
	return []engine.Sheet{laps, driven, stops}
}
