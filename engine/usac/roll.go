package usac

import "boxstop/engine"

// says takes a mode (US-6).
func (r *Race) says(d *draft, a *engine.Answer) error {
	s := &d.S
	switch {
	case s.trial != 0 && s.free == 0:
		return &engine.Infraction{Fault: xModeTrial, Car: a.Car, What: a.What, Clause: us2}
	case s.car[a.Car-1].said != 0:
		return &engine.Infraction{Fault: xModeSaid, Car: a.Car, What: a.What, Clause: us6}
	case a.Value < 0 || a.Value > 2:
		return &engine.Infraction{Fault: xValue, Car: a.Car, What: a.What, N: a.Value, Lo: 0, Hi: 2, Clause: us6}
	}
	d.Set(engine.Event{Kind: kMode, Field: fSaid, Car: a.Car, Is: a.Value + 1, Clause: us6})
	return nil
}

// sum reads two dice.
func sum(a *engine.Answer) (int, error) {
	if n := a.Dice(); n != 2 {
		return 0, &engine.Infraction{Fault: xDice, Car: a.Car, What: a.What, N: int64(n), Lo: 2, Hi: 2, Clause: us7}
	}
	for _, f := range a.Faces[:2] {
		if f > 6 {
			return 0, &engine.Infraction{Fault: xFace, Car: a.Car, What: a.What, N: int64(f), Lo: 1, Hi: 6, Clause: us7}
		}
	}
	return int(a.Faces[0]) + int(a.Faces[1]), nil
}

// cell is what a sum reads in a column of a car's card.
func (r *Race) cell(c *car, col, sum int) int64 { return int64(r.k.cards[c.card][col][sum-2]) }

// rolls reads the card: spaces, or a trouble column (US-7).
func (r *Race) rolls(d *draft, a *engine.Answer) error {
	n, err := sum(a)
	if err != nil {
		return err
	}
	s := &d.S
	me := a.Car
	if s.trial != 0 {
		set(d, fRolls, me, s.car[me-1].rolls+1)
	}
	c := &s.car[me-1]
	v := r.cell(c, c.mode(), n)
	if v < 0 {
		r.inTrouble(d, me, v, n)
		return nil
	}
	set(d, fSaid, me, int64(c.mode())+1)
	d.Set(engine.Event{Kind: kGets, Field: fPoints, Car: me, Is: v, N: int64(n), Clause: us7})
	r.toMove(d, me)
	return nil
}

// inTrouble asks for a roll on a trouble column.
func (r *Race) inTrouble(d *draft, me engine.Car, v int64, n int) {
	kind := kTroubleA
	if v == troubleB {
		kind = kTroubleB
	}
	d.Set(engine.Event{Kind: kind, Field: fSaid, Car: me, Is: int64(d.S.car[me-1].mode()) + 1, N: int64(n), Clause: us7})
	set(d, fColumn, me, -v)
	set(d, fStep, 0, sTrouble)
}

// trouble reads the trouble column, and the Trouble Table (US-7, US-19). A cell that refers to another column is followed once (US-20).
func (r *Race) trouble(d *draft, a *engine.Answer) error {
	n, err := sum(a)
	if err != nil {
		return err
	}
	s := &d.S
	c := &s.car[a.Car-1]
	v := r.cell(c, colTroubleA+int(c.column)-1, n)
	switch {
	case v < 0 && s.followed == 0:
		d.Set(engine.Event{Kind: kRefers, Field: fColumn, Car: a.Car, Is: -v, N: int64(n), Clause: us20})
		set(d, fFollowed, 0, 1)
	case v < 0:
		d.Note(engine.Event{Kind: kNothing, Car: a.Car, N: int64(n), Clause: us20})
		r.next(d)
	default:
		r.suffers(d, a.Car, v)
	}
	return nil
}

