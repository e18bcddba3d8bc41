/* The station unit: six stations (TB-14) and the table's buttons on one cable.
 *
 *	knob     1     2     3     4      5       6
 *	A, B     D2 D3 D4 D5 D6 D7 D8 D10 D11 D12 A0 A1     rotary encoders with four edges from rest to rest, other side to GND
 *	D9 piezo, D13 the table's lamp, A2 nothing: noise, A3 free, A4 SDA, A5 SCL
 *
 *	HT16K33 70 to 75   the display of station 1 to 6, a four-digit module each
 *	HT16K33 76         the lamps: ROW0 to ROW5 of COM0 are those of station 1 to 6, ROW6 the table's
 *	MCP23017 20        the buttons, to GND: GPA0 to GPA5 are the presses of station 1 to 6 (buttons 1 to 6), GPB0 to GPB5 the table's 1, 2, 3,
 *	                   next, hold, undo (buttons 7 to 12). Not the key scan of an HT16K33: that tells once that a key is down (page 21)
 *
 * Displays are 1 to 6, lamps 1 to 6, and 7 the table's. */
#include <avr/io.h>
#include <string.h>
#include <util/atomic.h>

#include "board.h"
#include "ht16k33.h"
#include "mcp23017.h"
#include "memory.h"
#include "unit.h"

enum { STATIONS = 6, BUTTONS = 12, LAMPS = 7, DISPLAYS_AT = 0x70, BUTTONS_AT = 0x20, WIDE = 4 };

/* The knobs, in the clock's interrupt: at rest both lines are high; a step counts when rest is reached again with three of the four quarters
 * seen on one side, so that bouncing, which goes to and fro, adds up to nothing. */

static volatile int16_t turned[STATIONS];
static uint8_t phase[STATIONS] = {3, 3, 3, 3, 3, 3};
static int8_t quarters[STATIONS];

void sample(void) {
	static const int8_t way[16] = {0, 1, -1, 0, -1, 0, 0, 1, 1, 0, 0, -1, 0, -1, 1, 0}; /* by the old phase and the new */
	uint8_t d = PIND, b = PINB, c = PINC, p[STATIONS];
	p[0] = d >> 2 & 3;
	p[1] = d >> 4 & 3;
	p[2] = d >> 6 & 3;
	p[3] = (b & 1) | (b >> 1 & 2);
	p[4] = b >> 3 & 3;
	p[5] = c & 3;
	for (uint8_t i = 0; i < STATIONS; i++) {
		if (p[i] == phase[i])
			continue;
		edge();
		quarters[i] += way[phase[i] << 2 | p[i]];
		phase[i] = p[i];
		if (p[i] != 3)
			continue;
		if (quarters[i] >= 3)
			turned[i]++;
		else if (quarters[i] <= -3)
			turned[i]--;
		quarters[i] = 0;
	}
}

static char shown[STATIONS][WIDE];
static uint8_t lamps[LAMPS];
static bool blinking;
static uint32_t blink_until;

static void knobs(void) {
	for (uint8_t i = 0; i < STATIONS; i++) {
		int16_t s;
		if (!turned[i] || unit_waits(BOX_TURN, i + 1)) /* gathered until the last one is safe */
			continue;
		struct reading *r = unit_new(BOX_TURN);
		if (!r)
			return;
		ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
			s = turned[i];
			s = s > 127 ? 127 : s < -127 ? -127 : s;
			turned[i] -= s;
		}
		r->part = i + 1;
		r->value = (int8_t)s;
		unit_say(r);
	}
}

static bool lit(uint8_t state, uint32_t t) { return state == 1 || (state == 2 && t % 1000 < 120) || (state == 3 && t % 250 < 125); }

/* gone says once that a chip does not answer, of several one after the other: 0 to 6 are those of displays and lamps, 7 that of the buttons. */
static void gone(uint8_t chip, bool here) {
	static uint8_t missing;
	uint8_t at = chip < 7 ? DISPLAYS_AT + chip : BUTTONS_AT;
	char text[] = "xx does not answer";
	text[0] = (char)('0' + (at >> 4));
	text[1] = (char)('0' + (at & 15));
	if (here)
		missing &= ~_BV(chip);
	else if (!(missing & _BV(chip)) && unit_error(chip < 7 ? "display" : "buttons", text))
		missing |= _BV(chip);
}

/* buttons looks every ten milliseconds. What two readings in a row say is so: contacts bounce for less. While the chip is away, all stay as they
 * were. */
