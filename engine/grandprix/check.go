package grandprix

import (
	"fmt"
	"strconv"

	"boxstop/engine"
)

// checker collects what cannot be raced on.
type checker struct {
	k   *course
	b   *engine.Board
	bad []engine.Problem
}

func (c *checker) no(section int, format string, a ...any) {
	c.bad = append(c.bad, engine.Problem{Row: -1, Section: section, Text: fmt.Sprintf(format, a...)})
}

func (c *checker) at(s engine.Space, format string, a ...any) {
	c.no(int(c.b.Places[s].Section), "%s: "+format, append([]any{c.where(s)}, a...)...)
}

func (c *checker) where(s engine.Space) string {
	p := &c.b.Places[s]
	at := s
	if p.By != 0 {
		at = p.By
	}
	return c.b.Sections[p.Section].Name + "/" + c.b.Lanes[p.Lane-1] + "/" + strconv.Itoa(c.b.Number(at)+1)
}

// lanes finds the side lanes, the track between them and the pit lane.
func (c *checker) lanes() bool {
	z := zones(c.b.Lanes)
	var n [atPlace + 1]int
	for i, x := range z[1:] {
		n[x]++
		if x == track && (n[leftSide] == 0 || n[rightSide] != 0) {
			c.no(-1, "lane %q is no lane between \"left side\" and \"right side\"; lanes stand left to right", c.b.Lanes[i])
		}
	}
	if n[leftSide] != 1 || n[rightSide] != 1 || n[pitLane] != 1 || n[track] < 2 || n[track] > 5 {
		c.no(-1, "lanes: a board has \"left side\", two to five lanes of the track, \"right side\" and \"pit\"")
	}
	c.k.zone = make([]zone, len(c.b.Places))
	for i := 1; i < len(c.b.Places); i++ {
		p := &c.b.Places[i]
		switch c.k.zone[i] = z[p.Lane]; {
		case p.By == 0:
		case p.Marks>>mBox&1 != 0:
			c.k.zone[i] = inBox
		default:
			c.k.zone[i] = atPlace
		}
	}
	return len(c.bad) == 0
}

// sections holds each section against two to five lanes, and its diagonals against bends and yellow lines (GP-5).
func (c *checker) sections() {
	for si := range c.b.Sections {
		s, n := &c.b.Sections[si], 0
		for li, r := range s.Lanes {
			if r.Count > 0 && c.k.zoneOf(li+1) == track {
				n++
			}
		}
		if n < 2 || n > 5 {
			c.no(si, "%d lanes of the track; there are two to five", n)
		}
		bend, yellow := false, false
		for li := range s.Lanes {
			for i := range c.b.Count(si, li+1) {
				at := c.b.At(si, li+1, i)
				for _, st := range [...]engine.Step{engine.Left, engine.Right} {
					to := c.b.Places[at].To[st]
					if to == 0 {
						continue
					}
					x, y := c.k.zone[at], c.k.zone[to]
					bend = bend || s.Corner && x == track && y == track
					yellow = yellow || x != y && (x == track || y == track)
				}
			}
		}
		if bend {
			c.no(si, "lanes can be changed in a bend; say bend = true (GP-5)")
		}
		if yellow {
			c.no(si, "a side lane can be come to or left by a diagonal; say yellow between it and the track (GP-5)")
		}
	}
}

// line finds the blue line: the first spaces beyond it, one in every lane of the track, level (GP-6).
func (c *checker) line() {
	in := c.b.Marked(nil, mBlue)
	if len(in) == 0 {
		c.no(-1, "blue: no space; it is the first beyond the blue line, in every lane of the track (GP-6)")
		return
	}
	c.k.blue = c.b.Places[in[0]].Rear()
	n, si := 0, int(c.b.Places[in[0]].Section)
	for _, s := range in {
		if c.k.zone[s] != track {
			c.at(s, "the blue line lies on the track (GP-6)")
		}
		if c.b.Places[s].Rear() != c.k.blue {
			c.at(s, "the first space beyond the blue line is not level with %s (GP-6)", c.where(in[0]))
		}
		n++
	}
	lanes := 0
	for li, r := range c.b.Sections[si].Lanes {
		if r.Count > 0 && c.k.zoneOf(li+1) == track {
			lanes++
		}
	}
	if n != lanes {
		c.no(si, "blue: %d spaces; one in each of the %d lanes of the track (GP-6)", n, lanes)
	}
}

// arrows holds slipstream arrows and exits against where they may be (GP-7, GP-8, GP-15).
func (c *checker) arrows() {
	last := len(c.b.Sections) - 1
	var exits [atPlace + 1]int
	for i := 1; i < len(c.b.Places); i++ {
		s, p := engine.Space(i), &c.b.Places[i]
		z := c.k.zone[i]
		if p.Marks&(1<<mBlack|1<<mHatched) != 0 && z != track {
			c.at(s, "a slipstream arrow stands on the track (GP-7)")
		}
		if c.k.marked(s, mHatched) && p.Section != 0 && int(p.Section) != last {
			c.at(s, "a hatched arrow stands on the straight with the line (GP-8)")
		}
		if !c.k.marked(s, mGreen) {
			continue
		}
		exits[z]++
		switch {
		case z == track || z == inBox || z == atPlace:
			c.at(s, "a green arrow stands in a side lane or in the pit lane (GP-15)")
		case !c.k.exit(s):
			c.at(s, "no lane of the track is at the height of this exit (GP-15)")
		}
	}
	for i, name := range []string{"left side lane", "right side lane", "pit lane"} {
		if exits[leftSide+zone(i)] == 0 {
			c.no(-1, "the %s has no green arrow (GP-15)", name)
		}
	}
}

