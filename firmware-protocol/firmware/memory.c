#include "memory.h"

#include <avr/eeprom.h>
#include <string.h>

#include "boxline.h"
#include "luck.h"

enum { COPY = 20, SLOTS_AT = 40, SLOT = 6, SLOTS = 164, AHEAD = 64, EARLY = 32 };

char serial[16];
uint8_t serial_n;

static uint32_t last;  /* count */
static uint32_t bound; /* the first count that must not be given out */
static uint32_t wanted;
static uint8_t slot;      /* where wanted is being written */
static uint8_t todo;      /* bytes of it, and one to check; 0: nothing is being written */
static uint8_t record[SLOT], failed;
static bool bad;

static uint32_t after(uint32_t c, uint32_t n) {
	uint32_t d = c + n;
	return d < c || !d ? d + 1 : d; /* 0 is never a count */
}

static void *place(uint8_t s) { return (void *)(SLOTS_AT + s * SLOT); }

static void seal(uint8_t *p, uint8_t n) {
	uint16_t sum = box_sum((char *)p, n);
	p[n] = (uint8_t)sum;
	p[n + 1] = (uint8_t)(sum >> 8);
}

static bool sealed(const uint8_t *p, uint8_t n) {
	uint16_t sum = box_sum((const char *)p, n);
	return p[n] == (uint8_t)sum && p[n + 1] == (uint8_t)(sum >> 8);
}

static void reserve(uint32_t c) {
	wanted = c;
	memcpy(record, &wanted, 4);
	seal(record, 4);
	slot = (slot + 1) % SLOTS;
	todo = 1;
}

/* keep writes the serial number, both copies; what is there already is not worn. */
static void keep(void) {
	uint8_t b[COPY] = {0};
	b[0] = serial_n;
	memcpy(b + 1, serial, serial_n);
	seal(b, COPY - 2);
	eeprom_update_block(b, (void *)0, COPY);
	eeprom_update_block(b, (void *)COPY, COPY);
}

static bool digits(void) {
	for (uint8_t i = 0; i < serial_n; i++)
		if (!((serial[i] >= '0' && serial[i] <= '9') || (serial[i] >= 'A' && serial[i] <= 'F')))
			return false;
	return serial_n >= 4 && serial_n <= 16;
}

bool memory_start(void) {
	bool have = false;
	uint8_t b[COPY];
	for (uint16_t at = 0; at <= COPY; at += COPY) {
		eeprom_read_block(b, (void *)at, COPY);
		if (sealed(b, COPY - 2) && b[0] >= 4 && b[0] <= 16) {
			serial_n = b[0];
			memcpy(serial, b + 1, 16);
			break;
		}
	}
#ifdef SERIAL
	serial_n = sizeof SERIAL - 1;
	memcpy(serial, SERIAL, serial_n);
#endif
	if (serial_n && digits())
		keep();
	for (uint8_t s = 0; s < SLOTS; s++) {
		uint32_t c;
		eeprom_read_block(record, place(s), SLOT);
		memcpy(&c, record, 4);
		if (!c || !sealed(record, 4) || (have && (int32_t)(c - last) < 0))
			continue;
		have = true;
		last = c;
		slot = s;
	}
	if (have)
		luck_stir((uint8_t)last), luck_stir((uint8_t)(last >> 8)), luck_stir((uint8_t)(last >> 16));
	for (uint8_t i = 0; i < serial_n; i++)
		luck_stir((uint8_t)serial[i]);
	bound = after(last, 1);
	if (have)
		reserve(after(last, AHEAD));
	return have && serial_n;
}

void memory_blank(void) {
	while (!serial_n || !digits()) {
		serial_n = 8;
		for (uint8_t i = 0; i < 8; i++)
			serial[i] = "0123456789ABCDEF"[luck_byte() & 15];
		keep();
	}
	if (!last) {
		while (!last)
			for (uint8_t i = 0; i < 4; i++)
				last = last << 8 | luck_byte();
		bound = after(last, 1);
		reserve(after(last, AHEAD));
	}
}

void memory_tick(void) {
	uint8_t b[SLOT];
	if (!todo || !eeprom_is_ready())
		return;
	if (todo <= SLOT) {
		eeprom_update_byte((uint8_t *)place(slot) + todo - 1, record[todo - 1]);
		todo++;
		return;
	}
	eeprom_read_block(b, place(slot), SLOT);
	todo = 0;
	if (memcmp(b, record, SLOT)) {
		bad = true;
		if (failed < 8) { /* the memory is worn out everywhere: the game goes on, and says so */
			failed++;
			reserve(wanted); /* in the next slot */
			return;
		}
	}
	bound = wanted;
}

bool memory_bad(void) {
	bool was = bad;
	bad = false;
	return was;
}

uint32_t count(void) { return last; }

uint32_t count_next(void) {
	uint32_t c = after(last, 1);
	while (c == bound)
		memory_tick();
	last = c;
	if (!todo && bound - last <= EARLY)
		reserve(after(bound, AHEAD));
	return last;
}
