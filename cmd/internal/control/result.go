package control

import (
	"fmt"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

// viewResult is the result page (S11).
func (c *Control) viewResult(w *look) *view.Result {
	s := c.session
	v := &view.Result{House: s.house, Next: "next", Kept: fmt.Sprintf("race-%04d.race, %s", c.plan.Number, plural(s.seq, "entry", "entries"))}
	rulings, protests := 0, 0
	for i := range s.acts {
		if s.acts[i].ruled() {
			rulings++
		}
	}
	for _, n := range s.notes {
		if n.Protest {
			protests++
		}
	}
	v.Head = fmt.Sprintf("FINISHED after %s", s.Words.Turns(w.race.Turn()))
	if rulings > 0 {
		v.Head += "   " + plural(rulings, "ruling", "rulings")
	}
	if protests > 0 {
		v.Head += "   " + plural(protests, "protest", "protests") + " open: see t"
	}
	all := append(append([]engine.Result{}, c.results...), s.Result())
	season := s.Rules.Season(all)
	points := season.Points
	var now []float64
	if len(points) > 0 {
		now = points[len(points)-1]
	}
	for i, st := range w.stands {
		e := s.Setup.Entries[st.Car-1]
		place := strconv.Itoa(st.Place)
		if st.State >= engine.Retired {
			place = "-"
		}
		driver := e.Name
		if s.botDrove(st.Car) {
			driver += "*"
			v.Bots = true
		}
		pts := ""
		if i < len(now) && now[i] > 0 {
			pts = number(now[i])
		}
		end, why := s.ending(st)
		if i > 0 && st.State == engine.Finished && w.stands[i-1].State == engine.Finished && w.stands[i-1].Turn == st.Turn {
			end += ", after " + s.Words.Mark(w.stands[i-1].Car)
		}
		v.Rows = append(v.Rows, view.Row{Cells: []string{place, s.Words.Mark(st.Car), e.Car, driver, end, pts}, Note: why})
	}
	if c.plan.Season != "" || len(c.results) > 0 {
		name := c.plan.Season
		if name == "" {
			name = "standing"
		}
		v.Season = append(v.Season, fmt.Sprintf("%s after race %d%s", name, len(all), s.byClause(season.Clause)))
		for i, sc := range season.Table {
			var by []string
			for _, b := range sc.By {
				by = append(by, number(b))
			}
			v.Season = append(v.Season, fmt.Sprintf("%d %-10s %s   %s", i+1, sc.Who, strings.Join(by, " + "), number(sc.Points)))
		}
	}
	per := max(1, s.About.Places)
	var marks []string
	for _, name := range season.Grid {
		for _, e := range s.Setup.Entries {
			if e.Name == name {
				marks = append(marks, e.Mark)
			}
		}
	}
	var rows []string
	for i := 0; i < len(marks); i += per {
		rows = append(rows, strings.Join(marks[i:min(len(marks), i+per)], " "))
	}
	if rows != nil {
		v.Grid = []string{"next grid" + s.byClause(season.Clause), strings.Join(rows, " | ")}
	}
	v.Best = s.best()
	return v
}

// byClause is a clause in brackets behind what it led to.
func (s *Session) byClause(c engine.Clause) string {
	if c == 0 {
		return ""
	}
	return " (" + s.About.Clauses[c] + ")"
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func (s *Session) botDrove(c engine.Car) bool {
	for _, st := range s.Stints(c) {
		if st.Bot {
			return true
		}
	}
	return false
}

// ending is how a car's race ended, and why, in words.
func (s *Session) ending(st engine.Stand) (end, why string) {
	switch st.State {
	case engine.Finished:
		return s.Words.Turn(st.Turn), ""
	case engine.Retired, engine.Disqualified:
		end = fmt.Sprintf("out lap %d", max(1, st.Lap))
		if st.At != 0 {
			end += ", " + string(s.Words.Place(nil, st.At))
		}
		return end, string(s.Words.Remark(nil, st))
	}
	end = fmt.Sprintf("lap %d", st.Lap)
	if st.Spaces[0] != 0 {
		end += ", " + string(s.Words.Place(nil, st.Spaces[0]))
	}
	return end, ""
}

// best is what was remarkable: the longest move, the dearest one.
func (s *Session) best() (out []string) {
	steps, cost := 0, int64(0)
	var long, dear string
	for i := range s.acts {
		a := &s.acts[i]
		paid := int64(0)
		for _, e := range a.Events {
			f := &s.About.Fields[e.Field]
			if s.About.Kinds[e.Kind].Drive && e.Path.Len() > steps {
				steps = e.Path.Len()
				long = fmt.Sprintf("longest move %s, %s, turn %d", s.Words.Mark(e.Car), plural(steps, "space", "spaces"), a.Turn)
			}
			if f.Gauge && f.Hand && e.Is < e.Was && e.Clause != 0 && !a.ruled() {
				paid += e.Was - e.Is
			}
		}
		if paid > cost {
			cost = paid
			dear = fmt.Sprintf("dearest %s, %s, turn %d", s.Words.Mark(a.Car), plural(int(cost), "point", "points"), a.Turn)
		}
	}
	for _, t := range []string{long, dear} {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}
