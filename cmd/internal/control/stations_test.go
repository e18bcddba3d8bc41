package control

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/devices/panel/paneltest"
	"boxstop/engine"
	"boxstop/engine/pitstop"
	"boxstop/engine/speedcircuit"
	"boxstop/tracks"
)

// seated is an evening with a station for each of some drivers, and the table's buttons.
type seated struct {
	*evening
	*paneltest.Bench
	leave  func()
	mu     sync.Mutex
	hushed []string
}

var both = []engine.Rules{pitstop.New(), speedcircuit.New()}

// hushing notes who is hushed.
type hushing struct {
	devices.Device
	to *seated
}

func (h hushing) Hush(serials ...string) {
	h.to.mu.Lock()
	defer h.to.mu.Unlock()
	h.to.hushed = serials
}

// seat starts race control with the panel of a wiring.
func seat(t *testing.T, wiring string, lines ...string) *seated {
	t.Helper()
	ctx, end := context.WithCancel(context.Background())
	k := &seated{Bench: paneltest.New(wiring)}
	dev := k.Start(ctx)
	k.evening = serve(t, t.TempDir(), func(o *Options) {
		o.Games = both
		o.Device = hushing{dev, k}
	})
	k.leave = sync.OnceFunc(func() {
		k.kill()
		end()
		for range dev.Readings() {
		}
	})
	t.Cleanup(k.leave)
	time.Sleep(50 * time.Millisecond)
	k.say(lines...)
	k.settle()
	return k
}

func (k *seated) settle() {
	time.Sleep(20 * time.Millisecond)
	synctest.Wait()
}

// turn, press and table are hands.
func (k *seated) turn(station, steps int) {
	k.Turn(station, steps, 2*time.Millisecond)
	k.settle()
}

func (k *seated) press(station int) {
	k.Press(station, 100*time.Millisecond)
	k.settle()
}

func (k *seated) hold(station int) {
	k.Press(station, 1200*time.Millisecond)
	k.settle()
}

func (k *seated) table(button string) {
	k.Table(button, 100*time.Millisecond)
	k.settle()
}

func (k *seated) shows(station int, want string) {
	k.Helper()
	if got := strings.ReplaceAll(k.Shown(station), "S", "5"); got != strings.ReplaceAll(want, "S", "5") {
		k.Fatalf("station %d shows %q, want %q", station, got, want)
	}
}

func (k *seated) lamps(want ...string) {
	k.Helper()
	for i, w := range want {
		if got := k.Lamp(i + 1); got != w {
			k.Fatalf("the lamp of station %d is %s, want %s", i+1, got, w)
		}
	}
}

var pitstopOfTwo = []string{"game pitstop", "board lakeside", `enter R red "Anna"`, `enter B blue "Ben"`, "grid R B"}

var speedOfThree = []string{
	"game speedcircuit", "board rivermouth", `enter R red "Anna"`, `enter B blue "Ben"`, `enter Y yellow "Cleo"`, "grid R B Y", "start",
}

// TB-14: a station answers whatever ask waits for its driver, in every game; nothing in devices knows one.
func TestAStationAnswersAnyAskOfItsDriver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := seat(t, paneltest.Six("R", "Ben"), append(pitstopOfTwo, "start")...)
		k.lamps("steady", "off") // R is to roll
		k.say("R roll 50")
		k.say("moved")
		k.settle()
		if a := k.asked("gear"); a.Car != "R" {
			t.Fatalf("%+v", a)
		}
		k.shows(1, "1") // the gear that stays
		k.shows(2, "")
		k.turn(1, 1)
		k.shows(1, "2")
		k.turn(2, 1)
		k.press(2) // nobody asked Ben
		k.turn(1, 5)
		k.shows(1, "3") // its end stop
		k.press(1)
		if got := k.last(); got != "A0B1/1: R gear 3" {
			t.Fatal(got)
		}
		k.verify()
		k.leave()
	})
}

// TB-14: holding for a second takes what holds unsaid or would hold if the time ran out.
func TestHoldingTakesWhatHoldsUnsaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := seat(t, paneltest.Six("R", "Ben"), append(pitstopOfTwo, "start", "R roll 50", "moved")...)
		k.turn(1, 1)
		k.hold(1)
		if got := k.last(); got != "A0B1/1: R gear 1" {
			t.Fatalf("%s", got)
		}
		k.leave()
	})
}

