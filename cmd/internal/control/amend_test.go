package control

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TB-4: amending an answer to itself changes nothing.
func TestAmendingAnAnswerToItselfChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := randomTable(t)
		k.play(t, rapid.IntRange(1, 40).Draw(t, "answers"))
		a := k.acts[rapid.IntRange(0, len(k.acts)-1).Draw(t, "entry")]
		k.movedNow() // what other cars were lined up by
		before := string(k.race.Position(nil))
		asks := fmt.Sprint(k.open)
		if a.Ask.Secret {
			k.refused(fmt.Sprintf("amend %d %s keep", a.No, a.Line), "was secret")
			return
		}
		k.do(fmt.Sprintf("amend %d %s keep", a.No, a.Line))
		if after := string(k.race.Position(nil)); after != before {
			t.Fatalf("amending %d %s to itself:\n got %s\nwant %s", a.No, a.Line, after, before)
		}
		if after := fmt.Sprint(k.open); after != asks {
			t.Fatalf("open asks:\n got %s\nwant %s", after, asks)
		}
		if !k.moved {
			t.Fatalf("something is to be put back: %q", k.toDo())
		}
	})
}

// TB-4: amend or strike, then undo, restores the position; redo amends again.
func TestAnAmendmentIsUndoneAndRedone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := randomTable(t)
		k.play(t, rapid.IntRange(2, 40).Draw(t, "answers"))
		a := k.acts[rapid.IntRange(0, len(k.acts)-1).Draw(t, "entry")]
		if a.Ask.Secret || k.inSecret() > 0 {
			return
		}
		line := fmt.Sprintf("strike %d", a.No)
		if rapid.Bool().Draw(t, "amend") {
			f := k.fork()
			for f.acts[len(f.acts)-1].No != a.No {
				f.pop(nil)
			}
			f.pop(nil)
			f.settle()
			for _, o := range f.open {
				if o.What == a.Ask.What && o.Car == a.Ask.Car && o.Form != 6 {
					line = fmt.Sprintf("amend %d %s", a.No, (&table{tb: t, Session: f}).lineFor(t, o))
				}
			}
		}
		before := string(k.race.Position(nil))
		if _, err := k.Do("director", line+" cut", "", true); err != nil {
			return // such as dice that were never asked for
		}
		amended := string(k.race.Position(nil))
		k.do("undo")
		if got := string(k.race.Position(nil)); got != before {
			t.Fatalf("%s, then undo:\n got %s\nwant %s", line, got, before)
		}
		k.do("redo")
		if got := string(k.race.Position(nil)); got != amended {
			t.Fatalf("%s, undo, redo:\n got %s\nwant %s", line, got, amended)
		}
	})
}

// TB-4: undo n then redo n.
func TestUndoThenRedoIsTheSameRace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := randomTable(t)
		k.play(t, rapid.IntRange(1, 40).Draw(t, "answers"))
		k.movedNow() // what other cars were lined up by
		before := string(k.race.Position(nil))
		n := rapid.IntRange(1, len(k.acts)).Draw(t, "undone")
		want, err := k.howFar(n)
		if err != nil {
			return
		}
		shown := false
		for _, a := range k.acts[len(k.acts)-want:] {
			shown = shown || a.Ask.Secret // their kinds are laid out again
			if a.Ask.Secret && k.inSecret() > 0 {
				return // never shown, so declared anew
			}
		}
		if n < want { // a phase that was shown is left as a whole
			n = want
		}
		k.do(fmt.Sprintf("undo %d", n))
		k.do(fmt.Sprintf("redo %d", n))
		if got := string(k.race.Position(nil)); got != before {
			t.Fatalf("undo %d, redo %d:\n got %s\nwant %s\n%s", n, n, got, before, k.text())
		}
		if len(k.keeps) > 0 || len(k.putback) > 0 && !shown {
			t.Fatalf("left over: kept %v, to do %q", k.keeps, k.toDo())
		}
	})
}

// fixed is a race of two in which every answer is known: entries 2 to 9.
func fixed(t tb) *table {
	k := sit(t, `enter R red "Anna"`, `enter B blue "Ben"`, "board lakeside", "grid R B", "seed 7")
	k.do("R bonus", "R roll 50", "R gear 3", "B roll 50", "B gear 2", "R roll 50 50 d", "R gear 4", "B roll 50 50", "B gear 3")
	return k
}

