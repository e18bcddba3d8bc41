package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"boxstop/cmd/internal/console"
	"boxstop/cmd/internal/control"
	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/view"
)

// fullField is a race of as many cars as there are in the box, by bots of every strength: of the game that has most, over the longest
// distance of its book.
func fullField(dir string) (*control.Plan, error) {
	most := games[0]
	for _, g := range games {
		if g.About().MaxCars > most.About().MaxCars {
			most = g
		}
	}
	a := most.About()
	p := control.NewPlan(games, library(dir))
	lines := []string{"game " + a.Game, "miles 500", "seed 7"}
	for i := range a.MaxCars {
		lines = append(lines, fmt.Sprintf("enter %d car%d \"Driver %d\" by bot %s", i+1, i+1, i+1, a.Bots[i%len(a.Bots)]))
	}
	for _, l := range append(lines, "grid trial") {
		if err := p.Do(l); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// fullRace writes the file of such a race, and says what an answer took in the first and in the last tenth of its lines.
func fullRace(dir string) (path string, lines int, first, last time.Duration, err error) {
	p, err := fullField(dir)
	if err != nil {
		return "", 0, 0, 0, err
	}
	path = control.RacePath(dir, 1)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", 0, 0, 0, err
	}
	f, err := racefile.Create(path)
	if err != nil {
		return "", 0, 0, 0, err
	}
	p.Number = 1
	var at []time.Time
	s, err := control.Start(p, func() int64 { return int64(len(at)) * 1000 }, func(l racefile.Line) {
		f.Append(l)
		at = append(at, time.Now())
	})
	for err == nil && !s.Over() {
		_, err = s.Script("run 100")
	}
	n := len(at) / 10
	return path, len(at), at[n].Sub(at[0]) / time.Duration(n), at[len(at)-1].Sub(at[len(at)-1-n]) / time.Duration(n), errors.Join(err, f.Flush(), f.Close())
}

// BenchmarkAFullRace is 33 cars over 500 miles through a session, its lines included: the cost of an answer in the last tenth of the lines
// beside that in the first.
func BenchmarkAFullRace(b *testing.B) {
	var first, last time.Duration
	lines := 0
	for b.Loop() {
		_, n, f, l, err := fullRace(b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		first, last, lines = first+f, last+l, n
	}
	b.ReportMetric(float64(lines), "lines")
	b.ReportMetric(float64(last)/float64(first), "last/first")
}

// BenchmarkReopeningAFullRace reads and folds its file.
func BenchmarkReopeningAFullRace(b *testing.B) {
	dir := b.TempDir()
	path, _, _, _, err := fullRace(dir)
	if err != nil {
		b.Fatal(err)
	}
	st, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(st.Size())
	for b.Loop() {
		if _, err := control.ReadRace(path, games, library(dir)); err != nil {
			b.Fatal(err)
		}
	}
}

// TB-22: a full field over 500 miles on the real console: every snapshot is drawn, a drawing takes no longer at the end than at the
// beginning, and what race control and console together hold grows by the answers alone.
func TestTheConsoleKeepsUpWithAFullField(t *testing.T) {
	dir := t.TempDir()
	plan, err := fullField(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/table.boxstop", lines(plan.Lines()), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := control.New(control.Options{Games: games, Library: library(dir), State: dir, Seed: 7, Slow: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ran, shown, painted := make(chan error, 1), make(chan error, 1), make(chan int, 64)
	go func() { ran <- c.Run(ctx) }()
	order := func(l string) *view.Snapshot {
		if r := c.Do(ctx, "director", view.Order{Line: l}); r.Error != "" {
			t.Fatalf("%s: %s", l, r.Error)
		}
		return c.Snapshot()
	}
	s := order("start")
	ours, theirs := net.Pipe()
	go c.Client(ctx, theirs)
	screen := tcell.NewSimulationScreen("UTF-8")
	go func() {
		shown <- console.Run(ctx, ours, console.Options{Screen: screen, Frame: -1, Quiet: true, Painted: func(seq int) { painted <- seq }})
	}()
	var frames spread
	var held []uint64
	for s.Stage != view.Over {
		began := time.Now()
		s = order("run 60")
		for seq := 0; seq < s.Seq; {
			select {
			case seq = <-painted:
			case <-time.After(20 * time.Second):
				t.Fatalf("entry %d was never drawn", s.Seq)
			}
		}
		frames = append(frames, time.Since(began))
		if len(frames)%10 == 0 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			held = append(held, m.HeapAlloc)
		}
	}
	cancel()
	<-shown
	<-ran
	n := len(frames) / 5
	first, last := frames[:n].at(0.5), frames[len(frames)-n:].at(0.5)
	perAnswer := (float64(held[len(held)-1]) - float64(held[0])) / float64(60*10*(len(held)-1))
	t.Logf("%d frames of 60 answers, %v; first fifth %s, last fifth %s; %.1f MB held at first, %.1f at last: %.0f bytes an answer",
		len(frames), frames, ms(first), ms(last), float64(held[0])/1e6, float64(held[len(held)-1])/1e6, perAnswer)
	if last > 3*first {
		t.Errorf("a frame takes %s in the end, %s in the beginning", ms(last), ms(first))
	}
	if perAnswer > 1500 {
		t.Errorf("%.0f bytes an answer are held", perAnswer)
	}
}
