package faults

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"boxstop/cmd/internal/control"
	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/devices/link"
	devpanel "boxstop/devices/panel"
	"boxstop/devices/panel/paneltest"
	"boxstop/devices/sim"
)

// does is what the race does about a fault.
type does string

const (
	stands does = "stands as it was; `p` and the keyboard go on with it"
	takes  does = "takes the roll, once"
	goesOn does = "goes on: the next roll is taken, once"
)

// fault is one row of the matrix.
type fault struct {
	name string
	lay  func(b *table)        // the table before it is started; nil: a cup that serves the table
	more []string              // lines of set-up
	fail func(b *table) string // what goes wrong; the roll that is on its way, as the file names it
	says []string              // what is to be read on the screen, the first of it first; none: nothing is
	race does
	long time.Duration               // how long it lasts after it was seen
	mend func(b *table)              // what people do; nil: it goes by itself
	sure string                      // what people do, in words
	back func(b *table) func() bool  // it is as it was before; nil: the cup is armed, or the roll is in the file
	then func(b *table, roll string) // more that must be so at the end

	alone bool // in a process of its own: the fault is the whole process's
}

var faults = []fault{
	{
		name: "silent unit",
		fail: func(b *table) string { b.cup.Silence(true); return "" },
		says: []string{
			"cup gone: p rolls", "dice 7F3A is gone (does not answer); type the roll, or p lets the Pi roll", "GONE",
			"a unit was here and does not answer: switch it off and on; asked again every 5s",
		},
		race: stands, long: time.Minute,
		sure: "it is switched on again", mend: func(b *table) { b.cup.Silence(false) },
	},
	{
		name: "garbled lines",
		fail: func(b *table) string { b.cup.Garble(6); return roll(b.cup) },
		says: []string{"dice 7F3A sends spoilt lines, 5 within a minute: look at its cable and its supply"},
		race: takes,
	},
	{name: "half a line", fail: func(b *table) string { b.cup.Half(1); return roll(b.cup) }, race: takes},
	{name: "a line too long", fail: func(b *table) string { b.cup.TooLong(); return roll(b.cup) }, race: takes},
	{
		name: "hang-up",
		fail: func(b *table) string { b.try(b.cup.Hangup()); return "" },
		says: []string{"cup gone: p rolls", "dice 7F3A is gone (hung up); type the roll, or p lets the Pi roll", "GONE"},
		race: stands,
		sure: "it is plugged in", mend: func(b *table) { b.try(b.cup.Plug()) },
	},
	{
		name: "replug, to another port",
		fail: func(b *table) string {
			b.try(b.cup.Hangup())
			b.pass(30 * time.Second)
			b.try(b.cup.Plug())
			b.began = time.Now()
			return ""
		},
		says: []string{"the same unit; nothing is lost", "cup ok"},
		race: goesOn,
	},
	{
		name: "renumber, with a roll on its way",
		fail: func(b *table) string {
			b.cup.Garble(1)
			r := roll(b.cup)
			b.try(b.cup.Renumber())
			return r
		},
		says: []string{"cup gone: p rolls", "the same unit; nothing is lost"},
		race: takes, long: 5 * time.Second,
	},
	{
		name: "swap of identical units",
		lay:  func(b *table) { b.cup = b.bring("0D1C7F3A"); b.bring("0D1C1C02") },
		more: []string{"unit 7F3A for R", "unit 1C02 for B"},
		fail: func(b *table) string { b.try(sim.Swap(b.cups[0], b.cups[1])); return "" },
		says: []string{"cups gone: p rolls", "the same unit; nothing is lost", "cups ok"},
		race: goesOn, long: 5 * time.Second,
		then: func(b *table, _ string) { // and B's is still B's
			r := roll(b.cups[1])
			b.pass(time.Second)
			if b.from(r) != 1 {
				b.Errorf("the roll %s of B's cup was not taken", r)
			}
		},
	},
	{
		name: "duplicate rolls",
		fail: func(b *table) string {
			r := roll(b.cup)
			b.pass(time.Second)
			for range 3 {
				b.cup.Repeat()
			}
			return r
		},
		race: takes,
	},
	{
		name: "lost acknowledgement",
		fail: func(b *table) string { b.cup.LoseAcks(3); return roll(b.cup) },
		race: takes,
		back: func(b *table) func() bool { return func() bool { return b.cup.Unacknowledged() == 0 } },
	},
	{
		name: "lost answers to commands",
		fail: func(b *table) string { b.cup.LoseAnswers(2); b.press("p", "1"); return "" },
		race: goesOn,
	},
	{
		name: "wrong protocol version",
		fail: func(b *table) string { b.cup.Speak(2); return "" },
		says: []string{
			"cup gone: p rolls", "dice 7F3A is gone (has other firmware now)", "GONE",
			"dice 7F3A speaks protocol version 2, this program version 1: update this program, or give the unit older firmware",
		},
		race: stands, long: 10 * time.Second,
		sure: "it gets the firmware of this release", mend: func(b *table) { b.cup.Speak(1) },
	},
	{
		name: "unit restart mid-roll",
		fail: func(b *table) string { b.cup.Garble(1); b.cup.Roll(); b.cup.Restart(); return "" },
		says: []string{"dice 7F3A started again: what it had not said yet is lost to it, and rolled again"},
		race: goesOn,
	},
	{
		name: "reset on open",
		fail: func(b *table) string {
			b.hub.Opened(b.cup.Path(), func() { // a boot loader waits for a sketch first
				b.cup.Silence(true)
				time.AfterFunc(1600*time.Millisecond, func() { b.cup.Silence(false); b.cup.Restart() })
			})
			b.cup.Roll() // lost with the reset
			b.cup.Garble(2)
			b.kill()
			b.began = time.Now()
			b.serve()
			b.pass(time.Second)
			b.press("1")
			return ""
		},
		says: []string{"cup ok"},
		race: goesOn,
	},
	{
		name: "two units of one serial number",
		fail: func(b *table) string { b.bring("0D1C7F3A"); return "" },
		says: []string{"says that it is 0D1C7F3A, but that unit is elsewhere and answers: one of the two needs another serial number"},
		race: goesOn,
		sure: "the other one is unplugged", mend: func(b *table) { b.try(b.cups[1].Close()) },
		back: func(b *table) func() bool { return func() bool { return !b.row("one of the two needs") } },
	},
	{
		name: "unit with blank memory",
		fail: func(b *table) string {
			b.cup.Roll()
			b.pass(time.Second)
			b.press("1")
			b.cup.Forget(3)
			return ""
		},
		lay:  func(b *table) { b.cup = b.bring("0D1C7F3A", func(o *sim.Options) { o.Count = 500 }) },
		says: []string{"counts from the start again: its memory was blank, what it rolled before is no longer told apart"},
		race: goesOn,
	},
	{
		name: "another program on the port",
		fail: func(b *table) string { return b.taken(link.ErrBusy) },
		says: []string{"cup gone: p rolls", "in use by another program: end that one"},
		race: stands, long: time.Minute,
		sure: "that program is ended", mend: func(b *table) { b.hub.Fail(b.hub.Port(1), nil) },
	},
	{
		name: "no permission",
		fail: func(b *table) string { return b.taken(fs.ErrPermission) },
		says: []string{"cup gone: p rolls", "permission denied: put this program's user into the group dialout"},
		race: stands, long: time.Minute,
		sure: "the port gets its group", mend: func(b *table) { b.hub.Fail(b.hub.Port(1), nil) },
	},
	{
		name: "a modem or GPS on the port",
		fail: func(b *table) string {
			far, _, err := b.hub.Plug()
			b.try(err)
			b.stranger = far
			go func() {
				for range 30 {
					_, _ = far.Write([]byte("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"))
					time.Sleep(time.Second)
				}
			}()
			return ""
		},
		says: []string{"not ours:", "bytes came, no answer to HELLO (or another baud rate); left alone, asked again when it is replugged"},
		race: goesOn,
		sure: "it is unplugged", mend: func(b *table) { b.try(b.stranger.Close()) },
		back: func(b *table) func() bool { return func() bool { return !b.row("not ours") } },
	},
	{
		name: "port appears late at boot",
		lay:  func(b *table) { b.paths = []string{b.hub.Port(0)} },
		fail: func(*table) string { return "" },
		says: []string{"no units", "not there: plug it in, or take it out of the configuration"},
		race: stands, long: time.Minute,
		sure: "it appears", mend: func(b *table) { b.cup = b.bring("0D1C7F3A") },
	},
	{
		name: "daemon killed",
		fail: func(b *table) string {
			b.kill()
			return roll(b.cup)
		},
		says: []string{"RACE CONTROL DOES NOT ANSWER race kept; trying again, or q and boxstop"},
		race: takes, long: 10 * time.Second,
		sure: "it is started again", mend: func(b *table) { b.serve() },
		then: func(b *table, _ string) {
			b.pass(5 * time.Second)
			if !strings.Contains(words(b.seen()), "A RACE IS WAITING") {
				b.Errorf("the screen came back with\n%s", b.seen())
			}
			b.press("1")
		},
	},
	{
		name: "power cut, in the middle of a line of the file",
		fail: func(b *table) string {
			b.kill()
			b.cup.Restart()
			f, err := os.OpenFile(control.RacePath(b.dir, 1), os.O_WRONLY|os.O_APPEND, 0)
			b.try(err)
			_, err = f.WriteString("99\t1000\tdirector\tR ro")
			b.try(err)
			b.try(f.Close())
			b.began = time.Now()
			b.serve()
			b.pass(5 * time.Second)
			return ""
		},
		says: []string{"A RACE IS WAITING", "the line that was being written when the power went is cut off (21 bytes, kept in race-0001.race.torn): it was never shown"},
		race: goesOn,
		sure: "`1`, on with it", mend: func(b *table) { b.press("1") },
	},
	{
		name: "disk full", alone: true,
		fail: func(b *table) string {
			b.fill()
			b.press("p")
			return roll(b.cup)
		},
		says: []string{"not saved, so nothing is done:", "make room on the disk, or start boxstop with another --state; then say it again"},
		race: takes, long: 10 * time.Second,
		sure: "there is room again", mend: func(b *table) { b.room() },
	},
	{
		name: "console gone",
		fail: func(b *table) string {
			b.leave()
			r := roll(b.cup)
			b.pass(time.Minute)
			b.began = time.Now()
			b.look()
			return r
		},
		says: []string{"cup ok"},
		race: takes,
	},
	{
		name: "dead I²C chip: a display",
		lay:  panel,
		fail: func(b *table) string { b.bench.Bus.Away(0x70, true); return "" },
		says: []string{"display 0x70 does not answer"},
		race: goesOn, long: time.Minute,
		sure: "it has its supply again", mend: func(b *table) { b.bench.Bus.Away(0x70, false) },
		back: func(b *table) func() bool { return func() bool { return b.row("A0B1/1 knob, lamp, hood") } },
	},
	{
		name: "dead I²C chip: the expander with the presses",
		lay:  panel,
		fail: func(b *table) string { b.bench.Bus.Away(0x20, true); return "" },
		says: []string{"panel 1/3!", "expander x1 (0x20) does not answer", "is gone; the keyboard answers in its place", "GONE"},
		race: goesOn, long: time.Minute,
		sure: "it has its supply again", mend: func(b *table) { b.bench.Bus.Away(0x20, false) },
		back: func(b *table) func() bool {
			return func() bool { return strings.Contains(b.c.Snapshot().Head.Units, "panel ok") }
		},
	},
	{
		name: "GPIO line held by somebody else",
		lay: func(b *table) {
			panel(b)
			b.bench.Pins["GPIO22"].Fail(&devpanel.Held{Line: "GPIO22", By: "lirc"})
		},
		fail: func(*table) string { return "" },
		says: []string{`GPIO22 is held by "lirc": end that program, or take its overlay out of config.txt`, "panel 2/3!"},
		race: goesOn, long: time.Minute,
		sure: "that program is ended", mend: func(b *table) { b.bench.Pins["GPIO22"].Fail(nil) },
		back: func(b *table) func() bool {
			return func() bool { return strings.Contains(b.c.Snapshot().Head.Units, "panel ok") }
		},
	},
	{
		name: "wet knob",
		lay:  panel,
		fail: func(b *table) string { b.bench.Turn(1, 300, 2*time.Millisecond); return "" },
		says: []string{"SET ASIDE", "A0B1/1: knob set aside, 201 changes in", "(wet?); k returns it, dry; its driver answers at the keyboard"},
		race: goesOn,
		sure: "it is dried, then `k`", mend: func(b *table) { b.say("unit A0B1/1 on") },
		back: func(b *table) func() bool { return func() bool { return !b.row("SET ASIDE") } },
	},
}

