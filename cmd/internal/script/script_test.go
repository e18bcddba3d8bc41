package script

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/engine/pitstop"
	"boxstop/tracks"
)

var games = []engine.Rules{pitstop.New()}

func play(script string, quiet bool) (string, error) {
	var out bytes.Buffer
	err := Play("test.boxstop", strings.NewReader(script), &out, Options{Games: games, Library: tracks.Library{}, Quiet: quiet})
	return out.String(), err
}

// Every script in testdata comes out as it says; a user's bug report becomes one of them.
func TestScriptsComeOutAsTheySay(t *testing.T) {
	files, err := filepath.Glob("testdata/*.boxstop")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			doc, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if out, err := play(string(doc), true); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			// and the same through the other forms of output
			var js bytes.Buffer
			if err := Play(f, bytes.NewReader(doc), &js, Options{Games: games, Library: tracks.Library{}, JSON: true}); err != nil {
				t.Fatal(err)
			}
			for l := range strings.Lines(js.String()) {
				if l[0] != '{' {
					t.Fatalf("--json printed %q", l)
				}
			}
		})
	}
}

const head = "boxstop 1\ngame pitstop\nboard lakeside\nenter R red \"Anna\"\nenter B blue \"Ben\"\nstart\n"

// What does not come out as expected is named by its line, with what was wanted and what came.
func TestWhatDoesNotComeOutIsNamedByItsLine(t *testing.T) {
	for name, c := range map[string]struct{ script, out, err string }{
		"another event":         {"R roll 50\n> R 100 km/h, 2 cells to line+2\n", "8: >\n  want R 100 km/h, 2 cells to line+2\n  got  R 50 km/h, 1 cell to line+1\n", "1 expectation was not met"},
		"an event not listed":   {"R bonus\nR roll 50 \n> R 100 km/h, 2 cells to line+2\n> R 1\nR gear 2\n", "10: >\n  want R 1\n  got  (nothing more)\n", "1 expectation was not met"},
		"too few events listed": {"R roll f\n> R 50 km/h, 1 cell to line+1\n", "7: >\n  want (nothing more)\n  got  R burns 1: fuel 16 to 15 (PS-10)\n", "1 expectation was not met"},
		"not refused":           {"R roll 50\n! no\n", "8: !\n  want no\n  got  (not refused)\n", "2 expectations were not met"},
		"refused unasked":       {"R gear 3\nR roll 50\n", "", `test.boxstop:7: "R gear 3" was refused: `},
		"refused at the end":    {"R gear 3\n", "", `test.boxstop:7: "R gear 3" was refused: `},
		"expected too early":    {"", "", ""},
		"other asks":            {"? B roll 1\n", "7: ?\n  want B roll 1\n  got  R bonus, roll 1\n", "1 expectation was not met"},
		"another position":      {"= pitstop/1 lakeside\n", "7: =\n  want pitstop/1 lakeside\n", "1 expectation was not met"},
		"dice left over":        {"R roll 50 50\n", "", "R 2 dice: 1 is rolled (PS-6)"},
		"wait what":             {"wait soon\n", "", "test.boxstop:7: wait soon: a time such as 10s or 500ms is wanted"},
		"open quote":            {"note \"x\n", "", "a quote is not closed"},
		"start twice":           {"start\n", "", "the race has started"},
		"set-up too late":       {"board highmoor\n", "", "board: that is set up before start"},
		"no such word":          {"R fly 3\n", "", "fly: nothing is called so here; awaited: R bonus, roll 1"},
		"from nobody":           {"from XYZ R roll 50\n", "", "from XYZ: allowed are a unit's last four characters, such as 7F3A, or pi, bot, clock"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := play(head+c.script, true)
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("got error %v, want %q", err, c.err)
			}
			if !strings.Contains(out, c.out) {
				t.Errorf("got\n%s\nwant\n%s", out, c.out)
			}
		})
	}
	if _, err := play("> x\n", true); err == nil || err.Error() != "test.boxstop:1: >: there is no order above it" {
		t.Errorf("got %v", err)
	}
	if _, err := play("game pitstop\n= x\n", true); err == nil || err.Error() != "test.boxstop:2: =: the race has not started" {
		t.Errorf("got %v", err)
	}
}

