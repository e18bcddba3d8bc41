package panel

import (
	"slices"
	"time"
)

// States of a lamp, as devices.Lamp has them.
const (
	off = iota
	steady
	short
	fast
)

// How lamps blink: a short one a second, and four a second.
const (
	second  = time.Second
	shortOn = 120 * time.Millisecond
	quarter = 250 * time.Millisecond
	fastOn  = 125 * time.Millisecond
)

// lit says whether a lamp is lit at a time, and for how long that stays so; 0: until it is told otherwise.
func lit(state int, t time.Duration) (on bool, stays time.Duration) {
	blink := func(every, on time.Duration) (bool, time.Duration) {
		if at := t % every; at < on {
			return true, on - at
		} else {
			return false, every - at
		}
	}
	switch state {
	case steady:
		return true, 0
	case short:
		return blink(second, shortOn)
	case fast:
		return blink(quarter, fastOn)
	}
	return false, 0
}

// light drives all lamps. All blink together: one clock for the table.
func (d *Dev) light() {
	start := time.Now()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		now := time.Now()
		next := time.Hour
		for _, u := range d.units {
			if stays := d.shine(u, now, now.Sub(start)); stays > 0 {
				next = min(next, stays)
			}
		}
		timer.Reset(next)
		select {
		case <-d.ctx.Done():
			for _, u := range d.units {
				for _, l := range u.lamps {
					_ = l.set(false)
				}
			}
			return
		case <-d.relight:
		case <-timer.C:
		}
	}
}

// shine sets the lamps of a unit, and says for how long that stays so; 0: until it is told otherwise. t is the time of all that blink.
func (d *Dev) shine(u *unit, now time.Time, t time.Duration) (stays time.Duration) {
	for i := range u.lamps {
		u.mu.Lock()
		state, left := u.lamps[i].state, u.blinks.Sub(now)
		u.mu.Unlock()
		if left > 0 {
			state = fast
		}
		on, next := lit(state, t)
		if err := u.lamps[i].set(on); err != nil {
			d.fault(u, u.lampName(i), u.lampName(i)+": "+err.Error())
			next = retry
		} else if _, own := u.lamps[i].output.(*line); own {
			d.fault(u, u.lampName(i), "")
		}
		for _, n := range []time.Duration{next, left} {
			if n > 0 && (stays == 0 || n < stays) {
				stays = n
			}
		}
	}
	return stays
}

// beeps are the four sounds: how long it sounds and is silent in turn.
var beeps = map[int][]time.Duration{
	1: {80 * time.Millisecond},
	2: {80 * time.Millisecond, 120 * time.Millisecond, 80 * time.Millisecond},
	3: {800 * time.Millisecond},
	4: {15 * time.Millisecond},
}

// sound drives the sounder. Its line is taken at the start: that somebody else has it is known before the first sound.
func (d *Dev) sound() {
	if d.sounder == nil {
		return
	}
	again := d.silence()
	for {
		select {
		case <-d.ctx.Done():
			return
		case <-again:
		case s := <-d.sounds:
			for i, t := range beeps[s] {
				_ = d.sounder.set(i%2 == 0) // silence says what is wrong with it
				if !sleep(d.ctx, t) {
					break
				}
			}
		}
		again = d.silence()
		sleep(d.ctx, 60*time.Millisecond)
	}
}

// silence ends a sound. What it returns says when to try again a sounder that fails; nil: it does not.
func (d *Dev) silence() <-chan time.Time {
	u := d.units[slices.IndexFunc(d.units, func(u *unit) bool { return u.Sounds })]
	if err := d.sounder.set(false); err != nil {
		d.fault(u, "sounder", "sounder: "+err.Error())
		return time.After(retry)
	}
	d.fault(u, "sounder", "")
	return nil
}
