package console

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
)

// secretAsks are the open secret asks in their order, answered or not.
func secretAsks(d *desk) []view.Ask {
	var out []view.Ask
	for _, a := range d.asks() {
		if a.Secret {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b view.Ask) int { return cmp.Compare(opened(a.ID), opened(b.ID)) })
	return out
}

// opened is a number by which asks stand in the order in which they were opened, answered or not.
func opened(id string) int {
	line, place, _ := strings.Cut(id, ".")
	n, _ := strconv.Atoi(line)
	k, _ := strconv.Atoi(place)
	return n<<16 + k
}

func secretHead(d *desk) (text, info string) {
	asks := secretAsks(d)
	n := 0
	for _, a := range asks {
		if a.Done {
			n++
		}
	}
	return d.word("secret.all", "head", asks[0].Head), d.word("secret.count", "n", n, "of", len(asks), "name", asks[0].Name)
}

// bot reports whether a bot says it: nobody enters it.
func (d *desk) bot(a view.Ask) bool {
	return slices.ContainsFunc(d.snap.Table.Cars, func(c view.Car) bool { return c.Bot && c.Mark == a.Car && a.Car != "" })
}

// station is the unit at which a driver answers; nil: none is known of.
func (d *desk) station(a view.Ask) *view.Unit {
	for i := range d.snap.Units {
		u := &d.snap.Units[i]
		if mark, _, _ := strings.Cut(u.For, " "); u.Kind == "panel" && a.Car != "" && mark == a.Car {
			return u
		}
	}
	return nil
}

// allShown reports whether everybody who enters a secret shows it to the table: then the director types all of them (TB-13). Where one has
// a station, or enters his alone, digits call a driver to the keyboard.
func (d *desk) allShown() bool {
	some := false
	for _, a := range d.asks() {
		if !a.Secret || d.bot(a) {
			continue
		}
		if a.Entry != "shown" {
			return false
		}
		some = true
	}
	return some
}

// shown reports whether digits type what the table has turned over: Tab changes between that and the page of one driver (TB-13).
func (r *race) shown(d *desk) bool { return d.allShown() != r.alone }

// wayOf forgets what Tab changed when the table changes its way (speeds shown).
func (r *race) wayOf(d *desk) {
	if len(secretAsks(d)) == 0 {
		return
	}
	way := map[bool]string{true: "shown", false: "alone"}[d.allShown()]
	if r.way != way {
		r.way, r.alone = way, false
	}
}

// typed are the secrets that the director types when they are shown: of those who have said nothing yet, have no station and are no bots.
// Where all of those have a station, it is theirs: it may have broken.
func typed(d *desk) []view.Ask {
	var out, stations []view.Ask
	for _, a := range secretAsks(d) {
		switch {
		case a.Done || d.bot(a):
		case a.Entry == "station":
			stations = append(stations, a)
		default:
			out = append(out, a)
		}
	}
	if len(out) == 0 {
		return stations
	}
	return out
}

// by is where a driver enters his secret.
func (r *race) by(d *desk, a view.Ask) string {
	switch {
	case d.bot(a):
		return d.word("secret.by.bot")
	case a.Entry == "station":
		if u := d.station(a); u != nil {
			return d.word("secret.by.unit", "unit", u.Name)
		}
		return d.word("secret.by.station")
	case r.shown(d):
		return d.word("secret.by.shown")
	}
	return d.word("secret.by.keyboard")
}

// secretRows lists whose secrets are awaited, and where each enters his (S3). Nothing in it depends on a value.
func (r *race) secretRows(d *desk) []row {
	asks := secretAsks(d)
	n := "1-" + strconv.Itoa(min(9, len(asks)))
	out := []row{{key: n, text: d.word("secret.enter")}, {key: "Tab", text: d.word("secret.tab.shown")}}
	if r.shown(d) {
		out = []row{{key: "0-9", text: d.word("secret.shown")}, {key: "Tab", text: d.word("secret.tab.alone")}}
	}
	out = append(out, row{key: d.word("key.enter"), text: d.word("secret.close")})
	cells := [][]string{{d.word("secret.car"), d.word("secret.by"), d.word("secret.state")}}
	var off []row
	some := slices.ContainsFunc(asks, func(a view.Ask) bool { return a.Entry == "station" })
	for _, b := range asks {
		state := d.word("secret.open")
		if b.Done {
			state = d.word("secret.locked")
		}
		cells = append(cells, []string{b.Who, r.by(d, b), state})
		if u := d.station(b); some && u != nil && b.Entry != "station" && (u.Off || u.State != "ok") {
			off = append(off, row{key: "d", text: d.word("secret.off", "unit", u.Name, "state", u.State)})
		}
	}
	for i, t := range columns(cells, 2, optionW) {
		k := " "
		if i > 0 && i <= 9 && !r.shown(d) && !d.bot(asks[i-1]) {
			k = strconv.Itoa(i)
		}
		out = append(out, row{key: k, text: t})
	}
	return append(out, off...)
}

