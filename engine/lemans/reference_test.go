package lemans

import (
	"fmt"
	"slices"

	"boxstop/engine"
)

// A second list of a car's moves, slow and plain, written from the clauses alone: it tries every path one step at a time, with no notes, no
// merging and no sets. It must agree with the path search wherever the two are asked.

type slow struct {
	b     *engine.Board
	k     *course
	s     *state
	me    int
	c     *car
	card  *card
	gear  int64
	found map[string]bool
	cheap bool            // some move costs no more than what is free
	paths map[string]bool // that are a move in a gear without hard-braking
	tow   *car
	pits  bool
	aim   engine.Space
	most  int64                   // no path costs more
	stops func(engine.Space) bool // or goes on from, or to, such a space
}

func (r *slow) mark(s engine.Space, m engine.Mark) bool { return r.b.Places[s].Marks&m != 0 }

// onCar is the other car, and whether it stands (LM-4), with its front or rear on a space.
func (r *slow) onCar(s engine.Space, all bool) (front, rear *car) {
	for i := range r.s.cars {
		o := &r.s.car[i]
		if int(i) == r.me || o.status != running || o.stall != 0 || o.space == 0 {
			continue
		}
		if !all && r.pits && r.s.pitFull != 0 && r.k.class[s] == r.card.class {
			continue // any number of cars (LM-19)
		}
		if engine.Space(o.space) == s {
			front = o
		}
		if r.b.Places[o.space].Behind == s {
			rear = o
		}
	}
	return front, rear
}

func (r *slow) free(s engine.Space) bool {
	f, b := r.onCar(s, false)
	return s != 0 && f == nil && b == nil
}

func (r *slow) apart(a, b int64) (n int64) { // gears that there are from b up to a
	for g := int64(1); g <= top; g++ {
		if r.card.speed[g] == 0 {
			continue
		}
		if g > b && g <= a {
			n++
		}
		if g > a && g <= b {
			n--
		}
	}
	return n
}

// try is a car on its way: where it is, after how many steps, and what has become of it.
type try struct {
	at   engine.Space
	n    int
	path engine.Path
	diag bool
	cost int64
	roll int64
	safe bool // entered a corner without a chance
	took bool
	spun bool
	miss bool
	past bool
	halt bool
}

func (r *slow) steps(t try, yield func(try)) {
	at := t.at
	if t.spun || t.halt || t.cost >= r.most || at == r.aim {
		return
	}
	for st := engine.Ahead; st <= engine.Marked; st++ {
		to := r.b.Places[at].To[st]
		if to == 0 || st == engine.AcrossLeft || st == engine.AcrossRight || !r.free(to) {
			continue
		}
		owes := r.c.owed > 0 && r.k.due(r.s, r.c)
		if r.k.grey[to] && !r.k.grey[r.c.space] && !r.pits { // LM-19
			continue
		}
		if r.k.grey[to] && !r.k.grey[at] && !owes {
			continue
		}
		if st != engine.Ahead { // LM-10
			if a := r.b.Places[at].To[engine.Ahead]; t.n > 0 && a != 0 {
				if _, b := r.onCar(a, true); b != nil && b.still != 0 {
					continue
				}
			}
			if b := r.b.Places[to].Behind; b != 0 {
				if f, _ := r.onCar(b, true); f != nil && f.still == 0 {
					continue
				}
			}
		}
		n := t
		n.at, n.n, n.path = to, t.n+1, t.path.Then(st, t.n)
		n.cost += int64(r.b.Places[to].Cost)
		n.diag = st != engine.Ahead
		if r.mark(to, markSharp|markHairpin) {
			n.took = true
			if !r.mark(at, markSharp|markHairpin) || r.b.Places[at].Section != r.b.Places[to].Section {
				lim := r.card.sharp
				if r.mark(to, markHairpin) {
					lim = r.card.hairpin
				}
				over := r.apart(r.gear, lim)
				wet := r.s.wet>>r.b.Places[to].Section&1 == 1
				switch {
				case over > 1:
					n.spun = true
				case r.tow != nil, over == 1, r.s.wetRoll == 1 && wet:
					n.roll++
				default:
					n.safe = true
				}
			}
		}
		crosses := func(mark int32) bool {
			a, b := r.b.Places[at].Front, r.b.Places[to].Front
			if b < a {
				b += r.b.Lap
			}
			return a <= mark && mark < b || a <= mark+r.b.Lap && mark+r.b.Lap < b
		}
		n.miss = n.miss || owes && crosses(r.k.ends[r.card.class])
		if r.s.missedStop == 0 && (n.miss || r.c.missing != 0) && (owes || r.c.missing != 0) {
			n.past = n.past || crosses(r.k.exit)
			n.halt = n.past && !n.diag && !r.k.grey[to]
			if n.past && st != engine.Ahead && r.free(r.b.Places[at].To[engine.Ahead]) {
				continue
			}
		}
		if n.cost > r.most+1 || n.roll > 3 || r.stops != nil && r.stops(to) {
			continue
		}
		yield(n)
		r.steps(n, yield)
	}
}

