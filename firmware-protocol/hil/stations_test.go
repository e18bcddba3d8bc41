//go:build hil

package hil

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"boxstop/devices"
)

func stations(t testing.TB, args ...string) *Board {
	t.Helper()
	return Start(t, Make(t, "firmware", "stations.elf", "BATTERY=1", "SERIAL=0D1C7F3A"),
		append([]string{"-o", "2", "-w", "20,70,71,72,73,74,75,76"}, args...)...)
}

// knobPins are A and B of each knob.
var knobPins = [6][2]string{{"D2", "D3"}, {"D4", "D5"}, {"D6", "D7"}, {"D8", "D10"}, {"D11", "D12"}, {"A0", "A1"}}

// idle waits until the last wave is through, so that the next is taken.
func idle(t testing.TB, b *Board, d time.Duration) {
	t.Helper()
	at := b.Time()
	Until(t, 20*time.Second, "the board's time goes by", func() bool { return b.Time() > at+d })
}

func TestAStationUnitSaysWhatItCan(t *testing.T) {
	b := stations(t)
	u := listen(t, b, true).here()
	if u.Kind != devices.Panel || u.Knobs != 6 || u.Buttons != 12 || u.Lamps != 7 || u.Digits != 4 || u.Displays != 6 || !u.Sounds || u.Arms || u.Dice != 0 {
		t.Errorf("got %+v", u)
	}
}

// TB-14.
func TestEveryStepOfEveryKnobArrivesOnceHoweverFastAndHoweverItBounces(t *testing.T) {
	b := stations(t)
	h := listen(t, b, true)
	h.here()
	sum := func(knob int) (n int) {
		for _, r := range h.readings(devices.Turned) {
			if r.Part == knob {
				n += r.Value
			}
		}
		return n
	}
	for k, pins := range knobPins {
		for _, turn := range []struct {
			steps int
			us    int
		}{{1, 20000}, {-3, 5000}, {20, 2000}, {-40, 1200}} { // edges, 4 a step; the fastest is 208 steps a second
			was := sum(k + 1)
			b.Do("quad %s %s %d %d", pins[0], pins[1], 4*turn.steps, turn.us)
			steps := max(turn.steps, -turn.steps)
			idle(t, b, time.Duration(4*steps*turn.us)*time.Microsecond+5*time.Millisecond)
			Until(t, 5*time.Second, fmt.Sprintf("knob %d: %d steps", k+1, turn.steps), func() bool { return sum(k+1)-was == turn.steps })
		}
		// one contact bounces for two milliseconds and comes back: nothing
		was := sum(k + 1)
		b.Do("wave %s 0 600 1 700 0 300 1 400 0 500 1 1", pins[0])
		idle(t, b, 100*time.Millisecond)
		if got := sum(k+1) - was; got != 0 {
			t.Errorf("knob %d: a bounce is %d steps", k+1, got)
		}
	}
	for k := range knobPins {
		if got, want := sum(k+1), 1-3+20-40; got != want {
			t.Errorf("knob %d: %d in all, want %d", k+1, got, want)
		}
	}
}

// PROTOCOL.md, rule 6: steps that come while the last TURN waits are gathered.
func TestStepsAreGatheredWhileRaceControlIsAway(t *testing.T) {
	b := stations(t, "-x")
	s := open(t, b)
	s.say("HELLO,1")
	s.until("IAM")
	b.Do("quad D2 D3 4 1500")
	first := s.until("TURN")
	idle(t, b, 20*time.Millisecond)
	b.Do("quad D2 D3 40 1500")
	idle(t, b, 100*time.Millisecond)
	b.Do("quad D2 D3 -8 1500")
	idle(t, b, 100*time.Millisecond)
	if again := s.until("TURN"); again != first {
		t.Errorf("got %s, want %s again", again, first)
	}
	var count uint32
	if _, err := fmt.Sscanf(first, "$TURN,%d,1,1*", &count); err != nil {
		t.Fatalf("%s: %v", first, err)
	}
	s.say(fmt.Sprintf("ACK,%d", count))
	want := fmt.Sprintf("$TURN,%d,1,8*", count+1)
	for next := s.until("TURN"); next[:len(next)-4] != want; next = s.until("TURN") {
		if next != first { // it may have been on its way
			t.Fatalf("got %s, want %s", next, want)
		}
	}
}

// buttonPin is the pin of the expander that a button of PROTOCOL.md is at.
func buttonPin(button int) string { return fmt.Sprintf("GP%c%d", 'A'+(button-1)/6, (button-1)%6) }

