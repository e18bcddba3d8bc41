package speedcircuit

import (
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

// survey reads a board and a box, and lists what cannot be raced on:
// a road that a car cannot go on from, posted spaces out of reach, a grid that is not two rows of three, arrows through no corner, cards that
// are not worth five points.
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
