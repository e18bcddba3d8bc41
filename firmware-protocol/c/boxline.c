#include "boxline.h"

#include <stddef.h>
#include <string.h>

#ifdef __AVR__
#include <avr/pgmspace.h>
#define ROM PROGMEM
#define at(p) ((char)pgm_read_byte(p))
#else
#define ROM
#define at(p) (*(p))
#endif

/* Every verb in the order of enum box_verb with one letter a field: its place in kinds below. */
static const char verbs[] ROM =
	"HELLO=a ASK=bklf DISARM=b IDENTIFY=b SHOW=bgp LAMP=bgh SOUND=bi PING=b ACK=c "
	"IAM=amnods ROLL=ctr PRESS=cgj TURN=cgu BATTERY=e REFUSE=bm ERROR=mq ";

/* Every ability in the order of enum box_ability; = says that it has a number. */
static const char abilities[] ROM = "dice= arm digits= displays= lamps= buttons= knobs= sound battery ";

/* What a byte of a text may be. */
enum { LOW = 1, DIGIT = 2, HEX = 4, CAP = 8, DOT = 16, SIGN = 32, REST = 64, LETTER = LOW | DIGIT | HEX | CAP, ANY = 127, DASH = 128 };

enum { BYTE, WORD, LONG, TEXT, STEPS, LIST };

struct kind {
	uint8_t as, where; /* its type, and its place in struct box_line */
	uint8_t least, most; /* of a number; of a text's length. most 0: as many as the type has */
	uint8_t bytes; /* of a text; DASH: a dash stands for nothing */
};

#define IN(field) offsetof(struct box_line, field)
static const struct kind kinds[] = {
	/* a version */ {BYTE, IN(version), 1, 99, 0},
	/* b number  */ {LONG, IN(number), 1, 1, 0}, /* most 1: sixteen bits */
	/* c count   */ {LONG, IN(number), 1, 0, 0},
	/* d IAM's   */ {LONG, IN(number), 0, 0, 0},
	/* e percent */ {WORD, IN(value), 0, 100, 0},
	/* f dice    */ {BYTE, IN(dice), 1, BOX_MAX_DICE, 0},
	/* g part    */ {BYTE, IN(part), 1, 99, 0},
	/* h lamp    */ {WORD, IN(value), 0, 3, 0},
	/* i sound   */ {WORD, IN(value), 1, 4, 0},
	/* j button  */ {WORD, IN(value), 0, 1, 0},
	/* k ask     */ {TEXT, IN(ask), 1, 16, LETTER | DOT},
	/* l mark    */ {TEXT, IN(mark), 1, 3, LETTER | DASH},
	/* m word    */ {TEXT, IN(word), 1, 12, LOW},
	/* n serial  */ {TEXT, IN(serial), 4, 16, DIGIT | HEX},
	/* o firmware*/ {TEXT, IN(text), 1, 12, LETTER | DOT | SIGN},
	/* p text    */ {TEXT, IN(text), 0, 16, ANY},
	/* q text    */ {TEXT, IN(text), 0, 40, ANY},
	/* r dice    */ {LIST, 0, 1, 0, 0},
	/* s ability */ {LIST, 0, 0, 0, 0},
	/* t ask or -*/ {TEXT, IN(ask), 1, 16, LETTER | DOT | DASH},
	/* u steps   */ {STEPS, IN(value), 1, 127, 0},
};
#define kind_of(letter) (&kinds[(uint8_t)(letter) - 'a'])
#define FIRMWARE 'o'

uint16_t box_sum(const char *p, uint8_t n) {
	uint16_t c = 0xFFFF;
	while (n--) {
		uint8_t x = (uint8_t)(c >> 8) ^ (uint8_t)*p++;
		x ^= x >> 4;
		c = (uint16_t)(c << 8) ^ (uint16_t)((uint16_t)x << 12) ^ (uint16_t)((uint16_t)x << 5) ^ x;
	}
	return c;
}

