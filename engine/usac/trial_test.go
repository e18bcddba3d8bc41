package usac

import (
	"slices"
	"testing"

	"boxstop/engine"
)

func qualifies(t *testing.T, box *engine.Box, cars int, options ...string) *table {
	t.Helper()
	set := make([]int, len(aboutGame.Options))
	for i, o := range aboutGame.Options {
		for _, name := range options {
			if v := slices.Index(o.Values, name); v > 0 {
				set[i] = v
			}
		}
	}
	started, err := New().Start(engine.Setup{Board: ovals()["small-ring"], Box: box, Entries: entries(cars), Miles: 100, Grid: engine.ByRoll, Options: set})
	if err != nil {
		t.Fatal(err)
	}
	for i := range cars {
		started.(*Race).s.car[i].card = c14
	}
	return &table{t, started.(*Race)}
}

// lap drives a qualifying lap of the mover with rolls of one sum, as far as they go.
func (tb *table) lap(x, y uint8) {
	tb.Helper()
	me := tb.r.s.mover
	was := tb.r.s.car[me-1].laps
	for tb.r.s.trial != 0 && tb.r.s.mover == me && tb.r.s.car[me-1].laps == was {
		asks := tb.r.Asks(nil)
		if a := asks[len(asks)-1]; a.Form == engine.Roll {
			tb.rolls(x, y)
		} else {
			tb.does(engine.AnswerWith(a, tb.r.Options(nil, a, engine.Legal)[0]))
		}
	}
}

// US-2: each car alone, three laps from the line; the best of three counts, then the spaces beyond the line, then the second-best lap.
func TestQualifying(t *testing.T) {
	tb := qualifies(t, theBox(), 3)
	if asks := tb.r.Asks(nil); len(asks) != 1 || asks[0].What != wRoll || tb.where(1) != "5.1.12" || tb.r.s.car[1].space != 0 {
		t.Fatalf("%+v in %s", asks, tb.r.Position(nil))
	}
	tb.refuses(engine.Answer{What: wMode, Car: 1, Value: 1}, xModeTrial, us2)
	tb.lap(1, 1) // 17: two rolls for 33 spaces, one beyond the line
	tb.lap(3, 3) // 14: three
	tb.lap(3, 3)
	if c := &tb.r.s.car[0]; c.best != 2 || c.second != 3 || c.laps != 3 {
		t.Errorf("%+v", c)
	}
	for range 3 {
		tb.lap(3, 3)
	}
	tb.lap(1, 1)
	tb.lap(1, 1)
	tb.lap(3, 3)
	if tb.r.s.trial != 0 || tb.r.s.step != sRoll {
		t.Fatalf("%s", tb.r.Position(nil))
	}
	for c, want := range map[engine.Car]int64{3: 1, 1: 2, 2: 3} {
		if got := tb.r.s.car[c-1].rank; got != want {
			t.Errorf("car %d rolls as number %d, want %d", c, got, want)
		}
	}
	if tb.where(3) != "5.1.12" || tb.where(1) != "5.2.12" || tb.r.s.car[0].lap != 0 {
		t.Errorf("%s", tb.r.Position(nil))
	}
}

// US-2: trouble applies: turns lost count as rolls, the rolls for columns do not; who retires loses that lap only; a yellow flag is ignored.
func TestTroubleInQualifying(t *testing.T) {
	tb := qualifies(t, theBox(), 1)
	tb.rolls(6, 6) // TB
	tb.rolls(1, 1) // number 2: retire, and a yellow flag
	if c := &tb.r.s.car[0]; c.laps != 1 || c.best != 0 || c.status != running || tb.r.s.yellow != 0 || tb.where(1) != "5.1.12" {
		t.Errorf("%s", tb.r.Position(nil))
	}
	tb.rolls(6, 6) // TB
	tb.rolls(1, 2) // number 3: three turns
	if got := tb.r.s.car[0].rolls; got != 3 {
		t.Errorf("%d rolls, want 3", got)
	}
	tb.rolls(6, 6) // TB
	tb.rolls(4, 6) // number 10 of column B: power 10 and a flag
	if got := tb.r.s.car[0].rolls; got != 4 || tb.r.s.yellow != 0 {
		t.Errorf("%d rolls, want 4", got)
	}
	tb = qualifies(t, theBox(), 1)
	tb.rolls(6, 6)
	tb.rolls(5, 4) // number 8 of column B stands one turn
	tb.rolls(6, 6)
	tb.rolls(4, 5)
	if got := tb.r.s.car[0].rolls; got != 2 {
		t.Errorf("%d rolls, want 2", got)
	}
}

// US-2: turns in the pits count as rolls, and nobody goes there by choice; in the free mode a driver says how he drives.
func TestPitsAndModesInQualifying(t *testing.T) {
	tb := qualifies(t, wildBox(), 1, "free")
	if asks := tb.r.Asks(nil); len(asks) != 2 || asks[0].What != wMode {
		t.Fatalf("%+v", asks)
	}
	tb.says(colAccelerate)
	tb.rolls(1, 1) // TA
	tb.rolls(4, 5) // number 7: a stop at the next entry
	if tb.r.s.car[0].forced != toCount {
		t.Fatalf("%s", tb.r.Position(nil))
	}
	tb.says(colAccelerate)
	tb.rolls(1, 1)
	tb.rolls(5, 5) // number 9: a stop at once
	if tb.r.s.step != sPitRoll {
		t.Fatalf("%s", tb.r.Position(nil))
	}
	tb.rolls(5, 5) // number 5: six turns
	if c := &tb.r.s.car[0]; c.rolls != 7 || c.clock != 1 || tb.r.s.step != sRoll || c.stops != 0 {
		t.Errorf("%d rolls, want 2 and 5 turns more: %s", c.rolls, tb.r.Position(nil))
	}
	for _, o := range []struct {
		clock string
		waits int64
		rolls int64
	}{{"not-in-the-round-of-arrival", 0, 6}, {"from-the-round-of-arrival", 0, 5}, {"not-in-the-round-of-arrival", 8, 9}} {
		tb = qualifies(t, theBox(), 1, o.clock)
		tb.rolls(6, 6) // TB
		tb.rolls(1, 1)
		tb.rolls(6, 6)
		tb.r.s.car[0].waits = o.waits // what a trouble of several kinds says besides
		tb.r.s.step = sPitRoll
		tb.rolls(5, 5)
		if got := tb.r.s.car[0].rolls; got != o.rolls {
			t.Errorf("six turns in the pits, %+v: %d rolls", o, got)
		}
	}
	x := at("small-ring", "4.1.3", 1)
	tb = place(t, "small-ring", x)
	tb.r.s.trial, tb.r.s.mover = 1, 1
	tb.points(9)
	tb.refuses(path(1, "aa+"), xPitTrial, us2)
}

