package speedcircuit

import (
	"math/rand/v2"
	"testing"

	"boxstop/engine"
)

// duel drives races of six between two levels, each with the same cards as often, and says how many places each gained over the other.
func duel(t *testing.T, slug, one, two string, races int) (first, second float64, crashed [2]int) {
	rules := New()
	bots := map[bool]engine.Bot{true: rules.Bot(one), false: rules.Bot(two)}
	for n := range races {
		s := engine.Setup{Board: courses[slug], Box: theBox, Entries: entries(6), Laps: 1 + n%3}
		race, err := rules.Start(s)
		if err != nil {
			t.Fatal(err)
		}
		luck := rand.New(rand.NewPCG(uint64(n), 3))
		of := func(c engine.Car) bool { return (int(c)+n/2)%2 == 0 == (n%2 == 0) }
		for i := 0; ; i++ {
			asks := race.Asks(nil)
			if len(asks) == 0 {
				break
			}
			if i > 5000 {
				t.Fatalf("it never ends: %s", race.Position(nil))
			}
			var a engine.Ask
			for _, x := range asks {
				if !x.Done {
					a = x
					break
				}
			}
			ans := bots[of(a.Car)].Answer(race.Public(a.Seat), a, luck.Uint64())
			evs, err := race.Decide(nil, ans)
			if err != nil {
				t.Fatalf("%s: %s in %s", aboutGame.Asks[a.What].Name, fault(err), race.Position(nil))
			}
			for _, e := range evs {
				race.Apply(e)
			}
		}
		for i, st := range race.Stands(nil) {
			k := 1
			if of(st.Car) {
				first += float64(5 - i)
				k = 0
			} else {
				second += float64(5 - i)
			}
			if st.State == engine.Retired {
				crashed[k]++
			}
		}
	}
	return first / float64(races), second / float64(races), crashed
}

func TestHardBeatsMediumBeatsEasy(t *testing.T) {
	for _, slug := range []string{"rivermouth", "castle-hill", "long-meadow"} {
		for _, x := range [][2]string{{"hard", "medium"}, {"medium", "easy"}} {
			a, b, out := duel(t, slug, x[0], x[1], 48)
			t.Logf("%s: %s %.2f, %s %.2f of 15; crashed %v", slug, x[0], a, x[1], b, out)
			if a <= b {
				t.Errorf("%s: %s %.2f does not beat %s %.2f", slug, x[0], a, x[1], b)
			}
		}
	}
}
