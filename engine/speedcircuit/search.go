package speedcircuit

import "boxstop/engine"

// What the path search remembers of a way beside where it is, packed into an engine.Note: the worst excess in the passage of a corner that
// it is in, in steps of 20 mph (3 bits); whether it entered a posted space there off an arrow; whether it is in a passage at all, and in
// one that an earlier turn began; whether it drove through a car, which it may only where a spinout or a crash stops it before; how it
// ended; the wear owed for passages that are over (5 bits); the arrow that it drives along (5 bits); and the first posted space of the
// passage (9 bits), where a spinout would stop it.
const (
	worstBits  engine.Note = 7
	offBit     engine.Note = 1 << 3
	inBit      engine.Note = 1 << 4
	contBit    engine.Note = 1 << 5
	ghostBit   engine.Note = 1 << 6
	spinBit    engine.Note = 1 << 7
	crashBit   engine.Note = 1 << 8
	owedShift              = 9
	owedBits   engine.Note = 31 << owedShift
	arrowShift             = 14
	arrowBits  engine.Note = 31 << arrowShift
	firstShift             = 20
	firstBits  engine.Note = 511 << firstShift
	endBits                = spinBit | crashBit
	passage                = worstBits | offBit | inBit | contBit | ghostBit | firstBits
)

// The charge for the worst excess of a passage, in steps of 20 mph, without an arrow and along one (SC-10); from spins on a spinout comes
// on top, and what is not listed is a crash.
var (
	plain = [4]int8{0, 1, 2, 2}
	along = [4]int8{0, 0, 1, 2}
)

const (
	spins   = 3 // without an arrow
	crashes = 4
)

// road is what the steps of one car's move run into.
type road struct {
	*course
	taken [8]uint64 // spaces with another car
	speed int8      // in steps of 20 mph
	has   int8      // wear left once its braking is paid
	paid  int8      // in the passage that it is in from an earlier turn
	free  bool      // nothing is charged for the rest of that passage (SC-12)
	start engine.Note
	from  engine.Space
	brake brake
}

// brake is what a car owes for coming down to its speed (SC-9).
type brake struct {
	excess int64 // mph more than its deceleration
	wear   int8
	spin   bool
	crash  bool
	broke  bool // it owes more than it has (SC-16)
}

// braking is the charge for the speed that a car has shown (SC-9, SC-16).
func (s *state) braking(c *car) (b brake) {
	x := c.last - c.decel - c.speed
	if x <= 0 {
		return b
	}
	b.excess = x
	switch n := (x + stepMPH - 1) / stepMPH; n {
	case 1, 2:
		b.wear = int8(n)
	case 3:
		b.wear, b.spin = 1, true
	default:
		b.crash = true
	}
	if int64(b.wear) > c.wear {
		b.broke, b.spin = true, true
		b.crash = b.crash || s.cannot != 0
	}
	return b
}

// road is what a car's move runs into.
func (r *Race) road(s *state, me engine.Car) road {
	c := &s.car[me-1]
	k := road{course: r.k, speed: int8(c.speed / stepMPH), from: engine.Space(c.space), brake: s.braking(c)}
	for i := range s.cars {
		if o := &s.car[i]; o.status == running && i != int64(me-1) {
			k.taken[o.space>>6&7] |= 1 << (o.space & 63)
		}
	}
	k.has = int8(min(100, max(0, c.wear-int64(k.brake.wear))))
	p := &k.places[c.space]
	if p.Arrow != 0 {
		k.start = engine.Note(p.Arrow) << arrowShift
	}
	if c.begun != 0 && s.rest != restFull {
		k.start |= inBit | contBit
		k.paid, k.free = int8(c.paid), s.rest == restFree
	}
	return k
}

func (k *road) blocked(at engine.Space) bool { return k.taken[at>>6]>>(at&63)&1 != 0 }

// charge is what a passage costs: wear, and how it ends the way.
func (k *road) charge(n engine.Note) (wear int8, end engine.Note) {
	x := n & worstBits
	if n&contBit != 0 && k.free || x == 0 {
		return 0, 0
	}
	if x >= crashes {
		return 0, crashBit
	}
	if n&offBit != 0 {
		wear = plain[x]
		if x == spins {
			end = spinBit
		}
	} else {
		wear = along[x]
	}
	if n&contBit != 0 {
		wear = max(0, wear-k.paid)
	}
	return wear, end
}

