package console

import (
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
)

// fewCars is how many cars are listed with their gauges; of more, each has its mark, lap and flag.
const fewCars = 8

// drawTable is the right panel: the order with the gauges, who moves next, who is out.
func drawTable(d *desk, c *canvas, x, y, w, h int) {
	t := d.snap.Table
	if crewed(t, h) {
		drawCrews(d, c, x, y, w, h, t.Crews)
		return
	}
	if large(t, h) {
		drawField(c, x, y, w, h, t)
		return
	}
	rows, notes := tableRows(t, w), []string(nil)
	if len(rows)+min(2, len(t.Then))+max(1, len(t.Out)) > h { // what there is to say of several cars once for all of them
		t, notes = gathered(t)
		rows = tableRows(t, w)
	}
	type line struct {
		s string
		l look
	}
	var lines []line
	for _, r := range rows {
		lines = append(lines, line{r.text, r.l})
	}
	label := func(key string, said []string) {
		name := d.word(key)
		at := max(6, length(name)+1)
		for i, s := range said {
			if i > 0 {
				name = ""
			}
			lines = append(lines, line{clip(pad(name, at)+s, w), plain})
		}
	}
	for _, n := range notes {
		for _, part := range wrap(n, w-1) {
			lines = append(lines, line{" " + part, plain})
		}
	}
	then := t.Then
	if room := h - len(lines) - max(1, len(t.Out)); len(then) > room { // side by side where a line each is too much
		const whole = "\u00a0" // who it is stays in one line
		all := strings.ReplaceAll(strings.Join(then, ",\n"), " ", whole)
		then = wrap(strings.ReplaceAll(all, "\n", " "), max(8, w-max(6, length(d.word("then"))+1)))
		for i := range then {
			then[i] = strings.ReplaceAll(then[i], whole, " ")
		}
	}
	label("then", then)
	out := t.Out
	if len(out) == 0 && len(t.Cars) > 0 {
		out = []string{d.word("out.nobody")}
	}
	label("out", out)
	for i, l := range lines {
		if i == h-1 && len(lines) > h {
			c.put(x+1, y+i, w-1, d.word("cut.rows", "n", len(lines)-h+1), faint)
			return
		}
		c.put(x, y+i, w, l.s, l.l)
	}
}

// gathered takes the notes out of a table: each once, with the marks of its cars.
func gathered(t view.Table) (view.Table, []string) {
	var said []string
	whose := map[string][]string{}
	t.Cars = slices.Clone(t.Cars)
	for i := range t.Cars {
		k := &t.Cars[i]
		if k.Note != "" && !k.Out { // who is out has a line of his own
			if whose[k.Note] == nil {
				said = append(said, k.Note)
			}
			whose[k.Note] = append(whose[k.Note], k.Mark)
		}
		k.Note = ""
	}
	for i, n := range said {
		said[i] = strings.Join(whose[n], " ") + " " + n
	}
	return t, said
}

// large reports whether so many cars are listed in h rows that each has its mark, lap and flag only (S7).
func large(t view.Table, h int) bool { return len(t.Cars) > fewCars && len(t.Cars)*2 > h }

// tableRows are the cars in their order, in at most w columns: marks and gauges are never cut, names are.
func tableRows(t view.Table, w int) []row {
	f := tableWidths(t, w)
	var rows []row
	if len(t.Columns) > 0 {
		rows = append(rows, f.head(t.Columns))
	}
	for _, k := range t.Cars {
		rows = append(rows, f.car(k))
		if k.Note != "" {
			rows = append(rows, row{text: clip("  "+k.Mark+" "+k.Note, w)})
		}
	}
	return rows
}

// widths are the columns of the order: all of it, a mark, a name, each cell, and the room for the sign of the last cell; the others have it
// between them.
type widths struct {
	all, mark, name int
	cells           []int
	last            int
}

