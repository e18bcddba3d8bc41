package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

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
	seed := f.Uint64("seed", 1, "")
	words, err := d.parse(f, args, 1)
	switch {
	case err != nil:
		return err
	case len(words) == 0 || words[0] != "dice":
		return misuse("as in: boxstop device simulate dice --auto", "simulate what? Allowed is dice")
	case opt.Dice < 1 || opt.Dice > 12:
		return misuse("a unit rolls 1 to 12 dice", "--dice %d is not possible", opt.Dice)
	}
	opt.Digits, opt.Lamps, opt.Sounds = 4, 1, true
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
	fmt.Fprintf(d.stdout, "dice %s at %s\n", u.Serial(), where)
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
			say, err := typedTo(u, strings.Fields(s))
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

// typedTo does what was typed to a simulated unit. It gives what is to be said.
func typedTo(u *sim.Dice, words []string) (string, error) {
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
		return fmt.Sprintf("%s; digits %q, lamp %d, %d sounds, blinked %d times, %d readings wait", armed, s.Digits, s.Lamps[0], len(s.Sounds), s.Blinks, u.Unacknowledged()), nil
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
