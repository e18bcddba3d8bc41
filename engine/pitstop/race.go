package pitstop

import "boxstop/engine"

// Race is one race in progress.
type Race struct {
	k     *course
	s     state
	draft draft
}

type draft = engine.Draft[state]

// open begins a draft of the race.
func (r *Race) open(dst []engine.Event) *draft {
	d := &r.draft
	if d.Fields == nil {
		d.Fields = fields
	}
	d.S, d.Events = r.s, dst
	return d
}

// Clone copies the race.
func (r *Race) Clone() engine.Race { return r.clone() }

func (r *Race) clone() *Race { return &Race{k: r.k, s: r.s} }

// Apply assigns one event.
func (r *Race) Apply(e engine.Event) { engine.ApplyTo(&r.s, fields, e) }

// Position appends the race as one line.
func (r *Race) Position(dst []byte) []byte {
	return engine.AppendPosition(dst, &aboutGame, r.k.board, &r.s, fields, int(r.s.cars))
}

// Value is one number of the state.
func (r *Race) Value(f engine.Field, c engine.Car) int64 { return engine.ValueOf(&r.s, fields, f, c) }

// Cars is how many cars entered, those that are out included.
func (r *Race) Cars() int { return int(r.s.cars) }

// runs reports whether a car is still in the race.
func (r *Race) runs(c engine.Car) bool { return r.s.car[c-1].status == running }

// Turn is the turn, from 1.
func (r *Race) Turn() int { return int(r.s.turn) }

// Markers appends nothing: only cars stand on this board, and the limits never move.
func (r *Race) Markers(dst []engine.Marker) []engine.Marker { return dst }

// Public is the race as a seat may know it: without the tyres that others hold in their hands (PS-18).
func (r *Race) Public(seat engine.Seat) engine.Race {
	p := r.clone()
	engine.Hide(&p.s, fields, int(p.s.cars), func(c engine.Car) bool { return seat != 0 && p.s.seat(c) == seat })
	return p
}

func (s *state) seat(c engine.Car) engine.Seat {
	if n := s.car[c-1].seat; n != 0 {
		return engine.Seat(n)
	}
	return engine.Seat(c)
}

// ask is an ask of the car whose move it is.
func (s *state) ask(w engine.What, f engine.Form) engine.Ask {
	c := engine.Car(s.mover)
	return engine.Ask{What: w, Form: f, Seat: s.seat(c), Car: c, Waits: true, Turn: uint16(s.turn)}
}

// Asks appends what may be answered. Calls of a slipstream (PS-19) and the bonus (PS-5) stand before the roll that closes them.
func (r *Race) Asks(dst []engine.Ask) []engine.Ask {
	s := &r.s
	if s.slip != 0 && s.step < sDraw {
		dst = r.calls(dst)
	}
	switch s.step {
	case sRoll:
		c := &s.car[s.mover-1]
		if s.said == unsaid && !s.dry(c) {
			a := s.ask(wBonus, engine.Confirm)
			a.Waits = false
			dst = append(dst, a)
		}
		a := s.ask(wRoll, engine.Roll)
		a.Dice = uint8(c.gear)
		return append(dst, a)
	case sPit:
		return append(dst, s.ask(wPit, engine.Confirm))
	case sGear:
		a := s.ask(wGear, engine.Declare)
		a.Unsaid = int16(s.car[s.mover-1].gear)
		a.Seconds = s.seconds()
		return append(dst, a)
	case sService:
		return append(dst, s.ask(wService, engine.Declare))
	case sPitRoll:
		c := &s.car[s.mover-1]
		if s.soft != 0 && s.service >= tyresOnly && s.leg == 0 {
			a := s.ask(wKind, engine.Declare)
			a.Waits, a.Unsaid = false, int16(c.kind)
			dst = append(dst, a)
		}
		a := s.ask(wPitRoll, engine.Roll)
		a.Dice = s.pitDice()
		return append(dst, a)
	case sSecond:
		a := s.ask(wSecond, engine.Roll)
		a.Dice = uint8(s.secondDice())
		return append(dst, a)
	}
	return r.gridAsks(dst)
}

