package lemans

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"boxstop/engine"
)

// TestTheSlowListAgrees: at every move of random races the two lists are the same (LM-5 to LM-10, LM-13 to LM-16, LM-20, LM-26, LM-27, LM-36).
func TestTheSlowListAgrees(t *testing.T) {
	luck := rand.New(rand.NewPCG(7, 7))
	seen := map[string]int{}
	for n := range 12 {
		s := engine.Setup{Board: courses[[]string{"dunes", "narrows"}[n%2]], Box: theBox, Entries: entries(2 + n%8), Laps: 1 + n%2, Options: make([]int, len(aboutGame.Options))}
		for i, o := range aboutGame.Options {
			if o.Field != fTeams && o.Field != fSolitaire && o.Field != fLeMans {
				s.Options[i] = luck.IntN(2)
			}
		}
		started, err := New().Start(s)
		if err != nil {
			t.Fatal(err)
		}
		r := started.(*Race)
		for range 90 {
			asks := r.Asks(nil)
			if len(asks) == 0 {
				break
			}
			a := asks[len(asks)-1]
			if a.What == wMove && (luck.IntN(4) == 0 || r.s.car[a.Car-1].follow > 0 && luck.IntN(2) == 0) {
				compare(t, r, a.Car, seen)
			}
			a = asks[luck.IntN(len(asks))]
			var ans engine.Answer
			if a.Form == engine.Roll {
				ans = New().Bot("easy").Answer(r, a, luck.Uint64())
			} else {
				o := r.Options(nil, a, engine.Legal)
				if a.What == wFollow {
					ans = engine.AnswerWith(a, o[len(o)-1])
				} else {
					ans = engine.AnswerWith(a, o[luck.IntN(len(o))])
				}
			}
			evs, err := r.Decide(nil, ans)
			if err != nil {
				t.Fatalf("%+v: %s in %s", ans, inf(err), r.Position(nil))
			}
			for _, e := range evs {
				r.Apply(e)
			}
		}
	}
	t.Logf("compared: %v", seen)
	if seen["tow"] == 0 || seen["own"] == 0 {
		t.Error("too little was seen")
	}
}

var crowds = flag.Int("crowds", 150, "crowds that the slow list is held against")

// The same in crowds: cars strewn over thirty ranks, in any gear, some of them stopped, some with stops owed (LM-10, LM-19, LM-22).
func TestTheSlowListAgreesInACrowd(t *testing.T) {
	luck := rand.New(rand.NewPCG(3, uint64(*crowds)))
	seen := map[string]int{}
	for n := range *crowds {
		r := crowd(t, luck, n)
		for i := range r.s.cars {
			c := &r.s.car[i]
			if c.status != running || luck.IntN(3) > 0 {
				continue
			}
			compare(t, r, engine.Car(i+1), seen)
			if l := r.directly(&r.s, engine.Car(i+1)); l != 0 && c.gear > 0 && !r.k.grey[c.space] {
				c.follow = int64(l)
				compare(t, r, engine.Car(i+1), seen)
				c.follow = 0
			}
		}
	}
	t.Logf("compared: %v", seen)
	for _, k := range []string{"tow", "pit", "ram", "own"} {
		if seen[k] == 0 {
			t.Errorf("no %s was compared", k)
		}
	}
}

// compare holds the moves of a car against those of the slow list.
func compare(t *testing.T, r *Race, me engine.Car, seen map[string]int) {
	t.Helper()
	c := &r.s.car[me-1]
	ref := &slow{b: r.k.board, k: r.k, s: &r.s, me: int(me - 1), c: c, card: &r.k.cards[c.card-1], found: map[string]bool{}}
	list := r.all(&r.s, me, nil)
	switch {
	case c.follow == int64(me):
		return
	case c.follow > 0:
		seen["tow"]++
		ref.tow = &r.s.car[c.follow-1]
		ref.follows()
	default:
		seen["own"]++
		ref.alone()
		n := len(ref.found)
		ref.intoPits()
		if len(ref.found) > n {
			seen["pit"]++
		}
		if !ref.cheap {
			seen["ram"]++
			ref.rams()
		}
	}
	for _, o := range list {
		if o.gear == 0 {
			continue
		}
		fate := ""
		switch {
		case o.blows:
			fate = "blows"
		case o.pit:
			fate = "pit"
		case o.fate == engine.SpinsOut:
			fate = "spins"
		case o.fate == engine.Collides:
			fate = "rams"
		}
		key := fmt.Sprintf("%d b%d r%d %d c%d %s", o.gear, o.brakes, o.revs, o.end, o.chances, fate)
		if !ref.found[key] && !(o.blows && o.pit) {
			t.Fatalf("car %d: %s is on the list, and not on the slow one in %s", me, key, r.Position(nil))
		}
		delete(ref.found, key)
	}
	for key := range ref.found {
		t.Fatalf("car %d: %s is on the slow list alone in %s", me, key, r.Position(nil))
	}
}

