//go:build hilvm

package guest

import (
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"boxstop/cmd/internal/hil/client"
	"boxstop/cmd/internal/view"
)

const nonblocking = syscall.O_NONBLOCK | syscall.O_NOCTTY

// match is a Pitstop race in which two drivers have a cup each.
type match struct {
	*client.Daemon
	t    testing.TB
	cups map[string]*cup // by mark of the car
}

func diceRace(t testing.TB) *match {
	t.Helper()
	m := &match{t: t, cups: map[string]*cup{"R": newCup(t, "0D1C7F3A", 1), "B": newCup(t, "0D1C4E5B", 2)}}
	m.Daemon = client.Serve(t, program, folder(t, ""), nil)
	m.Say("game pitstop", "board lakeside", `enter R red "Anna" die 7F3A`, `enter B blue "Ben" die 4E5B`, "grid R B")
	t.Cleanup(func() {
		if s := m.Now(); t.Failed() {
			t.Logf("units %+v\nasks %+v\ndispute %+v, last %q\nAnna's cup %+v\nBen's cup %+v", s.Units, s.Asks, s.Dispute, s.Last, m.cups["R"].Showing(), m.cups["B"].Showing())
		}
	})
	return m
}

// is waits until a cup is here, or gone.
func (m *match) is(mark string, here bool) {
	m.t.Helper()
	name := m.cups[mark].serial[4:]
	m.Until(name+" is here or gone", func(s *view.Snapshot) bool { return (unit(s, name).State == "ok") == here })
}

// answer answers what is asked first: a roll by the driver's cup, or, where it is not plugged in, as the director types it; everything else at the keyboard. It
// returns who was asked to roll.
func (m *match) answer() (rolled string) {
	m.t.Helper()
	s := m.Until("something is asked", func(s *view.Snapshot) bool {
		return slices.ContainsFunc(s.Asks, func(a view.Ask) bool { return a.Waits })
	})
	a := s.Asks[slices.IndexFunc(s.Asks, func(a view.Ask) bool { return a.Waits })]
	c := m.cups[a.Car]
	switch {
	case a.Form != "roll":
		if r := m.Order(a.Options[0].Line, a.ID); r.Error != "" {
			m.t.Fatalf("%s: %s", a.Options[0].Line, r.Error)
		}
		return ""
	case c.port() == "":
		if r := m.Order(a.Line, a.ID); r.Error != "" {
			m.t.Fatalf("%s: %s", a.Line, r.Error)
		}
	default:
		until(m.t, a.Car+"'s cup is armed", func() bool { g := c.Showing(); return g.Armed && g.Ask == a.ID && g.Mark == a.Car })
		c.Roll()
	}
	m.Until("the roll is taken", func(s *view.Snapshot) bool {
		return !slices.ContainsFunc(s.Asks, func(b view.Ask) bool { return b.ID == a.ID })
	})
	return a.Car
}

// rolls answers until so many were rolled.
func (m *match) rolls(n int) {
	m.t.Helper()
	for n > 0 {
		if m.answer() != "" {
			n--
		}
	}
}

// asked answers until a driver is asked to roll.
func (m *match) asked(mark string) {
	m.t.Helper()
	for range 40 {
		s := m.Until("something is asked", func(s *view.Snapshot) bool {
			return slices.ContainsFunc(s.Asks, func(a view.Ask) bool { return a.Waits })
		})
		if i := slices.IndexFunc(s.Asks, func(a view.Ask) bool { return a.Waits }); s.Asks[i].Form == "roll" && s.Asks[i].Car == mark {
			return
		}
		m.answer()
	}
	m.t.Fatalf("%s was not asked to roll", mark)
}

var rollLine = regexp.MustCompile(`(?m)^\d+\t\d+\t(\w{4})#(\d+)\t(\w) roll `)

