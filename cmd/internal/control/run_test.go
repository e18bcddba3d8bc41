package control

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
	"boxstop/tracks"
)

// field is a race of many cars at which people sit.
func field(t tb, cars int, lines ...string) *table {
	t.Helper()
	k := sit(t, append([]string{"game usac", "seed 7", fmt.Sprintf(`deal %d "Anna" "Ben"`, cars)}, lines...)...)
	k.live = true
	return k
}

// TB-22: a run lets every next car go that has one sensible end, and stops before the first that has not. Each answer is in the file with
// its source; behind them stands how many they were.
func TestARunStopsBeforeTheFirstCarThatHasNotOneSensibleEnd(t *testing.T) {
	k := field(t, 33)
	k.do("draw") // by lot
	stops, ran := 0, 0
	for range 40 {
		turn, first := k.race.Turn(), len(k.acts)
		before := k.again()
		out, err := k.Do("director", "run round", "", true)
		if err != nil {
			break // the first car has two ends at once
		}
		for i, a := range k.acts[first:] {
			if a.Ask.Form == engine.Move && a.From == "pi" {
				if n := len(before.race.Options(nil, a.Ask, engine.Offered)); n != 1 {
					t.Fatalf("%s was driven by itself with %d ends\n%s", a.Line, n, k.text())
				}
				ran++
			}
			for _, e := range k.acts[first+i].Events {
				before.race.Apply(e)
			}
		}
		if last, want := k.lines[len(k.lines)-1].Text, fmt.Sprintf("run %d", len(k.acts)-first); last != want {
			t.Fatalf("the last line is %q, want %q", last, want)
		}
		o := k.waiting()
		if n := len(k.race.Options(nil, o.Ask, engine.Offered)); k.race.Turn() == turn {
			if o.Form != engine.Move || n < 2 {
				t.Fatalf("stopped before %+v with %d options", o.Ask, n)
			}
			if want := fmt.Sprintf("stops before %s %s: %d sensible ends", k.Words.Mark(o.Car), k.drivers[o.Car-1].Name, n); !strings.Contains(out.Said[0], want) {
				t.Fatalf("said %q, want %q in it", out.Said, want)
			}
			stops++
			k.do(k.optionLine(o.Ask, k.race.Options(nil, o.Ask, engine.Offered)[0]))
		}
	}
	if stops < 10 || ran < 10 {
		t.Fatalf("%d stops, %d cars ran: too few to see anything", stops, ran)
	}
	k.verify()
}

// TB-22, S7: one key takes what is lit for the car on the move and runs on; it names the ask that it was pressed on (TB-1).
func TestARunTakesWhatIsLitFirst(t *testing.T) {
	k := field(t, 33)
	k.do("draw")
	for k.waiting().Form != engine.Move {
		k.do("run round")
	}
	o := *k.waiting()
	lit := k.optionLine(o.Ask, k.race.Options(nil, o.Ask, engine.Offered)[0])
	first := len(k.acts)
	if _, err := k.Do("director", "run round", o.ID, false); err != nil {
		t.Fatal(err)
	}
	if got := k.acts[first]; got.Line != lit || got.From != "director" {
		t.Fatalf("the first answer of the run is %q from %s, want %q from the director", got.Line, got.From, lit)
	}
	seq := k.Seq()
	if _, err := k.Do("director", "run round", o.ID, false); err == nil || !strings.Contains(err.Error(), "too late") || k.Seq() != seq {
		t.Fatalf("a second press on the same ask: %v", err)
	}
}

// TB-22: a run is taken back as one or one by one, put back, and both after a restart; a dice roll that was taken back is a fact (TB-5).
func TestARunIsTakenBackAsOne(t *testing.T) {
	k := field(t, 12)
	k.do("draw")
	before := k.Position()
	k.do("run 9")
	after, n := k.Position(), k.lastRun()
	if n < 3 || n != len(k.acts)-1 {
		t.Fatalf("the run has %d answers of %d", n, len(k.acts))
	}
	k = k.again()
	k.live = true
	if k.lastRun() != n {
		t.Fatalf("after a restart the run has %d answers, want %d", k.lastRun(), n)
	}
	k.do("undo")
	if k.lastRun() != n-1 {
		t.Fatalf("one taken back, the run has %d answers, want %d", k.lastRun(), n-1)
	}
	k.do("redo", fmt.Sprintf("undo %d", n))
	if got := k.Position(); got != before {
		t.Fatalf("taken back:\n got %s\nwant %s", got, before)
	}
	k.do("moved", "run 9") // the same dice lie there
	if got := k.Position(); got != after {
		t.Fatalf("run again:\n got %s\nwant %s", got, after)
	}
	k.verify()
}

