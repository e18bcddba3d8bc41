package engine

import (
	"errors"
	"fmt"
	"slices"
)

// Link builds the graph of Sections: it numbers the spaces, in driving order, lane by lane, gives each its progress along the lap, and
// joins them by steps. Every section names all lanes, left to right; capacity is how many cars fit on a space, 0 any number.
//
// The rules of the geometry:
//
//   - The spaces of a corner divide its length evenly, so that lanes of unequal number begin and end level. On a straight every space is
//     one rank long: a lane with fewer spaces is short, and begins From ranks into the section.
//   - A diagonal leads to the neighbouring lane's space at the front corner of the space left: the first that reaches further than it
//     (where the two end level, the next one). No corner can be cut under this rule.
//   - A sideways step leads to the first space of the other lane that reaches at least as far, and Offset or OffR spaces further where
//     the board says so. Lanes that are not there in a section are stepped over.
//   - With Across a section has sideways steps only; NoLeft and NoRight then forbid those. Otherwise they forbid diagonals, and sideways
//     steps are there for who pulls over.
func (b *Board) Link(capacity int) {
	b.Places = make([]Place, 1)
	b.first = make([][]Space, len(b.Sections))
	b.Arrows, b.names = nil, nil
	at, corner := int64(0), 0
	for si := range b.Sections {
		s := &b.Sections[si]
		s.Number = 0
		if s.Corner {
			corner++
			s.Number = corner
		}
		if s.Length == 0 {
			for _, r := range s.Lanes {
				s.Length = max(s.Length, r.From+r.Count)
			}
		}
		for li, r := range s.Lanes {
			b.first[si] = append(b.first[si], Space(len(b.Places)))
			for i := range r.Count {
				b.Places = append(b.Places, b.place(s, si, li, i, at, capacity))
			}
		}
		at += int64(s.Length) * Unit
	}
	b.Lap = int32(at)
	for si := range b.Sections {
		for li := range b.Sections[si].Lanes {
			for i := range b.Sections[si].Lanes[li].Count {
				b.join(si, li, i)
			}
		}
	}
}

// place is space i of a lane of a section that begins at a progress.
func (b *Board) place(s *Section, si, li, i int, at int64, capacity int) Place {
	r := &s.Lanes[li]
	from, span, n := int64(r.From), int64(r.Count), int64(r.Count)
	if s.Corner && r.From == 0 {
		span = int64(s.Length)
	}
	p := Place{
		Section: uint8(si), Lane: uint8(li + 1), Cost: 1, Capacity: uint8(capacity),
		Front:  int32(at + from*Unit + span*Unit*int64(i+1)/n),
		Middle: int32(at + from*Unit + span*Unit*int64(2*i+1)/(2*n)),
	}
	if r.Limits != nil {
		p.Limit = uint8(r.Limits[i])
	}
	if r.Costs != nil {
		p.Cost = uint8(r.Costs[i])
	}
	return p
}

// join sets the steps of one space.
func (b *Board) join(si, li, i int) {
	s := &b.Sections[si]
	me := b.At(si, li+1, i)
	p := &b.Places[me]
	left, right := !slices.Contains(s.NoLeft, li+1), !slices.Contains(s.NoRight, li+1)
	if a := b.next(si, li, i); a != 0 {
		p.To[Ahead] = a
		b.Places[a].Behind = me
	}
	if !s.Across {
		if left {
			p.To[Left] = b.diagonal(si, li, i, -1)
		}
		if right {
			p.To[Right] = b.diagonal(si, li, i, +1)
		}
	}
	if !s.Across || left {
		p.To[AcrossLeft] = b.further(b.sideways(si, li, i, -1), s.Lanes[li].Offset)
	}
	if !s.Across || right {
		p.To[AcrossRight] = b.further(b.sideways(si, li, i, +1), s.Lanes[li].OffR)
	}
}

// end is the progress at which a section ends.
func (b *Board) end(si int) int32 {
	n := int64(0)
	for i := 0; i <= si; i++ {
		n += int64(b.Sections[i].Length)
	}
	return int32(n * Unit)
}

// Rear is the progress of the rear of a space along the lap.
func (p *Place) Rear() int32 { return 2*p.Middle - p.Front }

// next is the space ahead in the same lane; 0 where the lane ends.
func (b *Board) next(si, li, i int) Space {
	if i+1 < b.Sections[si].Lanes[li].Count {
		return b.At(si, li+1, i+1)
	}
	return b.enter(si, li, b.Places[b.At(si, li+1, i)].Front)
}

