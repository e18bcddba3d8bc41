/* fair ROLLS SEED: rolls of one to twelve dice from the firmware's own luck.c on the host, a line each: faces from 1 to 6. What the firmware
 * would take from its contacts is here a counter and the seed: the weakest noise that it could have. */
#include <stdio.h>
#include <stdlib.h>

#include "../luck.h"

int main(int argc, char **argv) {
	if (argc < 3)
		return 2;
	unsigned long n = strtoul(argv[1], 0, 0), seed = strtoul(argv[2], 0, 0);
	for (int i = 0; i < 4; i++)
		luck_stir((uint8_t)(seed >> 8 * i));
	for (unsigned long i = 0; i < n; i++) {
		luck_stir((uint8_t)i); /* the press */
		for (unsigned long k = 0; k <= i % 12; k++)
			putchar('1' + luck_below(6));
		putchar('\n');
	}
	return 0;
}
