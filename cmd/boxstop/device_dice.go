package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/firmware-protocol/wire"
)

// testDice is boxstop device test dice: the first power-up of a cup that somebody has just built.
func (d *deviceRun) testDice(ctx context.Context) error {
	ctx, cancel := d.until(ctx)
	defer cancel()
	said := newRollLines()
	l, err := d.link(ctx, said.add)
	if err != nil {
		return err
	}
	defer func() {
		cancel()
		for range l.Readings() {
		}
	}()
	t := diceTour{tour{dev: l, out: d.stdout, typed: typed(ctx, d.stdin), patience: 30 * time.Second}, l, said, 0}
	return t.walk(ctx)
}

// rollLines counts how often each roll was said, on the wire: a link delivers it once.
type rollLines struct {
	mu    sync.Mutex
	times map[uint32]int
	bell  chan struct{}
}

func newRollLines() *rollLines {
	return &rollLines{times: map[uint32]int{}, bell: make(chan struct{}, 1)}
}

// add may be a link's Tap.
func (s *rollLines) add(t link.Traffic) {
	if l, err := wire.Read(t.Raw, false); err == nil && !t.Out && l.Verb == wire.Roll {
		s.mu.Lock()
		s.times[l.Number]++
		s.mu.Unlock()
		select {
		case s.bell <- struct{}{}:
		default:
		}
	}
}

func (s *rollLines) of(count uint32) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.times[count]
}

// diceTour walks a builder through a cup, and says where to look on the breadboard when a step fails. The pins are those of docs/wiring.md.
type diceTour struct {
	tour
	link *link.Link
	said *rollLines
	asks int
}

// walk tries everything. The error lists what is not well.
func (t *diceTour) walk(ctx context.Context) error {
	u, err := t.find(ctx)
	if err != nil {
		return err
	}
	for _, step := range []func(context.Context, devices.Unit) error{t.identity, t.signs, t.rolls, t.replugged} {
		if err := step(ctx, u); err != nil {
			return err
		}
	}
	return t.end()
}

// look says where to look for the cause of what has just failed.
func (t *diceTour) look(before int, where string) {
	if len(t.failed) > before {
		fmt.Fprintf(t.out, "    look: %s\n", where)
	}
}

// is notes what was found without anybody's help.
func (t *diceTour) is(well bool, u devices.Unit, what, where string) {
	before := len(t.failed)
	if well {
		t.well++
		fmt.Fprintf(t.out, "  %s: well\n", what)
		return
	}
	fmt.Fprintf(t.out, "  %s: ", what)
	t.not(u, what, "not")
	t.look(before, where)
}

// wait lets time go by until something is so; readings that come meanwhile are passed over, but for what hear takes.
func (t *diceTour) wait(ctx context.Context, long time.Duration, hear func(devices.Reading), ok func() bool) bool {
	timer := time.NewTimer(long)
	defer timer.Stop()
	for !ok() {
		select {
		case <-ctx.Done():
			return false
		case <-timer.C:
			return ok()
		case <-t.said.bell:
		case r := <-t.dev.Readings():
			hear(r)
		}
	}
	return true
}

// find waits for a cup, and says what is wrong with ports meanwhile.
func (t *diceTour) find(ctx context.Context) (u devices.Unit, err error) {
	fmt.Fprintln(t.out, "Plug the cup in, if it is not. Do what is asked; Enter alone goes on to the next, q ends.")
	timer := time.NewTimer(t.patience)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return u, errStopped
		case <-timer.C:
			return u, t.none()
		case line, ok := <-t.typed:
			if !ok || line == "q" {
				return u, errStopped
			}
			return u, t.none()
		case r, ok := <-t.dev.Readings():
			switch {
			case !ok:
				return u, errStopped
			case r.Event == devices.Here && r.Unit.Kind == devices.Dice:
				return r.Unit, nil
			case r.Event == devices.Here:
				fmt.Fprintf(t.out, "  %s: a %s, %s; it is left alone\n", r.Port, r.Unit.Kind, r.Unit.Name())
			case r.Event == devices.Health && r.Text != "":
				fmt.Fprintf(t.out, "  %s: %s\n", r.Port, r.Text)
				if where := portLook(r.Text); where != "" {
					fmt.Fprintf(t.out, "    look: %s\n", where)
				}
			}
		}
	}
}

