package paneltest

import (
	"errors"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"

	"boxstop/devices/panel"
)

// Pin is a GPIO line. Whoever plays the hand sets its level; whoever plays the lamp looks at it.
type Pin struct {
	name string

	mu    sync.Mutex
	level gpio.Level
	out   bool
	fails error // of In and Out
	edges chan edge
	pair  *edges // that hears it
	first bool
	outs  int
}

type edge struct {
	line  int
	level gpio.Level
}

// most edges wait, as in the kernel; more are lost.
const most = 16

func newPin(name string) *Pin {
	return &Pin{name: name, level: gpio.High, edges: make(chan edge, most)}
}

// Set sets what an input reads.
func (p *Pin) Set(l gpio.Level) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.level == l {
		return
	}
	p.level = l
	if p.pair != nil {
		line := 1
		if p.first {
			line = 0
		}
		p.pair.put(edge{line, l})
		return
	}
	select {
	case p.edges <- edge{level: l}:
	default:
	}
}

// Lit says what an output drives.
func (p *Pin) Lit() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out && p.level == gpio.High
}

// Changes is how often an output was driven.
func (p *Pin) Changes() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.outs
}

// Fail has every request of the line fail, as when another program holds it; nil: no more.
func (p *Pin) Fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fails = err
}

// In is an input.
func (p *Pin) In(gpio.Pull, gpio.Edge) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out = false
	return p.fails
}

// Read reads an input; of an output it is a mistake: on the character device it would make an input of it.
func (p *Pin) Read() gpio.Level {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out {
		panic(p.name + ": an output was read")
	}
	return p.level
}

// WaitForEdge waits; a timeout that is not positive is a mistake (periph/host#78).
func (p *Pin) WaitForEdge(d time.Duration) bool {
	_, ok := waitFor(p.edges, d)
	return ok
}

func waitFor(c chan edge, d time.Duration) (edge, bool) {
	if d <= 0 {
		panic("WaitForEdge without a timeout spins, or waits for ever")
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case e := <-c:
		return e, true
	case <-t.C:
		return edge{}, false
	}
}

// Out drives an output.
func (p *Pin) Out(l gpio.Level) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fails != nil {
		return p.fails
	}
	p.out, p.level = true, l
	p.outs++
	return nil
}

// The rest of gpio.PinIO.
func (p *Pin) String() string         { return p.name }
func (p *Pin) Halt() error            { return nil }
func (p *Pin) Name() string           { return p.name }
func (p *Pin) Number() int            { return -1 }
func (p *Pin) Function() string       { return "" }
func (p *Pin) Pull() gpio.Pull        { return gpio.PullUp }
func (p *Pin) DefaultPull() gpio.Pull { return gpio.PullUp }

// PWM is not implemented, as on the character device.
func (p *Pin) PWM(gpio.Duty, physic.Frequency) error { return errors.New("not implemented") }

var _ gpio.PinIO = &Pin{}

// edges are two lines asked for together.
type edges struct {
	a, b *Pin
	c    chan edge
}

func (e *edges) put(x edge) {
	select {
	case e.c <- x:
	default:
	}
}

func pairOf(a, b *Pin) (panel.Edges, error) {
	e := &edges{a: a, b: b, c: make(chan edge, 2*most)}
	for _, p := range []*Pin{a, b} {
		p.mu.Lock()
		err := p.fails
		if err == nil {
			p.pair, p.first = e, p == a
		}
		p.mu.Unlock()
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *edges) Now() (a, b gpio.Level, err error) { return e.a.Read(), e.b.Read(), nil }

func (e *edges) Wait(d time.Duration) (line int, level gpio.Level, ok bool, err error) {
	x, ok := waitFor(e.c, d)
	return x.line, x.level, ok, nil
}

func (e *edges) Close() error {
	for _, p := range []*Pin{e.a, e.b} {
		p.mu.Lock()
		p.pair = nil
		p.mu.Unlock()
	}
	return nil
}
