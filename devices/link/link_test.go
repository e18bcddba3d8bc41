package link

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boxstop/devices"
	"boxstop/firmware-protocol/wire"
)

// bench is a link whose ports are files of a folder and whose lines are pipes, in a bubble of its own time.
type bench struct {
	*testing.T
	dir   string
	start time.Time

	mu    sync.Mutex
	opens []time.Duration    // since start
	units map[string]*puppet // by path
	fail  map[string]error   // Open fails
	got   []devices.Reading
	link  *Link
	end   func()
}

// puppet is the far end of a port: it notes what it hears, and answers when it has a script.
type puppet struct {
	b      *bench
	conn   net.Conn
	answer func(p *puppet, l wire.Line)
	mu     sync.Mutex
	heard  []string
	at     []time.Duration
}

func newBench(t *testing.T, ports ...string) *bench {
	b := &bench{T: t, dir: t.TempDir(), start: time.Now(), units: map[string]*puppet{}, fail: map[string]error{}}
	for _, p := range ports {
		b.plug(p)
	}
	return b
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

// plug makes the port's file anew, as the kernel does.
func (b *bench) plug(name string) {
	fresh := b.path(name) + ".new"
	if err := os.WriteFile(fresh, nil, 0o600); err != nil {
		b.Fatal(err)
	}
	if err := os.Rename(fresh, b.path(name)); err != nil {
		b.Fatal(err)
	}
}

// on sets who answers at a port.
func (b *bench) on(name string, answer func(p *puppet, l wire.Line)) *puppet {
	p := &puppet{b: b, answer: answer}
	b.units[b.path(name)] = p
	return p
}

func (b *bench) open(path string) (Port, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.opens = append(b.opens, time.Since(b.start))
	if err := b.fail[path]; err != nil {
		return nil, err
	}
	near, far := net.Pipe()
	p := b.units[path]
	if p == nil {
		p = &puppet{b: b}
		b.units[path] = p
	}
	p.conn = far
	go p.listen(far)
	return near, nil
}

func (p *puppet) listen(c net.Conn) {
	buf := make([]byte, 256)
	var d wire.Decoder
	for {
		n, err := c.Read(buf)
		for _, x := range buf[:n] {
			if d.Feed(x) && d.Fault() == 0 {
				p.mu.Lock()
				p.heard = append(p.heard, string(d.Raw()))
				p.at = append(p.at, time.Since(p.b.start))
				answer := p.answer
				p.mu.Unlock()
				if answer != nil {
					answer(p, *d.Line())
				}
			}
		}
		if err != nil {
			return
		}
	}
}

func (p *puppet) say(l wire.Line) {
	out, err := l.Append(nil)
	if err != nil {
		p.b.Errorf("%s: %v", &l, err)
	}
	_, _ = p.conn.Write(out)
}

// cup answers as a cup with six dice does.
func cup(serial string) func(*puppet, wire.Line) {
	return func(p *puppet, l wire.Line) {
		switch {
		case l.Verb == wire.Hello:
			p.say(iam(serial))
		case l.Verb.Numbered():
			p.say(wire.Line{Verb: wire.Ack, Number: l.Number})
		}
	}
}

func iam(serial string) wire.Line {
	return wire.Line{Verb: wire.IAm, Unit: wire.Identity{
		Version: 1, Kind: wire.T("dice"), Serial: wire.T(serial), Firmware: wire.T("1"), Dice: 6, Arms: true, Digits: 4,
	}}
}

func (b *bench) run(opt Options) {
	ctx, cancel := context.WithCancel(context.Background())
	if opt.Paths == nil && opt.Globs == nil {
		opt.Globs = []string{b.path("tty*")}
	}
	opt.Open = b.open
	l, err := Start(ctx, opt)
	if err != nil {
		b.Fatal(err)
	}
	b.link = l
	done := make(chan struct{})
	go func() {
		defer close(done)
		for r := range l.Readings() {
			b.mu.Lock()
			b.got = append(b.got, r)
			b.mu.Unlock()
		}
	}()
	b.end = func() {
		cancel()
		<-done
		for _, p := range b.units {
			if p.conn != nil {
				_ = p.conn.Close()
			}
		}
	}
}

// pass lets time go by, to a moment at which everybody waits.
func (b *bench) pass(d time.Duration) {
	time.Sleep(d) // of the bubble: no real time
	synctest.Wait()
}

func (b *bench) readings(e devices.Event) []devices.Reading {
	b.mu.Lock()
	defer b.mu.Unlock()
	var rs []devices.Reading
	for _, r := range b.got {
		if r.Event == e {
			rs = append(rs, r)
		}
	}
	return rs
}

func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}

func TestABoardThatMayResetIsGivenThreeSecondsBeforeHello(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, "ttyACM0")
		u := b.on("ttyACM0", cup("7F3A"))
		b.run(Options{})
		b.pass(4 * time.Second)
		b.end()
		if len(u.at) == 0 || u.at[0] != 3*time.Second || u.heard[0] != "HELLO,1*7916" {
			t.Errorf("heard %q at %v, want HELLO after 3s", u.heard, u.at)
		}
		if here := b.readings(devices.Here); len(here) != 1 || here[0].Unit.Serial != "7F3A" {
			t.Errorf("got %+v", here)
		}
	})
}

func TestABoardThatHasStartedIsAskedAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, "ttyACM0")
		u := b.on("ttyACM0", cup("7F3A"))
		b.run(Options{})
		b.pass(1600 * time.Millisecond)
		u.say(iam("7F3A"))
		b.pass(0)
		b.end()
		if len(u.at) == 0 || u.at[0] != 1600*time.Millisecond {
			t.Errorf("heard %q at %v, want HELLO after 1.6s", u.heard, u.at)
		}
		if here := b.readings(devices.Here); len(here) != 1 {
			t.Errorf("got %+v, want one Here", here)
		}
	})
}

func TestPausesBetweenAttemptsGrowToFiveSeconds(t *testing.T) {
	for _, err := range []error{fs.ErrNotExist, fs.ErrPermission, ErrBusy, errors.New("input/output error")} {
		bubble(t, func(t *testing.T) {
			b := newBench(t, "ttyUSB0")
			b.fail[b.path("ttyUSB0")] = err
			b.run(Options{})
			b.pass(24 * time.Second)
			b.end()
			var pauses []time.Duration
			for i := 1; i < len(b.opens); i++ {
				pauses = append(pauses, b.opens[i]-b.opens[i-1])
			}
			want := []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 5 * time.Second, 5 * time.Second, 5 * time.Second}
			if !slices.Equal(pauses, want) {
				t.Errorf("%v: got %v, want %v", err, pauses, want)
			}
			if h := b.readings(devices.Health); len(h) != 1 {
				t.Errorf("%v: said %d times: %+v", err, len(h), h)
			}
		})
	}
}

func TestAPortThatCannotBeOpenedSaysWhatToDo(t *testing.T) {
	for err, want := range map[error]string{
		fs.ErrNotExist:               "not there: plug it in, or take it out of the configuration",
		fs.ErrPermission:             "permission denied: put this program's user into the group dialout",
		ErrBusy:                      "in use by another program: end that one",
		errDescriptors:               "not opened, too many files are open in this program: unplug what is not needed, or start it again",
		errors.New("strange"):        "cannot be opened (strange): replug it, or take it out of the configuration",
		fmt.Errorf("x: %w", ErrBusy): "in use by another program: end that one",
	} {
		if got := trouble(err); got != want {
			t.Errorf("%v: got %q, want %q", err, got, want)
		}
	}
}

func TestASilentUnitIsPingedAndGivenUp(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, "tty0")
		u := b.on("tty0", cup("7F3A"))
		b.run(Options{})
		b.pass(3 * time.Second) // Here
		u.mu.Lock()
		u.answer, u.heard, u.at = nil, nil, nil
		u.mu.Unlock()
		b.pass(5*time.Second + 4499*time.Millisecond)
		if gone := b.readings(devices.Gone); len(gone) != 0 {
			t.Errorf("gone too early: %+v", gone)
		}
		b.pass(time.Millisecond)
		gone := b.readings(devices.Gone)
		if len(gone) != 1 || gone[0].Text != "does not answer" || gone[0].Unit.Serial != "7F3A" {
			t.Errorf("got %+v", gone)
		}
		want := []time.Duration{8 * time.Second, 8300 * time.Millisecond, 8900 * time.Millisecond, 10100 * time.Millisecond}
		if !slices.Equal(u.at, want) || len(slices.Compact(slices.Clone(u.heard))) != 1 || !strings.HasPrefix(u.heard[0], "PING,1*") {
			t.Errorf("heard %q at %v, want the same PING at %v", u.heard, u.at, want)
		}
		u.mu.Lock()
		u.answer = cup("7F3A")
		u.mu.Unlock()
		b.pass(4 * time.Second)
		b.end()
		if here := b.readings(devices.Here); len(here) != 2 {
			t.Errorf("got %d times Here, want 2", len(here))
		}
	})
}

func TestAPortThatIsNotOursIsAskedAgainOnlyWhenReplugged(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, "tty0")
		u := b.on("tty0", nil)
		b.run(Options{})
		b.pass(3500 * time.Millisecond)
		_, _ = u.conn.Write([]byte("$GPGGA,123519*47\r\n"))
		b.pass(time.Minute)
		if len(u.heard) != 3 || len(b.opens) != 1 {
			t.Errorf("asked %d times, opened %d times, want 3 and 1", len(u.heard), len(b.opens))
		}
		h := b.readings(devices.Health)
		if len(h) != 1 || !strings.Contains(h[0].Text, "not ours: 18 bytes came, no answer to HELLO (or another baud rate); left alone, asked again when it is replugged") {
			t.Errorf("got %+v", h)
		}
		u.mu.Lock()
		u.answer = cup("7F3A")
		u.mu.Unlock()
		b.plug("tty0")
		b.pass(5 * time.Second)
		b.end()
		if here := b.readings(devices.Here); len(here) != 1 {
			t.Errorf("after replugging: got %+v, want Here", here)
		}
	})
}

