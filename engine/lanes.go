package engine

import (
	"slices"
	"strconv"
	"strings"
)

// nameLanes sorts the lanes: the road's, side lanes, pit lanes.
func (b *Board) nameLanes() {
	n := b.names
	digits, oval := true, 0
	for i, l := range b.Lanes {
		switch {
		case strings.HasPrefix(l, "left side"):
			n.fixed[i+1] = "sl"
		case strings.HasPrefix(l, "right side"):
			n.fixed[i+1] = "sr"
		case l == "pit" || l == "pits" || strings.HasPrefix(l, "pit "):
			n.fixed[i+1] = "pit"
		default:
			n.road = append(n.road, i+1)
			if _, err := strconv.Atoi(l); err != nil {
				digits = false
			}
			if l == "inside" || l == "outside" {
				oval++
			}
		}
	}
	for k, i := range n.road {
		switch l := b.Lanes[i-1]; {
		case len(n.road) == 1:
			n.fixed[i] = ""
		case digits:
			n.fixed[i] = strconv.Itoa(k + 1)
		case oval == 2 && len(n.road) <= 3:
			n.fixed[i] = l[:1]
		}
	}
}

// laneCode is the lane of a space as an address has it, and whether it is no lane of the road.
func (b *Board) laneCode(s Space) (code string, aloof bool) {
	p := &b.Places[s]
	if p.By != 0 {
		return "", false
	}
	n := b.names
	code, ok := n.fixed[int(p.Lane)]
	if ok {
		return code, !slices.Contains(n.road, int(p.Lane))
	}
	codes := b.laneCodes(int(p.Section))
	return codes[int(p.Lane)], false
}

// present are the lanes of the road, from 1, that a section has.
func (b *Board) present(si int) (out []int) {
	for _, l := range b.names.road {
		if b.Sections[si].Lanes[l-1].Count > 0 {
			out = append(out, l)
		}
	}
	return out
}

// innerSide is which side is inside in a section: -1 left, +1 right, 0 not known.
func (s *Section) innerSide() int {
	switch {
	case s.Inside != 0:
		return int(s.Inside)
	case s.Angle < 0:
		return -1
	case s.Angle > 0:
		return 1
	}
	return 0
}

// laneCodes are the codes of the road's lanes in a section: inside, middle and outside in a corner, left, middle and right on a straight,
// numbers from the left where there are four or more, and none where there is one.
func (b *Board) laneCodes(si int) map[int]string {
	there, s := b.present(si), &b.Sections[si]
	var codes []string
	switch side := s.innerSide(); {
	case len(there) == 1:
		codes = []string{""}
	case len(there) > 3:
		for i := range there {
			codes = append(codes, strconv.Itoa(i+1))
		}
	case s.Corner && side != 0:
		codes = []string{"i", "m", "o"}
		if len(there) == 2 {
			codes = []string{"i", "o"}
		}
		if side > 0 {
			slices.Reverse(codes)
		}
	case len(there) == 2:
		codes = []string{"l", "r"}
	default:
		codes = []string{"l", "m", "r"}
	}
	out := map[int]string{}
	for i, l := range there {
		out[l] = codes[i]
	}
	return out
}
