package tracks_test

import (
	"strconv"
	"strings"
	"testing"

	"boxstop/engine"
)

// TB-21: no two spaces share a name, in words or typed.
func TestTB21NoTwoSpacesShareAName(t *testing.T) {
	c := engine.Shared("en")
	for file, b := range boards(t) {
		typed, said := map[string]engine.Space{}, map[string]engine.Space{}
		for i := 1; i < len(b.Places); i++ {
			s := engine.Space(i)
			a, w := b.Address(s), string(b.Words(nil, c, s))
			if o, twice := typed[a]; twice {
				t.Errorf("%s: %s and %s are both typed %s", file, b.AppendSpace(nil, o), b.AppendSpace(nil, s), a)
			}
			if o, twice := said[w]; twice {
				t.Errorf("%s: %s and %s are both called %s", file, b.AppendSpace(nil, o), b.AppendSpace(nil, s), w)
			}
			typed[a], said[w] = s, s
			if strings.ContainsAny(w, "{}") || strings.ContainsAny(a, " {}") {
				t.Errorf("%s: %q, %q: a hole in it", file, a, w)
			}
		}
	}
}

// TB-21: an address read back is the space, and without its lane the space is among what it can mean.
func TestTB21AnAddressReadBackIsTheSpace(t *testing.T) {
	for file, b := range boards(t) {
		for i := 1; i < len(b.Places); i++ {
			s := engine.Space(i)
			a := b.Address(s)
			for _, typed := range []string{a, strings.ToUpper(a), " " + a} {
				got, err := b.ParseAddress(typed)
				if err != nil || len(got) != 1 || got[0] != s {
					t.Errorf("%s: %q: got %v, %v, want %d alone", file, typed, got, err, s)
				}
			}
			spot, _, _ := strings.Cut(a, "/")
			got, err := b.ParseAddress(spot)
			found := false
			for _, g := range got {
				found = found || g == s
			}
			if err != nil || !found {
				t.Errorf("%s: %q: got %v, %v, want %d among them", file, spot, got, err, s)
			}
		}
	}
}

// TB-21: no count above six is said on a board that we ship.
func TestTB21NoCountAboveSixIsSaid(t *testing.T) {
	for file, b := range boards(t) {
		if !strings.HasPrefix(file, "pitstop/") {
			continue
		}
		for i := 1; i < len(b.Places); i++ {
			if n := b.Counted(engine.Space(i)); n > 6 {
				t.Errorf("%s: %s: a count of %d", file, b.Address(engine.Space(i)), n)
			}
		}
	}
}

// The table of places.md, on our sample boards.
func TestPlacesAreCalledByWhatIsPrinted(t *testing.T) {
	c := engine.Shared("en")
	all := boards(t)
	for _, x := range []struct{ file, position, address, words string }{
		{"pitstop/lakeside.toml", "8.1.2", "c4.2", "corner 4, 2nd of 2"},
		{"pitstop/lakeside.toml", "7.1.2", "c3+2", "2nd after corner 3"},
		{"pitstop/lakeside.toml", "7.1.1", "c3+1", "1st after corner 3"},
		{"pitstop/lakeside.toml", "5.1.5", "c3-1", "last before corner 3"},
		{"pitstop/lakeside.toml", "7.1.4", "c4-1", "last before corner 4"},
		{"pitstop/lakeside.toml", "17.1.1+", "pit", "in the pits"},
		{"pitstop/lakeside.toml", "17.1.4", "grid.1", "grid 1"},
		{"pitstop/lakeside.toml", "17.1.1", "c8+1", "1st after corner 8"},
		{"pitstop/lakeside.toml", "3.1.2", "c2-2", "2nd before corner 2"}, // level: the one ahead
		{"testdata/speedcircuit-three-rivers.toml", "2.3.3", "c1.3/o", "corner 1, 3rd of 4, outside"},
		{"testdata/speedcircuit-three-rivers.toml", "1.1.1", "line+1/l", "1st after the line, left"},
		{"testdata/speedcircuit-three-rivers.toml", "1.2.2", "grid.2/m", "2nd row of the grid, middle"},
		{"testdata/speedcircuit-three-rivers.toml", "1.1.6", "grid+3/l", "3rd after the grid, left"},
		{"testdata/speedcircuit-three-rivers.toml", "4.1.1", "c2.1/i", "corner 2, inside"},
		{"testdata/speedcircuit-three-rivers.toml", "1.2.10", "arrow.m/m", "the tail of arrow M, middle"},
		{"testdata/speedcircuit-three-rivers.toml", "2.1.1", "c1.1/i", "corner 1, 1st of 2, inside (arrow M)"},
		{"testdata/lemans-practice-north.toml", "3.2.3", "c1+3/i", "3rd after corner 1, inside"},
		{"testdata/lemans-practice-north.toml", "2.2.2", "so.c1", "SO of corner 1"},
		{"testdata/lemans-practice-north.toml", "1.1.4", "pit.d.2", "class D pit, 2nd of 2"},
		{"testdata/lemans-practice-north.toml", "2.3.2", "c1.2/o", "corner 1, 2nd of 4, outside (two)"},
		{"testdata/lemans-practice-north.toml", "1.2.23", "start+1/i", "1st after the start arrow, inside"},
		{"testdata/grandprix-practice-park.toml", "5.4.17", "c3-2/3", "2nd before corner 3, lane 3"},
		{"testdata/grandprix-practice-park.toml", "5.5.1", "c2+1/sr", "right side lane, beside 1st after corner 2"},
		{"testdata/grandprix-practice-park.toml", "3.6.2", "box.2", "box 2"},
		{"testdata/usac-practice-oval.toml", "2.2.3", "c1.3/m", "corner 1, 3rd of 8, middle"},
		{"testdata/usac-practice-oval.toml", "3.3.1", "c1+1/o", "1st after corner 1, outside"},
		{"testdata/usac-practice-oval.toml", "1.1.15", "entry.2/i", "pit entry, 2nd of 5, inside"},
	} {
		b := all[x.file]
		s, ok := b.ParseSpace(x.position)
		if !ok {
			t.Errorf("%s: there is no %s", x.file, x.position)
			continue
		}
		if got := b.Address(s); got != x.address {
			t.Errorf("%s, %s: typed %s, want %s", x.file, x.position, got, x.address)
		}
		if got := string(b.Words(nil, c, s)); got != x.words {
			t.Errorf("%s, %s: called %q, want %q", x.file, x.position, got, x.words)
		}
	}
}