// The two cups differ in their serial numbers alone. They are unplugged in the middle of the race, which goes on at the keyboard, come back with each
// other's port names, in each other's sockets; one is unplugged as it rolls. Every roll is in the file once, as its driver's.
func TestTwoIdenticalCupsAreSwappedMidRace(t *testing.T) {
	m := diceRace(t)
	m.cups["R"].plug(0)
	m.cups["B"].plug(1)
	m.is("R", true)
	m.is("B", true)
	if r, b := m.cups["R"].port(), m.cups["B"].port(); r != "ttyACM0" || b != "ttyACM1" {
		t.Fatalf("they are at %s and %s", r, b)
	}
	m.Say("start")
	m.rolls(4)

	for _, c := range m.cups {
		c.unplug()
	}
	m.is("R", false)
	m.is("B", false)
	m.rolls(2) // at the keyboard

	m.cups["B"].plug(0)
	m.cups["R"].plug(1)
	if r, b := m.cups["R"].port(), m.cups["B"].port(); r != "ttyACM1" || b != "ttyACM0" {
		t.Fatalf("they are at %s and %s, want each at the other's", r, b)
	}
	m.is("R", true)
	m.is("B", true)
	m.rolls(4)

	m.asked("R") // and unplugged as it rolls
	red := m.cups["R"]
	until(t, "Anna's cup is armed", func() bool { return red.Showing().Armed })
	id := red.Showing().Ask
	red.unplug()
	red.Roll()
	m.is("R", false)
	before := strings.Count(kept(t, m.Dir), "7F3A#")
	red.plug(1)
	until(t, "the roll that it kept is in the file", func() bool { return strings.Count(kept(t, m.Dir), "7F3A#") == before+1 })
	until(t, "and is acknowledged", func() bool { return red.Unacknowledged() == 0 })
	m.Until("and shown", func(s *view.Snapshot) bool { // the file is written first
		return !slices.ContainsFunc(s.Asks, func(a view.Ask) bool { return a.ID == id })
	})
	m.rolls(3)

	seen := map[string]bool{}
	by := map[string]int{}
	for _, l := range rollLine.FindAllStringSubmatch(kept(t, m.Dir), -1) {
		if seen[l[1]+l[2]] {
			t.Errorf("%s is there twice", l[0])
		}
		seen[l[1]+l[2]] = true
		by[l[1]+" "+l[3]]++
	}
	if by["7F3A R"] < 4 || by["4E5B B"] < 4 || len(by) != 2 {
		t.Errorf("rolls by cup and driver: %v, want each cup its driver's alone\n%s", by, kept(t, m.Dir))
	}
	t.Logf("rolls by cup and driver: %v", by)
}

// Close before looking: a port that is held open while its unit is replugged comes back under another name.
func TestAReplugWhileThePortIsOpenComesBackUnderItsName(t *testing.T) {
	m := diceRace(t)
	red := m.cups["R"]
	for range 3 {
		red.plug(0)
		m.is("R", true)
		if red.port() != "ttyACM0" {
			t.Fatalf("it is at %s: the port was held when it came", red.port())
		}
		red.unplug()
		m.is("R", false)
		until(t, "race control has let go of the port", func() bool { return !slices.Contains(files(t, m.Process().Pid), "/dev/ttyACM0") })
	}
}

// Nothing but the ports of units is opened: the kernel's console and other serial ports keep their rate.
func TestNoOtherSerialPortIsOpened(t *testing.T) {
	m := diceRace(t)
	m.cups["R"].plug(0)
	m.is("R", true)
	for _, f := range files(t, m.Process().Pid) {
		if strings.HasPrefix(f, "/dev/tty") && f != "/dev/ttyACM0" {
			t.Errorf("%s is open", f)
		}
	}
}

// Root is not kept out by the kernel, but by a lock: the second program says so, and has the port when the first one is killed.
func TestAPortOfAnotherProgramIsLeftAloneAndTakenWhenThatEnds(t *testing.T) {
	m := diceRace(t)
	red := m.cups["R"]
	red.plug(0)
	m.is("R", true)
	second := client.Serve(t, program, folder(t, ""), nil)
	second.Say("game pitstop", "board lakeside", `enter R red "Anna" die 7F3A`, `enter B blue "Ben"`, "grid R B", "start")
	says(t, second, "/dev/ttyACM0: in use by another program: end that one")
	m.rollOnce("R")
	m.Kill()
	second.Until("the second has the cup", func(s *view.Snapshot) bool { return unit(s, "7F3A").State == "ok" })
}

// rollOnce has a cup roll for the table of its own race.
func (m *match) rollOnce(mark string) {
	m.t.Helper()
	m.Say("start")
	m.asked(mark)
	m.answer()
}

// A cup that is plugged in while the race runs at the keyboard is found, and rolls for its driver from then on.
func TestACupThatIsPluggedInLaterIsFound(t *testing.T) {
	m := diceRace(t)
	m.Say("start")
	m.rolls(1) // at the keyboard
	m.cups["B"].plug(1)
	began := time.Now()
	m.is("B", true)
	t.Logf("plugged in to here: %v, of which 3s are for a board that restarts when it is opened", time.Since(began).Round(time.Millisecond))
	m.asked("B")
	m.answer()
	if !strings.Contains(kept(t, m.Dir), "4E5B#") {
		t.Errorf("its roll is not in the file:\n%s", kept(t, m.Dir))
	}
}
