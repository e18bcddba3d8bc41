package faults

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

// hub is where cables are plugged in: a folder whose files are ports, as the kernel makes them, with lines that outlive a host as a
// pseudo-terminal does. Nothing in it takes real time.
type hub struct {
	dir string

	mu     sync.Mutex
	cables map[string]*cable // by port
	made   int
	fail   map[string]error  // what opening a port fails with
	opened map[string]func() // what a board does when its port is opened
	opens  int
}

func newHub(dir string) *hub {
	return &hub{dir: dir, cables: map[string]*cable{}, fail: map[string]error{}, opened: map[string]func(){}}
}

func (h *hub) port(n int) string { return filepath.Join(h.dir, fmt.Sprintf("ttyACM%d", n)) }

// plug is a new port with a line behind it: the far end, and the port's path.
func (h *hub) plug() (io.ReadWriteCloser, string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	path := h.port(h.made)
	h.made++
	c := &cable{hub: h, path: path, toUnit: make(chan []byte, 256), gone: make(chan struct{})}
	h.cables[path] = c
	return c, path, os.WriteFile(path, nil, 0o600)
}

// trouble has a port fail to open from now on; nil: it opens again.
func (h *hub) trouble(path string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fail[path] = err
}

// whenOpened has a board do something whenever its port is opened.
func (h *hub) whenOpened(path string, do func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.opened[path] = do
}

// tries is how often ports were opened so far.
func (h *hub) tries() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.opens
}

// open is link.Options.Open.
func (h *hub) open(path string) (link.Port, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.opens++
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
	hub    *hub
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
