package speedcircuit

import (
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"boxstop/engine"
)

// The most that a board may have: a note of the path search holds them in so many bits.
const (
	mostSpaces = 511
	mostArrows = 31
)

// longest is the most steps of one move: 180 mph and a slipstream of two.
const longest = ceiling + 2

// spec is what a performance card says (SC-1).
type spec struct{ start, accel, decel, top, wear int64 }

// course is a board and a box as the rules read them. It does not change once built.
type course struct {
	board  *engine.Board
	box    *engine.Box
	places []engine.Place
	corner []bool              // by space: a corner is a section with all its spaces, posted or not
	inside []int8              // by space: 0 is the innermost lane of its section (SC-7)
	low    [][longest + 1]int8 // by space and steps: the lowest limit that can be entered within them, in steps of 20 mph; 127: none
	turns  [][longest + 1]int8 // by space and steps: the most corners that can be entered within them
	clear  []uint32            // by space: bit 2n+b-1 says that some way of n+b steps ends in b that lie in no corner (SC-21)
	grid   []engine.Space
	cards  []spec
	names  []string
	minds  *minds
	roads  roads
}

// survey reads a board and a box, and lists what cannot be raced on.
func survey(b *engine.Board, box *engine.Box) (*course, []engine.Problem) {
	k := &course{board: b, box: box, places: b.Places, minds: &minds{}}
	c := &checker{k: k, b: b}
	if len(b.Sections) == 0 || len(b.Places) < 2 {
		c.no(-1, "the board has no sections")
		return k, c.bad
	}
	c.sizes()
	k.corner, k.inside = make([]bool, len(b.Places)), make([]int8, len(b.Places))
	for i := 1; i < len(b.Places); i++ {
		p := &b.Places[i]
		s := &b.Sections[p.Section]
		k.corner[i] = s.Corner
		k.inside[i] = int8(p.Lane) - 1
		if insideOf(s) > 0 {
			k.inside[i] = int8(len(s.Lanes)) - int8(p.Lane)
		}
	}
	c.sections()
	c.ways()
	c.arrows()
	c.gridFits()
	if len(c.bad) == 0 {
		k.look()
	}
	c.cards(box)
	return k, c.bad
}

// insideOf is which side of a section is inside: -1 left, +1 right, 0 not said. A corner that does not say it has it where it bends to.
func insideOf(s *engine.Section) int {
	if s.Inside != 0 {
		return int(s.Inside)
	}
	switch {
	case s.Angle < 0:
		return -1
	case s.Angle > 0:
		return 1
	}
	return 0
}

// look works out what the path search may leave undone.
func (k *course) look() {
	n := len(k.places)
	k.low, k.turns = make([][longest + 1]int8, n), make([][longest + 1]int8, n)
	k.clear = make([]uint32, n)
	k.roads.of = make([][ceiling + 1]atomic.Pointer[openRoad], n)
	for i := range k.low {
		k.low[i][0] = 127
	}
	straight := [3][]bool{} // by steps: some way of so many steps stays out of corners
	for b := range straight {
		straight[b] = make([]bool, n)
		for i := 1; i < n; i++ {
			straight[b][i] = b == 0 || k.some(i, func(to engine.Space) bool { return !k.corner[to] && straight[b-1][to] })
		}
	}
	for d := 1; d <= longest; d++ {
		for i := 1; i < n; i++ {
			low, turns := int8(127), int8(0)
			for s := engine.Ahead; s <= engine.Right; s++ {
				to := k.places[i].To[s]
				if to == 0 {
					continue
				}
				if l := k.places[to].Limit; l != 0 {
					low = min(low, int8(l))
				}
				t := k.turns[to][d-1]
				if k.corner[to] && k.places[to].Section != k.places[i].Section {
					t++
				}
				low, turns = min(low, k.low[to][d-1]), max(turns, t)
			}
			k.low[i][d], k.turns[i][d] = low, turns
		}
	}
	for b := 1; b <= 2; b++ {
		can := straight[b]
		for d := 0; d <= ceiling; d++ {
			next := make([]bool, n)
			for i := 1; i < n; i++ {
				if can[i] {
					k.clear[i] |= 1 << (2*d + b - 1)
				}
				next[i] = k.some(i, func(to engine.Space) bool { return can[to] })
			}
			can = next
		}
	}
}

