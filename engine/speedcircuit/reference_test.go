package speedcircuit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boxstop/engine"
)

// A second, slow and obvious reading of SC-8 to SC-26: every path one by one as a row of spaces, each held against the clauses as a person
// with a finger on the board would. It shares nothing with the path search but the state and the board.

// reading is what the reference makes of one car's move.
type reading struct {
	r    *Race
	s    *state
	c    *car
	mph  int64
	n    int
	has  int64
	spun bool // its braking spins it
}

type posted struct {
	index  int
	at     engine.Space
	excess int64 // in steps of 20 mph
	arrow  bool
}

// bend is one passage of a path.
type bend struct {
	posted []posted
	last   int // index of its last space
	cont   bool
}

func (x *reading) place(s engine.Space) *engine.Place { return &x.r.k.board.Places[s] }

func (x *reading) isCorner(s engine.Space) bool {
	return x.r.k.board.Sections[x.place(s).Section].Corner
}

func (x *reading) taken(s engine.Space) bool {
	for i := range x.s.cars {
		o := &x.s.car[i]
		if o != x.c && o.status == running && engine.Space(o.space) == s {
			return true
		}
	}
	return false
}

// bends splits a row of spaces into passages (SC-11), each posted space with its excess and whether it is entered along an arrow (SC-14).
func (x *reading) bends(spaces []engine.Space) (out []bend, arrow uint8) {
	from := engine.Space(x.c.space)
	arrow = x.place(from).Arrow
	inside := x.c.begun != 0 && x.s.rest != restFull // the passage of the start goes on
	section := x.place(from).Section
	cont := inside
	var now *bend
	for i, to := range spaces {
		p := x.place(to)
		if arrow != 0 && x.place(from).Along != to {
			arrow = 0
		}
		if p.Tail {
			arrow = p.Arrow
		}
		if p.Section != section {
			section, now, cont = p.Section, nil, false
		}
		if p.Limit != 0 {
			if now == nil {
				out = append(out, bend{cont: cont})
				now = &out[len(out)-1]
			}
			now.posted = append(now.posted, posted{i, to, x.mph/20 - int64(p.Limit), arrow != 0})
		}
		if now != nil {
			now.last = i
		}
		from = to
	}
	return out, arrow
}

// cost is what a passage costs, and whether it spins out or crashes (SC-10 to SC-12).
func (x *reading) cost(b *bend) (wear int64, spin, crash bool) {
	if b.cont && x.s.rest == restFree {
		return 0, false, false
	}
	onArrow := true
	for _, p := range b.posted {
		onArrow = onArrow && p.arrow
	}
	table := func(over int64) (int64, bool, bool) {
		switch {
		case over >= 4:
			return 0, false, true
		case over == 3 && onArrow:
			return 2, false, false
		case over == 3:
			return 2, true, false
		case over == 2 && onArrow:
			return 1, false, false
		case over == 2:
			return 2, false, false
		case over == 1 && !onArrow:
			return 1, false, false
		}
		return 0, false, false
	}
	if x.s.charge == eachSpace {
		for _, p := range b.posted {
			w, sp, cr := table(p.excess)
			wear, spin, crash = wear+w, sp, cr
			if sp || cr {
				break
			}
		}
	} else {
		worst := int64(0)
		for _, p := range b.posted {
			worst = max(worst, p.excess)
		}
		wear, spin, crash = table(worst)
	}
	if b.cont {
		wear = max(0, wear-x.c.paid)
	}
	return wear, spin, crash
}

// out is a crash.
func (x *reading) out(at engine.Space) outcome {
	home := at != 0 && x.place(at).Front < x.place(engine.Space(x.c.space)).Front && x.c.lap == x.s.laps && x.s.past != 0
	return outcome{end: engine.Space(x.c.space), fate: engine.GoesOut, home: home}
}

// drive drives a row of spaces; ok is false where a car blocks it. decided says that it ends before its last passage is complete.
func (x *reading) drive(spaces []engine.Space) (o outcome, ok, decided bool) {
	block := len(spaces)
	for i, s := range spaces {
		if x.taken(s) {
			block = i
			break
		}
	}
	bends, arrow := x.bends(spaces)
	if x.spun {
		if len(bends) > 0 {
			p := bends[0].posted[0]
			if p.index >= block {
				return o, false, false
			}
			one := bend{posted: []posted{p}, cont: bends[0].cont}
			wear, _, crash := x.cost(&one)
			if crash || wear > x.has && x.s.cannot != 0 {
				return x.out(p.at), true, true
			}
			o = outcome{end: p.at, fate: engine.SpinsOut, wear: int8(min(wear, x.has)), begun: true}
			o.paid = o.wear
			if one.cont {
				o.paid += int8(x.c.paid)
			}
			return o, true, true
		}
		if block < len(spaces) {
			return o, false, false
		}
		o = x.ends(spaces, bends, 0, 0)
		o.fate = engine.SpinsOut
		return o, true, false
	}
	paid := int64(0)
	for i := range bends {
		b := &bends[i]
		if b.posted[0].index >= block {
			return o, false, false
		}
		wear, spin, crash := x.cost(b)
		if left := x.has - paid; wear > left {
			wear, spin = left, true
			crash = crash || x.s.cannot != 0
		}
		last := b.last == len(spaces)-1
		if crash {
			return x.out(b.posted[0].at), true, !last
		}
		paid += wear
		if spin {
			o = outcome{end: b.posted[0].at, fate: engine.SpinsOut, wear: int8(paid), paid: int8(wear), begun: true}
			if b.cont {
				o.paid += int8(x.c.paid)
			}
			return o, true, !last
		}
		if b.last >= block {
			return o, false, false
		}
		if last {
			o.paid = int8(wear)
		}
	}
	if block < len(spaces) {
		return o, false, false
	}
	o = x.ends(spaces, bends, paid, int64(o.paid))
	o.arrow = arrow
	return o, true, false
}

