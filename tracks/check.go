package tracks

import (
	"strings"

	"boxstop/engine"
)

// mostCount is the largest count that a place is said with; above it the checker asks for a landmark (places.md).
const mostCount = 6

// check finds what the graph as a whole must be: every space can be come to and left, every step leads on, every name is one space's.
func (l *loader) check() {
	if len(l.bad) > 0 { // what follows from a mistake is no mistake of its own
		return
	}
	b := l.board
	to := make([]bool, len(b.Places))
	for i := range b.Places {
		for st, t := range b.Places[i].To {
			if t != 0 && l.drives(engine.Step(st)) {
				to[t] = true
			}
		}
	}
	for i := 1; i < len(b.Places); i++ {
		s, p := engine.Space(i), &b.Places[i]
		if p.By != 0 {
			continue
		}
		n := l.nodes[p.Section]
		if !to[i] {
			l.no(n, "nothing leads to %q; a lane begins where one can change into it, or a [[link]] leads there", l.where(s))
		}
		if p.To == [7]engine.Space{} {
			l.no(n, "nothing leads on from %q; a lane ends where one can change out of it, or a [[link]] leads on", l.where(s))
		}
		for st := engine.Ahead; st <= engine.Marked; st++ {
			if st == engine.AcrossLeft || st == engine.AcrossRight || p.To[st] == 0 {
				continue
			}
			if d := b.Places[p.To[st]].Front - p.Front; d <= 0 && d > -b.Lap/2 {
				at := n
				if k := l.links[link{s, st}]; k != nil {
					at = k
				}
				l.no(at, "the step from %q to %q leads back; a step leads on", l.where(s), l.where(p.To[st]))
			}
		}
	}
	l.called()
}

// drives reports whether a kind of step brings a car to a space in a drive.
func (l *loader) drives(s engine.Step) bool {
	return s != engine.NoStep && (l.about.Across || s != engine.AcrossLeft && s != engine.AcrossRight)
}

// called finds names that two spaces share, and asks for landmarks where counts grow long.
func (l *loader) called() {
	b := l.board
	by := map[string]engine.Space{}
	long := make(map[[2]uint8]int) // by section and lane
	for i := 1; i < len(b.Places); i++ {
		s := engine.Space(i)
		name := b.Address(s)
		if o, twice := by[name]; twice {
			l.no(l.nodes[b.Places[i].Section], "%q and %q are both called %s; a landmark tells them apart", l.where(o), l.where(s), name)
		}
		by[name] = s
		if b.Counted(s) > mostCount {
			long[[2]uint8{b.Places[i].Section, b.Places[i].Lane}]++
		}
	}
	for si := range b.Sections {
		n, s := 0, &b.Sections[si]
		for li := range s.Lanes {
			n = max(n, long[[2]uint8{uint8(si), uint8(li + 1)}])
		}
		if n > 0 {
			l.warn(l.nodes[si], "%s, %d spaces, nothing printed near %d of them: add a [[landmark]]", strings.ToLower(s.Name), s.Length, n)
		}
	}
}
