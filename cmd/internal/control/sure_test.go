package control

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
	"boxstop/engine/grandprix"
)

// TB-23: what puts a car out is asked twice, typed and by key, and says which other choice would not; a file is never asked.
func TestWhatPutsACarOutIsAskedTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir(), func(o *Options) { o.Games = []engine.Rules{grandprix.New()} })
		e.say(append(teams[:4:4], `enter Y yellow "Cleo"`, "grid R1 G1 R2 G2 R3 G3 Y1 Y2 Y3", teams[5], "start")...)
		b := e.session.Setup.Board
		at := func(section, lane string, no int) string {
			si := slices.IndexFunc(b.Sections, func(s engine.Section) bool { return s.Name == section })
			return b.Address(b.At(si, slices.Index(b.Lanes, lane)+1, no-1))
		}
		e.say(fmt.Sprintf(`rule R1 at %s behind no lap 2, R2 at %s behind no lap 2, R3 at %s behind no lap 2 because "test"`,
			at("Back straight", "left side", 8), at("Back straight", "left side", 10), at("Bridge straight", "1", 1)), "moved")
		twice := func(line, want string) {
			t.Helper()
			seq := e.Seq()
			rep := e.Do(e.ctx, "director", view.Order{Line: line})
			if !rep.Twice || rep.Error != want || e.Seq() != seq {
				t.Fatalf("%s: got %+v after %d lines, want %q", line, rep, e.Seq()-seq, want)
			}
		}
		twice("R1 out", "R1 OUT; no choice keeps it in now, R2 left side lane, beside corner 6, 2nd of 2 may go first")
		for _, o := range e.asked("speed").Options {
			if o.Twice != strings.HasSuffix(o.Line, " out") || o.Twice && o.Sure == "" {
				t.Fatalf("%+v", o)
			}
		}
		e.say("R1 out", "undo", "moved") // sure; the first car of a wall across the track can go no further than to it
		wall := fmt.Sprintf("rule R1 at %s lap 2, Y1 at %s lap 2, Y2 at %s lap 2", at("Bridge straight", "1", 1), at("Bridge straight", "left side", 5), at("Bridge straight", "right side", 5))
		for i, c := range []string{"R3", "G1", "G2", "G3"} {
			wall += fmt.Sprintf(", %s at %s lap 2 behind no", c, at("Park bend", fmt.Sprint(i+1), 1))
		}
		e.say(wall+`, Y1 behind no, Y2 behind no because "test"`, "moved")
		twice("R1 speed 6", "R1, 6 OUT; it stays in with R1, 4 last before corner 5, lane 1")
		e.say("undo", "moved")
		if _, err := e.session.Script("R1 out"); err != nil {
			t.Fatal(err)
		}
		e.kill()
	})
}