func panel(b *table) {
	b.cup = b.bring("0D1C7F3A")
	b.bench = paneltest.New(paneltest.Six("R", "B"))
}

func (b *table) try(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// taken is a cup that is replugged, and whose new port cannot be had.
func (b *table) taken(err error) string {
	b.try(b.cup.Hangup())
	b.hub.Fail(b.hub.Port(1), err)
	b.try(b.cup.Plug())
	return ""
}

// fill has the disk be full: no file of this process may grow beyond the race file's length. room takes that back.
func (b *table) fill() {
	signal.Ignore(syscall.SIGXFSZ)
	b.try(syscall.Getrlimit(syscall.RLIMIT_FSIZE, &b.limit))
	st, err := os.Stat(control.RacePath(b.dir, 1))
	b.try(err)
	b.try(syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(st.Size()), Max: b.limit.Max}))
	b.Cleanup(b.room)
}

func (b *table) room() { b.try(syscall.Setrlimit(syscall.RLIMIT_FSIZE, &b.limit)) }

// told reports whether race control says something now, or the screen does.
func (b *table) told(what string) bool {
	doc, err := json.Marshal(b.c.Snapshot())
	b.try(err)
	return strings.Contains(string(doc), what) || slices.ContainsFunc(b.notes(), func(n string) bool { return strings.Contains(n, what) }) ||
		strings.Contains(words(b.seen()), what)
}

