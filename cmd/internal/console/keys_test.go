package console

import (
	"strings"
	"testing"
	"time"

	"boxstop/cmd/internal/view"
)

func TestKeysOfTheRacePageBecomeOrdersThatNameTheirAsk(t *testing.T) {
	kept := rollSnap()
	kept.Kept, kept.KeptLine = "his dice lie there: 50 50 50 50", "R roll 50 50 50 50"
	tray := rollSnap()
	tray.Asks = tray.Asks[1:]
	tray.Tray = []view.Tray{{Unit: "7F3A", Faces: "50 50 50 50", Use: "tray 7F3A use", Drop: "tray 7F3A drop"}}
	die := rollSnap()
	die.Asks[1].Dice, die.Asks[1].Faces = 2, nil
	for _, w := range []string{"1", "2", "3", "4", "5", "6"} {
		die.Asks[1].Faces = append(die.Asks[1].Faces, view.Face{Word: w, Say: w})
	}
	clock := gearSnap()
	clock.Asks[0].Seconds, clock.Asks[0].LeftMS, clock.Asks[0].Ticking = 3, 3000, true
	put := rollSnap()
	put.PutBack = []string{"K from 12 to 11"}
	held := rollSnap()
	held.Head.Held = true
	shown, open := secretSnap(), secretSnap()
	for i := range shown.Asks {
		shown.Asks[i].Entry, shown.Asks[i].Done, open.Asks[i].Done = "shown", false, false
	}
	locked := secretSnap() // control puts what is done behind
	locked.Asks = append(locked.Asks[:1:1], locked.Asks[2], locked.Asks[1])
	two := rollSnap()
	two.Asks[0] = rollSnap().Asks[1]
	two.Asks[0].ID, two.Asks[0].Line, two.Asks[0].Car = "211.7", "B roll", "B"
	kind := rollSnap()
	kind.Asks[0] = view.Ask{ID: "211.1", Name: "kind", Form: "declare", Car: "R", Who: "R RED ANNA", Unsaid: "hard", Options: []view.Option{
		{Key: "1", Cols: []string{"hard"}, Line: "R kind hard"}, {Key: "2", Cols: []string{"soft"}, Line: "R kind soft"},
	}}
	behind := rollSnap() // in control's order: what the race waits for is in front
	behind.Asks[0], behind.Asks[1] = behind.Asks[1], behind.Asks[0]
	for _, c := range []struct {
		name string
		s    *view.Snapshot
		keys string
		want string
	}{
		{"of two that may roll the first is in front", two, "4", "211.7: B roll 50 50 50 50"},
		{"Tab chooses the other", two, "tab 4", "211.2: R roll 50 50 50 50"},
		{"and back", two, "tab tab 4", "211.7: B roll 50 50 50 50"},
		{"digits are the roll's, not another ask's beside it", kind, "2 2", "211.2: R roll 50 50 f f"},
		{"Tab reaches what closes itself", kind, "tab 2", "211.1: R kind soft"},
		{"the bonus has its key wherever it stands", behind, "+", "211.1: R bonus"},
		{"at a table that shows them they are typed at once", shown, "1 2 1 enter", "9.1: all kind hard soft hard"},
		{"Tab lets one driver enter his alone", shown, "tab 3 2 enter", "9.3: E kind soft sure"},
		{"and Tab again does not", open, "tab 1 1 1 enter", "9.1: all kind hard hard hard"},
		{"who has locked keeps his digit", locked, "3 1 enter", "9.3: E kind hard sure"},
		{"of a mixed phase a digit calls a driver to the keyboard", speedSnap(), "5 3 enter", "90.5: E speed 60 sure"},
		{"also one who has a station", speedSnap(), "3 4 enter", "90.3: C speed 80 sure"},
		{"and one who has locked", speedSnap(), "1 2 enter", "90.1: A speed 40 sure"},
		{"not a bot", speedSnap(), "6 enter", "90.1: close"},
		{"what was shown is typed of those who have no station", speedSnap(), "a 3 enter", "90.5: E speed 60 sure"},
		{"also by Tab", speedSnap(), "tab 3 enter", "90.5: E speed 60 sure"},
		{"u undoes what the table asks to undo", undoneSnap(), "u", "?undo 1 | ?undo 1"},
		{"two digits are a roll, the drops follow", rollSnap(), "2 1", "211.2: R roll 50 50 f d"},
		{"the second digit is skipped when nothing is left", rollSnap(), "4", "211.2: R roll 50 50 50 50"},
		{"no face but the last", rollSnap(), "0 0", "211.2: R roll d d d d"},
		{"more dice than there are do nothing", rollSnap(), "5", ""},
		{"Backspace takes the first digit back", rollSnap(), "3 backspace 2 2", "211.2: R roll 50 50 f f"},
		{"the bonus is another ask's and names it", rollSnap(), "+", "211.1: R bonus"},
		{"= is + without Shift", rollSnap(), "=", "211.1: R bonus"},
		{"p lets the Pi roll", rollSnap(), "p", "211.2: R roll"},
		{"nothing is lit of a roll", rollSnap(), "enter down enter", ""},
		{"a die with digits is typed as it lies", die, "6 3", "211.2: R roll 6 3"},
		{"a face that is not on the die does nothing", die, "7", ""},
		{"dice that lie there", kept, "enter", "211.2: R roll 50 50 50 50"},
		{"the tray's roll", tray, "+", "211.2: tray 7F3A use"},
		{"the digit is the gear", gearSnap(), "5", "212.1: R gear 5"},
		{"Enter takes what is lit", gearSnap(), "enter", "212.1: R gear 4"},
		{"arrows move what is lit", gearSnap(), "down enter", "212.1: R gear 5"},
		{"minus is slower", gearSnap(), "- enter", "212.1: R gear 3"},
		{"what puts a car out is asked twice", gearSnap(), "1 enter", "212.1: R gear 1 sure"},
		{"and not done after Esc", gearSnap(), "1 esc enter", "212.1: R gear 4"},
		{"a value that is not offered is asked for all the same: control says what is allowed", gearSnap(), "9 0", "212.1: R gear 9 | 212.1: R gear 0"},
		{". asks for all options", gearSnap(), ".", "?options 212.1"},
		{"Space holds", rollSnap(), "space", "hold"},
		{"and lets go", held, "space", "go"},
		{"where a clock runs Space stops it", clock, "space", "212.1: spoken"},
		{"Enter says that the cars stand there", put, "enter", "moved"},
		{"m Enter does", put, "m enter", "moved"},
		{"a way out of a dispute", disputeSnap(), "6", "tray 1C02 drop"},
		{"a die left out", disputeSnap(), "3", "R roll without 3"},
		{"other faces in a dispute", disputeSnap(), "8 2 2", "211.2: R roll 50 50 f f"},
		{"u shows first", rollSnap(), "u", "?undo 1"},
		{"/ is u", rollSnap(), "/", "?undo 1"},
		{"y shows first", rollSnap(), "y", "?redo 1"},
		{"w asks why", rollSnap(), "w", "?why"},
		{"* is w", rollSnap(), "*", "?why"},
		{"pages", rollSnap(), "t d r x b o l s", "?timeline | ?devices | ?rule | ?reports | ?board | ?sheet laps | ?log | ?sheet table"},
		{"a note", rollSnap(), "n h i enter", `note "hi"`},
		{"a protest", rollSnap(), "! h m enter", `protest 211 "hm"`},
		{"info on a car", rollSnap(), "i r enter", "?info R 0"},
		{"a typed line goes as it is and names no ask", rollSnap(), ": u n d o enter", "undo"},
		{"roll call is not offered yet", rollSnap(), "c", ""},
		{"help, Esc and z change nothing", rollSnap(), "h esc z", ""},
		{"a secret is entered alone", secretSnap(), "1 2 enter", "9.1: R kind soft sure"},
		{"and can be taken back before", secretSnap(), "1 2 - 1 enter", "9.1: R kind hard sure"},
		{"Esc leaves it unlocked", secretSnap(), "1 2 esc", ""},
		{"shown ones are typed in car order", open, "a 1 2 1 enter", "9.1: all kind hard soft hard"},
		{"a wrong digit is put right", open, "a 1 1 backspace 2 2 enter", "9.1: all kind hard soft soft"},
		{"none may be missing", secretSnap(), "a 1 enter", ""},
		{"Enter closes the phase", secretSnap(), "enter", "9.1: close"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newTable(t, c.s, Options{})
			if got := b.keys(c.keys).orders(); got != c.want {
				t.Errorf("keys %q: got %q, want %q", c.keys, got, c.want)
			}
		})
	}
}

