package speedcircuit

import "boxstop/engine"

// Race is one race in progress.
type Race struct {
	k     *course
	s     state
	draft draft
	walk  engine.Walk
	more  engine.Walk // the spaces of a slipstream
	found []outcome
	list  []outcome

	exploring bool // it works out an open road: there is none to look up
}

type draft = engine.Draft[state]

// open begins a draft of the race.
func (r *Race) open(dst []engine.Event) *draft {
	d := &r.draft
	d.S, d.Events, d.Fields = r.s, dst, fields
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

// Markers appends nothing: only cars stand on this board.
func (r *Race) Markers(dst []engine.Marker) []engine.Marker { return dst }

// Public is the race as a seat may know it: without the speeds that others have set and the specifications that they have chosen.
func (r *Race) Public(seat engine.Seat) engine.Race {
	p := r.clone()
	engine.Hide(&p.s, fields, int(p.s.cars), func(c engine.Car) bool { return seat != 0 && p.s.seat(c) == seat })
	return p
}

// Asks appends what may be answered. Calls of a slipstream stand before the move that closes them (SC-20).
func (r *Race) Asks(dst []engine.Ask) []engine.Ask {
	s := &r.s
	switch s.step {
	case sMove:
		c, begun := s.next()
		if c == 0 {
			return dst
		}
		if !begun && s.slip == 0 {
			dst = r.calls(dst)
		}
		return append(dst, engine.Ask{What: wMove, Form: engine.Move, Seat: s.seat(c), Car: c, Waits: true, Turn: uint16(s.turn)})
	case sSpeed:
		for c := engine.Car(1); int64(c) <= s.cars; c++ {
			if o := &s.car[c-1]; o.status == running && o.spun == 0 {
				dst = append(dst, engine.Ask{
					What: wSpeed, Form: engine.Declare, Seat: s.seat(c), Car: c, Waits: true, Secret: true, Done: o.next != 0,
					Unsaid: int16(s.kept(o)), Turn: uint16(s.turn),
				})
			}
		}
	case sDraw:
		return append(dst, engine.Ask{What: wDraw, Form: engine.Draw, Waits: true, Turn: uint16(s.turn)})
	case sOver:
	default:
		for c := engine.Car(1); int64(c) <= s.cars; c++ {
			if o := &s.car[c-1]; o.status == running {
				dst = append(dst, engine.Ask{
					What: wBegin + engine.What(s.step-sBegin), Form: engine.Declare, Seat: s.seat(c), Car: c, Waits: true, Secret: true,
					Done: o.choice != 0, Unsaid: int16(lowestSpec[s.step-sBegin]), Turn: uint16(s.turn),
				})
			}
		}
	}
	return dst
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
		return &engine.Infraction{Fault: xOver, Car: a.Car, What: a.What, Clause: sc22}
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
	switch {
	case a.What == wRetires:
		return r.retires(d, a)
	case s.car[a.Car-1].status != running:
		return &engine.Infraction{Fault: xRetired, Car: a.Car, What: a.What, N: s.car[a.Car-1].ended, Clause: sc22}
	case a.What == wFollow && s.step == sMove:
		return r.called(d, a)
	case a.What == wSpeed && s.step == sSpeed:
		return r.declares(d, a)
	case a.What >= wBegin && a.What <= wWear && s.step == sBegin+int64(a.What-wBegin):
		return r.chooses(d, a)
	case a.What == wMove && s.step == sMove:
		if c := s.mover(); c != a.Car {
			return &engine.Infraction{Fault: xNotYours, Car: a.Car, By: c, What: a.What, Clause: sc7}
		}
		if a.Late {
			return notAsked(a)
		}
		return r.moves(d, a)
	}
	return notAsked(a)
}

func notAsked(a *engine.Answer) error {
	return &engine.Infraction{Fault: xNotAsked, Car: a.Car, What: a.What, N: a.Value}
}

func set(d *draft, f engine.Field, c engine.Car, is int64) {
	d.Change(engine.Event{Kind: kSays, Field: f, Car: c, Is: is})
}

// retires takes out a car whose driver gives up.
func (r *Race) retires(d *draft, a *engine.Answer) error {
	c := &d.S.car[a.Car-1]
	if c.status != running {
		return &engine.Infraction{Fault: xRetired, Car: a.Car, What: a.What, N: c.ended, Clause: sc22}
	}
	d.Set(engine.Event{Kind: kGivesUp, Field: fStatus, Car: a.Car, Is: out, Clause: sc22})
	set(d, fCause, a.Car, byDriver)
	r.lift(d, a.Car, c.space)
	r.resume(d)
	return nil
}

// lift takes a car off the board and notes when and where its race ended.
func (r *Race) lift(d *draft, me engine.Car, at int64) {
	s := &d.S
	set(d, fEnds, 0, s.ends+1)
	set(d, fNth, me, s.ends)
	set(d, fEnded, me, s.turn)
	set(d, fWhere, me, at)
	set(d, fSpun, me, 0)
	set(d, fFollow, me, 0)
	set(d, fPaid, me, 0)
	set(d, fBegun, me, 0)
	hush(d, fNext, me)
	hush(d, fChoice, me)
	d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: me})
}

// hush forgets a secret. The event says so whatever it was.
func hush(d *draft, f engine.Field, me engine.Car) {
	d.Change(engine.Event{Kind: kDeclares, Field: f, Car: me})
}
