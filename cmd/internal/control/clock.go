package control

import (
	"fmt"
	"slices"
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
	s := c.session
	if ms, ok := c.stopped[o.ID]; ok {
		return ms, false
	}
	if !s.moved || c.stage != view.Racing {
		return total, false
	}
	return max(0, total-(c.clock.ms()-max(o.Since, c.movedAt))), !s.Held()
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