// notes are the newest lines of the devices page.
func (b *table) notes() []string {
	if b.ctx.Err() != nil { // there is nobody to ask
		return nil
	}
	return b.c.Query(b.ctx, view.Query{Page: "devices"}).Page.Devices.Last
}

// row reports whether the devices page has a row that says something.
func (b *table) row(what string) bool {
	return slices.ContainsFunc(b.c.Snapshot().Units, func(u view.Unit) bool {
		return strings.Contains(strings.Join([]string{u.Name, u.What, u.State, u.Say}, " "), what)
	})
}

// measured are the pauses of a row.
type measured struct{ seen, back time.Duration }

// run breaks what a row breaks, and looks at everything that the row says.
func (f fault) run(b *table) (m measured) {
	if f.lay == nil {
		b.cup = b.bring("0D1C7F3A")
	} else {
		f.lay(b)
	}
	b.start(f.more...)
	if b.cup != nil {
		b.until("the cup is armed", 10*time.Second, b.armed(b.cup))
	}
	was := b.position()
	news := b.notes()
	b.began = time.Now()
	roll := f.fail(b)
	b.pass(10 * time.Millisecond)
	back := func() bool { return b.from(roll) == 1 }
	if f.back != nil {
		back = f.back(b)
	} else if roll == "" {
		back = func() bool { return b.armed(b.cup)() && b.row(devices.Name(b.cup.Serial())+" 12 dice ok") }
	}
	f.watch(b, back, &m)
	b.pass(f.long)
	b.settle()
	for _, s := range f.says[min(1, len(f.says)):] {
		b.reads(s)
	}
	if f.race == stands {
		f.byHand(b, was)
	}
	if f.mend != nil {
		mended := time.Now()
		f.mend(b)
		b.until("it is as it was before", 20*time.Second, back)
		m.back = time.Since(mended)
	}
	b.settle()
	f.goesOn(b, was, roll)
	if now := b.notes(); len(f.says) == 0 && !slices.Equal(now, news) {
		b.Errorf("the screen says something: %q", now)
	}
	return m
}

