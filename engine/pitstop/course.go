package pitstop

import (
	"fmt"
	"strconv"

	"boxstop/engine"
)

// course is a board and a box as the rules read them: cells numbered from 0 at the line. It does not change once built.
type course struct {
	board    *engine.Board
	box      *engine.Box
	cells    int
	at       []engine.Space               // by cell, twice round and more, so that no move needs a remainder
	limit    []int8                       // of a cell in steps of 50 km/h; 0: a straight (PS-8); as long as at
	toll     [][longest + 1]int16         // by cell and cells driven at 50 km/h each: the tyre points of the corners (PS-8)
	ahead    [][longest + 1]engine.Option // by cell and cells driven: what an open road and full scales lead to
	cell     []int16                      // by space, the pit's being that of the road cell beside it; -1: no cell
	pit      engine.Space
	entry    int // the road cell beside the pit
	grid     []engine.Space
	faces    [8]face // by face, from 1
	kinds    int     // of faces
	sides    int
	tyres    int64 // full scales (PS-1)
	fuel     int64
	thinking *thinking
}

// face is what one face of the die says (PS-6).
type face struct {
	move, fuel, drop int8
	sides            int8
}

// The most cells of one move: of six dice and the bonus; and at the end of a chain of five tows, each with six dice more (PS-24).
const (
	longest  = topGear + 2
	farthest = longest + 5*topGear
)

func column(t *engine.Table, name string) int {
	for i, c := range t.Columns {
		if c == name {
			return i
		}
	}
	return -1
}

// survey reads a board and a box, and lists what cannot be raced on:
// a road that is no ring of single cells, no pit or two, fewer grid cells than the box has cars for, dice and scales that are not Pitstop's.
func survey(b *engine.Board, box *engine.Box) (*course, []engine.Problem) {
	k := &course{board: b, box: box, thinking: &thinking{}}
	var bad []engine.Problem
	onBoard := func(section int, format string, a ...any) {
		bad = append(bad, engine.Problem{Row: -1, Section: section, Text: fmt.Sprintf(format, a...)})
	}
	k.walk(onBoard)
	for i, s := range b.Lists["grid"] {
		if s == 0 || int(s) >= len(b.Places) || k.cell[s] < 0 || s == k.pit {
			onBoard(-1, "grid: place %d is no cell of the road", i+1)
			continue
		}
		k.grid = append(k.grid, s)
	}
	if len(k.grid) < maxCars/2 {
		onBoard(-1, "grid: %d cells; at least %d are needed, two cars each (PS-2)", len(k.grid), maxCars/2)
	}
	if box == nil {
		return k, append(bad, engine.Problem{Table: "die", Row: -1, Section: -1, Text: "there is no box with a die and scales"})
	}
	bad = k.readDie(bad)
	return k, k.readScales(bad)
}

// walk numbers the cells from the line.
func (k *course) walk(bad func(int, string, ...any)) {
	b := k.board
	k.cell = make([]int16, len(b.Places))
	for i := range k.cell {
		k.cell[i] = -1
	}
	if len(b.Sections) == 0 || len(b.Places) < 2 {
		bad(-1, "the board has no sections")
		return
	}
	for i, s := range b.Sections {
		if len(s.Lanes) != 1 {
			bad(i, "%d lanes; a Pitstop road has one (PS-1)", len(s.Lanes))
			return
		}
	}
	first := b.At(0, 1, 0)
	for s := first; s != 0 && k.cell[s] < 0; s = b.Places[s].To[engine.Ahead] {
		p := &b.Places[s]
		if p.Capacity != 0 && p.Capacity != capacity {
			bad(int(p.Section), "capacity %d; a cell holds %d cars (PS-12)", p.Capacity, capacity)
		}
		k.cell[s] = int16(len(k.at))
		k.at = append(k.at, s)
		k.limit = append(k.limit, int8(p.Limit))
		if p.Aside != 0 {
			if k.pit != 0 {
				bad(int(p.Section), "a second pit; a circuit has one (PS-13)")
			}
			k.pit, k.entry = p.Aside, len(k.at)-1
		}
	}
	k.cells = len(k.at)
	if k.cells == 0 || b.Places[k.at[k.cells-1]].To[engine.Ahead] != first {
		bad(-1, "the road does not lead back to the line")
	}
	if k.cells <= farthest {
		bad(-1, "%d cells; at least %d are needed", k.cells, farthest+1)
	}
	if k.pit == 0 {
		bad(-1, "there is no pit; one cell of the road has it beside it (PS-13)")
	} else {
		k.cell[k.pit] = int16(k.entry)
	}
	for i := 0; k.cells > 0 && i < 2*farthest; i++ {
		k.at, k.limit = append(k.at, k.at[i]), append(k.limit, k.limit[i])
	}
	k.toll, k.ahead = make([][longest + 1]int16, k.cells), make([][longest + 1]engine.Option, k.cells)
	for c := range k.toll {
		for v := range k.toll[c] {
			for i := 1; i <= v; i++ {
				if l := int(k.limit[c+i]); l != 0 && v > l {
					k.toll[c][v] += int16(v - l)
				}
			}
			o := &k.ahead[c][v]
			o.Value, o.End = int64(50*v), k.at[c+v]
			if k.toll[c][v] > 0 {
				o.Pays[0] = engine.Pay{Field: fTyres, Clause: ps8, N: k.toll[c][v]}
			}
			if k.limit[c+v] == 0 {
				o.Note = Burns
			}
		}
	}
}

