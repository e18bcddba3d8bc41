//go:build hil

package hil

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/creack/pty"

	"boxstop/cmd/internal/hil/client"
	"boxstop/cmd/internal/view"
	board "boxstop/firmware-protocol/hil"
)

// screen is a console on a pseudo-terminal; it says when bytes came.
type screen struct{ drawn chan time.Time }

func look(t testing.TB, program, dir string) *screen {
	cmd := exec.Command(program, "console", "--state", dir, "--socket", dir+"/s", "--quiet")
	cmd.Env = append(os.Environ(), "TERM=linux", "LANG=C.UTF-8")
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = tty.Close()
	})
	s := &screen{make(chan time.Time, 4096)}
	go func() {
		buf := make([]byte, 64<<10)
		for {
			if _, err := tty.Read(buf); err != nil {
				return
			}
			s.drawn <- time.Now()
		}
	}()
	return s
}

// quiet waits until nothing was drawn for a while; it returns when the last byte came, zero: none did.
func (s *screen) quiet() (last time.Time) {
	for {
		select {
		case last = <-s.drawn:
		case <-time.After(150 * time.Millisecond):
			return last
		}
	}
}

// What a person waits for: from the edge of a table's button (hold) in the microcontroller to the last changed
// cell on the screen, the flush of the race file in it. What the microcontroller takes, and the wire, is by the microcontroller's own clock.
func TestHowLongAButtonTakesToTheScreen(t *testing.T) {
	program, dir := house(t, "")
	b := board.Start(t, board.Make(t, "firmware", "stations.elf", "SERIAL=0D1C7F3A"), "-o", "2", "-w", "20,70,71,72,73,74,75,76")
	d := client.Serve(t, program, dir, nil, "--port", b.Line)
	d.Say("game pitstop", "board lakeside", `enter R red "Anna"`, `enter B blue "Ben"`, "grid R B")
	d.Until("the unit is here", func(s *view.Snapshot) bool { return len(s.Units) == 7 })
	d.Say("start")
	s := look(t, program, dir)
	s.quiet()
	var unit, wire, host, all []time.Duration
	for n := 1; n <= 40; n++ {
		held := d.Now().Head.Held
		b.Pin("GPB4", 0)
		d.Until("hold or go", func(s *view.Snapshot) bool { return s.Head.Held != held })
		last := s.quiet()
		var edge, line, bytes, ns int64
		if _, err := fmt.Sscan(b.Do("stamps"), &edge, &line, &bytes, &ns); err != nil || line == 0 || last.IsZero() {
			t.Fatalf("press %d: %d %d %d %v %v", n, edge, line, bytes, last, err)
		}
		b.Pin("GPB4", 1)
		s.quiet()
		took := time.Duration(bytes) * 10 * time.Second / 115200
		unit = append(unit, time.Duration(line-edge)*time.Microsecond-took)
		wire = append(wire, took)
		host = append(host, last.Sub(time.Unix(0, ns)))
		all = append(all, unit[n-1]+took+host[n-1])
	}
	for _, of := range []struct {
		what string
		d    []time.Duration
	}{{"in the microcontroller", unit}, {"on the wire", wire}, {"line's end to the last changed cell", host}, {"button to the last changed cell", all}} {
		slices.Sort(of.d)
		t.Logf("%-36s p50 %8v  p99 %8v", of.what, of.d[len(of.d)/2].Round(10*time.Microsecond), of.d[len(of.d)*99/100].Round(10*time.Microsecond))
	}
	// two readings, ten milliseconds and a little apart; loop, I²C, a chip that is written in front of it
	if most := unit[len(unit)-1]; most > 35*time.Millisecond {
		t.Errorf("the microcontroller took %v", most)
	}
}
