package main

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boxstop/devices/link"
	"boxstop/devices/sim"
)

// builder is somebody at a bench who does what the command asks for: it reads what is printed.
type builder struct {
	hub   *sim.Hub
	cup   *sim.Unit // nil: none is plugged in
	typed chan string
	does  map[string]func() // by the end of what was printed

	mu  sync.Mutex
	out bytes.Buffer
}

func (b *builder) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.out.Write(p)
	for prompt, do := range b.does {
		if strings.HasSuffix(string(p), prompt) {
			go do()
		}
	}
	return len(p), nil
}

func (b *builder) types(s string) func() { return func() { b.typed <- s } }

// build walks through a cup with a builder, whom change may have do something else than he should, and gives what was printed.
func build(t *testing.T, opt *sim.Options, change func(b *builder)) (out string, err error) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := &builder{hub: sim.NewHub(dir), typed: make(chan string)}
		if opt != nil {
			o := *opt
			o.Serial, o.Line, o.Rand = "0D1C7F3A", b.hub.Plug, rand.New(rand.NewPCG(7, 7))
			if b.cup, err = sim.NewDice(o); err != nil {
				t.Fatal(err)
			}
		}
		shake := func() { time.Sleep(time.Second); b.cup.Roll() }
		b.does = map[string]func(){
			"y or n: ":                          b.types("y"),
			"press the roll button: ":           shake,
			"and put it down: ":                 shake,
			"leans until the dice lie: ":        func() { b.cup.Cock(1); shake() },
			"while the dice tumble: ":           func() { b.cup.Handle(1); shake() },
			"unplug it, and plug it in again: ": func() { time.Sleep(time.Second); _ = b.cup.Hangup(); time.Sleep(time.Second); _ = b.cup.Plug() },
		}
		if change != nil {
			change(b)
		}
		ctx, end := context.WithCancel(t.Context())
		d := &deviceRun{usual: []string{b.hub.Ports()}, open: func(p string) (link.Port, error) { return b.hub.Open(p) }}
		said := newRollLines()
		l, lerr := d.link(ctx, said.add)
		if lerr != nil {
			t.Fatal(lerr)
		}
		tour := &diceTour{tour{dev: l, out: b, typed: b.typed, patience: 30 * time.Second}, l, said, 0}
		err = tour.walk(ctx)
		end()
		synctest.Wait() // whoever is still doing something has done it
		for range l.Readings() {
		}
		if b.cup != nil {
			_ = b.cup.Close()
		}
		time.Sleep(time.Minute) // of timers that are still to end
		out = b.out.String()
	})
	return out, err
}

var built = &sim.Options{Dice: 12, Digits: 4, Lamps: 1, Sounds: true, Battery: 87}

func TestDeviceTestDiceWalksThroughACup(t *testing.T) {
	out, err := build(t, built, nil)
	if err != nil || !strings.HasSuffix(out, "\n16 well, 0 not\n") {
		t.Errorf("got %v\n%s", err, out)
	}
	for _, want := range []string{
		"\ncup 7F3A on ", "ttyACM0, firmware sim, protocol version 1\n  serial number 0D1C7F3A: write 7F3A on its label\n  it has 12 dice, 4 digits, 1 lamp, sound, battery 87%\n",
		"  battery 87%: well\n", "  press the roll button: heard\n    die 1 shows ", "  it says its roll again until that is acknowledged: well\n  and not after that: well\n",
		"  unplug it, and plug it in again: (7F3A: hung up) heard\n  its count did not go back: well\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("got\n%swant in it\n%s", out, want)
		}
	}
}

