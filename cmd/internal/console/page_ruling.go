package console

import (
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
)

// ruling is the form of a ruling (S8). Cars are pushed with the arrows; one ruling for all cars, checked as a whole by control after every
// change. Nothing is written before Enter.
type ruling struct {
	f       view.Ruling
	changes []change
	car     int
	field   int // 0: the place
	reason  string
	swap    string // the mark of the first of two
	options bool   // the table options are shown
}

// change is one change of the grammar: of a car's field, or of something else where mark is empty.
type change struct{ mark, field, value string }

func (d *desk) askRuling() {
	d.query(view.Query{Page: "rule"}, func(p *view.Page) {
		if p.Rule == nil {
			d.said = []string{d.word("page.none")}
			return
		}
		d.only(&ruling{f: *p.Rule})
	})
}

// line is the ruling as it would be ordered; "" where nothing changes.
func (p *ruling) line() string {
	var parts []string
	var marks []string
	for _, c := range p.changes {
		switch {
		case c.mark == "":
			parts = append(parts, c.field+" "+c.value)
		case !slices.Contains(marks, c.mark):
			marks = append(marks, c.mark)
			s := c.mark
			for _, k := range p.changes {
				if k.mark == c.mark {
					s += " " + k.field + " " + k.value
				}
			}
			parts = append(parts, s)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	s := "rule " + strings.Join(parts, ", ")
	if p.reason != "" {
		s += " because " + quoted(p.reason)
	}
	return s
}

func (p *ruling) set(d *desk, c change) {
	i := slices.IndexFunc(p.changes, func(k change) bool { return k.mark == c.mark && k.field == c.field })
	if i < 0 {
		p.changes = append(p.changes, c)
	} else {
		p.changes[i] = c
	}
	p.check(d)
}

// check asks control what would follow.
func (p *ruling) check(d *desk) {
	d.query(view.Query{Page: "rule", Line: p.line()}, func(got *view.Page) {
		if got.Rule != nil {
			p.f = *got.Rule
			p.car = min(p.car, max(0, len(p.f.Cars)-1))
		}
	})
}

func (p *ruling) key(d *desk, k string) bool {
	n := -1
	if len(k) == 1 && k >= "0" && k <= "9" {
		n = int(k[0] - '0')
	}
	if p.options {
		return p.option(d, k, n)
	}
	switch {
	case k == "up":
		p.car = max(0, p.car-1)
	case k == "down":
		p.car = min(max(0, len(p.f.Cars)-1), p.car+1)
	case k == "left":
		p.push(d, -1)
	case k == "right":
		p.push(d, 1)
	case k == "tab":
		p.field = (p.field + 1) % (len(p.f.Fields) + 1)
	case k == "+" || k == "-":
		p.count(d, k)
	case n == 0:
		p.exchange(d)
	case n == 9:
		p.options = true
	case n > 0 && n <= len(p.f.Reasons):
		p.reason = p.f.Reasons[n-1]
	case n == len(p.f.Reasons)+1:
		d.prompt = &prompt{label: d.word("prompt.because"), done: func(_ *desk, s string) { p.reason = s }}
	case k == "backspace":
		if len(p.changes) > 0 {
			p.changes = p.changes[:len(p.changes)-1]
			p.check(d)
		}
	case k == "enter":
		p.enter(d)
	default:
		return n >= 0
	}
	return true
}

func (p *ruling) push(d *desk, by int) {
	if p.car >= len(p.f.Cars) {
		return
	}
	k := p.f.Cars[p.car]
	at := k.At
	if at == "" {
		at = k.WasAt
	}
	d.query(view.Query{Page: "push", Mark: k.Mark, Text: at, By: by}, func(got *view.Page) {
		if got.Push == nil {
			return
		}
		if i := slices.Index(p.f.Names, p.f.Lap); i >= 0 && i < len(k.Values) && got.Push.Laps != 0 { // over the line
			if lap, err := strconv.Atoi(k.Values[i]); err == nil {
				p.changes = slices.DeleteFunc(p.changes, func(c change) bool { return c.mark == k.Mark && c.field == p.f.Lap })
				p.changes = append(p.changes, change{k.Mark, p.f.Lap, itoa(lap + got.Push.Laps)})
			}
		}
		p.set(d, change{k.Mark, "at", got.Push.At})
	})
}

// count makes a car's number one more, or one less; on the place it pushes the car.
func (p *ruling) count(d *desk, k string) {
	by := 1
	if k == "-" {
		by = -1
	}
	if p.field == 0 {
		p.push(d, by)
		return
	}
	i := p.field - 1
	if p.car >= len(p.f.Cars) || i >= len(p.f.Cars[p.car].Values) || i >= len(p.f.Names) {
		return
	}
	v, err := strconv.Atoi(p.f.Cars[p.car].Values[i])
	if err != nil {
		d.refuse(d.word("rule.words", "field", p.f.Names[i]))
		return
	}
	p.set(d, change{p.f.Cars[p.car].Mark, p.f.Names[i], itoa(v + by)})
}

func (p *ruling) exchange(d *desk) {
	if p.car >= len(p.f.Cars) {
		return
	}
	m := p.f.Cars[p.car].Mark
	switch p.swap {
	case "":
		p.swap = m
	case m:
		p.swap = ""
	default:
		p.changes = append(p.changes, change{"", "swap", p.swap + " " + m})
		p.swap = ""
		p.check(d)
	}
}

// option steps a table option through its values.
func (p *ruling) option(d *desk, k string, n int) bool {
	switch {
	case k == "esc" || k == "backspace" || n == 0 || k == "enter":
		p.options = false
	case n > 0 && n <= len(p.f.Options):
		o := p.f.Options[n-1]
		p.set(d, change{"", "option " + o.Name, nextOf(o)})
	}
	return true
}

// nextOf is the value after the one that a setting has.
func nextOf(o view.Choice) string {
	i := slices.Index(o.Values, o.Is)
	if len(o.Values) == 0 {
		return o.Is
	}
	return o.Values[(i+1)%len(o.Values)]
}

func (p *ruling) enter(d *desk) {
	line := p.line()
	if line == "" {
		d.refuse(d.word("rule.nothing"))
		return
	}
	d.order(view.Order{Line: line}, func(view.Reply) { d.over = nil })
}

func (p *ruling) draw(d *desk, c *canvas) {
	head, info := d.word("rule.head"), d.word("rule.info")
	if p.swap != "" {
		head, info = d.word("rule.swap", "mark", p.swap), ""
	}
	note := ""
	if d.snap.Head.Held {
		note = d.word("rule.held")
	}
	from, to := frame(d, c, d.word("rule.title"), d.about(), note, head, info, d.words.list("keys.rule"))
	if p.options {
		p.drawOptions(d, c, from, to)
		return
	}
	strip, foot := 0, p.foot(d, c.w-11)
	if p.f.Strip != nil {
		strip = len(p.f.Strip.Rows)
	}
	foot = fitRows(d, foot, max(2, to-from-4))
	h := to - from - 1 - len(foot)
	switch {
	case h-strip-1 < min(4, len(p.f.Cars)):
		strip = 0
	case h-strip-2 >= len(p.f.Cars):
		h-- // a blank row before the reasons
	}
	if h-strip > len(p.f.Cars)+1 {
		out := d.snap.Table.Out
		if len(out) == 0 {
			out = []string{d.word("out.nobody")}
		}
		c.put(3, from+1+len(p.f.Cars), 7, d.word("out"), plain)
		c.put(11, from+1+len(p.f.Cars), c.w-12, strings.Join(out, ", "), plain)
	}
	p.drawCars(d, c, from, h-strip)
	if strip > 0 {
		drawStrip(c, from+1+h-strip, strip, p.f.Strip)
	}
	for i, s := range foot {
		c.put(1, to-len(foot)+i, c.w-2, s.text, s.l)
	}
}

// drawCars are the cars with where they stood, where they shall stand, and their numbers.
func (p *ruling) drawCars(d *desk, c *canvas, y, h int) {
	wide := make([]int, len(p.f.Fields))
	sum := 0
	for i, f := range p.f.Fields {
		wide[i] = length(f) + 1
		for _, k := range p.f.Cars {
			if i < len(k.Values) {
				wide[i] = max(wide[i], length(k.Values[i])+1)
			}
		}
		sum += wide[i]
	}
	right := c.w - 1 - sum
	place := max(10, (right-11)/2)
	values := func(y int, text func(i int) string, marked func(i int) bool) {
		x := right
		for i, w := range wide {
			l := plain
			if marked(i) {
				l = lit
			}
			c.right(x+w, y, w, text(i), l)
			x += w
		}
	}
	c.put(3, y, 8, d.word("rule.car"), strong)
	c.put(11, y, place-1, d.word("rule.was"), strong)
	c.put(11+place, y, place-1, d.word("rule.is"), strong)
	values(y, func(i int) string { return p.f.Fields[i] + " " }, func(int) bool { return false })
	first := scroll(p.car-h/2, len(p.f.Cars), h)
	for i := 0; i < h && first+i < len(p.f.Cars); i++ {
		k := p.f.Cars[first+i]
		row := y + 1 + i
		here := first+i == p.car
		l := plain
		if here {
			l = lit
			c.put(2, row, 1, ">", l)
		}
		if i < 9 {
			c.put(1, row, 1, itoa(i+1), l)
		}
		c.put(3, row, 7, k.Mark+" "+k.Name, l)
		at := func(x int, where, address, star string, l look) {
			n := length(address) + length(star)
			c.put(x, row, place-2-n, where, l) // the address says all of it, whole
			c.right(x+place-1-length(star), row, min(place-1, length(address)), address, l)
			c.put(x+place-1-length(star), row, 1, star, l)
		}
		at(11, k.Was, k.WasAt, " ", plain)
		pl := plain
		if here && p.field == 0 {
			pl = lit
		}
		if k.Moved {
			at(11+place, k.Is, k.At, "*", pl)
		} else {
			c.put(11+place, row, place-1, d.word("rule.same"), pl)
		}
		values(row, func(j int) string {
			switch {
			case j >= len(k.Values):
				return ""
			case j < len(k.Changed) && k.Changed[j]:
				return k.Values[j] + "*"
			}
			return k.Values[j] + " "
		}, func(j int) bool { return here && p.field == j+1 })
	}
	if len(p.f.Cars)-first > h && h > 0 {
		c.put(c.w-2, y+h, 1, string(cut), alarm)
	}
}

// foot are the reasons and what control makes of the ruling.
func (p *ruling) foot(d *desk, w int) []row {
	var out []row
	line, label := "", d.word("rule.reason")
	flush := func() {
		out = append(out, row{text: pad(label, 7) + " " + line})
		line, label = "", ""
	}
	reasons := append(append([]string{}, p.f.Reasons...), d.word("reason.words"))
	other := p.reason != "" && !slices.Contains(p.f.Reasons, p.reason)
	if other {
		reasons[len(reasons)-1] = p.reason
	}
	for i, r := range reasons {
		mark := " "
		if r == p.reason {
			mark = ">"
		}
		part := itoa(i+1) + mark + r
		if line != "" && length(line)+3+length(part) > w {
			flush()
		}
		if line != "" {
			line += "   "
		}
		line += part
	}
	flush()
	label = d.word("rule.check")
	for _, s := range p.f.Check {
		for _, part := range wrap(s, w) {
			out = append(out, row{text: pad(label, 7) + " " + part})
			label = ""
		}
	}
	if p.f.Wrong != "" {
		for _, part := range wrap("! "+p.f.Wrong, w) {
			out = append(out, row{text: pad(label, 7) + " " + part, l: alarm})
			label = ""
		}
	}
	return out
}

func (p *ruling) drawOptions(d *desk, c *canvas, from, to int) {
	rows := append(optionRows(p.f.Options[:min(9, len(p.f.Options))], c.w-8), row{}, row{key: "0", text: d.word("rule.back")})
	drawRows(d, c, 2, from+1, c.w-3, to-from-1, rows)
}

// optionRows are table options: what each is called, what it is, its clause, what else it may be.
func optionRows(options []view.Choice, w int) []row {
	cells := make([][]string, 0, len(options)+1)
	cells = append(cells, nil)
	for _, o := range options {
		say := o.Say
		if say == "" {
			say = o.Name
		}
		var rest []string
		for _, v := range o.Values {
			if v != o.Is {
				rest = append(rest, v)
			}
		}
		cells = append(cells, []string{say, o.Is, o.Clause, "| " + strings.Join(rest, " | ")})
	}
	var rows []row
	for i, s := range columns(cells, 2, w)[1:] {
		rows = append(rows, row{key: itoa(i + 1), text: s})
		if whole := strings.Join(cells[i+1], "  "); strings.ContainsRune(s, cut) && length(whole) <= w {
			rows[i].text = whole
		}
	}
	return rows
}
