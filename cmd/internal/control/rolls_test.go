package control

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boxstop/cmd/internal/view"
	"boxstop/devices"
)

// table1 is an evening in a bubble of its own, whose file is verified in the end.
func table1(t *testing.T, f func(t *testing.T, e *evening)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		defer func() { e.stop() }()
		f(t, e)
		e.verify()
		e.kill()
	})
}

// TB-6: a unit is armed with the ask, the driver's mark and the number of dice; its roll carries the id back and is acknowledged once it is
// in the file. TB-7: the roll closes the bonus, without a key.
func TestARollWithTheIDOfTheOpenAskIsTakenByItself(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.units.here("7F3A", 12, true)
		e.race()
		if got := strings.Join(e.units.heard(), "; "); got != "7F3A arm 1.2 R 1" {
			t.Fatalf("told %q", got)
		}
		if e.asked("bonus").Waits || !e.asked("roll").Waits {
			t.Fatal("the race waits for the roll, not for the bonus")
		}
		e.units.in <- rolled("7F3A", 1, "1.2", 1)
		synctest.Wait()
		if e.last() != "7F3A#1: R roll 50" {
			t.Fatal(e.last())
		}
		e.say("R gear 3")
		e.no("R bonus", "1.1", "too late: R roll 50 came first; nothing done")
		if got := strings.Join(e.units.heard(), "; "); got != "7F3A ack 1; 7F3A arm 3.2 B 1" {
			t.Fatalf("told %q", got)
		}
	})
}

// TB-6: two shakes: the second is nobody's, goes to the tray and stays there until somebody says what it is.
func TestTheSecondShakeGoesToTheTray(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.units.here("7F3A", 12, true)
		e.race()
		e.units.in <- rolled("7F3A", 1, "1.2", 1)
		e.units.in <- rolled("7F3A", 2, "1.2", 6)
		synctest.Wait()
		tray := e.Snapshot().Tray
		if len(tray) != 1 || tray[0].Faces != "d" || tray[0].Why != "its ask was settled before" || tray[0].Use != "" {
			t.Fatalf("tray %+v", tray)
		}
		e.no("tray 7F3A use", "", "tray 7F3A use: nobody is asked for 1 die; awaited: R gear")
		e.say("R gear 2")
		if got := e.Snapshot().Tray[0]; got.Use != "tray 7F3A use" {
			t.Fatalf("B is asked for one die: %+v", got)
		}
		if e.Snapshot().Asks[0].Name != "roll" {
			t.Fatal("a roll was taken out of the tray by itself")
		}
		e.say("tray 7F3A use")
		if e.last() != "7F3A#2: B roll d" || len(e.Snapshot().Tray) != 0 {
			t.Fatalf("%s, tray %+v", e.last(), e.Snapshot().Tray)
		}
		e.no("tray 7F3A drop", "", "no roll of that unit lies there")
		e.no("tray 7F3A", "", "a unit and use or drop")
	})
}

// TB-6: Ben's unit for Anna's ask is disputed, with its ways out as numbered lines; B's own ask is armed on B's unit.
func TestBensUnitForAnnasAskIsDisputed(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.units.here("1C02", 6, true)
		e.units.here("7F3A", 6, true)
		e.race("unit 1C02 for B", "unit 7F3A for R")
		if e.units.armed("7F3A").Mark != "R" || e.units.armed("1C02").Do != 0 {
			t.Fatalf("armed %+v", e.units.arm)
		}
		e.units.in <- rolled("1C02", 9, "", 1)
		synctest.Wait()
		d := e.Snapshot().Dispute
		if d == nil || d.Head != "WHOSE ROLL?   1C02 rolled 1 die; R is asked for 1 die: it is B's unit, and R is asked" {
			t.Fatalf("dispute %+v", d)
		}
		var ways []string
		for _, w := range d.Ways {
			ways = append(ways, w.Key+" "+w.Cols[0])
		}
		if got, want := strings.Join(ways, "; "), "1 it was R, with B's unit; 2 it was B, out of turn: drop it; B rolls in turn; 3 R rolls all again, nothing counts"; got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
		e.say(d.Ways[0].Line)
		if e.last() != "1C02#9: R roll 50" || e.Snapshot().Dispute != nil || len(e.Snapshot().Tray) != 0 {
			t.Fatalf("%s %+v", e.last(), e.Snapshot())
		}
		e.say("R gear 2")
		if e.units.armed("1C02").Mark != "B" || e.units.armed("7F3A").Do != 0 {
			t.Fatalf("armed %+v", e.units.arm)
		}
	})
}

