package control

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"boxstop/cmd/internal/view"
)

func (k *table) where(mark string) string {
	k.Helper()
	c, err := k.car(mark)
	if err != nil {
		k.Fatalf("%v", err)
	}
	at := k.race.Stands(nil)
	for _, st := range at {
		if st.Car == c {
			if st.Spaces[0] == 0 {
				return "off"
			}
			return k.Setup.Board.Address(st.Spaces[0])
		}
	}
	return ""
}

// TB-10: several cars, scales and table options in one ruling; it ends in a list of what to do (TB-3) and one line of the file.
func TestARulingSetsSeveralCarsAndOptionsAtOnce(t *testing.T) {
	k := fixed(t)
	seq := k.Seq()
	said := k.do(`rule R at c1+1 tyres 9, B gear 1, option slipstream on because "table agreed"`)
	if k.Seq() != seq+1 || k.where("R") != "c1+1" {
		t.Fatalf("%d lines, R at %s", k.Seq()-seq, k.where("R"))
	}
	for _, want := range []string{"R from ", " to 1st after corner 1", "R tyres 16 to 9", "B gear 3 to 1"} {
		if !strings.Contains(strings.Join(said, "\n"), want) {
			t.Fatalf("%q is missing in\n%s", want, strings.Join(said, "\n"))
		}
	}
	k.do("undo")
	if k.where("R") == "c1+1" {
		t.Fatal("a ruling is undone like an answer")
	}
	k.verify()
}

// TB-10: two cars change places; an order; reasons by one digit, in words, and none.
func TestRulingsSwapAndOrderCarsAndTakeTheirReasonByDigit(t *testing.T) {
	k := fixed(t)
	r, b := k.where("R"), k.where("B")
	k.do("rule swap R B because 3")
	if k.where("R") != b || k.where("B") != r {
		t.Fatalf("R at %s, B at %s", k.where("R"), k.where("B"))
	}
	if got := k.lines[len(k.lines)-1].Text; got != `rule swap R B because "wrong car moved"` {
		t.Fatal(got)
	}
	k.do("rule order B R")
	k.do(`rule R at line+1`)
	if got := k.lines[len(k.lines)-1].Text; got != "rule R at line+1" {
		t.Fatal(got)
	}
	k.verify()
}

// TB-10: a ruling is refused as a whole, and only where the result cannot stand, naming the cars; and each wrong word of it is named.
func TestARulingIsRefusedAsAWholeAndNamesTheCars(t *testing.T) {
	k := sit(t, `enter R red "Anna"`, `enter B blue "Ben"`, `enter Y yellow "Cleo"`, `enter K black "Dev"`, "board lakeside", "grid R B Y K")
	for line, want := range map[string]string{
		"rule R at c1+1, B at c1+1, Y at c1+1, K at c1+1": "4 cars, 3 fit",
		"rule R at c9":                        `there is no landmark "c9"`,
		"rule R at":                           "its value is missing",
		"rule R tyre 3":                       "no ruling sets that; it may set at, ",
		"rule R tyres 99":                     "R cannot be set to 99: from 0 to 16",
		"rule R gear x":                       "not a whole number",
		"rule X at c1":                        "X: there is no such car; cars are R, B, Y, K",
		"rule":                                "nothing is ruled",
		"rule R":                              "a car with a field and its value is wanted",
		"rule swap R":                         "two cars, such as: swap R B",
		"rule swap R Z":                       "Z: there is no such car",
		"rule option colour red":              "there is no such table option; there are quick-play",
		"rule option slipstream often":        "allowed are off, on",
		"rule marker on c1":                   "no markers that are laid by hand",
		"rule R at c1+1 because":              "because: the reason is missing",
		"rule R at c1+1 because 9":            "reasons are 1 miscounted, 2 board bumped",
		"rule R at c1+1 because board bumped": "in quotes",
		"rule order":                          "which cars",
		"stand":                               "no answer was refused just now",
	} {
		k.refused(line, want)
	}
}