// ends is a move that is driven to its end.
func (x *reading) ends(spaces []engine.Space, bends []bend, wear, paid int64) outcome {
	at := engine.Space(x.c.space)
	same := true // it never left the corner that it stood in
	for _, s := range spaces {
		same = same && x.place(s).Section == x.place(at).Section
		at = s
	}
	o := outcome{end: at, fate: engine.Drives, wear: int8(wear)}
	switch {
	case len(bends) > 0 && bends[len(bends)-1].last == len(spaces)-1:
		o.begun, o.paid = true, int8(paid)
		if bends[len(bends)-1].cont {
			o.paid += int8(x.c.paid)
		}
	case same && x.c.begun != 0 && x.s.rest != restFull:
		o.begun, o.paid = true, int8(x.c.paid)
	}
	return o
}

// rows calls with every row of n spaces from a space.
func (x *reading) rows(at engine.Space, n int, so []engine.Space, yield func([]engine.Space)) {
	if n == 0 {
		yield(so)
		return
	}
	for s := engine.Ahead; s <= engine.Right; s++ {
		if to := x.place(at).To[s]; to != 0 {
			x.rows(to, n-1, append(so[:len(so):len(so)], to), yield)
		}
	}
}

// outcomes are all distinct outcomes of a car's move.
func (r *Race) reference(me engine.Car) (out []outcome) {
	s := &r.s
	c := &s.car[me-1]
	x := &reading{r: r, s: s, c: c, mph: c.speed, n: int(c.speed / 20)}
	add := func(o outcome) {
		if !slices.ContainsFunc(out, func(p outcome) bool { return p.same(&o) }) {
			out = append(out, o)
		}
	}
	owes := int64(0)
	switch over := (c.last - c.decel - c.speed) / 20; {
	case over >= 4:
		return []outcome{x.out(0)}
	case over == 3:
		owes, x.spun = 1, true
	case over > 0:
		owes = over
	}
	if owes > c.wear {
		if s.cannot != 0 {
			return []outcome{x.out(0)}
		}
		owes, x.spun = c.wear, true
	}
	x.has = c.wear - owes
	from := engine.Space(c.space)
	var tows []outcome
	cheapest := func(list []outcome) int {
		n := 1 << 20
		for i := range list {
			n = min(n, list[i].cost())
		}
		return n
	}
	more := 0
	if c.follow != 0 && c.called == s.turn && !x.spun {
		switch lead := s.car[c.follow-1].speed; {
		case lead == 180:
			more = 2
		case lead >= 120 && c.speed <= lead:
			more = 1
		}
	}
	x.rows(from, x.n, nil, func(spaces []engine.Space) {
		o, ok, _ := x.drive(spaces)
		if !ok {
			return
		}
		add(o)
		if o.fate != engine.Drives || more == 0 {
			return
		}
		x.rows(o.end, more, nil, func(tail []engine.Space) {
			for _, t := range tail {
				if x.isCorner(t) || x.taken(t) {
					return
				}
			}
			_, arrow := x.bends(append(spaces[:len(spaces):len(spaces)], tail...))
			t := outcome{end: tail[more-1], fate: engine.Drives, wear: o.wear, tow: true, arrow: arrow}
			if !slices.ContainsFunc(tows, func(p outcome) bool { return p.same(&t) }) {
				tows = append(tows, t)
			}
		})
	})
	if len(tows) > 0 && cheapest(tows) <= cheapest(out) {
		if s.slip == 0 {
			out = tows
		} else {
			out = append(out, tows...)
		}
	}
	free := 0
	if x.spun {
		free = 100
	}
	least := cheapest(out)
	if least <= free || least < 200 && s.avoid == 0 {
		return out
	}
	halts := x.halts()
	if len(halts) > 0 && least >= 200 {
		out = nil
	}
	for _, o := range halts {
		add(o)
	}
	if len(out) == 0 {
		add(x.out(0))
	}
	return out
}

