package monitor_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/devices/monitor"
	"boxstop/devices/sim"
	"boxstop/firmware-protocol/wire"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func sealed(s string) []byte { return wire.Seal([]byte(s), 0) }

func TestEveryEntryIsReadBackAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := monitor.Entry{
			At:     time.Duration(rapid.Int64Range(0, 1e12).Draw(t, "at")) * time.Microsecond,
			Port:   rapid.StringN(1, 20, -1).Draw(t, "port"),
			Serial: rapid.SampledFrom([]string{"", "0D1C7F3A"}).Draw(t, "serial"),
			Out:    rapid.Bool().Draw(t, "out"),
			Hushed: rapid.Bool().Draw(t, "hushed"),
		}
		if !want.Hushed {
			want.Raw = rapid.SliceOfN(rapid.Byte(), 0, 256).Draw(t, "raw")
		}
		got, err := monitor.Parse(want.String())
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s: %v (-want +got)\n%s", want, err, d)
		}
	})
}

func TestAMistakeInARecordingIsNamedWithItsLine(t *testing.T) {
	for in, want := range map[string]string{
		"":                                     "x.rec:1: no recording: the file is empty",
		"hello\n":                              `x.rec:1: no recording: the first line is to be "# boxstop recording 1"`,
		monitor.Head + "\n\n4.1 p - < \"\"\n":  `x.rec:3: time "4.1": seconds with six digits after the point`,
		monitor.Head + "\n4.100000 p - = \"\"": `x.rec:2: direction "=": < from the unit, > to it`,
		monitor.Head + "\n4.100000 p - < abc":  `x.rec:2: bytes "abc": in double quotes, or the word hushed`,
		monitor.Head + "\n4.100000 p - < \"ab": "x.rec:2: bytes \"\\\"ab\": closed quotes",
		monitor.Head + "\n4.100000 p":          "x.rec:2: the unit is missing",
		monitor.Head + "\n4.100000 \"p":        "x.rec:2: port \"\\\"p\": the quote is not closed",
		monitor.Head + "\n4.100000 p - < \"a\"\n3.000000 p - < \"b\"\n": "x.rec:3: time 3.000000 is before that of the entry above",
	} {
		if _, err := monitor.Read(strings.NewReader(in), "x.rec"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q:\ngot  %v\nwant %s", in, err, want)
		}
	}
}

func TestTheMonitorSaysInWordsWhatWentOverThePorts(t *testing.T) {
	var got []string
	m := monitor.New(time.Time{}, func(s string) { got = append(got, s) })
	show := func(ms int, serial string, out bool, raw string) {
		m.Show(monitor.Entry{At: time.Duration(ms) * time.Millisecond, Port: "/dev/ttyACM0", Serial: serial, Out: out, Raw: []byte(raw)})
	}
	show(1, "", true, string(sealed("$HELLO,1")))
	show(4, "", false, "boot\r\n")
	roll := string(sealed("$ROLL,118,210.1,1:5,2:6c"))
	show(4120, "0D1C7F3A", false, roll[:9])
	show(4121, "0D1C7F3A", false, roll[9:])
	show(4130, "0D1C7F3A", false, "$ROLL,118*0000\r\n")
	m.Show(monitor.Entry{At: 5 * time.Second, Port: "/dev/ttyACM0", Serial: "0D1C7F3A", Hushed: true})
	want := []string{
		"    0.001 /dev/ttyACM0 >  HELLO version=1",
		"    0.004 /dev/ttyACM0 <  noise: 4 bytes outside a line",
		"    4.121 7F3A <  ROLL number=118 ask=210.1 1=5 2=6 cocked",
		"    4.130 7F3A <  bad (sum): \"ROLL,118*0000\"",
		"    5.000 7F3A <  a line came",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// A unit is recorded, and a recording played to another link gives the same readings.
func TestARecordingPlayedToAPortGivesTheReadingsAgain(t *testing.T) {
	d, err := sim.NewDice(sim.Options{Serial: "0D1C7F3A", Rand: rand.New(rand.NewPCG(3, 3))})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	var file bytes.Buffer
	rec := monitor.NewRecorder(&file, time.Now())
	first := listen(t, d.Path(), rec.Add, func(l *link.Link) {
		d.Cock(2)
		d.Roll()
	})
	if n, err := rec.End(); n < 3 || err != nil {
		t.Errorf("recorded %d entries: %v", n, err)
	}
	es, err := monitor.Read(bytes.NewReader(file.Bytes()), "evening")
	if err != nil {
		t.Fatal(err)
	}
	rw, path, err := sim.Line()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rw.Close() }()
	played := make(chan error, 1)
	go func() {
		_, err := monitor.Play(context.Background(), es, "", 0, rw)
		played <- err
	}()
	second := listen(t, path, nil, func(*link.Link) {})
	if err := <-played; err != nil {
		t.Error(err)
	}
	if d := cmp.Diff(first.Dice, second.Dice); d != "" || first.Unit.Serial != second.Unit.Serial || first.Count != second.Count {
		t.Errorf("got %+v, then %+v", first, second)
	}
}

// listen is the first roll after Here; then what was to be recorded has been.
func listen(t *testing.T, path string, tap func(link.Traffic), here func(*link.Link)) devices.Reading {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	l, err := link.Start(ctx, link.Options{Paths: []string{path}, Globs: []string{}, Tap: tap})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		cancel()
		for range l.Readings() {
		}
	}()
	enough := time.After(20 * time.Second)
	for {
		select {
		case r := <-l.Readings():
			switch r.Event {
			case devices.Here:
				here(l)
			case devices.Rolled:
				return r
			}
		case <-enough:
			t.Fatal("no roll came")
		}
	}
}

