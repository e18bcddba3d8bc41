package console

import (
	"cmp"
	"slices"
	"strings"

	"boxstop/cmd/internal/view"
)

// The size that the pages are made for.
const (
	fullW, fullH = 80, 24
	panelW       = 50 // the left one, at that width
)

// row is one line of a panel: a key that counts, what is lit, the words.
type row struct {
	key   string
	text  string
	l     look
	lit   bool
	extra bool // left out where there is no room for all
}

func (r *race) draw(d *desk, c *canvas) {
	s := d.snap
	if c.w < fullW || c.h < fullH {
		r.drawSmall(d, c)
		return
	}
	drawHead(d, c)
	a, side := r.asks(s)
	if a != nil {
		r.keep(a)
	}
	r.drawAsk(d, c, a)

	strip := 0
	if s.Strip != nil {
		strip = min(len(s.Strip.Rows), c.h-3-1-4-1-1)
	}
	last := min(2+max(0, c.h-fullH)/3, max(2, len(s.Last)))
	ruled := 1
	if strip > 5 && c.h-3-1-strip-1-last-1 < 11 {
		ruled = 0
	}
	for last > 1 && c.h-4-strip-ruled-last-1 < 11 {
		last--
	}
	bottom := c.h - 1 - last - ruled - strip - 1 // the border under the panels
	split := panelW + (c.w-fullW)*2/3
	left := r.rows(d, a, side, bottom-3)
	c.line(2, split, '┬')
	if large(s.Table, bottom-3) && !crewed(s.Table, bottom-3) {
		c.put(split+1, 2, c.w-split-3, " "+cmp.Or(d.snap.Table.Head, d.word("field.head"))+" ", plain)
	}
	c.line(bottom, split, '┴')
	c.upright(split, 3, bottom)
	if len(left) > bottom-3 { // all choices before what else there is to say of each
		left = slices.DeleteFunc(left, func(r row) bool { return r.extra })
	}
	drawRows(d, c, 0, 3, split, bottom-3, left)
	drawTable(d, c, split+1, 3, c.w-split-1, bottom-3)
	if s.Strip != nil {
		drawStrip(c, bottom+1, strip, r.chosen(a, s.Strip))
	}
	y := bottom + 1 + strip
	if ruled == 1 {
		c.line(y, -1, 0)
		if s.Strip != nil && s.Strip.Legend != "" {
			c.put(8, y, c.w-9, " "+s.Strip.Legend+" ", plain)
		}
		y++
	}
	r.drawLast(d, c, y, last)
	d.sep = y + last - 1
	keys := "keys.race"
	if a != nil && a.Secret {
		keys = "keys.secrets"
		if r.shown(d) {
			keys = "keys.shownfirst"
		}
	}
	c.put(1, c.h-1, c.w-1, d.word(keys), plain)
}

// drawHead is the first row of the race's pages: where, how far, what is plugged in.
func drawHead(d *desk, c *canvas) {
	h := d.snap.Head
	left, practice := strings.ToUpper(h.Game), ""
	if h.Board != "" {
		left += "  " + h.Board
	}
	if h.Practice {
		practice = " " + d.word("practice")
	}
	var right []string
	if !d.up {
		right = append(right, d.word("lost.short"))
	}
	if h.Held {
		right = append(right, d.word("held"))
	}
	for _, s := range []string{h.Units, h.Bots} {
		if s != "" {
			right = append(right, s)
		}
	}
	if h.Demo {
		right = append(right, d.word("demo"))
	}
	drawTop(c, 0, left, practice, h.Progress, strings.Join(right, "  "), strong)
}

// drawTop sets three texts in one row: one to the left, one to the right, one between. Where they do not fit the left one is cut, but
// never what must stand behind it (PRACTICE); then the right one.
func drawTop(c *canvas, y int, left, behind, mid, right string, l look) {
	end := c.w - 1
	rx := end - length(right)
	need := 1 + length(behind) + 2 + length(mid) + 1
	if mid == "" {
		need = 1 + length(behind) + 1
	}
	left = clip(left, max(10, rx-need)) + behind
	mx := max(min(35, rx-1-length(mid)), 1+length(left)+2)
	rx = max(rx, min(mx+length(mid)+1, end))
	if mid == "" {
		rx = max(end-length(right), 1+length(left)+1)
	}
	c.put(1, y, c.w-1, left, l)
	c.put(mx, y, rx-1-mx, mid, l)
	c.put(rx, y, end-rx, right, l)
}

// drawAsk is the second row: who is asked for what.
func (r *race) drawAsk(d *desk, c *canvas, a *view.Ask) {
	s := d.snap
	var text, info string
	switch {
	case !d.up:
		text, info = d.word("lost.ask"), d.word("lost.info")
	case s.Dispute != nil:
		text = s.Dispute.Head
		d.saw(disputeID(s.Dispute))
		if b := r.rollAsk(s); r.faces && b != nil {
			d.saw(b.ID)
		}
	case a != nil && a.Secret:
		text, info = secretHead(d)
		d.saw(a.ID)
	case a != nil:
		text, info = a.Who+"  "+a.Head, a.Info
		d.saw(a.ID)
		for i := range s.Asks {
			d.saw(s.Asks[i].ID)
		}
		if left := d.clock(a); left != "" {
			info = left + "  " + info
		}
	case len(s.PutBack) > 0:
		text, info = d.word("moved.head"), d.word("moved.info")
	default:
		text = d.word("nobody.asked")
	}
	if len(s.PutBack) > 0 {
		d.saw(other + "moved")
	}
	drawSecond(c, text, info)
}

