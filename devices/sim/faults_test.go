package sim_test

import (
	"path/filepath"
	"strings"
	"testing"

	"boxstop/devices"
	"boxstop/devices/sim"
)

// Every fault of a line and of a unit: the dice that were rolled are delivered exactly once, and in the end nothing waits.
func TestWhateverHappensARollIsDeliveredExactlyOnce(t *testing.T) {
	ack := func(b *table, d *sim.Unit, r devices.Reading) {
		b.Send(d.Serial(), devices.Command{Do: devices.Ack, Count: r.Count})
	}
	for _, f := range []struct {
		name string
		do   func(b *table, d *sim.Unit) // between arming and the check; it shakes once
	}{
		{"nothing wrong", func(b *table, d *sim.Unit) { d.Roll(); ack(b, d, b.wait(devices.Rolled)) }},
		{"noise before, within and after", func(b *table, d *sim.Unit) {
			d.Noise([]byte("\x00\xff$RO\x80LL,$$*\r\n$"))
			d.Roll()
			d.Noise([]byte("?*\r$ACK,1*0000\n"))
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"a flipped bit", func(b *table, d *sim.Unit) { d.Garble(1); d.Roll(); ack(b, d, b.wait(devices.Rolled)) }},
		{"half a line", func(b *table, d *sim.Unit) { d.Half(1); d.Roll(); ack(b, d, b.wait(devices.Rolled)) }},
		{"a line too long", func(b *table, d *sim.Unit) { d.TooLong(); d.Roll(); ack(b, d, b.wait(devices.Rolled)) }},
		{"sent again before it is acknowledged", func(b *table, d *sim.Unit) {
			d.Roll()
			r := b.wait(devices.Rolled)
			d.Repeat()
			ack(b, d, r)
		}},
		{"sent again after it is acknowledged", func(b *table, d *sim.Unit) {
			d.Roll()
			ack(b, d, b.wait(devices.Rolled))
			b.until("it is acknowledged", func() bool { return d.Unacknowledged() == 0 })
			d.Repeat()
		}},
		{"the acknowledgement is lost twice", func(b *table, d *sim.Unit) {
			d.LoseAcks(2)
			d.Roll()
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"the unit's answer to arming is lost", func(b *table, d *sim.Unit) {
			d.LoseAnswers(2)
			b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: "210.1", Mark: "R", Dice: 4})
			d.Roll()
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"armed again for a roll that is on its way", func(b *table, d *sim.Unit) {
			d.Garble(2)
			d.Roll()
			b.Send(d.Serial(), devices.Command{Do: devices.Arm, Ask: "210.1", Mark: "R", Dice: 4})
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"silence", func(b *table, d *sim.Unit) {
			d.Silence(true)
			d.Roll()
			if r := b.wait(devices.Gone); r.Text != "does not answer" {
				b.Errorf("got %q", r.Text)
			}
			d.Silence(false)
			b.wait(devices.Here)
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"moved to another port before it was heard", func(b *table, d *sim.Unit) {
			d.Garble(1)
			d.Roll()
			if err := d.Renumber(); err != nil {
				b.Fatal(err)
			}
			b.wait(devices.Here)
			ack(b, d, b.wait(devices.Rolled))
		}},
		{"moved to another port before it was acknowledged", func(b *table, d *sim.Unit) {
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
		{"unplugged after the roll was taken", func(b *table, d *sim.Unit) {
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
	if r.Port != d.Path() {
		t.Errorf("port %q, want %q", r.Port, d.Path())
	}
	for _, want := range []string{"dice 7F3A speaks protocol version 2, this program version 1", "update this program"} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("%q does not say %q", r.Text, want)
		}
	}
	d.Speak(1)
	b.Rescan()
	b.wait(devices.Here)
}

func TestAPortThatIsNotOursIsToldOfAndLeftAlone(t *testing.T) {
	far, path, err := sim.Line()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = far.Close() }()
	b := setTable(t, path)
	r := b.wait(devices.Health)
	if !strings.Contains(r.Text, "not ours: nothing answers HELLO") || r.Port != path {
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

func TestAPortThatAnotherProgramHasIsNotShared(t *testing.T) {
	d := cup(t, sim.Options{})
	first := setTable(t, d.Path())
	first.wait(devices.Here)
	second := setTable(t, d.Path())
	if r := second.wait(devices.Health); r.Text != "in use by another program: end that one" || r.Port != d.Path() {
		t.Errorf("got %+v", r)
	}
	d.Roll()
	first.wait(devices.Rolled)
	first.stop()
	second.wait(devices.Here)
}