func TestAReplayKeepsItsPausesAndCanBeFaster(t *testing.T) {
	es := []monitor.Entry{
		{At: 1 * time.Second, Port: "a", Raw: []byte("1")},
		{At: 2 * time.Second, Port: "b", Raw: []byte("other port")},
		{At: 3 * time.Second, Port: "a", Out: true, Raw: []byte("to the unit")},
		{At: 4 * time.Second, Port: "a", Hushed: true},
		{At: 5 * time.Second, Port: "a", Raw: []byte("2")},
	}
	for speed, want := range map[float64]time.Duration{1: 4 * time.Second, 2: 2 * time.Second, 0: 0} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			start := time.Now()
			n, err := monitor.Replay(t.Context(), es, "a", speed, &out)
			if n != 2 || err != nil || out.String() != "12" || time.Since(start) != want {
				t.Errorf("speed %v: got %d %v %q in %v, want 12 in %v", speed, n, err, &out, time.Since(start), want)
			}
		})
	}
	if _, err := monitor.Replay(t.Context(), es, "c", 0, &bytes.Buffer{}); err == nil || err.Error() != `port "c" is not in the recording: a, b` {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := monitor.Replay(ctx, es, "a", 0, &bytes.Buffer{}); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("got %d %v", n, err)
	}
}

func TestALinkIsRecordedByItsName(t *testing.T) {
	port := filepath.Join(t.TempDir(), "a cup")
	d, err := sim.NewDice(sim.Options{Serial: "7F3A", Link: port, Rand: rand.New(rand.NewPCG(3, 3))})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	var file bytes.Buffer
	rec := monitor.NewRecorder(&file, time.Now())
	listen(t, port, rec.Add, func(*link.Link) { d.Roll() })
	es, err := monitor.Read(&file, "x")
	if err != nil || len(es) == 0 || es[0].Port != port {
		t.Errorf("got %v %v", es, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`0.000131 /dev/ttyACM0 - > "$HELLO,1*7916\r\n"`)
	f.Add(`4.120000 "a b" 7F3A < hushed`)
	f.Fuzz(func(t *testing.T, s string) {
		e, err := monitor.Parse(s)
		if err != nil {
			return
		}
		back, err := monitor.Parse(e.String())
		if d := cmp.Diff(e, back); err != nil || d != "" {
			t.Errorf("%q: %s: %v\n%s", s, e, err, d)
		}
	})
}
