package grandprix

import (
	"math/rand/v2"
	"testing"

	"boxstop/engine"
)

// started is a race of six teams, its grid by hand.
func started(b *testing.B) *Race {
	r, err := New().Start(engine.Setup{Board: theBoard, Box: theBox, Entries: entries(6), Options: []int{1}})
	if err != nil {
		b.Fatal(err)
	}
	return r.(*Race)
}

// positions are those of races by the easy bot.
func positions(b *testing.B, n int) (out []*Race) {
	luck := uint64(1)
	driver := New().Bot("easy")
	for len(out) < n {
		r := started(b)
		for r.s.step != sOver && len(out) < n {
			evs, err := r.Decide(nil, driver.Answer(r, r.Asks(nil)[0], engine.Shuffle(&luck)))
			if err != nil {
				b.Fatal(err)
			}
			for _, e := range evs {
				r.Apply(e)
			}
			if r.s.step != sOver {
				out = append(out, r.clone())
			}
		}
	}
	return out
}

// BenchmarkOptions: the list of a team's turn, up to three cars by three speeds, 18 cars in traffic.
func BenchmarkOptions(b *testing.B) {
	for _, w := range []struct {
		name  string
		which engine.Which
	}{{"offered", engine.Offered}, {"refused", engine.Refused}} {
		b.Run(w.name, func(b *testing.B) {
			list := positions(b, 2000)
			var asks []engine.Ask
			var opts []engine.Option
			n := 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r := list[i%len(list)]
				asks = r.Asks(asks[:0])
				opts = r.Options(opts[:0], asks[0], w.which)
				n += len(opts)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lists/s")
			b.ReportMetric(float64(n)/float64(b.N), "options/list")
		})
	}
}

// BenchmarkRaces: whole races of 18 cars, by drivers that take any option that is not out, and by the bots.
func BenchmarkRaces(b *testing.B) {
	for _, level := range []string{"random", "medium", "hard"} {
		b.Run(level, func(b *testing.B) {
			driver := New().Bot(level)
			r := started(b)
			start := r.s
			luck := rand.NewPCG(1, 2)
			var asks []engine.Ask
			var opts []engine.Option
			var evs []engine.Event
			answers, home := 0, int64(0)
			var err error
			b.ReportAllocs()
			for b.Loop() {
				r.s = start
				for r.s.step != sOver {
					asks = r.Asks(asks[:0])
					var ans engine.Answer
					if driver != nil {
						ans = driver.Answer(r, asks[0], luck.Uint64())
					} else {
						opts = r.Options(opts[:0], asks[0], engine.Offered)
						o := &opts[luck.Uint64()%uint64(len(opts))]
						for k := 0; k < 5 && o.Fate != engine.Drives; k++ {
							o = &opts[luck.Uint64()%uint64(len(opts))]
						}
						ans = engine.AnswerWith(asks[0], *o)
					}
					if evs, err = r.Decide(evs[:0], ans); err != nil {
						b.Fatal(err)
					}
					for i := range evs {
						r.Apply(evs[i])
					}
					answers++
				}
				home += r.s.homes
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "races/s")
			b.ReportMetric(float64(answers)/float64(b.N), "answers/race")
			b.ReportMetric(float64(home)/float64(b.N), "home/race")
		})
	}
}
