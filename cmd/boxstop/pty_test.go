package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// ptyScreen is boxstop on a real pseudo-terminal.
type ptyScreen struct {
	cmd   *exec.Cmd
	tty   *os.File
	mu    sync.Mutex
	drawn bytes.Buffer
	more  chan bool
	ended chan error
	errs  bytes.Buffer
}

func screenOf(t *testing.T, args ...string) *ptyScreen {
	t.Helper()
	s := &ptyScreen{cmd: exec.Command("boxstop", args...), more: make(chan bool, 1), ended: make(chan error, 1)}
	s.cmd.Env = append(os.Environ(), "TERM=linux", "LANG=C.UTF-8")
	s.cmd.Stderr = &s.errs
	tty, err := pty.StartWithSize(s.cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.SetNonblock(int(tty.Fd()), true); err != nil { // else a Read that waits keeps Close from hanging up
		t.Fatal(err)
	}
	s.tty = tty
	go func() { s.ended <- s.cmd.Wait() }()
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := tty.Read(buf)
			s.mu.Lock()
			s.drawn.Write(buf[:n])
			s.mu.Unlock()
			select {
			case s.more <- true:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		_ = tty.Close()
	})
	return s
}

// until waits for a text on the terminal.
func (s *ptyScreen) until(t *testing.T, text string) {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		s.mu.Lock()
		seen := bytes.Contains(s.drawn.Bytes(), []byte(text))
		all := s.drawn.String()
		s.mu.Unlock()
		if seen {
			return
		}
		select {
		case <-s.more:
		case <-late:
			t.Fatalf("%q was never drawn; drawn was %q", text, all)
		}
	}
}

// gone waits until the process has ended.
func (s *ptyScreen) gone(t *testing.T) {
	t.Helper()
	select {
	case <-s.ended:
	case <-time.After(20 * time.Second):
		_ = s.cmd.Process.Signal(syscall.SIGQUIT)
		<-s.ended
		t.Fatalf("it does not end: %s", s.errs.String())
	}
}

// peer is the process that serves a socket.
func peer(t *testing.T, socket string) int {
	t.Helper()
	c, err := net.Dial("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	raw, err := c.(*net.UnixConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	pid := 0
	if err := raw.Control(func(fd uintptr) {
		if u, err := unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED); err == nil {
			pid = int(u.Pid)
		}
	}); err != nil || pid == 0 {
		t.Fatalf("nobody's socket: %v", err)
	}
	return pid
}

func getsid(pid int) (int, error) { return unix.Getsid(pid) }
