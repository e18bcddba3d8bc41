package pitstop

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boxstop/engine"
)

func bench(b *testing.B, driver engine.Bot) {
	s := engine.Setup{Board: circuit(), Box: box(), Entries: entries(6)}
	rules := New()
	die := [6]uint8{1, 1, 1, 1, 2, 3}
	rnd := rand.NewPCG(1, 2)
	var asks, before []engine.Ask
	var opts []engine.Option
	var evs []engine.Event
	answers, events, home := 0, 0, 0
	r, err := rules.Start(s)
	if err != nil {
		b.Fatal(err)
	}
	start := r.(*Race).s
	race := r.(*Race)
	b.ReportAllocs()
	for b.Loop() {
		race.s = start
		for {
			asks = r.Asks(asks[:0])
			if len(asks) == 0 {
				break
			}
			x := rnd.Uint64()
			n := int(x >> 32 % uint64(len(asks)))
			if driver != nil {
				n = 0
			}
			a := asks[n]
			for i := range asks { // every ask's options once, when it opens
				if i != n && !slices.Contains(before, asks[i]) {
					opts = r.Options(opts[:0], asks[i], engine.Offered)
				}
			}
			if a.Form != engine.Roll && driver == nil || a.Form == engine.Roll && !slices.Contains(before, a) { // a bot lists its own
				opts = r.Options(opts[:0], a, engine.Offered)
			}
			before = append(before[:0], asks...)
			ans := engine.Answer{What: a.What, Car: a.Car}
			switch {
			case a.Form == engine.Roll:
				for i := range a.Dice {
					ans.Faces[i] = die[x%6]
					x /= 6
				}
			case driver != nil:
				ans = driver.Answer(r, a, x)
			default:
				o := &opts[x%uint64(len(opts))]
				ans.Value, ans.Note = o.Value, o.Note
			}
			evs, err = r.Decide(evs[:0], ans)
			if err != nil {
				b.Fatal(err)
			}
			for i := range evs {
				r.Apply(evs[i])
			}
			answers++
			events += len(evs)
		}
		for i := range race.s.car {
			if race.s.car[i].status == finished {
				home++
			}
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "races/s")
	b.ReportMetric(float64(answers)/b.Elapsed().Seconds(), "answers/s")
	b.ReportMetric(float64(answers)/float64(b.N), "answers/race")
	b.ReportMetric(float64(events)/float64(b.N), "events/race")
	b.ReportMetric(float64(home)/float64(b.N), "finishers/race")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(answers), "ns/answer")
}

// BenchmarkRandomRaces: whole races of six cars by uniformly random drivers, the options of every ask listed.
func BenchmarkRandomRaces(b *testing.B) {
	bench(b, nil)
}

// BenchmarkSensibleRaces: the same by the medium bot.
func BenchmarkSensibleRaces(b *testing.B) {
	bench(b, New().Bot("medium"))
}