// enter is the first space of a lane in the section after si, if one can come to it from a space of si that ends at front.
func (b *Board) enter(si, li int, front int32) Space {
	ni := (si + 1) % len(b.Sections)
	if front != b.end(si) || li >= len(b.Sections[ni].Lanes) || b.Sections[ni].Lanes[li].Count == 0 || b.Sections[ni].Lanes[li].From != 0 {
		return 0
	}
	return b.At(ni, li+1, 0)
}

// diagonal is the neighbouring lane's space at the front corner of a space.
func (b *Board) diagonal(si, li, i, side int) Space {
	s, nl := &b.Sections[si], li+side
	if nl < 0 || nl >= len(s.Lanes) {
		return 0
	}
	me := &b.Places[b.At(si, li+1, i)]
	for j := range s.Lanes[nl].Count {
		o := b.At(si, nl+1, j)
		if p := &b.Places[o]; p.Front > me.Front {
			if p.Rear() > me.Front { // the lane begins further on
				return 0
			}
			return o
		}
	}
	return b.enter(si, nl, me.Front)
}

// sideways is the space of the next lane on a side at the same height.
func (b *Board) sideways(si, li, i, side int) Space {
	s, nl := &b.Sections[si], li+side
	for nl >= 0 && nl < len(s.Lanes) && s.Lanes[nl].Count == 0 {
		nl += side
	}
	if nl < 0 || nl >= len(s.Lanes) {
		return 0
	}
	me := &b.Places[b.At(si, li+1, i)]
	for j := range s.Lanes[nl].Count {
		o := b.At(si, nl+1, j)
		if p := &b.Places[o]; p.Front >= me.Front {
			if p.Rear() >= me.Front {
				return 0
			}
			return o
		}
	}
	return 0
}

// further is n spaces ahead of a space in its lane, or as far as the lane goes.
func (b *Board) further(s Space, n int) Space {
	for ; s != 0 && n > 0; n-- {
		p := &b.Places[s]
		a := b.next(int(p.Section), int(p.Lane)-1, b.Number(s))
		if a == 0 {
			return s
		}
		s = a
	}
	return s
}

// Connect sets a step of a space, where a board differs from the rules of Link; to 0 takes the step away.
func (b *Board) Connect(from Space, s Step, to Space) {
	p := &b.Places[from]
	if s == Ahead {
		if old := p.To[Ahead]; old != 0 && b.Places[old].Behind == from {
			b.Places[old].Behind = 0
		}
		if to != 0 {
			b.Places[to].Behind = from
		}
	}
	p.To[s] = to
}

// PutAside adds a place beside a road space, at the same height, that holds any number of cars and that no step leads to: a rule set
// says who goes there. All such places come behind the road spaces. There is one beside a road space at most.
func (b *Board) PutAside(road Space, marks Mark) (Space, error) {
	if b.Places[road].Aside != 0 {
		return 0, errors.New("there is a place beside this space already")
	}
	r := b.Places[road]
	s := Space(len(b.Places))
	b.Places = append(b.Places, Place{By: road, Section: r.Section, Lane: r.Lane, Front: r.Front, Middle: r.Middle, Cost: 1, Marks: marks})
	b.Places[road].Aside = s
	return s, nil
}

// AddArrow prints a path through lanes on the board, tail first. Every step must be drivable. An arrow may end where another begins; no
// two arrows cross elsewhere.
func (b *Board) AddArrow(name string, path []Space) error {
	if len(path) < 2 {
		return fmt.Errorf("arrow %s has no step; an arrow is a tail and at least one step", name)
	}
	if len(b.Arrows) >= 255 {
		return errors.New("there are 255 arrows already")
	}
	for i, s := range path {
		p := &b.Places[s]
		if i+1 < len(path) && slices.Index(p.To[1:], path[i+1]) < 0 {
			return fmt.Errorf("arrow %s: step %d cannot be driven", name, i+1)
		}
		if p.Arrow == 0 {
			continue
		}
		ends := i == len(path)-1 && p.Tail // this one ends where that one begins
		begins := i == 0 && p.Along == 0   // this one begins where that one ends
		if !ends && !begins {
			return fmt.Errorf("arrow %s crosses arrow %s; an arrow may only end where another begins", name, b.Arrows[p.Arrow-1].Name)
		}
	}
	b.Arrows = append(b.Arrows, Arrow{Name: name, Spaces: slices.Clone(path)})
	id := uint8(len(b.Arrows))
	for i, s := range path {
		p := &b.Places[s]
		last := i == len(path)-1
		if last && p.Tail {
			break
		}
		p.Arrow, p.Tail = id, i == 0
		if !last {
			p.Along = path[i+1]
		}
	}
	return nil
}

// Cell is the rank of a space along the lap, counted from 1 behind the line: on a board of one lane the number of its cell.
func (b *Board) Cell(s Space) int { return int((b.Places[s].Front + Unit - 1) / Unit) }
