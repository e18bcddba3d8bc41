package console

import (
	"strings"

	"boxstop/cmd/internal/view"
)

// devices is the page of the units (S10), with the rolls that nobody asked for.
type devices struct {
	p   view.Devices
	lit int
}

func (d *desk) askDevices() {
	d.query(view.Query{Page: "devices"}, func(p *view.Page) {
		if p.Devices != nil {
			d.only(&devices{p: *p.Devices})
		}
	})
}

// units are the newest of them: a snapshot brings them with every change.
func (p *devices) units(d *desk) []view.Unit {
	if len(d.snap.Units) > 0 {
		return d.snap.Units
	}
	return p.p.Units
}

// numbered are the places of the units that have a number: a part of a unit has one only while it is set aside.
func numbered(units []view.Unit) []int {
	var out []int
	for i, u := range units {
		if u.Off || !u.Ours || !strings.Contains(u.Name, "/") {
			out = append(out, i)
		}
	}
	return out
}

func (p *devices) key(d *desk, k string) bool {
	units := p.units(d)
	p.lit = max(0, min(p.lit, len(units)-1))
	var u view.Unit
	if len(units) > 0 {
		u = units[p.lit]
	}
	order := func(what string) {
		if u.Name != "" {
			d.order(view.Order{Line: "unit " + u.Name + " " + what}, nil)
		}
	}
	switch k {
	case "up":
		p.lit--
	case "down":
		p.lit++
	case "enter":
		if u.Name != "" {
			p.forWhom(d, u)
		}
	case "f":
		p.call(d)
	case "i":
		order("blink")
	case "k":
		if u.Off {
			order("on")
		} else {
			order("off")
		}
	case "0":
		order("test")
	case "-", "+":
		if len(d.snap.Tray) == 0 {
			d.said = []string{d.word("tray.empty")}
			return true
		}
		line := d.snap.Tray[0].Drop
		if k == "+" {
			line = d.snap.Tray[0].Use
		}
		if line == "" {
			d.refuse(d.word("tray.nouse"))
			return true
		}
		o := view.Order{Line: line}
		if a, _ := mainAsk(d.snap); a != nil && k == "+" {
			o.Ask = a.ID
		}
		d.order(o, nil)
	default:
		if len(k) == 1 && k >= "1" && k <= "9" {
			if n := numbered(units); int(k[0]-'1') < len(n) {
				p.lit = n[k[0]-'1']
			}
			return true
		}
		return false
	}
	p.lit = max(0, min(p.lit, len(units)-1))
	return true
}

// forWhom lets the table or a driver have a unit.
func (p *devices) forWhom(d *desk, u view.Unit) {
	l := list{title: d.word("devices.title"), head: d.word("devices.for", "unit", u.Name)}
	give := func(line string) func(*desk) {
		return func(d *desk) {
			d.back()
			d.order(view.Order{Line: line}, nil)
		}
	}
	l.items = append(l.items, item{d.word("devices.table"), give("unit " + u.Name + " table")})
	for _, c := range people(d.snap) {
		l.items = append(l.items, item{c.mark + " " + c.name, give("unit " + u.Name + " for " + c.mark)})
	}
	d.open(&l)
}

// call finds whose unit is which: the driver who is called uses his (TB-6).
func (p *devices) call(d *desk) {
	l := list{title: d.word("devices.title"), head: d.word("devices.call")}
	for _, c := range people(d.snap) {
		l.items = append(l.items, item{c.mark + " " + c.name, func(d *desk) {
			d.back()
			d.order(view.Order{Line: "call " + c.mark}, nil)
		}})
	}
	d.open(&l)
}

type person struct{ mark, name string }

// people are who drives: of the set-up before the race, else of the order.
func people(s *view.Snapshot) []person {
	var out []person
	if s.Stage == view.SettingUp && s.Setup != nil {
		for _, c := range s.Setup.Cars {
			out = append(out, person{c.Mark, c.Driver})
		}
		return out
	}
	for _, c := range s.Table.Cars {
		out = append(out, person{c.Mark, c.Name})
	}
	return out
}

