package control

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/engine"
)

// Counters are lamps that show a number of a car and buttons that claim something of it, bound by name in the wiring file (ADR 11): the name
// of a number is looked up in what the rule set lists, that of a report in what it says can be reported. Nothing here knows a game.

// answered is for how long the answer to a claim stands on every screen.
const answered = time.Minute

// claim is what the table claimed by a button, and what the race says to it.
type claim struct {
	says string
	till time.Time
}

// whose is the car of a counter; 0: there is none.
func (w *look) whose(k devices.Counter) engine.Car {
	switch {
	case k.Mark != "":
		return w.s.Words.CarOf(k.Mark)
	case k.Entry > 0 && k.Entry <= w.race.Cars():
		return engine.Car(k.Entry)
	case k.Place > 0 && k.Place <= len(w.stands):
		return w.stands[k.Place-1].Car
	}
	return 0
}

// counts is the number that a counter shows; false: its lamps are dark. It is a public one, of a car that is still in the race or home.
func (w *look) counts(k devices.Counter) (int64, bool) {
	car := w.whose(k)
	field := slices.IndexFunc(w.s.About.Fields, func(f engine.FieldAbout) bool { return f.Name == k.Field && f.Car && !f.Secret })
	in := slices.IndexFunc(w.stands, func(st engine.Stand) bool { return st.Car == car && st.State < engine.Retired })
	if car == 0 || field < 0 || in < 0 {
		return 0, false
	}
	n := w.race.Value(engine.Field(field), car)
	if k.Left {
		n = int64(w.s.laps()) + 1 - n
	}
	return n, true
}

// counter tells the lamps of a unit's counters what they are to show, where that changed. A lamp that is lit comes before one that goes out.
func (c *Control) counter(u *unit, st *station) {
	want := make([]int, u.Lamps+1) // by lamp
	if c.session != nil && c.stage != view.SettingUp {
		w := c.session.look()
		for _, k := range u.Counters {
			n, ok := w.counts(k)
			if i := n - int64(k.From); ok && i >= 0 && i < int64(len(k.Lamps)) && k.Lamps[i] <= u.Lamps {
				want[k.Lamps[i]] = 1
			}
		}
	}
	fresh := st.lit == nil
	if fresh {
		st.lit = make([]int, u.Lamps+1)
	}
	for _, on := range []int{1, 0} {
		for i := 1; i < len(want); i++ {
			if want[i] == on && (fresh || st.lit[i] != on) {
				st.lit[i] = on
				c.opt.Device.Send(u.Serial, devices.Command{Do: devices.Lamp, Part: i, Value: on})
			}
		}
	}
}

// claimed is a button of a counter: a report, which the race answers (TB-11).
func (c *Control) claimed(u *unit, r devices.Reading) {
	i := slices.IndexFunc(u.Counters, func(k devices.Counter) bool { return k.Button == r.Part && r.Part > 0 })
	if i < 0 || r.Event != devices.Pressed || r.Value != 1 || c.session == nil || c.stage == view.SettingUp || c.stage == view.Welcome {
		return
	}
	k := u.Counters[i]
	says := fmt.Sprintf("%s, button %d: no such car is in the race", u.Name(), r.Part)
	if car := c.session.look().whose(k); car != 0 {
		before := c.session.Seq()
		out, err := c.session.Do(u.Name(), "report "+c.session.Words.Mark(car)+" "+k.Report, "", true)
		if says = strings.Join(out.Said, "; "); err != nil {
			says = err.Error()
			c.session.sound("two")
			var no *Refused
			if errors.As(err, &no) && no.Hint != "" {
				says += "; " + no.Hint
			}
		}
		c.after(before)
	}
	c.note(u.Name() + ": " + says)
	c.panel.claim = claim{says, c.opt.Now().Add(answered)}
}

// drift is what to look at where the board may not be as the book has it: the car, where the book has it, and what puts it right (TB-11).
func (s *Session) drift(car engine.Car) string {
	w := s.look()
	i := slices.IndexFunc(w.stands, func(st engine.Stand) bool { return st.Car == car })
	if i < 0 {
		return ""
	}
	k := w.car(w.stands[i])
	return fmt.Sprintf("the book has %s %s%s; check %[1]s PLACE compares, r sets it", k.Mark, k.Where, cmp.Or(map[bool]string{true: ", " + k.Next}[k.Next != ""], ""))
}

// failing is what the head of every screen says of parts that fail: of a unit that is here all the same. "": none do.
func (c *Control) failing() string {
	for _, u := range c.units {
		if u.here && u.fails > 0 {
			return "  FAULT: d"
		}
	}
	return ""
}

// counterRow is a unit of counters on the devices page.
func counterRow(u *unit) string {
	out := plural(u.Lamps, "lamp", "lamps")
	if u.Buttons > 0 {
		out += ", " + plural(u.Buttons, "button", "buttons")
	}
	return out
}
