package panel_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/devices/panel"
	"boxstop/devices/panel/paneltest"

	"github.com/google/go-cmp/cmp"
)

func TestCountersOfAWiringFileAreReadWhole(t *testing.T) {
	w, err := panel.Parse("w", []byte(`
[[matrix]]
name = "m1"
address = 0x76
interrupt = "GPIO4"
[[expander]]
name = "x1"
address = 0x20
[table]
next = "m1.K2S2"
lamp = "m1.R14C7"
[[counter]]
cars = [4, "R1"]
field = "lap"
lamps = ["m1.R0C0", "GPIO5", "x1.B0", "m1.R10C7"]
report = "line"
buttons = ["m1.K1S0", "x1.A0"]
[[counter]]
places = [1]
field = "lap"
left = true
from = 2
lamps = ["GPIO6"]
[[unit]]
name = "7f3a"
[[counter]]
unit = "7F3A"
cars = [1]
field = "lap"
lamps = [1, 2, 3]
`), lines())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(panel.Counters{
		Of: []devices.Counter{
			{Field: "lap", From: 1, Report: "line", Entry: 4, Lamps: []int{1, 2}, Button: 1},
			{Field: "lap", From: 1, Report: "line", Mark: "R1", Lamps: []int{3, 4}, Button: 2},
			{Field: "lap", From: 2, Left: true, Place: 1, Lamps: []int{5}},
		},
		Lamps: []string{"m1.R0C0", "GPIO5", "x1.B0", "m1.R10C7", "GPIO6"}, Buttons: []string{"m1.K1S0", "x1.A0"},
	}, w.Counters); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if d := cmp.Diff(devices.Cabled{Counters: []devices.Counter{{Field: "lap", From: 1, Entry: 1, Lamps: []int{1, 2, 3}}}}, w.Cabled("7F3A")); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if d := cmp.Diff([]panel.Matrix{{Name: "m1", Address: 0x76, Interrupt: "GPIO4"}}, w.Matrices); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestMistakesOfCountersAndMatrices(t *testing.T) {
	const m1 = "[[matrix]]\nname = \"m1\"\naddress = 0x76\n"
	const one = m1 + "[[counter]]\ncars = [1]\nfield = \"lap\"\n"
	for in, want := range map[string]string{
		m1 + m1: "w:6: address: 0x76 is matrix m1, at line 3 already; each chip on a bus needs its own address\nw:4: ",
		"[[matrix]]\nname = \"m1\"\naddress = 0x20":                     "w:3: address: 0x20 is no address of an HT16K33; allowed are 0x70 to 0x77",
		"[[matrix]]\nname = \"\"\naddress = 0x70":                       "w:1: matrix: name \"\"; a short name is wanted",
		one + "lamps = [\"m1.R16C0\"]":                                  "w:7: lamps: m1.R16C0; a matrix has lamps R0C0 to R15C7 and keys K1S0 to K13S2",
		one + "lamps = [\"m1.K1S0\"]":                                   "w:7: lamps: m1.K1S0 is a key; a lamp is wanted, m1.R0C0 to m1.R15C7",
		one + "lamps = [\"m2.R0C0\"]":                                   "w:7: lamps: m2.R0C0 is on no expander or matrix that is named; named are m1.R0C0 to m1.R15C7, m1.K1S0 to m1.K13S2",
		one + "report = \"line\"\nbuttons = [\"m1.R0C0\"]":              "w:8: buttons: m1.R0C0 is a lamp; a contact is wanted",
		one + "buttons = [\"m1.K1S0\"]":                                 "w:4: counter: what do the buttons say? report is missing, such as report = \"line\"",
		one + "report = \"line\"\nbuttons = [\"m1.K1S0\", \"m1.K2S0\"]": "w:8: buttons: 2 for 1 cars; one each is wanted",
		one + "lamps = [\"m1.R0C0\", \"m1.R0C0\"]":                      "w:7: lamps: m1.R0C0 is counter 1's lamp, at line 7 already; each needs its own",
		one:                                  "w:4: counter: neither lamps nor buttons; one of them is wanted",
		one + "unit = \"C0DE\"\nlamps = [1]": "w:7: unit: C0DE has no [[unit]] of its own; one with this name is wanted",
		one + "lamps = 3":                    "w:7: lamps: 3; a list is wanted",
		"[[counter]]\nfield = \"lap\"\nlamps = [\"GPIO1\"]":                                                                         "w:1: counter: whose? Either cars",
		"[[counter]]\ncars = [0]\nfield = \"lap\"\nlamps = [\"GPIO1\"]":                                                             "w:2: cars: 0 is not a car's number at set-up; allowed are 1 to 99",
		"[[counter]]\ncars = [1, 2]\nfield = \"lap\"\nlamps = [\"GPIO1\"]":                                                          "w:4: lamps: 1 for 2 cars; as many for each are wanted, those of the first car first",
		"[[counter]]\ncars = [1]\nlamps = [\"GPIO1\"]":                                                                              "w:1: counter: lamps of which number? field is missing",
		m1 + "[table]\nundo = \"m1.K1S0\"":                                                                                          "w:5: undo: m1.K1S0; a matrix tells that a key was pressed, not how long it is held",
		m1 + "interrupt = \"GPIO4\"\n[table]\nlamp = \"m1.R15C0\"":                                                                  "w:6: lamp: m1.R15C0 is the pin of the interrupt, which is wired; any other row or key is free",
		"[[unit]]\nname=\"C0DE\"\n[[counter]]\nunit=\"C0DE\"\ncars=[1]\nfield=\"lap\"\nlamps=[\"m1.R0C0\"]":                         "w:7: lamps: \"m1.R0C0\" is not a lamp or button of C0DE; allowed are 1 to 99",
		"[[matrix]]\nname = \"m1\"\naddress = 0x76\n[[matrix]]\nname = \"m1\"\naddress = 0x77\n[table]\nnext = \"GPIO1\"\nlamp = 3": "w:4: matrix m1: the name is taken; another is wanted\nw:9: ",
	} {
		_, err := panel.Parse("w", []byte(in), nil)
		first, second, both := strings.Cut(want, "\n")
		if err == nil || !strings.Contains("\n"+err.Error(), "\n"+first) || both && !strings.Contains(err.Error(), second) {
			t.Errorf("%q:\n got %v\nwant %s", in, err, want)
		}
	}
}

// lit is what the boxes of some counters show.
func lit(b *paneltest.Bench, counters ...int) (out []string) {
	for _, c := range counters {
		out = append(out, b.Boxes(c))
	}
	return out
}

// GP-2: 54 lamps and 18 buttons on one chip, with and without its interrupt; a key is one press however the chip tells of it.
func TestAMatrixLightsLampsAndHearsKeys(t *testing.T) {
	for _, interrupt := range []string{"", "GPIO4"} {
		for _, repeats := range []bool{false, true} {
			prepare := func(b *paneltest.Bench) {
				if repeats {
					b.Bus.Repeats()
				}
			}
			bench(t, paneltest.Eighteen(interrupt), prepare, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
				want(t, h.take(), "C0DE/1 here")
				for _, part := range []int{1, 6, 54} {
					d.Send("C0DE/1", devices.Command{Do: devices.Lamp, Part: part, Value: 1})
				}
				time.Sleep(10 * time.Millisecond)
				want(t, lit(b, 1, 2, 3, 18), "1..", "..3", "...", "..3")
				for _, n := range []int{1, 9, 10, 18} {
					b.Claim(n)
					time.Sleep(200 * time.Millisecond)
				}
				b.Claim(18)
				var names []string
				for _, n := range []int{1, 9, 10, 18, 18} {
					names = append(names, fmt.Sprintf("C0DE/1 button %d 1", n), fmt.Sprintf("C0DE/1 button %d 0", n))
				}
				time.Sleep(300 * time.Millisecond)
				want(t, h.take(), names...)
			})
		}
	}
}

