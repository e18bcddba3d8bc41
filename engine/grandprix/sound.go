package grandprix

import (
	"fmt"

	"boxstop/engine"
)

// bounds is the range of a number in a position.
func (k *course) bounds(f engine.Field, cars int64) (lo, hi int64) {
	a := &fields[f]
	switch {
	case a.Holds == engine.AWord:
		return 0, int64(len(a.Words) - 1)
	case a.Holds == engine.ASpace:
		return 0, int64(len(k.places) - 1)
	case a.Holds == engine.AFlag:
		return 0, 1
	case f >= fSix && f <= fHomes, f == fPlace:
		return 0, cars
	case f == fCrew || f == fTeam || f == fFirst:
		return 0, maxTeams
	case f == fTook:
		return 0, fastest
	case f == fSeat:
		return 0, 255
	case f == fLap:
		return 1, laps
	}
	return 0, 1<<15 - 1
}

// sound reports what a position says that no race can be in.
func (r *Race) sound() error {
	s, k := &r.s, r.k
	for f := range fields {
		if fields[f].Of == nil {
			continue
		}
		lo, hi := k.bounds(engine.Field(f), s.cars)
		for c := engine.Car(0); int64(c) <= s.cars; c++ {
			if fields[f].Car != (c > 0) {
				continue
			}
			if v := *fields[f].Of(s, c); v < lo || v > hi {
				return fmt.Errorf("position: car %d: %s %d; allowed are %d to %d", c, fields[f].Name, v, lo, hi)
			}
		}
	}
	teams := s.teams()
	for t := int64(1); t <= teams; t++ {
		n, seat := 0, engine.Seat(0)
		for i := range s.cars {
			if s.car[i].crew != t {
				continue
			}
			if n++; n > 1 && s.seat(engine.Car(i+1)) != seat {
				return fmt.Errorf("position: the cars of team %d have several seats; a team answers as one", t)
			}
			seat = s.seat(engine.Car(i + 1))
		}
		if n < 1 || n > perTeam {
			return fmt.Errorf("position: team %d has %d cars; a team has 1 to %d (GP-1)", t, n, perTeam)
		}
	}
	for v := int64(slowest); v <= fastest; v++ {
		if u := s.user(v); u != 0 && (s.car[u-1].crew != s.team || s.car[u-1].moved != s.turn || s.car[u-1].took != v) {
			return fmt.Errorf("position: car %d took %d; it is no car of team %d that has moved with it in turn %d", u, v, s.team, s.turn)
		}
	}
	if err := r.stands(s); err != nil {
		return fmt.Errorf("position: car %d stands where it cannot, or where another one stands", err.Car)
	}
	for i := range s.cars {
		if c := &s.car[i]; c.repair != 0 && (c.status != running || k.zone[c.space] != inBox) {
			return fmt.Errorf("position: car %d is repaired outside of its box", i+1)
		}
	}
	if s.step == sMove {
		if n, _ := s.left(s.team); n == 0 {
			return fmt.Errorf("position: team %d has no car that can move in turn %d", s.team, s.turn)
		}
		if s.first > teams {
			return fmt.Errorf("position: team %d begins; there are %d", s.first, teams)
		}
	}
	return nil
}

// stands reports what cannot stand on the board: a car that runs on no space of the track, the side lanes, the pit lane or its own box; two
// cars on one space (GP-5).
func (r *Race) stands(s *state) *engine.Infraction {
	for i := range s.cars {
		c, me := &s.car[i], engine.Car(i+1)
		if c.status != running || c.space == 0 && (s.step == sFirst || s.step == sDraw) {
			continue
		}
		z := nowhere
		if c.space > 0 && c.space < int64(len(r.k.places)) {
			z = r.k.zone[c.space]
		}
		switch {
		case z == nowhere || z == atPlace,
			z == inBox && (c.repair == 0 || engine.Space(c.space) != r.k.boxes[(c.crew-1)%maxTeams]),
			z == pitLane && r.k.inPit[c.space] == 0:
			return &engine.Infraction{Fault: xNoSpace, Car: me, At: engine.Space(c.space), N: c.space, Clause: gp20}
		}
		for j := range i {
			if o := &s.car[j]; o.status == running && o.space == c.space && (z != inBox || o.repair == c.repair) {
				return &engine.Infraction{Fault: xFull, Car: me, By: engine.Car(j + 1), At: engine.Space(c.space), N: 2, Hi: 1, Clause: gp5}
			}
		}
	}
	return nil
}
