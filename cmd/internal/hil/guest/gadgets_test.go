//go:build hilvm

package guest

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"boxstop/devices/sim"
)

// cup is a simulated cup of dice behind a USB gadget of the kernel's (its Documentation/usb/gadget_configfs.rst): vendor, product and words are the same
// in all of them, the serial number is its own. It has its own battery: it goes on while it is unplugged, and keeps what it has rolled.
type cup struct {
	*sim.Unit
	t      testing.TB
	serial string
	gadget string
	end    *usbEnd
}

// newCup makes a cup that is not plugged in.
func newCup(t testing.TB, serial string, seed uint64) *cup {
	t.Helper()
	c := &cup{t: t, serial: serial, gadget: "/sys/kernel/config/usb_gadget/" + serial}
	function := "/functions/acm." + serial
	err := os.Mkdir(c.gadget, 0o755)
	for _, dir := range []string{"/strings/0x409", "/configs/c.1", function} {
		err = errors.Join(err, os.Mkdir(c.gadget+dir, 0o755))
	}
	for file, value := range map[string]string{
		"/idVendor": "0x2341", "/idProduct": "0x0043", "/strings/0x409/manufacturer": "boxstop", "/strings/0x409/product": "cup", "/strings/0x409/serialnumber": serial,
	} {
		err = errors.Join(err, write(c.gadget+file, value))
	}
	if err = errors.Join(err, os.Symlink(c.gadget+function, c.gadget+"/configs/c.1/acm")); err != nil {
		t.Fatal(err)
	}
	c.end = &usbEnd{path: "/dev/ttyGS" + read(c.gadget+function+"/port_num"), over: make(chan struct{})}
	if c.Unit, err = sim.On(sim.Options{Serial: serial, Dice: 6, Rand: rand.New(rand.NewPCG(seed, 1))}, c.end); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.unplug()
		_ = c.Close()
		_ = os.Remove(c.gadget + "/configs/c.1/acm")
		for _, dir := range []string{"/configs/c.1", function, "/strings/0x409", ""} {
			if err := os.Remove(c.gadget + dir); err != nil {
				t.Error(err)
			}
		}
	})
	return c
}

// plug puts it into a socket, 0 or 1, and waits until the kernel has made a port of it.
func (c *cup) plug(socket int) {
	c.t.Helper()
	if err := write(c.gadget+"/UDC", fmt.Sprintf("dummy_udc.%d", socket)); err != nil {
		c.t.Fatal(err)
	}
	until(c.t, c.serial+" has a port", func() bool { return c.port() != "" })
}

func (c *cup) unplug() { _ = write(c.gadget+"/UDC", "\n") }

// port is what the kernel calls it now: ttyACM0; "": it is not plugged in.
func (c *cup) port() string {
	ports, _ := filepath.Glob("/sys/class/tty/ttyACM*")
	for _, p := range ports {
		if read(p+"/device/../serial") == c.serial {
			return filepath.Base(p)
		}
	}
	return ""
}

// usbEnd is the cup's end of its cable. The kernel hangs up when the cable is pulled; it is opened again then.
type usbEnd struct {
	path string
	over chan struct{}

	mu sync.Mutex
	f  *os.File
}

func (u *usbEnd) file() (*os.File, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	select {
	case <-u.over:
		return nil, io.EOF
	default:
	}
	if u.f != nil {
		return u.f, nil
	}
	if said, err := exec.Command("stty", "-F", u.path, "raw", "-echo").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("stty: %w: %s", err, said)
	}
	f, err := os.OpenFile(u.path, os.O_RDWR|nonblocking, 0)
	u.f = f
	return f, err
}

func (u *usbEnd) lose(f *os.File) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.f == f {
		_ = f.Close()
		u.f = nil
	}
}

// Read never ends but by Close.
func (u *usbEnd) Read(p []byte) (int, error) {
	for {
		f, err := u.file()
		if err == io.EOF {
			return 0, err
		}
		if err == nil {
			n, err := f.Read(p)
			if n > 0 {
				return n, nil
			}
			if err != nil {
				u.lose(f)
			}
		}
		select {
		case <-u.over:
			return 0, io.EOF
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Write loses what has nowhere to go.
func (u *usbEnd) Write(p []byte) (int, error) {
	f, err := u.file()
	if err != nil {
		return 0, err
	}
	_ = f.SetWriteDeadline(time.Now().Add(200 * time.Millisecond))
	return f.Write(p)
}

func (u *usbEnd) Close() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	close(u.over)
	if u.f != nil {
		_ = u.f.Close()
		u.f = nil
	}
	return nil
}

// files are what a process has open, by descriptor.
func files(t testing.TB, pid int) (out []string) {
	t.Helper()
	all, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if to, err := os.Readlink(f); err == nil && strings.HasPrefix(to, "/dev/") {
			out = append(out, to)
		}
	}
	return out
}
