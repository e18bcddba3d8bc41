package pitstop

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
)

// agrees compares all that people can see.
func (r *refRace) agrees(race *Race) error {
	var open []string
	for _, a := range race.Asks(nil) {
		n := int(a.Dice)
		if a.Form != engine.Roll {
			n = len(race.Options(nil, a, engine.Legal))
		}
		open = append(open, fmt.Sprint(a.Car, " ", aboutGame.Asks[a.What].Name, " ", n))
	}
	if want := r.open(); !slices.Equal(open, want) {
		return fmt.Errorf("open: got %q, want %q", open, want)
	}
	for i, c := range r.cars {
		got := &race.s.car[i]
		status := running
		switch {
		case c.home:
			status = finished
		case !c.running:
			status = out
		}
		if got.status != status {
			return fmt.Errorf("car %d: status %d, want %d", i+1, got.status, status)
		}
		if status == finished {
			continue
		}
		at, cell := engine.Space(got.space), c.cell
		if status == out {
			at, cell = engine.Space(got.where), c.outCell
		}
		if race.k.cell[at] != int16(cell) || status == running && c.inPits != (at == race.k.pit) || got.lap != int64(c.lap) {
			return fmt.Errorf("car %d: lap %d space %d, want lap %d cell %d, pits %v", i+1, got.lap, at, c.lap, cell, c.inPits)
		}
		if status == out {
			continue
		}
		if got.gear != int64(c.gear) || got.tyres != int64(c.tyres) || got.fuel != int64(c.fuel) || got.waits != int64(c.waits) || got.rank != int64(c.place) {
			return fmt.Errorf("car %d: gear %d tyres %d fuel %d waits %d rank %d, want %+v", i+1, got.gear, got.tyres, got.fuel, got.waits, got.rank, *c)
		}
	}
	if race.s.turn != int64(r.turn) {
		return fmt.Errorf("turn %d, want %d", race.s.turn, r.turn)
	}
	return nil
}

// mirror sets the second race up where the first one stands, at a beginning of a move.
func mirror(race *Race) *refRace {
	r := &refRace{cells: race.k.cells, pit: race.k.entry, turn: int(race.s.turn), mover: int(race.s.mover) - 1, waitsFor: "roll", opt: map[string]string{}}
	for _, o := range aboutGame.Options {
		r.opt[o.Name] = o.Values[race.Value(o.Field, 0)]
	}
	for i := range r.cells {
		r.limit = append(r.limit, 50*int(race.k.limit[i]))
	}
	for i := range race.s.cars {
		c := race.s.car[i]
		r.cars = append(r.cars, &refCar{
			name: int(i), cell: int(race.k.cell[c.space]), lap: int(c.lap), gear: int(c.gear), tyres: int(c.tyres), fuel: int(c.fuel),
			soft: c.kind == soft, running: true, place: int(c.rank), leader: -1, lastSpeed: int(c.speed), moved: c.moved == race.s.turn,
			emptySince: int(c.dry), inPits: c.space == int64(race.k.pit), served: c.served != 0, waits: int(c.waits),
		})
	}
	return r
}

// A slow second implementation agrees over whole random races, with random table options (PS-3 to PS-24).
func TestASecondImplementationAgreesOverWholeRaces(t *testing.T) {
	home, races := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		races++
		s := randomSetup(t)
		s.Grid = engine.ByHand
		started, err := New().Start(s)
		if err != nil {
			t.Fatal(err)
		}
		race := started.(*Race)
		luck := rapid.Uint64().Draw(t, "luck")
		careful := rapid.IntRange(0, 3).Draw(t, "careful") > 0
		for i := int64(1); race.s.step == sKinds; i++ {
			tb := engine.Answer{What: wKind, Car: engine.Car(i), Value: int64(engine.Shuffle(&luck) % 2)}
			evs, err := race.Decide(nil, tb)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range evs {
				race.Apply(e)
			}
		}
		ref := mirror(race)
		driver := New().Bot("medium")
		for range 3000 {
			if err := ref.agrees(race); err != nil {
				t.Fatalf("%v\n%s", err, race.Position(nil))
			}
			asks := race.Asks(nil)
			if len(asks) == 0 {
				break
			}
			a := asks[engine.Shuffle(&luck)%uint64(len(asks))]
			ans := driver.Answer(race, a, engine.Shuffle(&luck))
			if a.Form != engine.Roll && (!careful || engine.Shuffle(&luck)%5 == 0) {
				o := race.Options(nil, a, engine.Legal)
				ans = engine.AnswerWith(a, o[engine.Shuffle(&luck)%uint64(len(o))])
			}
			if engine.Shuffle(&luck)%400 == 0 {
				if rs := race.Reports(nil); len(rs) > 0 {
					ans = engine.Answer{What: wRetires, Car: rs[engine.Shuffle(&luck)%uint64(len(rs))].Car}
				}
			}
			evs, err := race.Decide(nil, ans)
			if err != nil {
				t.Fatalf("%+v: %s", ans, fault(err))
			}
			for _, e := range evs {
				race.Apply(e)
			}
			ref.take(ans)
		}
		for _, st := range race.Stands(nil) {
			if st.State == engine.Finished {
				home++
			}
		}
	})
	if 2*home < races {
		t.Errorf("only %d cars came home in %d races: the second half of the rules is hardly tried", home, races)
	}
}

// The two agree on every line of answers to a depth, from positions where much can happen.
func TestASecondImplementationAgreesByEnumeration(t *testing.T) {
	for _, c := range []struct {
		name  string
		opts  []string
		cars  []car
		depth int
	}{
		{"traffic before the pits", nil, []car{on(46, 3).with(3, 1), on(48, 2), on(48, 2), on(48, 1)}, 4},
		{"a corner on the last points", []string{"last-cell-paid-in-part drives-on"}, []car{on(8, 4).with(2, 2), on(7, 3).with(1, 0)}, 5},
		{"slipstream and soft tyres", []string{"slipstream on", "soft-tyres on"}, []car{on(26, 2), on(25, 2), on(24, 2)}, 6},
		{"the line in the last lap", []string{"slipstream on", "second-roll gear"}, []car{on(58, 2), on(57, 2), on(1, 1)}, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i := range c.cars {
				if c.name == "the line in the last lap" {
					c.cars[i].lap = 3
				}
				c.cars[i].kind = int64(i+1) % 2
			}
			tb := place(t, c.opts, c.cars...)
			lines := 0
			var walk func(race *Race, line []engine.Answer)
			walk = func(race *Race, line []engine.Answer) {
				ref := mirror(tb.r)
				for _, a := range line {
					ref.take(a)
				}
				if err := ref.agrees(race); err != nil {
					t.Fatalf("%v after %+v\n%s", err, line, race.Position(nil))
				}
				lines++
				if len(line) == c.depth {
					return
				}
				engine.EachAnswer(race, func(uint8) int { return 3 }, func(a engine.Answer) {
					evs, err := race.Decide(nil, a)
					if err != nil {
						t.Fatalf("%+v: %s", a, fault(err))
					}
					next := race.clone()
					for _, e := range evs {
						next.Apply(e)
					}
					walk(next, append(line[:len(line):len(line)], a))
				})
			}
			walk(tb.r, nil)
			t.Logf("%d lines", lines)
		})
	}
}
