package usac

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"boxstop/engine"
)

// US-23: when the leader completes the distance the round is finished; furthest ahead wins, level the inside lane; cars move their full
// distance beyond the line.
func TestTheRoundIsFinishedBehindTheFlag(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.12", 5), at(b, "5.2.11", 5), at(b, "5.1.9", 5)).green()
	if es := tb.points(2).drives("aa"); !has(es, kChequered) || tb.r.s.step == sOver {
		t.Fatalf("%q", tb.say(es))
	}
	tb.mover(2)
	tb.points(5).drives("aaaaa")
	tb.mover(3)
	es := tb.points(5).drives("aaa")
	if tb.r.s.step != sOver {
		t.Fatalf("%s", tb.r.Position(nil))
	}
	var got []engine.Car
	for _, st := range tb.r.Stands(nil) {
		got = append(got, st.Car)
	}
	if want := []engine.Car{2, 1, 3}; !slices.Equal(got, want) { // the second one drove further beyond the line
		t.Errorf("%v, want %v: %q", got, want, tb.say(es))
	}
	tb.refuses(engine.Answer{What: wRoll, Car: 1, Faces: [12]uint8{1, 1}}, xOver, us23)
}

// US-23: level, the inside lane wins.
func TestLevelCarsTheInsideOneWins(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "1.2.2", 6), at(b, "1.1.2", 6), at(b, "1.3.2", 6))
	d := tb.r.open(nil)
	tb.r.roundEnds(d)
	tb.r.s = d.S
	if st := tb.r.Stands(nil); st[0].Car != 2 || st[1].Car != 1 || st[2].Car != 3 || st[0].State != engine.Finished {
		t.Errorf("%+v", st)
	}
}

// US-13, US-23: a car that completes the distance without its stops brings out no flag and leaves when the round is over; it is classified
// behind all that made theirs, or disqualified.
func TestStopsThatAreMissing(t *testing.T) {
	const b = "small-ring"
	for _, missing := range []int64{0, 1} {
		late := at(b, "5.1.12", 5)
		late.stops = 1
		tb := place(t, b, late, at(b, "4.1.1", 5)).green()
		tb.r.s.missing = missing
		if es := tb.points(3).drives("aaa"); has(es, kChequered) {
			t.Errorf("%q", tb.say(es))
		}
		es := tb.points(1).drives("a")
		if !has(es, kMissing) || tb.r.s.car[0].space != 0 || tb.r.s.step == sOver {
			t.Fatalf("%q: %s", tb.say(es), tb.r.Position(nil))
		}
		for tb.r.s.step != sOver {
			tb.one()
		}
		st := tb.r.Stands(nil)
		if st[0].Car != 2 || st[1].Remark != []engine.Remark{rMissing, rDisqualified}[missing] {
			t.Errorf("%+v", st)
		}
	}
	// the only one left: the race goes on until no car runs
	late := at(b, "5.1.12", 5)
	late.stops = 1
	tb := place(t, b, late).green()
	tb.points(3).drives("aaa")
	if tb.r.s.step != sOver || tb.r.s.car[0].status != finished {
		t.Errorf("%s", tb.r.Position(nil))
	}
}

// US-20, US-23: retired cars are classified behind, by distance. A driver may give up (TB-11).
func TestRetiredCarsAreClassifiedByDistance(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.9", 3), at(b, "5.1.7", 4), at(b, "5.1.5", 1)).green()
	tb.does(engine.Answer{What: wRetires, Car: 1})
	tb.does(engine.Answer{What: wRetires, Car: 2})
	if st := tb.r.Stands(nil); st[0].Car != 3 || st[1].Car != 2 || st[2].Car != 1 || st[1].Remark != rGaveUp {
		t.Errorf("%+v", st)
	}
	tb.refuses(engine.Answer{What: wRetires, Car: 1}, xRetired, us20)
	tb.does(engine.Answer{What: wRetires, Car: 3})
	if tb.r.s.step != sOver || len(tb.r.Asks(nil)) != 0 {
		t.Errorf("%s", tb.r.Position(nil))
	}
}

// US-25: the lap record sheet: laps driven, laps credited, stops; it follows answers that stand, whatever was undone.
func TestTheLapRecordSheet(t *testing.T) {
	const b = "small-ring"
	c := at(b, "5.1.12", 2)
	c.stops = 1
	tb := place(t, b, c, at(b, "5.1.1", 1)).green()
	var es []engine.Event
	es = append(es, tb.points(1).drives("a")...)
	es = append(es, engine.Event{Kind: kCredit, Field: fLap, Car: 1, Was: 3, Is: 5}, engine.Event{Kind: kServed, Field: fStops, Car: 1, Was: 1})
	s := engine.Setup{Entries: []engine.Entry{{Mark: "14", Name: "Dev"}, {Mark: "7", Name: "Karl"}}}
	sheet := New().Sheets(s, es)[0]
	if got, want := sheet.Rows[0], []string{"14", "Dev", "xxyy", "4", "x", ""}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := New().Sheets(s, es[:len(es)-2])[0].Rows[0]; !slices.Equal(got, []string{"14", "Dev", "xx", "2", "", ""}) {
		t.Errorf("%q", got)
	}
	// a whole race: laps on the sheet are laps of the race
	var all []engine.Event
	set := engine.Setup{Board: ovals()["practice-oval"], Box: theBox(), Entries: entries(12), Miles: 260, Grid: engine.ByRoll}
	r := play(t, set, 3, func(_ *Race, evs []engine.Event) { all = append(all, evs...) })
	for i, row := range New().Sheets(set, all)[0].Rows {
		c := &r.s.car[i]
		n := strconv.Itoa(max(0, int(c.lap)-1))
		if strconv.Itoa(len(strings.ReplaceAll(row[2], " ", ""))) != n || row[3] != n || len(row[4]) != 2-int(c.stops) {
			t.Errorf("car %d: %q; it has driven %s laps and owes %d of 2 stops", i+1, row, n, c.stops)
		}
	}
	if got, want := inFives([]byte("xxxxxyyyyyx")), "xxxxx yyyyy x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The championship is ours: points by place, the last result between level drivers.
func TestASeasonAddsPointsUp(t *testing.T) {
	s := engine.Setup{Entries: []engine.Entry{{Name: "Ann"}, {Name: "Bob"}, {Name: "Cy"}}}
	st := func(cars ...engine.Car) (out []engine.Stand) {
		for i, c := range cars {
			out = append(out, engine.Stand{Car: c, Place: i + 1, State: engine.Finished})
		}
		return out
	}
	got := New().Season([]engine.Result{{Setup: s, Stands: st(1, 2, 3)}, {Setup: s, Stands: st(2, 1, 3)}})
	if got.Table[0].Who != "Bob" || got.Table[0].Points != 15 || got.Table[1].Who != "Ann" || got.Table[2].Points != 8 {
		t.Errorf("%+v", got.Table)
	}
}