// TB-22, TB-3: the move sheet lists every move of a run in the order in which it was made; done in that order, no space is needed twice and
// the cars stand as the book has them. It stays until "moved", what moves meanwhile goes on it, and a restart keeps it. A yellow flag ends
// in one for the whole field.
func TestTheMoveSheetIsDoneInItsOrder(t *testing.T) {
	k := field(t, 33, "option alone ask", "miles 100")
	k.do("draw")
	for round := 0; !k.Over() && round < 40; round++ {
		on := map[engine.Car]engine.Space{}
		for _, st := range k.race.Stands(nil) {
			on[st.Car] = st.Spaces[0]
		}
		k.do("moved")
		for turn := k.race.Turn(); !k.Over() && k.race.Turn() == turn; {
			if _, err := k.Do("director", "run round", k.waiting().ID, true); err != nil {
				t.Fatal(err)
			}
			if o := k.waiting(); o != nil && o.Form == engine.Confirm {
				k.do(k.Words.Mark(o.Car) + " settled")
			}
		}
		if round%4 == 0 {
			if again := k.again(); fmt.Sprint(again.toDo()) != fmt.Sprint(k.toDo()) || again.sheet.on != k.sheet.on {
				t.Fatalf("after a restart the sheet is\n%q, it was\n%q", again.toDo(), k.toDo())
			}
		}
		for _, h := range k.putback {
			switch h.Do {
			case engine.LiftCar, engine.TakeOff:
				on[h.Car] = 0
			case engine.PutCar:
				for c, at := range on {
					if at == h.To && c != h.Car {
						t.Fatalf("%s is put where %s stands\n%s", k.Words.Mark(h.Car), k.Words.Mark(c), strings.Join(k.toDo(), "\n"))
					}
				}
				on[h.Car] = h.To
			}
		}
		for _, st := range k.race.Stands(nil) {
			if on[st.Car] != st.Spaces[0] {
				t.Fatalf("round %d: %s stands on %d, the book has it on %d\n%s", k.race.Turn(), k.Words.Mark(st.Car), on[st.Car], st.Spaces[0], strings.Join(k.toDo(), "\n"))
			}
		}
	}
	if !strings.Contains(k.text(), "follows ") {
		t.Fatal("no yellow flag came: another seed")
	}
}

