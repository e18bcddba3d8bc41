package control

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/devices/dice"
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
	if b.panelReading(c, u, r) {
		return
	}
	switch r.Event {
	case devices.Here:
		c.noteOf(r.Unit, u.arrives(r.Unit, c.opt.Now()))
		delete(c.ports, r.Unit.Port)
		if !u.here { // else its row goes on saying what it did last, or what it is missing now
			u.last = "here"
		}
		u.Unit, u.here, u.armed = r.Unit, true, devices.Command{}
		if c.session != nil && c.session.Met(u.Name(), r.Unit.Count) {
			c.note(fmt.Sprintf("unit %s has forgotten its count of rolls: it counts anew", u.Name()))
		}
	case devices.Gone:
		u.here, u.armed, u.last, u.went = false, devices.Command{}, "gone", c.opt.Now()
		why := r.Text
		if slices.Contains(c.health, u.Name()+" "+why) { // it was said
			why = ""
		}
		c.noteOf(u.Unit, u.leaves(why))
		if c.session != nil {
			c.session.sound("two")
		}
	case devices.Charge:
		u.Battery = r.Value
	case devices.Health:
		c.told(u, r)
	case devices.Rolled:
		b.rolled(c, u, r)
	}
}

// arrives is what to say of a unit that is here, before it is noted: for the first time, again, or still, after a restart of its own.
func (u *unit) arrives(is devices.Unit, now time.Time) string {
	switch {
	case u.here && is.Count == u.Count: // a part of it came or went
		return ""
	case u.here:
		return " started again: what it had not said yet is lost to it, and rolled again"
	case !u.went.IsZero():
		return fmt.Sprintf(" is back on %s after %s, the same unit; nothing is lost", is.Port, seconds(now.Sub(u.went)))
	}
	return " is here on " + is.Port
}

// leaves is what to say of a unit that is gone: why, and what answers in its place.
func (u *unit) leaves(why string) string {
	t := " is gone"
	if why != "" {
		t += " (" + why + ")"
	}
	if u.Kind == devices.Dice {
		return t + "; type the roll, or p lets the Pi roll"
	}
	return t + "; the keyboard answers in its place"
}

// noteOf notes what became of a unit. What is so of several parts of a panel is one note: panel A0B1/1, /2 is gone.
func (c *Control) noteOf(u devices.Unit, what string) {
	of, part, station := strings.Cut(u.Name(), "/")
	whole, last := string(u.Kind)+" "+of, len(c.health)-1
	said := ""
	if last >= 0 {
		said, _ = strings.CutSuffix(c.health[last], what)
	}
	parts := strings.HasPrefix(said, whole+"/") && last >= 0 && said != c.health[last]
	switch {
	case what == "", said == whole && station:
	case parts && station:
		c.health[last] = said + ", /" + part + what
	case parts:
		c.health[last] = whole + what
	default:
		c.note(string(u.Kind) + " " + u.Name() + what)
	}
}

func seconds(d time.Duration) string {
	return fmt.Sprintf("%d s", int(d.Round(time.Second)/time.Second))
}

// told takes in what people should see of a unit, or of a port that is nobody's.
func (c *Control) told(u *unit, r devices.Reading) {
	if u != nil {
		u.last, u.fails = r.Text, r.Value
	}
	switch {
	case r.Port == "":
		c.note(r.Text)
	case r.Text == "":
		delete(c.ports, r.Port)
	default:
		c.ports[r.Port] = r.Text
		c.note(r.Port + ": " + r.Text)
	}
}