func (p *devices) draw(d *desk, c *canvas) {
	units := p.units(d)
	p.lit = max(0, min(p.lit, len(units)-1))
	well, ours := 0, 0
	for _, u := range units {
		if u.Ours {
			ours++
			if strings.HasPrefix(u.State, "ok") {
				well++
			}
		}
	}
	from, to := frame(d, c, d.word("devices.title"), d.about(), d.word("devices.well", "n", well, "of", ours), p.head(d, units), "", d.words.list("keys.devices"))
	below, tray := p.below(d, c.w)
	room := to - from - 1 // the head of the table
	n := min(len(units), max(room-len(below), room/2))
	below = fitRows(d, below, max(0, room-n))
	p.drawUnits(d, c, units, from, n)
	y := to - len(below)
	if len(below) > tray && tray > 0 {
		c.line(y+tray-1, -1, 0)
	} else if len(below) > 0 && tray == 0 {
		c.line(y-1, -1, 0)
	}
	for i, b := range below {
		if b.text != "" {
			c.put(1, y+i, c.w-2, b.text, b.l)
		}
	}
}

// head is the line above the table: what there is to say of the unit that is lit.
func (p *devices) head(d *desk, units []view.Unit) string {
	switch {
	case len(units) > 0 && units[p.lit].Say != "":
		return units[p.lit].Say
	case p.p.Note != "":
		return p.p.Note
	case len(units) == 0:
		return d.word("devices.none")
	}
	return d.word("devices.head")
}

// below is what stands below the units in w columns: first, in so many rows as tray says, the rolls that nobody asked for, then what was
// heard last.
func (p *devices) below(d *desk, w int) (out []row, tray int) {
	add := func(label, text string, l look) {
		for _, part := range wrap(text, w-9) {
			out = append(out, row{text: pad(label, 5) + " " + part, l: l})
			label = ""
		}
	}
	label := d.word("devices.tray")
	for _, t := range d.snap.Tray {
		use := ""
		if t.Use != "" {
			use = d.word("tray.plus") + " "
		}
		add(label, d.word("tray.line", "unit", t.Unit, "faces", t.Faces, "age", t.Age, "why", t.Why)+" "+use+d.word("tray.minus"), strong)
		label = ""
	}
	if len(out) > 0 {
		out = append(out, row{})
	}
	tray = len(out)
	label = d.word("last")
	for _, s := range p.p.Last {
		add(label, s, plain)
		label = ""
	}
	return out, tray
}

// drawUnits draws the table of the units: its head, and n of them with the one that is lit.
func (p *devices) drawUnits(d *desk, c *canvas, units []view.Unit, from, n int) {
	cells := [][]string{d.words.list("devices.column")}
	for _, u := range units {
		name := u.Kind + " " + u.Name
		switch {
		case !u.Ours:
			name = u.Name
		case strings.Contains(u.Name, "/"):
			name = "  /" + u.Name[strings.IndexByte(u.Name, '/')+1:]
		case u.Name == "" || u.Name == u.Kind:
			name = u.Kind
		}
		cells = append(cells, []string{name, u.What, u.For, u.State, u.Last, u.Bat})
	}
	lines := columns(cells, 1, c.w-5, 11, 18, 11, 12, 15, 4)
	c.put(3, from, c.w-3, lines[0], strong)
	first := scroll(p.lit-n/2, len(units), n)
	number := map[int]int{}
	for i, at := range numbered(units) {
		number[at] = i + 1
	}
	for i := 0; i < n && first+i < len(units); i++ {
		at := first + i
		l := plain
		if units[at].Off {
			l = alarm
		}
		if at == p.lit {
			l = lit
			c.put(2, from+1+i, 1, ">", l)
		}
		if k := number[at]; k > 0 && k < 10 {
			c.put(1, from+1+i, 1, itoa(k), l)
		}
		c.put(3, from+1+i, c.w-3, lines[1+at], l)
	}
	if first+n < len(units) {
		c.put(c.w-2, from+n, 1, string(cut), alarm)
	}
}
