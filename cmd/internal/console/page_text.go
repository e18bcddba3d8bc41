package console

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"boxstop/cmd/internal/view"
)

func itoa(n int) string { return strconv.Itoa(n) }

// frame draws what most pages share: a title (what follows a NUL in it is never cut) with what it is about, the second row, a border, the border over the key lines and these.
// It returns the first row between the borders and the row of the lower one.
func frame(d *desk, c *canvas, name, about, note, head, info string, keys []string) (from, to int) {
	name, behind, _ := strings.Cut(name, "\x00")
	drawTop(c, 0, name, behind, about, note, strong)
	drawSecond(c, head, info)
	c.line(2, -1, 0)
	n := min(len(keys), max(1, c.h-6))
	to = c.h - n - 1
	c.line(to, -1, 0)
	for i, k := range keys[len(keys)-n:] {
		c.put(1, to+1+i, c.w-1, k, plain)
	}
	d.sep = to
	return 3, to
}

// about is which race and turn the pages beside the race are about.
func (d *desk) about() string {
	h := d.snap.Head
	if h.Progress == "" {
		return h.Game
	}
	return h.Game + ", " + h.Progress
}

// title is a name with a capital letter.
func title(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// text is a page of ready lines that can be scrolled.
type text struct {
	t    view.Text
	from int
}

func (d *desk) openText(t *view.Text) {
	if t == nil {
		d.said = []string{d.word("page.none")}
		return
	}
	d.only(&text{t: *t})
}

func (p *text) draw(d *desk, c *canvas) {
	about := ""
	if d.snap != nil {
		about = d.about()
	}
	from, to := frame(d, c, p.t.Title, about, "", p.t.Head, "", []string{d.word("keys.text")})
	var lines []string
	for _, l := range p.t.Lines {
		lines = append(lines, wrap(l, c.w-3)...)
	}
	p.from = scroll(p.from, len(lines), to-from)
	drawLines(d, c, from, to, p.from, lines)
}

// drawLines draws the part of a long text that fits, and says how much is below it.
func drawLines(d *desk, c *canvas, from, to, first int, lines []string) {
	for y := from; y < to && first < len(lines); y++ {
		if y == to-1 && len(lines)-first > 1 {
			c.put(2, y, c.w-2, d.word("cut.rows", "n", len(lines)-first), faint)
			return
		}
		c.put(2, y, c.w-2, lines[first], plain)
		first++
	}
}

// scroll keeps the first of n lines in h rows where a last page is still full.
func scroll(first, n, h int) int { return max(0, min(first, n-h)) }

// scrolled is the first line that a key leads to; false: it is no key for that.
func scrolled(first int, k string) (int, bool) {
	switch k {
	case "up":
		first--
	case "down":
		first++
	case "pgup":
		first -= 15
	case "pgdn", ".":
		first += 15
	default:
		return first, false
	}
	return max(first, 0), true
}

func (p *text) key(_ *desk, k string) (took bool) {
	p.from, took = scrolled(p.from, k)
	return took
}

// help is the page of the keys.
type help struct{ text }

func (p *help) draw(d *desk, c *canvas) {
	p.t = view.Text{Title: d.word("help.title"), Head: d.word("help.head"), Lines: d.words.list("help")}
	p.text.draw(d, c)
}

// item is one line of a list that a digit, or Enter where it is lit, does.
type item struct {
	text string
	do   func(*desk)
}

// list is a page of at most nine things to choose from at a time.
type list struct {
	title, head string
	items       []item
	lit, from   int
	unsafe      bool // nothing is lit before an arrow is pressed
}

func (p *list) key(d *desk, k string) bool {
	n := min(9, len(p.items)-p.from)
	switch {
	case len(k) == 1 && k >= "1" && k <= "9":
		if i := int(k[0] - '1'); i < n {
			p.items[p.from+i].do(d)
		}
	case k == "enter" && p.unsafe:
	case (k == "up" || k == "down") && p.unsafe:
		p.unsafe = false
	case k == "enter" && p.lit < len(p.items):
		p.items[p.lit].do(d)
	case k == "up":
		p.lit = max(0, p.lit-1)
	case k == "down":
		p.lit = min(len(p.items)-1, p.lit+1)
	case k == ".":
		p.from += 9
		if p.from >= len(p.items) {
			p.from = 0
		}
		p.lit = p.from
	case k == "backspace":
		d.back()
	default:
		return false
	}
	p.lit = max(0, p.lit)
	if p.lit < p.from || p.lit >= p.from+9 {
		p.from = p.lit / 9 * 9
	}
	return true
}

func (p *list) draw(d *desk, c *canvas) {
	from, to := frame(d, c, p.title, "", "", p.head, "", []string{d.word("keys.list")})
	var rows []row
	for i, it := range p.items[p.from:min(len(p.items), p.from+9)] {
		rows = append(rows, row{key: itoa(i + 1), text: it.text, lit: !p.unsafe && p.from+i == p.lit})
	}
	if len(p.items) > 9 {
		rows = append(rows, row{key: ".", text: d.word("more.list", "n", len(p.items)-len(rows))})
	}
	drawRows(d, c, 2, from+1, c.w-3, to-from-1, rows)
}

// moves is what people must move on the board (TB-3). It stays until Enter says that the cars stand there.
type moves struct{ from int }

func (p *moves) key(d *desk, k string) (took bool) {
	if k != "enter" {
		p.from, took = scrolled(p.from, k)
		return took
	}
	if len(d.snap.PutBack) == 0 {
		d.over = nil
	} else {
		moved(d, d.race.held)
	}
	return true
}

func (p *moves) draw(d *desk, c *canvas) {
	title, head, keys := "moved.title", "moved.head", "keys.moved"
	if d.snap.Sheet {
		title, head, keys = "sheet.title", "sheet.head", "keys.sheet"
	}
	if len(d.snap.PutBack) == 0 {
		head = "moved.none"
	}
	from, to := frame(d, c, d.word(title), d.about(), "", d.word(head), "", []string{d.word(keys)})
	d.saw(other + "moved")
	var lines []string
	for i, t := range d.snap.PutBack {
		for k, part := range wrap(t, c.w-9) {
			if k == 0 {
				lines = append(lines, padLeft(itoa(i+1), 2)+"  "+part)
			} else {
				lines = append(lines, "    "+part)
			}
		}
	}
	p.from = scroll(p.from, len(lines), to-from-1)
	drawLines(d, c, from+1, to, p.from, lines)
}

// because asks for the reason of a ruling that lets a refused answer stand (TB-10).
type because struct{ line string }

func (p *because) key(d *desk, k string) bool {
	reasons := d.words.list("reason")
	n := -1
	if len(k) == 1 {
		n = int(k[0] - '1')
	}
	switch {
	case n >= 0 && n < len(reasons):
		d.back()
		d.order(view.Order{Line: p.line + " because " + quoted(reasons[n])}, nil)
	case n == len(reasons):
		d.prompt = &prompt{label: d.word("prompt.because"), done: func(d *desk, s string) {
			d.back()
			d.order(view.Order{Line: p.line + " because " + quoted(s)}, nil)
		}}
	case k == "backspace":
		d.back()
	default:
		return false
	}
	return true
}

func (p *because) draw(d *desk, c *canvas) {
	from, to := frame(d, c, d.word("stand.title"), d.about(), "", d.word("stand.head"), "", []string{d.word("keys.list")})
	var rows []row
	for i, t := range append(d.words.list("reason"), d.word("reason.words")) {
		rows = append(rows, row{key: itoa(i + 1), text: t})
	}
	drawRows(d, c, 2, from+1, c.w-3, to-from-1, rows)
}