// portLook is where to look when a port is not ours.
func portLook(text string) string {
	switch {
	case strings.Contains(text, "nothing answers HELLO"):
		return "has the board its firmware (make flash-dicecup)? Are D0 and D1 free? Has it 16 MHz and 5 V?"
	case strings.Contains(text, "bytes came"):
		return "another device, or a board that restarts for ever: a boot loader of old Nanos, or too little power"
	case strings.Contains(text, "protocol version"):
		return "flash the firmware of this release"
	}
	return ""
}

// none is the error where there is no cup.
func (t *diceTour) none() error {
	if len(t.link.Ports()) == 0 {
		return &hinted{errors.New("no serial port is here"), "many USB cables carry power only: try another; is the board's own lamp lit? dmesg says whether the kernel saw its serial chip", 1}
	}
	return &hinted{errors.New("no cup answered"), "docs/wiring.md, Flashing; boxstop device monitor shows what comes", 1}
}

// identity is what it said of itself.
func (t *diceTour) identity(ctx context.Context, u devices.Unit) error {
	fmt.Fprintf(t.out, "\ncup %s on %s, firmware %s, protocol version %d\n", u.Name(), u.Port, u.Firmware, u.Protocol)
	fmt.Fprintf(t.out, "  serial number %s: write %s on its label\n", u.Serial, u.Name())
	t.wait(ctx, time.Second, func(r devices.Reading) {
		if r.Event == devices.Charge && r.Unit.Serial == u.Serial {
			u.Battery = r.Value
		}
	}, func() bool { return u.Battery >= 0 })
	fmt.Fprintf(t.out, "  it has %s\n", abilities(u))
	t.is(u.Dice > 0, u, "it rolls dice", "what it says of itself has no dice=")
	t.is(u.Arms, u, "it can be armed", "what it says of itself has no arm; its rolls are believed only 1.5 s after a change of ask")
	if u.Battery >= 0 {
		t.is(u.Battery >= 20, u, fmt.Sprintf("battery %d%%", u.Battery), "charge it; if it is full: A0 and its two resistors of 100 kOhm")
	}
	return ctx.Err()
}

// signs are lamp, digits and sound.
func (t *diceTour) signs(ctx context.Context, u devices.Unit) error {
	see := func(do devices.Command, say, where string) error {
		t.dev.Send(u.Serial, do)
		before := len(t.failed)
		err := t.eye(ctx, u, say)
		t.look(before, where)
		return err
	}
	type sign struct {
		has        bool
		do         devices.Command
		say, where string
	}
	const digits = "SDA is A4, SCL is A5, address 0x70 (no jumper closed), 5 V and GND of the module, 100 nF across them"
	for _, s := range []sign{
		{true, devices.Command{Do: devices.Identify}, "does everything blink for three seconds?", "the lamp: D13, 470 Ohm, LED (its flat side to GND)"},
		{u.Digits > 0, devices.Command{Do: devices.Show, Text: "1234"}, "do its digits show 1234?", digits},
		{u.Lamps > 0, devices.Command{Do: devices.Lamp, Part: 1, Value: 1}, "is its lamp lit?", "D13, 470 Ohm, LED (its flat side to GND)"},
		{u.Sounds, devices.Command{Do: devices.Sound, Value: 1}, "was that one short sound?", "piezo: D9 through 100 Ohm, the other side to GND"},
		{u.Sounds, devices.Command{Do: devices.Sound, Value: 3}, "a long one?", "a piezo with its own oscillator sounds by itself: take a passive one"},
	} {
		if !s.has {
			continue
		}
		if err := see(s.do, s.say, s.where); err != nil {
			return err
		}
	}
	t.dev.Send(u.Serial, devices.Command{Do: devices.Show})
	t.dev.Send(u.Serial, devices.Command{Do: devices.Lamp, Part: 1})
	return nil
}

// arm has a cup be asked for n dice, for an ask that never was.
func (t *diceTour) arm(u devices.Unit, n int) (ask string) {
	t.asks++
	ask = fmt.Sprintf("%d.1", t.asks)
	t.dev.Send(u.Serial, devices.Command{Do: devices.Arm, Ask: ask, Mark: "T", Dice: n})
	return ask
}

