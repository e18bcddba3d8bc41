package control

import (
	"fmt"
	"testing"
	"testing/synctest"

	"boxstop/engine"
	"boxstop/engine/grandprix"

	"github.com/google/go-cmp/cmp"
)

// S6, GP-2: the rev counter is a row a team with laps and flags, who is ahead and who is next; the head says which team.
func TestTheRevCounterIsARowATeam(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir(), func(o *Options) { o.Games = []engine.Rules{grandprix.New()} })
		e.say(append(teams[:4:4], `enter Y yellow "Cleo"`, "grid R1 G1 R2 G2 R3 G3 Y1 Y2 Y3", teams[5], "start")...)
		b := e.session.Setup.Board
		side := ""
		for s := range b.Places { // the first space of the left side lane that is no exit
			if p := &b.Places[s]; s > 0 && p.Lane == 1 && p.By == 0 && p.Marks == 0 && b.Lanes[0] == "left side" {
				side = b.Address(engine.Space(s))
				break
			}
		}
		e.say(e.asked("speed").Options[0].Line)
		e.say(fmt.Sprintf(`rule G2 at %s behind no lap 3, Y1 status out because "test"`, side), "moved")
		s := e.Snapshot()
		k := s.Table.Crews
		if k == nil || k.Title != "rev counter" || k.Legend == "" || s.Head.Progress != "turn 1, team 1 of 3" {
			t.Fatalf("%+v %q", k, s.Head.Progress)
		}
		got := fmt.Sprint(k.Columns, k.Rows, k.Next, len(k.Ahead))
		if d := cmp.Diff("[1 2 3] [{R Anna true [L1. L1 L1]} {G Dev false [L1 L3s L1]} {Y Cleo false [out L1 L1]}] [Dev Cleo] 8", got); d != "" {
			t.Fatal(d)
		}
		e.kill()
	})
}

// S6, TB-23: a field of a team's turn says where the car ends, what else is to be had, or why it takes no key.
func TestTheFieldsOfATeamsTurnSayWhereAndWhyNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir(), func(o *Options) { o.Games = []engine.Rules{grandprix.New()} })
		e.say(append(teams, "start")...)
		e.say(`rule R1 at c2-1/1 behind no lap 2, R2 at c4-3/2 behind no lap 2, R3 at c4-3/3 behind no lap 2 because "test"`, "moved")
		a := e.asked("speed")
		for _, o := range a.Options {
			if o.Row == "R1" && o.Col == "speed 4" {
				e.say(o.Line)
				break
			}
		}
		a = e.asked("speed")
		fields := map[string]string{}
		for _, f := range a.Fields {
			fields[f.Row+" "+f.Col] = f.Text
		}
		for _, o := range a.Options {
			if o.Field != "" {
				fields[o.Row+" "+o.Col] = o.Field
			}
		}
		want := map[string]string{
			"R1 ": fields["R1 "], "R2 speed 4": "(R1 did)", "R3 speed 4": "(R1 did)",
			"R2 speed 6": fields["R2 speed 6"], "R2 speed 5": fields["R2 speed 5"], "R3 speed 6": fields["R3 speed 6"], "R3 speed 5": fields["R3 speed 5"],
		}
		if d := cmp.Diff(want, fields); d != "" {
			t.Fatal(d)
		}
		for k, f := range fields {
			if f == "" {
				t.Errorf("%s says nothing", k)
			}
		}
		if got := fields["R1 "]; got != "moved: 4, to "+e.session.stands(1) {
			t.Error(got)
		}
		e.kill()
	})
}
