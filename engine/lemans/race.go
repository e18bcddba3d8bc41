package lemans

import "boxstop/engine"

// Race is one race in progress.
type Race struct {
	k     *course
	s     state
	draft draft
	walk  engine.Walk
	found []outcome
	gears []shift
	list  []outcome
	ram   bool // the drive that is being decided ends in a collision
	pit   bool // and goes to the pits
}

type draft = engine.Draft[state]

func (r *Race) open(dst []engine.Event) *draft {
	d := &r.draft
	d.S, d.Events, d.Fields = r.s, dst, fields
	r.ram, r.pit = false, false
	return d
}

// Clone copies the race.
func (r *Race) Clone() engine.Race { return &Race{k: r.k, s: r.s} }

// Public is the race as a seat may know it: this game has no secrets.
func (r *Race) Public(engine.Seat) engine.Race { return r.Clone() }

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

// Markers appends a wet marker for each corner that is wet, at its first space (LM-17).
func (r *Race) Markers(dst []engine.Marker) []engine.Marker {
	for si := range r.k.board.Sections {
		if s := &r.k.board.Sections[si]; r.s.wet>>si&1 != 0 && r.k.so[si] != 0 {
			dst = append(dst, engine.Marker{At: r.k.so[si], N: int64(s.Number)})
		}
	}
	return dst
}

// Asks appends what may be answered. Who may follow the car whose move it is says so before that car moves (LM-24).
func (r *Race) Asks(dst []engine.Ask) []engine.Ask {
	s := &r.s
	turn := uint16(s.turn)
	switch s.step {
	case sDraw:
		return append(dst, engine.Ask{What: wDraw, Form: engine.Draw, Waits: true, Turn: turn})
	case sGrid:
		return r.gridAsks(dst)
	case sMove, sMust:
		me := s.next()
		if me == 0 {
			return dst
		}
		dst = r.calls(dst, me)
		if s.step == sMust {
			return append(dst, engine.Ask{What: wMust, Form: engine.Roll, Seat: s.seat(me), Car: me, Waits: true, Dice: 1, At: r.doubtful(s, me), Turn: turn})
		}
		a := engine.Ask{What: wMove, Form: engine.Move, Seat: s.seat(me), Car: me, Waits: true, Turn: turn}
		if f := s.car[me-1].follow; f > 0 {
			a.Step = uint16(f)
		}
		if s.clock != 0 {
			a.Seconds = moveSeconds
			if o := r.late(s, me); o.gear != 0 {
				a.Unsaid = int16(o.gear)
			} else if len(r.found) > 0 { // the tow ends, and it is asked again in its place
				a.Unsaid = int16(r.found[0].gear)
			}
		}
		return append(dst, a)
	case sChance:
		me, at, dice := r.chance(s)
		return append(dst, engine.Ask{
			What: wChance, Form: engine.Roll, Seat: s.seat(me), Car: me, Waits: true, Dice: uint8(dice), At: at, Turn: turn, Step: uint16(s.at),
		})
	}
	return dst
}

// moveSeconds is the time for a move (LM-30).
const moveSeconds = 10

// Reports appends what the table might have seen (TB-11): a breach of the passing rules, a stop that was missed, a driver who gave up.
func (r *Race) Reports(dst []engine.Ask) []engine.Ask {
	s := &r.s
	if s.step == sOver || s.step == sDraw || s.step == sGrid {
		return dst
	}
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		o := &s.car[c-1]
		if o.status != running {
			continue
		}
		a := engine.Ask{Form: engine.Report, Seat: s.seat(c), Car: c, Turn: uint16(s.turn)}
		if o.stall == 0 && o.inPit == 0 {
			a.What = wBreach
			dst = append(dst, a)
		}
		if r.missed(o) {
			a.What = wMissed
			dst = append(dst, a)
		}
		a.What = wRetires
		dst = append(dst, a)
	}
	return dst
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
		return &engine.Infraction{Fault: xOver, Car: a.Car, What: a.What, Clause: lm23}
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
	c := &s.car[a.Car-1]
	switch {
	case c.status != running:
		return &engine.Infraction{Fault: xRetired, Car: a.Car, What: a.What, N: c.ended, Clause: lm23}
	case a.What == wGridRoll && s.step == sGrid:
		return r.gridRolled(d, a)
	case s.step == sDraw || s.step == sGrid:
		return notAsked(a)
	case a.What == wBreach:
		return r.breach(d, a)
	case a.What == wMissed:
		return r.calledOut(d, a)
	case a.What == wRetires:
		return r.retires(d, a)
	case a.What == wFollow && s.step != sChance:
		return r.follows(d, a)
	case a.What == wChance && s.step == sChance && !a.Late:
		return r.rolled(d, a)
	}
	me := s.next()
	switch {
	case (a.What == wMove || a.What == wMust) && me != a.Car:
		return &engine.Infraction{Fault: xNotYours, Car: a.Car, By: me, What: a.What, Clause: lm3}
	case a.What == wMove && s.step == sMove && !(a.Late && s.clock == 0):
		return r.moves(d, a)
	case a.What == wMust && s.step == sMust && !a.Late:
		return r.ordains(d, a)
	}
	return notAsked(a)
}

func notAsked(a *engine.Answer) error {
	return &engine.Infraction{Fault: xNotAsked, Car: a.Car, What: a.What, N: a.Value}
}

func set(d *draft, f engine.Field, c engine.Car, is int64) {
	d.Change(engine.Event{Kind: kSays, Field: f, Car: c, Is: is})
}
