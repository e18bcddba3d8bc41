package grandprix

import (
	"slices"

	"boxstop/engine"
)

var ruled = engine.Ruled{Kind: kRuled, Fault: xRuled, Clause: gp20}

// rule plays a ruling out: all of its settings or none (GP-20). It is refused only where the result cannot stand on the board.
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
	sets := func(c engine.Car, f engine.Field) bool {
		return slices.ContainsFunc(a.Set, func(x engine.Setting) bool { return x.Car == c && x.Field == f })
	}
	team := sets(0, fTeam)
	if teams := s.teams(); team && s.team > teams {
		return &engine.Infraction{Fault: xRuled, N: s.team, Lo: 1, Hi: teams, Clause: gp20}
	}
	homes := false
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if touched.Car(c) {
			r.comesOrGoes(d, c, &before.car[c-1], sets(c, fBehind))
			homes = homes || s.car[c-1].status != before.car[c-1].status
		}
	}
	if homes {
		r.renumber(d)
	}
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if touched.Car(c) {
			r.boxed(d, c)
		}
	}
	if err := r.stands(s); err != nil {
		return err
	}
	if team && s.step == sMove { // the whole turn of that team, anew
		for i := range s.cars {
			if c := &s.car[i]; c.crew == s.team && c.moved == s.turn {
				set(d, fMoved, engine.Car(i+1), 0)
			}
		}
		for v := int64(slowest); v <= fastest; v++ {
			set(d, usedField(v), 0, 0)
		}
	}
	r.resume(d)
	return nil
}

// comesOrGoes makes what else follows from a ruling on one car: a car put on a space runs again, a car taken out is lifted, and a car that
// was put beyond the line has started, unless the ruling says so itself.
func (r *Race) comesOrGoes(d *draft, me engine.Car, was *car, line bool) {
	s := &d.S
	c := &s.car[me-1]
	switch {
	case c.status != running && was.status != running && c.space != 0 && was.space != c.space:
		d.Change(engine.Event{Kind: kRuled, Field: fStatus, Car: me, Is: running, Clause: gp20})
	case c.status == running && was.status == running && c.space == 0 && was.space != 0:
		d.Set(engine.Event{Kind: kRuled, Field: fStatus, Car: me, Is: out, Clause: gp20})
	}
	switch {
	case c.status == running && was.status != running:
		if s.step == sMove || s.step == sOver {
			if c.space == 0 || r.k.zone[c.space] == atPlace {
				d.Change(engine.Event{Kind: kRuled, Field: fSpace, Car: me, Is: c.where, Clause: gp20})
			}
		}
		for _, f := range [...]engine.Field{fEnded, fNth, fCause, fWhere, fPlace, fCrossed} {
			set(d, f, me, 0)
		}
	case c.status == out && (was.status != out || c.space != 0):
		if c.space == 0 && was.space != 0 {
			set(d, fSpace, me, was.space)
		}
		set(d, fPlace, me, 0)
		r.lift(d, me, byRuling)
	case c.status == finished && was.status != finished:
		if c.space == 0 && was.space != 0 {
			set(d, fSpace, me, was.space)
		}
		set(d, fCause, me, noCause)
		r.comesHome(d, me)
	}
	if c.behind != 0 && !line && c.space != 0 && c.space != was.space && r.k.behind(engine.Space(c.space)) == 0 {
		set(d, fBehind, me, 0)
	}
	if c.behind != 0 && c.lap > 1 {
		set(d, fBehind, me, 0)
	}
}

// renumber puts the cars that are home on the finishing places anew, in the order in which they came.
func (r *Race) renumber(d *draft) {
	s := &d.S
	n := int64(0)
	for place := int64(1); place <= s.homes; place++ {
		for i := range s.cars {
			if c := &s.car[i]; c.status == finished && c.place == place {
				n++
				set(d, fPlace, engine.Car(i+1), n)
				d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: engine.Car(i + 1), Is: r.k.finishing(n)})
				break
			}
		}
	}
	set(d, fHomes, 0, n)
}

// boxed has a car that was put into its box stand on the black space, or else on the arrow; and one that is elsewhere be in no repair.
func (r *Race) boxed(d *draft, me engine.Car) {
	s := &d.S
	c := &s.car[me-1]
	if c.space == 0 || r.k.zone[c.space] != inBox {
		set(d, fRepair, me, 0)
		return
	}
	if c.repair != 0 {
		return
	}
	is := black
	for i := range s.cars {
		if o := &s.car[i]; engine.Car(i+1) != me && o.status == running && o.space == c.space && o.repair == black {
			is = arrow
		}
	}
	set(d, fRepair, me, is)
}

// resume goes on after a ruling, a car that gave up or one that joined: to an answer that the race accepts, or to its end.
func (r *Race) resume(d *draft) {
	s := &d.S
	if s.step == sMove || s.step == sOver {
		r.onward(d)
		return
	}
	any := false
	for i := range s.cars {
		any = any || s.car[i].status == running
	}
	if !any {
		r.onward(d)
	}
}

