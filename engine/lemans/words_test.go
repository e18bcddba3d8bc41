package lemans

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

// TB-25: English is complete.
func TestEverythingHasItsWords(t *testing.T) { enginetest.Complete(t, New()) }

// Every sentence of whole races has its values: none is left in braces (TB-25).
func TestNoSentenceLeavesAValueOut(t *testing.T) {
	luck := rand.New(rand.NewPCG(5, 5))
	seen := map[engine.Fault]bool{}
	for n := range 24 {
		s := engine.Setup{
			Board: courses[[]string{"dunes", "narrows"}[n%2]], Box: theBox, Entries: entries(3 * (1 + n%3)), Grid: engine.Grid(n % 3), Laps: 1 + n%3,
			Options: make([]int, len(aboutGame.Options)),
		}
		for i := range s.Options {
			s.Options[i] = luck.IntN(2)
		}
		started, err := New().Start(s)
		if err != nil {
			t.Fatal(err)
		}
		w, err := engine.NewWords(New(), s, "en")
		if err != nil {
			t.Fatal(err)
		}
		r := started.(*Race)
		bot := New().Bot(aboutGame.Bots[n%3])
		for range 300 {
			asks := r.Asks(nil)
			if len(asks) == 0 {
				break
			}
			enginetest.Sentences(t, w, r, &aboutGame)
			a := asks[luck.IntN(len(asks))]
			wrong := engine.Answer{What: engine.What(1 + luck.IntN(int(whats))), Car: engine.Car(luck.IntN(r.Cars() + 2)), Value: int64(luck.IntN(8)), Note: uint8(luck.IntN(3)), Path: engine.Straight(luck.IntN(12))}
			if luck.IntN(2) == 0 {
				wrong.What, wrong.Car = a.What, a.Car
			}
			if luck.IntN(3) == 0 {
				wrong.Path = wrong.Path.Then(engine.Step(1+luck.IntN(6)), wrong.Path.Len())
			}
			var i *engine.Infraction
			if _, err := r.Decide(nil, wrong); errors.As(err, &i) {
				seen[i.Fault] = true
				enginetest.Whole(t, "fault", w.Fault(nil, i))
			}
			evs, err := r.Decide(nil, bot.Answer(r, a, luck.Uint64()))
			if err != nil {
				t.Fatal(inf(err))
			}
			for _, e := range evs {
				enginetest.Whole(t, "event", w.Event(nil, e))
				r.Apply(e)
			}
			for _, st := range r.Stands(nil) {
				enginetest.Whole(t, "remark", w.Remark(nil, st))
			}
		}
	}
	if len(seen) < 15 {
		t.Errorf("only %d kinds of infractions were seen", len(seen))
	}
}

// LM-15 as in commands.md: what is said of a chance that ended in a pit stop.
func TestAChanceIsSaidAsInTheExample(t *testing.T) {
	tb := sit(t, []string{"8"}).clear()
	tb.put("8", "c2-2/o", 3)
	tb.ready()
	tb.say("8 gear 3 chance path aaaaaaaa")
	got := tb.say("8 roll 4")
	want(t, got[0], "8 safely cornered, one pit stop owed (LM-15)")
}

// LM-24, LM-29: what an option of a tow and a face of the solitaire die mean stands beside them; a stopped car is in the queue (LM-4).
func TestTowsAndTheSolitaireDieSayWhatTheyMean(t *testing.T) {
	tb := sit(t, []string{"3", "10"}, "slipstreaming on").clear()
	tb.put("3", "c2-2/o", 3)
	tb.put("10", "c2-4/o", 3)
	tb.ready()
	for _, a := range tb.Asks(nil) {
		if a.What != wFollow {
			continue
		}
		var got []string
		for _, o := range tb.Options(nil, a, engine.Offered) {
			got = append(got, tb.w.Option(tb.Race, a, o)[0])
		}
		if got, want := strings.Join(got, "|"), "no|follow 3, unless into a corner|follow 3"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	tb = sit(t, []string{"3"}, "solitaire on").clear()
	tb.put("3", "c2-2/o", 3)
	tb.ready()
	a := tb.Asks(nil)[0]
	if a.What != wMust {
		t.Fatalf("asked for %d, want the die", a.What)
	}
	for _, wet := range []bool{false, true} {
		if wet {
			tb.s.wet |= 1 << tb.k.places[a.At].Section
		}
		takes := 0
		for _, o := range tb.Options(nil, a, engine.Offered) {
			if cols := tb.w.Option(tb.Race, a, o); strings.HasSuffix(cols[1], "must take the chance") {
				takes++
			}
		}
		if want := map[bool]int{false: mustDry, true: mustWet}[wet]; takes != want {
			t.Errorf("wet %v: %d faces take the chance, want %d", wet, takes, want)
		}
	}
	tb = sit(t, []string{"3", "10"}).clear()
	tb.stop(tb.put("3", "c2-2/o", 0))
	tb.put("10", "c2-4/o", 3)
	tb.ready()
	for _, st := range tb.Stands(nil) {
		if queued := st.Queue > 0; queued != (tb.w.Mark(st.Car) == "3") {
			t.Errorf("%s in the queue: %v", tb.w.Mark(st.Car), queued)
		}
	}
}
