package link

import (
	"slices"
	"strings"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/firmware-protocol/wire"
)

func TestOfCommandsThatWaitTheNewestCounts(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, "tty0")
		u := b.on("tty0", cup("7F3A"))
		b.run(Options{})
		b.pass(3 * time.Second)
		u.mu.Lock()
		u.answer, u.heard = nil, nil // it does not answer: the first command stays unanswered
		u.mu.Unlock()
		arm := func(ask string, dice int) {
			b.link.Send("7F3A", devices.Command{Do: devices.Arm, Ask: ask, Mark: "R", Dice: dice})
		}
		b.link.Send("7F3A", devices.Command{Do: devices.Identify})
		b.pass(0)
		arm("1.1", 1)
		b.link.Send("7F3A", devices.Command{Do: devices.Show, Text: "old"})
		arm("2.1", 2)
		b.link.Send("7F3A", devices.Command{Do: devices.Disarm})
		b.link.Send("7F3A", devices.Command{Do: devices.Sound, Value: 1}) // it has none
		b.link.Send("7F3A", devices.Command{Do: devices.Lamp, Value: 1})  // nor that
		b.link.Send("7F3A", devices.Command{Do: devices.Show, Text: "new"})
		b.link.Send("7F3A", devices.Command{Do: devices.Show, Part: 2, Text: "new"}) // it has one display
		arm("3.1", 3)
		arm("bad id", 3) // no line of the protocol: dropped, with what it took the place of
		arm("4.1", 4)
		for range 500 { // never blocks
			b.link.Send("7F3A", devices.Command{Do: devices.Ack, Count: 9})
			b.link.Send("FFFF", devices.Command{Do: devices.Identify})
		}
		b.pass(time.Millisecond)
		u.mu.Lock()
		u.answer, u.heard = cup("7F3A"), nil
		u.mu.Unlock()
		b.pass(time.Second)
		b.end()
		var got []string
		for _, h := range u.heard {
			if h = h[:len(h)-5]; !strings.HasPrefix(h, "ACK") {
				got = append(got, h)
			}
		}
		if want := []string{"IDENTIFY,1", "SHOW,2,1,new", "ASK,3,4.1,R,4"}; !slices.Equal(got, want) {
			t.Errorf("heard %q, want %q", got, want)
		}
	})
}

// TB-6: armings that were ordered before a roll was known do not have it rolled twice; one that is ordered afterwards does.
func TestAnArmingThatWaitsWhileItsRollArrivesIsForgotten(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, "tty0")
		u := b.on("tty0", cup("7F3A"))
		b.run(Options{})
		b.pass(3 * time.Second)
		u.mu.Lock()
		u.answer, u.heard = nil, nil
		u.mu.Unlock()
		arm := devices.Command{Do: devices.Arm, Ask: "210.1", Mark: "R", Dice: 1}
		b.link.Send("7F3A", devices.Command{Do: devices.Show, Text: "R 1"})
		b.pass(0)
		b.link.Send("7F3A", arm)
		b.pass(0)
		u.say(wire.Line{Verb: wire.Roll, Number: 5, Ask: wire.T("210.1"), Dice: 1, Rolled: [12]wire.Die{{Die: 1, Face: 2}}})
		u.mu.Lock()
		u.answer = cup("7F3A")
		u.mu.Unlock()
		b.pass(time.Second)
		if s := strings.Join(u.heard, " "); strings.Contains(s, "ASK") {
			t.Errorf("heard %s, want no ASK", s)
		}
		b.link.Send("7F3A", arm)
		b.pass(time.Second)
		b.end()
		if s := strings.Join(u.heard, " "); !strings.Contains(s, "ASK") {
			t.Errorf("heard %s, want an ASK", s)
		}
	})
}
