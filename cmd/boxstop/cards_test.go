package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/engine/usac"
)

// checked is what the check says of a practice file of USAC with a text of it changed, as somebody would have typed it.
func checked(t *testing.T, file, old, is string) (said string, line, code int) {
	t.Helper()
	doc, err := os.ReadFile("../../tracks/usac/" + file)
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(string(doc), old)
	if !ok {
		t.Fatalf("%q does not stand in the box", old)
	}
	path := filepath.Join(t.TempDir(), "typed.toml")
	if err := os.WriteFile(path, []byte(strings.Replace(string(doc), old, is, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, bad strings.Builder
	code = track(t.Context(), []string{"check", path}, nil, &out, &bad, []engine.Rules{usac.New()})
	if bad.Len() > 0 {
		t.Fatal(bad.String())
	}
	return strings.ReplaceAll(out.String(), path, "typed.toml"), strings.Count(before, "\n") + 1, code
}

// US-2, US-7, US-10, US-15, US-19, US-21: a wrong cell of each table, and of the oval, is found by file and line.
func TestAWrongCellOfEachTableIsFoundByItsLine(t *testing.T) {
	for _, x := range []struct{ file, old, is, want string }{
		{"box.toml", `["c14", "17 17 16 15 14 14`, `["c14", "17 17 16 15 15 14`, "normal on 6 is 15, 14 in the rule book (US-7)"},
		{"box.toml", `["c05", "17 17 16`, `["c05", "17 TC 16`, `normal on 3: "TC"; allowed are 1 to`},
		{"box.toml", `["c33", "18 17 16 14 14 13 15 14 16 16 16"`, `["c33", "18 17 16 14 14 13 15 14 16 16"`, "normal: 10 cells; a column has 11"},
		{"box.toml", `[6,  "power 5",`, `[6,  "power 6",`, "number 6; in the rule book the car loses power: power 5"},
		{"box.toml", `"stop 3", `, `"halt 3", `, `effects: there is no kind "halt"; kinds are power N`},
		{"box.toml", `[5, 6],`, `[5, 7],`, "number 5 is 7 turns; the rule book shows 6 (US-15)"},
		{"box.toml", `["lane",    "inside"]`, `["lane",    "left"]`, `lane: "left"; allowed are inside, middle, outside`},
		{"box.toml", `[6,  192]`, `[6,  921]`, "6 rolls are 921 mph, 5 rolls 204: a lap of more rolls is slower (US-2)"},
		{"box.toml", `[[1], [2], [3], [4], [5], [6]]`, `[[1], [2], [3], [4], [5], [5]]`, `face: "5"`},
		{"practice-oval.toml", "[[section]]\nname   = \"Corner 2\"\nangle  = -90\nspaces = [7, 8, 0]\nhold   = true", "[[section]]\nname   = \"Corner 2\"\nangle  = -90\nspaces = [7, 8, 0]", "hold = true is missing: in a corner no car changes lane (US-10)"},
		{"practice-oval.toml", "[[section]]\nname   = \"Corner 3\"\nangle  = -90\nspaces = [7, 8, 0]", "[[section]]\nname   = \"Corner 3\"\nangle  = -90\nspaces = [0, 8, 0]", "lane inside is not there; the inside lane runs all round"},
		{"practice-oval.toml", `enter  = ["inside/2-6"]`, `enter  = ["inside/2-66"]`, "inside/2-66"},
	} {
		said, line, code := checked(t, x.file, x.old, x.is)
		first, _, _ := strings.Cut(said, "\n")
		at, text, _ := strings.Cut(strings.TrimPrefix(first, "typed.toml:"), ": ")
		if code != 1 || at != strconv.Itoa(line) || !strings.Contains(text, x.want) {
			t.Errorf("%s: got %d\n%s\nwant line %d: %s", x.is, code, said, line, x.want)
		}
	}
}

// US-2, US-7: the averages of the cards are printed: by the rule book a lap takes 4 to 7 rolls in normal mode.
func TestCardsCheckPrintsTheAverages(t *testing.T) {
	said, _, code := checked(t, "box.toml", "Practice box", "Practice box")
	if code != 0 || !strings.Contains(said, "typed.toml: Practice box, box of usac, practice: no mistake\n\nCARDS ON THE AVERAGE: SPACES A ROLL, AND HOW MANY OF 36 ARE TROUBLE\n") {
		t.Fatalf("got %d\n%s", code, said)
	}
	// of the example, normal: 2 to 11 give (17 + 2*17 + 3*16 + 4*15 + 5*14 + 6*14 + 5*15 + 4*15 + 3*16 + 2*16) / 35; 90 spaces a lap
	if !regexp.MustCompile(`(?m)^c14 +15\.09 +1 +16\.07 +8 +14\.25 +0 +3\.56 +5\.97$`).MatchString(said) {
		t.Errorf("c14 has not its averages:\n%s", said)
	}
	if n := len(regexp.MustCompile(`(?m)^c\d\d .* [4-6]\.\d\d$`).FindAllString(said, -1)); n != 33 {
		t.Errorf("%d cards of 4 to 7 rolls a lap, want 33:\n%s", n, said)
	}
}
