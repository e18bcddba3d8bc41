package control

import (
	"fmt"
	"strings"
	"time"

	"boxstop/cmd/internal/view"
	"boxstop/devices"
)

// The table's buttons, by part (TB-14): 1, 2, 3 take what is printed beside 1, 2, 3; next is Enter, only where one answer is lit; hold is
// Space; undo is a request, which next grants.
const (
	buttonNext = 4
	buttonHold = 5
	buttonUndo = 6
)

// granted is for how long a request to undo stands.
const granted = 20 * time.Second

// tableButtons is what control keeps of them.
type tableButtons struct {
	main string    // the ask that they answer
	from time.Time // since when
	down time.Time // of undo
	undo bool      // it is requested
	top  int       // the line that undo would take back then
	sure string    // the line that a second press does
	till time.Time // until when undo or sure stand
}

func equalFold(a, b string) bool { return strings.EqualFold(a, b) }

// tablePressed is a button of the table.
func (c *Control) tablePressed(u *unit, r devices.Reading) {
	t := &c.panel.table
	if r.Event != devices.Pressed || c.session == nil || c.stage == view.SettingUp || c.stage == view.Welcome {
		return
	}
	if r.Part == buttonUndo {
		if t.down = r.At; r.Value == 0 {
			t.down = time.Time{}
		}
		return
	}
	if r.Value == 0 {
		return
	}
	switch {
	case r.Part == buttonHold && t.undo:
		t.undo, t.till = false, time.Time{}
	case r.Part == buttonHold:
		c.fromTable(u, map[bool]string{true: "go", false: "hold"}[c.session.Held()], "", true)
	case r.Part == buttonNext && t.undo:
		t.undo, t.till = false, time.Time{}
		c.fromTable(u, "undo", "", true)
	case r.At.Before(t.from.Add(c.opt.Guard)): // meant for what was asked before (TB-1)
	case r.Part == buttonNext:
		c.tableNext(u)
	default:
		c.tableOption(u, fmt.Sprint(r.Part), r.At)
	}
}

// mainAsk is the ask that keys answer, as screens have it; false: none, or a secret.
func (c *Control) mainAsk() (view.Ask, bool) {
	for _, a := range c.viewAsks(c.session.look()) {
		return a, !a.Secret && !a.Done
	}
	return view.Ask{}, false
}

// tableNext is Enter, where one answer is lit.
func (c *Control) tableNext(u *unit) {
	for _, o := range c.session.open {
		if k, ok := c.session.keptFor(o.Ask); ok {
			c.fromTable(u, c.session.Words.Mark(o.Car)+" roll "+k.Roll, o.ID, true)
			return
		}
	}
	if !c.session.moved {
		c.fromTable(u, "moved", "", true)
		return
	}
	a, ok := c.mainAsk()
	if !ok {
		return
	}
	line, lit := "", 0
	for _, o := range a.Options {
		if o.Lit {
			line, lit = o.Line, lit+1
		}
	}
	if lit == 1 {
		c.fromTable(u, line, a.ID, false)
	}
}

// tableOption is 1, 2 or 3.
func (c *Control) tableOption(u *unit, key string, at time.Time) {
	if d, ask, ok := c.session.dispute(); ok {
		for i, w := range c.session.ways(d, ask) {
			if fmt.Sprint(i+1) == key {
				c.fromTable(u, w.line, "", true)
			}
		}
		return
	}
	a, ok := c.mainAsk()
	if !ok {
		return
	}
	t := &c.panel.table
	for _, o := range a.Options {
		if o.Key != key {
			continue
		}
		if o.Twice && t.sure != a.ID+o.Line {
			t.sure, t.till = a.ID+o.Line, at.Add(sureFor)
			return
		}
		t.sure = ""
		c.fromTable(u, o.Line, a.ID, true)
		return
	}
}

// fromTable carries an order out.
func (c *Control) fromTable(u *unit, line, ask string, sure bool) {
	before := c.session.Seq()
	if _, err := c.session.Do(u.Name(), line, ask, sure); err != nil {
		c.note(u.Name() + ": " + err.Error())
		c.session.sound("two")
	}
	c.after(before)
}

// tableDue does what is due by itself.
func (c *Control) tableDue(now time.Time) {
	t := &c.panel.table
	if !t.down.IsZero() && !now.Before(t.down.Add(holding)) {
		t.down = time.Time{}
		if t.undo, t.till = c.session != nil && c.session.canUndo() > 0, now.Add(granted); t.undo {
			t.top = c.session.newest()
			c.note("undo is asked for at the table: next does it")
		}
	}
	if t.undo && (c.session == nil || c.session.newest() != t.top) { // somebody was faster, or answered: it was not meant for what is newest now
		t.undo, t.till = false, time.Time{}
	}
	if !t.till.IsZero() && !now.Before(t.till) {
		t.undo, t.sure, t.till = false, "", time.Time{}
	}
	if k := &c.panel.claim; !k.till.IsZero() && !now.Before(k.till) {
		*k = claim{}
	}
	main, best := "", 3
	for _, o := range c.opens() { // the first of those that stand in front on screens
		if w := weight(view.Ask{Waits: o.Waits, Done: o.Done}); w < best {
			main, best = o.ID, w
		}
	}
	if main != t.main {
		t.main, t.from = main, now
	}
}

// tableLamp: steady is held, fast waits for next to undo, or for the same button again.
func (c *Control) tableLamp() int {
	switch {
	case c.panel.table.undo, c.panel.table.sure != "":
		return 3
	case c.session != nil && c.session.Held():
		return 1
	}
	return 0
}

// offer is what the table asks for, or what it claimed and is told, on every screen; key is what answers it, "": nothing needs to.
func (c *Control) offer() (says, key string) {
	if c.panel.table.undo {
		return "the table asks to undo: next does it, hold leaves it", "u"
	}
	return c.panel.claim.says, ""
}
