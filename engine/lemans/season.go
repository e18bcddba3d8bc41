package lemans

import (
	"slices"
	"strconv"

	"boxstop/engine"
)

// points are given to the first six; cars that are level share the points of the places that they fill (LM-28).
var points = []float64{10, 8, 6, 4, 2, 1}

// share is the points of each stand of a race. A car that does not finish has none.
func share(stands []engine.Stand) []float64 {
	out := make([]float64, len(stands))
	for i := 0; i < len(stands); {
		j, sum := i, 0.0
		for ; j < len(stands) && stands[j].Place == stands[i].Place && stands[j].State == engine.Finished; j++ {
			if j < len(points) {
				sum += points[j]
			}
		}
		if j == i {
			i++
			continue
		}
		for k := i; k < j; k++ {
			out[k] = sum / float64(j-i)
		}
		i = j
	}
	return out
}

// Season adds up the points of drivers over several races; of a driver with three cars those of all of them (LM-28). The grid is rolled for
// anew.
func (r *Rules) Season(races []engine.Result) engine.Season {
	out := engine.Season{Clause: lm28}
	row := map[string]int{}
	for n, race := range races {
		given := share(race.Stands)
		for i, st := range race.Stands {
			w := race.Setup.Driver(st.Car)
			k, known := row[w]
			if !known {
				k = len(out.Table)
				row[w] = k
				out.Table = append(out.Table, engine.Score{Who: w, By: make([]float64, n, len(races))})
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
		case a.Points > b.Points:
			return -1
		case a.Points < b.Points:
			return 1
		}
		return 0
	})
	return out
}

// pad is what the record pad has of a car: pit stops that it owed and made, hard-brakings, over-revs, spin-outs, its place.
type pad struct{ owed, made, brakes, revs, spins, place int64 }

func (p *pad) note(e engine.Event) {
	switch {
	case e.Kind == kFinishes, e.Kind == kPlaced:
		p.place = e.N
	case e.Field == fOwed && e.Is > e.Was:
		p.owed += e.Is - e.Was
	case e.Kind == kPits:
		p.made += e.N
	case e.Kind == kBrakes:
		p.brakes += e.N
	case e.Kind == kRevs:
		p.revs++
	case e.Kind == kSpins:
		p.spins++
	}
}

// totals has a row a car.
func totals(s engine.Setup, pads []pad) engine.Sheet {
	out := engine.Sheet{Title: "sheet.pad", Columns: []string{"sheet.car", "sheet.owed", "sheet.made", "sheet.brakings", "sheet.revs", "sheet.spins"}}
	for c, p := range pads {
		if c == 0 {
			continue
		}
		line := []string{s.Mark(engine.Car(c))}
		for _, v := range []int64{p.owed, p.made, p.brakes, p.revs, p.spins} {
			line = append(line, strconv.FormatInt(v, 10))
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

// Sheets are the record pad (LM-2): what each car owed and made, where teams play their points, the turn in which each lap ended, and the
// gear of each turn. Titles and heads of columns are keys of the catalog, marks apart.
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
	gears, laps := sheet("sheet.gears", "sheet.turn"), sheet("sheet.laps", "sheet.lap")
	turn := int64(1)
	gear, home := make([]int64, cars+1), make([]bool, cars+1)
	end := func(c int) { // of a turn; a car that left the race has no gear in it
		if line := row(&gears, turn); !home[c] {
			line[c] = gearSay(gear[c])
		}
	}
	pads := make([]pad, cars+1)
	for _, e := range es {
		pads[e.Car].note(e)
		switch {
		case e.Field == fTurn:
			for c := 1; c <= cars; c++ {
				end(c)
			}
			turn = e.Is
		case e.Field == fGear:
			gear[e.Car] = e.Is
		case e.Field == fStatus && e.Is != running:
			home[e.Car] = true
		case e.Field == fStatus: // a ruling brought it back
			home[e.Car] = false
		case (e.Kind == kLaps || e.Kind == kLastLap || e.Kind == kHome) && e.Is > 1:
			row(&laps, e.Is-1)[e.Car] = strconv.FormatInt(turn, 10)
		}
	}
	for c := 1; c <= cars; c++ {
		end(c)
	}
	out := []engine.Sheet{totals(s, pads)}
	if chosen(s, fTeams) != 0 {
		var stands []engine.Stand
		for c := 1; c <= cars; c++ {
			if p := pads[c].place; p > 0 {
				stands = append(stands, engine.Stand{Car: engine.Car(c), Place: int(p), State: engine.Finished})
			}
		}
		slices.SortStableFunc(stands, func(a, b engine.Stand) int { return a.Place - b.Place })
		out = append(out, teamSheet(s, stands))
	}
	return append(out, laps, gears)
}

// teamSheet adds up what the cars of each driver scored (LM-28).
func teamSheet(s engine.Setup, stands []engine.Stand) engine.Sheet {
	t := engine.Sheet{Title: "sheet.teams", Columns: []string{"sheet.driver", "sheet.points"}}
	sum := map[string]float64{}
	given := share(stands)
	for i, st := range stands {
		sum[s.Driver(st.Car)] += given[i]
	}
	for i := range s.Entries {
		w := s.Driver(engine.Car(i + 1))
		if !slices.ContainsFunc(t.Rows, func(r []string) bool { return r[0] == w }) {
			t.Rows = append(t.Rows, []string{w, strconv.FormatFloat(sum[w], 'f', -1, 64)})
		}
	}
	slices.SortStableFunc(t.Rows, func(a, b []string) int {
		switch x, y := sum[a[0]], sum[b[0]]; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return t
}

// chosen is the value of a table option at set-up.
func chosen(s engine.Setup, f engine.Field) int {
	for i := range aboutGame.Options {
		if aboutGame.Options[i].Field == f && i < len(s.Options) {
			return s.Options[i]
		}
	}
	return 0
}

func gearSay(g int64) string {
	if g == 0 {
		return "-"
	}
	return gearWords[g]
}