// watch lets time go by until the screen has said the first of what it is to say, and, where nobody need do anything, until it is as it was.
func (f fault) watch(b *table, back func() bool, m *measured) {
	b.Helper()
	seen, mended := len(f.says) == 0, f.mend != nil
	var drawn time.Time // when the screen shows what was said
	b.until("it is said, and as it was before", 30*time.Second, func() bool {
		if !seen && b.told(f.says[0]) {
			seen, m.seen, drawn = true, time.Since(b.began), time.Now().Add(150*time.Millisecond)
		}
		if !mended && back() {
			mended, m.back = true, time.Since(b.began)
		}
		if !drawn.IsZero() && !time.Now().Before(drawn) {
			if drawn = (time.Time{}); !strings.Contains(words(b.seen()), f.says[0]) {
				b.reads(f.says[0])
			}
		}
		return seen && mended && drawn.IsZero()
	})
}

// byHand holds that the race was not touched, and that it goes on without what has failed.
func (f fault) byHand(b *table, was string) {
	if now := b.position(); now != was {
		b.Errorf("the race was touched:\n was %s\n  is %s", was, now)
	}
	b.press("p", "1") // R's roll, R's gear
	if now := b.position(); now == was {
		b.Errorf("the keyboard does not go on; on the screen:\n%s", b.seen())
	}
}