func TestKeysOfTheSetUpPageBecomeLinesOfTheGrammar(t *testing.T) {
	for _, c := range []struct{ name, keys, want string }{
		{"Enter starts", "enter", "start"},
		{"start like last week is two keys", "0 enter", "same | start"},
		{"another board", "2 2", "board short-loop"},
		{"a table option", "4 1", "option slipstream off"},
		{"laps as typed", "5 2 5 enter", "laps 5"},
		{"the grid by lot", "6 1", "grid lot"},
		{"the grid by hand", "6 5 enter", "grid R B G K W Y"},
		{"the pace", "7 2", "pace confirm"},
		{"a house rule is a text", "9 n o enter", `house "no"`},
		{"a season is a text", "3 C u p enter", `season "Cup"`},
		{"another driver", "down enter 1 y enter", `enter R red "Annay"`},
		{"a bot drives", "down down enter 3", `enter B blue "Ben" by bot easy`},
		{"a bot keeps its level with another name", "down down down down down down enter 1 x enter", `enter Y yellow "Cleox" by bot medium`},
		{"a car is taken out", "down down -", "leave B"},
		{"a car is put in, its mark is free", "+ 2 L i s a enter", `enter N brown "Lisa"`},
		{"another colour", "down enter 6 1", `leave R | enter P pink "Anna"`},
		{"a car with a number and a card", "+ 3 Z o e enter", `enter 8 alfa "Zoe" card alfa`},
		{"another car of the box brings its card and keeps the die", "down enter 6 3", `leave R | enter 8 alfa "Anna" card alfa die 7F3A`},
		{"the units", "8", "?devices"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := setupSnap()
			if strings.Contains(c.want, "alfa") {
				s.Setup.Spare = append(s.Setup.Spare, view.Spare{Car: "alfa", Say: "8 Alfa", Mark: "8", Card: "alfa"})
				s.Setup.Cars[0].Rest = " die 7F3A"
			}
			b := newTable(t, s, Options{})
			if got := b.keys(c.keys).orders(); got != c.want {
				t.Errorf("keys %q: got %q, want %q", c.keys, got, c.want)
			}
		})
	}
}

