package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"boxstop/cmd/internal/control"
	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/view"
)

// daemon is a real race control in a process of its own, without units and without pauses.
type daemon struct {
	t      *testing.T
	dir    string
	socket string
	cmd    *exec.Cmd
	said   *strings.Builder
}

func serving(t *testing.T, dir string, more ...string) *daemon {
	t.Helper()
	d := &daemon{t: t, dir: dir, socket: filepath.Join(dir, "s"), said: &strings.Builder{}}
	args := append([]string{"serve", "--state", dir, "--socket", d.socket, "--no-devices", "--bot-pause", "0s"}, more...)
	d.cmd = exec.Command("boxstop", args...)
	d.cmd.Stdout, d.cmd.Stderr = d.said, d.said
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.kill)
	if err := listens(d.socket); err != nil {
		d.kill()
		t.Fatalf("%v: %s", err, d.said)
	}
	return d
}

// kill ends it as a pulled plug does.
func (d *daemon) kill() {
	_ = d.cmd.Process.Kill()
	_ = d.cmd.Wait()
}

// TB-17.
func TestARaceControlThatIsKilledAtAnyMomentLosesNoAnswerAndGoesOn(t *testing.T) {
	dir := t.TempDir()
	luck := rand.New(rand.NewPCG(7, 17))
	d := serving(t, dir)
	h, err := dial(d.socket)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.orders(append(evening6(), "seed 7", "start")...); err != nil {
		t.Fatal(err)
	}
	path := control.RacePath(dir, 1)
	var taken []string      // acknowledged
	open, spare := false, 0 // sent, and the plug was pulled before the acknowledgement
	kills, most, seen := 0, 30, 0
	fuse := luck.IntN(15)
	var plug *time.Timer
	for h.snap.Stage != view.Over {
		from := h.snap
		var err error
		if line, ask, ok := h.next(luck); ok && h.snap.Stage == view.Racing {
			if fuse--; fuse <= 0 && plug == nil && kills < most {
				at := d.cmd.Process
				plug = time.AfterFunc(time.Duration(luck.IntN(2500))*time.Microsecond, func() { _ = at.Kill() })
			}
			open = true
			var r view.Reply
			if r, err = h.order(line, ask); err == nil {
				open = false
				switch {
				case r.Error == "":
					taken = append(taken, line)
				case !strings.HasPrefix(r.Error, "too late"): // the snapshot was an older one
					t.Fatalf("%s: refused: %s", line, r.Error)
				}
			}
		}
		if err == nil && h.snap == from { // its snapshot came before the reply, or comes now
			err = h.hear(nil)
		}
		if err == nil {
			continue
		}
		if plug == nil {
			t.Fatal(err)
		}
		// the plug was pulled
		kills++
		plug, fuse = nil, luck.IntN(15)
		_ = d.cmd.Wait()
		seen = max(seen, h.seen)
		if open {
			open = false
			spare++ // it may have been done or not: the file says which
		}
		lines := linesOf(t, path)
		if last := lines[len(lines)-1].Seq; last < seen {
			t.Fatalf("entry %d was shown, the file ends at %d", seen, last)
		}
		if missing := unanswered(lines, taken, spare); missing != "" {
			t.Fatalf("after kill %d: %s", kills, missing)
		}
		d = serving(t, dir)
		if h, err = dial(d.socket); err != nil {
			t.Fatal(err)
		}
		if h.snap.Stage != view.Welcome {
			t.Fatalf("after a restart the stage is %q, want %q", h.snap.Stage, view.Welcome)
		}
		if err := h.orders("resume"); err != nil {
			t.Fatal(err)
		}
	}
	d.kill()
	if kills < 5 {
		t.Errorf("it was killed %d times only", kills)
	}
	lines := linesOf(t, path)
	n, differs, err := control.Verify(games, library(dir), lines)
	if err != nil || differs != "" {
		t.Errorf("verify: %v %s", err, differs)
	}
	if n < len(taken) {
		t.Errorf("%d answers were acknowledged, %d are in the file", len(taken), n)
	}
	s, err := control.ReadRace(path, games, library(dir))
	if err != nil || !s.Over() {
		t.Errorf("the race is not over: %v", err)
	}
	t.Logf("%d answers, %d kills", n, kills)
}