func (r *slow) rests(t try) bool {
	return t.spun || !t.diag && r.free(r.b.Places[t.at].Behind)
}

func (r *slow) note(t try, gear, brakes, revs, bonus int64, fate string) {
	r.found[fmt.Sprintf("%d b%d r%d %d c%d %s", gear, brakes, revs, t.at, t.roll, fate)] = true
}

// split notes a way for every mixture of hard-brakings and over-revs (LM-20, LM-27, LM-36).
func (r *slow) split(t try, gear, hard, corner, bonus int64, fate string) {
	for b := int64(0); b <= hard; b++ {
		revs := hard - b
		if b > r.c.brakes || revs > 0 && r.s.revving == 0 {
			continue
		}
		revs += corner
		switch n := r.c.lapRevs + revs; {
		case revs > 0 && n > 3:
		case revs > 0 && n == 3:
			r.note(try{at: engine.Space(r.c.space)}, gear, b, revs, 0, "blows")
		default:
			r.cheap = r.cheap || revs <= max(0, min(r.c.revs, 2-r.c.lapRevs))
			r.note(t, gear, b, revs, bonus, fate)
			if b == 0 && r.paths != nil {
				r.paths[fmt.Sprintf("%d %s", gear, t.path.Append(nil))] = true
			}
		}
	}
}

type slowGear struct {
	gear, hard int64
	down       bool
}

// gears are the gears that the car may be in, lowest first.
func (r *slow) gears() (out []slowGear) {
	if r.c.gear == 0 {
		return []slowGear{{gear: 1}}
	}
	in := r.mark(engine.Space(r.c.space), markSharp|markHairpin)
	last := in && (!r.mark(r.b.Places[r.c.space].To[engine.Ahead], markSharp|markHairpin) || r.b.Places[r.b.Places[r.c.space].To[engine.Ahead]].Section != r.b.Places[r.c.space].Section)
	for g := int64(1); g <= top; g++ {
		if r.card.speed[g] == 0 {
			continue
		}
		d := r.apart(r.c.gear, g)
		switch {
		case d == 0:
			out = append(out, slowGear{g, 0, true})
		case in && !last:
		case d == -1:
			out = append(out, slowGear{gear: g})
		case d < 0, last && r.s.lastSpace == 1:
		case r.card.unlimited && d <= 3:
			out = append(out, slowGear{g, 0, true})
		case !r.card.unlimited:
			hard := max(0, d-r.card.free)
			most := r.c.brakes
			if r.s.revving == 1 {
				most += 3 - r.c.lapRevs
			}
			if hard <= most {
				out = append(out, slowGear{g, hard, true})
			}
		}
	}
	return out
}

func (r *slow) freely(x slowGear) bool {
	n := r.c.brakes
	if r.s.revving == 1 {
		n += max(0, min(r.c.revs, 2-r.c.lapRevs))
	}
	return x.hard <= n
}

func (r *slow) start() try { return try{at: engine.Space(r.c.space)} }

// alone lists the car's moves by itself.
func (r *slow) alone() {
	lower := false
	for _, x := range r.gears() {
		r.gear = x.gear
		base, most := r.card.speed[x.gear], r.card.speed[x.gear]
		if x.down && r.c.gear != 0 && r.s.bonus+r.s.revving > 0 {
			for g := x.gear + 1; g <= top; g++ {
				if r.card.speed[g] > 0 {
					most = r.card.speed[g] - 1
					break
				}
			}
		}
		legal := false
		r.most = most
		var all, short []try
		r.steps(r.start(), func(t try) {
			if t.cost > most {
				return
			}
			if r.rests(t) {
				all = append(all, t)
			}
			if t.cost == base-1 && r.rests(t) && !t.spun && !t.halt {
				short = append(short, t)
			}
		})
		one := func(t try) {
			over := max(0, t.cost-base)
			switch {
			case t.spun && over > 0:
			case t.spun:
				legal = true
				if !lower {
					r.split(t, x.gear, 0, 0, 0, "spins")
				}
			case over > 0 && t.took && r.s.revving == 0, over > 0 && !t.took && r.s.bonus == 0:
			case over > 0 && t.took:
				r.split(t, x.gear, x.hard, 1, over, "")
			default:
				r.split(t, x.gear, x.hard, 0, over, "")
			}
		}
		for _, t := range all {
			if t.cost >= base || t.spun || t.halt || x.gear == 1 {
				legal = legal || t.cost == base || t.spun || t.halt
				one(t)
			}
		}
		if !legal {
			r.most = base + 1
			short = slices.DeleteFunc(short, func(t try) bool {
				lost, whole := false, false
				r.steps(t, func(n try) {
					lost = lost || n.n == t.n+1 && n.cost == base+1
					whole = whole || n.n == t.n+1 && n.cost == base
				})
				return !lost || whole
			})
			for _, t := range short {
				one(t)
				legal = true
			}
		}
		if x.gear == 1 {
			if !slices.ContainsFunc(all, func(t try) bool { return t.cost <= base }) && len(short) == 0 {
				r.split(r.start(), 1, x.hard, 0, 0, "")
			}
			legal = true
		}
		lower = lower || legal && r.freely(x)
	}
}

