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

// bare is a station that no daemon serves: the shortest way from an edge to a display's bytes.
const bare = `
[[station]]
knob = ["GPIO5", "GPIO6"]
press = "GPIO13"
display = 0x72
sight = "hood"
`

// From the last edge of a step on a line to the last bit of the display's memory on the bus: through the daemon, and, in turn with it, from an edge to
// seventeen bytes in a loop of six lines, which is what kernel and machine take. docs/performance.md has what it prints.
func TestKnobEdgeToDisplayBytes(t *testing.T) {
	const steps = 100
	const display3 = chip(0x72)
	_, hw := open(t, bare)
	d := race(t, wiring)
	declared(t, d)
	wait, err := hw.Pair("GPIO5", "GPIO6")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	ended := make(chan bool)
	go func() {
		defer close(ended)
		for memory := make([]byte, 17); ; {
			if _, _, ok, err := wait.Wait(50 * time.Millisecond); ok && err == nil {
				_ = hw.Bus.Tx(uint16(display3), memory, nil)
			}
			select {
			case <-done:
				return
			default:
			}
		}
	}()
	defer func() {
		close(done)
		<-ended
		_ = wait.Close()
	}()
	// after is how long after the edge the display's memory was on the bus, and what was in it
	after := func(c chip, line string, closed bool) (took time.Duration, memory string) {
		c.set(t, "log", "x")
		from := now()
		pull(t, line, closed)
		time.Sleep(30 * time.Millisecond) // looking costs what is measured
		until(t, "the display is written", func() bool {
			for _, m := range c.log() {
				if text, ok := strings.CutPrefix(m.text, "W 17 00 "); ok && memory == "" && m.at > from {
					took, memory = time.Duration(m.at-from), text
				}
			}
			return memory != ""
		})
		return took, memory
	}
	var took, floor []time.Duration
	merged := 0
	for i := 0; len(took) < steps; i++ {
		a, b := anna[0], anna[1]
		if i%2 == 1 {
			a, b = b, a // the other way round
		}
		edge(t, a, true)
		edge(t, b, true)
		edge(t, a, false)
		time.Sleep(20 * time.Millisecond)
		step, memory := after(display1, b, false)
		least, _ := after(display3, "GPIO5", i%2 == 0)
		switch {
		case strings.Trim(memory, " 0") == "": // the hood's two seconds are over: a busy machine looked at two edges as at one, and there was no step
			if merged++; merged > steps/4 {
				t.Fatalf("%d of %d steps were lost", merged, i+1)
			}
		case i > 0: // the first one finds nothing warm
			took, floor = append(took, step), append(floor, least)
		}
	}
	slices.Sort(took)
	slices.Sort(floor)
	wire := 18 * 9 * time.Second / 400_000 // address and 17 bytes, nine bits each, at 400 kHz
	for name, ds := range map[string][]time.Duration{"through the daemon": took, "kernel and machine alone": floor} {
		t.Logf("knob edge to the display's bytes, %d steps, %s: p50 %v, p99 %v; the wire alone %v", steps, name, ds[steps/2].Round(10*time.Microsecond), ds[steps*99/100].Round(10*time.Microsecond), wire)
	}
	t.Logf("%d steps were merged by the machine and turned again", merged)
	if took[0] < wire || floor[0] < wire {
		t.Errorf("%v and %v: less than the wire takes", took[0], floor[0])
	}
	if took[steps/2] > 20*floor[steps/2]+20*time.Millisecond {
		t.Errorf("half of the steps took more than %v, where kernel and machine take %v", took[steps/2], floor[steps/2])
	}
}
