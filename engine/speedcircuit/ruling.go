package speedcircuit

import (
	"slices"

	"boxstop/engine"
)

var ruled = engine.Ruled{Kind: kRuled, Fault: xRuled, Clause: sc24, Rank: fRank}

// rule plays a ruling out: all of its settings or none (SC-24). What drivers declared is kept. It is refused only where the result cannot
// stand on the board.
func (r *Race) rule(d *draft, a *engine.Answer) error {
	s := &d.S
	if a.Join {
		return r.joins(d, a)
	}
	before := *s
	touched, err := engine.Rule(d, &ruled, a.Set, int(s.cars))
	if err != nil {
		return err
	}
	for _, x := range a.Set {
		if (x.Field == fSpeed || x.Field == fLast) && x.Is%stepMPH != 0 {
			return &engine.Infraction{Fault: xSteps, Car: x.Car, N: x.Is, Lo: 0, Hi: ceiling * stepMPH, Clause: sc24}
		}
	}
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if touched.Car(c) {
			corner := slices.ContainsFunc(a.Set, func(x engine.Setting) bool { return x.Car == c && x.Field == fPaid })
			r.comesOrGoes(d, c, &before.car[c-1], corner)
		}
	}
	if err := r.stands(s); err != nil {
		return err
	}
	if touched.Order {
		engine.Reorder(d, fRank, a.Set, int(s.cars), func(c engine.Car) bool { return s.car[c-1].status == running })
	}
	r.resume(d)
	return nil
}

// comesOrGoes makes what else follows from a ruling on one car: a car put on a space runs again, a car taken out is lifted, and a car that
// stands elsewhere is in no passage of a corner, unless the ruling says what it has paid there.
func (r *Race) comesOrGoes(d *draft, me engine.Car, was *car, corner bool) {
	c := &d.S.car[me-1]
	switch {
	case c.status != running && was.status != running && c.space != 0 && was.space != c.space:
		d.Set(engine.Event{Kind: kRuled, Field: fStatus, Car: me, Is: running, Clause: sc24})
	case c.status == running && was.status == running && c.space == 0 && was.space != 0:
		d.Set(engine.Event{Kind: kRuled, Field: fStatus, Car: me, Is: out, Clause: sc24})
	}
	switch {
	case c.status == running && was.status != running:
		set(d, fEnded, me, 0)
		set(d, fNth, me, 0)
		set(d, fCause, me, noCause)
		if c.space == 0 && d.S.step != sDraw {
			d.Set(engine.Event{Kind: kRuled, Field: fSpace, Car: me, Is: c.where, Clause: sc24})
		}
		set(d, fWhere, me, 0)
	case c.status == out && was.status != out:
		at := c.space
		if at == 0 {
			at = was.space
		}
		set(d, fCause, me, byRuling)
		r.lift(d, me, at)
	case c.status == finished && was.status != finished:
		set(d, fCause, me, noCause)
		if c.space == 0 {
			d.Change(engine.Event{Kind: kRuled, Field: fSpace, Car: me, Is: c.where, Clause: sc24})
		}
		set(d, fSpun, me, 0)
		hush(d, fNext, me)
		hush(d, fChoice, me)
		set(d, fEnds, 0, d.S.ends+1)
		set(d, fNth, me, d.S.ends)
		set(d, fEnded, me, d.S.turn)
		set(d, fWhere, me, c.space)
	case c.status == out && c.space != 0:
		set(d, fWhere, me, c.space)
		d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: me})
	}
	if c.space == 0 || int(c.space) >= len(r.k.places) || !r.k.corner[c.space] {
		set(d, fPaid, me, 0)
		set(d, fBegun, me, 0)
	} else if corner || c.space != was.space {
		set(d, fBegun, me, asNumber(corner))
		if !corner {
			set(d, fPaid, me, 0)
		}
	}
	if c.space != was.space {
		r.uncall(d, me)
	}
}

// uncall takes back what was said of a slipstream with a car, where it cannot be any more.
func (r *Race) uncall(d *draft, me engine.Car) {
	s := &d.S
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		o := &s.car[c-1]
		if o.called == s.turn && o.moved != s.turn && (c == me || o.follow == int64(me)) {
			set(d, fFollow, c, 0)
			set(d, fCalled, c, 0)
		}
	}
}

// stands reports what cannot stand on the board: a car that runs on no space, two cars on one (SC-8).
func (r *Race) stands(s *state) *engine.Infraction {
	for i := range s.cars {
		c, me := &s.car[i], engine.Car(i+1)
		if c.status != running || c.space == 0 && s.step == sDraw {
			continue
		}
		if c.space <= 0 || c.space >= int64(len(r.k.places)) {
			return &engine.Infraction{Fault: xNoSpace, Car: me, N: c.space, Clause: sc24}
		}
		for j := range i {
			if o := &s.car[j]; o.status == running && o.space == c.space {
				return &engine.Infraction{Fault: xFull, Car: me, By: engine.Car(j + 1), At: engine.Space(c.space), N: 2, Hi: 1, Clause: sc8}
			}
		}
	}
	return nil
}