func TestAnyCountIsUnderstood(t *testing.T) {
	b := boards(t)["pitstop/lakeside.toml"]
	for _, x := range []struct {
		typed string
		cell  int
	}{
		{"line+20", 20},
		{"line-1", 60},
		{"line-4", 57},
		{"line+60", 60},
		{"c8+1", 57},
		{"c8+5", 1},
		{"c3+3", 27},
		{"c1+2", 12},
		{"c4-1", 28},
		{"c4-20", 9},
		{"pit+1", 58},
		{"pit-1", 56},
		{"grid+1", 1},
		{"C5.3", 37},
	} {
		got, err := b.ParseAddress(x.typed)
		if err != nil || len(got) != 1 || b.Cell(got[0]) != x.cell {
			t.Errorf("%s: got %v, %v, want cell %d", x.typed, got, err, x.cell)
		}
	}
	if got, err := b.ParseAddress("c3"); err != nil || len(got) != 4 {
		t.Errorf("c3 alone: got %v, %v, want its four cells", got, err)
	}
}

func TestALaneMayBeTypedInOtherWords(t *testing.T) {
	b := boards(t)["testdata/speedcircuit-three-rivers.toml"]
	for typed, want := range map[string]string{
		"c1.1/l": "c1.1/i", "c1.1/inside": "c1.1/i", "c1.1/1": "c1.1/i", "c1.1/right": "c1.1/o", "line+1/left": "line+1/l", "line+1/i": "line+1/l",
		"c1+2/middle": "c1+2/r", "c4.1/i": "c4.1/i",
	} {
		got, err := b.ParseAddress(typed)
		if err != nil || len(got) != 1 || b.Address(got[0]) != want {
			t.Errorf("%s: got %v, %v, want %s", typed, got, err, want)
		}
	}
	if got, err := b.ParseAddress("line+1"); err != nil || len(got) != 3 {
		t.Errorf("without a lane: got %v, %v, want three", got, err)
	}
}