// some reports whether a step leads from a space to one that is so.
func (k *course) some(i int, so func(engine.Space) bool) bool {
	for s := engine.Ahead; s <= engine.Right; s++ {
		if to := k.places[i].To[s]; to != 0 && so(to) {
			return true
		}
	}
	return false
}

// checker lists what is wrong with a board and a box.
type checker struct {
	k   *course
	b   *engine.Board
	bad []engine.Problem
}

func (c *checker) no(section int, format string, a ...any) {
	c.bad = append(c.bad, engine.Problem{Row: -1, Section: section, Text: fmt.Sprintf(format, a...)})
}

func (c *checker) sizes() {
	if n := len(c.b.Places) - 1; n > mostSpaces {
		c.no(-1, "%d spaces; at most %d", n, mostSpaces)
	}
	if n := len(c.b.Arrows); n > mostArrows {
		c.no(-1, "%d arrows; at most %d", n, mostArrows)
	}
	if r := c.b.Lap / engine.Unit; r < 2*longest {
		c.no(-1, "a lap of %d ranks; at least %d are needed", r, 2*longest)
	}
	for i := 1; i < len(c.b.Places); i++ {
		switch p := &c.b.Places[i]; {
		case p.Cost != 1:
			c.no(int(p.Section), "a space that counts %d; here every space is one (SC-8)", p.Cost)
		case p.Capacity != 1:
			c.no(int(p.Section), "capacity %d; a space holds one car (SC-8)", p.Capacity)
		}
	}
}

// sections holds inside and limits against what a course of this game has.
func (c *checker) sections() {
	for si := range c.b.Sections {
		s := &c.b.Sections[si]
		if len(s.Lanes) > 3 {
			c.no(si, "%d lanes; a course has three (SC-1)", len(s.Lanes))
		}
		if insideOf(s) == 0 {
			c.no(si, "inside is missing; left or right, for cars that are level (SC-7)")
		}
		if s.Corner && s.Inside != 0 && s.Angle != 0 && (s.Inside < 0) != (s.Angle < 0) {
			c.no(si, "inside is %s, but the corner bends to the %s", side(int(s.Inside)), side(s.Angle))
		}
		c.limits(si, s)
		if n := len(c.b.Sections); !s.Corner && s.Inside != 0 {
			x, y := &c.b.Sections[(si+n-1)%n], &c.b.Sections[(si+1)%n]
			if x.Corner && y.Corner && insideOf(x) == insideOf(y) && insideOf(x) != int(s.Inside) {
				c.no(si, "inside is %s, but the corners before and behind it both bend to the %s", side(int(s.Inside)), side(insideOf(x)))
			}
		}
		if s.Corner {
			c.unequal(si, s)
		}
	}
}

func side(n int) string {
	if n < 0 {
		return "left"
	}
	return "right"
}

// limits are of corners, and no faster inside than outside.
func (c *checker) limits(si int, s *engine.Section) {
	posted := false
	low := make([]int, len(s.Lanes)) // of each lane
	for li, r := range s.Lanes {
		for _, l := range r.Limits {
			switch {
			case l == 0:
				continue
			case !s.Corner:
				c.no(si, "a limit on a straight; only corners are posted (SC-10)")
				return
			case l < 2 || l > 8:
				c.no(si, "limit %d; posted are 40 to 160", l*stepMPH)
			}
			posted = true
			if low[li] == 0 || l < low[li] {
				low[li] = l
			}
		}
		if s.Corner && r.Count > 0 && low[li] == 0 {
			c.no(si, "lane %s has no posted space; every lane of a corner has one (SC-10)", c.b.Lanes[li])
		}
	}
	if s.Corner && !posted {
		return
	}
	c.inwards(si, s, func(in, out int) bool {
		if low[in] > low[out] {
			c.no(si, "limit %d in lane %s, %d further out in lane %s; an inner lane is no faster than an outer one", low[in]*stepMPH, c.b.Lanes[in], low[out]*stepMPH, c.b.Lanes[out])
			return false
		}
		return true
	})
}

