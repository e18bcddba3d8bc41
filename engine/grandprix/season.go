package grandprix

import (
	"slices"
	"strconv"

	"boxstop/engine"
)

// individual points go to the first six cars of a race, kept per driver over a season (GP-19).
var individual = [...]float64{9, 6, 4, 3, 2, 1}

// Season adds up a championship. First stand the teams, with the points of their cars, 10 down to 1 for the numbered places (GP-18); teams
// that are level by the better best car, then the second, of the last race. Then the drivers, each car of a team one, with the individual
// points (GP-19). The points of a race are those that decide it: GP-18.
func (r *Rules) Season(races []engine.Result) engine.Season {
	out := engine.Season{Clause: gp18}
	var teams, drivers table
	for n, race := range races {
		given := make([]float64, len(race.Stands))
		for i, st := range race.Stands {
			if st.State == engine.Finished && st.Place <= places {
				given[i] = float64(points(int64(st.Place)))
			}
			teams.add(team(race.Setup, st.Car), n, given[i], st)
			own := 0.0
			if st.State == engine.Finished && st.Place <= len(individual) {
				own = individual[st.Place-1]
			}
			drivers.add(driver(race.Setup, st.Car), n, own, st)
		}
		teams.close(n)
		drivers.close(n)
		out.Points = append(out.Points, given)
	}
	out.Table = append(teams.sorted(), drivers.sorted()...)
	return out
}

// table is one of the two championships.
type table struct {
	rows []score
	row  map[string]int
}

type score struct {
	engine.Score
	cars []int // places of its cars in the last race, best first
}

func (t *table) add(who string, race int, pts float64, st engine.Stand) {
	if t.row == nil {
		t.row = map[string]int{}
	}
	k, known := t.row[who]
	if !known {
		k = len(t.rows)
		t.row[who] = k
		t.rows = append(t.rows, score{Score: engine.Score{Who: who, By: make([]float64, race)}})
	}
	sc := &t.rows[k]
	if len(sc.By) == race {
		sc.By, sc.cars = append(sc.By, 0), sc.cars[:0]
	}
	sc.By[race] += pts
	sc.Points += pts
	if st.State == engine.Finished {
		sc.cars = append(sc.cars, st.Place)
		slices.Sort(sc.cars)
	}
}

// close fills in for those who were not in a race.
func (t *table) close(race int) {
	for k := range t.rows {
		if sc := &t.rows[k]; len(sc.By) == race {
			sc.By, sc.cars = append(sc.By, 0), sc.cars[:0]
		}
	}
}

func (t *table) sorted() (out []engine.Score) {
	slices.SortStableFunc(t.rows, func(a, b score) int {
		switch {
		case a.Points > b.Points:
			return -1
		case a.Points < b.Points:
			return 1
		}
		for i := range max(len(a.cars), len(b.cars)) {
			switch {
			case i >= len(a.cars):
				return 1
			case i >= len(b.cars):
				return -1
			case a.cars[i] != b.cars[i]:
				return a.cars[i] - b.cars[i]
			}
		}
		return 0
	})
	for _, s := range t.rows {
		out = append(out, s.Score)
	}
	return out
}

func entry(s engine.Setup, c engine.Car) engine.Entry {
	if c > 0 && int(c) <= len(s.Entries) {
		return s.Entries[c-1]
	}
	return engine.Entry{Mark: strconv.Itoa(int(c)), Seat: engine.Seat((int(c)-1)/perTeam + 1)}
}

// shared reports whether the cars of a team have one driver's name: the owner's.
func shared(s engine.Setup, c engine.Car) bool {
	e, n := entry(s, c), 0
	for _, o := range s.Entries {
		if o.Seat == e.Seat && o.Name == e.Name {
			n++
		}
	}
	return n > 1
}

// team is who a team scores for: its owner, if its cars have one name, else its colour.
func team(s engine.Setup, c engine.Car) string {
	e := entry(s, c)
	switch {
	case shared(s, c) && e.Name != "":
		return e.Name
	case e.Car != "":
		return e.Car
	}
	return strconv.Itoa(int(e.Seat))
}

// driver is who a car scores for: its driver, or the car itself where its team has one name (GP-19).
func driver(s engine.Setup, c engine.Car) string {
	e := entry(s, c)
	switch {
	case e.Name == "":
		return e.Mark
	case shared(s, c) && e.Mark != "":
		return e.Mark + " " + e.Name
	}
	return e.Name
}

// Sheets are the records of a race: the turn in which each lap ended, the speeds that each car was given, and the points of the teams.
// Titles and heads of columns are keys of the catalog, marks apart.
func (r *Rules) Sheets(s engine.Setup, es []engine.Event) []engine.Sheet {
	cars := len(s.Entries)
	for _, e := range es {
		cars = max(cars, int(e.Car))
	}
	sheet := func(title, first string) engine.Sheet {
		out := engine.Sheet{Title: title, Columns: []string{first}}
		for c := 1; c <= cars; c++ {
			out.Columns = append(out.Columns, entry(s, engine.Car(c)).Mark)
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
	rev, speeds := sheet("sheet.laps", "sheet.lap"), sheet("sheet.speeds", "sheet.turn")
	pts := engine.Sheet{Title: "sheet.points", Columns: []string{"sheet.team", "sheet.cars", "sheet.sum"}}
	turn := int64(1)
	sum := map[string]int64{}
	cs := map[string]string{}
	var order []string
	for c := 1; c <= cars; c++ {
		who := team(s, engine.Car(c))
		if _, known := sum[who]; !known {
			order, sum[who] = append(order, who), 0
		}
	}
	for _, e := range es {
		switch {
		case e.Field == fTurn:
			turn = e.Is
		case e.Kind == kLaps || e.Kind == kLastLap:
			row(&rev, e.Is-1)[e.Car] = strconv.FormatInt(turn, 10)
		case e.Kind == kHome:
			row(&rev, laps)[e.Car] = strconv.FormatInt(turn, 10)
			who := team(s, e.Car)
			sum[who] += e.N
			if cs[who] != "" {
				cs[who] += ", "
			}
			cs[who] += entry(s, e.Car).Mark + " " + strconv.FormatInt(e.N, 10)
		case e.Kind == kTakes && e.Is != 0:
			row(&speeds, turn)[e.Is] = strconv.FormatInt(e.N, 10)
		case e.Kind == kOut || e.Kind == kGivesUp:
			row(&speeds, turn)[e.Car] = "-"
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return int(sum[b] - sum[a]) })
	for _, who := range order {
		pts.Rows = append(pts.Rows, []string{who, cs[who], strconv.FormatInt(sum[who], 10)})
	}
	return []engine.Sheet{pts, rev, speeds}
}
