package control

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/engine"
	"boxstop/tracks"
)

// Options are what race control runs with.
type Options struct {
	Games   []engine.Rules
	Library tracks.Library
	State   string // folder of race files and of last time's table
	Device  devices.Device
	Demo    bool
	Slow    time.Duration // how long a bot waits before it answers; 0: not at all
	Guard   time.Duration // TB-1
	Console string        // how the keyboard is called among the units: "keypad ok"
	Print   string        // command that prints a sheet
	Seed    uint64        // of races that start; 0: drawn from the time
	Now     func() time.Time
	Trace   func(Trace) // of the way of a roll, for benchmarks; may be nil
}

// Trace is when a roll was read, decided and on the disk.
type Trace struct{ Read, Decided, Flushed time.Time }

// request is an order or a query, and where its reply goes.
type request struct {
	from  string
	order *view.Order
	query *view.Query
	reply chan view.Reply // buffered
}

// Control is one goroutine, Run, that owns the race: orders and readings in, snapshots out. What it accepts is on the disk before anybody
// is answered or shown anything.
type Control struct {
	opt      Options
	requests chan request
	hub      hub

	stage   view.Stage
	plan    *Plan
	session *Session
	file    *racefile.File
	welcome *view.Waiting

	units    map[string]*unit
	stopped  map[string]int64 // clocks that the driver stopped, by ask: ms that were left
	silent   map[string]bool  // asks that a bot lets pass
	movedAt  int64
	clock    raceClock
	same     bool
	health   []string
	panel    panels
	calling  string // the mark of who was asked to roll once, so that his unit is known
	due      time.Time
	ticks    string
	fatal    error
	parts    []func()          // acknowledgements of parts of a roll that is not whole yet
	again    []devices.Reading // rolls that could not be saved: they are taken in again, since units say them once
	againAt  time.Time
	slowFor  string
	slowTill time.Time
	results  []engine.Result // of the season, before this race
	sums     []string        // races that are waiting or over, for the welcome page
}

// unit is a unit as control knows it.
type unit struct {
	devices.Unit
	here  bool
	armed devices.Command
	last  string
	at    time.Time
}

// New prepares race control on a state folder: an unfinished race there is opened and waits (TB-17).
func New(opt Options) (*Control, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if err := os.MkdirAll(filepath.Join(opt.State, "races"), 0o755); err != nil {
		return nil, err
	}
	c := &Control{
		opt: opt, requests: make(chan request, 64), stage: view.SettingUp, units: map[string]*unit{}, stopped: map[string]int64{}, silent: map[string]bool{},
		clock: raceClock{now: opt.Now},
	}
	c.plan = NewPlan(opt.Games, opt.Library)
	c.lastTable()
	if c.plan.Rules == nil && len(opt.Games) > 0 { // the first evening
		if err := c.plan.game(opt.Games[0].About().Game); err != nil {
			return nil, err
		}
		c.plan.Grid = "lot"
	}
	if err := c.findUnfinished(); err != nil {
		return nil, err
	}
	c.hub.show(c.snapshot())
	return c, nil
}

// Do hands an order in and waits until it is on the disk or refused.
func (c *Control) Do(ctx context.Context, from string, o view.Order) view.Reply {
	return c.ask(ctx, request{from: from, order: &o})
}

// Query asks for a page.
func (c *Control) Query(ctx context.Context, q view.Query) view.Reply {
	return c.ask(ctx, request{query: &q})
}

func (c *Control) ask(ctx context.Context, r request) view.Reply {
	r.reply = make(chan view.Reply, 1)
	select {
	case c.requests <- r:
	case <-ctx.Done():
		return view.Reply{Error: "race control is closing"}
	}
	select {
	case rep := <-r.reply:
		return rep
	case <-ctx.Done():
		return view.Reply{Error: "race control is closing"}
	}
}

// Snapshot is the newest.
func (c *Control) Snapshot() *view.Snapshot { return c.hub.newest() }

// Run owns the race until the context ends. An error means that the race can no longer be kept safe.
func (c *Control) Run(ctx context.Context) error {
	defer func() {
		if c.file != nil {
			_ = c.file.Close()
		}
	}()
	var readings <-chan devices.Reading
	if c.opt.Device != nil {
		readings = c.opt.Device.Readings()
	}
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	c.arm()
	c.hub.show(c.snapshot())
	for {
		timer.Reset(c.next())
		var b batch
		select {
		case <-ctx.Done():
			return nil
		case r := <-c.requests:
			b.request(c, r)
		case r, ok := <-readings:
			if !ok {
				readings = nil
				continue
			}
			b.reading(c, r)
		case <-timer.C:
		}
		for more := true; more; { // whatever has arrived meanwhile shares the flush
			select {
			case r := <-c.requests:
				b.request(c, r)
			case r, ok := <-readings:
				if ok {
					b.reading(c, r)
				} else {
					readings = nil
				}
			default:
				more = false
			}
		}
		if c.finish(&b); c.fatal != nil {
			return c.fatal
		}
	}
}

