#include "boxline.h"

#include <stddef.h>
#include <string.h>

#ifdef __AVR__
#include <avr/pgmspace.h>
#define ROM PROGMEM
#define at(p) pgm_read_byte(p)
#else
#define ROM
#define at(p) (*(const uint8_t *)(p))
#endif

/* A line is its verb and a kind of field for each of its fields; reading and writing walk along the same table. The kinds by code, a code being less
 * than any letter and =, so that it ends a name. */
#define TEXT16   "\x01" /* the first two may be empty */
#define TEXT40   "\x02"
#define VERSION  "\x03"
#define NUMBER   "\x04" /* of a command */
#define COUNT    "\x05" /* of a reading */
#define PERCENT  "\x06"
#define DICE     "\x07"
#define PART     "\x08"
#define STATE    "\x09" /* of a lamp */
#define TUNE     "\x0A"
#define UPDOWN   "\x0B" /* of a button */
#define STEPS    "\x0C"
#define ASKED    "\x0D"
#define MARK     "\x0E"
#define REASON   "\x0F"
#define UNIT     "\x10" /* its serial number */
#define FIRMWARE "\x11"
#define FOR      "\x12" /* an ask, or none */
#define MADE     "\x13" /* how many readings, IAM */
#define DIE      "\x14" /* one to twelve */
#define ABILITY  "\x15" /* any number */
#define ALONE    "\x16" /* of an ability: it has no number */

enum { EMPTY_MAY_BE = 2, A_NUMBER = 4, THE_COUNT = 19, A_DIE = 20, AN_ABILITY = 21, NO_NUMBER = 22 };

/* In the order of enum box_verb. */
static const char verbs[] ROM =
	"HELLO" VERSION "ASK" NUMBER ASKED MARK DICE "DISARM" NUMBER "IDENTIFY" NUMBER "SHOW" NUMBER PART TEXT16 "LAMP" NUMBER PART STATE
	"SOUND" NUMBER TUNE "PING" NUMBER "ACK" COUNT "IAM" VERSION REASON UNIT FIRMWARE MADE ABILITY "ROLL" COUNT FOR DIE
	"PRESS" COUNT PART UPDOWN "TURN" COUNT PART STEPS "BATTERY" PERCENT "REFUSE" NUMBER REASON "ERROR" REASON TEXT40;

/* In the order of enum box_ability. */
static const char abilities[] ROM =
	"dice=" DICE "arm" ALONE "digits=" PART "displays=" PART "lamps=" PART "buttons=" PART "knobs=" PART "sound" ALONE "battery" ALONE;

/* What a byte of a text may be, by the first of these that it is not above. DASH is no byte: a dash stands for an empty text. */
enum { LOW = 1, DIGIT = 2, HEX = 4, CAP = 8, DOT = 16, SIGN = 32, REST = 64, DASH = 128, LETTER = LOW | DIGIT | HEX | CAP, ANY = 127 };
static const uint8_t classes[] ROM = {
	' ' - 1, 0, '#', REST, '$', 0, ')', REST, '*', 0, '+', SIGN, ',', 0, '-', SIGN, '.', DOT, '/', REST, '9', DIGIT, '@', REST,
	'F', HEX, 'Z', CAP, '`', REST, 'z', LOW, '~', REST, 255, 0,
};

/* Of a text: which bytes, least and most length. Of a number, bytes 0: least and most; 255 stands for 65535 and 0 for as much as 32 bits
 * hold, both kept in number; 127 says that it may be negative. */