// follows lists the ways to the place directly behind the leader (LM-24).
func (r *slow) follows() {
	aim := r.b.Places[r.b.Places[r.tow.space].Behind].Behind
	lower := false
	for _, x := range r.gears() {
		r.gear = x.gear
		some := false
		one := func(t try) {
			if t.at != aim && !t.spun && !t.halt || !r.rests(t) {
				return
			}
			some = true
			if t.spun && lower {
				return
			}
			if t.spun {
				r.split(t, x.gear, 0, 0, 0, "spins")
				return
			}
			r.split(t, x.gear, x.hard, 0, 0, "")
		}
		if aim == engine.Space(r.c.space) {
			one(r.start())
		} else {
			far := (r.b.Places[aim].Front - r.b.Places[r.c.space].Front + r.b.Lap) % r.b.Lap
			if far > 18*engine.Unit {
				panic("a long tow")
			}
			r.most, r.aim = towCounts, aim
			r.stops = func(s engine.Space) bool {
				return s != aim && (r.b.Places[s].Front-r.b.Places[r.c.space].Front+r.b.Lap)%r.b.Lap > far
			}
			r.steps(r.start(), one)
		}
		lower = lower || some && r.freely(x)
	}
}

// intoPits lists the ways into the pits of the car's class (LM-19).
func (r *slow) intoPits() {
	if r.c.owed == 0 || !r.k.due(r.s, r.c) {
		return
	}
	r.pits = true
	defer func() { r.pits = false }()
	mine := func(s engine.Space) bool { return s != 0 && r.k.class[s] == r.card.class }
	room, first := false, engine.Space(0)
	for i := 1; i < len(r.b.Places); i++ {
		s := engine.Space(i)
		if mine(s) && first == 0 {
			first = s
		}
		room = room || mine(s) && mine(r.b.Places[s].Behind) && r.free(s) && r.free(r.b.Places[s].Behind)
	}
	wait := engine.Space(0)
	if !room {
		for s := r.b.Places[first].Behind; s != 0 && wait == 0; s = r.b.Places[s].Behind {
			if b := r.b.Places[s].Behind; b != 0 && r.free(s) && r.free(b) {
				wait = s
			}
		}
	}
	gears := r.gears()
	if wait != 0 && wait == engine.Space(r.c.space) {
		for _, x := range gears {
			if x.hard == 0 {
				r.cheap = true
				r.note(r.start(), x.gear, 0, 0, 0, "pit")
				return
			}
		}
		return
	}
	for _, x := range gears {
		r.gear = x.gear
		base := r.card.speed[x.gear]
		r.most = base
		if x.down && r.c.gear != 0 && r.s.bonus != 0 {
			for g := x.gear + 1; g <= top; g++ {
				if r.card.speed[g] > 0 {
					r.most = r.card.speed[g] - 1
					break
				}
			}
		}
		hi := r.most
		r.steps(r.start(), func(t try) {
			there := mine(t.at) && mine(r.b.Places[t.at].Behind)
			if wait != 0 {
				there = t.at == wait
			}
			if there && t.cost <= hi && r.rests(t) && !t.spun && !t.halt && (t.cost <= base || !t.took) {
				r.split(t, x.gear, x.hard, 0, 0, "pit")
			}
		})
	}
}

// rams lists the longest ways of a car that has no legal gear (LM-22).
func (r *slow) rams() {
	x := r.gears()[0]
	for _, y := range r.gears() {
		if y.hard == 0 {
			x = y
			break
		}
	}
	r.gear, r.most = x.gear, r.card.speed[x.gear]
	best := []try{r.start()}
	r.steps(r.start(), func(t try) {
		switch {
		case !r.rests(t) || t.cost > r.most:
		case t.cost > best[0].cost:
			best = []try{t}
		case t.cost == best[0].cost:
			best = append(best, t)
		}
	})
	for _, t := range best {
		r.note(t, x.gear, 0, 0, 0, "rams")
	}
}
