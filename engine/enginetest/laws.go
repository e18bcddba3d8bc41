package enginetest

import (
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"

	"boxstop/engine"
)

func decides(t *rapid.T, g Game) {
	k := sit(t, g)
	k.play(func(_ engine.Ask, ans engine.Answer) bool {
		was := position(k.race)
		one, err := k.race.Decide(nil, ans)
		two, err2 := k.race.Decide(nil, ans)
		if err != nil || err2 != nil || !slices.Equal(one, two) {
			k.Fatalf("decided twice: %v %v, then %v %v", one, err, two, err2)
		}
		if position(k.race) != was {
			k.Fatalf("Decide changed %s", was)
		}
		c := k.race.Clone()
		for _, e := range one {
			if e.Field != 0 && c.Value(e.Field, e.Car) != e.Was {
				k.Fatalf("%s: %s was %d, the event says %d in %s", g.Rules.About().Kinds[e.Kind].Name,
					g.Rules.About().Fields[e.Field].Name, c.Value(e.Field, e.Car), e.Was, was)
			}
			c.Apply(e)
		}
		if position(k.race) != was {
			k.Fatalf("a clone changed its race: %s", was)
		}
		return true
	})
}

func accepts(t *rapid.T, g Game) {
	k := sit(t, g)
	k.play(func(engine.Ask, engine.Answer) bool {
		if k.luck.IntN(4) != 0 {
			return true
		}
		k.sound(k.race, "at play")
		for _, a := range k.race.Asks(nil) {
			offered, legal := k.race.Options(nil, a, engine.Offered), k.race.Options(nil, a, engine.Legal)
			for _, o := range offered {
				if !slices.Contains(legal, o) {
					k.Fatalf("%s: %+v is offered and not legal in %s", k.name(a), o, position(k.race))
				}
			}
			for _, o := range k.race.Options(nil, a, engine.Refused) {
				if o.Refusal.Fault == 0 {
					k.Fatalf("%s: %+v is refused without a reason in %s", k.name(a), o, position(k.race))
				}
			}
			if a.Form == engine.Roll || a.Form == engine.Draw {
				continue
			}
			for i, o := range legal {
				if _, err := k.race.Decide(nil, engine.AnswerWith(a, o)); err != nil {
					k.Fatalf("%s: %+v is legal and refused (%+v) in %s", k.name(a), o, err, position(k.race))
				}
				if slices.Contains(legal[:i], o) {
					k.Fatalf("%s: %+v stands twice in %s", k.name(a), o, position(k.race))
				}
			}
			if a.Seconds > 0 {
				if _, err := k.race.Decide(nil, engine.Answer{What: a.What, Car: a.Car, Late: true}); err != nil {
					k.Fatalf("%s: late is refused (%+v) in %s", k.name(a), err, position(k.race))
				}
			}
		}
		return true
	})
}

// says checks what an ask says of itself: what holds unsaid is one of its options, and one that the race does not wait for stands before
// another that it does (TB-7, TB-20); no two offered options have the same choices (TB-8).
func says(t *rapid.T, g Game) {
	k := sit(t, g)
	about := g.Rules.About()
	k.play(func(engine.Ask, engine.Answer) bool {
		asks := k.race.Asks(nil)
		if last := asks[len(asks)-1]; !last.Waits {
			k.Fatalf("%s stands last and the race does not wait for it in %s", k.name(last), position(k.race))
		}
		for _, a := range asks {
			if a.Form == engine.Roll || a.Form == engine.Draw {
				if n := len(about.Dice); a.Form == engine.Roll && (int(a.Die) >= n || a.Dice == 0 || a.Dice > engine.MaxDice) {
					k.Fatalf("%s asks for %d dice of kind %d in %s", k.name(a), a.Dice, a.Die, position(k.race))
				}
				continue
			}
			legal := k.race.Options(nil, a, engine.Legal)
			if (!a.Waits || a.Seconds > 0) && !slices.ContainsFunc(legal, func(o engine.Option) bool { return o.Value == int64(a.Unsaid) }) {
				k.Fatalf("%s: unsaid %d is none of its options in %s", k.name(a), a.Unsaid, position(k.race))
			}
			var seen [][]engine.Choice
			for _, o := range k.race.Options(nil, a, engine.Offered) {
				c := g.Rules.Choices(nil, a, o)
				if len(c) == 0 {
					k.Fatalf("%s: %+v has no choice in %s", k.name(a), o, position(k.race))
				}
				for i := range c {
					if c[i].Pick == 0 || int(c[i].Pick) >= len(about.Picks) {
						k.Fatalf("%s: %+v: choice %+v has no name", k.name(a), o, c[i])
					}
				}
				if slices.ContainsFunc(seen, func(s []engine.Choice) bool { return slices.Equal(s, c) }) && a.Car != 0 {
					k.Fatalf("%s: two options are %+v in %s", k.name(a), c, position(k.race))
				}
				seen = append(seen, c)
			}
		}
		return true
	})
}

