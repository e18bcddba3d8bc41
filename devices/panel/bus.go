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
	chips   []*chip // expanders
	screens []*screen
	crosses []*cross

	mu sync.Mutex // of what is wanted
}

// chip is an expander and whoever hears its lines.
type chip struct {
	expander
	name      string
	interrupt string
	up        bool
	after     time.Time // when to try it again
	want      uint16    // of outputs; guarded by bus.mu
	dirty     bool
	ears      []*listener
	fresh     time.Time // when it was set up last
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

// screen is a display and what it is to show.
type screen struct {
	display
	u     *unit
	up    bool
	after time.Time
	fresh time.Time
	want  string // guarded by bus.mu
	dirty bool
}

// How often expanders are asked that cannot say that something changed, and others to be sure.
const (
	poll   = 2 * time.Millisecond
	checks = 100 * time.Millisecond
	again  = 10 * time.Second // a chip that lost its power for a moment is set up again after that
)

func newBus(d *Dev) *bus {
	b := &bus{d: d, wake: make(chan struct{}, 1)}
	for _, x := range d.w.Expanders {
		b.chips = append(b.chips, &chip{name: x.Name, interrupt: x.Interrupt, expander: expander{dev: i2c.Dev{Bus: d.hw.Bus, Addr: x.Address}}})
	}
	for _, m := range d.w.Matrices {
		b.crosses = append(b.crosses, &cross{
			name: fmt.Sprintf("matrix %s (0x%02X)", m.Name, m.Address), line: m.Interrupt,
			matrix: matrix{dev: i2c.Dev{Bus: d.hw.Bus, Addr: m.Address}, interrupt: m.Interrupt != ""},
		})
	}
	return b
}

func (b *bus) screen(s *Station, u *unit) *screen {
	sc := &screen{u: u, dirty: true, display: display{dev: i2c.Dev{Bus: b.d.hw.Bus, Addr: s.Display}, wide: s.Digits == "fourteen"}}
	b.screens = append(b.screens, sc)
	return sc
}

func (b *bus) chip(name string) *chip {
	return b.chips[slices.IndexFunc(b.chips, func(c *chip) bool { return c.name == name })]
}

// hear has a listener told of a line; before run.
func (b *bus) hear(of string, l *listener) {
	c := b.chip(of)
	l.was = c.mask(l)
	c.ears = append(c.ears, l)
}

// put leaves a text to be shown.
func (b *bus) put(s *screen, text string) {
	b.mu.Lock()
	if s.want != text {
		s.want, s.dirty = text, true
	}
	b.mu.Unlock()
	poke(b.wake)
}

func (b *bus) run() {
	pause := time.Hour
	for _, c := range b.chips {
		if c.interrupt == "" {
			pause = poll
		} else {
			pause = min(pause, checks)
			b.d.all.Go(func() {
				b.alarm(c.interrupt, func(text string) {
					for _, l := range c.ears {
						b.d.fault(l.u, c.interrupt, text)
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
		for _, c := range b.chips {
			b.ask(c)
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
	now := time.Now()
	if !s.up && now.Before(s.after) {
		return
	}
	b.mu.Lock()
	text, dirty := s.want, s.dirty
	s.dirty = false
	b.mu.Unlock()
	stale := !s.up || now.Sub(s.fresh) > again
	if !stale && !dirty {
		return
	}
	var err error
	if stale {
		err, s.fresh = s.start(), now
	}
	if err == nil {
		err = s.show(text)
	}
	if s.up = err == nil; !s.up {
		s.after = time.Now().Add(retry)
		b.d.fault(s.u, "display", fmt.Sprintf("display 0x%02X does not answer", s.dev.Addr))
		return
	}
	b.d.fault(s.u, "display", "")
}

// ask drives an expander's outputs and reads its inputs.
func (b *bus) ask(c *chip) {
	now := time.Now()
	if !c.up && now.Before(c.after) {
		return
	}
	b.mu.Lock()
	want, dirty := c.want, c.dirty
	c.dirty = false
	b.mu.Unlock()
	var err error
	switch {
	case !c.up || now.Sub(c.fresh) > again:
		c.latch, c.fresh = want, now
		err = c.start()
	case dirty:
		err = c.drive(want)
	}
	var levels uint16
	if err == nil && len(c.ears) > 0 {
		levels, err = c.levels()
	}
	if err != nil {
		c.up, c.after = false, time.Now().Add(retry)
		b.missing(c, fmt.Sprintf("expander %s (0x%02X) does not answer", c.name, c.dev.Addr))
		return
	}
	if !c.up {
		c.up = true
		b.missing(c, "")
	}
	b.changes(c, levels, time.Now())
}

// mask is which bits a listener hears.
func (c *chip) mask(l *listener) uint16 {
	m := uint16(1) << l.bit
	if l.p.knob.per != 0 {
		m |= 1 << l.other
	}
	return m
}

// changes hands the lines of an expander to whoever hears them.
func (b *bus) changes(c *chip, levels uint16, at time.Time) {
	for _, l := range c.ears {
		is := levels & c.mask(l)
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
func (b *bus) missing(c *chip, text string) {
	for _, l := range c.ears {
		b.d.fault(l.u, l.p.lines[l.contact], text)
	}
	for _, u := range b.d.units {
		for i := range u.lamps {
			if o, ok := u.lamps[i].output.(*port); ok && o.chip == c {
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
	chip *chip
	bit  uint
}

func (p *port) set(on bool) error {
	p.bus.mu.Lock()
	defer p.bus.mu.Unlock()
	want := p.chip.want &^ (1 << p.bit)
	if on {
		want |= 1 << p.bit
	}
	if want != p.chip.want {
		p.chip.want, p.chip.dirty = want, true
		poke(p.bus.wake)
	}
	return nil
}

// output finds the output of a name.
func (d *Dev) output(name string) output {
	if of, at, ok := strings.Cut(name, "."); ok {
		if i := d.w.matrixNo(of); i >= 0 {
			at, bit := lampBit(at)
			return &pixel{d.bus, d.bus.crosses[i], at, bit}
		}
		c := d.bus.chip(of)
		c.outputs |= 1 << bit(at)
		return &port{d.bus, c, bit(at)}
	}
	l := &line{name: name, is: -1}
	if p := d.hw.Pins[name]; p != nil {
		l.pin = p
	}
	return l
}