// TB-14, TB-20: the table's buttons are 1 2 3, next, hold and undo, and name no game.
func TestTheTablesButtonsTakeWhatIsPrintedAndUndoIsARequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := seat(t, paneltest.Six("R", "Ben"), append(pitstopOfTwo, "pace confirm", "start", "R roll 50")...)
		k.table("next") // what was to be moved stands there
		if got := k.last(); got != "A0B1: moved" {
			t.Fatal(got)
		}
		k.table("hold")
		if !k.Snapshot().Head.Held || k.Lamp(0) != "steady" {
			t.Fatal("it is not held")
		}
		k.table("hold")
		if k.Snapshot().Head.Held || k.Lamp(0) != "off" {
			t.Fatal("it is held")
		}
		k.table("2")
		if got := k.last(); got != "A0B1: R gear 2" {
			t.Fatal(got)
		}
		k.table("undo") // too short
		k.table("next")
		if got := k.last(); strings.HasSuffix(got, "undo") {
			t.Fatal(got)
		}
		k.Table("undo", 1200*time.Millisecond)
		k.settle()
		if k.Lamp(0) != "fast" {
			t.Fatal("nobody sees that undo is asked for")
		}
		k.table("next")
		if got := k.last(); got != "A0B1: undo" {
			t.Fatal(got)
		}
		k.Table("undo", 1200*time.Millisecond)
		k.table("hold") // leaves it
		if got := k.last(); got != "A0B1: undo" {
			t.Fatal(got)
		}
		k.say("R gear 2")
		for _, line := range []string{"undo", "R gear 3"} { // somebody at the keyboard is faster: the request was not meant for what is newest then
			k.Table("undo", 1200*time.Millisecond)
			k.settle()
			if k.Snapshot().Offer == "" {
				t.Fatalf("before %s: undo is not asked for", line)
			}
			k.say(line)
			k.settle()
			if s := k.Snapshot(); s.Offer != "" || k.Lamp(0) == "fast" {
				t.Fatalf("after %s at the keyboard undo is still asked for: %q", line, s.Offer)
			}
			k.table("next")
			if got := k.last(); got == "A0B1: undo" {
				t.Fatalf("after %s: %s", line, got)
			}
		}
		k.verify()
		k.leave()
	})
}

// toSpeeds takes a race up to its first secret speeds.
func (k *seated) toSpeeds() {
	k.Helper()
	for range 40 {
		switch a := k.Snapshot().Asks; {
		case len(a) == 0:
			k.Fatal("nothing is asked")
		case a[0].Name == "speed":
			k.settle()
			return
		case a[0].Secret:
			k.say("close")
		case !a[0].Waits:
			k.Fatalf("%s is asked before any speed", a[0].Name)
		default:
			k.order(a[0].ID, a[0].Options[0].Line)
			k.say("moved")
		}
	}
	k.Fatal("no speed was asked")
}

// TB-12: the driver alone sees what he sets, while he turns and two seconds after; all see only that it is locked.
func TestASecretIsSeenByItsOwnerAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := seat(t, paneltest.Six("R", "B", "Y"), speedOfThree...)
		k.toSpeeds()
		k.lamps("steady", "steady", "steady")
		k.shows(1, "") // nothing before he touches it
		k.turn(1, -20)
		k.shows(1, "20") // the end stop, the same for all
		k.turn(2, -20)
		k.shows(2, "20")
		k.turn(2, 20)
		k.shows(2, "180")
		time.Sleep(1900 * time.Millisecond)
		k.settle()
		time.Sleep(100 * time.Millisecond)
		k.shows(2, "")
		k.turn(1, 2)
		k.shows(1, "60")
		k.press(1)
		if got := k.last(); got != "A0B1/1: R speed 60" {
			t.Fatal(got)
		}
		time.Sleep(2 * time.Second)
		k.shows(1, "")
		k.lamps("short", "steady", "steady")

		// a value that this car may not have: its own lamp alone
		seq, beeps, health := k.Snapshot().Seq, k.Snapshot().Beeps, len(k.page("devices").Devices.Last)
		k.turn(2, 20)
		k.press(2)
		k.lamps("short", "fast", "steady")
		if s := k.Snapshot(); s.Seq != seq || s.Beeps != beeps || len(k.page("devices").Devices.Last) != health {
			t.Fatal("a refusal is seen by others")
		}
		k.turn(2, -20)
		k.turn(2, 1)
		k.shows(2, "40")
		k.press(2)
		k.turn(1, -1) // a lock is taken back by a new answer
		k.shows(1, "40")
		k.press(1)
		if got := k.last(); got != "A0B1/1: R speed 40" {
			t.Fatal(got)
		}
		k.turn(3, -20)
		k.press(3)
		for _, a := range k.Snapshot().Asks {
			if a.Secret {
				t.Fatalf("still secret: %+v", a)
			}
		}
		time.Sleep(5 * time.Second)
		for i, want := range []string{"40", "40", "20"} { // it keeps the speed until the next secret phase
			k.shows(i+1, want)
		}
		k.verify()
		k.leave()
	})
}

