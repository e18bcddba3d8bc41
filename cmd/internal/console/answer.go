package console

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
)

// race is the race page (S2, S17) and whatever of an answer is half given on it.
type race struct {
	id    string    // of the ask that what follows belongs to
	typed []int     // of a roll: how many of each face, or which face each die shows
	cell  string    // the row and column that was chosen of a matrix (TB-8)
	lit   int       // what the arrows lit; -1: what control lit
	all   *view.Ask // with the dearer and the longer part
	from  int       // first of more than nine options
	held  bool      // the key in hand is held down
	faces bool      // other faces are typed to settle a dispute
	pick  string    // the ask that Tab chose
	alone bool      // Tab: secrets are entered the other way than this table's, alone or shown
	way   string    // the table's way of entering them, which Tab changed
}

// took drops what was half given to an ask that is closed.
func (r *race) took(s *view.Snapshot) {
	if s.Dispute == nil {
		r.faces = false
	}
	a, _ := r.asks(s)
	if a == nil {
		r.keep(&view.Ask{})
	} else {
		r.keep(a)
	}
}

// keep makes what is half given belong to this ask.
func (r *race) keep(a *view.Ask) {
	if r.id != a.ID {
		*r = race{lit: -1, held: r.held, alone: r.alone, way: r.way, pick: r.pick, id: a.ID}
	}
}

// mainAsk is the ask that the keys answer where nobody chose another: the first that the race waits for.
func mainAsk(s *view.Snapshot) (*view.Ask, []*view.Ask) { return (&race{}).asks(s) }

// asks are the ask that the keys answer, and the others that can be answered now. Tab chooses another; an ask that closes itself (TB-7)
// is answered by its own keys beside it.
func (r *race) asks(s *view.Snapshot) (main *view.Ask, side []*view.Ask) {
	if s == nil {
		return nil, nil
	}
	for i := range s.Asks {
		a := &s.Asks[i]
		if a.Done {
			continue
		}
		side = append(side, a)
		if a.ID == r.pick || main == nil && a.Waits {
			main = a
		}
	}
	switch {
	case main == nil && len(side) > 0:
		main = side[0]
	case main == nil && len(s.Asks) > 0:
		main = &s.Asks[0]
	}
	return main, slices.DeleteFunc(side, func(a *view.Ask) bool { return a == main })
}

// other lets the keys answer the next open ask.
func (r *race) other(s *view.Snapshot) {
	a, side := r.asks(s)
	if a == nil || len(side) == 0 {
		return
	}
	var open []*view.Ask
	for i := range s.Asks {
		if b := &s.Asks[i]; !b.Done {
			open = append(open, b)
		}
	}
	at := slices.IndexFunc(open, func(b *view.Ask) bool { return b.ID == a.ID })
	r.pick = open[(at+1)%len(open)].ID
}

// beside reports whether an option of another ask than the main one has a key of its own: digits belong to the main one.
func beside(o view.Option) bool { return o.Key != "" && (o.Key < "0" || o.Key > "9") }

// choice is an option with the key that takes it now, or a group of them that is opened by it.
type choice struct {
	key string
	o   view.Option
	lit bool
}

func cellOf(o view.Option) string { return o.Row + "\x00" + o.Col }

// matrix lists the cells of two levels of choices in their order; nil where an ask has one level.
func matrix(a *view.Ask) []string {
	var cells []string
	for _, o := range a.Options {
		if o.Row == "" && o.Col == "" {
			return nil
		}
		if k := cellOf(o); !slices.Contains(cells, k) {
			cells = append(cells, k)
		}
	}
	return cells
}

// asked is the main ask with all of its options, if they were asked for.
func (r *race) asked(a *view.Ask) *view.Ask {
	if r.all != nil && a != nil && r.all.ID == a.ID {
		return r.all
	}
	return a
}

// choices are at most nine options that keys take now. used are keys that something else has.
func (r *race) choices(a *view.Ask, used string) []choice {
	var os []view.Option
	cells := matrix(a)
	for _, o := range a.Options {
		if cells == nil || cellOf(o) == r.cell {
			os = append(os, o)
		}
	}
	rest := len(os) > 9 && r.from > 0
	if rest {
		os = os[min(r.from, len(os)):]
	}
	var out []choice
	taken := used
	for _, o := range os {
		if cells == nil {
			taken += o.Key
		}
	}
	next := 1
	free := func() string {
		for ; next <= 9; next++ {
			if k := strconv.Itoa(next); !strings.Contains(taken, k) {
				next++
				return k
			}
		}
		return ""
	}
	for i, o := range os {
		k := o.Key
		if (k == "" || cells != nil) && len(out) < 9 {
			k = free()
		}
		if k == "" {
			break
		}
		out = append(out, choice{key: k, o: o, lit: o.Lit && r.lit < 0 || i == r.lit})
	}
	return out
}

