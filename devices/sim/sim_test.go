package sim_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/devices/sim"
)

// quick is link's patience with units that answer in microseconds.
var quick = link.Timing{
	Scan: 5 * time.Millisecond, Patience: time.Millisecond, Hello: 300 * time.Millisecond, Retry: 5 * time.Millisecond,
	RetryMax: 20 * time.Millisecond, Repeat: 60 * time.Millisecond, Quiet: 300 * time.Millisecond,
}

// table is simulated units and the link to them; it hands out what comes and keeps what was not looked for.
type table struct {
	*testing.T
	*link.Link
	got []devices.Reading
}

func setTable(t *testing.T, paths ...string) *table {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l, err := link.Start(ctx, link.Options{Paths: paths, Globs: []string{}, Timing: quick})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		for range l.Readings() { // closed at the end
		}
	})
	return &table{T: t, Link: l}
}

func cup(t *testing.T, opt sim.Options) *sim.Dice {
	t.Helper()
	opt.Rand = rand.New(rand.NewPCG(7, 7))
	if opt.Serial == "" {
		opt.Serial = "0D1C7F3A"
	}
	if opt.Repeat == 0 {
		opt.Repeat = 20 * time.Millisecond
	}
	d, err := sim.NewDice(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// wait is the next reading of that sort; all others are kept in got.
func (b *table) wait(e devices.Event) devices.Reading {
	b.Helper()
	enough := time.After(20 * time.Second)
	for {
		select {
		case r, ok := <-b.Readings():
			if !ok {
				b.Fatalf("the link ended, event %d was waited for", e)
			}
			b.got = append(b.got, r)
			if r.Event == e {
				return r
			}
		case <-enough:
			b.Fatalf("event %d did not come; what came: %+v", e, b.got)
		}
	}
}

// rolls are all rolls so far, once the unit has nothing left to say.
func (b *table) rolls(d *sim.Dice) []devices.Reading {
	b.Helper()
	b.Send(d.Serial(), devices.Command{Do: devices.Identify})
	b.until("the unit blinks", func() bool { return d.Showing().Blinks > 0 })
	d.Press(1, true) // the last thing it says
	b.wait(devices.Pressed)
	var rs []devices.Reading
	for _, r := range b.got {
		if r.Event == devices.Rolled {
			rs = append(rs, r)
		}
	}
	return rs
}

func (b *table) until(what string, ok func() bool) {
	b.Helper()
	enough := time.Now().Add(20 * time.Second)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !ok() {
		<-tick.C
		if time.Now().After(enough) {
			b.Fatalf("waited for in vain: %s", what)
		}
	}
}

func faces(r devices.Reading) []int {
	var fs []int
	for _, d := range r.Dice {
		fs = append(fs, d.Face)
	}
	return fs
}

func TestAUnitIsFoundByAskingAndSaysWhatItCanDo(t *testing.T) {
	d := cup(t, sim.Options{Dice: 6, Digits: 4, Lamps: 1, Sounds: true, Battery: 87, Count: 117})
	b := setTable(t, d.Path())
	got := b.wait(devices.Here).Unit
	want := devices.Unit{
		Serial: "0D1C7F3A", Kind: devices.Dice, Protocol: 1, Firmware: "sim", Count: 117, Dice: 6, Arms: true, Digits: 4, Lamps: 1,
		Sounds: true, Port: d.Path(), Battery: -1,
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
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

// TB-6: a unit can be made to blink. TB-24: the four sounds.
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
	if s.Blinks != 1 || s.Digits != "R  4" || s.Lamps[0] != 3 || s.Lamps[1] != 1 || !slices.Equal(s.Sounds, []int{1, 2, 3, 4}) {
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

// Every fault of a line and of a unit: the dice that were rolled are delivered exactly once, and in the end nothing waits.
func TestWhateverHappensARollIsDeliveredExactlyOnce(t *testing.T) {
	ack := func(b *table, d *sim.Dice, r devices.Reading) {
		b.Send(d.Serial(), devices.Command{Do: devices.Ack, Count: r.Count})
	}
	for _, f := range []struct {
		name string
		do   func(b *table, d *sim.Dice) // between arming and the check; it shakes once
	}{
		{"nothing wrong", func(b *table, d *sim.Dice) { d.Roll(); ack(b, d, b.wait(devices.Rolled)) }},
		{"noise before, within and after", func(b *table, d *sim.Dice) {
			d.Noise([]byte("\x00\xff$RO\x80LL,$$*\r\n$"))
			d.Roll()
			d.Noise([]byte("?*\r$ACK,1*0000\n"))
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"a flipped bit", func(b *table, d *sim.Dice) { d.Garble(1); d.Roll(); ack(b, d, b.wait(devices.Rolled)) }},
		{"half a line", func(b *table, d *sim.Dice) { d.Half(1); d.Roll(); ack(b, d, b.wait(devices.Rolled)) }},
		{"a line too long", func(b *table, d *sim.Dice) { d.TooLong(); d.Roll(); ack(b, d, b.wait(devices.Rolled)) }},
		{"sent again before it is acknowledged", func(b *table, d *sim.Dice) {
			d.Roll()
			r := b.wait(devices.Rolled)
			d.Repeat()
			ack(b, d, r)
		}},
		{"sent again after it is acknowledged", func(b *table, d *sim.Dice) {
			d.Roll()
			ack(b, d, b.wait(devices.Rolled))
			b.until("it is acknowledged", func() bool { return d.Unacknowledged() == 0 })
			d.Repeat()
		}},
		{"the acknowledgement is lost twice", func(b *table, d *sim.Dice) {
			d.LoseAcks(2)
			d.Roll()
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"the unit's answer to arming is lost", func(b *table, d *sim.Dice) {
			d.LoseAnswers(2)
			b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: "210.1", Mark: "R", Dice: 4})
			d.Roll()
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"armed again for a roll that is on its way", func(b *table, d *sim.Dice) {
			d.Garble(2)
			d.Roll()
			b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: "210.1", Mark: "R", Dice: 4})
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"silence", func(b *table, d *sim.Dice) {
			d.Silence(true)
			d.Roll()
			if r := b.wait(devices.Gone); r.Text != "does not answer" {
				b.Errorf("got %q", r.Text)
			}
			d.Silence(false)
			b.wait(devices.Here)
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"moved to another port before it was heard", func(b *table, d *sim.Dice) {
			d.Garble(1)
			d.Roll()
			if err := d.Renumber(); err != nil {
				b.Fatal(err)
			}
			b.wait(devices.Here)
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"moved to another port before it was acknowledged", func(b *table, d *sim.Dice) {
			d.Roll()
			r := b.wait(devices.Rolled)
			old := d.Path()
			if err := d.Renumber(); err != nil {
				b.Fatal(err)
			}
			if b.wait(devices.Gone); d.Path() == old {
				b.Error("it is on the same port")
			}
			ack(b, d, r) // while it is away
			b.wait(devices.Here)
		}},
		{"unplugged after the roll was taken", func(b *table, d *sim.Dice) {
			d.Roll()
			ack(b, d, b.wait(devices.Rolled))
			if err := d.Hangup(); err != nil {
				b.Fatal(err)
			}
			b.wait(devices.Gone)
			if err := d.Plug(); err != nil {
				b.Fatal(err)
			}
			if r := b.wait(devices.Here); r.Unit.Count != 64 {
				b.Errorf("count after a restart: got %d, want 64, the next that was reserved", r.Unit.Count)
			}
		}},
	} {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			port := filepath.Join(t.TempDir(), "port")
			d := cup(t, sim.Options{Dice: 6, Link: port})
			b := setTable(t, port)
			b.wait(devices.Here)
			b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: "210.1", Mark: "R", Dice: 4})
			b.until("it is armed", func() bool { return d.Showing().Armed })
			f.do(b, d)
			rolls := b.rolls(d)
			b.until("nothing waits", func() bool { return d.Unacknowledged() == 0 })
			if len(rolls) != 1 || rolls[0].Ask != "210.1" || len(rolls[0].Dice) != 4 {
				t.Errorf("got %+v, want one roll of four dice for 210.1", rolls)
			}
		})
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

func TestTwoUnitsThatChangePlacesAreStillThemselves(t *testing.T) {
	dir := t.TempDir()
	p1, p2 := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	a := cup(t, sim.Options{Serial: "AAAA", Link: p1})
	c := cup(t, sim.Options{Serial: "CCCC", Link: p2})
	b := setTable(t, p1, p2)
	b.wait(devices.Here)
	b.wait(devices.Here)
	if err := sim.Swap(a, c); err != nil {
		t.Fatal(err)
	}
	at := map[string]string{}
	for at["AAAA"] != p2 || at["CCCC"] != p1 {
		r := b.wait(devices.Here)
		at[r.Unit.Serial] = r.Unit.Port
	}
	a.Roll()
	if r := b.wait(devices.Rolled); r.Unit.Serial != "AAAA" || r.Port != p2 {
		t.Errorf("got a roll of %s on %s, want AAAA on %s", r.Unit.Serial, r.Port, p2)
	}
}

func TestAUnitThatStartedAgainIsHereAgainAndNotArmed(t *testing.T) {
	d := cup(t, sim.Options{})
	b := setTable(t, d.Path())
	b.wait(devices.Here)
	b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: "7.1", Dice: 2})
	b.until("it is armed", func() bool { return d.Showing().Armed })
	d.Restart()
	b.wait(devices.Here)
	if d.Showing().Armed {
		t.Error("it is armed after a restart")
	}
	b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: "7.1", Dice: 2})
	b.until("it is armed again", func() bool { return d.Showing().Armed })
}

func TestAUnitWithBlankMemoryIsNotTakenForItsOldSelf(t *testing.T) {
	d := cup(t, sim.Options{Count: 500})
	b := setTable(t, d.Path())
	b.wait(devices.Here)
	d.Roll()
	b.Send(d.Serial(), devices.Command{Do: devices.Ack, Count: b.wait(devices.Rolled).Count})
	b.until("it is acknowledged", func() bool { return d.Unacknowledged() == 0 })
	d.Forget(500)
	b.wait(devices.Here)
	if r := b.wait(devices.Health); !strings.Contains(r.Text, "counts from the start again") {
		t.Errorf("got %q", r.Text)
	}
	d.Roll()
	if r := b.wait(devices.Rolled); r.Count != 501 {
		t.Errorf("got count %d, want 501, which is another roll than the first 501", r.Count)
	}
}

func TestTheCountGoesAroundWithoutLosingARoll(t *testing.T) {
	d := cup(t, sim.Options{Count: 1<<32 - 2})
	b := setTable(t, d.Path())
	b.wait(devices.Here)
	for _, want := range []uint32{1<<32 - 1, 1, 2} {
		d.Roll()
		r := b.wait(devices.Rolled)
		if r.Count != want {
			t.Errorf("got count %d, want %d", r.Count, want)
		}
		b.Send(d.Serial(), devices.Command{Do: devices.Ack, Count: r.Count})
	}
	d.Restart()
	b.wait(devices.Here)
	d.Roll()
	if r := b.wait(devices.Rolled); r.Count <= 2 {
		t.Errorf("got count %d after a restart, want one further up", r.Count)
	}
}

func TestAUnitOfAnotherVersionIsToldOfAndLeftAlone(t *testing.T) {
	d := cup(t, sim.Options{Version: 2})
	b := setTable(t, d.Path())
	r := b.wait(devices.Health)
	for _, want := range []string{d.Path(), "dice 7F3A speaks protocol version 2, this program version 1", "update this program"} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("%q does not say %q", r.Text, want)
		}
	}
	d.Speak(1)
	b.Rescan()
	b.wait(devices.Here)
}

