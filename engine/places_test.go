package engine

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TB-21, on boards that nobody would print: every space has an address of its own, which is read back as that space.
func TestTB21EverySpaceOfAnyBoardHasAnAddressOfItsOwn(t *testing.T) {
	about := &About{Marks: []MarkAbout{{Name: "so", Own: true}, {Name: "blue", Land: true}, {Name: "pit", Beside: true}}}
	rapid.Check(t, func(t *rapid.T) {
		b := course(t)
		b.Lanes = [][]string{
			{"road"},
			{"inside", "outside"},
			{"left", "middle", "right"},
			{"1", "2", "3", "4"},
			{"left side", "1", "2", "right side", "pit"},
		}[len(b.Lanes)-1]
		b.MarkNames = []string{"so", "blue", "pit"}
		for i := range b.Sections {
			b.Sections[i].Angle = rapid.SampledFrom([]int{-90, 0, 90}).Draw(t, "angle")
		}
		b.Link(1)
		space := rapid.IntRange(1, len(b.Places)-1)
		for range rapid.IntRange(0, 5).Draw(t, "marks") {
			b.Places[space.Draw(t, "marked")].Marks |= 1 << rapid.IntRange(0, 1).Draw(t, "mark")
		}
		roads := len(b.Places)
		for range rapid.IntRange(0, 2).Draw(t, "asides") {
			if s := Space(space.Draw(t, "road")); int(s) < roads {
				_, _ = b.PutAside(s, 1<<2)
			}
		}
		grid := slices.Compact(rapid.SliceOfNDistinct(space, 0, 4, rapid.ID[int]).Draw(t, "grid"))
		b.Lists = map[string][]Space{}
		for _, s := range grid {
			b.Lists["grid"] = append(b.Lists["grid"], Space(s))
		}
		if rapid.Bool().Draw(t, "landmark") {
			b.Landmarks = []Landmark{{Name: "old-bridge", Say: "the old bridge", At: Space(space.Draw(t, "at"))}}
		}
		b.NameSpaces(about)
		by := map[string]Space{}
		for i := 1; i < len(b.Places); i++ {
			s := Space(i)
			a := b.Address(s)
			if o, twice := by[a]; twice {
				t.Fatalf("%s and %s are both typed %s", b.AppendSpace(nil, o), b.AppendSpace(nil, s), a)
			}
			by[a] = s
			if got, err := b.ParseAddress(a); err != nil || len(got) != 1 || got[0] != s {
				t.Fatalf("%s, typed %s: read back as %v, %v", b.AppendSpace(nil, s), a, got, err)
			}
		}
	})
}

// The words of places are a file, and every key that the code asks for stands in it.
func TestEnglishHasTheWordsOfPlaces(t *testing.T) {
	c := Shared("en")
	for _, key := range []string{
		"place.none", "place.corner", "place.corner.only", "place.run", "place.run.only", "place.after", "place.before", "place.before.last",
		"place.lane", "place.aloof", "place.print", "mark.line", "mark.corner", "mark.start", "mark.grid", "mark.arrow", "mark.own",
		"own.grid", "own.row", "ordinal", "lane.n", "print.arrow", "near.with", "near.level", "near.behind", "near.directly", "near.clear",
		"near.alone", "near.and", "near.between",
	} {
		if c.Text(key) == "" {
			t.Errorf("there is no %s", key)
		}
	}
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 21: "21st", 30: "30th"} {
		if got := c.ordinal(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
	if Shared("tlh") != nil {
		t.Error("a language that is not there has words")
	}
}
