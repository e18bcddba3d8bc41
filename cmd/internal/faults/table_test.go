package faults

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"

	"boxstop/cmd/internal/console"
	"boxstop/cmd/internal/control"
	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/devices/panel/paneltest"
	"boxstop/devices/sim"
	"boxstop/engine"
	"boxstop/engine/pitstop"
	"boxstop/tracks"
)

var games = []engine.Rules{pitstop.New()}

// table is a race of two with everything that stands around it: units, race control, a screen. It lives in a bubble.
type table struct {
	*testing.T
	hub    *sim.Hub
	dir    string
	paths  []string         // ports that the owner named
	bench  *paneltest.Bench // a panel on the Pi's own lines; nil: none
	cups   []*sim.Unit
	cup    *sim.Unit // the first
	link   *link.Link
	c      *control.Control
	screen *glass
	ctx    context.Context
	on     atomic.Pointer[serving] // whom a screen that calls again reaches
	ends   []func()                // of what runs, newest last
	looks  []func()                // of screens

	began    time.Time      // of a fault
	stranger io.WriteCloser // the line of something that is not ours
	limit    syscall.Rlimit // before the disk was full
}

// serving is a race control that runs until its context ends.
type serving struct {
	ctx context.Context
	c   *control.Control
}

// glass is a simulated screen that can be read while it is drawn on.
type glass struct {
	tcell.SimulationScreen
	mu sync.Mutex
}

// Show shows what was drawn.
func (g *glass) Show() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.SimulationScreen.Show()
}

// lay is a table with nothing on it.
func lay(t *testing.T) *table { return &table{T: t, dir: t.TempDir(), hub: sim.NewHub(t.TempDir())} }

// bring plugs a cup in.
func (b *table) bring(serial string, change ...func(*sim.Options)) *sim.Unit {
	b.Helper()
	opt := sim.Options{Serial: serial, Dice: 12, Digits: 4, Line: b.hub.Plug, Rand: rand.New(rand.NewPCG(7, 7))}
	for _, f := range change {
		f(&opt)
	}
	u, err := sim.NewDice(opt)
	if err != nil {
		b.Fatal(err)
	}
	b.cups = append(b.cups, u)
	return u
}

// start starts race control and a screen, and a race if none waits.
func (b *table) start(more ...string) {
	b.Helper()
	b.serve()
	b.look()
	b.pass(5 * time.Second) // who is plugged in has said so
	lines := append([]string{"game pitstop", "board lakeside", `enter R red "Anna"`, `enter B blue "Ben"`, "grid R B", "seed 7"}, more...)
	for _, l := range append(lines, "start") {
		b.say(l)
	}
	b.settle()
}

// serve starts race control.
func (b *table) serve() {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	b.ctx = ctx
	var err error
	b.link, err = link.Start(ctx, link.Options{Paths: b.paths, Globs: []string{b.hub.Ports()}, Open: b.hub.Open})
	if err != nil {
		b.Fatal(err)
	}
	dev := devices.Split(b.link, nil)
	if b.bench != nil {
		dev = devices.Together(dev, b.bench.Start(ctx))
	}
	b.c, err = control.New(control.Options{Games: games, Library: tracks.Library{}, State: b.dir, Device: dev, Seed: 7})
	if err != nil {
		b.Fatal(err)
	}
	b.on.Store(&serving{ctx, b.c})
	done := make(chan error, 1)
	go func() { done <- b.c.Run(ctx) }()
	b.ends = append(b.ends, func() {
		cancel()
		if err := <-done; err != nil {
			b.Error(err)
		}
		go func() { // nobody listens any more
			for range dev.Readings() {
			}
		}()
		synctest.Wait()
	})
	b.settle()
}

// kill ends race control where it stands: what is in its file is all that is left.
func (b *table) kill() {
	b.ends[len(b.ends)-1]()
	b.ends = b.ends[:len(b.ends)-1]
	b.settle()
}

// look opens a screen.
func (b *table) look() {
	b.Helper()
	b.screen = &glass{SimulationScreen: tcell.NewSimulationScreen("UTF-8")}
	ctx, cancel := context.WithCancel(context.Background())
	dial := func(context.Context) (conn net.Conn, err error) {
		s := b.on.Load()
		if s.ctx.Err() != nil {
			return nil, os.ErrNotExist
		}
		ours, theirs := net.Pipe()
		go s.c.Client(s.ctx, theirs)
		return ours, nil
	}
	conn, _ := dial(ctx)
	done := make(chan error, 1)
	go func() {
		done <- console.Run(ctx, conn, console.Options{
			Screen: b.screen, Guard: -1, Repeat: -1, Quiet: true, Dial: func(ctx context.Context) (io.ReadWriteCloser, error) { return dial(ctx) },
		})
	}()
	b.settle()
	b.screen.SetSize(80, 24)
	b.settle()
	b.looks = append(b.looks, func() { cancel(); <-done })
}

// leave closes the newest screen.
func (b *table) leave() {
	b.looks[len(b.looks)-1]()
	b.looks = b.looks[:len(b.looks)-1]
	b.settle()
}