// TB-6: cocked, touched, too many and too few dice: what is disputed, and each way out leads on.
func TestEveryWayOutOfADisputeLeadsOn(t *testing.T) {
	for _, c := range []struct {
		name  string
		dice  []devices.Die
		why   string
		first string
		want  string
	}{
		{"cocked", []devices.Die{{Face: 1}, {Face: 6, Quality: devices.Cocked}}, "die 2 is cocked", "it stands as it lies: 50 d", "7F3A#3: R roll 50 d"},
		{"touched", []devices.Die{{Face: 1, Quality: devices.Handled}, {Face: 6}}, "die 1 was touched", "it stands as it lies: 50 d", "7F3A#3: R roll 50 d"},
		{"too many", []devices.Die{{Face: 1}, {Face: 6}, {Face: 5}}, "3 dice, and 2 are asked for", "it was R: leave die 1 out (50)", "7F3A#3: R roll d f"},
		{"too few", []devices.Die{{Face: 1}}, "1 die, and 2 are asked for", "R rolls all again, nothing counts", "director: tray 7F3A drop"},
	} {
		t.Run(c.name, func(t *testing.T) {
			table1(t, func(t *testing.T, e *evening) {
				e.units.here("7F3A", 12, true)
				e.race()
				e.say("R roll 50", "R gear 2", "B roll d", "B gear 1")
				ask := e.asked("roll")
				if ask.Dice != 2 {
					t.Fatalf("%+v", ask)
				}
				r := rolled("7F3A", 3, ask.ID)
				r.Dice = c.dice
				e.units.in <- r
				synctest.Wait()
				d := e.Snapshot().Dispute
				if d == nil || d.Why != c.why || d.Ways[0].Cols[0] != c.first {
					t.Fatalf("got %+v", d)
				}
				if told := e.units.heard(); told[len(told)-1] != "7F3A ack 3" {
					t.Fatalf("told %q", told)
				}
				// killed meanwhile: it is disputed as before
				e.kill()
				*e = *serve(t, e.dir)
				e.say("resume")
				if again := e.Snapshot().Dispute; again == nil || again.Head != d.Head || len(again.Ways) != len(d.Ways) {
					t.Fatalf("after a restart: got %+v, want %+v", again, d)
				}
				e.say(d.Ways[0].Line)
				if e.last() != c.want || e.Snapshot().Dispute != nil {
					t.Fatalf("%s, want %s; %+v", e.last(), c.want, e.Snapshot().Dispute)
				}
				if c.name != "too few" {
					return
				}
				e.units.here("7F3A", 12, true)
				synctest.Wait()
				if got := e.units.armed("7F3A"); got.Ask != ask.ID || got.Dice != 2 {
					t.Fatalf("it is armed again: got %+v", got)
				}
			})
		})
	}
}

// TB-6: typed faces settle a dispute as well, and it blocks nobody afterwards.
func TestTypedFacesSettleADispute(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.units.here("7F3A", 12, true)
		e.race()
		e.units.in <- rolled("7F3A", 1, "1.2", 1, 1)
		synctest.Wait()
		e.say("R roll d")
		if s := e.Snapshot(); s.Dispute != nil || len(s.Tray) != 0 {
			t.Fatalf("%+v %+v", s.Dispute, s.Tray)
		}
		// while one is disputed its ask is undone: it lies in the tray
		e.say("R gear 1")
		ask := e.asked("roll")
		e.units.in <- rolled("7F3A", 2, ask.ID, 1, 1)
		synctest.Wait()
		e.say("undo", "moved")
		if s := e.Snapshot(); s.Dispute != nil || len(s.Tray) != 1 {
			t.Fatalf("%+v %+v", s.Dispute, s.Tray)
		}
	})
}

