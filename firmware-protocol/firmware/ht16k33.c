#include "ht16k33.h"

#include <avr/pgmspace.h>
#include <string.h>

#include "board.h"

bool chip_write(uint8_t address, const uint8_t ram[16]) {
	static const uint8_t wake[] = {0x21, 0xA0, 0xE8, 0x81}; /* oscillator; ROW15 is a row; brightness 8; on, no blinking: pages 30 and 31 */
	uint8_t b[17];
	for (uint8_t i = 0; i < sizeof wake; i++)
		if (!wire_write(address, wake + i, 1))
			return false;
	b[0] = 0;
	memcpy(b + 1, ram, 16);
	return wire_write(address, b, sizeof b);
}

/* A is bit 0, G bit 6; from blank to underscore. The same shapes as in devices/panel. */
static const uint8_t shapes[] PROGMEM = {
	0, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x70, 0, 0x40, 0x08, 0x52, /* blank ! + - . / */
	0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F, 0, 0, 0, 0x48, 0, 0x53, /* 0 to 9, = ? */
	0, 0x77, 0x7C, 0x39, 0x5E, 0x79, 0x71, 0x3D, 0x76, 0x30, 0x1E, 0x75, 0x38, 0x55, 0x54, 0x5C, /* A to O */
	0x73, 0x67, 0x50, 0x6D, 0x78, 0x3E, 0x1C, 0x6A, 0x36, 0x6E, 0x5B, 0, 0, 0, 0, 0x08, /* P to Z, _ */
};

uint8_t segments(char c) {
	if (c >= 'a' && c <= 'z')
		c -= 'a' - 'A';
	return c < ' ' || c > '_' ? 0 : pgm_read_byte(&shapes[c - ' ']);
}

void digits(uint8_t ram[16], const char *text, uint8_t n) {
	for (uint8_t i = 0; i < n && i < 4; i++)
		ram[2 * (i + (i > 1))] = segments(text[i]);
}
