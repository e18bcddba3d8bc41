package pitstop

import (
	"testing"

	"boxstop/engine"
)

// match runs a race between bots of levels, one a car, with their own dice, and gives each car's points.
func match(t *testing.T, s engine.Setup, levels []string, luck uint64) (points, turns []float64, home int) {
	t.Helper()
	s.Entries = entries(len(levels))
	rules := New()
	r, err := rules.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	bots := make([]engine.Bot, len(levels))
	for i, l := range levels {
		bots[i] = rules.Bot(l)
	}
	for n := 0; ; n++ {
		asks := r.Asks(nil)
		if len(asks) == 0 {
			break
		}
		if n > 20000 {
			t.Fatalf("the race does not end: %s", r.Position(nil))
		}
		a := asks[0]
		for _, o := range asks {
			if !o.Done {
				a = o
				break
			}
		}
		ans := bots[0].Answer(r.Public(a.Seat), a, engine.Shuffle(&luck))
		if a.Car != 0 {
			ans = bots[a.Car-1].Answer(r.Public(a.Seat), a, engine.Shuffle(&luck))
		}
		evs, err := r.Decide(nil, ans)
		if err != nil {
			t.Fatalf("%s: %+v: %s in %s", aboutGame.Asks[a.What].Name, ans, fault(err), r.Position(nil))
		}
		for _, e := range evs {
			r.Apply(e)
		}
	}
	points, turns = make([]float64, len(levels)), make([]float64, len(levels))
	for _, st := range r.Stands(nil) {
		points[st.Car-1] = float64(len(levels) - st.Place)
		turns[st.Car-1] = float64(st.Turn)
		if st.State == engine.Finished {
			home++
		} else {
			turns[st.Car-1] = 0
		}
	}
	return points, turns, home
}

func TestHardBeatsMediumBeatsEasyOverManyRaces(t *testing.T) {
	for _, slug := range []string{"lakeside", "highmoor"} {
		t.Run(slug, func(t *testing.T) {
			b, x := shipped(t, slug)
			sum, home := map[string]float64{}, map[string]float64{}
			out := map[string]int{}
			n := 60
			for seed := range n {
				levels := []string{"easy", "medium", "hard", "easy", "medium", "hard"}
				for i := range seed % 6 { // every level starts everywhere
					levels = append(levels[1:], levels[0])
					_ = i
				}
				points, turns, _ := match(t, engine.Setup{Board: b, Box: x}, levels, uint64(seed)*7919+1)
				for i, l := range levels {
					sum[l] += points[i]
					if turns[i] == 0 {
						out[l]++
					}
					home[l] += turns[i]
				}
			}
			t.Logf("mean places gained: easy %.2f, medium %.2f, hard %.2f; out: %v of %d", sum["easy"]/float64(2*n), sum["medium"]/float64(2*n), sum["hard"]/float64(2*n), out, 2*n)
			for _, l := range aboutGame.Bots {
				t.Logf("%s: home in turn %.1f on average", l, home[l]/float64(2*n-out[l]))
			}
			if sum["hard"] <= sum["medium"]*1.05 || sum["medium"] <= sum["easy"]*1.05 {
				t.Errorf("easy %.0f, medium %.0f, hard %.0f", sum["easy"], sum["medium"], sum["hard"])
			}
		})
	}
}

func TestMediumBotsComeHome(t *testing.T) {
	b, x := lakeside(t)
	home, n := 0, 30
	for seed := range n {
		_, _, h := match(t, engine.Setup{Board: b, Box: x}, []string{"medium", "medium", "medium", "medium", "medium", "medium"}, uint64(seed))
		home += h
	}
	if mean := float64(home) / float64(n); mean < 5 {
		t.Errorf("%.2f of 6 come home; want 5", mean)
	}
}

// Bots drive to the end whatever the table options are, from what their seat may know.
func TestBotsDriveWithEveryTableOption(t *testing.T) {
	for n := range 64 {
		options := make([]int, len(aboutGame.Options))
		for i := range options {
			options[i] = n >> i & 1
		}
		match(t, engine.Setup{Board: circuit(), Box: box(), Grid: engine.Grid(n % 3), Options: options}, []string{"easy", "medium", "hard", "hard"}, uint64(n))
	}
}
