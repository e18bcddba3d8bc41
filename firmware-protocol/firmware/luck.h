/* luck: where the dice come from. See luck.c for the argument; test/fair.c and the hil tests measure it. */
#ifndef LUCK_H
#define LUCK_H

#include <stdint.h>

/* luck_stir adds a byte that somebody outside could not have known. */
void luck_stir(uint8_t b);

/* luck_byte is 0 to 255, luck_below 0 to n-1 (n 1 to 255), every one as likely as the others. */
uint8_t luck_byte(void);
uint8_t luck_below(uint8_t n);

#endif
