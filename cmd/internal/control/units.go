package control

import (
	"fmt"
	"slices"
	"strings"

	"boxstop/devices"
	"boxstop/engine"
)

// reading takes in what a unit noticed.
func (b *batch) reading(c *Control, r devices.Reading) {
	u := c.units[r.Unit.Serial]
	if u == nil && r.Unit.Serial != "" {
		u = &unit{Unit: r.Unit}
		c.units[r.Unit.Serial] = u
	}
	if u != nil {
		u.at = r.At
	}
	switch r.Event {
	case devices.Here:
		back := u.here
		u.Unit, u.here, u.armed = r.Unit, true, devices.Command{}
		u.last = "here"
		if !back {
			c.note(fmt.Sprintf("%s %s is here on %s", u.Kind, u.Name(), u.Port))
		}
	case devices.Gone:
		u.here, u.armed, u.last = false, devices.Command{}, "gone"
		c.note(fmt.Sprintf("%s %s is gone; the keyboard answers everything: p lets the Pi roll", u.Kind, u.Name()))
		if c.session != nil {
			c.session.sound("two")
		}
	case devices.Charge:
		u.Battery = r.Value
	case devices.Health:
		t := r.Text
		if r.Port != "" {
			t = r.Port + ": " + t
		}
		if u != nil {
			u.last = r.Text
		}
		c.note(t)
	case devices.Rolled:
		b.rolled(c, u, r)
	}
}

func (b *batch) rolled(c *Control, u *unit, r devices.Reading) {
	ack := func() { c.opt.Device.Send(r.Unit.Serial, devices.Command{Do: devices.Ack, Count: r.Count}) }
	b.acks = append(b.acks, ack)
	var faces []string
	for _, d := range r.Dice {
		faces = append(faces, fmt.Sprint(d.Face))
	}
	u.last = strings.Join(faces, " ")
	if c.calling != "" {
		mark := c.calling
		c.calling = ""
		if _, err := c.bind("unit " + u.Name() + " for " + mark); err != nil {
			c.note(err.Error())
		} else {
			c.note(fmt.Sprintf("unit %s is %s's", u.Name(), mark))
		}
		return
	}
	if c.session == nil {
		return
	}
	r.Unit = u.Unit
	b.trace.Read = r.At
	before := c.session.Seq()
	if _, err := c.session.Rolled(r, u.Arms); err != nil {
		c.note(err.Error())
	}
	c.after(before)
}

// bind says whom a unit serves, in the race or in the plan.
func (c *Control) bind(line string) (Outcome, error) {
	if c.session != nil {
		return c.session.Do("director", line, "", true)
	}
	return Outcome{}, c.plan.Do(line)
}

func (c *Control) unitByName(name string) *unit {
	for _, u := range c.units {
		if strings.EqualFold(u.Name(), name) && u.here {
			return u
		}
	}
	return nil
}

// binding is whom a unit serves; one that was never bound serves the table.
func (c *Control) binding(u *unit) Binding {
	if c.session == nil {
		return Binding{}
	}
	b, ok := c.session.units[u.Name()]
	if !ok || b == (Binding{}) {
		b.Table = true
	}
	return b
}

// serves reports whether a unit may roll for an ask.
func (c *Control) serves(u *unit, o Open) bool {
	b := c.binding(u)
	return u.here && u.Kind == devices.Dice && !b.Off && (b.Table || b.Mark == c.session.Words.Mark(o.Car)) && o.Form == engine.Roll
}

// rolledByUnit reports whether a unit at the table will roll for an ask.
func (c *Control) rolledByUnit(o Open) bool {
	for _, u := range c.units {
		if c.serves(u, o) {
			return true
		}
	}
	return false
}

// arm tells every unit what it is asked for, where that changed. What a bot may still say before a roll closes it comes first.
func (c *Control) arm() {
	if c.opt.Device == nil {
		return
	}
	for _, serial := range c.serials() {
		u := c.units[serial]
		if !u.here || !u.Arms {
			continue
		}
		want := devices.Command{Do: devices.Disarm}
		if c.ready() {
			for _, o := range c.session.rollAsks() {
				if c.serves(u, o) && !c.considering(o) {
					want = devices.Command{Do: devices.Arm, Ask: o.ID, Mark: c.session.Words.Mark(o.Car), Dice: min(int(o.Dice), max(1, u.Dice))}
					break
				}
			}
		}
		if want == u.armed || want.Do == devices.Disarm && u.armed.Do == 0 {
			continue
		}
		u.armed = want
		c.opt.Device.Send(u.Serial, want)
	}
}

// considering reports whether a bot has still to say whether it wants what the roll would close.
func (c *Control) considering(roll Open) bool {
	if _, _, disputed := c.session.dispute(); disputed {
		return true
	}
	for _, o := range c.session.open {
		if o.ID == roll.ID {
			return false
		}
		if !o.Waits && c.session.isBot(o.Car) && !c.silent[o.ID] {
			return true
		}
	}
	return false
}

func (c *Control) serials() []string {
	var out []string
	for s := range c.units {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}