// TB-10: where the rules can say what a forbidden answer would have led to, "stand" makes it a ruling.
func TestARefusedAnswerIsMadeToStand(t *testing.T) {
	k := fixed(t)
	k.do("R roll 50 50 50 50", "R gear 1", "B roll d d d")
	err := k.refused("gear 6", "B gear 6: from 1 to 5 (PS-7)")
	var r *Refused
	if !errors.As(err, &r) || !r.Stand {
		t.Fatalf("%+v: it could stand", err)
	}
	k.do("why gear 6") // asking does not take the chance away
	k.refused("stand because x", "in quotes")
	k.do("stand because 4")
	if got := k.lines[len(k.lines)-1].Text; got != `stand B gear 6 because "house rule"` || !strings.Contains(k.Position(), "gear:6") {
		t.Fatalf("%s: %s", got, k.Position())
	}
	k.refused("stand", "no answer was refused just now")
	pos := k.Position()
	k.do("undo", "redo")
	if k.Position() != pos {
		t.Fatalf("got %s\nwant %s", k.Position(), pos)
	}
	same(t, "folded", k.again().state(), k.state())
	k.verify()
	// what comes between takes it away
	k.do("undo")
	k.refused("B gear 6", "PS-7")
	k.do("hold", "go")
	k.refused("stand", "no answer was refused just now")
}

// TB-11: what the table saw: a driver gives up; the engine answers with events or says why not.
func TestADriverGivesUpAndIsReported(t *testing.T) {
	k := fixed(t)
	k.refused("report retires", "whose? report R retires, report B retires")
	said := k.do("report R retires")
	if !strings.Contains(strings.Join(said, "\n"), "R gives up") || !strings.Contains(strings.Join(said, "\n"), "take R off the board, from ") {
		t.Fatalf("said %q", said)
	}
	for line, want := range map[string]string{
		"report R retires":  "report R retires: nothing of that name can have happened now; what can be reported: retires",
		"report X retires":  "nothing of that name can have happened now",
		"report":            "report: what happened? what can be reported: retires",
		"report R breach":   "nothing of that name can have happened now",
		"report B retires5": "nothing of that name",
	} {
		k.refused(line, want)
	}
	k.do("undo")
	if k.where("R") == "off" {
		t.Fatal("a report is undone like an answer")
	}
	same(t, "folded", k.again().state(), k.state())
	k.verify()
}

// TB-11: why lists the options that are refused, each with its clause, and says what the clause is.
func TestWhyListsWhatIsRefusedWithItsClause(t *testing.T) {
	k := fixed(t)
	k.do("R roll 50 50 50 d")
	why := strings.Join(k.Why([]string{"gear", "1"}), "\n")
	if got := strings.Join(k.Why([]string{"R"}), "\n"); !strings.Contains(got, "R 150 km/h, 3 cells to") || !strings.Contains(got, "PS-6") {
		t.Fatalf("why R:\n%s", got)
	}
	k.do("R gear 1", "B roll d d d")
	if got := strings.Join(k.Why(strings.Fields("B gear 6")), "\n"); !strings.Contains(got, "B gear 6: 1 gear too far (PS-7)") || !strings.Contains(got, "Editrice Giochi, 2001") {
		t.Fatalf("why B gear 6:\n%s\n%s", got, why)
	}
	if got := strings.Join(k.Why([]string{"ps-9"}), "\n"); !strings.Contains(got, "PS-9") || !strings.Contains(got, "our ruling, not the publisher's") {
		t.Fatalf("why PS-9:\n%s", got)
	}
	k.do(`house "four cars may share the pit exit"`)
	if got := strings.Join(k.Why(nil), "\n"); !strings.Contains(got, "house rule: four cars may share the pit exit") {
		t.Fatalf("why:\n%s", got)
	}
}