// finish does what follows from a batch by itself, then flushes, answers, acknowledges and shows.
func (c *Control) finish(b *batch) {
	if len(c.again) > 0 && !c.opt.Now().Before(c.againAt) {
		again := c.again
		c.again = nil
		for _, r := range again {
			b.reading(c, r)
		}
	}
	b.panelDue(c)
	c.late()
	for n := 0; n < 64 && c.bots(); n++ { // together they share a flush; slow ones come one at a time
	}
	b.finish(c)
}

// batch is what arrived together and shares one flush.
type batch struct {
	replies []func(err error)
	acks    []func()
	rolls   []devices.Reading
	public  bool // something that everybody may see came
	private bool // a station with a secret was touched
	trace   Trace
}

func (b *batch) request(c *Control, r request) {
	var rep view.Reply
	if r.query != nil {
		rep = c.page(r.query)
		rep.ID = r.query.ID
		r.reply <- rep
		return
	}
	b.public = true
	rep = c.order(r.from, r.order)
	rep.ID = r.order.ID
	b.replies = append(b.replies, func(err error) {
		if err != nil {
			rep = view.Reply{ID: rep.ID, Error: "not saved, so nothing is done: " + err.Error(), Hint: "make room on the disk, or start boxstop with another --state; then say it again"}
		}
		r.reply <- rep
	})
}

// finish flushes, then answers, acknowledges and shows.
func (b *batch) finish(c *Control) {
	var err error
	if !b.trace.Read.IsZero() {
		b.trace.Decided = time.Now()
	}
	if c.file != nil {
		if err = c.file.Flush(); err != nil {
			c.file.Drop()
			c.again, c.againAt = append(c.again, b.rolls...), c.opt.Now().Add(time.Second)
			c.note("not saved: " + err.Error())
			if again := c.reload(); again != nil {
				c.fatal = errors.Join(err, again)
				return
			}
		}
	}
	if !b.trace.Read.IsZero() {
		b.trace.Flushed = time.Now()
	}
	c.arm()
	quiet := c.quiet(b)
	c.panels()
	if !quiet {
		c.hub.show(c.snapshot())
	}
	for _, f := range b.replies {
		f(err)
	}
	if err == nil {
		for _, f := range b.acks {
			f()
		}
		if c.session == nil || len(c.session.parts) == 0 { // whole, or nobody wants it any more
			for _, f := range c.parts {
				f()
			}
			c.parts = nil
		}
		if c.opt.Trace != nil && !b.trace.Read.IsZero() {
			c.opt.Trace(b.trace)
		}
	}
}

// reload folds the race file afresh after a flush failed: nothing of what failed was shown.
func (c *Control) reload() error {
	path := c.file.Path()
	_ = c.file.Close()
	f, lines, _, err := racefile.Open(path)
	if err != nil {
		return err
	}
	c.file = f
	if c.session, err = Load(c.opt.Games, c.opt.Library, lines, c.clock.ms, f.Append); err != nil {
		return err
	}
	clear(c.silent)
	c.stageNow()
	return nil
}

// order carries out one line from a person.
func (c *Control) order(from string, o *view.Order) view.Reply {
	out, err := c.execute(from, o)
	if err != nil {
		var r *Refused
		rep := view.Reply{Error: err.Error()}
		if errors.As(err, &r) {
			rep.Hint, rep.Stand = r.Hint, r.Stand
		}
		return rep
	}
	if out.Twice != "" {
		return view.Reply{Error: out.Twice, Hint: "say it again to do it", Twice: true}
	}
	return view.Reply{Said: out.Said}
}

// execute finds out whom a line is for: the set-up, what is always there, or the race.
func (c *Control) execute(from string, o *view.Order) (Outcome, error) {
	w, err := tokens(o.Line)
	if err != nil || len(w) == 0 {
		return Outcome{}, err
	}
	if out, done, err := c.always(from, w); done {
		return out, err
	}
	switch c.stage {
	case view.SettingUp:
		return c.setUp(w, o)
	case view.Welcome:
		if w[0] == "resume" {
			return Outcome{}, c.resume(from)
		}
		if w[0] == "drive" || w[0] == "unit" { // who sits there today
			return c.session.Do(from, o.Line, "", o.Sure)
		}
		return Outcome{}, refuse("%s: a race is waiting; resume goes on with it, aside leaves it for another day", o.Line)
	}
	if c.session == nil {
		return Outcome{}, refuse("%s: no race is on", o.Line)
	}
	before := c.session.Seq()
	c.wheel(from, o)
	line, err := c.session.spellOut(o.Line)
	if err != nil {
		return Outcome{}, err
	}
	out, err := c.session.Do(from, line, o.Ask, o.Sure)
	c.after(before)
	return out, err
}