func (k *course) readDie(bad []engine.Problem) []engine.Problem {
	problem := func(row int, format string, a ...any) {
		bad = append(bad, engine.Problem{Table: "die", Row: row, Section: -1, Text: fmt.Sprintf(format, a...)})
	}
	t := k.box.Tables["die"]
	if t == nil {
		problem(-1, "there is no such table")
		return bad
	}
	var at [5]int
	for i, name := range aboutGame.Tables[0].Columns {
		if at[i] = column(t, name); at[i] < 0 {
			problem(-1, "there is no column %q", name)
			return bad
		}
	}
	if len(t.Rows) == 0 || len(t.Rows) >= len(k.faces) {
		problem(-1, "%d kinds of faces; allowed are 1 to %d", len(t.Rows), len(k.faces)-1)
		return bad
	}
	moves := false
	for i, row := range t.Rows {
		var n [5]int
		for j := 1; j < 5; j++ {
			v, err := strconv.Atoi(row[at[j]])
			if err != nil {
				problem(i, "%s: %q is not a whole number", t.Columns[at[j]], row[at[j]])
			}
			n[j] = v
		}
		switch f := [3]int{n[1], n[2], n[3]}; f {
		case [3]int{50, 0, 0}, [3]int{50, 1, 0}, [3]int{0, 0, 1}:
		default:
			problem(i, "speed %d, fuel %d, drop %d; a face is 50 0 0, 50 1 0 or 0 0 1 (PS-6)", n[1], n[2], n[3])
			continue
		}
		if n[4] < 1 || n[4] > 6 {
			problem(i, "faces %d; allowed are 1 to 6", n[4])
		}
		moves = moves || n[1] > 0
		k.faces[i+1] = face{move: int8(n[1] / 50), fuel: int8(n[2]), drop: int8(n[3]), sides: int8(n[4])}
		k.sides += n[4]
	}
	k.kinds = len(t.Rows)
	if !moves && bad == nil {
		problem(-1, "no face moves a car")
	}
	return bad
}

func (k *course) readScales(bad []engine.Problem) []engine.Problem {
	problem := func(row int, format string, a ...any) {
		bad = append(bad, engine.Problem{Table: "scales", Row: row, Section: -1, Text: fmt.Sprintf(format, a...)})
	}
	t := k.box.Tables["scales"]
	if t == nil {
		problem(-1, "there is no such table")
		return bad
	}
	name, points := column(t, "scale"), column(t, "points")
	if name < 0 || points < 0 {
		problem(-1, "its columns are scale and points")
		return bad
	}
	for i, row := range t.Rows {
		v, err := strconv.Atoi(row[points])
		if err != nil || v < 1 || v > 99 {
			problem(i, "points: %q; allowed are 1 to 99", row[points])
			continue
		}
		switch row[name] {
		case "tyres":
			k.tyres = int64(v)
		case "fuel":
			k.fuel = int64(v)
		default:
			problem(i, "scale: %q; allowed are tyres, fuel", row[name])
		}
	}
	if k.tyres == 0 || k.fuel == 0 {
		problem(-1, "tyres and fuel are both needed (PS-1)")
	}
	return bad
}
