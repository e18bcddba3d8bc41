package link

import (
	"context"
	"net"
	"os"
	"path/filepath"
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
