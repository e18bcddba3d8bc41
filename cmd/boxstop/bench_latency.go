package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/creack/pty"

	"boxstop/cmd/internal/view"
	"boxstop/devices/sim"
)

// bedside is boxstop as people run it, in processes of its own: race control on a socket, a console on a pseudo-terminal.
type bedside struct {
	dir, socket      string
	serving, looking *exec.Cmd
	tty              *os.File
	drawn            chan stamp
}

// stamp is when bytes came out of a terminal.
type stamp struct {
	at time.Time
	n  int
}

func (b *bedside) start(dir string, args ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	b.dir, b.socket = dir, filepath.Join(dir, "s")
	b.serving = exec.Command(self, append([]string{"serve", "--state", dir, "--socket", b.socket, "--bot-pause", "0s"}, args...)...)
	b.serving.Stderr = os.Stderr
	if err := b.serving.Start(); err != nil {
		return err
	}
	return listens(b.socket)
}

// look opens a console of 80 by 24.
func (b *bedside) look() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	b.looking = exec.Command(self, "console", "--state", b.dir, "--socket", b.socket, "--quiet")
	b.looking.Env = append(os.Environ(), "TERM=linux", "LANG=C.UTF-8")
	if b.tty, err = pty.StartWithSize(b.looking, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		return err
	}
	b.drawn = make(chan stamp, 4096)
	go func() {
		buf := make([]byte, 64<<10)
		for {
			n, err := b.tty.Read(buf)
			if err != nil {
				close(b.drawn)
				return
			}
			b.drawn <- stamp{time.Now(), n}
		}
	}()
	return nil
}

func (b *bedside) end() {
	for _, c := range []*exec.Cmd{b.looking, b.serving} {
		if c != nil && c.Process != nil {
			_ = c.Process.Signal(syscall.SIGTERM)
			_ = c.Wait()
		}
	}
	if b.tty != nil {
		_ = b.tty.Close()
	}
}

// quiet waits until nothing was drawn for a while, and says when the last byte came, and how many did.
func (b *bedside) quiet(ctx context.Context, pause time.Duration) (last time.Time, bytes int, err error) {
	t := time.NewTimer(pause)
	defer t.Stop()
	for {
		select {
		case s, ok := <-b.drawn:
			if !ok {
				return last, bytes, errors.New("the console has ended")
			}
			last, bytes = s.at, bytes+s.n
			t.Reset(pause)
		case <-t.C:
			return last, bytes, nil
		case <-ctx.Done():
			return last, bytes, ctx.Err()
		}
	}
}

// frame waits for what is drawn next, until nothing follows it at once.
func (b *bedside) frame(ctx context.Context) (last time.Time, bytes int, err error) {
	select {
	case s, ok := <-b.drawn:
		if !ok {
			return last, 0, errors.New("the console has ended")
		}
		last, bytes, err = b.quiet(ctx, 50*time.Millisecond)
		if bytes == 0 {
			last = s.at
		}
		return last, bytes + s.n, err
	case <-time.After(10 * time.Second):
		return last, 0, errors.New("nothing was drawn")
	case <-ctx.Done():
		return last, 0, ctx.Err()
	}
}

// pauseOf is longer than one frame time: what is drawn after it was not held back.
const pauseOf = 120 * time.Millisecond