func folds(t *rapid.T, g Game) {
	k := sit(t, g)
	fold, err := g.Rules.Start(k.setup)
	if err != nil {
		t.Fatal(err)
	}
	var log []engine.Answer
	var events []engine.Event
	k.play(func(_ engine.Ask, ans engine.Answer) bool {
		evs, err := k.race.Decide(nil, ans)
		if err != nil {
			k.Fatal(err)
		}
		log, events = append(log, ans), append(events, evs...)
		return true
	})
	for _, e := range events {
		fold.Apply(e)
	}
	again, err := g.Rules.Start(k.setup)
	if err != nil {
		t.Fatal(err)
	}
	var same []engine.Event
	for _, ans := range log {
		evs, err := take(again, ans)
		if err != nil {
			k.Fatalf("%+v is refused the second time: %+v", ans, err)
		}
		same = append(same, evs...)
	}
	if !slices.Equal(events, same) {
		k.Fatalf("equal answers led to other events")
	}
	for _, r := range []engine.Race{fold, again} {
		if position(r) != position(k.race) || !slices.Equal(r.Asks(nil), k.race.Asks(nil)) {
			k.Fatalf("races differ\n%s\n%s", position(r), position(k.race))
		}
	}
}

// amends undoes to an answer on a copy, gives it again and every later one after it, decided anew (TB-4).
func amends(t *rapid.T, g Game) {
	k := sit(t, g)
	type entry struct {
		answer engine.Answer
		events []engine.Event
	}
	var log []entry
	k.play(func(_ engine.Ask, ans engine.Answer) bool {
		evs, err := k.race.Decide(nil, ans)
		if err != nil {
			k.Fatal(err)
		}
		log = append(log, entry{ans, evs})
		return true
	})
	if len(log) == 0 {
		return
	}
	from := rapid.IntRange(0, len(log)-1).Draw(t, "amended")
	c := k.race.Clone()
	for _, e := range slices.Backward(log[from:]) {
		for _, ev := range slices.Backward(e.events) {
			ev.Was, ev.Is = ev.Is, ev.Was
			c.Apply(ev)
		}
	}
	for i, e := range log[from:] {
		evs, err := take(c, e.answer)
		if err != nil || !slices.Equal(evs, e.events) {
			k.Fatalf("answer %d, given again: %v, %v; want %v", from+i, evs, err, e.events)
		}
	}
	if position(c) != position(k.race) {
		k.Fatalf("amended to itself it is another race\n%s\n%s", position(k.race), position(c))
	}
}

func reads(t *rapid.T, g Game) {
	k := sit(t, g)
	same := func() {
		line := position(k.race)
		r, err := g.Rules.Read(k.setup, line)
		if err != nil {
			k.Fatalf("%v: %s", err, line)
		}
		if position(r) != line || !slices.Equal(r.Asks(nil), k.race.Asks(nil)) || !slices.Equal(r.Stands(nil), k.race.Stands(nil)) {
			k.Fatalf("read back it is another race\n%s\n%s", line, position(r))
		}
	}
	k.play(func(engine.Ask, engine.Answer) bool {
		if k.luck.IntN(8) == 0 {
			same()
		}
		return true
	})
	same()
}

func undoes(t *rapid.T, g Game) {
	k := sit(t, g)
	k.play(func(_ engine.Ask, ans engine.Answer) bool {
		was := position(k.race)
		asks := k.race.Asks(nil)
		c := k.race.Clone()
		evs, err := take(c, ans)
		if err != nil {
			k.Fatal(err)
		}
		for _, e := range slices.Backward(evs) {
			e.Was, e.Is = e.Is, e.Was
			c.Apply(e)
		}
		if position(c) != was || !slices.Equal(c.Asks(nil), asks) {
			k.Fatalf("undone it is another race\n%s\n%s", was, position(c))
		}
		return true
	})
}

