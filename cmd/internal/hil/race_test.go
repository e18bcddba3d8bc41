//go:build hil

// Package hil runs whole races through the real daemon, with real firmware in a simulated ATmega328P as its dice cup.
package hil

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boxstop/cmd/internal/hil/client"
	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/view"
	board "boxstop/firmware-protocol/hil"
)

func TestMain(m *testing.M) {
	defer board.Clean()
	m.Run()
}

// chooses answers what is asked beside dice, by chance.
func chooses(d *client.Daemon, luck *rand.Rand) bool {
	for _, a := range d.Now().Asks {
		if n := len(a.Options); a.Waits && !a.Done && a.Form != "roll" && n > 0 {
			return d.Order(a.Options[luck.IntN(n)].Line, a.ID).Error == ""
		}
	}
	return false
}

// house builds the program and makes it a state folder with configuration files and, when it is not empty, a wiring file.
func house(t testing.TB, wiring string) (program, dir string) {
	program = filepath.Join(t.TempDir(), "boxstop")
	build := exec.Command("go", "build", "-o", program, "boxstop/cmd/boxstop")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "race") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	for name, text := range map[string]string{"boxstop.toml": "", "wiring.toml": wiring} {
		if name == "wiring.toml" && text == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return program, dir
}

// written are the lines of the race file of a state folder, and its path.
func written(t testing.TB, dir string) (file string, lines []racefile.Line) {
	t.Helper()
	file = filepath.Join(dir, "races", "race-0001.race")
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if lines, _, err = racefile.Read(doc); err != nil {
		t.Fatal(err)
	}
	return file, lines
}

// TB-6, and PROTOCOL.md's rules 5 to 8 from one end to the other: a client chooses gears and moves by chance, and somebody presses the cup's bouncing button whenever its
// lamp says that it is armed. Meanwhile the cable is pulled, the power cut, the daemon killed, the board reset, the cup left leaning.
func TestAWholeRaceIsRolledByTheFirmwareAndEveryRollIsInTheFileOnce(t *testing.T) {
	program, dir := house(t, "")
	b := board.Start(t, board.Make(t, "firmware", "dicecup.elf", "SERIAL=0D1C7F3A"), "-w", "70", "-s", "2")
	d := client.Serve(t, program, dir, nil, "--port", b.Line)
	d.Say("game pitstop", "board lakeside", `enter R red "Anna"`, `enter B blue "Ben"`, `enter Y yellow "Cleo"`, "grid R B Y")
	here := func() bool {
		for _, u := range d.Now().Units {
			if u.Name == "7F3A" && u.State == "ok" {
				return true
			}
		}
		return false
	}
	board.Until(t, 15*time.Second, "the cup is here", here)
	d.Say("start")
	armed := func() bool { return b.Do("get D13") == "1" }
	luck := rand.New(rand.NewPCG(3, 28))
	pressed, disputes := 0, 0
	harm := map[string]int{}
	end := time.Now().Add(4 * time.Minute)
race:
	for d.Now().Stage != view.Over {
		if time.Now().After(end) {
			t.Fatalf("not over; stage %q, asks %+v, units %+v, digits %q; daemon said: %s", d.Now().Stage, d.Now().Asks, d.Now().Units, b.Text(0x70), d.Said())
		}
		if s := d.Now(); s.Dispute != nil && len(s.Dispute.Ways) > 0 {
			if r := d.Order(s.Dispute.Ways[0].Line, ""); r.Error == "" {
				disputes++
			}
			continue
		}
		if !armed() {
			if !chooses(d, luck) {
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
			d.Kill()
			d = client.Serve(t, program, dir, nil, "--port", b.Line)
			if d.Now().Stage != view.Welcome { // that was the last roll
				break race
			}
			d.Say("resume")
		}
	}
	file, lines := written(t, dir)
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
	d.Kill()
	if out, err := exec.Command(program, "verify", file).CombinedOutput(); err != nil {
		t.Errorf("verify: %v: %s", err, out)
	}
	t.Logf("pressed %d times, %d rolls of the cup in the file, %d disputed and settled; meanwhile: %v", pressed, rolls, disputes, harm)
}
