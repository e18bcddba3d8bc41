package control

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/devices/monitor"
	"boxstop/devices/sim"
	"boxstop/engine"
	"boxstop/engine/grandprix"
	"boxstop/tracks"
)

// cable is race control and one simulated panel, with a real pseudo-terminal between them.
type cable struct {
	*testing.T
	*sim.Unit
	c   *Control
	ctx context.Context
	dir string
}

// plug connects such a panel; both end with the test. tap hears the line, nil: nobody does.
func plug(t *testing.T, o sim.Options, games []engine.Rules, of devices.Cabled, tap func(link.Traffic)) *cable {
	t.Helper()
	o.Kind, o.Dice, o.Rand = "panel", -1, rand.New(rand.NewPCG(3, 3))
	d, err := sim.NewDice(o)
	if err != nil {
		t.Fatal(err)
	}
	k := &cable{T: t, Unit: d, dir: t.TempDir()}
	var cancel func()
	k.ctx, cancel = context.WithCancel(context.Background())
	units, err := link.Start(k.ctx, link.Options{Paths: []string{d.Path()}, Globs: []string{}, Tap: tap})
	if err != nil {
		t.Fatal(err)
	}
	k.c, err = New(Options{Games: games, Library: tracks.Library{}, State: k.dir, Seed: 7, Device: devices.Split(units, func(string) devices.Cabled { return of })})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- k.c.Run(k.ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		_ = d.Close()
	})
	return k
}

// until waits for what the panel and race control come to.
func (k *cable) until(what string, ok func() bool) {
	k.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			k.Fatalf("%s: never", what)
		}
	}
}

func (k *cable) do(line, ask string) {
	k.Helper()
	if rep := k.c.Do(k.ctx, "director", view.Order{Line: line, Ask: ask, Sure: true}); rep.Error != "" {
		k.Fatalf("%s: %s", line, rep.Error)
	}
}

// TB-13: a panel on a cable, over a real pseudo-terminal: what a driver sets in secret is in no line that the monitor shows, in no
// recording, in no snapshot and on no page. It is in the race file, which only its owner may read.
func TestASecretSetOnACableIsInNoMonitorAndNoRecording(t *testing.T) {
	var mu sync.Mutex
	var shown, seen bytes.Buffer
	var recorded lines
	start := time.Now()
	mon := monitor.New(start, func(s string) { mu.Lock(); defer mu.Unlock(); shown.WriteString(s + "\n") })
	rec := monitor.NewRecorder(&recorded, start)
	k := plug(t, sim.Options{Serial: "0D1CA0B1", Knobs: 2, Buttons: 8, Lamps: 3, Digits: 4, Displays: 2}, both,
		devices.Cabled{Sight: "hood", Drivers: []string{"R", "B"}}, func(tr link.Traffic) { mon.Add(tr); rec.Add(tr) })
	c, d := k.c, k.Unit
	k.until("the panel is here", func() bool { return len(c.Snapshot().Units) == 3 })
	for _, l := range speedOfThree {
		k.do(l, "")
	}
	for c.Snapshot().Asks[0].Name != "speed" {
		a := c.Snapshot().Asks[0]
		k.do(a.Options[0].Line, a.ID)
		k.do("moved", "")
	}
	k.until("the lamps are lit", func() bool { return d.Showing().Lamps[1] == 1 })

	before := c.Snapshot().Seq
	d.Turn(1, -23) // to the end stop, and up to 80
	d.Turn(1, 3)
	k.until("its driver sees it", func() bool { return strings.TrimSpace(d.Showing().Digits[0]) == "80" })
	d.Press(1, true)
	d.Press(1, false)
	k.until("it is locked", func() bool { return c.Snapshot().Seq == before+1 })
	k.until("nothing waits", func() bool { return d.Unacknowledged() == 0 })
	k.until("it is dark again", func() bool { return strings.TrimSpace(d.Showing().Digits[0]) == "" })
	for _, p := range []string{"timeline", "devices", "undo"} {
		j, _ := json.Marshal(c.Query(k.ctx, view.Query{Page: p, All: true, N: 4}).Page)
		seen.Write(j)
	}
	s := *c.Snapshot()
	s.Asks = nil // their options are what any driver may have
	j, _ := json.Marshal(s)
	seen.Write(j)

	mu.Lock()
	defer mu.Unlock()
	if strings.Count(shown.String(), "a line came") < 8 {
		t.Errorf("the monitor does not tell that lines came:\n%s", shown.String())
	}
	for name, text := range map[string]string{"monitor": shown.String(), "recording": recorded.String(), "pages": seen.String()} {
		for _, canary := range []string{"TURN", "-23", "speed 80", "SHOW number=", `"80"`} {
			if i := strings.Index(text, canary); i >= 0 && (canary != "SHOW number=" || strings.Contains(text[i:min(len(text), i+60)], "80")) {
				t.Errorf("%s has %q: …%s", name, canary, text[max(0, i-80):min(len(text), i+80)])
			}
		}
	}
	files := RaceFiles(k.dir)
	if doc, err := os.ReadFile(files[len(files)-1]); err != nil || !strings.Contains(string(doc), "R speed 80") {
		t.Errorf("it is not in the race file: %v", err)
	}
	if st, err := os.Stat(files[len(files)-1]); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("the race file has mode %v, want 0600: %v", st.Mode().Perm(), err)
	}
}

// lines is a buffer that link writes while the test reads it.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// GP-2: counters on a cable, over a real pseudo-terminal and the line protocol as it is: lamps follow, a claim is answered, and after a power
// cut all lamps are right again.
func TestCountersOnACable(t *testing.T) {
	var of []devices.Counter
	for i := range 18 {
		of = append(of, devices.Counter{Field: "lap", From: 1, Report: "line", Entry: i + 1, Lamps: []int{3*i + 1, 3*i + 2, 3*i + 3}, Button: i + 1})
	}
	k := plug(t, sim.Options{Serial: "0D1CC0DE", Buttons: 18, Lamps: 54}, []engine.Rules{grandprix.New()}, devices.Cabled{Counters: of}, nil)
	c, d := k.c, k.Unit
	lit := func(want ...int) func() bool {
		return func() bool {
			var got []int
			for i, on := range d.Showing().Lamps {
				if on != 0 {
					got = append(got, i+1)
				}
			}
			return slices.Equal(got, want)
		}
	}
	for _, l := range append(teams, "start", `rule R2 lap 2 because "test"`, "moved") {
		k.do(l, "")
	}
	want := lit(1, 5, 7, 10, 13, 16)
	k.until("six cars are on their laps", want)
	d.Restart()
	k.until("they are after a power cut", want)
	d.Press(2, true)
	d.Press(2, false)
	k.until("the claim is answered", func() bool { return strings.HasPrefix(c.Snapshot().Offer, "R2: not so, ") })
}
