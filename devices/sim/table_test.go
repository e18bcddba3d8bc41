package sim_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/devices/sim"
)

// quick is link's patience with units that answer in microseconds.
var quick = link.Timing{
	Scan: 5 * time.Millisecond, Patience: time.Millisecond, Hello: 300 * time.Millisecond, Retry: 5 * time.Millisecond,
	RetryMax: 20 * time.Millisecond, Repeat: 60 * time.Millisecond, Quiet: 300 * time.Millisecond,
}

// table is simulated units and the link to them; it hands out what comes and keeps what was not looked for.
type table struct {
	*testing.T
	*link.Link
	got  []devices.Reading
	stop func()
}

func setTable(t *testing.T, paths ...string) *table {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l, err := link.Start(ctx, link.Options{Paths: paths, Globs: []string{}, Timing: quick})
	if err != nil {
		t.Fatal(err)
	}
	stop := func() {
		cancel()
		for range l.Readings() { // closed at the end
		}
	}
	t.Cleanup(stop)
	return &table{T: t, Link: l, stop: stop}
}

func cup(t *testing.T, opt sim.Options) *sim.Unit {
	t.Helper()
	opt.Rand = rand.New(rand.NewPCG(7, 7))
	if opt.Serial == "" {
		opt.Serial = "0D1C7F3A"
	}
	if opt.Repeat == 0 {
		opt.Repeat = 20 * time.Millisecond
	}
	d, err := sim.NewDice(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// wait is the next reading of that sort; all others are kept in got.
func (b *table) wait(e devices.Event) devices.Reading {
	b.Helper()
	enough := time.After(20 * time.Second)
	for {
		select {
		case r, ok := <-b.Readings():
			if !ok {
				b.Fatalf("the link ended, event %d was waited for", e)
			}
			b.got = append(b.got, r)
			if r.Event == e {
				return r
			}
		case <-enough:
			b.Fatalf("event %d did not come; what came: %+v", e, b.got)
		}
	}
}

// rolls are all rolls so far, once the unit has nothing left to say.
func (b *table) rolls(d *sim.Unit) []devices.Reading {
	b.Helper()
	b.Send(d.Serial(), devices.Command{Do: devices.Identify})
	b.until("the unit blinks", func() bool { return d.Showing().Blinks > 0 })
	d.Press(1, true) // the last thing it says
	b.wait(devices.Pressed)
	var rs []devices.Reading
	for _, r := range b.got {
		if r.Event == devices.Rolled {
			rs = append(rs, r)
		}
	}
	return rs
}

func (b *table) until(what string, ok func() bool) {
	b.Helper()
	enough := time.Now().Add(20 * time.Second)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !ok() {
		<-tick.C
		if time.Now().After(enough) {
			b.Fatalf("waited for in vain: %s", what)
		}
	}
}

func faces(r devices.Reading) []int {
	var fs []int
	for _, d := range r.Dice {
		fs = append(fs, d.Face)
	}
	return fs
}
