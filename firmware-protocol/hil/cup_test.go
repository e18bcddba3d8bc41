//go:build hil

package hil

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"boxstop/devices"
)

func TestACupSaysWhoItIsAndWhatItCan(t *testing.T) {
	b := cup(t)
	u := listen(t, b, true).here()
	u.Port, u.Count, u.Battery = "", 0, -1
	want := devices.Unit{Serial: "0D1C7F3A", Kind: devices.Dice, Protocol: 1, Firmware: "1.1.0", Dice: 12, Arms: true, Digits: 4, Lamps: 1, Sounds: true, Battery: -1}
	if !reflect.DeepEqual(u, want) {
		t.Errorf("got  %+v\nwant %+v", u, want)
	}
}

// TB-6.
func TestABouncingPressOfAnArmedCupIsOneRollOfJustSoManyDice(t *testing.T) {
	b := cup(t)
	h := listen(t, b, true)
	h.here()
	for n := 1; n <= 12; n++ {
		ask := fmt.Sprintf("%d.1", 200+n)
		h.arm(ask, n)
		armed(t, b, n)
		if got := b.Do("get D13"); got != "1" {
			t.Errorf("the lamp of an armed cup is %s", got)
		}
		press(b, "D2", 60*time.Millisecond)
		r := h.wait(devices.Rolled, n)
		if r.Ask != ask || len(r.Dice) != n || allOf(r, devices.Still) != nil {
			t.Errorf("got ask %s, dice %v; want %s, %d still ones", r.Ask, r.Dice, ask, n)
		}
		for i, f := range faces(r) {
			if f < 1 || f > 6 || r.Dice[i].Die != i+1 {
				t.Errorf("die %d is %v", i+1, r.Dice[i])
			}
		}
		if n <= 4 {
			want := ""
			for _, f := range faces(r) {
				want += fmt.Sprint(f)
			}
			want += "    "[n:]
			Until(t, 3*time.Second, "digits show "+want, func() bool { return b.Text(0x70) == want })
		}
	}
	if got := len(h.readings(devices.Rolled)); got != 12 {
		t.Errorf("%d rolls, want 12", got)
	}
}

func TestACupThatIsNotArmedRollsTwelveOrWhatALongPressCounted(t *testing.T) {
	b := cup(t)
	h := listen(t, b, true)
	h.here()
	press(b, "D2", 60*time.Millisecond)
	if r := h.wait(devices.Rolled, 1); r.Ask != "" || len(r.Dice) != 12 {
		t.Errorf("got %q, %d dice; want none, 12", r.Ask, len(r.Dice))
	}
	b.Pin("D2", 0)
	Until(t, 10*time.Second, "it counts to 3", func() bool { return b.Text(0x70) == "   3" })
	b.Pin("D2", 1)
	if r := h.wait(devices.Rolled, 2); len(r.Dice) != 3 {
		t.Errorf("got %d dice, want 3", len(r.Dice))
	}
	Until(t, 10*time.Second, "it is still", func() bool { return len(b.Text(0x70)) == 4 })
	press(b, "D2", 60*time.Millisecond)
	if r := h.wait(devices.Rolled, 3); len(r.Dice) != 3 {
		t.Errorf("got %d dice, want the 3 of last time", len(r.Dice))
	}
}

func TestAShakeRollsAndAKnockOnTheTableDoesNot(t *testing.T) {
	b := cup(t)
	h := listen(t, b, true)
	h.here()
	h.arm("7.1", 4)
	armed(t, b, 4)
	b.Do("wave D3 0 9000 1 9000") // one knock: two edges
	at := b.Time()
	Until(t, 10*time.Second, "a second and a half go by", func() bool { return b.Time() > at+1500*time.Millisecond })
	if n := len(h.readings(devices.Rolled)); n != 0 {
		t.Fatalf("a knock rolled %d times", n)
	}
	b.Do("wave D3 0 30000 1 30000 0 30000 1 30000 0 30000 1 30000 0 30000 1 30000 0 30000 1 1")
	if r := h.wait(devices.Rolled, 1); r.Ask != "7.1" || len(r.Dice) != 4 || allOf(r, devices.Still) != nil {
		t.Errorf("got %s %v", r.Ask, r.Dice)
	}
}

