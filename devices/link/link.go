// Package link is every unit on every serial port together, as one devices.Device. It finds ports, asks each HELLO, keeps units by their
// serial number over replugging, renumbering and swapping, repeats commands until they are acknowledged and delivers each reading once.
// It speaks PROTOCOL.md version 1 and is the only importer of go.bug.st/serial.
package link

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"boxstop/devices"
)

// Port is an open serial line. Read blocks until bytes come or the line is gone; Close ends a blocked Read. Nobody writes after Close.
type Port interface {
	Read(p []byte) (int, error)
	Write(p []byte) (int, error)
	Close() error
}

// Options say where units are looked for. The zero value looks where Linux puts USB serial ports.
type Options struct {
	// Paths are asked whatever they are called; one that is not there is a Health reading.
	Paths []string
	// Globs are patterns of further paths. nil: DefaultGlobs; empty: none.
	Globs []string
	// Leave are paths that are never opened, by any of their names.
	Leave []string
	// Baud is bits a second; 0: 115200. A USB port ignores it.
	Baud int
	// Most is the most ports open at once; 0: 32.
	Most int
	// Tap is shown what goes over the ports; see Traffic. It is called from many goroutines and must not block.
	Tap func(Traffic)
	// Timing is changed by tests only.
	Timing Timing
	// Open opens a port; nil: go.bug.st/serial. Errors are told apart by fs.ErrNotExist, fs.ErrPermission and ErrBusy.
	Open func(path string) (Port, error)
}

// DefaultGlobs are where Linux puts USB serial ports.
var DefaultGlobs = []string{"/dev/serial/by-id/*", "/dev/ttyACM*", "/dev/ttyUSB*"}

// Timing is how long link waits for what. A zero field is its default.
type Timing struct {
	Scan     time.Duration // between looks for new ports: 1 s
	Patience time.Duration // a board that resets when opened gets this long before HELLO: 3 s. A pseudo-terminal gets none
	Hello    time.Duration // for an answer to HELLO, which is said three times: 1 s
	Retry    time.Duration // first pause before a port is opened again: 250 ms, doubling
	RetryMax time.Duration // to this: 5 s
	Foreign  time.Duration // before a port that is not ours is asked again: 5 min
	Repeat   time.Duration // first repeat of a command, doubling four times: 300 ms
	Quiet    time.Duration // of silence before a PING: 5 s
}

func (t Timing) filled() Timing {
	def := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	def(&t.Scan, time.Second)
	def(&t.Patience, 3*time.Second)
	def(&t.Hello, time.Second)
	def(&t.Retry, 250*time.Millisecond)
	def(&t.RetryMax, 5*time.Second)
	def(&t.Foreign, 5*time.Minute)
	def(&t.Repeat, 300*time.Millisecond)
	def(&t.Quiet, 5*time.Second)
	return t
}

// Link is all serial ports together. Its methods may be called from any goroutine.
type Link struct {
	opt      Options
	readings chan devices.Reading
	kick     chan struct{}
	settled  chan struct{} // every port that was there has been asked
	ended    chan outcome
	talks    sync.WaitGroup // sessions that may still deliver
	fd       sync.Mutex     // no port is opened while a reader of another one ends

	mu    sync.Mutex
	paths []string
	ports map[string]*record // by real path
	here  map[string]*session
	known map[string]*counts
	hush  map[string]bool
}

var _ devices.Device = (*Link)(nil)

