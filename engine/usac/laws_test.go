package usac

import (
	"os"
	"strconv"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
	"boxstop/engine/enginetest"
	"boxstop/tracks"
)

// ovals are the boards that laws are tried on: the one that we ship, the small ring of the tests, and one with three lanes all round.
var ovals = sync.OnceValue(func() map[string]*engine.Board {
	out := map[string]*engine.Board{}
	if b, err := tracks.Open("usac", "practice-oval", New().About()); err == nil {
		out["practice-oval"] = b
	}
	for _, slug := range []string{"small-ring", "three-lanes", "oval-64"} {
		doc, err := os.ReadFile("testdata/" + slug + ".toml")
		if err != nil {
			panic(err)
		}
		b, bad := tracks.Load(slug, doc, New().About(), theBox())
		if len(bad) > 0 {
			panic(bad[0].String())
		}
		out[slug] = b
	}
	doc, err := os.ReadFile("../../tracks/testdata/usac-practice-oval.toml") // the line before the grid, in and out on one straight
	if err != nil {
		panic(err)
	}
	b, bad := tracks.Load("sample", doc, New().About(), theBox())
	if len(bad) > 0 {
		panic(bad[0].String())
	}
	out["sample"] = b
	return out
})

// theBox is the practice box.
var theBox = sync.OnceValue(func() *engine.Box {
	x, err := tracks.Box("usac", New().About())
	if err != nil {
		panic(err)
	}
	return x
})

func entries(n int) (out []engine.Entry) {
	for i := range n {
		out = append(out, engine.Entry{Mark: strconv.Itoa(i + 1), Name: "Driver", Seat: engine.Seat(i + 1), Card: i})
	}
	return out
}

// randomSetup draws an oval, cars, distance, grid and table options: small fields, so that cars meet.
func randomSetup(t *rapid.T) engine.Setup {
	slug := rapid.SampledFrom([]string{"small-ring", "practice-oval", "three-lanes", "oval-64", "sample"}).Draw(t, "oval")
	return engine.Setup{
		Board: ovals()[slug], Box: wildBox(), Entries: entries(rapid.IntRange(1, 8).Draw(t, "cars")), Miles: rapid.SampledFrom([]int{40, 100, 150, 320, 500}).Draw(t, "miles"),
		Grid: engine.Grid(rapid.IntRange(0, 2).Draw(t, "grid")), Options: enginetest.Options(t, New().About()),
	}
}

// Among them: amending an answer to itself (TB-4), what holds unsaid (TB-7), options as choices (TB-8), rulings (TB-10), who joins (TB-16), US-26.
func TestUSACObeysTheLawsOfEveryRuleSet(t *testing.T) {
	enginetest.Laws(t, enginetest.Game{Rules: New(), Setup: randomSetup, Faces: func(uint8) int { return 6 }, Most: 200})
}

// US-1: the whole box at once.
func TestAFullFieldObeysTheLaws(t *testing.T) {
	enginetest.Laws(t, enginetest.Game{Rules: New(), Faces: func(uint8) int { return 6 }, Most: 150, Setup: func(t *rapid.T) engine.Setup {
		s := randomSetup(t)
		s.Board, s.Entries, s.Grid = ovals()["practice-oval"], entries(maxCars), engine.Grid(rapid.IntRange(0, 1).Draw(t, "lots"))
		return s
	}})
}

// wildBox is the practice box with more trouble: every kind there is, cells that refer to the other column, and results by hand.
var wildBox = sync.OnceValue(func() *engine.Box {
	x := *theBox()
	x.Tables = map[string]*engine.Table{}
	for n, t := range theBox().Tables {
		x.Tables[n] = t
	}
	x.Tables["trouble"] = &engine.Table{Columns: []string{"number", "effects", "text"}, Rows: [][]string{
		{"1", "retire", "x"},
		{"2", "retire; yellow 1", "x"},
		{"3", "stop 2", "x"},
		{"4", "none", "x"},
		{"5", "hand; power 3", "x"},
		{"6", "power 5", "x"},
		{"7", "pit counted next", "x"},
		{"8", "stop 1; yellow 2", "x"},
		{"9", "pit uncounted now", "x"},
		{"10", "power 4; yellow 1", "x"},
		{"11", "rear", "x"},
		{"12", "pit counted now", "x"},
	}}
	cards := *x.Tables["cards"]
	cards.Rows = nil
	for _, r := range x.Tables["cards"].Rows {
		cards.Rows = append(cards.Rows, []string{
			r[0], "TB 9 8 TA 7 6 TB 3 8 9 TA", "TA TA 12 9 TB TA 9 9 17 12 TA", "2 3 1 2 3 1 2 4 3 TB 1",
			"1 2 3 TB 5 TB 6 7 9 10 11", "2 TA 3 4 5 6 12 8 9 TA 11", r[6],
		})
	}
	x.Tables["cards"] = &cards
	return &x
})