static void buttons(void) {
	static uint32_t at;
	static uint16_t was, down;
	uint16_t is = 0;
	if (now() - at < 10)
		return;
	at = now();
	bool here = contacts_read(BUTTONS_AT, &is);
	gone(7, here);
	if (!here) {
		was = down;
		return;
	}
	uint16_t changed = (uint16_t)~(is ^ was) & (is ^ down);
	was = is;
	for (uint8_t i = 0; i < BUTTONS; i++) {
		uint16_t bit = (uint16_t)(1u << i);
		if (!(changed & bit))
			continue;
		struct reading *r = unit_new(BOX_PRESS);
		if (!r)
			return; /* it is looked at again */
		down ^= bit;
		r->part = i + 1;
		r->value = is >> i & 1;
		unit_say(r);
	}
}

/* draw writes one chip a turn of the loop, when it has to change, and each once a second, so that one that was unplugged is right again. */
static void draw(void) {
	static uint8_t next, last[STATIONS + 1][6];
	static uint32_t at[STATIONS + 1], drawn;
	uint32_t t = now();
	if (t - drawn < 2) /* all seven in 14 ms */
		return;
	drawn = t;
	uint8_t ram[16] = {0}, *l = last[next];
	bool on = t % 250 < 125;
	if (blinking && (int32_t)(t - blink_until) >= 0)
		blinking = false;
	if (next < STATIONS) {
		char text[WIDE];
		if (blinking)
			memset(text, on ? '8' : ' ', WIDE);
		else
			memcpy(text, shown[next], WIDE);
		digits(ram, text, WIDE);
	} else {
		for (uint8_t i = 0; i < LAMPS; i++)
			if (blinking ? on : lit(lamps[i], t))
				ram[0] |= _BV(i);
		if (ram[0] & _BV(LAMPS - 1))
			PORTB |= _BV(PB5);
		else
			PORTB &= ~_BV(PB5);
	}
	/* of a chip's memory bytes 0, 2, 6, 8 are used; last keeps them */
	uint8_t is[6] = {ram[0], ram[2], ram[6], ram[8], 1};
	if (memcmp(is, l, sizeof is) || t - at[next] >= 1000) {
		memcpy(l, is, sizeof is);
		at[next] = t;
		gone(next, chip_write(DISPLAYS_AT + next, ram));
	}
	next = (next + 1) % (STATIONS + 1);
}

void introduce(void) {
	box_able(BOX_DIGITS, WIDE);
	box_able(BOX_DISPLAYS, STATIONS);
	box_able(BOX_LAMPS, LAMPS);
	box_able(BOX_BUTTONS, BUTTONS);
	box_able(BOX_KNOBS, STATIONS);
	box_able(BOX_SOUNDS, 1);
}

/* show puts a text at the right of a display, where the knob is; of one that is too long the end is cut. */
static void show(char *to, struct box_text t) {
	uint8_t n = t.n < WIDE ? t.n : WIDE;
	memset(to, ' ', WIDE);
	memcpy(to + WIDE - n, t.p, n);
}

enum why obey(const struct box_line *l) {
	switch (l->verb) {
	case BOX_ASK:
		return CANNOT;
	case BOX_IDENTIFY:
		blinking = true;
		blink_until = now() + 3000;
		return DONE;
	case BOX_SHOW:
		if (l->part > STATIONS)
			return CANNOT;
		show(shown[l->part - 1], l->text);
		return DONE;
	case BOX_LAMP:
		if (l->part > LAMPS)
			return CANNOT;
		lamps[l->part - 1] = (uint8_t)l->value;
		return DONE;
	case BOX_SOUND:
		sound((uint8_t)l->value);
		return DONE;
	}
	return DONE;
}

uint8_t charge(void) { return 255; }

int main(void) {
	bool started = false;
	PORTD |= 0xFC;
	PORTB |= _BV(PB0) | _BV(PB2) | _BV(PB3) | _BV(PB4);
	PORTC |= _BV(PC0) | _BV(PC1);
	DDRB |= _BV(PB5);
	EICRA = _BV(ISC01) | _BV(ISC11); /* edges, and no interrupt: the simulator polls a low level, enabled or not */
	memset(shown, ' ', sizeof shown);
	board_start();
	bool have = memory_start();
	for (;;) {
		board_rest();
		if (!started && (have || seeded())) {
			if (!have)
				memory_blank();
			started = true;
			unit_start();
		}
		if (!started)
			continue;
		unit_tick();
		knobs();
		buttons();
		sound_tick();
		draw();
	}
}