// TB-4: what no longer fits is said before anything is written, with what is allowed instead: keep refuses, cut strikes it.
func TestLaterAnswersThatNoLongerFitAreNamedBeforeAnythingIsWritten(t *testing.T) {
	k := fixed(t)
	seq, before := k.Seq(), k.state()
	said := k.do("amend 4 gear 1")
	if k.Seq() != seq || k.state() != before {
		t.Fatal("showing an amendment wrote something")
	}
	want := `2 of 6 later answers fit; 7 R roll 50 50 d no longer fits: R 3 dice: 1 is rolled (PS-6)`
	if !strings.Contains(strings.Join(said, "\n"), want) {
		t.Fatalf("got %q\nwant %q", said, want)
	}
	k.refused("amend 4 gear 1 keep", "7 R roll 50 50 d no longer fits: R 3 dice")
	k.do("amend 4 gear 1")
	k.do("cut")
	if k.Seq() != seq+1 || k.lines[len(k.lines)-1].Text != "amend 4 R gear 1 cut" {
		t.Fatalf("an amendment is one line: %d to %d, %q", seq, k.Seq(), k.lines[len(k.lines)-1].Text)
	}
	if got := k.OpenAsks(); got != "R bonus, roll 1" {
		t.Fatalf("got %s", got)
	}
	if len(k.keeps) != 2 { // R's three dice and B's two: facts
		t.Fatalf("kept %v", k.keeps)
	}
	k.refused("keep", "nothing is being amended")
	k.do("undo")
	same(t, "after undo the position", string(k.race.Position(nil)), strings.TrimPrefix(strings.SplitN(before, "\n", 2)[0], "position "))
	if len(k.keeps) != 0 {
		t.Fatalf("kept %v although the rolls stand again", k.keeps)
	}
	same(t, "folded", k.again().state(), k.state())
	k.verify()
}

// TB-4: struck in the middle, the rest decided anew; its number stays.
func TestStrikingAnAnswerKeepsTheNumbersOfTheRest(t *testing.T) {
	k := fixed(t)
	k.do("strike 2 keep") // no bonus was said
	if got := string(k.race.Position(nil)); !strings.Contains(got, "lap:0") && !strings.Contains(got, "gear:4") {
		t.Fatal(got)
	}
	var nos []string
	for _, a := range k.acts {
		nos = append(nos, fmt.Sprint(a.No))
	}
	if got := strings.Join(nos, " "); got != "3 4 5 6 7 8 9 10" {
		t.Fatalf("numbers %s", got)
	}
	for line, want := range map[string]string{
		"amend": "which answer?", "amend x gear 2": "the number of an answer is wanted", "amend 2 gear 2": "2 is no answer that stands; answers that stand are 3 to 10",
		"amend 4": "the new answer is missing", "strike 4 gear 2": "amend 4", "amend 4 gear 9 keep": "from 1 to 3 (PS-7)", "amend 4 ger 2 keep": "ger: nothing is called so here",
		"undo 99": "only 10 can be taken back", "undo to 99": "99 is no answer", "undo to 2": "struck already", "undo x": "not a whole number", "undo 0": "at least 1",
		"redo": "nothing was struck", "undo to": "the number of an answer is missing",
	} {
		k.refused(line, want)
	}
}

// TB-4: other things are answered in between: redo has nothing to put back any more.
func TestRedoEndsWhenSomethingNewIsAnswered(t *testing.T) {
	k := fixed(t)
	k.do("undo 2", "redo", "undo 2", "R gear 2")
	k.refused("redo", "nothing was struck, or something new has been answered since")
	k.do("undo", "redo")
}

// TB-4: redo stops at the first that the race no longer accepts, and says which and why.
func TestRedoStopsAtWhatNoLongerFits(t *testing.T) {
	k := fixed(t)
	k.do("undo 2")
	k.redo[0].Line = "B gear 6" // as a later edition of the rules might have it
	said := k.do("redo 2")
	if got := strings.Join(said, "\n"); !strings.Contains(got, `redo stopped at "B gear 6": B gear 6: from 1 to 4 (PS-7)`) {
		t.Fatalf("said %q", said)
	}
}
