//go:build hilvm

package guest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"

	"boxstop/devices/panel"
)

// open is the hardware of a wiring, in this process.
func open(t *testing.T, wiring string) (*panel.Wiring, panel.Hardware) {
	t.Helper()
	atRest(t)
	lines, err := panel.Lines()
	if err != nil {
		t.Fatal(err)
	}
	w, err := panel.Parse("wiring.toml", []byte(wiring), lines)
	if err != nil {
		t.Fatal(err)
	}
	hw, closing, err := panel.Open(w)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = closing()
		for _, p := range hw.Pins {
			p.(interface{ Close() }).Close() // this process goes on, and others want its lines
		}
	})
	return w, hw
}

// An encoder's two lines are one request: every edge comes, in its order. The hand waits for each, so that a busy machine merges none.
func TestEveryEdgeOfAnEncoderComesInItsOrder(t *testing.T) {
	_, hw := open(t, wiring)
	e, err := hw.Pair(anna[0], anna[1])
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	a, b, err := e.Now()
	if !a || !b || err != nil {
		t.Fatalf("at rest: %v %v %v, want high", a, b, err)
	}
	for i := range 400 {
		k, level := i%2, i%4 >= 2
		pull(t, anna[k], !level)
		line, got, ok, err := e.Wait(time.Second)
		if line != k || bool(got) != level || !ok || err != nil {
			t.Fatalf("edge %d: line %d %v %v %v, want line %d %v", i, line, got, ok, err, k, level)
		}
	}
	began := time.Now()
	if _, _, ok, err := e.Wait(20 * time.Millisecond); ok || err != nil || time.Since(began) < 20*time.Millisecond {
		t.Errorf("without an edge: %v %v after %v", ok, err, time.Since(began))
	}
}

// Of all that the drivers find, the lines of the header are offered, once each: not the unnamed ones of another chip, not those that sysfs calls
// GPIO too, and whatever else failed to start.
func TestTheLinesOfTheHeaderAreOffered(t *testing.T) {
	var want []string
	for i := range pins {
		want = append(want, fmt.Sprintf("GPIO%d", i))
	}
	for range 2 { // asked again it says the same
		got, err := panel.Lines()
		if !slices.Equal(got, want) || err != nil {
			t.Errorf("got %q %v, want %q", got, err, want)
		}
	}
}

// A lamp that somebody else had is driven as soon as it is free; the driver alone would drive descriptor 0 from then on.
func TestAnOutputThatWasHeldIsDrivenWhenItIsFree(t *testing.T) {
	_, hw := open(t, wiring)
	lamp := hw.Pins[bensLamp]
	release := hold(t, bensLamp, "other")
	for range 3 {
		if err := lamp.Out(true); err == nil || err.Error() != `GPIO12 is held by "other": end that program, or take its overlay out of config.txt` {
			t.Fatalf("held: got %v", err)
		}
	}
	release()
	for _, on := range []bool{true, false, true} {
		if err := lamp.Out(gpio.Level(on)); err != nil || high(bensLamp) != on {
			t.Errorf("told %v it is %v: %v", on, high(bensLamp), err)
		}
	}
}

// A button is a line with a pull-up whose level is read after each edge.
func TestAButtonOnALineIsReadAfterEachEdge(t *testing.T) {
	_, hw := open(t, wiring)
	button := hw.Pins[bensPress]
	if err := button.In(gpio.PullUp, gpio.BothEdges); err != nil {
		t.Fatal(err)
	}
	if got := read(attribute(bensPress, "pull")); got != "pull-up" {
		t.Errorf("the line is at %s", got)
	}
	for i := range 40 {
		down := i%2 == 0
		pull(t, bensPress, down)
		if !button.WaitForEdge(time.Second) {
			t.Fatalf("edge %d did not come", i)
		}
		if low := button.Read() == gpio.Low; low != down {
			t.Fatalf("edge %d: low is %v", i, low)
		}
	}
	began := time.Now()
	if button.WaitForEdge(20*time.Millisecond) || time.Since(began) < 20*time.Millisecond {
		t.Errorf("without an edge it waited %v", time.Since(began))
	}
}
