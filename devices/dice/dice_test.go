package dice_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"boxstop/devices"
	"boxstop/devices/dice"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// roll is a reading of a unit that can be armed; a serial number in small letters cannot.
func roll(serial string, count uint32, ask string, faces ...int) devices.Reading {
	r := devices.Reading{
		Event: devices.Rolled, Count: count, Ask: ask, At: noon.Add(time.Minute),
		Unit: devices.Unit{Serial: serial, Arms: serial == strings.ToUpper(serial), Dice: 6},
	}
	for i, f := range faces {
		r.Dice = append(r.Dice, devices.Die{Die: i + 1, Face: f})
	}
	return r
}

func with(r devices.Reading, die int, q devices.Quality) devices.Reading {
	r.Dice = slices.Clone(r.Dice)
	r.Dice[die-1].Quality = q
	return r
}

func late(r devices.Reading, d time.Duration) devices.Reading {
	r.At = noon.Add(d)
	return r
}

// TB-6: only a roll with the id of the open ask is taken by itself, or one of a unit that cannot be armed, 1.5 s or more after the last
// change of ask; every other goes to the tray, and a disputed one to the director.
func TestOnlyTheRollThatIsAskedForIsTaken(t *testing.T) {
	cup := &dice.Want{Ask: "210.1", Mark: "R", Dice: 4, Units: []string{"A", "a"}, Since: noon}
	six := &dice.Want{Ask: "210.1", Mark: "R", Dice: 3, Units: []string{"D1", "D2", "D3"}, Since: noon}
	for _, c := range []struct {
		name string
		want *dice.Want
		got  []devices.Reading
		roll devices.Reading
		is   dice.Verdict
		why  dice.Why
	}{
		{"armed, with the ask's id", cup, nil, roll("A", 1, "210.1", 1, 2, 3, 4), dice.Taken, dice.Fine},
		{"nobody is asked", nil, nil, roll("A", 1, "", 1, 2), dice.Tray, dice.Unasked},
		{"nobody is asked any more", nil, nil, roll("A", 1, "210.1", 1, 2), dice.Tray, dice.Unasked},
		{"a second shake of the same cup", cup, nil, roll("A", 2, "", 1, 2, 3, 4), dice.Tray, dice.Again},
		{"for an ask that was undone", cup, nil, roll("A", 2, "199.1", 1, 2, 3, 4), dice.Tray, dice.Again},
		{"the same reading again", cup, []devices.Reading{roll("A", 1, "210.1", 1)}, roll("A", 1, "210.1", 1), dice.Repeated, dice.Fine},
		{"cannot be armed, in time", cup, nil, late(roll("a", 1, "", 1, 2, 3, 4), 1500*time.Millisecond), dice.Taken, dice.Fine},
		{"cannot be armed, too soon", cup, nil, late(roll("a", 1, "", 1, 2, 3, 4), 1499*time.Millisecond), dice.Tray, dice.TooSoon},
		{"Ben's unit for Anna's ask, not armed", cup, nil, roll("B", 1, "", 1, 2, 3, 4, 5), dice.Disputed, dice.Stranger},
		{"Ben's unit for Anna's ask, one that cannot be armed", cup, nil, roll("b", 1, "", 1, 2, 3, 4), dice.Disputed, dice.Stranger},
		{"Ben's unit, armed by mistake", cup, nil, roll("B", 1, "210.1", 1, 2, 3, 4), dice.Disputed, dice.Stranger},
		{"one leans", cup, nil, with(roll("A", 1, "210.1", 1, 2, 3, 4), 3, devices.Cocked), dice.Disputed, dice.Cocked},
		{"one was touched", cup, nil, with(roll("A", 1, "210.1", 1, 2, 3, 4), 1, devices.Handled), dice.Disputed, dice.Handled},
		{"too many", cup, nil, roll("A", 1, "210.1", 1, 2, 3, 4, 5), dice.Disputed, dice.Surplus},
		{"too few, but another unit may add to them", cup, nil, roll("A", 1, "210.1", 1, 2, 3), dice.Part, dice.Fine},
		{"too few of the last unit", six, []devices.Reading{roll("D1", 1, "210.1", 1)}, roll("D2", 1, "210.1", 2), dice.Part, dice.Fine},
		{"the last die of several units", six, []devices.Reading{roll("D1", 1, "210.1", 1), roll("D3", 1, "210.1", 6)}, roll("D2", 1, "210.1", 2), dice.Taken, dice.Fine},
		{"all units rolled and one die is missing", &dice.Want{Ask: "210.1", Dice: 2, Units: []string{"D1"}, Since: noon}, nil, roll("D1", 1, "210.1", 1), dice.Disputed, dice.Short},
	} {
		is, why := c.want.Judge(c.got, c.roll)
		if is != c.is || why != c.why {
			t.Errorf("%s: got %d (%s), want %d (%s)", c.name, is, why, c.is, c.why)
		}
	}
}

