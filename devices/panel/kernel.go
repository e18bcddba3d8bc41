package panel

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"unsafe"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3/gpioioctl"
)

// Held is a line that somebody else has: the kernel gives a line to one.
type Held struct {
	Line string
	By   string // as they told the kernel; "": nothing
}

func (h *Held) Error() string {
	if h.By == "" {
		return h.Line + " is held by another program: end it, or take its overlay out of config.txt"
	}
	return fmt.Sprintf("%s is held by %q: end that program, or take its overlay out of config.txt", h.Line, h.By)
}

// held says in words what became of a line that cannot be had.
func held(line string, err error) string {
	var h *Held
	switch {
	case err == nil:
		return line + " is missing on this Pi"
	case errors.As(err, &h):
		return h.Error()
	}
	return fmt.Sprintf("%s cannot be had: %v", line, err)
}

// keepStdin runs what may close descriptor 0: the driver of GPIO lines does where a chip has two names, as on Raspberry Pi OS, whose
// /dev/gpiochip4 leads to gpiochip0. The next file to be opened is then our standard input: in periph that is a file of its driver for
// sysfs, which is never used here and may be closed.
func keepStdin(f func() error) error {
	spare, err := syscall.Dup(0)
	if err != nil { // it has none
		return f()
	}
	syscall.CloseOnExec(spare)
	defer syscall.Close(spare)
	return errors.Join(f(), syscall.Dup3(spare, 0, 0))
}

// kernelPin is a line of the kernel's character device. The driver's line that it could not have believes all the same that it is an output, and drives
// descriptor 0 from then on; so it is let go, and asked for anew next time.
type kernelPin struct {
	*gpioioctl.GPIOLine
	chip string // its device
}

// kernelLine finds a line by its name; nil: there is none.
func kernelLine(name string) *kernelPin {
	for _, c := range gpioioctl.Chips {
		if l := c.ByName(name); l != nil {
			return &kernelPin{l, c.Path()}
		}
	}
	return nil
}

// In makes it an input.
func (l *kernelPin) In(pull gpio.Pull, edge gpio.Edge) error {
	return l.ours(l.GPIOLine.In(pull, edge))
}

// Out drives it. The driver drives it low before it drives it high for the first time.
func (l *kernelPin) Out(level gpio.Level) error { return l.ours(l.GPIOLine.Out(level)) }

func (l *kernelPin) ours(err error) error {
	if err != nil {
		l.Close()
		return whose(err, l)
	}
	return nil
}

// whose makes Held of the refusal of a line that somebody else has.
func whose(err error, lines ...*kernelPin) error {
	if !strings.Contains(err.Error(), syscall.EBUSY.Error()) { // the driver makes words of the number
		return err
	}
	for _, l := range lines {
		if by, used := l.holder(); used {
			return &Held{Line: l.Name(), By: by}
		}
	}
	return &Held{Line: lines[0].Name()} // free by now
}

// What asks the kernel about a line: GPIO_V2_GET_LINEINFO_IOCTL with struct gpio_v2_line_info (linux/gpio.h), the consumer's name at 32,
// the line's number at 64, flags at 72, of which the lowest says that it is in use.
const (
	getLineInfo  = 0xC100B405
	lineInfoSize = 256
	infoConsumer = 32
	infoLine     = 64
	infoFlags    = 72
)

// holder says who has a line.
func (l *kernelPin) holder() (by string, used bool) {
	f, err := os.Open(l.chip)
	if err != nil {
		return "", false
	}
	defer f.Close()
	var info [lineInfoSize]byte
	binary.NativeEndian.PutUint32(info[infoLine:], uint32(l.Number()))
	if _, _, no := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), getLineInfo, uintptr(unsafe.Pointer(&info))); no != 0 {
		return "", false
	}
	name, _, _ := bytes.Cut(info[infoConsumer:infoLine], []byte{0})
	return string(name), binary.NativeEndian.Uint64(info[infoFlags:])&1 != 0
}
