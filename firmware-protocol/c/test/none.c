/* What with.c calls, without the codec: its calls are no part of what the codec takes. */
#include "../boxline.h"

bool box_feed(struct box_decoder *d, uint8_t byte) { return d->typed = byte; }
void box_begin(char *out, uint8_t verb) { *out = (char)verb; }
void box_number(uint32_t v) { (void)v; }
void box_steps(int8_t v) { (void)v; }
void box_text(const char *p, uint8_t n) { (void)p, (void)n; }
void box_die(uint8_t die, uint8_t face, uint8_t quality) { (void)die, (void)face, (void)quality; }
void box_able(uint8_t ability, uint8_t number) { (void)ability, (void)number; }
uint8_t box_end(char *out) { return (uint8_t)*out; }
