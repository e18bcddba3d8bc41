package speedcircuit

import (
	"fmt"
	"strconv"
	"strings"

	"boxstop/engine"
)

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