struct kind {
	uint8_t bytes, where, least, most;
};
#define IN(field) offsetof(struct box_line, field)
static const struct kind kinds[] ROM = {
	/* TEXT16   */ {ANY, IN(text), 0, 16},
	/* TEXT40   */ {ANY, IN(text), 0, 40},
	/* VERSION  */ {0, IN(version), 1, 99},
	/* NUMBER   */ {0, IN(number), 1, 255},
	/* COUNT    */ {0, IN(number), 1, 0},
	/* PERCENT  */ {0, IN(value), 0, 100},
	/* DICE     */ {0, IN(dice), 1, BOX_MAX_DICE},
	/* PART     */ {0, IN(part), 1, 99},
	/* STATE    */ {0, IN(value), 0, 3},
	/* TUNE     */ {0, IN(value), 1, 4},
	/* UPDOWN   */ {0, IN(value), 0, 1},
	/* STEPS    */ {0, IN(value), 1, 127},
	/* ASKED    */ {LETTER | DOT, IN(ask), 1, 16},
	/* MARK     */ {LETTER | DASH, IN(mark), 1, 3},
	/* REASON   */ {LOW, IN(word), 1, 12},
	/* UNIT     */ {DIGIT | HEX, IN(serial), 4, 16},
	/* FIRMWARE */ {LETTER | DOT | SIGN, IN(text), 1, 12},
	/* FOR      */ {LETTER | DOT | DASH, IN(ask), 1, 16},
	/* MADE     */ {0, IN(number), 0, 0},
};

uint16_t box_sum(const char *p, uint8_t n) {
	uint16_t c = 0xFFFF;
	for (; n; n--) {
		c ^= (uint16_t)((uint8_t)*p++ << 8);
		for (uint8_t i = 8; i; i--)
			c = c & 0x8000 ? (uint16_t)(c << 1 ^ 0x1021) : (uint16_t)(c << 1);
	}
	return c;
}

/* is says whether n bytes are all of some classes. */
static bool is(const char *p, uint8_t n, uint8_t bytes) {
	for (; n; n--) {
		const uint8_t *c = classes;
		uint8_t b = (uint8_t)*p++;
		while (b > at(c))
			c += 2;
		if (!(at(c + 1) & bytes))
			return false;
	}
	return true;
}

/* next goes on to the next name in a list. */
static const char *next(const char *t) {
	while (at(t) >= '=')
		t++;
	while ((uint8_t)(at(t) - 1) < '=' - 1)
		t++;
	return t;
}

static uint8_t which; /* of find: the place in the list, from 1 */

/* find looks for the name that p begins with in a list of names; it returns its codes, 0 when it is not there. */
static const char *find(const char *t, const char *p) {
	for (which = 1; at(t); which++, t = next(t)) {
		const char *q = p;
		while (at(t) == (uint8_t)*q && at(t) >= '=')
			q++, t++;
		if (at(t) < '=' && (uint8_t)*q < '=')
			return t;
	}
	return 0;
}

/* Reading. What is read ends with a zero, which no line contains. */

static uint8_t got[4]; /* by number, the lowest byte first */

/* number reads a number; it returns where it ends, 0 when it is none or out of its range: 0 or (least) 1 to most, of which 255 stands for 65535 and 0
 * for 4294967295. */
static const char *number(const char *p, uint8_t least, uint8_t most) {
	uint8_t d, digits = 0, any = 0;
	uint8_t *g, *stop = most ? got + 1 : got + 4;
	if (most == 255)
		stop++;
	memset(got, 0, sizeof got);
	while ((d = (uint8_t)(*p - '0')) <= 9) {
		uint16_t carry = d;
		if (digits && !any)
			return 0; /* a leading zero */
		digits = 1;
		any |= d;
		g = got;
		do {
			carry += (uint16_t)(*g * 10u);
			*g++ = (uint8_t)carry;
			carry >>= 8;
		} while (g != stop);
		if (carry)
			return 0;
		p++;
	}
	return !digits || (least && !any) || (most && got[0] > most) ? 0 : p;
}

static const char *die(const char *p, struct box_line *l) {
	uint8_t i;
	p = number(p, 1, BOX_MAX_DICE);
	i = got[0];
	if (!p || i <= l->dice || *p != ':')
		return 0;
	l->dice = i;
	p = number(p + 1, 0, 99);
	if (!p)
		return 0;
	l->face[i - 1] = got[0];
	if (*p == BOX_COCKED || *p == BOX_HANDLED)
		l->quality[i - 1] = (uint8_t)*p++;
	else if (!got[0])
		return 0;
	return p;
}

