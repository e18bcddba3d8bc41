package control

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"boxstop/engine"
)

// Paper is a sheet with the name by which it is asked for; its title and the heads of its columns are words.
type Paper struct {
	Name string
	engine.Sheet
}

// Papers are the records that can be printed of a race: its result, the table sheet, who drove, and what the rule set keeps.
func (s *Session) Papers() []Paper {
	var out []Paper
	for _, t := range s.sheets() {
		p := Paper{strings.TrimPrefix(t.Title, "sheet."), t}
		p.Name, _, _ = strings.Cut(p.Name, " ")
		p.Sheet = Titled(t, s.Words.Catalog)
		out = append(out, p)
	}
	return out
}

// Titled is a sheet with the words of a catalog for its title and the heads of its columns, where these are keys of it.
func Titled(t engine.Sheet, c *engine.Catalog) engine.Sheet {
	say := func(key string) string {
		if c.Has(key) {
			return c.Text(key)
		}
		return key
	}
	t.Title = say(t.Title)
	t.Columns = slices.Clone(t.Columns)
	for i := range t.Columns {
		t.Columns[i] = say(t.Columns[i])
	}
	return t
}

// sheets have keys of the rule set's words for titles and columns, where they are the rule set's.
func (s *Session) sheets() []engine.Sheet {
	w := s.look()
	result := engine.Sheet{Title: "result", Columns: []string{"place", "mark", "car", "driver", "end", "points"}}
	season := s.Rules.Season([]engine.Result{s.Result()})
	for i, st := range w.stands {
		e := s.Setup.Entries[st.Car-1]
		place := fmt.Sprint(st.Place)
		if st.State >= engine.Retired {
			place = "-"
		}
		pts := ""
		if s.Over() && len(season.Points) > 0 && i < len(season.Points[0]) && season.Points[0][i] > 0 {
			pts = number(season.Points[0][i])
		}
		end, why := s.ending(st)
		if why != "" {
			end += ": " + why
		}
		result.Rows = append(result.Rows, []string{place, e.Mark, e.Car, e.Name, end, pts})
	}
	drivers := engine.Sheet{Title: "drivers", Columns: []string{"mark", "driver", "from turn", "to turn"}}
	for c := range w.race.Cars() {
		for _, st := range s.Stints(engine.Car(c + 1)) {
			who := st.Name
			if st.Bot {
				who += " (bot)"
			}
			drivers.Rows = append(drivers.Rows, []string{s.Words.Mark(engine.Car(c + 1)), who, fmt.Sprint(st.From), fmt.Sprint(st.To)})
		}
	}
	out := append([]engine.Sheet{result, s.tableSheet(w), drivers}, s.kept()...)
	if rolls := s.rollSheet(); len(rolls.Rows) > 0 {
		out = append(out, rolls)
	}
	if notes := s.noteSheet(); len(notes.Rows) > 0 {
		out = append(out, notes)
	}
	return out
}

// kept are the records that the rule set keeps, from the answers that stand.
func (s *Session) kept() []engine.Sheet {
	var evs []engine.Event
	for i := range s.acts {
		evs = append(evs, s.acts[i].Events...)
	}
	return s.Rules.Sheets(s.Setup, evs)
}

// Records are the records that the game keeps, as plain text of a width, the lap record before the others.
func (s *Session) Records(width int) (out []string) {
	sheets := s.kept()
	if i := slices.IndexFunc(sheets, func(t engine.Sheet) bool { return t.Title == "sheet.laps" }); i > 0 {
		sheets = slices.Insert(slices.Delete(slices.Clone(sheets), i, i+1), 0, sheets[i])
	}
	for i, t := range sheets {
		if i > 0 {
			out = append(out, "")
		}
		out = append(out, Plain(Titled(t, s.Words.Catalog), width)...)
	}
	return out
}

// tableSheet is everything that is needed to build this position on an empty table, in words (TB-17).
func (s *Session) tableSheet(w *look) engine.Sheet {
	t := engine.Sheet{Title: "table", Columns: []string{"what", "where", "how"}}
	for _, l := range BoardLines(s.Setup.Board, s.About) {
		var parts []string
		for _, p := range strings.Split(l, "  ") {
			if p = strings.TrimSpace(p); p != "" {
				parts = append(parts, p)
			}
		}
		n := min(2, len(parts))
		t.Rows = append(t.Rows, []string{"lay", strings.Join(parts[:n], " "), strings.Join(parts[n:], "; ")})
	}
	for _, st := range w.stands {
		var dash []string
		for _, g := range w.race.Gauges(nil, st.Car) {
			dash = append(dash, s.Words.Field(g.Field)+" "+s.Words.Gauge(g))
		}
		where := string(s.Words.Place(nil, st.Spaces[0]))
		if st.Spaces[0] != 0 {
			where += fmt.Sprintf(", lap %d", st.Lap)
		}
		how := strings.Join(dash, ", ")
		if r := string(s.Words.Remark(nil, st)); r != "" {
			how += "; " + r
		}
		t.Rows = append(t.Rows, []string{s.Words.Mark(st.Car) + " " + s.Setup.Entries[st.Car-1].Car, where, how})
	}
	for _, m := range w.race.Markers(nil) {
		if int(m.Kind) < len(s.About.Markers) {
			t.Rows = append(t.Rows, []string{s.About.Markers[m.Kind].Name, string(s.Words.Place(nil, m.At)), fmt.Sprint(m.N)})
		}
	}
	t.Rows = append(t.Rows, []string{"next", s.nextWords(), ""})
	return t
}