// crowd is a race with cars strewn over thirty ranks.
func crowd(t *testing.T, luck *rand.Rand, n int) *Race {
	t.Helper()
	b := courses[[]string{"dunes", "narrows"}[n%2]]
	s := engine.Setup{Board: b, Box: theBox, Entries: entries(12), Laps: 4, Options: make([]int, len(aboutGame.Options))}
	for i, o := range aboutGame.Options {
		if o.Field != fTeams && o.Field != fSolitaire && o.Field != fLeMans {
			s.Options[i] = luck.IntN(2)
		}
	}
	started, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	r := started.(*Race)
	from := int32(luck.IntN(int(b.Lap)))
	r.s.turn, r.s.wet = 5, int64(luck.Uint64()>>40)
	for i := range r.s.cars {
		r.s.car[i].space = 0
	}
	for i := range r.s.cars {
		c := &r.s.car[i]
		for range 200 {
			at := engine.Space(1 + luck.IntN(len(b.Places)-1))
			d := (b.Places[at].Front - from + b.Lap) % b.Lap
			if d < 30*engine.Unit && b.Places[at].Behind != 0 && r.stands(&r.s, at, 0) == 0 && r.stands(&r.s, b.Places[at].Behind, 0) == 0 {
				c.space = int64(at)
				break
			}
		}
		if c.space == 0 {
			c.status = out
			continue
		}
		c.lap, c.brakes, c.owed = int64(1+luck.IntN(4)), int64(luck.IntN(3)), int64(luck.IntN(4)/3)
		c.lapRevs, c.revs = int64(luck.IntN(3)), 0
		if r.s.revving != 0 {
			c.revs = int64(luck.IntN(3))
		}
		if luck.IntN(4) == 0 {
			c.still, c.stopped = i+1, i+1
		} else if c.gear = int64(1 + luck.IntN(top)); r.k.cards[c.card-1].speed[c.gear] == 0 {
			c.gear = top
		}
	}
	return r
}

// Any legal path is accepted, on the list or not, and no other: every path there is in a gear is answered, and must be taken where the slow
// list drives it, and only there (LM-6 to LM-10, TB-8).
func TestAnyLegalPathIsAccepted(t *testing.T) {
	luck := rand.New(rand.NewPCG(5, 1))
	taken, refused := 0, 0
	for n := range 60 {
		r := crowd(t, luck, n)
		r.s.step, r.s.clock = sMove, 0
		for i := range r.s.cars {
			r.s.car[i].owed = 0
			if r.s.car[i].status == running {
				r.s.car[i].moved = r.s.turn<<4 | 1
			}
		}
		me := engine.Car(1 + luck.IntN(int(r.s.cars)))
		c := &r.s.car[me-1]
		if c.status != running {
			continue
		}
		c.moved = 0
		ref := &slow{b: r.k.board, k: r.k, s: &r.s, me: int(me - 1), c: c, card: &r.k.cards[c.card-1], found: map[string]bool{}, paths: map[string]bool{}}
		ref.alone()
		if len(ref.found) == 0 {
			continue
		}
		for _, x := range ref.gears() {
			if x.hard > 0 || ref.card.speed[x.gear] > 8 {
				continue
			}
			var try func(p engine.Path, n int, at engine.Space, cost int64)
			try = func(p engine.Path, n int, at engine.Space, cost int64) {
				if n > 0 {
					_, err := r.Decide(nil, engine.Answer{What: wMove, Car: me, Value: x.gear, Path: p})
					key := fmt.Sprintf("%d %s", x.gear, p.Append(nil))
					if (err == nil) != ref.paths[key] {
						t.Fatalf("car %d: %s is accepted: %v (%s), by the slow list: %v in %s", me, key, err == nil, inf(err), ref.paths[key], r.Position(nil))
					}
					if err == nil {
						taken++
					} else {
						refused++
					}
				}
				if cost > ref.card.speed[x.gear] {
					return
				}
				for st := engine.Ahead; st <= engine.Marked; st++ {
					if to := r.k.places[at].To[st]; to != 0 && st != engine.AcrossLeft && st != engine.AcrossRight {
						try(p.Then(st, n), n+1, to, cost+int64(r.k.places[to].Cost))
					}
				}
			}
			try(0, 0, engine.Space(c.space), 0)
		}
	}
	t.Logf("%d paths taken, %d refused", taken, refused)
}
