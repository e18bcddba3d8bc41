package tracks_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boxstop/engine"
	"boxstop/tracks"
)

// said is one mistake a line.
func said(bad []tracks.Mistake) string {
	var b strings.Builder
	for _, m := range bad {
		b.WriteString(m.String() + "\n")
	}
	return b.String()
}

func practiceBox(t *testing.T) *engine.Box {
	t.Helper()
	box, err := tracks.Box("pitstop", abouts["pitstop"])
	if err != nil {
		t.Fatal(err)
	}
	return box
}

func TestTenMistakesAreTenLinesAtOnce(t *testing.T) {
	doc, err := os.ReadFile("testdata/ten-mistakes.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimLeft(`
ten.toml:4: kind: "practise"; allowed are practice, survey, reconstruction
ten.toml:10: spaces: "7" is not a number of spaces; it is a whole number, or a list with one for each of road
ten.toml:15: spaces: 2 numbers, but 1 lane: road
ten.toml:22: limits: 125 is not a multiple of 50
ten.toml:33: limit: not known in section "Far side"; known are name, angle, spaces, tiles, length, from, limits, counts, inside, yellow, offset, bend, hold, pit
ten.toml:35: section "Hairpin": angle is missing; a corner has one in degrees, to the right positive
ten.toml:40: section "First" stands twice, at line 12 already
ten.toml:43: "raod/4": there is no lane "raod"; lanes are road
ten.toml:47: tiles: "straight 9"; the box has straight 1, straight 2, straight 3, sweep right, sweep left, bend right 15, bend left 15, bend right 30, bend left 30, bend right 45, bend left 45, bend right 60, bend left 60
ten.toml:50: "Garages/road/6": there is no section "Garages"; sections are Grandstand, First, Ess in, Ess out, Far side, Hairpin, First, Laid
`, "\n")
	_, bad := tracks.Load("ten.toml", doc, abouts["pitstop"], practiceBox(t))
	if diff := cmp.Diff(want, said(bad)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Each case is a board with one thing changed, and what is said of it, with the line: "@" is the line that was changed, "@+1" the one
// after it, "^" that of the header above it.
func TestEveryMistakeIsNamedByLineWithWhatIsAllowed(t *testing.T) {
	for _, x := range []struct{ file, was, is, want string }{
		{"pitstop-short-loop", `kind     = "practice"`, ``, `1: a board: kind is missing`},
		{"pitstop-short-loop", `lanes    = ["road"]`, `lanes = "road"`, `@: lanes: "road"; it is a list in brackets, such as lanes = ["road"]`},
		{"pitstop-short-loop", `capacity = 3`, `capacity = 300`, `@: capacity: 300; allowed are 0 to 255`},
		{"pitstop-short-loop", `capacity = 3`, `capacity = three`, `@: no TOML: `},
		{"pitstop-short-loop", `angle  = 180`, `angle  = 170`, `1: the angles add up to 350; a lap is 360 (to the right) or -360, a figure of eight 0`},
		{"pitstop-short-loop", `angle  = 180`, `angle  = "180"`, `@: angle: "180" is not a whole number`},
		{"pitstop-short-loop", `spaces = 9`, `spaces = 0`, `@: spaces: 0; allowed are 1 to 250`},
		{"pitstop-short-loop", `spaces = 9`, `spaces = [0]`, `@: spaces: no lane has any; a section has at least one space`},
		{"pitstop-short-loop", `spaces = 9`, ``, `^: section "Far side": spaces or tiles is missing`},
		{"pitstop-short-loop", `spaces = 9`, `tiles = ["straight 3", "bend left 30"]`, `^: section "Far side": tile "bend left 30" has kerbs, but the section has no limits; a corner has limits`},
		{"pitstop-short-loop", `spaces = 9`, "spaces = 9\nspaces = 10", `@+1: spaces: stands twice in section "Far side", at line 37 already`},
		{"pitstop-short-loop", `limits = [100]`, `limits = [100, 100]`, `@: limits: 2 entries, but 1 lane: road`},
		{"pitstop-short-loop", `limits = [100]`, `limits = [-50]`, `@: limits: -50; allowed are 0 to 1000`},
		{"pitstop-short-loop", `pit    = ["road/4"]`, `pit    = ["road/7"]`, `@: "road/7": lane road of section "Garages" has the spaces 1 to 6`},
		{"pitstop-short-loop", `pit    = ["road/4"]`, `pit    = ["road/4", "road/4"]`, `@: pit: "road/4": there is a place beside this space already`},
		{"pitstop-short-loop", `pit    = ["road/4"]`, `pit    = ["4"]`, `@: "4": a space is written lane/number, such as "road/3"`},
		{"pitstop-short-loop", `"Last/road/3", "Last/road/2"`, `"Last/road/3", "Last/road/3"`, `@: grid: "Last/road/3" stands twice`},
		{"pitstop-short-loop", `"Last/road/3", "Last/road/2", "Last/road/1"`, `"Last/road/3", "Last/road/2"`, `@: grid: 2 places with room for 4 cars; pitstop has up to 6 cars, 2 a place`},
		{"pitstop-short-loop", `grid = `, `gird = `, `@: gird: not known in lists; known are grid`},
		{"speedcircuit-three-rivers", `steps = "aalaar"`, `steps = "aalxar"`, `@: steps: 'x'; allowed are a ahead, l left, r right`},
		{"speedcircuit-three-rivers", `steps = "aalaar"`, `steps = "rrr"`, `@: steps: step 2 (r) leads off the road from "Home straight/right/11"; allowed there are a, l`},
		{"speedcircuit-three-rivers", `tail  = "Back straight/right/14"`, `tail  = "Home straight/middle/9"`, `^: arrow O crosses arrow M; an arrow may only end where another begins`},
		{"speedcircuit-three-rivers", `right = "none"`, ``, `^: a link leads nowhere; it says one of ahead, left, right, marked, across-left, across-right, to a space or "none"`},
		{"speedcircuit-three-rivers", `right = "none"`, `right = "Castle/left/1"`, `^: the step from "Hairpin/left/1" to "Castle/left/1" leads back; a step leads on`},
		{"speedcircuit-three-rivers", `inside = "right"`, `inside = "rigth"`, `@: inside: "rigth"; allowed are left, right`},
		{"speedcircuit-three-rivers", `limits = [60, [80, 80, 100], 0]`, `limits = [60, [80, 80, 100], 20]`, `@: limits: lane right is not there in this section; its entry is 0`},
		{"pitstop-short-loop", `[lists]`, "[[link]]\nfrom = \"Garages/road/6\"\nahead = \"none\"\n[lists]", `45: nothing leads on from "Garages/road/6"; a lane ends where one can change out of it, or a [[link]] leads on`},
		{"speedcircuit-three-rivers", `"Home straight/right/3"`, `"Home straight/rigth/3"`, `@: "Home straight/rigth/3": there is no lane "rigth"; lanes are left, middle, right`},
		{"lemans-practice-north", `left = "Stands/pits/1"`, `left = "none"`, `7: nothing leads to "Stands/pits/1"; a lane begins where one can change into it, or a [[link]] leads there`},
		{"lemans-practice-north", `length = 24`, `length = 20`, `@: length: 20, but lane inside reaches to 24; section "Stands" is at least that long`},
		{"lemans-practice-north", `counts = [1, 1, [1, 2, 1, 1]]`, `counts = [1, 1, [1, 2, 1, 0]]`, `@: counts: 0; a space counts 1 to 9`},
		{"grandprix-practice-park", `"3|right side"`, `"3|pit"`, `@: yellow: "3|pit"; a line stands between two neighbouring lanes, such as "left side|1"`},
		{"grandprix-practice-park", `"1>left side:0"`, `"1>left:0"`, `@: "1>left:0": there is no lane "left"; lanes are left side, 1, 2, 3, right side, pit`},
		{"grandprix-practice-park", `bend   = true                      # a car`, `bend   = 1 # a car`, `@: bend: 1; allowed are true, false`},
		{"grandprix-practice-park", `angle  = -180`, "angle  = -180\nlimits = [1, 1, 1, 1, 1, 1]", `@+1: limits: there are none in grandprix`},
		{"usac-practice-oval", `game  = "usac"`, `game  = "USAC"`, `@: game: "USAC"; this is read as a board of "usac"`},
	} {
		t.Run(x.is, func(t *testing.T) {
			doc, err := os.ReadFile("testdata/" + x.file + ".toml")
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(doc), x.was) {
				t.Fatalf("%s has no %s", x.file, x.was)
			}
			before, _, _ := strings.Cut(string(doc), x.was)
			line := strings.Count(before, "\n") + 1
			header := strings.Count(before[:max(0, strings.LastIndex(before, "\n["))+1], "\n") + 1
			where, text, _ := strings.Cut(x.want, ":")
			switch where {
			case "@":
				where = strconv.Itoa(line)
			case "@+1":
				where = strconv.Itoa(line + 1)
			case "^":
				where = strconv.Itoa(header)
			}
			doc = []byte(strings.Replace(string(doc), x.was, x.is, 1))
			game, _, _ := strings.Cut(x.file, "-")
			var box *engine.Box
			if game == "pitstop" {
				box = practiceBox(t)
			}
			_, bad := tracks.Load("f", doc, abouts[game], box)
			got := said(bad)
			if want := "f:" + where + ":" + text; !strings.Contains(got, want) {
				t.Errorf("got\n%swant %s", got, want)
			}
		})
	}
}

