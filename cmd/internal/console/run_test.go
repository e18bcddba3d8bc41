package console

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"

	"boxstop/cmd/internal/view"
)

// control is the other end of a console's connection.
type control struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
}

func pipe(t *testing.T) (*control, net.Conn) {
	t.Helper()
	a, b := net.Pipe()
	return &control{t, a, bufio.NewReader(a)}, b
}

func (c *control) say(m view.FromControl) {
	c.t.Helper()
	if err := json.NewEncoder(c.conn).Encode(m); err != nil {
		c.t.Error(err)
	}
}

func (c *control) hear() view.ToControl {
	c.t.Helper()
	var m view.ToControl
	line, err := c.in.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &m)
	}
	if err != nil {
		c.t.Error(err)
	}
	return m
}

// terminal is a simulated screen that can be read while it is drawn on.
type terminal struct {
	tcell.SimulationScreen
	mu sync.Mutex
}

func (s *terminal) Show() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.SimulationScreen.Show()
}

// running is a console on a simulated terminal.
type running struct {
	screen *terminal
	ended  chan error
	drawn  []int // the snapshots of the frames
	cancel context.CancelFunc
}

func start(t *testing.T, conn io.ReadWriteCloser, o Options) *running {
	t.Helper()
	r := &running{screen: &terminal{SimulationScreen: tcell.NewSimulationScreen("UTF-8")}, ended: make(chan error, 1)}
	o.Screen = r.screen
	o.Painted = func(seq int) { r.drawn = append(r.drawn, seq) }
	ctx, cancel := context.WithCancel(t.Context())
	r.cancel = cancel
	go func() { r.ended <- Run(ctx, conn, o) }()
	synctest.Wait()
	r.screen.SetSize(80, 24) // a simulated screen takes its size only once it runs
	synctest.Wait()
	return r
}

func (r *running) text() string {
	r.screen.mu.Lock()
	defer r.screen.mu.Unlock()
	cells, w, h := r.screen.GetContents()
	var out strings.Builder
	for y := range h {
		var line strings.Builder
		for x := range w {
			line.WriteString(string(cells[y*w+x].Runes))
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return out.String()
}

func (r *running) key(k string) {
	if k == "enter" {
		r.screen.InjectKey(tcell.KeyEnter, 0, 0)
	} else {
		for _, c := range k {
			r.screen.InjectKey(tcell.KeyRune, c, 0)
		}
	}
	synctest.Wait()
}

func TestAConsoleShowsTheRaceTakesAKeyAndLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, conn := pipe(t)
		r := start(t, conn, Options{})
		if m := c.hear(); m.Hello == nil || m.Hello.Client != "console" || m.V != view.Version {
			t.Errorf("it introduces itself with %+v", m)
		}
		c.say(view.FromControl{V: view.Version, Snapshot: rollSnap()})
		synctest.Wait()
		golden(t, "S2-roll", r.text())
		time.Sleep(time.Second)
		r.key("4")
		if m := c.hear(); m.Order == nil || m.Order.Line != "R roll 50 50 50 50" || m.Order.Ask != "211.2" {
			t.Errorf("the key sent %+v", m.Order)
		}
		r.key("q")
		if err := <-r.ended; err != nil {
			t.Errorf("leaving gives %v", err)
		}
	})
}

func TestTheFirstFrameAfterAPauseComesAtOnceAndThenTenASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, conn := pipe(t)
		r := start(t, conn, Options{})
		c.hear()
		s := rollSnap()
		c.say(view.FromControl{V: view.Version, Snapshot: s})
		time.Sleep(time.Second)
		synctest.Wait()
		r.drawn = nil
		began := time.Now()
		for i := range 1000 { // a thousand in two seconds
			s := rollSnap()
			s.Seq = 1000 + i
			c.say(view.FromControl{V: view.Version, Snapshot: s})
			synctest.Wait()
			if i == 0 && (len(r.drawn) != 1 || r.drawn[0] != 1000 || time.Since(began) != 0) {
				t.Errorf("after the first snapshot the frames are %v, %v later", r.drawn, time.Since(began))
			}
			time.Sleep(2 * time.Millisecond)
		}
		time.Sleep(frameTime)
		synctest.Wait()
		if n := len(r.drawn); n < 19 || n > 22 {
			t.Errorf("%d frames in two seconds, want about 20", n)
		}
		if last := r.drawn[len(r.drawn)-1]; last != 1999 {
			t.Errorf("the last frame shows %d, want the newest, 1999", last)
		}
		r.key("q")
		<-r.ended
	})
}

