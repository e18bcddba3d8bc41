//go:build hil

package hil

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"boxstop/cmd/internal/hil/client"
	"boxstop/cmd/internal/view"
	board "boxstop/firmware-protocol/hil"
)

// TB-14: at the buttons of the firmware, which bounce, a press takes what the display says, a second's hold what holds unsaid; the table's undo is a
// request when it is held, and nothing when it is tapped. And so it is when the buttons' chip was away meanwhile.
func TestAPressAHoldAndTheTablesUndoAreToldApart(t *testing.T) {
	program, dir := house(t, "[[unit]]\nname = \"7F3A\"\ndrivers = [\"R\", \"B\"]\n")
	b := board.Start(t, board.Make(t, "firmware", "stations.elf", "SERIAL=0D1C7F3A"), "-o", "2", "-w", "20,70,71,72,73,74,75,76")
	h := &hands{t, b, rand.New(rand.NewPCG(3, 14))}
	d := client.Serve(t, program, dir, nil, "--port", b.Line)
	d.Say("game pitstop", "board lakeside", `enter R red "Anna"`, `enter B blue "Ben"`, "grid R B")
	d.Until("the stations are here", func(s *view.Snapshot) bool { return len(s.Units) == 7 })
	d.Say("start", "R roll 50", "moved")
	last := func() string {
		_, lines := written(t, dir)
		return lines[len(lines)-1].Source + ": " + lines[len(lines)-1].Text
	}
	comes := func(want string) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); last() != want; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the newest line of the race file is %q, want %q; asks %+v; the log: %s", last(), want, d.Now().Asks, d.Log())
			}
		}
	}
	shows := func(gear int) {
		t.Helper()
		board.Until(t, 10*time.Second, fmt.Sprintf("gear %d under the hood", gear), func() bool { n, _ := h.shown(0); return n == gear })
	}
	const tap, hold, guard = 60 * time.Millisecond, 1500 * time.Millisecond, 500 * time.Millisecond
	for range 2 {
		shows(1)
		h.sleep(guard) // a press right after the ask is meant for something else (TB-1)
		h.turn(0, 1)
		shows(2)
		h.pressStation(0, tap)
		comes("7F3A/1: R gear 2")

		h.press("GPB5", tap)
		if s := d.Now(); s.Offer != "" {
			t.Fatalf("a tap of undo asks for it: %q", s.Offer)
		}
		h.press("GPB5", hold)
		d.Until("undo is asked for", func(s *view.Snapshot) bool { return s.Offer != "" })
		h.next()
		comes("7F3A: undo")
		h.sleep(guard)
		h.next() // what was to be put back stands there
		comes("7F3A: moved")

		shows(1)
		h.sleep(guard)
		h.turn(0, 1)
		shows(2)
		h.pressStation(0, hold)
		comes("7F3A/1: R gear 1")
		d.Say("undo")

		b.Do("chip 20 0")
		h.sleep(100 * time.Millisecond)
		b.Do("chip 20 1")
		h.sleep(100 * time.Millisecond)
	}
}
