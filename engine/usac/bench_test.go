package usac

import (
	"testing"
	"time"

	"boxstop/engine"
)

// A whole race by bots: 33 cars over 500 miles. Its cost a move is the same from the first lap to the last.
func BenchmarkRace(b *testing.B) {
	s := engine.Setup{Board: ovals()["practice-oval"], Box: theBox(), Entries: entries(maxCars), Miles: 500}
	answers := 0
	luck := uint64(1)
	var first, last time.Duration // of an answer in the first and in the last tenth
	at := make([]time.Time, 0, 20_000)
	b.ReportAllocs()
	for b.Loop() {
		luck++
		at = at[:0]
		play(b, s, luck, func(*Race, []engine.Event) { at = append(at, time.Now()) })
		n := len(at) / 10
		first += at[n].Sub(at[0]) / time.Duration(n)
		last += at[len(at)-1].Sub(at[len(at)-1-n]) / time.Duration(n)
		answers += len(at)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "races/s")
	b.ReportMetric(float64(answers)/float64(b.N), "answers/race")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(answers), "ns/answer")
	b.ReportMetric(float64(last)/float64(first), "last/first")
}

func BenchmarkOptions(b *testing.B) {
	r := play33(b)
	var opts []engine.Option
	a := r.Asks(nil)
	b.ReportAllocs()
	for b.Loop() {
		opts = r.Options(opts[:0], a[len(a)-1], engine.Offered)
	}
}

func BenchmarkDecide(b *testing.B) {
	r := play33(b)
	a := r.Asks(nil)
	o := r.Options(nil, a[len(a)-1], engine.Offered)[0]
	var evs []engine.Event
	b.ReportAllocs()
	for b.Loop() {
		evs, _ = r.Decide(evs[:0], engine.AnswerWith(a[len(a)-1], o))
	}
}

func BenchmarkPosition(b *testing.B) {
	r := play33(b)
	var line []byte
	b.ReportAllocs()
	for b.Loop() {
		line = r.Position(line[:0])
	}
}

// play33 is a full field on the first lap, with a car about to drive.
func play33(b *testing.B) *Race {
	b.Helper()
	started, err := New().Start(engine.Setup{Board: ovals()["practice-oval"], Box: theBox(), Entries: entries(maxCars), Miles: 500})
	if err != nil {
		b.Fatal(err)
	}
	tb := &table{b, started.(*Race)}
	tb.rolls(1, 2)
	return tb.r
}

// TB-22: the cost of a move does not grow with the race: the buffers of a search hold no more on the last lap than on the first.
func TestARaceKeepsNothingOfItsPast(t *testing.T) {
	r := play(t, engine.Setup{Board: ovals()["practice-oval"], Box: theBox(), Entries: entries(12), Miles: 500}, 9, nil)
	for i := range r.found.list {
		if n := cap(r.found.list[i]); n > 256 {
			t.Errorf("a search keeps %d ways", n)
		}
	}
}
