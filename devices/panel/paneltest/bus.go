package paneltest

import (
	"errors"
	"strings"
	"sync"
	"time"

	"periph.io/x/conn/v3/physic"

	"boxstop/devices/panel"
)

// Bus is an I²C bus with HT16K33 and MCP23017 chips on it. It keeps wire time: nine bits a byte at 400 kHz, if Wire is set.
type Bus struct {
	mu    sync.Mutex
	wire  bool
	dead  time.Duration // that a transfer blocks before it fails; 0: it lives
	away  map[uint16]bool
	shown map[uint16]*[16]byte
	chips map[uint16]*[0x16]byte
	in    map[uint16]uint16 // what the lines of an expander are pulled to
	wrote func(addr uint16) // after a display was written
	txs   int
	bytes int

	written int

	setup  map[uint16]*setup     // of HT16K33 chips
	told   map[uint16]uint64     // keys that were pressed and not read yet
	down   map[uint16]uint64     // keys that are held
	repeat bool                  // keys that are held are told again
	alarm  map[uint16]func(bool) // a chip's interrupt
}

// setup is how an HT16K33 was set up: it starts with everything off.
type setup struct{ awake, lit, interrupt bool }

func newBus() *Bus {
	return &Bus{
		away: map[uint16]bool{}, shown: map[uint16]*[16]byte{}, chips: map[uint16]*[0x16]byte{}, in: map[uint16]uint16{},
		setup: map[uint16]*setup{}, told: map[uint16]uint64{}, down: map[uint16]uint64{}, alarm: map[uint16]func(bool){},
	}
}

// Away takes a chip off the bus, without power: it starts from nothing when it is back.
func (b *Bus) Away(addr uint16, away bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.away[addr] = away
	if away {
		delete(b.shown, addr)
		delete(b.chips, addr)
		delete(b.setup, addr)
		delete(b.told, addr)
	}
}

// Dead has every transfer block so long and fail, as with a line that is held low; 0: no more.
func (b *Bus) Dead(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dead = d
}

// OnWrite is told of every text that was written to a display, on the goroutine of whoever wrote it.
func (b *Bus) OnWrite(f func(addr uint16)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wrote = f
}

// Transfers is how many there were.
func (b *Bus) Transfers() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.txs
}

// Bytes is how many bytes went over the bus, addresses counted.
func (b *Bus) Bytes() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes
}

// Written is how many bytes were written to displays and lamps, addresses counted.
func (b *Bus) Written() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.written
}

// Repeats has matrices tell again, with every reading, of a key that is held.
func (b *Bus) Repeats() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.repeat = true
}

// Shown is what a display shows; "" when it is dark.
func (b *Bus) Shown(addr uint16) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	ram := b.shown[addr]
	if ram == nil {
		return ""
	}
	var out []byte
	for _, at := range []int{0, 2, 6, 8} {
		c := byte(' ')
		for k := byte('!'); k < 'a' && ram[at] != 0; k++ {
			if panel.Segments(k) == ram[at] {
				c = k
				break
			}
		}
		out = append(out, c)
	}
	return strings.TrimSpace(string(out))
}

// Tx is a transfer.
func (b *Bus) Tx(addr uint16, w, r []byte) error {
	b.mu.Lock()
	b.txs++
	b.bytes += 1 + len(w)
	if len(r) > 0 {
		b.bytes += 1 + len(r)
	}
	dead, wire := b.dead, b.wire
	b.mu.Unlock()
	if dead > 0 {
		time.Sleep(dead)
		return errors.New("i2c: timed out")
	}
	if wire {
		time.Sleep(time.Duration(len(w)+len(r)+2) * 9 * time.Second / 400_000)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.away[addr] || addr < 0x20 || addr > 0x27 && addr < 0x70 || addr > 0x77 {
		return errors.New("i2c: no device answers (NAK)")
	}
	if addr >= 0x70 {
		b.display(addr, w, r)
		return nil
	}
	b.expander(addr, w, r)
	return nil
}

func (b *Bus) display(addr uint16, w, r []byte) {
	ram, is := b.shown[addr], b.setup[addr]
	if ram == nil {
		ram = &[16]byte{}
		b.shown[addr] = ram
	}
	if is == nil {
		is = &setup{}
		b.setup[addr] = is
	}
	switch c := w[0]; {
	case len(w) == 1 && len(r) == 0:
		switch c & 0xF0 {
		case 0x20:
			is.awake = c&1 != 0
		case 0x80:
			is.lit = c&1 != 0
		case 0xA0:
			is.interrupt = c&1 != 0
		}
	case c < 0x10 && len(r) == 0:
		copy(ram[c:], w[1:])
		b.written += 1 + len(w)
		if b.wrote != nil {
			b.wrote(addr)
		}
	case c == 0x40 && is.awake:
		for i := range r {
			row := b.told[addr] >> (13 * (i / 2)) & 0x1FFF
			r[i] = byte(row >> (8 * (i % 2)))
		}
		if b.told[addr] = 0; b.repeat {
			b.told[addr] = b.down[addr]
		}
		b.ring(addr)
	}
}

// ring drives a matrix's interrupt.
func (b *Bus) ring(addr uint16) {
	if f := b.alarm[addr]; f != nil && b.setup[addr] != nil && b.setup[addr].interrupt {
		f(b.told[addr] != 0)
	}
}

// key presses a key of a matrix, or lets it go; K1 with KS0 is 0. A chip that sleeps scans nothing.
func (b *Bus) key(addr uint16, bit uint, down bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.down[addr] &^= 1 << bit
	if is := b.setup[addr]; down {
		b.down[addr] |= 1 << bit
		if is != nil && is.awake {
			b.told[addr] |= 1 << bit
			b.ring(addr)
		}
	}
}

// glows says whether a matrix lights a lamp.
func (b *Bus) glows(addr uint16, row, com int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	is, ram := b.setup[addr], b.shown[addr]
	return is != nil && is.awake && is.lit && ram != nil && ram[2*com+row/8]>>(row%8)&1 == 1
}

func (b *Bus) expander(addr uint16, w, r []byte) {
	chip := b.chips[addr]
	if chip == nil {
		chip = &[0x16]byte{0: 0xFF, 1: 0xFF}
		b.chips[addr] = chip
	}
	if len(w) == 0 {
		return
	}
	copy(chip[w[0]:], w[1:])
	if len(r) > 0 && w[0] == 0x12 {
		dir := uint16(chip[0]) | uint16(chip[1])<<8
		latch := uint16(chip[0x14]) | uint16(chip[0x15])<<8
		up := uint16(chip[0x0C]) | uint16(chip[0x0D])<<8
		v := dir&up&^b.in[addr] | latch&^dir
		r[0], r[1] = byte(v), byte(v>>8)
	}
}

// pull closes a line of an expander to GND, or opens it.
func (b *Bus) pull(addr uint16, bit uint, closed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.in[addr] &^= 1 << bit
	if closed {
		b.in[addr] |= 1 << bit
	}
}

// drives says whether an expander drives a line high.
func (b *Bus) drives(addr uint16, bit uint) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.chips[addr]
	return c != nil && c[bit/8]>>(bit%8)&1 == 0 && c[0x14+bit/8]>>(bit%8)&1 == 1
}

// The rest of i2c.Bus.
func (b *Bus) String() string                  { return "fake bus" }
func (b *Bus) SetSpeed(physic.Frequency) error { return nil }
