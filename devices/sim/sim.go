// Package sim is units that are not there: they speak PROTOCOL.md over real pseudo-terminals, so that a demo, a test and a table without
// hardware run the code that runs with it. Their luck comes from a source that the caller gives; they make the faults that they are asked for.
package sim

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"boxstop/firmware-protocol/wire"
)

// Options say what a unit is. What is zero has the default named.
type Options struct {
	Serial    string // 4 to 16 hexadecimal digits in capitals; "": drawn from Rand
	Kind      string // "dice"
	Version   int    // of the protocol that it pretends to speak: 1
	Dice      int    // most dice at once, at most 12: 6; -1: none
	Faces     int    // of each die: 6
	Unarmable bool   // it cannot be armed
	Digits    int    // characters that each of its displays shows
	Displays  int    // at most 8; 0: one, if it has digits
	Lamps     int    // at most MaxLamps
	Buttons   int
	Knobs     int
	Sounds    bool
	Battery   int    // per cent; 0: it has none
	Count     uint32 // of the last reading that it made before
	Rand      *rand.Rand
	Auto      bool          // it rolls by itself when it is armed
	Delay     time.Duration // so long after it
	Repeat    time.Duration // pause before the first repeat of a reading: 250 ms
	Link      string        // a symbolic link that always leads to where it is now; "": none
	// Line makes its next line, and says where a host opens the other end; nil: pseudo-terminals.
	Line func() (rw io.ReadWriteCloser, path string, err error)
}

// Unit is a simulated unit. Its methods may be called from any goroutine.
type Unit struct {
	mu     sync.Mutex
	opt    Options
	brain  brain
	line   *line // nil: hung up
	faults faults
	timer  *time.Timer // of repeats
	auto   *time.Timer
	last   []byte
	closed bool
}

// NewDice starts a unit with dice on a new pseudo-terminal.
func NewDice(opt Options) (*Unit, error) { return start(opt, nil) }

// On starts a unit whose line is rw, which it closes when it hangs up; Plug does not work then.
func On(opt Options, rw io.ReadWriteCloser) (*Unit, error) { return start(opt, rw) }

func start(opt Options, rw io.ReadWriteCloser) (*Unit, error) {
	if opt.Rand == nil {
		return nil, errors.New("a simulated unit without Rand has no luck: give it a seeded source")
	}
	if opt.Serial == "" {
		opt.Serial = fmt.Sprintf("%08X", opt.Rand.Uint32())
	}
	def := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	def(&opt.Dice, 6)
	opt.Dice = max(opt.Dice, 0)
	def(&opt.Faces, 6)
	def(&opt.Version, 1)
	if opt.Kind == "" {
		opt.Kind = "dice"
	}
	if opt.Repeat == 0 {
		opt.Repeat = 250 * time.Millisecond
	}
	u := &Unit{opt: opt}
	u.brain = brain{opt: opt, rand: opt.Rand, send: u.send, kept: opt.Count}
	check := wire.Line{Verb: wire.IAm, Unit: opt.identity(0)}
	if _, err := check.Append(nil); err != nil || opt.Faces < 1 || opt.Faces > 99 || opt.Version < 1 || opt.Version > 99 || opt.Dice > wire.MaxDice {
		return nil, fmt.Errorf("simulated unit %q of kind %q, protocol %d, with %d dice of %d faces: 4 to 16 capital hexadecimal digits, a word, 1 to 99, at most 12 dice, 1 to 99 faces are allowed",
			opt.Serial, opt.Kind, opt.Version, opt.Dice, opt.Faces)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if rw != nil {
		u.line = &line{rw: rw}
		u.attend()
	} else if err := u.plug(); err != nil {
		return nil, err
	}
	u.brain.start()
	return u, nil
}

// Serial is the unit's serial number.
func (u *Unit) Serial() string { return u.opt.Serial }

// Path is the pseudo-terminal that a host opens; "" while it is hung up. It changes with Plug and Renumber; Options.Link does not.
func (u *Unit) Path() string {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.line == nil {
		return ""
	}
	return u.line.path
}

// Showing is what people see of the unit.
func (u *Unit) Showing() Showing {
	u.mu.Lock()
	defer u.mu.Unlock()
	s := u.brain.showing
	s.Sounds = append([]int(nil), s.Sounds...)
	return s
}

// Count is the count of the last reading that it made.
func (u *Unit) Count() uint32 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.brain.count
}

