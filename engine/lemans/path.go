package lemans

import "boxstop/engine"

// What the path search remembers of a way beside where it is.
const (
	nAcross engine.Note = 1 << iota // the last step was diagonal: the car lies across two lanes (LM-8)
	nTakes                          // its front was on a space of a corner (LM-26)
	nEnters                         // it entered a corner without a chance
	nSpins                          // it spins out where it entered the last one
	nPasses                         // it drove past its pits and owed a stop (LM-33)
	nBeyond                         // and past the exit
	nHalts                          // and is stopped there
	nChance                         // how many corners were entered by a chance: two bits
)

const nChances = 3 * nChance

type spaces [8]uint64

func (b *spaces) set(s engine.Space)      { b[s>>6&7] |= 1 << (s & 63) }
func (b *spaces) has(s engine.Space) bool { return b[s>>6&7]>>(s&63)&1 != 0 }

// road is what the steps of one car run into.
type road struct {
	*course
	s            *state
	me           engine.Car
	c            *car
	card         *card
	from         engine.Space
	taken        spaces // spaces of other cars, front and rear
	nose         spaces // fronts of cars that move
	still        spaces // rears of cars that stopped (LM-4)
	gear         int64
	limits       [2]int64 // gears above which this gear stands: sharp, hairpin
	owes         bool     // a stop, at the next passage of its pits
	halts        bool     // is stopped for missing it at once (LM-33)
	grey         bool     // may drive where the pits are
	tow          bool     // follows a leader (LM-24)
	aim          engine.Space
	leaderRolled int64
}

// rear is the space of the rear of a car whose front is on a space.
func (k *course) rear(s int64) engine.Space { return k.places[s].Behind }

// road is what a car's move runs into.
func (r *Race) road(s *state, me engine.Car) road {
	c := &s.car[me-1]
	m := road{course: r.k, s: s, me: me, c: c, card: &r.k.cards[c.card-1], from: engine.Space(c.space)}
	for i := range s.cars {
		o := &s.car[i]
		if o.status != running || o.stall != 0 || o.space == 0 || i == int64(me-1) {
			continue
		}
		rear := r.k.rear(o.space)
		m.taken.set(engine.Space(o.space))
		m.taken.set(rear)
		if o.still != 0 {
			m.still.set(rear)
		} else {
			m.nose.set(engine.Space(o.space))
		}
	}
	m.taken[0] &^= 1
	m.still[0] &^= 1
	m.owes = c.owed > 0 && r.k.due(s, c)
	m.halts = s.missedStop == 0
	m.grey = r.k.grey[c.space]
	return m
}

// in puts the car in a gear.
func (m *road) in(gear int64) {
	m.gear = gear
	m.limits = [2]int64{m.card.apart(gear, m.card.sharp), m.card.apart(gear, m.card.hairpin)}
}

// over is by how many gears the car is too fast for the corner of a space.
func (m *road) over(s engine.Space) int64 {
	if m.places[s].Marks&markHairpin != 0 {
		return m.limits[1]
	}
	return m.limits[0]
}

// enters reports whether a step enters a corner: a car that begins its move in one is not judged for it again (LM-13).
func (m *road) enters(from, to engine.Space) bool {
	return m.corner[to] && (!m.corner[from] || m.places[from].Section != m.places[to].Section)
}

// rolls is how many dice a car rolls that enters a corner by a step; -1: it spins out (LM-13, LM-15, LM-25).
func (m *road) rolls(to engine.Space) int64 {
	n := m.over(to)
	switch {
	case n >= 2:
		return -1
	case m.tow:
		return 1 + m.leaderRolled>>m.places[to].Section&1
	case n == 1 || m.s.wetRoll != 0 && m.s.wet>>m.places[to].Section&1 != 0:
		return 1
	}
	return 0
}

