package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/devices/sim"
)

// loud is a buffer that many may write to, and that tells when something is in it.
type loud struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	want string
	seen chan struct{}
}

func listenFor(want string) *loud { return &loud{want: want, seen: make(chan struct{})} }

func (l *loud) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf.Write(p)
	if l.want != "" && strings.Contains(l.buf.String(), l.want) {
		l.want = ""
		close(l.seen)
	}
	return len(p), nil
}

func (l *loud) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func aCup(t *testing.T) (*sim.Unit, string) {
	t.Helper()
	port := filepath.Join(t.TempDir(), "cup")
	d, err := sim.NewDice(sim.Options{Serial: "0D1C7F3A", Count: 117, Digits: 4, Link: port, Rand: rand.New(rand.NewPCG(7, 7))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d, port
}

func runDevice(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = device(context.Background(), args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

func TestDeviceListNamesUnitsAndWhatIsNotOne(t *testing.T) {
	_, port := aCup(t)
	none := filepath.Join(t.TempDir(), "none")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := runDevice("list", "--port", port, "--port", none, "--port", file)
	if code != 0 || errs != "" {
		t.Errorf("exit status %d, %s", code, errs)
	}
	for _, want := range []string{
		"dice 7F3A  " + port + "  6 dice, 4 digits  firmware sim, 117 readings so far, serial 0D1C7F3A\n",
		none + ": not there: plug it in, or take it out of the configuration\n",
		file + ": cannot be opened (it is no serial port: ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("got\n%swant in it\n%s", out, want)
		}
	}
}

func TestDeviceListWithoutAUnitSaysWhatToDo(t *testing.T) {
	code, _, errs := runDevice("list", "--port", "/dev/there-is-none")
	want := "boxstop device list: no unit answered; looked at /dev/there-is-none\nplug one in, or make one: boxstop device simulate dice --link /tmp/cup\n"
	if code != 1 || errs != want {
		t.Errorf("got %d\n%swant 1\n%s", code, errs, want)
	}
}

func TestDeviceMonitorShowsARollOnceAcknowledged(t *testing.T) {
	d, port := aCup(t)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	out := listenFor("ACK number=118")
	here := listenFor("is here")
	done := make(chan int)
	go func() {
		done <- device(ctx, []string{"monitor", "--ack", "--port", port}, strings.NewReader(""), io.MultiWriter(out, here), io.Discard)
	}()
	<-here.seen
	d.Cock(6)
	d.Roll()
	select {
	case <-out.seen:
	case <-ctx.Done():
	}
	cancel()
	if code := <-done; code != 0 {
		t.Errorf("exit status %d", code)
	}
	for _, want := range []string{
		`> +HELLO version=1\n`, `7F3A < +IAM version=1 kind=dice serial=0D1C7F3A`, `\d+\.\d{3} dice 7F3A is here, on .*: 6 dice, 4 digits\n`,
		`7F3A < +ROLL number=118 ask=- 1=\d 2=\d 3=\d 4=\d 5=\d 6=\d cocked\n`, `7F3A > +ACK number=118\n`,
	} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("got\n%swant in it %s", out, want)
		}
	}
}

func TestDeviceSimulateDoesWhatIsTypedAndRecordAndReplayKeepIt(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	dir := t.TempDir()
	port, file := filepath.Join(dir, "cup"), filepath.Join(dir, "evening.rec")
	typed, keys := io.Pipe()
	simOut := listenFor("dice 7F3A at ")
	simDone := make(chan int)
	go func() {
		simDone <- device(ctx, []string{"simulate", "dice", "--serial", "7F3A", "--seed", "7", "--link", port}, typed, simOut, io.Discard)
	}()
	<-simOut.seen

	recCtx, stop := context.WithCancel(ctx)
	recErr := listenFor("is here")
	gone := listenFor("is gone")
	rolled := listenFor("$ROLL,1,")
	recDone := make(chan int)
	go func() {
		recDone <- device(recCtx, []string{"record", "-", "--port", port}, strings.NewReader(""), rolled, io.MultiWriter(recErr, gone))
	}()
	<-recErr.seen
	for _, s := range []string{"dance", "roll 99 x", "cock 2", "noise", "roll", "show"} {
		_, _ = io.WriteString(keys, s+"\n")
	}
	<-rolled.seen
	_, _ = io.WriteString(keys, "unplug\n")
	<-gone.seen
	stop()
	if code := <-recDone; code != 0 {
		t.Errorf("record: exit status %d, %s", code, recErr)
	}
	if err := os.WriteFile(file, []byte(rolled.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(keys, "quit\n")
	if code := <-simDone; code != 0 {
		t.Errorf("simulate: exit status %d", code)
	}
	for _, want := range []string{`"dance" is nothing it can do; help names what is`, `"x": numbers of 1 to 99 are allowed there`, "rolled [", "not armed; digits"} {
		if !strings.Contains(simOut.String(), want) {
			t.Errorf("simulate: got\n%swant in it %s", simOut, want)
		}
	}

	code, out, errs := runDevice("replay", file)
	if code != 0 || !regexp.MustCompile(`7F3A < +ROLL number=1 ask=- 1=\d 2=\d cocked`).MatchString(out) || !strings.Contains(out, "bad (") {
		t.Errorf("replay: got %d\n%s%s", code, out, errs)
	}
	code, _, errs = runDevice("record", file)
	if want := "boxstop device record: " + file + " is there already and is not written over\ngive another name, or remove that one\n"; code != 1 || errs != want {
		t.Errorf("got %d\n%swant 1\n%s", code, errs, want)
	}

	other := filepath.Join(dir, "other.rec")
	code, _, errs = runDevice("record", other, "--for", "20ms", "--port", port)
	if data, err := os.ReadFile(other); code != 0 || err != nil || !strings.HasPrefix(string(data), "# boxstop recording 1\n") || !strings.Contains(errs, "0 lines recorded") {
		t.Errorf("record for a while: got %d %q %v %s", code, data, err, errs)
	}

	playCtx, stopPlay := context.WithCancel(ctx)
	play := listenFor("plays")
	playDone := make(chan int)
	go func() {
		playDone <- device(playCtx, []string{"replay", "--pty", "--speed", "0", file}, strings.NewReader(""), play, io.Discard)
	}()
	<-play.seen
	path, _, _ := strings.Cut(play.String(), " ")
	heard := listenFor("ROLL number=1")
	monCtx, stopMon := context.WithCancel(ctx)
	monDone := make(chan int)
	go func() {
		monDone <- device(monCtx, []string{"monitor", "--port", path}, strings.NewReader(""), heard, io.Discard)
	}()
	select {
	case <-heard.seen:
	case <-ctx.Done():
		t.Errorf("played to a monitor: got\n%s", heard)
	}
	stopMon()
	stopPlay()
	<-monDone
	<-playDone
}

func TestTheSameSeedRollsTheSame(t *testing.T) {
	evening := func() string {
		var out bytes.Buffer
		device(context.Background(), []string{"simulate", "dice", "--seed", "7"}, strings.NewReader("roll\nroll 3\nroll\nquit\n"), &out, io.Discard)
		sc := bufio.NewScanner(&out)
		sc.Scan() // where it is
		var all []string
		for sc.Scan() {
			all = append(all, sc.Text())
		}
		return strings.Join(all, "\n")
	}
	first := evening()
	if second := evening(); first != second || strings.Count(first, "rolled") != 3 {
		t.Errorf("got\n%s\nthen\n%s", first, second)
	}
}

func TestDeviceSaysWhatIsAllowedInstead(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.rec")
	if err := os.WriteFile(bad, []byte("# boxstop recording 1\n1.000000 p - < \"a\"\nrubbish\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", 2, "usage: boxstop device list"},
		{"dance", 2, "boxstop device: \"dance\" is none of its commands\nallowed are list, monitor, simulate, record, replay, test; boxstop device help tells more\n"},
		{"list all", 2, "boxstop device list: \"all\" is one word too many\n"},
		{"list --loud", 2, "boxstop device list: flag provided but not defined: -loud\nboxstop device help names what is allowed\n"},
		{"list --baud -1", 2, "boxstop device list: baud -1 is no rate of a serial port: one of [9600"},
		{"monitor --for -3s", 2, "boxstop device monitor: --for -3s is in the past\n"},
		{"simulate", 2, "boxstop device simulate: simulate what? Allowed are dice and panel\n"},
		{"simulate lamp", 2, "boxstop device simulate: simulate what? Allowed are dice and panel\n"},
		{"simulate panel --stations 7", 2, "boxstop device simulate: --stations 7 is not possible\n"},
		{"simulate dice --dice 13", 2, "boxstop device simulate: --dice 13 is not possible\na unit rolls 1 to 12 dice\n"},
		{"simulate dice --serial xyz", 1, "boxstop device simulate: simulated unit \"xyz\" of kind \"dice\""},
		{"record", 2, "boxstop device record: which file?\nas in: boxstop device record evening.rec\n"},
		{"replay", 2, "boxstop device replay: which file?\n"},
		{"replay --speed -1 x", 2, "boxstop device replay: --speed -1 is backwards\n"},
		{"replay /there/is/none", 1, "boxstop device replay: open /there/is/none: no such file or directory\nboxstop device record FILE makes one\n"},
		{"replay " + bad, 1, "boxstop device replay: " + bad + ":3: time \"rubbish\": seconds with six digits"},
	} {
		code, _, errs := runDevice(strings.Fields(c.args)...)
		if code != c.code || !strings.HasPrefix(errs, c.want) {
			t.Errorf("device %s: got %d\n%swant %d\n%s", c.args, code, errs, c.code, c.want)
		}
	}
	if code, out, errs := runDevice("help"); code != 0 || out != deviceUsage || errs != "" {
		t.Errorf("help: got %d %q", code, errs)
	}
}

// TB-14: a table without hardware has stations too: what is typed at a simulated panel comes over the real protocol.
func TestASimulatedPanelTurnsAndPresses(t *testing.T) {
	port := filepath.Join(t.TempDir(), "panel")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stdin, typed := io.Pipe()
	out, bad := listenFor("panel 0D1CA0B1 at "), listenFor("never")
	done := make(chan int, 1)
	go func() {
		done <- device(ctx, []string{"simulate", "panel", "--stations", "2", "--serial", "0D1CA0B1", "--link", port}, stdin, out, bad)
	}()
	select {
	case <-out.seen:
	case code := <-done:
		t.Fatalf("exit status %d: %s", code, bad.String())
	}
	units, err := link.Start(ctx, link.Options{Paths: []string{port}, Globs: []string{}})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(typed, "turn 2 3\npress 1 1\ntable 4 1\nturn 9\n")
	var got []string
	for len(got) < 5 {
		r := <-units.Readings()
		switch r.Event {
		case devices.Turned:
			got = append(got, fmt.Sprintf("knob %d %+d", r.Part, r.Value))
		case devices.Pressed:
			got = append(got, fmt.Sprintf("button %d %d", r.Part, r.Value))
		}
	}
	if want := []string{"knob 2 +3", "button 1 1", "button 1 0", "button 6 1", "button 6 0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	_, _ = io.WriteString(typed, "show\nquit\n")
	if code := <-done; code != 0 || !strings.Contains(out.String(), `"9": 1 to 2 are allowed there`) || !strings.Contains(out.String(), `displays ["" ""], lamps [0 0 0]`) {
		t.Errorf("exit status %d\n%s", code, out.String())
	}
}