// seconds is the time to name a gear (PS-17).
func (s *state) seconds() uint8 { return [...]uint8{0, 3, 5}[s.quick] }

// pitDice is one die for one service and two for both (PS-14).
func (s *state) pitDice() uint8 {
	if s.service == both {
		return 2
	}
	return 1
}

// Reports appends what the table might have seen: that a driver gave up.
func (r *Race) Reports(dst []engine.Ask) []engine.Ask {
	s := &r.s
	if s.step == sOver {
		return dst
	}
	return engine.Retirements(dst, wRetires, s.turn, s.cars, r.runs, s.seat)
}

// Decide says what an answer leads to.
func (r *Race) Decide(dst []engine.Event, a engine.Answer) ([]engine.Event, error) {
	d := r.open(dst)
	if err := r.decide(d, &a); err != nil {
		return dst, err
	}
	return d.Events, nil
}

func (r *Race) decide(d *draft, a *engine.Answer) error {
	s := &d.S
	if a.What == wRuling {
		return r.rule(d, a)
	}
	if s.step == sOver {
		return &engine.Infraction{Fault: xOver, Car: a.Car, What: a.What, Clause: ps15}
	}
	if a.What == wDraw && s.step == sDraw {
		return r.drawn(d, a)
	}
	if a.What >= whats {
		return &engine.Infraction{Fault: xNotAsked, Car: a.Car}
	}
	if a.Car == 0 || int64(a.Car) > s.cars {
		return &engine.Infraction{Fault: xNoCar, Car: a.Car, What: a.What, N: int64(a.Car), Lo: 1, Hi: s.cars}
	}
	switch a.What {
	case wRetires:
		return r.retires(d, a)
	case wFollow:
		return r.called(d, a)
	case wGridRoll:
		if s.step == sGrid {
			return r.gridRoll(d, a)
		}
	case wKind:
		if s.step == sKinds {
			return r.chosen(d, a)
		}
	}
	if s.step >= sDraw {
		return notAsked(a)
	}
	if int64(a.Car) != s.mover {
		return &engine.Infraction{Fault: xNotYours, Car: a.Car, By: engine.Car(s.mover), What: a.What, Clause: ps4}
	}
	if a.Late && (a.What != wGear || s.step != sGear || s.quick == 0) {
		return &engine.Infraction{Fault: xNoClock, Car: a.Car, What: a.What, Clause: ps17}
	}
	switch {
	case a.What == wBonus:
		return r.bonus(d, a)
	case a.What == wRoll && s.step == sRoll:
		return r.roll(d, a)
	case a.What == wPit && s.step == sPit:
		return r.turnsIn(d, a)
	case a.What == wGear && s.step == sGear:
		return r.names(d, a)
	case a.What == wService && s.step == sService:
		return r.services(d, a)
	case a.What == wKind && s.step == sPitRoll && s.soft != 0 && s.service >= tyresOnly && s.leg == 0:
		return r.fits(d, a)
	case a.What == wPitRoll && s.step == sPitRoll:
		return r.pitRoll(d, a)
	case a.What == wSecond && s.step == sSecond:
		return r.second(d, a)
	}
	return notAsked(a)
}

func notAsked(a *engine.Answer) error {
	return &engine.Infraction{Fault: xNotAsked, Car: a.Car, What: a.What, N: a.Value}
}

// set sets a number quietly, where it changes.
func set(d *draft, f engine.Field, c engine.Car, is int64) {
	p := fields[f].Of(&d.S, c)
	if *p != is {
		d.Events = append(d.Events, engine.Event{Kind: kSays, Field: f, Car: c, Was: *p, Is: is})
		*p = is
	}
}