func linesOf(t *testing.T, path string) []racefile.Line {
	t.Helper()
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, _, err := racefile.Read(doc)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// unanswered finds the acknowledged answers in the file, in their order; answers that were never acknowledged may stand between them, at
// most so many.
func unanswered(lines []racefile.Line, taken []string, spare int) string {
	at := 0
	for _, l := range lines {
		if l.Source != "director" && l.Source != "pi" || !strings.Contains(l.Text, " ") || strings.HasPrefix(l.Text, "enter") {
			continue
		}
		if at < len(taken) && (l.Text == taken[at] || strings.HasPrefix(l.Text, taken[at]+" ")) {
			at++
			continue
		}
		if spare--; spare < 0 {
			return fmt.Sprintf("entry %d, %q, was never asked for; acknowledged next was %q", l.Seq, l.Text, append(taken, "nothing")[at])
		}
	}
	if at < len(taken) {
		return fmt.Sprintf("%q was acknowledged and is not in the file (%d of %d are)", taken[at], at, len(taken))
	}
	return ""
}

func TestTwoRaceControlsCannotServeOneStateFolder(t *testing.T) {
	dir := t.TempDir()
	d := serving(t, dir)
	other := exec.Command("boxstop", "serve", "--state", dir, "--socket", filepath.Join(dir, "t"), "--no-devices")
	out, err := other.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("the second ended with %v", err)
	}
	want := "boxstop: " + dir + ": race control serves this folder already\nhint: boxstop console attaches to it; --state DIR serves another\n"
	if string(out) != want {
		t.Errorf("got  %q\nwant %q", out, want)
	}
	if _, err := dial(d.socket); err != nil {
		t.Errorf("the first: %v", err)
	}
	elsewhere := exec.Command("boxstop", "serve", "--state", t.TempDir(), "--socket", d.socket, "--no-devices")
	if out, err := elsewhere.CombinedOutput(); err == nil || !strings.Contains(string(out), "race control runs there already; boxstop console attaches to it") {
		t.Errorf("one socket for two: %v, %s", err, out)
	}
	d.kill()
	if serving(t, dir) == nil { // what a killed one left is in nobody's way
		t.Error("it does not start again")
	}
}

func TestATerminalThatHangsUpTakesNoRaceAlong(t *testing.T) {
	dir := t.TempDir()
	d := serving(t, dir)
	h, err := dial(d.socket)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.orders(append(evening6(), "start")...); err != nil {
		t.Fatal(err)
	}
	path := control.RacePath(dir, 1)
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"killed", "hung up", "its terminal closed"} {
		s := screenOf(t, "console", "--socket", d.socket, "--state", dir)
		s.until(t, "Anna")
		switch end {
		case "killed":
			_ = s.cmd.Process.Kill()
		case "hung up":
			_ = s.cmd.Process.Signal(syscall.SIGHUP)
		default:
			_ = s.tty.Close()
		}
		s.gone(t)
		if now, err := os.ReadFile(path); err != nil || string(now) != string(was) {
			t.Errorf("console %s: the race file changed (%v)", end, err)
		}
	}
	if err := d.cmd.Process.Signal(syscall.SIGHUP); err != nil { // of the terminal that it was started from
		t.Fatal(err)
	}
	if r, err := h.order("R roll", ""); err != nil || r.Error != "" {
		t.Errorf("the race does not go on: %v %v", r, err)
	}
}

func TestAnEveningsRaceControlOutlivesItsTerminal(t *testing.T) {
	dir := t.TempDir()
	socket := filepath.Join(dir, "s")
	s := screenOf(t, "--state", dir, "--socket", socket, "--no-devices")
	s.until(t, "BOXSTOP")
	pid := peer(t, socket)
	t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
	if pid == s.cmd.Process.Pid {
		t.Fatal("the screen's own process serves the race")
	}
	if sid, err := getsid(pid); err != nil || sid != pid {
		t.Errorf("race control is of session %d, %v; its own is %d", sid, err, pid)
	}
	_ = s.tty.Close()
	s.gone(t)
	h, err := dial(socket)
	if err != nil {
		t.Fatalf("it went with the terminal: %v", err)
	}
	if err := h.orders(append(evening6(), "start")...); err != nil {
		t.Fatal(err)
	}
	again := screenOf(t, "--state", dir, "--socket", socket, "--no-devices")
	again.until(t, "Anna")
	if now := peer(t, socket); now != pid {
		t.Errorf("a second one was started: %d, %d", now, pid)
	}
	if _, err := again.tty.Write([]byte("q")); err != nil {
		t.Fatal(err)
	}
	again.gone(t)
}
