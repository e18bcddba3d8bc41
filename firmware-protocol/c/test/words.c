#include "words.h"

static const char *const verb_words[] = {
	"?", "HELLO", "ASK", "DISARM", "IDENTIFY", "SHOW", "LAMP", "SOUND", "PING", "ACK", "IAM", "ROLL", "PRESS", "TURN", "BATTERY", "REFUSE", "ERROR",
};
static const char *const able_words[] = {"dice=", "arm", "digits=", "displays=", "lamps=", "buttons=", "knobs=", "sound", "battery"};
const char *const fault_words[] = {"good", "cut", "character", "long", "nosum", "sum", "verb", "fields", "value"};

static void plain(FILE *f, const char *name, struct box_text t, const char *none) {
	fprintf(f, " %s=", name);
	if (t.n)
		fwrite(t.p, 1, t.n, f);
	else
		fputs(none, f);
}

static void quoted(FILE *f, struct box_text t) {
	fputs(" text=\"", f);
	for (int i = 0; i < t.n; i++) {
		if (t.p[i] == '"' || t.p[i] == '\\')
			fputc('\\', f);
		fputc(t.p[i], f);
	}
	fputc('"', f);
}

void words(FILE *f, const struct box_line *l) {
	fputs(verb_words[l->verb], f);
	switch (l->verb) {
	case BOX_HELLO:
		fprintf(f, " version=%d", l->version);
		return;
	case BOX_IAM:
		fprintf(f, " version=%d", l->version);
		plain(f, "kind", l->word, "");
		plain(f, "serial", l->serial, "");
		plain(f, "firmware", l->text, "");
		if (l->version != BOX_VERSION)
			return;
		fprintf(f, " count=%lu", (unsigned long)l->number);
		for (int i = 0; i < BOX_ABILITIES; i++) {
			if (!l->able[i])
				continue;
			fprintf(f, " %s", able_words[i]);
			if (able_words[i][3] != 0 && i != BOX_ARM && i != BOX_SOUNDS && i != BOX_CHARGE)
				fprintf(f, "%d", l->able[i]);
		}
		return;
	case BOX_BATTERY:
		fprintf(f, " percent=%d", l->value);
		return;
	case BOX_ERROR:
		plain(f, "reason", l->word, "");
		quoted(f, l->text);
		return;
	}
	fprintf(f, " number=%lu", (unsigned long)l->number);
	switch (l->verb) {
	case BOX_ASK:
		plain(f, "ask", l->ask, "");
		plain(f, "mark", l->mark, "-");
		fprintf(f, " dice=%d", l->dice);
		break;
	case BOX_SHOW:
		fprintf(f, " part=%d", l->part);
		quoted(f, l->text);
		break;
	case BOX_LAMP: case BOX_PRESS: case BOX_TURN:
		fprintf(f, " part=%d", l->part); /* fall through */
	case BOX_SOUND:
		fprintf(f, " value=%d", l->value);
		break;
	case BOX_REFUSE:
		plain(f, "reason", l->word, "");
		break;
	case BOX_ROLL:
		plain(f, "ask", l->ask, "-");
		for (int i = 0; i < BOX_MAX_DICE; i++) {
			const char *how = l->quality[i] == BOX_COCKED ? " cocked" : l->quality[i] == BOX_HANDLED ? " handled" : "";
			if (l->face[i] || l->quality[i])
				fprintf(f, " %d=%d%s", i + 1, l->face[i], how);
		}
	}
}

static void or_dash(struct box_text t) { box_text(t.n ? t.p : "-", t.n ? t.n : 1); }

uint8_t write_line(const struct box_line *l, char *out) {
	box_begin(out, l->verb);
	switch (l->verb) {
	case BOX_HELLO:
		box_number(l->version);
		break;
	case BOX_IAM:
		box_number(l->version);
		box_text(l->word.p, l->word.n);
		box_text(l->serial.p, l->serial.n);
		box_text(l->text.p, l->text.n);
		if (l->version != BOX_VERSION)
			break;
		box_number(l->number);
		for (uint8_t i = 0; i < BOX_ABILITIES; i++)
			if (l->able[i])
				box_able(i, l->able[i]);
		break;
	case BOX_BATTERY:
		box_number((uint8_t)l->value);
		break;
	case BOX_ERROR:
		box_text(l->word.p, l->word.n);
		box_text(l->text.p, l->text.n);
		break;
	default:
		box_number(l->number);
	}
	switch (l->verb) {
	case BOX_ASK:
		box_text(l->ask.p, l->ask.n);
		or_dash(l->mark);
		box_number(l->dice);
		break;
	case BOX_SHOW:
		box_number(l->part);
		box_text(l->text.p, l->text.n);
		break;
	case BOX_LAMP: case BOX_PRESS: case BOX_TURN:
		box_number(l->part); /* fall through */
	case BOX_SOUND:
		box_steps(l->value);
		break;
	case BOX_REFUSE:
		box_text(l->word.p, l->word.n);
		break;
	case BOX_ROLL:
		or_dash(l->ask);
		for (uint8_t i = 0; i < BOX_MAX_DICE; i++)
			if (l->face[i] || l->quality[i])
				box_die((uint8_t)(i + 1), l->face[i], l->quality[i]);
	}
	return box_end(out);
}