func TestUndoTakesTwoKeysAndShowsFirst(t *testing.T) {
	b := newTable(t, rollSnap(), Options{}).keys("u")
	b.page(undoPage())
	b.sent = nil
	if got, want := b.keys("enter").orders(), "undo 6"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestUndoOneMoreAndOneLess(t *testing.T) {
	b := newTable(t, rollSnap(), Options{}).keys("u").page(undoPage())
	b.sent = nil
	if got, want := b.keys("u y esc").orders(), "?undo 7 | ?undo 5"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, ok := b.top().(*race); !ok {
		t.Errorf("after Esc the page is %T, want the race", b.top())
	}
}

func TestARefusedAnswerStandsByXAndAReason(t *testing.T) { // TB-10
	b := newTable(t, gearSnap(), Options{}).keys("5")
	b.reply(view.Reply{Error: "R gear 5: from 1 to 4 (PS-7)", Hint: "gear 4 fits", Stand: true})
	s := b.screen()
	for _, want := range []string{"! R gear 5: from 1 to 4 (PS-7)", "gear 4 fits", "x  it stands"} {
		if !strings.Contains(s, want) {
			t.Errorf("the screen lacks %q:\n%s", want, s)
		}
	}
	b.sent = nil
	if got, want := b.keys("x 1").orders(), `stand because "miscounted"`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatControlAsksTwiceIsSaidAgainWithSure(t *testing.T) {
	b := newTable(t, secretSnap(), Options{}).keys("enter")
	b.reply(view.Reply{Twice: true, Error: "R and E keep hard"})
	if s := b.screen(); !strings.Contains(s, "R and E keep hard") {
		t.Errorf("what it would do is not shown:\n%s", s)
	}
	b.wait(time.Second)
	b.sent = nil
	if got, want := b.keys("1 enter").orders(), "9.1: close sure"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnAmendmentIsShownAndDoneByEnterTwice(t *testing.T) {
	b := newTable(t, rollSnap(), Options{}).keys("t").page(timelinePage()).keys("k")
	b.page(amendPage())
	b.sent = nil
	if got := b.keys("enter").orders(); got != "" {
		t.Fatalf("the first Enter sent %q", got)
	}
	if got, want := b.keys("enter").orders(), "amend 207 K roll 50 50 d"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheTimelineIsSearchedWalkedAndTakenBackTo(t *testing.T) {
	b := newTable(t, rollSnap(), Options{}).keys("t").page(timelinePage())
	b.sent = nil
	b.keys("up down f b o n u s enter")
	if got, want := b.orders(), "?timeline 206 | ?timeline 207 | ?timeline 204"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := b.keys("u").orders(), "?undo 7"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOneCarOneSpaceByRulingIsFiveKeys(t *testing.T) {
	b := newTable(t, rollSnap(), Options{}).keys("r").page(rulePage()).keys("down")
	b.keys("right")
	if got, want := b.orders(), "?rule | ?push B 1 26"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	b.sent = []view.ToControl{{Query: &view.Query{ID: b.lastID}}}
	b.page(&view.Page{Push: &view.Push{At: "c3+3", Where: "3rd after corner 3"}})
	b.sent = nil
	if got, want := b.keys("1 enter").orders(), `rule B at c3+3 because "miscounted"`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestARulingSetsGaugesOptionsAndSwapsCars(t *testing.T) {
	b := newTable(t, rollSnap(), Options{}).keys("r").page(rulePage())
	b.sent = nil
	b.keys("tab tab + down 0 down 0 9 1 esc 2 enter")
	got := b.orders()
	if want := `rule R gear 5, swap B Y, option slipstream off because "board bumped"`; !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want it to end in %q", got, want)
	}
}

func TestUnitsAreGivenCalledBlinkedAndSetAside(t *testing.T) {
	b := newTable(t, deviceSnap(), Options{}).keys("d").page(devicePage())
	b.sent = nil
	want := "unit 7F3A blink | unit 7F3A off | unit A0B1/5 on | unit A0B1/5 test | unit A0B1/5 for R | call B | tray 7F3A drop"
	if got := b.keys("3 i k 2 k 0 enter 2 f 2 -").orders(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWelcomeAndResultKeys(t *testing.T) {
	b := newTable(t, welcomeSnap(), Options{})
	if got, want := b.keys("1").orders(), "resume"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	b = newTable(t, welcomeSnap(), Options{})
	if got, want := b.keys("4 5 3").orders(), "drive K bot medium"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	b = newTable(t, resultSnap(), Options{})
	if got, want := b.keys("1 2 5").orders(), "next | new | ?rule"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAzertyTakesTheDigitRowUnshifted(t *testing.T) {
	b := newTable(t, rollSnap(), Options{Keyboard: "azerty"})
	if got, want := b.keys("é &").orders(), "211.2: R roll 50 50 f d"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTwoLevelsOfChoicesAreOneMatrixAndThenOneList(t *testing.T) { // TB-8
	s := gearSnap()
	opt := func(row, col, to string) view.Option {
		return view.Option{Row: row, Col: col, Cols: []string{to}, Line: row + " speed " + col[5:] + " to " + to, Short: to}
	}
	s.Asks[0].Options = []view.Option{
		opt("R1", "with 6", "c5-2/1"), opt("R1", "with 6", "c5-2/2"), opt("R1", "with 5", "c5-3"), opt("R2", "with 6", "c5.1"),
	}
	for _, c := range []struct{ keys, want string }{
		{"2", "212.1: R1 speed 5 to c5-3"},
		{"3", "212.1: R2 speed 6 to c5.1"},
		{"1 2", "212.1: R1 speed 6 to c5-2/2"},
		{"1 backspace 3", "212.1: R2 speed 6 to c5.1"},
	} {
		b := newTable(t, s, Options{})
		if got := b.keys(c.keys).orders(); got != c.want {
			t.Errorf("keys %q: got %q, want %q", c.keys, got, c.want)
		}
	}
}

func TestAReportIsNeverLitAndAskedTwice(t *testing.T) { // TB-11
	b := newTable(t, rollSnap(), Options{}).keys("x")
	b.page(&view.Page{Reports: []view.Option{{Cols: []string{"R gives up"}, Line: "report R gives-up", Twice: true, Sure: "R gives up: out of the race"}}})
	b.sent = nil
	if got := b.keys("enter").orders(); got != "" {
		t.Errorf("Enter sent %q", got)
	}
	if got := b.keys("1").screen(); !strings.Contains(got, "gives up: out of the race") {
		t.Errorf("what it costs is not said before:\n%s", got)
	}
	if got, want := b.keys("enter").orders(), "report R gives-up sure"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