// clear ends everything.
func (b *table) clear() {
	for _, u := range b.cups {
		_ = u.Close()
	}
	for len(b.looks) > 0 {
		b.leave()
	}
	for len(b.ends) > 0 {
		b.kill()
	}
	b.pass(time.Minute) // of timers that are still to end
}

// pass lets time go by, to a moment at which everybody waits.
func (b *table) pass(d time.Duration) {
	time.Sleep(d) // of the bubble: no real time
	synctest.Wait()
}

// settle lets a screen draw what came.
func (b *table) settle() { b.pass(150 * time.Millisecond) }

// until lets time go by until something is so, and says how long that took, to a hundredth of a second.
func (b *table) until(what string, most time.Duration, ok func() bool) time.Duration {
	b.Helper()
	began := time.Now()
	for !ok() {
		if time.Since(began) > most {
			b.Fatalf("%s: not within %v; on the screen:\n%s", what, most, b.seen())
		}
		b.pass(10 * time.Millisecond)
	}
	return time.Since(began)
}

// say orders a line that must be taken.
func (b *table) say(line string) {
	b.Helper()
	if r := b.c.Do(b.ctx, "director", view.Order{Line: line, Sure: true}); r.Error != "" {
		b.Fatalf("%s: %s", line, r.Error)
	}
	synctest.Wait()
}

// press presses keys on the screen.
func (b *table) press(keys ...string) {
	for _, k := range keys {
		switch k {
		case "enter":
			b.screen.InjectKey(tcell.KeyEnter, 0, 0)
		case "esc":
			b.screen.InjectKey(tcell.KeyEscape, 0, 0)
		case "down":
			b.screen.InjectKey(tcell.KeyDown, 0, 0)
		default:
			b.screen.InjectKey(tcell.KeyRune, []rune(k)[0], 0)
		}
		b.settle()
	}
}

// seen is what is on the screen.
func (b *table) seen() string {
	b.screen.mu.Lock()
	defer b.screen.mu.Unlock()
	cells, w, h := b.screen.GetContents()
	var s strings.Builder
	for y := range h {
		var line strings.Builder
		for x := range w {
			if r := cells[y*w+x].Runes; len(r) > 0 {
				line.WriteRune(r[0])
			} else {
				line.WriteByte(' ')
			}
		}
		s.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return s.String()
}

// words are what is on the screen, without how it is laid out: a sentence that is wrapped is whole.
func words(screen string) string { return strings.Join(strings.Fields(screen), " ") }

// shows reports whether words are on the race page, or on the devices page, or on a page that a key opens; the race page is on top again
// afterwards.
func (b *table) shows(what string) bool {
	if strings.Contains(words(b.seen()), what) {
		return true
	}
	b.press("esc", "d")
	defer b.press("esc")
	for range 5 {
		if strings.Contains(words(b.seen()), what) {
			return true
		}
		b.press("down")
	}
	return false
}

// lines is the race file.
func (b *table) lines() []racefile.Line {
	b.Helper()
	doc, err := os.ReadFile(control.RacePath(b.dir, 1))
	if err != nil {
		b.Fatal(err)
	}
	lines, _, err := racefile.Read(doc)
	if err != nil {
		b.Fatal(err)
	}
	return lines
}

// position is the race as its file has it.
func (b *table) position() string {
	b.Helper()
	s, err := control.ReadRace(control.RacePath(b.dir, 1), games, tracks.Library{})
	if err != nil {
		b.Fatal(err)
	}
	return s.Position()
}

// from is how many lines of the file come from a unit's reading, as answers.
func (b *table) from(source string) (n int) {
	for _, l := range b.lines() {
		if l.Source == source && strings.Contains(l.Text, " roll ") {
			n++
		}
	}
	return n
}

// armed reports whether a cup is armed for what is asked now.
func (b *table) armed(u *sim.Unit) func() bool {
	return func() bool {
		s := u.Showing()
		return s.Armed && slices.ContainsFunc(b.c.Snapshot().Asks, func(a view.Ask) bool { return a.ID == s.Ask })
	}
}

// reads holds that words are on the screen.
func (b *table) reads(what string) {
	b.Helper()
	if !b.shows(what) {
		b.Errorf("%q is not on the screen:\n%s", what, b.page())
	}
}

// roll shakes a cup, and gives what the file calls that roll.
func roll(u *sim.Unit) string {
	u.Roll()
	return source(u)
}

// source is what the file calls a cup's last reading.
func source(u *sim.Unit) string { return fmt.Sprintf("%s#%d", devices.Name(u.Serial()), u.Count()) }

// page is the devices page, for a failure.
func (b *table) page() string {
	race := b.seen()
	b.press("esc", "d")
	defer b.press("esc")
	return race + b.seen()
}

// text is the race file's lines, for a failure.
func (b *table) text() (s string) {
	for _, l := range b.lines() {
		if l.Seq > 0 {
			s += fmt.Sprintf("%d %s: %s\n", l.Seq, l.Source, l.Text)
		}
	}
	return s
}
