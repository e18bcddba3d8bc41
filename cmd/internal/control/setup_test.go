package control

import (
	"strings"
	"testing"
	"testing/synctest"

	"boxstop/engine"
	"boxstop/tracks"
)

// S1: where the cards of a box are of cars, these are the cars that it offers, each under its number; a car that is put right keeps its
// card and its units, and what the rule set would refuse at the start stands on the page.
func TestTheSetUpOffersTheCarsOfTheBoxAndSaysWhatIsWrong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir(), func(o *Options) { o.Games = shelf() })
		e.say("game lemans", "option team-play on")
		spare := e.Snapshot().Setup.Spare
		if len(spare) != 12 || spare[0].Mark != "1" || spare[0].Card != "ferrari" || spare[0].Say != "Ferrari, 1" {
			t.Fatalf("got %+v, want twelve cars, Ferrari first", spare)
		}
		e.say(`enter 1 ferrari "Anna" card ferrari die 7F3A`, `enter 1 ferrari "Ann"`, `enter 10 mg "Ann" card mg`, `enter 5 mercedes "Ann" card mercedes`, `enter 8 alfa-romeo "Ben" card alfa-romeo`)
		s := e.Snapshot().Setup
		if len(s.Spare) != 8 {
			t.Errorf("%d cars are left, want 8", len(s.Spare))
		}
		if c := s.Cars[0]; c.Driver != "Ann" || c.Card != "ferrari" || c.Rest != " die 7F3A" {
			t.Errorf("put right: got %+v", c)
		}
		if got := strings.Join(s.Wrong, " "); !strings.Contains(got, "LM-28") || !strings.Contains(got, "Ben") {
			t.Errorf("wrong: %q; want that Ben has one car of three", got)
		}
		if len(s.Notes) != 0 {
			t.Errorf("numbers do not begin alike: %q", s.Notes)
		}
		e.kill()
	})
}

// LM-4, S2: who moves next is listed in the order of the moves: a car that stands spun out comes after all others.
func TestWhoMovesNextIsInTheOrderOfTheMoves(t *testing.T) {
	s := sit(t, "game lemans", "board dunes", "enter 8 alfa-romeo \"Ben\" card alfa-romeo", "enter 1 ferrari \"Anna\" card ferrari", "enter 3 jaguar \"Cleo\" card jaguar", "grid 8 1 3")
	w := s.look()
	for i := range w.stands {
		if s.Words.Mark(w.stands[i].Car) == "1" {
			w.stands[i].Queue = 1
		}
	}
	if got := strings.Join(w.then(), ", "); got != "3 Cleo, 1 Anna" {
		t.Errorf("got %s, want 3 Cleo, 1 Anna", got)
	}
}

// LM-1, PS-16: the grid of the race before is taken over where the book says so; where it draws the grid anew for every race it is drawn, and
// the set-up says that.
func TestAGridThatTheBookDrawsAnewIsDrawn(t *testing.T) {
	for _, x := range []struct{ game, want string }{{"lemans", "lot"}, {"pitstop", "hand"}} {
		lines := []string{"game " + x.game, `enter R red "Anna"`, `enter B blue "Ben"`, "grid R B"}
		s := sit(t, lines...)
		c, err := New(Options{Games: shelf(), Library: tracks.Library{}, State: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range append(lines, "grid last") {
			if err := c.plan.Do(l); err != nil {
				t.Fatal(err)
			}
		}
		c.results = []engine.Result{{Setup: s.Setup, Stands: s.race.Stands(nil)}}
		p := c.plan.Clone()
		if err := c.gridOf(p); err != nil || p.Grid != x.want {
			t.Errorf("%s: got %s (%v), want %s", x.game, p.Grid, err, x.want)
		}
		want := map[string]string{"lot": "by lot", "hand": "result of the race before"}[x.want]
		for _, l := range c.viewSetup().Lines {
			if l.Name == "grid" && l.Say != want {
				t.Errorf("%s: the set-up says %q, want %q", x.game, l.Say, want)
			}
		}
	}
}