func tableWidths(t view.Table, w int) widths {
	f := widths{all: w, mark: 1, cells: make([]int, max(0, len(t.Columns)-1))}
	for i := range f.cells {
		if i > 0 {
			f.cells[i] = length(t.Columns[i+1])
		}
	}
	for _, k := range t.Cars {
		f.mark = max(f.mark, length(k.Mark))
		for i := range k.Cells {
			if i >= len(f.cells) {
				f.cells = append(f.cells, 0)
			}
			f.cells[i] = max(f.cells[i], length(k.Cells[i]))
			if i == len(k.Cells)-1 && alarmed(k, i) {
				f.last = 1
			}
		}
	}
	sum := f.last
	for _, n := range f.cells {
		sum += n + 1
	}
	f.name = max(3, w-3-f.mark-sum)
	return f
}

// head is the row of the columns' heads: each ends where its cells end, the first of them is cut where it must be.
func (f widths) head(columns []string) row {
	line := []rune(strings.Repeat(" ", f.all))
	at, free := f.all-f.last, f.all
	for i := len(f.cells) - 1; i >= 0; i-- {
		if i+1 < len(columns) {
			s := []rune(columns[i+1])
			if i == 0 {
				s = []rune(clip(columns[1], at-5))
			}
			if from := at - len(s); from > 0 {
				copy(line[from:], s)
				free = from
			}
		}
		at -= f.cells[i] + 1
	}
	copy(line[1:], []rune(clip(columns[0], max(0, free-2))))
	return row{text: string(line), l: strong}
}

// car is a car's row: place, mark, name, cells, each with a sign where it alarms.
func (f widths) car(k view.Car) row {
	var b strings.Builder
	place := "-"
	if k.Place > 0 {
		place = strconv.Itoa(k.Place)
	}
	b.WriteString(clip(place, 2))
	switch {
	case k.Moving:
		b.WriteByte('>')
	case len(place) < 2:
		b.WriteByte(' ')
	}
	b.WriteString(pad(k.Mark, f.mark) + " ")
	n := k.Name
	if k.Bot {
		if n += " bot"; length(n) > f.name { // the mark of a bot, where the word has no room
			n = clip(k.Name, max(2, f.name-1)) + "*"
		}
	}
	b.WriteString(pad(n, max(0, f.name+3+f.mark-length(b.String()))))
	for i := range k.Cells {
		sign := " "
		if i > 0 && alarmed(k, i-1) {
			sign = "!"
		}
		b.WriteString(sign + padLeft(k.Cells[i], f.cells[i]))
	}
	if f.last > 0 && alarmed(k, len(k.Cells)-1) {
		b.WriteByte('!')
	}
	l := plain
	switch {
	case k.Moving:
		l = lit
	case slices.Contains(k.Alarms, true):
		l = alarm
	}
	return row{text: clip(b.String(), f.all), l: l}
}

func alarmed(k view.Car, i int) bool { return i >= 0 && i < len(k.Alarms) && k.Alarms[i] }

// drawField is a large field: mark, lap and one flag a car, in race order down the columns; the mover's gauges in full at the foot.
func drawField(c *canvas, x, y, w, h int, t view.Table) {
	const wide = 9
	n := max(1, w/wide)
	high := (len(t.Cars) + n - 1) / n
	for i, k := range t.Cars {
		col, line := i/high, i%high
		if line >= h {
			continue
		}
		flag := k.Flag
		if k.Moving {
			flag = ">"
		}
		lap := ""
		if len(k.Cells) > 0 {
			lap, _, _ = strings.Cut(k.Cells[0], "/") // where it stands in the lap is on the strip
		}
		if lap == flag { // out, home
			lap = "-"
		}
		l := plain
		if k.Moving {
			l = lit
		}
		c.put(x+col*wide+1, y+line, wide-1, padLeft(k.Mark, 3)+" "+strings.TrimPrefix(lap+" "+flag, "- "), l)
	}
	if high > h {
		c.put(x+1, y+h-1, w-1, string(cut), alarm)
	}
	for _, k := range t.Cars {
		if k.Moving && high < h {
			c.put(x+1, y+h-1, w-1, k.Mark+" "+k.Name+" "+strings.Join(k.Cells, " "), strong)
		}
	}
}
