/* The dice cup: one button, one to twelve dice that the board draws, a lamp, four digits, a sounder, a tilt contact.
 *
 *	D2  roll button to GND     D3  tilt contact to GND     D9  piezo     D13  lamp
 *	A0  half of a battery      A1  nothing: noise          A4 SDA, A5 SCL: HT16K33 at 70
 *
 * Armed: pressing or shaking it rolls what was asked for. Not armed: a short press rolls as many as were counted last (twelve before
 * that); held, it counts 1, 2, 3 and rolls as many when it is let go. The dice tumble for six tenths of a second, and on while the contact moves.
 *
 * Quality: a cup that still leans when the dice should lie (the contact is closed) gives cocked dice; one that was pressed and then lifted
 * or turned over while they tumbled, handled ones. A shake is a movement of itself and handles nothing. */
#include <avr/io.h>
#include <string.h>
#include <util/atomic.h>

#include "board.h"
#include "ht16k33.h"
#include "luck.h"
#include "memory.h"
#include "unit.h"

enum { DIGITS_AT = 0x70, MOVES = 4 /* edges of the tilt contact that are more than a knock on the table */ };

/* The contacts, in the clock's interrupt. */

#include "contact.h"

static struct contact button, tilt;
static volatile uint8_t moves; /* edges of the tilt contact */
static volatile uint8_t presses;

void sample(void) {
	if (contact_sample(&button, !(PIND & _BV(PD2)), 40)) {
		edge();
		presses += button.down;
	}
	if (contact_sample(&tilt, !(PIND & _BV(PD3)), 10)) {
		edge();
		moves++;
	}
}

/* What it is armed with. */
struct armed {
	uint8_t dice; /* 0: not armed */
	uint8_t ask_n, mark_n;
	char ask[16], mark[3];
};
static struct armed armed, rolling;

static enum { IDLE, HELD, COUNTING, TUMBLING } state;
static uint32_t since, quiet, shaken_since;
static uint8_t counted, alone = BOX_MAX_DICE, shaken, moved;

/* What people see. */
static enum { DARK, TEXT, ARMED, FACES } showing;
static char shown[16];
static uint8_t shown_n, faces[BOX_MAX_DICE], faces_n, lamp;
static uint32_t faces_since, blink_until;
static bool blinking;

static void number(char *to, uint8_t v) {
	to[3] = (char)('0' + v % 10);
	if (v > 9)
		to[2] = (char)('0' + v / 10);
}

static void draw(void) {
	static uint8_t last[16];
	static uint32_t refreshed, drawn;
	static bool gone;
	uint8_t ram[16] = {0}, i;
	char text[4] = "    ";
	uint32_t t = now();
	bool on = false;
	if (t - drawn < 10) /* eyes are slow */
		return;
	drawn = t;
	if (blinking && (int32_t)(t - blink_until) >= 0)
		blinking = false;
	switch (lamp ? lamp : armed.dice ? 1 : 0) {
	case 1: on = true; break;
	case 2: on = t % 1000 < 120; break;
	case 3: on = t % 250 < 125; break;
	}
	if (blinking) {
		on = t % 250 < 125;
		memset(text, on ? '8' : ' ', 4);
	} else if (state == TUMBLING) {
		memset(text, "_/-!"[t / 80 % 4], 4);
	} else if (state == COUNTING) {
		number(text, counted);
	} else if (showing == FACES) { /* four at a time, and a breath between the first and the last */
		uint8_t pages = (faces_n + 3) / 4, page = pages > 1 ? (t - faces_since) / 1400 % pages : 0;
		if (pages < 2 || (t - faces_since) % 1400 < 1250)
			for (i = 0; i < 4 && page * 4 + i < faces_n; i++)
				text[i] = (char)('0' + faces[page * 4 + i]);
	} else if (showing == ARMED) {
		number(text, armed.dice);
		memcpy(text, armed.mark, armed.mark_n < (armed.dice > 9 ? 2 : 3) ? armed.mark_n : (armed.dice > 9 ? 2 : 3));
	} else if (showing == TEXT) {
		memcpy(text, shown, shown_n < 4 ? shown_n : 4);
	}
	if (on)
		PORTB |= _BV(PB5);
	else
		PORTB &= ~_BV(PB5);
	digits(ram, text, 4);
	if (!memcmp(ram, last, sizeof ram) && t - refreshed < 1000)
		return;
	refreshed = t;
	memcpy(last, ram, sizeof ram);
	bool here = chip_write(DIGITS_AT, ram);
	if (!here && !gone)
		unit_error("display", "70 does not answer");
	gone = !here;
}

/* Rolling. */

static void tumble(uint8_t by_shake) {
	uint32_t t = now();
	if (state == TUMBLING)
		return;
	rolling = armed;
	armed.dice = 0;
	if (!rolling.dice) {
		rolling.dice = counted ? counted : alone;
		rolling.ask_n = 0;
		if (counted)
			alone = counted;
	}
	counted = 0;
	state = TUMBLING;
	since = quiet = t;
	moves = 0;
	moved = 0;
	shaken = by_shake;
}

