//go:build hil || hilvm

// Package client runs race control in a process of its own, for tests, and is a client of it without a screen.
package client

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"boxstop/cmd/internal/view"
)

// patience is how long race control may take for an answer on a machine that is emulated or busy.
const patience = 30 * time.Second

// Daemon is race control, and the client. Its methods fail the test where race control does not do its part.
type Daemon struct {
	Dir string // its state folder

	t    testing.TB
	cmd  *exec.Cmd
	said lockedBuffer
	conn net.Conn

	mu      sync.Mutex
	changed *sync.Cond // of what follows
	out     *json.Encoder
	id      int64
	snap    *view.Snapshot
	replies map[int64]view.Reply
	gone    bool
	heard   []byte // all that came over the socket
}

// lockedBuffer is what a program says.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// Serve starts race control on a folder, with further flags, and attaches to it. stdin is its descriptor 0; nil: /dev/null.
func Serve(t testing.TB, program, dir string, stdin *os.File, flags ...string) *Daemon {
	t.Helper()
	d := &Daemon{Dir: dir, t: t, replies: map[int64]view.Reply{}}
	d.changed = sync.NewCond(&d.mu)
	socket := filepath.Join(dir, "s")
	d.cmd = exec.Command(program, append([]string{"serve", "--state", dir, "--socket", socket, "--bot-pause", "0s", "--config", filepath.Join(dir, "boxstop.toml")}, flags...)...)
	d.cmd.Stdout, d.cmd.Stderr = &d.said, &d.said
	if stdin != nil {
		d.cmd.Stdin = stdin
	}
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Kill)
	var err error
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if d.conn, err = net.Dial("unix", socket); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("race control does not listen: %v; it said %q", err, d.Said())
		}
	}
	d.out = json.NewEncoder(d.conn)
	if err := d.out.Encode(view.ToControl{V: view.Version, Hello: &view.Hello{Client: "test"}}); err != nil {
		t.Fatal(err)
	}
	go d.hear()
	d.Until("it says how things stand", func(*view.Snapshot) bool { return true })
	return d
}

func (d *Daemon) hear() {
	in := bufio.NewReader(d.conn)
	for {
		line, err := in.ReadBytes('\n')
		var m view.FromControl
		if err == nil {
			err = json.Unmarshal(line, &m)
		}
		d.mu.Lock()
		d.heard = append(d.heard, line...)
		if m.Snapshot != nil {
			d.snap = m.Snapshot
		}
		if m.Reply != nil {
			d.replies[m.Reply.ID] = *m.Reply
		}
		d.gone = d.gone || err != nil
		d.changed.Broadcast()
		d.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// await waits until is says so; it is called with the lock.
func (d *Daemon) await(what string, is func() bool) {
	d.t.Helper()
	late := false
	timer := time.AfterFunc(patience, func() {
		d.mu.Lock()
		late = true
		d.changed.Broadcast()
		d.mu.Unlock()
	})
	defer timer.Stop()
	for !is() {
		if late || d.gone {
			last, _ := json.Marshal(d.snap)
			d.t.Fatalf("not within %v, or race control has ended (%v): %s; it said %q; last seen: %s", patience, d.gone, what, d.Said(), last)
		}
		d.changed.Wait()
	}
}

// Now is the newest snapshot; nil: none yet.
func (d *Daemon) Now() *view.Snapshot {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.snap
}

// Until waits for a snapshot that is so.
func (d *Daemon) Until(what string, is func(*view.Snapshot) bool) *view.Snapshot {
	d.t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.await(what, func() bool { return d.snap != nil && is(d.snap) })
	return d.snap
}

// Order says a line, as the answer to an ask or, "", for itself, and waits for the reply.
func (d *Daemon) Order(line, ask string) view.Reply {
	d.t.Helper()
	return d.reply(line, func(id int64) view.ToControl {
		return view.ToControl{V: view.Version, Order: &view.Order{ID: id, Line: line, Ask: ask, Sure: true}}
	})
}

// Log is the page of that name: what happened, what units reported among it.
func (d *Daemon) Log() string {
	d.t.Helper()
	r := d.reply("the log", func(id int64) view.ToControl {
		return view.ToControl{V: view.Version, Query: &view.Query{ID: id, Page: "log"}}
	})
	if r.Page == nil || r.Page.Log == nil {
		d.t.Fatalf("no log: %+v", r)
	}
	return strings.Join(r.Page.Log.Lines, "\n")
}

func (d *Daemon) reply(to string, ask func(id int64) view.ToControl) view.Reply {
	d.t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.id++
	id := d.id
	if err := d.out.Encode(ask(id)); err != nil {
		d.t.Fatalf("%s: %v", to, err)
	}
	d.await("a reply to "+to, func() bool { _, ok := d.replies[id]; return ok })
	return d.replies[id]
}

// Say orders lines that must be taken.
func (d *Daemon) Say(lines ...string) {
	d.t.Helper()
	for _, line := range lines {
		if r := d.Order(line, ""); r.Error != "" {
			d.t.Fatalf("%s: %s", line, r.Error)
		}
	}
}

// Said is what race control wrote on its standard output and error.
func (d *Daemon) Said() string {
	d.said.mu.Lock()
	defer d.said.mu.Unlock()
	return d.said.b.String()
}

// Heard is all that race control said to the client, from the n-th byte on.
func (d *Daemon) Heard(n int) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return string(d.heard[min(n, len(d.heard)):])
}

// Process is race control's.
func (d *Daemon) Process() *os.Process { return d.cmd.Process }

// Kill ends it as a pulled plug does.
func (d *Daemon) Kill() {
	_ = d.cmd.Process.Kill()
	_ = d.cmd.Wait()
	if d.conn != nil {
		_ = d.conn.Close()
	}
}
