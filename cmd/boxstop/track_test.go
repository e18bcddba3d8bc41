package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/engine/pitstop"
)

// tracked runs the command and gives what it printed and its code.
func tracked(t *testing.T, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, bad strings.Builder
	code = track(context.Background(), args, strings.NewReader(stdin), &out, &bad, []engine.Rules{pitstop.New()})
	return out.String(), bad.String(), code
}

func TestTrackCheckSaysWhatABoardIsOrWhatIsWrongWithIt(t *testing.T) {
	for _, x := range []struct {
		name, stdin      string
		args             []string
		code             int
		stdout, hasError string
	}{
		{"ours", "", []string{"check", "lakeside", "highmoor"}, 0, "pitstop/lakeside.toml: Lakeside, 60 cells, 8 corners, PRACTICE: no mistake\npitstop/highmoor.toml: Highmoor, 60 cells, 8 corners, PRACTICE: no mistake\n", ""},
		{"a file", "", []string{"check", "../../tracks/pitstop/box.toml"}, 0, "../../tracks/pitstop/box.toml: Practice box, box of pitstop, practice: no mistake\n", ""},
		{"no file", "", []string{"check"}, 2, "", "which file?"},
		{"not there", "", []string{"check", "nowhere"}, 1, "", "nowhere: no such file; boards of ours are highmoor, lakeside"},
		{"no such command", "", []string{"paint"}, 2, "", `"paint"; allowed are check, draw`},
		{"another game", "game = \"chess\"\n", []string{"check", "-"}, 1, "", `standard input:1: game: "chess"; allowed are pitstop`},
		{"no game", "name = \"x\"\n", []string{"check", "-"}, 1, "", `standard input:1: game is missing; a file begins with the game that it is for, such as game = "pitstop"`},
		{
			"a torn header", "game = \"pitstop\"\nname = \"X\"\nkind = \"practise\"\nlanes = [\"road\"]\n[[section]\nname = \"A\"\nspaces = 3\n",
			[]string{"check", "-"},
			1,
			"standard input:1: lists: grid is missing; a board of pitstop brings grid\n" +
				"standard input:3: kind: \"practise\"; allowed are practice, survey, reconstruction\n" +
				"standard input:5: no TOML: expected ']]' to close array table name; a line is key = value, [[section]] or a comment\n", "",
		},
		{"two at once", "", []string{"draw", "lakeside", "highmoor"}, 2, "", "2 files; it draws one"},
		{"a box has no plan", "", []string{"draw", "../../tracks/pitstop/box.toml"}, 1, "../../tracks/pitstop/box.toml: Practice box, box of pitstop, practice: no mistake\n", "is a box; a board can be drawn"},
	} {
		t.Run(x.name, func(t *testing.T) {
			stdout, stderr, code := tracked(t, x.stdin, x.args...)
			if code != x.code || stdout != x.stdout || !strings.Contains(stderr, x.hasError) || x.hasError == "" && stderr != "" {
				t.Errorf("got %d\n%s%s\nwant %d\n%s%s", code, stdout, stderr, x.code, x.stdout, x.hasError)
			}
		})
	}
}

func TestTrackDrawWritesAPlanAndPrintsTheStrip(t *testing.T) {
	out := filepath.Join(t.TempDir(), "plan.svg")
	stdout, stderr, code := tracked(t, "", "draw", "lakeside", "-o", out)
	if code != 0 || stderr != "" {
		t.Fatal(code, stderr)
	}
	for _, want := range []string{
		" limit          150   100    200     150   100    200   150   100\n",
		" road    -------===---==-----====----==----===----==----===---===P---|line\n",
		"written: " + out + "\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("got\n%swant %s", stdout, want)
		}
	}
	svg, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(svg), "PRACTICE") {
		t.Error("the plan does not say PRACTICE", err)
	}
	stdout, _, code = tracked(t, "", "draw", "--tents", "-o", "-", "lakeside")
	if code != 0 || !strings.HasPrefix(stdout, "<svg") || !strings.HasSuffix(stdout, "</svg>\n") {
		t.Errorf("tents on the standard output: got %d, %.40q", code, stdout)
	}
}

func TestTrackReadsTheBoxBesideABoard(t *testing.T) {
	dir := t.TempDir()
	board, err := os.ReadFile("../../tracks/pitstop/highmoor.toml")
	if err != nil {
		t.Fatal(err)
	}
	box, err := os.ReadFile("../../tracks/pitstop/box.toml")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, doc []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), doc, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("mine.toml", board)
	write("box.toml", []byte(strings.Replace(string(box), `["f",  50, 1, 0, 1],`, `["f",  50, 1, 0, "one"],`, 1)))
	stdout, _, code := tracked(t, "", "check", filepath.Join(dir, "mine.toml"))
	if code != 1 || !strings.HasPrefix(stdout, filepath.Join(dir, "box.toml")+":13: ") {
		t.Errorf("got %d\n%s", code, stdout)
	}
}
