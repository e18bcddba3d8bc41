/* boxline: reads and writes the lines of PROTOCOL.md, version 1. C99, no allocation, no clock, no port. Under 2 KB of flash on an AVR.
 *
 * A line that was read points into its decoder and is good until the next byte is fed. One that is written goes straight into the caller's
 * bytes. The Go twin of this file is ../wire; both are held to ../vectors and to each other. */
#ifndef BOXLINE_H
#define BOXLINE_H

#include <stdbool.h>
#include <stdint.h>

#define BOX_VERSION 1
#define BOX_MAX_LINE 128 /* bytes of a line, CR LF counted */
#define BOX_MAX_DICE 12

enum box_verb {
	BOX_HELLO = 1, BOX_ASK, BOX_DISARM, BOX_IDENTIFY, BOX_SHOW, BOX_LAMP, BOX_SOUND, BOX_PING, /* from the host */
	BOX_ACK, /* both ways */
	BOX_IAM, BOX_ROLL, BOX_PRESS, BOX_TURN, BOX_BATTERY, BOX_REFUSE, BOX_ERROR, /* from a unit */
	BOX_VERBS
};

/* box_numbered says that a verb is a command that a unit acknowledges by its number. */
#define box_numbered(verb) ((verb) >= BOX_ASK && (verb) <= BOX_PING)

/* Faults, in the order in which a receiver tests for them (PROTOCOL.md, "What a receiver does with anything else"). */
enum box_fault { BOX_GOOD, BOX_CUT, BOX_CHARACTER, BOX_LONG, BOX_NOSUM, BOX_BAD_SUM, BOX_BAD_VERB, BOX_BAD_FIELDS, BOX_BAD_VALUE };

enum box_quality { BOX_STILL, BOX_COCKED = 'c', BOX_HANDLED = 'h' };

enum box_ability { BOX_DICE, BOX_ARM, BOX_DIGITS, BOX_DISPLAYS, BOX_LAMPS, BOX_BUTTONS, BOX_KNOBS, BOX_SOUNDS, BOX_CHARGE, BOX_ABILITIES };

struct box_text {
	const char *p;
	uint8_t n;
};

/* Which fields count follows from verb; when read, all others are zero. */
struct box_line {
	uint8_t verb;
	uint8_t version; /* HELLO, IAM */
	uint8_t dice;    /* ASK: how many */
	uint8_t part;    /* SHOW, LAMP, PRESS, TURN: which, from 1 */
	int8_t value;    /* LAMP, SOUND, PRESS, TURN, BATTERY */
	uint32_t number; /* of a command; of a reading, and with IAM, the count */
	struct box_text ask;  /* ASK, ROLL; n 0 with ROLL: not armed */
	struct box_text mark; /* ASK; n 0: nobody's */
	struct box_text word; /* REFUSE, ERROR: the reason; IAM: the kind */
	struct box_text text; /* SHOW, ERROR; IAM: the firmware */
	struct box_text serial; /* IAM */
	uint8_t able[BOX_ABILITIES]; /* IAM: the number, or 1; 0: it has none */
	/* ROLL: of die 1 at [0] to die 12; face 1 to 99, 0: not readable; enum box_quality. Both 0: it was not rolled */
	uint8_t face[BOX_MAX_DICE], quality[BOX_MAX_DICE];
};

/* A decoder that is all zero is ready to use, for a host. */
struct box_decoder {
	bool typed; /* lines may begin with ? and have no checksum: for units */
	uint8_t fault;   /* of the line that ended, enum box_fault */
	uint8_t state, n;
	char buf[BOX_MAX_LINE - 2];
	struct box_line line; /* the line that ended; see box_refuses */
};

/* box_feed takes one byte. It returns true when that byte ended a line, good or bad. */
bool box_feed(struct box_decoder *d, uint8_t byte);

/* box_refused is the number of a bad line that a unit refuses: of a command that it does not know, or with a value out of its range. 0: of none. */
static inline uint16_t box_refused(const struct box_decoder *d) {
	bool refused = d->fault == BOX_BAD_VERB || (d->fault == BOX_BAD_VALUE && box_numbered(d->line.verb));
	return refused ? (uint16_t)d->line.number : 0;
}

/* A line is written field by field in the order of PROTOCOL.md: box_begin, its fields, box_end. out has room for BOX_MAX_LINE bytes. There is
 * one line at a time. */
void box_begin(char *out, uint8_t verb);
void box_number(uint32_t v);
void box_steps(int8_t v);
void box_text(const char *p, uint8_t n); /* of no ask, or nobody's mark: a dash */
void box_die(uint8_t die, uint8_t face, uint8_t quality);
void box_able(uint8_t ability, uint8_t number); /* number: nothing where it has none */

/* box_end adds checksum and CR LF. It returns how many bytes the line has, without a zero at the end; 0 when it is none of version 1: too few or
 * too many fields, or one out of its range. What it writes, every decoder reads. */
uint8_t box_end(char *out);

/* box_sum is the CRC-16/CCITT-FALSE of n bytes. */
uint16_t box_sum(const char *p, uint8_t n);

#endif
