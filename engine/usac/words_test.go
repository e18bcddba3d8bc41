package usac

import (
	"errors"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

func english(t *testing.T, b *engine.Board) *engine.Words {
	t.Helper()
	w, err := engine.NewWords(New(), engine.Setup{Board: b, Entries: entries(6), Box: theBox()}, "en")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TB-25: English is complete.
func TestEverythingHasItsWords(t *testing.T) { enginetest.Complete(t, New()) }

// Every sentence of whole races has its values: none is left in braces (TB-25), and an answer that is written is read back as itself.
func TestNoSentenceLeavesAValueOut(t *testing.T) {
	seen := map[engine.Fault]bool{}
	luck := uint64(5)
	for n := range uint64(18) {
		slug := []string{"practice-oval", "small-ring", "three-lanes"}[n%3]
		w := english(t, ovals()[slug])
		options := make([]int, len(aboutGame.Options))
		for i := range options {
			options[i] = int(n >> (i % 4) & 1)
		}
		play(t, engine.Setup{Board: ovals()[slug], Box: wildBox(), Entries: entries(2 + int(n)%5), Miles: 100, Grid: engine.Grid(n % 3), Options: options}, n, func(r *Race, evs []engine.Event) {
			for _, e := range evs {
				enginetest.Whole(t, "event", w.Event(nil, e))
			}
			if engine.Shuffle(&luck)%7 != 0 {
				return
			}
			enginetest.Sentences(t, w, r, &aboutGame)
			enginetest.ReadBack(t, w, New(), r)
			for range 40 {
				wrong := engine.Answer{
					What: engine.What(1 + engine.Shuffle(&luck)%uint64(whats)), Car: engine.Car(engine.Shuffle(&luck) % 7), Value: int64(engine.Shuffle(&luck) % 3),
					Path: engine.Path(engine.Shuffle(&luck) & 0o51115), Late: luck%9 == 0,
				}
				for i := range engine.Shuffle(&luck) % 4 {
					wrong.Faces[i] = uint8(1 + engine.Shuffle(&luck)%7)
				}
				var inf *engine.Infraction
				evs, err := r.Decide(nil, wrong)
				if errors.As(err, &inf) {
					seen[inf.Fault] = true
					enginetest.Whole(t, "fault", w.Fault(nil, inf))
				}
				for _, e := range evs {
					enginetest.Whole(t, "event", w.Event(nil, e))
				}
			}
			for _, st := range r.Stands(nil) {
				enginetest.Whole(t, "remark", w.Remark(nil, st))
			}
		})
	}
	if len(seen) < 15 {
		t.Errorf("only %d kinds of infractions were seen", len(seen))
	}
}

// The USAC example of commands.md, word for word, on the oval that it is played on.
func TestTheExampleScriptSaysWhatItSays(t *testing.T) {
	b := ovals()["practice-oval"]
	es := []engine.Entry{{Mark: "14", Name: "Dev", Card: c14}, {Mark: "7", Name: "Karl", Card: 6}}
	s := engine.Setup{Board: b, Box: theBox(), Entries: es, Miles: 100}
	started, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	r := started.(*Race)
	words, err := engine.NewWords(New(), s, "en")
	if err != nil {
		t.Fatal(err)
	}
	w := words.Script()
	faces := []string{"1", "2", "3", "4", "5", "6"}
	for _, x := range []struct{ line, want string }{
		{"14 mode accelerate", ""},
		{"14 roll 6 6", "14 sum 12, accelerate: trouble A, roll again (US-7)"},
		{"14 roll 5 3", "14 trouble 6: loses power, at most 5 (US-19)"},
		{"14 to line+4/m", "14 5 spaces to line+4/m"},
	} {
		typed := &engine.Asked{Words: w, Rules: New(), Race: r, Asks: r.Asks(nil), Faces: func(uint8) []string { return faces }}
		f := strings.Fields(x.line)
		got, err := typed.Read(w.CarOf(f[0]), f[1:])
		if err != nil {
			t.Fatalf("%s: %v", x.line, err)
		}
		evs, err := r.Decide(nil, got.Answer)
		if err != nil {
			t.Fatalf("%s: %s", x.line, fault(err))
		}
		var said []string
		for _, e := range evs {
			if !aboutGame.Kinds[e.Kind].Quiet {
				said = append(said, string(w.Event(nil, e)))
			}
			r.Apply(e)
		}
		if strings.Join(said, "; ") != x.want {
			t.Errorf("%s: got %q, want %q", x.line, said, x.want)
		}
	}
}
