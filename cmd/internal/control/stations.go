package control

import (
	"fmt"
	"slices"
	"time"

	"boxstop/devices"
	"boxstop/engine"
)

// A station is a driver's knob with a press, a lamp and a display (TB-14). It answers whatever ask waits for him: turning moves through the
// options, a press takes, holding for a second takes what holds unsaid, or goes back a level. Nothing here knows a game.
//
// In a secret phase (TB-12) what a station is told and says is hushed, makes no snapshot, and a value that its car may not have is refused
// by its lamp alone.

// How a station behaves in time.
const (
	holding = time.Second     // a press that is held so long is a hold
	sight   = 2 * time.Second // for which a hooded display shows a secret after the knob was turned
	flash   = 2 * time.Second // for which a refusal is shown
	sureFor = 5 * time.Second // within which a choice that puts a car out must be pressed again
)

// station is what control keeps of one station.
type station struct {
	ask     Open
	dial    dial
	since   time.Time // when it was asked
	seq     int       // the line as of which the dial was made
	touched bool      // the knob was turned since
	stands  int       // position of a selector
	seen    time.Time // until when a secret is shown
	down    time.Time // when its button went down; zero: it is up, or has been acted on
	meant   string    // the ask that it was pressed for
	wrong   time.Time // until when a refusal is shown
	sure    time.Time // until when a second press does what was asked twice
	aside   bool      // its device hears it no more
	kept    string    // what it showed when its secret was shown to all
	phase   engine.Ask
	text    devices.Command // that it was told last
	lamp    devices.Command
	lit     []int // of counters, what each lamp was told last; nil: nothing yet
}

// stationOf is what is kept of a unit; nil: it is no station.
func (c *Control) stationOf(u *unit) *station {
	if u == nil || u.Kind != devices.Panel {
		return nil
	}
	if c.panel.stations == nil {
		c.panel.stations = map[string]*station{}
	}
	st := c.panel.stations[u.Serial]
	if st == nil {
		st = &station{}
		c.panel.stations[u.Serial] = st
	}
	return st
}

// panelReading takes in what a panel noticed. False: it is for whoever takes in the readings of all units.
func (b *batch) panelReading(c *Control, u *unit, r devices.Reading) bool {
	st := c.stationOf(u)
	if st == nil {
		b.public = true
		return false
	}
	switch r.Event {
	case devices.Here, devices.Gone:
		st.text, st.lamp, st.lit, st.down = devices.Command{}, devices.Command{}, nil, time.Time{} // what was half entered is dropped
		b.public = true
		return false
	case devices.Aside:
		b.public = true
		c.setAside(u, st, r.Text)
		return true
	case devices.Pressed, devices.Turned, devices.Stands:
	default:
		b.public = true
		return false
	}
	if !u.here || c.binding(u).Off {
		return true
	}
	if c.calling != "" {
		b.public = true
		mark := c.calling
		c.calling = ""
		if _, err := c.bind("unit " + u.Name() + " for " + mark); err != nil {
			c.note(err.Error())
		} else {
			c.note(fmt.Sprintf("station %s is %s's", u.Name(), mark))
		}
		return true
	}
	if u.Knobs == 0 {
		b.public = true
		if len(u.Counters) > 0 {
			c.claimed(u, r)
		} else {
			c.tablePressed(u, r)
		}
		return true
	}
	switch r.Event {
	case devices.Turned:
		st.turned(r.Value, r.At)
	case devices.Stands:
		st.stands = r.Value
		st.stood(r.At)
	case devices.Pressed:
		c.pressed(u, st, r)
	}
	if st.ask.Secret {
		b.private = true
	} else {
		b.public = true
	}
	return true
}

// setAside has a stuck or wet unit answer no more; its driver is asked elsewhere at once.
func (c *Control) setAside(u *unit, st *station, why string) {
	st.aside, st.down = true, time.Time{}
	u.last = why
	c.note(fmt.Sprintf("%s: %s; k returns it, dry; its driver answers at the keyboard", u.Name(), why))
	if c.session == nil {
		return
	}
	c.session.sound("two")
	if _, err := c.session.Do(u.Name(), "unit "+u.Name()+" off", "", true); err != nil {
		c.note(err.Error())
	}
}

