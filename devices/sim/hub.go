package sim

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"boxstop/devices/link"
)

// Hub is where cables are plugged in, for tests: a folder whose files are ports, as the kernel makes them, with lines that outlive a host as a
// pseudo-terminal does. Nothing in it takes real time, or waits in a system call: it may live in the bubble of a test's own clock.
type Hub struct {
	dir string

	mu     sync.Mutex
	cables map[string]*cable // by port
	made   int
	fail   map[string]error  // what opening a port fails with
	opened map[string]func() // what a board does when its port is opened
}

// NewHub is a hub whose ports are files of a folder: ttyACM0, ttyACM1 and so on, in the order in which they are plugged in.
func NewHub(dir string) *Hub {
	return &Hub{dir: dir, cables: map[string]*cable{}, fail: map[string]error{}, opened: map[string]func(){}}
}

// Ports is the pattern of its ports.
func (h *Hub) Ports() string { return filepath.Join(h.dir, "ttyACM*") }

// Port is the path of port n, from 0, whether or not it is there.
func (h *Hub) Port(n int) string { return filepath.Join(h.dir, fmt.Sprintf("ttyACM%d", n)) }

// Plug is a new port with a line behind it: the far end, and the port's path. It may be Options.Line.
func (h *Hub) Plug() (io.ReadWriteCloser, string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	path := h.Port(h.made)
	h.made++
	c := &cable{hub: h, path: path, toUnit: make(chan []byte, 256), gone: make(chan struct{})}
	h.cables[path] = c
	return c, path, os.WriteFile(path, nil, 0o600)
}

// Fail has a port fail to open from now on; nil: it opens again.
func (h *Hub) Fail(path string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fail[path] = err
}

// Opened has a board do something whenever its port is opened.
func (h *Hub) Opened(path string, do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.opened[path] = do
}

// Open may be link.Options.Open.
func (h *Hub) Open(path string) (link.Port, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.cables[path]
	switch {
	case h.fail[path] != nil:
		return nil, h.fail[path]
	case c == nil:
		return nil, fs.ErrNotExist
	case c.host != nil:
		return nil, link.ErrBusy
	}
	c.host = &host{cable: c, in: make(chan []byte, 256), closed: make(chan struct{})}
	if do := h.opened[path]; do != nil {
		time.AfterFunc(0, do)
	}
	return c.host, nil
}

// cable is the far end of a line: the unit's.
type cable struct {
	hub    *Hub
	path   string
	toUnit chan []byte
	gone   chan struct{}
	once   sync.Once
	host   *host // under hub.mu
}

func (c *cable) Read(p []byte) (int, error) {
	select {
	case b := <-c.toUnit:
		return copy(p, b), nil // what a host writes at once is shorter than what a unit reads at once
	case <-c.gone:
		return 0, io.EOF
	}
}

// Write gives bytes to whoever has the port open; they are lost where nobody does.
func (c *cable) Write(p []byte) (int, error) {
	c.hub.mu.Lock()
	defer c.hub.mu.Unlock()
	if c.host != nil {
		c.host.in <- append([]byte(nil), p...)
	}
	return len(p), nil
}

// Close pulls the plug.
func (c *cable) Close() error {
	c.once.Do(func() {
		c.hub.mu.Lock()
		defer c.hub.mu.Unlock()
		delete(c.hub.cables, c.path)
		_ = os.Remove(c.path)
		close(c.gone)
	})
	return nil
}

// host is a host's end.
type host struct {
	*cable
	in     chan []byte
	left   []byte
	closed chan struct{}
}

var errHungUp = errors.New("hung up")

func (h *host) Read(p []byte) (int, error) {
	if len(h.left) == 0 {
		select {
		case h.left = <-h.in:
		case <-h.closed:
			return 0, errHungUp
		case <-h.gone:
			return 0, errHungUp
		}
	}
	n := copy(p, h.left)
	h.left = h.left[n:]
	return n, nil
}

func (h *host) Write(p []byte) (int, error) {
	select {
	case h.toUnit <- append([]byte(nil), p...):
	case <-h.gone:
		return 0, errHungUp
	}
	return len(p), nil
}

func (h *host) Close() error {
	h.hub.mu.Lock()
	defer h.hub.mu.Unlock()
	if h.cable.host == h {
		h.cable.host = nil
		close(h.closed)
	}
	return nil
}
