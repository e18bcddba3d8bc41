package link

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"go.bug.st/serial"
	"golang.org/x/sys/unix"
)

// ErrBusy is the error of a port that another program has.
var ErrBusy = errors.New("in use by another program")

// errDescriptors: the library's Read panics at descriptor 1024 and above.
var errDescriptors = errors.New("too many files are open in this program")

// tty is a port of go.bug.st/serial whose Read never blocks for ever.
//
// The library waits for bytes with select and then reads a blocking descriptor. Where the bytes are gone by then (seen on a pseudo-terminal
// that was flushed as they came) that read waits until others come, and Close waits for it. So the line is set to give nothing when
// there is nothing (VMIN 0), by a descriptor of our own; the library then says "closed", and only a hang-up is believed.
type tty struct {
	serial.Port
	own int

	mu     sync.Mutex
	closed bool
}

// openSerial opens a port: 8 bits, no parity, one stop bit, no flow control. Status bits are left alone (a pseudo-terminal has none).
func openSerial(path string, baud int) (Port, error) {
	own, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	switch {
	case errors.Is(err, unix.EMFILE), errors.Is(err, unix.ENFILE):
		return nil, errDescriptors
	case errors.Is(err, unix.EBUSY):
		return nil, ErrBusy
	case err != nil:
		return nil, err
	case own > 1000: // the library needs three more
		_ = unix.Close(own)
		return nil, errDescriptors
	}
	// root is not kept out by TIOCEXCL, which the library sets; two programs would take each other's bytes
	if err := unix.Flock(own, unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		_ = unix.Close(own)
		return nil, ErrBusy
	}
	p, err := openLibrary(path, baud)
	if err == nil {
		err = giveNothing(own)
		if err == nil {
			_ = p.ResetInputBuffer() // a pseudo-terminal keeps what was said to nobody
			return &tty{Port: p, own: own}, nil
		}
		_ = p.Close()
	}
	_ = unix.Close(own)
	return nil, err
}

func openLibrary(path string, baud int) (serial.Port, error) {
	p, err := serial.Open(path, &serial.Mode{BaudRate: baud, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit})
	var pe *serial.PortError
	if errors.As(err, &pe) {
		switch pe.Code() {
		case serial.PortBusy:
			return nil, ErrBusy
		case serial.PermissionDenied:
			return nil, fs.ErrPermission
		case serial.InvalidSerialPort:
			return nil, fmt.Errorf("it is no serial port: %w", err)
		}
	}
	return p, err
}

// giveNothing has a read without bytes return at once.
func giveNothing(fd int) error {
	t, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return err
	}
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 0, 0
	return unix.IoctlSetTermios(fd, unix.TCSETS, t)
}

// Read blocks until bytes come, the line hangs up, or Close.
func (t *tty) Read(p []byte) (int, error) {
	for {
		n, err := t.Port.Read(p)
		if n > 0 || err == nil {
			return n, err
		}
		var pe *serial.PortError
		if !errors.As(err, &pe) || pe.Code() != serial.PortClosed || t.gone() {
			return 0, err
		}
	}
}

// gone says whether the port was closed or the other side has hung up.
func (t *tty) gone() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return true
	}
	fds := []unix.PollFd{{Fd: int32(t.own), Events: unix.POLLIN}}
	_, err := unix.Poll(fds, 0)
	return err != nil && !errors.Is(err, unix.EINTR) || fds[0].Revents&(unix.POLLHUP|unix.POLLERR|unix.POLLNVAL) != 0
}

// Close ends a blocked Read. Nobody may write any more.
func (t *tty) Close() error {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	err := t.Port.Close()
	_ = unix.Close(t.own)
	return err
}

// trouble says in words for people why a port cannot be opened, and what to do.
func trouble(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "not there: plug it in, or take it out of the configuration"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied: put this program's user into the group dialout"
	case errors.Is(err, ErrBusy):
		return "in use by another program: end that one"
	case errors.Is(err, errDescriptors):
		return "not opened, " + errDescriptors.Error() + ": unplug what is not needed, or start it again"
	}
	return "cannot be opened (" + err.Error() + "): replug it, or take it out of the configuration"
}
