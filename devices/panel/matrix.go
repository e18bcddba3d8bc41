package panel

import (
	"time"

	"periph.io/x/conn/v3/i2c"
)

// Commands of an HT16K33 (Holtek datasheet v1.20, pages 30 to 32).
const (
	cmdAwake   = 0x21 // oscillator on
	cmdRow     = 0xA0 // ROW15/K13/INT is a row
	cmdInt     = 0xA1 // it tells of keys, low
	cmdBright  = 0xE0 // and the brightness, 0 to 15
	cmdLit     = 0x81 // display on, no blinking
	regKeys    = 0x40 // six bytes, to be read from here and in one go (page 21)
	keysOfEach = 13   // keys of each of KS0 to KS2
)

// matrix is an HT16K33 as lamps and keys. Only the goroutine of its bus calls it.
type matrix struct {
	dev       i2c.Dev
	interrupt bool
	ram       [16]byte // what it shows
}

// start wakes the chip and shows what it is to show: to be called again when it was without power.
func (m *matrix) start(want [16]byte) error {
	pin := byte(cmdRow)
	if m.interrupt {
		pin = cmdInt
	}
	for _, c := range []byte{cmdAwake, pin, cmdBright | brightness, cmdLit} {
		if err := m.dev.Tx([]byte{c}, nil); err != nil {
			return err
		}
	}
	m.ram = want
	return m.dev.Tx(append([]byte{0}, want[:]...), nil)
}

// show writes from the first byte that differs to the last: the address counts up by itself (page 32). A lamp is one byte.
func (m *matrix) show(want [16]byte) error {
	from, to := 0, len(want)
	for from < to && want[from] == m.ram[from] {
		from++
	}
	for to > from && want[to-1] == m.ram[to-1] {
		to--
	}
	if from == to {
		return nil
	}
	m.ram = want
	return m.dev.Tx(append([]byte{byte(from)}, want[from:to]...), nil)
}

// keys are those that were pressed since the last time, K1 with KS0 first. The chip has let them come to rest; one that is held is told
// once (page 21).
func (m *matrix) keys() (pressed uint64, err error) {
	var b [6]byte
	if err := m.dev.Tx([]byte{regKeys}, b[:]); err != nil {
		return 0, err
	}
	for ks := range 3 {
		row := uint64(b[2*ks]) | uint64(b[2*ks+1])<<8
		pressed |= (row & (1<<keysOfEach - 1)) << (keysOfEach * ks)
	}
	return pressed, nil
}

// lampBit is the byte of the chip's memory that a lamp is in, and its bit: two bytes a common, ROW0 to ROW7 and ROW8 to ROW15 (page 13).
func lampBit(name string) (at int, bit byte) {
	var row, com int
	for i := 1; i < len(name); i++ {
		switch c := name[i]; {
		case c == 'C':
			row, com = com, 0
		default:
			com = 10*com + int(c-'0')
		}
	}
	return 2*com + row/8, 1 << (row % 8)
}

// keyBit is a key's place in keys.
func keyBit(name string) uint {
	k, n := 0, len(name)
	for _, c := range name[1 : n-2] {
		k = 10*k + int(c-'0')
	}
	return uint(keysOfEach*int(name[n-1]-'0') + k - 1)
}

// How keys are asked for: once a scan of the chip, 20 ms (page 17); and how long one that is told no more was let go.
const (
	scan  = 20 * time.Millisecond
	letGo = 100 * time.Millisecond
)

// cross is a matrix on the bus and whoever hears its keys. It holds which lamps are lit.
type cross struct {
	matrix
	chip[[16]byte]
	line  string // of its interrupt; "": none
	keyed []*key
	asked time.Time // when its keys were read last
}

// key is a key and whose it is.
type key struct {
	u    *unit
	p    *part
	bit  uint
	seen time.Time // when it was told last; zero: it is up
}

// glow shows what is to be shown, reads the keys, and brings a chip back that did not answer.
func (b *bus) glow(c *cross) {
	now := time.Now()
	want, stale, dirty, ok := c.due(b, now)
	if !ok {
		return
	}
	var err error
	switch {
	case stale:
		err = c.start(want)
	case dirty:
		err = c.show(want)
	}
	var pressed uint64
	if err == nil && len(c.keyed) > 0 && now.Sub(c.asked) >= scan {
		c.asked = now
		pressed, err = c.keys()
	}
	if !c.answered(err, func(text string) { b.lost(c, text) }) {
		return
	}
	for _, k := range c.keyed {
		k.told(b.d, pressed>>k.bit&1 == 1, now)
	}
}

// told takes in whether a key was told of.
func (k *key) told(d *Dev, down bool, at time.Time) {
	switch {
	case down:
		if k.seen.IsZero() {
			d.contact(k.u, k.p, 0, true, true, at)
		}
		k.seen = at
	case !k.seen.IsZero() && at.Sub(k.seen) >= letGo:
		k.seen = time.Time{}
		d.contact(k.u, k.p, 0, false, true, at)
	}
}

// lost tells the units that have lamps or keys on a matrix; "": it is back.
func (b *bus) lost(c *cross, text string) {
	for _, u := range b.d.units {
		uses := false
		for _, l := range u.lamps {
			p, ok := l.output.(*pixel)
			uses = uses || ok && p.cross == c
		}
		for _, k := range c.keyed {
			uses = uses || k.u == u
		}
		if uses {
			b.d.fault(u, c.title, text)
		}
	}
}

// pause is how long the bus may rest for a matrix.
func (c *cross) pause() time.Duration {
	switch {
	case len(c.keyed) == 0:
		return retry / 2
	case c.line != "":
		return checks
	}
	return scan
}

// pixel is a lamp of a matrix.
type pixel struct {
	bus   *bus
	cross *cross
	at    int
	bit   byte
}

func (p *pixel) set(on bool) error {
	p.cross.hold(p.bus, func(was [16]byte) [16]byte {
		was[p.at] = flag(was[p.at], p.bit, on)
		return was
	})
	return nil
}
