//go:build hilvm

package guest

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"boxstop/cmd/internal/hil/client"
	"boxstop/cmd/internal/view"
)

// declared drives the first turn at the keyboard, whose speeds are given: then both are asked for their next speed, in secret, and what
// comes after the guard time was meant for that (TB-1).
func declared(t testing.TB, d *client.Daemon) {
	t.Helper()
	s := d.Until("both are asked for a speed", func(s *view.Snapshot) bool {
		a, _ := ask(s, "R")
		b, _ := ask(s, "B")
		if a.Secret && b.Secret {
			return true
		}
		for _, a := range s.Asks {
			if a.Waits && len(a.Options) > 0 {
				go d.Order(a.Options[0].Line, a.ID) // may come twice, and is refused then
				break
			}
		}
		return false
	})
	until(t, "the lamps are lit: both stations are asked", func() bool { return expander.drives(annasLamp) && high(bensLamp) })
	time.Sleep(time.Duration(s.Guard)*time.Millisecond + 100*time.Millisecond)
}

// TB-14, TB-12: knob and press on GPIO lines and on an expander, display and lamp on I²C, through the daemon.
func TestAStationSetsAndLocksASpeed(t *testing.T) {
	d := race(t, wiring)
	declared(t, d)
	until(t, "Anna's lamp is lit", func() bool { return expander.drives(annasLamp) })
	until(t, "Ben's lamp is lit", func() bool { return high(bensLamp) })
	turn(t, anna, true)
	until(t, "Anna's display shows a speed", func() bool { return display1.shows() != "" })
	first := display1.shows()
	turn(t, anna, true)
	until(t, "the next one", func() bool { return display1.shows() != first && display1.shows() != "" })
	second := display1.shows()
	turn(t, anna, false)
	until(t, "and the first one again", func() bool { return display1.shows() == first })
	if got := display2.shows(); got != "" {
		t.Errorf("Ben's display shows %q", got)
	}
	turn(t, anna, true)
	until(t, "the second", func() bool { return display1.shows() == second })
	pressed(t, annasPress, interrupt)
	d.Until("Anna has locked", func(s *view.Snapshot) bool { a, ok := ask(s, "R"); return ok && a.Done })
	turn(t, ben, true)
	until(t, "Ben's display shows a speed", func() bool { return display2.shows() != "" })
	press(t, bensPress)
	d.Until("both are shown", func(s *view.Snapshot) bool { a, ok := ask(s, "R"); return ok && !a.Secret })
	until(t, "Anna's display keeps what she declared", func() bool { return display1.shows() == second })
	for who, want := range map[string]string{"A0B1/1": "R speed " + second, "A0B1/2": "B speed " + display2.shows()} {
		if got := kept(t, d.Dir); !strings.Contains(got, who+"\t"+want) {
			t.Errorf("%q of %s is not in the file:\n%s", want, who, got)
		}
	}
	for _, m := range display1.log() {
		if !strings.HasPrefix(m.text, "W 1 ") && !strings.HasPrefix(m.text, "W 17 00 ") {
			t.Errorf("display 0x70 was sent %q: a command or all of its memory is wanted", m.text)
		}
	}
}

// TB-14: 1 takes what is printed beside 1.
func TestATableButtonAnswers(t *testing.T) {
	d := race(t, wiring)
	s := d.Until("Anna is asked for her move", func(s *view.Snapshot) bool { a, ok := ask(s, "R"); return ok && a.Form == "move" })
	a, _ := ask(s, "R")
	time.Sleep(time.Duration(s.Guard)*time.Millisecond + 100*time.Millisecond) // before that it was meant for something else (TB-1)
	press(t, "GPIO14")
	d.Until("Ben is asked for his", func(s *view.Snapshot) bool { b, ok := ask(s, "B"); return ok && b.Form == "move" })
	if got, want := kept(t, d.Dir), a.Options[0].Line; !strings.Contains(got, want) {
		t.Errorf("%q is not in the file:\n%s", want, got)
	}
	press(t, "GPIO24")
	d.Until("hold holds", func(s *view.Snapshot) bool { return s.Head.Held })
	press(t, "GPIO24")
	d.Until("and lets go", func(s *view.Snapshot) bool { return !s.Head.Held })
}

// A driver's lamp is lit while the race waits for him: one on a line of the Pi, one behind the expander. No lamp is lit before.
func TestALampFollowsTheAsk(t *testing.T) {
	d := race(t, wiring)
	for range 2 {
		s := d.Until("a move is asked for", func(s *view.Snapshot) bool { return len(s.Asks) > 0 && s.Asks[0].Form == "move" })
		a := s.Asks[0]
		annas, bens := a.Car == "R", a.Car == "B"
		until(t, "the lamp of "+a.Car+" alone is lit", func() bool { return expander.drives(annasLamp) == annas && high(bensLamp) == bens })
		if r := d.Order(a.Options[0].Line, a.ID); r.Error != "" {
			t.Fatal(r.Error)
		}
	}
	declared(t, d)
	until(t, "both are lit", func() bool { return expander.drives(annasLamp) && high(bensLamp) })
	if err := d.Process().Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	until(t, "the lamps are dark when race control has ended", func() bool { return !high(bensLamp) && !high(tableLamp) })
}

// Waits for edges end by themselves, a moment later: nobody is interrupted, and the kernel has every line back.
func TestAllLinesAreFreeWhenRaceControlHasEnded(t *testing.T) {
	d := race(t, wiring)
	d.Until("the panel is here", func(s *view.Snapshot) bool { return unit(s, "A0B1").State == "ok" })
	if err := d.Process().Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if state, err := d.Process().Wait(); err != nil || !state.Success() {
		t.Errorf("it ended with %v %v and said %q", state, err, d.Said())
	}
	t.Logf("it ended after %v", time.Since(began).Round(time.Millisecond))
	for i := range pins {
		hold(t, fmt.Sprintf("GPIO%d", i), "next")()
	}
}

// A sound is a line that goes high and low again: the kernel's lines have no tones.
func TestTheSounderSoundsWhenAStationIsGone(t *testing.T) {
	d := race(t, wiring)
	d.Until("the panel is here", func(s *view.Snapshot) bool { return unit(s, "A0B1").State == "ok" })
	until(t, "it is silent", func() bool { return !high("GPIO7") })
	display1.set(t, "present", "0")
	expander.set(t, "present", "0") // Anna's station is gone: two sounds
	until(t, "it sounds", func() bool { return high("GPIO7") })
	until(t, "and is silent again", func() bool { return !high("GPIO7") })
}