// PROTOCOL.md, Quality.
func TestALeaningCupIsCockedAndOneThatIsLiftedWhileTheDiceTumbleIsHandled(t *testing.T) {
	b := cup(t)
	h := listen(t, b, true)
	h.here()
	h.arm("7.1", 3)
	armed(t, b, 3)
	press(b, "D2", 30*time.Millisecond)
	Until(t, 5*time.Second, "they tumble", func() bool { return b.Text(0x70) != "R  3" })
	b.Pin("D3", 0)
	if r := h.wait(devices.Rolled, 1); allOf(r, devices.Cocked) != nil {
		t.Errorf("a leaning cup: %v", r.Dice)
	}
	b.Pin("D3", 1)
	h.arm("8.1", 2)
	armed(t, b, 2)
	press(b, "D2", 30*time.Millisecond)
	Until(t, 5*time.Second, "they tumble", func() bool { return b.Text(0x70) != "R  2" })
	at := b.Time()
	Until(t, 5*time.Second, "the button has been let go", func() bool { return b.Time() > at+50*time.Millisecond })
	b.Do("wave D3 0 20000 1 20000 0 20000 1 20000 0 20000 1 1")
	if r := h.wait(devices.Rolled, 2); allOf(r, devices.Handled) != nil {
		t.Errorf("a cup that was lifted: %v", r.Dice)
	}
}

// PROTOCOL.md, rule 6.
func TestARollIsKeptUntilItIsAcknowledgedThroughARestartOfRaceControlAndAPulledCable(t *testing.T) {
	b := cup(t)
	h := listen(t, b, false)
	h.here()
	h.arm("210.1", 4)
	armed(t, b, 4)
	press(b, "D2", 30*time.Millisecond)
	first := h.wait(devices.Rolled, 1)
	h.stop() // race control is killed before the roll is on its disk
	h = listen(t, b, false)
	again := h.wait(devices.Rolled, 1)
	if again.Count != first.Count || again.Ask != first.Ask || !slices.Equal(again.Dice, first.Dice) {
		t.Errorf("after a restart: got %d %s %v, want %d %s %v", again.Count, again.Ask, again.Dice, first.Count, first.Ask, first.Dice)
	}
	h.arm("210.1", 4) // it asks for the same again: it was rolled already
	b.Do("unplug")
	h.wait(devices.Gone, 1)
	b.Do("plug") // a board that is fed by its cable starts again: what waited is lost, the count has jumped
	u := h.wait(devices.Here, 2).Unit
	if u.Count <= first.Count {
		t.Errorf("after power came back the count is %d, it was %d", u.Count, first.Count)
	}
	h.arm("210.1", 4)
	armed(t, b, 4)
	press(b, "D2", 30*time.Millisecond)
	r := h.wait(devices.Rolled, 2)
	if r.Ask != "210.1" || r.Count <= first.Count {
		t.Errorf("rolled anew: %d %s", r.Count, r.Ask)
	}
	h.send(devices.Command{Do: devices.Ack, Count: r.Count})
	h.stop()
	h = listen(t, b, false) // what was acknowledged is said no more
	h.here()
	at := b.Time()
	Until(t, 10*time.Second, "three seconds go by", func() bool { return b.Time() > at+3*time.Second })
	if rs := h.readings(devices.Rolled); len(rs) != 0 {
		t.Errorf("acknowledged and said again: %v", rs)
	}
}

func TestAnAskWhoseRollWaitsArmsNothingAndTheRollComesAgain(t *testing.T) {
	b := cup(t, "-x")
	s := open(t, b)
	s.say("HELLO,1")
	s.until("IAM")
	s.say("ASK,1,9.1,R,2")
	s.until("ACK,1")
	press(b, "D2", 30*time.Millisecond)
	first := s.until("ROLL")
	s.say("ASK,2,9.1,R,2")
	s.until("ACK,2")
	if again := s.until("ROLL"); again != first {
		t.Errorf("got %s, want %s", again, first)
	}
	if got := b.Text(0x70); got == "R  2" {
		t.Error("it is armed again")
	}
	s.say("ASK,2,9.1,R,2") // rule 4: the same number again is answered, and not done again
	s.until("ACK,2")
}

