// Package dice turns what units rolled into the roll that somebody is asked for: which units to arm with how many dice, what a roll of one
// or several units is worth, and which words the box has for a unit's faces. It is pure: no clock, no port, no rule.
package dice

import (
	"fmt"
	"slices"
	"time"

	"boxstop/devices"
)

// Guard is how long after a change of ask a unit that cannot be armed is not believed (TB-6).
const Guard = 1500 * time.Millisecond

// Want is a roll that is asked for.
type Want struct {
	Ask   string    // its id, as the units are armed with it
	Mark  string    // the driver's
	Dice  int       // how many
	Units []string  // serial numbers of the units that may roll for it, in the order in which they are armed: the driver's own, or the table's
	Since time.Time // when the asks changed last
}

// Verdict is what becomes of a reading.
type Verdict uint8

// The verdicts.
const (
	Taken    Verdict = iota + 1 // with it the roll is whole
	Part                        // it belongs to the roll, more dice are to come
	Tray                        // nobody asked for it: it is shown, and used or dropped by a key, never by itself
	Disputed                    // it is meant for the roll, but people have to say what holds
	Repeated                    // the very reading was there already
)

// Why is the reason for Tray and Disputed.
type Why uint8

// The reasons.
const (
	Fine     Why = iota
	Unasked      // nobody is asked for dice
	Again        // a second shake, or for an ask that is settled
	TooSoon      // a unit that cannot be armed, within Guard of a change of ask
	Cocked       // a die leans
	Handled      // a die was touched
	Surplus      // too many dice
	Short        // too few dice
	Stranger     // another driver's unit
)

var whys = [...]string{
	"", "nobody is asked for dice", "it is not for the open ask", "it came too soon after the last one to tell whose it is", "a die leans", "a die was touched",
	"too many dice", "too few dice", "another driver's unit",
}

// String is the reason in words.
func (w Why) String() string {
	if int(w) < len(whys) {
		return whys[w]
	}
	return "unknown"
}

// Judge says what a reading is worth for the roll that is asked for (nil: none is), when got are the readings taken for it so far. It may be
// asked again about the same reading: it keeps nothing.
//
// Only a roll with the id of the open ask is taken, or one of a unit that cannot be armed, Guard or more after the last change of ask.
// A unit of Want that rolls for the ask with as many dice as all of it needs is enough; several units add up.
func (w *Want) Judge(got []devices.Reading, r devices.Reading) (Verdict, Why) {
	for _, g := range got {
		if g.Unit.Serial == r.Unit.Serial && g.Count == r.Count {
			return Repeated, Fine
		}
	}
	if w == nil {
		return Tray, Unasked
	}
	mine := slices.Contains(w.Units, r.Unit.Serial)
	switch {
	case r.Unit.Arms && r.Ask != w.Ask, !r.Unit.Arms && r.Ask != "" && r.Ask != w.Ask:
		if r.Ask == "" && !mine {
			return Disputed, Stranger // its own driver was not asked, somebody else was: whose roll?
		}
		return Tray, Again
	case !r.Unit.Arms && r.At.Sub(w.Since) < Guard:
		return Tray, TooSoon
	case !mine:
		return Disputed, Stranger
	}
	have := count(got)
	switch {
	case has(r, devices.Cocked):
		return Disputed, Cocked
	case has(r, devices.Handled):
		return Disputed, Handled
	case have+len(r.Dice) > w.Dice:
		return Disputed, Surplus
	case have+len(r.Dice) == w.Dice:
		return Taken, Fine
	case w.more(got, r):
		return Part, Fine
	}
	return Disputed, Short
}

// more says whether a unit is left that can roll the dice still missing after r.
func (w *Want) more(got []devices.Reading, r devices.Reading) bool {
	for _, u := range w.Units {
		if u != r.Unit.Serial && !slices.ContainsFunc(got, func(g devices.Reading) bool { return g.Unit.Serial == u }) {
			return true
		}
	}
	return false
}

// Faces are the dice of a roll that is whole, in the order of Want.Units and of each unit's dice, as the units number their faces.
func (w *Want) Faces(got []devices.Reading) []int {
	var fs []int
	for _, u := range w.Units {
		for _, g := range got {
			if g.Unit.Serial != u {
				continue
			}
			for _, d := range g.Dice {
				fs = append(fs, d.Face)
			}
		}
	}
	return fs
}

func count(got []devices.Reading) (n int) {
	for _, g := range got {
		n += len(g.Dice)
	}
	return n
}

func has(r devices.Reading, q devices.Quality) bool {
	return slices.ContainsFunc(r.Dice, func(d devices.Die) bool { return d.Quality == q })
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

// Box is the faces of a box's die, in the words of its data and in its order: the unit's face 1 is the first.
type Box []string

// Word is what stands on a face. The error names the faces that there are.
func (b Box) Word(face int) (string, error) {
	if len(b) == 0 {
		return "", fmt.Errorf("face %d: the box's data has no die: add its table of faces", face)
	}
	if face < 1 || face > len(b) {
		return "", fmt.Errorf("face %d: the box's die has faces 1 to %d", face, len(b))
	}
	return b[face-1], nil
}
