package sim_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/devices/sim"
)

// BenchmarkRoll is a whole roll: armed over a pseudo-terminal, rolled, read, delivered, acknowledged, and the acknowledgement read.
func BenchmarkRoll(b *testing.B) {
	d, err := sim.NewDice(sim.Options{Serial: "7F3A", Auto: true, Rand: rand.New(rand.NewPCG(7, 7))})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	ctx, cancel := context.WithCancel(context.Background())
	l, err := link.Start(ctx, link.Options{Paths: []string{d.Path()}, Globs: []string{}})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		cancel()
		for range l.Readings() {
		}
	}()
	if r := <-l.Readings(); r.Event != devices.Here {
		b.Fatalf("got %+v", r)
	}
	for b.Loop() {
		l.Send("7F3A", devices.Command{Do: devices.Arm, Ask: "210.1", Mark: "R", Dice: 4})
		r := <-l.Readings()
		if r.Event != devices.Rolled || len(r.Dice) != 4 {
			b.Fatalf("got %+v", r)
		}
		l.Send("7F3A", devices.Command{Do: devices.Ack, Count: r.Count})
	}
}
