/* Fuzzing under the address and undefined-behaviour sanitizers. With clang: -fsanitize=fuzzer,address,undefined and nothing else. Without:
 * fuzz SECONDS SEED FILE... feeds lines of the vector files, changed by chance. What is held: no sanitizer speaks; a line that was read is
 * written, and read again it is written alike. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "words.h"

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n) {
	static struct box_line any;
	struct box_decoder *d = calloc(1, sizeof *d), *e = calloc(1, sizeof *e); /* on the heap: the sanitizer watches their ends */
	char *a = malloc(BOX_MAX_LINE), *b = malloc(BOX_MAX_LINE);
	if (!d || !e || !a || !b)
		abort();
	d->typed = n && p[0] & 1;
	for (size_t i = 0; i < n; i++) {
		if (!box_feed(d, p[i]) || d->fault)
			continue;
		uint8_t m = write_line(&d->line, a), k;
		bool got = false;
		if (!m)
			abort();
		for (k = 0; k < m; k++)
			got |= box_feed(e, (uint8_t)a[k]) && !e->fault;
		if (!got || write_line(&e->line, b) != m || memcmp(a, b, m))
			abort();
	}
	/* a line of any numbers at all is written or refused */
	uint8_t *q = (uint8_t *)&any;
	for (size_t i = 0; i < sizeof any && n; i++)
		q[i] = p[i % n] ^ (uint8_t)i;
	struct box_text *t[] = {&any.ask, &any.mark, &any.word, &any.text, &any.serial};
	char *text = malloc(256);
	if (!text)
		abort();
	for (size_t i = 0; i < 256; i++)
		text[i] = n ? (char)p[(i * 7) % n] : 0;
	for (size_t i = 0; i < 5; i++)
		t[i]->p = text, t[i]->n = n ? p[i % n] : 0;
	any.verb = n ? (uint8_t)(p[n / 2] % 18) : 0;
	if (n > 4 && p[3] & 1)
		any.dice %= 14, any.version = 1;
	if (n > 4 && p[3] & 2)
		for (int i = 0; i < BOX_MAX_DICE; i++)
			any.face[i] %= 100, any.quality[i] = (uint8_t)"\0ch"[any.quality[i] % 3];
	(void)write_line(&any, a);
	free(text), free(a), free(b), free(d), free(e);
	return 0;
}

#ifndef __clang__
static uint32_t luck;
static uint32_t draw(void) { return luck ^= luck << 13, luck ^= luck >> 17, luck ^= luck << 5; }

int main(int argc, char **argv) {
	static uint8_t seeds[1 << 17], in[512];
	size_t have = 0;
	unsigned long runs = 0;
	if (argc < 4)
		return 2;
	time_t stop = time(0) + atoi(argv[1]);
	luck = (uint32_t)strtoul(argv[2], 0, 0) | 1;
	for (int i = 3; i < argc; i++) {
		FILE *f = fopen(argv[i], "r");
		if (!f)
			return 2;
		have += fread(seeds + have, 1, sizeof seeds - have, f);
		fclose(f);
	}
	while (time(0) < stop)
		for (int round = 0; round < 2000; round++, runs++) {
			size_t n = 1 + draw() % 400, from = draw() % (have - n);
			memcpy(in, seeds + from, n);
			for (uint32_t k = draw() % 8; k; k--)
				switch (draw() % 4) {
				case 0: in[draw() % n] = (uint8_t)draw(); break;
				case 1: in[draw() % n] = "$*,\r\n?:=-c0"[draw() % 11]; break;
				case 2: memmove(in + n / 2, in + n / 3, n / 4); break;
				default: in[draw() % n] = '\n';
				}
			/* half of them with right sums, or few would be read */
			if (draw() & 1)
				for (size_t i = 0; i + 5 < n; i++)
					if (in[i] == '*') {
						size_t s = i;
						while (s && in[s - 1] != '$')
							s--;
						if (i - s < 200) {
							char h[5];
							snprintf(h, sizeof h, "%04X", box_sum((char *)in + s, (uint8_t)(i - s)));
							memcpy(in + i + 1, h, 4);
							if (i + 5 < n)
								in[i + 5] = '\n';
						}
					}
			LLVMFuzzerTestOneInput(in, n);
		}
	printf("%lu runs, nothing found\n", runs);
	return 0;
}
#endif
