/* contact: a switch to ground that bounces. It changes at the second sample that says so, a millisecond at the most after its edge, and then
 * holds its tongue until the bouncing must be over. */
#ifndef CONTACT_H
#define CONTACT_H

#include <stdbool.h>
#include <stdint.h>

struct contact {
	uint8_t down, seen, rest;
};

/* contact_sample is called every half millisecond with what the pin says; quiet is how many samples it stays as it is after a change. It
 * returns true when it has changed. */
static inline bool contact_sample(struct contact *c, uint8_t down, uint8_t quiet) {
	if (c->rest) {
		c->rest--;
		c->seen = 0;
		return false;
	}
	if (down == c->down) {
		c->seen = 0;
		return false;
	}
	if (!c->seen++)
		return false;
	c->down = down;
	c->seen = 0;
	c->rest = quiet;
	return true;
}

#endif