func drawSecond(c *canvas, text, info string) {
	if text != "" {
		text = ">> " + text
	}
	x := c.put(1, 1, c.w-1, text, asking)
	if info != "" {
		x = max(35, x+2)
		if over := x + length(info) - (c.w - 1); over > 0 {
			x = max(x-over, 1+length(text)+2)
		}
		c.put(x, 1, c.w-x, info, asking)
	}
	c.row(1, asking)
}

// clock is what is left of an ask's time.
func (d *desk) clock(a *view.Ask) string {
	if a.Seconds == 0 {
		return ""
	}
	ms := a.LeftMS
	if a.Ticking {
		ms -= int(d.now().Sub(d.came).Milliseconds())
	}
	n := (max(ms, 0) + 999) / 1000
	if !a.Ticking {
		return d.word("clock.stands", "n", n)
	}
	return d.word("clock.runs", "n", n)
}

// drawLast are the last moves in words, or what control said just now.
func (r *race) drawLast(d *desk, c *canvas, y, n int) {
	lines := d.snap.Last
	if q := d.snap.Dispute; q != nil && q.Why != "" {
		lines = append(append([]string{}, lines[:min(1, len(lines))]...), q.Why)
	}
	if d.snap.Sheet && n > 1 {
		n--
		c.put(1, y+n, 2, "m", hot)
		c.put(max(7, length(d.word("last"))+3), y+n, c.w-9, d.word("sheet.hint", "n", len(d.snap.PutBack)), strong)
	}
	c.put(1, y, c.w/4, d.word("last"), plain)
	x := max(7, length(d.word("last"))+3)
	k := 0
	for i, t := range lines {
		for t != "" && k < n {
			part := wrap(t, c.w-x-1)[0]
			if others := min(len(lines)-i-1, 1); k+others >= n-1 && (i > 0 || k >= n-1) { // the newest move in full, of others a row each
				part = clip(t, c.w-x-1)
			}
			c.put(x, y+k, c.w-x-1, part, plain)
			k++
			if strings.HasSuffix(part, string(cut)) {
				break
			}
			t = strings.TrimLeft(strings.TrimPrefix(t, part), " ")
		}
	}
}

// drawRows draws lines into a panel; when they do not all fit the last one says how many are missing.
func drawRows(d *desk, c *canvas, x, y, w, h int, rows []row) {
	for i, r := range rows {
		if i == h-1 && len(rows) > h {
			c.put(x+1, y+i, w-1, d.word("cut.rows", "n", len(rows)-h+1), faint)
			return
		}
		l := r.l
		if r.lit {
			l = lit
			for k := x + 1; k < x+w-1; k++ {
				c.set(k, y+i, ' ', l)
			}
		}
		kl := l
		if !r.lit {
			kl = hot
		}
		at := x + 1
		if r.key != "" {
			at = c.put(x+1, y+i, 8, r.key, kl)
			if r.lit {
				c.set(at, y+i, '>', l)
			}
			at = max(at+1, x+3)
			if length(r.key) > 1 {
				at = x + 1 + length(r.key) + 1
				if length(r.key) < 4 {
					at = x + 5
				}
			}
		}
		c.put(at, y+i, w-(at-x)-1, r.text, l)
	}
}

// chosen is the strip with the digits of what can be chosen now: of one field of a matrix, or of all options where they were asked for. As
// long as the digits choose a field each end has that of its field.
func (r *race) chosen(a *view.Ask, s *view.Strip) *view.Strip {
	if a == nil || r.all == nil && (r.cell == "" || matrix(a) == nil) {
		return s
	}
	now := *s
	now.Rows = slices.Clone(s.Rows)
	for i := range now.Rows {
		row := &now.Rows[i]
		text := []byte(row.Text)
		for k, c := range row.Picks {
			if k < len(row.Under) && c < len(text) {
				text[c] = row.Under[k]
			}
		}
		row.Text, row.Picks = string(text), nil
	}
	cs := r.choices(r.asked(a), "")
	if cells := matrix(r.asked(a)); cells != nil && r.cell == "" {
		cs = nil
		for _, o := range r.asked(a).Options {
			cs = append(cs, choice{key: itoa(slices.Index(cells, cellOf(o)) + 1), o: o})
		}
	}
	for _, c := range cs {
		if at := c.o.Spot; at != nil && at.Row < len(now.Rows) && at.Col < len(now.Rows[at.Row].Text) && c.key != "" {
			row := &now.Rows[at.Row]
			text := []byte(row.Text)
			text[at.Col] = c.key[0]
			row.Text, row.Picks = string(text), append(row.Picks, at.Col)
		}
	}
	return &now
}

// drawStrip is the unrolled course.
func drawStrip(c *canvas, y, n int, s *view.Strip) {
	for i, r := range s.Rows[:n] {
		c.put(1, y+i, 8, r.Label, plain)
		c.put(9, y+i, c.w-9, r.Text, plain)
		paint := func(at []int, l look) {
			for _, k := range at {
				if x := 9 + k; x < c.w && k >= 0 {
					c.cells[(y+i)*c.w+x].l = l
				}
			}
		}
		paint(r.Cars, car)
		paint(r.Picks, pick)
	}
}
