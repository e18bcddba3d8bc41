package console

import (
	"boxstop/cmd/internal/view"
)

// welcome is the page after a start that found an unfinished race (S16, TB-17). Its digits are those of S16; roll call (2) comes later.
type welcome struct{}

func (p *welcome) key(d *desk, k string) bool {
	switch k {
	case "1", "enter":
		if d.counts(other+"welcome", k, d.race.held) {
			d.order(view.Order{Line: "resume"}, nil)
		}
	case "3":
		d.sheet("table")
	case "4":
		d.open(seats(d))
	case "5":
		d.order(view.Order{Line: "setaside"}, nil)
	default:
		return false
	}
	return true
}

// seats lists who sits where, to let a bot or somebody else drive (TB-16).
func seats(d *desk) *list {
	l := &list{title: d.word("seats.title"), head: d.word("seats.head")}
	for _, c := range d.snap.Table.Cars {
		by := c.Name
		if c.Bot {
			by += " bot"
		}
		l.items = append(l.items, item{c.Mark + "  " + pad(c.Car, 10) + " " + by, func(d *desk) {
			drive := func(who string) {
				d.back()
				d.order(view.Order{Line: "drive " + c.Mark + " " + who}, nil)
			}
			m := list{title: d.word("seats.title"), head: d.word("seats.who", "mark", c.Mark, "name", c.Name)}
			m.items = append(m.items, item{d.word("seats.somebody"), func(d *desk) {
				d.prompt = &prompt{label: d.word("prompt.driver"), s: c.Name, done: func(_ *desk, s string) { drive(quoted(s)) }}
			}})
			for _, level := range []string{"easy", "medium", "hard"} {
				m.items = append(m.items, item{d.word("seats.bot", "level", d.word("level."+level)), func(*desk) { drive("bot " + level) }})
			}
			d.open(&m)
		}})
	}
	return l
}

func (p *welcome) draw(d *desk, c *canvas) {
	w := d.snap.Welcome
	if w == nil {
		w = &view.Waiting{}
	}
	d.saw(other + "welcome")
	from, to := frame(d, c, "BOXSTOP", "", w.Off, w.Head, "", []string{d.word("keys.welcome")})
	var rows []row
	for _, part := range wrap(w.Read, max(1, c.w-4)) {
		rows = append(rows, row{text: "  " + part})
	}
	rows = append(rows, row{})
	add := func(key string, lines ...string) {
		label := d.word(key)
		for _, s := range lines {
			for _, part := range wrap(s, max(1, c.w-12)) {
				rows = append(rows, row{text: "  " + pad(label, 7) + " " + part})
				label = ""
			}
		}
	}
	add("last", w.Last...)
	if w.Now != "" {
		add("welcome.now", w.Now)
	}
	add("welcome.clocks", d.word("welcome.stand"))
	add("welcome.units", w.Units...)
	choices := []row{
		{key: "1", text: d.word("welcome.1"), lit: true},
		{key: "3", text: d.word("welcome.3")},
		{key: "4", text: d.word("welcome.4")},
		{key: "5", text: d.word("welcome.5")},
	}
	var others []string
	if len(w.Other) > 0 {
		label := d.word("welcome.other")
		for _, s := range w.Other {
			others = append(others, pad(label, 12)+" "+s)
			label = ""
		}
	}
	mid := min(from+len(rows)+1, to-len(choices)-min(len(others), 2)-2)
	drawRows(d, c, 0, from, c.w, mid-from, rows)
	c.line(mid, -1, 0)
	drawRows(d, c, 0, mid+1, c.w, len(choices), choices)
	drawPart(d, c, 1, mid+len(choices)+2, to, c.w-2, others)
}
