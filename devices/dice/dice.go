// Package dice says what a roll is worth: whether it is taken for the ask that is open, lies in the tray, or is in dispute (TB-6), and how
// the dice that are asked for are shared among units. It is pure: no clock, no port, no rule, and it keeps nothing.
package dice

import (
	"fmt"
	"slices"
	"time"

	"boxstop/devices"
)

// Guard is how long after a change of ask a unit that cannot be armed is not believed (TB-6).
const Guard = 1500 * time.Millisecond

// Want is a roll that is asked for, as the unit sees it whose roll is to be judged.
type Want struct {
	Ask  string        // its id, as units are armed with it
	Dice int           // how many, in all
	Mine bool          // the unit may roll for it: it is the driver's own, or the table's
	Part int           // how many dice the unit was armed with for it; 0: it was not
	Open time.Duration // since the asks changed last
}

// Verdict is what becomes of a roll.
type Verdict uint8

// The verdicts.
const (
	Taken    Verdict = iota + 1
	Part             // it belongs to the roll of several units; together they are judged once more
	Tray             // nobody asked for it: it is shown, and used or dropped by a key, never by itself
	Disputed         // it is meant for the roll, but people have to say what holds
)

// Why is the reason for Tray and Disputed.
type Why uint8

// The reasons.
const (
	Fine     Why = iota
	Unasked      // nobody is asked for dice
	Settled      // it is for an ask that is not open any more
	Unarmed      // a second shake, or one before it was told
	TooSoon      // a unit that cannot be armed, within Guard of a change of ask
	Stranger     // another driver's unit
	Cocked       // a die leans
	Handled      // a die was touched
	Surplus      // too many dice
	Short        // too few dice
)

var whys = [...]string{
	"", "nobody was asked for dice", "its ask was settled before", "it was not armed for it", "it came within 1.5 s of a change of ask", "it is another driver's unit",
	"a die is cocked", "a die was touched", "too many dice", "too few dice",
}

// String is the reason in words, said of the roll.
func (w Why) String() string {
	if int(w) < len(whys) {
		return whys[w]
	}
	return "unknown"
}

// Judge says what a roll is worth for what is asked (nil: nothing is). Only a roll with the id of the open ask is taken, or one of a unit that
// cannot be armed (arms is false), Guard or more after the last change of ask; and only as many dice as are asked for, all of them flat and untouched.
func (w *Want) Judge(r devices.Reading, arms bool) (Verdict, Why) {
	switch {
	case r.Ask != "" && (w == nil || r.Ask != w.Ask):
		return Tray, Settled
	case w == nil:
		return Tray, Unasked
	case !w.Mine:
		return Disputed, Stranger
	case r.Ask == "" && arms:
		return Tray, Unarmed
	case r.Ask == "" && w.Open < Guard:
		return Tray, TooSoon
	case r.Ask != "" && w.Part == len(r.Dice) && w.Part < w.Dice:
		return Part, Fine
	}
	n := len(r.Dice)
	switch {
	case n > w.Dice:
		return Disputed, Surplus
	case n < w.Dice:
		return Disputed, Short
	}
	switch i := Doubtful(r.Dice); {
	case i < 0:
		return Taken, Fine
	case r.Dice[i].Quality == devices.Cocked:
		return Disputed, Cocked
	}
	return Disputed, Handled
}

// Doubtful is the first die that leans or was touched; -1: none.
func Doubtful(ds []devices.Die) int {
	return slices.IndexFunc(ds, func(d devices.Die) bool { return d.Quality != devices.Still })
}

// Share says how many dice each unit rolls so that together they roll n: the first as many as it can, and so on; 0: it is not armed. The
// error says how many they can roll at most.
func Share(units []devices.Unit, n int) ([]int, error) {
	parts := make([]int, len(units))
	left := n
	for i, u := range units {
		parts[i] = min(left, max(u.Dice, 0))
		left -= parts[i]
	}
	if left > 0 {
		return parts, fmt.Errorf("%d dice are asked for, the units here can roll %d: roll the others by hand and type them, or bring more units", n, n-left)
	}
	return parts, nil
}
