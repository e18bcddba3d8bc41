package engine

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// limits writes each corner's limit above its first cell, and again where it changes; a second row takes what finds no room.
func (d *strip) limits() {
	b := d.b
	rows := []*row{d.blank(), d.blank()}
	some, second := false, false
	was := uint8(0)
	for i := 1; i < len(b.Places); i++ {
		p := &b.Places[i]
		if p.By != 0 {
			continue
		}
		first := b.Number(Space(i)) == 0
		if p.Limit == 0 || p.Limit == was && !first {
			was = p.Limit
			continue
		}
		was, some = p.Limit, true
		end, ok := d.column(d.rank(Space(i)))
		if !ok {
			continue
		}
		t := strconv.Itoa(int(p.Limit) * d.step())
		begin := end - d.scale + 1
		for k, r := range rows {
			if r.free(begin, len(t)) {
				r.put(begin+len(t)-1, t)
				second = second || k == 1
				break
			}
		}
	}
	if second {
		d.add("", rows[1])
	}
	if some {
		d.add("limit", rows[0])
	}
}

func (d *strip) step() int {
	if d.b.names == nil || d.b.names.about.LimitStep == 0 {
		return 1
	}
	return d.b.names.about.LimitStep
}

// mark is a car's mark as far as there is room for it.
func (d *strip) mark(c Car, room int) string {
	m := d.v.Mark(c)
	return m[:min(len(m), room)]
}

// cars writes the cars that are wanted in rows above each other, the first in the race lowest.
func (d *strip) cars(label string, least int, want func(Space) bool) {
	stacks := map[int][]Car{}
	high := least
	for i := range d.v.Stands {
		st := &d.v.Stands[i]
		if s := st.Spaces[0]; s != 0 && want(s) {
			if c, ok := d.column(d.rank(s)); ok {
				stacks[c] = append(stacks[c], st.Car)
				high = max(high, min(len(stacks[c]), mostStacked))
			}
		}
	}
	for k := high - 1; k >= 0; k-- {
		r := d.blank()
		for c, stack := range stacks {
			switch {
			case k >= len(stack):
			case k == mostStacked-1 && len(stack) > mostStacked:
				r.cars = append(r.cars, r.put(c, "+")...)
			default:
				r.cars = append(r.cars, r.put(c, d.mark(stack[k], d.scale))...)
			}
		}
		l := ""
		if k == 0 {
			l = label
		}
		d.add(l, r)
	}
}

// lane writes one lane, with what is printed on it, the options, and the cars if they stand on it.
func (d *strip) lane(lane int, label string, cars bool) {
	r := d.blank()
	for i := 1; i < len(d.b.Places); i++ {
		s, p := Space(i), &d.b.Places[i]
		if int(p.Lane) != lane || p.By != 0 {
			continue
		}
		if c, ok := d.column(d.rank(s)); ok {
			r.text[c] = d.letter(s, label)
		}
	}
	if cars {
		d.standing(r, lane)
	}
	for _, o := range d.v.Picks {
		if p := &d.b.Places[o.At]; o.At != 0 && int(p.Lane) == lane && (p.By == 0 || d.oneLane()) {
			if c, ok := d.column(d.rank(o.At)); ok {
				d.pick(r, c, o)
			}
		}
	}
	if c, ok := d.line(); ok && c < len(r.text) {
		r.text[c] = '|'
		if d.whole && lane == (len(d.b.Lanes)+1)/2 && len(r.text)+4 <= max(d.v.Width, StripWidth)-StripLabel-1 {
			r.text = append(r.text, "line"...)
		}
	}
	if strings.Trim(string(r.text), " |") == "" && !d.oneLane() { // the lane is not there in this window
		return
	}
	d.add(label, r)
}

// pick puts an option on the road, and notes where, and what it stands on.
func (d *strip) pick(r *row, end int, o StripPick) {
	before := slices.Clone(r.text)
	took := r.put(end, o.Text[:min(len(o.Text), d.scale)])
	if r.under == nil {
		r.under = map[int]byte{}
	}
	for _, c := range took {
		if _, ok := r.under[c]; !ok {
			r.under[c] = before[c]
		}
	}
	r.picks = append(r.picks, took...)
	if d.out.Spots == nil {
		d.out.Spots = map[Space]Spot{}
	}
	d.out.Spots[o.At] = Spot{Row: len(d.out.Rows), Col: end}
}

