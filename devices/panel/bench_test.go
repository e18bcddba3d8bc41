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
