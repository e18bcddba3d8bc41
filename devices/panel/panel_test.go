package panel_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boxstop/devices"
	"boxstop/devices/panel"
	"boxstop/devices/panel/paneltest"

	"github.com/google/go-cmp/cmp"
)

// heard keeps what a panel says.
type heard struct {
	mu  sync.Mutex
	all []devices.Reading
}

func (h *heard) listen(d devices.Device) {
	for r := range d.Readings() {
		h.mu.Lock()
		h.all = append(h.all, r)
		h.mu.Unlock()
	}
}

// take is what was said since the last time, a line each.
func (h *heard) take() (out []string) {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.all {
		name := r.Unit.Name()
		switch r.Event {
		case devices.Here:
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s here %s %s", name, r.Unit.Sight, r.Unit.For)))
		case devices.Gone:
			out = append(out, name+" gone: "+r.Text)
		case devices.Turned:
			out = append(out, fmt.Sprintf("%s turned %+d", name, r.Value))
		case devices.Pressed:
			out = append(out, fmt.Sprintf("%s button %d %d", name, r.Part, r.Value))
		case devices.Stands:
			out = append(out, fmt.Sprintf("%s stands at %d", name, r.Value))
		case devices.Health:
			out = append(out, "health: "+r.Text)
		case devices.Aside:
			out = append(out, name+" aside: "+r.Text)
		}
	}
	h.all = nil
	return out
}

// bench runs a test with a panel on fake hardware, on a clock that only waiting moves.
func bench(t *testing.T, wiring string, prepare func(*paneltest.Bench), test func(*testing.T, *paneltest.Bench, *panel.Dev, *heard)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		b := paneltest.New(wiring)
		if prepare != nil {
			prepare(b)
		}
		d := b.Start(ctx)
		h := &heard{}
		done := make(chan bool)
		go func() { h.listen(d); close(done) }()
		time.Sleep(50 * time.Millisecond)
		test(t, b, d, h)
		end()
		<-done // Readings is closed: everything has ended
	})
}

func want(t *testing.T, got []string, want ...string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestAPanelSaysWhoIsThereAndWhatHandsDo(t *testing.T) {
	bench(t, paneltest.Six("R", "Ben"), nil, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		want(t, h.take(), "A0B1/1 here hood R", "A0B1/2 here hood Ben", "A0B1 here")
		b.Turn(1, 2, time.Millisecond)
		b.Turn(2, -1, time.Millisecond)
		b.Press(2, 100*time.Millisecond)
		b.Table("next", 100*time.Millisecond)
		want(t, h.take(), "A0B1/1 turned +1", "A0B1/1 turned +1", "A0B1/2 turned -1", "A0B1/2 button 1 1", "A0B1/2 button 1 0", "A0B1 button 4 1", "A0B1 button 4 0")
	})
}

func TestAContactThatBouncesIsOnePress(t *testing.T) {
	for _, line := range []string{"GPIO23", "x1.A0"} {
		bench(t, paneltest.Six("R"), nil, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
			h.take()
			for range 2 {
				for range 6 { // 3 ms of bounce, at both ends
					b.Close(line, true)
					time.Sleep(250 * time.Microsecond)
					b.Close(line, false)
					time.Sleep(250 * time.Microsecond)
				}
				b.Close(line, true)
				time.Sleep(80 * time.Millisecond)
				for range 6 {
					b.Close(line, false)
					time.Sleep(250 * time.Microsecond)
					b.Close(line, true)
					time.Sleep(250 * time.Microsecond)
				}
				b.Close(line, false)
				time.Sleep(80 * time.Millisecond)
			}
			got := h.take()
			if len(got) != 4 || !strings.HasSuffix(got[0], " 1") || !strings.HasSuffix(got[1], " 0") {
				t.Errorf("%s: got %v, want two presses", line, got)
			}
		})
	}
}