// standing writes the cars of a lane onto it; a car of two spaces covers both.
func (d *strip) standing(r *row, lane int) {
	for i := len(d.v.Stands) - 1; i >= 0; i-- {
		st := &d.v.Stands[i]
		front, rear := st.Spaces[0], st.Spaces[1]
		if front == 0 || d.b.Places[front].By != 0 {
			continue
		}
		m := d.mark(st.Car, 3*d.scale)
		if c, ok := d.column(d.rank(front)); ok && int(d.b.Places[front].Lane) == lane {
			if rear != 0 && int(d.b.Places[rear].Lane) == lane {
				m = d.mark(st.Car, 2*d.scale)
				m = strings.Repeat("=", max(0, d.scale+1-len(m))) + m
			} else {
				m = m[:min(len(m), d.scale)]
			}
			r.cars = append(r.cars, r.put(c, m)...)
		} else if rear != 0 && int(d.b.Places[rear].Lane) == lane && int(d.b.Places[front].Lane) != lane {
			if c, ok := d.column(d.rank(rear)); ok {
				r.cars = append(r.cars, r.put(c, "=")...)
			}
		}
	}
}

// letter is how a space is drawn: by what is printed on it, as a corner, as a straight, or as a side lane.
func (d *strip) letter(s Space, label string) byte {
	p := &d.b.Places[s]
	for _, q := range []*Place{&d.b.Places[p.Aside], p} {
		if d.b.names == nil || q.Marks == 0 {
			continue
		}
		for bit := len(d.b.names.about.Marks) - 1; bit >= 0; bit-- { // the later mark is the more particular
			if m := &d.b.names.about.Marks[bit]; q.Marks>>bit&1 != 0 && m.Letter != 0 && (q == p || d.oneLane()) {
				return m.Letter
			}
		}
	}
	switch {
	case p.Cost > 1:
		return '0' + p.Cost
	case strings.HasPrefix(label, "side"):
		return ':'
	case d.b.Sections[p.Section].Corner:
		return '='
	case d.scale > 1:
		return '.'
	}
	return '-'
}

// corners writes the numbers of the corners above where they begin.
func (d *strip) corners() {
	r := d.blank()
	for i := range d.b.Sections {
		s := &d.b.Sections[i]
		if !s.Corner {
			continue
		}
		t := "c" + strconv.Itoa(s.Number)
		if c, ok := d.column(d.offset[i]); ok && r.free(c, len(t)) {
			r.put(c+len(t)-1, t)
		}
	}
	d.add("", r)
}

// besides writes the places beside the road of a board with several lanes, and who is there.
func (d *strip) besides() {
	b := d.b
	by := map[Mark][]Space{}
	for i := range b.Places {
		if b.Places[i].By != 0 {
			by[b.Places[i].Marks] = append(by[b.Places[i].Marks], Space(i))
		}
	}
	for bit, name := range b.MarkNames {
		all := by[1<<bit]
		if all == nil {
			continue
		}
		d.cars(short(name), 0, func(s Space) bool { return slices.Contains(all, s) })
	}
}

// numbers writes 1 and every tenth rank, each so that it ends under its rank.
func (d *strip) numbers(label string) {
	r := d.blank()
	each := 10
	if d.scale > 1 {
		each = 5
	}
	type num struct{ c, n int }
	var all []num
	for n := 1; n <= d.lap; n++ {
		if n != 1 && n%each != 0 {
			continue
		}
		if c, ok := d.column(n - 1); ok {
			all = append(all, num{c, n})
		}
	}
	slices.SortFunc(all, func(a, b num) int { return cmp.Compare(a.c, b.c) })
	for _, x := range all {
		t := strconv.Itoa(x.n)
		if r.free(x.c-len(t)+1, len(t)) {
			r.put(x.c, t)
		}
	}
	d.add(label, r)
}

// laneLabel is a lane's name as rows have it.
func laneLabel(name string) string {
	switch {
	case strings.HasPrefix(name, "left side"):
		return "side L"
	case strings.HasPrefix(name, "right side"):
		return "side R"
	}
	if _, err := strconv.Atoi(name); err == nil {
		return "lane " + name
	}
	return short(name)
}

// short is a word as a label has it: ASCII, and no wider than there is room.
func short(word string) string {
	out := make([]byte, 0, StripLabel)
	for _, c := range word {
		if len(out) == StripLabel {
			break
		}
		if c < ' ' || c > '~' {
			c = '?'
		}
		out = append(out, byte(c))
	}
	return string(out)
}
