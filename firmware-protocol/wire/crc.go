package wire

// Sum is the CRC-16/CCITT-FALSE of p (PROTOCOL.md, Lines): polynomial 0x1021, start 0xFFFF. Sum of "123456789" is 0x29B1.
func Sum(p []byte) uint16 {
	c := uint16(0xFFFF)
	for _, b := range p {
		c = c<<8 ^ crcTable[byte(c>>8)^b]
	}
	return c
}

var crcTable = func() (t [256]uint16) {
	for i := range t {
		c := uint16(i) << 8
		for range 8 {
			if c&0x8000 != 0 {
				c = c<<1 ^ 0x1021
			} else {
				c <<= 1
			}
		}
		t[i] = c
	}
	return t
}()
