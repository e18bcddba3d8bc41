package console

import (
	"strings"
	"time"

	"boxstop/cmd/internal/view"
)

// page is one thing that fills the screen. Its methods run on the goroutine that owns the desk.
type page interface {
	draw(d *desk, c *canvas)
	// key takes a key of this page and reports whether it was one; every other key has its meaning everywhere.
	key(d *desk, k string) bool
}

// desk is the state of a console: what control said last, what is being looked at, what was half typed. It knows no rule; it does nothing
// but draw and send. It belongs to one goroutine.
type desk struct {
	o     Options
	words words
	now   func() time.Time
	send  func(view.ToControl) bool // never blocks; false: there is nobody to send to
	bell  func()

	snap  *view.Snapshot
	came  time.Time // when snap did
	up    bool      // connected
	race  race
	setup setup
	base  map[view.Stage]page
	over  []page // pages opened above the one of the stage, the last one is seen

	said   []string // what control replied, until the next key
	bad    bool     // it was a refusal
	saidAt time.Time
	stand  bool // the last answer was refused and could stand by a ruling
	prompt *prompt
	dealt  string // how cards were to be dealt, and it was refused
	sure   *sure

	lastID  int64
	pending map[int64]func(view.Reply)
	guard   guard
	history []string
	quiet   bool // no sounds
	beeps   int
	left    bool // the person has left
	sep     int  // the last row that messages may cover
}

func newDesk(o Options, w words) *desk {
	d := &desk{
		o: o, words: w, now: time.Now, bell: func() {}, send: func(view.ToControl) bool { return false },
		pending: map[int64]func(view.Reply){}, beeps: -1,
	}
	d.guard.seen = map[string]time.Time{}
	d.base = map[view.Stage]page{
		view.Racing: &d.race, view.SettingUp: &d.setup, view.Welcome: &welcome{}, view.Over: &result{},
	}
	return d
}

// receive takes one line from control.
func (d *desk) receive(m view.FromControl) {
	if m.Snapshot != nil {
		d.take(m.Snapshot)
	}
	if m.Reply != nil {
		if f := d.pending[m.Reply.ID]; f != nil {
			delete(d.pending, m.Reply.ID)
			f(*m.Reply)
		}
	}
}

func (d *desk) take(s *view.Snapshot) {
	if d.snap != nil && d.snap.Stage != s.Stage {
		d.over, d.sure = nil, nil
		if d.prompt != nil && d.prompt.label != ":" { // it belonged to a page of that stage
			d.prompt = nil
		}
	}
	offer := ""
	if d.snap != nil {
		offer = d.snap.Offer
	}
	d.snap, d.came = s, d.now()
	if !d.bad && d.came.Sub(d.saidAt) > saidFor {
		d.said = nil
	}
	if d.beeps >= 0 && s.Beeps > d.beeps && !d.quiet {
		d.bell()
	}
	d.beeps = s.Beeps
	d.guard.keep(s)
	d.race.took(s)
	d.race.wayOf(d)
	for _, p := range d.over {
		if p, ok := p.(interface{ took(*desk) }); ok {
			p.took(d)
		}
	}
	if s.Offer != "" && s.Offer != offer {
		d.offered()
	}
}

// offered opens the undo page when the table asks to undo (TB-14): once, and over no page on which something is half done.
func (d *desk) offered() {
	busy := d.prompt != nil || d.sure != nil || d.snap.OfferKey != "u"
	switch d.top().(type) {
	case *race, *text, *help, *moves:
	default:
		busy = true
	}
	if busy {
		d.said, d.bad, d.saidAt = []string{d.snap.Offer}, false, d.now()
		return
	}
	d.askUndo(false, 1)
}

// connected says whether there is anybody to send to. What was on its way when the connection went is not known: nothing is sent twice.
func (d *desk) connected(up bool) {
	if d.up && !up {
		clear(d.pending)
	}
	d.up = up
}

func (d *desk) top() page {
	if n := len(d.over); n > 0 {
		return d.over[n-1]
	}
	if d.snap == nil {
		return nil
	}
	return d.base[d.snap.Stage]
}

// open shows a page above the others; one of the same kind gives way to it.
func (d *desk) open(p page) { d.over = append(d.over, p) }

// only shows a page above that of the stage and nothing between.
func (d *desk) only(p page) { d.over = append(d.over[:0], p) }

func (d *desk) back() {
	if n := len(d.over); n > 0 {
		d.over = d.over[:n-1]
	}
}

// order sends a line of the grammar. then, if any, is called with the reply to one that was done; refusals are shown.
func (d *desk) order(o view.Order, then func(view.Reply)) {
	d.lastID++
	o.ID = d.lastID
	d.stand = false
	if !d.send(view.ToControl{V: view.Version, Order: &o}) {
		d.refuse(d.words.say("lost.order"))
		return
	}
	d.pending[o.ID] = func(r view.Reply) {
		switch {
		case r.Twice:
			d.twice(sure{say: r.Error, order: o, then: then})
		case r.Error != "":
			d.stand = r.Stand
			d.refuse(r.Error, r.Hint)
			if r.Stand {
				d.said = append(d.said, d.words.say("stand.hint"))
			}
		default:
			if o.Ask == "" { // what an answer led to is what the snapshot tells
				d.tell(r)
			}
			if then != nil {
				then(r)
			}
		}
	}
}

// query asks for a page; then is called with it, or the refusal is shown.
func (d *desk) query(q view.Query, then func(*view.Page)) {
	d.lastID++
	q.ID = d.lastID
	if !d.send(view.ToControl{V: view.Version, Query: &q}) {
		d.refuse(d.words.say("lost.order"))
		return
	}
	d.pending[q.ID] = func(r view.Reply) {
		switch {
		case r.Error != "":
			d.refuse(r.Error, r.Hint)
		case r.Page == nil:
			d.tell(r)
		default:
			then(r.Page)
		}
	}
}

// tell shows what control said: two lines beside what is being looked at, more than that on a page.
func (d *desk) tell(r view.Reply) {
	d.said, d.bad, d.saidAt = nil, false, d.now()
	if len(r.Said) > 2 {
		d.open(&text{t: view.Text{Title: d.words.say("said.title"), Lines: r.Said}})
	} else {
		d.said = r.Said
	}
	if r.Hint != "" {
		d.said = append(d.said, r.Hint)
	}
}

func (d *desk) refuse(lines ...string) {
	d.said, d.bad = nil, true
	for _, l := range lines {
		if l != "" {
			d.said = append(d.said, l)
		}
	}
}

// saidFor is how long what control said stays over the last moves when the race goes on; a refusal stays until the next key.
const saidFor = 4 * time.Second

// asks are the open asks; never nil for a caller's sake.
func (d *desk) asks() []view.Ask {
	if d.snap == nil {
		return nil
	}
	return d.snap.Asks
}

func (d *desk) word(key string, values ...any) string { return d.words.say(key, values...) }

// quoted is a text of the grammar.
func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, "'") + `"` }

// sure is an order that is asked for twice.
type sure struct {
	say   string
	order view.Order
	then  func(view.Reply)
}

func (d *desk) twice(s sure) {
	delete(d.guard.seen, other+"sure")
	d.sure = &s
}

// ticking says whether what is drawn changes by itself: a clock runs.
func (d *desk) ticking() bool {
	for _, a := range d.asks() {
		if a.Ticking {
			return true
		}
	}
	return false
}
