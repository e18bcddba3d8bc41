//go:build hilvm

// Package guest is what runs in the machine of lane B (firmware-protocol/hil/vm): tests of boxstop serve on a real kernel, and of what the
// kernel alone can show of devices/panel and devices/link. Hands move GPIO lines, eyes read I²C chips, units sit behind USB.
package guest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boxstop/cmd/internal/hil/client"
	"boxstop/cmd/internal/view"
)

// program is the daemon in the machine.
const program = "/bin/boxstop"

func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.list").Value.String() == "" {
		if err := makeLines(); err != nil {
			fmt.Println("no GPIO lines can be made:", err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// wiring is a panel of two stations: the first as docs/wiring.md has it, the second on lines of the Pi alone.
const wiring = `
panel = "A0B1"

[[expander]]
name = "x1"
address = 0x20
interrupt = "GPIO4"

[table]
buttons = ["GPIO14", "GPIO15", "GPIO18"]
next = "GPIO23"
hold = "GPIO24"
undo = "GPIO25"
lamp = "GPIO8"
sounder = "GPIO7"

[[station]]
driver = "Anna"
knob = ["GPIO17", "GPIO27"]
press = "x1.A0"
lamp = "x1.B0"
display = 0x70
sight = "hood"

[[station]]
driver = "Ben"
knob = ["GPIO22", "GPIO10"]
press = "GPIO16"
lamp = "GPIO12"
display = 0x71
sight = "hood"
`

// What the hands are on.
var (
	anna = [2]string{"GPIO17", "GPIO27"}
	ben  = [2]string{"GPIO22", "GPIO10"}
)

const (
	annasPress = 0 // of the expander's port A
	annasLamp  = 0 // of its port B
	bensPress  = "GPIO16"
	bensLamp   = "GPIO12"
	tableLamp  = "GPIO8"
	interrupt  = "GPIO4"
)

// atRest opens all contacts, plugs all chips in and forgets what they have heard.
func atRest(t testing.TB) {
	t.Helper()
	for i := range pins {
		pull(t, fmt.Sprintf("GPIO%d", i), false)
	}
	hang(t, 0)
	for _, c := range []chip{expander, display1, display2} {
		c.set(t, "present", "0")
		c.set(t, "present", "1")
		c.set(t, "fail", "0")
		c.set(t, "log", "x")
	}
	expander.set(t, "rdata", "\xFF\xFF")
}

// folder is one for race control, with a wiring file; "": without.
func folder(t testing.TB, wiring string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "race")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.WriteFile(filepath.Join(dir, "boxstop.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if wiring != "" {
		if err := os.WriteFile(filepath.Join(dir, "wiring.toml"), []byte(wiring), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// serve starts race control on a panel at rest.
func serve(t testing.TB, wiring string) *client.Daemon {
	t.Helper()
	atRest(t)
	return client.Serve(t, program, folder(t, wiring), nil)
}

// race starts a Speed Circuit race of two at their stations.
func race(t testing.TB, wiring string) *client.Daemon {
	t.Helper()
	d := serve(t, wiring)
	d.Say("game speedcircuit", "board rivermouth", `enter R red "Anna"`, `enter B blue "Ben"`, "grid R B", "start")
	return d
}

// unit finds a unit's row.
func unit(s *view.Snapshot, name string) view.Unit {
	for _, u := range s.Units {
		if u.Name == name {
			return u
		}
	}
	return view.Unit{}
}

// ask finds the open ask of a car.
func ask(s *view.Snapshot, car string) (view.Ask, bool) {
	for _, a := range s.Asks {
		if a.Car == car {
			return a, true
		}
	}
	return view.Ask{}, false
}

// until waits for something that is seen from outside. On a host that does ten other things a unit may be given up for silent, and found again.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	const patience = 40 * time.Second
	for end := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

// kept is what was answered in the only race of a state folder: the lines of its file.
func kept(t testing.TB, dir string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "races", "race-0001.race"))
	if err != nil {
		t.Fatal(err)
	}
	out := ""
	for line := range strings.Lines(string(b)) {
		if !strings.HasPrefix(line, "0\t") {
			out += line
		}
	}
	return out
}
