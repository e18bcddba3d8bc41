package console

import (
	"strings"

	"boxstop/cmd/internal/view"
)

// drawSmall is what is left of the race where the terminal is too small (S12): the ask, its options, the last move, the order. Every key
// still works.
func (r *race) drawSmall(d *desk, c *canvas) {
	s := d.snap
	a, side := r.asks(s)
	if a != nil {
		r.keep(a)
		d.saw(a.ID)
		for _, b := range side {
			d.saw(b.ID)
		}
	}
	if s.Dispute != nil {
		d.saw(disputeID(s.Dispute))
	}
	if len(s.PutBack) > 0 {
		d.saw(other + "moved")
	}
	ask, keys := r.smallAsk(d)
	if c.h < 4 || c.w < 38 {
		c.put(0, 0, c.w, strings.TrimSpace(ask+" "+keys), plain)
		for y, t := range d.said {
			c.put(0, y+1, c.w, t, alarm)
		}
		return
	}
	lines := []row{{text: d.word("small.line", "w", c.w, "h", c.h)}}
	if c.h >= 12 {
		lines = []row{
			{text: d.word("small.needs", "w", c.w, "h", c.h)}, {text: d.word("small.works")}, {},
		}
	}
	body := c.h - len(lines)
	lines = append(lines, row{text: ask, l: strong})
	last := ""
	if len(s.Last) > 0 {
		last = d.word("last") + " " + s.Last[0]
	}
	opts := r.rows(d, a, side, c.h)
	switch {
	case body <= 3:
		if keys != "" {
			lines[len(lines)-1].text += "  " + keys
		}
		lines = append(lines, row{text: last})
	default:
		cars := smallTable(s.Table, c.w-2)
		room := body - 1 - 1 - 1 // ask, last, keys
		n := min(len(opts), max(1, room/2))
		if len(cars) < room-n {
			n = min(len(opts), room-len(cars))
		}
		for i, o := range opts {
			if i == n-1 && len(opts) > n {
				lines = append(lines, row{text: d.word("cut.rows", "n", len(opts)-n+1)})
				break
			}
			lines = append(lines, o)
		}
		lines = append(lines, row{text: last})
		for i, k := range cars {
			if i >= room-n {
				break
			}
			lines = append(lines, k)
		}
		for len(lines) < c.h-1 {
			lines = append(lines, row{})
		}
		lines = append(lines[:c.h-1], row{text: d.word("keys.small")})
	}
	drawRows(d, c, -1, 0, c.w+1, c.h, lines[:min(len(lines), c.h)])
	d.sep = c.h - 1
}

// smallAsk is the ask in a few words, and the keys that are lit or stand beside it.
func (r *race) smallAsk(d *desk) (ask, keys string) {
	s := d.snap
	a, side := r.asks(s)
	switch {
	case !d.up:
		return d.word("lost.ask"), ""
	case s.Dispute != nil:
		return s.Dispute.Head, ""
	case a == nil && len(s.PutBack) > 0:
		return d.word("moved.head"), ""
	case a == nil:
		return d.word("nobody.asked"), ""
	case a.Secret:
		ask, _ = secretHead(d)
		return ask, ""
	}
	var k []string
	for _, b := range side {
		for _, o := range b.Options {
			if beside(o) && !holds(b, o) {
				k = append(k, o.Key+" "+b.Name)
			}
		}
	}
	if a.Form != "roll" {
		for _, o := range r.choices(r.asked(a), "") {
			t := o.key + " " + o.o.Short
			if o.lit {
				t = o.key + ">" + o.o.Short
			}
			k = append(k, t)
		}
	}
	return a.Who + ": " + a.Head, strings.Join(k, "  ")
}

// smallTable is the order without heads, in two columns where they fit.
func smallTable(t view.Table, w int) []row {
	half := (w - 3) / 2
	need := 0
	for _, k := range t.Cars {
		need = max(need, length(strings.Join(k.Cells, "  "))+length(k.Mark)+4)
	}
	if half < need || len(t.Cars) < 2 {
		t.Columns = nil
		return tableRows(t, w)
	}
	var cells [][]string
	for i, k := range t.Cars {
		line := []string{itoa(i + 1), k.Mark}
		for j, s := range k.Cells {
			if j < len(k.Alarms) && k.Alarms[j] {
				s += "!"
			}
			line = append(line, s)
		}
		cells = append(cells, line)
	}
	lines := columns(append([][]string{nil}, cells...), 1, half)[1:]
	n := (len(lines) + 1) / 2
	var out []row
	for i := range n {
		s := pad(lines[i], half+3)
		if i+n < len(lines) {
			s += lines[i+n]
		}
		out = append(out, row{text: s})
	}
	return out
}