// A crossing changes one byte of the chip: three bytes go over the wire.
func TestACrossingIsOneShortTransfer(t *testing.T) {
	bench(t, strings.ReplaceAll(paneltest.Eighteen("GPIO4"), "buttons", "# buttons"), nil, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		d.Send("C0DE/1", devices.Command{Do: devices.Lamp, Part: 1, Value: 1})
		time.Sleep(10 * time.Millisecond)
		txs, bytes := b.Bus.Transfers(), b.Bus.Bytes()
		d.Send("C0DE/1", devices.Command{Do: devices.Lamp, Part: 2, Value: 1})
		time.Sleep(10 * time.Millisecond)
		if n, m := b.Bus.Transfers()-txs, b.Bus.Bytes()-bytes; n != 1 || m != 3 {
			t.Errorf("%d transfers of %d bytes, want 1 of 3", n, m)
		}
		want(t, lit(b, 1), "12.")
	})
}

// A matrix that does not answer is told once, with how much fails; when it is back its lamps are what they were told meanwhile.
func TestADeadMatrixIsSaidAndItsLampsAreRightAgain(t *testing.T) {
	bench(t, paneltest.Eighteen("")+"\n[table]\nnext = \"GPIO23\"\nlamp = \"m1.R15C7\"\n", nil, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		h.take()
		d.Send("C0DE/1", devices.Command{Do: devices.Lamp, Part: 1, Value: 1})
		time.Sleep(time.Second)
		b.Bus.Away(0x76, true)
		time.Sleep(3 * time.Second)
		want(t, h.take(), "health: C0DE matrix m1 (0x76) does not answer", "health: C0DE/1 matrix m1 (0x76) does not answer")
		d.Send("C0DE/1", devices.Command{Do: devices.Lamp, Part: 1})
		d.Send("C0DE/1", devices.Command{Do: devices.Lamp, Part: 2, Value: 1})
		b.Table("next", 100*time.Millisecond) // what is well goes on
		b.Claim(1)                            // nobody hears it
		want(t, h.take(), "C0DE button 4 1", "C0DE button 4 0")
		b.Bus.Away(0x76, false)
		time.Sleep(3 * time.Second)
		want(t, h.take(), "health: C0DE matrix m1 (0x76) is back", "health: C0DE/1 matrix m1 (0x76) is back")
		want(t, lit(b, 1), ".2.")
		b.Claim(1)
		time.Sleep(200 * time.Millisecond)
		want(t, h.take(), "C0DE/1 button 1 1", "C0DE/1 button 1 0")
		b.Bus.Away(0x76, true) // without power for a moment: it answers again at once, dark
		b.Bus.Away(0x76, false)
		time.Sleep(12 * time.Second)
		want(t, lit(b, 1), ".2.")
	})
}