// Every step that fails says where to look, and the walk goes on.
func TestDeviceTestDiceSaysWhereToLook(t *testing.T) {
	with := func(change func(o *sim.Options)) *sim.Options {
		o := *built
		change(&o)
		return &o
	}
	for _, c := range []struct {
		name   string
		opt    *sim.Options
		change func(b *builder)
		want   []string // printed, in this order; the last is the error
	}{
		{"no port", nil, nil, []string{"Plug the cup in", "no serial port is here"}},
		{
			"a board without firmware", nil, func(b *builder) { _, _, _ = b.hub.Plug() },
			[]string{"not ours: nothing answers HELLO", "look: has the board its firmware", "no cup answered"},
		},
		{
			"another program has the port", built, func(b *builder) { b.hub.Fail(b.hub.Port(0), link.ErrBusy) },
			[]string{"in use by another program: end that one", "no cup answered"},
		},
		{
			"firmware of another release", with(func(o *sim.Options) { o.Version = 2 }), nil,
			[]string{"speaks protocol version 2", "look: flash the firmware of this release", "no cup answered"},
		},
		{
			"dark digits", built, func(b *builder) {
				b.does["show 1234? y or n: "] = b.types("n")
				delete(b.does, "y or n: ")
				b.yes("seconds?", "lit?", "sound?", "long one?")
			},
			[]string{"does everything blink for three seconds? y or n: well", "do its digits show 1234? y or n: not", "look: SDA is A4", "15 well, 1 not", "not well: 7F3A, do its digits show 1234"},
		},
		{
			"an empty battery", with(func(o *sim.Options) { o.Battery = 10 }), nil,
			[]string{"battery 10%: not", "look: charge it", "not well: 7F3A, battery 10%"},
		},
		{
			"a button without a wire", built, func(b *builder) { b.does["press the roll button: "] = func() {} },
			[]string{"press the roll button: nothing was heard", "look: roll button: D2", "now shake it, and put it down: heard", "not well: 7F3A, press the roll button"},
		},
		{
			"a tilt contact that is always closed", built, func(b *builder) {
				b.does["press the roll button: "] = func() { time.Sleep(time.Second); b.cup.Cock(1); b.cup.Roll(); time.Sleep(time.Second); b.typed <- "" }
			},
			[]string{"press the roll button: (its die leans) passed over", "look: roll button", "not well: 7F3A, press the roll button"},
		},
		{
			"firmware that forgets what it was armed with", built, func(b *builder) {
				b.does["press the roll button: "] = func() {
					b.cup.Restart()
					b.cup.RollFor(3)
					time.Sleep(time.Second)
					b.cup.Roll()
				}
			},
			[]string{"(a roll of 3 dice came that was for nobody: it was not armed) heard", "16 well, 0 not"},
		},
		{
			"it hears no acknowledgement", built, func(b *builder) { b.cup.LoseAcks(4) },
			[]string{"it says its roll again until that is acknowledged: well", "and not after that: not", "look: does the board hear?", "not well: 7F3A, and not after that"},
		},
		{
			"its memory keeps nothing", built, func(b *builder) {
				b.does["unplug it, and plug it in again: "] = func() {
					_ = b.cup.Close()
					o := *built
					o.Serial, o.Line, o.Rand = "0D1C1C02", b.hub.Plug, rand.New(rand.NewPCG(7, 7))
					b.cup, _ = sim.NewDice(o)
				}
			},
			[]string{"(1C02 is here, 7F3A is not) nothing was heard", "look: a new serial number", "not well: 7F3A, unplug it"},
		},
		{"the builder has enough", built, func(b *builder) { b.does["y or n: "] = b.types("q") }, []string{"does everything blink", errStopped.Error()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := build(t, c.opt, c.change)
			all := out
			if err != nil {
				all += err.Error()
			}
			var h *hinted
			if err != nil && !errors.Is(err, errStopped) && (!errors.As(err, &h) || h.code != 1 || h.hint == "") {
				t.Errorf("got %v without a hint", err)
			}
			for _, w := range c.want {
				_, rest, ok := strings.Cut(all, w)
				if !ok {
					t.Fatalf("got\n%s%v\nwant in it, in this order, %q: %q is missing", out, err, c.want, w)
				}
				all = rest
			}
		})
	}
}

// yes says y to these questions.
func (b *builder) yes(ends ...string) {
	for _, e := range ends {
		b.does[e+" y or n: "] = b.types("y")
	}
}
