package engine

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Strip is the course unrolled for a terminal: rows of ASCII, and which characters of them are cars or options.
type Strip struct {
	Rows []StripRow `json:"rows"`
	From int        `json:"from"` // rank of the first column, from 0
	Lap  int        `json:"lap"`  // ranks a lap
}

// StripRow is one row of a strip. It is drawn as a blank, the label in StripLabel columns, and the text.
type StripRow struct {
	Label string `json:"label"` // "cars", "road", "left"
	Text  string `json:"text"`
	Cars  []int  `json:"cars,omitempty"`  // columns of Text that are part of a car's mark
	Picks []int  `json:"picks,omitempty"` // columns that are options or previews
}

// StripLabel is how many columns a label takes.
const StripLabel = 8

// StripWidth is the least width in columns that a strip is drawn in.
const StripWidth = 38

// String is the row as it is printed.
func (r StripRow) String() string {
	return strings.TrimRight(" "+r.Label+strings.Repeat(" ", max(0, StripLabel-len(r.Label)))+r.Text, " ")
}

// StripPick is what stands on a space instead of the road: an option's digit, or "^" where a roll may end.
type StripPick struct {
	At   Space
	Text string
}

// StripView says what of a course is drawn.
type StripView struct {
	Width  int   // columns in all; less than StripWidth counts as that
	Scale  int   // columns a rank; 0: as many as the longest mark needs
	From   int   // rank of the first column, from 0, where the course is longer than the width and Focus is 0
	Focus  Space // to be in view, with more ahead of it than behind
	Stands []Stand
	Mark   func(Car) string // of one to three characters
	Picks  []StripPick
}

// mostStacked is how many cars are drawn above each other.
const mostStacked = 3

// strip is a strip as it is drawn.
type strip struct {
	b      *Board
	v      *StripView
	scale  int
	lap    int   // ranks
	offset []int // rank at which each section begins
	from   int
	seen   int // ranks in view
	whole  bool
	out    Strip
}

// Strip draws the course. Boards with one lane have a row of limits, cars above the road, the road, and cell numbers (S2); boards with
// several have corner numbers and a row a lane, with the cars on it (S4 to S7). Where the course is longer than the width it is a window.
func (b *Board) Strip(v StripView) Strip {
	d := &strip{b: b, v: &v}
	d.measure()
	d.out.From, d.out.Lap = d.from, d.lap
	if d.oneLane() {
		d.limits()
		d.cars("cars", 1, func(s Space) bool { return true })
		d.lane(1, "road", false)
		d.numbers("cell")
	} else {
		d.corners()
		for li := range b.Lanes {
			d.lane(li+1, laneLabel(b.Lanes[li]), true)
		}
		d.besides()
		d.numbers("space")
	}
	return d.out
}

func (d *strip) oneLane() bool { return len(d.b.Lanes) <= 1 }

// measure finds the scale and the window.
func (d *strip) measure() {
	b, v := d.b, d.v
	for i := range b.Sections {
		s := &b.Sections[i]
		n := s.Length
		for _, r := range s.Lanes {
			n = max(n, r.From+r.Count)
		}
		d.offset = append(d.offset, d.lap)
		d.lap += n
	}
	d.scale = v.Scale
	if d.scale == 0 {
		d.scale = 1
		for i := range v.Stands {
			n := len(v.Mark(v.Stands[i].Car))
			if v.Stands[i].Spaces[1] != 0 {
				n = (n + 1) / 2
			}
			if v.Stands[i].Spaces[0] != 0 {
				d.scale = max(d.scale, n)
			}
		}
	}
	d.scale = min(max(d.scale, 1), 3)
	width := max(v.Width, StripWidth) - StripLabel - 1
	if d.lap*d.scale+1 <= width {
		d.whole, d.seen = true, d.lap
		return
	}
	d.seen = (width - 1) / d.scale
	d.from = v.From
	if v.Focus != 0 {
		d.from = d.rank(v.Focus) - d.seen/3
	}
	d.from = ((d.from % d.lap) + d.lap) % d.lap
}

// rank is the rank of a space in the strip, from 0.
func (d *strip) rank(s Space) int {
	p := &d.b.Places[s]
	if p.By != 0 {
		s = p.By
		p = &d.b.Places[s]
	}
	sec := &d.b.Sections[p.Section]
	r, i := &sec.Lanes[p.Lane-1], d.b.Number(s)
	at := d.offset[p.Section]
	if !sec.Corner || r.From > 0 {
		return at + r.From + i
	}
	n := d.lap
	if int(p.Section)+1 < len(d.offset) {
		n = d.offset[p.Section+1]
	}
	n -= at
	return at + ((i+1)*n+r.Count-1)/r.Count - 1
}

// column is the last column of a rank in the text; false where it is out of view.
func (d *strip) column(rank int) (int, bool) {
	k := rank - d.from
	past := 0
	if k < 0 {
		k, past = k+d.lap, 1 // beyond the line
	}
	return k*d.scale + d.scale - 1 + past, k < d.seen
}

// line is the column of the line; false where it is out of view.
func (d *strip) line() (int, bool) {
	k := d.lap - d.from
	return k * d.scale, k <= d.seen
}

// row is a row in the making.
type row struct {
	text  []byte
	cars  []int
	picks []int
}

func (d *strip) blank() *row {
	return &row{text: bytes.Repeat([]byte{' '}, d.seen*d.scale+1)}
}

// put writes a text so that it ends in a column, and gives the columns that it took.
func (r *row) put(end int, t string) (took []int) {
	for i := range len(t) {
		if c := end - len(t) + 1 + i; c >= 0 && c < len(r.text) {
			r.text[c] = t[i]
			took = append(took, c)
		}
	}
	return took
}

// free reports whether the columns of a text that begins in a column are free, and the one before it and after it too.
func (r *row) free(begin, n int) bool {
	for c := max(0, begin-1); c < min(begin+n+1, len(r.text)); c++ {
		if r.text[c] != ' ' {
			return false
		}
	}
	return begin >= 0 && begin+n <= len(r.text)
}

func (d *strip) add(label string, r *row) {
	slices.Sort(r.cars)
	slices.Sort(r.picks)
	d.out.Rows = append(d.out.Rows, StripRow{
		Label: label, Text: strings.TrimRight(string(r.text), " "), Cars: slices.Compact(r.cars), Picks: slices.Compact(r.picks),
	})
}

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
				r.picks = append(r.picks, r.put(c, o.Text[:min(len(o.Text), d.scale)])...)
			}
		}
	}
	if c, ok := d.line(); ok && c < len(r.text) {
		r.text[c] = '|'
		if d.whole && lane == (len(d.b.Lanes)+1)/2 && len(r.text)+4 <= max(d.v.Width, StripWidth)-StripLabel-1 {
			r.text = append(r.text, "line"...)
		}
	}
	d.add(label, r)
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
		d.cars(short(name), 1, func(s Space) bool { return slices.Contains(all, s) })
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
