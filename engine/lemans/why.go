package lemans

import "boxstop/engine"

// clear is how many counts a car has free in a gear, at most those of the gear, and what is in its way.
func (r *Race) clear(m *road, gear int64) (free int64, by engine.Car, at engine.Space) {
	m.in(gear)
	n := m.card.speed[gear]
	r.search(m, int(n), m.step, nil)
	if len(r.walk.Done) > 0 {
		free = n
	}
	for i := range r.walk.Dead {
		w := &r.walk.Dead[i]
		if w.Note&(nSpins|nHalts) != 0 { // no car is in its way
			return n, 0, w.End
		}
		if k := n - int64(w.Left); k >= free && free < n {
			free, at = k, w.End
		}
	}
	if at == 0 {
		at = m.from
	}
	return free, r.before(m, at), at
}

// unfit says why a car cannot be in a gear at all this turn; noFault where it can.
func (m *road) unfit(gear int64) (f engine.Fault, c engine.Clause, lo, hi int64) {
	if gear < 1 || gear > top || m.card.speed[gear] == 0 {
		return xNoGear, lm5, 1, top
	}
	var list [2 * top]shift
	got := m.shifts(list[:0])
	for _, x := range got {
		if x.gear == gear {
			return noFault, noClause, 0, 0
		}
	}
	lo, hi = got[0].gear, got[len(got)-1].gear
	held, last := m.held()
	switch {
	case m.c.gear == 0:
		return xFirstGear, lm35, 1, 1
	case held:
		return xCorner, lm14, lo, hi
	case gear > m.c.gear:
		return xUp, lm5, lo, hi
	case last && m.s.lastSpace != 0:
		return xLastSpace, lm14, lo, hi
	case m.card.unlimited:
		return xClassF, lm20, lo, hi
	}
	return xBrakes, lm20, lo, hi
}

// blockedIn is the fault of a gear that no path fits.
func blockedIn(gear int64) engine.Fault { return xBlocked1 + engine.Fault(gear-1) }

// fits is the highest gear, at most the one that was meant, in which a car has a move; 0: none.
func fits(list []outcome, gear int64) int64 {
	best, least := int64(0), int64(0)
	for i := range list {
		if g := list[i].gear; g <= gear {
			best = max(best, g)
		} else if least == 0 || g < least {
			least = g
		}
	}
	if best == 0 {
		return least
	}
	return best
}

// explain says why an answer is no move: the gear, the brakings, the count, or the step of the path that cannot be taken.
func (r *Race) explain(s *state, a *engine.Answer) error {
	i := &engine.Infraction{Car: a.Car, What: a.What, N: a.Value}
	c := &s.car[a.Car-1]
	list := append([]outcome(nil), r.all(s, a.Car, nil)...)
	m := r.searching(s, a.Car, a.Note&notePit != 0)
	if f, cl, lo, hi := m.unfit(a.Value); f != noFault {
		i.Fault, i.Clause, i.Lo, i.Hi = f, cl, lo, hi
		return i
	}
	if c.follow > 0 {
		i.Fault, i.Clause, i.By = xTow, lm24, engine.Car(c.follow)
		if c.follow == int64(a.Car) {
			i.Fault = xBound
		}
		return i
	}
	some := false
	for k := range list {
		some = some || list[k].gear == a.Value
	}
	base := m.card.speed[a.Value]
	free, by, at := r.clear(&m, a.Value)
	if free < base && !some {
		i.Fault, i.Clause, i.N, i.Lo, i.By, i.At, i.Hi = blockedIn(a.Value), lm9, base, free, by, at, fits(list, a.Value)
		return i
	}
	m.in(a.Value)
	t := m.trace(a.Path)
	switch {
	case !some && s.must != 0:
		i.Fault, i.Clause, i.Lo = xMust, lm29, s.must
	case !some:
		i.Fault, i.Clause, i.Hi = xSpinsOut, lm13, fits(list, a.Value)
	case a.Path == 0:
		i.Fault, i.Clause, i.Lo, i.Hi = xWhere, lm6, far, 0
		for k := range list {
			if o := &list[k]; o.gear == a.Value {
				i.Lo, i.Hi = min(i.Lo, o.spaces), max(i.Hi, o.spaces)
			}
		}
		if i.Hi == i.Lo {
			i.Hi = 0
		}
	case t.bad != 0:
		r.badStep(&m, &t, i)
	case t.note&nAcross != 0:
		i.Fault, i.Clause, i.At = xAcross, lm8, t.end
	case t.spent < base && a.Note&notePit == 0 && t.note&(nSpins|nHalts) == 0:
		i.Fault, i.Clause, i.N, i.Lo, i.At = xShort, lm6, t.spent, base, t.end
		if _, hi := m.speeds(shift{gear: a.Value, down: a.Value <= c.gear}); hi > base && s.bonus != 0 {
			i.Hi = hi
		}
	case a.Note&notePit != 0:
		i.Fault, i.Clause, i.At = xNoPit, lm19, t.end
	case t.spent > base && t.note&nTakes != 0:
		i.Fault, i.Clause, i.N, i.Lo, i.Hi, i.At = xBonus, lm26, t.spent, base, base, t.end
	case t.spent > base:
		i.Fault, i.Clause, i.N, i.Lo, i.At = xShort, lm6, t.spent, base, t.end
		if s.bonus != 0 && a.Value <= c.gear {
			i.Clause, i.Hi = lm26, m.card.most(a.Value)
		}
	default:
		i.Fault, i.Clause, i.Lo, i.Hi = xSplit, lm20, c.brakes, m.spare()
	}
	return i
}

