//go:build hilvm

package guest

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"boxstop/devices/panel"
)

// The I²C bus is firmware-protocol/hil/vm/module/i2c-hil.c.
const bus = "/sys/kernel/debug/i2c-hil"

// chip is a chip on it.
type chip uint16

const (
	expander = chip(0x20) // an MCP23017
	display1 = chip(0x70) // HT16K33s
	display2 = chip(0x71)
)

func (c chip) file(name string) string { return fmt.Sprintf("%s/%02x/%s", bus, uint16(c), name) }

func (c chip) set(t testing.TB, name, value string) {
	t.Helper()
	if err := write(c.file(name), value); err != nil {
		t.Fatal(err)
	}
}

// regs are its registers.
func (c chip) regs() []byte {
	b, _ := os.ReadFile(c.file("regs"))
	return append(b, make([]byte, 256)...)[:256]
}

// shows is what people read on a display; "" when it is dark. The commands that switch it on: Holtek HT16K33 v1.20, pages 30 and 31.
func (c chip) shows() string {
	r := c.regs()
	if r[0x20]&1 == 0 || r[0x80]&1 == 0 {
		return ""
	}
	var out []byte
	for _, at := range []int{0, 2, 6, 8} {
		is := byte(' ')
		for k := byte('!'); k < 'a' && r[at] != 0; k++ {
			if panel.Segments(k) == r[at] {
				is = k
				break
			}
		}
		out = append(out, is)
	}
	return strings.ReplaceAll(strings.TrimSpace(string(out)), "S", "5")
}

// drives says whether an expander drives B0 to B7 high: its port B is an output and latched high.
func (c chip) drives(bit uint) bool {
	r := c.regs()
	return r[0x01]>>bit&1 == 0 && r[0x15]>>bit&1 == 1
}

// message is one that a chip acknowledged.
type message struct {
	at   int64 // ns of CLOCK_MONOTONIC
	text string
}

// log is what it acknowledged since the log was cleared.
func (c chip) log() (out []message) {
	for line := range strings.Lines(read(c.file("log"))) {
		var m message
		at, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if _, err := fmt.Sscan(at, &m.at); err != nil {
			panic(err)
		}
		m.text = text
		out = append(out, m)
	}
	return out
}

// pressed holds a button on the expander's port A for a moment, whose INTA is wired to a line of the Pi.
func pressed(t testing.TB, bit uint, interrupt string) {
	t.Helper()
	for _, levels := range []string{string([]byte{^byte(1 << bit), 0xFF}), "\xFF\xFF"} {
		expander.set(t, "rdata", levels)
		pull(t, interrupt, true)
		time.Sleep(60 * time.Millisecond)
		pull(t, interrupt, false)
	}
	time.Sleep(30 * time.Millisecond)
}

// hang has every transfer block so long and fail, as on a bus whose lines are held low.
func hang(t testing.TB, d time.Duration) {
	t.Helper()
	if err := write(bus+"/hang", fmt.Sprint(d.Milliseconds())); err != nil {
		t.Fatal(err)
	}
}
