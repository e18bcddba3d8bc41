package control

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// quick is an evening of quick play with three seconds, up to R's move.
func quick(t *testing.T) *evening {
	t.Helper()
	e := serve(t, t.TempDir())
	e.race("option quick-play 3")
	e.say("R roll 50")
	if a := e.asked("gear"); a.Seconds != 3 || a.Ticking || a.LeftMS != 3000 {
		t.Fatalf("the clock stands until the car was moved: %+v", a)
	}
	return e
}

// TB-20: the clock starts when the car has been moved, and running out is an answer with the source clock, undone like any other.
func TestAClockStartsWhenTheCarWasMovedAndRunningOutIsAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := quick(t)
		time.Sleep(time.Minute)
		synctest.Wait()
		if e.last() != "director: R roll 50" {
			t.Fatalf("it ran while the car stood unmoved: %s", e.last())
		}
		beeps := e.Snapshot().Beeps
		e.say("moved")
		time.Sleep(2900 * time.Millisecond)
		synctest.Wait()
		if a := e.asked("gear"); !a.Ticking {
			t.Fatalf("%+v", a)
		}
		if s := e.Snapshot(); s.Beeps != beeps+3 || s.Beep != "ticks" {
			t.Fatalf("%d ticks in the last three seconds: %s", s.Beeps-beeps, s.Beep)
		}
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		if e.last() != "clock: R gear late" {
			t.Fatal(e.last())
		}
		if p := e.session.Position(); !strings.Contains(p, "gear:1") {
			t.Fatalf("the gear stays: %s", p)
		}
		e.say("undo")
		if a := e.asked("gear"); a.Car != "R" {
			t.Fatalf("%+v", a)
		}
		time.Sleep(time.Second)
		e.say("R gear 3")
		e.verify()
		e.kill()
	})
}

// TB-20: Space stops the clock: the driver has spoken, the answer may be typed in peace.
func TestSpokenStopsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := quick(t)
		e.no("spoken", "", "no clock runs")
		e.say("moved")
		time.Sleep(2 * time.Second)
		e.say("spoken " + e.asked("gear").ID)
		e.no("spoken", "", "no clock runs")
		time.Sleep(time.Hour)
		e.say("R gear 3")
		if e.last() != "director: R gear 3" {
			t.Fatal(e.last())
		}
		e.kill()
	})
}

// TB-20: a hold stops everything; dinner is a hold. What was left runs on afterwards.
func TestAHoldStopsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := quick(t)
		e.say("moved")
		time.Sleep(2 * time.Second)
		e.say("hold")
		if !e.Snapshot().Head.Held || e.asked("gear").Ticking {
			t.Fatalf("%+v", e.Snapshot().Head)
		}
		if a := e.asked("gear"); a.LeftMS != 1000 {
			t.Fatalf("%d ms are left", a.LeftMS)
		}
		time.Sleep(time.Hour)
		e.say("go")
		time.Sleep(900 * time.Millisecond)
		synctest.Wait()
		if e.last() != "director: go" {
			t.Fatal(e.last())
		}
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		if e.last() != "clock: R gear late" {
			t.Fatal(e.last())
		}
		e.kill()
	})
}

// TB-20, TB-17: after a restart clocks stand where they stood; nothing runs out on the welcome page, and going on gives the driver what he
// had left, to the second.
func TestClocksStandAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := quick(t)
		e.say("moved")
		time.Sleep(2500 * time.Millisecond)
		synctest.Wait()
		e.kill()
		time.Sleep(24 * time.Hour)
		e = serve(t, e.dir)
		time.Sleep(time.Hour)
		synctest.Wait()
		if e.last() != "director: moved" || e.asked("gear").Ticking {
			t.Fatal(e.last())
		}
		e.say("resume")
		if a := e.asked("gear"); a.LeftMS != 1000 {
			t.Fatalf("%d ms are left, want the second that had begun", a.LeftMS)
		}
		time.Sleep(900 * time.Millisecond)
		synctest.Wait()
		if e.last() != "director: resume" {
			t.Fatal(e.last())
		}
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		if e.last() != "clock: R gear late" {
			t.Fatal(e.last())
		}
		e.say("undo", "moved") // it is asked anew, with all of its time
		time.Sleep(2900 * time.Millisecond)
		e.say("hold")
		if a := e.asked("gear"); a.LeftMS != 100 {
			t.Fatalf("asked anew: %d ms are left, want 100", a.LeftMS)
		}
		e.verify()
		e.kill()
	})
}

// TB-20: who had spoken before a restart has spoken after it.
func TestWhoHasSpokenHasSpokenAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := quick(t)
		e.say("moved")
		time.Sleep(1500 * time.Millisecond)
		e.say("spoken")
		e.kill()
		e = serve(t, e.dir)
		e.say("resume")
		time.Sleep(time.Hour)
		synctest.Wait()
		if e.last() != "director: resume" {
			t.Fatal(e.last())
		}
		e.say("R gear 3")
		e.kill()
	})
}

// TB-17: what was to be moved on the board when everything was killed is still to be moved.
func TestWhatWasToBeMovedIsStillToBeMovedAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := quick(t)
		want := e.Snapshot().PutBack
		e.kill()
		e = serve(t, e.dir)
		e.say("resume")
		if got := e.Snapshot().PutBack; len(want) == 0 || strings.Join(got, ";") != strings.Join(want, ";") {
			t.Fatalf("a move: got %q, want %q", got, want)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if e.last() != "director: resume" {
			t.Fatal(e.last())
		}
		e.say("undo")
		want = e.Snapshot().PutBack
		e.kill()
		e = serve(t, e.dir)
		e.say("resume")
		if got := e.Snapshot().PutBack; len(want) == 0 || strings.Join(got, ";") != strings.Join(want, ";") {
			t.Fatalf("a correction: got %q, want %q", got, want)
		}
		e.kill()
	})
}

// TB-3: bots do not drive on while people put a correction back.
func TestBotsWaitWhileACorrectionIsPutBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.race(`enter B blue "Ben" by bot easy`)
		e.say("R roll 50", "rule R at c1+1")
		if s := e.Snapshot(); len(s.PutBack) != 1 || !strings.HasPrefix(s.PutBack[0], "R from ") {
			t.Fatalf("%q", s.PutBack)
		}
		e.say("R gear 1")
		if e.last() != "director: R gear 1" {
			t.Fatal(e.last())
		}
		e.say("moved")
		if !strings.HasPrefix(e.last(), "bot: B") && !strings.HasPrefix(e.last(), "pi: B") {
			t.Fatal(e.last())
		}
		e.kill()
	})
}