// resume goes on after a ruling, a car that gave up or one that joined: to an answer that the race accepts, or to its end.
func (r *Race) resume(d *draft) {
	s := &d.S
	any := false
	for i := range s.cars {
		any = any || s.car[i].status == running
	}
	switch {
	case !any && s.step == sOver:
	case s.step == sMove || s.step == sOver || !any:
		set(d, fStep, 0, sMove)
		r.onward(d)
	case s.step == sSpeed:
		for c := engine.Car(1); int64(c) <= s.cars; c++ { // what may not be set any more is asked again
			o := &s.car[c-1]
			if v := (o.next - 1) * stepMPH; o.next > 0 && (v < s.low() || v > s.high(o) || o.spun != 0) {
				hush(d, fNext, c)
			}
		}
		r.shows(d)
	case s.step == sDraw:
	default:
		r.reveals(d)
	}
}

// joins lets a latecomer join (TB-16): with the first card that is left over and a full allowance of wear, on its grid place or behind the
// last car, in that car's lap, at its start speed, moving last in this turn.
func (r *Race) joins(d *draft, a *engine.Answer) error {
	s := &d.S
	switch {
	case s.cars >= maxCars:
		return &engine.Infraction{Fault: xJoinCars, Car: a.Car, N: s.cars, Hi: maxCars, Clause: sc1}
	case int64(a.Car) != s.cars+1:
		return &engine.Infraction{Fault: xJoinNumber, Car: a.Car, N: int64(a.Car), Lo: s.cars + 1, Hi: s.cars + 1, Clause: sc1}
	case s.step == sOver:
		return &engine.Infraction{Fault: xOver, Car: a.Car, Clause: sc22}
	}
	me, seat, card := a.Car, int64(0), r.leftOver(s)
	at, lap := r.lastPlace(s, card)
	for _, x := range a.Set {
		if x.Car != me {
			return &engine.Infraction{Fault: xRuled, Car: x.Car, N: x.Is, Clause: sc24}
		}
		switch x.Field {
		case fSpace:
			at = x.Is
		case fLap:
			lap = min(max(0, x.Is), s.laps)
		case fCard:
			if x.Is < 1 || x.Is > maxCars {
				return &engine.Infraction{Fault: xRuled, Car: me, N: x.Is, Lo: 1, Hi: maxCars, Clause: sc1}
			}
			card = int(x.Is)
		case fSeat:
			if seat = x.Is; seat == int64(me) {
				seat = 0
			}
		}
	}
	rank := int64(1)
	for i := range s.cars {
		rank = max(rank, s.car[i].rank+1)
	}
	set(d, fCars, 0, s.cars+1)
	set(d, fSeat, me, seat)
	if s.step == sDraw {
		d.Note(engine.Event{Kind: kJoins, Car: me, Clause: sc1})
		return nil
	}
	k := r.k.cards[card-1]
	set(d, fCard, me, int64(card))
	r.fit(d, me, k)
	set(d, fLap, me, lap)
	set(d, fRank, me, rank)
	set(d, fSpeed, me, k.start)
	set(d, fLast, me, k.start)
	d.Set(engine.Event{Kind: kJoins, Field: fSpace, Car: me, Is: at, Clause: sc1})
	if err := r.stands(s); err != nil {
		return err
	}
	if s.step == sSpeed {
		set(d, fSpun, me, 1) // it drives at its start speed in the turn that is being prepared
	}
	if s.step >= sBegin && s.step <= sWear { // its card stands for what the others have chosen so far
		for i, v := range []int64{k.start, k.accel, k.decel, k.top, k.wear}[:s.step-sBegin] {
			set(d, fSpent, me, s.car[me-1].spent+worth(i, v))
		}
	}
	r.resume(d)
	return nil
}

// leftOver is the first card that no car has.
func (r *Race) leftOver(s *state) int {
	for card := 1; card <= maxCars; card++ {
		used := false
		for i := range s.cars {
			used = used || s.car[i].card == int64(card)
		}
		if !used {
			return card
		}
	}
	return maxCars
}

// lastPlace is where a latecomer begins: in the first turn on the grid place of its card, else on the first free space behind the last car.
func (r *Race) lastPlace(s *state, card int) (space, lap int64) {
	if at := r.k.grid[card-1]; s.turn == 1 && r.on(s, at) == 0 {
		return int64(at), r.k.gridLap(at)
	}
	var last *car
	for i := range s.cars {
		c := &s.car[i]
		if c.status == running && c.space != 0 && (last == nil || r.k.ahead(c) < r.k.ahead(last)) {
			last = c
		}
	}
	at := r.k.grid[card-1]
	if last == nil {
		return int64(at), r.k.gridLap(at)
	}
	at, lap = engine.Space(last.space), last.lap
	for range len(r.k.places) {
		was := at
		if at = r.behind(at); r.k.places[at].Front > r.k.places[was].Front {
			lap = max(0, lap-1)
		}
		if r.on(s, at) == 0 {
			break
		}
	}
	return int64(at), lap
}

// behind is a space from which one comes to a space: the one directly behind, or another where the lane begins there.
func (r *Race) behind(at engine.Space) engine.Space {
	if b := r.k.places[at].Behind; b != 0 {
		return b
	}
	for i := 1; i < len(r.k.places); i++ {
		for st := engine.Ahead; st <= engine.Right; st++ {
			if r.k.places[i].To[st] == at {
				return engine.Space(i)
			}
		}
	}
	return at
}
