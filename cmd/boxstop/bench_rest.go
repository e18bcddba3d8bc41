package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"boxstop/devices/sim"
)

// restUnits are twelve cups and a panel with six stations, as a full table has them.
const restCups, restStations = 12, 6

// benchRest measures what race control computes while nothing happens: twelve cups and a panel are attached over pseudo-terminals, a race
// waits for a roll, one cup is armed, and every unit is asked now and then whether it is still there.
func benchRest(ctx context.Context, dir string, idle time.Duration, out io.Writer) (err error) {
	dir, done, err := benchDir(dir)
	if err != nil {
		return err
	}
	defer done()
	args := []string{"--only-ports"}
	plug := func(o sim.Options) error {
		o.Rand = rand.New(rand.NewPCG(uint64(len(args)), 1))
		u, err := sim.NewDice(o)
		if err == nil {
			args = append(args, "--port", u.Path())
			context.AfterFunc(ctx, func() { _ = u.Close() })
		}
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for i := range restCups {
		err = errors.Join(err, plug(sim.Options{Serial: fmt.Sprintf("D1CE%04d", i), Digits: 4, Lamps: 1, Sounds: true}))
	}
	n := restStations
	err = errors.Join(err, plug(sim.Options{Serial: "5AFEA0B1", Kind: "panel", Dice: -1, Knobs: n, Buttons: n + 6, Lamps: n + 1, Digits: 2 * n}))
	if err != nil {
		return err
	}
	b := bedside{}
	defer b.end()
	if err := b.start(filepath.Join(dir, "rest"), args...); err != nil {
		return err
	}
	h, err := dial(b.socket)
	if err != nil {
		return err
	}
	for !strings.Contains(h.snap.Head.Units, "cups ok  panel ok") || len(h.snap.Units) < restCups+n+1 {
		if err := h.hear(nil); err != nil {
			return fmt.Errorf("the units do not come: %q: %w", h.snap.Head.Units, err)
		}
	}
	if err := h.orders(append(evening6(), "start")...); err != nil {
		return err
	}
	select { // what the start needs is done
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(min(idle, time.Second)):
	}
	pid := b.serving.Process.Pid
	was := processor(pid)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(idle):
	}
	used := processor(pid) - was
	fmt.Fprintf(out, "%d cups and a panel of %d stations, a race that waits: processor %.2f %% over %v (%v), memory %.1f MB\n",
		restCups, n, 100*float64(used)/float64(idle), idle, used, float64(resident(pid))/1e6)
	return nil
}
