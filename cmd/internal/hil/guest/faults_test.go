//go:build hilvm

package guest

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"boxstop/cmd/internal/hil/client"
	"boxstop/cmd/internal/view"
)

// says waits until the log has a text.
func says(t testing.TB, d *client.Daemon, text string) {
	t.Helper()
	until(t, "the log says "+text, func() bool { return strings.Contains(d.Log(), text) })
}

// A display that does not acknowledge is said, takes its station's sight, and shows what it should when it is back.
func TestADisplayThatIsUnpluggedIsRightWhenItIsBack(t *testing.T) {
	d := race(t, wiring)
	declared(t, d)
	turn(t, anna, true)
	until(t, "Anna's display shows a speed", func() bool { return display1.shows() != "" })
	speed := display1.shows()
	pressed(t, annasPress, interrupt)
	d.Until("Anna has locked", func(s *view.Snapshot) bool { a, ok := ask(s, "R"); return ok && a.Done })
	display1.set(t, "present", "0")
	turn(t, ben, true)
	press(t, bensPress)
	d.Until("her display is missed", func(s *view.Snapshot) bool {
		u := unit(s, "A0B1/1")
		return u.State == "FAULT" && u.What == "knob, lamp" && strings.Contains(u.Last, "display 0x70 does not answer")
	})
	display1.set(t, "present", "1")
	until(t, "it shows what she declared", func() bool { return display1.shows() == speed })
	d.Until("it is said", func(s *view.Snapshot) bool {
		u := unit(s, "A0B1/1")
		return u.State == "ok" && u.What == "knob, lamp, hood" && strings.Contains(u.Last, "display is back")
	})
	says(t, d, "A0B1/1 display is back")

	display1.set(t, "fail", "1") // one transfer that fails, as a bad contact makes it
	turn(t, anna, true)
	until(t, "it shows where she may drive to", func() bool { return display1.shows() != "" && display1.shows() != speed })
}

// While a transfer blocks, orders are answered and lines of the Pi work, and what the chips should show they show when the bus lives again. The kernel
// gives a transfer up after a second; here it takes three, so that an order that is answered before the transfer is over did not wait for it, however
// slow the machine is.
func TestADeadBusNeverBlocksTheRace(t *testing.T) {
	const wanted = 5
	d := race(t, wiring)
	declared(t, d)
	turn(t, anna, true)
	pressed(t, annasPress, interrupt)
	d.Until("Anna has locked", func(s *view.Snapshot) bool { a, ok := ask(s, "R"); return ok && a.Done })
	press(t, bensPress)
	s := d.Until("a move is asked for", func(s *view.Snapshot) bool { return len(s.Asks) > 0 && s.Asks[0].Form == "move" })
	if a := s.Asks[0]; a.Car == "R" {
		if r := d.Order(a.Options[0].Line, a.ID); r.Error != "" {
			t.Fatal(r.Error)
		}
	}
	d.Until("it is Ben's", func(s *view.Snapshot) bool { a, ok := ask(s, "B"); return ok && a.Form == "move" })
	again := func() { // Ben moves and takes it back: his display has something else to show after each
		if a, _ := ask(d.Now(), "B"); d.Order(a.Options[0].Line, a.ID).Error != "" {
			t.Fatalf("%s was refused", a.Options[0].Line)
		}
	}
	back := func() { d.Say("undo", "moved") }
	again()
	back()
	until(t, "Ben's lamp is lit and his display shows what there is to choose", func() bool { return high(bensLamp) && display2.shows() != "" })
	time.Sleep(time.Second)
	annas, bens := display1.shows(), display2.shows()

	hang(t, 3*time.Second)
	meanwhile, orders := 0, 0
	for began := time.Now(); meanwhile < wanted || orders%2 == 1; orders++ {
		if time.Since(began) > time.Minute {
			t.Fatalf("of %d orders %d were answered before the transfer of the moment was given up, want %d", orders, meanwhile, wanted)
		}
		if orders > 0 {
			until(t, "a transfer begins", func() bool { return read(bus+"/begun") != read(bus+"/given_up") })
		}
		before := read(bus + "/given_up")
		if orders%2 == 0 {
			again()
		} else {
			back()
		}
		if orders > 0 && read(bus+"/given_up") == before {
			meanwhile++
		}
	}
	t.Logf("%d of %d orders were answered while a transfer blocked", meanwhile, orders)
	d.Until("the station whose press is behind the bus is gone", func(s *view.Snapshot) bool { return unit(s, "A0B1/1").State == "GONE" })
	says(t, d, "does not answer")
	until(t, "Ben's lamp, on a line of the Pi, is lit", func() bool { return high(bensLamp) })

	hang(t, 0)
	d.Until("both stations are back", func(s *view.Snapshot) bool {
		return unit(s, "A0B1/1").What == "knob, lamp, hood" && unit(s, "A0B1/1").State == "ok" && unit(s, "A0B1/2").What == "knob, lamp, hood"
	})
	until(t, "displays and lamps are as they were", func() bool {
		return display1.shows() == annas && display2.shows() == bens && high(bensLamp) && !expander.drives(annasLamp)
	})
}

