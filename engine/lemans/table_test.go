package lemans

import (
	"errors"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

func shippedBox() *engine.Box {
	x, err := tracks.Box("lemans", New().About())
	if err != nil {
		panic(err)
	}
	return x
}

func shippedBoard(slug string) *engine.Board {
	b, err := tracks.Open("lemans", slug, New().About())
	if err != nil {
		panic(err)
	}
	return b
}

var (
	theBox  = shippedBox()
	courses = map[string]*engine.Board{"dunes": shippedBoard("dunes"), "narrows": shippedBoard("narrows")}
)

// entries are so many cars with a card each.
func entries(n int) []engine.Entry {
	names := []string{"Anna", "Ben", "Cleo", "Dev"}
	var out []engine.Entry
	for i := range n {
		k := theBox.Tables["cards"].Rows[i]
		out = append(out, engine.Entry{Mark: k[0], Car: strings.ToLower(k[1]), Name: names[i/3], Card: i})
	}
	return out
}

// inf is an infraction in words.
func inf(err error) string {
	var i *engine.Infraction
	if errors.As(err, &i) {
		return aboutGame.Faults[i.Fault] + " " + aboutGame.Clauses[i.Clause]
	}
	if err == nil {
		return ""
	}
	return err.Error()
}

// options are table options by name and value: "over-revving on".
func options(t testing.TB, chosen ...string) []int {
	t.Helper()
	out := make([]int, len(aboutGame.Options))
	for _, c := range chosen {
		name, value, _ := strings.Cut(c, " ")
		found := false
		for i, o := range aboutGame.Options {
			for v, w := range o.Values {
				if o.Name == name && w == value {
					out[i], found = v, true
				}
			}
		}
		if !found {
			t.Fatalf("there is no option %s", c)
		}
	}
	return out
}

// play drives a race by bots to its end and gives all of its events.
func play(t testing.TB, s engine.Setup, level string, luck uint64) (*Race, []engine.Event) {
	t.Helper()
	r, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	race := r.(*Race)
	b := New().Bot(level)
	var all []engine.Event
	for n := 0; ; n++ {
		asks := race.Asks(nil)
		if len(asks) == 0 {
			return race, all
		}
		if n > 20000 {
			t.Fatalf("it never ends: %s", race.Position(nil))
		}
		a := asks[0]
		ans := b.Answer(race, a, shuffle(&luck))
		evs, err := race.Decide(nil, ans)
		if err != nil {
			t.Fatalf("%s %+v: %s in %s", aboutGame.Asks[a.What].Name, ans, inf(err), race.Position(nil))
		}
		for _, e := range evs {
			race.Apply(e)
		}
		all = append(all, evs...)
	}
}
