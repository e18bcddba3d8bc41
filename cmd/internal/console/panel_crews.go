package console

import (
	"strings"

	"boxstop/cmd/internal/view"
)

// crewed reports whether the cars are shown seat by seat.
func crewed(t view.Table, h int) bool { return t.Crews != nil && len(t.Crews.Rows) < h }

// drawCrews is the right panel where a seat has several cars: a row a seat, a column a car, who is ahead and who goes next (S6).
func drawCrews(d *desk, c *canvas, x, y, w, h int, k *view.Crews) {
	cell := 3
	for _, r := range k.Rows {
		for _, t := range r.Cells {
			cell = max(cell, length(t))
		}
	}
	gap := 2
	if w-2-len(k.Columns)*(cell+gap) < length(k.Title) {
		gap = 1
	}
	name := max(4, w-2-len(k.Columns)*(cell+gap))
	line := func(left string, cells []string) string {
		var b strings.Builder
		b.WriteString(pad(left, name))
		for _, t := range cells {
			b.WriteString(pad(t, cell+gap))
		}
		return strings.TrimRight(b.String(), " ")
	}
	c.put(x+1, y, w-1, line(k.Title, k.Columns), strong)
	at := 1
	for _, r := range k.Rows {
		who, l := "  ", plain
		if r.Moving {
			who, l = "> ", lit
		}
		c.put(x, y+at, w, pad(who+line(strings.TrimSpace(r.Mark+" "+r.Name), r.Cells), w), l)
		at++
	}
	foot := []string{k.Legend}
	for _, f := range []struct{ key, says string }{{"ahead", strings.Join(k.Ahead, " ")}, {"next", strings.Join(k.Next, ", ")}} {
		if f.says != "" {
			foot = append(foot, d.word(f.key)+" "+f.says)
		}
	}
	if at+len(foot) > h { // the legend is in the book; who is ahead is not
		foot = foot[1:]
	} else if h > at+len(foot) && k.Legend != "" { // who is ahead and who is next stand at the foot
		c.put(x+1, y+at, w-1, foot[0], plain)
		at, foot = h-len(foot)+1, foot[1:]
	}
	for i := 0; i < len(foot) && at < h; i++ {
		c.put(x+1, y+at, w-1, foot[i], plain)
		at++
	}
}