// settle ends the passage that a way is in, and charges it (SC-10 to SC-12, SC-16).
func (k *road) settle(n engine.Note) engine.Note {
	wear, end := k.charge(n)
	owed := int8(n&owedBits>>owedShift) + wear
	if owed > k.has {
		end |= spinBit
	}
	if end != 0 {
		return n&^owedBits | end | engine.Note(owed)<<owedShift
	}
	return n&^(owedBits|passage) | engine.Note(owed)<<owedShift
}

// step keeps the arrow that a way drives along: from its tail on, without a gap (SC-14).
func (k *road) follow(n engine.Note, from, to engine.Space, pl *engine.Place) engine.Note {
	if n&arrowBits != 0 && k.places[from].Along != to {
		n &^= arrowBits
	}
	if pl.Tail {
		n = n&^arrowBits | engine.Note(pl.Arrow)<<arrowShift
	}
	return n
}

// enters is a posted space that is entered: the worst excess of the passage, and whether it is off the arrow.
func (k *road) enters(n engine.Note, pl *engine.Place) engine.Note {
	n |= inBit
	if n&arrowBits == 0 {
		n |= offBit
	}
	if x := k.speed - int8(pl.Limit); x > int8(n&worstBits) {
		n = n&^worstBits | engine.Note(min(x, crashes))
	}
	return n
}

// gentle takes a step on a road where no spinout and no crash can be had.
func (k *road) gentle(from, to engine.Space, _ engine.Step, n engine.Note) (engine.Note, bool) {
	if k.taken[to>>6]>>(to&63)&1 != 0 {
		return n, false
	}
	pl := &k.places[to]
	if n&^owedBits == 0 && pl.Limit == 0 && !pl.Tail {
		return n, true
	}
	n = k.follow(n, from, to, pl)
	if n&inBit != 0 && k.places[from].Section != pl.Section {
		wear, _ := k.charge(n)
		n = n&^passage + engine.Note(wear)<<owedShift
	}
	if pl.Limit == 0 {
		return n, true
	}
	return k.enters(n, pl), true
}

// rough takes a step where spinouts and crashes may come. A way that ends in one ends where that is certain: at the step that leaves the
// corner, or at the first space that it crashes on.
func (k *road) rough(from, to engine.Space, _ engine.Step, n engine.Note) (engine.Note, bool) {
	if n&endBits != 0 {
		return n, false
	}
	pl := &k.places[to]
	if n&inBit != 0 && k.places[from].Section != pl.Section {
		was := n
		n = k.settle(n)
		if n&endBits != 0 {
			return n, true
		}
		if was&ghostBit != 0 {
			return n, false // nothing stopped it before the car that it drove through
		}
	}
	if k.blocked(to) {
		if n&firstBits == 0 {
			return n, false
		}
		n |= ghostBit
	}
	n = k.follow(n, from, to, pl)
	if pl.Limit != 0 {
		if n&firstBits == 0 {
			n |= engine.Note(to) << firstShift
		}
		n = k.enters(n, pl)
		if n&worstBits >= crashes && (n&contBit == 0 || !k.free) {
			n |= crashBit
		}
	}
	return n, true
}

// spun takes a step of a car that spins from its braking: it stops on the first posted space that it enters, and pays for that alone
// (SC-17, SC-25).
func (k *road) spun(from, to engine.Space, _ engine.Step, n engine.Note) (engine.Note, bool) {
	if n&endBits != 0 || k.blocked(to) {
		return n, false
	}
	pl := &k.places[to]
	if n&inBit != 0 && k.places[from].Section != pl.Section {
		n &^= passage
	}
	n = k.follow(n, from, to, pl)
	if pl.Limit == 0 {
		return n, true
	}
	n = k.enters(n, pl) | engine.Note(to)<<firstShift
	m := k.settle(n)
	return n | m&owedBits | m&endBits | spinBit, true
}

// halts takes a step of a car that is bound to run into another: as rough, but nothing is driven through, and what crashes is not
// driven (SC-19).
func (k *road) halts(from, to engine.Space, st engine.Step, n engine.Note) (engine.Note, bool) {
	if k.blocked(to) {
		return n, false
	}
	if k.brake.spin {
		n, ok := k.spun(from, to, st, n)
		return n, ok && n&crashBit == 0
	}
	n, ok := k.rough(from, to, st, n)
	return n, ok && n&endBits == 0
}

// covers reports whether a way is at least as good as another on the same space, whatever comes.
func covers(a, b engine.Note) bool {
	const same = firstBits | inBit | contBit | endBits
	return (a^b)&same == 0 && (a|b)&ghostBit == 0 && a&worstBits <= b&worstBits && a&offBit <= b&offBit && a&owedBits <= b&owedBits &&
		(a&arrowBits == b&arrowBits || b&arrowBits == 0)
}
