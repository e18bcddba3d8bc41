package console

import (
	"strings"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// look is how a cell is drawn. No look carries a fact that its characters do not.
type look uint8

const (
	plain look = iota
	strong
	asking // the second row
	lit
	alarm
	hot // a key that counts now
	car
	pick
	faint
)

// cut is the sign that stands where a text did not fit.
const cut = '~'

type cell struct {
	r rune
	l look
}

// canvas is a rectangle of cells that a page is drawn on, before any of it goes to a screen. What lies outside is dropped.
type canvas struct {
	w, h  int
	cells []cell
	ascii bool // borders of - | + only
	puts  *[]written
}

// written is one text that was put on a canvas; only tests keep them.
type written struct {
	x, y int
	s    string
}

func newCanvas(w, h int, ascii bool) *canvas {
	c := &canvas{w: max(w, 0), h: max(h, 0), ascii: ascii}
	c.cells = make([]cell, c.w*c.h)
	for i := range c.cells {
		c.cells[i].r = ' '
	}
	return c
}

func (c *canvas) set(x, y int, r rune, l look) {
	if x >= 0 && y >= 0 && x < c.w && y < c.h {
		c.cells[y*c.w+x] = cell{r, l}
	}
}

// put writes s from x on, into w columns at most and never over the edge; what does not fit ends in the sign of the cut. It returns the
// column after the text.
func (c *canvas) put(x, y, w int, s string, l look) int {
	if c.puts != nil && s != "" {
		*c.puts = append(*c.puts, written{x, y, s})
	}
	w = min(w, c.w-x)
	if w <= 0 || y < 0 || y >= c.h {
		return x
	}
	n := utf8.RuneCountInString(s)
	i := 0
	for _, r := range s {
		if i == w-1 && n > w {
			c.set(x+i, y, cut, l)
			return x + w
		}
		c.set(x+i, y, narrow(r), l)
		i++
	}
	return x + i
}

// narrow keeps every character one column wide.
func narrow(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case r < ' ', r == 0x7f, r == utf8.RuneError, r >= 0x300 && r < 0x370, r >= 0x1100:
		if r >= 0x2500 && r < 0x2580 {
			return r
		}
		return '?'
	}
	return r
}

// right writes s so that it ends before column x.
func (c *canvas) right(x, y, w int, s string, l look) {
	n := min(utf8.RuneCountInString(s), w)
	c.put(x-n, y, n, s, l)
}

// row gives a whole row of cells one look.
func (c *canvas) row(y int, l look) {
	for x := range c.w {
		if y >= 0 && y < c.h {
			c.cells[y*c.w+x].l = l
		}
	}
}

func (c *canvas) clear(y int) {
	for x := range c.w {
		c.set(x, y, ' ', plain)
	}
}

// line draws a border across; where at is a column of it, a border meets it there from below (┬) or above (┴).
func (c *canvas) line(y, at int, joint rune) {
	for x := range c.w {
		r := '─'
		if x == at {
			r = joint
		}
		c.set(x, y, c.border(r), plain)
	}
}

func (c *canvas) upright(x, from, to int) {
	for y := from; y < to; y++ {
		c.set(x, y, c.border('│'), plain)
	}
}

func (c *canvas) border(r rune) rune {
	if !c.ascii {
		return r
	}
	switch r {
	case '─':
		return '-'
	case '│':
		return '|'
	}
	return '+'
}

// text is the canvas as lines, without the blanks at their ends.
func (c *canvas) text() string {
	var b strings.Builder
	for y := range c.h {
		line := make([]rune, 0, c.w)
		for _, k := range c.cells[y*c.w : (y+1)*c.w] {
			line = append(line, k.r)
		}
		b.WriteString(strings.TrimRight(string(line), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// show copies the canvas to a screen that has been cleared. Foregrounds are of sixteen colours; no background but the terminal's own is used.
func (c *canvas) show(s tcell.Screen, mono bool) {
	var styles [faint + 1]tcell.Style
	for l := range styles {
		styles[l] = look(l).style(mono)
	}
	for i, k := range c.cells {
		if k.r != ' ' || k.l != plain {
			s.Put(i%c.w, i/c.w, one(k.r), styles[k.l])
		}
	}
}

// printable are the characters of ASCII from the blank on; one takes a text of one of them from it without making it anew.
var printable = func() string {
	var b []byte
	for r := byte(' '); r <= '~'; r++ {
		b = append(b, r)
	}
	return string(b)
}()

func one(r rune) string {
	if r >= ' ' && r <= '~' {
		return printable[r-' ' : r-' '+1]
	}
	return string(r)
}

func (l look) style(mono bool) tcell.Style {
	s := tcell.StyleDefault
	paint := func(n int) tcell.Style {
		if mono {
			return s.Bold(true)
		}
		return s.Foreground(tcell.PaletteColor(n)).Bold(true)
	}
	switch l {
	case strong:
		return s.Bold(true)
	case asking:
		return s.Reverse(true).Bold(true)
	case lit:
		return s.Reverse(true)
	case alarm:
		return paint(9)
	case hot:
		return paint(14)
	case car:
		return paint(11)
	case pick: // beside cars that are called by numbers
		return paint(10).Reverse(true)
	}
	return s
}

// wrap breaks a text into lines of at most w characters, at blanks where it can.
func wrap(s string, w int) []string {
	if w < 1 {
		return nil
	}
	var out []string
	for utf8.RuneCountInString(s) > w {
		r := []rune(s)
		at := w
		for i := w; i > w/2; i-- {
			if r[i] == ' ' {
				at = i
				break
			}
		}
		out = append(out, strings.TrimRight(string(r[:at]), " "))
		s = strings.TrimLeft(string(r[at:]), " ")
	}
	return append(out, s)
}

// clip is s in at most w characters, with the sign of the cut where it was longer.
func clip(s string, w int) string {
	if utf8.RuneCountInString(s) <= w {
		return s
	}
	if w < 1 {
		return ""
	}
	return string([]rune(s)[:w-1]) + string(cut)
}

func length(s string) int { return utf8.RuneCountInString(s) }

// pad fills s with blanks to w characters; longer ones are clipped.
func pad(s string, w int) string {
	s = clip(s, w)
	return s + strings.Repeat(" ", max(0, w-length(s)))
}

func padLeft(s string, w int) string {
	s = clip(s, w)
	return strings.Repeat(" ", max(0, w-length(s))) + s
}
