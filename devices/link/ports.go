package link

import (
	"context"
	"os"
	"slices"
	"time"

	"boxstop/devices"
)

// record is what is known of a port between two sessions on it. Only run changes it; mu is held for that.
type record struct {
	found
	busy    bool // a session has it, or its writer is stuck
	missing bool
	next    time.Time // not opened again before
	delay   time.Duration
	serial  string
	ours    bool   // a unit of ours spoke here since it was plugged in
	said    bool   // what is wrong with it was said
	text    string // how it is, for people
}

// outcome is how a session on a port ended.
type outcome struct {
	real string
	how  ending
	text string
}

type ending uint8

const (
	lost    ending = iota // it was ours; it is tried again soon
	failed                // it could not be opened, or hung up before it said who it is: tried again with growing pauses
	foreign               // not ours: left alone
	stopped               // the context has ended
)

// run looks for ports, starts sessions and hears how they end.
func (l *Link) run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	open, settled := 0, false
	for {
		select {
		case <-ctx.Done():
			l.finish(open)
			return
		case o := <-l.ended:
			open--
			l.note(ctx, o)
		case <-l.kick:
		case <-timer.C:
		}
		for _, f := range l.due(ctx, l.opt.Most-open) {
			open++
			l.talks.Add(1)
			go l.serve(ctx, f)
		}
		if !settled && !l.asking() {
			settled = true
			close(l.settled)
		}
		timer.Reset(l.pause())
	}
}

// finish waits until nobody delivers any more, but not for a blocked Write: that ends when the other side does.
func (l *Link) finish(open int) {
	l.talks.Wait()
	close(l.readings)
	go func() {
		for ; open > 0; open-- {
			<-l.ended
		}
	}()
}

// note takes down how a session ended.
func (l *Link) note(ctx context.Context, o outcome) {
	now := time.Now()
	l.mu.Lock()
	r := l.ports[o.real]
	r.busy, r.serial = false, ""
	t := l.opt.Timing
	switch o.how {
	case lost:
		r.delay = t.Retry
	case foreign:
		if r.delay = t.Foreign; r.ours { // it may have been switched off, or have got other firmware
			r.delay = t.RetryMax
		}
	default:
		r.delay = min(max(2*r.delay, t.Retry), t.RetryMax)
	}
	r.next = now.Add(r.delay)
	say := o.text != "" && o.text != r.text
	if o.text != "" {
		r.text = o.text
	}
	name := r.name
	say = say && o.how != lost
	r.said = r.said || say
	l.mu.Unlock()
	if say {
		l.deliver(ctx, devices.Reading{Event: devices.Health, Port: name, Text: o.text, At: now})
	}
}

// due looks for ports and marks those as busy that it returns, at most room.
func (l *Link) due(ctx context.Context, room int) []found {
	l.mu.Lock()
	paths := slices.Clone(l.paths)
	l.mu.Unlock()
	ports, missing := find(paths, l.opt.Globs, l.opt.Leave) // not under mu: Send never waits for a disk
	l.mu.Lock()
	now := time.Now()
	var start []found
	var say []devices.Reading
	seen := map[string]bool{}
	for _, f := range ports {
		seen[f.real] = true
		delete(l.ports, f.name+" ") // it was missing
		r := l.ports[f.real]
		switch {
		case r == nil:
			r = &record{found: f, text: "being asked"}
			l.ports[f.real] = r
		case !os.SameFile(r.info, f.info) && !r.busy: // replugged between two looks
			r.next, r.delay, r.ours = time.Time{}, 0, false
		}
		r.name, r.info = f.name, f.info
		if r.busy || now.Before(r.next) {
			continue
		}
		if len(start) == room {
			r.next = now.Add(l.opt.Timing.Scan)
			r.text = "not asked: as many ports as allowed are open; leave out others in the configuration"
			continue
		}
		r.busy = true
		start = append(start, f)
	}
	for _, name := range missing {
		key := name + " " // no real path ends in a blank
		seen[key] = true
		if l.ports[key] == nil {
			text := trouble(os.ErrNotExist)
			l.ports[key] = &record{found: found{name: name}, missing: true, busy: true, said: true, text: text}
			say = append(say, devices.Reading{Event: devices.Health, Port: name, Text: text, At: now})
		}
	}
	for key, r := range l.ports {
		if !seen[key] && (!r.busy || r.missing) {
			delete(l.ports, key) // unplugged: the next one there is a new one
			if r.said {
				say = append(say, devices.Reading{Event: devices.Health, Port: r.name, At: now})
			}
		}
	}
	l.mu.Unlock()
	for _, r := range say {
		l.deliver(ctx, r)
	}
	return start
}

// asking says whether a port is being asked who it is.
func (l *Link) asking() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.ports {
		if r.busy && !r.missing && r.serial == "" {
			return true
		}
	}
	return false
}

// pause is how long run may sleep.
func (l *Link) pause() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	d := l.opt.Timing.Scan
	now := time.Now()
	for _, r := range l.ports {
		if !r.busy {
			d = min(d, max(r.next.Sub(now), time.Millisecond))
		}
	}
	return d
}

// deliver hands a reading to the owner; it waits for room, or for the end.
func (l *Link) deliver(ctx context.Context, r devices.Reading) {
	select {
	case l.readings <- r:
	case <-ctx.Done():
	}
}
