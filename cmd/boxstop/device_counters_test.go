package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"boxstop/devices/panel"
	"boxstop/devices/panel/paneltest"

	"github.com/google/go-cmp/cmp"
)

func TestDeviceTestPanelTriesEveryLampAndButtonOfCounters(t *testing.T) {
	seen := map[string]int{}
	out, err := tried(t, paneltest.Eighteen("GPIO4"), func(b *paneltest.Bench, typed chan<- string) {
		look := func() {
			for range 10 { // blinking lamps are seen both lit and dark
				time.Sleep(100 * time.Millisecond)
				all := ""
				for i := range b.Wiring.Counters.Of {
					all += b.Boxes(i + 1)
				}
				seen[all]++
			}
			typed <- "y"
		}
		time.Sleep(time.Second)
		look()
		for i := range b.Wiring.Counters.Of {
			look()
			time.Sleep(100 * time.Millisecond)
			if b.Claim(i + 1); i < 17 {
				time.Sleep(300 * time.Millisecond)
			}
		}
	})
	if err != nil || !strings.HasSuffix(out, "\n37 well, 0 not\n") {
		t.Errorf("%v\n%s", err, out)
	}
	for _, want := range []string{
		"C0DE/1: counters, 54 lamps, 18 buttons\n  are all 54 lamps lit? y or n: well\n",
		"  of car 7: 1 steady, 2 a short blink a second, 3 fast, and no other lamp? y or n: well\n  press the button of car 7, and let go: heard\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	for _, want := range []string{strings.Repeat("123", 18), strings.Repeat("...", 6) + "1.3" + strings.Repeat("...", 11), strings.Repeat("...", 17) + "1.."} {
		if seen[want] == 0 {
			t.Errorf("nobody saw %s", want)
		}
	}
}

// The lines that a simulated panel of counters asks for are a wiring file without a mistake.
func TestDeviceSimulatePanelOfCounters(t *testing.T) {
	var out bytes.Buffer
	code := device(context.Background(), []string{"simulate", "panel", "--counters", "4", "--serial", "0D1CC0DE"}, strings.NewReader("claim 9\nclaim 2\nshow\nwiring\nquit\n"), &out, io.Discard)
	_, said, _ := strings.Cut(out.String(), "\n")
	want := "\"9\": 1 to 4 are allowed there\n" + ` 1 [. . .]    2 [. . .]    3 [. . .]
 4 [. . .]
[[unit]]
name = "C0DE"

[[counter]]
unit = "C0DE"
field = "lap"
report = "line"
cars = [1, 2, 3, 4]
lamps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
buttons = [1, 2, 3, 4]
`
	if d := cmp.Diff(want, said); d != "" || code != 0 {
		t.Fatalf("exit status %d, (-want +got)\n%s", code, d)
	}
	_, wiring, _ := strings.Cut(want, "4 [. . .]\n")
	w, err := panel.Parse("wiring.toml", []byte(wiring), nil)
	if err != nil || len(w.Cabled("C0DE").Counters) != 4 {
		t.Fatal(w, err)
	}
}
