package panel

import (
	"errors"
	"testing"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2ctest"
)

// The bytes are those of Holtek's datasheet v1.20, pages 30 to 32.
func TestADisplayIsWokenAndWrittenInOneTransfer(t *testing.T) {
	bus := &i2ctest.Playback{DontPanic: true, Ops: []i2ctest.IO{
		{Addr: 0x73, W: []byte{0x21}}, // oscillator on
		{Addr: 0x73, W: []byte{0x81}}, // display on
		{Addr: 0x73, W: []byte{0x81}}, // no blinking
		{Addr: 0x73, W: []byte{0xEF}}, // brightness, as the library starts it
		{Addr: 0x73, W: []byte{0xE8}}, // and as it is under a hood
		{Addr: 0x73, W: []byte{0, 0, 0, 0x06, 0, 0, 0, 0x5B, 0, 0x3F, 0, 0, 0, 0, 0, 0, 0}},
		{Addr: 0x73, W: make([]byte, 17)},
	}}
	d := display{dev: i2c.Dev{Bus: bus, Addr: 0x73}}
	if err := errors.Join(d.start(), d.show("120"), d.show(""), bus.Close()); err != nil {
		t.Error(err)
	}
}

// A recording of what the fourteen-segment display is told is played back.
func TestAFourteenSegmentDisplaySaysTheSameAgain(t *testing.T) {
	say := func(bus i2c.Bus) error {
		d := display{dev: i2c.Dev{Bus: bus, Addr: 0x70}, wide: true}
		return errors.Join(d.start(), d.show("soft"), d.show("4.5"), d.show(""))
	}
	rec := &i2ctest.Record{}
	if err := say(rec); err != nil {
		t.Fatal(err)
	}
	if last := rec.Ops[len(rec.Ops)-1]; len(rec.Ops) < 10 || last.Addr != 0x70 {
		t.Errorf("recorded %d transfers", len(rec.Ops))
	}
	play := &i2ctest.Playback{Ops: rec.Ops, DontPanic: true}
	if err := errors.Join(say(play), play.Close()); err != nil {
		t.Error(err)
	}
}

// The bytes are those of Microchip DS20001952C, table 3-3.
func TestAnExpanderIsSetUpReadAndDriven(t *testing.T) {
	bus := &i2ctest.Playback{DontPanic: true, Ops: []i2ctest.IO{
		{Addr: 0x20, W: []byte{0x0A, 0x40, 0x40}}, // INTA tells of B too
		{Addr: 0x20, W: []byte{0x14, 0x00, 0x80}}, // levels before directions
		{Addr: 0x20, W: []byte{0x0C, 0xFF, 0x7F}},
		{Addr: 0x20, W: []byte{0x04, 0xFF, 0x7F}},
		{Addr: 0x20, W: []byte{0x00, 0xFF, 0x7F}},
		{Addr: 0x20, W: []byte{0x12}, R: []byte{0xFE, 0xFF}},
		{Addr: 0x20, W: []byte{0x14, 0x00, 0x00}},
	}}
	x := expander{dev: i2c.Dev{Bus: bus, Addr: 0x20}, outputs: 1 << bit("B7"), latch: 1 << bit("B7")}
	err := x.start()
	levels, e := x.levels()
	if err := errors.Join(err, e, x.drive(0), bus.Close()); err != nil || levels != 0xFFFE {
		t.Errorf("got %04X, %v", levels, err)
	}
}

func TestEveryCharacterOfAnAnswerCanBeShown(t *testing.T) {
	for _, c := range "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-+" {
		if Segments(byte(c)) == 0 {
			t.Errorf("%c is dark", c)
		}
	}
}

// The bytes are those of Holtek's datasheet v1.20, pages 13, 21 and 30 to 32.
func TestAMatrixIsWokenWrittenWhereItDiffersAndRead(t *testing.T) {
	all := make([]byte, 17)
	all[1] = 0x01
	bus := &i2ctest.Playback{DontPanic: true, Ops: []i2ctest.IO{
		{Addr: 0x76, W: []byte{0x21}}, // oscillator on
		{Addr: 0x76, W: []byte{0xA1}}, // ROW15 is the interrupt, low
		{Addr: 0x76, W: []byte{0xE8}},
		{Addr: 0x76, W: []byte{0x81}}, // display on
		{Addr: 0x76, W: all},
		{Addr: 0x76, W: []byte{5, 0x40, 0x01}}, // R14C2 and R0C3
		{Addr: 0x76, W: []byte{0x40}, R: []byte{0x01, 0x10, 0, 0, 0x02, 0}},
	}}
	m := matrix{dev: i2c.Dev{Bus: bus, Addr: 0x76}, interrupt: true}
	var want [16]byte
	put := func(name string) {
		at, bit := lampBit(name)
		want[at] |= bit
	}
	put("R0C0")
	err := m.start(want)
	put("R14C2")
	put("R0C3")
	err = errors.Join(err, m.show(want), m.show(want)) // the second has nothing to say
	keys, e := m.keys()
	if err := errors.Join(err, e, bus.Close()); err != nil {
		t.Error(err)
	}
	if got := uint64(1)<<keyBit("K1S0") | 1<<keyBit("K13S0") | 1<<keyBit("K2S2"); keys != got {
		t.Errorf("got %X, want %X", keys, got)
	}
}
