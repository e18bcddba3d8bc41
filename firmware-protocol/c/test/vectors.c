/* vectors FILE...  holds boxline to the vectors; says which paragraph is wrong, and exits with 1.
 * vectors -        reads cases from standard input, each "T N\n" (T: t typed, u not; N: how many bytes follow) and N bytes, and writes what
 *                  came of each: "= words", then "> hex" of the line as boxline writes it; "! fault number"; a line of one byte 01 ends a case.
 *                  The Go tests hold it to the Go codec with that. */
#include <stdlib.h>
#include <string.h>

#include "words.h"

static void feed(struct box_decoder *d, const unsigned char *p, size_t n, FILE *out, int all) {
	for (size_t i = 0; i < n; i++) {
		if (!box_feed(d, p[i]))
			continue;
		if (d->fault) {
			fprintf(out, all ? "! %s %u\n" : "! %s\n", fault_words[d->fault], box_refused(d));
			continue;
		}
		fputs("= ", out);
		words(out, &d->line);
		fputc('\n', out);
		char line[BOX_MAX_LINE];
		unsigned m = write_line(&d->line, line);
		if (all) {
			fputs("> ", out);
			for (unsigned k = 0; k < m; k++)
				fprintf(out, "%02X", (unsigned char)line[k]);
			fputc('\n', out);
			continue;
		}
		/* written and read again it is the same line */
		struct box_decoder again = {0};
		char *was = 0, *is = 0;
		size_t a, b;
		FILE *f = open_memstream(&was, &a), *g = open_memstream(&is, &b);
		words(f, &d->line);
		for (unsigned k = 0; k < m; k++)
			if (box_feed(&again, (unsigned char)line[k]) && !again.fault)
				words(g, &again.line);
		fclose(f), fclose(g);
		if (strcmp(was, is))
			fprintf(out, "! written as %.*s\n", (int)m, line);
		free(was), free(is);
	}
}

static int hex(int c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

/* unquote takes a text in quotes apart, in place; it returns the number of bytes. */
static size_t unquote(char *s) {
	char *o = s, *p = s + 1;
	for (; *p && *p != '"'; p++) {
		if (*p != '\\') {
			*o++ = *p;
			continue;
		}
		switch (*++p) {
		case 'r': *o++ = '\r'; break;
		case 'n': *o++ = '\n'; break;
		case 'x': *o++ = (char)(hex(p[1]) << 4 | hex(p[2])); p += 2; break;
		default: *o++ = *p;
		}
	}
	return (size_t)(o - s);
}

static int check(const char *name) {
	static char line[65536], about[512], want[65536];
	FILE *f = fopen(name, "r");
	int bad = 0, n = 0, at = 0, sums = strstr(name, "sums") != 0, more = 1;
	char *got = 0;
	size_t size = 0;
	FILE *out = 0;
	struct box_decoder d = {0};
	if (!f) {
		perror(name);
		return 1;
	}
	while (more) {
		more = fgets(line, sizeof line, f) != 0;
		at++;
		if (!more)
			line[0] = 0;
		line[strcspn(line, "\n")] = 0;
		if (sums) {
			char *sum = strrchr(line, ' ');
			if (line[0] != '"' || !sum)
				continue;
			unsigned w = (unsigned)strtoul(sum, 0, 16);
			size_t m = unquote(line);
			n++;
			if (box_sum(line, (uint8_t)m) != w) {
				printf("%s:%d: the sum is %04X, wanted %04X\n", name, at, box_sum(line, (uint8_t)m), w);
				bad++;
			}
			continue;
		}
		if (!line[0]) {
			if (out) {
				fclose(out);
				n++;
				if (strcmp(got, want)) {
					printf("%s:%d: %s\ngot\n%swanted\n%s", name, at, about, got, want);
					bad++;
				}
				free(got);
			}
			out = 0, want[0] = about[0] = 0;
			memset(&d, 0, sizeof d);
		} else if (line[0] == '#') {
			snprintf(about, sizeof about, "%.500s", line + 1);
		} else if (!strcmp(line, "typed")) {
			d.typed = true;
		} else if (line[0] == '<') {
			if (!out)
				out = open_memstream(&got, &size);
			size_t m = unquote(line + 2);
			feed(&d, (unsigned char *)line + 2, m, out, 0);
		} else {
			strcat(strcat(want, line), "\n");
		}
	}
	fclose(f);
	printf("%s: %d vectors, %d wrong\n", name, n, bad);
	return bad || n < 9;
}

static int filter(void) {
	static unsigned char buf[1 << 20];
	char how;
	size_t n;
	while (scanf(" %c %zu", &how, &n) == 2 && getchar() == '\n' && n <= sizeof buf && fread(buf, 1, n, stdin) == n) {
		struct box_decoder d = {0};
		d.typed = how == 't';
		feed(&d, buf, n, stdout, 1);
		puts("\x01");
	}
	return 0;
}

int main(int argc, char **argv) {
	int bad = argc < 2;
	for (int i = 1; i < argc; i++)
		bad |= strcmp(argv[i], "-") ? check(argv[i]) : filter();
	return bad;
}
