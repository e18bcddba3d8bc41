package usac

import (
	"strconv"
	"strings"

	"boxstop/engine"
)

// Marks of the lap record: a lap that was driven, one that a yellow flag credited, a stop that counts.
const (
	driven   = 'x'
	credited = 'y'
	stopped  = "x"
)

// Sheets are the lap record sheet and the qualifying sheet of a race (US-25), from the answers that stand. Titles and heads of columns are
// keys of the catalog, marks and numbers apart.
func (r *Rules) Sheets(s engine.Setup, es []engine.Event) []engine.Sheet {
	cars := len(s.Entries)
	for _, e := range es {
		cars = max(cars, int(e.Car))
	}
	out := []engine.Sheet{lapRecord(s, es, cars)}
	if q := qualifying(s, es, cars); len(q.Rows) > 0 {
		out = append(out, q)
	}
	return out
}

// record is what the lap record has of a car.
type record struct {
	lap    int64
	laps   []byte // a mark each
	stops  int
	status string
}

// write marks the laps up to the one that the car is in, new ones with a mark, or rubs out. Before the race there are none.
func (c *record) write(racing bool, with byte) {
	n := max(0, int(c.lap)-1)
	if !racing {
		n = 0
	}
	for len(c.laps) < n {
		c.laps = append(c.laps, with)
	}
	c.laps = c.laps[:n]
}

// lapRecord has a row a car: an x for each lap driven and a y for each that a flag credited, in fives, how many that are, and its stops. A
// lap that is taken back by the line-up behind a flag, or by a ruling, is rubbed out.
func lapRecord(s engine.Setup, es []engine.Event, cars int) engine.Sheet {
	t := engine.Sheet{Title: "sheet.laps", Columns: []string{"sheet.car", "sheet.driver", "sheet.tally", "sheet.count", "sheet.stops", "sheet.state"}}
	rows := make([]record, cars+1)
	racing := s.Grid != engine.ByRoll
	for _, e := range es {
		c := &rows[e.Car]
		switch {
		case e.Field == fTrial:
			racing = e.Is == 0
			for i := range rows { // what was ruled before the race: who is out does not line up
				rows[i].write(racing, driven)
			}
		case e.Field == fStatus && e.Is == running:
			c.status = ""
		case e.Field == fStatus:
			c.status = statusWords[e.Is]
		case e.Kind == kServed:
			c.stops++
		case e.Field == fStops && e.Kind == kRuled:
			c.stops += int(e.Was - e.Is)
		case e.Field == fLap:
			c.lap = e.Is
			with := byte(driven)
			if e.Kind == kCredit {
				with = credited
			}
			c.write(racing, with)
		}
	}
	for me := engine.Car(1); int(me) <= cars; me++ {
		c := &rows[me]
		t.Rows = append(t.Rows, []string{
			s.Mark(me), s.Driver(me), inFives(c.laps), strconv.Itoa(len(c.laps)), strings.Repeat(stopped, max(0, c.stops)), c.status,
		})
	}
	return t
}

// inFives sets a blank behind every fifth mark.
func inFives(laps []byte) string {
	var b strings.Builder
	for i, m := range laps {
		if i > 0 && i%5 == 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(m)
	}
	return b.String()
}

// qualifying has a row a car: the rolls of its three laps, the best of them, and the place on the grid that it led to (US-2).
func qualifying(s engine.Setup, es []engine.Event, cars int) engine.Sheet {
	t := engine.Sheet{Title: "sheet.qualifying", Columns: []string{"sheet.car", "sheet.driver", "1", "2", "3", "sheet.best", "sheet.place"}}
	type times struct {
		lap   [tries]string
		best  int64
		place string
	}
	rows := make([]times, cars+1)
	any := false
	for _, e := range es {
		switch {
		case e.Kind == kTimed && e.N >= 1 && e.N <= tries:
			rows[e.Car].lap[e.N-1], any = strconv.FormatInt(e.Is, 10), true
		case e.Kind == kSpoiled && e.N >= 1 && e.N <= tries:
			rows[e.Car].lap[e.N-1], any = "-", true
		case e.Field == fBest:
			rows[e.Car].best = e.Is
		case e.Kind == kLinesUp:
			rows[e.Car].place = strconv.FormatInt(e.N, 10)
		}
	}
	if !any {
		return t
	}
	for c := engine.Car(1); int(c) <= cars; c++ {
		x := &rows[c]
		best := ""
		if x.best > 0 {
			best = strconv.FormatInt(x.best, 10)
		}
		t.Rows = append(t.Rows, append(append([]string{s.Mark(c), s.Driver(c)}, x.lap[:]...), best, x.place))
	}
	return t
}
