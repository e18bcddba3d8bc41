package sim_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/devices/sim"

	"github.com/google/go-cmp/cmp"
)

func TestAUnitIsFoundByAskingAndSaysWhatItCanDo(t *testing.T) {
	d := cup(t, sim.Options{Dice: 6, Digits: 4, Lamps: 1, Sounds: true, Battery: 87, Count: 117})
	b := setTable(t, d.Path())
	got := b.wait(devices.Here).Unit
	want := devices.Unit{
		Serial: "0D1C7F3A", Kind: devices.Dice, Protocol: 1, Firmware: "sim", Count: 117, Dice: 6, Arms: true, Digits: 4, Lamps: 1,
		Sounds: true, Port: d.Path(), Battery: -1,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if got := b.wait(devices.Charge); got.Value != 87 {
		t.Errorf("battery: got %d, want 87", got.Value)
	}
	if us := b.Units(); len(us) != 1 || us[0].Name() != "7F3A" || us[0].Battery != 87 {
		t.Errorf("units here: %+v", us)
	}
}

// TB-6: a unit that serves the table is armed with the ask's id, the driver's mark and how many dice, and shows them; it rolls just as
// many, and the roll carries the id back. A second shake is for nobody.
func TestAnArmedCupRollsJustAsManyDiceAndCarriesTheAskBack(t *testing.T) {
	d := cup(t, sim.Options{Dice: 6, Digits: 4})
	b := setTable(t, d.Path())
	b.wait(devices.Here)
	b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: "210.1", Mark: "R", Dice: 4})
	b.until("it is armed", func() bool { return d.Showing().Armed })
	if s := d.Showing(); s.Ask != "210.1" || s.Mark != "R" || s.Dice != 4 {
		t.Errorf("it shows %+v, want 210.1 R 4", s)
	}
	want := d.Roll()
	first := b.wait(devices.Rolled)
	if first.Ask != "210.1" || len(want) != 4 || !slices.Equal(faces(first), want) || first.Count != 1 {
		t.Errorf("got %+v, want 210.1 with %v", first, want)
	}
	d.Roll()
	second := b.wait(devices.Rolled)
	if second.Ask != "" || len(second.Dice) != 6 || second.Count != 2 {
		t.Errorf("second shake: got %+v, want six dice for nobody", second)
	}
	b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: "211.1", Mark: "B", Dice: 2})
	b.until("it is armed again", func() bool { return d.Showing().Armed })
	b.Send(d.Serial(), devices.Command{Do: devices.Disarm})
	b.until("it is disarmed", func() bool { return !d.Showing().Armed })
}

// TB-6: a unit can be made to blink.
func TestAUnitBlinksShowsLightsAndSounds(t *testing.T) {
	d := cup(t, sim.Options{Digits: 4, Lamps: 2, Sounds: true})
	b := setTable(t, d.Path())
	b.wait(devices.Here)
	for _, c := range []devices.Command{
		{Do: devices.Identify},
		{Do: devices.Show, Text: "R, 4"},
		{Do: devices.Lamp, Value: 3},
		{Do: devices.Lamp, Part: 2, Value: 1},
		{Do: devices.Sound, Value: 1},
		{Do: devices.Sound, Value: 2},
		{Do: devices.Sound, Value: 3},
		{Do: devices.Sound, Value: 4},
	} {
		b.Send(d.Serial(), c)
	}
	b.until("all sounds are made", func() bool { return len(d.Showing().Sounds) == 4 })
	s := d.Showing()
	if s.Blinks != 1 || s.Digits[0] != "R  4" || s.Lamps[0] != 3 || s.Lamps[1] != 1 || !slices.Equal(s.Sounds, []int{1, 2, 3, 4}) {
		t.Errorf("it shows %+v", s)
	}
}

func TestButtonsAndKnobsComeOnceAndAreAcknowledgedWithoutTheOwner(t *testing.T) {
	d := cup(t, sim.Options{Kind: "panel", Dice: -1, Buttons: 2, Knobs: 6})
	b := setTable(t, d.Path())
	b.wait(devices.Here)
	d.LoseAcks(1)
	d.Press(2, true)
	if r := b.wait(devices.Pressed); r.Part != 2 || r.Value != 1 || r.Count != 1 {
		t.Errorf("got %+v", r)
	}
	d.Turn(6, -3)
	if r := b.wait(devices.Turned); r.Part != 6 || r.Value != -3 || r.Count != 2 {
		t.Errorf("got %+v", r)
	}
	b.until("both are acknowledged", func() bool { return d.Unacknowledged() == 0 })
	if len(b.got) != 3 {
		t.Errorf("got %d readings, want Here and two: %+v", len(b.got), b.got)
	}
}

