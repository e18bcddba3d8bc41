package console

import (
	"strings"
	"testing"

	"boxstop/cmd/internal/view"
)

func TestNothingDrawnOnTheSecretPageDependsOnTheKey(t *testing.T) { // TB-13
	for _, keys := range []string{"", "enter", "1 2"} {
		want := ""
		for _, k := range strings.Fields("1 2 3 9 0 a x") {
			b := newTable(t, secretSnap(), Options{}).keys("3 " + keys)
			if len(keys) > 0 {
				b.sent = nil
			}
			b.keys(k)
			got := b.screen()
			if want == "" {
				want = newTable(t, secretSnap(), Options{}).keys("3").screen()
			}
			if got != want {
				t.Errorf("after %q and then %q the page is\n%s\nwant\n%s", keys, k, got, want)
			}
		}
	}
}

func TestARefusedSecretIsRefusedInTheSameWords(t *testing.T) { // TB-13
	want := ""
	for _, k := range []string{"1", "2", "9", "-"} {
		b := newTable(t, secretSnap(), Options{}).keys("3 " + k + " enter")
		if len(b.sent) > 0 {
			b.reply(view.Reply{Error: "no: soft is not allowed for E"})
		}
		got := b.screen()
		if !strings.Contains(got, "cannot be locked") || strings.Contains(got, "soft is") {
			t.Errorf("after %s the page is\n%s", k, got)
		}
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("after %s the page is\n%s\nwant\n%s", k, got, want)
		}
	}
}

func TestTabShowsTheSecretUntilTheNextKey(t *testing.T) { // TB-13
	b := newTable(t, secretSnap(), Options{}).keys("3 2 tab")
	if s := b.screen(); !strings.Contains(s, "kind    soft") {
		t.Errorf("Tab shows nothing:\n%s", s)
	}
	b.keys("tab")
	b.keys("1")
	if s := b.screen(); !strings.Contains(s, "kind    ******") {
		t.Errorf("the next key does not hide it:\n%s", s)
	}
}

func TestALockedSecretLeavesThePageAndIsForgotten(t *testing.T) {
	b := newTable(t, secretSnap(), Options{}).keys("3 2 enter").reply(view.Reply{})
	if len(b.over) != 0 {
		t.Errorf("the page stays open: %T", b.top())
	}
	if s := b.screen(); strings.Contains(s, "soft") {
		t.Errorf("the race page tells it:\n%s", s)
	}
}

func TestASecretPageClosesWithItsAsk(t *testing.T) {
	b := newTable(t, secretSnap(), Options{}).keys("3 2")
	b.show(gearSnap())
	if _, ok := b.top().(*race); !ok {
		t.Errorf("the page is %T, want the race", b.top())
	}
}

func TestATypedSecretIsNeitherDrawnNorRemembered(t *testing.T) {
	b := newTable(t, secretSnap(), Options{})
	for _, k := range ": R kind soft" {
		b.press(string(k))
	}
	if s := b.screen(); strings.Contains(s, "soft") || !strings.Contains(s, ": R kind ****") {
		t.Errorf("the command line shows it:\n%s", s)
	}
	b.press("enter")
	b.reply(view.Reply{Error: "kinds are secret: use the station or the page of the driver"})
	b.keys(": up")
	if s := b.screen(); strings.Contains(s, "kind") && strings.Contains(s, "soft") {
		t.Errorf("the history has it:\n%s", s)
	}
	if len(b.history) != 0 {
		t.Errorf("history %q", b.history)
	}
}

func TestTypedLinesAreKept(t *testing.T) {
	b := newTable(t, rollSnap(), Options{}).keys(": u n d o enter").reply(view.Reply{Said: []string{"210 W roll struck"}})
	if s := b.screen(); !strings.Contains(s, "210 W roll struck") {
		t.Errorf("what control said is not shown:\n%s", s)
	}
	b.keys(": r e d o enter").reply(view.Reply{Error: "nothing to redo"})
	b.sent = nil
	if got, want := b.keys(": up up enter").orders(), "undo"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestALongReplyIsAPage(t *testing.T) {
	b := newTable(t, rollSnap(), Options{}).keys(": w h y enter").reply(view.Reply{Said: []string{"one", "two", "three"}})
	if _, ok := b.top().(*text); !ok {
		t.Errorf("the page is %T", b.top())
	}
}

func TestWhatWasShownIsTypedOfThoseWhoHaveNotLocked(t *testing.T) { // TB-13
	s := speedSnap()
	for i := range s.Asks {
		s.Asks[i].Entry, s.Asks[i].Done = "shown", s.Asks[i].Car != "B" && s.Asks[i].Car != "D"
	}
	b := newTable(t, s, Options{}).keys("2 4 enter")
	if got, want := b.orders(), "90.2: B speed 40 sure"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	b.sent = b.sent[:0]
	b.lastID = 1
	b.receive(view.FromControl{V: view.Version, Reply: &view.Reply{ID: 1}})
	if got, want := b.orders(), "90.4: D speed 80 sure"; got != want {
		t.Errorf("after it %q, want %q", got, want)
	}
}

func TestWhoLocksMeanwhileLeavesTheShownPage(t *testing.T) { // TB-13
	s := secretSnap()
	for i := range s.Asks {
		s.Asks[i].Entry, s.Asks[i].Done = "shown", false
	}
	b := newTable(t, s, Options{}).keys("1 2")
	next := secretSnap()
	next.Asks[0].Done, next.Asks[1].Done = true, false
	b.show(next)
	b.keys("1 enter")
	if got, want := b.orders(), "9.2: B kind soft sure"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheTableChangesItsWayOfSecrets(t *testing.T) { // TB-13
	s := secretSnap()
	b := newTable(t, s, Options{}).keys("tab")
	if !b.race.shown(b.desk) {
		t.Error("Tab does not let them be typed")
	}
	s = secretSnap()
	for i := range s.Asks {
		s.Asks[i].Entry = "shown"
	}
	b.show(s)
	if !b.race.shown(b.desk) {
		t.Error("shown at the table: Tab of before turns it round")
	}
}

func TestTheTableAsksToUndoOnce(t *testing.T) { // TB-14
	b := newTable(t, undoneSnap(), Options{})
	if got, want := b.orders(), "?undo 1"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	b.sent = append(b.sent, view.ToControl{Query: &view.Query{ID: b.lastID}})
	b.page(undoPage())
	if _, ok := b.top().(*undo); !ok {
		t.Fatalf("the page is %T", b.top())
	}
	b.keys("esc")
	b.sent = nil
	b.show(undoneSnap())
	if got := b.orders(); got != "" {
		t.Errorf("it opens again: %q", got)
	}
	b.keys("u").page(undoPage())
	b.show(rollSnap()) // the table let it be
	if _, ok := b.top().(*race); !ok {
		t.Errorf("the page stays: %T", b.top())
	}
	b.keys("2") // half a roll
	b.keys("r").page(rulePage())
	b.show(undoneSnap())
	if s := b.screen(); len(b.sent) > 0 && b.orders() == "?undo 1" || !strings.Contains(s, "asks to undo") {
		t.Errorf("over a ruling it is a line:\n%s", s)
	}
}
