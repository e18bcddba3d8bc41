package tracks

import (
	"fmt"
	"math"

	"boxstop/engine"
)

// plan is a course laid out on paper: what lies where. It is no map: the lengths of sections are adjusted so that the lap closes, every
// angle is as the file has it.
type plan struct {
	b     *engine.Board
	lane  float64 // width of a lane
	rank  float64 // length of a rank before adjustment
	parts []part  // by section
}

// part is one section: a straight or an arc.
type part struct {
	x, y, heading float64 // where it begins; heading in radians, y down: to the right is positive
	length, turn  float64
	least         float64 // length that it needs
	ranks         float64
}

// Proportions of a plan, in points.
const (
	planRank     = 30
	planLane     = 30 // of a board with one lane
	planLanes    = 22 // of several
	leastStretch = 0.6
)

// lay puts the sections one behind the other, and then stretches them as little as will close the lap.
func lay(b *engine.Board) *plan {
	p := &plan{b: b, lane: planLane, rank: planRank}
	if len(b.Lanes) > 1 {
		p.lane = planLanes
	}
	turned := 0
	for i := range b.Sections {
		turned += abs(b.Sections[i].Angle)
	}
	for i := range b.Sections {
		s := &b.Sections[i]
		n := float64(max(1, s.Length))
		t := part{ranks: n, length: n * p.rank, turn: float64(s.Angle) * math.Pi / 180}
		if turned == 0 { // nobody said how it bends: a circle
			t.turn = 2 * math.Pi * n * engine.Unit / float64(b.Lap)
		}
		t.least = math.Abs(t.turn) * (p.width()/2 + 12) // the inside of a bend has room too
		t.length = max(t.length, t.least)
		t.least = max(t.least, leastStretch*t.length)
		p.parts = append(p.parts, t)
	}
	p.close()
	return p
}

func abs(n int) int { return max(n, -n) }

func (p *plan) width() float64 { return p.lane * float64(len(p.b.Lanes)) }

// place sets where each section begins, and gives where the last ends.
func (p *plan) place() (x, y float64) {
	heading := 0.0
	for i := range p.parts {
		t := &p.parts[i]
		t.x, t.y, t.heading = x, y, heading
		x, y, heading = t.at(1, 0)
	}
	return x, y
}

// at is a point of a part: how far along, from 0 to 1, and how far to the right of its middle line; and the heading there.
func (t *part) at(along, right float64) (x, y, heading float64) {
	x, y, heading = t.x, t.y, t.heading+t.turn*along
	if t.turn == 0 {
		x, y = x+t.length*along*math.Cos(t.heading), y+t.length*along*math.Sin(t.heading)
	} else {
		r := t.length / t.turn
		x, y = x+r*(math.Sin(heading)-math.Sin(t.heading)), y-r*(math.Cos(heading)-math.Cos(t.heading))
	}
	return x - right*math.Sin(heading), y + right*math.Cos(heading), heading
}

// close stretches the sections so that the lap ends where it begins. What a section adds grows with its length while its angle stands, so
// the least change (in the sense of squares, by length) is a small linear system; what would shrink too far is held, and the rest tries
// again.
func (p *plan) close() {
	held := make([]bool, len(p.parts))
	for range p.parts {
		var axx, axy, ayy, ex, ey float64
		ex, ey = p.place()
		v := make([][2]float64, len(p.parts))
		for i := range p.parts {
			t := &p.parts[i]
			x, y, _ := t.at(1, 0)
			v[i] = [2]float64{x - t.x, y - t.y}
			if l := math.Hypot(v[i][0], v[i][1]); !held[i] && l > 0 {
				axx, axy, ayy = axx+v[i][0]*v[i][0]/l, axy+v[i][0]*v[i][1]/l, ayy+v[i][1]*v[i][1]/l
			}
		}
		det := axx*ayy - axy*axy
		if math.Hypot(ex, ey) < 0.01 || math.Abs(det) < 1e-6 {
			break
		}
		lx, ly := (ayy*ex-axy*ey)/det, (axx*ey-axy*ex)/det
		worst, short := -1, 1.0
		factor := make([]float64, len(p.parts))
		for i := range p.parts {
			factor[i] = 1
			if l := math.Hypot(v[i][0], v[i][1]); !held[i] && l > 0 {
				factor[i] = 1 - (v[i][0]*lx+v[i][1]*ly)/l
				if k := factor[i] * p.parts[i].length / p.parts[i].least; k < short-1e-9 {
					worst, short = i, k
				}
			}
		}
		if worst >= 0 {
			held[worst] = true
			p.parts[worst].length = p.parts[worst].least
			continue
		}
		for i := range p.parts {
			p.parts[i].length *= factor[i]
		}
		p.place()
		break
	}
	p.place()
}

// gap is how far the end of the lap is from its beginning.
func (p *plan) gap() float64 {
	x, y := p.place()
	return math.Hypot(x, y)
}

// span is where a space lies in its section: from and to along it, and left and right of its middle line.
func (p *plan) span(s engine.Space) (t *part, from, to, left, right float64) {
	pl := &p.b.Places[s]
	if pl.By != 0 {
		s = pl.By
	}
	sec := &p.b.Sections[pl.Section]
	t = &p.parts[pl.Section]
	run, i := &sec.Lanes[pl.Lane-1], float64(p.b.Number(s))
	if sec.Corner && run.From == 0 {
		from, to = i/float64(run.Count), (i+1)/float64(run.Count)
	} else {
		from, to = (float64(run.From)+i)/t.ranks, (float64(run.From)+i+1)/t.ranks
	}
	left = float64(pl.Lane-1)*p.lane - p.width()/2
	return t, from, to, left, left + p.lane
}

// outline is the border of a piece of a part, as an SVG path.
func (t *part) outline(from, to, left, right float64) string {
	n := 1
	if t.turn != 0 {
		n = 1 + int(math.Abs(t.turn)*(to-from)*12)
	}
	d := ""
	for i := 0; i <= n; i++ {
		x, y, _ := t.at(from+(to-from)*float64(i)/float64(n), left)
		d += fmt.Sprintf("%c%.1f %.1f", "ML"[min(i, 1)], x, y)
	}
	for i := n; i >= 0; i-- {
		x, y, _ := t.at(from+(to-from)*float64(i)/float64(n), right)
		d += fmt.Sprintf("L%.1f %.1f", x, y)
	}
	return d + "Z"
}

// edge is one side of a piece of a part, as an SVG path.
func (t *part) edge(from, to, right float64) string {
	n := 1
	if t.turn != 0 {
		n = 1 + int(math.Abs(t.turn)*(to-from)*12)
	}
	d := ""
	for i := 0; i <= n; i++ {
		x, y, _ := t.at(from+(to-from)*float64(i)/float64(n), right)
		d += fmt.Sprintf("%c%.1f %.1f", "ML"[min(i, 1)], x, y)
	}
	return d
}