func TestUpAndDownAndASelectorAreWaysToTurnToo(t *testing.T) {
	bench(t, `
[[station]]
up = "GPIO4"
down = "GPIO5"
press = "GPIO6"
[[station]]
scale = ["GPIO7", "GPIO8", "GPIO9"]
press = "GPIO10"
sight = "scale"
[[expander]]
name = "e"
address = 0x27
[[station]]
knob = ["e.A6", "e.B0"]
press = "e.B1"
`, nil, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		want(t, h.take(), "A0B1/1 here", "A0B1/2 here scale", "A0B1/3 here")
		for _, l := range []string{"GPIO4", "GPIO4", "GPIO5"} {
			b.Close(l, true)
			time.Sleep(50 * time.Millisecond)
			b.Close(l, false)
			time.Sleep(50 * time.Millisecond)
		}
		b.Select(2, 3)
		b.Select(2, 3)
		b.Select(2, 1)
		b.Turn(3, 3, 10*time.Millisecond)
		b.Turn(3, -1, 10*time.Millisecond)
		want(t, h.take(), "A0B1/1 turned +1", "A0B1/1 turned +1", "A0B1/1 turned -1", "A0B1/2 stands at 3", "A0B1/2 stands at 1",
			"A0B1/3 turned +1", "A0B1/3 turned +1", "A0B1/3 turned +1", "A0B1/3 turned -1")
	})
}

func TestAWetKnobIsSetAsideAndComesBackWhenItIsDry(t *testing.T) {
	bench(t, paneltest.Six("R", "B"), nil, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		h.take()
		b.Turn(1, 300, 2*time.Millisecond)
		b.Turn(2, 1, 2*time.Millisecond)
		got := h.take()
		aside := slices.IndexFunc(got, func(s string) bool { return strings.Contains(s, "aside") })
		if aside < 0 || got[aside] != "A0B1/1 aside: knob set aside, 201 changes in 1.6s (wet?)" {
			t.Fatalf("got %v", got)
		}
		want(t, got[aside+1:], "A0B1/2 turned +1") // and the others go on
		b.Turn(1, 1, 2*time.Millisecond)
		want(t, h.take())
		d.Send("A0B1/1", devices.Command{Do: devices.Resume})
		b.Turn(1, 1, 2*time.Millisecond)
		want(t, h.take(), "A0B1/1 turned +1")
	})
}

