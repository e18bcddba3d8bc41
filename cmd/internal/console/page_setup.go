package console

import (
	"slices"
	"strings"
	"unicode"

	"boxstop/cmd/internal/view"
)

// setup is the page on which an evening begins (S1). Every change is an order; control fills the page in and says what is wrong.
type setup struct {
	car   int
	moved bool // the arrows chose a car: Enter changes it, else Enter starts the race
}

func (p *setup) key(d *desk, k string) bool {
	s := d.snap.Setup
	if s == nil {
		return false
	}
	switch k {
	case "up", "down":
		if p.moved {
			p.car += map[string]int{"up": -1, "down": 1}[k]
		}
		p.moved = len(s.Cars) > 0
	case "esc":
		if !p.moved {
			return false
		}
		p.moved = false
	case "enter":
		if p.moved && p.car < len(s.Cars) {
			d.open(editCar(d, s.Cars[p.car]))
			return true
		}
		if d.counts(other+"start", k, d.race.held) {
			d.order(view.Order{Line: "start"}, nil)
		}
	case "0":
		d.order(view.Order{Line: "same"}, nil)
	case "+":
		p.add(d, s)
	case "-":
		if p.car < len(s.Cars) {
			d.order(view.Order{Line: "leave " + s.Cars[p.car].Mark}, nil)
		}
	default:
		if len(k) != 1 || k < "1" || k > "9" {
			return false
		}
		if n := int(k[0] - '1'); n < len(s.Lines) {
			editLine(d, s, s.Lines[n])
		}
	}
	p.car = max(0, min(p.car, len(s.Cars)-1))
	return true
}

// editLine changes one of the nine lines: a list of its values, or a line to type where it has none.
func editLine(d *desk, s *view.Setup, c view.Choice) {
	set := func(v string) string {
		if c.Name == "season" || c.Name == "house" {
			v = quoted(v)
		}
		return c.Name + " " + v
	}
	typed := func(d *desk) {
		d.prompt = &prompt{label: d.word("prompt.line", "line", lineLabel(d, c)), done: func(d *desk, v string) {
			d.over = nil
			d.order(view.Order{Line: set(v)}, nil)
		}}
	}
	switch {
	case strings.HasPrefix(c.Name, "option"):
		d.open(&tableOptions{})
		return
	case c.Name == "rolls" && len(c.Values) == 0:
		d.askDevices()
		return
	case len(c.Values) == 0:
		typed(d)
		return
	}
	l := list{title: d.word("setup.title"), head: lineLabel(d, c) + "   " + c.Say}
	for i, v := range c.Values {
		if v == c.Is {
			l.lit = i
		}
		say := v
		if i < len(c.Says) {
			say = c.Says[i]
		}
		l.items = append(l.items, item{say, func(d *desk) {
			d.over = nil
			d.order(view.Order{Line: set(v)}, nil)
		}})
	}
	if c.Name == "grid" {
		l.items = append(l.items, item{d.word("setup.grid"), func(d *desk) {
			var marks []string
			for _, k := range s.Cars {
				marks = append(marks, k.Mark)
			}
			d.prompt = &prompt{label: d.word("prompt.grid"), s: strings.Join(marks, " "), done: func(d *desk, v string) {
				d.over = nil
				d.order(view.Order{Line: "grid " + v}, nil)
			}}
		}})
	}
	if c.Name == "season" || c.Name == "house" || c.Name == "laps" || c.Name == "miles" {
		l.items = append(l.items, item{d.word("setup.typed"), typed})
	}
	d.open(&l)
}

func lineLabel(d *desk, c view.Choice) string {
	if key := "line." + c.Name; d.words.c.Has(key) {
		return d.word(key)
	}
	return title(c.Name)
}

// tableOptions are the table options of the game, a digit each.
type tableOptions struct{ from int }

func (p *tableOptions) key(d *desk, k string) bool {
	s := d.snap.Setup
	if s == nil {
		return false
	}
	n := len(s.Options)
	switch {
	case len(k) == 1 && k >= "1" && k <= "9":
		if i := p.from + int(k[0]-'1'); i < n {
			o := s.Options[i]
			d.order(view.Order{Line: "option " + o.Name + " " + nextOf(o)}, nil)
		}
	case k == ".":
		p.from += 9
		if p.from >= n {
			p.from = 0
		}
	case k == "backspace", k == "enter":
		d.back()
	default:
		return false
	}
	return true
}

func (p *tableOptions) draw(d *desk, c *canvas) {
	from, to := frame(d, c, d.word("setup.title"), "", "", d.word("options.head"), "", []string{d.word("keys.options")})
	s := d.snap.Setup
	if s == nil {
		return
	}
	rows := optionRows(s.Options[min(p.from, len(s.Options)):min(p.from+9, len(s.Options))], c.w-8)
	if len(s.Options) > 9 {
		rows = append(rows, row{key: ".", text: d.word("more.list", "n", len(s.Options)-len(rows))})
	}
	drawRows(d, c, 2, from+1, c.w-3, to-from-1, rows)
}

// enter is the line that puts a car in, or changes the one with that mark.
func enter(mark, colour, driver, bot, rest string) string {
	line := "enter " + mark + " " + colour + " " + quoted(driver) + rest
	if bot != "" {
		line += " by bot " + bot
	}
	return line
}