// TB-12: a station with neither hood nor scale is refused for secrets, by that sentence, and is as good as any for the rest.
func TestAStationWithoutSightIsRefusedForSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := seat(t, strings.Replace(paneltest.Six("R", "B", "Y"), "sight = \"hood\"\n", "", 1), speedOfThree...)
		k.toSpeeds()
		before := k.last()
		k.turn(1, 3)
		k.shows(1, "")
		k.press(1)
		if k.last() != before {
			t.Fatal(k.last())
		}
		if last := strings.Join(k.page("devices").Devices.Last, "\n"); !strings.Contains(last, "station A0B1/1 has neither hood nor scale: it is not used for secrets") {
			t.Fatal(last)
		}
		k.leave()
	})
}

// TB-13: stations, a typed line and all together are mixed in one phase; and stations can be changed between turns.
func TestTheWaysToEnterSecretsAreMixed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := seat(t, paneltest.Six("R", "B"), append([]string{}, speedOfThree...)...)
		k.toSpeeds()
		k.turn(1, -20)
		k.turn(1, 1)
		k.press(1)
		k.hold(2) // keeps what he had
		for _, a := range k.Snapshot().Asks {
			if a.Car == "Y" {
				k.order(a.ID, "Y speed 40") // at the keyboard
			}
		}
		if a := k.Snapshot().Asks; len(a) == 0 || a[0].Secret {
			t.Fatalf("%+v", a)
		}
		k.say("unit A0B1/2 for Y") // between turns
		if got := k.page("devices").Devices.Units; !strings.HasPrefix(got[2].For, "Y") {
			t.Fatalf("%+v", got)
		}
		k.verify()
		k.leave()
	})
}

// TB-13: the units of those who have a secret to say are hushed, from the moment on at which it is asked until it is shown.
func TestUnitsAreHushedWhileASecretIsOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := seat(t, paneltest.Six("R", "B", "Y"), speedOfThree...)
		k.toSpeeds()
		hushed := func() string {
			k.mu.Lock()
			defer k.mu.Unlock()
			return strings.Join(k.hushed, " ")
		}
		if got, want := hushed(), "A0B1/1 A0B1/2 A0B1/3"; got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
		k.say("close")
		if got := hushed(); got != "" {
			t.Fatalf("after all were shown: %q", got)
		}
		k.leave()
	})
}

// TB-13: a canary. The speeds that were set and not shown are in nothing that leaves race control, and two evenings that differ only in them
// are the same to everybody: the same snapshots, as many, at the same times.
func TestASecretSpeedIsNowhereAndChangesNothing(t *testing.T) {
	evening := func(t *testing.T, steps []int) (seen []string) {
		synctest.Test(t, func(t *testing.T) {
			k := seat(t, paneltest.Six("R", "B", "Y"), speedOfThree...)
			k.toSpeeds()
			slot, stop := k.Watch()
			start := time.Now()
			watched := make(chan bool)
			end := make(chan bool)
			go func() {
				defer close(watched)
				for {
					select {
					case s := <-slot:
						j, _ := json.Marshal(s)
						seen = append(seen, fmt.Sprintf("%v %s", time.Since(start).Round(10*time.Millisecond), j))
					case <-end:
						return
					}
				}
			}()
			for i, n := range steps { // each takes as long as any other
				deadline := time.Now().Add(2 * time.Second)
				k.turn(i+1, -20)
				k.turn(i+1, n)
				time.Sleep(time.Until(deadline))
				k.press(i + 1)
			}
			time.Sleep(5 * time.Second)
			synctest.Wait()
			close(end)
			<-watched
			stop()
			for _, p := range []string{"timeline", "devices", "undo", "find", "table"} {
				j, _ := json.Marshal(k.Query(k.ctx, view.Query{Page: p, All: true, N: 3}))
				seen = append(seen, string(j))
			}
			k.leave()
		})
		return seen
	}
	one := evening(t, []int{1, 2}) // Y has still to declare
	two := evening(t, []int{3, 1})
	if len(one) != len(two) {
		t.Fatalf("%d and %d things are seen", len(one), len(two))
	}
	for i := range one {
		if one[i] != two[i] {
			t.Fatalf("seen\n%s\nand\n%s", one[i], two[i])
		}
	}
	if len(one) < 4 {
		t.Fatalf("only %d things are seen: %q", len(one), one)
	}
}

