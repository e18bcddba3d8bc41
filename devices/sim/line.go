package sim

import (
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"boxstop/firmware-protocol/wire"
)

// line is the unit's end of a serial line.
type line struct {
	path  string
	rw    io.ReadWriteCloser
	tty   *os.File // the host's end, held open so that the line outlives a host
	dec   wire.Decoder
	queue chan []byte
	once  sync.Once
}

// open makes a new pseudo-terminal, raw and without echo, as a serial line is.
func open() (*line, error) {
	master, tty, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("no pseudo-terminal can be made (%w): /dev/ptmx and /dev/pts must be there", err)
	}
	if _, err = term.MakeRaw(int(tty.Fd())); err == nil {
		// creack/pty leaves it blocking; a blocked Read would keep Close waiting
		var fd int
		if fd, err = syscall.Dup(int(master.Fd())); err == nil {
			syscall.CloseOnExec(fd)
			err = syscall.SetNonblock(fd, true)
		}
		if err == nil {
			path := tty.Name()
			_ = master.Close()
			return &line{path: path, rw: os.NewFile(uintptr(fd), "ptmx of "+path), tty: tty}, nil
		}
	}
	_, _ = master.Close(), tty.Close()
	return nil, fmt.Errorf("pseudo-terminal %s cannot be made raw: %w", tty.Name(), err)
}

// write queues bytes. With nobody at the other end they are lost, as on a real line.
func (l *line) write(b []byte) {
	select {
	case l.queue <- b:
	default:
	}
}

func (l *line) close() error {
	var err error
	l.once.Do(func() {
		close(l.queue)
		err = l.rw.Close()
		if l.tty != nil {
			_ = l.tty.Close()
		}
	})
	return err
}

// attend reads and writes the unit's line until it is closed.
func (u *Unit) attend() {
	l := u.line
	l.dec.Typed = true
	l.queue = make(chan []byte, 256)
	go func() {
		for b := range l.queue {
			if f, ok := l.rw.(*os.File); ok {
				_ = f.SetWriteDeadline(time.Now().Add(time.Second))
			}
			_, _ = l.rw.Write(b)
		}
	}()
	go func() {
		buf := make([]byte, 256)
		for {
			n, err := l.rw.Read(buf)
			u.heard(l, buf[:n])
			if err != nil {
				return
			}
		}
	}()
}

// plug gives the unit a new pseudo-terminal and leads its link there. The old one is closed after that, so that the new one has another name.
func (u *Unit) plug() error {
	l, err := u.newLine()
	if err != nil {
		return err
	}
	if err := lead(u.opt.Link, l.path); err != nil {
		_ = l.rw.Close()
		if l.tty != nil {
			_ = l.tty.Close()
		}
		return err
	}
	old := u.line
	u.line = l
	u.attend()
	if old != nil {
		return old.close()
	}
	return nil
}

func (u *Unit) newLine() (*line, error) {
	if u.opt.Line == nil {
		return open()
	}
	rw, path, err := u.opt.Line()
	return &line{rw: rw, path: path}, err
}

func (u *Unit) unplug() error {
	if u.line == nil {
		return nil
	}
	if u.opt.Link != "" && u.line.path != "" {
		if to, err := os.Readlink(u.opt.Link); err == nil && to == u.line.path {
			_ = os.Remove(u.opt.Link)
		}
	}
	err := u.line.close()
	u.line = nil
	return err
}

// lead makes the symbolic link lead to path, in one step.
func lead(link, path string) error {
	if link == "" {
		return nil
	}
	if info, err := os.Lstat(link); err == nil && info.Mode()&os.ModeSymlink == 0 {
		return fmt.Errorf("link %s: something else has that name: give another", link)
	}
	fresh := link + ".new"
	_ = os.Remove(fresh)
	if err := os.Symlink(path, fresh); err != nil {
		return err
	}
	return os.Rename(fresh, link)
}

// Line is a raw pseudo-terminal whose far end is the caller's: for playing back, or for a unit of the caller's own. path is what a host opens.
func Line() (rw io.ReadWriteCloser, path string, err error) {
	l, err := open()
	if err != nil {
		return nil, "", err
	}
	return &farEnd{l}, l.path, nil
}

type farEnd struct{ *line }

func (f *farEnd) Read(p []byte) (int, error)  { return f.rw.Read(p) }
func (f *farEnd) Write(p []byte) (int, error) { return f.rw.Write(p) }

func (f *farEnd) Close() error {
	_ = f.tty.Close()
	return f.rw.Close()
}