func TestAWrongAddressSaysWhatIsAllowed(t *testing.T) {
	all := boards(t)
	for _, x := range []struct{ file, typed, want string }{
		{"pitstop/lakeside.toml", "c9.1", `place "c9.1": there is no landmark "c9"; allowed are line, grid, c1 to c8, pit`},
		{"pitstop/lakeside.toml", "c3.5", `place "c3.5": corner 3 has the spaces c3.1 to c3.4`},
		{"pitstop/lakeside.toml", "bridge+2", `place "bridge+2": there is no landmark "bridge"; allowed are line, grid, c1 to c8, pit`},
		{"pitstop/lakeside.toml", "line", `place "line": before it or after it? line+1 and line-1 touch it`},
		{"pitstop/lakeside.toml", "c3+0", `place "c3+0": a count is 1 or more: c3+1 touches c3`},
		{"pitstop/lakeside.toml", "grid", `place "grid": which row? grid.1 is the first`},
		{"pitstop/lakeside.toml", "c3.1/o", `place "c3.1/o": there is no lane to say at c3.1`},
		{"pitstop/lakeside.toml", "", `place "": there is no landmark ""; allowed are line, grid, c1 to c8, pit`},
		{"testdata/speedcircuit-three-rivers.toml", "c1.1/x", `place "c1.1/x": there is no lane "x" at c1.1; allowed are i, m, o`},
	} {
		if _, err := all[x.file].ParseAddress(x.typed); err == nil || err.Error() != x.want {
			t.Errorf("%q: got %v, want %s", x.typed, err, x.want)
		}
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, s := range []string{"c4.2", "line+3/l", "so.c1", "pit.d", "c5+1/sr", "-1", "c", "c-", "c.1", "+", "/", "grid.1.2", "arrow.m-3", "c99999999999999999999"} {
		f.Add(s)
	}
	all := boards(&testing.T{})
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range all {
			got, err := b.ParseAddress(text)
			if (err == nil) != (len(got) > 0) {
				t.Errorf("%q: got %v, %v", text, got, err)
			}
			for _, s := range got {
				if s == 0 || int(s) >= len(b.Places) {
					t.Errorf("%q: space %d", text, s)
				}
			}
		}
	})
}

func TestNeighboursAreSaidInTheWordsOfThePlaceRules(t *testing.T) {
	all, c := boards(t), engine.Shared("en")
	mark := func(car engine.Car) string { return string("RBYGKW"[car-1]) }
	digits := func(car engine.Car) string { return strconv.Itoa(int(car)) }
	for _, x := range []struct {
		name, file, me string
		long           bool
		others         []string
		mark           func(engine.Car) string
		want           string
	}{
		{"shared cell and the next ahead", "pitstop/lakeside.toml", "c3+1", false, []string{"c3+2", "c3+1"}, mark, "in one cell with Y; directly behind B"},
		{"some cells behind", "pitstop/lakeside.toml", "c1+2", false, []string{"c3-1", "pit"}, mark, "8 behind B"},
		{"over the line", "pitstop/lakeside.toml", "line-1", false, []string{"line+2"}, mark, "2 behind B"},
		{"two in the next cell", "pitstop/lakeside.toml", "c3+1", false, []string{"c3+3", "c3+3"}, mark, "2 behind B and Y"},
		{"nobody near", "pitstop/lakeside.toml", "c1+2", false, []string{"c5.1", "pit"}, mark, "alone"},
		{"in the pits together", "pitstop/lakeside.toml", "pit", false, []string{"pit", "c8+1"}, mark, "in one cell with B"},
		{"in the pits alone", "pitstop/lakeside.toml", "pit", false, []string{"c8+1"}, mark, "alone"},
		{"level with one and behind another", "testdata/speedcircuit-three-rivers.toml", "line+5/m", false, []string{"line+5/l", "line+7/r"}, mark, "level with B; 2 behind Y"},
		{"next ahead in another lane", "testdata/speedcircuit-three-rivers.toml", "line+5/m", false, []string{"line+6/l"}, mark, "1 behind B"},
		{"bumper to bumper", "testdata/lemans-practice-north.toml", "c1+3/i", true, []string{"c1+8/i"}, digits, "3 clear to 2"},
		{"close", "testdata/lemans-practice-north.toml", "c1+3/i", true, []string{"c1+5/i"}, digits, "directly behind 2"},
	} {
		t.Run(x.name, func(t *testing.T) {
			b := all[x.file]
			var stands []engine.Stand
			for i, a := range append([]string{x.me}, x.others...) {
				s, err := b.ParseAddress(a)
				if err != nil {
					t.Fatal(err)
				}
				st := engine.Stand{Car: engine.Car(i + 1), Spaces: [2]engine.Space{s[0]}}
				if x.long {
					st.Spaces[1] = b.Places[s[0]].Behind
				}
				stands = append(stands, st)
			}
			got := string(b.Neighbours(nil, c, stands[0].Spaces[0], 1, stands, x.mark))
			if got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

func TestAPlaceOfSeveralSpacesIsAllOfThem(t *testing.T) {
	b := boards(t)["testdata/lemans-practice-north.toml"]
	got, err := b.ParseAddress("pit.d")
	if err != nil || len(got) != 2 || b.Address(got[0]) != "pit.d.1" || b.Address(got[1]) != "pit.d.2" {
		t.Errorf("pit.d: got %v, %v, want both of class D", got, err)
	}
	got[0] = 0 // what a caller does with it is its own affair
	if again, err := b.ParseAddress("pit.d"); err != nil || again[0] == 0 {
		t.Errorf("pit.d again: got %v, %v", again, err)
	}
}