// US-2: cars that are level in everything draw lots; the times of the owner's score sheet can stand in place of rolls.
func TestLevelCarsDrawLots(t *testing.T) {
	tb := qualifies(t, theBox(), 3)
	for range 2 {
		tb.lap(1, 1)
		tb.lap(3, 3)
		tb.lap(3, 3)
	}
	for range 3 {
		tb.lap(3, 3)
	}
	if tb.r.s.step != sDraw {
		t.Fatalf("%s", tb.r.Position(nil))
	}
	tb.refuses(engine.Answer{What: wDraw, Order: []engine.Car{1, 2}}, xDraw, us2)
	tb.does(engine.Answer{What: wDraw, Order: []engine.Car{3, 2, 1}})
	for c, want := range map[engine.Car]int64{2: 1, 1: 2, 3: 3} {
		if got := tb.r.s.car[c-1].rank; got != want {
			t.Errorf("car %d rolls as number %d, want %d", c, got, want)
		}
	}
	k := tb.r.k
	for rolls, want := range map[int64]int64{1: 217, 4: 217, 5: 204, 10: 130, 12: 130, 40: 0} {
		if got := k.speed(rolls); got != want {
			t.Errorf("%d rolls: %d mph, want %d", rolls, got, want)
		}
	}
	tb = qualifies(t, theBox(), 1, "miles-per-hour")
	if s := &tb.r.s; !tb.r.slower(s, 6, 0, 5, 0) || tb.r.slower(s, 5, 0, 6, 0) || tb.r.slower(s, 10, 0, 11, 0) {
		t.Error("by miles per hour a lap of six rolls is no slower than one of five")
	}
}

// US-25: the qualifying sheet.
func TestTheQualifyingSheet(t *testing.T) {
	tb := qualifies(t, theBox(), 1)
	var es []engine.Event
	es = append(es, tb.rolls(6, 6)...)
	es = append(es, tb.rolls(1, 1)...)
	for tb.r.s.trial != 0 {
		asks := tb.r.Asks(nil)
		a := asks[len(asks)-1]
		if a.Form == engine.Roll {
			es = append(es, tb.rolls(1, 1)...)
		} else {
			es = append(es, tb.does(engine.AnswerWith(a, tb.r.Options(nil, a, engine.Legal)[0]))...)
		}
	}
	sheets := New().Sheets(engine.Setup{Entries: entries(1), Grid: engine.ByRoll}, es)
	if got, want := sheets[1].Rows[0], []string{"1", "Driver", "-", "2", "2", "2", "1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := sheets[0].Rows[0]; got[2] != "" || got[3] != "0" {
		t.Errorf("laps of qualifying stand on the lap record: %q", got)
	}
}

// US-1: miles become laps of 20, up or down; who can start, and with which cards.
func TestDistancesAndFields(t *testing.T) {
	b := ovals()["practice-oval"]
	for _, x := range []struct{ miles, rounding, laps int }{{250, 0, 13}, {150, 0, 8}, {100, 0, 5}, {250, 1, 12}, {150, 1, 7}, {500, 1, 25}} {
		started, err := New().Start(engine.Setup{Board: b, Box: theBox(), Entries: entries(1), Miles: x.miles, Options: []int{x.rounding}})
		if err != nil {
			t.Fatal(err)
		}
		if got := started.(*Race).s.laps; got != int64(x.laps) {
			t.Errorf("%d miles, rounding %d: %d laps, want %d", x.miles, x.rounding, got, x.laps)
		}
	}
	twins := entries(2)
	twins[1].Card, twins[1].Seat = 0, 1
	for _, x := range []struct {
		name string
		s    engine.Setup
		ok   bool
	}{
		{"two cars of one driver on copies of one card", engine.Setup{Entries: twins}, true},
		{"laps", engine.Setup{Entries: entries(1), Laps: 3}, true},
		{"nobody", engine.Setup{}, false},
		{"34 cars", engine.Setup{Entries: entries(maxCars + 1)}, false},
		{"15 miles, rounded down", engine.Setup{Entries: entries(1), Miles: 15, Options: []int{1}}, false},
		{"a card that is not there", engine.Setup{Entries: []engine.Entry{{Card: 33}}}, false},
		{"no such option", engine.Setup{Entries: entries(1), Options: []int{7}}, false},
		{"two on one place", engine.Setup{Entries: []engine.Entry{{Place: 1}, {Place: 1}}}, false},
	} {
		x.s.Board, x.s.Box = b, theBox()
		if _, err := New().Start(x.s); (err == nil) != x.ok {
			t.Errorf("%s: %v", x.name, err)
		}
	}
}
