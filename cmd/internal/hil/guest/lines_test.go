//go:build hilvm

package guest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// lines are the GPIO lines of a Pi that are not there: the kernel's gpio-sim (its Documentation/admin-guide/gpio/gpio-sim.rst).
var lines struct{ dir, dev string }

// pins is how many lines the header of a Pi has: GPIO0 to GPIO27.
const pins = 28

// write writes one value into a file of the kernel's.
func write(path, value string) error { return os.WriteFile(path, []byte(value), 0) }

func read(path string) string {
	b, _ := os.ReadFile(path)
	return strings.TrimSpace(string(b))
}

// makeLines makes them, under the label that the lines of a Pi 4 have.
func makeLines() error {
	const chip = "/sys/kernel/config/gpio-sim/pi"
	const bank = chip + "/bank0"
	err := errors.Join(os.Mkdir(chip, 0o755), os.Mkdir(bank, 0o755), write(bank+"/num_lines", fmt.Sprint(pins)), write(bank+"/label", "pinctrl-bcm2711"))
	for i := range pins {
		line := fmt.Sprintf("%s/line%d", bank, i)
		err = errors.Join(err, os.Mkdir(line, 0o755), write(line+"/name", fmt.Sprintf("GPIO%d", i)))
	}
	if err = errors.Join(err, write(chip+"/live", "1")); err != nil {
		return err
	}
	name := read(bank + "/chip_name")
	lines.dir = filepath.Join("/sys/devices/platform", read(chip+"/dev_name"), name)
	lines.dev = filepath.Join("/dev", name)
	_, err = os.Stat(lines.dev)
	return err
}

func number(line string) (n int) {
	if _, err := fmt.Sscanf(line, "GPIO%d", &n); err != nil {
		panic(err)
	}
	return n
}

func attribute(line, which string) string {
	return fmt.Sprintf("%s/sim_gpio%d/%s", lines.dir, number(line), which)
}

// pull closes a line to GND, or opens it.
func pull(t testing.TB, line string, closed bool) {
	t.Helper()
	if err := write(attribute(line, "pull"), map[bool]string{true: "pull-down", false: "pull-up"}[closed]); err != nil {
		t.Fatal(err)
	}
}

// high says what is on a line.
func high(line string) bool { return read(attribute(line, "value")) == "1" }

// cycle is how the contacts A and B of an encoder close, a step clockwise.
var cycle = [4][2]bool{{true, false}, {true, true}, {false, true}, {false, false}}

// turn turns a knob a step. The kernel looks at the level some time after an edge: the hand waits until it has had the edge, and longer.
func turn(t testing.TB, knob [2]string, clockwise bool) {
	t.Helper()
	was := [2]bool{}
	for i := range cycle {
		c := cycle[i]
		if !clockwise {
			c = cycle[(6-i)%4]
		}
		for k := range knob {
			if c[k] != was[k] {
				edge(t, knob[k], c[k])
			}
		}
		was = c
	}
}

// edge closes or opens a contact and waits until the kernel has had the edge.
func edge(t testing.TB, line string, closed bool) {
	t.Helper()
	before := interrupts(line)
	pull(t, line, closed)
	until(t, line+" interrupts", func() bool { return interrupts(line) != before })
	time.Sleep(5 * time.Millisecond)
}

// interrupts is how many a line has made since somebody asked for its edges: a row of /proc/interrupts is "17: 0 2 irq_sim 17 Edge boxstop@123",
// with a count a processor, and the line's number after its controller.
func interrupts(line string) (n int) {
	for row := range strings.Lines(read("/proc/interrupts")) {
		w := strings.Fields(row)
		at := slices.Index(w, "irq_sim")
		if at < 0 || w[at+1] != fmt.Sprint(number(line)) {
			continue
		}
		for _, count := range w[1:at] {
			c, _ := strconv.Atoi(count)
			n += c
		}
	}
	return n
}

// press holds a button on a line of the Pi for a moment.
func press(t testing.TB, line string) {
	t.Helper()
	pull(t, line, true)
	time.Sleep(60 * time.Millisecond)
	pull(t, line, false)
	time.Sleep(30 * time.Millisecond)
}

// GPIO_GET_LINEHANDLE_IOCTL and struct gpiohandle_request (linux/gpio.h): numbers at 0, flags at 256, the consumer's name at 324, how many lines at 356, the
// descriptor at 360.
const (
	getLineHandle  = 0xC16CB403
	handleSize     = 364
	handleFlags    = 256
	handleConsumer = 324
	handleLines    = 356
	handleFile     = 360
	handleInput    = 1
)

// hold takes a line as another program does, and returns how to let it go.
func hold(t testing.TB, line, consumer string) (release func()) {
	t.Helper()
	chip, err := os.Open(lines.dev)
	if err != nil {
		t.Fatal(err)
	}
	defer chip.Close()
	var r [handleSize]byte
	word := func(at int) *uint32 { return (*uint32)(unsafe.Pointer(&r[at])) }
	*word(0), *word(handleFlags), *word(handleLines) = uint32(number(line)), handleInput, 1
	copy(r[handleConsumer:handleLines-1], consumer)
	if _, _, no := syscall.Syscall(syscall.SYS_IOCTL, chip.Fd(), getLineHandle, uintptr(unsafe.Pointer(&r))); no != 0 {
		t.Fatalf("%s cannot be held: %v", line, no)
	}
	f := os.NewFile(uintptr(*word(handleFile)), line)
	t.Cleanup(func() { _ = f.Close() })
	return func() { _ = f.Close() }
}