// Start looks for units until ctx ends; then Readings is closed. The error says which option is not possible.
func Start(ctx context.Context, opt Options) (*Link, error) {
	opt.Timing = opt.Timing.filled()
	if opt.Globs == nil {
		opt.Globs = DefaultGlobs
	}
	if opt.Most == 0 {
		opt.Most = 32
	}
	if opt.Baud == 0 {
		opt.Baud = 115200
	}
	if !slices.Contains(bauds, opt.Baud) {
		return nil, fmt.Errorf("baud %d is no rate of a serial port: one of %v", opt.Baud, bauds)
	}
	if slices.Contains(opt.Paths, "") {
		return nil, errors.New("a port without a name: its path is wanted, such as /dev/ttyACM0")
	}
	if opt.Most < 1 || opt.Most > 256 {
		return nil, fmt.Errorf("at most %d ports open: 1 to 256", opt.Most)
	}
	if err := checkGlobs(opt.Globs); err != nil {
		return nil, err
	}
	if opt.Open == nil {
		opt.Open = func(path string) (Port, error) { return openSerial(path, opt.Baud) }
	}
	l := &Link{
		opt:      opt,
		readings: make(chan devices.Reading, 64),
		kick:     make(chan struct{}, 1),
		settled:  make(chan struct{}),
		ended:    make(chan outcome),
		paths:    slices.Clone(opt.Paths),
		ports:    map[string]*record{},
		here:     map[string]*session{},
		known:    map[string]*counts{},
		hush:     map[string]bool{},
	}
	go l.run(ctx)
	return l, nil
}

var bauds = []int{9600, 19200, 38400, 57600, 115200, 230400}

// Readings delivers what units notice, each reading of a unit once. It is closed after the context of Start has ended.
func (l *Link) Readings() <-chan devices.Reading { return l.readings }

// Add asks one more path from now on, as if it stood in Options.Paths.
func (l *Link) Add(path string) {
	l.mu.Lock()
	if !slices.Contains(l.paths, path) {
		l.paths = append(l.paths, path)
	}
	l.mu.Unlock()
	l.Rescan()
}

// Rescan looks for ports now, and asks ports again that were left alone.
func (l *Link) Rescan() {
	l.mu.Lock()
	for _, r := range l.ports {
		r.next = time.Time{}
	}
	l.mu.Unlock()
	l.wake()
}

func (l *Link) wake() {
	select {
	case l.kick <- struct{}{}:
	default:
	}
}

// Settled is closed once each port that was there at the start has said who it is, or is known not to be ours.
func (l *Link) Settled() <-chan struct{} { return l.settled }

// Send tells the unit with that serial number something. It never blocks. An absent unit misses it, one that cannot do it is not told; an
// Ack is remembered also for an absent unit, so that it is said when the unit repeats the reading.
func (l *Link) Send(serial string, c devices.Command) {
	l.mu.Lock()
	if c.Do == devices.Ack {
		l.countsOf(serial).ack(c.Count)
	}
	s := l.here[serial]
	l.mu.Unlock()
	if s == nil {
		return
	}
	select {
	case s.orders <- c:
	default:
	}
}

// Hush makes what is said to and by the units with these serial numbers invisible to the tap: that a line came, not what it said. It
// replaces those hushed before; none: all can be seen again. Race control calls it while a secret ask is open.
func (l *Link) Hush(serials ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.hush)
	for _, s := range serials {
		l.hush[s] = true
	}
}

// Units are the units that are here, by serial number.
func (l *Link) Units() []devices.Unit {
	l.mu.Lock()
	defer l.mu.Unlock()
	var us []devices.Unit
	for _, s := range l.here {
		us = append(us, s.unit)
	}
	slices.SortFunc(us, func(a, b devices.Unit) int { return cmpString(a.Serial, b.Serial) })
	return us
}

// State says how a port is.
type State struct {
	Port   string // as it was found
	Serial string // of the unit there; "": none
	Text   string // in words for people: "ours", "not ours: …", "permission denied: …"
}

// Ports are all ports that are there or should be, in the order of their names.
func (l *Link) Ports() []State {
	l.mu.Lock()
	defer l.mu.Unlock()
	var ss []State
	for _, r := range l.ports {
		ss = append(ss, State{Port: r.name, Serial: r.serial, Text: r.text})
	}
	slices.SortFunc(ss, func(a, b State) int { return cmpString(a.Port, b.Port) })
	return ss
}

func cmpString(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (l *Link) countsOf(serial string) *counts {
	c := l.known[serial]
	if c == nil {
		c = &counts{}
		l.known[serial] = c
	}
	return c
}