/* Reading. A field ends at a comma or at the star that ends what is parsed; each reader returns where it stopped, 0 when it is bad. */

static uint8_t class(char b) {
	if (b >= 'a')
		return b <= 'z' ? LOW : b <= '~' ? REST : 0;
	if (b >= 'A')
		return b <= 'F' ? HEX : b <= 'Z' ? CAP : REST;
	if (b >= '0' && b <= '9')
		return DIGIT;
	if (b == '.')
		return DOT;
	if (b == '-' || b == '+')
		return SIGN;
	return b < ' ' || b == '$' || b == '*' || b == ',' ? 0 : REST;
}

static const char *decimal(const char *p, uint32_t *out) {
	uint32_t v = 0;
	uint8_t d = (uint8_t)(*p - '0');
	if (d > 9 || (!d && class(p[1]) == DIGIT))
		return 0;
	for (; (d = (uint8_t)(*p - '0')) <= 9; p++) {
		if (v >= 429496730u)
			return 0;
		v = v * 10 + d;
		if (v < d)
			return 0;
	}
	*out = v;
	return p;
}

/* small reads a number up to most. */
static const char *small(const char *p, uint8_t least, uint8_t most, uint8_t *out) {
	uint32_t v;
	p = decimal(p, &v);
	if (!p || v > most || (uint8_t)v < least)
		return 0;
	*out = (uint8_t)v;
	return p;
}

/* span counts the bytes of some classes. */
static uint8_t span(const char *p, uint8_t bytes) {
	uint8_t n = 0;
	while (class(p[n]) & bytes)
		n++;
	return n;
}

/* find looks for a name in a list of names; it returns what stands behind it there. */
static const char *find(const char *t, const char *p, uint8_t n, uint8_t *which) {
	for (*which = 0; at(t); ++*which) {
		uint8_t i = 0;
		while (i < n && at(t) == p[i])
			i++, t++;
		if (i == n && (at(t) == '=' || at(t) == ' '))
			return t;
		while (at(t++) != ' ') {
		}
	}
	return 0;
}

static const char *die(const char *p, struct box_line *l) {
	struct box_die *d = &l->rolled[l->dice];
	uint8_t last = l->dice ? d[-1].die : 0;
	p = small(p, (uint8_t)(last + 1), BOX_MAX_DICE, &d->die);
	if (!p || *p++ != ':' || !(p = small(p, 0, 99, &d->face)))
		return 0;
	l->dice++;
	if (*p == 'c')
		d->quality = BOX_COCKED, p++;
	else if (*p == 'h')
		d->quality = BOX_HANDLED, p++;
	else if (!d->face)
		return 0;
	return p;
}

static const char *ability(const char *p, struct box_line *l) {
	const char *word = p, *t;
	uint8_t n = span(p, LOW), k, v = 1, number;
	p += n;
	if (!n || n > 12)
		return 0;
	number = *p == '=';
	if (number && !(p = small(p + 1, 1, 99, &v)))
		return 0;
	t = find(abilities, word, n, &k);
	if (!t)
		return p; /* one that we do not know is passed over */
	if (number != (at(t) == '=') || (k == BOX_DICE && v > BOX_MAX_DICE))
		return 0;
	l->able[k] = v;
	return p;
}

static const char *text(const char *p, const struct kind *k, struct box_text *t) {
	uint8_t n = span(p, k->bytes & ANY);
	if (k->bytes & DASH && !n && *p == '-')
		return p + 1;
	t->p = p;
	t->n = n;
	return n < k->least || n > k->most ? 0 : p + n;
}

