/* memory: what outlives a power cut, in the EEPROM: the serial number, and how far the count was reserved (PROTOCOL.md, rule 8).
 *
 *	bytes 0 to 19    serial number: how many digits, the digits, a sum; 20 to 39 the same again
 *	bytes 40 to 1023 164 slots of six: a count, a sum. Each reservation takes the next slot, so each is worn 1/164 as much: at 100000
 *	                 writes that each slot lasts, a thousand million readings
 *
 * A write that is cut in the middle spoils the oldest slot; the newest stands, and no count beyond it has been given out. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

extern char serial[16];
extern uint8_t serial_n;

/* memory_start reads it; false: the memory is blank. memory_blank then fills it by chance. */
bool memory_start(void);
void memory_blank(void);

/* count is that of the last reading; 0 if there was none. count_next is one more: it waits while a reservation is being written. */
uint32_t count(void);
uint32_t count_next(void);

/* memory_tick goes on writing. memory_bad says, once, that the memory did not keep what it was told. */
void memory_tick(void);
bool memory_bad(void);

#endif