// TB-16: who drives changes at any time, also for several cars; the file and the report say who drove in which turns.
func TestWhoDrivesIsRecordedWithTheTurns(t *testing.T) {
	k := fixed(t)
	k.do(`drive R B bot easy`, "R roll d d d d", "R gear 1", "B roll d d d", "B gear 1", `drive R "Tom"`)
	if got := strings.Join(k.Report("drivers", 60), "\n"); !strings.Contains(got, "R     Anna        1          3") || !strings.Contains(got, "R     Anna (bot)  3          4") || !strings.Contains(got, "R     Tom         4          4") {
		t.Fatal(got)
	}
	same(t, "folded", k.again().state(), k.state())
	for line, want := range map[string]string{
		"drive": "which car, and who", "drive R": "which car, and who", "drive R bot expert": "levels are easy, medium, hard", `drive R ""`: "name is missing", `drive Z "Tom"`: "Z: there is no such car",
		`drive R Tom`: "in quotes",
	} {
		k.refused(line, want)
	}
}

// TB-16: a latecomer joins by a ruling: fresh scales, behind the last car, moving last; joining is undone and done again.
func TestALatecomerJoins(t *testing.T) {
	k := fixed(t)
	k.do(`join P pink "Lisa"`)
	pos := k.Position()
	if k.race.Cars() != 3 || k.where("P") == "off" || !strings.Contains(pos, "tyres:16 fuel:16 rank:3") {
		t.Fatalf("P at %s in %s", k.where("P"), pos)
	}
	k.refused(`join P pink "Lisa"`, "Lisa has that mark; take another one")
	k.refused(`join PITS pink "Lisa"`, "one to three letters or digits")
	k.refused(`join GO pink "Lisa"`, "that word has a meaning of its own here")
	k.refused(`join`, "mark, car and driver")
	k.refused(`join Q pink Lisa at`, "where")
	same(t, "folded", k.again().state(), k.state())
	k.do("undo")
	if k.race.Cars() != 2 {
		t.Fatal("the join was not taken back")
	}
	k.refused("rule P tyres 3", "P: there is no such car; cars are R, B")
	k.do("redo")
	if k.Position() != pos {
		t.Fatalf("got %s\nwant %s", k.Position(), pos)
	}
	k.do("undo", `join Q green "Max" at line+1`, `join P pink "Lisa"`)
	if k.Words.Mark(3) != "Q" || k.Words.Mark(4) != "P" {
		t.Fatalf("marks %s %s", k.Words.Mark(3), k.Words.Mark(4))
	}
	same(t, "folded", k.again().state(), k.state())
	k.verify()
}

// TB-16: at pace confirm a bot answers, its move is shown with what to move, and the race waits for "moved" before the next ask.
func TestABotWaitsUntilItsMoveWasMadeOnTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.say(append(slices.Clone(twoCars), `enter B blue "Ben" by bot hard`, "pace confirm", "start")...)
		e.say("R roll 50", "R gear 2")
		s := e.Snapshot()
		if e.last() != "director: R gear 2" || len(s.PutBack) == 0 {
			t.Fatalf("R's own move is on show: %s, %q", e.last(), s.PutBack)
		}
		e.say("moved")
		// the Pi rolls for the bot, it moves and then waits
		if s = e.Snapshot(); !strings.HasPrefix(e.last(), "pi: B roll") && !strings.HasPrefix(e.last(), "bot: B") {
			t.Fatal(e.last())
		}
		if len(s.PutBack) != 1 || !strings.HasPrefix(s.PutBack[0], "B ") {
			t.Fatalf("to move: %q", s.PutBack)
		}
		seq := s.Seq
		e.say("moved")
		if e.Snapshot().Seq <= seq+1 {
			t.Fatalf("the bot goes on: %s", e.last())
		}
		for range 9 {
			if a := e.Snapshot().Asks; a[0].Car != "R" {
				e.say("moved")
			}
		}
		if e.asked("roll").Car != "R" {
			t.Fatalf("a person is never answered for: %s", e.last())
		}
		e.say("drive R bot easy", "pace run")
		if e.Snapshot().Stage != view.Over {
			t.Fatalf("bots run on to the end: %s", e.Snapshot().Stage)
		}
		e.verify()
		e.kill()
	})
}
