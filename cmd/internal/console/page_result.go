package console

import (
	"strings"

	"boxstop/cmd/internal/view"
)

// result is the page after a race (S11).
type result struct{ from int }

func (p *result) key(d *desk, k string) bool {
	r := d.snap.Result
	if n, ok := scrolled(p.from, k); ok {
		p.from = n
		return true
	}
	switch k {
	case "1":
		if r == nil || r.Next == "" {
			d.refuse(d.word("result.nonext"))
			return true
		}
		d.order(view.Order{Line: r.Next}, nil)
	case "2":
		d.order(view.Order{Line: "new"}, nil)
	case "5":
		d.askRuling()
	default:
		return false
	}
	return true
}

func (p *result) draw(d *desk, c *canvas) {
	r := d.snap.Result
	if r == nil {
		r = &view.Result{}
	}
	h := d.snap.Head
	name := d.word("result.title") + "  " + h.Game
	if h.Board != "" {
		name += ", " + h.Board
	}
	behind := ""
	if h.Practice {
		behind = " " + d.word("practice")
	}
	if h.Progress != "" {
		behind += ", " + h.Progress
	}
	from, to := frame(d, c, name+"\x00"+behind, "", h.Race, r.Head, "", append(d.words.list("keys.result"), d.word("result.foot")))
	var foot []string
	add := func(key string, lines []string) {
		label := d.word(key)
		for _, s := range lines {
			for _, part := range wrap(s, c.w-12) {
				foot = append(foot, pad(label, 9)+" "+part)
				label = ""
			}
		}
	}
	add("result.best", r.Best)
	add("result.house", r.House)
	if r.Kept != "" {
		add("result.kept", []string{r.Kept})
	}
	foot = fit(d, foot, max(1, (to-from)/3))
	low := to - len(foot) - 1
	split := panelW + (c.w-fullW)/2
	if len(r.Season) == 0 && len(r.Grid) == 0 { // nothing stands beside it
		split = c.w
	}
	c.line(2, split, '┬')
	c.line(low, split, '┴')
	c.upright(split, from, low)
	for i, s := range foot {
		c.put(1, low+1+i, c.w-2, s, plain)
	}
	cells := [][]string{d.words.list("result.column")}
	for _, w := range r.Rows {
		cells = append(cells, w.Cells)
	}
	var rows []row
	for i, s := range columns(cells, 1, split-2, 2, 1, 7, 6) {
		k := row{text: s}
		if i == 0 {
			k.l = strong
		} else if r.Rows[i-1].Alarm {
			k.l = alarm
		}
		rows = append(rows, k)
		if i > 0 && r.Rows[i-1].Note != "" {
			for _, part := range wrap(r.Rows[i-1].Note, split-14) {
				rows = append(rows, row{text: strings.Repeat(" ", 12) + part})
			}
		}
	}
	if r.Bots {
		rows = append(rows, row{}, row{text: d.word("result.bots")})
	}
	p.from = max(0, min(p.from, len(rows)-(low-from)))
	drawRows(d, c, 0, from, split, low-from, append(rows[:min(1, len(rows)):1], rows[min(1+p.from, len(rows)):]...)) // the head stays
	var side []row
	for i, s := range r.Season {
		side = append(side, row{text: s, l: map[bool]look{true: strong}[i == 0]})
	}
	if len(r.Grid) > 0 {
		side = append(side, row{})
		for i, s := range r.Grid {
			side = append(side, row{text: s, l: map[bool]look{true: strong}[i == 0]})
		}
	}
	drawRows(d, c, split+1, from, c.w-split-1, low-from, side)
}
