package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"boxstop/devices"
	"boxstop/devices/panel"
)

// wiringPath is the wiring file: wiring.toml beside the configuration that was named, else in $XDG_CONFIG_HOME/boxstop, else in /etc/boxstop;
// "" where there is none.
func wiringPath(config string) string {
	var dirs []string
	if config != "" {
		dirs = append(dirs, filepath.Dir(config))
	} else {
		if home, err := os.UserConfigDir(); err == nil {
			dirs = append(dirs, filepath.Join(home, "boxstop"))
		}
		dirs = append(dirs, "/etc/boxstop")
	}
	for _, d := range dirs {
		path := filepath.Join(d, "wiring.toml")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// openPanel starts the panel of a wiring file; nil: nothing in it is on this machine's own lines. A mistake in the file is an error; what is
// missing of the hardware is not: the panel says so. The panel ends with the context; done closes its bus then.
func openPanel(ctx context.Context, path string) (p *panel.Dev, w *panel.Wiring, done func(), err error) {
	doc, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, nil, err
	}
	was := log.Writer()
	log.SetOutput(io.Discard) // the drivers tell the log what they tell us
	defer log.SetOutput(was)
	lines, none := panel.Lines()
	w, err = panel.Parse(path, doc, lines)
	switch {
	case err != nil:
		return nil, nil, nil, err
	case !w.Wired():
		return nil, w, func() {}, nil
	case none != nil:
		return nil, w, nil, noLines{none}
	}
	hw, closing, err := panel.Open(w)
	if err != nil {
		return nil, w, nil, err
	}
	return panel.Start(ctx, w, hw), w, func() { _ = closing() }, nil
}

// noLines is a machine without GPIO lines.
type noLines struct{ error }

// panelOf starts the panel of a wiring file, if there is one, and says what the file adds about units on cables. A machine without the
// panel's hardware races without it, and says so. It is called before ports are opened (panel.Lines).
func panelOf(ctx context.Context, path string, stdout io.Writer) (p *panel.Dev, cabled func(string) devices.Cabled, err error) {
	if path == "" {
		return nil, nil, nil
	}
	p, w, done, err := openPanel(ctx, path)
	var none noLines
	switch {
	case errors.As(err, &none):
		fmt.Fprintf(stdout, "no panel: %v\n", err)
	case err != nil:
		return nil, nil, err
	}
	if p != nil {
		context.AfterFunc(ctx, done)
	}
	return p, w.Cabled, nil
}

// test is boxstop device test: a walk through what somebody has built.
func (d *deviceRun) test(ctx context.Context, args []string) error {
	f := d.flags("test", true)
	path := f.String("wiring", "", "")
	w, err := d.parse(f, args, 1)
	switch {
	case err != nil:
		return err
	case len(w) == 1 && w[0] == "dice":
		return d.testDice(ctx)
	case len(w) == 1 && w[0] == "panel":
		return d.testPanel(ctx, *path)
	}
	return misuse("as in: boxstop device test dice", "test what? Allowed are dice and panel")
}

// testPanel is boxstop device test panel: of the panel on this machine's own lines or, with a port, of one on a cable.
func (d *deviceRun) testPanel(ctx context.Context, path string) error {
	if len(d.ports) > 0 {
		return d.testCabled(ctx, path)
	}
	if path == "" {
		if path = wiringPath(""); path == "" {
			return misuse("docs/wiring.md has one to begin with; --wiring FILE names another", "there is no wiring.toml in the usual places")
		}
	}
	ctx, cancel := d.until(ctx)
	defer cancel()
	p, _, done, err := openPanel(ctx, path)
	switch {
	case err != nil:
		return err
	case p == nil:
		return &hinted{fmt.Errorf("%s: nothing is wired to this machine's own lines", path), "boxstop device test panel --port PATH tries one on a cable", 1}
	}
	defer done()
	defer func() {
		cancel()
		for range p.Readings() {
		}
	}()
	t := tour{dev: p, out: d.stdout, typed: typed(ctx, d.stdin), patience: 30 * time.Second}
	return t.walk(ctx)
}

// testCabled tries a panel on a cable. A board may take three seconds to start when its port is opened.
func (d *deviceRun) testCabled(ctx context.Context, path string) error {
	if path == "" {
		path = wiringPath("")
	}
	cabled := func(string) devices.Cabled { return devices.Cabled{} }
	if path != "" {
		doc, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		w, err := panel.Parse(path, doc, nil)
		if err != nil {
			return err
		}
		cabled = w.Cabled
	}
	ctx, cancel := d.until(ctx)
	defer cancel()
	l, err := d.link(ctx, nil)
	if err != nil {
		return err
	}
	dev := devices.Split(l, cabled)
	defer func() {
		cancel()
		for range dev.Readings() {
		}
	}()
	t := tour{dev: dev, out: d.stdout, typed: typed(ctx, d.stdin), patience: 30 * time.Second, starts: 4 * time.Second}
	return t.walk(ctx)
}

// typed are the lines that somebody types; closed when there are no more.
func typed(ctx context.Context, in io.Reader) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for sc := bufio.NewScanner(in); sc.Scan(); {
			select {
			case out <- strings.TrimSpace(sc.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// tour walks a person through every knob, lamp and sound of a panel.
type tour struct {
	dev      devices.Device
	out      io.Writer
	typed    <-chan string
	patience time.Duration // for a hand to do what it was asked for
	starts   time.Duration // how long units may take to be here; 0: half a second
	well     int
	failed   []string
}

var errStopped = errors.New("stopped before all of it was tried")

// walk tries everything. The error lists what is not well.
func (t *tour) walk(ctx context.Context) error {
	units, err := t.units(ctx)
	if err != nil {
		return err
	}
	if len(units) == 0 {
		return &hinted{errors.New("no part of the panel answers"), "is its I²C bus on, and are its lines free?", 1}
	}
	fmt.Fprintf(t.out, "%d units. Do what is asked; Enter alone goes on to the next, q ends.\n", len(units))
	for _, u := range units {
		fmt.Fprintf(t.out, "\n%s\n", t.title(u))
		steps := t.table
		switch {
		case u.Knobs > 0:
			steps = t.station
		case len(u.Counters) > 0:
			steps = t.counters
		}
		if err := steps(ctx, u); err != nil {
			return err
		}
	}
	return t.end()
}

// end sums up.
func (t *tour) end() error {
	fmt.Fprintf(t.out, "\n%d well, %d not\n", t.well, len(t.failed))
	if len(t.failed) > 0 {
		return &hinted{fmt.Errorf("not well: %s", strings.Join(t.failed, "; ")), "docs/wiring.md has the plan to check against", 1}
	}
	return nil
}

func (t *tour) title(u devices.Unit) string {
	switch {
	case len(u.Counters) > 0:
		return fmt.Sprintf("%s: counters, %d lamps, %d buttons", u.Name(), u.Lamps, u.Buttons)
	case u.Knobs == 0:
		return u.Name() + ": the table"
	}
	s := "station " + u.Name()
	if u.For != "" {
		s += " of " + u.For
	}
	if u.Sight == "" {
		return s + ", without hood or scale: it is not used for secrets"
	}
	return s + ", " + u.Sight
}

// units are the parts of panels that are here after a while, stations first as they are wired.
func (t *tour) units(ctx context.Context) (out []devices.Unit, err error) {
	timer := time.NewTimer(max(t.starts, 500*time.Millisecond))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, errStopped
		case <-timer.C:
			return out, nil
		case r := <-t.dev.Readings():
			switch r.Event {
			case devices.Here:
				known := r.Unit.Kind != devices.Panel
				for i := range out {
					if out[i].Serial == r.Unit.Serial {
						out[i], known = r.Unit, true
					}
				}
				if !known {
					out = append(out, r.Unit)
				}
			case devices.Gone:
				fmt.Fprintf(t.out, "  %s cannot be used: %s\n", r.Unit.Name(), r.Text)
				t.failed = append(t.failed, r.Unit.Name())
			case devices.Health:
				fmt.Fprintf(t.out, "  %s\n", r.Text)
			}
		}
	}
}

func (t *tour) station(ctx context.Context, u devices.Unit) error {
	turn := []struct {
		say  string
		want func(devices.Reading) bool
	}{
		{"turn the knob one step clockwise", func(r devices.Reading) bool { return r.Event == devices.Turned && r.Value > 0 }},
		{"and one step back", func(r devices.Reading) bool { return r.Event == devices.Turned && r.Value < 0 }},
	}
	if u.Stops > 0 {
		turn = turn[:0]
		for p := 1; p <= u.Stops; p++ {
			turn = append(turn, struct {
				say  string
				want func(devices.Reading) bool
			}{fmt.Sprintf("turn the selector to position %d", p), func(r devices.Reading) bool { return r.Event == devices.Stands && r.Value == p }})
		}
	}
	for _, s := range turn {
		if err := t.hand(ctx, u, s.say, s.want); err != nil {
			return err
		}
	}
	if err := t.hand(ctx, u, "press it, and let go", func(r devices.Reading) bool { return r.Event == devices.Pressed && r.Value == 0 }); err != nil {
		return err
	}
	if u.Digits > 0 {
		t.dev.Send(u.Serial, devices.Command{Do: devices.Show, Part: 1, Text: "1234"})
		if err := t.eye(ctx, u, "does its display show 1234?"); err != nil {
			return err
		}
		t.dev.Send(u.Serial, devices.Command{Do: devices.Show, Part: 1})
	}
	return t.lamps(ctx, u)
}

func (t *tour) lamps(ctx context.Context, u devices.Unit) error {
	if u.Lamps == 0 {
		return nil
	}
	for i, s := range []string{"is its lamp lit?", "does it blink shortly once a second?", "does it blink fast?"} {
		t.dev.Send(u.Serial, devices.Command{Do: devices.Lamp, Part: 1, Value: i + 1})
		if err := t.eye(ctx, u, s); err != nil {
			return err
		}
	}
	t.dev.Send(u.Serial, devices.Command{Do: devices.Lamp, Part: 1})
	return nil
}

func (t *tour) table(ctx context.Context, u devices.Unit) error {
	for i, b := range []string{"1", "2", "3", "next", "hold", "undo"} {
		if err := t.hand(ctx, u, "press "+b+", and let go", func(r devices.Reading) bool { return r.Event == devices.Pressed && r.Part == i+1 && r.Value == 0 }); err != nil {
			return err
		}
	}
	if err := t.lamps(ctx, u); err != nil {
		return err
	}
	if !u.Sounds {
		return nil
	}
	for i, s := range []string{"was that one short sound?", "two?", "a long one?", "a tick?"} {
		t.dev.Send(u.Serial, devices.Command{Do: devices.Sound, Value: i + 1})
		if err := t.eye(ctx, u, s); err != nil {
			return err
		}
	}
	return nil
}

// hand asks a person to do something, and says what else was heard meanwhile: wires that were swapped.
func (t *tour) hand(ctx context.Context, u devices.Unit, say string, want func(devices.Reading) bool) error {
	fmt.Fprintf(t.out, "  %s: ", say)
	timer := time.NewTimer(t.patience)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return errStopped
		case <-timer.C:
			t.not(u, say, "nothing was heard")
			return nil
		case line, ok := <-t.typed:
			if !ok || line == "q" {
				return errStopped
			}
			t.not(u, say, "passed over")
			return nil
		case r, ok := <-t.dev.Readings():
			if !ok {
				return errStopped
			}
			switch {
			case r.Unit.Serial == u.Serial && want(r):
				t.well++
				fmt.Fprintln(t.out, "heard")
				return nil
			case r.Event == devices.Health, r.Event == devices.Aside, r.Event == devices.Gone:
				fmt.Fprintf(t.out, "(%s: %s) ", r.Unit.Name(), r.Text)
			case r.Event == devices.Here && r.Unit.Serial != u.Serial:
				fmt.Fprintf(t.out, "(%s is here, %s is not) ", r.Unit.Name(), u.Name())
			case r.Event == devices.Turned:
				fmt.Fprintf(t.out, "(%s turned %+d) ", r.Unit.Name(), r.Value)
			case r.Event == devices.Pressed && r.Value == 1 && r.Unit.Serial != u.Serial:
				fmt.Fprintf(t.out, "(%s: button %d) ", r.Unit.Name(), r.Part)
			}
		}
	}
}

// eye asks a person what there is to be seen or heard.
func (t *tour) eye(ctx context.Context, u devices.Unit, say string) error {
	fmt.Fprintf(t.out, "  %s y or n: ", say)
	for {
		select {
		case <-ctx.Done():
			return errStopped
		case <-t.dev.Readings(): // a hand rests on the knob
		case line, ok := <-t.typed:
			switch {
			case !ok, line == "q":
				return errStopped
			case strings.HasPrefix(strings.ToLower(line), "y"):
				t.well++
				fmt.Fprintln(t.out, "well")
			default:
				t.not(u, say, "not")
			}
			return nil
		}
	}
}

func (t *tour) not(u devices.Unit, say, what string) {
	fmt.Fprintln(t.out, what)
	t.failed = append(t.failed, u.Name()+", "+strings.TrimSuffix(say, "?"))
}