// Done when: a device can vanish at any moment of the secret phase, and the race goes on with nothing shown or lost.
func TestAStationThatVanishesInTheSecretPhaseLosesNothing(t *testing.T) {
	for _, moment := range []string{"before", "half turned", "pressed down", "locked"} {
		t.Run(moment, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := seat(t, paneltest.Six("R", "B", "Y"), speedOfThree...)
				k.toSpeeds()
				seq := k.Snapshot().Seq
				if moment != "before" {
					k.turn(1, -20)
					k.turn(1, 1)
				}
				if moment == "pressed down" {
					k.Close("x1.A0", true)
					k.settle()
				}
				if moment == "locked" {
					k.press(1)
					seq++
				}
				k.Bus.Away(0x20, true) // all presses and lamps with it
				k.Bus.Away(0x70, true)
				time.Sleep(3 * time.Second)
				k.settle()
				if got := k.Snapshot().Seq; got != seq {
					t.Fatalf("%d lines, want %d", got, seq)
				}
				j, _ := json.Marshal([]any{k.page("timeline"), k.page("devices"), k.Snapshot().Last, k.Snapshot().Table})
				if strings.Contains(string(j), "speed 40") {
					t.Fatal("the speed is shown")
				}
				k.Close("x1.A0", false)
				k.Bus.Away(0x20, false)
				k.Bus.Away(0x70, false)
				time.Sleep(5 * time.Second)
				k.settle()
				for _, a := range k.Snapshot().Asks {
					if a.Secret && !a.Done {
						k.order(a.ID, a.Car+" speed 40")
					}
				}
				if a := k.Snapshot().Asks; len(a) == 0 || a[0].Secret {
					t.Fatalf("%+v", a)
				}
				k.verify()
				k.leave()
			})
		})
	}
}

// S10: a wet knob is set aside, its driver is asked elsewhere, k returns it.
func TestAWetStationIsSetAsideAndReturned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := seat(t, paneltest.Six("R", "B"), append(pitstopOfTwo, "start", "R roll 50", "moved")...)
		k.Turn(1, 300, 2*time.Millisecond)
		k.settle()
		v := k.page("devices").Devices
		if v.Units[1].State != "SET ASIDE" || !strings.Contains(strings.Join(v.Last, "\n"), "A0B1/1: knob set aside, 201 changes in 1.6s (wet?); k returns it, dry") {
			t.Fatalf("%+v", v)
		}
		k.press(1)
		if got := k.last(); got != "A0B1/1: unit A0B1/1 off" {
			t.Fatal(got)
		}
		k.say("unit A0B1/1 on")
		k.settle()
		k.turn(1, 1)
		k.press(1)
		if got := k.last(); got != "A0B1/1: R gear 2" {
			t.Fatal(got)
		}
		k.leave()
	})
}

// TB-18: whose knob is whose is learned by calling.
func TestAStationFindsItsDriverByBeingUsedWhenCalled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := seat(t, paneltest.Six("", ""), append(pitstopOfTwo, "start", "R roll 50", "moved")...)
		k.lamps("off", "off")
		k.say("call R")
		k.turn(2, 1)
		k.settle()
		k.lamps("off", "steady")
		k.turn(2, 1)
		k.press(2)
		if got := k.last(); got != "A0B1/2: R gear 2" {
			t.Fatal(got)
		}
		k.leave()
	})
}

// TB-1: a press that was made for what was asked before answers nothing.
func TestAPressForTheAskBeforeAnswersNothing(t *testing.T) {
	s := newStationTest(t)
	s.asked("5.1", time.Second)
	s.st.turned(1, s.at(900*time.Millisecond))
	if s.st.touched {
		t.Error("a turn from before it was asked moved it")
	}
	s.st.turned(1, s.at(1100*time.Millisecond))
	if !s.st.touched {
		t.Error("a turn after it did not")
	}
}

