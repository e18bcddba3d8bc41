package console

import (
	"strings"
)

// draw draws the page on top, and over it what is being typed, asked twice or was just said.
func (d *desk) draw(c *canvas) {
	if c.w == 0 || c.h == 0 {
		return
	}
	d.sep = c.h - 2
	p := d.top()
	switch {
	case p == nil:
		d.drawNothing(c)
	case c.w < fullW || c.h < fullH:
		d.drawTight(c, p)
	default:
		p.draw(d, c)
	}
	d.drawSaid(c)
	switch {
	case d.prompt != nil:
		d.drawPrompt(c)
	case d.sure != nil:
		d.saw(other + "sure")
		lines := wrap(d.word("sure", "what", d.sure.say), max(1, c.w-2))
		for i, l := range lines[max(0, len(lines)-c.h):] {
			y := max(0, c.h-len(lines)) + i
			c.clear(y)
			c.put(1, y, c.w-1, l, asking)
			c.row(y, asking)
		}
	}
}

// drawNothing is before the first snapshot.
func (d *desk) drawNothing(c *canvas) {
	text := d.word("lost.ask")
	if d.up {
		text = d.word("lost.none")
	}
	c.put(min(1, c.w-1), min(1, c.h-1), c.w, text, strong)
}

// drawTight draws a page in less room than it is made for. The race has a page of its own for that; others keep as much of themselves as
// fits, if that is worth reading, and say what they would need.
func (d *desk) drawTight(c *canvas, p page) {
	if p == page(&d.race) {
		d.race.drawSmall(d, c)
		return
	}
	if c.w < 38 || c.h < 12 {
		c.put(0, 0, c.w, d.word("small.line", "w", c.w, "h", c.h), plain)
		if c.h > 1 {
			head := newCanvas(fullW, fullH, c.ascii)
			p.draw(d, head)
			second := strings.Split(head.text(), "\n")[1]
			c.put(0, 1, c.w, strings.TrimSpace(second), strong)
		}
		return
	}
	full := newCanvas(max(c.w, fullW), max(c.h, fullH), c.ascii)
	p.draw(d, full)
	for y := range c.h {
		from := y
		if over := full.h - c.h; y >= c.h/2 && over > 0 { // the top and the foot, what is between is cut
			from = y + over
		}
		copy(c.cells[y*c.w:(y+1)*c.w], full.cells[from*full.w:from*full.w+c.w])
		for x := c.w; x < full.w; x++ {
			if r := full.cells[from*full.w+x].r; r != ' ' && r != full.border('─') {
				c.set(c.w-1, y, cut, alarm)
				break
			}
		}
	}
	if full.h > c.h {
		c.clear(c.h / 2)
		c.put(1, c.h/2, c.w-1, d.word("small.line", "w", c.w, "h", c.h), alarm)
	}
	d.sep = c.h - 2
}

// drawSaid shows what control replied: over the border above the key lines and the row before it.
func (d *desk) drawSaid(c *canvas) {
	if len(d.said) == 0 {
		return
	}
	l := lit
	var lines []string
	for i, s := range d.said {
		if d.bad && i == 0 {
			s = "! " + s
		}
		lines = append(lines, wrap(s, max(1, c.w-2))...)
	}
	if n := min(3, max(1, c.h-1)); len(lines) > n {
		lines = append(lines[:n-1], clip(lines[n-1], max(1, c.w-4))+string(cut))
	}
	y := max(0, min(d.sep, c.h-1)-len(lines)+1)
	for i, s := range lines {
		if y+i < c.h {
			c.clear(y + i)
			c.put(min(1, c.w-1), y+i, c.w, s, l)
			c.row(y+i, l)
		}
	}
}

// drawPrompt is the line at the foot; of a long text its end is seen.
func (d *desk) drawPrompt(c *canvas) {
	y := c.h - 1
	c.clear(y)
	label := d.prompt.label
	if label != ":" {
		label += " "
	}
	x := c.put(min(1, c.w-1), y, max(1, c.w/2), label, strong)
	s := []rune(d.prompt.shown(d))
	if w := max(1, c.w-x-1); len(s) > w {
		s = append([]rune{cut}, s[len(s)-w+1:]...)
	}
	x = c.put(x, y, c.w-x, string(s), plain)
	c.set(x, y, '_', strong)
}
