package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"
)

const benchText = `usage: boxstop bench keys [--races N] [--seed N] [--cars N]
       boxstop bench latency [--rolls N] [--dir DIR]
       boxstop bench start [--runs N] [--idle 10s] [--dir DIR]
       boxstop bench rest [--idle 10s] [--dir DIR]

  keys     drives the real console through bot races, with simulated units and typed, and
           counts keys a move; --cars: of games in which one person has any number of cars,
           with so many, and what is moved by hand
  latency  from the last byte of a roll on a pseudo-terminal to the last changed cell on a
           terminal, the flush to the disk included, beside the floor of the same run: the
           echo of a pseudo-terminal, one flush, one write to a terminal
  start    start to first screen, reopening a race of 10,000 answers, memory, processor when idle
  rest     what race control computes while nothing happens, with twelve cups and a panel attached

  --dir DIR  where race files are written, so that the disk is the one that counts

docs/performance.md says what was measured.
`

func bench(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := flags("bench")
	races := f.Int("races", 3, "")
	rolls := f.Int("rolls", 200, "")
	runs := f.Int("runs", 10, "")
	idle := f.Duration("idle", 10*time.Second, "")
	cars := f.Int("cars", 0, "")
	seed := f.Uint64("seed", 1, "")
	dir := f.String("dir", "", "")
	what, done, ok := words(f, args, 1, 1, benchText, stdout, stderr)
	if !ok {
		return done
	}
	var err error
	switch what[0] {
	case "keys":
		err = benchKeys(ctx, *races, *seed, *cars, stdout)
	case "latency":
		err = benchLatency(ctx, *dir, *rolls, stdout)
	case "start":
		err = benchStart(ctx, *dir, *runs, *idle, stdout)
	case "rest":
		err = benchRest(ctx, *dir, *idle, stdout)
	default:
		fmt.Fprintf(stderr, "boxstop bench: %q; allowed are keys, latency, start, rest\n", what[0])
		return 2
	}
	if err != nil {
		return fail(stderr, err)
	}
	return 0
}

// spread is how times are spread.
type spread []time.Duration

// at is the time that a share of them does not exceed: 0.5 the middle, 0.99 all but one in a hundred, 1 the worst.
func (s spread) at(share float64) time.Duration {
	if len(s) == 0 {
		return 0
	}
	t := slices.Clone(s)
	slices.Sort(t)
	return t[min(len(t)-1, int(share*float64(len(t))))]
}

func (s spread) String() string {
	return fmt.Sprintf("p50 %s  p99 %s  worst %s  of %d", ms(s.at(0.5)), ms(s.at(0.99)), ms(s.at(1)), len(s))
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000) }
