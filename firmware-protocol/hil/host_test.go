//go:build hil

package hil

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
)

func TestMain(m *testing.M) {
	defer Clean()
	m.Run()
}

// host is the real devices/link at the other end of a board's line. It notes every reading, and acknowledges rolls when it is told to.
type host struct {
	t    testing.TB
	link *link.Link
	stop func()
	mu   sync.Mutex
	got  []devices.Reading
	acks bool
}

func listen(t testing.TB, b *Board, acks bool) *host {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l, err := link.Start(ctx, link.Options{Paths: []string{b.Line}, Globs: []string{}, Timing: link.Timing{Scan: 50 * time.Millisecond, RetryMax: 500 * time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	h := &host{t: t, link: l, acks: acks}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for r := range l.Readings() {
			h.mu.Lock()
			h.got = append(h.got, r)
			if r.Event == devices.Rolled && h.acks {
				l.Send(r.Unit.Serial, devices.Command{Do: devices.Ack, Count: r.Count})
			}
			h.mu.Unlock()
		}
	}()
	h.stop = sync.OnceFunc(func() { cancel(); <-done })
	t.Cleanup(h.stop)
	return h
}

// readings are those of an event so far.
func (h *host) readings(e devices.Event) []devices.Reading {
	h.mu.Lock()
	defer h.mu.Unlock()
	var rs []devices.Reading
	for _, r := range h.got {
		if r.Event == e {
			rs = append(rs, r)
		}
	}
	return rs
}

// wait waits until there are n readings of an event, and returns the last.
func (h *host) wait(e devices.Event, n int) devices.Reading {
	h.t.Helper()
	var rs []devices.Reading
	end := time.Now().Add(15 * time.Second)
	for len(rs) < n {
		if time.Now().After(end) {
			h.t.Fatalf("reading %d of event %d did not come; all: %s", n, e, h)
		}
		time.Sleep(time.Millisecond)
		rs = h.readings(e)
	}
	return rs[n-1]
}

func (h *host) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var s []string
	for _, r := range h.got {
		s = append(s, fmt.Sprintf("%d/%d %s %v %d=%d %s", r.Event, r.Count, r.Ask, r.Dice, r.Part, r.Value, r.Text))
	}
	return strings.Join(s, "; ")
}

func (h *host) here() devices.Unit { return h.wait(devices.Here, 1).Unit }

func (h *host) arm(ask string, dice int) {
	h.send(devices.Command{Do: devices.Arm, Ask: ask, Mark: "R", Dice: dice})
}

func (h *host) send(c devices.Command) {
	units := h.link.Units()
	if len(units) != 1 {
		h.t.Errorf("%d units are here, want 1", len(units))
		return
	}
	h.link.Send(units[0].Serial, c)
}

// cup is a dice cup with a fresh memory; args are avrsim's.
func cup(t testing.TB, args ...string) *Board {
	t.Helper()
	return Start(t, Make(t, "firmware", "dicecup.elf", "BATTERY=1", "SERIAL=0D1C7F3A"), append([]string{"-w", "70"}, args...)...)
}

// press pushes a button that bounces on its way down and up, for so long.
func press(b *Board, pin string, held time.Duration) {
	b.Do("wave %s 0 300 1 250 0 400 1 200 0 %d 1 300 0 200 1", pin, held.Microseconds())
}

func armed(t testing.TB, b *Board, dice int) {
	t.Helper()
	Until(t, 5*time.Second, fmt.Sprintf("digits show R and %d", dice), func() bool { return b.Text(0x70) == fmt.Sprintf("R%3d", dice) })
}

func faces(r devices.Reading) (f []int) {
	for _, d := range r.Dice {
		f = append(f, d.Face)
	}
	return f
}

func allOf(r devices.Reading, q devices.Quality) error {
	if slices.ContainsFunc(r.Dice, func(d devices.Die) bool { return d.Quality != q }) {
		return fmt.Errorf("got %v, want all of quality %d", r.Dice, q)
	}
	if len(r.Dice) == 0 {
		return errors.New("no dice")
	}
	return nil
}
