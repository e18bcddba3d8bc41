package control

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/engine"
)

// panels is what control keeps of stations and of the table's buttons.
type panels struct {
	stations map[string]*station // by serial number
	hushed   []string
	session  *Session
	beeps    int
	seq      int // of the last snapshot
	table    tableButtons
	claim    claim
}

// quiet reports whether nothing that everybody may see has changed: then there is no new snapshot, which would tell that, and when, a knob
// was turned.
func (c *Control) quiet(b *batch) bool {
	seq, beeps := 0, 0
	if c.session != nil {
		seq, beeps = c.session.seq, c.session.beeps
	}
	same := seq == c.panel.seq && beeps == c.panel.beeps
	c.panel.seq = seq
	return b.private && !b.public && same
}

// panels tells stations and the table what they are to show, where that changed, and hushes those that have a secret to say. It is called
// after every batch, before anybody is shown anything.
func (c *Control) panels() {
	if c.opt.Device == nil {
		return
	}
	now := c.opt.Now()
	c.hush()
	for _, serial := range c.serials() {
		u := c.units[serial]
		st := c.stationOf(u)
		if st == nil || !u.here {
			continue
		}
		if st.aside && c.session != nil && !c.binding(u).Off {
			st.aside = false
			c.opt.Device.Send(serial, devices.Command{Do: devices.Resume})
		}
		if len(u.Counters) > 0 {
			c.counter(u, st)
			continue
		}
		if u.Knobs == 0 {
			c.tell(serial, &st.lamp, devices.Command{Do: devices.Lamp, Part: 1, Value: c.tableLamp()})
			continue
		}
		text, lamp := "", 0
		if c.session != nil && c.stage == view.Racing {
			c.attend(u, st, now)
			text, lamp = c.display(u, st, now), c.lamp(u, st, now)
		}
		if u.Digits > 0 {
			c.tell(serial, &st.text, devices.Command{Do: devices.Show, Part: 1, Text: text})
		}
		if u.Lamps > 0 {
			c.tell(serial, &st.lamp, devices.Command{Do: devices.Lamp, Part: 1, Value: lamp})
		}
	}
	c.sounds()
}

// tell sends what was not told already.
func (c *Control) tell(serial string, last *devices.Command, cmd devices.Command) {
	if *last != cmd {
		*last = cmd
		c.opt.Device.Send(serial, cmd)
	}
}

// attend puts the ask of a station's driver on its knob.
func (c *Control) attend(u *unit, st *station, now time.Time) {
	c.keepShown(st)
	o, ok := c.askOf(u)
	if !ok {
		st.ask, st.dial, st.touched = Open{}, dial{}, false
		return
	}
	if o.ID == st.ask.ID {
		st.ask = o
		if st.seq != c.session.seq && !o.Secret { // another's answer may have changed what there is to choose
			st.seq = c.session.seq
			st.dial = c.session.dial(o.Ask, slices.Clone(first(st.dial.above()))).like(st.dial)
		}
		return
	}
	if o.Secret && o.Turn != st.phase.Turn || o.Secret && o.What != st.phase.What {
		st.kept = "" // the next secret phase opens
	}
	st.ask, st.since, st.seq, st.touched, st.seen = o, now, c.session.seq, false, time.Time{}
	st.dial = c.session.dial(o.Ask, nil)
	if o.Form != engine.Move {
		st.dial.rests(int64(o.Unsaid))
	}
	if o.Secret {
		st.phase = o.Ask
	}
	if u.Stops > 0 {
		st.stood(now)
	}
}

// keepShown keeps what a station's driver declared once it was shown to all, until the next secret phase or the end of the turn.
func (c *Control) keepShown(st *station) {
	s := c.session
	if st.phase.What == 0 || slices.ContainsFunc(s.open, func(o Open) bool { return o.Same(st.phase) }) {
		return
	}
	i := len(s.acts) - 1
	for i >= 0 && !s.acts[i].Ask.Same(st.phase) {
		i--
	}
	switch {
	case i < 0, s.race.Turn() > int(st.phase.Turn) && s.race.Turn() > s.acts[i].Turn:
		st.kept, st.phase = "", engine.Ask{}
	default:
		if st.kept = declared(s.acts[i].Line); st.kept == "" {
			st.kept = fmt.Sprint(st.phase.Unsaid)
		}
	}
}

