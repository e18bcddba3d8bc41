package console

import (
	"cmp"
	"strings"

	"github.com/gdamore/tcell/v2"

	"boxstop/cmd/internal/view"
)

// azerty is the unshifted digit row of a French keyboard. Its minus is the key of 6, so the key right of 0 is minus there.
var azerty = strings.NewReplacer("&", "1", "é", "2", `"`, "3", "'", "4", "(", "5", "-", "6", "è", "7", "_", "8", "ç", "9", "à", "0", ")", "-", ";", ".")

var named = map[tcell.Key]string{
	tcell.KeyEnter: "enter", tcell.KeyEscape: "esc", tcell.KeyTab: "tab", tcell.KeyBackspace: "backspace", tcell.KeyBackspace2: "backspace",
	tcell.KeyUp: "up", tcell.KeyDown: "down", tcell.KeyLeft: "left", tcell.KeyRight: "right", tcell.KeyPgUp: "pgup", tcell.KeyPgDn: "pgdn",
	tcell.KeyHome: "home", tcell.KeyEnd: "end", tcell.KeyDelete: "delete",
}

// keyName names a key event; "" is none of ours.
func keyName(e *tcell.EventKey) string {
	if e.Key() != tcell.KeyRune {
		return named[e.Key()]
	}
	return string(e.Rune())
}

// meant is what a key means outside text entry: the numeric keypad alone runs a race (TB-9), "=" is "+" without Shift (TB-25).
func (d *desk) meant(k string) string {
	if d.o.Keyboard == "azerty" {
		k = azerty.Replace(k)
	}
	switch k {
	case "*":
		return "w"
	case "/":
		return "u"
	case "=":
		return "+"
	case " ":
		return "space"
	}
	return k
}

// press takes one key.
func (d *desk) press(k string) {
	if k == "" {
		return
	}
	if d.prompt != nil {
		d.prompt.key(d, k)
		return
	}
	k = d.meant(k)
	held := d.pressed(k)
	d.said, d.bad = nil, false
	if d.sure != nil {
		d.settle(k, held)
		return
	}
	d.race.held = held
	if p := d.top(); p != nil && p.key(d, k) {
		return
	}
	d.everywhere(k)
}

// settle takes the second of two times that something is asked.
func (d *desk) settle(k string, held bool) {
	s := d.sure
	switch k {
	case "enter":
		if d.counts(other+"sure", k, held) {
			d.sure = nil
			s.order.Sure = true
			d.order(s.order, s.then)
		}
	case "esc", "backspace":
		d.sure = nil
	}
}

// everywhere is what a letter means on every page.
func (d *desk) everywhere(k string) {
	switch k {
	case "esc":
		d.over = nil
	case "q":
		d.left = true
	case "h":
		d.only(&help{})
	case ":":
		d.prompt = commandLine(d)
	case "z":
		d.quiet = !d.quiet
		d.said = []string{d.word(map[bool]string{true: "sound.off", false: "sound.on"}[d.quiet])}
	}
	if d.snap == nil {
		return
	}
	switch k {
	case "space":
		d.space()
	case "u":
		d.askUndo(false, 1)
	case "y":
		d.askUndo(true, 1)
	case "m":
		d.only(&moves{})
	case "w":
		d.query(view.Query{Page: "why"}, func(p *view.Page) { d.openText(p.Why) })
	case "x":
		d.irregular()
	case "r":
		d.askRuling()
	case "t":
		d.askTimeline(view.Query{Page: "timeline"})
	case "b":
		d.query(view.Query{Page: "board"}, func(p *view.Page) { d.openText(p.Board) })
	case "o":
		d.sheet("laps")
	case "s":
		d.sheet("table")
	case "l":
		d.query(view.Query{Page: "log"}, func(p *view.Page) { d.openText(p.Log) })
	case "d":
		d.askDevices()
	case "i":
		d.prompt = &prompt{label: d.word("prompt.info"), done: d.info}
	case "n":
		d.prompt = &prompt{label: d.word("prompt.note"), done: func(d *desk, s string) {
			d.order(view.Order{Line: "note " + quoted(s)}, nil)
		}}
	case "!":
		d.protest(d.snap.Seq)
	}
}

// space says that the driver has spoken where his clock runs; else it holds the race or lets it go on.
func (d *desk) space() {
	for _, a := range d.asks() {
		if a.Ticking {
			d.order(view.Order{Line: "spoken", Ask: a.ID}, nil)
			return
		}
	}
	line := "hold"
	if d.snap.Head.Held {
		line = "go"
	}
	d.order(view.Order{Line: line}, nil)
}

func (d *desk) sheet(which string) {
	d.query(view.Query{Page: "sheet", Text: which}, func(p *view.Page) {
		if p.Sheet != nil && p.Sheet.Head == "" {
			p.Sheet.Head = d.word("sheet." + which)
		}
		d.openText(p.Sheet)
	})
}

func (d *desk) info(_ *desk, s string) {
	q := view.Query{Page: "info", Text: s}
	for _, c := range d.snap.Table.Cars {
		if strings.EqualFold(c.Mark, s) {
			q.Mark, q.Text = c.Mark, ""
		}
	}
	d.query(q, func(p *view.Page) { d.openText(p.Info) })
}

func (d *desk) protest(entry int) {
	d.prompt = &prompt{label: d.word("prompt.protest", "no", entry), done: func(d *desk, s string) {
		d.order(view.Order{Line: "protest " + itoa(entry) + " " + quoted(s)}, nil)
	}}
}

// irregular is key x: straight after a refusal it stands all the same, for a reason (TB-10); else what the table may have seen (TB-11).
func (d *desk) irregular() {
	if d.stand {
		d.open(&because{line: "stand"})
		return
	}
	d.query(view.Query{Page: "reports"}, func(p *view.Page) {
		if len(p.Reports) == 0 {
			d.said = []string{d.word("reports.none")}
			return
		}
		l := list{unsafe: true}
		l.title, l.head = d.word("reports.title"), d.word("reports.head")
		for _, o := range p.Reports {
			l.items = append(l.items, item{strings.Join(o.Cols, "  "), func(d *desk) {
				d.over = nil
				if o.Twice {
					d.twice(sure{say: cmp.Or(o.Sure, strings.Join(o.Cols, "  ")), order: view.Order{Line: o.Line}})
					return
				}
				d.order(view.Order{Line: o.Line}, nil)
			}})
		}
		d.open(&l)
	})
}