// goesOn holds that everything works again: the roll that was on its way, or else the next one, is taken once, and the keyboard answers.
func (f fault) goesOn(b *table, was, roll string) {
	if f.then != nil && roll != "" {
		f.then(b, roll)
	}
	if roll == "" {
		b.until("the cup is armed", 10*time.Second, b.armed(b.cup))
		b.cup.Roll()
		roll = source(b.cup)
	}
	b.pass(30 * time.Second)
	if n := b.from(roll); n != 1 {
		b.Errorf("the roll %s is in the file %d times:\n%s", roll, n, b.text())
	}
	if now := b.position(); now == was {
		b.Errorf("the race does not go on")
	}
	b.press("esc", "1") // the gear, at the keyboard
	if a := b.c.Snapshot().Asks; len(a) == 0 || a[0].Name == "gear" {
		b.Errorf("the keyboard does not go on; on the screen:\n%s", b.seen())
	}
	if f.then != nil && f.race == goesOn {
		f.then(b, roll)
	}
}

// own is set in the process of a row that needs one.
const own = "BOXSTOP_FAULT_ALONE"

// apart runs a row in a process of its own, and reads what it measured.
func (f fault) apart(t *testing.T) (m measured) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), own+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, after, _ := strings.Cut(string(out), "measured ")
	if _, err := fmt.Sscan(after, (*int64)(&m.seen), (*int64)(&m.back)); err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	return m
}

func (f fault) test(t *testing.T) (m measured) {
	t.Helper()
	if f.alone && os.Getenv(own) == "" {
		return f.apart(t)
	}
	synctest.Test(t, func(t *testing.T) {
		b := lay(t)
		defer b.clear()
		m = f.run(b)
	})
	t.Logf("measured %d %d", m.seen, m.back)
	return m
}

// Every fault of docs/reliability.md is made under the real race control and its real screen; what the document says of it is what is seen.
func TestEveryFaultOfTheMatrix(t *testing.T) {
	got := map[string]measured{}
	for _, f := range faults {
		t.Run(strings.ReplaceAll(f.name, " ", "-"), func(t *testing.T) { got[f.name] = f.test(t) })
	}
	if os.Getenv(own) == "" && !t.Failed() {
		document(t, got)
	}
}
