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

// fullField is a race, its grid found by lot or by qualifying, of as many cars as there are in the box, by bots of every strength: of the game that has most, over the longest
// distance of its book.
func fullField(dir, grid string) (*control.Plan, error) {
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
	for _, l := range append(lines, "grid "+grid) {
		if err := p.Do(l); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// fullRace writes the file of such a race, and says what an answer took in the first and in the last tenth of its lines.
func fullRace(dir, grid string) (path string, lines int, first, last time.Duration, err error) {
	p, err := fullField(dir, grid)
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
// beside that in the first. It begins by lot: an answer of qualifying, with one car on the board, costs a quarter of one of the race.
func BenchmarkAFullRace(b *testing.B) {
	var first, last time.Duration
	lines := 0
	for b.Loop() {
		_, n, f, l, err := fullRace(b.TempDir(), "lot")
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
	path, _, _, _, err := fullRace(dir, "trial")
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

// watched is a full race under the eyes of a console: what 60 answers, their flush and the drawing of the last took, and how much race
// control and console together held after every tenth of those.
func watched(ctx context.Context, dir string) (frames spread, held []uint64, err error) {
	plan, err := fullField(dir, "trial")
	if err != nil {
		return nil, nil, err
	}
	if err := os.WriteFile(dir+"/table.boxstop", lines(plan.Lines()), 0o600); err != nil {
		return nil, nil, err
	}
	c, err := control.New(control.Options{Games: games, Library: library(dir), State: dir, Seed: 7, Slow: time.Hour})
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ran, shown, painted := make(chan error, 1), make(chan error, 1), make(chan int, 64)
	go func() { ran <- c.Run(ctx) }()
	ours, theirs := net.Pipe()
	go c.Client(ctx, theirs)
	go func() {
		shown <- console.Run(ctx, ours, console.Options{
			Screen: tcell.NewSimulationScreen("UTF-8"), Frame: -1, Quiet: true, Painted: func(seq int) { painted <- seq },
		})
	}()
	defer func() {
		cancel()
		<-shown
		err = errors.Join(err, <-ran)
	}()
	for line := "start"; c.Snapshot().Stage != view.Over; line = "run 60" {
		began := time.Now()
		if r := c.Do(ctx, "director", view.Order{Line: line}); r.Error != "" {
			return frames, held, fmt.Errorf("%s: %s", line, r.Error)
		}
		for seq, want := 0, c.Snapshot().Seq; seq < want; {
			select {
			case seq = <-painted:
			case <-ctx.Done():
				return frames, held, fmt.Errorf("entry %d was never drawn: %w", want, ctx.Err())
			}
		}
		if line == "start" {
			continue
		}
		if frames = append(frames, time.Since(began)); len(frames)%10 == 0 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			held = append(held, m.HeapAlloc)
		}
	}
	return frames, held, nil
}

// perAnswer is what an answer leaves behind: its line and what undo needs.
func perAnswer(held []uint64) float64 {
	return (float64(held[len(held)-1]) - float64(held[0])) / float64(60*10*(len(held)-1))
}

// TB-22: a full field over 500 miles on the real console: the snapshot after every 60 answers is drawn, and what race control and console
// together hold grows by the answers alone.
func TestTheConsoleKeepsUpWithAFullField(t *testing.T) {
	frames, held, err := watched(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if len(frames) < 50 {
		t.Errorf("%d times 60 answers; such a race has thousands", len(frames))
	}
	if n := perAnswer(held); n > 1500 {
		t.Errorf("%.0f bytes an answer are held", n)
	}
}

// BenchmarkTheConsoleOnAFullField is the same, timed: 60 answers, their flush and the drawing of the last.
func BenchmarkTheConsoleOnAFullField(b *testing.B) {
	for b.Loop() {
		frames, held, err := watched(b.Context(), b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(frames.at(0.5))/1e6, "ms/frame-p50")
		b.ReportMetric(float64(frames.at(0.99))/1e6, "ms/frame-p99")
		b.ReportMetric(perAnswer(held), "B/answer")
	}
}