// key takes the keys of the race page.
func (r *race) key(d *desk, k string) bool {
	s := d.snap
	if s.Dispute != nil {
		return r.settle(d, k)
	}
	a, side := r.asks(s)
	if a == nil {
		return r.noAsk(d, k)
	}
	r.keep(a)
	if a.Secret {
		return r.secretKey(d, k)
	}
	if r.run(d, a, k) {
		return true
	}
	if k == "enter" && r.enter(d, a) {
		return true
	}
	if a.Form == "roll" && r.roll(d, a, k) {
		return true
	}
	if r.option(d, a, k) {
		return true
	}
	for _, b := range side {
		for _, o := range b.Options {
			if o.Key == k && beside(o) {
				r.take(d, b, o, k)
				return true
			}
		}
	}
	switch k {
	case "tab":
		r.other(s)
		return true
	case "up", "down":
		r.move(a, k)
		return a.Form != "roll"
	case "backspace":
		return r.lessOf()
	case ".":
		r.more(d, a)
		return true
	case "p":
		if a.Line != "" && d.counts(a.ID, k, r.held) {
			d.order(view.Order{Line: a.Line, Ask: a.ID}, nil)
		}
		return true
	case "+", "-":
		if k == "+" && a.Form == "roll" && r.useTray(d, a) {
			return true
		}
		r.move(a, map[bool]string{true: "down", false: "up"}[(k == "+") == rising(a)])
		return true
	}
	return len(k) == 1 && k >= "0" && k <= "9"
}

// run lets whoever needs no person go, as far as its key says; of the main ask it takes what is lit first (TB-22).
func (r *race) run(d *desk, a *view.Ask, k string) bool {
	i := slices.IndexFunc(d.snap.Runs, func(o view.Option) bool { return o.Key == k })
	if i < 0 || r.all != nil || r.cell != "" { // then what it takes first is not on the screen
		return false
	}
	if d.counts(a.ID, k, r.held) {
		d.order(view.Order{Line: d.snap.Runs[i].Line, Ask: a.ID}, d.tell)
	}
	return true
}

// useTray takes the first roll of the tray that this ask could be answered with (TB-6).
func (r *race) useTray(d *desk, a *view.Ask) bool {
	for _, t := range d.snap.Tray {
		if t.Use != "" && d.counts(a.ID, "+", r.held) {
			d.order(view.Order{Line: t.Use, Ask: a.ID}, nil)
			return true
		}
	}
	return false
}

// rising reports whether the options grow down the list: faster is the next one then.
func rising(a *view.Ask) bool {
	return len(a.Options) < 2 || a.Options[0].Key <= a.Options[1].Key
}

// enter says first that what was to be moved on the board stands there (TB-3); then it takes what is lit.
func (r *race) enter(d *desk, a *view.Ask) bool {
	if len(d.snap.PutBack) > 0 && !d.snap.Sheet {
		moved(d, r.held)
		return true
	}
	if d.snap.Kept != "" && d.snap.KeptLine != "" && a.Form == "roll" {
		if d.counts(a.ID, "enter", r.held) {
			d.order(view.Order{Line: d.snap.KeptLine, Ask: a.ID}, nil)
		}
		return true
	}
	for _, c := range r.choices(r.asked(a), "") {
		if c.lit {
			r.take(d, a, c.o, "enter")
			return true
		}
	}
	return false
}

// moved says that the table has done what the list asked for.
func moved(d *desk, held bool) {
	if d.counts(other+"moved", "enter", held) {
		d.order(view.Order{Line: "moved"}, func(view.Reply) { d.over = nil })
	}
}

func (r *race) noAsk(d *desk, k string) bool {
	if k == "enter" && len(d.snap.PutBack) > 0 {
		moved(d, r.held)
		return true
	}
	return false
}

// take answers with an option; one that puts a car out is asked twice.
func (r *race) take(d *desk, a *view.Ask, o view.Option, k string) {
	if !d.counts(a.ID, k, r.held) {
		return
	}
	order := view.Order{Line: o.Line, Ask: a.ID}
	if o.Twice {
		d.twice(sure{say: cmp.Or(o.Sure, strings.Join(o.Cols, "  ")), order: order})
		return
	}
	d.order(order, nil)
}