func (b *batch) rolled(c *Control, u *unit, r devices.Reading) {
	ack := func() { c.opt.Device.Send(r.Unit.Serial, devices.Command{Do: devices.Ack, Count: r.Count}) }
	var faces []string
	for _, d := range r.Dice {
		faces = append(faces, fmt.Sprint(d.Face))
	}
	u.last = strings.Join(faces, " ")
	armed := 0
	if u.armed.Do == devices.Arm && u.armed.Ask == r.Ask {
		armed = u.armed.Dice
		u.armed = devices.Command{} // a roll disarms it
	}
	if c.calling != "" {
		b.acks = append(b.acks, ack)
		mark := c.calling
		c.calling = ""
		if _, err := c.bind("unit " + u.Name() + " for " + mark); err != nil {
			c.note(err.Error())
		} else {
			c.note(fmt.Sprintf("unit %s is %s's", u.Name(), mark))
		}
		return
	}
	if c.session == nil || c.stage == view.Welcome && c.session.Over() {
		b.acks = append(b.acks, ack)
		return
	}
	r.Unit = u.Unit
	b.trace.Read = r.At
	b.rolls = append(b.rolls, r)
	before := c.session.Seq()
	out, err := c.session.Rolled(r, u.Arms, armed)
	if err != nil {
		c.note(err.Error())
	}
	if out.Part {
		c.parts = append(c.parts, ack) // when the whole roll is in the file
	} else {
		b.acks = append(b.acks, ack)
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

// known refuses a mark that no car of the race or of the plan has.
func (c *Control) known(mark string) error {
	if c.session != nil {
		_, err := c.session.car(mark)
		return err
	}
	if c.plan.car(mark) < 0 {
		return refuse("%s: there is no such car; cars are %s", mark, c.plan.marks())
	}
	return nil
}

// hereNow names the units that are here.
func (c *Control) hereNow() string {
	var names []string
	for _, serial := range c.serials() {
		if u := c.units[serial]; u.here {
			names = append(names, u.Name())
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, ", ")
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
	if u.Kind == devices.Panel {
		return c.panelBinding(u)
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

// roll is a roll that is asked for, and the units that are to roll it together with how many dice each.
type roll struct {
	units []*unit
	dice  []int
}

// share says which units roll for an ask: the driver's own where they can roll that many dice, else the table's. busy ones roll for another
// ask.
func (c *Control) share(o Open, busy map[*unit]bool) roll {
	var own, table roll
	var ownUnits, tableUnits []devices.Unit
	for _, serial := range c.serials() {
		u := c.units[serial]
		switch {
		case busy[u] || !c.serves(u, o):
		case c.binding(u).Table:
			table.units, tableUnits = append(table.units, u), append(tableUnits, u.Unit)
		default:
			own.units, ownUnits = append(own.units, u), append(ownUnits, u.Unit)
		}
	}
	var err error
	if own.dice, err = dice.Share(ownUnits, int(o.Dice)); err == nil {
		return own
	}
	if table.dice, err = dice.Share(tableUnits, int(o.Dice)); err == nil || len(own.units) == 0 {
		return table
	}
	return own
}

// arm tells every unit what it is asked for, where that changed. What a bot may still say before a roll closes it comes first.
func (c *Control) arm() {
	if c.opt.Device == nil {
		return
	}
	want := map[*unit]devices.Command{}
	if c.ready() {
		busy := map[*unit]bool{}
		for _, o := range c.session.rollAsks() {
			if c.considering(o) {
				continue
			}
			r := c.share(o, busy)
			for i, u := range r.units {
				if r.dice[i] == 0 {
					continue
				}
				busy[u] = true
				if u.Arms && !c.session.rolledPart(u.Name(), o.ID) {
					want[u] = devices.Command{Do: devices.Arm, Ask: o.ID, Mark: c.session.Words.Mark(o.Car), Dice: r.dice[i]}
				}
			}
		}
	}
	for _, serial := range c.serials() {
		u := c.units[serial]
		if !u.here || !u.Arms {
			continue
		}
		w, ok := want[u]
		if !ok {
			w.Do = devices.Disarm
		}
		if w == u.armed || !ok && u.armed.Do == 0 {
			continue
		}
		if u.armed = w; !ok {
			u.armed = devices.Command{}
		}
		c.opt.Device.Send(u.Serial, w)
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
		if !o.Waits && c.session.botOf(o.Ask) != "" && !c.silent[o.ID] {
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
