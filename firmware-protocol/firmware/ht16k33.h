/* ht16k33: a display driver of eight rows of sixteen on the wire (Holtek datasheet v1.20). */
#ifndef HT16K33_H
#define HT16K33_H

#include <stdbool.h>
#include <stdint.h>

/* chip_write wakes the chip and writes all of its memory: a chip that was unplugged is right again with the next. */
bool chip_write(uint8_t address, const uint8_t ram[16]);

/* segments makes a character; digits writes n of them into the memory of a four-digit module, whose colon stands between the second and
 * the third: places 0, 1, 3, 4. */
uint8_t segments(char c);
void digits(uint8_t ram[16], const char *text, uint8_t n);

#endif
