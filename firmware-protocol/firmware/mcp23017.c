#include "mcp23017.h"

#include "board.h"

/* Registers as they lie after power-on (IOCON.BANK 0): A, then B; a transfer counts on by itself. Pages 17 and 18. */
enum { IODIR = 0x00, GPPU = 0x0C, GPIO = 0x12, SIX = 0x3F };

static bool both(uint8_t address, uint8_t reg) {
	uint8_t b[] = {reg, SIX, SIX};
	return wire_write(address, b, sizeof b);
}

/* The pull-ups are read with the levels, in one transfer of a millisecond: off, as after power-on, the levels are noise. They are switched on
 * last, so that with them all is set up. */
bool contacts_read(uint8_t address, uint16_t *closed) {
	uint8_t r[GPIO + 2 - GPPU];
	for (uint8_t tries = 0; tries < 2; tries++) {
		if (!wire_read(address, GPPU, r, sizeof r))
			return false;
		if (r[0] == SIX && r[1] == SIX) {
			*closed = (~r[GPIO - GPPU] & SIX) | (uint16_t)(~r[GPIO + 1 - GPPU] & SIX) << 6;
			return true;
		}
		if (!both(address, IODIR) || !both(address, GPPU))
			return false;
	}
	return false;
}