static const char *value(const char *p, char letter, struct box_line *l) {
	const struct kind *k = kind_of(letter);
	void *to = (char *)l + k->where;
	uint8_t v, minus = 0;
	switch (k->as) {
	case TEXT:
		return text(p, k, to);
	case LIST:
		return k->least ? die(p, l) : ability(p, l);
	case LONG:
		p = decimal(p, to);
		return !p || l->number < k->least || (k->most && l->number > 65535u) ? 0 : p;
	case STEPS:
		minus = *p == '-';
	}
	p = small(p + minus, k->least, k->most, &v);
	if (!p)
		return 0;
	if (k->as == BYTE)
		*(uint8_t *)to = v;
	else
		*(int16_t *)to = (int16_t)(minus ? -v : v);
	return p;
}

/* parse reads what stands between $ and end, where a star stands. */
static uint8_t parse(const char *p, const char *end, struct box_line *l) {
	const char *form, *f, *q;
	uint8_t other = 0, dice = 0, verb;
	memset(l, 0, sizeof *l);
	q = p + span(p, CAP | HEX);
	form = find(verbs, p, (uint8_t)(q - p), &verb);
	if (!form || (q != end && *q != ','))
		return BOX_BAD_VERB;
	l->verb = ++verb;
	f = ++form;

	/* as many fields as the verb has, none empty that may not be */
	p = q;
	while (q < end) {
		char k = at(f);
		const char *start = ++q;
		while (q < end && *q != ',')
			q++;
		if (other && k == 'd') { /* another version's: what follows is for those who speak it */
			end = start - 1;
			break;
		}
		if (k == ' ' || (q == start && k != 'p' && k != 'q') || (k == 'r' && ++dice > BOX_MAX_DICE))
			return BOX_BAD_FIELDS;
		if (k == 'a' && verb == BOX_IAM)
			other = small(start, 1, 99, &other) == q && other != BOX_VERSION;
		if (k != 'r' && k != 's')
			f++;
	}
	q = f;
	if (at(q) != ' ' && at(q) != 's' && !dice && !(other && at(q) == 'd'))
		return BOX_BAD_FIELDS;

	for (f = form; p < end;) {
		char k = at(f);
		p = value(p + 1, k, l);
		if (!p || (p != end && *p != ','))
			return BOX_BAD_VALUE;
		if (k != 'r' && k != 's')
			f++;
	}
	return BOX_GOOD;
}

enum { INSIDE = 1, BY_HAND = 2, MIDDLE = 4 };

static uint8_t end(struct box_decoder *d) {
	char *star = d->buf + d->n;
	const char *p;
	uint16_t sum = 0;
	uint8_t fault, i;
	if (d->state & BY_HAND) {
		if (memchr(d->buf, '*', d->n))
			return BOX_CHARACTER;
		*star = '*'; /* there is room: a line has one byte less than buf */
	} else {
		star -= 5;
		if (d->n < 5 || *star != '*')
			return BOX_NOSUM;
		for (i = 1; i < 5; i++) {
			char b = star[i];
			if (b >= 'a')
				b = (char)(b - ('a' - 'A'));
			if (!(class(b) & (DIGIT | HEX)))
				return BOX_NOSUM;
			sum = (uint16_t)(sum << 4 | (uint8_t)(b >= 'A' ? b - 'A' + 10 : b - '0'));
		}
		if (box_sum(d->buf, (uint8_t)(star - d->buf)) != sum)
			return BOX_BAD_SUM;
	}
	fault = parse(d->buf, star, &d->line);
	if (fault) {
		uint32_t v;
		for (p = d->buf; p < star && *p != ','; p++) {
		}
		if (p < star && (p = decimal(p + 1, &v)) && (p == star || *p == ',') && v <= 65535u)
			d->number = (uint16_t)v;
	}
	return fault;
}

