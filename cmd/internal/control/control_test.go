package control

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/tracks"
)

// units is a fake of all units together: what they are told is noted, what they notice is put in.
type units struct {
	in   chan devices.Reading
	mu   sync.Mutex
	told []string // "7F3A arm 3.2 R 4"
	arm  map[string]devices.Command
}

func newUnits() *units {
	return &units{in: make(chan devices.Reading, 64), arm: map[string]devices.Command{}}
}

func (u *units) Readings() <-chan devices.Reading { return u.in }

func (u *units) Send(serial string, c devices.Command) {
	u.mu.Lock()
	defer u.mu.Unlock()
	name := devices.Name(serial)
	switch c.Do {
	case devices.Arm:
		u.arm[name] = c
		u.told = append(u.told, fmt.Sprintf("%s arm %s %s %d", name, c.Ask, c.Mark, c.Dice))
	case devices.Disarm:
		delete(u.arm, name)
		u.told = append(u.told, name+" disarm")
	case devices.Ack:
		u.told = append(u.told, fmt.Sprintf("%s ack %d", name, c.Count))
	case devices.Identify:
		u.told = append(u.told, name+" blink")
	case devices.Lamp:
		u.told = append(u.told, fmt.Sprintf("%s lamp %d %d", name, c.Part, c.Value))
	}
}

func (u *units) heard() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	out := u.told
	u.told = nil
	return out
}

func (u *units) armed(name string) devices.Command {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.arm[name]
}

// here introduces a unit with so many dice.
func (u *units) here(name string, dice int, arms bool) {
	u.in <- devices.Reading{Event: devices.Here, Unit: devices.Unit{Serial: "0000" + name, Kind: devices.Dice, Dice: dice, Arms: arms, Battery: -1}, At: time.Now()}
}

// rolled is a roll of a unit; faces are sides of the practice die: 1 to 4 are 50, 5 is f, 6 is d.
func rolled(name string, count uint32, ask string, sides ...int) devices.Reading {
	r := devices.Reading{Event: devices.Rolled, Unit: devices.Unit{Serial: "0000" + name}, Count: count, Ask: ask, At: time.Now()}
	for i, s := range sides {
		r.Dice = append(r.Dice, devices.Die{Die: i + 1, Face: s})
	}
	return r
}

// evening is race control that runs on a state folder.
type evening struct {
	*testing.T
	*Control
	units *units
	dir   string
	ctx   context.Context
	stop  func()
	done  chan error
}

// serve starts race control; it must be called in a synctest bubble.
func serve(t *testing.T, dir string, change ...func(*Options)) *evening {
	t.Helper()
	e := &evening{T: t, units: newUnits(), dir: dir, done: make(chan error, 1)}
	opt := Options{Games: games, Library: tracks.Library{}, State: dir, Device: e.units, Seed: 7}
	for _, f := range change {
		f(&opt)
	}
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	e.Control = c
	e.ctx, e.stop = context.WithCancel(context.Background())
	go func() { e.done <- c.Run(e.ctx) }()
	t.Cleanup(e.stop)
	synctest.Wait()
	return e
}

// kill ends race control, whatever it was doing.
func (e *evening) kill() {
	e.Helper()
	e.stop()
	if err := <-e.done; err != nil {
		e.Fatal(err)
	}
}

// say orders lines that must be accepted.
func (e *evening) say(lines ...string) view.Reply {
	e.Helper()
	var rep view.Reply
	for _, l := range lines {
		if rep = e.Do(e.ctx, "director", view.Order{Line: l, Sure: true}); rep.Error != "" {
			e.Fatalf("%s: %s", l, rep.Error)
		}
	}
	synctest.Wait()
	return rep
}

// no orders a line that must be refused with these words.
func (e *evening) no(line, ask, want string) view.Reply {
	e.Helper()
	rep := e.Do(e.ctx, "director", view.Order{Line: line, Ask: ask})
	if !strings.Contains(rep.Error, want) {
		e.Fatalf("%s: got %q, want %q in it", line, rep.Error, want)
	}
	synctest.Wait()
	return rep
}

var twoCars = []string{"game pitstop", "board lakeside", `enter R red "Anna"`, `enter B blue "Ben"`, "grid R B"}

func (e *evening) race(more ...string) {
	e.Helper()
	e.say(append(append(slices.Clone(twoCars), more...), "start")...)
}

// ask is the first open ask of a name.
func (e *evening) asked(name string) view.Ask {
	e.Helper()
	for _, a := range e.Snapshot().Asks {
		if a.Name == name {
			return a
		}
	}
	e.Fatalf("%s is not asked: %+v", name, e.Snapshot().Asks)
	return view.Ask{}
}