// step says whether a step may be taken. It is the Enter of every search; refusal tells why it says no.
func (m *road) step(from, to engine.Space, st engine.Step, n engine.Note) (engine.Note, bool) {
	if !drivable(st) || n&(nSpins|nHalts) != 0 || m.taken.has(to) {
		return n, false
	}
	if m.course.grey[to] && (!m.grey || !m.course.grey[from] && !m.owes) {
		return n, false
	}
	n &^= nAcross
	if st != engine.Ahead {
		n |= nAcross
		if m.latePass(from) || m.earlyPass(to) {
			return n, false
		}
	}
	if m.corner[to] {
		n |= nTakes
		if m.enters(from, to) {
			switch k := m.rolls(to); {
			case k < 0:
				n |= nSpins
			case k > 0 && n&nChances == nChances:
				return n, false
			case k > 0:
				n += nChance
			default:
				n |= nEnters
			}
		}
	}
	if m.owes || m.c.missing != 0 {
		n = m.watch(from, to, n)
		if a := m.places[from].To[engine.Ahead]; n&nBeyond != 0 && st != engine.Ahead && a != 0 && !m.taken.has(a) {
			return n, false // it stops on the first free space beyond the exit
		}
	}
	return n, true
}

// latePass reports whether a diagonal leaves a space directly behind a stopped car. A car that began its move there may (LM-10).
func (m *road) latePass(from engine.Space) bool {
	a := m.places[from].To[engine.Ahead]
	return a != 0 && from != m.from && m.still.has(a)
}

// earlyPass reports whether a diagonal ends directly ahead of a car that moves (LM-10).
func (m *road) earlyPass(to engine.Space) bool {
	b := m.places[to].Behind
	return b != 0 && m.nose.has(b)
}

// watch notes that a car that owes a stop drives past its pits (LM-33).
func (m *road) watch(from, to engine.Space, n engine.Note) engine.Note {
	if m.owes && m.passes(from, to, m.ends[m.card.class]) {
		n |= nPasses
	}
	if (n&nPasses != 0 || m.c.missing != 0) && m.halts {
		if m.passes(from, to, m.exit) {
			n |= nBeyond
		}
		if n&(nBeyond|nAcross) == nBeyond && !m.course.grey[to] {
			n |= nHalts
		}
	}
	return n
}

// due reports whether a stop that a car owes is to be made at the next passage of its pits. A passage belongs to the lap that ends there,
// also where the pits lie beyond the line; none is made on the last lap (LM-19).
func (k *course) due(s *state, c *car) bool {
	lap := c.lap
	if int64(k.places[c.space].Front) >= int64(k.ends[k.cards[c.card-1].class]) {
		lap++
	}
	if k.early {
		lap--
	}
	return lap < s.laps
}

// rests reports whether a way may end where it is: not across two lanes, and nobody stands where the rear would.
func (m *road) rests(end engine.Space, n engine.Note) bool {
	if n&nSpins != 0 {
		return true
	}
	b := m.places[end].Behind
	return n&nAcross == 0 && b != 0 && !m.taken.has(b)
}

// covers reports whether who has come so far in one way has no reason to want another.
func covers(a, b engine.Note) bool {
	const same = nSpins | nPasses | nBeyond | nHalts
	return (a^b)&same == 0 && a&nChances <= b&nChances && a&^b&(nAcross|nTakes|nEnters) == 0
}

// trail is what becomes of a car on one path.
type trail struct {
	note  engine.Note
	end   engine.Space
	spent int64
	bad   int // the step that may not be taken, from 1; 0: none
	was   engine.Space
	st    engine.Step
}

// trace follows one path as the search would.
func (m *road) trace(p engine.Path) trail {
	t := trail{end: m.from}
	for i := range p.Len() {
		st := p.Step(i)
		t.was, t.st = t.end, st
		to := engine.Space(0)
		if int(st) < len(m.places[t.end].To) {
			to = m.places[t.end].To[st]
		}
		if to == 0 {
			t.bad = i + 1
			return t
		}
		n, ok := m.step(t.end, to, st, t.note)
		if !ok {
			t.bad, t.end = i+1, to
			return t
		}
		t.note, t.end, t.spent = n, to, t.spent+int64(m.places[to].Cost)
	}
	return t
}

// stands is the car whose front or rear is on a space; 0: none.
func (r *Race) stands(s *state, at engine.Space, but engine.Car) engine.Car {
	for i := range s.cars {
		if o := &s.car[i]; o.status == running && o.stall == 0 && o.space != 0 && engine.Car(i+1) != but && at != 0 &&
			(engine.Space(o.space) == at || r.k.rear(o.space) == at) {
			return engine.Car(i + 1)
		}
	}
	return 0
}
