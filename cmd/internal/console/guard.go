package console

import (
	"time"

	"boxstop/cmd/internal/view"
)

// heldFor is the longest pause that can lie between a key going down and its first repeat (660 ms in X), with some to spare.
const heldFor = 700 * time.Millisecond

// guard keeps keys from answering what nobody has read yet (TB-1): an answer key counts once its ask has been on this screen for the guard
// time, and a key that is held answers one ask only. A terminal tells nothing of keys coming up, so a key that answered counts as held
// until it has rested for heldFor or another key was pressed.
type guard struct {
	seen map[string]time.Time // when each open ask was first drawn
	key  string               // the key that answered last
	ask  string               // what it answered
	at   time.Time            // when it was last pressed
}

// keep forgets what is no longer open.
func (g *guard) keep(s *view.Snapshot) {
	for id := range g.seen {
		open := false
		switch {
		case id == other+"moved":
			open = len(s.PutBack) > 0
		case id == other+"start":
			open = s.Stage == view.SettingUp
		case id == other+"welcome":
			open = s.Stage == view.Welcome
		case s.Dispute != nil:
			open = id == disputeID(s.Dispute)
		}
		for _, a := range s.Asks {
			open = open || a.ID == id
		}
		if !open {
			delete(g.seen, id)
		}
	}
}

// Things that are answered as asks are and have no id of control's begin with this.
const other = "\x00"

// saw notes that an ask is on the screen.
func (d *desk) saw(id string) {
	if _, ok := d.guard.seen[id]; !ok {
		d.guard.seen[id] = d.now()
	}
}

// pressed is told of every key before it is taken.
func (d *desk) pressed(k string) (held bool) {
	g := &d.guard
	if k != g.key {
		g.key = ""
		return false
	}
	held = d.now().Sub(g.at) < d.holdTime()
	g.at = d.now()
	return held
}

// counts reports whether a key may answer this now, and if so holds the key to it. held comes from pressed.
func (d *desk) counts(id, k string, held bool) bool {
	g := &d.guard
	if held && g.ask != id {
		d.refuse(d.word("held.key"))
		return false
	}
	since, ok := g.seen[id]
	if w := d.guardTime(); w > 0 && (!ok || d.now().Sub(since) < w) {
		d.refuse(d.word("early"))
		return false
	}
	g.key, g.ask, g.at = k, id, d.now()
	return true
}

func (d *desk) guardTime() time.Duration {
	switch {
	case d.o.Guard != 0:
		return max(d.o.Guard, 0)
	case d.snap != nil:
		return time.Duration(d.snap.Guard) * time.Millisecond
	}
	return 0
}

func (d *desk) holdTime() time.Duration {
	switch {
	case d.o.Repeat != 0:
		return max(d.o.Repeat, 0)
	case d.guardTime() == 0:
		return 0
	}
	return heldFor
}
