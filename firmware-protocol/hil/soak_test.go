//go:build hil

package hil

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"boxstop/devices"
)

// Every roll that somebody was asked for reaches race control, once, whatever is pulled, killed and cut meanwhile.
func TestEveryRollReachesRaceControlOnceThroughPulledCablesCutPowerAndRestarts(t *testing.T) {
	luck := rand.New(rand.NewPCG(6, 14))
	b := cup(t)
	h := listen(t, b, true)
	h.here()
	taken := map[string]int{} // by ask
	counts := map[uint32]string{}
	take := func() {
		for _, r := range h.readings(devices.Rolled) {
			if ask, ok := counts[r.Count]; ok && ask == r.Ask { // said again to a race control that was started again
				continue
			}
			if r.Ask == "" { // it was pressed when it had just lost its power: nobody's, for the tray
				continue
			}
			counts[r.Count] = r.Ask
			taken[r.Ask]++
		}
	}
	harm := map[string]int{}
	for n := 1; n <= 25; n++ {
		ask := fmt.Sprintf("%d.1", n)
		rolled := func() bool { take(); return taken[ask] > 0 }
		what := [...]string{"nothing", "unplug", "off", "kill", "reset"}[luck.IntN(5)]
		when := time.Duration(luck.IntN(900)) * time.Millisecond
		harm[what]++
		done := make(chan struct{})
		go func() { // at any moment of arming, tumbling, telling
			defer close(done)
			time.Sleep(when)
			switch what {
			case "unplug", "off":
				b.Do("%s", what)
				time.Sleep(60 * time.Millisecond)
				b.Do("%s", map[string]string{"unplug": "plug", "off": "on"}[what])
			case "reset":
				b.Do("reset")
			}
		}()
		end := time.Now().Add(30 * time.Second)
		for !rolled() {
			if time.Now().After(end) {
				t.Fatalf("ask %s after %s at %v: no roll; digits %q; %s", ask, what, when, b.Text(0x70), h)
			}
			// what race control does: it arms again with every Here, and when the unit is not armed
			if us := h.link.Units(); len(us) == 1 {
				h.link.Send(us[0].Serial, devices.Command{Do: devices.Arm, Ask: ask, Mark: "R", Dice: 2})
			}
			wait := time.Now().Add(400 * time.Millisecond)
			for b.Text(0x70) != "R  2" && time.Now().Before(wait) && !rolled() {
				time.Sleep(2 * time.Millisecond)
			}
			if b.Text(0x70) == "R  2" {
				b.Pin("D2", 0) // the driver
				time.Sleep(30 * time.Millisecond)
				b.Pin("D2", 1)
				if what == "kill" {
					h.stop()
					h = listen(t, b, true)
					h.here()
				}
				wait = time.Now().Add(1500 * time.Millisecond)
				for time.Now().Before(wait) && !rolled() {
					time.Sleep(2 * time.Millisecond)
				}
			}
		}
		<-done
		Until(t, 20*time.Second, "the unit is here", func() bool { return len(h.link.Units()) == 1 })
	}
	at := b.Time()
	Until(t, 10*time.Second, "whatever waits is said again", func() bool { return b.Time() > at+3*time.Second })
	take()
	for ask, n := range taken {
		if n != 1 {
			t.Errorf("ask %q: %d rolls reached it", ask, n)
		}
	}
	if len(taken) != 25 {
		t.Errorf("%d asks were rolled for, want 25", len(taken))
	}
	t.Logf("%d rolls, each once; meanwhile: %v", len(taken), harm)
}
