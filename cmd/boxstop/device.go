package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
)

const deviceUsage = `usage: boxstop device list
       boxstop device monitor [--ack] [--for 10s]
       boxstop device simulate dice [--auto] [--seed 7] [--link PATH]
       boxstop device simulate panel [--stations 6 | --counters 18] [--link PATH]
       boxstop device record FILE [--for 1h]
       boxstop device replay FILE [--pty] [--speed 1]
       boxstop device test dice [--port PATH]
       boxstop device test panel [--wiring FILE] [--port PATH]

Looks at the units on serial ports: cups of dice, panels. Ports are asked who they are; what does
not answer is left alone. End race control first: a port belongs to one program at a time.

  list       names every unit and every port, and what is wrong with it
  monitor    shows what units and this program say to each other, with times
             --ack acknowledges rolls: a unit repeats one until then
  simulate   makes a unit that is not there, on a pseudo-terminal, and says where.
             Type "roll", "cock 2", "noise", "unplug"; "help" names the rest
             --dice 6 --faces 6 --serial 0D1C7F3A --seed 7 (same seed, same rolls)
             --auto rolls whenever it is armed, --delay 2s after that
             --link PATH always leads to it, also after "renumber"
             A panel has stations on one cable: type "turn 2 5", "press 2", "table 4", "show";
             with --counters three lamps and a button for each of so many cars: "claim 4", "show"
  record     keeps the bytes of all ports in a text file; FILE - is the standard output
  replay     shows a recording as monitor does; with --pty it is a unit that says what it
             said then, from the first HELLO on, to whoever opens the pseudo-terminal
             --port PATH of several in the recording, --speed 2 twice as fast, 0 at once
  test       dice walks you through the first power-up of a cup: port, identity, digits, lamp,
             sound, rolls, and where to look on the breadboard when a step fails
             panel walks you through every knob, button, display, lamp and sound of the panel on the
             GPIO lines, as wiring.toml has it (docs/wiring.md), or of the one on the cable at
             --port. Exit status 1: not all is well

  --port PATH  of list, monitor, record, test: this port only; may be given several times
  --baud N     115200 if not given
  --for D      ends after D, as 10s or 5m; without it Ctrl-C ends

Examples:
  boxstop device simulate dice --auto --link /tmp/cup
  boxstop device list --port /tmp/cup
  boxstop device monitor --port /tmp/cup --for 30s
`

// device looks at units and makes simulated ones. It gives 1 where something is wrong with them and 2 where the command itself is.
func device(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, deviceUsage)
		return 2
	}
	d := &deviceRun{stdin: stdin, stdout: stdout, stderr: stderr}
	verbs := map[string]func(context.Context, []string) error{
		"list": d.list, "monitor": d.monitor, "simulate": d.simulate, "record": d.record, "replay": d.replay, "test": d.test,
	}
	switch args[0] {
	case "-h", "--help", "help":
		fmt.Fprint(stdout, deviceUsage)
		return 0
	}
	run := verbs[args[0]]
	if run == nil {
		fmt.Fprintf(stderr, "boxstop device: %q is none of its commands\nallowed are list, monitor, simulate, record, replay, test; boxstop device help tells more\n", args[0])
		return 2
	}
	err := run(ctx, args[1:])
	var h *hinted
	switch {
	case err == nil:
		return 0
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, deviceUsage)
		return 0
	}
	fmt.Fprintf(stderr, "boxstop device %s: %v\n", args[0], err)
	if errors.As(err, &h) {
		fmt.Fprintln(stderr, h.hint)
		return h.code
	}
	return 1
}

// hinted is an error with what to do about it.
type hinted struct {
	err  error
	hint string
	code int
}

func (h *hinted) Error() string { return h.err.Error() }
func (h *hinted) Unwrap() error { return h.err }

// misuse is a mistake in the command line itself.
func misuse(hint, format string, a ...any) error {
	return &hinted{fmt.Errorf(format, a...), hint, 2}
}

// deviceRun is one run of the command.
type deviceRun struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	ports          []string
	baud           int
	length         time.Duration
	usual          []string                             // patterns of ports in place of the usual ones, for tests
	open           func(path string) (link.Port, error) // in place of the usual way, for tests
}

// flags are those of all commands; ports: those that look for units have more.
func (d *deviceRun) flags(name string, ports bool) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.DurationVar(&d.length, "for", 0, "")
	if ports {
		f.Func("port", "", func(s string) error { d.ports = append(d.ports, s); return nil })
		f.IntVar(&d.baud, "baud", 0, "")
	}
	return f
}

// parse reads flags and at most n words, in any order.
func (d *deviceRun) parse(f *flag.FlagSet, args []string, n int) ([]string, error) {
	words, err := interleaved(f, args)
	if errors.Is(err, flag.ErrHelp) {
		return nil, err
	} else if err != nil {
		return nil, &hinted{err, "boxstop device help names what is allowed", 2}
	}
	switch {
	case len(words) > n:
		return nil, misuse("boxstop device help names what is allowed", "%q is one word too many", words[n])
	case d.length < 0:
		return nil, misuse("give a length as in --for 10s", "--for %v is in the past", d.length)
	}
	return words, nil
}

// until is the context that ends with --for.
func (d *deviceRun) until(ctx context.Context) (context.Context, context.CancelFunc) {
	if d.length > 0 {
		return context.WithTimeout(ctx, d.length)
	}
	return context.WithCancel(ctx)
}

// link starts looking for units.
func (d *deviceRun) link(ctx context.Context, tap func(link.Traffic)) (*link.Link, error) {
	opt := link.Options{Paths: d.ports, Globs: d.usual, Baud: d.baud, Tap: tap, Open: d.open}
	if len(d.ports) > 0 {
		opt.Globs = []string{}
	}
	l, err := link.Start(ctx, opt)
	if err != nil {
		return nil, &hinted{err, "boxstop device help names what is allowed", 2}
	}
	return l, nil
}

// abilities are what a unit can do, in words.
func abilities(u devices.Unit) string {
	var s []string
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			s = append(s, "1 "+one)
		case n > 1:
			s = append(s, fmt.Sprintf("%d %s", n, many))
		}
	}
	add(u.Dice, "die", "dice")
	if u.Dice > 0 && !u.Arms {
		s = append(s, "cannot be armed")
	}
	if u.Displays > 1 {
		add(u.Displays, "display", fmt.Sprintf("displays of %d", u.Digits))
	} else {
		add(u.Digits, "digit", "digits")
	}
	add(u.Lamps, "lamp", "lamps")
	add(u.Buttons, "button", "buttons")
	add(u.Knobs, "knob", "knobs")
	if u.Sounds {
		s = append(s, "sound")
	}
	if u.Battery >= 0 {
		s = append(s, fmt.Sprintf("battery %d%%", u.Battery))
	}
	return strings.Join(s, ", ")
}