// Counters need no matrix: lines of the Pi and of an expander do as well, and one that somebody else holds is one line.
func TestCountersOnLinesAndAnExpander(t *testing.T) {
	wiring := `
[[expander]]
name = "x1"
address = 0x20
[[counter]]
cars = [1]
field = "lap"
lamps = ["GPIO5", "x1.B0"]
report = "line"
buttons = ["GPIO6"]
`
	bench(t, wiring, func(b *paneltest.Bench) { b.Pins["GPIO5"].Fail(errors.New("device or resource busy")) }, func(t *testing.T, b *paneltest.Bench, d *panel.Dev, h *heard) {
		want(t, h.take(), "A0B1/1 here", "health: A0B1/1 lamp 1: GPIO5 cannot be had: device or resource busy")
		for part := range 2 {
			d.Send("A0B1/1", devices.Command{Do: devices.Lamp, Part: part + 1, Value: 1})
		}
		b.Claim(1)
		want(t, h.take(), "A0B1/1 button 1 1", "A0B1/1 button 1 0")
		want(t, lit(b, 1), ".2")
		b.Pins["GPIO5"].Fail(nil)
		time.Sleep(3 * time.Second)
		want(t, h.take(), "health: A0B1/1 lamp 1 is back")
		want(t, lit(b, 1), "12")
		d.Send("A0B1/1", devices.Command{Do: devices.Identify})
		seen := map[string]bool{}
		for range 10 {
			time.Sleep(30 * time.Millisecond)
			seen[b.Boxes(1)] = true
		}
		if !seen[".."] || !seen["12"] || len(seen) != 2 {
			t.Errorf("it identifies itself by %v", seen)
		}
		time.Sleep(3 * time.Second)
		want(t, lit(b, 1), "12")
	})
}
