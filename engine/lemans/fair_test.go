package lemans

import (
	"flag"
	"testing"

	"boxstop/engine"
)

var fairRaces = flag.Int("races", 60, "races of the fairness report")

// The practice cards are fair: over races of bots no car wins more than twice its share of the wins of its class. Run with -races 10000 for
// the report.
func TestThePracticeCardsAreFair(t *testing.T) {
	wins, points := map[int]float64{}, map[int]float64{}
	for n := range *fairRaces {
		es := entries(12)
		luck := uint64(n) * 77
		for i := range es { // places by lot
			j := int(engine.Shuffle(&luck) % uint64(i+1))
			es[i].Place = i + 1
			es[i].Place, es[j].Place = es[j].Place, es[i].Place
		}
		s := engine.Setup{Board: courses[[]string{"dunes", "narrows"}[n%2]], Box: theBox, Entries: es, Laps: 4}
		if n%4 > 1 {
			s.Options = options(t, "slipstreaming on", "bonus-moves on", "over-revving on")
		}
		r, _ := play(t, s, "medium", luck)
		stands := r.Stands(nil)
		first := 0.0
		for _, st := range stands {
			if st.Place == 1 && st.State == engine.Finished {
				first++
			}
		}
		for i, p := range share(stands) {
			points[int(stands[i].Car)-1] += p
		}
		for _, st := range stands {
			if st.Place == 1 && st.State == engine.Finished {
				wins[int(st.Car)-1] += 1 / first
			}
		}
	}
	byClass := map[string]float64{}
	for i, row := range theBox.Tables["cards"].Rows {
		byClass[row[3]] += wins[i]
	}
	for i, row := range theBox.Tables["cards"].Rows {
		n := float64(*fairRaces)
		t.Logf("%-12s %s: %4.1f%% of the wins, %4.1f%% of its class, %.2f points a race", row[2], row[3], 100*wins[i]/n, 100*wins[i]/max(1, byClass[row[3]]), points[i]/n)
		if *fairRaces >= 1000 && wins[i] > 2*byClass[row[3]]/3 {
			t.Errorf("%s wins %.0f of %.0f of class %s, more than twice its share", row[2], wins[i], byClass[row[3]], row[3])
		}
	}
}

// Bots are stronger level by level: with the cards changing hands each level has more points than the one below.
func TestHardBeatsMediumBeatsEasy(t *testing.T) {
	for _, x := range [][2]string{{"hard", "medium"}, {"medium", "easy"}} {
		one, two := 0.0, 0.0
		a, b := New().Bot(x[0]), New().Bot(x[1])
		for n := range 40 {
			s := engine.Setup{Board: courses[[]string{"dunes", "narrows"}[n%2]], Box: theBox, Entries: entries(6), Laps: 2}
			if n%4 > 1 {
				s.Options = options(t, "slipstreaming on", "bonus-moves on", "over-revving on")
			}
			r, err := New().Start(s)
			if err != nil {
				t.Fatal(err)
			}
			luck := uint64(n)
			of := func(c engine.Car) bool { return (int(c)+n/4)%2 == 0 }
			for {
				asks := r.Asks(nil)
				if len(asks) == 0 {
					break
				}
				d := b
				if of(asks[0].Car) {
					d = a
				}
				evs, err := r.Decide(nil, d.Answer(r, asks[0], engine.Shuffle(&luck)))
				if err != nil {
					t.Fatal(inf(err))
				}
				for _, e := range evs {
					r.Apply(e)
				}
			}
			st := r.Stands(nil)
			for i, p := range share(st) {
				if of(st[i].Car) {
					one += p
				} else {
					two += p
				}
			}
		}
		t.Logf("%s %.0f, %s %.0f", x[0], one, x[1], two)
		if one <= two {
			t.Errorf("%s has %.0f points, %s %.0f", x[0], one, x[1], two)
		}
	}
}
