package panel_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/devices/panel/paneltest"
)

// BenchmarkKnobEdgeToDisplayUpdate measures from the last edge of a step to the last byte on the bus, when whoever owns the race answers
// each reading with a text at once: what the panel itself takes. With wire time (400 kHz) the transfer of 17 bytes is in it.
func BenchmarkKnobEdgeToDisplayUpdate(b *testing.B) {
	for _, wire := range []bool{false, true} {
		b.Run(map[bool]string{false: "bus-at-once", true: "bus-400kHz"}[wire], func(b *testing.B) {
			ctx, end := context.WithCancel(b.Context())
			defer end()
			p := paneltest.New(paneltest.Six("R", "B", "Y", "G", "K", "W"))
			if wire {
				p.Wire()
			}
			written := make(chan time.Time, 64)
			d := p.Start(ctx)
			time.Sleep(100 * time.Millisecond)
			p.Bus.OnWrite(func(uint16) { written <- time.Now() })
			go func() {
				n := 0
				for r := range d.Readings() {
					if r.Event == devices.Turned {
						n += 20
						d.Send(r.Unit.Serial, devices.Command{Do: devices.Show, Text: fmt.Sprint(n % 10000)})
					}
				}
			}()
			var took []time.Duration
			for b.Loop() {
				time.Sleep(2 * time.Millisecond) // no hand is faster than 100 steps a second; what is, is set aside
				p.Turn(1+len(took)%6, 1, 0)
				edge := time.Now()
				took = append(took, (<-written).Sub(edge))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
			b.ReportMetric(float64(took[len(took)-1].Microseconds()), "worst-µs")
		})
	}
}

// BenchmarkCrossingToLamps measures from the command that a car has crossed the line to the last byte on the bus: one lamp of eighteen times
// three is lit, one goes out, while the keys of the chip are asked for. With wire time (400 kHz) the transfers are in it.
func BenchmarkCrossingToLamps(b *testing.B) {
	for _, wire := range []bool{false, true} {
		b.Run(map[bool]string{false: "bus-at-once", true: "bus-400kHz"}[wire], func(b *testing.B) {
			ctx, end := context.WithCancel(b.Context())
			defer end()
			p := paneltest.New(paneltest.Eighteen(""))
			if wire {
				p.Wire()
			}
			d := p.Start(ctx)
			go func() {
				for range d.Readings() {
				}
			}()
			time.Sleep(100 * time.Millisecond)
			written := make(chan time.Time, 64)
			p.Bus.OnWrite(func(uint16) { written <- time.Now() })
			before := p.Bus.Written()
			var took []time.Duration
			for n := 0; b.Loop(); n++ {
				car := n / 2 % 18
				on, off := 3*car+1+n%2, 3*car+2-n%2
				start := time.Now()
				d.Send("C0DE/1", devices.Command{Do: devices.Lamp, Part: on, Value: 1})
				d.Send("C0DE/1", devices.Command{Do: devices.Lamp, Part: off})
				last := <-written
				for p.Boxes(car + 1)[n%2] == '.' || p.Boxes(car + 1)[1-n%2] != '.' {
					last = <-written
				}
				took = append(took, last.Sub(start))
				for len(written) > 0 {
					<-written
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
			b.ReportMetric(float64(p.Bus.Written()-before)/float64(len(took)), "bytes/crossing")
		})
	}
}