// panelBinding is whose a station is: as was ordered, as the set-up has it, or as the wiring file has it.
func (c *Control) panelBinding(u *unit) Binding {
	s := c.session
	if b, ok := s.units[u.Name()]; ok && (b.Mark != "" || b.Table) {
		return b
	}
	b := Binding{Off: s.units[u.Name()].Off, Table: u.Knobs == 0}
	for i, car := range s.Setup.Entries {
		if i < len(s.Plan.Cars) && s.Plan.Cars[i].Station == u.Name() {
			b.Mark = car.Mark
		}
	}
	for i, car := range s.Setup.Entries {
		if b.Mark == "" && u.For != "" && (equalFold(u.For, car.Mark) || equalFold(u.For, s.drivers[i].Name)) {
			b.Mark = car.Mark
		}
	}
	return b
}

// seat is who sits at a station; 0: nobody, or a bot.
func (c *Control) seat(u *unit) (engine.Seat, engine.Car) {
	b := c.binding(u)
	car := c.session.Words.CarOf(b.Mark)
	if b.Off || !u.here || b.Mark == "" || car == 0 || int(car) > len(c.session.Setup.Entries) || c.session.isBot(car) {
		return 0, 0
	}
	return c.session.Setup.Entries[car-1].Seat, car
}

// theirs reports whether an ask is for whoever sits at a station.
func theirs(o Open, seat engine.Seat, car engine.Car) bool {
	return car != 0 && (o.Car == car || seat != 0 && o.Seat == seat)
}

// askOf is the ask that a station answers now: what the race waits for first, then what it does not wait for, then a secret that may still
// be changed.
func (c *Control) askOf(u *unit) (Open, bool) {
	if u.Knobs == 0 || !c.ready() {
		return Open{}, false
	}
	seat, car := c.seat(u)
	best, rank := Open{}, 3
	for _, o := range c.session.open {
		if !theirs(o, seat, car) || o.Form == engine.Roll || o.Form == engine.Draw || o.Secret && u.Sight == "" {
			continue
		}
		r := 1
		switch {
		case o.Done:
			r = 2
		case o.Waits:
			r = 0
		}
		if r < rank {
			best, rank = o, r
		}
	}
	return best, rank < 3
}

// turned moves the knob.
func (st *station) turned(steps int, at time.Time) {
	if st.ask.ID == "" || at.Before(st.since) {
		return
	}
	if st.touched || st.kept == "" || st.ask.Secret { // else the first step only shows what there is to choose
		st.dial.turn(steps)
	}
	st.touched, st.seen, st.wrong, st.sure = true, at.Add(sight), time.Time{}, time.Time{}
}

// stood has a selector say where it stands.
func (st *station) stood(at time.Time) {
	if st.ask.ID == "" || st.stands == 0 {
		return
	}
	st.dial.at = min(st.stands, len(st.dial.stops)) - 1
	st.dial.at = max(0, st.dial.at)
	st.touched, st.seen, st.wrong, st.sure = true, at.Add(sight), time.Time{}, time.Time{}
}

// pressed is the button of a station: down, up.
func (c *Control) pressed(u *unit, st *station, r devices.Reading) {
	if r.Value == 1 {
		st.down, st.meant = r.At, ""
		if o, ok := c.current(st); ok && !r.At.Before(st.since.Add(c.opt.Guard)) { // what came before it was asked was meant for something else (TB-1)
			st.meant = o.ID
			if ms, runs := c.left(o); runs { // he has spoken, at the time of the edge (TB-20)
				c.stopped[o.ID] = ms
			}
		} else if seat, car := c.seat(u); u.Sight == "" && slices.ContainsFunc(c.opens(), func(o Open) bool { return o.Secret && theirs(o, seat, car) }) {
			c.note(fmt.Sprintf("station %s has neither hood nor scale: it is not used for secrets", u.Name()))
			st.refuse(r.At)
		}
		return
	}
	down := st.down
	st.down = time.Time{}
	if o, ok := c.current(st); !down.IsZero() && ok && o.ID == st.meant {
		c.takeShown(u, st, o, r.At)
	}
}

func (c *Control) opens() []Open {
	if c.session == nil {
		return nil
	}
	return c.session.open
}

