package usac

import (
	"slices"
	"testing"

	"boxstop/engine"
)

// US-7, the worked examples: normal, 4 and 2 is up to 14; accelerate, 6 is up to 15; accelerate, 12 is trouble, and 8 on column A number 6:
// at most 5 spaces this turn.
func TestTheWorkedExamplesOfTheDriverCard(t *testing.T) {
	const b = "practice-oval"
	for _, x := range []struct {
		name  string
		mode  int64
		dice  [][2]uint8
		spoke []string
		up    int64
	}{
		{"normal 4 2", colNormal, [][2]uint8{{4, 2}}, []string{"1 sum 6: up to 14 (US-7)"}, 14},
		{"accelerate 3 3", colAccelerate, [][2]uint8{{3, 3}}, []string{"1 sum 6: up to 15 (US-7)"}, 15},
		{"decelerate 3 3", colDecelerate, [][2]uint8{{3, 3}}, []string{"1 sum 6: up to 13 (US-7)"}, 13},
		{
			"accelerate 6 6, then 5 3", colAccelerate,
			[][2]uint8{{6, 6}, {5, 3}},
			[]string{"1 sum 12, accelerate: trouble A, roll again (US-7)", "1 trouble 6: loses power, at most 5 (US-19)"},
			5,
		},
	} {
		t.Run(x.name, func(t *testing.T) {
			tb := place(t, b, at(b, "5.1.1", 2)).green()
			if x.mode != colNormal {
				tb.says(x.mode)
			}
			var said []string
			for _, d := range x.dice {
				said = append(said, tb.say(tb.rolls(d[0], d[1]))...)
			}
			if !slices.Equal(said, x.spoke) {
				t.Errorf("got %q, want %q", said, x.spoke)
			}
			if got := tb.r.s.car[0].points; got != x.up || tb.r.s.step != sMove {
				t.Errorf("up to %d, want %d", got, x.up)
			}
		})
	}
}

// US-6, TB-7: the roll closes the mode; unsaid is normal, and it is said once.
func TestUnsaidMeansNormal(t *testing.T) {
	const b = "practice-oval"
	tb := place(t, b, at(b, "5.1.1", 2)).green()
	asks := tb.r.Asks(nil)
	if len(asks) != 2 || asks[0].What != wMode || asks[0].Waits || asks[0].Unsaid != colNormal || !asks[1].Waits || asks[1].Dice != 2 {
		t.Fatalf("%+v", asks)
	}
	tb.says(colDecelerate)
	if asks := tb.r.Asks(nil); len(asks) != 1 || asks[0].What != wRoll {
		t.Errorf("%+v", asks)
	}
	tb.refuses(engine.Answer{What: wMode, Car: 1, Value: 1}, xModeSaid, us6)
	tb.rolls(1, 1)
	if got := tb.r.s.car[0].points; got != 15 {
		t.Errorf("decelerate 2: up to %d, want 15", got)
	}
	tb = place(t, b, at(b, "5.1.1", 2)).green()
	tb.refuses(engine.Answer{What: wMode, Car: 1, Value: 3}, xValue, us6)
	tb.refuses(engine.Answer{What: wRoll, Car: 1, Faces: [12]uint8{1}}, xDice, us7)
	tb.refuses(engine.Answer{What: wRoll, Car: 1, Faces: [12]uint8{1, 7}}, xFace, us7)
	if tb.rolls(1, 1); tb.r.s.car[0].points != 17 || tb.r.s.car[0].said != 1 {
		t.Errorf("normal 2: up to %d, want 17", tb.r.s.car[0].points)
	}
}

// troubled puts one car before others in trouble with an entry of a table that does what it says, and reads that entry.
func troubled(t *testing.T, effects string, cars ...car) *table {
	t.Helper()
	x := *theBox()
	x.Tables = map[string]*engine.Table{}
	for n, t := range theBox().Tables {
		x.Tables[n] = t
	}
	x.Tables["trouble"] = &engine.Table{Columns: []string{"number", "effects", "text"}, Rows: slices.Concat(theBox().Tables["trouble"].Rows, [][]string{{"20", effects, "x"}})}
	tb := placeIn(t, "small-ring", &x, cars...).green()
	tb.r.s.step = sTrouble
	tb.r.s.car[tb.r.s.mover-1].column = 1
	d := tb.r.open(nil)
	tb.r.suffers(d, engine.Car(tb.r.s.mover), 20)
	tb.r.s = d.S
	return tb
}