// badStep says why a step of a path cannot be taken.
func (r *Race) badStep(m *road, t *trail, i *engine.Infraction) {
	i.N, i.At, i.Clause, i.Fault = int64(t.bad), t.end, lm8, xNoStep
	to := engine.Space(0)
	if int(t.st) < len(m.places[t.was].To) {
		to = m.places[t.was].To[t.st]
	}
	switch {
	case to == 0 || !drivable(t.st):
	case m.taken.has(to):
		i.Fault, i.By = xTaken, r.stands(m.s, to, m.me)
	case m.course.grey[to] && (!m.grey || !m.course.grey[t.was] && !m.owes):
		i.Fault, i.Clause = xGrey, lm19
	case t.st != engine.Ahead && m.latePass(t.was):
		i.Fault, i.Clause, i.By, i.At = xLatePass, lm10, r.stands(m.s, m.places[t.was].To[engine.Ahead], m.me), t.was
		i.Led = r.led(m, t)
	case t.st != engine.Ahead && m.earlyPass(to):
		i.Fault, i.Clause, i.By = xEarlyPass, lm10, r.stands(m.s, m.places[to].Behind, m.me)
		i.Led = r.led(m, t)
	}
}

// led is what a path that breaks the passing rules leads to, if the table lets it stand: the car stops dead where it broke them (LM-11).
func (r *Race) led(m *road, t *trail) []engine.Event {
	if !m.rests(t.was, t.note) {
		return nil
	}
	d := &draft{S: *m.s, Fields: fields}
	if err := r.breach(d, &engine.Answer{What: wBreach, Car: m.me, Space: t.was}); err != nil {
		return nil
	}
	return d.Events
}

// refused appends what a person might look for in vain: gears out of reach, gears that no path fits with the car in the way, and the pits.
func (r *Race) refused(dst []engine.Option, a engine.Ask) []engine.Option {
	s := &r.s
	list := append([]outcome(nil), r.all(s, a.Car, nil)...)
	m := r.road(s, a.Car)
	if m.c.follow > 0 || m.c.stall != 0 {
		return dst
	}
	for g := int64(1); g <= top; g++ {
		if m.card.speed[g] == 0 {
			continue
		}
		some := false
		for i := range list {
			some = some || list[i].gear == g && list[i].fate != engine.Collides
		}
		if some {
			continue
		}
		o := engine.Option{Car: a.Car, Value: g, End: m.from}
		if f, cl, lo, hi := m.unfit(g); f != noFault {
			if g > hi+1 && f == xUp || f == xFirstGear && g > 2 {
				continue
			}
			o.Refusal = engine.Refusal{Clause: cl, Fault: f, N: int16(lo)}
			dst = append(dst, o)
			continue
		}
		free, by, at := r.clear(&m, g)
		switch {
		case s.must != 0:
			o.Refusal = engine.Refusal{Clause: lm29, Fault: xMust}
		case free < m.card.speed[g]:
			o.Refusal = engine.Refusal{Clause: lm9, Fault: blockedIn(g), By: by, At: at, N: int16(free)}
		default:
			o.Refusal = engine.Refusal{Clause: lm13, Fault: xSpinsOut, N: int16(fits(list, g))}
		}
		dst = append(dst, o)
	}
	if m.owes && m.waitsAt() != 0 {
		dst = append(dst, engine.Option{Car: a.Car, End: m.from, Refusal: engine.Refusal{Clause: lm19, Fault: xPitFull}})
	}
	return dst
}
