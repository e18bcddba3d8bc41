package console

import (
	"strings"

	"boxstop/cmd/internal/view"
)

// timeline is the page of the answers of the race (S9): looking at it changes nothing; what an amendment would do is shown before it is done.
type timeline struct {
	t     view.Timeline
	all   bool // struck ones too
	amend *view.Amend
	line  string // the amendment that amend is about
	twice bool   // Enter was pressed once
	find  string
}

func (d *desk) askTimeline(q view.Query) {
	p, _ := d.top().(*timeline)
	d.query(q, func(got *view.Page) {
		if got.Timeline == nil {
			d.said = []string{d.word("page.none")}
			return
		}
		if p == nil || d.top() != page(p) {
			p = &timeline{}
			d.only(p)
		}
		p.t, p.all, p.amend, p.twice = *got.Timeline, q.All, nil, false
	})
}

func (p *timeline) at() (int, *view.Entry) {
	for i := range p.t.Rows {
		if p.t.Rows[i].No == p.t.At {
			return i, &p.t.Rows[i]
		}
	}
	if n := len(p.t.Rows); n > 0 {
		return n - 1, &p.t.Rows[n-1]
	}
	return 0, nil
}

func (p *timeline) look(d *desk, i int) {
	if len(p.t.Rows) == 0 {
		return
	}
	i = max(0, min(i, len(p.t.Rows)-1))
	p.t.At = p.t.Rows[i].No
	d.askTimeline(view.Query{Page: "timeline", N: p.t.At, All: p.all})
}

func (p *timeline) key(d *desk, k string) bool {
	i, e := p.at()
	if k != "enter" {
		p.twice = false
	}
	switch k {
	case "up":
		p.look(d, i-1)
	case "down":
		p.look(d, i+1)
	case "pgup":
		p.look(d, i-10)
	case "pgdn", ".":
		p.look(d, i+10)
	case "home":
		p.look(d, 0)
	case "end":
		p.look(d, len(p.t.Rows)-1)
	case "a":
		d.askTimeline(view.Query{Page: "timeline", N: p.t.At, All: !p.all})
	case "g":
		d.prompt = &prompt{label: d.word("prompt.turn"), done: p.goTo}
	case "f":
		d.prompt = &prompt{label: d.word("prompt.find"), s: p.find, done: p.search}
	case "backspace":
		if p.amend == nil {
			return false
		}
		p.amend = nil
	case "e":
		if p.can(d, e) {
			d.prompt = &prompt{label: d.word("prompt.amend", "no", e.No), s: e.Line, done: func(d *desk, s string) {
				p.prepare(d, "amend "+itoa(e.No)+" "+s)
			}}
		}
	case "k":
		if p.can(d, e) {
			p.prepare(d, "strike "+itoa(e.No))
		}
	case "n":
		if e != nil {
			d.prompt = &prompt{label: d.word("prompt.note.at", "no", e.No), done: func(d *desk, s string) {
				d.order(view.Order{Line: "note " + quoted(itoa(e.No)+": "+s)}, func(view.Reply) { p.look(d, i) })
			}}
		}
	case "!":
		if e != nil {
			d.protest(e.No)
		}
	case "u":
		p.undoTo(d, i, e)
	case "enter":
		p.enter(d)
	default:
		return false
	}
	return true
}

func (p *timeline) can(d *desk, e *view.Entry) bool {
	if e == nil || !e.Answer || e.Struck {
		d.refuse(d.word("amend.cannot"))
		return false
	}
	return true
}

// undoTo opens the undo page for this entry and all after it.
func (p *timeline) undoTo(d *desk, i int, e *view.Entry) {
	if e == nil {
		return
	}
	n := 0
	for _, r := range p.t.Rows[i:] {
		if r.Answer && !r.Struck {
			n++
		}
	}
	d.askUndo(false, max(n, 1))
}

func (p *timeline) prepare(d *desk, line string) {
	d.query(view.Query{Page: "amend", Line: line}, func(got *view.Page) {
		p.amend, p.line, p.twice = got.Amend, line, false
	})
}

// enter does an amendment the second time it is pressed. Where later answers no longer fit, it cuts there.
func (p *timeline) enter(d *desk) {
	if p.amend == nil {
		d.query(view.Query{Page: "info", N: p.t.At}, func(got *view.Page) { d.openText(got.Info) })
		return
	}
	if !p.twice {
		p.twice = true
		d.said = []string{d.word("amend.twice")}
		return
	}
	line := p.amend.Keep
	if !p.amend.Fits {
		line = p.amend.Cut
	}
	p.do(d, strings.Split(line, "\n"))
}