// However a roll is spread over units and in whatever order it comes, repeated or not, each die counts once.
func TestARollOfSeveralUnitsIsPutTogetherWhateverTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "units")
		w := &dice.Want{Ask: "7.1", Since: noon}
		var rolls []devices.Reading
		var want []int
		for i := range n {
			serial := string(rune('A' + i))
			faces := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 2).Draw(t, "faces")
			w.Units = append(w.Units, serial)
			w.Dice += len(faces)
			want = append(want, faces...)
			rolls = append(rolls, roll(serial, 5, "7.1", faces...))
		}
		sent := slices.Concat(rapid.Permutation(rolls).Draw(t, "first"), rapid.Permutation(rolls).Draw(t, "again"))
		var got []devices.Reading
		whole := 0
		for _, r := range sent {
			is, why := w.Judge(got, r)
			switch is {
			case dice.Taken, dice.Part:
				got = append(got, r)
				if is == dice.Taken {
					whole++
				}
			case dice.Repeated:
			default:
				t.Fatalf("got %d (%s)", is, why)
			}
		}
		if whole != 1 || !slices.Equal(w.Faces(got), want) {
			t.Errorf("whole %d times, faces %v, want once, %v", whole, w.Faces(got), want)
		}
	})
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

func TestAUnitIsToldOnceWhatItIsArmedWith(t *testing.T) {
	units := []devices.Unit{{Serial: "A", Dice: 6, Arms: true}, {Serial: "B", Dice: 6, Arms: true}, {Serial: "C", Dice: 6}}
	arm := func(serial, ask, mark string, n int) dice.Order {
		return dice.Order{Serial: serial, Command: devices.Command{Do: devices.Arm, Ask: ask, Mark: mark, Dice: n}}
	}
	disarm := func(serial string) dice.Order {
		return dice.Order{Serial: serial, Command: devices.Command{Do: devices.Disarm}}
	}
	var a dice.Arming
	check := func(name string, got []dice.Order, want ...dice.Order) {
		t.Helper()
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: (-want +got)\n%s", name, d)
		}
	}
	step := func(name string, w *dice.Want, want ...dice.Order) {
		t.Helper()
		got, err := a.Arm(w, units)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		check(name, got, want...)
	}
	anna := &dice.Want{Ask: "1.1", Mark: "R", Dice: 4, Units: []string{"A"}}
	ben := &dice.Want{Ask: "2.1", Mark: "B", Dice: 5, Units: []string{"B"}}
	step("Anna is asked", anna, arm("A", "1.1", "R", 4))
	step("still", anna)
	check("A is back", a.Here("A"), arm("A", "1.1", "R", 4))
	check("B is back", a.Here("B"))
	step("Ben is asked before Anna rolled", ben, disarm("A"), arm("B", "2.1", "B", 5))
	a.Rolled("B", "2.1")
	step("still, with his roll in dispute", ben)
	check("B is back after its roll", a.Here("B"))
	a.Forget("B")
	step("roll again", ben, arm("B", "2.1", "B", 5))
	a.Rolled("B", "2.1")
	step("nobody is asked, the roll has disarmed it", nil)
	step("one that cannot be armed is told nothing", &dice.Want{Ask: "3.1", Dice: 2, Units: []string{"C"}})
	step("six and two", &dice.Want{Ask: "4.1", Dice: 8, Units: []string{"A", "B"}}, arm("A", "4.1", "", 6), arm("B", "4.1", "", 2))
	if _, err := a.Arm(&dice.Want{Ask: "5.1", Dice: 13, Units: []string{"A", "B"}}, units); err == nil || !strings.Contains(err.Error(), "can roll 12") {
		t.Errorf("thirteen dice: got %v", err)
	}
}

func TestFacesHaveTheWordsOfTheBox(t *testing.T) {
	box := dice.Box{"50", "50", "50", "50", "50+fuel", "drop"}
	for face, want := range map[int]string{1: "50", 4: "50", 5: "50+fuel", 6: "drop"} {
		if got, err := box.Word(face); err != nil || got != want {
			t.Errorf("face %d: got %q %v, want %q", face, got, err, want)
		}
	}
	for _, face := range []int{0, -1, 7} {
		if _, err := box.Word(face); err == nil || !strings.Contains(err.Error(), "faces 1 to 6") {
			t.Errorf("face %d: got %v", face, err)
		}
	}
	if _, err := (dice.Box{}).Word(1); err == nil || !strings.Contains(err.Error(), "has no die") {
		t.Errorf("a box without a die: got %v", err)
	}
}