// Unacknowledged is how many readings wait for their ACK.
func (u *Unit) Unacknowledged() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.brain.waiting)
}

// Roll is a shake: the dice that it is armed with, or all of them for nobody. It returns the faces.
func (u *Unit) Roll() []int { return u.RollFor(u.opt.Dice) }

// RollFor is a shake; a unit that is not armed rolls n dice.
func (u *Unit) RollFor(n int) []int {
	u.mu.Lock()
	defer u.mu.Unlock()
	faces := u.brain.roll(n, time.Now())
	u.again()
	return faces
}

// Press moves a button, from 1; Turn a knob by steps, clockwise positive.
func (u *Unit) Press(button int, down bool) {
	l := wire.Line{Verb: wire.Press, Part: uint8(button)}
	if down {
		l.Value = 1
	}
	u.tell(l)
}

// Turn turns a knob by steps, -127 to 127 and not 0, clockwise positive.
func (u *Unit) Turn(knob, steps int) {
	u.tell(wire.Line{Verb: wire.Turn, Part: uint8(knob), Value: int16(steps)})
}

func (u *Unit) tell(l wire.Line) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.brain.tell(l, time.Now())
	u.again()
}

// Close ends the unit: it hangs up and its link is away.
func (u *Unit) Close() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closed = true
	if u.timer != nil {
		u.timer.Stop()
	}
	if u.auto != nil {
		u.auto.Stop()
	}
	return u.unplug()
}

// heard takes in bytes from the host.
func (u *Unit) heard(l *line, p []byte) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.line != l || u.faults.silent {
		return
	}
	for _, b := range p {
		if !l.dec.Feed(b) {
			continue
		}
		if l.dec.Fault() != 0 {
			if n := l.dec.Number(); n != 0 {
				why := "range"
				if l.dec.Fault() == wire.BadVerb {
					why = "unknown"
				}
				u.send(&wire.Line{Verb: wire.Refuse, Number: uint32(n), Word: wire.T(why)})
			}
			continue
		}
		if u.faults.deafTo(l.dec.Line()) {
			continue
		}
		was := u.brain.armed
		if u.brain.hear(l.dec.Line(), time.Now()) && u.opt.Auto {
			if was != nil && u.auto != nil && was.Ask == u.brain.armed.Ask { // told again before it rolled
				continue
			}
			u.rollSoon()
		}
	}
	u.again()
}

// rollSoon rolls by itself what it is armed with now.
func (u *Unit) rollSoon() {
	mine := u.brain.armed
	if u.auto != nil {
		u.auto.Stop()
	}
	if u.opt.Delay == 0 {
		// the answer to the ASK has still to be said: hear says it before it returns
		u.brain.roll(0, time.Now())
		return
	}
	u.auto = time.AfterFunc(u.opt.Delay, func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.auto = nil
		if u.closed || u.brain.armed == nil || u.brain.armed.Ask != mine.Ask {
			return
		}
		u.brain.roll(0, time.Now())
		u.again()
	})
}

// again repeats what is due and sets the timer for what will be.
func (u *Unit) again() {
	if u.timer != nil {
		u.timer.Stop()
		u.timer = nil
	}
	now := time.Now()
	next := u.brain.repeat(now)
	if next.IsZero() || u.closed {
		return
	}
	u.timer = time.AfterFunc(next.Sub(now), func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		if !u.closed {
			u.again()
		}
	})
}

// send writes a line, through the faults.
func (u *Unit) send(l *wire.Line) {
	b, err := l.Append(nil)
	if err != nil || u.faults.silent || u.line == nil {
		return
	}
	if l.Verb == wire.Roll || l.Verb == wire.Press || l.Verb == wire.Turn {
		u.last = b
	}
	if b = u.faults.spoil(l, b); b != nil {
		u.line.write(b)
	}
}
