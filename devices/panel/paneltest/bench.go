// Package paneltest is a panel that is not there: fake lines and a fake I²C bus with chips on it under the real panel, and hands that turn
// and press. It serves tests, the demo and a table without hardware; no code of a panel is left out.
package paneltest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"periph.io/x/conn/v3/gpio"

	"boxstop/devices/panel"
)

// Bench is hardware that is not there, and whoever sits at it. Stations count from 1.
type Bench struct {
	Wiring *panel.Wiring
	Bus    *Bus
	Pins   map[string]*Pin
}

// Six is the wiring of docs/wiring.md for n stations, at most 6, whose drivers have these marks or names: knobs on GPIO, presses and lamps on
// an expander, hoods.
func Six(drivers ...string) string {
	var b strings.Builder
	b.WriteString("panel = \"A0B1\"\n\n[[expander]]\nname = \"x1\"\naddress = 0x20\n\n[table]\nbuttons = [\"GPIO14\", \"GPIO15\", \"GPIO18\"]\n")
	b.WriteString("next = \"GPIO23\"\nhold = \"GPIO24\"\nundo = \"GPIO25\"\nlamp = \"GPIO8\"\nsounder = \"GPIO7\"\n")
	knobs := [][2]int{{17, 27}, {22, 10}, {9, 11}, {5, 6}, {13, 19}, {26, 21}}
	for i, d := range drivers {
		fmt.Fprintf(&b, "\n[[station]]\ndriver = %q\nknob = [\"GPIO%d\", \"GPIO%d\"]\npress = \"x1.A%d\"\nlamp = \"x1.B%d\"\ndisplay = 0x%02X\nsight = \"hood\"\n",
			d, knobs[i][0], knobs[i][1], i, i, 0x70+i)
	}
	return strings.ReplaceAll(b.String(), "driver = \"\"\n", "")
}

// Eighteen is the wiring of docs/wiring.md for eighteen cars in teams of three: three lamps each and a button, on one matrix. interrupt is
// the line of its interrupt; "": none.
func Eighteen(interrupt string) string {
	var b strings.Builder
	b.WriteString("panel = \"C0DE\"\n\n[[matrix]]\nname = \"m1\"\naddress = 0x76\n")
	if interrupt != "" {
		fmt.Fprintf(&b, "interrupt = %q\n", interrupt)
	}
	for team := range 6 {
		var lamps, buttons, cars []string
		for i := range 3 {
			car := 3*team + i
			cars = append(cars, fmt.Sprint(car+1))
			for box := range 3 {
				lamps = append(lamps, fmt.Sprintf("\"m1.R%dC%d\"", car%9, 3*(car/9)+box))
			}
			buttons = append(buttons, fmt.Sprintf("\"m1.K%dS%d\"", car%9+1, car/9))
		}
		fmt.Fprintf(&b, "\n[[counter]]\ncars = [%s]\nfield = \"lap\"\nlamps = [%s]\nreport = \"line\"\nbuttons = [%s]\n",
			strings.Join(cars, ", "), strings.Join(lamps, ", "), strings.Join(buttons, ", "))
	}
	return b.String()
}

// New is a bench of a wiring file; it panics where that has a mistake.
func New(wiring string) *Bench {
	w, err := panel.Parse("wiring.toml", []byte(wiring), nil)
	if err != nil {
		panic(err)
	}
	b := &Bench{Wiring: w, Bus: newBus(), Pins: map[string]*Pin{}}
	for i := range 28 {
		n := fmt.Sprintf("GPIO%d", i)
		b.Pins[n] = newPin(n)
	}
	for _, m := range w.Matrices {
		if p := b.Pins[m.Interrupt]; p != nil {
			b.Bus.alarm[m.Address] = func(rings bool) { p.Set(gpio.Level(!rings)) }
		}
	}
	return b
}

// Hardware is what a panel is started on.
func (b *Bench) Hardware() panel.Hardware {
	hw := panel.Hardware{Pins: map[string]gpio.PinIO{}, Bus: b.Bus, Pair: func(x, y string) (panel.Edges, error) { return pairOf(b.Pins[x], b.Pins[y]) }}
	for n, p := range b.Pins {
		hw.Pins[n] = p
	}
	return hw
}

// Start starts a panel on it.
func (b *Bench) Start(ctx context.Context) *panel.Dev {
	return panel.Start(ctx, b.Wiring, b.Hardware())
}

// Wire has the bus take the time that a wire takes.
func (b *Bench) Wire() { b.Bus.wire = true }

// Close closes a line to GND, or opens it: a contact.
func (b *Bench) Close(line string, closed bool) {
	if of, port, ok := strings.Cut(line, "."); ok {
		if addr, at, n := b.crossing(of, port); addr != 0 {
			b.Bus.key(addr, uint(13*n+at-1), closed)
			return
		}
		b.Bus.pull(b.expander(of), bit(port), closed)
		return
	}
	b.Pins[line].Set(gpio.Level(!closed))
}

