package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"boxstop/devices/sim"
)

const simulateHelp = `roll [N]      shake it: the armed dice, or N for nobody
cock N...     these dice lean in the next roll;  touch N...  somebody touches them
show          what it shows: armed for what, digits, lamps
again         it sends its last reading again
noise         bytes that mean nothing;  long  a line too long
garble [N]    a bit of its next N lines is wrong;  half [N]  only half of them comes
lose [N]      it does not hear the next N acknowledgements of its readings
deaf [N]      it does not hear the next N lines
mute          it says nothing and hears nothing;  unmute
unplug        it hangs up;  plug  it is back, on another port
renumber      it is on another port without a restart
restart       power cut: what waited is lost
version N     it pretends to speak another version of the protocol
quit          the end
`

const panelHelp = `turn S N      the knob of station S by N steps, clockwise positive
press S [MS]  its button, for so long: 1000 is a hold
table B [MS]  a button of the table: 1 2 3, 4 next, 5 hold, 6 undo
show          what displays and lamps show
unplug        it hangs up;  plug  it is back, on another port
restart       power cut
quit          the end
`

// simulate makes a unit that is not there and does what is typed until the time is up.
func (d *deviceRun) simulate(ctx context.Context, args []string) error {
	var opt sim.Options
	f := d.flags("simulate", false)
	f.StringVar(&opt.Serial, "serial", "", "")
	f.IntVar(&opt.Dice, "dice", 6, "")
	f.IntVar(&opt.Faces, "faces", 6, "")
	f.BoolVar(&opt.Auto, "auto", false, "")
	f.BoolVar(&opt.Unarmable, "unarmable", false, "")
	f.DurationVar(&opt.Delay, "delay", 0, "")
	f.StringVar(&opt.Link, "link", "", "")
	stations := f.Int("stations", 6, "")
	counters := f.Int("counters", 0, "")
	seed := f.Uint64("seed", 1, "")
	words, err := d.parse(f, args, 1)
	switch {
	case err != nil:
		return err
	case len(words) == 0 || words[0] != "dice" && words[0] != "panel":
		return misuse("as in: boxstop device simulate dice --auto", "simulate what? Allowed are dice and panel")
	case *counters < 0 || 3**counters > sim.MaxLamps:
		return misuse("a panel on one cable has 1 to 33 counters of three lamps", "--counters %d is not possible", *counters)
	case *stations < 1 || *stations > 6:
		return misuse("a panel on one cable has 1 to 6 stations", "--stations %d is not possible", *stations)
	case opt.Dice < 1 || opt.Dice > 12:
		return misuse("a unit rolls 1 to 12 dice", "--dice %d is not possible", opt.Dice)
	}
	opt.Digits, opt.Lamps, opt.Sounds = 4, 1, true
	does := typedTo
	if words[0] == "panel" && *counters > 0 {
		n := *counters
		opt.Kind, opt.Dice, opt.Buttons, opt.Lamps, opt.Digits, opt.Sounds = "panel", -1, n, 3*n, 0, false
		does = func(u *sim.Unit, words []string) (string, error) { return typedToCounters(u, n, words) }
	} else if words[0] == "panel" {
		n := *stations
		opt.Kind, opt.Dice, opt.Knobs, opt.Buttons, opt.Lamps, opt.Displays = "panel", -1, n, n+6, n+1, n
		does = func(u *sim.Unit, words []string) (string, error) { return typedToPanel(ctx, u, n, words) }
	}
	opt.Rand = rand.New(rand.NewPCG(*seed, *seed))
	u, err := sim.NewDice(opt)
	if err != nil {
		return err
	}
	defer func() { _ = u.Close() }()
	ctx, cancel := d.until(ctx)
	defer cancel()
	where := u.Path()
	if opt.Link != "" {
		where += ", always at " + opt.Link
	}
	fmt.Fprintf(d.stdout, "%s %s at %s\n", words[0], u.Serial(), where)
	typed := make(chan string)
	go func() {
		sc := bufio.NewScanner(d.stdin)
		for sc.Scan() {
			select {
			case typed <- sc.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case s := <-typed:
			say, err := does(u, strings.Fields(s))
			switch {
			case errors.Is(err, errEnd):
				return nil
			case err != nil:
				fmt.Fprintln(d.stdout, err)
			case say != "":
				fmt.Fprintln(d.stdout, strings.TrimSuffix(say, "\n"))
			}
		}
	}
}

// typedToPanel does what was typed to a simulated panel of n stations and the table's six buttons. It gives what is to be said.
func typedToPanel(ctx context.Context, u *sim.Unit, n int, words []string) (string, error) {
	if len(words) == 0 {
		return "", nil
	}
	number := func(i, lo, hi, or int) (int, error) {
		if len(words) <= i {
			return or, nil
		}
		v, err := strconv.Atoi(words[i])
		if err != nil || v < lo || v > hi {
			return 0, fmt.Errorf("%q: %d to %d are allowed there", words[i], lo, hi)
		}
		return v, nil
	}
	switch words[0] {
	case "turn":
		k, err := number(1, 1, n, 1)
		if err != nil {
			return "", err
		}
		steps, err := number(2, -20, 20, 1)
		if err == nil && steps != 0 {
			u.Turn(k, steps)
		}
		return "", err
	case "press", "table":
		most, from := n, 0
		if words[0] == "table" {
			most, from = 6, n
		}
		k, err := number(1, 1, most, 1)
		if err != nil {
			return "", err
		}
		ms, err := number(2, 1, 5000, 100)
		if err != nil {
			return "", err
		}
		u.Press(from+k, true)
		select {
		case <-time.After(time.Duration(ms) * time.Millisecond):
		case <-ctx.Done():
		}
		u.Press(from+k, false)
		return "", nil
	case "show":
		s := u.Showing()
		return fmt.Sprintf("displays %q, lamps %v", s.Digits[:n], s.Lamps[:min(len(s.Lamps), n+1)]), nil
	case "help":
		return panelHelp, nil
	case "unplug", "plug", "restart", "quit", "mute", "unmute":
		return typedTo(u, words)
	}
	return "", fmt.Errorf("%q is nothing that a panel does\n%s", words[0], panelHelp)
}

// typedTo does what was typed to a simulated unit. It gives what is to be said.
func typedTo(u *sim.Unit, words []string) (string, error) {
	if len(words) == 0 {
		return "", nil
	}
	var ns []int
	for _, w := range words[1:] {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 || n > 99 {
			return "", fmt.Errorf("%q: numbers of 1 to 99 are allowed there", w)
		}
		ns = append(ns, n)
	}
	n := 1
	if len(ns) > 0 {
		n = ns[0]
	}
	switch words[0] {
	case "roll":
		if len(ns) == 0 {
			return fmt.Sprintf("rolled %v", u.Roll()), nil
		}
		return fmt.Sprintf("rolled %v", u.RollFor(n)), nil
	case "cock", "touch":
		for _, n := range ns {
			if n > 12 {
				return "", fmt.Errorf("die %d: a unit has 1 to 12 dice", n)
			}
		}
		if words[0] == "cock" {
			u.Cock(ns...)
		} else {
			u.Handle(ns...)
		}
	case "show":
		s := u.Showing()
		armed := "not armed"
		if s.Armed {
			armed = fmt.Sprintf("armed for ask %s of %s with %d dice", s.Ask, s.Mark, s.Dice)
		}
		return fmt.Sprintf("%s; digits %q, lamp %d, %d sounds, blinked %d times, %d readings wait", armed, s.Digits[0], s.Lamps[0], len(s.Sounds), s.Blinks, u.Unacknowledged()), nil
	case "again":
		u.Repeat()
	case "noise":
		u.Noise([]byte("\x00\xff$RO\x80LL*~\x1b$$\r\n"))
	case "long":
		u.TooLong()
	case "garble":
		u.Garble(n)
	case "half":
		u.Half(n)
	case "lose":
		u.LoseAcks(n)
	case "deaf":
		u.LoseLines(n)
	case "mute":
		u.Silence(true)
	case "unmute":
		u.Silence(false)
	case "unplug":
		return "", u.Hangup()
	case "plug":
		err := u.Plug()
		return "at " + u.Path(), err
	case "renumber":
		err := u.Renumber()
		return "at " + u.Path(), err
	case "restart":
		u.Restart()
	case "version":
		u.Speak(n)
	case "help":
		return simulateHelp, nil
	case "quit":
		return "", errEnd
	default:
		return "", fmt.Errorf("%q is nothing it can do; help names what is", words[0])
	}
	return "", nil
}

// errEnd is how a command that a person typed ends the unit.
var errEnd = errors.New("end")