// TB-6: a unit that cannot be armed is believed 1.5 s after the last change of ask, and not before.
func TestAUnitThatCannotBeArmedIsBelievedAfterAWhile(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.units.here("7F3A", 6, false)
		e.race()
		time.Sleep(1499 * time.Millisecond)
		e.units.in <- rolled("7F3A", 1, "", 1)
		synctest.Wait()
		if tray := e.Snapshot().Tray; len(tray) != 1 || tray[0].Why != "it came within 1.5 s of a change of ask" {
			t.Fatalf("tray %+v", tray)
		}
		time.Sleep(time.Millisecond)
		e.units.in <- rolled("7F3A", 2, "", 6)
		synctest.Wait()
		if e.last() != "7F3A#2: R roll d" {
			t.Fatal(e.last())
		}
		if slices.ContainsFunc(e.units.heard(), func(s string) bool { return strings.Contains(s, " arm ") }) {
			t.Fatal("it was armed")
		}
	})
}

// TB-6: a roll is kept over a restart after its ask was undone (TB-5): it is offered first, and taken by Enter.
func TestARollIsKeptOverARestartAfterItsAskWasUndone(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.units.here("7F3A", 6, true)
		e.race()
		e.units.in <- rolled("7F3A", 1, "1.2", 6)
		synctest.Wait()
		e.say("undo")
		e.kill()
		*e = *serve(t, e.dir)
		e.say("resume")
		s := e.Snapshot()
		if s.Kept != "R's dice lie there: d" || s.KeptLine != "R roll d" {
			t.Fatalf("got %q, %q", s.Kept, s.KeptLine)
		}
		// the unit says its roll again: it is the same roll, and no new one
		e.units.in <- rolled("7F3A", 1, "1.2", 6)
		synctest.Wait()
		if s := e.Snapshot(); len(s.Tray) != 0 || s.Kept == "" {
			t.Fatalf("tray %+v", s.Tray)
		}
		e.say(s.KeptLine)
		if e.last() != "7F3A#1: R roll d" {
			t.Fatalf("who rolled it stays: %s", e.last())
		}
	})
}

// TB-5: other faces in the place of a kept roll are marked in the file and in the report.
func TestOtherFacesInThePlaceOfAKeptRollAreMarked(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.race()
		e.say("R roll d", "undo", "R roll 50")
		if e.last() != "director instead-of d: R roll 50" {
			t.Fatal(e.last())
		}
		if got := strings.Join(e.session.Report("rolls", 80), "\n"); !strings.Contains(got, "R roll 50  d") {
			t.Fatal(got)
		}
		// a roll that was struck and never asked for again is offered to nobody else
		e.say("R gear 1", "undo 2", "rule R tyres 3")
		if e.Snapshot().Kept == "" {
			t.Fatal("R is asked for the same dice")
		}
		e.say("R roll 50", "R gear 1", "B roll 50", "B gear 1")
		if k := e.Snapshot().Kept; k != "" {
			t.Fatalf("a roll of turn 1 is offered in turn 2: %s", k)
		}
	})
}

// TB-6: whose unit is learned by calling.
func TestWhoseUnitIsLearnedByCalling(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.units.here("7F3A", 6, true)
		e.units.here("1C02", 6, true)
		e.race()
		if got := e.say("call B").Said; len(got) != 1 || got[0] != "B, roll once: the unit that is heard is yours" {
			t.Fatal(got)
		}
		e.no("call X", "", "X: there is no such car; cars are R, B")
		e.units.in <- rolled("1C02", 1, "", 3, 4)
		synctest.Wait()
		if e.last() != "director: unit 1C02 for B" || len(e.Snapshot().Tray) != 0 {
			t.Fatalf("%s %+v", e.last(), e.Snapshot().Tray)
		}
		e.say("unit 1C02 blink")
		if told := e.units.heard(); told[len(told)-1] != "1C02 blink" {
			t.Fatalf("told %q", told)
		}
		e.no("unit 9999 blink", "", "unit 9999: it is not here; here are 1C02, 7F3A")
	})
}

