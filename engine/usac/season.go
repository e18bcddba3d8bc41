package usac

import (
	"slices"

	"boxstop/engine"
)

// points go to the first that are classified. The book knows no championship: they are ours.
var points = [...]float64{9, 6, 4, 3, 2, 1}

// Season adds up a championship of ours: points by place, level drivers by the better last result. Every grid is qualified for anew (US-2).
func (r *Rules) Season(races []engine.Result) engine.Season {
	out := engine.Season{Clause: us23}
	row := map[string]int{}
	last := map[string]int{}
	for n, race := range races {
		given := make([]float64, len(race.Stands))
		for i, st := range race.Stands {
			who := race.Setup.Driver(st.Car)
			k, known := row[who]
			if !known {
				k = len(out.Table)
				row[who] = k
				out.Table = append(out.Table, engine.Score{Who: who, By: make([]float64, len(races))})
			}
			if st.State == engine.Finished && i < len(points) {
				given[i] = points[i]
			}
			out.Table[k].By[n] += given[i]
			out.Table[k].Points += given[i]
			if n == len(races)-1 && last[who] == 0 {
				last[who] = i + 1
			}
		}
		out.Points = append(out.Points, given)
	}
	place := func(who string) int {
		if p := last[who]; p != 0 {
			return p
		}
		return len(out.Table) + maxCars
	}
	slices.SortStableFunc(out.Table, func(a, b engine.Score) int {
		switch {
		case a.Points > b.Points:
			return -1
		case a.Points < b.Points:
			return 1
		}
		return place(a.Who) - place(b.Who)
	})
	return out
}