static const char *ability(const char *p, struct box_line *l) {
	const char *t = find(abilities, p);
	uint8_t n = 0;
	for (; is(p, 1, LOW); p++)
		n++;
	if ((uint8_t)(n - 1) >= 12)
		return 0;
	got[0] = 1;
	if (*p == '=')
		p = number(p + 1, 1, which == BOX_DICE + 1 ? BOX_MAX_DICE : 99);
	if (t) /* one that we do not know is passed over */
		l->able[which - 1] = got[0];
	return p;
}

/* field reads a field; it says whether that is what it may be. */
static bool field(const char *p, const char *end, uint8_t code, struct box_line *l) {
	const struct kind *k = kinds + code - 1;
	uint8_t bytes, least, most, n;
	char *to;
	if (code == A_DIE)
		return die(p, l) == end;
	if (code == AN_ABILITY)
		return ability(p, l) == end;
	bytes = at(&k->bytes), least = at(&k->least), most = at(&k->most);
	to = (char *)l + at(&k->where);
	n = (uint8_t)(end - p);
	if (bytes) {
		struct box_text *t = (void *)to;
		if (bytes & DASH && n == 1 && *p == '-')
			return true;
		t->p = p;
		t->n = n;
		return n >= least && n <= most && is(p, n, bytes);
	}
	n = most == 127 && *p == '-';
	if (number(p + n, least, most) != end)
		return false;
	if (at(&k->where) == IN(number))
		l->number = got[0] | (uint32_t)got[1] << 8 | (uint32_t)got[2] << 16 | (uint32_t)got[3] << 24;
	else
		*to = (char)(n ? -got[0] : got[0]);
	return true;
}

static const char *comma(const char *p) {
	while (*p && *p != ',')
		p++;
	return p;
}

/* parse reads what stands between $ and a zero. */
static uint8_t parse(const char *p, struct box_line *l) {
	const char *end = comma(p), *form;
	uint8_t fault = BOX_GOOD, code, dice = 0;
	memset(l, 0, sizeof *l);
	form = find(verbs, p);
	if (!form || !is(p, (uint8_t)(end - p), HEX | CAP)) {
		if (*end)
			field(end + 1, comma(end + 1), A_NUMBER, l);
		return BOX_BAD_VERB;
	}
	l->verb = which;
	for (;;) {
		code = at(form);
		if (code == THE_COUNT && l->version > BOX_VERSION) /* what follows is for those who speak it */
			return fault;
		if (!*end)
			break;
		p = end + 1;
		end = comma(p);
		if ((uint8_t)(code - 1) >= NO_NUMBER || dice == BOX_MAX_DICE || (p == end && code > EMPTY_MAY_BE))
			return BOX_BAD_FIELDS;
		if (!field(p, end, code, l))
			fault = BOX_BAD_VALUE;
		if (code < A_DIE)
			form++;
		if (code == A_DIE)
			dice++;
	}
	/* beyond its last field, or within a list: but of dice there is at least one */
	return (uint8_t)(code - 1) < A_DIE && !dice ? BOX_BAD_FIELDS : fault;
}

/* hex writes the four digits of a sum; it says whether they stood there before. */
static bool hex(char *p, uint16_t sum) {
	bool same = true;
	for (uint8_t i = 4; i; i--) {
		char h = (char)((sum >> 12) + '0');
		if (h > '9')
			h = (char)(h + 'A' - '9' - 1);
		if (*p != h)
			same = false;
		*p++ = h;
		sum = (uint16_t)(sum << 4);
	}
	return same;
}

enum { START, PASSED, LINE, TYPED }; /* START: a typed line may begin */