// US-19: what each kind of trouble does.
func TestEveryKindOfTrouble(t *testing.T) {
	const b = "small-ring"
	one, two := at(b, "5.1.6", 2), at(b, "5.1.1", 2)
	t.Run("lose power", func(t *testing.T) {
		tb := troubled(t, "power 2", one, two)
		tb.refuses(path(1, "aaa"), xFar, us8)
		tb.drives("aa")
		tb.mover(2)
	})
	t.Run("stop three turns, this one included", func(t *testing.T) {
		tb := troubled(t, "stop 3", one, two)
		tb.mover(2)
		for range 2 {
			tb.round()
			if tb.r.s.mover != 2 {
				t.Errorf("round %d: car %d moves", tb.r.s.turn, tb.r.s.mover)
			}
		}
		tb.round()
		tb.mover(1)
		if tb.r.s.turn != 6 || tb.where(1) != "5.1.6" {
			t.Errorf("it drives in round %d, want 6", tb.r.s.turn)
		}
	})
	t.Run("pits at once: on the next entry ahead, the line on the way marked", func(t *testing.T) {
		tb := troubled(t, "pit uncounted now", one, two)
		c := &tb.r.s.car[0]
		if tb.r.s.step != sPitRoll || c.space != 0 || c.entry == 0 || c.lap != 3 || tb.r.s.counts != 0 {
			t.Errorf("%s", tb.r.Position(nil))
		}
	})
	t.Run("pits at the next entry: it must, once it can", func(t *testing.T) {
		tb := troubled(t, "pit counted next; power 3", at(b, "3.1.8", 2), at(b, "1.1.1", 2))
		tb.drives("aa") // no entry is in reach
		tb.round()
		tb.mover(1)
		tb.points(6)
		tb.wantEnds(engine.Legal, "pit by 5.1.4")
		tb.refuses(path(1, "aaaaaa"), xMustPit, us19)
		tb.drives("aaa+")
		if tb.r.s.step != sPitRoll || tb.r.s.counts != 1 {
			t.Errorf("%s", tb.r.Position(nil))
		}
	})
	t.Run("rear of the field: behind the last of its lap, in its lane, never forward", func(t *testing.T) {
		tb := troubled(t, "rear", one, two, at(b, "5.2.2", 2), at(b, "1.1.1", 1))
		if got := tb.where(1); got != "4.1.3" {
			t.Errorf("it stands on %s, want 4.1.3: 5.1.1 is taken", got)
		}
		tb = troubled(t, "rear", at(b, "5.1.6", 2), at(b, "5.2.2", 1))
		if got := tb.where(1); got != "5.1.6" {
			t.Errorf("alone in its lap it stands on %s, want 5.1.6", got)
		}
	})
	t.Run("by hand: the director settles it", func(t *testing.T) {
		tb := troubled(t, "hand; power 2", one, two)
		if asks := tb.r.Asks(nil); len(asks) != 1 || asks[0].What != wSettle || asks[0].Seat != 0 {
			t.Fatalf("%+v", asks)
		}
		tb.refuses(engine.Answer{What: wSettle, Car: 1}, xValue, us19)
		tb.does(engine.Answer{What: wSettle, Car: 1, Value: 1})
		if tb.r.s.step != sMove {
			t.Errorf("%s", tb.r.Position(nil))
		}
	})
	t.Run("retire: it leaves the board at the end of the round (US-20)", func(t *testing.T) {
		tb := troubled(t, "retire", one, two)
		tb.mover(2)
		if tb.where(1) != "5.1.6" || tb.r.s.car[0].status != out {
			t.Errorf("%s", tb.r.Position(nil))
		}
		tb.points(6)
		tb.refuses(path(2, "aaaaa"), xTaken, us9)
		tb.drives("a")
		if tb.r.s.turn != 4 || tb.r.s.car[0].space != 0 {
			t.Errorf("it stands there in round %d", tb.r.s.turn)
		}
	})
	t.Run("none", func(t *testing.T) { troubled(t, "none", one, two).mover(2) })
}

// US-20: a cell that refers to the other column is followed once.
func TestASecondColumnIsFollowedOnce(t *testing.T) {
	const b = "small-ring"
	tb := placeIn(t, b, wildBox(), at(b, "5.1.6", 2), at(b, "5.1.1", 2)).green()
	tb.rolls(1, 1) // TB
	tb.rolls(1, 2) // TA in column B
	if tb.r.s.car[0].column != 1 || tb.r.s.followed != 1 {
		t.Fatalf("%s", tb.r.Position(nil))
	}
	if es := tb.rolls(1, 4); !has(es, kNothing) { // TB in column A
		t.Errorf("%v", tb.say(es))
	}
	tb.mover(2)
}
