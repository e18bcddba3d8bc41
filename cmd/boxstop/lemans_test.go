package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boxstop/cmd/internal/control"
	"boxstop/engine"
	"boxstop/engine/lemans"
)

// everyOption switches on what the rule book has as optional, all of it.
var everyOption = []string{
	"option slipstreaming on", "option bonus-moves on", "option over-revving on", "option team-play on", "option solitaire on",
	"option time-limit 10", "option le-mans-start on",
}

// twoTeams are six cars of two drivers.
func twoTeams() (out []string) {
	for _, m := range []string{"R", "B", "Y", "G", "W", "K"} {
		out = append(out, "leave "+m)
	}
	for i, c := range []string{"8 alfa-romeo", "10 mg", "5 mercedes", "3 jaguar", "1 ferrari", "12 porsche"} {
		mark, card, _ := strings.Cut(c, " ")
		out = append(out, fmt.Sprintf("enter %s %s %q by bot %s card %s", mark, card, []string{"Eve", "Ben"}[i%2], []string{"easy", "medium", "hard"}[i/2], card))
	}
	return append(out, "grid lot")
}

// LM-1 to LM-36: four laps of six cars, with every optional rule, are raced on the real console within the ceiling (TB-9); the screen says
// whether the corner of a chance is dry or wet (LM-15), and the record pad adds up in the end (LM-2, LM-28).
func TestFourLapsOfLeMansAreRacedWithEveryOption(t *testing.T) {
	for _, board := range []string{"dunes", "narrows"} {
		t.Run(board, func(t *testing.T) {
			t.Parallel()
			dry, wet := 0, 0
			looks := func(screen string) {
				dry += strings.Count(screen, " is DRY ")
				wet += strings.Count(screen, " is WET ")
				if strings.Contains(screen, "CHANCE, ROLL") && !strings.Contains(screen, "table: PRACTICE") {
					t.Errorf("a chance without its table:\n%s", screen)
				}
			}
			after := func(path string) error {
				s, err := control.ReadRace(path, games, library(t.TempDir()))
				if err != nil {
					return err
				}
				adds(t, s)
				return nil
			}
			more := slices.Concat([]string{"board " + board, "laps 4"}, twoTeams(), everyOption)
			k, err := sitting{game: lemans.New(), seed: 4, cup: true, more: more, looks: looks, after: after}.race(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d moves, %.2f keys a move, at worst %d; %d chances dry, %d wet", k.moves, k.mean(), k.worst, dry, wet)
			if k.mean() > ceilings["lemans"][0] || dry == 0 || wet == 0 {
				t.Errorf("%.2f keys a move; %d chances dry, %d wet", k.mean(), dry, wet)
			}
		})
	}
}

// adds holds the record pad of a race that is over against how it ended.
func adds(t *testing.T, s *control.Session) {
	t.Helper()
	papers := map[string]control.Paper{}
	for _, p := range s.Papers() {
		papers[p.Name] = p
	}
	gears, laps, pad, teams := papers["gears"], papers["laps"], papers["pad"], papers["teams"]
	if len(gears.Rows) != s.Race().Turn() || len(pad.Rows) != 6 || len(teams.Rows) != 2 || len(laps.Rows) != 4 {
		t.Fatalf("%d turns of gears in %d turns, %d cars on the pad, %d teams, %d laps", len(gears.Rows), s.Race().Turn(), len(pad.Rows), len(teams.Rows), len(laps.Rows))
	}
	given, home := 0.0, 0
	for _, st := range s.Race().Stands(nil) {
		if st.Place <= 6 && st.State == engine.Finished {
			home++
		}
	}
	for _, r := range teams.Rows {
		n, err := strconv.ParseFloat(r[1], 64)
		if err != nil {
			t.Error(err)
		}
		given += n
	}
	want := 0.0
	for i, p := range []float64{10, 8, 6, 4, 2, 1} {
		if i < home {
			want += p
		}
	}
	if given != want {
		t.Errorf("%v points are given to %d cars, want %v", given, home, want)
	}
}
