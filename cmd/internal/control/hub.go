package control

import (
	"sync"
	"sync/atomic"

	"boxstop/cmd/internal/view"
)

// hub hands the newest snapshot to whoever looks: each has one slot, and is never waited for.
type hub struct {
	now  atomic.Pointer[view.Snapshot]
	mu   sync.Mutex
	subs map[chan *view.Snapshot]bool
}

func (h *hub) newest() *view.Snapshot { return h.now.Load() }

func (h *hub) show(s *view.Snapshot) {
	h.now.Store(s)
	h.mu.Lock()
	defer h.mu.Unlock()
	for ch := range h.subs {
		select {
		case <-ch:
		default:
		}
		ch <- s
	}
}

// watch opens a slot; it holds the newest snapshot that was not taken yet.
func (h *hub) watch() (slot chan *view.Snapshot, stop func()) {
	ch := make(chan *view.Snapshot, 1)
	h.mu.Lock()
	if h.subs == nil {
		h.subs = map[chan *view.Snapshot]bool{}
	}
	h.subs[ch] = true
	if s := h.now.Load(); s != nil {
		ch <- s
	}
	h.mu.Unlock()
	return ch, func() {
		h.mu.Lock()
		delete(h.subs, ch)
		h.mu.Unlock()
	}
}

// Watch opens a slot that always holds the newest snapshot not yet taken. Stop gives it back.
func (c *Control) Watch() (slot <-chan *view.Snapshot, stop func()) { return c.hub.watch() }
