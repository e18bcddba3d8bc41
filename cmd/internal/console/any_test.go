package console

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"boxstop/cmd/internal/view"
)

// everyKey is any key that a terminal sends.
var everyKey = append([]string{
	"enter", "esc", "tab", "backspace", "up", "down", "left", "right", "pgup", "pgdn", "home", "end", "delete",
}, func() (k []string) {
	for r := ' '; r <= '~'; r++ {
		k = append(k, string(r))
	}
	return append(k, "é", "ç", "\x00", "世")
}()...)

// anyReply is a reply to the last thing that was sent: a page that fits, one that does not, a refusal, nothing.
func anyReply(t *rapid.T, b *table) {
	if len(b.sent) == 0 {
		return
	}
	r := view.Reply{}
	switch rapid.IntRange(0, 5).Draw(t, "reply") {
	case 0:
		r.Error, r.Hint, r.Stand = "no: that is not allowed here", "this is", true
	case 1:
		r.Twice, r.Error = true, "it would do this"
	case 2:
		r.Said = []string{"one", "two", "three", "four"}[:rapid.IntRange(0, 4).Draw(t, "said")]
	case 3:
		r.Page = &view.Page{}
	default:
		r.Page = &view.Page{
			Timeline: timelinePage().Timeline, Undo: undoPage().Undo, Redo: undoPage().Undo, Amend: amendPage().Amend, Rule: rulePage().Rule,
			Push: &view.Push{At: "c3+1"}, Why: &view.Text{}, Log: &view.Text{Lines: make([]string, 99)}, Info: &view.Text{Title: "i"},
			Board: &view.Text{}, Sheet: &view.Text{}, Options: &gearSnap().Asks[0], Reports: make([]view.Option, 12), Devices: devicePage().Devices,
		}
	}
	b.reply(r)
	if len(b.sent) > 50 {
		b.sent = nil
	}
}

// anySnapshot is one of the tests' or one with nothing in it.
func anySnapshot(t *rapid.T) *view.Snapshot {
	empty := func(stage view.Stage) func() *view.Snapshot {
		return func() *view.Snapshot { return &view.Snapshot{Stage: stage} }
	}
	bare := func() *view.Snapshot {
		return &view.Snapshot{Stage: view.Racing, Asks: []view.Ask{{}, {Secret: true}, {Form: "roll", Faces: []view.Face{{}}}}, Dispute: &view.Dispute{}, Tray: make([]view.Tray, 2)}
	}
	setup := func() *view.Snapshot {
		return &view.Snapshot{Stage: view.SettingUp, Setup: &view.Setup{Lines: make([]view.Choice, 12)}}
	}
	all := []func() *view.Snapshot{
		rollSnap, gearSnap, disputeSnap, setupSnap, welcomeSnap, resultSnap, deviceSnap, secretSnap, matrixSnap, fieldSnap, chanceSnap, groupSnap, bare, setup,
		empty(view.Racing), empty(view.SettingUp), empty(view.Welcome), empty(view.Over), empty("unknown"),
	}
	return all[rapid.IntRange(0, len(all)-1).Draw(t, "snapshot")]()
}

func TestNoKeyAndNothingThatControlSaysStopsTheConsole(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := newTable(t, anySnapshot(rt), Options{})
		for range 60 {
			switch rapid.IntRange(0, 9).Draw(rt, "do") {
			case 0:
				b.receive(view.FromControl{V: view.Version, Snapshot: anySnapshot(rt)})
			case 1, 2:
				anyReply(rt, b)
			case 3:
				b.w, b.h = rapid.IntRange(1, 140).Draw(rt, "w"), rapid.IntRange(1, 50).Draw(rt, "h")
			default:
				b.press(rapid.SampledFrom(everyKey).Draw(rt, "key"))
			}
			b.left = false
			b.screen()
			b.wait(time.Duration(rapid.IntRange(0, 900).Draw(rt, "ms")) * time.Millisecond)
		}
	})
}

func TestEveryKeyWorksWhereTheTerminalIsTooSmall(t *testing.T) { // S12
	for _, size := range [][2]int{{57, 14}, {38, 4}, {20, 2}, {1, 1}} {
		b := newTable(t, rollSnap(), Options{})
		b.w, b.h = size[0], size[1]
		b.show(rollSnap())
		if got, want := b.keys("+ 2 1 u").orders(), "211.1: R bonus | 211.2: R roll 50 50 f d | ?undo 1"; got != want {
			t.Errorf("at %d x %d: got %q, want %q", b.w, b.h, got, want)
		}
	}
}