static void rest(void) {
	struct reading *r = unit_new(BOX_ROLL);
	state = IDLE;
	showing = DARK;
	if (!r) /* no room: it said so, and there was no roll */
		return;
	r->dice = faces_n = rolling.dice;
	r->ask_n = rolling.ask_n;
	memcpy(r->ask, rolling.ask, sizeof r->ask);
	r->quality = tilt.down ? BOX_COCKED : !shaken && moved >= MOVES ? BOX_HANDLED : BOX_STILL;
	for (uint8_t i = 0; i < r->dice; i++)
		faces[i] = r->face[i] = 1 + luck_below(6);
	showing = FACES;
	faces_since = now();
	rolling.dice = 0;
	unit_say(r);
}

static void play(void) {
	static uint8_t pressed;
	uint32_t t = now();
	bool press = pressed != presses;
	pressed = presses;
	if (state == TUMBLING) {
		uint8_t m;
		ATOMIC_BLOCK(ATOMIC_RESTORESTATE) m = moves, moves = 0;
		if (m) {
			quiet = t;
			moved = moved + m < 255 ? moved + m : 255;
		}
		/* at rest: long enough, and the contact is still; one that stays closed gets a second more to come back */
		if (t - since >= 600 && t - quiet >= (tilt.down ? 1200 : 300))
			rest();
		else if (t - since >= 5000)
			rest();
		return;
	}
	if (moves >= MOVES) {
		moves = 0;
		tumble(1);
		return;
	}
	if (!moves)
		shaken_since = t;
	else if (t - shaken_since > 500)
		moves = 0;
	if (press && armed.dice) {
		tumble(0);
	} else if (press) {
		state = HELD;
		since = t;
		counted = 0;
	} else if (state == HELD || state == COUNTING) {
		if (armed.dice) { /* somebody was asked meanwhile: this press was not for him */
			state = IDLE;
			counted = 0;
		} else if (!button.down) {
			tumble(0);
		} else if (t - since >= (state == HELD ? 700 : 400)) {
			state = COUNTING;
			since = t;
			counted = counted % BOX_MAX_DICE + 1;
		}
	}
}

/* The unit. */

void introduce(void) {
	box_able(BOX_DICE, BOX_MAX_DICE);
	box_able(BOX_ARM, 1);
	box_able(BOX_DIGITS, 4);
	box_able(BOX_LAMPS, 1);
	box_able(BOX_SOUNDS, 1);
#ifdef BATTERY
	box_able(BOX_CHARGE, 1);
#endif
}

static bool same(const struct box_text *t, const char *ask, uint8_t n) { return t->n == n && !memcmp(t->p, ask, n); }

enum why obey(const struct box_line *l) {
	struct reading *r;
	switch (l->verb) {
	case BOX_ASK:
		if (state == TUMBLING && rolling.ask_n && same(&l->ask, rolling.ask, rolling.ask_n))
			return DONE; /* it is being rolled */
		if ((r = unit_waits(BOX_ROLL, 0)) && same(&l->ask, r->ask, r->ask_n))
			return DONE; /* it was rolled already */
		armed.dice = l->dice;
		armed.ask_n = l->ask.n;
		memcpy(armed.ask, l->ask.p, l->ask.n);
		armed.mark_n = l->mark.n;
		memcpy(armed.mark, l->mark.p, l->mark.n);
		showing = ARMED;
		return DONE;
	case BOX_DISARM:
		armed.dice = 0;
		if (showing == ARMED)
			showing = DARK;
		return DONE;
	case BOX_IDENTIFY:
		blinking = true;
		blink_until = now() + 3000;
		return DONE;
	case BOX_SHOW:
		if (l->part > 1)
			return CANNOT;
		memcpy(shown, l->text.p, l->text.n);
		shown_n = l->text.n;
		showing = shown_n ? TEXT : DARK;
		return DONE;
	case BOX_LAMP:
		if (l->part > 1)
			return CANNOT;
		lamp = (uint8_t)l->value;
		return DONE;
	case BOX_SOUND:
		sound((uint8_t)l->value);
		return DONE;
	}
	return DONE;
}

#ifdef BATTERY
/* A lithium cell through a half: 3.3 V is empty, 4.2 V full; the board runs at 5 V, or what is measured is the ratio of both. */
static uint8_t percent = 255;

static void measure(void) {
	static uint32_t at;
	uint32_t t = now(), sum = 0;
	if (percent != 255 && t - at < 2000)
		return;
	at = t;
	for (uint8_t i = 0; i < 16; i++)
		sum += adc(0);
	uint16_t mv = (uint16_t)(sum * 625 / 1024); /* 16 × 1024 counts are 2 × 5000 mV */
	uint8_t p = mv <= 3300 ? 0 : mv >= 4200 ? 100 : (uint8_t)((mv - 3300) / 9);
	percent = p;
}

uint8_t charge(void) { return percent; }
#else
uint8_t charge(void) { return 255; }
#endif

int main(void) {
	bool started = false;
	PORTD |= _BV(PD2) | _BV(PD3);
	DDRB |= _BV(PB5);
	EICRA = _BV(ISC01) | _BV(ISC11); /* edges, and no interrupt: the simulator polls a low level, enabled or not */
	board_start();
	bool have = memory_start();
	for (;;) {
		board_rest();
#ifdef BATTERY
		measure();
#endif
		if (!started && (have || seeded())) {
			if (!have)
				memory_blank();
			started = true;
			unit_start();
		}
		if (!started)
			continue;
		unit_tick();
		unit_battery();
		/* no die before the pool is full */
		if (seeded())
			play();
		sound_tick();
		draw();
	}
}
