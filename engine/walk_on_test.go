package engine

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A search that is driven on finds what one for as many counts finds at once.
func TestASearchThatIsDrivenOnFindsTheSame(t *testing.T) {
	b := &Board{Sections: []Section{
		{Lanes: []Run{{Count: 8}, {Count: 8}, {Count: 8}}},
		{Corner: true, Lanes: []Run{{Count: 3}, {Count: 4}, {Count: 5}}},
		{Lanes: []Run{{Count: 4}, {Count: 4}, {Count: 4}}},
	}}
	b.Link(1)
	rapid.Check(t, func(t *rapid.T) {
		var full [64]bool
		for _, s := range rapid.SliceOfN(rapid.IntRange(1, len(b.Places)-1), 0, 16).Draw(t, "full") {
			full[s] = true
		}
		enter := func(_, to Space, _ Step, n Note) (Note, bool) { return n, !full[to] }
		from := Space(rapid.IntRange(1, len(b.Places)-1).Draw(t, "from"))
		n, more := rapid.IntRange(0, 6).Draw(t, "counts"), rapid.IntRange(0, 3).Draw(t, "more")
		var one, two Walk
		one.Go(b, from, n+more, 0, enter, nil)
		two.Go(b, from, n, 0, enter, nil)
		two.On(b, more, enter, nil)
		for _, lists := range [][2][]Way{{one.Done, two.Done}, {one.Dead, two.Dead}} {
			ends := func(ws []Way) (out []Way) {
				for _, w := range ws {
					w.Path = 0
					out = append(out, w)
				}
				slices.SortFunc(out, func(a, b Way) int { return int(a.End)<<8 + int(a.Left) - int(b.End)<<8 - int(b.Left) })
				return out
			}
			if a, c := ends(lists[0]), ends(lists[1]); !slices.Equal(a, c) {
				t.Fatalf("from %d, %d and %d more: got %+v, want %+v", from, n, more, c, a)
			}
		}
	})
}