// halts are the longest rows that a car blocks and that do not crash (SC-19).
func (x *reading) halts() (out []outcome) {
	for n := x.n - 1; n >= 0 && len(out) == 0; n-- {
		x.rows(engine.Space(x.c.space), n, nil, func(spaces []engine.Space) {
			end := engine.Space(x.c.space)
			if n > 0 {
				end = spaces[n-1]
			}
			ahead := false
			for s := engine.Ahead; s <= engine.Right; s++ {
				to := x.place(end).To[s]
				ahead = ahead || to != 0 && x.taken(to)
			}
			if !ahead || slices.ContainsFunc(spaces, x.taken) {
				return
			}
			o, ok, decided := x.drive(spaces)
			if !ok || decided || o.fate == engine.GoesOut {
				return
			}
			if o.halt = true; o.fate == engine.Drives || o.end == end {
				o.fate = engine.Collides
			}
			if !slices.ContainsFunc(out, func(p outcome) bool { return p.same(&o) }) {
				out = append(out, o)
			}
		})
	}
	return out
}

// sample plays races with careless drivers and random table options, and yields every position in which a move is asked.
func sample(t testing.TB, slug string, seed uint64, yield func(*Race) bool) {
	luck := rand.New(rand.NewPCG(seed, 1))
	opts := make([]int, len(aboutGame.Options))
	for i, o := range aboutGame.Options {
		if luck.IntN(2) == 0 {
			opts[i] = luck.IntN(len(o.Values))
		}
	}
	r, err := New().Start(engine.Setup{Board: courses[slug], Box: theBox, Entries: entries(2 + luck.IntN(5)), Laps: 1 + luck.IntN(2), Options: opts})
	if err != nil {
		t.Fatal(err)
	}
	race := r.(*Race)
	driver := New().Bot("medium")
	for range 600 {
		asks := race.Asks(nil)
		if len(asks) == 0 {
			return
		}
		a := asks[luck.IntN(len(asks))]
		if a.Done {
			continue
		}
		if a.What == wMove && !yield(race) {
			return
		}
		ans := driver.Answer(race.Public(a.Seat), a, luck.Uint64())
		if luck.IntN(3) == 0 || a.What == wMove && luck.IntN(2) == 0 {
			list := race.Options(nil, a, engine.Offered)
			ans = engine.AnswerWith(a, list[luck.IntN(len(list))])
			if a.What == wSpeed { // fast, but not so fast that nobody is left
				ans.Value = list[min(len(list)-1, len(list)/2+luck.IntN(len(list)/2+1))].Value
			}
		}
		evs, err := race.Decide(nil, ans)
		if err != nil {
			t.Fatalf("%s: %s in %s", aboutGame.Asks[a.What].Name, fault(err), race.Position(nil))
		}
		for _, e := range evs {
			race.Apply(e)
		}
	}
}

// SC-8 to SC-21, SC-25, SC-26: the merged path search lists what an obvious enumerator of paths lists, and offers none dearer.
func TestThePathSearchAgreesWithASlowEnumerator(t *testing.T) {
	n, forced, spun, crashed, towed, ghosts := 0, 0, 0, 0, 0, 0
	races := uint64(24)
	if testing.Short() {
		races = 4
	}
	for slug := range courses {
		for seed := range races {
			sample(t, slug, seed, func(r *Race) bool {
				me := r.s.mover()
				want := r.reference(me)
				got := slices.Clone(r.all(&r.s, me, nil))
				for _, l := range [][2][]outcome{{got, want}, {want, got}} {
					for _, o := range l[0] {
						if !slices.ContainsFunc(l[1], func(p outcome) bool { return p.same(&o) }) {
							t.Fatalf("%+v is in one only\nsearch    %+v\nreference %+v\n%s car %d", o, got, want, r.Position(nil), me)
						}
					}
				}
				offered := r.offered(me)
				if len(offered) == 0 {
					t.Fatalf("nothing is offered of %+v\n%s", want, r.Position(nil))
				}
				for _, o := range want {
					switch o.fate {
					case engine.Collides:
						forced++
					case engine.SpinsOut:
						spun++
						if r.s.car[me-1].last-r.s.car[me-1].decel-r.s.car[me-1].speed < 60 {
							ghosts++
						}
					case engine.GoesOut:
						crashed++
					}
					if o.tow {
						towed++
					}
					if o.fate != engine.Drives {
						continue
					}
					if i := slices.IndexFunc(offered, func(p outcome) bool { return p.end == o.end && p.fate == engine.Drives }); i < 0 || offered[i].cost() > o.cost() {
						t.Fatalf("%+v is not offered, or dearer, in %+v\n%s", o, offered, r.Position(nil))
					}
				}
				n++
				return true
			})
		}
	}
	t.Logf("%d positions; outcomes: %d collisions, %d spinouts (%d in corners), %d crashes, %d slipstreams", n, forced, spun, ghosts, crashed, towed)
	if !testing.Short() && (forced == 0 || spun == 0 || crashed == 0 || towed == 0) {
		t.Error("the sample has not all kinds of outcomes")
	}
}
