package link

// remembered is how many counts of a unit are compared with a new one (PROTOCOL.md, rule 7).
const remembered = 256

// counts is what is remembered of a unit's readings: the last 256 counts that were taken, and which of them are safe.
type counts struct {
	ring [remembered]struct {
		count uint32
		acked bool
		hush  bool // it came while its unit was hushed
	}
	next int
	last uint32
}

// take notes a count. known: it was taken before; acked: and it is safe, so that an ACK got lost.
func (c *counts) take(count uint32) (known, acked bool) {
	for i := range c.ring {
		if c.ring[i].count == count {
			return true, c.ring[i].acked
		}
	}
	c.ring[c.next].count, c.ring[c.next].acked, c.ring[c.next].hush = count, false, false
	c.next = (c.next + 1) % remembered
	c.last = count
	return false, false
}

// ack notes that the reading is safe.
func (c *counts) ack(count uint32) {
	for i := range c.ring {
		if c.ring[i].count == count {
			c.ring[i].acked = true
		}
	}
}

// hushed says whether the reading came first while its unit was hushed, now: it does; then it stays so when it is repeated.
func (c *counts) hushed(count uint32, now bool) bool {
	for i := range c.ring {
		if r := &c.ring[i]; r.count == count {
			r.hush = r.hush || now
			return r.hush
		}
	}
	return now
}

// meet looks at the count in IAM. It forgets everything, and says so, when that lies behind what was taken: the unit's memory is blank
// (PROTOCOL.md, rule 8).
func (c *counts) meet(count uint32) (forgot bool) {
	if c.last == 0 || int32(count-c.last) >= 0 {
		return false
	}
	*c = counts{}
	return true
}
