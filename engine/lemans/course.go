package lemans

import (
	"fmt"
	"slices"
	"strings"

	"boxstop/engine"
)

// The most that a board may have: wet corners are bits of a number, spaces bits of a set.
const (
	mostSections = 62
	mostSpaces   = 511
)

// course is a board and a box as the rules read them. It does not change once built.
type course struct {
	board  *engine.Board
	box    *engine.Box
	places []engine.Place
	corner []bool         // by space: it belongs to a corner
	last   []bool         // by space: the last one of a corner in its lane (LM-14)
	grey   []bool         // by space: beside the road, where the pits are
	class  []int8         // by space: whose pit it is, 0 is class C; -1: nobody's
	inside []int8         // by space: 0 is the inside lane (LM-3)
	near   []int16        // by space: the fewest steps to a corner
	aside  []int16        // by space: the fewest steps to where a marked diagonal begins
	toPit  [4][]int16     // by class and space: the fewest steps to a pit of the class
	toGrey []int16        // by space: the fewest steps to a grey space
	so     []engine.Space // by section: where cars that spun out stand
	grid   []engine.Space
	start  int32 // progress of the arrow
	pits   []engine.Space
	ends   [4]int32 // progress of the last pit of a class; 0: there is none
	exit   int32    // of the last grey space
	early  bool     // the pits lie beyond the line (LM-19)
	cards  []card
	chance [2][faces + 1]result
}

type checker struct {
	k   *course
	b   *engine.Board
	bad []engine.Problem
}

func (c *checker) no(section int, f string, a ...any) {
	c.bad = append(c.bad, engine.Problem{Row: -1, Section: section, Text: fmt.Sprintf(f, a...)})
}

func (c *checker) table(name string, row int, f string, a ...any) {
	c.bad = append(c.bad, engine.Problem{Table: name, Row: row, Section: -1, Text: fmt.Sprintf(f, a...)})
}

// survey reads a board and a box, and lists what cannot be raced on:
// a corner without its SO space, pits out of reach, a grid that is no ranks of two, a card that is not what the rule book shows of it.
func survey(b *engine.Board, box *engine.Box) (*course, []engine.Problem) {
	k := &course{board: b, box: box, places: b.Places}
	c := &checker{k: k, b: b}
	if len(b.Sections) == 0 || len(b.Places) < 2 {
		c.no(-1, "the board has no sections")
		return k, c.bad
	}
	if len(b.Places)-1 > mostSpaces || len(b.Sections) > mostSections {
		c.no(-1, "%d spaces in %d sections; a course has at most %d in %d", len(b.Places)-1, len(b.Sections), mostSpaces, mostSections)
		return k, c.bad
	}
	n := len(b.Places)
	k.corner, k.last, k.grey, k.class, k.inside = make([]bool, n), make([]bool, n), make([]bool, n), make([]int8, n), make([]int8, n)
	k.so = make([]engine.Space, len(b.Sections))
	c.marks()
	c.corners()
	c.rears()
	c.gridFits()
	c.cards(box)
	c.chances(box)
	c.pits()
	k.look()
	return k, c.bad
}

// marks reads what is printed on each space.
func (c *checker) marks() {
	k, inner := c.k, slices.Index(c.b.Lanes, "inside")+1
	beside := make([]bool, len(c.b.Lanes)+1)
	for i := 1; i < len(k.places); i++ {
		p := &k.places[i]
		k.class[i] = -1
		for j := range classes {
			if p.Marks&(markPit<<j) != 0 {
				k.class[i], beside[p.Lane] = int8(j), true
			}
		}
		k.corner[i] = p.Marks&cornerMarks != 0
		k.inside[i] = int8(p.Lane)
		switch s := &c.b.Sections[p.Section]; {
		case inner > 0 && int(p.Lane) == inner:
			k.inside[i] = 0
		case inner == 0 && (s.Inside > 0 || s.Inside == 0 && s.Angle > 0):
			k.inside[i] = int8(len(s.Lanes)) - int8(p.Lane)
		}
	}
	for i := 1; i < len(k.places); i++ {
		k.grey[i] = beside[k.places[i].Lane]
		if k.grey[i] {
			k.pits = append(k.pits, engine.Space(i))
		}
		a := k.places[i].To[engine.Ahead]
		k.last[i] = k.corner[i] && (a == 0 || !k.corner[a] || k.places[a].Section != k.places[i].Section)
	}
}

// name is a space as a board file has it.
func (c *checker) name(s engine.Space) string {
	p := &c.b.Places[s]
	return fmt.Sprintf("%s/%d", c.b.Lanes[p.Lane-1], c.b.Number(s)+1)
}

