//go:build hilvm

package guest

import (
	"testing"
	"time"

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
	t.Cleanup(func() { _ = closing() })
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
