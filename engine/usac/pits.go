package usac

import "boxstop/engine"

// enters takes a car off the track by an entry space and asks for its pit roll (US-15). It stands on space 1 until that is rolled.
func (r *Race) enters(d *draft, me engine.Car, entry engine.Space, counts int64, cl engine.Clause) {
	s := &d.S
	if s.car[me-1].space != 0 {
		d.Set(engine.Event{Kind: kEnters, Field: fSpace, Car: me, At: entry, Clause: cl})
	}
	set(d, fEntry, me, int64(entry))
	set(d, fClock, me, 1)
	set(d, fArrived, me, s.turn)
	set(d, fForced, me, noStop)
	set(d, fPoints, me, 0)
	set(d, fCounts, 0, counts)
	set(d, fStep, 0, sPitRoll)
}

// sent takes a car into the pits at once by a trouble (US-19): it counts as standing on the next entry space ahead, and the line on the
// way there is marked. On the first and the last lap it does not count as mandatory (US-14).
func (r *Race) sent(d *draft, me engine.Car, e *effect, number int64) {
	s := &d.S
	c := &s.car[me-1]
	entry := engine.Space(c.entry)
	if c.space != 0 {
		entry = r.k.nextEntry(engine.Space(c.space))
	}
	d.Note(engine.Event{Kind: kCalled, Car: me, N: number, At: entry, Clause: us19})
	wraps := c.space != 0 && r.k.wraps(engine.Space(c.space), entry)
	r.enters(d, me, entry, 0, us19)
	if wraps {
		r.crosses(d, me)
	}
	if e.n == 1 && c.lap > 1 && c.lap < s.laps {
		set(d, fCounts, 0, 1)
	}
}

// pitRoll reads the pit column and the Pit Stop Table (US-15). In races of more than 300 miles seven turns are the end (US-18).
func (r *Race) pitRoll(d *draft, a *engine.Answer) error {
	n, err := sum(a)
	if err != nil {
		return err
	}
	s := &d.S
	me := a.Car
	c := &s.car[me-1]
	number := r.cell(c, colPit, n)
	turns := r.k.turns[number]
	if s.miles > farMiles && turns >= longStop {
		d.Note(engine.Event{Kind: kTooLong, Car: me, N: turns, Clause: us18})
		r.breaks(d, me, byPits)
		r.next(d)
		return nil
	}
	d.Set(engine.Event{Kind: kStands, Field: fClock, Car: me, Is: turns, N: number, Clause: us15})
	if s.trial != 0 { // the turns count as rolls (US-2)
		lost := turns - 1
		if s.clock != 0 { // the clock would have stepped in the round of arrival (US-16)
			lost = max(0, turns-2)
		}
		set(d, fRolls, me, c.rolls+max(lost, c.waits))
		set(d, fClock, me, 1)
		set(d, fCounts, 0, 0)
		set(d, fWaits, me, 0)
	} else if s.counts != 0 && c.stops > 0 {
		d.Set(engine.Event{Kind: kServed, Field: fStops, Car: me, Is: c.stops - 1, Clause: us13})
	}
	r.next(d)
	return nil
}