// A line that somebody else has: which line, who has it, what to do; the daemon runs without it, and takes it when it is free.
func TestAHeldLineIsNamedAndTakenWhenItIsFree(t *testing.T) {
	atRest(t)
	free := map[string]func(){}
	for _, line := range []string{"GPIO24", "GPIO10", bensLamp, "GPIO7", interrupt} {
		free[line] = hold(t, line, "fan@"+line)
	}
	d := client.Serve(t, program, folder(t, wiring), nil)
	d.Say("game speedcircuit", "board rivermouth", `enter R red "Anna"`, `enter B blue "Ben"`, "grid R B", "start")
	const todo = "end that program, or take its overlay out of config.txt"
	for _, want := range []string{
		`A0B1 button hold: GPIO24 is held by "fan@GPIO24": ` + todo,
		`knob: GPIO10 is held by "fan@GPIO10": ` + todo,
		`A0B1/2 lamp: GPIO12 is held by "fan@GPIO12": ` + todo,
		`A0B1 sounder: GPIO7 is held by "fan@GPIO7": ` + todo,
		`A0B1/1 interrupt: GPIO4 is held by "fan@GPIO4": ` + todo,
	} {
		says(t, d, want)
	}
	s := d.Until("the station without a knob is gone, the others have a fault", func(s *view.Snapshot) bool {
		return unit(s, "A0B1/2").State == "GONE" && unit(s, "A0B1/1").State == "FAULT" && unit(s, "A0B1").State == "FAULT" && len(s.Asks) > 0
	})
	if r := d.Order(s.Asks[0].Options[0].Line, s.Asks[0].ID); r.Error != "" { // Ben is asked for his move
		t.Fatal(r.Error)
	}
	for _, release := range free {
		release()
	}
	for _, want := range []string{"A0B1 GPIO24 is back", "A0B1/2 GPIO22 is back", "A0B1/2 lamp is back", "A0B1 sounder is back", "A0B1/1 GPIO4 is back"} {
		says(t, d, want)
	}
	d.Until("all is well", func(s *view.Snapshot) bool {
		return unit(s, "A0B1/2").State == "ok" && unit(s, "A0B1/1").State == "ok" && unit(s, "A0B1").State == "ok"
	})
	until(t, "Ben's lamp is lit", func() bool { return high(bensLamp) })
	press(t, "GPIO24")
	d.Until("hold holds", func(s *view.Snapshot) bool { return s.Head.Held })
}

// The driver of GPIO lines closes descriptor 0 where a chip has two names, as on Raspberry Pi OS and in this machine; what was opened next would be standard input.
func TestStandardInputStaysWhatItWas(t *testing.T) {
	if to, err := os.Readlink("/dev/gpiochip4"); err != nil || to != "gpiochip0" {
		t.Fatalf("gpiochip4 leads to %q: %v", to, err)
	}
	atRest(t)
	in, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer end.Close()
	d := client.Serve(t, program, folder(t, wiring), in)
	d.Until("the panel is here", func(s *view.Snapshot) bool { return unit(s, "A0B1").State == "ok" })
	want, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", in.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/0", d.Process().Pid)); got != want || err != nil {
		t.Errorf("its standard input is %q (%v), want %q", got, err, want)
	}
}

// The kernel keeps 16 events a line. What a knob did while nobody looked may be lost; what it does then is not.
func TestAKnobThatTurnedTooFastForTheKernelGoesOn(t *testing.T) {
	d := race(t, wiring)
	declared(t, d)
	if err := d.Process().Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for i := range 20 { // 80 edges, of which 32 are kept
		turn(t, anna, i%2 == 0)
	}
	if err := d.Process().Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	until(t, "Anna's display has shown a speed and is dark again", func() bool { return strings.Contains(read(display1.file("log")), "W 17 00 ") && display1.shows() == "" })
	was := ""
	for i := range 4 {
		turn(t, anna, i%2 == 0)
		until(t, fmt.Sprintf("step %d is seen", i+1), func() bool { return display1.shows() != was && display1.shows() != "" })
		was = display1.shows()
	}
}