func TestANinthUnacknowledgedRollIsNotMadeAndThatIsSaid(t *testing.T) {
	b := cup(t)
	h := listen(t, b, false)
	h.here()
	for n := 1; n <= 8; n++ {
		h.arm(fmt.Sprintf("%d.1", n), 1)
		armed(t, b, 1)
		press(b, "D2", 30*time.Millisecond)
		h.wait(devices.Rolled, n)
	}
	h.arm("9.1", 1)
	armed(t, b, 1)
	press(b, "D2", 30*time.Millisecond)
	if r := h.wait(devices.Health, 1); r.Text != "dice 7F3A reports overrun" {
		t.Errorf("got %q", r.Text)
	}
	for _, r := range h.readings(devices.Rolled) {
		h.send(devices.Command{Do: devices.Ack, Count: r.Count})
	}
	h.arm("9.1", 1)
	armed(t, b, 1)
	press(b, "D2", 30*time.Millisecond)
	if r := h.wait(devices.Rolled, 9); r.Ask != "9.1" {
		t.Errorf("got %s", r.Ask)
	}
}

// PROTOCOL.md, rule 8.
func TestTheCountNeverGoesBackWhateverMomentThePowerIsCut(t *testing.T) {
	b := cup(t)
	h := listen(t, b, true)
	last := h.here().Count
	rolls := 0
	for cut := 1; cut <= 14; cut++ {
		switch {
		case cut%2 == 0: // in the middle of a byte of the reservation that follows a start
			b.Do("tear %d", 1+cut/2%6)
			b.Do("reset")
		default:
			rolls++
			h.arm(fmt.Sprintf("%d.1", cut), 1)
			armed(t, b, 1)
			press(b, "D2", 30*time.Millisecond)
			r := h.wait(devices.Rolled, rolls)
			if int32(r.Count-last) <= 0 {
				t.Fatalf("cut %d: count %d came after %d", cut, r.Count, last)
			}
			last = r.Count
			b.Do("off")
		}
		h.wait(devices.Gone, cut)
		heres := len(h.readings(devices.Here)) // one more where it spoke between its reset and the cut
		b.Do("tear 0")
		b.Do("on")
		u := h.wait(devices.Here, heres+1).Unit
		if int32(u.Count-last) < 0 {
			t.Fatalf("cut %d: the count is %d, it was %d", cut, u.Count, last)
		}
		last = u.Count
	}
	for _, r := range h.readings(devices.Health) {
		if r.Port == "" {
			t.Errorf("it was said: %s", r.Text)
		}
	}
}

func TestAMemoryThatKeepsNothingIsSaidAndTheGameGoesOn(t *testing.T) {
	b := cup(t)
	h := listen(t, b, true)
	h.here()
	b.Do("worn 1")
	b.Do("reset")
	if r := h.wait(devices.Health, 1); r.Text != "dice 7F3A reports memory" {
		t.Errorf("got %q", r.Text)
	}
	h.arm("7.1", 2)
	armed(t, b, 2)
	press(b, "D2", 30*time.Millisecond)
	if r := h.wait(devices.Rolled, 1); len(r.Dice) != 2 {
		t.Errorf("got %v", r.Dice)
	}
}

func TestAFirmwareThatHangsIsBackByItsWatchdog(t *testing.T) {
	b := cup(t)
	h := listen(t, b, true)
	was := h.here()
	at := b.Time()
	Until(t, 10*time.Second, "the watchdog is on", func() bool { return b.Time() > at+700*time.Millisecond })
	b.Do("hang")
	now := h.wait(devices.Here, 2).Unit
	if now.Count <= was.Count {
		t.Errorf("the count is %d, it was %d", now.Count, was.Count)
	}
	h.arm("7.1", 2)
	armed(t, b, 2)
	press(b, "D2", 30*time.Millisecond)
	h.wait(devices.Rolled, 1)
}

