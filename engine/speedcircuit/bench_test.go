package speedcircuit

import (
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

// The distribution of how long a list takes; run with -v. It asserts nothing: machines differ.
func TestHowLongAListTakes(t *testing.T) {
	if !testing.Verbose() {
		t.Skip("it measures; run it with -v")
	}
	for slug, course := range benchCourses() {
		states := traffic(t, course, 2000)
		race := &Race{k: mustCourse(t, course)}
		var asks []engine.Ask
		var opts []engine.Option
		var ns, mph []int
		most := 0
		for _, s := range states {
			race.s = s
			asks = race.Asks(asks[:0])
			a := asks[len(asks)-1]
			mph = append(mph, int(s.car[a.Car-1].speed))
			const k = 40
			t0 := time.Now()
			for range k {
				opts = race.Options(opts[:0], a, engine.Offered)
			}
			ns = append(ns, int(time.Since(t0))/k)
			most = max(most, len(opts))
		}
		slices.Sort(ns)
		sum := 0
		for _, v := range mph {
			sum += v
		}
		n := len(ns)
		t.Logf("%s: ns a list p10 %d p50 %d p90 %d p99 %d most %d; at most %d options; %d mph on average", slug, ns[n/10], ns[n/2], ns[n*9/10], ns[n*99/100], ns[n-1], most, sum/n)
	}
}

// BenchmarkRaces: whole six-car races of one lap, by drivers that take any offered option, and by the medium bot.
func BenchmarkRaces(b *testing.B) {
	for _, level := range []string{"random", "medium"} {
		b.Run(level, func(b *testing.B) {
			driver := New().Bot(level)
			r, err := New().Start(engine.Setup{Board: courses["rivermouth"], Box: theBox, Entries: entries(6)})
			if err != nil {
				b.Fatal(err)
			}
			race := r.(*Race)
			start := race.s
			luck := rand.NewPCG(1, 2)
			var asks []engine.Ask
			var opts []engine.Option
			var evs []engine.Event
			answers, home := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				race.s = start
				for race.s.step != sOver {
					asks = r.Asks(asks[:0])
					a := asks[0]
					for _, x := range asks {
						if !x.Done {
							a = x
							break
						}
					}
					var ans engine.Answer
					if driver != nil {
						ans = driver.Answer(r, a, luck.Uint64())
					} else {
						opts = r.Options(opts[:0], a, engine.Offered)
						o := &opts[luck.Uint64()%uint64(len(opts))]
						ans = engine.Answer{What: a.What, Car: a.Car, Value: o.Value, Note: o.Note, Path: o.Path}
					}
					if evs, err = r.Decide(evs[:0], ans); err != nil {
						b.Fatal(err)
					}
					for i := range evs {
						r.Apply(evs[i])
					}
					answers++
				}
				for i := range race.s.car {
					if race.s.car[i].status == finished {
						home++
					}
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "races/s")
			b.ReportMetric(float64(answers)/float64(b.N), "answers/race")
			b.ReportMetric(float64(home)/float64(b.N), "classified/race")
		})
	}
}
