/* The smallest program that reads and writes every line: what it is larger than one without is what the codec takes. */
#include <avr/io.h>

#ifdef WITH
#include "../boxline.h"

static struct box_decoder d;
static char out[BOX_MAX_LINE];
#endif

int main(void) {
	for (;;) {
#ifdef WITH
		if (box_feed(&d, UDR0))
			UDR0 = box_write(&d.line, out);
#endif
	}
}
