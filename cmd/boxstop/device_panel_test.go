package main

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/devices/panel/paneltest"
	"boxstop/devices/sim"
)

// tried walks through a panel with somebody who does what do says, and gives what was printed.
func tried(t *testing.T, wiring string, do func(b *paneltest.Bench, typed chan<- string)) (out string, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		b := paneltest.New(wiring)
		p := b.Start(ctx)
		var printed bytes.Buffer
		lines := make(chan string, 64)
		go do(b, lines)
		err = (&tour{dev: p, out: &printed, typed: lines, patience: 30 * time.Second}).walk(ctx)
		out = printed.String()
		end()
		for range p.Readings() {
		}
	})
	return out, err
}

const twoThings = `
[table]
buttons = ["GPIO14", "GPIO15", "GPIO18"]
next = "GPIO23"
hold = "GPIO24"
undo = "GPIO25"
sounder = "GPIO7"
[[station]]
driver = "R"
knob = ["GPIO17", "GPIO27"]
press = "GPIO22"
display = 0x70
lamp = "GPIO9"
sight = "hood"
`

func TestDeviceTestPanelWalksThroughEverything(t *testing.T) {
	var sights []string
	out, err := tried(t, twoThings, func(b *paneltest.Bench, typed chan<- string) {
		time.Sleep(time.Second)
		b.Turn(1, 1, time.Millisecond)
		b.Turn(1, -1, time.Millisecond)
		b.Press(1, 100*time.Millisecond)
		sights = append(sights, b.Shown(1))
		typed <- "y"
		for range 3 {
			time.Sleep(50 * time.Millisecond)
			sights = append(sights, b.Lamp(1))
			typed <- "y"
		}
		time.Sleep(50 * time.Millisecond)
		for _, n := range []string{"1", "2", "3", "next", "hold", "undo"} {
			b.Table(n, 100*time.Millisecond)
			time.Sleep(50 * time.Millisecond)
		}
		for range 4 {
			before := b.Pins["GPIO7"].Changes()
			time.Sleep(2 * time.Second)
			if b.Pins["GPIO7"].Changes() == before && before == 0 {
				sights = append(sights, "silent")
			}
			typed <- "y"
		}
	})
	if err != nil || !strings.HasSuffix(out, "\n17 well, 0 not\n") {
		t.Errorf("got %v\n%s", err, out)
	}
	if got := strings.Join(sights, " "); got != "1234 steady short fast" {
		t.Errorf("was seen: %s", got)
	}
	for _, want := range []string{"2 units. Do what is asked", "station A0B1/1 of R, hood\n  turn the knob one step clockwise: heard\n", "A0B1: the table\n  press 1, and let go: heard\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("got\n%swant in it\n%s", out, want)
		}
	}
}

func TestDeviceTestPanelSaysWhatIsNotWell(t *testing.T) {
	out, err := tried(t, twoThings, func(b *paneltest.Bench, typed chan<- string) {
		time.Sleep(time.Second)
		b.Turn(1, -1, time.Millisecond) // its wires are swapped
		typed <- ""
		b.Turn(1, -1, time.Millisecond)
		time.Sleep(40 * time.Second) // nobody presses
		typed <- "n"
		time.Sleep(time.Second)
		typed <- "q"
	})
	if !errors.Is(err, errStopped) {
		t.Errorf("got %v", err)
	}
	for _, want := range []string{
		"turn the knob one step clockwise: (A0B1/1 turned -1) passed over\n", "and one step back: heard\n", "press it, and let go: nothing was heard\n",
		"does its display show 1234? y or n: not\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("got\n%swant in it\n%s", out, want)
		}
	}
}

func TestDeviceTestPanelNamesAllMistakesOfTheWiringFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "wiring.toml")
	if err := os.WriteFile(path, []byte("[[station]]\nknob = [\"D4\", \"GPIO1\"]\n[[station]]\nknob = [\"GPIO1\", \"GPIO3\"]\npress = \"GPIO5\"\nsight = \"hood\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := runDevice("test", "panel", "--wiring", path)
	for _, want := range []string{
		path + ":1: station 1: press is missing", path + ":2: knob: this Pi has no line \"D4\"", path + ":4: knob: GPIO1 is station 1's knob, at line 2 already: two drivers on one knob",
		path + ":6: sight: station 2 has a hood and no display",
	} {
		if code != 1 || !strings.Contains(errs, want) {
			t.Errorf("got %d\n%swant in it %s", code, errs, want)
		}
	}
	if code, _, errs := runDevice("test"); code != 2 || !strings.HasPrefix(errs, "boxstop device test: test what? Allowed are dice and panel\n") {
		t.Errorf("got %d %s", code, errs)
	}
	if code, _, errs := runDevice("test", "panel", "--wiring", path+".not"); code != 1 || !strings.Contains(errs, "no such file") {
		t.Errorf("got %d %s", code, errs)
	}
}

// TB-14: a panel on a cable is tried as one on the Pi's own lines is.
func TestAPanelOnACableIsTriedStationByStation(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := &builder{hub: sim.NewHub(dir), typed: make(chan string)}
		p, err := sim.NewDice(sim.Options{
			Serial: "0D1CA0B1", Kind: "panel", Dice: -1, Knobs: 2, Buttons: 8, Lamps: 3, Digits: 4, Displays: 2, Sounds: true, Line: b.hub.Plug, Rand: rand.New(rand.NewPCG(7, 7)),
		})
		if err != nil {
			t.Fatal(err)
		}
		var shown []string
		b.does = map[string]func(){
			"y or n: ": func() {
				time.Sleep(time.Second)
				b.mu.Lock()
				if strings.HasSuffix(b.out.String(), "show 1234? y or n: ") {
					s := p.Showing()
					shown = append(shown, s.Digits[0]+"|"+s.Digits[1])
				}
				b.mu.Unlock()
				b.typed <- "y"
			},
		}
		ctx, end := context.WithCancel(t.Context())
		d := &deviceRun{usual: []string{b.hub.Ports()}, open: func(p string) (link.Port, error) { return b.hub.Open(p) }}
		l, err := d.link(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		dev := devices.Split(l, nil)
		tour := tour{dev: dev, out: b, typed: b.typed, patience: 5 * time.Second, starts: 4 * time.Second}
		err = tour.walk(ctx) // nobody turns or presses anything
		end()
		synctest.Wait()
		for range dev.Readings() {
		}
		out := b.out.String()
		for _, want := range []string{"station A0B1/1", "station A0B1/2", "A0B1: the table"} {
			if !strings.Contains(out, want) {
				t.Errorf("it does not say %q:\n%s", want, out)
			}
		}
		if !slices.Equal(shown, []string{"1234|", "|1234"}) || err == nil {
			t.Errorf("displays showed %q; %v\n%s", shown, err, out)
		}
		_ = p.Close()
	})
}
