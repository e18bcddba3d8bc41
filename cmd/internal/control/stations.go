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
}

// panels is what control keeps of stations and of the table's buttons.
type panels struct {
	stations map[string]*station // by serial number
	hushed   []string
	session  *Session
	beeps    int
	seq      int // of the last snapshot
	table    tableButtons
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
		st.text, st.lamp, st.down = devices.Command{}, devices.Command{}, time.Time{} // what was half entered is dropped
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
		c.tablePressed(u, r)
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
	return wait
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
