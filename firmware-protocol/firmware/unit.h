/* unit: the conversation of PROTOCOL.md from the unit's side, the same for every firmware: who it is, commands that are carried out once,
 * readings that are repeated until they are acknowledged. */
#ifndef UNIT_H
#define UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "boxline.h"

#define FIRMWARE "1.1.0"
#ifdef ROLLS
#define KIND "dice"
#else
#define KIND "panel"
#endif

/* How many readings wait for their ACK at most (rule 6 wants 8 or more). */
#ifdef ROLLS
enum { WAITING = 8 };
#else
enum { WAITING = 24 };
#endif

struct reading {
	uint8_t verb; /* 0: free */
	uint8_t tries;
	uint8_t part;
	int8_t value;
	uint32_t count, due;
#ifdef ROLLS
	uint8_t dice, quality; /* how many; of all of them */
	uint8_t ask_n;
	char ask[16];
	uint8_t face[BOX_MAX_DICE];
#endif
};

enum why { DONE, UNKNOWN, CANNOT, RANGE, BUSY };

/* What a firmware has to have: introduce writes the abilities of IAM; obey carries a command out, or says why not; charge is the battery
 * in per cent, 255: none. */
void introduce(void);
enum why obey(const struct box_line *l);
uint8_t charge(void);

/* unit_start introduces it. Before that the line is not heard. */
void unit_start(void);

/* unit_tick hears the line and repeats what is due. */
void unit_tick(void);

/* unit_battery says the battery's charge when it has changed by five. */
void unit_battery(void);

/* unit_new is room for a reading, which unit_say then says for the first time; 0: there is none, which it says (overrun). */
struct reading *unit_new(uint8_t verb);
void unit_say(struct reading *r);

/* unit_waits finds a reading that waits for its ACK; part 0: any. */
struct reading *unit_waits(uint8_t verb, uint8_t part);

/* unit_error says that something is wrong, at most once a second for each reason's first letter. false: it was not said. */
bool unit_error(const char *reason, const char *text);

#endif
