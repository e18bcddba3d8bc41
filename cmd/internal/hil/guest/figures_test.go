//go:build hilvm

package guest

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// now is CLOCK_MONOTONIC in ns, by which the bus stamps what it carries.
func now() int64 {
	var ts syscall.Timespec
	_, _, _ = syscall.Syscall(syscall.SYS_CLOCK_GETTIME, 1, uintptr(unsafe.Pointer(&ts)), 0)
	return ts.Nano()
}

// From the last edge of a step on a line to the last bit of the display's memory on the bus, through the daemon. docs/performance.md has what it prints.
func TestKnobEdgeToDisplayBytes(t *testing.T) {
	const steps = 100
	d := race(t, wiring)
	declared(d)
	wrote := func(since int64) (at int64) {
		for _, m := range display1.log() {
			if m.at > since && strings.HasPrefix(m.text, "W 17 00 ") {
				return m.at
			}
		}
		return 0
	}
	var took []time.Duration
	for i := range steps + 1 {
		way := i%2 == 0
		display1.set(t, "log", "x")
		// a step but for its last edge, which opens B clockwise, A the other way
		a, b := anna[0], anna[1]
		if !way {
			a, b = b, a
		}
		edge(t, a, true)
		edge(t, b, true)
		edge(t, a, false)
		time.Sleep(20 * time.Millisecond)
		from := now()
		pull(t, b, false)
		at := int64(0)
		until(t, "the display is written", func() bool { at = wrote(from); return at != 0 })
		if i > 0 { // the first one finds nothing warm
			took = append(took, time.Duration(at-from))
		}
	}
	slices.Sort(took)
	wire := 18 * 9 * time.Second / 400_000 // address and 17 bytes, nine bits each, at 400 kHz
	t.Logf("knob edge to the display's bytes, %d steps: p50 %v, p99 %v, worst %v; the wire alone %v", steps, took[steps/2], took[steps*99/100], took[steps-1], wire)
	if took[0] < wire {
		t.Errorf("%v is less than the wire takes", took[0])
	}
	if took[steps/2] > 250*time.Millisecond {
		t.Errorf("half of the steps took more than %v", took[steps/2])
	}
}