func commutes(t *rapid.T, g Game) {
	k := sit(t, g)
	k.play(func(engine.Ask, engine.Answer) bool {
		var open []engine.Ask
		for _, a := range k.race.Asks(nil) {
			if a.Waits && !a.Done { // the last secret closes those that are done
				open = append(open, a)
			}
		}
		if len(open) < 2 {
			return true
		}
		i := k.luck.IntN(len(open))
		j := (i + 1 + k.luck.IntN(len(open)-1)) % len(open)
		x, _ := k.answer(k.race, open[i])
		y, _ := k.answer(k.race, open[j])
		one, two := k.race.Clone(), k.race.Clone()
		for _, err := range []error{second(take(one, x)), second(take(one, y)), second(take(two, y)), second(take(two, x))} {
			if err != nil {
				k.Fatalf("%+v and %+v: one closes the other (%+v) in %s", x, y, err, position(k.race))
			}
		}
		if position(one) != position(two) {
			k.Fatalf("%+v and %+v do not commute in %s", x, y, position(k.race))
		}
		return true
	})
}

func second(_ []engine.Event, err error) error { return err }

func drives(t *rapid.T, g Game) {
	k := sit(t, g)
	about, b := g.Rules.About(), k.setup.Board
	k.play(func(_ engine.Ask, ans engine.Answer) bool {
		evs, err := k.race.Decide(nil, ans)
		if err != nil {
			k.Fatal(err)
		}
		for _, e := range evs {
			if !about.Kinds[e.Kind].Drive || e.Field != about.Space || e.Was == 0 {
				continue
			}
			at := engine.Space(e.Was)
			if by := b.Places[at].By; by != 0 {
				at = by
			}
			for i := range e.Path.Len() {
				s := e.Path.Step(i)
				to := b.Places[at].To[s]
				if s == engine.Marked && to == 0 {
					to = b.Places[b.Places[at].To[engine.Ahead]].Aside
				}
				if to == 0 {
					k.Fatalf("%+v: step %d leads nowhere", e, i+1)
				}
				if p, q := b.Places[at].Front, b.Places[to].Front; q < p && p-q < b.Lap/2 {
					k.Fatalf("%+v: step %d leads back", e, i+1)
				}
				at = to
			}
			if e.Path != 0 && e.Path.Len() < engine.MaxSteps && at != engine.Space(e.Is) {
				k.Fatalf("%+v: the path ends on %d", e, at)
			}
		}
		return true
	})
}

func rules(t *rapid.T, g Game) {
	k := sit(t, g)
	about := g.Rules.About()
	var ruled []engine.Field
	for f := range about.Fields {
		if about.Fields[f].Ruled {
			ruled = append(ruled, engine.Field(f))
		}
	}
	k.play(func(engine.Ask, engine.Answer) bool {
		if k.luck.IntN(30) != 0 {
			return true
		}
		ans := engine.Answer{Reason: "a law"}
		for range 1 + k.luck.IntN(3) {
			f := ruled[k.luck.IntN(len(ruled))]
			if k.luck.IntN(2) == 0 {
				f = about.Space
			}
			a := &about.Fields[f]
			x := engine.Setting{Field: f}
			if a.Car {
				x.Car = engine.Car(1 + k.luck.IntN(k.race.Cars()))
			}
			x.Is = a.Min + k.luck.Int64N(a.Max-a.Min+1)
			if a.Holds == engine.ASpace {
				x.Is = int64(k.luck.IntN(len(k.setup.Board.Places)))
			}
			ans.Set = append(ans.Set, x)
		}
		k.ruling(ans)
		return false // the answer at hand was to another race
	})
	for range 3 {
		k.play(nil)
		k.sound(k.race, "after a ruling")
	}
}

// ruling takes a ruling, or sees it refused whole.
func (k *table) ruling(ans engine.Answer) {
	was := position(k.race)
	_, err := take(k.race, ans)
	if err != nil {
		if infraction(err) == nil {
			k.Fatalf("%+v: %v is no infraction", ans, err)
		}
		if position(k.race) != was {
			k.Fatalf("%+v was refused and changed %s", ans, was)
		}
		return
	}
	k.sound(k.race, "ruling")
}

