package main

import (
	"fmt"
	"slices"
	"testing"

	"boxstop/cmd/internal/control"
	"boxstop/engine"
)

// ceilings are the most keys a move, mean over a bot race, with units and typed (TB-9, ../shared/screens.md).
var ceilings = map[string][2]float64{"pitstop": {1.6, 3.6}, "speedcircuit": {1.4, 2.6}, "lemans": {1.8, 2.0}, "grandprix": {1.8, 1.8}, "usac": {0.5, 2.8}}

// TB-9.
func TestARaceOnTheRealConsoleTakesNoMoreKeysAMoveThanTheCeiling(t *testing.T) {
	for _, g := range games {
		for i, how := range []string{"with units", "typed"} {
			if i == 0 && len(g.About().Dice) == 0 && !secrets(g) {
				continue // a unit has nothing to say
			}
			t.Run(g.About().Game+" "+how, func(t *testing.T) {
				t.Parallel()
				k, err := sat(g, 2, i == 0).race(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if most := ceilings[g.About().Game][i]; most == 0 || k.mean() > most {
					t.Errorf("%.2f keys a move, at most %.1f are allowed", k.mean(), most)
				}
				t.Logf("%d moves, %d keys, %.2f a move, at worst %d", k.moves, k.keys, k.mean(), k.worst)
			})
		}
	}
}

// TB-13: a race of three laps and six drivers is raced with speeds that are shown, entered one after the other at the keyboard, set at
// stations, and mixed: three at stations, the others at the keyboard.
func TestThreeLapsAreRacedInEachWayOfSecrets(t *testing.T) {
	for _, g := range games {
		if !secrets(g) {
			continue
		}
		for _, w := range []struct {
			way      string
			stations int
		}{{"shown", 0}, {"keyboard", 0}, {"stations", 6}, {"stations", 3}} {
			t.Run(fmt.Sprintf("%s %s %d", g.About().Game, w.way, w.stations), func(t *testing.T) {
				t.Parallel()
				k, err := sitting{game: g, seed: 4, cup: true, stations: w.stations, more: []string{"laps 3", "option speeds " + w.way}}.race(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%d moves, %.2f keys a move", k.moves, k.mean())
			})
		}
	}
}

// TB-9: also with what a rule book has as optional or additional, all of it at once.
func TestOptionalRulesKeepTheCeiling(t *testing.T) {
	for _, g := range games {
		var more []string
		for _, o := range g.About().Options {
			if len(o.Values) == 2 && o.Values[0] == "off" && o.Values[1] == "on" && o.Name != "team-play" { // teams have three cars: another field
				more = append(more, "option "+o.Name+" on")
			}
		}
		if more == nil {
			continue
		}
		t.Run(g.About().Game, func(t *testing.T) {
			t.Parallel()
			three := sat(g, 3, true, more...)
			three.cars = 3
			k, err := three.race(t.Context())
			if err != nil {
				t.Fatalf("%v\n%v", more, err)
			}
			t.Logf("%v: %d moves, %d keys, %.2f a move, at worst %d", more, k.moves, k.keys, k.mean(), k.worst)
			if most := ceilings[g.About().Game][0]; k.mean() > most {
				t.Errorf("%.2f keys a move, at most %.1f are allowed", k.mean(), most)
			}
		})
	}
}

// TB-22: a full field over 100 miles by one person: one key runs what needs nobody, and takes what is lit; the rest is chosen. What is moved by
// hand stands on the move sheets, read out once a round.
func TestAFullFieldIsRacedByOnePerson(t *testing.T) {
	t.Parallel()
	g := slices.MaxFunc(games, func(a, b engine.Rules) int { return a.About().MaxCars - b.About().MaxCars })
	cars := g.About().MaxCars
	k, err := sitting{game: g, seed: 3, cars: cars, run: true}.race(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s, %d cars: %d moves, %d keys, %.2f a move, %d lines of move sheets", g.About().Game, cars, k.moves, k.keys, k.mean(), k.hands)
	if k.mean() > 0.3 || k.hands < k.moves/2 {
		t.Errorf("%.2f keys a move, %d moves by hand", k.mean(), k.hands)
	}
}

// BenchmarkReopening folds a race file of 10,000 answers.
func BenchmarkReopening(b *testing.B) {
	dir := b.TempDir()
	path, err := longRace(dir, 10_000)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := control.ReadRace(path, games, library(dir)); err != nil {
			b.Fatal(err)
		}
	}
}