func benchLatency(ctx context.Context, dir string, rolls int, out io.Writer) error {
	dir, done, err := benchDir(dir)
	if err != nil {
		return err
	}
	defer done()
	cup, err := sim.NewDice(sim.Options{Serial: "D1CE00007F3A", Dice: 12, Rand: rand.New(rand.NewPCG(1, 1))})
	if err != nil {
		return err
	}
	defer cup.Close()
	var b bedside
	defer b.end()
	if err := b.start(dir, "--port", cup.Path(), "--only-ports"); err != nil {
		return err
	}
	h, err := dial(b.socket)
	if err != nil {
		return err
	}
	defer h.conn.Close()
	if err := h.orders(append(evening6(), "start")...); err != nil {
		return err
	}
	if err := b.look(); err != nil {
		return err
	}
	f, err := newFloor(dir)
	if err != nil {
		return err
	}
	defer f.close()
	luck := rand.New(rand.NewPCG(1, 2))
	var took, floor spread
	bytes := 0
	for len(took) < rolls {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		ask, err := h.untilRoll(luck)
		if err != nil {
			return err
		}
		if _, _, err := b.quiet(ctx, pauseOf); err != nil {
			return err
		}
		if s := cup.Showing(); !s.Armed || s.Ask != ask {
			continue
		}
		seq := h.snap.Seq
		began := time.Now() // the line goes out inside Roll, which takes microseconds
		cup.Roll()
		last, n, err := b.frame(ctx)
		if err != nil {
			return err
		}
		for h.snap.Seq <= seq {
			if err := h.hear(nil); err != nil {
				return err
			}
		}
		took, bytes = append(took, last.Sub(began)), bytes+n
		one, err := f.once(n)
		if err != nil {
			return err
		}
		floor = append(floor, one)
	}
	fmt.Fprintf(out, "a roll, to the last cell   %v\n", took)
	fmt.Fprintf(out, "floor of the same run      %v   (echo, flush, write of as many bytes)\n", floor)
	fmt.Fprintf(out, "times the floor            p50 %.1f  p99 %.1f\n", ratio(took.at(.5), floor.at(.5)), ratio(took.at(.99), floor.at(.99)))
	fmt.Fprintf(out, "bytes to the terminal      %d a roll\n", bytes/rolls)
	return nil
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }

// benchDir is where files are written; done takes them away.
func benchDir(dir string) (name string, done func(), err error) {
	if dir == "" {
		dir = os.TempDir()
	}
	name, err = os.MkdirTemp(dir, "boxstop-bench-")
	return name, func() { _ = os.RemoveAll(name) }, err
}

// untilRoll answers what people are asked, until dice are; races begin anew.
func (h *hand) untilRoll(luck *rand.Rand) (ask string, err error) {
	for {
		from := h.snap
		switch h.snap.Stage {
		case view.Over:
			err = h.orders("new", "start")
		case view.Racing:
			if line, id, ok := h.next(luck); ok {
				for _, a := range h.snap.Asks {
					if a.ID == id && a.Form == "roll" {
						return id, nil
					}
				}
				_, err = h.order(line, id) // one that came too late is asked again
			}
		}
		if err == nil && h.snap == from {
			err = h.hear(nil)
		}
		if err != nil {
			return "", err
		}
	}
}

// floor is the least that a roll can take here: its line through one pseudo-terminal, one line flushed to the disk, and what was drawn
// through another.
type floor struct {
	in, inTTY, out, outTTY, file *os.File
	line                         []byte
}

func newFloor(dir string) (*floor, error) {
	f := &floor{line: make([]byte, 160)}
	var err error
	if f.in, f.inTTY, err = pty.Open(); err != nil {
		return nil, err
	}
	if f.out, f.outTTY, err = pty.Open(); err != nil {
		return nil, err
	}
	f.file, err = os.OpenFile(filepath.Join(dir, "floor"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	for i := range f.line {
		f.line[i] = 'x'
	}
	f.line[len(f.line)-1] = '\n'
	return f, err
}

func (f *floor) close() {
	for _, c := range []*os.File{f.in, f.inTTY, f.out, f.outTTY, f.file} {
		_ = c.Close()
	}
}

// once measures it with n bytes drawn.
func (f *floor) once(n int) (time.Duration, error) {
	began := time.Now()
	if err := through(f.in, f.inTTY, f.line[len(f.line)-48:]); err != nil {
		return 0, err
	}
	if _, err := f.file.Write(f.line); err != nil {
		return 0, err
	}
	if err := syscall.Fdatasync(int(f.file.Fd())); err != nil {
		return 0, err
	}
	drawn := make([]byte, n)
	for i := range drawn {
		drawn[i] = 'x'
	}
	if err := through(f.outTTY, f.out, drawn); err != nil {
		return 0, err
	}
	return time.Since(began), nil
}

// through writes bytes at one end of a pseudo-terminal and reads as many at the other.
func through(to, from *os.File, p []byte) error {
	wrote := make(chan error, 1)
	go func() {
		_, err := to.Write(p)
		wrote <- err
	}()
	buf := make([]byte, 64<<10)
	for got := 0; got < len(p); {
		n, err := from.Read(buf)
		if err != nil {
			return err
		}
		got += n
	}
	return <-wrote
}