// option takes the key of an option, or of a group of them.
func (r *race) option(d *desk, a *view.Ask, k string) bool {
	a = r.asked(a)
	if cells := matrix(a); cells != nil && r.cell == "" {
		n, err := strconv.Atoi(k)
		if err != nil || n < 1 || n > len(cells) {
			return false
		}
		if !d.counts(a.ID, k, r.held) {
			return true
		}
		var in []view.Option
		for _, o := range a.Options {
			if cellOf(o) == cells[n-1] {
				in = append(in, o)
			}
		}
		if len(in) == 1 {
			r.take(d, a, in[0], k)
		} else {
			r.cell, r.lit = cells[n-1], -1
		}
		return true
	}
	for _, c := range r.choices(a, "") {
		if c.key == k {
			r.take(d, a, c.o, k)
			return true
		}
	}
	return r.unlisted(d, a, k)
}

// unlisted sends a digit that is no option where digits are the values: control says what is allowed instead.
func (r *race) unlisted(d *desk, a *view.Ask, k string) bool {
	if len(k) != 1 || k < "0" || k > "9" || a.Form != "declare" || a.Secret || len(a.Options) == 0 {
		return false
	}
	for _, o := range a.Options {
		if !strings.HasSuffix(o.Line, " "+o.Key) {
			return false
		}
	}
	line := a.Options[0].Line
	d.order(view.Order{Line: strings.TrimSuffix(line, a.Options[0].Key) + k, Ask: a.ID}, nil)
	return true
}

// lessOf goes one level back.
func (r *race) lessOf() bool {
	switch {
	case len(r.typed) > 0:
		r.typed = r.typed[:len(r.typed)-1]
	case r.cell != "":
		r.cell, r.lit = "", -1
	case r.from > 0 || r.all != nil:
		r.from, r.all = 0, nil
	default:
		return false
	}
	return true
}

// more lists the dearer and the longer part, nine at a time.
func (r *race) more(d *desk, a *view.Ask) {
	if n := len(a.Outcomes); a.Form == "roll" && n > someOutcomes {
		if r.from += someOutcomes; r.from >= n {
			r.from = 0
		}
		return
	}
	if n := len(r.asked(a).Options); n > 9 && (r.all != nil || a.More == 0) {
		r.from += 9
		if r.from >= n {
			r.from = 0
		}
		return
	}
	if a.More == 0 {
		d.said = []string{d.word("more.none")}
		return
	}
	d.query(view.Query{Page: "options", All: true, Text: a.ID}, func(p *view.Page) {
		if p.Options != nil && p.Options.ID == r.id {
			r.all, r.lit = p.Options, -1
		}
	})
}

// someOutcomes is how many outcomes of a roll the panel surely has room for.
const someOutcomes = 6

// move lights the next option, or the one before. Of a roll nothing is lit.
func (r *race) move(a *view.Ask, k string) {
	cs := r.choices(r.asked(a), "")
	if len(cs) == 0 || a.Form == "roll" {
		return
	}
	at := slices.IndexFunc(cs, func(c choice) bool { return c.lit })
	switch {
	case k == "up" && at > 0:
		at--
	case k == "down" && at < len(cs)-1:
		at++
	}
	r.lit = max(at, 0)
}

// settle takes a way out of a disputed roll (S17). A way without an order is that other faces are typed.
func (r *race) settle(d *desk, k string) bool {
	q := d.snap.Dispute
	if a := r.rollAsk(d.snap); r.faces && a != nil {
		if k == "backspace" && !r.lessOf() {
			r.faces = false
		}
		return r.roll(d, a, k) || k == "backspace"
	}
	for i, o := range q.Ways {
		if o.Key == k || o.Key == "" && strconv.Itoa(i+1) == k || o.Lit && k == "enter" {
			if d.counts(disputeID(q), k, r.held) {
				order := view.Order{Line: o.Line}
				switch {
				case o.Line == "":
					r.faces = true
				case o.Twice:
					d.twice(sure{say: strings.Join(o.Cols, "  "), order: order})
				default:
					d.order(order, nil)
				}
			}
			return true
		}
	}
	return len(k) == 1 && k >= "0" && k <= "9" || k == "enter"
}

func disputeID(q *view.Dispute) string {
	return other + "dispute " + q.Unit + " " + strings.Join(q.Dice, " ")
}
