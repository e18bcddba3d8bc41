package lemans

import (
	"os"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

// hairpin is Dunes with the corner of the rule book's cornering example in the place of the Elbow: a hairpin of three spaces in each lane.
// The tenth space behind it lies further ahead in the outside lane than in the inside one.
func hairpin(t testing.TB) *engine.Board {
	t.Helper()
	doc, err := os.ReadFile("../../tracks/lemans/dunes.toml")
	if err != nil {
		t.Fatal(err)
	}
	from, to := strings.Index(string(doc), "[[section]]\nname    = \"Elbow\""), strings.Index(string(doc), "[[section]]\nname   = \"Mill\"")
	text := string(doc[:from]) + `[[section]]
name    = "Elbow"
angle   = 120
spaces  = [3, 3, 0]
hairpin = ["outside/1-3", "inside/1-3"]
so      = ["outside/2"]

[[section]]
name   = "Return"
spaces = [22, 22, 0]

` + string(doc[to:])
	b, bad := tracks.Load("hairpin.toml", []byte(text), New().About(), theBox)
	if len(bad) > 0 {
		t.Fatalf("%+v", bad)
	}
	if bad := New().Check(b, theBox); len(bad) > 0 {
		t.Fatalf("%+v", bad)
	}
	at, err := b.ParseAddress("c2+10/o")
	if err != nil {
		t.Fatal(err)
	}
	b.Places[at[0]].Front += engine.Unit / 2
	return b
}

// cornering is the position before the hairpin: all three in second, 8 one space behind 10, which is three behind 5.
func cornering(t testing.TB, chosen ...string) *table {
	t.Helper()
	courses["hairpin"] = hairpin(t)
	t.Cleanup(func() { delete(courses, "hairpin") })
	tb := sitOn(t, "hairpin", 4, []string{"5", "10", "8"}, chosen...).clear()
	tb.put("5", "c2-1/i", 2)
	tb.put("10", "c2-4/o", 2)
	tb.put("8", "c2-5/i", 2)
	return tb.ready()
}

// gear are the moves of the car whose turn it is that are in a gear.
func (tb *table) gear(g string) string {
	var out []string
	for _, m := range strings.Fields(tb.moves()) {
		if strings.HasPrefix(m, g+":") {
			out = append(out, m)
		}
	}
	return strings.Join(out, " ")
}

// The first example of cornering (LM-12, LM-13, LM-14): all three come to the hairpin in second; nobody rolls.
func TestThreeCarsComeToAHairpin(t *testing.T) {
	tb := cornering(t)
	tb.wantNext("5")
	want(t, tb.gear("2"), "2:6") // its card takes hairpins in 2nd
	tb.say("5 gear 2 to c2+3/i")
	want(t, tb.gear("3"), "3:6") // MG: in 3rd
	tb.say("10 gear 3 to c2.3/o")
	want(t, tb.gear("2"), "2:5")
	want(t, tb.gear("3"), "3:8c") // one gear above: a chance
	tb.say("8 gear 2 to c2.1/i")
	// the next turn
	tb.wantNext("5")
	want(t, tb.gear("3"), "3:7")
	tb.say("5 gear 3 to c2+10/i")
	tb.wantNext("10") // on the last space of the corner: one gear up
	want(t, tb.gear("4"), "4:9")
	tb.say("10 gear 4 to c2+9/o path aaaaaaaaa")
	tb.wantNext("8") // inside it: no shifting, and it is not judged again
	want(t, tb.moves(), "2:5")
	tb.refuse("8 gear 3", "8 gear 3: no shifting in a corner, it stays in 2 (LM-14)")
	tb.say("8 gear 2 to c2+3/o")
}

// The second example of cornering (LM-9, LM-13, LM-15, LM-26): 8 takes the chance instead, and it holds.
func TestAChanceInAHairpinHolds(t *testing.T) {
	for _, bonus := range []string{"off", "on"} {
		tb := cornering(t, "bonus-moves "+bonus)
		tb.say("5 gear 2 to c2+3/i")
		tb.say("10 gear 3 to c2.3/o")
		tb.say("8 gear 3 chance path aaaaaaaa")
		if a := tb.Asks(nil)[0]; a.What != wChance || a.Dice != 1 || a.At != tb.space("c2.1/i") {
			t.Fatalf("%+v", a)
		}
		if got := tb.say("8 roll 1"); len(got) == 0 || got[0] != "8 safely cornered (LM-15)" {
			t.Errorf("%v", got)
		}
		tb.wantAt("8", "c2+1/i") // eight spaces
		tb.wantNext("5")
		tb.say("5 gear 3 to c2+10/i")
		tb.wantNext("8") // second now
		want(t, tb.gear("4"), "4:9")
		tb.say("8 gear 4 to c2+10/o")
		if st := tb.Stands(nil); st[0].Car != tb.w.CarOf("8") {
			t.Error("8 does not lead")
		}
		tb.wantNext("10")
		tb.refuse("10 gear 4", "10 gear 4 needs 9, 8 are free behind 8; gear 3 fits (LM-9)")
		want(t, tb.gear("4"), "")
		want(t, tb.gear("3"), map[string]string{"off": "3:6", "on": "3:6 3:7 3:8"}[bonus])
	}
}

// The example of LM-19: a stop for a chance and one for the brakes are one stop: away again in the next turn. A stop for a collision besides
// makes two: one turn more.
func TestAChanceStopAndABrakeStopAreOne(t *testing.T) {
	for _, x := range []struct {
		collided bool
		turns    int64
	}{{false, 1}, {true, 2}} {
		tb := sit(t, []string{"3", "10"}).clear()
		c := tb.put("3", "line+5/i", 4) // class D: pits 7 to 12
		tb.put("10", "c1+1/i", 2)
		c.lap = 2
		d := tb.open(nil)
		tb.brakes(d, 1, c.brakes)
		tb.draws(d, 1, tb.space("c1.1/i"))
		if x.collided {
			tb.owe(d, engine.Event{Kind: kCollides, Car: 1, Clause: lm22}, 1)
		}
		tb.Race.s = d.S
		tb.ready()
		if c.owed != x.turns {
			t.Errorf("%d stops owed, want %d", c.owed, x.turns)
		}
		tb.wantNext("3")
		in := tb.s.turn
		a := tb.Asks(nil)[0]
		o := tb.Options(nil, a, engine.Offered)[0]
		if _, err := tb.take(engine.AnswerWith(a, o)); err != nil || o.Note&notePit == 0 {
			t.Fatal(err, o)
		}
		for n := 0; c.inPit != 0; n++ { // 10 goes on until 3 has left
			if n > 20 {
				t.Fatal("it never leaves")
			}
			a := tb.Asks(nil)[len(tb.Asks(nil))-1]
			if got := tb.s.turn - in; a.Car == 1 && got != x.turns {
				t.Errorf("it leaves %d turns after it came, want %d", got, x.turns)
			}
			if _, err := tb.take(engine.AnswerWith(a, tb.Options(nil, a, engine.Offered)[0])); err != nil {
				t.Fatal(tb.fault(err))
			}
			if a.Car == 1 && c.gear != 1 {
				t.Errorf("it leaves in gear %d (LM-35)", c.gear)
			}
		}
	}
}