func TestAButtonThatIsHeldForAMinuteIsStuck(t *testing.T) {
	for _, line := range []string{"GPIO23", "x1.A0"} {
		bench(t, paneltest.Six("R"), nil, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
			h.take()
			b.Close(line, true)
			time.Sleep(61 * time.Second)
			got := h.take()
			if len(got) != 2 || !strings.HasSuffix(got[1], "set aside, held down for 1m0s, stuck?") {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestAMissingChipOrAHeldLineIsALineAndNotAStop(t *testing.T) {
	prepare := func(b *paneltest.Bench) {
		b.Bus.Away(0x20, true)
		b.Bus.Away(0x70, true)
		b.Pins["GPIO23"].Fail(errors.New("device or resource busy"))
		b.Pins["GPIO22"].Fail(errors.New("device or resource busy"))
	}
	bench(t, paneltest.Six("R", "B"), prepare, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		got := h.take()
		slices.Sort(got)
		got = slices.Compact(got)
		for _, w := range []string{
			"A0B1 here", "A0B1/1 gone: press: expander x1 (0x20) does not answer", "health: A0B1/1 display 0x70 does not answer",
			"health: A0B1 button next: GPIO23 cannot be had: device or resource busy",
			"health: A0B1/2 knob: GPIO22, GPIO10 cannot be had: device or resource busy",
		} {
			if !slices.Contains(got, w) && !slices.Contains(got, strings.Replace(w, "press: ", "", 1)) {
				t.Errorf("%q is missing in %q", w, got)
			}
		}
		b.Table("1", 100*time.Millisecond) // what is well goes on
		want(t, h.take(), "A0B1 button 1 1", "A0B1 button 1 0")

		b.Bus.Away(0x20, false)
		b.Pins["GPIO23"].Fail(nil)
		b.Pins["GPIO22"].Fail(nil)
		time.Sleep(3 * time.Second)
		got = h.take()
		for _, w := range []string{"A0B1/1 here  R", "A0B1/2 here hood B", "health: A0B1 GPIO23 is back"} {
			if !slices.Contains(got, w) {
				t.Errorf("%q is missing in %q", w, got)
			}
		}
		b.Bus.Away(0x70, false) // with its display its sight is back
		d.Send("A0B1/1", devices.Command{Do: devices.Show, Text: "120"})
		time.Sleep(3 * time.Second)
		want(t, h.take(), "health: A0B1/1 display is back", "A0B1/1 here hood R")
		if got := b.Shown(1); got != "120" {
			t.Errorf("the display shows %q, want what it was told while it was away, 120", got)
		}
		b.Press(1, 100*time.Millisecond)
		want(t, h.take(), "A0B1/1 button 1 1", "A0B1/1 button 1 0")
	})
}

func TestADeadBusStopsNobodyElseAndRecovers(t *testing.T) {
	bench(t, paneltest.Six("R", "B"), nil, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		h.take()
		b.Bus.Dead(time.Second) // each transfer blocks for a second
		d.Send("A0B1/1", devices.Command{Do: devices.Show, Text: "80"})
		time.Sleep(5 * time.Second)
		h.take()
		before := time.Now()
		d.Send("A0B1/1", devices.Command{Do: devices.Show, Text: "100"})
		d.Send("A0B1", devices.Command{Do: devices.Lamp, Value: 1})
		if took := time.Since(before); took != 0 {
			t.Errorf("Send blocked for %v", took)
		}
		b.Table("hold", 100*time.Millisecond)
		b.Turn(1, 1, time.Millisecond)
		if !b.Lit(0) {
			t.Error("the lamp on GPIO is dark")
		}
		want(t, h.take(), "A0B1 button 5 1", "A0B1 button 5 0", "A0B1/1 turned +1")
		b.Bus.Dead(0)
		time.Sleep(5 * time.Second)
		if got := b.Shown(1); got != "100" {
			t.Errorf("the display shows %q, want 100", got)
		}
		if got := h.take(); !slices.Contains(got, "A0B1/1 here hood R") {
			t.Errorf("got %q", got)
		}
	})
}

// A display that lost its power for a moment answers again at once, dark.
func TestAChipThatLostItsPowerIsSetUpAgain(t *testing.T) {
	bench(t, paneltest.Six("R"), nil, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		d.Send("A0B1/1", devices.Command{Do: devices.Show, Text: "60"})
		d.Send("A0B1/1", devices.Command{Do: devices.Lamp, Value: 1})
		time.Sleep(time.Second)
		for _, a := range []uint16{0x20, 0x70} {
			b.Bus.Away(a, true)
			b.Bus.Away(a, false)
		}
		time.Sleep(12 * time.Second)
		if b.Shown(1) != "60" || !b.Lit(1) {
			t.Errorf("got %q, lamp lit %v", b.Shown(1), b.Lit(1))
		}
	})
}

func TestLampsSoundsAndDisplaysDoWhatTheyAreTold(t *testing.T) {
	bench(t, paneltest.Six("R", "B"), nil, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		for i, want := range []string{"off", "steady", "short", "fast"} {
			d.Send("A0B1/2", devices.Command{Do: devices.Lamp, Part: 1, Value: i})
			d.Send("A0B1", devices.Command{Do: devices.Lamp, Value: i})
			time.Sleep(10 * time.Millisecond)
			if got := b.Lamp(2); got != want {
				t.Errorf("state %d: the station's lamp is %s, want %s", i, got, want)
			}
			if got := b.Lamp(0); got != want {
				t.Errorf("state %d: the table's lamp is %s, want %s", i, got, want)
			}
		}
		d.Send("A0B1/1", devices.Command{Do: devices.Identify})
		time.Sleep(10 * time.Millisecond)
		if got := b.Lamp(1); got != "fast" {
			t.Errorf("it identifies itself: %s", got)
		}
		time.Sleep(3 * time.Second)
		if got := b.Lamp(1); got != "off" {
			t.Errorf("3 s later: %s", got)
		}
		for sound, changes := range map[int]int{1: 2, 2: 4, 3: 2, 4: 2} {
			p := b.Pins["GPIO7"]
			before := p.Changes()
			d.Send("A0B1", devices.Command{Do: devices.Sound, Value: sound})
			time.Sleep(2 * time.Second)
			if got := p.Changes() - before; got < changes-1 || got > changes || p.Lit() {
				t.Errorf("sound %d: %d changes, want %d, and silence then", sound, got, changes)
			}
		}
		for _, s := range []string{"120", "Aut", "soft", "-", ""} {
			d.Send("A0B1/1", devices.Command{Do: devices.Show, Text: s})
			time.Sleep(10 * time.Millisecond)
			if got := strings.ReplaceAll(b.Shown(1), "5", "S"); got != strings.ToUpper(s) {
				t.Errorf("told %q it shows %q", s, got)
			}
		}
		d.Send("FFFF", devices.Command{Do: devices.Show, Text: "x"}) // nobody's: passed over
	})
}

func TestSeveralDevicesAreOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		a, b := paneltest.New(paneltest.Six("R")), paneltest.New(strings.ReplaceAll(paneltest.Six("B"), "A0B1", "C0DE"))
		d := devices.Together(a.Start(ctx), nil, b.Start(ctx))
		h := &heard{}
		done := make(chan bool)
		go func() { h.listen(d); close(done) }()
		time.Sleep(50 * time.Millisecond)
		got := h.take()
		slices.Sort(got)
		want(t, got, "A0B1 here", "A0B1/1 here hood R", "C0DE here", "C0DE/1 here hood B")
		d.Send("C0DE/1", devices.Command{Do: devices.Show, Text: "7"})
		time.Sleep(10 * time.Millisecond)
		if a.Shown(1) != "" || b.Shown(1) != "7" {
			t.Errorf("got %q and %q", a.Shown(1), b.Shown(1))
		}
		end()
		<-done
	})
}

// periph drives a line low before it drives it high for the first time: a lamp is told off first, so that none flickers.
func TestTheFirstThingThatALampIsToldIsOff(t *testing.T) {
	bench(t, paneltest.Six("R"), nil, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		for _, line := range []string{"GPIO8", "GPIO7"} {
			if p := b.Pins[line]; p.Changes() != 1 || p.Lit() {
				t.Errorf("%s was driven %d times and is lit: %v; want once, and dark", line, p.Changes(), p.Lit())
			}
		}
		if b.Lit(1) {
			t.Error("the lamp behind the expander is lit")
		}
	})
}

// A sounder that somebody else has is known before the first sound, and sounds when it is free.
func TestAHeldSounderIsSaidAtTheStart(t *testing.T) {
	by := &panel.Held{Line: "GPIO7", By: "fan"}
	bench(t, paneltest.Six("R"), func(b *paneltest.Bench) { b.Pins["GPIO7"].Fail(by) }, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		if got := h.take(); !slices.Contains(got, `health: A0B1 sounder: GPIO7 is held by "fan": end that program, or take its overlay out of config.txt`) {
			t.Errorf("got %q", got)
		}
		b.Pins["GPIO7"].Fail(nil)
		time.Sleep(3 * time.Second)
		want(t, h.take(), "health: A0B1 sounder is back")
		before := b.Pins["GPIO7"].Changes()
		d.Send("A0B1", devices.Command{Do: devices.Sound, Value: 1})
		time.Sleep(time.Second)
		if got := b.Pins["GPIO7"].Changes() - before; got != 2 {
			t.Errorf("%d changes, want on and off", got)
		}
	})
}

// An interrupt line that somebody else has is said; the expander is asked now and then instead.
func TestAHeldInterruptIsSaidAndTheExpanderAskedInstead(t *testing.T) {
	wiring := strings.Replace(paneltest.Six("R"), "address = 0x20", "address = 0x20\ninterrupt = \"GPIO4\"", 1)
	fails := func(b *paneltest.Bench) { b.Pins["GPIO4"].Fail(&panel.Held{Line: "GPIO4"}) }
	bench(t, wiring, fails, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		if got := h.take(); !slices.Contains(got, "health: A0B1/1 interrupt: GPIO4 is held by another program: end it, or take its overlay out of config.txt") {
			t.Errorf("got %q", got)
		}
		b.Press(1, 300*time.Millisecond)
		time.Sleep(300 * time.Millisecond)
		want(t, h.take(), "A0B1/1 button 1 1", "A0B1/1 button 1 0")
	})
}
