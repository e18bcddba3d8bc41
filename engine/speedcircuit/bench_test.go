package speedcircuit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"boxstop/engine"
)

// traffic is so many positions of six-car races by bots of all strengths in which a move is asked.
func traffic(b testing.TB, course *engine.Board, want int) []state {
	rules := New()
	bots := []engine.Bot{rules.Bot("hard"), rules.Bot("medium"), rules.Bot("easy")}
	luck := rand.New(rand.NewPCG(1, 2))
	var out []state
	for len(out) < want {
		r, err := rules.Start(engine.Setup{Board: course, Box: theBox, Entries: entries(6), Laps: 2})
		if err != nil {
			b.Fatal(err)
		}
		race := r.(*Race)
		for race.s.step != sOver && len(out) < want {
			asks := race.Asks(nil)
			a := asks[slices.IndexFunc(asks, func(a engine.Ask) bool { return !a.Done })]
			if a.What == wMove {
				out = append(out, race.s)
			}
			evs, err := race.Decide(nil, bots[int(a.Car)%3].Answer(race.Public(a.Seat), a, luck.Uint64()))
			if err != nil {
				b.Fatal(err)
			}
			for _, e := range evs {
				race.Apply(e)
			}
		}
	}
	return out
}

func benchCourses() map[string]*engine.Board {
	out := map[string]*engine.Board{"wide-ring": file("wide-ring")}
	for slug, c := range courses {
		out[slug] = c
	}
	return out
}

// cpu is the time that this process has computed: what counts on a machine that others use too.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkOptions: option lists of six cars in traffic, through the seam: Asks, then Options of the open move.
func BenchmarkOptions(b *testing.B) {
	var asks []engine.Ask
	var opts []engine.Option
	for slug, course := range benchCourses() {
		b.Run(slug, func(b *testing.B) {
			states := traffic(b, course, 4000)
			rs := make([]*Race, 0, 500)
			for i := 0; i < len(states); i += len(states) / 500 {
				rs = append(rs, &Race{k: mustCourse(b, course), s: states[i]})
			}
			for _, r := range rs {
				opts = r.Options(opts[:0], engine.Ask{What: wMove, Form: engine.Move, Car: r.s.mover()}, engine.Offered)
			}
			n, i := 0, 0
			b.ReportAllocs()
			t0 := cpu()
			for b.Loop() {
				var r engine.Race = rs[i]
				if i++; i == len(rs) {
					i = 0
				}
				asks = r.Asks(asks[:0])
				opts = r.Options(opts[:0], asks[len(asks)-1], engine.Offered)
				n += len(opts)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lists/s")
			b.ReportMetric(float64(b.N)/(cpu()-t0).Seconds(), "lists/cpu-s")
			b.ReportMetric(float64(n)/float64(b.N), "options/list")
		})
	}
}

var surveyed = map[*engine.Board]*course{}

func mustCourse(b testing.TB, board *engine.Board) *course {
	if k := surveyed[board]; k != nil {
		return k
	}
	k, err := New().Course(board, theBox)
	if err != nil {
		b.Fatal(err)
	}
	surveyed[board] = k
	return k
}

// BenchmarkHowLongAListTakes is how the times of option lists are spread over the positions of a race.
func BenchmarkHowLongAListTakes(b *testing.B) {
	for slug, course := range benchCourses() {
		b.Run(slug, func(b *testing.B) {
			states := traffic(b, course, 2000)
			race := &Race{k: mustCourse(b, course)}
			var asks []engine.Ask
			var opts []engine.Option
			var ns []int
			for b.Loop() {
				ns = ns[:0]
				for _, s := range states {
					race.s = s
					asks = race.Asks(asks[:0])
					const k = 40
					t0 := time.Now()
					for range k {
						opts = race.Options(opts[:0], asks[len(asks)-1], engine.Offered)
					}
					ns = append(ns, int(time.Since(t0))/k)
				}
			}
			slices.Sort(ns)
			for _, p := range []int{10, 50, 90, 99} {
				b.ReportMetric(float64(ns[len(ns)*p/100]), fmt.Sprintf("ns/list-p%d", p))
			}
		})
	}
}
