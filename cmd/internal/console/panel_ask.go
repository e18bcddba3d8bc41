package console

import (
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
)

// optionW is how much of the left panel the words of an option may take.
const optionW = panelW - 4

// rows is the left panel, with room for so many rows: what can be answered and what else wants a key.
func (r *race) rows(d *desk, a *view.Ask, side []*view.Ask, room int) []row {
	s := d.snap
	var out []row
	if s.Dispute != nil {
		return r.disputeRows(d)
	}
	if s.Offer != "" {
		for i, part := range wrap(s.Offer, optionW) {
			out = append(out, row{key: map[bool]string{true: s.OfferKey, false: " "}[i == 0], text: part, l: strong})
		}
	}
	moves := len(out)
	for _, t := range s.Tray {
		key := "tray.drop"
		if t.Use != "" {
			key = "tray.use"
		}
		out = append(out, row{text: d.word(key, "unit", t.Unit, "faces", t.Faces, "age", t.Age), l: strong})
	}
	switch {
	case a == nil:
	case a.Secret:
		out = append(out, r.secretRows(d)...)
	default:
		out = append(out, r.sideRows(d, a, side)...)
		if a.Form == "roll" {
			out = append(out, r.rollRows(d, a)...)
		} else {
			out = append(out, r.optionRows(d, r.asked(a))...)
		}
		if r.all == nil && r.cell == "" { // what a run takes first is on the list
			out = append(out, runRows(d)...)
		}
		if !a.Waits && a.Unsaid != "" {
			out = append(out, row{text: d.word("unsaid", "what", a.Unsaid)})
		}
	}
	most := mostMoves
	if left := room - needed(out); left > 0 { // rather all answers than all moves
		most = min(most, left)
	}
	return slices.Insert(out, moves, r.moveRows(d, a, most)...)
}

// needed is how many of these rows must not be left out.
func needed(rows []row) (n int) {
	for _, r := range rows {
		if !r.extra {
			n++
		}
	}
	return n
}

// mostMoves is how many rows say what to move on the board, if there is room.
const mostMoves = 3

// runRows are the runs that a key orders, and the standing orders (TB-22, S7).
func runRows(d *desk) (out []row) {
	for _, o := range d.snap.Runs {
		for i, part := range wrap(strings.Join(o.Cols, "  "), optionW-2) {
			out = append(out, row{key: map[bool]string{true: pad(o.Key, 3), false: "   "}[i == 0], text: part})
		}
	}
	if len(d.snap.Standing) > 0 {
		for _, part := range wrap(d.word("standing", "who", strings.Join(d.snap.Standing, ", ")), optionW+2) {
			out = append(out, row{text: part})
		}
	}
	return out
}

// sideRows are the other asks: the keys that answer them beside the main one, and who is asked by Tab.
func (r *race) sideRows(d *desk, a *view.Ask, side []*view.Ask) []row {
	var out []row
	var also []string
	for _, b := range side {
		keys := 0
		for _, o := range b.Options {
			if !beside(o) {
				continue
			}
			keys++
			if !holds(b, o) {
				text := strings.Join(o.Cols, "  ")
				if b.Car != a.Car {
					text = b.Car + ": " + text
				}
				out = append(out, row{key: pad(o.Key, 3), text: text})
			}
		}
		if keys == 0 {
			also = append(also, strings.TrimSpace(b.Car+" "+b.Name))
		}
	}
	if len(also) > 0 {
		out = append(out, row{key: "Tab", text: d.word("also", "who", strings.Join(also, ", "))})
	}
	return out
}

// holds reports whether an option is what holds when nobody speaks: it needs no line of its own.
func holds(a *view.Ask, o view.Option) bool {
	return !a.Waits && len(o.Cols) > 0 && o.Cols[0] == a.Unsaid
}

// moveRows begins the list of what people must move on the board, in at most so many rows; m shows all of it.
func (r *race) moveRows(d *desk, a *view.Ask, most int) []row {
	if d.snap.Sheet { // hinted at under the last moves
		return nil
	}
	key := "m"
	if a == nil || !a.Secret && !r.anyLit(a) {
		key = "m Enter"
	}
	if most == 1 && len(d.snap.PutBack) > 0 {
		return []row{{key: key, text: strings.Join(d.snap.PutBack, "; "), l: strong}}
	}
	var out []row
	for _, t := range d.snap.PutBack {
		for _, part := range wrap(t, optionW-6) {
			if len(out) == most {
				out[most-1] = row{text: d.word("moved.more", "n", len(d.snap.PutBack)), l: strong}
				return out
			}
			if key == "" {
				part = strings.Repeat(" ", 8) + part
			}
			out = append(out, row{key: key, text: part, l: strong})
			key = ""
		}
	}
	return out
}

func (r *race) anyLit(a *view.Ask) bool {
	for _, c := range r.choices(r.asked(a), "") {
		if c.lit {
			return true
		}
	}
	return false
}