bool box_feed(struct box_decoder *d, uint8_t b) {
	uint8_t fault, was = d->state;
	d->number = 0;
	if (b == '\r' || b == '\n') {
		d->state = was & BY_HAND;
		fault = was & INSIDE ? end(d) : BOX_GOOD;
	} else if (b == '$') {
		d->state = INSIDE | MIDDLE;
		d->n = 0;
		fault = BOX_CUT;
	} else if (!(was & INSIDE)) {
		d->state = MIDDLE;
		if (b == '?' && d->typed && !(was & MIDDLE)) {
			d->state = INSIDE | BY_HAND | MIDDLE;
			d->n = 0;
		}
		return false;
	} else if (b < ' ' || b > '~') {
		d->state = MIDDLE;
		fault = BOX_CHARACTER;
	} else if (d->n == BOX_MAX_LINE - 3) {
		d->state = MIDDLE;
		fault = BOX_LONG;
	} else {
		d->buf[d->n++] = (char)b;
		return false;
	}
	d->fault = fault;
	return was & INSIDE;
}

/* Writing: one line at a time. */

static const uint32_t tens[] = {1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1};

static char *to;
static uint8_t left; /* bytes that still fit, and one */

static void put(char b) {
	if (left) {
		left--;
		*to++ = b;
	}
}

static void putn(uint32_t v) {
	const uint32_t *ten = tens;
	uint8_t zeros = 0;
	do {
		char d = '0';
		for (; v >= *ten; v -= *ten)
			d++, zeros = 1;
		if (zeros || *ten == 1)
			put(d);
	} while (*ten++ > 1);
}

static void dice(const struct box_line *l) {
	const struct box_die *d = l->rolled;
	for (uint8_t i = 0; i < l->dice && left; i++, d++) {
		put(',');
		putn(d->die);
		put(':');
		putn(d->face);
		if (d->quality)
			put(" ch?"[d->quality & 3]);
		if (i == BOX_MAX_DICE)
			left = 0;
	}
}

static void able(const struct box_line *l) {
	const char *t = abilities;
	for (uint8_t i = 0; i < BOX_ABILITIES; i++, t++) {
		uint8_t v = l->able[i];
		if (v)
			put(',');
		for (; at(t) != ' '; t++)
			if (v) {
				put(at(t));
				if (at(t) == '=')
					putn(v);
			}
	}
}

uint8_t box_write(const struct box_line *l, char *out) {
	static struct box_line back; /* on a small stack it is a large one */
	const char *f = verbs;
	uint8_t v = l->verb;
	uint16_t sum;
	char k;
	if (!v || v >= BOX_VERBS)
		return 0;
	to = out;
	left = BOX_MAX_LINE - 6;
	put('$');
	while (--v)
		while (at(f++) != ' ') {
		}
	for (; at(f) != '='; f++)
		put(at(f));
	while ((k = at(++f)) != ' ') {
		const struct kind *kind = kind_of(k);
		const void *from = (const char *)l + kind->where;
		const struct box_text *t = from;
		uint32_t number = 0;
		if (k == 'r')
			dice(l);
		if (k == 's')
			able(l);
		if (kind->as == LIST)
			break;
		put(',');
		switch (kind->as) {
		case TEXT:
			if (!t->n && kind->bytes & DASH)
				put('-');
			for (v = 0; v < t->n; v++) {
				if (t->p[v] == ',')
					left = 0; /* it would be two fields */
				put(t->p[v]);
			}
			if (k == FIRMWARE && l->version != BOX_VERSION)
				goto sum;
			continue;
		case BYTE:
			number = *(const uint8_t *)from;
			break;
		case LONG:
			number = l->number;
			break;
		default:
			if (l->value < 0) {
				put('-');
				number = (uint16_t)-l->value;
			} else
				number = (uint16_t)l->value;
		}
		putn(number);
	}
sum:
	if (!left)
		return 0;
	*to = '*';
	if (parse(out + 1, to, &back))
		return 0;
	sum = box_sum(out + 1, (uint8_t)(to - out - 1));
	for (v = 0; v < 4; v++) {
		uint8_t h = (uint8_t)(sum >> 12);
		*++to = (char)(h < 10 ? '0' + h : 'A' + h - 10);
		sum = (uint16_t)(sum << 4);
	}
	*++to = '\r';
	*++to = '\n';
	return (uint8_t)(to + 1 - out);
}
