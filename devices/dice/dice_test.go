package dice_test

import (
	"slices"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/devices/dice"
)

// roll is a reading of dice with these faces; a face above 100 leans, one above 200 was touched.
func roll(ask string, faces ...int) devices.Reading {
	r := devices.Reading{Event: devices.Rolled, Ask: ask}
	for i, f := range faces {
		r.Dice = append(r.Dice, devices.Die{Die: i + 1, Face: f % 100, Quality: devices.Quality(f / 100)})
	}
	return r
}

// TB-6: only a roll with the id of the open ask is taken by itself, or one of a unit that cannot be armed, 1.5 s or more after the last
// change of ask; every other goes to the tray, and a disputed one to the director.
func TestOnlyTheRollThatIsAskedForIsTaken(t *testing.T) {
	const ask = "210.1"
	mine := &dice.Want{Ask: ask, Dice: 4, Mine: true, Part: 4, Open: time.Minute}
	another := &dice.Want{Ask: ask, Dice: 4, Open: time.Minute}
	set := &dice.Want{Ask: ask, Dice: 4, Mine: true, Part: 1, Open: time.Minute}
	just := func(d time.Duration) *dice.Want { return &dice.Want{Ask: ask, Dice: 4, Mine: true, Open: d} }
	for _, c := range []struct {
		name string
		want *dice.Want
		roll devices.Reading
		arms bool
		is   dice.Verdict
		why  dice.Why
	}{
		{"armed, with the ask's id", mine, roll(ask, 1, 2, 3, 4), true, dice.Taken, dice.Fine},
		{"nobody is asked", nil, roll("", 1, 2), true, dice.Tray, dice.Unasked},
		{"nobody is asked any more", nil, roll(ask, 1, 2), true, dice.Tray, dice.Settled},
		{"a second shake of the same cup", mine, roll("", 1, 2, 3, 4), true, dice.Tray, dice.Unarmed},
		{"for an ask that was undone", mine, roll("199.1", 1, 2, 3, 4), true, dice.Tray, dice.Settled},
		{"cannot be armed, in time", just(dice.Guard), roll("", 1, 2, 3, 4), false, dice.Taken, dice.Fine},
		{"cannot be armed, too soon", just(dice.Guard - time.Millisecond), roll("", 1, 2, 3, 4), false, dice.Tray, dice.TooSoon},
		{"Ben's unit for Anna's ask, not armed", another, roll("", 1, 2, 3, 4, 5), true, dice.Disputed, dice.Stranger},
		{"Ben's unit for Anna's ask, one that cannot be armed", another, roll("", 1, 2, 3, 4), false, dice.Disputed, dice.Stranger},
		{"Ben's unit, armed by mistake", another, roll(ask, 1, 2, 3, 4), true, dice.Disputed, dice.Stranger},
		{"one leans", mine, roll(ask, 1, 2, 103, 4), true, dice.Disputed, dice.Cocked},
		{"one was touched", mine, roll(ask, 201, 2, 3, 4), true, dice.Disputed, dice.Handled},
		{"too many", mine, roll(ask, 1, 2, 3, 4, 5), true, dice.Disputed, dice.Surplus},
		{"too few", mine, roll(ask, 1, 2, 3), true, dice.Disputed, dice.Short},
		{"one of several units", set, roll(ask, 1), true, dice.Part, dice.Fine},
		{"one of several units, and it leans: the whole is judged", set, roll(ask, 101), true, dice.Part, dice.Fine},
		{"one of several units, and it rolled more than it was told", set, roll(ask, 1, 2), true, dice.Disputed, dice.Short},
		{"one of several units that rolled all of it", set, roll(ask, 1, 2, 3, 4), true, dice.Taken, dice.Fine},
	} {
		is, why := c.want.Judge(c.roll, c.arms)
		if is != c.is || why != c.why {
			t.Errorf("%s: got %d (%s), want %d (%s)", c.name, is, why, c.is, c.why)
		}
	}
}

func TestEveryReasonHasWords(t *testing.T) {
	seen := map[string]bool{}
	for w := dice.Unasked; w <= dice.Short; w++ {
		if s := w.String(); s == "" || s == "unknown" || seen[s] {
			t.Errorf("reason %d: %q", w, s)
		}
		seen[w.String()] = true
	}
}

func TestDiceAreSharedAmongUnits(t *testing.T) {
	one := devices.Unit{Dice: 1}
	for _, c := range []struct {
		units []devices.Unit
		n     int
		want  []int
		ok    bool
	}{
		{[]devices.Unit{{Dice: 6}}, 4, []int{4}, true},
		{[]devices.Unit{one, one, one, one, one, one}, 4, []int{1, 1, 1, 1, 0, 0}, true},
		{[]devices.Unit{{Dice: 2}, {Dice: 6}}, 5, []int{2, 3}, true},
		{[]devices.Unit{one, one}, 3, []int{1, 1}, false},
		{nil, 1, []int{}, false},
	} {
		got, err := dice.Share(c.units, c.n)
		if !slices.Equal(got, c.want) || (err == nil) != c.ok {
			t.Errorf("%d of %v: got %v %v, want %v", c.n, c.units, got, err, c.want)
		}
	}
}