func TestAPortThatIsNotOursIsToldOfAndLeftAlone(t *testing.T) {
	d := cup(t, sim.Options{})
	d.Silence(true)
	b := setTable(t, d.Path())
	r := b.wait(devices.Health)
	if !strings.Contains(r.Text, "not ours: nothing answers HELLO") || r.Port != d.Path() {
		t.Errorf("got %+v", r)
	}
	if ps := b.Ports(); len(ps) != 1 || ps[0].Serial != "" || !strings.HasPrefix(ps[0].Text, "not ours") {
		t.Errorf("ports: %+v", ps)
	}
}

func TestTwoUnitsWithOneSerialNumberAreNotMixedUp(t *testing.T) {
	a := cup(t, sim.Options{})
	b := setTable(t, a.Path())
	b.wait(devices.Here)
	c := cup(t, sim.Options{})
	b.Add(c.Path())
	if r := b.wait(devices.Health); !strings.Contains(r.Text, "one of the two needs another serial number") || r.Port != c.Path() {
		t.Errorf("got %+v", r)
	}
	if us := b.Units(); len(us) != 1 || us[0].Port != a.Path() {
		t.Errorf("units: %+v", us)
	}
	_ = a.Close()
	b.wait(devices.Gone)
	b.Rescan()
	if r := b.wait(devices.Here); r.Port != c.Path() {
		t.Errorf("got %s, want %s", r.Port, c.Path())
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
	// TB-13 (design.md): that a line came, not what it said, both ways.
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
	l.Hush(d.Serial())
	d.Turn(1, 9)
	b.wait(devices.Turned)
	l.Send(d.Serial(), devices.Command{Do: devices.Show, Text: "160"})
	b.until("it shows", func() bool { return d.Showing().Digits == "160" })
	b.until("nothing waits", func() bool { return d.Unacknowledged() == 0 })
	l.Hush()
	d.Turn(1, 5)
	b.wait(devices.Turned)
	b.until("nothing waits", func() bool { return d.Unacknowledged() == 0 })
	mu.Lock()
	defer mu.Unlock()
	all := strings.Join(seen, "")
	if strings.Contains(all, ",9*") || strings.Contains(all, "160") {
		t.Errorf("a hushed line was shown: %q", all)
	}
	if !strings.Contains(all, "TURN,2,1,5*") || !strings.Contains(all, "IAM") {
		t.Errorf("what was not hushed was not shown: %q", all)
	}
	if !slices.Contains(seen, "") {
		t.Error("that a line came was not shown")
	}
}
