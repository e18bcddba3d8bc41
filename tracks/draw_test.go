package tracks_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

// words are the texts of an SVG, which has to be well-formed.
func words(t *testing.T, svg []byte) []string {
	t.Helper()
	var out []string
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := tok.(xml.CharData); ok {
			if w := strings.TrimSpace(string(c)); w != "" {
				out = append(out, w)
			}
		}
	}
}

func TestAPlanClosesAndNamesEveryCellLimitAndCorner(t *testing.T) {
	for file, b := range boards(t) {
		if got := tracks.Gap(b); got > 0.5 {
			t.Errorf("%s: the lap ends %.1f points from where it begins", file, got)
		}
		count := map[string]int{}
		for _, w := range words(t, tracks.Draw(b, abouts[b.Game])) {
			count[w]++
		}
		for _, w := range []string{"LINE", b.Name, strings.ToUpper(b.Kind)} {
			if count[w] == 0 {
				t.Errorf("%s: %q is not drawn", file, w)
			}
		}
		for n := range b.Corners() {
			if s := b.Sections[b.Corner(n+1)]; count[fmt.Sprint(n+1)] == 0 || count[s.Name] == 0 {
				t.Errorf("%s: corner %d, %s, is not drawn", file, n+1, s.Name)
			}
		}
		if len(b.Lanes) > 1 {
			continue
		}
		for cell := 1; cell <= int(b.Lap/engine.Unit); cell++ {
			if count[fmt.Sprint(cell)] == 0 {
				t.Errorf("%s: cell %d is not drawn", file, cell)
			}
		}
		if count["PIT"] != 1 {
			t.Errorf("%s: %d pits are drawn, want 1", file, count["PIT"])
		}
	}
	count := map[string]int{}
	for _, w := range words(t, tracks.Draw(boards(t)["pitstop/lakeside.toml"], abouts["pitstop"])) {
		count[w]++
	}
	for w, want := range map[string]int{"100": 3, "150": 3, "200": 2} {
		if got := count[w]; got != want {
			t.Errorf("limit %s: drawn %d times, want %d", w, got, want)
		}
	}
}

func TestThereIsATentForEveryCornerAndOneForTheLine(t *testing.T) {
	b := boards(t)["pitstop/lakeside.toml"]
	count := map[string]int{}
	for _, w := range words(t, tracks.Tents(b)) {
		count[w]++
	}
	for _, w := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "LINE"} {
		if count[w] != 2 {
			t.Errorf("%s stands on %d sides, want 2", w, count[w])
		}
	}
}

// The circuits that we ship are what the screens and the rules' examples say of them.
func TestThePracticeCircuitsHaveSixtyCellsEightCornersAndACharacterEach(t *testing.T) {
	all := boards(t)
	for file, want := range map[string][]int{
		"pitstop/lakeside.toml": {150, 100, 200, 150, 100, 200, 150, 100},
		"pitstop/highmoor.toml": {250, 200, 300, 250, 300, 200, 250, 300},
	} {
		b := all[file]
		if got := b.Lap / engine.Unit; got != 60 {
			t.Errorf("%s: %d cells, want 60", file, got)
		}
		if b.Kind != "practice" {
			t.Errorf("%s: kind %s, want practice", file, b.Kind)
		}
		var got []int
		for n := range b.Corners() {
			got = append(got, 50*int(b.Places[b.At(b.Corner(n+1), 1, 0)].Limit))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: limits %v, want %v", file, got, want)
		}
	}
}

func TestASectionOfTilesIsWhatItsTilesSay(t *testing.T) {
	b := boards(t)["pitstop/highmoor.toml"]
	s := b.Sections[b.Corner(4)]
	if s.Name != "Fell" || len(s.Tiles) != 4 || s.Angle != 120 || s.Lanes[0].Count != 4 || !s.Tiles[0].Kerbs {
		t.Errorf("got %+v", s)
	}
	if s := b.Sections[8]; s.Name != "Long fell" || s.Corner || s.Angle != -15 {
		t.Errorf("a sweep without kerbs is a straight: got %+v", s)
	}
}
