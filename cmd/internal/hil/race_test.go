//go:build hil

// Package hil runs whole races through the real daemon, with real firmware in a simulated ATmega328P as its dice cup.
package hil

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/view"
	board "boxstop/firmware-protocol/hil"
)

func TestMain(m *testing.M) {
	defer board.Clean()
	m.Run()
}

// daemon is race control in a process of its own, and a client without a screen.
type daemon struct {
	t    testing.TB
	cmd  *exec.Cmd
	said bytes.Buffer
	conn net.Conn

	mu      sync.Mutex
	out     *json.Encoder
	id      int64
	snap    *view.Snapshot
	replies map[int64]view.Reply
}

func serve(t testing.TB, program, dir, port string) *daemon {
	t.Helper()
	d := &daemon{t: t, replies: map[int64]view.Reply{}}
	socket := filepath.Join(dir, "s")
	d.cmd = exec.Command(program, "serve", "--state", dir, "--socket", socket, "--port", port, "--bot-pause", "0s", "--config", filepath.Join(dir, "boxstop.toml"))
	d.cmd.Stdout, d.cmd.Stderr = &d.said, &d.said
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.kill)
	board.Until(t, 20*time.Second, "race control listens", func() (ok bool) {
		var err error
		d.conn, err = net.Dial("unix", socket)
		return err == nil
	})
	d.out = json.NewEncoder(d.conn)
	if err := d.out.Encode(view.ToControl{V: view.Version, Hello: &view.Hello{Client: "test"}}); err != nil {
		t.Fatal(err)
	}
	go d.hear()
	board.Until(t, 10*time.Second, "it says how things stand", func() bool { return d.now() != nil })
	return d
}

func (d *daemon) hear() {
	in := bufio.NewReader(d.conn)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var m view.FromControl
		if json.Unmarshal(line, &m) != nil {
			continue
		}
		d.mu.Lock()
		if m.Snapshot != nil {
			d.snap = m.Snapshot
		}
		if m.Reply != nil {
			d.replies[m.Reply.ID] = *m.Reply
		}
		d.mu.Unlock()
	}
}

func (d *daemon) now() *view.Snapshot {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.snap
}

// order says a line, as the answer to an ask or, "", for itself, and waits for the reply.
func (d *daemon) order(line, ask string) (r view.Reply) {
	d.t.Helper()
	d.mu.Lock()
	d.id++
	id := d.id
	err := d.out.Encode(view.ToControl{V: view.Version, Order: &view.Order{ID: id, Line: line, Ask: ask, Sure: true}})
	d.mu.Unlock()
	if err != nil {
		d.t.Fatalf("%s: %v", line, err)
	}
	board.Until(d.t, 10*time.Second, "a reply to "+line, func() (ok bool) {
		d.mu.Lock()
		defer d.mu.Unlock()
		r, ok = d.replies[id]
		return ok
	})
	return r
}

// chooses answers what is asked beside dice, by chance.
func (d *daemon) chooses(luck *rand.Rand) bool {
	for _, a := range d.now().Asks {
		if n := len(a.Options); a.Waits && !a.Done && a.Form != "roll" && n > 0 {
			return d.order(a.Options[luck.IntN(n)].Line, a.ID).Error == ""
		}
	}
	return false
}

// kill ends it as a pulled plug does.
func (d *daemon) kill() {
	_ = d.cmd.Process.Kill()
	_ = d.cmd.Wait()
	if d.conn != nil {
		_ = d.conn.Close()
	}
}

