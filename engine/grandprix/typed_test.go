package grandprix

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"boxstop/engine"
)

// Every answer of whole races is written as text and read back: it leads to the same (commands.md); so does every other legal option on the
// way, and every legal path that no list has.
func TestWhatIsWrittenIsReadBack(t *testing.T) {
	s := engine.Setup{Board: theBoard, Box: theBox, Entries: entries(4), Options: []int{1}}
	luck := uint64(11)
	for range 2 {
		started, err := New().Start(s)
		if err != nil {
			t.Fatal(err)
		}
		r := started.(*Race)
		w, err := engine.NewWords(New(), s, "en")
		if err != nil {
			t.Fatal(err)
		}
		w = w.Script()
		bot := New().Bot("easy")
		same := func(a engine.Ask, ans engine.Answer) {
			text := string(w.AppendAnswer(nil, New(), r, a, &ans, nil))
			words := strings.Fields(text)
			k := engine.Asked{Words: w, Rules: New(), Race: r, Asks: r.Asks(nil)}
			typed, err := k.Read(w.CarOf(words[0]), words[1:])
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			one, err := r.Decide(nil, ans)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			two, err := r.Decide(nil, typed.Answer)
			if err != nil || !slices.Equal(one, two) {
				t.Fatalf("%s: read back as %+v, it was %+v (%v)", text, typed.Answer, ans, err)
			}
		}
		paths := 0
		for n := 0; len(r.Asks(nil)) > 0; n++ {
			a := r.Asks(nil)[0]
			if n%5 == 0 {
				seen := map[string]bool{}
				for _, o := range r.Options(nil, a, engine.Legal) { // no two are said alike (TB-8)
					said := fmt.Sprint(New().Choices(nil, a, o))
					if seen[said] {
						t.Fatalf("%+v is said like another in %s", o, r.Position(nil))
					}
					seen[said] = true
				}
				for _, o := range r.Options(nil, a, engine.Legal) {
					same(a, engine.AnswerWith(a, o))
					paths += otherPaths(r, a, o, func(ans engine.Answer) { same(a, ans) })
				}
			}
			ans := bot.Answer(r, a, engine.Shuffle(&luck))
			same(a, ans)
			evs, err := r.Decide(nil, ans)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range evs {
				r.Apply(e)
			}
		}
		if paths < 100 {
			t.Errorf("only %d paths that are on no list", paths)
		}
	}
}

// otherPaths calls with paths of the same steps in another order that lead to the same end, and are accepted.
func otherPaths(r *Race, a engine.Ask, o engine.Option, try func(engine.Answer)) (n int) {
	for i := 0; i+1 < o.Path.Len(); i++ {
		x, y := o.Path.Step(i), o.Path.Step(i+1)
		if x == y {
			continue
		}
		p := o.Path&^(63<<(3*i)) | engine.Path(y)<<(3*i) | engine.Path(x)<<(3*i+3)
		ans := engine.Answer{What: a.What, Car: o.Car, Value: o.Value, Path: p}
		if _, err := r.Decide(nil, ans); err == nil {
			try(ans)
			n++
		}
	}
	return n
}

// TB-23: box and waiting cars come first, without a speed; then car by car, by speed; every option that puts a car out says so, and the turn
// is not over while a car can move.
func TestATeamsTurnIsAMatrixOfCarsAndSpeeds(t *testing.T) {
	tb := placed(t, nil, "R1 Tower straight/1/1", "R2 Oak straight/left side/2", "R3 Back straight/pit/1", "B1 Oak straight/1/2")
	a := tb.r.Asks(nil)[0]
	var got []string
	last := ""
	for _, o := range tb.r.Options(nil, a, engine.Offered) {
		line := tb.w.Mark(o.Car) + " " + string(rune('0'+o.Value))
		if line != last {
			got = append(got, line)
		}
		last = line
		if ch := New().Choices(nil, a, o); ch[0].Pick != pCar || o.Value != 0 && ch[1].Pick != pSpeed {
			t.Errorf("%+v: car and speed are the first two levels (TB-8)", ch)
		}
	}
	if want := []string{"R2 0", "R3 0", "R1 6", "R1 5", "R1 4"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	tb.say("R2 stay")
	tb.say("R3 box")
	tb.wantAsked("speed of seat 1")
	tb.say("R1 speed 4 to [Tower straight/1/5]")
	tb.wantAsked("speed of seat 2")
}

// GP-3: the used speed and the car that moved say so.
func TestWhatIsUsedSaysSo(t *testing.T) {
	tb := placed(t, nil, "R1 Tower straight/1/1", "R2 Bridge straight/1/1", "B1 Oak straight/1/2")
	tb.say("R1 speed 4 to [Tower straight/1/5]")
	tb.wantRefused(xMoved, "R1")
	tb.wantRefused(xUsed, "R2")
}
