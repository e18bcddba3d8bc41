package control

import (
	"strings"
	"testing"
)

// In the console any unambiguous beginning of a word will do, and nothing is guessed between two (docs/commands.md).
func TestABeginningOfAWordWillDo(t *testing.T) {
	k := sit(t, `enter R red "Anna"`, `enter B blue "Ben"`, "board lakeside", "grid R B", "option slipstream on")
	for line, want := range map[string]string{
		"r bon":                             "r bonus",
		"R bo n":                            "R bonus no",
		"ro 50 d":                           "roll 50 d",
		"rul R at c1 b 2":                   "rule R at c1 b 2", // a mark is itself
		"rul R at c1 be 2":                  "rule R at c1 because 2",
		"und":                               "undo",
		"undo t 205":                        "undo to 205",
		"uni 7f3a fo R":                     "unit 7f3a for R",
		"dri W K bo ea":                     "drive W K bot easy",
		`not "a bo"`:                        `note "a bo"`,
		"rul R ty 9, swap R B, opt slip of": "rule R tyres 9, swap R B, option slipstream off",
		"tr 7F3A dr":                        "tray 7F3A drop",
		"pac co":                            "pace confirm",
		"am 4 ge 3 cu":                      "amend 4 gear 3 cut",
		"rep R ret":                         "report R retires",
		"mo":                                "moved",
		"R roll 50 D":                       "R roll 50 d",
		"why c4.2":                          "why c4.2",
		"hol":                               "hold",
	} {
		got, err := k.spellOut(line)
		if err != nil || got != want {
			t.Errorf("%s: got %q, %v; want %q", line, got, err, want)
		}
	}
	for line, want := range map[string]string{
		"re":      "re: redo or report?",
		"u":       "u: undo, unit or unlock?",
		"ho":      "ho: hold or house?",
		"pace x":  "",
		"tray 1 ": "",
	} {
		if _, err := k.spellOut(line); want != "" && (err == nil || err.Error() != want) || want == "" && err != nil {
			t.Errorf("%s: got %v, want %q", line, err, want)
		}
	}
	// a file spells out
	if _, err := k.Script("R bon"); err == nil || !strings.Contains(err.Error(), "bon: nothing is called so here") {
		t.Errorf("script: %v", err)
	}
}

func TestTheConsoleTakesBeginningsAndMarksOfAnyCase(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.race()
		e.say("r bon", "r ro 50", "r ge 3")
		if e.last() != "director: R gear 3" {
			t.Fatal(e.last())
		}
		e.say("b ROLL D")
		if e.last() != "director: B roll d" {
			t.Fatal(e.last())
		}
		e.no("re", "", "redo or report?")
		e.no("und x", "", "whole number")
	})
}