func TestABlankUnitDrawsASerialNumberAndKeepsIt(t *testing.T) {
	plain := Make(t, "firmware", "dicecup.elf")
	seen := map[string]bool{}
	for seed := 1; seed <= 4; seed++ {
		file := t.TempDir() + "/eeprom"
		first := ""
		for range 2 {
			b := Start(t, plain, "-w", "70", "-n", fmt.Sprint(seed), "-e", file)
			h := listen(t, b, true)
			u := h.here()
			h.stop()
			b.Stop()
			if first != "" && u.Serial != first {
				t.Errorf("it was %s and is %s", first, u.Serial)
			}
			first = u.Serial
			if u.Battery != -1 || u.Count == 0 {
				t.Errorf("got %+v", u)
			}
		}
		if len(first) != 8 || seen[first] {
			t.Errorf("serial number %q, others %v", first, seen)
		}
		seen[first] = true
	}
}

func TestWhatACupIsToldIsSeenAndHeard(t *testing.T) {
	b := cup(t)
	h := listen(t, b, true)
	h.here()
	h.send(devices.Command{Do: devices.Show, Text: "HELL"})
	Until(t, 5*time.Second, "HELL", func() bool { return b.Text(0x70) == "HELL" })
	h.send(devices.Command{Do: devices.Show, Text: ""})
	Until(t, 5*time.Second, "nothing", func() bool { return b.Text(0x70) == "    " })
	h.send(devices.Command{Do: devices.Lamp, Part: 1, Value: 1})
	Until(t, 5*time.Second, "the lamp is on", func() bool { return b.Do("get D13") == "1" })
	h.send(devices.Command{Do: devices.Lamp, Part: 1, Value: 3})
	for _, want := range []string{"0", "1", "0", "1"} {
		Until(t, 5*time.Second, "the lamp blinks", func() bool { return b.Do("get D13") == want })
	}
	h.send(devices.Command{Do: devices.Lamp, Part: 1, Value: 0})
	h.send(devices.Command{Do: devices.Identify})
	Until(t, 5*time.Second, "8888", func() bool { return b.Text(0x70) == "8888" })
	for which, want := range map[int][2]int{1: {250, 400}, 2: {500, 800}, 3: {2200, 2600}, 4: {20, 60}} { // edges at 2 kHz
		b.Do("tones")
		h.send(devices.Command{Do: devices.Sound, Value: which})
		at := b.Time()
		Until(t, 10*time.Second, "the sound is over", func() bool { return b.Time() > at+900*time.Millisecond })
		var n int
		if _, err := fmt.Sscan(b.Do("tones"), &n); err != nil || n < want[0] || n > want[1] {
			t.Errorf("sound %d: %d edges, want %v", which, n, want)
		}
	}
	b.Do("adc 0 2150")
	Until(t, 10*time.Second, "the battery is full", func() bool {
		rs := h.readings(devices.Charge)
		return len(rs) > 0 && rs[len(rs)-1].Value == 100
	})
	b.Do("adc 0 1875") // 3.75 V
	Until(t, 10*time.Second, "the battery is half full", func() bool {
		rs := h.readings(devices.Charge)
		return rs[len(rs)-1].Value >= 48 && rs[len(rs)-1].Value <= 52
	})
}

func TestWithoutItsDigitsACupRollsAndSaysThatTheyAreMissing(t *testing.T) {
	b := cup(t)
	h := listen(t, b, true)
	h.here()
	for n, how := range []string{"chip 70 0", "stuck 1"} {
		b.Do("%s", how)
		if r := h.wait(devices.Health, n+1); r.Text != "dice 7F3A reports display: 70 does not answer" {
			t.Errorf("got %q", r.Text)
		}
		h.arm(fmt.Sprintf("7.%d", n+1), 2)
		Until(t, 5*time.Second, "it is armed", func() bool { return b.Do("get D13") == "1" })
		press(b, "D2", 30*time.Millisecond)
		h.wait(devices.Rolled, n+1)
		b.Do("stuck 0")
		b.Do("chip 70 1")
		Until(t, 5*time.Second, "the digits are back", func() bool { return b.Text(0x70) != "" })
	}
}