// gridFits holds the grid against 18 places on the track before the blue line (GP-1, GP-6).
func (c *checker) gridFits() {
	g := c.b.Lists["grid"]
	if len(g) != maxCars {
		c.no(-1, "grid: %d places; there are %d (GP-1)", len(g), maxCars)
		return
	}
	for i, s := range g {
		if s == 0 || int(s) >= len(c.b.Places) || c.k.zone[s] != track {
			c.no(-1, "grid: place %d is no space of the track (GP-1)", i+1)
			return
		}
		if f := c.b.Places[s].Front; f > c.k.blue && f <= c.b.Lap/2 {
			c.at(s, "grid place %d lies beyond the blue line (GP-6)", i+1)
		}
	}
	c.k.grid = g
}

// pits follows the pit lane from the right side lane past the boxes to its two exits (GP-16).
func (c *checker) pits() {
	k := c.k
	k.inPit = make([]int16, len(c.b.Places))
	var entry engine.Space
	for i := 1; i < len(c.b.Places); i++ {
		if k.zone[i] == rightSide {
			if to, _ := k.lane(engine.Space(i)); to != 0 && k.zone[to] == pitLane {
				entry = to
			}
		}
	}
	if entry == 0 {
		c.no(-1, "no way leads from the right side lane into the pit lane; a [[link]] does (GP-16)")
		return
	}
	n, end := int16(0), entry
	for s := entry; s != 0 && k.inPit[s] == 0; s, _ = k.lane(s) {
		n++
		k.inPit[s], end = n, s
	}
	if !k.exit(end) {
		c.at(end, "the pit lane ends without a green arrow (GP-16)")
	}
	fronts := c.b.Lists["boxes"]
	if len(fronts) != maxTeams {
		c.no(-1, "boxes: %d; there are %d, the spaces in front of the box of team 1, 2 and so on (GP-16)", len(fronts), maxTeams)
		return
	}
	for i, s := range fronts {
		if s == 0 || int(s) >= len(c.b.Places) || k.inPit[s] == 0 {
			c.no(-1, "boxes: the space in front of box %d cannot be driven to in the pit lane (GP-16)", i+1)
			return
		}
		box := c.b.Places[s].Aside
		if box == 0 || k.zone[box] != inBox {
			c.at(s, "there is no box beside it; say box_in (GP-16)")
			return
		}
		if to, _ := k.lane(s); to == 0 {
			c.at(s, "a car cannot leave this box; the pit lane leads on from it (GP-16)")
		}
		k.boxes = append(k.boxes, box)
	}
	k.front = fronts
	exits := 0
	for i := 1; i < len(c.b.Places); i++ {
		if k.inPit[i] == 0 || !k.marked(engine.Space(i), mGreen) {
			continue
		}
		exits++
		for j, f := range fronts {
			if k.inPit[f] >= k.inPit[i] {
				c.at(engine.Space(i), "a green arrow before box %d; the exits lie behind the boxes (GP-16)", j+1)
			}
		}
	}
	if exits != 2 {
		c.no(-1, "the pit lane has %d green arrows behind the boxes; there are two (GP-16)", exits)
	}
}

// finishes finds the numbered places before the tower (GP-18).
func (c *checker) finishes() {
	c.k.finish = c.b.Marked(nil, mPlace)
	if len(c.k.finish) != places {
		c.no(-1, "place: %d finishing places; there are %d (GP-18)", len(c.k.finish), places)
	}
}

// goesOn sees that a car on the track can always go on.
func (c *checker) goesOn() {
	for i := 1; i < len(c.b.Places); i++ {
		s, p := engine.Space(i), &c.b.Places[i]
		if c.k.zone[i] != track {
			continue
		}
		on := false
		for st := engine.Ahead; st <= engine.Right; st++ {
			on = on || p.To[st] != 0 && c.k.zone[p.To[st]] == track
		}
		if !on {
			c.at(s, "a car cannot go on from here; every space of the track leads ahead or diagonally (GP-5)")
		}
		if p.To[engine.Marked] != 0 {
			c.at(s, "a marked step; this game has none")
		}
	}
}

// teams holds the box's teams against six colours.
func (c *checker) teams(box *engine.Box) {
	no := func(row int, format string, a ...any) {
		c.bad = append(c.bad, engine.Problem{Table: "cars", Row: row, Section: -1, Text: fmt.Sprintf(format, a...)})
	}
	if box == nil || box.Tables["cars"] == nil {
		no(-1, "there is no such table; it names the colours of the six teams (GP-1)")
		return
	}
	if n := len(box.Tables["cars"].Rows); n != maxTeams {
		no(-1, "%d teams; the box has %d (GP-1)", n, maxTeams)
	}
}