// corners checks that every corner is either sharp or a hairpin, has one SO space and last spaces where it ends.
func (c *checker) corners() {
	k := c.k
	for si := range c.b.Sections {
		s := &c.b.Sections[si]
		var kinds engine.Mark
		var so, lasts, ends []string
		for li := range s.Lanes {
			for i := range s.Lanes[li].Count {
				at := c.b.At(si, li+1, i)
				p := &k.places[at]
				kinds |= p.Marks & cornerMarks
				if p.Marks&markSO != 0 {
					so = append(so, c.name(at))
					k.so[si] = at
					if !k.corner[at] {
						c.no(si, "SO: %s lies in no corner; SO is one of the spaces marked sharp or hairpin", c.name(at))
					}
				}
				if p.Marks&markLast != 0 {
					lasts = append(lasts, c.name(at))
				}
				if k.last[at] {
					ends = append(ends, c.name(at))
				}
			}
		}
		switch {
		case kinds == 0 && s.Corner && s.Angle != 0:
			c.no(si, "corner %d, %s, is neither sharp nor a hairpin; mark its spaces: sharp = [...] or hairpin = [...]", s.Number, s.Name)
		case kinds == cornerMarks:
			c.no(si, "corner %d, %s, is sharp and a hairpin; it is one of them", s.Number, s.Name)
		case kinds != 0 && len(so) == 0:
			c.no(si, "corner %d, %s, has no SO space; every corner has one: so = [...]", s.Number, s.Name)
		case len(so) > 1:
			c.no(si, "corner %d, %s, has %d SO spaces, %s; one is where cars go first, others stand behind it (LM-17)", s.Number, s.Name, len(so), strings.Join(so, ", "))
		}
		if len(lasts) > 0 && !slices.Equal(lasts, ends) {
			c.no(si, "corner %d, %s: last spaces are %s, but the corner ends at %s", s.Number, s.Name, strings.Join(lasts, ", "), strings.Join(ends, ", "))
		}
	}
}

// rears checks that a car's rear has a space wherever its front may stand, and that a pile-up has room.
func (c *checker) rears() {
	k := c.k
	for i := 1; i < len(k.places); i++ {
		if !k.grey[i] && k.places[i].Behind == 0 {
			c.no(int(k.places[i].Section), "%s: nothing lies behind it in its lane; a car is two spaces long", c.name(engine.Space(i)))
			return
		}
	}
	for si, at := range k.so {
		for n := 0; at != 0 && n < 2*maxCars; n++ {
			if at = k.places[at].Behind; at == 0 {
				c.no(si, "SO: its lane has no room for %d cars behind it (LM-17)", maxCars)
			}
		}
	}
}

// gridFits checks the arrow and the ranks of two behind it (LM-1).
func (c *checker) gridFits() {
	k := c.k
	k.grid = c.b.Lists["grid"]
	if len(k.grid) < maxCars {
		c.no(-1, "grid: %d places; it has %d, in ranks of two", len(k.grid), maxCars)
		return
	}
	k.start = k.places[k.grid[0]].Front
	start := c.b.Lists["start"]
	if len(start) == 0 || k.places[start[0]].Front != k.start {
		c.no(-1, "start: the first rank of the grid stands with its fronts at the arrow")
	}
	for i := 0; i+1 < len(k.grid); i += 2 {
		a, b := k.grid[i], k.grid[i+1]
		if k.places[a].Front != k.places[b].Front || k.places[a].Lane == k.places[b].Lane || k.inside[a] > k.inside[b] {
			c.no(int(k.places[a].Section), "grid: %s and %s are no rank; two spaces abreast are, inside first (LM-1)", c.name(a), c.name(b))
		}
		if i > 0 {
			for j := range 2 {
				if up := k.grid[i-2+j]; k.places[up].Behind == 0 || k.places[k.places[up].Behind].Behind != k.grid[i+j] {
					c.no(int(k.places[up].Section), "grid: %s does not stand directly behind %s; that is two spaces further back (LM-1)", c.name(k.grid[i+j]), c.name(up))
				}
			}
		}
	}
}