// joins lets a latecomer join (TB-16): a car of a team that has fewer than three, or the first one of a new team. It stands on the last free
// place of the grid in the first turn, else behind the last car and in its lap, and moves with its team.
func (r *Race) joins(d *draft, a *engine.Answer) error {
	s := &d.S
	switch {
	case s.cars >= maxCars:
		return &engine.Infraction{Fault: xJoinCars, Car: a.Car, N: s.cars, Hi: maxCars, Clause: gp1}
	case int64(a.Car) != s.cars+1:
		return &engine.Infraction{Fault: xJoinNumber, Car: a.Car, N: int64(a.Car), Lo: s.cars + 1, Hi: s.cars + 1, Clause: gp1}
	case s.step == sOver:
		return &engine.Infraction{Fault: xOver, Car: a.Car, Clause: gp18}
	}
	me, seat := a.Car, int64(0)
	at, lap, behind := r.lastPlace(s)
	for _, x := range a.Set {
		if x.Car != me {
			return &engine.Infraction{Fault: xRuled, Car: x.Car, N: x.Is, Clause: gp20}
		}
		switch x.Field {
		case fSpace:
			if x.Is < 0 || x.Is >= int64(len(r.k.places)) {
				return &engine.Infraction{Fault: xNoSpace, Car: me, N: x.Is, Clause: gp20}
			}
			at = x.Is
			if lap == 1 && s.turn == 1 {
				behind = r.k.behind(engine.Space(at))
			}
		case fLap:
			lap, behind = min(max(1, x.Is), laps), 0
		case fSeat:
			seat = x.Is
		}
	}
	crew := r.crewOf(s, seat)
	if crew == 0 {
		return &engine.Infraction{Fault: xJoinTeam, Car: me, N: perTeam, Hi: maxTeams, Clause: gp1}
	}
	unplaced := s.step == sDraw || s.step == sFirst && s.unplaced()
	set(d, fCars, 0, s.cars+1)
	set(d, fCrew, me, crew)
	if seat != 0 && seat != crew {
		set(d, fSeat, me, seat)
	} else if seat == 0 { // the seat of its team
		for i := range s.cars - 1 {
			if o := &s.car[i]; o.crew == crew {
				set(d, fSeat, me, o.seat)
			}
		}
	}
	set(d, fLap, me, lap)
	if unplaced {
		d.Note(engine.Event{Kind: kJoins, Car: me, Clause: gp1})
		return nil
	}
	set(d, fBehind, me, behind)
	d.Set(engine.Event{Kind: kJoins, Field: fSpace, Car: me, Is: at, Clause: gp1})
	r.boxed(d, me)
	if err := r.stands(s); err != nil {
		return err
	}
	r.resume(d)
	return nil
}

// crewOf is the team that a latecomer of a seat joins; without a seat the first with a car too few, else a new one. 0: there is none.
func (r *Race) crewOf(s *state, seat int64) int64 {
	teams := s.teams()
	var n [maxTeams + 2]int
	of := int64(0)
	for i := range s.cars {
		n[s.car[i].crew]++
		if seat != 0 && int64(s.seat(engine.Car(i+1))) == seat {
			of = s.car[i].crew
		}
	}
	if of != 0 {
		if n[of] < perTeam {
			return of
		}
		return 0
	}
	for t := int64(1); t <= teams && seat == 0; t++ {
		if n[t] < perTeam {
			return t
		}
	}
	if teams < maxTeams {
		return teams + 1
	}
	return 0
}

// lastPlace is where a latecomer begins.
func (r *Race) lastPlace(s *state) (space, lap, behind int64) {
	k := r.k
	taken := func(at engine.Space) bool {
		for i := range s.cars {
			if c := &s.car[i]; c.status == running && c.space == int64(at) {
				return true
			}
		}
		return false
	}
	if s.turn == 1 {
		for i, at := range k.grid {
			free := true
			for _, g := range k.grid[i:] {
				free = free && !taken(g)
			}
			if free {
				return int64(at), 1, k.behind(at)
			}
		}
	}
	var last *car
	for i := range s.cars {
		c := &s.car[i]
		if c.status == running && c.space != 0 && k.zone[c.space] == track && (last == nil || r.reached(c) < r.reached(last)) {
			last = c
		}
	}
	if last == nil {
		for _, at := range k.grid {
			if !taken(at) {
				return int64(at), 1, k.behind(at)
			}
		}
		return int64(k.grid[0]), 1, 0
	}
	at := engine.Space(last.space)
	lap, behind = last.lap, last.behind
	for range k.places {
		was := at
		if at = k.behindOf(at); k.places[at].Front > k.places[was].Front {
			switch {
			case lap > 1:
				lap--
			default:
				behind = 1
			}
		}
		if !taken(at) {
			break
		}
	}
	return int64(at), lap, behind
}

// behindOf is a space of the track from which one comes to a space.
func (k *course) behindOf(at engine.Space) engine.Space {
	if b := k.places[at].Behind; b != 0 && k.zone[b] == track {
		return b
	}
	for i := 1; i < len(k.places); i++ {
		for st := engine.Ahead; st <= engine.Right && k.zone[i] == track; st++ {
			if k.places[i].To[st] == at {
				return engine.Space(i)
			}
		}
	}
	return at
}
