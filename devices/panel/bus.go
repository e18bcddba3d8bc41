package panel

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
)

// bus owns the I²C bus: its goroutine makes every transfer. Others leave what they want shown or driven, and wake it.
type bus struct {
	d       *Dev
	wake    chan struct{}
	banks   []*bank // expanders
	screens []*screen
	crosses []*cross

	mu sync.Mutex // of what is wanted
}

// bank is an expander and whoever hears its lines. It holds what its outputs are.
type bank struct {
	expander
	chip[uint16]
	name      string
	interrupt string
	ears      []*listener
}

// listener is a contact on a line of an expander, or the two of an encoder.
type listener struct {
	u       *unit
	p       *part
	contact int
	bit     uint
	other   uint      // the second line of an encoder
	was     uint16    // what it read last
	due     time.Time // when to look again, edge or not; zero: at an edge
}

// screen is a display and whose it is. It holds a text.
type screen struct {
	display
	chip[string]
	u *unit
}

// How often expanders are asked that cannot say that something changed, and others to be sure.
const (
	poll   = 2 * time.Millisecond
	checks = 100 * time.Millisecond
)

func newBus(d *Dev) *bus {
	b := &bus{d: d, wake: make(chan struct{}, 1)}
	for _, x := range d.w.Expanders {
		e := &bank{name: x.Name, interrupt: x.Interrupt, expander: expander{dev: i2c.Dev{Bus: d.hw.Bus, Addr: x.Address}}}
		e.title = fmt.Sprintf("expander %s (0x%02X)", x.Name, x.Address)
		b.banks = append(b.banks, e)
	}
	for _, m := range d.w.Matrices {
		c := &cross{line: m.Interrupt, matrix: matrix{dev: i2c.Dev{Bus: d.hw.Bus, Addr: m.Address}, interrupt: m.Interrupt != ""}}
		c.title = fmt.Sprintf("matrix %s (0x%02X)", m.Name, m.Address)
		b.crosses = append(b.crosses, c)
	}
	return b
}

func (b *bus) screen(s *Station, u *unit) *screen {
	sc := &screen{u: u, display: display{dev: i2c.Dev{Bus: b.d.hw.Bus, Addr: s.Display}, wide: s.Digits == "fourteen"}}
	sc.title = fmt.Sprintf("display 0x%02X", s.Display)
	b.screens = append(b.screens, sc)
	return sc
}

func (b *bus) bank(name string) *bank {
	return b.banks[slices.IndexFunc(b.banks, func(x *bank) bool { return x.name == name })]
}

// hear has a listener told of a line; before run.
func (b *bus) hear(of string, l *listener) {
	x := b.bank(of)
	l.was = x.mask(l)
	x.ears = append(x.ears, l)
}

// put leaves a text to be shown.
func (b *bus) put(s *screen, text string) { s.hold(b, func(string) string { return text }) }

func (b *bus) run() {
	pause := time.Hour
	for _, x := range b.banks {
		if x.interrupt == "" {
			pause = poll
		} else {
			pause = min(pause, checks)
			b.d.all.Go(func() {
				b.alarm(x.interrupt, func(text string) {
					for _, l := range x.ears {
						b.d.fault(l.u, x.interrupt, text)
					}
				})
			})
		}
	}
	for _, c := range b.crosses {
		if pause = min(pause, c.pause()); c.line != "" {
			b.d.all.Go(func() {
				b.alarm(c.line, func(text string) {
					for _, k := range c.keyed {
						b.d.fault(k.u, c.line, text)
					}
				})
			})
		}
	}
	if len(b.screens) > 0 {
		pause = min(pause, retry/2)
	}
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		for _, s := range b.screens {
			b.draw(s)
		}
		for _, c := range b.crosses {
			b.glow(c)
		}
		for _, x := range b.banks {
			b.ask(x)
		}
		select {
		case <-b.d.ctx.Done():
			return
		case <-b.wake:
		case <-tick.C:
		}
	}
}

// draw shows what is to be shown, and brings a chip back that did not answer.
func (b *bus) draw(s *screen) {
	text, stale, dirty, ok := s.due(b, time.Now())
	if !ok || !stale && !dirty {
		return
	}
	var err error
	if stale {
		err = s.start()
	}
	if err == nil {
		err = s.show(text)
	}
	s.answered(err, func(text string) { b.d.fault(s.u, "display", text) })
}

