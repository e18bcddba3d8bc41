package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"boxstop/cmd/internal/control"
	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/view"
)

// longRace writes a race file of so many answers: bots drive, and take most of it back whenever the race comes near its end.
func longRace(dir string, answers int) (path string, err error) {
	d := demoRace{dir: dir, game: games[0].About().Game, seed: 7}
	p, err := d.plan()
	if err != nil {
		return "", err
	}
	path = control.RacePath(dir, 1)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	f, err := racefile.Create(path)
	if err != nil {
		return "", err
	}
	p.Number, p.Seed = 1, 7
	n := 0
	s, err := control.Start(p, func() int64 { return int64(n) * 1000 }, func(l racefile.Line) {
		f.Append(l)
		n++
	})
	for err == nil && n < answers {
		if s.Over() {
			_, err = s.Script("undo 150")
		} else {
			_, err = s.Script("run 10")
		}
	}
	return path, errors.Join(err, f.Flush(), f.Close())
}

func benchStart(ctx context.Context, dir string, runs int, idle time.Duration, out io.Writer) error {
	dir, done, err := benchDir(dir)
	if err != nil {
		return err
	}
	defer done()
	var serves, screens, both spread
	for i := range runs {
		b := bedside{}
		began := time.Now()
		err := b.start(filepath.Join(dir, fmt.Sprint("empty", i)), "--no-devices")
		serves = append(serves, time.Since(began))
		looked := time.Now()
		if err == nil {
			err = b.first(ctx)
		}
		screens, both = append(screens, time.Since(looked)), append(both, time.Since(began))
		b.end()
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "race control to its socket       %v\n", serves)
	fmt.Fprintf(out, "console to its first screen      %v\n", screens)
	fmt.Fprintf(out, "both, one after the other        %v\n", both)

	long := filepath.Join(dir, "long")
	path, err := longRace(long, 10_000)
	if err != nil {
		return err
	}
	st, err := os.Stat(path)
	if err != nil {
		return err
	}
	var folds, welcomes spread
	for range runs {
		began := time.Now()
		if _, err := control.ReadRace(path, games, library(long)); err != nil {
			return err
		}
		folds = append(folds, time.Since(began))
		b := bedside{}
		began = time.Now()
		err := b.start(long, "--no-devices")
		var h *hand
		if err == nil {
			h, err = dial(b.socket)
		}
		welcomes = append(welcomes, time.Since(began))
		if err == nil && h.snap.Stage != view.Welcome {
			err = fmt.Errorf("the stage is %q", h.snap.Stage)
		}
		b.end()
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "10,000 answers (%d kB), folded  %v\n", st.Size()/1000, folds)
	fmt.Fprintf(out, "race control on that file        %v   (process start to the welcome page's facts)\n", welcomes)

	b := bedside{}
	defer b.end()
	if err := b.start(long, "--no-devices"); err != nil {
		return err
	}
	if err := b.first(ctx); err != nil {
		return err
	}
	h, err := dial(b.socket)
	if err != nil {
		return err
	}
	if err := h.orders("resume", "drive R B Y G W K \"Anna\""); err != nil {
		return err
	}
	luck := rand.New(rand.NewPCG(1, 3))
	for range 50 { // some moves, so that what grows has grown
		if line, ask, ok := h.next(luck); ok {
			if _, err := h.order(line, ask); err != nil {
				return err
			}
		}
	}
	if _, _, err := b.quiet(ctx, time.Second); err != nil {
		return err
	}
	pids := []int{b.serving.Process.Pid, b.looking.Process.Pid}
	var was [2]time.Duration
	for i, pid := range pids {
		was[i] = processor(pid)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(idle):
	}
	for i, name := range []string{"race control", "console"} {
		used := processor(pids[i]) - was[i]
		fmt.Fprintf(out, "%-13s memory %.1f MB, idle processor %.2f %% over %v\n", name, float64(resident(pids[i]))/1e6, 100*float64(used)/float64(idle), idle)
	}
	return nil
}

// first opens a console and waits for its first screen.
func (b *bedside) first(ctx context.Context) error {
	if err := b.look(); err != nil {
		return err
	}
	for n := 0; n < 500; { // what comes before a screen is drawn are some control sequences
		select {
		case s, ok := <-b.drawn:
			if !ok {
				return errors.New("the console has ended")
			}
			n += s.n
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Second):
			return errors.New("the console draws nothing")
		}
	}
	return nil
}

// resident is the memory of a process in bytes.
func resident(pid int) int64 {
	doc, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	f := strings.Fields(string(doc))
	pages, _ := strconv.ParseInt(f[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

// processor is the time that a process has computed, to a hundredth of a second.
func processor(pid int) time.Duration {
	doc, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	f := strings.Fields(string(doc[strings.LastIndexByte(string(doc), ')')+1:]))
	user, _ := strconv.ParseInt(f[11], 10, 64)
	system, _ := strconv.ParseInt(f[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond
}
