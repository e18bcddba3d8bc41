package panel

import (
	"fmt"
	"time"
)

// encoder follows the two contacts of a rotary encoder. It counts states, not edges: a contact that bounces goes one state ahead and one
// back, and a step is a whole way from one rest to the next, so bounce makes none. The zero value is at rest with both contacts open.
type encoder struct {
	per   int8  // edges from rest to rest: 4 or 2
	state uint8 // A<<1 | B of closed contacts: 0 is a rest, and with per 2 so is 3
	way   int8  // states ahead since the last rest
}

// quadrature is how far old<<2|new leads: A closes before B clockwise. Two contacts at once lead nowhere: which came first is not known.
var quadrature = [16]int8{
	0, -1, 1, 0,
	1, 0, 0, -1,
	-1, 0, 0, 1,
	0, 1, -1, 0,
}

// closed takes in the state of the contacts and says how many steps that completes: -1, 0 or 1, clockwise positive.
func (e *encoder) closed(a, b bool) int {
	var s uint8
	if a {
		s |= 2
	}
	if b {
		s |= 1
	}
	e.way += quadrature[e.state<<2|s]
	e.state = s
	if s != 0 && (e.per != 2 || s != 3) {
		return 0
	}
	way := e.way
	e.way = 0
	switch enough := e.per / 2; { // an edge may have been lost on the way
	case e.per == 2 && way > 0, e.per != 2 && way >= enough:
		return 1
	case e.per == 2 && way < 0, e.per != 2 && way <= -enough:
		return -1
	}
	return 0
}

// rest is how long a contact must rest after a change before the next one is believed: contacts bounce for less than 5 ms.
const rest = 8 * time.Millisecond

// contact is a button, or one position of a selector. It believes the level *after* an edge, at once, and then nothing until it had time to
// come to rest; whoever feeds it reads the level again then.
type contact struct {
	down  bool
	until time.Time
}

// level takes in what the line reads. again is how long to wait before it is to be read again; 0: until the next edge.
func (c *contact) level(down bool, at time.Time) (changed bool, again time.Duration) {
	if left := c.until.Sub(at); left > 0 {
		return false, left
	}
	if down == c.down {
		return false, 0
	}
	c.down, c.until = down, at.Add(rest)
	return true, rest
}

// Limits beyond which a part is set aside.
const (
	noisy  = 100              // changes a second, over a window: no hand is faster
	edgy   = 1000             // edges a second, believed or not
	window = 2 * time.Second  //
	stuck  = 60 * time.Second // that a button is held down
)

// noise watches how often a part changes.
type noise struct {
	from           time.Time
	changes, edges int
}

// count takes in an edge, and whether it was believed. It says why the part is to be set aside; "": it is not.
func (n *noise) count(changed bool, at time.Time) string {
	if at.Sub(n.from) > window {
		*n = noise{from: at}
	}
	n.edges++
	if changed {
		n.changes++
	}
	took := max(at.Sub(n.from), time.Millisecond)
	switch {
	case n.changes > noisy*int(window/time.Second):
		return fmt.Sprintf("%d changes in %s (wet?)", n.changes, round(took))
	case n.edges > edgy*int(window/time.Second):
		return fmt.Sprintf("%d edges in %s (wet?)", n.edges, round(took))
	}
	return ""
}

func round(d time.Duration) time.Duration {
	if d > 10*time.Second {
		return d.Round(time.Second)
	}
	return d.Round(100 * time.Millisecond)
}
