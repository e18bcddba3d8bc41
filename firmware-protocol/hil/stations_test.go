//go:build hil

package hil

import (
	"fmt"
	"testing"
	"time"

	"boxstop/devices"
)

func stations(t testing.TB, args ...string) *Board {
	t.Helper()
	return Start(t, Make(t, "firmware", "stations.elf", "BATTERY=1", "SERIAL=0D1C7F3A"),
		append([]string{"-o", "2", "-w", "70,71,72,73,74,75,76"}, args...)...)
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

func TestEveryButtonIsPressedAndLetGoOnce(t *testing.T) {
	b := stations(t)
	h := listen(t, b, true)
	h.here()
	want := 0
	for row := range 2 {
		for k := 1; k <= 6; k++ {
			for _, down := range []int{1, 0} {
				want++
				b.Do("key 76 %d %d %d", row, k, down)
				r := h.wait(devices.Pressed, want)
				if r.Part != 6*row+k || r.Value != down {
					t.Errorf("key %d of row %d: got button %d %d, want %d %d", k, row, r.Part, r.Value, 6*row+k, down)
				}
			}
		}
	}
	for k := 1; k <= 6; k++ { // all six at the same moment
		b.Do("key 76 0 %d 1", k)
	}
	h.wait(devices.Pressed, want+6)
	idle(t, b, 200*time.Millisecond)
	if n := len(h.readings(devices.Pressed)); n != want+6 {
		t.Errorf("%d readings, want %d", n, want+6)
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
	b.Do("key 76 0 1 1") // the others go on
	h.wait(devices.Pressed, 1)
	b.Do("chip 71 1")
	Until(t, 5*time.Second, "it shows 2 again", func() bool { return b.Text(0x71) == "   2" })
	b.Do("chip 76 0")
	if r := h.wait(devices.Health, 2); r.Text != "panel 7F3A reports display: 76 does not answer" {
		t.Errorf("got %q", r.Text)
	}
	b.Do("key 76 0 1 0")
	b.Do("chip 76 1")
	if r := h.wait(devices.Pressed, 2); r.Value != 0 {
		t.Errorf("got %+v", r)
	}
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
