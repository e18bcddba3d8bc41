package sim

import (
	"bytes"

	"boxstop/firmware-protocol/wire"
)

// faults are those that are on.
type faults struct {
	silent   bool
	deaf     int // lines from the host that it will not hear
	deafAcks int // of its readings
	mute     int // answers to commands that get lost
	garble   int // lines
	half     int
}

func (f *faults) deafTo(l *wire.Line) bool {
	switch {
	case f.deaf > 0:
		f.deaf--
	case l.Verb == wire.Ack && f.deafAcks > 0:
		f.deafAcks--
	default:
		return false
	}
	return true
}

// spoil gives what goes over the line in place of b; nil: nothing.
func (f *faults) spoil(l *wire.Line, b []byte) []byte {
	switch {
	case l.Verb == wire.Ack && f.mute > 0:
		f.mute--
		return nil
	case f.garble > 0:
		f.garble--
		b = bytes.Clone(b)
		b[len(b)/2] ^= 4
	case f.half > 0:
		f.half--
		b = b[:len(b)/2]
	}
	return b
}

// Fault changes which faults are on, under the unit's lock.
func (u *Unit) fault(change func(*faults)) {
	u.mu.Lock()
	defer u.mu.Unlock()
	change(&u.faults)
}

// Silence on: the unit hears and says nothing, though its line is there.
func (u *Unit) Silence(on bool) { u.fault(func(f *faults) { f.silent = on }) }

// LoseLines: the next n lines from the host are not heard.
func (u *Unit) LoseLines(n int) { u.fault(func(f *faults) { f.deaf = n }) }

// LoseAcks: the next n acknowledgements of readings are not heard.
func (u *Unit) LoseAcks(n int) { u.fault(func(f *faults) { f.deafAcks = n }) }

// LoseAnswers: the next n acknowledgements of commands do not arrive.
func (u *Unit) LoseAnswers(n int) { u.fault(func(f *faults) { f.mute = n }) }

// Garble: a bit of the next n lines arrives wrong.
func (u *Unit) Garble(n int) { u.fault(func(f *faults) { f.garble = n }) }

// Half: of the next n lines only the first half arrives, without an end.
func (u *Unit) Half(n int) { u.fault(func(f *faults) { f.half = n }) }

// Noise puts bytes on the line.
func (u *Unit) Noise(p []byte) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.line != nil {
		u.line.write(bytes.Clone(p))
	}
}

// TooLong puts a line of 300 bytes on the line.
func (u *Unit) TooLong() {
	u.Noise(append(append([]byte("$ROLL,"), bytes.Repeat([]byte("1"), 292)...), "\r\n"...))
}

// Repeat says the last reading again, whether or not it was acknowledged.
func (u *Unit) Repeat() {
	u.mu.Lock()
	last := u.last
	u.mu.Unlock()
	u.Noise(last)
}

// Cock makes these dice, from 1, lean in the next roll; Handle has them touched.
func (u *Unit) Cock(dice ...int) { u.quality(wire.Cocked, dice) }

// Handle has these dice, from 1, touched in the next roll.
func (u *Unit) Handle(dice ...int) { u.quality(wire.Handled, dice) }

func (u *Unit) quality(q wire.Quality, dice []int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, d := range dice {
		for len(u.brain.quality) < d {
			u.brain.quality = append(u.brain.quality, wire.Still)
		}
		u.brain.quality[d-1] = q
	}
}

// Hangup takes the unit off its line, power and all. Plug brings it back.
func (u *Unit) Hangup() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.unplug()
}

// Plug brings a unit back, on another pseudo-terminal; it starts anew.
func (u *Unit) Plug() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err := u.plug(); err != nil {
		return err
	}
	u.restart()
	return nil
}

// Renumber moves a unit to another pseudo-terminal without a restart: it has its own battery.
func (u *Unit) Renumber() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.plug()
}

// Restart is a power cut: what waited is lost, the count goes on further up.
func (u *Unit) Restart() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.restart()
}

func (u *Unit) restart() {
	if u.auto != nil {
		u.auto.Stop()
		u.auto = nil
	}
	u.brain.start()
	u.again()
}

// Forget is a restart with blank memory, as after new firmware: the count begins at a number drawn by chance, here at count.
func (u *Unit) Forget(count uint32) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.brain.kept = count
	u.restart()
}

// Speak makes the unit pretend to speak another version of the protocol, with a restart.
func (u *Unit) Speak(version int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.brain.opt.Version = version
	u.restart()
}

// Swap exchanges the places of two units: each has the other's link afterwards, both on other pseudo-terminals, neither restarted.
func Swap(a, b *Unit) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	a.opt.Link, b.opt.Link = b.opt.Link, a.opt.Link
	if err := a.plug(); err != nil {
		return err
	}
	return b.plug()
}
