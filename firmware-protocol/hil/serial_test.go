//go:build hil

package hil

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"boxstop/firmware-protocol/wire"
)

// serial is a board's line with nothing of ours at the other end, as a person has it.
type serial struct {
	t    testing.TB
	f    *os.File
	rest string
}

func open(t testing.TB, b *Board) *serial {
	t.Helper()
	f, err := os.OpenFile(b.Line, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	s := &serial{t: t, f: f}
	return s
}

// say writes a line with its checksum.
func (s *serial) say(body string) { s.raw(fmt.Sprintf("$%s*%04X\r\n", body, wire.Sum([]byte(body)))) }

func (s *serial) raw(text string) {
	if _, err := s.f.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

// until reads lines until one begins so, and returns it.
func (s *serial) until(begin string) string {
	s.t.Helper()
	var all []string
	end := time.Now().Add(10 * time.Second)
	buf := make([]byte, 512)
	for {
		for {
			line, rest, ok := strings.Cut(s.rest, "\n")
			if !ok {
				break
			}
			s.rest = rest
			all = append(all, line)
			if strings.HasPrefix(line, "$"+begin) {
				return strings.TrimSpace(line)
			}
		}
		_ = s.f.SetReadDeadline(end)
		n, err := s.f.Read(buf)
		switch {
		case err == io.EOF && time.Now().Before(end): // some kernels say so when there is nothing yet
			time.Sleep(2 * time.Millisecond)
		case err != nil:
			s.t.Fatalf("no %s: %v; %q", begin, err, all)
		}
		s.rest += string(buf[:n])
	}
}
