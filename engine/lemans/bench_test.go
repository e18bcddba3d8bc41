package lemans

import (
	"math/rand/v2"
	"testing"

	"boxstop/engine"
)

var allOptions = []string{"slipstreaming on", "bonus-moves on", "over-revving on", "wet everyone-rolls"}

// traffic is so many positions of twelve-car races by bots in which a move is asked.
func traffic(b testing.TB, slug string, want int) []state {
	bots := []engine.Bot{New().Bot("hard"), New().Bot("medium"), New().Bot("easy")}
	luck := rand.New(rand.NewPCG(1, 2))
	var list []state
	for len(list) < want {
		r, err := New().Start(engine.Setup{Board: courses[slug], Box: theBox, Entries: entries(12), Options: options(b, allOptions...)})
		if err != nil {
			b.Fatal(err)
		}
		race := r.(*Race)
		for race.s.step != sOver && len(list) < want {
			asks := race.Asks(nil)
			a := asks[0]
			if a.What == wMove {
				list = append(list, race.s)
			}
			evs, err := race.Decide(nil, bots[int(a.Car)%3].Answer(race, a, luck.Uint64()))
			if err != nil {
				b.Fatal(err)
			}
			for _, e := range evs {
				race.Apply(e)
			}
		}
	}
	return list
}

// BenchmarkOptions: option lists of twelve cars in traffic with all optional rules, through the seam.
func BenchmarkOptions(b *testing.B) {
	for _, slug := range []string{"dunes", "narrows"} {
		b.Run(slug, func(b *testing.B) {
			states := traffic(b, slug, 2000)
			k, err := New().Course(courses[slug], theBox)
			if err != nil {
				b.Fatal(err)
			}
			race := &Race{k: k}
			var asks []engine.Ask
			var opts []engine.Option
			n, i := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				race.s = states[i]
				if i++; i == len(states) {
					i = 0
				}
				asks = race.Asks(asks[:0])
				opts = race.Options(opts[:0], asks[len(asks)-1], engine.Offered)
				n += len(opts)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lists/s")
			b.ReportMetric(float64(n)/float64(b.N), "options/list")
		})
	}
}

// BenchmarkRaces: whole races of twelve cars and four laps with all optional rules, by the medium bot.
func BenchmarkRaces(b *testing.B) {
	started, err := New().Start(engine.Setup{Board: courses["dunes"], Box: theBox, Entries: entries(12), Options: options(b, allOptions...)})
	if err != nil {
		b.Fatal(err)
	}
	race := started.(*Race)
	start := race.s
	driver := New().Bot("medium")
	luck := rand.NewPCG(1, 2)
	var asks []engine.Ask
	var evs []engine.Event
	answers := 0
	b.ReportAllocs()
	for b.Loop() {
		race.s = start
		for race.s.step != sOver {
			asks = race.Asks(asks[:0])
			if evs, err = race.Decide(evs[:0], driver.Answer(race, asks[0], luck.Uint64())); err != nil {
				b.Fatal(err)
			}
			for i := range evs {
				race.Apply(evs[i])
			}
			answers++
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "races/s")
	b.ReportMetric(float64(answers)/float64(b.N), "answers/race")
}