static uint8_t end(struct box_decoder *d) {
	char *star = d->buf + d->n;
	if (d->state == LINE) {
		if (d->n < 5)
			return BOX_NOSUM;
		for (uint8_t i = 4; i; i--)
			if (*--star >= 'a')
				*star = (char)(*star - ('a' - 'A'));
		if (!is(star, 4, DIGIT | HEX) || *--star != '*')
			return BOX_NOSUM;
		if (!hex(star + 1, box_sum(d->buf, (uint8_t)(d->n - 5))))
			return BOX_BAD_SUM;
	}
	*star = 0; /* there is room: a line has one byte less than buf */
	return parse(d->buf, &d->line);
}

bool box_feed(struct box_decoder *d, uint8_t b) {
	uint8_t state = d->state, then = PASSED, fault = BOX_GOOD;
	if (b == '$') {
		then = LINE;
		fault = BOX_CUT;
	} else if (b == '\r' || b == '\n') {
		then = START;
		if (state >= LINE)
			fault = end(d);
	} else if (state < LINE) {
		if (b == '?' && d->typed && state == START)
			then = TYPED;
	} else if (b < ' ' || b > '~' || (b == '*' && state == TYPED)) {
		fault = BOX_CHARACTER;
	} else if (d->n == BOX_MAX_LINE - 3) {
		fault = BOX_LONG;
	} else {
		d->buf[d->n++] = (char)b;
		return false;
	}
	d->n = 0;
	d->state = then;
	d->fault = fault;
	return state >= LINE;
}

/* Writing: one line at a time. */

static char *to;
static uint8_t left; /* bytes that still fit, and one */

static void put(uint8_t b) {
	if (!left)
		return;
	left--;
	*to++ = (char)b;
}

/* name writes the name at a place in a list; it returns its codes. */
static const char *name(const char *t, uint8_t place) {
	while (place--)
		t = next(t);
	for (; at(t) >= '='; t++)
		put(at(t));
	return t;
}

void box_begin(char *out, uint8_t verb) {
	to = out;
	left = BOX_MAX_LINE - 6;
	put('$');
	name(verbs, (uint8_t)(verb - 1)); /* of a verb that is none there is no name, which box_end finds out */
}

/* digits writes got, and leaves nothing of it. */
static void digits(void) {
	uint8_t rest = 0, more = 0, *g = got + 4;
	do { /* by ten, bit by bit */
		uint8_t b = *--g;
		for (uint8_t i = 8; i; i--) {
			rest = (uint8_t)(rest << 1);
			if (b & 0x80)
				rest++;
			b = (uint8_t)(b << 1);
			if (rest >= 10) {
				rest = (uint8_t)(rest - 10);
				b++;
			}
		}
		*g = b;
		more |= b;
	} while (g != got);
	if (more)
		digits();
	put((uint8_t)(rest + '0'));
}

/* small writes a byte and a number. */
static void small(uint8_t before, uint8_t v) {
	put(before);
	got[0] = v;
	digits();
}

void box_number(uint32_t v) {
	for (uint8_t i = 0; i < 4; i++, v >>= 8)
		got[i] = (uint8_t)v;
	put(',');
	digits();
}

void box_steps(int8_t v) {
	uint8_t before = ',', n = (uint8_t)v;
	if (v < 0) {
		put(before);
		before = '-';
		n = (uint8_t)-n;
	}
	small(before, n);
}

void box_text(const char *p, uint8_t n) {
	put(',');
	if (!is(p, n, ANY))
		left = 0;
	for (; n; n--)
		put((uint8_t)*p++);
}

void box_die(uint8_t die, uint8_t face, uint8_t quality) {
	small(',', die);
	small(':', face);
	if (quality)
		put(quality);
}

void box_able(uint8_t ability, uint8_t number) {
	put(',');
	if (at(name(abilities, ability)) != NO_NUMBER) {
		got[0] = number;
		digits();
	}
}

uint8_t box_end(char *out) {
	static struct box_line back; /* on a small stack it is a large one */
	char *star = to;
	*star = 0;
	if (!left || parse(++out, &back))
		return 0;
	*star = '*';
	left = (uint8_t)(star - out);
	hex(star + 1, box_sum(out, left));
	star[5] = '\r';
	star[6] = '\n';
	return (uint8_t)(left + 8);
}
