package tracks_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

// abouts is what each game would say of its boards.
var abouts = map[string]*engine.About{
	"pitstop": {
		Game: "pitstop", MaxCars: 6, Places: 2, LimitStep: 50, Round: true, Lists: []string{"grid"},
		Marks: []engine.MarkAbout{{Name: "pit", Beside: true, Own: true, Letter: 'P'}},
	},
	"speedcircuit": {Game: "speedcircuit", MaxCars: 6, LimitStep: 20, Lists: []string{"grid"}},
	"lemans": {
		Game: "lemans", MaxCars: 12, Lists: []string{"start", "grid"},
		Marks: []engine.MarkAbout{
			{Name: "sharp", Corner: true, Letter: 's'},
			{Name: "hairpin", Corner: true, Letter: 'h'},
			{Name: "last"},
			{Name: "so", Own: true, Letter: 'o'},
			{Name: "pit_c", Own: true},
			{Name: "pit_d", Own: true},
			{Name: "pit_e", Own: true},
			{Name: "pit_f", Own: true},
		},
	},
	"grandprix": {
		Game: "grandprix", MaxCars: 18, Lists: []string{"grid", "boxes"},
		Marks: []engine.MarkAbout{{Name: "black"}, {Name: "hatched"}, {Name: "green"}, {Name: "blue", Land: true}, {Name: "box_in", Beside: true}, {Name: "place", Beside: true}},
	},
	"usac": {
		Game: "usac", MaxCars: 33, RowsBehind: true, Across: true, Lists: []string{"grid"},
		Marks: []engine.MarkAbout{{Name: "enter", Land: true}, {Name: "exit", Land: true}},
	},
}

// boards are every board that the tests know: those that we ship, and a sample of each game.
func boards(t *testing.T) map[string]*engine.Board {
	t.Helper()
	out := map[string]*engine.Board{}
	for game, about := range abouts {
		for _, s := range tracks.Boards(game) {
			b, err := tracks.Open(game, s.Slug, about)
			if err != nil {
				t.Fatal(err)
			}
			out[s.File] = b
		}
	}
	files, err := filepath.Glob("testdata/*.toml")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		doc, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		game, _, _ := strings.Cut(filepath.Base(f), "-")
		var box *engine.Box
		if game == "pitstop" {
			if box, err = tracks.Box(game, abouts[game]); err != nil {
				t.Fatal(err)
			}
		}
		b, bad := tracks.Load(f, doc, abouts[game], box)
		for _, m := range bad {
			t.Error(m)
		}
		out[f] = b
	}
	return out
}

func TestEveryBoardLoadsWithoutAMistake(t *testing.T) {
	for name, b := range boards(t) {
		t.Logf("%s: %s, %d spaces, %d sections, %d corners, lap %d ranks", name, b.Name, len(b.Places)-1, len(b.Sections), b.Corners(), b.Lap/engine.Unit)
	}
}
