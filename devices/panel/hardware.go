package panel

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/host/v3/gpioioctl"
	_ "periph.io/x/host/v3/sysfs" // I²C buses; its GPIO lines have other names and are not used
)

// Hardware is what a panel is made of: the lines that its wiring names, a way to follow two of them together, and an I²C bus.
type Hardware struct {
	Pins map[string]gpio.PinIO
	// Pair takes two lines as inputs with pull-up, whose edges come in their order: what an encoder needs. An error is tried again.
	Pair func(a, b string) (Edges, error)
	Bus  i2c.Bus // nil: none
}

// Edges are the edges of two lines. One goroutine calls it.
type Edges interface {
	// Now is what both lines read.
	Now() (a, b gpio.Level, err error)
	// Wait waits for an edge, at most so long; ok is false when none came. line is 0 or 1.
	Wait(time.Duration) (line int, level gpio.Level, ok bool, err error)
	Close() error
}

// Lines starts the drivers and gives the names of the lines that this machine has. periph's host.Init is not called: it maps the chip's
// registers as root and guesses on a Pi 5. A driver that fails is passed over: what counts is which lines there are. The error says what
// to do. The first call is made before other goroutines open files (see keepStdin).
func Lines() ([]string, error) {
	err := keepStdin(func() error {
		_, err := driverreg.Init()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("GPIO: %w", err)
	}
	var names []string
	for _, c := range gpioioctl.Chips {
		for _, l := range c.Lines() {
			if gpioName.MatchString(l.Name()) && !slices.Contains(names, l.Name()) {
				names = append(names, l.Name())
			}
		}
	}
	if len(names) == 0 {
		return nil, errors.New("no GPIO lines here: is this a Pi, and is your user in the group gpio?")
	}
	return names, nil
}

// Open finds what a wiring names. What is missing is no error but left out: the panel says so and tries again. Close closes the bus.
func Open(w *Wiring) (hw Hardware, closing func() error, err error) {
	if _, err := Lines(); err != nil {
		return hw, nil, err
	}
	hw = Hardware{Pins: map[string]gpio.PinIO{}, Pair: pair}
	for _, name := range w.lines() {
		if l := kernelLine(name); l != nil {
			hw.Pins[name] = l
		}
	}
	if !w.wantsBus() {
		return hw, func() error { return nil }, nil
	}
	bus, err := i2creg.Open(w.Bus)
	if err != nil {
		hw.Bus = deadBus{err}
		return hw, func() error { return nil }, nil
	}
	hw.Bus = bus
	return hw, bus.Close, nil
}

// lines are the names of the Pi's own lines in a wiring.
func (w *Wiring) lines() (out []string) {
	all := append(slices.Clone(w.Table.Buttons[:]), w.Table.Lamp, w.Table.Sounder)
	for _, x := range w.Expanders {
		all = append(all, x.Interrupt)
	}
	for _, m := range w.Matrices {
		all = append(all, m.Interrupt)
	}
	all = append(append(all, w.Counters.Lamps...), w.Counters.Buttons...)
	for _, s := range w.Stations {
		all = append(append(all, s.Knob[0], s.Knob[1], s.Up, s.Down, s.Press, s.Lamp), s.Scale...)
	}
	for _, l := range all {
		if l != "" && !strings.Contains(l, ".") {
			out = append(out, l)
		}
	}
	return out
}

func (w *Wiring) wantsBus() bool {
	return len(w.Expanders)+len(w.Matrices) > 0 || slices.ContainsFunc(w.Stations, func(s Station) bool { return s.Display != 0 })
}

// pair follows two lines by one request to the kernel, which keeps their edges in order (and sixteen of them a line).
func pair(a, b string) (Edges, error) {
	for _, c := range gpioioctl.Chips {
		if c.ByName(a) == nil || c.ByName(b) == nil {
			continue
		}
		set, err := c.LineSet(gpioioctl.LineInput, gpio.BothEdges, gpio.PullUp, a, b)
		if err != nil {
			return nil, whose(err, kernelLine(a), kernelLine(b))
		}
		return &lineSet{set, c.ByName(a).Number()}, nil
	}
	return nil, fmt.Errorf("%s and %s are not on one chip", a, b)
}

type lineSet struct {
	set   *gpioioctl.LineSet
	first int
}

func (l *lineSet) Now() (a, b gpio.Level, err error) {
	v, err := l.set.Read(0)
	return v&1 != 0, v&2 != 0, err
}

func (l *lineSet) Wait(d time.Duration) (line int, level gpio.Level, ok bool, err error) {
	n, edge, err := l.set.WaitForEdge(d)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded), err == nil && edge == gpio.NoEdge:
		return 0, false, false, nil
	case err != nil:
		return 0, false, false, err
	}
	if n != l.first {
		line = 1
	}
	return line, edge == gpio.RisingEdge, true, nil
}

func (l *lineSet) Close() error { return l.set.Close() }

// deadBus is a bus that could not be opened.
type deadBus struct{ err error }

func (d deadBus) String() string { return "no bus" }

func (d deadBus) Tx(uint16, []byte, []byte) error { return d.err }

func (d deadBus) SetSpeed(physic.Frequency) error { return d.err }
