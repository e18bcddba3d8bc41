package control

import (
	"strings"
	"testing"
	"testing/synctest"

	"boxstop/cmd/internal/view"
)

// TB-5: a lot is drawn once; who takes it back and draws again draws the same.
func TestALotThatWasTakenBackIsDrawnTheSame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.say(twoCars[:2]...)
		e.say(`enter R red "Anna"`, `enter B blue "Ben"`, `enter Y yellow "Cleo"`, `enter G green "Dev"`, "grid lot", "start")
		order := func() (marks string) {
			for _, c := range e.Snapshot().Table.Cars {
				marks += c.Mark
			}
			return marks
		}
		want := order()
		for range 5 {
			e.say("undo", "moved")
			if got := order(); got != want {
				t.Fatalf("got %s, want %s", got, want)
			}
		}
		e.kill()
	})
}

// TB-3: the list stays until somebody says that the cars stand there, or a car has driven on.
func TestAListOfWhatToPutBackEndsWhenACarDrivesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		e := serve(t, dir)
		e.race()
		e.say("R roll 50", "undo")
		if len(e.Snapshot().PutBack) == 0 {
			t.Fatal("nothing to put back after an undo")
		}
		e.say("R bonus")
		if len(e.Snapshot().PutBack) == 0 {
			t.Fatal("the list is gone though no car drove")
		}
		e.say("R roll 50")
		if got := e.Snapshot().PutBack; len(got) != 0 {
			t.Fatalf("the car has driven on, and the list still says %q", got)
		}
		e.kill()
		e = serve(t, dir)
		e.say("resume")
		if got := e.Snapshot().PutBack; len(got) != 0 {
			t.Fatalf("after a restart the list is back: %q", got)
		}
		e.kill()
	})
}

func TestPushingACarOverTheLineChangesItsLap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.race()
		for _, x := range []struct {
			at   string
			by   int
			to   string
			laps int
		}{{"grid.1", 1, "line+1", 1}, {"line+1", -1, "grid.1", -1}, {"line+1", 2, "line+3", 0}, {"line+2", -4, "grid.3", -1}} {
			got := e.Query(e.ctx, view.Query{Page: "push", Mark: "R", Text: x.at, By: x.by})
			if p := got.Page.Push; p == nil || p.At != x.to || p.Laps != x.laps {
				t.Errorf("%s pushed by %d: got %+v, want %s and %d", x.at, x.by, p, x.to, x.laps)
			}
		}
		e.kill()
	})
}

// TB-16, TB-17: somebody else may sit down before the race goes on.
func TestDriversChangeOnTheWelcomePage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.race()
		e.say("R roll 50")
		e.kill()
		e = serve(t, e.dir)
		e.say(`drive R "Tom"`, "resume")
		if got := e.Snapshot().Table.Cars[0]; got.Mark != "R" || got.Name != "Tom" {
			t.Fatalf("got %+v, want R Tom", got)
		}
		e.verify()
		e.kill()
	})
}

func TestTheTableAsItStoodAfterAnEntry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.race()
		e.say("R roll 50", "R gear 2", "B roll 50", "B gear 3")
		no := e.Seq() - 2 // R gear 2
		got := e.Query(e.ctx, view.Query{Page: "info", N: no})
		text := strings.Join(got.Page.Info.Lines, "\n")
		if !strings.Contains(text, "R   1st after the line") || !strings.Contains(text, "B   grid 1") {
			t.Fatalf("got\n%s", text)
		}
		e.kill()
	})
}

func TestAWordOfAllCarsNamesEach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.say(twoCars[:4]...)
		e.say("grid lot", "start")
		last := strings.Join(e.Snapshot().Last, "\n")
		if !strings.Contains(last, "R on grid 1") || !strings.Contains(last, "B on grid 1") {
			t.Fatalf("got %q", last)
		}
		e.kill()
	})
}

// TB-13: how secrets are entered changes between turns, and is kept.
func TestHowSecretsAreEnteredChangesBetweenTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.race("option soft-tyres on")
		for _, x := range [][2]string{{"speeds keyboard", "keyboard"}, {"speeds shown", "shown"}, {"speeds stations", "shown"}} { // no station is here
			e.say(x[0])
			if got := e.asked("kind").Entry; got != x[1] {
				t.Errorf("%s: got %s, want %s", x[0], got, x[1])
			}
		}
		e.no("speeds aloud", "", "allowed are shown, keyboard, stations")
		e.say("speeds keyboard")
		e.kill()
		e = serve(t, e.dir)
		e.say("resume")
		if got := e.asked("kind").Entry; got != "keyboard" {
			t.Errorf("after a restart: got %s", got)
		}
		e.verify()
		e.kill()
	})
}

// TB-13: what was shown is typed for those who have not locked.
func TestAllIsForThoseWhoHaveNotLocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.race("option soft-tyres on", "option speeds keyboard")
		a := e.asked("kind")
		if rep := e.Do(e.ctx, "director", view.Order{Line: "R kind soft", Ask: a.ID}); rep.Error != "" {
			t.Fatal(rep.Error)
		}
		e.no("all kind soft hard", "", "2 values, and 1 car is asked: B")
		e.say("all kind hard")
		if got := e.asked("roll"); got.Car != "R" {
			t.Fatalf("the phase has not closed: %+v", got)
		}
		e.kill()
	})
}

// Seq is the number of the newest line on show.
func (e *evening) Seq() int { return e.Snapshot().Seq }
