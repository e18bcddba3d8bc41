package sim_test

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"
)

// end is a person's end of a line.
type end struct {
	c net.Conn
	r *bufio.Reader
}

func pipe() (end, io.ReadWriteCloser) {
	a, b := net.Pipe()
	return end{a, bufio.NewReader(a)}, b
}

func (e end) say(s string) { _, _ = io.WriteString(e.c, s) }

// expect reads one line, which must begin so.
func (e end) expect(t *testing.T, begin string) {
	t.Helper()
	s, err := e.r.ReadString('\n')
	if err != nil || !strings.HasPrefix(s, begin) {
		t.Errorf("got %q %v, want %s…", s, err, begin)
	}
}
