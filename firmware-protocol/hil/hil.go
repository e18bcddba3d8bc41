//go:build hil

// Package hil runs the firmware in a simulated ATmega328P whose serial line is a pseudo-terminal, for tests with the build tag hil. README.md
// says what it needs; a tool that is missing fails the test.
package hil

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Root is the folder firmware-protocol.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(filepath.Dir(file))
}

var build struct {
	sync.Mutex
	dir  string
	made map[string]string
	err  map[string]error
}

// Make builds a target of the Makefile in a folder of firmware-protocol, once for each set of variables, and returns its path.
func Make(t testing.TB, folder, target string, vars ...string) string {
	t.Helper()
	build.Lock()
	defer build.Unlock()
	if build.made == nil {
		dir, err := os.MkdirTemp("", "boxstop-hil-")
		if err != nil {
			t.Fatal(err)
		}
		build.dir, build.made, build.err = dir, map[string]string{}, map[string]error{}
	}
	key := folder + " " + strings.Join(vars, " ")
	out, ok := build.made[key]
	if !ok {
		out = filepath.Join(build.dir, strconv.Itoa(len(build.made)))
		build.made[key] = out
	}
	path := filepath.Join(out, target)
	args := append([]string{"-C", filepath.Join(Root(), folder), "OUT=" + out, path}, vars...)
	said, err := exec.Command("make", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("make %s: %v\n%s\nfirmware-protocol/hil/setup.sh installs what it needs", strings.Join(args, " "), err, said)
	}
	return path
}

// Clean takes away what Make built: TestMain calls it.
func Clean() { _ = os.RemoveAll(build.dir) }

// Board is a simulated board. Do panics nothing and fails the test when the simulator is gone.
type Board struct {
	t    testing.TB
	Line string // the serial line: a symbolic link that is away while it is unplugged
	cmd  *exec.Cmd
	mu   sync.Mutex
	conn net.Conn
	in   *bufio.Reader
}

// Start runs an ELF; args are avrsim's.
func Start(t testing.TB, elf string, args ...string) *Board {
	t.Helper()
	sim := Make(t, "hil", "avrsim")
	dir, err := os.MkdirTemp("", "avr") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	b := &Board{t: t, Line: filepath.Join(dir, "tty")}
	control := filepath.Join(dir, "c")
	b.cmd = exec.Command(sim, append(append([]string{"-l", b.Line, "-c", control}, args...), elf)...)
	b.cmd.Stderr = os.Stderr
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.Stop()
		_ = os.RemoveAll(dir)
	})
	said := bufio.NewReader(out)
	for {
		line, err := said.ReadString('\n')
		if err != nil {
			t.Fatalf("the simulator did not start: %v", err)
		}
		if strings.HasPrefix(line, "ready") {
			break
		}
	}
	if b.conn, err = net.Dial("unix", control); err != nil {
		t.Fatal(err)
	}
	b.in = bufio.NewReader(b.conn)
	return b
}

// Stop ends the simulator; with -e it keeps the EEPROM.
func (b *Board) Stop() {
	if b.cmd.ProcessState != nil {
		return
	}
	if b.conn != nil {
		_, _ = fmt.Fprintln(b.conn, "quit")
		_ = b.conn.Close()
	}
	late := time.AfterFunc(5*time.Second, func() { _ = b.cmd.Process.Kill() })
	defer late.Stop()
	_ = b.cmd.Wait()
}

// Do says a line of control and returns the answer. It may be called from any goroutine.
func (b *Board) Do(format string, args ...any) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	line := fmt.Sprintf(format, args...)
	_ = b.conn.SetDeadline(time.Now().Add(30 * time.Second))
	if _, err := fmt.Fprintln(b.conn, line); err != nil {
		b.t.Errorf("%s: %v", line, err)
		return ""
	}
	answer, err := b.in.ReadString('\n')
	if answer = strings.TrimSpace(answer); err != nil || answer == "err" {
		b.t.Errorf("%s: %q %v", line, answer, err)
	}
	return answer
}

// Pin sets a level from outside.
func (b *Board) Pin(name string, high int) { b.Do("pin %s %d", name, high) }

// Time is how long the board has run, in its own time.
func (b *Board) Time() time.Duration {
	us, err := strconv.ParseInt(b.Do("time"), 10, 64)
	if err != nil {
		b.t.Error(err)
	}
	return time.Duration(us) * time.Microsecond
}

// Text is what the four digits of a chip show; "" when it is dark.
func (b *Board) Text(chip int) string {
	ram := b.Do("leds %x", chip)
	if len(ram) != 32 {
		return ""
	}
	var s []byte
	for _, at := range []int{0, 2, 6, 8} {
		v, _ := strconv.ParseUint(ram[2*at:2*at+2], 16, 8)
		s = append(s, shape(byte(v)))
	}
	return string(s)
}

// shape reads seven segments, A in bit 0, as a person does.
func shape(v byte) byte {
	for c, s := range map[byte]byte{
		' ': 0, '0': 0x3F, '1': 0x06, '2': 0x5B, '3': 0x4F, '4': 0x66, '5': 0x6D, '6': 0x7D, '7': 0x07, '8': 0x7F, '9': 0x6F,
		'A': 0x77, 'B': 0x7C, 'C': 0x39, 'E': 0x79, 'R': 0x50, 'H': 0x76, 'L': 0x38, 'N': 0x54, '_': 0x08, '/': 0x52, '-': 0x40, '!': 0x0A,
	} {
		if v == s {
			return c
		}
	}
	return '#'
}

// Until waits until something holds, or fails the test.
func Until(t testing.TB, within time.Duration, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(within); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}