// current is the ask that a station shows, if it is open and the race may go on.
func (c *Control) current(st *station) (Open, bool) {
	if st.ask.ID == "" || !c.ready() {
		return Open{}, false
	}
	o, err := c.session.find(st.ask.ID)
	return o, err == nil
}

func (st *station) refuse(at time.Time) { st.wrong = at.Add(flash) }

// takeShown takes what a station shows.
func (c *Control) takeShown(u *unit, st *station, o Open, at time.Time) {
	if st.kept != "" && !st.touched && !o.Secret { // it does not show yet what would be taken
		st.touched = true
		return
	}
	d := &st.dial
	if d.at >= len(d.stops) || len(d.stops[d.at].options) == 0 {
		st.refuse(at)
		return
	}
	s := d.stops[d.at]
	if up, level := d.above(); level >= 0 {
		next := c.session.dial(o.Ask, append(slices.Clone(up), chosen{level, s.value}))
		if len(next.stops) > 1 {
			st.dial = next
			return
		}
	}
	x := s.options[0]
	if x.Fate == engine.GoesOut && !at.Before(st.sure) {
		st.sure = at.Add(sureFor)
		st.refuse(at)
		return
	}
	c.answerFrom(u, st, o, engine.AnswerWith(o.Ask, x), at)
}

// held is a hold: back a level, or what holds when nobody speaks, or when the time is over.
func (c *Control) held(u *unit, st *station, o Open, at time.Time) {
	if up, ok := st.dial.back(); ok {
		st.dial = c.session.dial(o.Ask, up)
		return
	}
	if o.Done {
		return // a lock is taken back by a new answer (TB-5)
	}
	late := engine.Answer{What: o.What, Car: o.Car, Late: true}
	for _, x := range c.session.race.Public(o.Seat).Options(nil, o.Ask, engine.Offered) {
		if o.Form != engine.Move && x.Value == int64(o.Unsaid) && x.Fate != engine.GoesOut {
			late = engine.AnswerWith(o.Ask, x)
		}
	}
	if late.Late && o.Form == engine.Move && o.Seconds == 0 {
		st.refuse(at)
		return
	}
	c.answerFrom(u, st, o, late, at)
}

// answerFrom hands a station's answer in. A secret that the rules refuse leaves no trace but its lamp.
func (c *Control) answerFrom(u *unit, st *station, o Open, ans engine.Answer, at time.Time) {
	before := c.session.Seq()
	refused := c.session.refused
	if _, err := c.session.decide(u.Name(), o.Ask, &ans, ""); err != nil {
		st.refuse(at)
		if c.session.refused = refused; !o.Secret {
			c.note(u.Name() + ": " + c.session.say(err, "").Error())
			c.session.refused = refused
		}
		return
	}
	st.seen = at.Add(sight)
	c.after(before)
}

// panelDue does what is due by itself at stations: a button that has been held for a second.
func (b *batch) panelDue(c *Control) {
	now := c.opt.Now()
	for _, serial := range c.serials() {
		u := c.units[serial]
		st := c.panel.stations[serial]
		if st == nil {
			continue
		}
		if !st.down.IsZero() && !now.Before(st.down.Add(holding)) {
			st.down = time.Time{}
			if o, ok := c.current(st); ok && o.ID == st.meant {
				c.held(u, st, o, now)
			}
		}
		if !st.seen.IsZero() && !now.Before(st.seen) {
			b.private, st.seen = true, time.Time{}
		}
		if !st.wrong.IsZero() && !now.Before(st.wrong) {
			b.private, st.wrong = true, time.Time{}
		}
	}
	c.tableDue(now)
}

// panelNext is when something is due at a panel.
func (c *Control) panelNext(wait time.Duration) time.Duration {
	now := c.opt.Now()
	at := func(t time.Time) {
		if !t.IsZero() {
			wait = min(wait, max(0, t.Sub(now)))
		}
	}
	for _, st := range c.panel.stations {
		if !st.down.IsZero() {
			at(st.down.Add(holding))
		}
		at(st.seen)
		at(st.wrong)
	}
	if t := c.panel.table; !t.down.IsZero() {
		at(t.down.Add(holding))
	}
	at(c.panel.table.till)
	at(c.panel.claim.till)
	return wait
}
