package usac

import (
	"os"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

// spoiled is the practice box with a text of it changed, read as a file is.
func spoiled(t *testing.T, old, is string) *engine.Box {
	t.Helper()
	doc, err := os.ReadFile("../../tracks/usac/box.toml")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(doc), old) {
		t.Fatalf("%q does not stand in the box", old)
	}
	x, bad := tracks.LoadBox("box.toml", []byte(strings.Replace(string(doc), old, is, 1)), New().About())
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	return x
}

// US-7, US-13, US-15, US-19: a wrong cell that the rule book shows, and a kind that nobody knows, are found with their line.
func TestCheckFindsWhatWasMiscopied(t *testing.T) {
	b := ovals()["practice-oval"]
	for _, x := range []struct{ old, is, table, want string }{
		{`[1, 1],`, `[1, 1],`, "", ""},
		{`["c14", "17 17 16 15 14 14`, `["c14", "17 17 16 15 15 14`, "cards", "normal on 6 is 15, 14 in the rule book (US-7)"},
		{`"TA 17 16 16 15 TA 16 16 17 17 TA", "15 16 15 14 13`, `"TA 17 16 16 15 16 16 16 17 17 TA", "15 16 15 14 12`, "cards", "accelerate on 7 is 16, TA in the rule book; decelerate is 12 on 6 and 14 on 7, one of them 13"},
		{`"power 5", `, `"power 6", `, "trouble", "number 6; in the rule book the car loses power: power 5"},
		{`"pit uncounted now", `, `"pit counted now", `, "trouble", "number 9; in the rule book it is a pit stop that does not count"},
		{`"rear", `, `"backwards", `, "trouble", `effects: there is no kind "backwards"; kinds are power N, stop N`},
		{`"stop 3", `, `"stop", `, "trouble", `effects: "stop"; stop has one number`},
		{`"stop 3", `, `"stop 0", `, "trouble", `stop: "0"; allowed are 1 to 99`},
		{`"pit counted next", `, `"pit next", `, "trouble", `effects: "pit next"; a stop is pit, counted or uncounted, now or next`},
		{`"retire", `, `"retire now", `, "trouble", `effects: "retire now"; retire stands alone`},
		{`[12, "power 12",`, `[11, "power 12",`, "trouble", "number 11 stands twice"},
		{`"a spin into the infield"`, `""`, "trouble", "text is missing"},
		{`[5, 6],`, `[5, 5],`, "pits", "number 5 is 5 turns; the rule book shows 6"},
		{`[6, 7],`, `[5, 6],`, "pits", "number 5 stands twice"},
		{`["line-up", "single-file"]`, `["line-up", "double-file"]`, "yellow", `line-up: "double-file"; allowed are single-file, none`},
		{`["lane",    "inside"]`, `["lanes",   "inside"]`, "yellow", `there is no rule "lanes"; rules are line-up, lane, credit`},
		{`[[1], [2],`, `[[2], [1],`, "die", `face: "2"; the faces of a die are 1 to 6, in order`},
		{`[4,  217]`, `[4, 2170]`, "times", `mph: "2170"; allowed are 1 to 999`},
		{`["c02", "`, `["c01", "`, "cards", `card: "c01"; every card has a name of its own`},
		{`["c02", "`, `["c02", "25 `, "cards", "normal: 12 cells; a column has 11, for the sums 2 to 12"},
	} {
		t.Run(x.is, func(t *testing.T) {
			box := spoiled(t, x.old, x.is)
			bad := New().Check(b, box)
			if x.want == "" {
				if len(bad) > 0 {
					t.Errorf("%+v", bad)
				}
				return
			}
			if len(bad) == 0 || bad[0].Table != x.table || !strings.Contains(bad[0].Text, x.want) {
				t.Fatalf("got %+v, want %s: %s", bad, x.table, x.want)
			}
			doc := strings.Split(string(box.Text), "\n")
			if bad[0].Row < 0 || !strings.Contains(doc[box.Tables[x.table].Lines[bad[0].Row]-1], "[") {
				t.Errorf("%+v names no line", bad[0])
			}
			if !strings.Contains(string(box.Text), x.is) || !strings.Contains(x.is+doc[box.Tables[x.table].Lines[bad[0].Row]-1], strings.TrimSpace(x.is)) {
				t.Errorf("%+v names another line", bad[0])
			}
		})
	}
}

// US-19: the printed Trouble Table retires cars and calls the flag.
func TestATroubleTableWithoutRetirementOrFlagIsNoneOfTheBox(t *testing.T) {
	b := ovals()["practice-oval"]
	for _, x := range []struct{ old, is, want string }{
		{`"power 10; yellow 1"`, `"power 10"`, "no entry calls the yellow flag"},
		{`"retire",  `, `"stop 9", `, "no entry retires the car"},
	} {
		box := spoiled(t, x.old, x.is)
		for _, r := range box.Tables["trouble"].Rows {
			if r[0] == "2" {
				r[1] = strings.TrimSuffix(strings.TrimPrefix("retire; yellow 2", map[bool]string{true: "retire; "}[strings.Contains(x.want, "retires")]), map[bool]string{true: "; yellow 2"}[strings.Contains(x.want, "flag")])
			}
		}
		if bad := New().Check(b, box); len(bad) != 1 || !strings.Contains(bad[0].Text, x.want) {
			t.Errorf("%s: got %+v", x.want, bad)
		}
	}
}

// US-3, US-9, US-10, US-15, US-17 as far as a board can break them.
func TestCheckFindsWhatCannotBeRaced(t *testing.T) {
	good, err := os.ReadFile("testdata/small-ring.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ old, is, want string }{
		{"hold   = true\n\n[[section]]\nname   = \"Back\"", "\n[[section]]\nname   = \"Back\"", "hold = true is missing: in a corner no car changes lane (US-10)"},
		{`exit   = ["inside/3", "middle/3"]`, ``, "exit is missing"},
		{`enter  = ["inside/2-4", "middle/3"]`, ``, "enter is missing"},
		{"spaces = [3, 4, 0]\nhold   = true\n\n[[section]]\nname   = \"Back\"", "spaces = [0, 4, 0]\nhold   = true\n\n[[section]]\nname   = \"Back\"", "lane inside is not there; the inside lane runs all round"},
		{`grid = ["Home/inside/12", "Home/middle/12", "Home/outside/12"]`, `grid = ["Home/outside/2"]`, "grid: 2 cars find a place"},
	} {
		doc := strings.Replace(string(good), x.old, x.is, 1)
		b, bad := tracks.Load("ring", []byte(doc), New().About(), theBox())
		if b == nil || doc == string(good) {
			t.Fatalf("%s: %v", x.want, bad)
		}
		found := New().Check(b, theBox())
		if len(found) == 0 || !strings.Contains(found[0].Text, x.want) {
			t.Errorf("got %+v, %v, want %s", found, bad, x.want)
		}
	}
}

// TB-21: no place of the oval that we ship is said with a count above six, and every board of the tests can be raced.
func TestThePracticeOvalNeedsNoMoreLandmarks(t *testing.T) {
	b := ovals()["practice-oval"]
	for i := 1; i < len(b.Places); i++ {
		if n := b.Counted(engine.Space(i)); n > 6 {
			t.Errorf("%s is said with a count of %d", b.Address(engine.Space(i)), n)
		}
	}
	for slug, b := range ovals() {
		for _, p := range New().Check(b, theBox()) {
			t.Errorf("%s: %+v", slug, p)
		}
	}
}
