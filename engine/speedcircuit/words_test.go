package speedcircuit

import (
	"errors"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

func english(t *testing.T, b *engine.Board) *engine.Words {
	t.Helper()
	w, err := engine.NewWords(New(), engine.Setup{Board: b, Entries: entries(6)}, "en")
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
	for slug, board := range courses {
		w := english(t, board)
		n := uint64(0)
		for seed := range uint64(12) {
			sample(t, slug, seed, func(r *Race) bool {
				if n++; n%7 != 0 {
					return true
				}
				enginetest.Sentences(t, w, r, &aboutGame)
				enginetest.ReadBack(t, w, New(), r)
				for range 20 {
					wrong := engine.Answer{
						What: engine.What(1 + engine.Shuffle(&luck)%uint64(whats)), Car: engine.Car(engine.Shuffle(&luck) % 7), Value: int64(engine.Shuffle(&luck)%12) * 20,
						Path: engine.Path(engine.Shuffle(&luck) & 0o11111111111),
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
				return true
			})
		}
	}
	if len(seen) < 7 {
		t.Errorf("only %d kinds of infractions were seen", len(seen))
	}
}

// Any legal path is accepted and survives the race file, on the list or not (design.md).
func TestALegalPathThatNoListHasIsWrittenAndRead(t *testing.T) {
	tb := place(t, nil, at("1.2.2", 100), at("5.1.1", 20))
	w := english(t, tb.k.board).Script()
	asks := tb.r.Asks(nil)
	p, _ := engine.ParsePath("lrrla")
	ans := engine.Answer{What: wMove, Car: 1, Path: p}
	line := string(w.AppendAnswer(nil, New(), tb.r, asks[0], &ans, nil))
	if line != "A path lrrla" {
		t.Errorf("written as %q", line)
	}
	typed := &engine.Asked{Words: w, Rules: New(), Race: tb.r, Asks: asks, Faces: func(uint8) []string { return nil }}
	got, err := typed.Read(1, strings.Fields(line)[1:])
	if err != nil || got.Answer.Path != p {
		t.Errorf("read as %+v, %v", got, err)
	}
}

func TestSheetsFollowTheEvents(t *testing.T) {
	tb := place(t, nil, at("1.1.2", 120).from(160).decel(20), at("1.2.2", 40))
	var es []engine.Event
	es = append(es, tb.path(1, "aaaaaa")...)
	es = append(es, tb.path(2, "aa")...)
	es = append(es, tb.say(wSpeed, 1, 60)...)
	es = append(es, tb.say(wSpeed, 2, 100)...)
	sheets := New().Sheets(engine.Setup{Entries: entries(2)}, es)
	if got := sheets[0].Rows; got[0][1] != "120" || got[0][2] != "40" || len(got) < 11 || got[10][1] != "60" || got[10][2] != "100" {
		t.Errorf("speeds: %v", got)
	}
	if got := sheets[1].Rows; got[0][1] != "1" {
		t.Errorf("wear: %v", got)
	}
}