// TB-22: a standing order holds for a car until it is changed. It is given for any cars in one line or follows from what was said; what it
// says is in the file as an answer from "standing" when the dice come, typed or rolled by a run. An undo takes it back.
func TestAStandingOrderHoldsUntilItIsChanged(t *testing.T) {
	k := field(t, 6, "grid "+strings.Join(marks(field(t, 6)), " "))
	first, second := k.Words.Mark(1), k.Words.Mark(2)
	k.do(first+" mode accelerate", fmt.Sprintf("standing %s %s mode decelerate", second, k.Words.Mark(3)))
	if got := strings.Join(k.standingWords(), "; "); got != fmt.Sprintf("%s accelerate; %s and %s decelerate", first, second, k.Words.Mark(3)) {
		t.Fatalf("standing orders are %q", got)
	}
	k.refused("standing "+first+" mode sideways", "mode accelerate, mode normal, mode decelerate")
	k.refused("standing "+first+" gear 3", "stays")
	said := func(k *table, mark string, from string) (n int) {
		for _, l := range k.lines {
			if strings.HasPrefix(l.Text, mark+" mode ") && l.Source == from {
				n++
			}
		}
		return n
	}
	for range 3 {
		for turn := k.race.Turn(); k.race.Turn() == turn; {
			o := k.waiting()
			switch {
			case o.Form == engine.Roll:
				k.do(k.Words.Mark(o.Car) + " roll 3 4")
			default:
				k.do(k.optionLine(o.Ask, k.race.Options(nil, o.Ask, engine.Offered)[0]))
			}
		}
	}
	if a, b, c := said(k, first, "standing"), said(k, second, "standing"), said(k, k.Words.Mark(4), "standing"); a != 2 || b != 3 || c != 0 {
		t.Fatalf("%s was ordered %d times, %s %d, one without an order %d\n%s", first, a, second, b, c, k.text())
	}
	k.do(fmt.Sprintf("standing %s mode normal", first))
	if got := k.standingWords(); strings.Contains(strings.Join(got, ";"), "accelerate") {
		t.Fatalf("changed, standing orders are %q", got)
	}
	k.do("undo")
	again := k.again()
	again.live = true
	for _, k := range []*table{k, again} {
		if got := k.standingWords(); !strings.Contains(strings.Join(got, ";"), first+" accelerate") {
			t.Fatalf("undone, standing orders are %q", got)
		}
	}
	n := said(again, first, "standing")
	for turn := again.race.Turn(); again.race.Turn() == turn; { // a run gives them too
		if _, err := again.Do("director", "run round", again.waiting().ID, true); err != nil {
			t.Fatal(err)
		}
	}
	if said(again, first, "standing") != n+1 {
		t.Fatalf("a run gave no standing order\n%s", again.text())
	}
	again.do(fmt.Sprintf("undo to %d", again.acts[0].No))
	if got := again.standingWords(); got != nil {
		t.Fatalf("all undone, standing orders are %q", got)
	}
	k.verify()
}

func marks(k *table) (out []string) {
	for c := range k.race.Cars() {
		out = append(out, k.Words.Mark(engine.Car(c+1)))
	}
	return out
}

// TB-22: any lap of qualifying, all laps of a car, or all that is left is driven by one line; own laps are rolled by hand between.
func TestQualifyingIsRunByTheLapByTheCarOrAtOnce(t *testing.T) {
	k := field(t, 5, "grid trial")
	at := func(car engine.Car, leg uint8) {
		t.Helper()
		if o := k.waiting(); o.Car != car || o.Leg != leg {
			t.Fatalf("car %d, lap %d is asked, want car %d, lap %d", o.Car, o.Leg, car, leg)
		}
	}
	at(1, 1)
	keys := func() (out []string) {
		for _, r := range k.runs() {
			out = append(out, r.Key+" "+r.Line)
		}
		return out
	}
	if got := fmt.Sprint(keys()); got != "[7 run lap 8 run car a run round]" {
		t.Fatalf("runs are %s", got)
	}
	k.do("run lap")
	at(1, 2)
	for k.waiting().Leg == 2 { // by hand
		o := k.waiting()
		if o.Form == engine.Roll {
			k.do(k.Words.Mark(o.Car) + " roll 3 3")
		} else {
			k.do(k.optionLine(o.Ask, k.race.Options(nil, o.Ask, engine.Offered)[0]))
		}
	}
	at(1, 3)
	k.do("run car")
	at(2, 1)
	if k.sheet.on || len(k.putback) > 0 {
		t.Fatalf("cars that qualify alone are moved along on the board: %q", k.toDo())
	}
	k.do("run round")
	if o := k.waiting(); o.Form == engine.Draw {
		k.do("draw")
	}
	if o := k.waiting(); o.Leg != 0 || k.race.Turn() != 1 || k.again().Position() != k.Position() {
		t.Fatalf("after qualifying %+v is asked in turn %d", o.Ask, k.race.Turn())
	}
	if n := strings.Count(k.text(), "timed ") + strings.Count(k.text(), "spoiled "); n != 15 {
		t.Fatalf("%d laps of 5 cars were timed, want 15", n)
	}
	k.verify()
}

