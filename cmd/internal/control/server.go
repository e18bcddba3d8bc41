package control

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"boxstop/cmd/internal/view"
)

// MostClients is how many may look at a race at once.
const MostClients = 64

// Listen opens the socket of race control: mode 0660, of the group boxstop where there is one and the process may give it. A socket that
// nobody serves any more is taken over; one that is served is an error.
func Listen(path string) (net.Listener, error) {
	if len(path) > 100 {
		return nil, fmt.Errorf("%s: a socket's path has at most 100 characters; set $XDG_RUNTIME_DIR or --state to a shorter one", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return nil, err
	}
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		_ = c.Close()
		return nil, fmt.Errorf("%s: race control runs there already; boxstop console attaches to it", path)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	old := umask(0o117)
	l, err := net.Listen("unix", path)
	umask(old)
	if err != nil {
		return nil, err
	}
	if g, err := user.LookupGroup("boxstop"); err == nil {
		if gid, err := strconv.Atoi(g.Gid); err == nil {
			_ = os.Chown(path, -1, gid) // where it may not, the process's own group holds
		}
	}
	return l, nil
}

// Serve takes clients until the context ends.
func (c *Control) Serve(ctx context.Context, l net.Listener) error {
	defer l.Close()
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	var clients sync.WaitGroup
	slots := make(chan struct{}, MostClients)
	for {
		conn, err := l.Accept()
		if err != nil {
			clients.Wait()
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		select {
		case slots <- struct{}{}:
		default:
			_ = json.NewEncoder(conn).Encode(view.FromControl{V: view.Version, Reply: &view.Reply{Error: fmt.Sprintf("%d screens look at this race already; close one", MostClients)}})
			_ = conn.Close()
			continue
		}
		clients.Go(func() {
			c.Client(ctx, conn)
			<-slots
		})
	}
}

// Client serves one client until it leaves or the context ends, and closes its connection.
func (c *Control) Client(ctx context.Context, conn io.ReadWriteCloser) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	slot, leave := c.hub.watch()
	defer leave()
	replies := make(chan view.Reply, 16)
	var writer sync.WaitGroup
	writer.Go(func() {
		defer cancel()
		enc := json.NewEncoder(conn)
		for {
			m := view.FromControl{V: view.Version}
			select {
			case <-ctx.Done():
				return
			case r := <-replies:
				m.Reply = &r
			case s := <-slot:
				m.Snapshot = s
			}
			if d, ok := conn.(interface{ SetWriteDeadline(time.Time) error }); ok {
				_ = d.SetWriteDeadline(time.Now().Add(10 * time.Second))
			}
			if enc.Encode(m) != nil {
				return
			}
		}
	})
	c.listen(ctx, conn, replies)
	cancel()
	writer.Wait()
}

// listen reads what a client says. A line that is not understood is answered and changes nothing.
func (c *Control) listen(ctx context.Context, conn io.Reader, replies chan<- view.Reply) {
	say := func(r view.Reply) {
		select {
		case replies <- r:
		case <-ctx.Done():
		}
	}
	sc := bufio.NewScanner(conn)
	sc.Buffer(make([]byte, 4096), view.MaxLine)
	for sc.Scan() {
		var m view.ToControl
		if err := json.Unmarshal(sc.Bytes(), &m); err != nil {
			say(view.Reply{Error: "a line that is no JSON of ours: " + err.Error()})
			continue
		}
		switch {
		case m.V != view.Version:
			say(view.Reply{Error: fmt.Sprintf("this screen speaks version %d, race control version %d; install one boxstop on both", m.V, view.Version)})
			return
		case m.Order != nil:
			say(c.Do(ctx, "director", *m.Order))
		case m.Query != nil:
			say(c.Query(ctx, *m.Query))
		}
	}
}