// ask drives an expander's outputs and reads its inputs.
func (b *bus) ask(x *bank) {
	want, stale, dirty, ok := x.due(b, time.Now())
	if !ok {
		return
	}
	var err error
	switch {
	case stale:
		x.latch = want
		err = x.start()
	case dirty:
		err = x.drive(want)
	}
	var levels uint16
	if err == nil && len(x.ears) > 0 {
		levels, err = x.levels()
	}
	if x.answered(err, func(text string) { b.missing(x, text) }) {
		b.changes(x, levels, time.Now())
	}
}

// mask is which bits a listener hears.
func (x *bank) mask(l *listener) uint16 {
	m := uint16(1) << l.bit
	if l.p.knob.per != 0 {
		m |= 1 << l.other
	}
	return m
}

// changes hands the lines of an expander to whoever hears them.
func (b *bus) changes(x *bank, levels uint16, at time.Time) {
	for _, l := range x.ears {
		is := levels & x.mask(l)
		edge := is != l.was
		l.was = is
		switch {
		case l.p.knob.per != 0 && edge:
			b.d.turned(l.u, l.p, is>>l.bit&1 == 0, is>>l.other&1 == 0, at)
		case l.p.knob.per != 0:
		case edge, !l.due.IsZero() && !at.Before(l.due):
			l.due = time.Time{}
			if more := b.d.contact(l.u, l.p, l.contact, is == 0, edge, at); more > 0 {
				l.due = at.Add(more)
			} else if is == 0 {
				l.due = at.Add(wait) // a button that is held for too long is found
			}
		}
	}
}

// missing tells the units whose lines an expander has; "": it is back.
func (b *bus) missing(x *bank, text string) {
	for _, l := range x.ears {
		b.d.fault(l.u, l.p.lines[l.contact], text)
	}
	for _, u := range b.d.units {
		for i := range u.lamps {
			if o, ok := u.lamps[i].output.(*port); ok && o.bank == x {
				b.d.fault(u, u.lampName(i), text)
			}
		}
	}
}

// alarm waits for a chip's interrupt line. tell notes that the line fails; "": no more.
func (b *bus) alarm(line string, tell func(text string)) {
	pin := b.d.hw.Pins[line]
	for b.d.ctx.Err() == nil {
		var err error
		if pin != nil {
			err = pin.In(gpio.PullUp, gpio.FallingEdge)
		}
		if pin != nil && err == nil {
			break
		}
		tell("interrupt: " + held(line, err)) // the chip is asked now and then all the same
		sleep(b.d.ctx, retry)
	}
	tell("")
	for b.d.ctx.Err() == nil {
		if pin.WaitForEdge(wait) || low(pin.Read()) {
			poke(b.wake)
			if !sleep(b.d.ctx, time.Millisecond) {
				return
			}
		}
	}
}

// output is a lamp. Only the goroutine of lamps calls it.
type output interface{ set(on bool) error }

// line is an output of the Pi.
type line struct {
	name string
	pin  gpio.PinOut
	is   int // -1: not known, 0, 1: never read it
}

func (l *line) set(on bool) error {
	is := 0
	if on {
		is = 1
	}
	if l.pin == nil || l.is == is {
		return nil
	}
	if err := l.pin.Out(gpio.Level(on)); err != nil {
		l.is = -1
		return errors.New(held(l.name, err))
	}
	l.is = is
	return nil
}

// port is an output of an expander.
type port struct {
	bus  *bus
	bank *bank
	bit  uint
}

func (p *port) set(on bool) error {
	p.bank.hold(p.bus, func(was uint16) uint16 { return flag(was, 1<<p.bit, on) })
	return nil
}

// output finds the output of a name.
func (d *Dev) output(name string) output {
	if of, at, ok := strings.Cut(name, "."); ok {
		if i := d.w.matrixNo(of); i >= 0 {
			at, bit := lampBit(at)
			return &pixel{d.bus, d.bus.crosses[i], at, bit}
		}
		x := d.bus.bank(of)
		x.outputs |= 1 << bit(at)
		return &port{d.bus, x, bit(at)}
	}
	l := &line{name: name, is: -1}
	if p := d.hw.Pins[name]; p != nil {
		l.pin = p
	}
	return l
}