func TestOwnersLandmarksAreReadAndMistakesInThemNamed(t *testing.T) {
	doc, err := os.ReadFile("testdata/speedcircuit-three-rivers.toml")
	if err != nil {
		t.Fatal(err)
	}
	with := func(text string) (*engine.Board, string) {
		b, bad := tracks.Load("f", append(doc[:len(doc):len(doc)], "\n"+text...), abouts["speedcircuit"], nil)
		return b, said(bad)
	}
	b, bad := with("[[landmark]]\nname = \"bridge\"\nsay = \"the bridge\"\nlane = \"left\"\nat = \"c2+8\"\n")
	if bad != "" {
		t.Fatal(bad)
	}
	s, err := b.ParseAddress("bridge+2/l")
	if err != nil || len(s) != 1 {
		t.Fatal(s, err)
	}
	if got, want := string(b.Words(nil, engine.Shared("en"), s[0])), "2nd after the bridge, left"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := b.Address(s[0]), "bridge+2/l"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := string(b.Words(nil, engine.Shared("en"), b.Landmarks[0].At)), "the bridge, left"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, x := range []struct{ text, want string }{
		{"[[landmark]]\nname = \"line\"\nat = \"c2+8\"\n", `name: "line"; a landmark is a word of small letters and hyphens, and none that places have already, such as line or c3`},
		{"[[landmark]]\nname = \"tree\"\nat = \"c9+8\"\n", `at: place "c9+8": there is no landmark "c9"; allowed are line, grid, arrow.m, arrow.o, arrow.l, c1 to c5`},
		{"[[landmark]]\nname = \"tree\"\n", `a landmark: at is missing`},
		{"[[landmark]]\nname = \"tree\"\nat = \"c2+8/l\"\n[[landmark]]\nname = \"tree\"\nat = \"c2+9/l\"\n", `landmark "tree" stands twice`},
	} {
		if _, bad := with(x.text); !strings.Contains(bad, x.want) {
			t.Errorf("got\n%swant %s", bad, x.want)
		}
	}
}

