package control

import (
	"slices"
	"strings"
	"testing"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
	"boxstop/tracks"
)

// US-2, S7: while cars qualify each shows its best lap, or that none counts, not a dash; over the column stands what it is.
func TestWhoHasQualifiedShowsHisTime(t *testing.T) {
	k := field(t, 12, "grid trial")
	k.do("run car")
	table := k.look().table()
	st := k.race.Stands(nil)
	i := slices.IndexFunc(st, func(s engine.Stand) bool { return s.Car == 1 })
	j := slices.IndexFunc(table.Cars, func(c view.Car) bool { return c.Mark == k.Words.Mark(1) })
	if got := table.Cars[j]; got.Flag == "" || got.Flag != k.Words.Flag(st[i]) || got.Cells[0] != "-" {
		t.Fatalf("the first car shows %q %q", got.Cells[0], got.Flag)
	}
	for _, c := range table.Cars {
		if c.Mark != table.Cars[j].Mark && c.Flag != "" {
			t.Errorf("%s has not begun and shows %q", c.Mark, c.Flag)
		}
	}
	if !strings.Contains(table.Head, "best lap") {
		t.Errorf("the head of the column is %q", table.Head)
	}
}

// TB-22: a run that ends qualifying says what the table is asked, and nothing of a round that has not begun.
func TestARunThatEndsQualifyingSaysWhatIsAsked(t *testing.T) {
	k := field(t, 33, "grid trial")
	out, err := k.Do("director", "run round", "", true)
	if err != nil {
		t.Fatal(err)
	}
	if o := k.waiting(); o.Form != engine.Draw {
		t.Fatalf("no cars are level: another seed; %+v", o.Ask)
	}
	if said := out.Said[0]; !strings.HasSuffix(said, "stops before the table: draw lots") {
		t.Errorf("said %q", said)
	}
	if got := k.look().moved(); got != "" {
		t.Errorf("nobody moves, and the head says %q", got)
	}
	k.do("draw")
	if got := k.look().moved(); !strings.Contains(got, "of 33 moved") {
		t.Errorf("in a round the head says %q", got)
	}
}

// TB-22: what befell a car in a run, which nobody saw, is said with it: the run of rounds says it of each car that stands or is out.
func TestARunSaysWhoStandsOrIsOut(t *testing.T) {
	k := field(t, 33)
	k.do("draw")
	seen := 0
	for range 200 {
		if k.Over() || seen > 2 {
			break
		}
		state := func() map[engine.Car]engine.State {
			m := map[engine.Car]engine.State{}
			for _, st := range k.race.Stands(nil) {
				m[st.Car] = st.State
			}
			return m
		}
		before := state()
		out, err := k.Do("director", "run round", "", true)
		if err != nil {
			o := k.waiting()
			k.do(k.optionLine(o.Ask, k.race.Options(nil, o.Ask, engine.Offered)[0]))
			continue
		}
		for c, s := range state() {
			if s == before[c] || s == engine.Running || s == engine.Finished {
				continue
			}
			if seen++; !strings.Contains(out.Said[0], k.Words.Mark(c)+" ") {
				t.Errorf("%s stands or is out; said %q", k.Words.Mark(c), out.Said)
			}
		}
	}
	if seen == 0 {
		t.Fatal("nothing befell a car")
	}
}

// TB-22: a standing order for a car that a bot drives changes nothing until a person drives it: that is said, with what would help.
func TestAStandingOrderForABotSaysThatItWaits(t *testing.T) {
	k := sit(t, "game usac", "seed 7", `deal 9 "Anna" bot`)
	k.do("draw")
	for c := engine.Car(1); c <= 9; c++ {
		m := k.Words.Mark(c)
		out, err := k.Do("director", "standing "+m+" mode accelerate", "", true)
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(out.Said, "; "); k.isBot(c) != strings.Contains(said, "drive "+m+" ") {
			t.Errorf("of %s, a bot's: %t, it says %q", m, k.isBot(c), said)
		}
	}
}

// TB-22: a field that is too large for the game that is chosen next leaves the set-up; one that fits stays.
func TestAFieldThatTheNextGameCannotTakeLeaves(t *testing.T) {
	p := NewPlan(games, tracks.Library{})
	for _, l := range []string{"game usac", `deal 33 Anna Ben`, "game pitstop"} {
		if err := p.Do(l); err != nil {
			t.Fatal(err)
		}
	}
	if len(p.Cars) != 0 {
		t.Errorf("%d cars stay", len(p.Cars))
	}
	for _, l := range []string{`enter R "red" "Anna"`, "game usac"} {
		if err := p.Do(l); err != nil {
			t.Fatal(err)
		}
	}
	if len(p.Cars) != 1 {
		t.Errorf("%d cars stay of 1", len(p.Cars))
	}
}

// TB-18: a grid that a race of another game gave, or that the next game does not know, is drawn by lot there.
func TestAGridThatTheNextGameCannotHaveIsDrawn(t *testing.T) {
	for _, c := range []struct{ grid, want string }{{"last", "lot"}, {"standing", "lot"}, {"trial", "lot"}, {"lot", "lot"}, {"R", "hand"}} {
		p := NewPlan(games, tracks.Library{})
		for _, l := range []string{"game usac", `enter R "red" "Anna"`, "grid " + c.grid, "game pitstop"} {
			if err := p.Do(l); err != nil {
				t.Fatal(err)
			}
		}
		if p.Grid != c.want {
			t.Errorf("grid %s: then %s, want %s", c.grid, p.Grid, c.want)
		}
	}
}

// TB-22, TB-25: what can be run while cars qualify, where such a run ends, and the way to the grid are said in the words of the game.
func TestQualifyingIsNamedByTheGame(t *testing.T) {
	k := field(t, 12, "grid trial")
	var says []string
	for _, r := range k.runs() {
		says = append(says, r.Line+": "+r.Cols[0])
	}
	if got, want := strings.Join(says, "\n"), "run lap: the Pi drives this lap\nrun car: the Pi drives all laps of 1\nrun round: the Pi drives all that are left, of all cars"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	out, err := k.Do("director", "run car", "", true)
	if err != nil {
		t.Fatal(err)
	}
	if want := "; qualifying goes on with " + k.who(k.waiting().Ask); !strings.Contains(out.Said[0], want) {
		t.Errorf("said %q, want %q in it", out.Said[0], want)
	}
	p := NewPlan(games, tracks.Library{})
	for _, c := range []struct{ game, want string }{{"usac", "by lot, by qualifying, "}, {"pitstop", "by lot, rolled, "}} {
		if err := p.Do("game " + c.game); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(p.gridLine(p.Rules.About(), p).Says, ", "); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: the grid is found %s, want %s…", c.game, got, c.want)
		}
	}
}
