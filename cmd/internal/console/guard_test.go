package console

import (
	"strings"
	"testing"
	"time"

	"boxstop/cmd/internal/view"
)

// next is a snapshot after an answer: another ask of the same kind.
func next(id string) *view.Snapshot {
	s := gearSnap()
	s.Seq++
	s.Asks[0].ID = id
	return s
}

func TestAKeyCountsOnlyOnceItsAskWasOnTheScreen(t *testing.T) { // TB-1
	for _, c := range []struct {
		name  string
		o     Options
		after time.Duration
		want  string
	}{
		{"at once", Options{}, 0, ""},
		{"just before", Options{}, 199 * time.Millisecond, ""},
		{"then", Options{}, 200 * time.Millisecond, "300.1: R gear 5"},
		{"a setting of this console", Options{Guard: time.Second}, 900 * time.Millisecond, ""},
		{"off", Options{Guard: -1}, 0, "300.1: R gear 5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newTable(t, rollSnap(), c.o)
			b.receive(view.FromControl{V: view.Version, Snapshot: next("300.1")})
			b.screen()
			b.wait(c.after)
			b.press("5")
			if got := b.orders(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestAnAskThatWasNeverDrawnIsNotAnswered(t *testing.T) { // TB-1
	b := newTable(t, rollSnap(), Options{})
	b.receive(view.FromControl{V: view.Version, Snapshot: next("300.1")})
	b.wait(time.Hour)
	b.press("5")
	if got := b.orders(); got != "" {
		t.Errorf("got %q", got)
	}
	if len(b.said) == 0 {
		t.Error("nothing says why the key did nothing")
	}
}

func TestAScriptHasNeitherGuardNorHeldKeys(t *testing.T) { // TB-1
	s := next("300.1")
	s.Guard = 0
	b := newTable(t, s, Options{})
	b.press("enter")
	again := next("301.1")
	again.Guard = 0
	b.receive(view.FromControl{V: view.Version, Snapshot: again})
	b.screen()
	b.press("enter")
	if got, want := b.orders(), "300.1: R gear 4 | 301.1: R gear 4"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// hold presses a key as a keyboard repeats it: after the delay, then at a rate, for a while. Every order is answered at once by another
// ask that has something lit.
func hold(b *table, k string, delay, rate, during time.Duration) (orders int) {
	first := b.clock
	for b.clock.Sub(first) < during {
		b.press(k)
		for _, m := range b.sent {
			if m.Order != nil {
				orders++
				b.receive(view.FromControl{V: view.Version, Snapshot: next("300." + itoa(orders))})
			}
		}
		b.sent = nil
		b.screen()
		if b.clock.Equal(first) {
			b.wait(delay)
		} else {
			b.wait(rate)
		}
	}
	return orders
}

func TestAKeyHeldForFiveSecondsAnswersOneAsk(t *testing.T) { // TB-1
	for _, c := range []struct{ delay, rate time.Duration }{
		{250 * time.Millisecond, 92 * time.Millisecond}, // the Linux console
		{660 * time.Millisecond, 40 * time.Millisecond}, // X
		{200 * time.Millisecond, 33 * time.Millisecond},
	} {
		for _, k := range []string{"enter", "4"} {
			b := newTable(t, next("300.0"), Options{})
			if got := hold(b, k, c.delay, c.rate, 5*time.Second); got != 1 {
				t.Errorf("%s, repeated every %v after %v: %d answers, want 1", k, c.rate, c.delay, got)
			}
			b.wait(heldFor)
			b.press(k)
			if got := len(b.sent); got != 1 {
				t.Errorf("%s pressed again after a rest: %d answers, want 1", k, got)
			}
		}
	}
}

func TestAnotherKeyEndsAHold(t *testing.T) { // TB-1
	b := newTable(t, next("300.0"), Options{})
	b.press("4")
	b.receive(view.FromControl{V: view.Version, Snapshot: next("300.1")})
	b.screen()
	b.wait(300 * time.Millisecond)
	b.press("5")
	if got, want := b.orders(), "300.0: R gear 4 | 300.1: R gear 5"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAHeldEnterDoesNotSayYesTwice(t *testing.T) { // TB-1
	s := gearSnap()
	s.Asks[0].Options[1].Twice = true
	b := newTable(t, s, Options{})
	if got := hold(b, "enter", 250*time.Millisecond, 33*time.Millisecond, 5*time.Second); got != 0 {
		t.Errorf("%d orders, want none", got)
	}
	if b.sure == nil {
		t.Error("it is not asked any more")
	}
}

func TestTheSameDigitTwiceIsOneRoll(t *testing.T) {
	b := newTable(t, rollSnap(), Options{})
	b.press("2")
	b.wait(80 * time.Millisecond)
	b.press("2")
	if got, want := b.orders(), "211.2: R roll 50 50 f f"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHalfARollIsDroppedWithItsAsk(t *testing.T) {
	b := newTable(t, rollSnap(), Options{}).keys("2")
	b.show(gearSnap())
	b.show(rollSnap())
	if got, want := b.keys("1 1").orders(), "211.2: R roll 50 f d d"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestANumericKeypadAloneRunsARace(t *testing.T) { // TB-9
	const keypad = "0123456789+-.*/"
	b := newTable(t, rollSnap(), Options{})
	press := func(s string) {
		for _, k := range strings.Fields(s) {
			if k != "enter" && !strings.Contains(keypad, k) {
				t.Fatalf("%q is on no keypad", k)
			}
		}
		b.keys(s)
	}
	press("+ 3 1") // bonus, roll
	b.show(gearSnap())
	press("5") // gear
	b.show(next("300.1"))
	press("enter .") // what is lit; the longer list
	b.show(disputeSnap())
	press("7") // a dispute
	put := rollSnap()
	put.PutBack = []string{"K from 12 to 11"}
	b.show(put)
	press("enter * /") // moved, why, undo
	b.page(undoPage())
	press("enter")
	want := "211.1: R bonus | 211.2: R roll 50 50 50 f | 212.1: R gear 5 | 300.1: R gear 4 | ?options 300.1 | tray 1C02 drop | moved | ?why | ?undo 1 | undo 6"
	if got := b.orders(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