// crossing is a lamp of a matrix, R3C0 is 3 and 0, or a key, K1S0 is 1 and 0; 0: it is none.
func (b *Bench) crossing(of, port string) (addr uint16, at, n int) {
	for _, m := range b.Wiring.Matrices {
		if m.Name == of {
			if _, err := fmt.Sscanf(strings.NewReplacer("R", "", "K", "", "C", " ", "S", " ").Replace(port), "%d %d", &at, &n); err != nil {
				panic(of + "." + port)
			}
			return m.Address, at, n
		}
	}
	return 0, 0, 0
}

func bit(port string) uint {
	n := uint(port[1] - '0')
	if port[0] == 'B' {
		n += 8
	}
	return n
}

func (b *Bench) expander(name string) uint16 {
	i := slices.IndexFunc(b.Wiring.Expanders, func(x panel.Expander) bool { return x.Name == name })
	return b.Wiring.Expanders[i].Address
}

// cycle is how the contacts A and B of an encoder close, a step clockwise.
var cycle = [4][2]bool{{true, false}, {true, true}, {false, true}, {false, false}}

// Turn turns a station's knob by steps, clockwise positive; pause is from one edge to the next.
func (b *Bench) Turn(station, steps int, pause time.Duration) {
	s := b.Wiring.Stations[station-1]
	for range max(steps, -steps) {
		for i := range cycle {
			c := cycle[i]
			if steps < 0 {
				c = cycle[(6-i)%4]
			}
			b.Close(s.Knob[0], c[0])
			b.Close(s.Knob[1], c[1])
			time.Sleep(pause)
		}
	}
}

// Select turns a station's selector to a position from 1: between two positions no contact is closed.
func (b *Bench) Select(station, position int) {
	s := b.Wiring.Stations[station-1]
	for _, l := range s.Scale {
		b.Close(l, false)
	}
	time.Sleep(20 * time.Millisecond)
	b.Close(s.Scale[position-1], true)
	time.Sleep(20 * time.Millisecond)
}

// Press holds a station's button so long.
func (b *Bench) Press(station int, long time.Duration) {
	b.press(b.Wiring.Stations[station-1].Press, long)
}

// Table holds a button of the table so long: 1, 2, 3, next, hold, undo.
func (b *Bench) Table(button string, long time.Duration) {
	b.press(b.Wiring.Table.Buttons[slices.Index([]string{"1", "2", "3", "next", "hold", "undo"}, button)], long)
}

func (b *Bench) press(line string, long time.Duration) {
	b.Close(line, true)
	time.Sleep(long)
	b.Close(line, false)
	time.Sleep(20 * time.Millisecond)
}

// Shown is what a station's display shows.
func (b *Bench) Shown(station int) string { return b.Bus.Shown(b.Wiring.Stations[station-1].Display) }

// Lit says whether a station's lamp is lit now; 0 is the table's.
func (b *Bench) Lit(station int) bool {
	l := b.Wiring.Table.Lamp
	if station > 0 {
		l = b.Wiring.Stations[station-1].Lamp
	}
	return b.On(l)
}

// On says whether an output is driven.
func (b *Bench) On(line string) bool {
	of, port, ok := strings.Cut(line, ".")
	if !ok {
		return b.Pins[line].Lit()
	}
	if addr, row, com := b.crossing(of, port); addr != 0 {
		return b.Bus.glows(addr, row, com)
	}
	return b.Bus.drives(b.expander(of), bit(port))
}

// Claim presses the button of a counter, from 1, and lets it go.
func (b *Bench) Claim(counter int) {
	c := &b.Wiring.Counters
	b.press(c.Buttons[c.Of[counter-1].Button-1], 100*time.Millisecond)
}

// Boxes are the lamps of a counter, from 1: "1.." has the first of three lit.
func (b *Bench) Boxes(counter int) string {
	c := &b.Wiring.Counters
	var out []byte
	for i, l := range c.Of[counter-1].Lamps {
		if b.On(c.Lamps[l-1]) {
			out = append(out, byte('0'+c.Of[counter-1].From+i))
		} else {
			out = append(out, '.')
		}
	}
	return string(out)
}

// Lamp watches a lamp for a second and says what it does: "off", "steady", "short", "fast".
func (b *Bench) Lamp(station int) string {
	on, changes, was := 0, 0, b.Lit(station)
	for range 100 {
		time.Sleep(10 * time.Millisecond)
		is := b.Lit(station)
		if is {
			on++
		}
		if is != was {
			changes++
		}
		was = is
	}
	switch {
	case on == 0:
		return "off"
	case on >= 99:
		return "steady"
	case changes <= 3:
		return "short"
	}
	return "fast"
}
