package console

import (
	"strings"

	"boxstop/cmd/internal/view"
)

// undo is the page of what taking answers back, or bringing them back, would do (S15). Nothing is written before Enter.
type undo struct {
	u    view.Undo
	redo bool
	seq  int // of the snapshot that it was asked for at

	offer string // of the table's, that opened it: it goes with it
}

// took closes the page that the table's button opened once the table has done it or let it be (TB-14).
func (p *undo) took(d *desk) {
	if p.offer != "" && d.snap.Offer == "" && d.top() == page(p) {
		d.back()
	}
}

func (d *desk) askUndo(redo bool, n int) {
	q := view.Query{Page: "undo", N: n}
	if redo {
		q.Page = "redo"
	}
	d.query(q, func(p *view.Page) {
		u := p.Undo
		if redo {
			u = p.Redo
		}
		offer := ""
		if !redo && n == 1 {
			offer = d.snap.Offer
		}
		if u == nil {
			d.said = []string{d.word(q.Page + ".none")}
			return
		}
		d.only(&undo{u: *u, redo: redo, seq: d.snap.Seq, offer: offer})
	})
}

func (p *undo) key(d *desk, k string) bool {
	more, less := "u", "y"
	if p.redo {
		more, less = less, more
	}
	switch k {
	case more:
		d.askUndo(p.redo, p.u.N+1)
	case "a":
		if p.redo || p.u.Run < 2 {
			return false
		}
		d.askUndo(false, p.u.Run)
	case less:
		if p.u.N > 1 {
			d.askUndo(p.redo, p.u.N-1)
		}
	case "enter":
		line := p.u.Line
		if line == "" {
			line = map[bool]string{true: "redo ", false: "undo "}[p.redo] + itoa(p.u.N)
		}
		d.order(view.Order{Line: line}, func(view.Reply) { d.over = nil })
	default:
		return false
	}
	return true
}

func (p *undo) draw(d *desk, c *canvas) {
	name := "undo"
	if p.redo {
		name = "redo"
	}
	also := ""
	if !p.redo && p.u.Run > max(1, p.u.N) {
		also = d.word("undo.run", "n", p.u.Run)
	}
	keys := append(d.words.list(name+".help"), also, d.word("keys."+name))
	about := p.u.Title
	if about == "" {
		about = d.about()
	}
	from, to := frame(d, c, d.word(name+".title"), about, d.word("unwritten"), p.u.Head, "", keys)
	c.put(1, from, 40, d.word(name+".strike"), strong)
	if !p.redo {
		c.put(44, from, c.w-44, d.word("undo.kept"), strong)
	}
	board, dash := wrapAll(p.u.Board, 41), wrapAll(p.u.Dash, c.w-46)
	then := 0
	if p.u.Then != "" {
		then = 2
	}
	below := 1 + max(len(board), len(dash)) + then
	below = min(below, (to-from)*2/3)
	mid := to - below - 1
	y := from + 1
	for i, s := range p.u.Strike {
		if y == mid-1 && i < len(p.u.Strike)-1 {
			c.put(1, y, c.w-1, d.word("cut.rows", "n", len(p.u.Strike)-i), faint)
			break
		}
		at := func(i int) string {
			if i < len(s.Cells) {
				return s.Cells[i]
			}
			return ""
		}
		c.put(1, y, 42, padLeft(at(0), max(3, length(at(0))))+"  "+at(1), plain)
		c.put(44, y, c.w-44, at(2), plain)
		y++
	}
	c.line(mid, -1, 0)
	c.put(1, mid+1, 42, d.word("undo.board"), strong)
	c.put(44, mid+1, c.w-44, d.word("undo.dash"), strong)
	drawPart(d, c, 1, mid+2, to-then, 42, board)
	drawPart(d, c, 44, mid+2, to-then, c.w-45, dash)
	if then > 0 {
		x := max(9, c.put(1, to-1, 10, d.word("then"), strong)+1)
		c.put(x, to-1, c.w-x, p.u.Then, plain)
	}
}

// drawPart draws lines from a row to another, and says how many did not fit.
func drawPart(d *desk, c *canvas, x, from, to, w int, lines []string) {
	for i, l := range lines {
		if from+i >= to-1 && i < len(lines)-1 {
			c.put(x, to-1, w, d.word("cut.rows", "n", len(lines)-i), faint)
			return
		}
		c.put(x, from+i, w, l, plain)
	}
}

// wrapAll wraps lines; what follows in a line stands beneath its fifth character.
func wrapAll(lines []string, w int) []string {
	var out []string
	for _, l := range lines {
		if length(l) <= w {
			out = append(out, l)
			continue
		}
		parts := wrap(l, w)
		out = append(out, parts[0])
		for _, s := range wrap(strings.Join(parts[1:], " "), max(1, w-4)) {
			out = append(out, "    "+s)
		}
	}
	return out
}
