package grandprix

import (
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
)

// wayOf are the spaces of a path, from the road space on which it begins.
func wayOf(b *engine.Board, at engine.Space, p engine.Path) []engine.Space {
	if by := b.Places[at].By; by != 0 {
		at = by
	}
	out := []engine.Space{at}
	for i := range p.Len() {
		at = b.Places[at].To[p.Step(i)]
		out = append(out, at)
	}
	return out
}

// both takes an option in both races.
func both(t interface{ Fatalf(string, ...any) }, race *Race, ref *refRace, a engine.Ask, o engine.Option) {
	way := wayOf(ref.b, engine.Space(race.s.car[o.Car-1].space), o.Path)
	evs, err := race.Decide(nil, engine.AnswerWith(a, o))
	if err != nil {
		t.Fatalf("%+v is refused: %v", o, err)
	}
	for _, e := range evs {
		race.Apply(e)
	}
	ref.take(moveOf(race.k, &o), way)
}

// A slow second implementation agrees over whole random races, with random table options (GP-3 to GP-18, GP-21, GP-22).
func TestASecondImplementationAgreesOverWholeRaces(t *testing.T) {
	home, sides, boxes := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := randomSetup(t)
		s.Grid = engine.ByHand
		s.Options[0] = 1 // nothing is drawn
		started, err := New().Start(s)
		if err != nil {
			t.Fatal(err)
		}
		race := started.(*Race)
		ref := mirror(race)
		luck := rapid.Uint64().Draw(t, "luck")
		driver := New().Bot("easy")
		for range 1500 {
			if err := ref.agrees(race); err != nil {
				t.Fatalf("%v\n%s", err, race.Position(nil))
			}
			asks := race.Asks(nil)
			if len(asks) == 0 {
				break
			}
			opts := race.Options(nil, asks[0], engine.Legal)
			o := opts[engine.Shuffle(&luck)%uint64(len(opts))]
			if o.Fate == engine.GoesOut || engine.Shuffle(&luck)%4 != 0 { // mostly sensible, so that somebody comes home
				ans := driver.Answer(race, asks[0], engine.Shuffle(&luck))
				for i := range opts {
					if x := &opts[i]; x.Car == ans.Car && x.Value == ans.Value && x.Note == ans.Note && x.Path == ans.Path {
						o = *x
					}
				}
			}
			if o.Note>>noteSide&3 != 0 {
				sides++
			}
			if o.Note&noteBox != 0 {
				boxes++
			}
			both(t, race, ref, asks[0], o)
		}
		home += int(race.s.homes)
	})
	t.Logf("%d cars came home, %d pulled over, %d moves for the box", home, sides, boxes)
	if home < 20 || sides < 20 || boxes < 20 {
		t.Error("some of the rules are hardly tried")
	}
}

// The two agree on every line of answers to a depth, from positions where much can happen.
func TestASecondImplementationAgreesByEnumeration(t *testing.T) {
	for _, c := range []struct {
		name string
		opts []string
		cars []string
	}{
		{"a jam before the bend", nil, []string{"R1 Bridge straight/1/3", "R2 Bridge straight/2/4", "R3 Bridge straight/left side/2", "B1 Park bend/1/1", "B2 Park bend/2/1"}},
		{"slipstreams", []string{"slipstream as-many-as-are-free"}, []string{"R1 Park bend/1/5", "R2 Back straight/1/5", "R3 Back straight/right side/5", "B1 Back straight/2/8"}},
		{"the line in the last lap", []string{"choice-of-value must-avoid-the-side-lane"}, []string{"R1 Grid straight/1/9 lap 3", "R2 Grid straight/left side/11 lap 3", "B1 Grid straight/1/12 lap 3", "B2 Tower straight/2/1"}},
		{"the pits", nil, []string{"R1 Back straight/pit/1", "R2 Back straight/right side/1", "R3 Park bend/right side/3", "B1 Back straight/pit/8", "B2 Back straight/4/9"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := placed(t, c.opts, c.cars...)
			lines := 0
			var walk func(race *Race, ref *refRace, deep int)
			walk = func(race *Race, ref *refRace, deep int) {
				if err := ref.agrees(race); err != nil {
					t.Fatalf("%v\n%s", err, race.Position(nil))
				}
				if lines++; deep == 0 {
					return
				}
				for _, a := range race.Asks(nil) {
					for _, o := range race.Options(nil, a, engine.Legal) {
						next := race.clone()
						again := mirror(race)
						both(t, next, again, a, o)
						walk(next, again, deep-1)
					}
				}
			}
			walk(tb.r, mirror(tb.r), 2)
			t.Logf("%d lines", lines)
		})
	}
}
