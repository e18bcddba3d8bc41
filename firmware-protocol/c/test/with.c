/* The smallest program that reads and writes every line. What it is larger with boxline.c than with none.c is what the codec takes: its tables
 * and what it needs of libc and libgcc are in it, the calls are not. */
#include <avr/io.h>

#include "../boxline.h"

static struct box_decoder d;
static char out[BOX_MAX_LINE];

int main(void) {
	for (;;) {
		box_feed(&d, UDR0);
		box_begin(out, UDR0);
		box_number(d.line.number);
		box_steps((int8_t)UDR0);
		box_text(out, UDR0);
		box_die(UDR0, UDR0, UDR0);
		box_able(UDR0, UDR0);
		UDR0 = box_end(out);
	}
}
