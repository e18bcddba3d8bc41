/* A line in words, as the vectors write it (../../vectors/README.md). */
#ifndef WORDS_H
#define WORDS_H

#include <stdio.h>

#include "../boxline.h"

void words(FILE *f, const struct box_line *l);
extern const char *const fault_words[];

#endif
