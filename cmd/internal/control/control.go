package control

import (
	"context"
	"errors"
	"os"
	"path/filepath"
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
	ports    map[string]string // what is wrong with ports that are nobody's, in words
	had      map[string]int64  // what clocks had to run when the race was opened, by ask, in ms
	kept     string            // of clocks, what was written last
	stopped  map[string]int64  // clocks that the driver stopped, by ask: ms that were left
	silent   map[string]bool   // asks that a bot lets pass
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
	fails int // parts that do not answer
	at    time.Time
	went  time.Time // when it was last gone; zero: never
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
		opt: opt, requests: make(chan request, 64), stage: view.SettingUp, units: map[string]*unit{}, ports: map[string]string{}, had: map[string]int64{}, stopped: map[string]int64{}, silent: map[string]bool{},
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
	c.keepClocks()
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
	c.session.live, c.session.demo = true, c.opt.Demo
	clear(c.silent)
	c.stageNow()
	return nil
}