// unequal holds the lanes of a corner against each other: an inner one is no longer than an outer one.
func (c *checker) unequal(si int, s *engine.Section) {
	c.inwards(si, s, func(in, out int) bool {
		if s.Lanes[in].Count > s.Lanes[out].Count {
			c.no(si, "%d spaces in lane %s, %d further out in lane %s; an inner lane is no longer than an outer one", s.Lanes[in].Count, c.b.Lanes[in], s.Lanes[out].Count, c.b.Lanes[out])
			return false
		}
		return true
	})
}

// inwards calls with every pair of neighbouring lanes of a corner that are there, the inner one first, until one is wrong.
func (c *checker) inwards(_ int, s *engine.Section, right func(in, out int) bool) {
	for li := 0; li+1 < len(s.Lanes); li++ {
		in, out := li, li+1
		if s.Lanes[in].Count == 0 || s.Lanes[out].Count == 0 || !s.Corner {
			continue
		}
		if insideOf(s) > 0 {
			in, out = out, in
		}
		if !right(in, out) {
			return
		}
	}
}

// ways holds the graph against what a car does on it: it can always go on, the lap closes, and every posted space can be entered.
func (c *checker) ways() {
	n := len(c.b.Places)
	reach := make([]bool, n)
	todo := []engine.Space{}
	for _, s := range c.b.Lists["grid"] {
		if int(s) < n && s != 0 && !reach[s] {
			reach[s], todo = true, append(todo, s)
		}
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		on := false
		for st := engine.Ahead; st <= engine.Right; st++ {
			to := c.b.Places[s].To[st]
			if to == 0 {
				continue
			}
			on = true
			if !reach[to] {
				reach[to], todo = true, append(todo, to)
			}
		}
		if !on {
			c.no(int(c.b.Places[s].Section), "a car that stands on %s cannot go on; every space leads ahead or diagonally", c.where(s))
		}
	}
	for i := 1; i < n && len(c.b.Lists["grid"]) > 0; i++ {
		if !reach[i] {
			what := "space"
			if c.b.Places[i].Limit != 0 {
				what = "posted space"
			}
			c.no(int(c.b.Places[i].Section), "the %s %s cannot be reached from the grid", what, c.where(engine.Space(i)))
		}
	}
}

func (c *checker) where(s engine.Space) string {
	p := &c.b.Places[s]
	return c.b.Sections[p.Section].Name + "/" + c.b.Lanes[p.Lane-1] + "/" + strconv.Itoa(c.b.Number(s)+1)
}

