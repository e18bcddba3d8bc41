package lemans

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"boxstop/engine"
)

var auditSeed = flag.Int("audit", 11, "seed of the audit of pairs")

// The audit of pairs: every optional rule and every table option with every other one, in races that take any legal answer. What each clause
// says must stay true is held against every answer, from what the race was before it and what it is after.
func TestEveryPairOfOptionalRules(t *testing.T) {
	luck := rand.New(rand.NewPCG(uint64(*auditSeed), 13))
	seen := map[string]int{}
	pairs := 0
	for i := range aboutGame.Options {
		for j := range i {
			o := make([]int, len(aboutGame.Options))
			o[i], o[j] = 1, 1
			if luck.IntN(3) == 0 { // and one more
				o[luck.IntN(len(o))] = 1
			}
			pairs++
			audit(t, luck, o, seen)
		}
	}
	t.Logf("%d pairs; %v", pairs, seen)
	for _, k := range []string{"tow", "chance", "spin", "pit", "bonus", "rev", "late", "stall", "must", "pile", "brake"} {
		if seen[k] == 0 {
			t.Errorf("no race saw a %s", k)
		}
	}
}

func audit(t *testing.T, luck *rand.Rand, o []int, seen map[string]int) {
	s := engine.Setup{
		Board: courses[[]string{"dunes", "narrows"}[luck.IntN(2)]], Box: theBox, Entries: entries(3 * (1 + luck.IntN(3))), Laps: 1 + luck.IntN(3), Options: o,
	}
	started, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	r := started.(*Race)
	for range 220 {
		asks := r.Asks(nil)
		if len(asks) == 0 {
			return
		}
		a := asks[luck.IntN(len(asks))]
		ans := engine.Answer{What: a.What, Car: a.Car}
		switch {
		case a.Form == engine.Roll:
			for i := range a.Dice {
				ans.Faces[i] = uint8(1 + luck.IntN(faces))
			}
		case a.Seconds > 0 && luck.IntN(6) == 0:
			ans.Late = true
		default:
			opts := r.Options(nil, a, engine.Which(luck.IntN(2)))
			ans = engine.AnswerWith(a, opts[luck.IntN(len(opts))])
			if a.What == wFollow {
				ans = engine.AnswerWith(a, opts[len(opts)-1])
			}
		}
		was := r.s
		line := string(r.Position(nil))
		evs, err := r.Decide(nil, ans)
		if err != nil {
			t.Fatalf("%+v: %s in %s", ans, inf(err), line)
		}
		for _, e := range evs {
			r.Apply(e)
		}
		for _, broken := range invariants(r, &was, ans, evs, seen) {
			t.Fatalf("%s: %+v in\n%s\nand\n%s", broken, ans, line, r.Position(nil))
		}
	}
}

// invariants lists what a clause says and is not so.
func invariants(r *Race, was *state, ans engine.Answer, evs []engine.Event, seen map[string]int) (out []string) {
	no := func(clause, f string, a ...any) { out = append(out, clause+": "+fmt.Sprintf(f, a...)) }
	s := &r.s
	on := map[engine.Space]int{}
	for i := range s.cars {
		c, w := &s.car[i], &was.car[i]
		k := &r.k.cards[c.card-1]
		if c.status != running || c.space == 0 {
			continue
		}
		rear := r.k.rear(c.space)
		if c.stall == 0 {
			for _, x := range []engine.Space{engine.Space(c.space), rear} {
				if on[x]++; on[x] > 1 && (r.k.class[x] < 0 || s.pitFull == 0) {
					no("LM-8", "two cars on %s", r.k.board.Address(x))
				}
			}
			if rear == 0 || r.k.places[rear].Lane != r.k.places[c.space].Lane {
				no("LM-8", "car %d lies across two lanes", i+1)
			}
		}
		if c.gear > 0 && k.speed[c.gear] == 0 {
			no("LM-5", "car %d in gear %d", i+1, c.gear)
		}
		if was.turn == s.turn && s.wet&was.wet != was.wet {
			no("LM-17", "a corner dried")
		}
		if c.brakes > w.brakes || w.brakes == 0 && c.brakes != 0 {
			no("LM-21", "car %d: hard-brakings %d to %d", i+1, w.brakes, c.brakes)
		}
		if c.lapRevs >= blown || c.revs > freeRevs || s.revving == 0 && c.revs != 0 {
			no("LM-27", "car %d: %d free, %d in the lap", i+1, c.revs, c.lapRevs)
		}
		if c.spun != 0 && s.wet>>(c.spun-1)&1 == 0 {
			no("LM-17", "car %d stands in a dry corner", i+1)
		}
		if c.stopped != 0 && c.gear != 0 {
			no("LM-35", "car %d stands in gear %d", i+1, c.gear)
		}
		if c.inPit != 0 && r.k.class[c.space] != k.class {
			no("LM-19", "car %d stands in other pits", i+1)
		}
		if w.status == running && w.owed == 0 && c.owed == 0 && w.inPit == 0 && c.inPit != 0 {
			no("LM-19", "car %d owes nothing and stops", i+1)
		}
	}
	if me := s.next(); me != 0 && s.step == sMove && s.car[me-1].still != 0 {
		for i := range s.cars {
			if c := &s.car[i]; c.status == running && c.still == 0 && !s.hasMoved(c) {
				no("LM-4", "car %d stands and moves before car %d", me, i+1)
			}
		}
	}
	if (s.step == sMust) && s.solitaire == 0 {
		no("LM-29", "a die is asked for")
	}
	if ans.Late {
		seen["late"]++
	}
	for _, e := range evs {
		switch e.Kind {
		case kRevs:
			seen["rev"]++
			if s.revving == 0 || ans.Late && without(r, was, ans.Car) {
				no("LM-27", "car %d over-revs", e.Car)
			}
		case kBrakes:
			seen["brake"]++
		case kSpins:
			seen["spin"]++
		case kPiles:
			seen["pile"]++
		case kPits:
			seen["pit"]++
		case kOut:
			seen["stall"]++
		case kMust:
			seen["must"]++
		case kSafe, kDamage:
			seen["chance"]++
		case kShifts:
			c := &was.car[e.Car-1]
			k := &r.k.cards[c.card-1]
			switch d := k.apart(e.Is, e.Was); {
			case e.Was == 0 && e.Is != 1:
				no("LM-35", "car %d starts in gear %d", e.Car, e.Is)
			case e.Was > 0 && d > 1:
				no("LM-5", "car %d shifts up %d", e.Car, d)
			case e.Was > 0 && k.unlimited && d < -threeDown:
				no("LM-20", "car %d of class F comes down %d", e.Car, -d)
			case e.Was > 0 && r.k.corner[c.space] && !r.k.last[c.space]:
				no("LM-14", "car %d shifts in a corner", e.Car)
			case e.Was > 0 && s.lastSpace != 0 && r.k.last[c.space] && d < 0:
				no("LM-14", "car %d shifts down on a last space", e.Car)
			}
		case kDrives:
			drives(r, was, e, no, seen)
		}
	}
	return out
}