// rolls are a roll by the button, its repeats until it is acknowledged, a shake, a roll that leans, and one that was touched.
func (t *diceTour) rolls(ctx context.Context, u devices.Unit) error {
	const tilt = "tilt contact: D3, the other side to GND; open while the cup stands"
	r, ok, err := t.roll(ctx, u, "press the roll button", devices.Still, "roll button: D2, the other side to GND. A press of which nothing comes: measure 0 V at D2 while it is held. A die that leans by itself: the tilt contact at D3")
	if err != nil {
		return err
	}
	if ok {
		t.acknowledged(ctx, u, r)
	}
	for _, s := range []struct {
		say string
		q   devices.Quality
	}{
		{"now shake it, and put it down", devices.Still},
		{"press the button, and hold the cup so that it leans until the dice lie", devices.Cocked},
		{"press the button, and lift the cup while the dice tumble", devices.Handled},
	} {
		r, ok, err := t.roll(ctx, u, s.say, s.q, tilt)
		if err != nil {
			return err
		}
		if ok {
			t.dev.Send(u.Serial, devices.Command{Do: devices.Ack, Count: r.Count})
		}
	}
	return nil
}

// roll asks for one die, and waits for a roll of that quality. Another one is acknowledged, and said.
func (t *diceTour) roll(ctx context.Context, u devices.Unit, say string, q devices.Quality, where string) (got devices.Reading, ok bool, err error) {
	ask, before := t.arm(u, 1), len(t.failed)
	err = t.hand(ctx, u, say, func(r devices.Reading) bool {
		switch r.Event {
		case devices.Here: // it started again, and is not armed any more
			ask = t.arm(u, 1)
			return false
		case devices.Rolled:
		default:
			return false
		}
		if why := wrongRoll(r, ask, q); why != "" {
			fmt.Fprintf(t.out, "(%s) ", why)
			t.dev.Send(u.Serial, devices.Command{Do: devices.Ack, Count: r.Count})
			ask = t.arm(u, 1)
			return false
		}
		got, ok = r, true
		return true
	})
	t.look(before, where)
	if ok {
		fmt.Fprintf(t.out, "    die 1 shows %d, count %d\n", got.Dice[0].Face, got.Count)
	}
	return got, ok, err
}

// wrongRoll says what is wrong with a roll of one die; "": nothing.
func wrongRoll(r devices.Reading, ask string, q devices.Quality) string {
	switch is := r.Dice[0].Quality; {
	case r.Ask == "":
		return fmt.Sprintf("a roll of %d dice came that was for nobody: it was not armed", len(r.Dice))
	case r.Ask != ask:
		return fmt.Sprintf("a roll for %s came, and it was armed for %s", r.Ask, ask)
	case len(r.Dice) != 1:
		return fmt.Sprintf("%d dice came, and it was armed with 1", len(r.Dice))
	case is != q:
		return "its die " + [...]string{"lies flat and was not touched", "leans", "was touched"}[is]
	}
	return ""
}

// acknowledged holds that a roll is repeated until it is acknowledged, and not after that (PROTOCOL.md, rule 6).
func (t *diceTour) acknowledged(ctx context.Context, u devices.Unit, r devices.Reading) {
	pass := func(devices.Reading) {}
	again := t.wait(ctx, 3*time.Second, pass, func() bool { return t.said.of(r.Count) > 1 })
	t.is(again, u, "it says its roll again until that is acknowledged", "firmware: PROTOCOL.md, rule 6")
	t.dev.Send(u.Serial, devices.Command{Do: devices.Ack, Count: r.Count})
	t.wait(ctx, 300*time.Millisecond, pass, func() bool { return false }) // what is on its way
	n := t.said.of(r.Count)
	still := t.wait(ctx, 3*time.Second, pass, func() bool { return t.said.of(r.Count) > n })
	t.is(!still, u, "and not after that", "does the board hear? RX of its serial chip; firmware: PROTOCOL.md, rule 6")
}

// replugged holds that it is the same after a power cut (rule 8).
func (t *diceTour) replugged(ctx context.Context, u devices.Unit) error {
	var is devices.Unit
	before := len(t.failed)
	err := t.hand(ctx, u, "unplug it, and plug it in again", func(r devices.Reading) bool {
		is = r.Unit
		return r.Event == devices.Here
	})
	t.look(before, "a new serial number after a power cut: its EEPROM keeps nothing, or the fuse EESAVE is not set")
	if err == nil && len(t.failed) == before {
		t.is(int32(is.Count-u.Count) >= 0, u, "its count did not go back", "firmware: PROTOCOL.md, rule 8")
	}
	return err
}
