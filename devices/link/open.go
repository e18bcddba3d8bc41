package link

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.bug.st/serial"
)

// ErrBusy is the error of a port that another program has.
var ErrBusy = errors.New("in use by another program")

// errDescriptors: the library's Read panics at descriptor 1024 and above.
var errDescriptors = errors.New("too many files are open in this program")

// openSerial opens a port: 8 bits, no parity, one stop bit, no flow control. Status bits are left alone (a pseudo-terminal has none).
func openSerial(path string, baud int) (Port, error) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, errDescriptors
	}
	free := null.Fd()
	_ = null.Close()
	if free > 1000 {
		return nil, errDescriptors
	}
	p, err := serial.Open(path, &serial.Mode{BaudRate: baud, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit})
	if err == nil {
		_ = p.ResetInputBuffer() // a pseudo-terminal keeps what was said to nobody
		return p, nil
	}
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
	return nil, err
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
