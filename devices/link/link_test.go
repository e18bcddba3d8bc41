package link

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/firmware-protocol/wire"
)

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