// TB-14.
func TestEveryButtonThatBouncesIsPressedAndLetGoOnce(t *testing.T) {
	b := stations(t)
	h := listen(t, b, true)
	h.here()
	for button := 1; button <= 12; button++ {
		// seven milliseconds of bouncing on its way down and on its way up
		b.Do("wave %s 0 300 1 2200 0 400 1 3600 0 500 1 200 0 60000 1 400 0 3100 1 900 0 2600 1", buttonPin(button))
		for i, down := range []int{1, 0} {
			if r := h.wait(devices.Pressed, 2*button-1+i); r.Part != button || r.Value != down {
				t.Errorf("%s: got button %d %d, want %d %d", buttonPin(button), r.Part, r.Value, button, down)
			}
		}
		idle(t, b, 50*time.Millisecond)
	}
	b.Do("wave GPA0 0 7000 1") // shorter than any press: a spark
	idle(t, b, 100*time.Millisecond)
	if n := len(h.readings(devices.Pressed)); n != 24 {
		t.Errorf("%d readings, want 24: %s", n, h)
	}
}

// TB-14: holding a press for a second is another thing than pressing it. The unit says when it goes down and when it is let go, nothing between.
func TestAButtonIsDownAsLongAsItIsHeld(t *testing.T) {
	b := stations(t)
	h := listen(t, b, true)
	h.here()
	for i, held := range []time.Duration{60 * time.Millisecond, time.Second, 2500 * time.Millisecond} {
		b.Pin("GPA3", 0)
		down := b.Time()
		if r := h.wait(devices.Pressed, 2*i+1); r.Part != 4 || r.Value != 1 {
			t.Errorf("got %+v", r)
		}
		idle(t, b, held-(b.Time()-down))
		if n := len(h.readings(devices.Pressed)); n != 2*i+1 {
			t.Fatalf("held for %v: %d readings, want %d: %s", held, n, 2*i+1, h)
		}
		b.Pin("GPA3", 1)
		if r := h.wait(devices.Pressed, 2*i+2); r.Part != 4 || r.Value != 0 {
			t.Errorf("got %+v", r)
		}
	}
}

func TestButtonsThatAreHeldTogetherDoNotHideEachOther(t *testing.T) {
	b := stations(t)
	h := listen(t, b, true)
	h.here()
	want := 0
	set := func(button, level int) {
		t.Helper()
		want++
		b.Pin(buttonPin(button), level)
		if r := h.wait(devices.Pressed, want); r.Part != button || r.Value != 1-level {
			t.Errorf("got button %d %d, want %d %d", r.Part, r.Value, button, 1-level)
		}
	}
	set(2, 0) // held, while another is pressed twice
	set(10, 0)
	set(10, 1)
	set(10, 0)
	set(2, 1)
	set(10, 1)
	for _, level := range []int{0, 1} { // all twelve
		for button := 1; button <= 12; button++ {
			b.Pin(buttonPin(button), level)
		}
		h.wait(devices.Pressed, want+12)
		idle(t, b, 100*time.Millisecond)
		seen := map[int]bool{}
		all := h.readings(devices.Pressed)
		for _, r := range all[want:] {
			seen[r.Part] = r.Value == 1-level
		}
		if want += 12; len(all) != want || len(seen) != 12 {
			t.Errorf("%d readings, want %d; of the last are right: %v", len(all), want, seen)
		}
		for button, right := range seen {
			if !right {
				t.Errorf("button %d is not %d", button, 1-level)
			}
		}
	}
}

// The chip floats without its pull-ups, which it forgets with its power.
func TestAStationUnitWhoseButtonsLoseTheirChip(t *testing.T) {
	b := stations(t)
	h := listen(t, b, true)
	h.here()
	b.Pin("GPA0", 0)
	h.wait(devices.Pressed, 1)
	if got, want := b.Do("regs 20"), "3F3F"; got[:4] != want || got[24:28] != want {
		t.Errorf("registers are %s; directions and pull-ups are to be %s", got, want)
	}
	b.Do("chip 20 0")
	if r := h.wait(devices.Health, 1); r.Text != "panel 7F3A reports buttons: 20 does not answer" {
		t.Errorf("got %q", r.Text)
	}
	b.Pin("GPB5", 0)
	h.send(devices.Command{Do: devices.Show, Part: 2, Text: "2"}) // the others go on
	Until(t, 5*time.Second, "it shows 2", func() bool { return b.Text(0x71) == "   2" })
	b.Do("quad D2 D3 4 2000")
	h.wait(devices.Turned, 1)
	if n := len(h.readings(devices.Pressed)); n != 1 {
		t.Errorf("%d readings without the chip, want 1: %s", n, h)
	}
	b.Do("chip 20 1")
	if r := h.wait(devices.Pressed, 2); r.Part != 12 || r.Value != 1 {
		t.Errorf("got %+v", r)
	}
	for range 20 { // its power is away for less than a reading
		b.Do("chip 20 1")
		idle(t, b, 25*time.Millisecond)
	}
	b.Pin("GPA0", 1)
	if r := h.wait(devices.Pressed, 3); r.Part != 1 || r.Value != 0 {
		t.Errorf("got %+v", r)
	}
	if n := len(h.readings(devices.Health)); n != 1 {
		t.Errorf("%d faults, want 1: %s", n, h)
	}
}