// secretKey takes the keys of the race page while secrets are open.
func (r *race) secretKey(d *desk, k string) bool {
	asks := secretAsks(d)
	a, _ := r.asks(d.snap)
	switch {
	case k == "tab":
		r.alone = !r.alone
	case k == "a":
		d.only(&shown{asks: typed(d)})
	case k == "enter":
		if d.counts(a.ID, k, r.held) {
			d.order(view.Order{Line: "close", Ask: asks[0].ID}, nil)
		}
	case len(k) == 1 && k >= "0" && k <= "9":
		n := int(k[0] - '1')
		switch {
		case !d.counts(a.ID, k, r.held):
		case r.shown(d):
			p := &shown{asks: typed(d)}
			d.only(p)
			p.key(d, k)
		case n >= 0 && n < len(asks) && !d.bot(asks[n]):
			d.only(&secret{ask: asks[n]})
		}
	default:
		return false
	}
	return true
}

// secret is the page on which one driver enters his secret alone (S3b, TB-13). Whatever is pressed, what is drawn is the same, until he
// asks to see it. What was pressed leaves the page only with Enter, to control.
type secret struct {
	ask    view.Ask
	mine   string // the key that was pressed; "": none
	show   bool   // until the next key
	why    string // why it could not be locked; it does not depend on what was pressed
	closed bool
}

func (p *secret) took(d *desk) {
	for _, a := range d.asks() {
		if a.ID == p.ask.ID {
			p.ask = a
			return
		}
	}
	p.close(d)
}

func (p *secret) close(d *desk) {
	p.mine, p.closed = "", true
	if d.top() == page(p) {
		d.back()
	}
}

// options are its answers with the keys that choose them.
func (p *secret) options() []choice {
	var r race
	r.lit = -1
	return r.choices(&p.ask, "")
}

func (p *secret) key(d *desk, k string) bool {
	p.show = false
	switch k {
	case "esc":
		p.close(d)
	case "tab":
		p.show = true
	case "-", "backspace":
		p.mine = ""
	case "enter":
		p.lock(d)
	default:
		p.why = ""
		if len(k) == 1 {
			p.mine = k
		}
	}
	return true
}

func (p *secret) lock(d *desk) {
	for _, c := range p.options() {
		if c.key == p.mine {
			p.send(d, c.o.Line)
			return
		}
	}
	p.why = d.word("secret.refused")
}

// send locks the answer. The reply is drawn on this page alone and is the same for whatever was refused.
func (p *secret) send(d *desk, line string) {
	d.order(view.Order{Line: line, Ask: p.ask.ID, Sure: true}, nil)
	id := d.lastID
	if d.pending[id] == nil {
		return
	}
	d.pending[id] = func(r view.Reply) {
		if r.Error != "" {
			p.why = d.word("secret.refused")
			return
		}
		p.close(d)
	}
}

func (p *secret) draw(d *desk, c *canvas) {
	drawHead(d, c)
	drawSecond(c, d.word("secret.alone", "who", p.ask.Who), "")
	c.line(2, -1, 0)
	lines := []string{"", p.ask.Info, ""}
	var keys []string
	for _, o := range p.options() {
		keys = append(keys, o.key+"  "+strings.Join(o.o.Cols, " "))
	}
	lines = append(lines, wrap(strings.Join(keys, "   "), max(1, c.w-8))...)
	lines = append(lines, "")
	lines = append(lines, d.words.list("secret.help")...)
	lines = append(lines, "", d.word("secret.value", "name", p.ask.Name, "value", p.value()), "", d.word("secret.tab"), "")
	if p.why != "" {
		lines = append(lines, "! "+p.why)
	} else {
		lines = append(lines, d.word("secret.rule"))
	}
	var parts []string
	for _, l := range lines {
		parts = append(parts, wrap(l, max(1, c.w-8))...)
	}
	for i, s := range fit(d, parts, c.h-5) {
		c.put(6, 3+i, c.w-7, s, plain)
	}
	c.line(c.h-2, -1, 0)
	c.put(1, c.h-1, c.w-1, d.word("keys.secret"), plain)
	d.sep = c.h - 2
}

// value is six signs, whatever was pressed and if nothing was; his own only while he asks for it.
func (p *secret) value() string {
	if !p.show {
		return "******"
	}
	for _, c := range p.options() {
		if c.key == p.mine {
			return strings.Join(c.o.Cols, " ")
		}
	}
	return "-"
}

