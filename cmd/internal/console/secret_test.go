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