// TB-6, and PROTOCOL.md's rules 5 to 8 from one end to the other: a client chooses gears and moves by chance, and somebody presses the cup's bouncing button whenever its
// lamp says that it is armed. Meanwhile the cable is pulled, the power cut, the daemon killed, the board reset, the cup left leaning.
func TestAWholeRaceIsRolledByTheFirmwareAndEveryRollIsInTheFileOnce(t *testing.T) {
	program := filepath.Join(t.TempDir(), "boxstop")
	build := exec.Command("go", "build", "-o", program, "boxstop/cmd/boxstop")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "race")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "boxstop.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b := board.Start(t, board.Make(t, "firmware", "dicecup.elf", "SERIAL=0D1C7F3A"), "-w", "70", "-s", "2")
	d := serve(t, program, dir, b.Line)
	for _, line := range []string{
		"game pitstop", "board lakeside", `enter R red "Anna"`, `enter B blue "Ben"`, `enter Y yellow "Cleo"`, "grid R B Y",
	} {
		if r := d.order(line, ""); r.Error != "" {
			t.Fatalf("%s: %s", line, r.Error)
		}
	}
	here := func() bool {
		for _, u := range d.now().Units {
			if u.Name == "7F3A" && u.State == "ok" {
				return true
			}
		}
		return false
	}
	board.Until(t, 15*time.Second, "the cup is here", here)
	if r := d.order("start", ""); r.Error != "" {
		t.Fatal(r.Error)
	}
	armed := func() bool { return b.Do("get D13") == "1" }
	luck := rand.New(rand.NewPCG(3, 28))
	pressed, disputes := 0, 0
	harm := map[string]int{}
	end := time.Now().Add(4 * time.Minute)
race:
	for d.now().Stage != view.Over {
		if time.Now().After(end) {
			t.Fatalf("not over; stage %q, asks %+v, units %+v, digits %q; daemon said: %s", d.now().Stage, d.now().Asks, d.now().Units, b.Text(0x70), &d.said)
		}
		if s := d.now(); s.Dispute != nil && len(s.Dispute.Ways) > 0 {
			if r := d.order(s.Dispute.Ways[0].Line, ""); r.Error == "" {
				disputes++
			}
			continue
		}
		if !armed() {
			if !d.chooses(luck) {
				time.Sleep(2 * time.Millisecond)
			}
			continue
		}
		b.Do("wave D2 0 300 1 250 0 400 1 200 0 20000 1 300 0 200 1")
		pressed++
		for late := time.Now().Add(2 * time.Second); armed() && time.Now().Before(late); { // pressed as it got its power back: pressed again
			time.Sleep(2 * time.Millisecond)
		}
		if pressed%8 != 0 {
			continue
		}
		what := [...]string{"unplug", "kill", "lean", "off", "reset"}[pressed/8%5]
		harm[what]++
		switch what {
		case "unplug", "off":
			b.Do("%s", what)
			time.Sleep(300 * time.Millisecond)
			b.Do("%s", map[string]string{"unplug": "plug", "off": "on"}[what])
		case "reset":
			b.Do("reset")
		case "lean":
			b.Pin("D3", 0)
			time.Sleep(time.Second) // two of the board
			b.Pin("D3", 1)
		case "kill":
			time.Sleep(time.Duration(pressed%7) * 50 * time.Millisecond)
			d.kill()
			d = serve(t, program, dir, b.Line)
			if d.now().Stage != view.Welcome { // that was the last roll
				break race
			}
			if r := d.order("resume", ""); r.Error != "" {
				t.Fatalf("resume: %s", r.Error)
			}
		}
	}
	file := filepath.Join(dir, "races", "race-0001.race")
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines, _, err := racefile.Read(doc)
	if err != nil {
		t.Fatal(err)
	}
	rolls, others := 0, 0
	seen := map[string]string{}
	for _, l := range lines {
		words := strings.Fields(l.Text)
		if was, ok := seen[l.Source]; ok && strings.HasPrefix(l.Source, "7F3A#") && strings.Contains(l.Text, " roll") {
			t.Errorf("%s is in the file twice: %q and %q", l.Source, was, l.Text)
		}
		if len(words) < 2 || words[1] != "roll" {
			continue
		}
		if strings.HasPrefix(l.Source, "7F3A#") {
			seen[l.Source] = l.Text
			rolls++
		} else {
			others++
		}
	}
	if rolls < 25 || others > disputes || harm["lean"] > 0 && disputes == 0 {
		t.Errorf("%d rolls of the cup and %d others are in the file; %d were disputed, it leaned %d times", rolls, others, disputes, harm["lean"])
	}
	d.kill()
	if out, err := exec.Command(program, "verify", file).CombinedOutput(); err != nil {
		t.Errorf("verify: %v: %s", err, out)
	}
	t.Logf("pressed %d times, %d rolls of the cup in the file, %d disputed and settled; meanwhile: %v", pressed, rolls, disputes, harm)
}