// file is the lines of the newest race file.
func (e *evening) file() []racefile.Line {
	e.Helper()
	files := RaceFiles(e.dir)
	doc, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		e.Fatal(err)
	}
	lines, _, err := racefile.Read(doc)
	if err != nil {
		e.Fatal(err)
	}
	return lines
}

func (e *evening) last() string {
	l := e.file()
	return l[len(l)-1].Source + ": " + l[len(l)-1].Text
}

// verify decides every answer of the newest race file again.
func (e *evening) verify() {
	e.Helper()
	if _, differs, err := Verify(games, tracks.Library{}, e.file()); err != nil || differs != "" {
		e.Fatalf("verify: %v %s", err, differs)
	}
}

// TB-1: a key and a reading at the same moment, in both orders: one answer, and the other is told what came first.
func TestAKeyAndAReadingAtTheSameMomentGiveOneAnswer(t *testing.T) {
	for _, first := range []string{"key", "reading"} {
		t.Run(first+" first", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e := serve(t, t.TempDir())
				defer e.kill()
				e.units.here("7F3A", 6, true)
				e.race()
				ask := e.asked("roll")
				rep := make(chan view.Reply, 1)
				key := func() {
					rep <- e.Do(e.ctx, "director", view.Order{Line: "R roll 50", Ask: ask.ID})
				}
				if first == "key" {
					key()
					e.units.in <- rolled("7F3A", 1, ask.ID, 6)
				} else {
					e.units.in <- rolled("7F3A", 1, ask.ID, 6)
					synctest.Wait()
					key()
				}
				synctest.Wait()
				got := <-rep
				snap := e.Snapshot()
				if first == "key" {
					if got.Error != "" || len(snap.Tray) != 1 || !strings.Contains(snap.Tray[0].Why, "its ask was settled before") {
						t.Fatalf("got %+v, tray %+v", got, snap.Tray)
					}
				} else if got.Error != "too late: R roll d came first; nothing done" || len(snap.Tray) != 0 {
					t.Fatalf("got %+v, tray %+v", got, snap.Tray)
				}
				n := 0
				for _, l := range e.file() {
					if strings.HasPrefix(l.Text, "R roll") {
						n++
					}
				}
				if n != 1 {
					t.Fatalf("%d answers", n)
				}
				if told := e.units.heard(); !slices.Contains(told, "7F3A ack 1") {
					t.Fatalf("told %q", told)
				}
			})
		})
	}
}

// TB-1: two consoles press Enter together: one answer, and the other console hears what closed its ask.
func TestTwoConsolesPressingEnterTogetherGiveOneAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		defer e.kill()
		e.race()
		e.say("R roll 50")
		ask := e.asked("gear")
		reps := make(chan view.Reply, 2)
		for range 2 {
			go func() { reps <- e.Do(e.ctx, "director", view.Order{Line: "R gear 2", Ask: ask.ID}) }()
		}
		synctest.Wait()
		a, b := <-reps, <-reps
		if a.Error != "" {
			a, b = b, a
		}
		if a.Error != "" || b.Error != "too late: R gear 2 came first; nothing done" {
			t.Fatalf("got %+v and %+v", a, b)
		}
		// and a key of a page that shows an older state
		e.no("R roll 50", "1.2", "too late: R roll 50 came first; nothing done")
		e.no("R roll 50", "77.1", "too late: that was settled before; nothing done")
		if e.last() != "director: R gear 2" {
			t.Fatal(e.last())
		}
	})
}

// TB-1: no id returns: not after undo, amendment or restart.
func TestNoIDOfAnAskReturns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		e := serve(t, dir)
		seen := map[string]string{} // id: what it was for
		open := map[string]bool{}
		look := func() {
			t.Helper()
			now := map[string]bool{}
			for _, a := range e.Snapshot().Asks {
				what := fmt.Sprint(a.Car, a.Name, a.Dice)
				if was, ok := seen[a.ID]; ok && (was != what || !open[a.ID]) {
					t.Fatalf("%s was %s, and is %s again", a.ID, was, what)
				}
				seen[a.ID], now[a.ID] = what, true
			}
			open = now
		}
		e.race()
		look()
		for _, l := range []string{"R bonus", "R roll 50", "R gear 3", "undo", "R gear 2", "B roll 50", "amend 4 gear 3 cut", "undo", "redo", "undo 3", "redo", "rule R at c1+1", "undo", "strike 2 cut"} {
			e.Do(e.ctx, "director", view.Order{Line: l, Sure: true})
			synctest.Wait()
			look()
		}
		before := e.Snapshot().Asks
		e.kill()
		e = serve(t, dir)
		defer e.kill()
		if after := e.Snapshot().Asks; len(after) != len(before) || after[0].ID != before[0].ID {
			t.Fatalf("the same asks are open after a restart, with the same ids: got %+v, want %+v", after, before)
		}
		e.say("resume")
		look()
		e.say("undo", "redo")
		look()
	})
}