// display is what a station shows.
func (c *Control) display(u *unit, st *station, now time.Time) string {
	switch {
	case st.ask.ID == "":
		return st.kept
	case st.ask.Secret && (u.Sight != "hood" || !now.Before(st.seen)):
		return ""
	case !st.ask.Secret && st.kept != "" && !st.touched:
		return st.kept
	}
	return st.dial.short()
}

// lamp is what a station's lamp does.
func (c *Control) lamp(u *unit, st *station, now time.Time) int {
	seat, car := c.seat(u)
	if car == 0 {
		return 0
	}
	if _, o, disputed := c.session.dispute(); disputed && theirs(o, seat, car) || now.Before(st.wrong) {
		return 3
	}
	lamp := 0
	for _, o := range c.session.open {
		if !theirs(o, seat, car) {
			continue
		}
		if ms, runs := c.left(o); runs && ms <= 3000 {
			return 3
		}
		switch {
		case o.Done:
			lamp = cmp.Or(lamp, 2)
		case o.Waits && c.ready():
			lamp = 1
		}
	}
	return lamp
}

// hush has nobody listen to the units of the seats that have a secret to say (TB-13).
func (c *Control) hush() {
	h, ok := c.opt.Device.(devices.Husher)
	if !ok {
		return
	}
	var want []string
	if c.session != nil {
		for _, serial := range c.serials() {
			u := c.units[serial]
			car := c.session.Words.CarOf(c.binding(u).Mark)
			if car == 0 || c.binding(u).Mark == "" || int(car) > len(c.session.Setup.Entries) {
				continue
			}
			seat := c.session.Setup.Entries[car-1].Seat
			if slices.ContainsFunc(c.session.open, func(o Open) bool { return o.Secret && theirs(o, seat, car) }) {
				want = append(want, serial)
			}
		}
	}
	if !slices.Equal(want, c.panel.hushed) {
		c.panel.hushed = want
		h.Hush(want...)
	}
}

// sounds sounds on panels what sounds on screens.
func (c *Control) sounds() {
	s := c.session
	if s == nil {
		return
	}
	if s != c.panel.session {
		c.panel.session, c.panel.beeps = s, s.beeps
	}
	if s.beeps == c.panel.beeps {
		return
	}
	c.panel.beeps = s.beeps
	kind := slices.Index([]string{"", "one", "two", "long", "ticks"}, s.beep)
	for _, serial := range c.serials() {
		if u := c.units[serial]; u.here && u.Sounds && kind > 0 {
			c.opt.Device.Send(serial, devices.Command{Do: devices.Sound, Value: kind})
		}
	}
}

// stationRow is a station on the devices page: never what it is set to.
func (c *Control) stationRow(u *unit, v *view.Unit) {
	if u.Kind != devices.Panel {
		return
	}
	v.What = "6 buttons"
	if len(u.Counters) > 0 {
		v.What = counterRow(u)
	}
	if u.Knobs == 0 {
		return
	}
	v.What = "knob"
	if u.Stops > 0 {
		v.What = "selector"
	}
	if u.Lamps > 0 {
		v.What += ", lamp"
	}
	if u.Sight != "" {
		v.What += ", " + u.Sight
	}
	if c.session == nil || v.State != "ok" {
		return
	}
	seat, car := c.seat(u)
	for _, o := range c.session.open {
		if o.Secret && theirs(o, seat, car) {
			v.Last = map[bool]string{true: "LOCKED", false: "not yet"}[o.Done]
		}
	}
}

// byStation reports whether a secret is entered at a station: it is here, its driver can see it, and that is how speeds are entered.
func (c *Control) byStation(o Open) bool {
	if c.session.Plan.Speeds != "stations" {
		return false
	}
	for _, u := range c.units {
		if u.Kind == devices.Panel && u.Knobs > 0 && u.Sight != "" {
			if seat, car := c.seat(u); theirs(o, seat, car) {
				return true
			}
		}
	}
	return false
}
