package usac

import (
	"fmt"
	"slices"

	"boxstop/engine"
)

// course is a board and a box as a race needs them. It does not change after it was surveyed.
type course struct {
	board    *engine.Board
	box      *engine.Box
	places   []engine.Place
	inner    []int64        // by lane: how many lanes lie further in
	inside   int            // the inside lane
	straight []int16        // by space: which straight it lies on, from 1; 0: a bend (US-10, US-24)
	entries  []engine.Space // in driving order, the inside first
	exits    []engine.Space
	grid     [maxCars]engine.Space
	line     engine.Space // the last space before the line, inside: where a qualifying lap begins
	box33
}

// mostSpaces is how many spaces a board may have: sets of them are bits.
const mostSpaces = 1024

// surveyor collects what is wrong with a board and a box.
type surveyor struct {
	*course
	bad []engine.Problem
}

func (v *surveyor) no(table string, row, section int, format string, args ...any) {
	v.bad = append(v.bad, engine.Problem{Table: table, Row: row, Section: section, Text: fmt.Sprintf(format, args...)})
}

// survey reads a board and a box, and lists what cannot be raced on:
// an oval without pits, bends in which lanes may be changed, rows that do not hold 33 cars, tables with kinds that nobody knows, cells that
// are not what the rule book shows of them.
func survey(b *engine.Board, box *engine.Box) (*course, []engine.Problem) {
	v := &surveyor{course: &course{board: b, box: box, places: b.Places}}
	v.lanes()
	v.readBox()
	v.sections()
	v.pits()
	if len(v.bad) == 0 {
		v.lineUp()
	}
	return v.course, v.bad
}

// lanes numbers the lanes from the inside of the oval: the left where it bends to the left.
func (v *surveyor) lanes() {
	b := v.board
	turned := 0
	for i := range b.Sections {
		turned += b.Sections[i].Angle
	}
	n := len(b.Lanes)
	v.inner = make([]int64, n+1)
	for l := 1; l <= n; l++ {
		v.inner[l] = int64(l - 1)
		if turned > 0 {
			v.inner[l] = int64(n - l)
		}
	}
	v.inside = 1
	if turned > 0 {
		v.inside = n
	}
	if n > 3 {
		v.no("", -1, -1, "%d lanes; the cars line up in rows of at most three (US-3)", n)
	}
	if len(v.places) > mostSpaces {
		v.no("", -1, -1, "%d spaces; at most %d", len(v.places)-1, mostSpaces-1)
	}
}

// sections finds the straights: neighbouring ones are one, across the line as well.
func (v *surveyor) sections() {
	b := v.board
	v.straight = make([]int16, len(v.places))
	id := make([]int16, len(b.Sections))
	next := int16(0)
	for i := range b.Sections {
		s := &b.Sections[i]
		if s.Lanes[v.inside-1].Count == 0 {
			v.no("", -1, i, "lane %s is not there; the inside lane runs all round", b.Lanes[v.inside-1])
		}
		if s.Corner {
			for l := range s.Lanes {
				if s.Lanes[l].Count > 0 && (!slices.Contains(s.NoLeft, l+1) || !slices.Contains(s.NoRight, l+1)) {
					v.no("", -1, i, "hold = true is missing: in a corner no car changes lane (US-10)")
					break
				}
			}
			continue
		}
		if i == 0 || b.Sections[i-1].Corner {
			next++
		}
		id[i] = next
	}
	if last := len(id) - 1; last > 0 && id[0] != 0 && id[last] != 0 {
		was := id[last]
		for i := range id {
			if id[i] == was {
				id[i] = id[0]
			}
		}
	}
	for i := 1; i < len(v.places); i++ {
		p := &v.places[i]
		v.straight[i] = id[p.Section]
		if p.Capacity != 1 {
			v.no("", -1, int(p.Section), "capacity %d; a space holds one car (US-9)", p.Capacity)
		}
	}
}

// pits finds where the pits are entered and left (US-15, US-17).
func (v *surveyor) pits() {
	v.entries = v.board.Marked(nil, EnterMark)
	v.exits = v.board.Marked(nil, ExitMark)
	for _, l := range [][]engine.Space{v.entries, v.exits} {
		slices.SortStableFunc(l, func(x, y engine.Space) int {
			if p, q := &v.places[x], &v.places[y]; p.Front != q.Front {
				return int(p.Front - q.Front)
			} else {
				return int(v.inner[p.Lane] - v.inner[q.Lane])
			}
		})
	}
	if len(v.entries) == 0 {
		v.no("", -1, -1, "enter is missing: no space is marked for pit entry (US-15)")
	}
	if len(v.exits) == 0 {
		v.no("", -1, -1, "exit is missing: no space is marked as pit exit (US-17)")
	}
}

// lineUp finds a place on the grid for every car of the box: the listed ones, then rows behind the last of them (US-3).
func (v *surveyor) lineUp() {
	list := v.board.Lists["grid"]
	if len(list) == 0 {
		v.no("", -1, -1, "grid: no place is listed; rows of at most three, the inside first (US-3)")
		return
	}
	n := 0
	seen := map[engine.Space]bool{}
	put := func(s engine.Space) {
		if n < maxCars && !seen[s] {
			seen[s], v.grid[n] = true, s
			n++
		}
	}
	for _, s := range list {
		put(s)
	}
	row := slices.Clone(list[max(0, len(list)-3):])
	for k := 1; k < len(row); k++ { // the last row is what stands abreast at the end of the list
		if v.places[row[k]].Front < v.places[row[k-1]].Front {
			row = row[k:]
			k = 0
		}
	}
	for n < maxCars && len(row) > 0 {
		var behind []engine.Space
		for _, s := range row {
			if o := v.places[s].Behind; o != 0 && !seen[o] {
				behind = append(behind, o)
			}
		}
		for _, s := range behind {
			put(s)
		}
		row = behind
	}
	if n < maxCars {
		v.no("", -1, -1, "grid: %d cars find a place in rows behind those listed; the box has %d (US-3)", n, maxCars)
	}
	last := len(v.board.Sections) - 1
	v.line = v.board.At(last, v.inside, v.board.Count(last, v.inside)-1)
}

// gridLap is 0 behind the line, from where the first crossing marks no lap (US-12).
func (k *course) gridLap(s engine.Space) int64 {
	if k.places[s].Front > k.board.Lap/2 {
		return 0
	}
	return 1
}

// wraps reports whether the way on from one space to another crosses the line.
func (k *course) wraps(from, to engine.Space) bool { return k.places[to].Front < k.places[from].Front }

// distance is how far a car has come: laps first, then the course (US-12).
func (k *course) distance(c *car) int64 {
	at := c.at()
	if at == 0 {
		return -1
	}
	return c.lap*int64(k.board.Lap) + int64(k.places[at].Front)
}

// entry reports whether a space is marked for pit entry.
func (k *course) entry(at engine.Space) bool { return k.places[at].Marks>>EnterMark&1 != 0 }

// nextEntry is the next space ahead that is marked for pit entry, the inside first.
func (k *course) nextEntry(from engine.Space) engine.Space {
	for _, e := range k.entries {
		if k.places[e].Front > k.places[from].Front {
			return e
		}
	}
	return k.entries[0]
}

// level is the space of the inside lane, or another one, at the same height as a space: the first that reaches at least as far.
func (k *course) level(s engine.Space, lane int) engine.Space {
	p := &k.places[s]
	for i := range k.board.Count(int(p.Section), lane) {
		if o := k.board.At(int(p.Section), lane, i); k.places[o].Front >= p.Front {
			return o
		}
	}
	return s
}