// pits checks that every class that has a card has pits where a car fits, that one can come to them, and leave them.
func (c *checker) pits() {
	k := c.k
	if len(k.pits) == 0 {
		c.no(-1, "there are no pits; mark their spaces: pit_c, pit_d, pit_e, pit_f")
		return
	}
	slices.SortStableFunc(k.pits, func(a, b engine.Space) int { return int(k.places[a].Front) - int(k.places[b].Front) })
	k.exit = k.places[k.pits[len(k.pits)-1]].Front
	k.early = k.exit < c.b.Lap/2
	in, outOf := c.reach(), c.leave()
	var has [4]bool
	for i := range k.cards {
		has[k.cards[i].class] = true
	}
	for j := range classes {
		fits, comes, leaves, section := false, false, false, -1
		for _, s := range k.pits {
			if k.class[s] != int8(j) {
				continue
			}
			if section < 0 {
				section = int(k.places[s].Section)
			}
			k.ends[j] = max(k.ends[j], k.places[s].Front)
			if r := k.places[s].Behind; r != 0 && k.class[r] == int8(j) {
				fits = true
				comes = comes || in[r] && k.places[r].To[engine.Ahead] == s
				leaves = leaves || outOf[s]
			}
		}
		switch {
		case !has[j]:
		case section < 0:
			c.no(-1, "there are no pits for class %c, which has cards; mark them: pit_%c = [...]", classes[j], classes[j]+'a'-'A')
		case !fits:
			c.no(section, "the pits of class %c have no two spaces in a row; a car is two spaces long", classes[j])
		case !comes:
			c.no(section, "no way leads to the pits of class %c; a [[link]] or an open lane leads there", classes[j])
		case !leaves:
			c.no(section, "no way leads from the pits of class %c back to the road; a [[link]] or an open lane does", classes[j])
		}
	}
}

// reach marks the grey spaces that one can come to from the road.
func (c *checker) reach() []bool {
	in := make([]bool, len(c.k.places))
	for range c.k.pits {
		for i := 1; i < len(c.k.places); i++ {
			for st := engine.Ahead; st <= engine.Marked; st++ {
				if to := c.k.places[i].To[st]; to != 0 && drivable(st) && c.k.grey[to] && (!c.k.grey[i] || in[i]) {
					in[to] = true
				}
			}
		}
	}
	return in
}

// leave marks the grey spaces from which one can come to the road.
func (c *checker) leave() []bool {
	outOf := make([]bool, len(c.k.places))
	for range c.k.pits {
		for _, s := range c.k.pits {
			for st := engine.Ahead; st <= engine.Marked; st++ {
				if to := c.k.places[s].To[st]; to != 0 && drivable(st) && (!c.k.grey[to] || outOf[to]) {
					outOf[s] = true
				}
			}
		}
	}
	return outOf
}

// drivable reports whether cars of this game take such a step: never sideways (LM-8).
func drivable(st engine.Step) bool { return st != engine.AcrossLeft && st != engine.AcrossRight }

// look works out how near corners and marked diagonals are.
func (k *course) look() {
	k.near = k.steps(func(s int) bool { return k.corner[s] })
	k.aside = k.steps(func(s int) bool { return k.places[s].To[engine.Marked] != 0 })
	k.toGrey = k.steps(func(s int) bool { return k.grey[s] })
	for j := range classes {
		k.toPit[j] = k.steps(func(s int) bool { return k.class[s] == int8(j) })
	}
}

// steps is by space the fewest steps to one that is wanted.
func (k *course) steps(wanted func(int) bool) []int16 {
	out := make([]int16, len(k.places))
	for i := range out {
		out[i] = far
		if i > 0 && wanted(i) {
			out[i] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for i := 1; i < len(k.places); i++ {
			for st := engine.Ahead; st <= engine.Marked; st++ {
				if to := k.places[i].To[st]; to != 0 && drivable(st) && out[to]+1 < out[i] {
					out[i], changed = out[to]+1, true
				}
			}
		}
	}
	return out
}

const far = 1000

// distance is how far a car has come: whole laps first.
func (k *course) distance(c *car) int64 {
	if c.space <= 0 || c.space >= int64(len(k.places)) {
		return -1
	}
	return c.lap*int64(k.board.Lap) + int64(k.places[c.space].Front)
}

// lapAt is the lap of a car that goes to a space near it, ahead or behind.
func (k *course) lapAt(c *car, to engine.Space) int64 {
	d := int64(k.places[to].Front) - int64(k.places[c.space].Front)
	switch half := int64(k.board.Lap) / 2; {
	case d < -half:
		return c.lap + 1
	case d > half:
		return max(0, c.lap-1)
	}
	return c.lap
}

// passes reports whether a step leads past a progress of the course.
func (k *course) passes(from, to engine.Space, mark int32) bool {
	turn := func(d int32) int32 {
		if d < 0 {
			d += k.board.Lap
		}
		return d
	}
	f := k.places[from].Front
	return turn(mark-f) < turn(k.places[to].Front-f)
}