// shown is the page on which the director types what the table has turned over together (TB-13): a key a car, in car order, then Enter.
// Nothing of it is secret any more.
type shown struct {
	asks []view.Ask
	keys []string
}

// took leaves out who has locked his meanwhile, with the key that was typed for him.
func (p *shown) took(d *desk) {
	var asks []view.Ask
	var keys []string
	for i, a := range p.asks {
		at := slices.IndexFunc(d.asks(), func(b view.Ask) bool { return b.ID == a.ID && !b.Done })
		if at < 0 {
			continue
		}
		asks = append(asks, d.asks()[at])
		if i < len(p.keys) {
			keys = append(keys, p.keys[i])
		}
	}
	p.asks, p.keys = asks, keys
	if d.top() == page(p) && len(asks) == 0 {
		d.back()
	}
}

func (p *shown) options(i int) []choice {
	var r race
	r.lit = -1
	return r.choices(&p.asks[i], "")
}

func (p *shown) chosen(i int) (view.Option, bool) {
	for _, c := range p.options(i) {
		if i < len(p.keys) && c.key == p.keys[i] {
			return c.o, true
		}
	}
	return view.Option{}, false
}

func (p *shown) key(d *desk, k string) bool {
	switch {
	case k == "backspace" || k == "-":
		if n := len(p.keys); n > 0 {
			p.keys = p.keys[:n-1]
		}
	case k == "enter":
		p.send(d)
	case len(k) == 1 && k >= "0" && k <= "9":
		if len(p.keys) == len(p.asks) {
			return true
		}
		p.keys = append(p.keys, k)
		if _, ok := p.chosen(len(p.keys) - 1); !ok {
			p.keys = p.keys[:len(p.keys)-1]
			d.refuse(d.word("shown.bad", "who", p.asks[len(p.keys)].Who))
		}
	default:
		return false
	}
	return true
}

// send tells the values of all in one line. An option's line is "MARK name value" or "name value": what all say is its last word. Where
// some have locked theirs elsewhere, or a bot has, it tells one after the other.
func (p *shown) send(d *desk) {
	if len(p.asks) == 0 {
		return
	}
	if len(p.keys) < len(p.asks) {
		d.refuse(d.word("shown.missing", "who", p.asks[len(p.keys)].Who))
		return
	}
	line := "all " + p.asks[0].Name
	var each []view.Order
	for i, a := range p.asks {
		o, _ := p.chosen(i)
		each = append(each, view.Order{Line: o.Line, Ask: a.ID, Sure: true})
		if f := strings.Fields(o.Line); len(f) > 0 {
			line += " " + f[len(f)-1]
		}
	}
	if len(p.asks) < len(secretAsks(d)) {
		p.next(d, each)
		return
	}
	d.order(view.Order{Line: line, Ask: p.asks[0].ID}, func(view.Reply) { d.over = nil })
}

// next sends the first of some orders, the others when it was done.
func (p *shown) next(d *desk, each []view.Order) {
	if len(each) == 0 {
		if d.top() == page(p) {
			d.over = nil
		}
		return
	}
	d.order(each[0], func(view.Reply) { p.next(d, each[1:]) })
}

func (p *shown) draw(d *desk, c *canvas) {
	drawHead(d, c)
	drawSecond(c, d.word("shown.head"), d.word("shown.info"))
	c.line(2, -1, 0)
	y := 4
	at, keysAt := 0, 0 // where the values stand, and the keys behind them
	for i, a := range p.asks {
		at = max(at, 3+length(a.Who)+2)
		for _, o := range p.options(i) {
			keysAt = max(keysAt, length(strings.Join(o.o.Cols, " ")))
		}
	}
	at = min(at, 30)
	keysAt = at + min(keysAt, 18) + 3
	for i, a := range p.asks {
		if y == c.h-3 && i < len(p.asks)-1 {
			c.put(3, y, c.w-4, d.word("cut.rows", "n", len(p.asks)-i), faint)
			break
		}
		value := "-"
		if o, ok := p.chosen(i); ok {
			value = strings.Join(o.Cols, " ")
		}
		l := plain
		if i == len(p.keys) {
			l = lit
			c.put(1, y, 1, ">", l)
		}
		c.put(3, y, at-4, a.Who, l)
		c.put(at, y, keysAt-at-1, value, strong)
		var keys []string
		for _, o := range p.options(i) {
			keys = append(keys, o.key+" "+strings.Join(o.o.Cols, " "))
		}
		c.put(keysAt, y, c.w-keysAt, strings.Join(keys, "  "), plain)
		y++
	}
	c.line(c.h-2, -1, 0)
	d.sep = c.h - 2
	c.put(1, c.h-1, c.w-1, d.word("keys.shown"), plain)
}
