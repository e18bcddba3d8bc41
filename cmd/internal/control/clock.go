package control

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

// raceClock runs while a race is served and not held.
type raceClock struct {
	base    int64
	since   time.Time
	running bool
	now     func() time.Time
}

func (c *raceClock) ms() int64 {
	if !c.running {
		return c.base
	}
	return c.base + c.now().Sub(c.since).Milliseconds()
}

func (c *raceClock) run(on bool) {
	if on == c.running {
		return
	}
	c.base, c.since, c.running = c.ms(), c.now(), on
}

// spoken stops the clock of an ask: the driver has spoken, the answer may be typed in peace (TB-20).
func (c *Control) spoken(w []string) error {
	if c.session == nil {
		return refuse("spoken: no clock runs")
	}
	for _, o := range c.session.open {
		if ms, runs := c.left(o); runs && (len(w) == 0 || o.ID == w[0]) {
			c.stopped[o.ID] = ms
			return nil
		}
	}
	return refuse("spoken: no clock runs")
}

// left is how many ms an ask's clock has still to run; false: it has none, or it stands.
func (c *Control) left(o Open) (ms int64, runs bool) {
	if o.Seconds == 0 || o.Done {
		return 0, false
	}
	total := int64(o.Seconds) * 1000
	if had, ok := c.had[o.ID]; ok {
		total = had
	}
	s := c.session
	if ms, ok := c.stopped[o.ID]; ok {
		return ms, false
	}
	if !s.moved || c.stage != view.Racing {
		return total, false
	}
	return max(0, total-(c.clock.ms()-max(o.Since, c.movedAt))), !s.Held()
}

// clockPath is where the clocks of asks are kept beside the race: they are no part of it, and change too often for its file.
func (c *Control) clockPath() string { return filepath.Join(c.opt.State, "clocks") }

// keepClocks writes down, once a second, what the clocks have still to run, so that they stand there after a restart (TB-20): the race's
// number, the ask, ms, and whether its driver has spoken. What cannot be written gives him his time again, and nothing else.
func (c *Control) keepClocks() {
	if c.session == nil || c.stage != view.Racing {
		return
	}
	var b strings.Builder
	for _, o := range c.session.open {
		ms, runs := c.left(o)
		_, spoken := c.stopped[o.ID]
		if runs || spoken {
			fmt.Fprintf(&b, "%d %s %d %t\n", c.plan.Number, o.ID, (ms+999)/1000*1000, spoken)
		}
	}
	if now := b.String(); now != "" && now != c.kept {
		c.kept = now
		_ = os.WriteFile(c.clockPath(), []byte(now), 0o644)
	}
}

// readClocks has the clocks of the race that was opened stand where they stood.
func (c *Control) readClocks() {
	clear(c.had)
	clear(c.stopped) // of the race before: ids are alike
	c.kept = ""
	doc, _ := os.ReadFile(c.clockPath())
	for line := range strings.Lines(string(doc)) {
		var number int
		var id string
		var ms int64
		var spoken bool
		if n, _ := fmt.Sscan(line, &number, &id, &ms, &spoken); n < 4 || number != c.plan.Number {
			continue
		}
		if c.had[id] = ms; spoken {
			c.stopped[id] = ms
		}
	}
}

// late answers asks whose time is over.
func (c *Control) late() {
	if c.session == nil || c.stage != view.Racing {
		return
	}
	for _, o := range slices.Clone(c.session.open) {
		ms, runs := c.left(o)
		if !runs {
			continue
		}
		if ms == 0 {
			before := c.session.Seq()
			_, err := c.session.decide("clock", o.Ask, &engine.Answer{What: o.What, Car: o.Car, Late: true}, "")
			if err == nil {
				c.after(before)
			} else {
				c.stopped[o.ID] = 0 // it is the director's
			}
			continue
		}
		if tick := fmt.Sprintf("%s/%d", o.ID, (ms+999)/1000); ms <= 3000 && tick != c.ticks {
			c.ticks = tick
			c.session.sound("ticks")
		}
	}
}

// next is when something is due by itself.
func (c *Control) next() time.Duration {
	wait := c.panelNext(time.Hour)
	if len(c.again) > 0 {
		wait = min(wait, max(0, c.againAt.Sub(c.opt.Now())))
	}
	if c.session == nil || c.stage != view.Racing {
		return wait
	}
	for _, o := range c.session.open {
		if ms, runs := c.left(o); runs {
			step := ms % 1000
			if step == 0 {
				step = min(ms, 1000)
			}
			wait = min(wait, time.Duration(step)*time.Millisecond)
		}
	}
	if !c.due.IsZero() {
		wait = min(wait, max(0, c.due.Sub(c.opt.Now())))
	}
	return wait
}