func TestACockedAndAHandledDieSaySo(t *testing.T) {
	d := cup(t, sim.Options{Dice: 3})
	b := setTable(t, d.Path())
	b.wait(devices.Here)
	d.Cock(2)
	d.Handle(3)
	d.Roll()
	r := b.wait(devices.Rolled)
	var got []devices.Quality
	for _, x := range r.Dice {
		got = append(got, x.Quality)
	}
	if want := []devices.Quality{devices.Still, devices.Cocked, devices.Handled}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAPersonAtATerminalCanTypeToAUnit(t *testing.T) {
	near, far := pipe()
	d, err := sim.On(sim.Options{Serial: "7F3A", Rand: rand.New(rand.NewPCG(1, 1))}, far)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	near.expect(t, "$IAM,1,dice,7F3A,sim,0,dice=6,arm*")
	near.say("?ASK,1,7.1,R,4\r")
	near.expect(t, "$ACK,1*")
	near.say("?DANCE,2\r\n")
	near.expect(t, "$REFUSE,2,unknown*")
	near.say("?ASK,3,7.1,R,99\r\n")
	near.expect(t, "$REFUSE,3,range*")
	near.say("?LAMP,4,1,1\n")
	near.expect(t, "$REFUSE,4,cannot*")
}

func TestAnAutomaticCupRollsTheSameForTheSameSeed(t *testing.T) {
	evening := func() (all [][]int) {
		d := cup(t, sim.Options{Auto: true})
		b := setTable(t, d.Path())
		b.wait(devices.Here)
		for _, ask := range []string{"1.1", "2.1", "3.1", "4.1"} {
			b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: ask, Dice: 5})
			b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: ask, Dice: 5})
			r := b.wait(devices.Rolled)
			b.Send(d.Serial(), devices.Command{Do: devices.Ack, Count: r.Count})
			if r.Ask != ask {
				t.Errorf("got a roll for %q, want %q", r.Ask, ask)
			}
			all = append(all, faces(r))
		}
		return all
	}
	first := evening()
	if second := evening(); !slices.EqualFunc(first, second, slices.Equal) {
		t.Errorf("got %v, then %v", first, second)
	}
}

func TestACupThatWaitsABitRollsOnceForAnAsk(t *testing.T) {
	d := cup(t, sim.Options{Auto: true, Delay: time.Millisecond})
	b := setTable(t, d.Path())
	b.wait(devices.Here)
	b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: "9.1", Dice: 3})
	if r := b.wait(devices.Rolled); r.Ask != "9.1" || len(r.Dice) != 3 {
		t.Errorf("got %+v", r)
	}
	if rolls := b.rolls(d); len(rolls) != 1 {
		t.Errorf("got %+v", rolls)
	}
}

func TestOptionsThatNoUnitCanHaveAreRefused(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 1))
	for _, o := range []sim.Options{
		{}, {Rand: luck, Serial: "xyz"}, {Rand: luck, Dice: 13}, {Rand: luck, Faces: 100}, {Rand: luck, Version: 100}, {Rand: luck, Kind: "A B"},
	} {
		if d, err := sim.NewDice(o); err == nil {
			t.Errorf("%+v was taken", o)
			_ = d.Close()
		}
	}
}

func TestTheTapIsHushedWhileASecretAskIsOpen(t *testing.T) {
	// design.md, Secrets: that a line came, not what it said, both ways.
	d := cup(t, sim.Options{Kind: "panel", Dice: -1, Knobs: 1, Digits: 4})
	var mu sync.Mutex
	var seen []string
	ctx, cancel := context.WithCancel(context.Background())
	l, err := link.Start(ctx, link.Options{Paths: []string{d.Path()}, Globs: []string{}, Timing: quick, Tap: func(tr link.Traffic) {
		mu.Lock()
		defer mu.Unlock()
		if tr.Hushed != (tr.Raw == nil) {
			t.Errorf("hushed %v, raw %q", tr.Hushed, tr.Raw)
		}
		seen = append(seen, string(tr.Raw))
	}})
	if err != nil {
		t.Fatal(err)
	}
	b := &table{T: t, Link: l}
	defer func() {
		cancel()
		for range l.Readings() {
		}
	}()
	b.wait(devices.Here)
	shown := func(what string) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return strings.Contains(strings.Join(seen, ""), what)
		}
	}
	b.until("its identity is shown", shown("IAM"))
	l.Hush(d.Serial())
	d.Turn(1, 9)
	b.wait(devices.Turned)
	l.Send(d.Serial(), devices.Command{Do: devices.Show, Text: "160"})
	b.until("it shows", func() bool { return d.Showing().Digits[0] == "160" })
	b.until("nothing waits", func() bool { return d.Unacknowledged() == 0 })
	l.Hush()
	d.Turn(1, 5)
	b.wait(devices.Turned)
	b.until("nothing waits", func() bool { return d.Unacknowledged() == 0 })
	b.until("what was not hushed is shown", shown("TURN,2,1,5*"))
	mu.Lock()
	defer mu.Unlock()
	all := strings.Join(seen, "")
	if strings.Contains(all, ",9*") || strings.Contains(all, "160") {
		t.Errorf("a hushed line was shown: %q", all)
	}
	if !slices.Contains(seen, "") {
		t.Error("that a line came was not shown")
	}
}
