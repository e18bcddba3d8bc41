package usac

import (
	"slices"
	"testing"

	"boxstop/engine"
)

// TB-16: a bot answers every ask with something that is allowed; the hard ones come home before the medium ones, those before the easy ones.
func TestBotsAreOfThreeStrengths(t *testing.T) {
	b := ovals()["practice-oval"]
	var sum, ran [3]float64
	for luck := range uint64(30) {
		es := entries(12)
		for i := range es {
			es[i].Card = c14 // all drive alike
			es[i].Place = (i+int(luck))%12 + 1
		}
		r := play(t, engine.Setup{Board: b, Box: theBox(), Entries: es, Miles: 160}, luck, nil)
		for _, st := range r.Stands(nil) {
			level := int(st.Car-1) % 3
			sum[level] += float64(st.Place)
			ran[level]++
		}
	}
	var mean [3]float64
	for i := range sum {
		mean[i] = sum[i] / ran[i]
	}
	if !slices.IsSortedFunc(mean[:], func(a, b float64) int { return int(100 * (b - a)) }) || mean[easy] < mean[best]+1 {
		t.Errorf("mean places: easy %.2f, medium %.2f, hard %.2f", mean[easy], mean[medium], mean[best])
	}
	t.Logf("mean places: easy %.2f, medium %.2f, hard %.2f", mean[easy], mean[medium], mean[best])
	if New().Bot("champion") != nil {
		t.Error("there is a bot of a level that is not listed")
	}
}

// TB-22: another lane is worth a thought behind a car that will not have driven on before this one moves again: it was lapped, or it stands.
// One that is ahead in the race rolls first, and is gone.
func TestOnlyCarsThatStayAreInTheWay(t *testing.T) {
	const b = "small-ring"
	for _, c := range []struct {
		lap, waits int64
		ends       int
	}{{lap: 2, ends: 1}, {lap: 3, ends: 1}, {lap: 1, ends: 2}, {lap: 2, waits: 2, ends: 2}} {
		ahead := at(b, "5.1.8", c.lap)
		ahead.waits = c.waits
		tb := place(t, b, at(b, "5.1.4", 2), ahead).green()
		tb.r.s.mover = 1
		tb.points(3)
		if got := tb.r.offered(nil, &tb.r.s, 1); len(got) != c.ends {
			t.Errorf("behind a car in lap %d that stands %d turns there are %d sensible ends, want %d", c.lap, c.waits, len(got), c.ends)
		}
	}
}

// TB-22: most moves of a field that has spread have one sensible end, and run by themselves.
func TestUndisturbedCarsHaveOneSensibleEnd(t *testing.T) {
	moves, alone, most, flags := 0, 0, 0, 0
	play(t, engine.Setup{Board: ovals()["practice-oval"], Box: theBox(), Entries: entries(maxCars), Miles: 500}, 5, func(r *Race, es []engine.Event) {
		if has(es, kYellow) {
			flags++
		}
		if r.s.step != sMove {
			return
		}
		n := len(r.offered(nil, &r.s, engine.Car(r.s.mover)))
		if n == 0 {
			t.Fatalf("nothing is offered in %s", r.Position(nil))
		}
		moves++
		most = max(most, n)
		if n == 1 {
			alone++
		}
	})
	if alone*4 < moves*3 || most > 9 {
		t.Errorf("%d of %d moves have one sensible end, at most %d", alone, moves, most)
	}
	if flags == 0 || flags > 25 {
		t.Errorf("%d yellow flags", flags)
	}
	t.Logf("%d flags; %d of %d moves have one sensible end, at most %d", flags, alone, moves, most)
}