// suffers does what an entry of the Trouble Table says. It gives no spaces but those of lost power.
func (r *Race) suffers(d *draft, me engine.Car, number int64) {
	s := &d.S
	set(d, fColumn, me, 0)
	set(d, fPoints, me, 0)
	var call *effect
	hand, flag := false, false
	es := r.k.trouble[number]
	for i := range es {
		e := &es[i]
		ev := engine.Event{Car: me, N: number, At: s.car[me-1].at(), Clause: us19}
		switch e.kind {
		case doNothing:
			ev.Kind = kNothing
			d.Note(ev)
		case doPower:
			d.Set(engine.Event{Kind: kPower, Field: fPoints, Car: me, Is: e.n, N: number, Clause: us19})
		case doStop:
			ev.Kind, ev.Field, ev.Is = kHalts, fWaits, e.n-1
			d.Set(ev)
		case doPit:
			if !e.next {
				call = e
				continue
			}
			ev.Kind, ev.Field, ev.Is = kOrdered, fForced, notCounted
			if e.n == 1 {
				ev.Is = toCount
			}
			d.Set(ev)
		case doRetire:
			ev.Kind = kBreaks
			d.Note(ev)
			r.breaks(d, me, byTrouble)
		case doYellow:
			if s.trial == 0 {
				flag = true
				d.Set(engine.Event{Kind: kYellow, Field: fYellow, By: me, Is: max(s.yellow, e.n), N: e.n, Clause: us21})
			}
		case doRear:
			if s.trial == 0 {
				r.toRear(d, me, number)
			}
		case doHand:
			hand = true
			set(d, fNumber, 0, number)
			ev.Kind = kByHand
			d.Note(ev)
		}
	}
	if flag && r.endsAtOnce(d) {
		return
	}
	c := &s.car[me-1]
	switch {
	case c.status != running || s.trial != 0 && c.rolls < 0:
		r.next(d)
	case call != nil:
		r.sent(d, me, call, number)
	case hand:
		set(d, fStep, 0, sSettle)
	default:
		r.goesOn(d, me)
	}
}

// breaks takes a car out; in qualifying it spoils that lap only (US-2).
func (r *Race) breaks(d *draft, me engine.Car, cause int64) {
	if d.S.trial != 0 {
		set(d, fRolls, me, -1)
		return
	}
	r.goesOut(d, me, cause)
}

// goesOn drives the spaces that a trouble left, or ends the turn. In qualifying a stop costs its turns as rolls (US-2).
func (r *Race) goesOn(d *draft, me engine.Car) {
	s := &d.S
	c := &s.car[me-1]
	if s.trial != 0 && c.waits > 0 {
		set(d, fRolls, me, c.rolls+c.waits)
		set(d, fWaits, me, 0)
	}
	if c.points > 0 && c.waits == 0 {
		r.toMove(d, me)
		return
	}
	r.next(d)
}

// settles goes on after the director settled what the table of the box leaves to hands.
func (r *Race) settles(d *draft, a *engine.Answer) error {
	if a.Value != 1 {
		return &engine.Infraction{Fault: xValue, Car: a.Car, What: a.What, N: a.Value, Lo: 1, Hi: 1, Clause: us19}
	}
	d.Note(engine.Event{Kind: kSettled, Car: a.Car, Clause: us19})
	r.goesOn(d, a.Car)
	return nil
}

// toRear puts a car on the free space in its lane behind the last running car of its own lap, never forward (US-19).
func (r *Race) toRear(d *draft, me engine.Car, number int64) {
	s := &d.S
	c := &s.car[me-1]
	last, others := int32(0), false
	for i := range s.cars {
		o := &s.car[i]
		if i != int64(me-1) && o.status == running && o.space != 0 && o.lap == c.lap {
			if f := r.k.places[o.space].Front; !others || f < last {
				last, others = f, true
			}
		}
	}
	if c.space == 0 || !others || r.k.places[c.space].Front < last {
		d.Note(engine.Event{Kind: kNothing, Car: me, N: number, Clause: us19})
		return
	}
	at, lap := engine.Space(c.space), c.lap
	for lap >= c.lap && r.k.places[at].Front >= last || r.on(s, at) != 0 {
		o := r.k.places[at].Behind
		if o == 0 { // its lane begins here: on in the inside one
			o = r.k.places[r.k.level(at, r.k.inside)].Behind
		}
		if r.k.wraps(o, at) {
			lap--
		}
		at = o
	}
	d.Set(engine.Event{Kind: kRear, Field: fSpace, Car: me, Is: int64(at), N: number, Clause: us19})
	set(d, fLap, me, max(0, lap))
}