// TB-6: six units of one die each roll together what one driver is asked for.
func TestASetOfOneDieUnitsRollsTogether(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		names := []string{"D001", "D002", "D003", "D004", "D005", "D006"}
		for _, n := range names {
			e.units.here(n, 1, true)
		}
		e.race()
		e.say("R roll 50", "R gear 3", "B roll 50", "B gear 1")
		ask := e.asked("roll")
		if ask.Dice != 3 {
			t.Fatalf("%+v", ask)
		}
		e.units.heard()
		for i, n := range names {
			want := devices.Command{}
			if i < 3 {
				want = devices.Command{Do: devices.Arm, Ask: ask.ID, Mark: "R", Dice: 1}
			}
			if got := e.units.armed(n); got != want {
				t.Fatalf("%s: got %+v, want %+v", n, got, want)
			}
		}
		e.units.in <- rolled("D002", 8, ask.ID, 6)
		synctest.Wait()
		e.units.in <- rolled("D001", 3, ask.ID, 1)
		e.units.in <- rolled("D002", 8, ask.ID, 6) // says it again: nothing has acknowledged it yet
		synctest.Wait()
		if told := e.units.heard(); len(told) != 0 {
			t.Fatalf("a part of a roll is not safe yet: %q", told)
		}
		e.units.in <- rolled("D003", 5, ask.ID, 5)
		synctest.Wait()
		if e.last() != "D002#8+D001#3+D003#5: R roll d 50 f" {
			t.Fatal(e.last())
		}
		told := e.units.heard()
		for _, want := range []string{"D001 ack 3", "D002 ack 8", "D003 ack 5"} {
			if !slices.Contains(told, want) {
				t.Fatalf("%s is missing in %q", want, told)
			}
		}
		e.units.in <- rolled("D002", 8, ask.ID, 6)
		synctest.Wait()
		if len(e.Snapshot().Tray) != 0 {
			t.Fatal("a repeated reading was taken for a new one")
		}
		// what a stuck unit had half entered is dropped once the roll is typed
		e.say("R gear 2", "B roll 50", "B gear 1")
		ask = e.asked("roll")
		e.units.in <- rolled("D001", 4, ask.ID, 1)
		synctest.Wait()
		e.units.heard()
		e.say("R roll 50 d")
		if told := e.units.heard(); !slices.Contains(told, "D001 ack 4") {
			t.Fatalf("told %q", told)
		}
	})
}

// TB-6: each roll is taken once: counts are compared with what is in the file, over a restart, and when they wrap around.
func TestARollIsTakenOnceOverARestart(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.units.here("7F3A", 6, true)
		e.race()
		e.units.in <- rolled("7F3A", 4294967295, "1.2", 1)
		synctest.Wait()
		e.say("R gear 1")
		e.units.in <- rolled("7F3A", 1, e.asked("roll").ID, 6) // after 4294967295 comes 1
		synctest.Wait()
		if e.last() != "7F3A#1: B roll d" {
			t.Fatal(e.last())
		}
		e.kill()
		*e = *serve(t, e.dir)
		e.say("resume")
		seq := e.Snapshot().Seq
		for _, n := range []uint32{4294967295, 1} {
			e.units.in <- rolled("7F3A", n, "", 6)
		}
		synctest.Wait()
		if e.Snapshot().Seq != seq {
			t.Fatalf("taken twice: %s", e.last())
		}
		// a unit whose memory is blank counts anew
		e.units.in <- devices.Reading{Event: devices.Here, Unit: devices.Unit{Serial: "00007F3A", Kind: devices.Dice, Dice: 6, Arms: true, Count: 4294967290}, Count: 4294967290, At: time.Now()}
		e.units.in <- rolled("7F3A", 1, "", 6)
		synctest.Wait()
		if e.Snapshot().Seq != seq+1 {
			t.Fatalf("a new roll was taken for an old one: %s", e.last())
		}
	})
}

