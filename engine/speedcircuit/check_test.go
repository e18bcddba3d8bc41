package speedcircuit

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// SC-1, SC-2, SC-5, SC-7, SC-8, SC-10 and SC-14 as far as a board or a box can break them: every mistake at once, in words.
func TestCheckFindsWhatCannotBeRaced(t *testing.T) {
	for _, x := range []struct {
		name  string
		spoil func(*engine.Board, *engine.Box)
		want  []string
	}{
		{"nothing is wrong", func(*engine.Board, *engine.Box) {}, nil},
		{"no inside", func(b *engine.Board, _ *engine.Box) { b.Sections[0].Inside = 0 }, []string{"inside is missing"}},
		{"inside out", func(b *engine.Board, _ *engine.Box) { b.Sections[1].Inside = 1 }, []string{"bends to the left"}},
		{"faster inside", func(b *engine.Board, _ *engine.Box) { b.Sections[1].Lanes[0].Limits = []int{6, 6, 6} }, []string{"limit 120 in lane left, 80 further out"}},
		{"longer inside", func(b *engine.Board, _ *engine.Box) { b.Sections[1].Lanes[0].Count = 4 }, []string{"4 spaces in lane left, 3 further out"}},
		{"a lane without a figure", func(b *engine.Board, _ *engine.Box) { b.Sections[1].Lanes[2].Limits = []int{0, 0, 0} }, []string{"lane right has no posted space"}},
		{"20 mph", func(b *engine.Board, _ *engine.Box) { b.Sections[1].Lanes[0].Limits = []int{1, 1, 1} }, []string{"limit 20; posted are 40 to 160"}},
		{"a dead end", func(b *engine.Board, _ *engine.Box) { b.Places[4].To = [7]engine.Space{} }, []string{"cannot go on"}},
		{"out of reach", func(b *engine.Board, _ *engine.Box) {
			for i := range b.Places {
				for s := range b.Places[i].To {
					if b.Places[i].To[s] == b.At(1, 1, 0) {
						b.Places[i].To[s] = 0
					}
				}
			}
		}, []string{"the posted space Bend/left/1 cannot be reached"}},
		{"a grid of five", func(b *engine.Board, _ *engine.Box) { b.Lists["grid"] = b.Lists["grid"][:5] }, []string{"grid: 5 places"}},
		{"a row out of order", func(b *engine.Board, _ *engine.Box) {
			b.Lists["grid"][0], b.Lists["grid"][1] = b.Lists["grid"][1], b.Lists["grid"][0]
		}, []string{"place 2 is no further out than place 1", "not directly behind place 1", "not directly behind place 2"}},
		{"a row that is staggered", func(b *engine.Board, _ *engine.Box) { b.Lists["grid"][2]++ }, []string{"places 2 and 3 are not abreast"}},
		{"a long name", func(b *engine.Board, _ *engine.Box) { b.Arrows[0].Name = "outer way" }, []string{`arrow "outer way"`}},
		{"two to a space", func(b *engine.Board, _ *engine.Box) { b.Places[7].Capacity = 2 }, []string{"capacity 2; a space holds one car"}},
		{"no cards", func(_ *engine.Board, x *engine.Box) { delete(x.Tables, "cards") }, []string{"no performance cards"}},
		{"cards that are wrong", func(_ *engine.Board, x *engine.Box) {
			x.Tables["cards"].Rows = [][]string{{"A", "60", "40", "20", "160", "6"}, {"B", "40", "60", "40", "180", "5"}, {"C", "50", "60", "20", "180", "5"}, {"D", "x", "60", "40", "180", "4"}, {"E", "40", "60", "40", "160", "5"}, {"F", "40", "60", "20", "180", "5"}}
		}, []string{"worth 6 points", "start: 50; allowed are 40, 60 and 80", `"x" is not a whole number`}},
		{"a calculator without 100", func(_ *engine.Board, x *engine.Box) {
			x.Tables["calculator"].Rows = append(x.Tables["calculator"].Rows[:4:4], x.Tables["calculator"].Rows[5:]...)
		}, []string{"the speed 100 is missing"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			b, bx := file("straight-and-bend"), box()
			x.spoil(b, bx)
			var got []string
			for _, p := range New().Check(b, bx) {
				got = append(got, p.Text)
			}
			all := strings.Join(got, "\n")
			if x.want == nil && got != nil {
				t.Errorf("got %s", all)
			}
			for _, w := range x.want {
				if !strings.Contains(all, w) {
					t.Errorf("got\n%s\nwant %s", all, w)
				}
			}
		})
	}
}
