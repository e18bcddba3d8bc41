package usac

import (
	"testing"

	"boxstop/engine"
)

func (tb *table) rules(set ...engine.Setting) []engine.Event {
	tb.Helper()
	return tb.does(engine.Answer{Set: set, Reason: "a test"})
}

func (tb *table) space(t string) int64 {
	s, ok := tb.r.k.board.ParseSpace(t)
	if !ok {
		tb.Fatal(t)
	}
	return int64(s)
}

// US-26, TB-10: a ruling sets several cars at once, all or none; two change places; it is refused where two would share a space.
func TestARulingIsAllOrNone(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.5", 2), at(b, "5.1.1", 2)).green()
	tb.rules(engine.Setting{Field: fSpace, Car: 1, Is: tb.space("5.1.1")}, engine.Setting{Field: fSpace, Car: 2, Is: tb.space("5.1.5")})
	if tb.where(1) != "5.1.1" || tb.where(2) != "5.1.5" {
		t.Errorf("%s", tb.r.Position(nil))
	}
	tb.refuses(engine.Answer{Set: []engine.Setting{{Field: fSpace, Car: 1, Is: tb.space("5.1.5")}, {Field: fLap, Car: 1, Is: 3}}}, xFull, us9)
	tb.refuses(engine.Answer{Set: []engine.Setting{{Field: fStops, Car: 1, Is: 10}}}, xRuled, us26)
	tb.rules(engine.Setting{Field: fPasses, Is: 1})
	if tb.r.s.passes != 1 {
		t.Error("the table option did not change")
	}
}

// US-26: what is in progress for a car that a ruling touches ends; what was declared stays; others go on.
func TestARulingEndsWhatIsInProgress(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.5", 2), at(b, "5.1.1", 2)).green()
	tb.says(colAccelerate)
	tb.rules(engine.Setting{Field: fSpace, Car: 1, Is: tb.space("5.2.5")})
	if tb.r.s.car[0].mode() != colAccelerate || tb.r.s.step != sRoll {
		t.Errorf("%s", tb.r.Position(nil))
	}
	tb.rolls(1, 2)
	tb.rules(engine.Setting{Field: fSpace, Car: 2, Is: tb.space("5.1.2")})
	if tb.r.s.step != sMove || tb.r.s.mover != 1 {
		t.Errorf("%s", tb.r.Position(nil))
	}
	tb.rules(engine.Setting{Field: fSpace, Car: 1, Is: tb.space("5.2.9")})
	tb.mover(2)
}

// US-16, US-26: a ruling puts a car on a pit space, or back onto the track.
func TestARulingPutsACarOnThePitClock(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "4.1.2", 2), at(b, "3.1.1", 2)).green()
	tb.rules(engine.Setting{Field: fClock, Car: 1, Is: 3})
	c := &tb.r.s.car[0]
	if c.space != 0 || c.clock != 3 || c.entry != tb.space("5.1.2") {
		t.Errorf("%s", tb.r.Position(nil))
	}
	tb.mover(2)
	tb.rules(engine.Setting{Field: fSpace, Car: 1, Is: tb.space("5.1.9")})
	if c.space == 0 || c.clock != 0 || c.entry != 0 {
		t.Errorf("%s", tb.r.Position(nil))
	}
	tb.refuses(engine.Answer{Set: []engine.Setting{{Field: fSpace, Car: 1, Is: 0}, {Field: fStatus, Car: 1, Is: running}, {Field: fStatus, Car: 2, Is: 9}}}, xRuled, us26)
}

// US-26: a car that is out comes back by a ruling, and one is taken off by one.
func TestARulingTakesCarsOffAndBringsThemBack(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.5", 2), at(b, "5.1.1", 2)).green()
	tb.rules(engine.Setting{Field: fStatus, Car: 1, Is: out})
	tb.mover(2)
	if c := &tb.r.s.car[0]; c.space != 0 || c.cause != byRuling || c.where != tb.space("5.1.5") {
		t.Errorf("%s", tb.r.Position(nil))
	}
	tb.rules(engine.Setting{Field: fStatus, Car: 1, Is: running})
	if tb.where(1) != "5.1.5" || tb.r.s.car[0].where != 0 {
		t.Errorf("%s", tb.r.Position(nil))
	}
	tb.rules(engine.Setting{Field: fStatus, Car: 1, Is: out}, engine.Setting{Field: fStatus, Car: 2, Is: out})
	if tb.r.s.step != sOver {
		t.Errorf("%s", tb.r.Position(nil))
	}
	tb.rules(engine.Setting{Field: fSpace, Car: 2, Is: tb.space("5.1.5")})
	tb.mover(2)
}

// TB-16: a latecomer joins behind the last car, in its lap, with all stops to make, and moves last.
func TestALatecomerJoins(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.5", 3), at(b, "5.2.2", 2)).green()
	tb.r.s.miles = 250
	tb.does(engine.Answer{Join: true, Car: 3, Set: []engine.Setting{{Field: fCard, Car: 3, Is: 5}}})
	if c := &tb.r.s.car[2]; tb.where(3) != "5.1.1" || c.lap != 2 || c.stops != 2 || c.card != 5 || c.rank != 3 {
		t.Errorf("%s", tb.r.Position(nil))
	}
	tb.refuses(engine.Answer{Join: true, Car: 7}, xJoinNumber, us1)
	tb.r.s.cars = maxCars
	tb.refuses(engine.Answer{Join: true, Car: maxCars + 1}, xJoinCars, us1)
}

// US-21, TB-3: after a yellow flag the list of what people move is the whole field, in an order in which no space is needed twice.
func TestAYellowFlagIsAListOfMoves(t *testing.T) {
	const b = "practice-oval"
	tb := place(t, b, at(b, "5.2.9", 3), at(b, "5.1.9", 3), at(b, "5.3.8", 3), at(b, "5.1.8", 3))
	tb.r.s.laps, tb.r.s.yellow = 20, 2
	was := engine.PictureOf(tb.r)
	d := tb.r.open(nil)
	tb.r.roundEnds(d)
	tb.r.s = d.S
	hands := engine.PutBack(nil, tb.r.k.board, &aboutGame, was, engine.PictureOf(tb.r))
	on := map[engine.Space]engine.Car{}
	for _, st := range was.Stands {
		on[st.Spaces[0]] = st.Car
	}
	for _, h := range hands {
		delete(on, h.From)
		if h.Do == engine.PutCar {
			if o := on[h.To]; o != 0 {
				t.Errorf("car %d is put where %d stands", h.Car, o)
			}
			on[h.To] = h.Car
		}
	}
	for c := engine.Car(1); c <= 4; c++ {
		if on[engine.Space(tb.r.s.car[c-1].space)] != c {
			t.Errorf("car %d is not on %s: %+v", c, tb.where(c), hands)
		}
	}
}

// US-4, US-26: a ruling sets who rolls before whom.
func TestARulingSetsTheOrder(t *testing.T) {
	const b = "small-ring"
	tb := place(t, b, at(b, "5.1.9", 2), at(b, "5.1.5", 2), at(b, "5.1.1", 2)).green()
	tb.rules(engine.Setting{Field: fRank, Car: 3, Is: 1})
	tb.mover(3)
	for c, want := range map[int]int64{1: 2, 2: 3, 3: 1} {
		if got := tb.r.s.car[c-1].rank; got != want {
			t.Errorf("car %d rolls as number %d, want %d", c, got, want)
		}
	}
}
