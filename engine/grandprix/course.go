package grandprix

import (
	"strings"

	"boxstop/engine"
)

// mostSpaces is the most spaces of a board, places beside the road included: what is taken is held in so many bits.
const mostSpaces = 511

// zone is which part of the board a space belongs to.
type zone uint8

const (
	nowhere zone = iota
	track
	leftSide
	rightSide
	pitLane
	inBox   // beside the space in front of it
	atPlace // a finishing place
)

// over is where sideways steps lead: to a side lane, or from an exit onto the track.
type over struct {
	to    engine.Space
	steps engine.Path
	n     uint8
}

// Sides of the road.
const (
	noSide uint8 = iota
	toLeft
	toRight
)

// course is a board and a box as the rules read them. It does not change once built.
type course struct {
	board  *engine.Board
	box    *engine.Box
	places []engine.Place
	zone   []zone
	side   [3][]over // by side and space of the track: the side space at the same height (GP-9)
	open   []uint8   // by space of the track: its sides, toLeft | toRight; both from a middle lane (GP-9, GP-10)
	back   []over    // by exit: the nearest lane of the track (GP-15)
	inPit  []int16   // by space of the pit lane: its place in it, from 1
	grid   []engine.Space
	front  []engine.Space // in front of the box of a team
	boxes  []engine.Space // the box itself
	finish []engine.Space
	blue   int32 // progress of the blue line
}

// survey reads a board and a box, and lists what cannot be raced on:
// lanes that can be changed in a bend, a side lane that a diagonal leads to, exits beside no track, a pit lane that leads past no boxes or
// nowhere, a grid or finishing places that are not all there.
func survey(b *engine.Board, box *engine.Box) (*course, []engine.Problem) {
	k := &course{board: b, box: box, places: b.Places}
	c := &checker{k: k, b: b}
	if len(b.Sections) == 0 || len(b.Places) < 2 {
		c.no(-1, "the board has no sections")
		return k, c.bad
	}
	if len(b.Places)-1 > mostSpaces {
		c.no(-1, "%d spaces; at most %d", len(b.Places)-1, mostSpaces)
		return k, c.bad
	}
	if !c.lanes() {
		return k, c.bad
	}
	k.sideways()
	c.sections()
	c.line()
	c.arrows()
	c.gridFits()
	c.pits()
	c.finishes()
	c.goesOn()
	c.teams(box)
	return k, c.bad
}

// zones says of each lane, from 1, which part of the board it is.
func zones(lanes []string) []zone {
	out := make([]zone, len(lanes)+1)
	for i, l := range lanes {
		switch {
		case strings.HasPrefix(l, "left side"):
			out[i+1] = leftSide
		case strings.HasPrefix(l, "right side"):
			out[i+1] = rightSide
		case l == "pit" || strings.HasPrefix(l, "pit "):
			out[i+1] = pitLane
		default:
			out[i+1] = track
		}
	}
	return out
}

// sideways finds for every space of the track the side spaces at its height, and for every exit the nearest lane of the track.
func (k *course) sideways() {
	n := len(k.places)
	k.open, k.back = make([]uint8, n), make([]over, n)
	k.side[toLeft], k.side[toRight] = make([]over, n), make([]over, n)
	for i := 1; i < n; i++ {
		s := engine.Space(i)
		switch k.zone[i] {
		case track:
			k.side[toLeft][i] = k.across(s, engine.AcrossLeft, leftSide)
			k.side[toRight][i] = k.across(s, engine.AcrossRight, rightSide)
			k.open[i] = k.halves(s)
		case leftSide:
			if k.marked(s, mGreen) {
				k.back[i] = k.across(s, engine.AcrossRight, track)
			}
		case rightSide:
			if k.marked(s, mGreen) {
				k.back[i] = k.across(s, engine.AcrossLeft, track)
			}
		case pitLane:
			if k.marked(s, mGreen) {
				if k.back[i] = k.across(s, engine.AcrossLeft, track); k.back[i].to == 0 {
					k.back[i] = k.across(s, engine.AcrossRight, track)
				}
			}
		}
	}
}

// across goes sideways until it comes to a zone.
func (k *course) across(s engine.Space, st engine.Step, want zone) (o over) {
	for int(o.n) < len(k.board.Lanes) {
		if s = k.places[s].To[st]; s == 0 {
			break
		}
		o.steps = o.steps.Then(st, int(o.n))
		o.n++
		if k.zone[s] == want {
			o.to = s
			return o
		}
	}
	return over{}
}

// halves is to which sides a car on a space of the track may pull over: left of the middle of the road to the left, right of it to the
// right; from the middle lane of three or five to both (GP-9).
func (k *course) halves(s engine.Space) uint8 {
	p := &k.places[s]
	at, n := 0, 0
	for li, r := range k.board.Sections[p.Section].Lanes {
		if r.Count == 0 || k.zoneOf(li+1) != track || !k.abreast(s, li+1) {
			continue
		}
		n++
		if li+1 == int(p.Lane) {
			at = n
		}
	}
	switch d := 2*at - n - 1; {
	case d < 0:
		return toLeft
	case d > 0:
		return toRight
	}
	return toLeft | toRight
}

// abreast reports whether a lane is there beside a space.
func (k *course) abreast(s engine.Space, lane int) bool {
	p := &k.places[s]
	for i := range k.board.Count(int(p.Section), lane) {
		if o := &k.places[k.board.At(int(p.Section), lane, i)]; o.Front >= p.Middle && o.Rear() <= p.Middle {
			return true
		}
	}
	return false
}

func (k *course) zoneOf(lane int) zone { return zones(k.board.Lanes)[lane] }

func (k *course) marked(s engine.Space, bit int) bool { return k.places[s].Marks>>bit&1 != 0 }

// exit reports whether a side lane or the pit lane may be left on a space (GP-15).
func (k *course) exit(s engine.Space) bool { return k.back[s].to != 0 }

// crosses reports whether a step leads over the line (GP-21).
func (k *course) crosses(from, to engine.Space) bool {
	return k.places[to].Front < k.places[from].Front
}

// exempt reports whether a car has still to pass the blue line of its first lap, from a space on which its move begins (GP-6).
func (k *course) exempt(c *car, at engine.Space) bool {
	return c.lap <= 1 && (c.behind != 0 || k.places[at].Front <= k.blue)
}

// lane is the one way on in a side lane or in the pit lane, and how it is taken; 0: the lane ends. A right-lane car that comes to the pits
// drives into them (GP-16).
func (k *course) lane(s engine.Space) (engine.Space, engine.Step) {
	p := &k.places[s]
	if p.By != 0 { // out of a box, past the space in front of it
		p = &k.places[p.By]
	}
	z := k.zone[s]
	if z == rightSide {
		for st := engine.Ahead; st <= engine.Marked; st++ {
			if to := p.To[st]; to != 0 && k.zone[to] == pitLane && st != engine.AcrossLeft && st != engine.AcrossRight {
				return to, st
			}
		}
	}
	if z == inBox {
		z = pitLane
	}
	if to := p.To[engine.Ahead]; to != 0 && k.zone[to] == z {
		return to, engine.Ahead
	}
	return 0, 0
}

// distance is how far along the race a space lies, for a car in its lap.
func (k *course) distance(c *car, s int64) int64 {
	lap := c.lap - 1
	if c.behind != 0 {
		lap--
	}
	return lap*int64(k.board.Lap) + int64(k.places[s].Front)
}
