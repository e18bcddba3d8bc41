package engine

import (
	"bytes"
	"slices"
	"strings"
)

// Strip is the course unrolled for a terminal: rows of ASCII, and which characters of them are cars or options.
type Strip struct {
	Rows []StripRow `json:"rows"`
	From int        `json:"from"` // rank of the first column, from 0
	Lap  int        `json:"lap"`  // ranks a lap

	Spots map[Space]Spot `json:"-"` // where the picks are

	Legend string `json:"legend,omitempty"` // what its letters mean, in words: who shows it fills it in
}

// StripRow is one row of a strip. It is drawn as a blank, the label in StripLabel columns, and the text.
type StripRow struct {
	Label string `json:"label"` // "cars", "road", "left"
	Text  string `json:"text"`
	Cars  []int  `json:"cars,omitempty"`  // columns of Text that are part of a car's mark
	Picks []int  `json:"picks,omitempty"` // columns that are options or previews
	Under string `json:"under,omitempty"` // what stands in those columns without them
}

// Spot is a character of a strip: its row and the column of its text, from 0.
type Spot struct {
	Row int `json:"row"`
	Col int `json:"col"`
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
	under map[int]byte // by column
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
	is := StripRow{Label: label, Text: strings.TrimRight(string(r.text), " "), Cars: slices.Compact(r.cars), Picks: slices.Compact(r.picks)}
	for _, c := range is.Picks {
		is.Under += string(r.under[c])
	}
	d.out.Rows = append(d.out.Rows, is)
}