func reports(t *rapid.T, g Game) {
	k := sit(t, g)
	k.play(func(engine.Ask, engine.Answer) bool {
		switch k.luck.IntN(40) {
		case 0:
			list := k.race.Reports(nil)
			if len(list) == 0 {
				return true
			}
			a := list[k.luck.IntN(len(list))]
			if a.Waits || a.Form != engine.Report {
				k.Fatalf("%+v is no report", a)
			}
			k.ruling(engine.Answer{What: a.What, Car: a.Car})
		case 1:
			n := k.race.Cars()
			k.ruling(engine.Answer{Join: true, Car: engine.Car(n + 1)})
			if n >= g.Rules.About().MaxCars && k.race.Cars() > n {
				k.Fatalf("car %d joined; the box has %d", n+1, n)
			}
		default:
			return true
		}
		return false // the answer at hand was to another race
	})
	k.sound(k.race, "after reports")
	k.play(nil)
}

func forbids(t *rapid.T, g Game) {
	k := sit(t, g)
	about := g.Rules.About()
	k.play(func(engine.Ask, engine.Answer) bool {
		ans := engine.Answer{
			What: engine.What(k.luck.IntN(len(about.Asks) + 1)), Car: engine.Car(k.luck.IntN(k.race.Cars() + 2)),
			Value: int64(k.luck.IntN(10)) - 1, Late: k.luck.IntN(8) == 0,
		}
		if ans.What == 0 {
			return true
		}
		for i := range k.luck.IntN(engine.MaxDice + 1) {
			ans.Faces[i] = uint8(1 + k.luck.IntN(4))
		}
		_, err := k.race.Decide(nil, ans)
		if err == nil {
			return true
		}
		i := infraction(err)
		if i == nil || i.Fault == 0 || int(i.Fault) >= len(about.Faults) || int(i.Clause) >= len(about.Clauses) {
			k.Fatalf("%+v: %+v says nothing in %s", ans, err, position(k.race))
		}
		if len(i.Led) > 0 {
			c := k.race.Clone()
			for _, e := range i.Led {
				if e.Field != 0 && c.Value(e.Field, e.Car) != e.Was {
					k.Fatalf("%+v: what it led to says was %d of %s", ans, e.Was, about.Fields[e.Field].Name)
				}
				c.Apply(e)
			}
			k.sound(c, "stand all the same")
		}
		return true
	})
}

func secrets(t *rapid.T, g Game) {
	k := sit(t, g)
	about := g.Rules.About()
	k.play(func(engine.Ask, engine.Answer) bool {
		var secret []engine.Ask
		left := 0
		for _, a := range k.race.Asks(nil) {
			if a.Secret {
				secret = append(secret, a)
				if !a.Done {
					left++
				}
			}
		}
		if len(secret) == 0 {
			return true
		}
		a := secret[k.luck.IntN(len(secret))]
		if !a.Done && left < 2 {
			return true // it would reveal
		}
		x, _ := k.answer(k.race, a)
		y, _ := k.answer(k.race, a)
		one, two := k.race.Clone(), k.race.Clone()
		ex, err := take(one, x)
		ey, err2 := take(two, y)
		if err != nil || err2 != nil {
			k.Fatalf("%s is refused: %v %v", k.name(a), err, err2)
		}
		for i := range ex {
			if i < len(ey) && ex[i].Redacted(about) != ey[i].Redacted(about) {
				k.Fatalf("events differ: %+v %+v", ex[i].Redacted(about), ey[i].Redacted(about))
			}
		}
		p, q := one.Public(0), two.Public(0)
		if len(ex) != len(ey) || position(p) != position(q) || !slices.Equal(p.Asks(nil), q.Asks(nil)) ||
			!slices.Equal(p.Stands(nil), q.Stands(nil)) || !slices.Equal(p.Reports(nil), q.Reports(nil)) {
			k.Fatalf("what everybody sees differs\n%s\n%s", position(p), position(q))
		}
		for _, a := range p.Asks(nil) {
			for _, w := range []engine.Which{engine.Offered, engine.Legal, engine.Refused} {
				if !slices.Equal(p.Options(nil, a, w), q.Options(nil, a, w)) {
					k.Fatalf("options of %s differ", k.name(a))
				}
			}
		}
		for c := engine.Car(1); int(c) <= p.Cars(); c++ {
			if !slices.Equal(p.Gauges(nil, c), q.Gauges(nil, c)) {
				k.Fatalf("gauges of car %d differ", c)
			}
		}
		return true
	})
}

// Options draws a random value for each table option of a game.
func Options(t *rapid.T, about *engine.About) []int {
	luck := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "options"), 2))
	out := make([]int, len(about.Options))
	for i, o := range about.Options {
		if luck.IntN(2) == 0 {
			out[i] = luck.IntN(len(o.Values))
		}
	}
	return out
}