// rollSheet lists the rolls that came in the place of one that was kept (TB-5).
func (s *Session) rollSheet() engine.Sheet {
	t := engine.Sheet{Title: "rolls in the place of others", Columns: []string{"entry", "roll", "instead of"}}
	for i := range s.acts {
		if _, old, ok := strings.Cut(s.acts[i].From, " instead-of "); ok {
			t.Rows = append(t.Rows, []string{fmt.Sprint(s.acts[i].No), s.acts[i].Line, strings.ReplaceAll(strings.TrimSuffix(old, " again"), ",", " ")})
		}
	}
	return t
}

func (s *Session) noteSheet() engine.Sheet {
	t := engine.Sheet{Title: "notes", Columns: []string{"entry", "turn", "note"}}
	for _, n := range s.notes {
		x := n.Text
		if n.Protest {
			x = "protest: " + x
		}
		t.Rows = append(t.Rows, []string{fmt.Sprint(n.Entry), fmt.Sprint(n.Turn), x})
	}
	for i := range s.acts {
		if s.acts[i].ruled() {
			t.Rows = append(t.Rows, []string{fmt.Sprint(s.acts[i].No), fmt.Sprint(s.acts[i].Turn), s.acts[i].Line})
		}
	}
	for _, h := range s.house {
		t.Rows = append(t.Rows, []string{"", "", "house rule: " + h})
	}
	return t
}

// Report is one sheet, or all of them ("" or "all"), as plain text of a width.
func (s *Session) Report(name string, width int) (out []string) {
	var names []string
	for _, t := range s.Papers() {
		names = append(names, t.Name)
		if name == "" || name == "all" || strings.HasPrefix(t.Name, name) {
			if len(out) > 0 {
				out = append(out, "")
			}
			out = append(out, Plain(t.Sheet, width)...)
		}
	}
	if out == nil {
		out = []string{fmt.Sprintf("there is no sheet %q; there are %s", name, strings.Join(names, ", "))}
	}
	return out
}

// Plain is a sheet as lines of a width. A column that does not fit goes on beneath itself; where little would be left of it, it has lines
// of its own beneath each row.
func Plain(t engine.Sheet, width int) []string {
	hung, rest := hang(&t, width)
	out := fold(strings.ToUpper(t.Title), width)
	n := len(t.Columns)
	wide := make([]int, n)
	for i, c := range t.Columns {
		wide[i] = utf8.RuneCountInString(c)
	}
	for _, r := range t.Rows {
		for i := range min(n, len(r)) {
			wide[i] = max(wide[i], utf8.RuneCountInString(r[i]))
		}
	}
	for { // the widest column gives way
		sum, at := 2*(n-1), 0
		for i, w := range wide {
			sum += w
			if w > wide[at] {
				at = i
			}
		}
		if sum <= width || wide[at] <= 4 {
			break
		}
		wide[at]--
	}
	for i, r := range append([][]string{t.Columns}, t.Rows...) {
		cols := make([][]string, n)
		high := 1
		for k := range min(n, len(r)) {
			cols[k] = fold(r[k], wide[k])
			high = max(high, len(cols[k]))
		}
		for h := range high {
			var b strings.Builder
			for k := range n {
				t := ""
				if h < len(cols[k]) {
					t = cols[k][h]
				}
				b.WriteString(t)
				if k < n-1 {
					b.WriteString(strings.Repeat(" ", wide[k]-utf8.RuneCountInString(t)+2))
				}
			}
			out = append(out, strings.TrimRight(b.String(), " "))
		}
		if hung != nil && i > 0 && hung[i-1] != "" {
			for _, l := range fold(hung[i-1], width-rest) {
				out = append(out, strings.Repeat(" ", rest)+l)
			}
		}
		if i == 0 {
			out = append(out, strings.Repeat("-", min(width, sumOf(wide)+2*(n-1))))
		}
	}
	return out
}

// hang takes the longest column out of a sheet if less than half of it, and less than a dozen letters, would fit. It gives its fields and
// how far they stand in.
func hang(t *engine.Sheet, width int) (fields []string, in int) {
	wide := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		wide[i] = utf8.RuneCountInString(c)
		for _, r := range t.Rows {
			if i < len(r) {
				wide[i] = max(wide[i], utf8.RuneCountInString(r[i]))
			}
		}
	}
	sum, at := 2*(len(wide)-1), 0
	for i, w := range wide {
		sum += w
		if w > wide[at] {
			at = i
		}
	}
	if left := width - (sum - wide[max(at, 0)]); at == 0 || sum <= width || left >= 12 || 2*left >= wide[at] || wide[at] < 12 {
		return nil, 0
	}
	cols := append(slices.Clone(t.Columns[:at]), t.Columns[at+1:]...)
	rows := make([][]string, 0, len(t.Rows))
	for _, r := range t.Rows {
		f := ""
		if at < len(r) {
			f = r[at]
			r = append(slices.Clone(r[:at]), r[at+1:]...)
		}
		fields, rows = append(fields, f), append(rows, r)
	}
	t.Columns, t.Rows = cols, rows
	return fields, min(wide[0]+2, width/2)
}

func sumOf(n []int) (sum int) {
	for _, v := range n {
		sum += v
	}
	return sum
}

// fold breaks a text into lines of a width, at blanks where it can.
func fold(t string, width int) (out []string) {
	for utf8.RuneCountInString(t) > width {
		r := []rune(t)
		cut := width
		for i := width; i > width/2; i-- {
			if r[i] == ' ' {
				cut = i
				break
			}
		}
		out = append(out, strings.TrimRight(string(r[:cut]), " "))
		t = strings.TrimLeft(string(r[cut:]), " ")
	}
	return append(out, t)
}
