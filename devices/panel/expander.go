package panel

import (
	"periph.io/x/conn/v3/i2c"
)

// Registers of an MCP23017 with IOCON.BANK 0, as it starts (Microchip DS20001952C, table 3-3): A at the even address, B at the next.
const (
	regDirection = 0x00 // 1: in
	regInterrupt = 0x04 // 1: a change is told on INT
	regConfig    = 0x0A
	regPullUp    = 0x0C
	regLevels    = 0x12 // reading it also ends the interrupt (3.6.4)
	regLatch     = 0x14 // what outputs drive
)

// mirror has INTA tell the changes of B too (3.5.6, IOCON.MIRROR).
const mirror = 0x40

// expander is an MCP23017: port A is bits 0 to 7, port B bits 8 to 15. Only the goroutine of its bus calls it. The library's driver reads a
// port at a time and knows no interrupt; here sixteen lines are one transfer.
type expander struct {
	dev     i2c.Dev
	outputs uint16 // which lines are outputs
	latch   uint16 // what they drive; never read back
}

func (x *expander) write(reg byte, v uint16) error {
	return x.dev.Tx([]byte{reg, byte(v), byte(v >> 8)}, nil)
}

// start sets the chip up: to be called again when it was without power. Outputs get their levels before they are made outputs.
func (x *expander) start() error {
	for _, s := range []struct {
		reg byte
		v   uint16
	}{
		{regConfig, mirror | mirror<<8}, {regLatch, x.latch}, {regPullUp, ^x.outputs}, {regInterrupt, ^x.outputs}, {regDirection, ^x.outputs},
	} {
		if err := x.write(s.reg, s.v); err != nil {
			return err
		}
	}
	return nil
}

// drive sets the outputs.
func (x *expander) drive(latch uint16) error {
	x.latch = latch
	return x.write(regLatch, latch)
}

// levels reads all lines.
func (x *expander) levels() (uint16, error) {
	var b [2]byte
	if err := x.dev.Tx([]byte{regLevels}, b[:]); err != nil {
		return 0, err
	}
	return uint16(b[0]) | uint16(b[1])<<8, nil
}

// bit is the number of a line: A0 is 0, B7 is 15.
func bit(port string) uint {
	b := uint(port[1] - '0')
	if port[0] == 'B' {
		b += 8
	}
	return b
}