// without reports whether a car had a move without an over-rev (LM-30).
func without(r *Race, was *state, me engine.Car) bool {
	w := &Race{k: r.k, s: *was}
	for _, o := range w.all(was, me, nil) {
		if o.revs == 0 && o.fate != engine.SpinsOut && o.gear != 0 {
			return true
		}
	}
	return false
}

// drives holds one drive against the clauses: its count, the passing rules, the place of a tow.
func drives(r *Race, was *state, e engine.Event, no func(string, string, ...any), seen map[string]int) {
	c := &was.car[e.Car-1]
	k := &r.k.cards[c.card-1]
	at, n, taken, corner := engine.Space(c.space), int64(0), false, false
	towed := c.follow > 0 && c.follow != int64(e.Car)
	for i := range e.Path.Len() {
		st := e.Path.Step(i)
		to := r.k.places[at].To[st]
		for j := range was.cars {
			o := &was.car[j]
			if o.status != running || o.space == 0 || o.stall != 0 || engine.Car(j+1) == e.Car {
				continue
			}
			rear := r.k.rear(o.space)
			if (engine.Space(o.space) == to || rear == to) && (was.pitFull == 0 || r.k.class[to] != k.class) {
				no("LM-8", "car %d drives through car %d", e.Car, j+1)
			}
			if st == engine.Ahead {
				continue
			}
			if o.still != 0 && i > 0 && r.k.places[at].To[engine.Ahead] == rear {
				no("LM-10", "car %d passes car %d too late", e.Car, j+1)
			}
			if o.still == 0 && r.k.places[to].Behind == engine.Space(o.space) {
				no("LM-10", "car %d cuts in on car %d", e.Car, j+1)
			}
		}
		n += int64(r.k.places[to].Cost)
		corner = corner || r.k.corner[to]
		taken = taken || r.k.grey[to]
		at = to
	}
	now := &r.s.car[e.Car-1]
	gear := e.N
	base := k.speed[gear]
	whole := now.stopped == 0 && !towed && !taken && now.status == running && c.stall == 0
	switch {
	case towed:
		seen["tow"]++
		l := &was.car[c.follow-1]
		if now.missed == c.missed && at != r.k.places[r.k.rear(l.space)].Behind {
			no("LM-24", "car %d does not end behind car %d", e.Car, c.follow)
		}
	case n > base:
		seen["bonus"]++
		switch {
		case n > k.most(gear) || c.gear == 0 || k.apart(gear, c.gear) > 0 && r.s.step != sChance && c.gear != gear:
			no("LM-26", "car %d drives %d in gear %d", e.Car, n, gear)
		case corner && r.s.revving == 0:
			no("LM-26", "car %d drives %d through a corner in gear %d", e.Car, n, gear)
		case !corner && r.s.bonus == 0:
			no("LM-26", "car %d drives %d in gear %d without bonus moves", e.Car, n, gear)
		}
	case whole && gear > 1 && n < base-1:
		no("LM-6", "car %d drives %d in gear %d, its speed is %d", e.Car, n, gear, base)
	}
}