func (r *race) rollRows(d *desk, a *view.Ask) []row {
	var out []row
	if d.snap.Kept != "" {
		out = append(out, row{key: d.word("key.enter"), text: d.snap.Kept, lit: d.snap.KeptLine != ""})
	}
	if len(a.Faces) > 0 {
		k := "0-9"
		if byValue(a) {
			k = "1-" + strconv.Itoa(len(a.Faces))
		}
		l := plain
		if len(r.typed) > 0 {
			l = strong
		}
		out = append(out, row{key: k, text: r.rollHint(d, a), l: l})
	}
	if a.Line != "" {
		out = append(out, row{key: "p  ", text: d.word("roll.pi")})
	}
	for _, c := range r.choices(a, "0123456789") {
		if c.o.Key != "" {
			out = append(out, row{key: pad(c.o.Key, 3), text: strings.Join(c.o.Cols, "  ")})
		}
	}
	if a.Undo != "" {
		out = append(out, row{key: "u  ", text: d.word("roll.undo", "what", a.Undo), extra: true})
	}
	return append(out, r.outcomeRows(a)...)
}

// outcomeRows are what a roll may lead to, under what decides it.
func (r *race) outcomeRows(a *view.Ask) []row {
	if len(a.Outcomes) == 0 {
		return nil
	}
	var out []row
	if n := len(a.Note); n > 0 {
		right := ""
		if n > 1 {
			right = clip(a.Note[1], max(0, optionW-length(a.Note[0])))
		}
		out = append(out, row{text: pad(a.Note[0], optionW+2-length(right)) + right, l: strong})
	}
	cells := [][]string{a.Outcome}
	first, wide := 0, optionW+2 // first: of two columns the first one, with the gap behind it
	if len(a.Outcome) == 2 {
		first, wide = length(a.Outcome[0])+2, 3*optionW
	}
	for _, o := range a.Outcomes {
		t := o.Cells
		if o.Alarm && len(t) > 0 && first == 0 {
			t = append(append([]string{}, t[:len(t)-1]...), t[len(t)-1]+" !")
		}
		cells = append(cells, t)
		if first > 0 {
			first = max(first, length(t[0])+2)
		}
	}
	for i, t := range columns(cells, 2, wide) {
		if i > 0 && i <= r.from {
			continue
		}
		rw := row{text: t}
		if i == 0 {
			rw.l = strong
		} else {
			rw.lit = a.Outcomes[i-1].Lit
			if a.Outcomes[i-1].Alarm {
				rw.l = alarm
			}
		}
		if first == 0 {
			out = append(out, rw)
		} else {
			out = append(out, beneath(rw, first)...)
		}
		if i > 0 && a.Outcomes[i-1].Note != "" {
			out = append(out, row{text: "      " + a.Outcomes[i-1].Note})
		}
	}
	return out
}

// beneath lets the last of two columns go on beneath itself. Each line of an alarm has its sign.
func beneath(r row, first int) (out []row) {
	text, sign := []rune(r.text), ""
	if r.l == alarm {
		sign = " !"
	}
	before := string(text[:min(first, len(text))])
	for _, part := range wrap(string(text[len([]rune(before)):]), optionW+2-first-len(sign)) {
		r.text = pad(before, first) + part + sign
		out, before = append(out, r), ""
	}
	return out
}

// optionRows are the choices of a declaration, a move or a confirmation.
func (r *race) optionRows(d *desk, a *view.Ask) []row {
	var out []row
	if a.Form == "draw" && a.Line != "" {
		out = append(out, row{key: "p  ", text: d.word("draw.pi")})
	}
	if len(a.Outcome) > 0 && matrix(a) == nil && len(a.Options) > 0 {
		out = append(out, row{text: "  " + strings.Join(a.Outcome, "  "), l: strong})
	}
	if cells := matrix(a); cells != nil {
		rows, fits := r.matrixRows(a, cells)
		if fits = fits && !oneLevel(a); fits {
			out = append(out, rows...)
		}
		switch {
		case r.cell == "" && fits:
			return out
		case r.cell == "":
			return append(out, r.groupRows(d, a, cells)...)
		case fits:
			out = append(out, row{})
		}
		out = append(out, row{text: d.word("where", "what", strings.TrimSpace(strings.Replace(r.cell, "\x00", " ", 1))), l: strong})
	}
	cs := r.choices(a, "")
	cells := make([][]string, 0, len(cs)+1)
	cells = append(cells, nil)
	same := matrix(a) != nil // what all say is said by the field that was chosen
	for _, c := range cs {
		same = same && len(c.o.Cols) > 1 && c.o.Cols[0] == cs[0].o.Cols[0]
	}
	for _, c := range cs {
		if same {
			c.o.Cols = c.o.Cols[1:]
		}
		cells = append(cells, c.o.Cols)
	}
	lines := columns(cells, 2, optionW)[1:]
	for i, c := range cs {
		t := lines[i]
		if whole := strings.Join(c.o.Cols, "  "); strings.ContainsRune(t, cut) && length(whole) <= optionW { // rather out of line than cut
			t = whole
		}
		if c.o.Twice {
			t = strings.TrimRight(t, " ") + " !"
		}
		out = append(out, row{key: c.key, text: t, lit: c.lit, l: map[bool]look{true: alarm}[c.o.Twice]})
		for _, m := range c.o.More {
			out = append(out, row{text: "  " + m, extra: true})
		}
	}
	hidden := 0
	if r.all == nil {
		hidden = a.More
	}
	if n := len(a.Options) - r.from - len(cs); matrix(a) == nil && n > 0 {
		hidden += n
	}
	switch {
	case hidden > 0:
		out = append(out, row{key: ".", text: d.word("more.options", "n", hidden)})
	case r.from > 0:
		out = append(out, row{key: ".", text: d.word("more.first")})
	}
	return out
}