// Bad input at set-up: each line says what, and what is allowed instead; nothing crashes.
func TestMistakesAtSetUpAreNamed(t *testing.T) {
	for line, want := range map[string]string{
		"boxstop 2":                           "boxstop 2: this is grammar version 1",
		"game monopoly":                       "game monopoly: there is no such game here; there are pitstop",
		"game pitstop/9":                      "game pitstop/9: this boxstop knows edition 1",
		"game":                                "something is missing, such as: game pitstop",
		"board monza":                         "monza",
		"data monza":                          "monza",
		"laps 4":                              "laps 4: Pitstop is always run over 3 laps",
		"laps x":                              "a whole number, at least 1",
		"miles 3":                             "Pitstop counts laps",
		"option colour red":                   "option colour: Pitstop has no such table option; it has quick-play",
		"option slipstream often":             "option slipstream often: allowed are off, on",
		"option slipstream":                   "something is missing",
		`enter GO red "Anna"`:                 "mark GO: that word has a meaning of its own here; take another one",
		`enter NEW pink "Anna"`:               "mark NEW: that word has a meaning of its own here",
		`enter LINE red "Anna"`:               "one to three letters or digits",
		`enter C1 red "Anna"`:                 "mark C1: that word has a meaning of its own here",
		`enter R- red "Anna"`:                 "one to three letters or digits",
		`enter R red ""`:                      "a driver's name has 1 to 20 letters",
		`enter R red "Maximilian the Second"`: "a driver's name has 1 to 20 letters",
		`enter R red`:                         "something is missing",
		`enter R red "A" by bot expert`:       "levels are easy, medium, hard",
		`enter R red "A" die`:                 "die: its value is missing",
		`enter R red "A" wheel x`:             "allowed are by, die, station, card, team, seat",
		`enter R red "A" seat x`:              "a whole number from 1",
		"leave Z":                             "there is no such car",
		"grid Z":                              "there is no such car",
		"grid R R":                            "R stands twice",
		"grid trial":                          "in Pitstop it may also be lot, roll, last, standing",
		"pace slow":                           "pace: allowed are run and confirm",
		"seed x":                              "a whole number is wanted",
		"unit 7F3A for Z":                     "there is no such car",
		"unit 7F3A maybe":                     "allowed are for MARK, table, off",
		"position x":                          "a position begins with game/edition and board",
		"position pitstop/1 lakeside z:1 / space:1.1.1 / space:1.1.2": `there is no "z"`,
		"fly": "fly: nothing is set up by that",
	} {
		out, err := play("game pitstop\nenter R red \"Anna\"\n"+line+"\n", true)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v %s, want %q", line, err, out, want)
		}
	}
	for script, want := range map[string]string{
		"game pitstop\nstart\n": "0 cars are entered; Pitstop is for 2 to 6",
		"start\n":               "no game is chosen",
		"game pitstop\nenter R red \"A\"\nenter B red \"B\"\n":                                                                         "A drives the red car already",
		"game pitstop\nenter R red \"A\"\nenter B blue \"B\"\ngrid R\nstart":                                                           "the grid names 1 of 2 cars",
		"enter R red \"A\"\nenter B blue \"B\"\nenter C c \"C\"\nenter D d \"D\"\nenter E e \"E\"\nenter F f \"F\"\nenter G g \"G\"\n": "the box has 6 cars",
	} {
		if _, err := play(script, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", script, err, want)
		}
	}
}

// A script of any bytes is refused or played; it never crashes.
func FuzzPlay(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.boxstop")
	for _, name := range files {
		doc, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(doc))
	}
	f.Add(head + "undo to\nrule R at \"\nfrom\nfrom 7F3A\nall\nall x\namend 1\nstrike\ntray\nunit\ndrive\njoin\n\"\ncheck R\nreport \"x\"\nstand because\nkeep")
	f.Fuzz(func(t *testing.T, script string) {
		_, _ = play(script, true)
	})
}
