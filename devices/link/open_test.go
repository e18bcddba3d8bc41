package link

import (
	"errors"
	"os"
	"testing"

	"github.com/creack/pty"
	"go.bug.st/serial"
	"golang.org/x/sys/unix"
)

func aLine(t *testing.T) (far *os.File, path string) {
	t.Helper()
	far, near, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = far.Close(), near.Close() })
	return far, near.Name()
}

func TestAPortIsNotOpenedWhereReadWouldPanic(t *testing.T) {
	_, path := aLine(t)
	var fds []int
	defer func() {
		for _, fd := range fds {
			_ = unix.Close(fd)
		}
	}()
	for {
		fd, err := unix.Open(os.DevNull, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil { // the limit of this shell is lower still
			break
		}
		fds = append(fds, fd)
		if fd > 1000 {
			break
		}
	}
	if p, err := openSerial(path, 115200); !errors.Is(err, errDescriptors) {
		t.Errorf("got %v, want %v", err, errDescriptors)
		if err == nil {
			_ = p.Close()
		}
	}
}

func TestWhatWasSaidBeforeAPortWasOpenedIsNotRead(t *testing.T) {
	far, path := aLine(t)
	if _, err := far.WriteString("old\n"); err != nil {
		t.Fatal(err)
	}
	p, err := openSerial(path, 115200)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	if _, err := far.WriteString("new\n"); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 4)
	n, err := p.Read(buf)
	if got := string(buf[:n]); got != "new\n" || err != nil {
		t.Errorf("got %q %v, want new", got, err)
	}
}

// closedOnce is the library where the bytes were gone when it read.
type closedOnce struct {
	serial.Port
	nothing error
	n       int
}

func (c *closedOnce) Read(p []byte) (int, error) {
	if c.n++; c.n == 1 {
		return 0, c.nothing
	}
	return c.Port.Read(p)
}

func TestAReadThatFindsNothingIsNoHangUp(t *testing.T) {
	far, path := aLine(t)
	_, other := aLine(t)
	gone, err := openLibrary(other, 115200)
	if err != nil {
		t.Fatal(err)
	}
	_ = gone.Close()
	_, closed := gone.Read(make([]byte, 1))
	p, err := openSerial(path, 115200)
	if err != nil {
		t.Fatal(err)
	}
	lib := &closedOnce{Port: p.(*tty).Port, nothing: closed}
	p.(*tty).Port = lib
	if _, err := far.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 4)
	if n, err := p.Read(buf); n != 1 || buf[0] != 'x' || err != nil || lib.n != 2 {
		t.Errorf("got %q %v after %d reads, want x after 2", buf[:n], err, lib.n)
	}
	lib.n = 0
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if n, err := p.Read(buf); n != 0 || err == nil || lib.n != 1 {
		t.Errorf("after Close: got %d %v in %d reads, want an error in 1", n, err, lib.n)
	}
}

func TestWhatIsNoSerialPortIsSaidToBeNone(t *testing.T) {
	file := t.TempDir() + "/file"
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openSerial(file, 115200); err == nil || trouble(err) != "cannot be opened (it is no serial port: "+errors.Unwrap(err).Error()+"): replug it, or take it out of the configuration" {
		t.Errorf("got %v", err)
	}
	if _, err := openSerial(file+"/none", 115200); err == nil {
		t.Error("a path through a file was opened")
	}
}
