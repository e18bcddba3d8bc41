/* Two parts, each of which is enough alone for a fair die.
 *
 * A pool of 128 bits takes in what cannot be known: at the start 32 intervals of the watchdog's own oscillator, measured in sixteenths of a
 * microsecond of the crystal (they wander by several counts each); the lowest bits of an open analogue input, a hundred times a
 * second; the moment of every contact's edge in sixteenths of a microsecond; the unit's serial number and count, so that no start is like an
 * earlier one even where all noise is dead.
 *
 * The pool is the key of XTEA (32 rounds; Needham and Wheeler, 1997) over a counter: a bijection whose output no known test tells
 * from chance. A face is drawn from its bytes by throwing away those above the last multiple of the number of faces, so that no face has an
 * advantage of even one in 2^64. */
#include "luck.h"

static uint32_t pool[4], counter[2];
static uint8_t at, left;
static union {
	uint32_t word[2];
	uint8_t byte[8];
} out;

void luck_stir(uint8_t b) {
	uint32_t *p = &pool[at++ & 3];
	*p = (*p << 5 | *p >> 27) + b + 0x9E37u;
	left = 0; /* what was drawn ahead was drawn without it */
}

static void block(void) {
	uint32_t a = counter[0], b = counter[1], sum = 0;
	if (!++counter[0])
		++counter[1];
	for (uint8_t i = 0; i < 32; i++) {
		a += ((b << 4 ^ b >> 5) + b) ^ (sum + pool[sum & 3]);
		sum += 0x9E3779B9u;
		b += ((a << 4 ^ a >> 5) + a) ^ (sum + pool[sum >> 11 & 3]);
	}
	out.word[0] = a;
	out.word[1] = b;
	left = sizeof out.byte;
}

uint8_t luck_byte(void) {
	if (!left)
		block();
	return out.byte[--left];
}

uint8_t luck_below(uint8_t n) {
	uint8_t most = (uint8_t)(255 - (256 % n) % n), b; /* the last of whole sets of n */
	do
		b = luck_byte();
	while (b > most);
	return b % n;
}