// stuck is a port whose Write blocks until it is let go; Close before that is the fault that libraries.md warns of.
type stuck struct {
	net.Conn
	t       *testing.T
	let     chan struct{}
	closed  chan struct{}
	writing chan struct{}
}

func (s *stuck) Write(p []byte) (int, error) {
	close(s.writing)
	<-s.let
	select {
	case <-s.closed:
		s.t.Error("a write ended after Close: it may have gone to another file")
	default:
	}
	return 0, errors.New("input/output error")
}

func (s *stuck) Close() error {
	close(s.closed)
	return s.Conn.Close()
}

func TestABlockedWriteDelaysNobodyAndIsOverBeforeClose(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, "tty0")
		near, far := net.Pipe()
		p := &stuck{Conn: near, t: t, let: make(chan struct{}), closed: make(chan struct{}), writing: make(chan struct{})}
		ctx, cancel := context.WithCancel(context.Background())
		l, err := Start(ctx, Options{Paths: []string{b.path("tty0")}, Globs: []string{}, Open: func(string) (Port, error) { return p, nil }})
		if err != nil {
			t.Fatal(err)
		}
		<-p.writing // HELLO
		before := time.Now()
		cancel()
		for range l.Readings() {
		}
		if d := time.Since(before); d != 0 {
			t.Errorf("the end took %v", d)
		}
		select {
		case <-p.closed:
			t.Error("the port was closed while a write was blocked")
		default:
		}
		close(p.let)
		<-p.closed
		_ = far.Close()
	})
}

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
		if want := []string{"IDENTIFY,1", "SHOW,2,new", "ASK,3,4.1,R,4"}; !slices.Equal(got, want) {
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

func TestNoMorePortsAreOpenThanAllowed(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, "tty0", "tty1")
		b.on("tty0", cup("AAAA"))
		b.on("tty1", cup("BBBB"))
		b.run(Options{Most: 1})
		b.pass(10 * time.Second)
		states := b.link.Ports()
		b.end()
		if len(states) != 2 || states[0].Serial != "AAAA" || !strings.Contains(states[1].Text, "as many ports as allowed are open") {
			t.Errorf("got %+v", states)
		}
	})
}

func TestAConfiguredPortThatIsNotThereIsSaidOnceAndFoundLater(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t)
		b.on("cup", cup("7F3A"))
		b.run(Options{Paths: []string{b.path("cup")}, Globs: []string{}})
		b.pass(10 * time.Second)
		if h := b.readings(devices.Health); len(h) != 1 || h[0].Port != b.path("cup") || !strings.Contains(h[0].Text, "not there: plug it in") {
			t.Errorf("got %+v", h)
		}
		b.plug("cup")
		b.pass(5 * time.Second)
		states := b.link.Ports()
		b.end()
		if here := b.readings(devices.Here); len(here) != 1 || len(states) != 1 || states[0].Text != "ours" {
			t.Errorf("got %+v, ports %+v", here, states)
		}
	})
}

func TestAnotherUnitOnTheSameLineIsNoticed(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, "tty0")
		u := b.on("tty0", cup("AAAA"))
		b.run(Options{})
		b.pass(3 * time.Second)
		u.say(iam("BBBB"))
		b.pass(0)
		us := b.link.Units()
		b.end()
		if gone := b.readings(devices.Gone); len(gone) == 0 || gone[0].Unit.Serial != "AAAA" {
			t.Errorf("gone: %+v", gone)
		}
		if len(us) != 1 || us[0].Serial != "BBBB" {
			t.Errorf("units: %+v", us)
		}
	})
}

func TestARefusalAndAnErrorAreSaidInWords(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, "tty0")
		u := b.on("tty0", cup("7F3A"))
		b.run(Options{})
		b.pass(3 * time.Second)
		u.mu.Lock()
		u.answer = func(p *puppet, l wire.Line) {
			if l.Verb.Numbered() {
				p.say(wire.Line{Verb: wire.Refuse, Number: l.Number, Word: wire.T("range")})
			}
		}
		u.mu.Unlock()
		b.link.Send("7F3A", devices.Command{Do: devices.Arm, Ask: "1.1", Dice: 12})
		b.pass(0)
		u.say(wire.Line{Verb: wire.Error, Word: wire.T("sensor"), Text: wire.T("die 3 does not answer")})
		b.pass(0)
		b.end()
		var got []string
		for _, h := range b.readings(devices.Health) {
			got = append(got, h.Text)
		}
		if want := []string{"dice 7F3A refuses ASK: range", "dice 7F3A reports sensor: die 3 does not answer"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestOptionsThatCannotBeAreRefused(t *testing.T) {
	for _, o := range []Options{{Baud: -1}, {Baud: 123456}, {Most: -1}, {Most: 1000}, {Globs: []string{"/dev/tty[A"}}} {
		if _, err := Start(context.Background(), o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}