// groupRows shows one level of choices, or two that a matrix has no room for: of each group the option in front, and how many more it has
// (TB-8).
func (r *race) groupRows(d *desk, a *view.Ask, cells []string) []row {
	front := make([][]string, len(cells))
	n := make([]int, len(cells))
	for _, o := range a.Options {
		k := slices.Index(cells, cellOf(o))
		if n[k]++; n[k] == 1 {
			front[k] = o.Cols
		}
	}
	for k := range front {
		more := ""
		if n[k] > 1 {
			more = d.word("group.more", "n", n[k]-1)
		}
		front[k] = append(slices.Clone(front[k]), more)
	}
	var out []row
	for k, t := range columns(front, 2, optionW) {
		out = append(out, row{key: strconv.Itoa(k + 1), text: strings.TrimRight(t, " ")})
	}
	return out
}

// oneLevel reports whether the groups of options differ by one choice alone.
func oneLevel(a *view.Ask) bool {
	return !slices.ContainsFunc(a.Options, func(o view.Option) bool { return o.Col != "" })
}

// matrixRows shows two levels of choices at once (TB-8). It reports whether they have room.
func (r *race) matrixRows(a *view.Ask, cells []string) ([]row, bool) {
	var rows, cols []string
	say := map[string]string{}
	for _, o := range a.Options {
		rows, cols = once(rows, o.Row), once(cols, o.Col)
		if k := cellOf(o); say[k] == "" {
			say[k] = o.Short
			if len(o.Cols) > 0 {
				say[k] = o.Cols[0]
			}
			if o.Field != "" {
				say[k] = o.Field
			}
		}
	}
	why, whole := map[string]string{}, map[string]string{} // fields, and rows, that take no key
	for _, f := range a.Fields {
		if why[f.Row+"\x00"+f.Col] = f.Text; f.Col == "" {
			whole[f.Row] = f.Text
			rows = once(rows, f.Row)
		}
	}
	if len(whole) > 0 {
		slices.Sort(rows)
	}
	t := [][]string{append([]string{""}, cols...)}
	for _, rw := range rows {
		line := []string{rw}
		for _, cl := range cols {
			k := rw + "\x00" + cl
			text := why[k]
			for i, have := range cells {
				if have != k {
					continue
				}
				mark := " "
				if k == r.cell {
					mark = ">"
				}
				text = strconv.Itoa(i+1) + mark + say[k]
			}
			line = append(line, text)
		}
		t = append(t, line)
	}
	var out []row
	for i, s := range columns(t, 2, 3*optionW) {
		if length(s) > optionW+2 {
			return nil, false
		}
		if i > 0 && whole[rows[i-1]] != "" {
			s = clip(rows[i-1]+"  "+whole[rows[i-1]], optionW+2)
		}
		out = append(out, row{text: s})
	}
	return out, true
}

func once(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// disputeRows is the left panel of S17.
func (r *race) disputeRows(d *desk) []row {
	q := d.snap.Dispute
	label := d.word("dispute.shows", "unit", q.Unit) + "  "
	faces, numbers := label, strings.Repeat(" ", length(label))
	for i, f := range q.Dice {
		n := strconv.Itoa(i + 1)
		w := max(length(f), len(n)) + 1
		faces += pad(f, w)
		numbers += pad(n, w)
	}
	out := []row{{text: faces, l: strong}, {text: strings.TrimRight(numbers, " ")}, {}}
	if a := r.rollAsk(d.snap); r.faces && a != nil {
		return append(out, row{key: "0-9", text: r.rollHint(d, a), l: strong})
	}
	for i := 0; i < len(q.Ways); i++ {
		o := q.Ways[i]
		k := o.Key
		if k == "" {
			k = strconv.Itoa(i + 1)
		}
		say := strings.Join(o.Cols, "  ")
		first := k
		for i+1 < len(q.Ways) && q.Ways[i+1].Key != "" && strings.Join(q.Ways[i+1].Cols, "  ") == say { // one line for the same of each die
			i++
			k = first + "-" + q.Ways[i].Key
		}
		out = append(out, row{key: k, text: say, lit: o.Lit})
		for _, m := range o.More {
			out = append(out, row{text: "  " + m})
		}
	}
	return append(out, row{}, row{key: "n", text: d.word("dispute.note")}, row{}, row{text: d.word("dispute.waits")})
}
