package console

import (
	"strings"

	"boxstop/cmd/internal/view"
)

// draw draws S1: nine lines, the cars, what the table still has to do, what keeps the race from starting.
func (p *setup) draw(d *desk, c *canvas) {
	s := d.snap.Setup
	if s == nil {
		s = &view.Setup{}
	}
	d.saw(other + "start")
	units := d.snap.Head.Units
	if !d.up {
		units = d.word("lost.short")
	}
	drawTop(c, 0, "BOXSTOP  "+d.word("setup.title"), "", s.Race, units, strong)
	keys := d.words.list("keys.setup")
	to := c.h - len(keys) - 1
	d.sep = to
	c.line(1, -1, 0)
	y := drawLinesOfSetup(d, c, 2, s)
	c.line(y, -1, 0)
	c.line(to, -1, 0)
	for i, k := range keys {
		c.put(1, to+1+i, c.w-1, k, plain)
	}
	todo, wrong := p.notes(d, c, s)
	room := to - y - 3 // the head of the cars, the border under them
	cars := len(s.Cars)
	for cars+len(todo)+len(wrong) > room {
		switch {
		case len(todo) > 3:
			todo = fit(d, todo, max(3, len(todo)-(cars+len(todo)+len(wrong)-room)))
		case cars > 3:
			cars--
		case len(wrong) > 2:
			wrong = fit(d, wrong, 2)
		case len(todo) > 1:
			todo = fit(d, todo, 1)
		default:
			room = 1 << 20
		}
	}
	p.drawCars(d, c, y+1, cars, s)
	low := to - len(todo) - len(wrong) - 1
	c.line(low, -1, 0)
	part := func(key string, lines []string, l look) {
		label := d.word(key)
		for _, t := range lines {
			c.put(1, low+1, 9, label, plain)
			c.put(11, low+1, c.w-12, t, l)
			label = ""
			low++
		}
	}
	part("setup.todo", todo, plain)
	l := plain
	if len(s.Wrong) > 0 {
		l = alarm
	}
	part("setup.wrong", wrong, l)
}

// drawLinesOfSetup draws the nine lines and returns the row after them.
func drawLinesOfSetup(d *desk, c *canvas, y int, s *view.Setup) int {
	wide := [2]int{8, 7}
	for i, k := range s.Lines {
		side := 0
		if i >= 4 && i < 8 {
			side = 1
		}
		wide[side] = max(wide[side], length(lineLabel(d, k)))
	}
	half := 43 * c.w / fullW
	bottom := y
	for i, k := range s.Lines[:min(9, len(s.Lines))] {
		x, row, w, lw := 1, y+i, half-1, wide[0]
		switch {
		case i >= 8:
			row, w = y+4, c.w-2
		case i >= 4:
			x, row, w, lw = half, y+i-4, c.w-half-1, wide[1]
		}
		c.put(x, row, 1, itoa(i+1), hot)
		c.put(x+2, row, lw, lineLabel(d, k), plain)
		say := k.Say
		if say == "" {
			say = k.Is
		}
		c.put(x+3+lw, row, w-lw-4, say, plain)
		bottom = max(bottom, row+1)
	}
	return bottom
}

func (p *setup) drawCars(d *desk, c *canvas, y, n int, s *view.Setup) {
	cells := [][]string{d.words.list("setup.column")}
	for _, k := range s.Cars {
		grid := "-"
		if k.Grid > 0 {
			grid = itoa(k.Grid)
		}
		cells = append(cells, []string{k.Mark, k.Car, k.Driver, k.By, k.Rolls, k.Station, grid})
	}
	lines := columns(cells, 1, c.w-4, 5, 8, 8, 11, 15, 9, 4)
	c.put(3, y, c.w-4, lines[0], strong)
	p.car = max(0, min(p.car, len(s.Cars)-1))
	first := scroll(p.car-n/2, len(s.Cars), n)
	for i := 0; i < n && first+i < len(s.Cars); i++ {
		l := plain
		if first+i == p.car {
			c.put(1, y+1+i, 1, ">", strong)
			if p.moved {
				l = lit
			}
		}
		c.put(3, y+1+i, c.w-4, lines[1+first+i], l)
	}
	if first+n < len(s.Cars) {
		c.put(c.w-1, y+n, 1, string(cut), alarm)
	}
}

// notes are the lines of To do and of Wrong, as they fit the width.
func (p *setup) notes(d *desk, c *canvas, s *view.Setup) (todo, wrong []string) {
	w := c.w - 12
	for _, t := range s.ToDo {
		todo = append(todo, wrap(t, w)...)
	}
	bad := s.Notes
	if len(s.Wrong) == 0 {
		bad = []string{strings.TrimSpace(d.word("setup.right") + " " + strings.Join(s.Notes, " "))}
	}
	for _, t := range s.Wrong {
		wrong = append(wrong, wrap("! "+t, w)...)
	}
	for _, t := range bad {
		wrong = append(wrong, wrap(t, w)...)
	}
	return todo, wrong
}