func TestAStationUnitThatStartsWithoutItsButtonsHasThemWhenTheChipIsThere(t *testing.T) {
	b := stations(t)
	b.Do("off")
	b.Do("chip 20 0")
	b.Do("on")
	h := listen(t, b, true)
	h.here()
	b.Pin("GPA5", 0)
	idle(t, b, 1100*time.Millisecond)
	if n := len(h.readings(devices.Pressed)); n != 0 {
		t.Errorf("%d readings: %s", n, h)
	}
	b.Do("chip 20 1")
	if r := h.wait(devices.Pressed, 1); r.Part != 6 || r.Value != 1 {
		t.Errorf("got %+v", r)
	}
}

func TestEveryStationHasItsFourCharactersAndItsLamp(t *testing.T) {
	b := stations(t)
	h := listen(t, b, true)
	h.here()
	for i, text := range []string{"1", "20", "-3", "HALL", "1234567", ""} {
		want := []string{"   1", "  20", "  -3", "HALL", "1234", "    "}[i]
		h.send(devices.Command{Do: devices.Show, Part: 1 + i, Text: "8888"})
		h.send(devices.Command{Do: devices.Show, Part: 1 + i, Text: text})
		Until(t, 5*time.Second, fmt.Sprintf("station %d shows %q", i+1, want), func() bool { return b.Text(0x70+i) == want })
	}
	for lamp := 1; lamp <= 7; lamp++ {
		h.send(devices.Command{Do: devices.Lamp, Part: lamp, Value: 1})
		Until(t, 5*time.Second, fmt.Sprintf("lamp %d", lamp), func() bool {
			return b.Do("leds 76") == fmt.Sprintf("%02X%030d", 1<<lamp-1, 0)
		})
	}
	if b.Do("get D13") != "1" {
		t.Error("the table's lamp is off")
	}
}

func TestAStationWhoseDisplayIsPulledOffIsRightAgainWhenItIsBack(t *testing.T) {
	b := stations(t)
	h := listen(t, b, true)
	h.here()
	h.send(devices.Command{Do: devices.Show, Part: 2, Text: "2"})
	b.Do("chip 71 0")
	if r := h.wait(devices.Health, 1); r.Text != "panel 7F3A reports display: 71 does not answer" {
		t.Errorf("got %q", r.Text)
	}
	b.Pin("GPA0", 0) // the others go on
	h.wait(devices.Pressed, 1)
	b.Do("chip 71 1")
	Until(t, 5*time.Second, "it shows 2 again", func() bool { return b.Text(0x71) == "   2" })
	b.Do("chip 76 0")
	if r := h.wait(devices.Health, 2); r.Text != "panel 7F3A reports display: 76 does not answer" {
		t.Errorf("got %q", r.Text)
	}
	h.send(devices.Command{Do: devices.Lamp, Part: 3, Value: 1})
	b.Pin("GPA0", 1)
	if r := h.wait(devices.Pressed, 2); r.Value != 0 {
		t.Errorf("got %+v", r)
	}
	b.Do("chip 76 1")
	Until(t, 5*time.Second, "lamp 3 is lit", func() bool { return strings.HasPrefix(b.Do("leds 76"), "04") })
}

func TestEveryChipOfAWireThatIsPulledOffIsNamed(t *testing.T) {
	b := stations(t)
	h := listen(t, b, true)
	h.here()
	b.Do("stuck 1")
	h.wait(devices.Health, 8)
	named := map[string]int{}
	for _, r := range h.readings(devices.Health) {
		named[strings.TrimPrefix(r.Text, "panel 7F3A reports ")]++
	}
	for _, chip := range []string{"buttons: 20", "display: 70", "display: 71", "display: 72", "display: 73", "display: 74", "display: 75", "display: 76"} {
		if named[chip+" does not answer"] != 1 {
			t.Errorf("%s is named %d times; all: %v", chip, named[chip+" does not answer"], named)
		}
	}
	b.Do("stuck 0")
	b.Pin("GPB0", 0)
	h.wait(devices.Pressed, 1)
}

func TestWhatAStationUnitCannotDoItRefuses(t *testing.T) {
	b := stations(t, "-x")
	s := open(t, b)
	s.say("HELLO,1")
	s.until("IAM")
	for _, c := range []struct{ say, want string }{
		{"ASK,1,7.1,R,4", "REFUSE,1,cannot"},
		{"LAMP,2,8,1", "REFUSE,2,cannot"},
		{"LAMP,3,1,4", "REFUSE,3,range"},
		{"SHOW,9,7,R 4", "REFUSE,9,cannot"},
		{"SHOW,10,100,R 4", "REFUSE,10,range"},
		{"DANCE,4", "REFUSE,4,unknown"},
		{"PING,5", "ACK,5"},
		{"SOUND,6,1", "ACK,6"},
	} {
		s.say(c.say)
		s.until(c.want)
	}
	s.raw("?PING,7\r")
	s.until("ACK,7")
	s.raw("$PING,8*0000\r\n")
	s.until("ERROR,line")
}
