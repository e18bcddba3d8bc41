package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseAddress reads a place as people type it (places.md), in any case: "c4.2", "line+3/l", "so.c1", "pit". Any count is understood. A
// place without its lane is every space that it can mean, left to right, and "c3" alone is all of corner 3. The error says what is
// allowed instead.
func (b *Board) ParseAddress(text string) ([]Space, error) {
	if b.names == nil {
		if s, ok := b.ParseSpace(text); ok {
			return []Space{s}, nil
		}
		return nil, fmt.Errorf("place %q: a space is section.lane.number", text)
	}
	typed := strings.ToLower(strings.TrimSpace(text))
	spot, lane, laned := strings.Cut(typed, "/")
	if s := b.names.exact[typed]; s != 0 && (laned || len(b.names.spots[spot]) == 1) {
		return []Space{s}, nil
	}
	found, err := b.spot(spot)
	found = slices.Clone(found) // it may be the board's own
	for _, s := range b.names.spots[spot] {
		if err = nil; !slices.Contains(found, s) {
			found = append(found, s)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("place %q: %w", text, err)
	}
	if !laned {
		return found, nil
	}
	for _, codes := range []func(Space) []string{
		func(s Space) []string { return []string{b.names.of[s].lane} },
		b.otherCodes,
	} {
		var out []Space
		for _, s := range found {
			if slices.Contains(codes(s), lane) {
				out = append(out, s)
			}
		}
		if out != nil {
			return out, nil
		}
	}
	var allowed []string
	for _, s := range found {
		if c := b.names.of[s].lane; c != "" && !slices.Contains(allowed, c) {
			allowed = append(allowed, c)
		}
	}
	if allowed == nil {
		return nil, fmt.Errorf("place %q: there is no lane to say at %s", text, spot)
	}
	return nil, fmt.Errorf("place %q: there is no lane %q at %s; allowed are %s", text, lane, spot, strings.Join(allowed, ", "))
}

// laneWords are what a code may be typed as in full.
var laneWords = map[string]string{
	"i": "inside", "m": "middle", "o": "outside", "l": "left", "r": "right", "sl": "left-side", "sr": "right-side",
}

// otherCodes are further ways to type the lane of a space: by its number from the left, by left and right in a corner, in full.
func (b *Board) otherCodes(s Space) []string {
	p := &b.Places[s]
	out := []string{laneWords[b.names.of[s].lane], slug(b.Lanes[p.Lane-1])}
	there := b.present(int(p.Section))
	at := slices.Index(there, int(p.Lane))
	if at < 0 {
		return out
	}
	out = append(out, strconv.Itoa(at+1))
	sides := map[int][]string{2: {"l", "r"}, 3: {"l", "m", "r"}}[len(there)]
	if sides != nil {
		out = append(out, sides[at], laneWords[sides[at]])
	}
	if side := b.Sections[p.Section].innerSide(); side != 0 && sides != nil {
		in := map[int][]string{2: {"i", "o"}, 3: {"i", "m", "o"}}[len(there)]
		if side > 0 {
			at = len(there) - 1 - at
		}
		out = append(out, in[at], laneWords[in[at]])
	}
	return out
}

// spot is every space that an address without its lane can mean.
func (b *Board) spot(spot string) ([]Space, error) {
	if found, err := b.base(spot); found != nil || err != nil {
		return found, err
	}
	i := strings.LastIndexAny(spot, "+-")
	if i <= 0 {
		return nil, b.unknown(spot)
	}
	n, err := strconv.Atoi(spot[i+1:])
	if err != nil {
		return nil, b.unknown(spot)
	}
	if n < 1 || n > 1000 {
		return nil, fmt.Errorf("a count is 1 or more: %s%c1 touches %s", spot[:i], spot[i], spot[:i])
	}
	on := spot[i] == '+'
	if k := b.land(spot[:i]); k >= 0 {
		if out := b.count(&b.names.lands[k], n, on); out != nil {
			return out, nil
		}
		return nil, fmt.Errorf("no lane goes that far from %s", spot[:i])
	}
	from, err := b.base(spot[:i])
	if err != nil {
		return nil, err
	}
	if from == nil {
		return nil, b.unknown(spot[:i])
	}
	var out []Space
	for _, s := range from {
		if by := b.Places[s].By; by != 0 {
			s = by
		}
		for k := 0; k < n && s != 0; k++ {
			s = b.along(s, on)
		}
		if s != 0 {
			out = append(out, s)
		}
	}
	if out == nil {
		return nil, fmt.Errorf("no lane goes that far from %s", spot[:i])
	}
	return out, nil
}

func (b *Board) unknown(spot string) error {
	return fmt.Errorf("there is no landmark %q; allowed are %s", spot, b.landmarks())
}

func (b *Board) along(s Space, on bool) Space {
	if on {
		return b.Places[s].To[Ahead]
	}
	return b.Places[s].Behind
}

// land is a landmark by its address; -1 where there is none.
func (b *Board) land(addr string) int {
	return slices.IndexFunc(b.names.lands, func(l land) bool { return l.addr == addr })
}

// base is the spaces that a landmark itself is: an own print, a corner or a space of it, a run of marked spaces. nil: none such.
func (b *Board) base(spot string) ([]Space, error) {
	if s := b.names.by[spot]; s != nil {
		return s, nil
	}
	var out []Space
	for i := range b.names.of {
		if nm := &b.names.of[i]; nm.own != "" && strings.HasPrefix(nm.own, spot+".") && spot != "grid" {
			out = append(out, Space(i))
		}
	}
	if out != nil {
		return out, nil
	}
	if k := b.land(spot); k >= 0 {
		l := &b.names.lands[k]
		switch {
		case l.corner:
			return b.inCorner(l.n, 0), nil
		case l.in != nil:
			return l.in, nil
		case spot == "grid":
			return nil, fmt.Errorf("which row? grid.1 is the first")
		}
		return nil, fmt.Errorf("before it or after it? %s+1 and %s-1 touch it", spot, spot)
	}
	head, num, ok := cutLast(spot, '.')
	k := b.land(head)
	n, err := strconv.Atoi(num)
	if !ok || k < 0 || err != nil {
		if c, isCorner := strings.CutPrefix(head, "c"); isCorner && ok || k < 0 && Reserved(spot) && spot[0] == 'c' {
			if !isCorner || !ok {
				c = spot[1:]
			}
			if _, err := strconv.Atoi(strings.TrimSuffix(c, "."+num)); err == nil && b.land(head) < 0 {
				return nil, b.unknown(head)
			}
		}
		return nil, nil
	}
	l := &b.names.lands[k]
	if l.corner {
		if out = b.inCorner(l.n, n); out != nil {
			return out, nil
		}
		most := 0
		for _, r := range b.Sections[b.Corner(l.n)].Lanes {
			most = max(most, r.Count)
		}
		return nil, fmt.Errorf("corner %d has the spaces %s.1 to %s.%d", l.n, head, head, most)
	}
	for _, s := range l.in {
		if ranks(b.Places[s].Rear()-l.lo)+1 == n {
			out = append(out, s)
		}
	}
	if out == nil && l.in != nil {
		return nil, fmt.Errorf("%s has the spaces %s.1 to %s.%d", head, head, head, ranks(l.hi-l.lo))
	}
	return out, nil
}

// inCorner are the spaces of a corner; of each lane the n-th only, if n is not 0.
func (b *Board) inCorner(number, n int) (out []Space) {
	si := b.Corner(number)
	for li, r := range b.Sections[si].Lanes {
		for i := range r.Count {
			if n == 0 || i+1 == n {
				out = append(out, b.At(si, li+1, i))
			}
		}
	}
	return out
}

func cutLast(s string, sep byte) (head, tail string, ok bool) {
	i := strings.LastIndexByte(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// count is the n-th space after or before a landmark, of every lane.
func (b *Board) count(l *land, n int, on bool) (out []Space) {
	for li := range b.Lanes {
		if l.lane != 0 && int(l.lane) != li+1 {
			continue
		}
		first, least := Space(0), b.Lap
		for i := range b.Places {
			p := &b.Places[i]
			if i == 0 || p.By != 0 || int(p.Lane) != li+1 {
				continue
			}
			d := b.turn(p.Rear() - l.hi)
			if !on {
				d = b.turn(l.lo - p.Front)
			}
			if d < least {
				first, least = Space(i), d
			}
		}
		if first == 0 || least > 0 && b.cornerWithin(l, least, on) {
			continue
		}
		k := ranks(least) + 1
		for ; k < n && first != 0; k++ {
			first = b.along(first, on)
		}
		if k == n && first != 0 {
			out = append(out, first)
		}
	}
	return out
}

// cornerWithin reports whether a corner begins, or ends, within a distance of a landmark: ranks cannot be counted past it.
func (b *Board) cornerWithin(l *land, d int32, on bool) bool {
	for i := range b.names.lands {
		c := &b.names.lands[i]
		if c.corner && (on && b.turn(c.lo-l.hi) < d || !on && b.turn(l.lo-c.hi) < d) {
			return true
		}
	}
	return false
}
