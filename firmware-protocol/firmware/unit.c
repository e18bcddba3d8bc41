#include "unit.h"

#include <string.h>

#include "board.h"
#include "memory.h"

static struct box_decoder in = {.typed = true};
static char out[BOX_MAX_LINE];
static struct reading waiting[WAITING];
static uint16_t done;  /* the number of the last command; 0: none */
static uint8_t answer; /* what was said to it, enum why */

static void begin(uint8_t verb) { box_begin(out, verb); }

static void word(const char *s) { box_text(s, (uint8_t)strlen(s)); }

static void say(void) { line_put(out, box_end(out)); }

bool unit_error(const char *reason, const char *what) {
	static uint32_t last[8];
	uint32_t t = now() | 1, *l = &last[reason[0] & 7];
	if (*l && t - *l < 1000)
		return false;
	*l = t;
	begin(BOX_ERROR);
	word(reason);
	word(what);
	say();
	return true;
}

static uint8_t charged = 255; /* what was said last */

static void battery(uint8_t c) {
	charged = c;
	begin(BOX_BATTERY);
	box_number(c);
	say();
}

void unit_battery(void) {
	uint8_t c = charge(), off = c > charged ? c - charged : charged - c;
	if (c != 255 && off >= 5)
		battery(c);
}

static void iam(void) {
	uint8_t c = charge();
	begin(BOX_IAM);
	box_number(BOX_VERSION);
	word(KIND);
	box_text(serial, serial_n);
	word(FIRMWARE);
	box_number(count());
	introduce();
	say();
	if (c != 255)
		battery(c);
}

static void told(struct reading *r) {
	begin(r->verb);
	box_number(r->count);
#ifdef ROLLS
	if (r->ask_n)
		box_text(r->ask, r->ask_n);
	else
		word("-");
	for (uint8_t i = 0; i < r->dice; i++)
		box_die(i + 1, r->face[i], r->quality);
#else
	box_number(r->part);
	box_steps(r->value);
#endif
	say();
	r->due = now() + (r->tries < 3 ? 250u << r->tries : 2000u);
	if (r->tries < 3)
		r->tries++;
}

struct reading *unit_new(uint8_t verb) {
	for (uint8_t i = 0; i < WAITING; i++)
		if (!waiting[i].verb) {
			memset(&waiting[i], 0, sizeof waiting[i]);
			waiting[i].verb = verb;
			waiting[i].count = count_next();
			return &waiting[i];
		}
	unit_error("overrun", "");
	return 0;
}

void unit_say(struct reading *r) { told(r); }

struct reading *unit_waits(uint8_t verb, uint8_t part) {
	for (uint8_t i = 0; i < WAITING; i++)
		if (waiting[i].verb == verb && (!part || waiting[i].part == part))
			return &waiting[i];
	return 0;
}

/* oldest is the reading that was made first of those that are due; 0: none. */
static struct reading *oldest(uint32_t t) {
	struct reading *o = 0;
	for (uint8_t i = 0; i < WAITING; i++) {
		struct reading *r = &waiting[i];
		if (r->verb && (int32_t)(t - r->due) >= 0 && (!o || (int32_t)(r->count - o->count) < 0))
			o = r;
	}
	return o;
}

static void reply(uint16_t number, uint8_t why) {
	static const char *const words[] = {"", "unknown", "cannot", "range", "busy"};
	begin(why ? BOX_REFUSE : BOX_ACK);
	box_number(number);
	if (why)
		word(words[why]);
	say();
}

static void hear(const struct box_line *l) {
	if (l->verb == BOX_HELLO) {
		done = 0;
		iam();
		for (uint8_t i = 0; i < WAITING; i++)
			waiting[i].due = now(), waiting[i].tries = 0;
	} else if (l->verb == BOX_ACK) {
		for (uint8_t i = 0; i < WAITING; i++)
			if (waiting[i].count == l->number)
				waiting[i].verb = 0;
	} else if (box_numbered(l->verb)) {
		if (l->number != done) {
			done = (uint16_t)l->number;
			answer = obey(l);
		}
		reply(done, answer);
#ifdef ROLLS
		/* what was rolled already is said again, after the answer */
		for (uint8_t i = 0; l->verb == BOX_ASK && i < WAITING; i++)
			if (waiting[i].verb == BOX_ROLL && waiting[i].ask_n == l->ask.n && !memcmp(waiting[i].ask, l->ask.p, l->ask.n))
				waiting[i].due = now(), waiting[i].tries = 0;
#endif
	}
}

void unit_start(void) { iam(); }

void unit_tick(void) {
	struct reading *r;
	uint8_t b;
	while (line_get(&b)) {
		if (!box_feed(&in, b))
			continue;
		if (!in.fault)
			hear(&in.line);
		else if (box_refused(&in))
			reply(box_refused(&in), in.fault == BOX_BAD_VERB ? UNKNOWN : RANGE);
		else
			unit_error("line", "");
	}
	memory_tick();
	if (memory_bad())
		unit_error("memory", "");
	while (line_room() > 100 && (r = oldest(now())))
		told(r);
}