// A unit set aside rolls for nobody, and one whose port is gone is not waited for.
func TestUnitsAsideOrGoneAreNotWaitedFor(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.units.here("7F3A", 6, true)
		e.race()
		e.say("unit 7F3A off")
		if e.units.armed("7F3A").Do != 0 {
			t.Fatal("it is armed")
		}
		e.units.in <- rolled("7F3A", 1, "", 1)
		synctest.Wait()
		if tray := e.Snapshot().Tray; len(tray) != 1 || tray[0].Why != "the unit is set aside" {
			t.Fatalf("%+v", tray)
		}
		e.say("tray 7F3A drop", "unit 7F3A on")
		if e.units.armed("7F3A").Mark != "R" {
			t.Fatal("it is not armed")
		}
		e.units.in <- devices.Reading{Event: devices.Gone, Unit: devices.Unit{Serial: "00007F3A"}}
		synctest.Wait()
		if s := e.Snapshot(); s.Head.Units != "cup gone: p rolls" || s.Units[0].State != "GONE" {
			t.Fatalf("%+v", s.Head)
		}
		e.say("R roll 50") // the keyboard answers everything
	})
}

// A flush that fails: nothing is shown, nothing acknowledged, the order is refused with what to do; what a unit said is taken in again as soon
// as the disk takes it, and the race goes on.
func TestAFlushThatFailsShowsNothingAndLosesNothing(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.units.here("7F3A", 6, true)
		e.race()
		e.units.heard()
		before := e.Snapshot()
		_ = e.Control.file.Close() // the disk fails
		rep := e.Do(e.ctx, "director", view.Order{Line: "R bonus"})
		if !strings.HasPrefix(rep.Error, "not saved, so nothing is done: ") || rep.Hint == "" {
			t.Fatalf("got %+v", rep)
		}
		if s := e.Snapshot(); s.Seq != before.Seq || len(s.Asks) != len(before.Asks) || s.Asks[0].ID != before.Asks[0].ID {
			t.Fatalf("it was shown: %+v", s)
		}
		_ = e.Control.file.Close()
		e.units.in <- rolled("7F3A", 1, "1.2", 1)
		synctest.Wait()
		if told := e.units.heard(); slices.Contains(told, "7F3A ack 1") || e.Snapshot().Seq != before.Seq {
			t.Fatalf("told %q", told)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if told := e.units.heard(); !slices.Contains(told, "7F3A ack 1") || e.last() != "7F3A#1: R roll 50" {
			t.Fatalf("told %q; %s", told, e.last())
		}
		e.say("R gear 2")
	})
}

// Nothing is acknowledged or shown before it is in the file: what has been acknowledged can be read there.
func TestARollIsAcknowledgedOnlyWhenItIsInTheFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.units.here("7F3A", 6, true)
		e.race()
		dev := &witness{units: e.units}
		e.Control.opt.Device = dev
		dev.ack = func(n uint32) string { return e.last() }
		e.units.in <- rolled("7F3A", 1, "1.2", 1)
		synctest.Wait()
		if dev.saw != "7F3A#1: R roll 50" {
			t.Fatalf("at the time of ACK the file ended in %q", dev.saw)
		}
		e.kill()
	})
}

// witness looks at the file whenever a unit is told that its roll is safe.
type witness struct {
	*units
	ack func(uint32) string
	saw string
}

func (w *witness) Send(serial string, c devices.Command) {
	if c.Do == devices.Ack {
		w.saw = w.ack(c.Count)
	}
	w.units.Send(serial, c)
}
