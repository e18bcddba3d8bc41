// Package enginetest holds the laws that every rule set must obey, as property tests. A rule set hands itself and random set-ups to Laws;
// what a law found it says with the position line in which it was broken.
package enginetest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
)

// Game is how the laws play a rule set.
type Game struct {
	Rules engine.Rules
	// Setup draws a random set-up: cars, grid, table options, board.
	Setup func(*rapid.T) engine.Setup
	// Faces is the number of kinds of faces of a die of About.Dice.
	Faces func(die uint8) int
	// Most is the most answers of a race that are played; 0: 400.
	Most int
}

// Laws checks all laws.
func Laws(t *testing.T, g Game) {
	laws := []struct {
		name string
		law  func(*rapid.T, Game)
	}{
		{"decide changes nothing and every event holds the value it finds", decides},
		{"every ask has an accepted answer and every offered option is one", accepts},
		{"an ask says what holds unsaid and each of its options has choices of its own", says},
		{"equal answers give an equal race, folded or decided", folds},
		{"amending an answer to itself changes nothing", amends},
		{"a position that is read back is the same race", reads},
		{"taking events back in reverse gives the position before", undoes},
		{"asks that the race waits for may be answered in any order", commutes},
		{"no step of a drive leads back", drives},
		{"after a ruling the race is over or waits for an answer that it accepts", rules},
		{"after a report or a car that joins the race goes on", reports},
		{"a forbidden answer is an infraction and what it would have led to can stand", forbids},
		{"what is secret changes nothing that anybody can see", secrets},
	}
	for _, l := range laws {
		t.Run(l.name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { l.law(rt, g) })
		})
	}
}

// table is a race that is being played with a source of luck.
type table struct {
	*rapid.T
	Game
	setup engine.Setup
	race  engine.Race
	luck  *rand.Rand
}

func sit(t *rapid.T, g Game) *table {
	s := g.Setup(t)
	r, err := g.Rules.Start(s)
	if err != nil {
		t.Fatalf("start: %v", err)
	}
	return &table{t, g, s, r, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "luck"), 1))}
}

func position(r engine.Race) string { return string(r.Position(nil)) }

// answer is a random accepted-looking answer to an ask; false where there is no option.
func (k *table) answer(r engine.Race, a engine.Ask) (engine.Answer, bool) {
	ans := engine.Answer{What: a.What, Car: a.Car}
	switch a.Form {
	case engine.Roll:
		for i := range a.Dice {
			ans.Faces[i] = uint8(1 + k.luck.IntN(k.Faces(a.Die)))
		}
		return ans, true
	case engine.Draw:
		for c := engine.Car(1); int(c) <= r.Cars(); c++ {
			ans.Order = append(ans.Order, c)
		}
		for _, st := range r.Stands(nil) {
			if st.State >= engine.Finished {
				ans.Order = slices.DeleteFunc(ans.Order, func(c engine.Car) bool { return c == st.Car })
			}
		}
		k.luck.Shuffle(len(ans.Order), func(i, j int) { ans.Order[i], ans.Order[j] = ans.Order[j], ans.Order[i] })
		return ans, true
	}
	o := r.Options(nil, a, engine.Legal)
	if len(o) == 0 {
		return ans, false
	}
	return engine.AnswerWith(a, o[k.luck.IntN(len(o))]), true
}

// take answers, and applies what follows.
func take(r engine.Race, ans engine.Answer) ([]engine.Event, error) {
	evs, err := r.Decide(nil, ans)
	if err != nil {
		return nil, err
	}
	for _, e := range evs {
		r.Apply(e)
	}
	return evs, nil
}

// play plays random answers; before is called with each before it is taken, and may end the play.
func (k *table) play(before func(engine.Ask, engine.Answer) bool) {
	most := k.Most
	if most == 0 {
		most = 400
	}
	n := rapid.IntRange(0, most).Draw(k.T, "answers")
	for range n {
		asks := k.race.Asks(nil)
		if len(asks) == 0 {
			return
		}
		a := asks[k.luck.IntN(len(asks))]
		ans, ok := k.answer(k.race, a)
		if !ok {
			k.Fatalf("%s has no option in %s", k.name(a), position(k.race))
		}
		if before != nil && !before(a, ans) {
			return
		}
		if _, err := take(k.race, ans); err != nil {
			k.Fatalf("%s: %+v is refused (%+v) in %s", k.name(a), ans, err, position(k.race))
		}
	}
}

func (k *table) name(a engine.Ask) string { return k.Rules.About().Asks[a.What].Name }

// sound fails unless the race is over or waits for an answer that it accepts, and no two cars stand where one fits.
func (k *table) sound(r engine.Race, after string) {
	asks := r.Asks(nil)
	waits := false
	for i, a := range asks {
		waits = waits || a.Waits
		if slices.ContainsFunc(asks[:i], a.Same) {
			k.Fatalf("%s: %s is asked twice in %s", after, k.name(a), position(r))
		}
		ans, ok := k.answer(r, a)
		if !ok {
			k.Fatalf("%s: %s has no option in %s", after, k.name(a), position(r))
		}
		if _, err := r.Decide(nil, ans); err != nil {
			k.Fatalf("%s: %s %+v is refused (%+v) in %s", after, k.name(a), ans, err, position(r))
		}
	}
	running := false
	on := map[engine.Space]int{}
	for _, st := range r.Stands(nil) {
		if st.State >= engine.Finished {
			continue
		}
		running = true
		for _, s := range st.Spaces {
			if s == 0 {
				continue
			}
			if int(s) >= len(k.setup.Board.Places) {
				k.Fatalf("%s: car %d on space %d, which the board does not have", after, st.Car, s)
			}
			on[s]++
			if fit := int(k.setup.Board.Places[s].Capacity); fit != 0 && on[s] > fit {
				k.Fatalf("%s: %d cars where %d fit in %s", after, on[s], fit, position(r))
			}
		}
	}
	if !waits && running {
		k.Fatalf("%s: cars run and the race waits for nothing in %s", after, position(r))
	}
}

func infraction(err error) *engine.Infraction {
	var i *engine.Infraction
	errors.As(err, &i)
	return i
}