// do orders lines one after the other; a refusal ends it.
func (p *timeline) do(d *desk, lines []string) {
	d.order(view.Order{Line: lines[0]}, func(view.Reply) {
		if len(lines) > 1 {
			p.do(d, lines[1:])
			return
		}
		p.amend, p.twice = nil, false
		d.askTimeline(view.Query{Page: "timeline", All: p.all})
	})
}

func (p *timeline) goTo(d *desk, s string) {
	for i, r := range p.t.Rows {
		if itoa(r.Turn) == s {
			p.look(d, i)
			return
		}
	}
	d.refuse(d.word("turn.none", "turn", s))
}

// search looks for words from here on backwards, then from the end.
func (p *timeline) search(d *desk, s string) {
	p.find = s
	at, _ := p.at()
	n := len(p.t.Rows)
	for k := 1; k <= n; k++ {
		i := (at - k + n) % n
		r := p.t.Rows[i]
		if strings.Contains(strings.ToLower(r.Line+" "+r.From+" "+r.Note), strings.ToLower(s)) {
			p.look(d, i)
			return
		}
	}
	d.refuse(d.word("find.none", "words", s))
}

func (p *timeline) draw(d *desk, c *canvas) {
	at, e := p.at()
	head := d.word("timeline.empty")
	if e != nil {
		head = itoa(e.No) + " " + e.Line
		if e.Note != "" {
			head += "   " + quoted(e.Note)
		}
	}
	about := p.t.Title
	if about == "" {
		about = d.about()
	}
	helps := d.words.list("timeline.help")
	back := ""
	if n := len(p.t.Rows); n > 0 && e != nil {
		back = itoa(p.t.Rows[n-1].No) + "-" + itoa(e.No)
	}
	keys := d.words.list("keys.timeline", "range", back)
	from, to := frame(d, c, d.word("timeline.title"), about, d.word("looking"), head, "", keys)
	low := max(from+3, to-len(helps)-2)
	split := panelW + (c.w-fullW)/2
	c.line(2, split, '┬')
	c.line(low, split, '┴')
	c.upright(split, from, low)
	c.put(1, from, split-1, timelineRow(d.word("tl.no"), d.word("tl.turn"), d.word("tl.from"), d.word("tl.answer")), strong)
	h := low - from - 1
	first := scroll(at-h/2, len(p.t.Rows), h)
	if at-first >= h {
		first = at - h + 1
	}
	for i := 0; i < h && first+i < len(p.t.Rows); i++ {
		r := p.t.Rows[first+i]
		y := from + 1 + i
		l := plain
		if r.Struck {
			l = faint
		}
		if first+i == at {
			l = lit
			c.put(0, y, 1, ">", l)
		}
		line := r.Line
		if r.Struck {
			line = d.word("struck") + " " + line
		}
		if r.Note != "" {
			line += " *"
		}
		c.put(1, y, split-1, timelineRow(itoa(r.No), itoa(r.Turn), r.From, line), l)
	}
	side := append([]string{}, p.t.Side...)
	if p.amend != nil {
		side = append(side, "", p.amend.Head)
		side = append(side, p.amend.Side...)
		if !p.amend.Fits {
			side = append(side, "! "+p.amend.First)
		}
		for _, s := range append(append([]string{}, p.amend.Board...), p.amend.Dash...) {
			side = append(side, d.word("putback", "what", s))
		}
		if len(side) > h+1 { // what it would do goes before what was done
			side = side[len(p.t.Side)+1:]
		}
	}
	side = wrapAll(side, c.w-split-3)
	for i, s := range side {
		if i == h && len(side) > h+1 {
			c.put(split+2, from+i, c.w-split-3, d.word("cut.rows", "n", len(side)-i), faint)
			break
		}
		c.put(split+2, from+i, c.w-split-3, s, plain)
	}
	hidden := ""
	if len(p.t.Hidden) > 0 && !p.all {
		var nos []string
		for _, n := range p.t.Hidden {
			nos = append(nos, itoa(n))
		}
		hidden = d.word("tl.hidden", "n", len(nos), "which", strings.Join(nos, ", "))
	}
	c.put(1, low+1, c.w-2, strings.TrimSpace(d.word("tl.struck")+" "+hidden), plain)
	for i, s := range fit(d, helps, to-low-2) {
		c.put(1, low+2+i, c.w-2, s, plain)
	}
}

func timelineRow(no, turn, from, line string) string {
	return padLeft(no, 3) + "  " + pad(turn, 5) + " " + pad(from, 8) + " " + line
}