// arrows run through a corner, and are called by one word.
func (c *checker) arrows() {
	for _, a := range c.b.Arrows {
		si := int(c.b.Places[a.Spaces[0]].Section)
		if len(a.Name) > 3 || strings.ContainsFunc(a.Name, func(r rune) bool { return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') }) || a.Name == "no" {
			c.no(si, "arrow %q; an arrow is called by one to three letters or digits", a.Name)
		}
		posted := false
		for i, s := range a.Spaces {
			posted = posted || i > 0 && c.b.Places[s].Limit != 0
		}
		if !posted {
			c.no(si, "arrow %s enters no posted space; an arrow runs through a corner (SC-14)", a.Name)
		}
	}
}

// gridFits holds the grid against two rows of three, inside first (SC-1).
func (c *checker) gridFits() {
	g := c.b.Lists["grid"]
	if len(g) != maxCars {
		c.no(-1, "grid: %d places; there are six, two rows of three, inside, middle, outside (SC-1)", len(g))
		return
	}
	for i, s := range g {
		if s == 0 || int(s) >= len(c.b.Places) {
			c.no(-1, "grid: place %d is no space", i+1)
			return
		}
		si := int(c.b.Places[s].Section)
		switch {
		case c.k.corner[s]:
			c.no(si, "grid: place %d stands in a corner; the grid is on a straight (SC-1)", i+1)
		case i%3 > 0 && c.k.inside[s] <= c.k.inside[g[i-1]]:
			c.no(si, "grid: place %d is no further out than place %d; a row is inside, middle, outside (SC-1)", i+1, i)
		case i%3 > 0 && c.b.Places[s].Front != c.b.Places[g[i-1]].Front:
			c.no(si, "grid: places %d and %d are not abreast; a row is (SC-1)", i, i+1)
		case i >= 3 && c.b.Places[s].To[engine.Ahead] != g[i-3]:
			c.no(si, "grid: place %d is not directly behind place %d (SC-1)", i+1, i-2)
		}
	}
	c.k.grid = g
}

func column(t *engine.Table, name string) int {
	for i, c := range t.Columns {
		if c == name {
			return i
		}
	}
	return -1
}

// cards reads the performance cards and the calculator of a box.
func (c *checker) cards(box *engine.Box) {
	no := func(table string, row int, format string, a ...any) {
		c.bad = append(c.bad, engine.Problem{Table: table, Row: row, Section: -1, Text: fmt.Sprintf(format, a...)})
	}
	if box == nil || box.Tables["cards"] == nil {
		no("cards", -1, "there are no performance cards (SC-1)")
		return
	}
	t := box.Tables["cards"]
	if len(t.Rows) != maxCars {
		no("cards", -1, "%d cards; there are six (SC-1)", len(t.Rows))
		return
	}
	var at [6]int
	for i, name := range aboutGame.Tables[0].Columns {
		if at[i] = column(t, name); at[i] < 0 {
			no("cards", -1, "there is no column %q", name)
			return
		}
	}
	for i, row := range t.Rows {
		var v [6]int64
		for j := 1; j < 6; j++ {
			n, err := strconv.Atoi(row[at[j]])
			if err != nil {
				no("cards", i, "%s: %q is not a whole number", t.Columns[at[j]], row[at[j]])
			}
			v[j] = int64(n)
		}
		s := spec{v[1], v[2], v[3], v[4], v[5]}
		sum := int64(0)
		for j, x := range []int64{s.start, s.accel, s.decel, s.top, s.wear} {
			p := worth(j, x)
			if p < 0 {
				lo, hi := valueOf(j, 0), valueOf(j, 2)
				no("cards", i, "%s: %d; allowed are %d, %d and %d (SC-2)", aboutGame.Tables[0].Columns[j+1], x, lo, (lo+hi)/2, hi)
			}
			sum += p
		}
		if sum != points && sum >= 0 {
			no("cards", i, "the card is worth %d points; each of the six is worth exactly five (SC-2)", sum)
		}
		c.k.cards, c.k.names = append(c.k.cards, s), append(c.k.names, strings.ToUpper(row[at[0]]))
	}
	c.calculator(box.Tables["calculator"], no)
}

// calculator holds the speeds that can be set against 20 to 180 in steps of 20 (SC-5, SC-6).
func (c *checker) calculator(t *engine.Table, no func(string, int, string, ...any)) {
	if t == nil {
		no("calculator", -1, "there is no such table; it has the speeds that a calculator can be set to")
		return
	}
	at := column(t, "speed")
	if at < 0 {
		no("calculator", -1, "there is no column \"speed\"")
		return
	}
	seen := map[string]bool{}
	for i, row := range t.Rows {
		v, err := strconv.Atoi(row[at])
		if err != nil || v%stepMPH != 0 || v < 0 || v > ceiling*stepMPH || seen[row[at]] {
			no("calculator", i, "speed: %q; allowed are 0 to 180 in steps of 20, each once (SC-6)", row[at])
		}
		seen[row[at]] = true
	}
	for v := stepMPH; v <= ceiling*stepMPH; v += stepMPH {
		if !seen[strconv.Itoa(v)] {
			no("calculator", -1, "the speed %d is missing; a calculator has 20 to 180 in steps of 20 (SC-5)", v)
		}
	}
}

// lowestSpec is what each specification is without a point, and perPoint what a point adds (SC-2): start, acceleration, deceleration,
// top, wear.
var (
	lowestSpec = [5]int64{40, 20, 20, 140, 4}
	perPoint   = [5]int64{20, 20, 20, 20, 1}
)

// valueOf is what so many points make of a specification.
func valueOf(i int, pts int64) int64 { return lowestSpec[i] + pts*perPoint[i] }

// worth is how many points a specification is worth; negative where it cannot be bought.
func worth(i int, v int64) int64 {
	d := v - lowestSpec[i]
	if d < 0 || d%perPoint[i] != 0 || d/perPoint[i] > 2 {
		return -1 << 10
	}
	return d / perPoint[i]
}