// TB-17: killed after every line: the same race goes on.
func TestKilledAfterEveryLineTheSameRaceGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.race("option soft-tyres on")
		e.say("R kind soft", "B kind hard", "R bonus", "R roll d", "R gear 3", `note "Ben's die was cocked"`, "undo 2", "R roll d", "R gear 2", "B roll 50", "amend 10 gear 1 cut", "hold", "go", `drive B "Tom"`, "rule B at c1+1 because 2", "moved")
		path := RaceFiles(e.dir)[0]
		e.kill()
		doc, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		head := strings.Index(string(doc), "\n1\t0\tdirector\tstart")
		last := len(doc) - 160 // every byte of the last lines, and every line before
		for cut := head + 1; cut <= len(doc); cut++ {
			if cut < last && doc[cut-1] != '\n' {
				continue
			}
			dir := t.TempDir()
			if err := os.MkdirAll(filepath.Join(dir, "races"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(RacePath(dir, 1), doc[:cut], 0o600); err != nil {
				t.Fatal(err)
			}
			lines, whole, err := racefile.Read(doc[:cut])
			if err != nil {
				t.Fatal(err)
			}
			n := serve(t, dir)
			snap := n.Snapshot()
			if whole == 0 || lines[len(lines)-1].Seq == 0 {
				if snap.Stage != view.SettingUp {
					t.Fatalf("cut at %d, before the start: the stage is %s", cut, snap.Stage)
				}
				n.kill()
				continue
			}
			if snap.Stage != view.Welcome || snap.Welcome == nil {
				t.Fatalf("cut at %d: the stage is %s", cut, snap.Stage)
			}
			torn := whole < cut
			if got := snap.Welcome.Read; torn != strings.Contains(got, "is cut off") || torn == strings.Contains(got, "the last one whole") {
				t.Fatalf("cut at %d (torn %v): %q", cut, torn, got)
			}
			if snap.Seq != lines[len(lines)-1].Seq {
				t.Fatalf("cut at %d: line %d, want %d", cut, snap.Seq, lines[len(lines)-1].Seq)
			}
			want, err := Load(games, tracks.Library{}, lines, func() int64 { return 0 }, func(racefile.Line) {})
			if err != nil {
				t.Fatal(err)
			}
			same(t, "the session", n.session.state(), want.state())
			n.say("resume")
			if n.Snapshot().Stage != view.Racing {
				t.Fatalf("cut at %d: resume leads to %s", cut, n.Snapshot().Stage)
			}
			n.kill()
		}
	})
}

// TB-17: the welcome page says what was read, the last three things, what is awaited; aside leaves it, open takes it up again.
func TestAnUnfinishedRaceWaitsOnTheWelcomePage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.race()
		e.say("R bonus", "R roll 50", "R gear 3", "B roll 50 ")
		e.kill()
		e = serve(t, e.dir)
		w := e.Snapshot().Welcome
		if w == nil {
			t.Fatalf("stage %s", e.Snapshot().Stage)
		}
		if got, want := w.Head, "A RACE IS WAITING   Pitstop, Lakeside PRACTICE, lap 1 of 3  turn 1"; got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
		if len(w.Last) != 3 || !strings.Contains(w.Last[0], "B 50 km/h, 1 cell to ") || w.Now != "B Ben: name the next gear" {
			t.Fatalf("got %+v", w)
		}
		e.no("B gear 2", "", "a race is waiting; resume goes on with it, aside leaves it for another day")
		e.say("aside")
		if e.Snapshot().Stage != view.SettingUp {
			t.Fatalf("stage %s", e.Snapshot().Stage)
		}
		e.kill()
		e = serve(t, e.dir)
		if e.Snapshot().Stage != view.SettingUp {
			t.Fatalf("a race that was set aside opens by itself: %s", e.Snapshot().Stage)
		}
		e.no("open 9", "", "open 9")
		e.no("open x", "", "the number of a race is wanted")
		e.say("open 1")
		if e.Snapshot().Stage != view.Welcome {
			t.Fatalf("stage %s", e.Snapshot().Stage)
		}
		e.say("resume", "B gear 2")
		e.no("open 1", "", "a race is on")
		e.verify()
		e.kill()
	})
}