func TestABareOvalIsAskedForLandmarks(t *testing.T) {
	doc, err := os.ReadFile("testdata/usac-practice-oval.toml")
	if err != nil {
		t.Fatal(err)
	}
	_, bad, warnings := tracks.Check("oval.toml", doc, rules{abouts["usac"], nil}, nil, "")
	if len(bad) > 0 {
		t.Fatal(said(bad))
	}
	want := "oval.toml:29: back stretch, 26 spaces, nothing printed near 14 of them: add a [[landmark]]\n"
	if got := said(warnings); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// rules is a rule set that knows its boards and what is wrong with them, and nothing else.
type rules struct {
	about *engine.About
	found []engine.Problem
}

func (r rules) About() *engine.About { return r.about }

func (r rules) Check(*engine.Board, *engine.Box) []engine.Problem { return r.found }

func (rules) Start(engine.Setup) (engine.Race, error) { return nil, nil }

func (rules) Read(engine.Setup, string) (engine.Race, error)     { return nil, nil }
func (rules) Season([]engine.Result) (s engine.Season)           { return s }
func (rules) Sheets(engine.Setup, []engine.Event) []engine.Sheet { return nil }

func (rules) Bot(string) engine.Bot { return nil }

func (rules) Catalog(string) []byte                                                    { return nil }
func (rules) Choices(d []engine.Choice, _ engine.Ask, _ engine.Option) []engine.Choice { return d }

func TestWhatARuleSetFindsHasItsFileAndLine(t *testing.T) {
	lib := tracks.Library{}
	s, err := lib.Board("pitstop", "lakeside")
	if err != nil {
		t.Fatal(err)
	}
	found := []engine.Problem{
		{Section: 5, Row: -1, Text: "too slow"},
		{Section: -1, Row: -1, Text: "too short"},
		{Table: "scales", Row: 1, Section: -1, Text: "too full"},
	}
	_, bad, _ := tracks.Check("lakeside.toml", s.Doc, rules{abouts["pitstop"], found}, practiceBox(t), "box.toml")
	want := "box.toml:23: too full\nlakeside.toml:1: too short\nlakeside.toml:31: too slow\n"
	if got := said(bad); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestABoxNamesItsMistakesToo(t *testing.T) {
	about := &engine.About{Game: "pitstop", Tables: []engine.TableAbout{
		{Name: "die", Columns: []string{"face", "speed"}},
		{Name: "scales", Columns: []string{"scale", "points"}},
	}}
	doc := `game = "pitstop"
name = "Box"
kind = "practice"
colour = "red"
[[table]]
name = "die"
columns = ["face", "speeds"]
rows = [
  ["50", 50],
  ["f", 50, 1],
  "d",
]
[[table]]
name = "die"
columns = []
rows = []
`
	_, bad := tracks.LoadBox("box.toml", []byte(doc), about)
	want := strings.TrimLeft(`
box.toml:1: table "scales" is missing; a box of pitstop brings die, scales
box.toml:4: colour: not known in a box; known are game, name, kind, table
box.toml:5: table "die": column "speed" is missing; it has face, speed
box.toml:10: table "die": 3 values in a row, but 2 columns: face, speeds
box.toml:11: table "die": a row is a list in brackets, a value for each of face, speeds
box.toml:13: table "die" stands twice
`, "\n")
	if diff := cmp.Diff(want, said(bad)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestTheBoxKeepsTextAndLines(t *testing.T) {
	die := practiceBox(t).Tables["die"]
	if diff := cmp.Diff([][]string{{"50", "50", "0", "0", "4"}, {"f", "50", "1", "0", "1"}, {"d", "0", "0", "1", "1"}}, die.Rows); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff([]int{12, 13, 14}, die.Lines); diff != "" {
		t.Errorf("lines: -want +got\n%s", diff)
	}
}

func FuzzLoad(f *testing.F) {
	for _, name := range []string{"pitstop-short-loop.toml", "lemans-practice-north.toml", "ten-mistakes.txt"} {
		doc, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(doc)
	}
	f.Add([]byte("[[section]\nlists = 3\n[lists]\ngrid"))
	f.Fuzz(func(t *testing.T, doc []byte) {
		for _, game := range []string{"pitstop", "lemans"} {
			b, bad := tracks.Load("f", doc, abouts[game], nil)
			tracks.LoadBox("f", doc, abouts[game])
			if len(bad) == 0 {
				tracks.Draw(b, abouts[game])
				b.Strip(engine.StripView{Width: 80})
			}
		}
	})
}