// as are the words that give a car of the box its card.
func as(k view.Spare) string {
	if k.Card == "" {
		return ""
	}
	return " card " + k.Card
}

// editCar changes one row: who drives, how, in which colour, under which mark.
func editCar(d *desk, c view.Seat) *list {
	l := &list{title: d.word("setup.title"), head: c.Mark + "  " + c.Car + "  " + c.Driver}
	done := func(lines ...string) {
		d.over = nil
		for _, line := range lines {
			d.order(view.Order{Line: line}, nil)
		}
	}
	l.items = append(
		l.items,
		item{d.word("car.driver", "name", c.Driver), func(d *desk) {
			d.prompt = &prompt{label: d.word("prompt.driver"), s: c.Driver, done: func(_ *desk, s string) { done(enter(c.Mark, c.Car, s, c.Bot, "")) }}
		}},
		item{d.word("car.person"), func(*desk) { done(enter(c.Mark, c.Car, c.Driver, "", "")) }},
	)
	for _, level := range setupOf(d).Levels {
		l.items = append(l.items, item{d.word("seats.bot", "level", d.word("level."+level)), func(*desk) {
			done(enter(c.Mark, c.Car, c.Driver, level, ""))
		}})
	}
	l.items = append(
		l.items,
		item{d.word("car.colour"), func(d *desk) {
			d.open(colours(d, func(d *desk, k view.Spare) {
				done("leave "+c.Mark, enter(freeMark(setupOf(d), k), k.Car, c.Driver, c.Bot, as(k)+c.Rest))
			}))
		}},
		item{d.word("car.mark", "mark", c.Mark), func(d *desk) {
			d.prompt = &prompt{label: d.word("prompt.mark"), done: func(_ *desk, s string) {
				done("leave "+c.Mark, enter(strings.ToUpper(s), c.Car, c.Driver, c.Bot, as(view.Spare{Card: c.Card})+c.Rest))
			}}
		}},
		item{d.word("car.units"), func(d *desk) { d.askDevices() }},
		item{d.word("car.out"), func(*desk) { done("leave " + c.Mark) }},
	)
	return l
}

func colours(d *desk, then func(*desk, view.Spare)) *list {
	l := &list{title: d.word("setup.title"), head: d.word("car.which")}
	for _, k := range setupOf(d).Spare {
		l.items = append(l.items, item{k.Say, func(d *desk) { then(d, k) }})
	}
	return l
}

// add puts a car of the box in: which, then who drives it.
func (p *setup) add(d *desk, s *view.Setup) {
	if len(s.Spare) == 0 && s.Cards == 0 {
		d.refuse(d.word("car.none"))
		return
	}
	l := colours(d, func(d *desk, k view.Spare) {
		d.prompt = &prompt{label: d.word("prompt.driver"), done: func(d *desk, name string) {
			d.over = nil
			d.order(view.Order{Line: enter(freeMark(setupOf(d), k), k.Car, name, "", as(k))}, nil)
		}}
	})
	if s.Cards > 0 {
		l.items = append([]item{{d.word("car.deal", "n", s.Cards), func(d *desk) { deal(d, s) }}}, l.items...)
	}
	d.open(l)
}

// deal deals the cards of the box, evenly or by name.
func deal(d *desk, s *view.Setup) {
	line := itoa(s.Cards)
	var seen []string
	for _, c := range s.Cars {
		who := quoted(c.Driver)
		if c.Bot != "" {
			who = "bot " + c.Bot
		}
		if !slices.Contains(seen, who) {
			seen = append(seen, who)
		}
	}
	if len(s.Cars) > 0 {
		line = itoa(len(s.Cars)) + " " + strings.Join(seen, " ")
	}
	if line += " "; d.dealt != "" { // refused: it is put right, not typed again
		line = d.dealt
	}
	d.prompt = &prompt{label: d.word("prompt.deal"), s: line, done: func(d *desk, v string) {
		d.over, d.dealt = nil, v
		d.order(view.Order{Line: "deal " + v}, func(view.Reply) { d.dealt = "" })
	}}
}

// setupOf is the set-up as control has it; never nil.
func setupOf(d *desk) *view.Setup {
	if d.snap.Setup == nil {
		return &view.Setup{}
	}
	return d.snap.Setup
}

// freeMark is the number of a car, else a letter of its colour that no car has: its first, its last, then the others (TB-18: black is K
// beside blue).
func freeMark(s *view.Setup, k view.Spare) string {
	if k.Mark != "" {
		return k.Mark
	}
	taken := map[string]bool{}
	for _, c := range s.Cars {
		taken[c.Mark] = true
	}
	r := []rune(strings.ToUpper(k.Car))
	try := []rune{}
	if n := len(r); n > 0 {
		try = append(append(try, r[0], r[n-1]), r...)
	}
	for _, k := range try {
		if m := string(k); !taken[m] && unicode.IsLetter(k) {
			return m
		}
	}
	for i := 1; ; i++ {
		if m := string(try[:min(1, len(try))]) + itoa(i); !taken[m] {
			return m
		}
	}
}
