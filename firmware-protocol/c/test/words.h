/* A line in words, as the vectors write it (../../vectors/README.md). */
#ifndef WORDS_H
#define WORDS_H

#include <stdio.h>

#include "../boxline.h"

void words(FILE *f, const struct box_line *l);
extern const char *const fault_words[];

/* write_line writes a line of any verb; it returns what box_end does. */
uint8_t write_line(const struct box_line *l, char *out);

#endif
