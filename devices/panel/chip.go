package panel

import "time"

// chip is what each of the three kinds of chip on the bus has in common: whether it answers, and what it is to hold. W is what is written
// to it.
type chip[W comparable] struct {
	title string    // "expander x1 (0x20)"
	up    bool      // it answered the last time
	after time.Time // when to try it again, while it is not up
	fresh time.Time // when it was set up last
	want  W         // guarded by bus.mu
	dirty bool      // it does not hold that yet; guarded by bus.mu
}

// How long a chip is left alone: one that lost its power for a moment is set up again after that.
const again = 10 * time.Second

// due takes what a chip is to hold. stale: it must be set up anew; dirty: it holds something else; ok is false while a chip that did not
// answer is left alone.
func (c *chip[W]) due(b *bus, now time.Time) (want W, stale, dirty, ok bool) {
	if !c.up && now.Before(c.after) {
		return want, false, false, false
	}
	b.mu.Lock()
	want, dirty, c.dirty = c.want, c.dirty, false
	b.mu.Unlock()
	if stale = !c.up || now.Sub(c.fresh) > again; stale {
		c.fresh = now
	}
	return want, stale, dirty, true
}

// answered notes how a transfer went, reports whether the chip is there, and tells when it is not, and when it is there again: "".
func (c *chip[W]) answered(err error, tell func(text string)) bool {
	switch {
	case err != nil:
		c.up, c.after = false, time.Now().Add(retry)
		tell(c.title + " does not answer")
	case !c.up:
		c.up = true
		tell("")
	}
	return c.up
}

// hold changes what a chip is to hold, and wakes the bus if that is anything else. Any goroutine may call it.
func (c *chip[W]) hold(b *bus, to func(was W) W) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if want := to(c.want); want != c.want {
		c.want, c.dirty = want, true
		poke(b.wake)
	}
}

// flag is a number with one bit of it set or not.
func flag[B byte | uint16](n, bit B, on bool) B {
	if on {
		return n | bit
	}
	return n &^ bit
}