// TB-22: cards are dealt evenly or by name in one line; with one seed they are dealt the same.
func TestCardsAreDealtInOneLine(t *testing.T) {
	deal := func(lines ...string) (*Plan, error) {
		p := NewPlan(games, tracks.Library{})
		for _, l := range append([]string{"game usac"}, lines...) {
			if err := p.Do(l); err != nil {
				return p, err
			}
		}
		return p, nil
	}
	hands := func(lines ...string) string {
		p, err := deal(lines...)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(p.cardsOf(), "; ")
	}
	count := func(s string) (n []int) {
		for _, h := range strings.Split(s, "; ") {
			_, c, _ := strings.Cut(h, ": ")
			n = append(n, len(strings.Fields(c)))
		}
		slices.Sort(n)
		return n
	}
	even := hands("seed 3", `deal 33 "Anna" "Ben" bot hard "Cleo"`)
	if got := fmt.Sprint(count(even)); got != "[8 8 8 9]" {
		t.Fatalf("33 cards for four: %s, %s", got, even)
	}
	if again := hands("seed 3", `deal 33 "Anna" "Ben" bot hard "Cleo"`); again != even {
		t.Fatalf("one seed dealt\n%s and\n%s", even, again)
	}
	if other := hands("seed 4", `deal 33 "Anna" "Ben" bot hard "Cleo"`); other == even {
		t.Fatal("two seeds dealt the same")
	}
	if got := hands(`deal "Anna" c03 c14 bot easy c07 c08`); got != "Anna has 2 cars: 3 14; Companion has 2 cars: 7 8" {
		t.Fatalf("by name: %s", got)
	}
	if got := hands("seed 3", `deal 33 Anna, Ben, bot hard, Cleo`); got != even {
		t.Fatalf("without quotes: %s, want %s", got, even)
	}
	p, _ := deal(`deal "Anna" c03 c14 bot easy c07`)
	if s := p.Setup(); s.Entries[0].Seat != s.Entries[2].Seat || s.Entries[0].Seat == s.Entries[1].Seat || s.Entries[2].Card != 13 || p.Cars[1].Bot != "easy" {
		t.Fatalf("entries %+v", s.Entries)
	}
	for line, want := range map[string]string{
		`deal 40 "Anna"`: "1 to 33", "deal": "to whom", "deal 3 c01": "names in quotes", `deal "Anna" c01 "Ben" c01`: "dealt twice",
		`deal 5 "Anna" c01`: "evenly, or", `deal "Anna" c01 "Ben"`: "Ben is dealt no card", `deal "Anna" c01 c40`: "c01 to c33",
	} {
		if _, err := deal(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q in it", line, err, want)
		}
	}
	pit := NewPlan(games, tracks.Library{})
	if err := pit.Do(`deal 6 "Anna"`); err == nil || !strings.Contains(err.Error(), "enter") {
		t.Errorf("cards are dealt in a game without: %v", err)
	}
}

// TB-22: where the table wants it, a car with one sensible end drives there by itself as soon as its dice have come; one with two is asked.
func TestAnUndisturbedCarDrivesByItself(t *testing.T) {
	synctest.Test(t, undisturbed)
}

func undisturbed(t *testing.T) {
	e := serve(t, t.TempDir())
	defer e.kill()
	e.say("game usac", `deal 12 "Anna" "Ben"`, "option alone run", "grid lot", "start")
	asked, drove := 0, 0
	for range 60 {
		s := e.Snapshot()
		if i := slices.IndexFunc(s.Asks, func(a view.Ask) bool { return a.Waits }); s.Asks[i].Form == "roll" {
			e.say(s.Asks[i].Line + " 3 4")
			if strings.HasPrefix(e.last(), "pi: ") {
				drove++
			}
		} else {
			if len(s.Asks[i].Options) < 2 {
				t.Fatalf("%s is asked for %v", s.Asks[i].Who, s.Asks[i].Options)
			}
			asked++
			e.say(s.Asks[i].Options[0].Line)
		}
	}
	if asked == 0 || drove == 0 {
		t.Fatalf("%d asked, %d drove by themselves", asked, drove)
	}
	e.say("alone ask")
	for range 20 {
		s := e.Snapshot()
		i := slices.IndexFunc(s.Asks, func(a view.Ask) bool { return a.Waits })
		if s.Asks[i].Form == "move" && len(s.Asks[i].Options) == 1 {
			return
		}
		if s.Asks[i].Form == "roll" {
			e.say(s.Asks[i].Line + " 3 4")
		} else {
			e.say(s.Asks[i].Options[0].Line)
		}
	}
	t.Fatal("every car drives by itself although the table wants to be asked")
}