type stationTest struct {
	st    station
	start time.Time
}

func newStationTest(*testing.T) *stationTest { return &stationTest{start: time.Unix(1000, 0)} }

func (s *stationTest) at(d time.Duration) time.Time { return s.start.Add(d) }

func (s *stationTest) asked(id string, d time.Duration) {
	s.st.ask, s.st.since = Open{ID: id}, s.at(d)
	s.st.dial.stops = make([]stop, 3)
}

func (k *seated) page(name string) *view.Page {
	k.Helper()
	rep := k.Query(k.ctx, view.Query{Page: name, All: true})
	if rep.Page == nil {
		k.Fatalf("page %s: %s", name, rep.Error)
	}
	return rep.Page
}

// order answers an ask by its id.
func (k *seated) order(id, line string) {
	k.Helper()
	if rep := k.Do(k.ctx, "director", view.Order{Line: line, Ask: id, Sure: true}); rep.Error != "" {
		k.Fatalf("%s: %s", line, rep.Error)
	}
	k.settle()
}

// verify decides every answer of the race file again.
func (k *seated) verify() {
	k.Helper()
	if _, differs, err := Verify(both, tracks.Library{}, k.file()); err != nil || differs != "" {
		k.Fatalf("verify: %v %s", err, differs)
	}
}

// TB-14: a whole race of each game is answered at stations: knobs and presses for everything but dice.
func TestAWholeRaceIsAnsweredAtStations(t *testing.T) {
	for name, lines := range map[string][]string{
		"pitstop":      pitstopOfTwo,
		"speedcircuit": speedOfThree[:len(speedOfThree)-1],
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k := seat(t, paneltest.Six("R", "B", "Y"), append(slices.Clone(lines), "seed 11", "start")...)
				station := map[string]int{"R": 1, "B": 2, "Y": 3}
				took, turns, rolls := 0, 0, 0
				for n := 0; k.Snapshot().Stage != view.Over; n++ {
					if n == 2000 {
						t.Fatalf("no end after %d answers: %+v", n, k.Snapshot().Asks)
					}
					s := k.Snapshot()
					if len(s.PutBack) > 0 {
						k.table("next")
					}
					a := s.Asks[0]
					for _, o := range s.Asks { // what is not said is closed by what the race waits for
						if o.Waits && !o.Done {
							a = o
							break
						}
					}
					if a.Form == "roll" {
						k.say(a.Car + " roll")
						rolls++
						continue
					}
					st := station[a.Car]
					if n%3 == 0 { // now and then the next one is taken
						k.turn(st, 1)
						turns++
					}
					before := s.Seq
					for try := 0; k.Snapshot().Seq == before; try++ {
						if try == 8 {
							t.Fatalf("station %d does not answer %+v; it shows %q", st, a, k.Shown(st))
						}
						k.press(st)
						if try > 1 { // it may not have that: an earlier one
							k.turn(st, -1)
						}
					}
					took++
				}
				if took < 10 || turns < 5 {
					t.Errorf("%d answers at stations with %d turns, %d rolls", took, turns, rolls)
				}
				t.Logf("%d answers at stations, %d rolls", took, rolls)
				k.verify()
				k.leave()
			})
		})
	}
}

// TB-20: a station stops the clock at the time of its edge: who presses in time has answered in time, however long he holds it.
func TestAStationStopsTheClockAtTheTimeOfItsEdge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := seat(t, paneltest.Six("R", "B"), append(pitstopOfTwo, "option quick-play 3", "start", "R roll 50", "moved")...)
		k.turn(1, 1)
		start := time.Now()
		time.Sleep(2500*time.Millisecond - time.Since(start))
		k.Press(1, 900*time.Millisecond) // let go after the three seconds
		k.settle()
		if got := k.last(); got != "A0B1/1: R gear 2" {
			t.Errorf("got %s", got)
		}
		k.leave()
	})
}

// TB-24: what sounds on screens sounds on the panel, and nothing else does.
func TestSoundsOfTheRaceSoundOnThePanel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := seat(t, paneltest.Six("R", "B"), append(pitstopOfTwo, "option quick-play 3", "start", "R roll 50")...)
		k.settle()
		before := k.Pins["GPIO7"].Changes()
		k.say("moved")
		time.Sleep(2500 * time.Millisecond)
		if k.Pins["GPIO7"].Changes() == before {
			t.Error("no tick in the last three seconds")
		}
		k.leave()
	})
}