// after looks at what an order did to the clocks and to what must be moved.
func (c *Control) after(before int) {
	s := c.session
	c.clock.run(!s.Held() && c.stage != view.Welcome)
	if s.Seq() == before {
		return
	}
	if len(s.putback) > 0 && s.table == nil && s.movedOn(before) { // a car has driven on: the list is of another board
		s.moved, s.putback = true, nil
	}
	if !s.moved && c.confirms() {
		return
	}
	if s.movedOn(before) && c.confirms() {
		s.moved = false
	} else if s.movedAt > before {
		c.movedAt = c.clock.ms()
	}
	c.stageNow()
}

// stageNow goes to the result when the race is over, and back when it is reopened.
func (c *Control) stageNow() {
	switch over := c.session.Over(); {
	case over && c.stage == view.Racing:
		c.stage = view.Over
		c.clock.run(false)
	case !over && c.stage == view.Over:
		c.stage = view.Racing
		c.clock.run(!c.session.Held())
	}
}

// confirms reports whether the race waits for "moved": the pace says so, or a clock is in play (TB-20).
func (c *Control) confirms() bool {
	return c.session.confirm || slices.ContainsFunc(c.session.open, func(o Open) bool { return o.Seconds > 0 })
}

// movedOn reports whether an answer after line seq put a car somewhere else.
func (s *Session) movedOn(seq int) bool {
	for i := len(s.acts) - 1; i >= 0 && s.acts[i].Born > seq; i-- {
		for _, e := range s.acts[i].Events {
			if e.Field == s.About.Space {
				return true
			}
		}
	}
	return false
}

// wheel: in the demo an answer for a bot's car takes the wheel.
func (c *Control) wheel(from string, o *view.Order) {
	if !c.opt.Demo || o.Ask == "" || from != "director" {
		return
	}
	a, err := c.session.find(o.Ask)
	if err != nil || c.session.botOf(a.Ask) == "" || a.Form == engine.Roll {
		return
	}
	line := "drive"
	for _, car := range c.session.asked(a.Ask) {
		line += " " + c.session.Words.Mark(car)
	}
	_, _ = c.session.Do(from, line+` "You"`, "", true)
}

// always are the lines that mean the same at every stage.
func (c *Control) always(from string, w []string) (Outcome, bool, error) {
	switch {
	case w[0] == "unit" && len(w) == 3 && w[2] == "blink":
		u := c.unitByName(w[1])
		if u == nil {
			return Outcome{}, true, refuse("unit %s: it is not here; here are %s", w[1], c.hereNow())
		}
		c.opt.Device.Send(u.Serial, devices.Command{Do: devices.Identify})
		return Outcome{Said: []string{"unit " + u.Name() + " blinks"}}, true, nil
	case w[0] == "unit" && len(w) == 3 && w[2] == "test":
		u := c.unitByName(w[1])
		if u == nil {
			return Outcome{}, true, refuse("unit %s: it is not here", w[1])
		}
		c.opt.Device.Send(u.Serial, devices.Command{Do: devices.Identify})
		return Outcome{Said: []string{"unit " + u.Name() + " blinks; use it once, and its line shows what came"}}, true, nil
	case w[0] == "call":
		if len(w) < 2 {
			c.calling = ""
			return Outcome{}, true, nil
		}
		if err := c.known(w[1]); err != nil {
			return Outcome{}, true, err
		}
		c.calling = strings.ToUpper(w[1])
		return Outcome{Said: []string{c.calling + ", roll once: the unit that is heard is yours"}}, true, nil
	case w[0] == "spoken":
		return Outcome{}, true, c.spoken(w[1:])
	case w[0] == "aside" || w[0] == "setaside":
		return Outcome{}, true, c.aside(from)
	case w[0] == "new" || w[0] == "next":
		return Outcome{}, true, c.nextRace(w[0] == "next")
	case w[0] == "open":
		return Outcome{}, true, c.openRace(w)
	case w[0] == "print":
		return c.print(w[1:])
	}
	return Outcome{}, false, nil
}

// ready reports whether the race may go on by itself.
func (c *Control) ready() bool {
	return c.session != nil && c.stage == view.Racing && !c.session.Held() && (c.session.moved || len(c.session.putback) == 0 && !c.confirms())
}

func (c *Control) note(t string) {
	c.health = append(c.health, t)
	if len(c.health) > 100 {
		c.health = c.health[1:]
	}
}

func (c *Control) print(w []string) (Outcome, bool, error) {
	if c.opt.Print == "" {
		return Outcome{}, true, refuse("print: no printing command is set; boxstop report writes every sheet to a file")
	}
	return Outcome{}, true, c.runPrint(w)
}