func TestARunningClockIsDrawnEverySecondAndIdleIsIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, conn := pipe(t)
		r := start(t, conn, Options{})
		c.hear()
		s := gearSnap()
		s.Asks[0].Seconds, s.Asks[0].LeftMS, s.Asks[0].Ticking = 3, 3000, true
		c.say(view.FromControl{V: view.Version, Snapshot: s})
		synctest.Wait()
		for _, want := range []string{"3 s", "2 s", "1 s"} {
			if got := r.text(); !strings.Contains(got, "NEXT GEAR          "+want) {
				t.Errorf("the clock does not show %s:\n%s", want, got)
			}
			time.Sleep(1100 * time.Millisecond)
			synctest.Wait()
		}
		c.say(view.FromControl{V: view.Version, Snapshot: gearSnap()})
		time.Sleep(time.Second)
		synctest.Wait()
		r.drawn = nil
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(r.drawn) != 0 {
			t.Errorf("%d frames in an hour in which nothing happens", len(r.drawn))
		}
		r.key("q")
		<-r.ended
	})
}

func TestALostConnectionIsShownAndMadeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, conn := pipe(t)
		c2, conn2 := pipe(t)
		tries := 0
		r := start(t, conn, Options{Dial: func(context.Context) (io.ReadWriteCloser, error) {
			if tries++; tries < 3 {
				return nil, errors.New("nobody there")
			}
			return conn2, nil
		}})
		c.hear()
		c.say(view.FromControl{V: view.Version, Snapshot: rollSnap()})
		time.Sleep(time.Second)
		c.conn.Close()
		synctest.Wait()
		if s := r.text(); !strings.Contains(s, "NO RACE CONTROL") || !strings.Contains(s, "DOES NOT ANSWER") {
			t.Errorf("the loss is not shown:\n%s", s)
		}
		r.key("4")
		if s := r.text(); !strings.Contains(s, "nothing done") {
			t.Errorf("a key is taken by nobody and nothing says so:\n%s", s)
		}
		time.Sleep(10 * time.Second)
		if m := c2.hear(); m.Hello == nil {
			t.Errorf("the second time it begins with %+v", m)
		}
		c2.say(view.FromControl{V: view.Version, Snapshot: gearSnap()})
		time.Sleep(time.Second)
		synctest.Wait()
		if s := r.text(); !strings.Contains(s, "NEXT GEAR") || strings.Contains(s, "NO RACE CONTROL") {
			t.Errorf("the race is not back:\n%s", s)
		}
		r.key("5")
		if m := c2.hear(); m.Order == nil || m.Order.Line != "R gear 5" {
			t.Errorf("the first order is %+v", m)
		}
		r.key("q")
		if err := <-r.ended; err != nil {
			t.Error(err)
		}
	})
}

func TestWithoutDialALostConnectionEndsTheConsole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, conn := pipe(t)
		r := start(t, conn, Options{})
		c.hear()
		c.conn.Close()
		if err := <-r.ended; !errors.Is(err, io.EOF) {
			t.Errorf("got %v, want that control is gone", err)
		}
	})
}

func TestAnotherVersionIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, conn := pipe(t)
		r := start(t, conn, Options{Dial: func(context.Context) (io.ReadWriteCloser, error) { return nil, io.EOF }})
		c.hear()
		c.say(view.FromControl{V: view.Version + 1})
		if err := <-r.ended; err == nil || !strings.Contains(err.Error(), "speaks version 2, this console 1") {
			t.Errorf("got %v", err)
		}
	})
}

func TestWhatIsNoLineEndsTheConnection(t *testing.T) {
	for _, said := range []string{"HTTP/1.1 400\n", strings.Repeat("x", view.MaxLine+2) + "\n"} {
		synctest.Test(t, func(t *testing.T) {
			c, conn := pipe(t)
			r := start(t, conn, Options{})
			c.hear()
			_, _ = io.WriteString(c.conn, said)
			if err := <-r.ended; err == nil {
				t.Error("it was taken")
			}
		})
	}
}

func TestSoundsFollowControlAndZTurnsThemOff(t *testing.T) {
	rung := 0
	b := newTable(t, rollSnap(), Options{})
	b.bell = func() { rung++ }
	s := gearSnap()
	s.Beeps = 1
	b.show(s)
	b.keys("z")
	s = gearSnap()
	s.Beeps = 2
	b.show(s)
	if rung != 1 {
		t.Errorf("rung %d times, want once", rung)
	}
}

func TestAContextThatEndsGivesTheTerminalBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, conn := pipe(t)
		r := start(t, conn, Options{})
		c.hear()
		r.cancel()
		if err := <-r.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

func BenchmarkDrawingTheRacePage(b *testing.B) {
	w, err := newWords("", nil)
	if err != nil {
		b.Fatal(err)
	}
	d := newDesk(Options{}, w)
	d.connected(true)
	d.take(rollSnap())
	s := tcell.NewSimulationScreen("UTF-8")
	if err := s.Init(); err != nil {
		b.Fatal(err)
	}
	s.SetSize(80, 24)
	for b.Loop() {
		s.Clear()
		c := newCanvas(80, 24, false)
		d.draw(c)
		c.show(s, false)
	}
}
