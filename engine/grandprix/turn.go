package grandprix

import "boxstop/engine"

// onward goes on to the next car of the team, to the next team that has one, clockwise by seat (GP-1), or to the end of the race: when every
// car is home or out (GP-18). A team's turn is over when none of its cars has still to move, and not before (TB-23).
func (r *Race) onward(d *draft) {
	s := &d.S
	any := false
	for i := range s.cars {
		any = any || s.car[i].status == running
	}
	if !any {
		if s.step != sOver {
			d.Set(engine.Event{Kind: kOver, Field: fStep, Is: sOver, Clause: gp18})
		}
		return
	}
	set(d, fStep, 0, sMove)
	teams := s.teams()
	if s.team < 1 || s.team > teams {
		set(d, fTeam, 0, 1)
	}
	for {
		if n, _ := s.left(s.team); n > 0 {
			return
		}
		for v := int64(slowest); v <= fastest; v++ {
			set(d, usedField(v), 0, 0)
		}
		next := s.team%teams + 1
		if next == s.first || teams == 1 {
			d.Set(engine.Event{Kind: kTurn, Field: fTurn, Is: s.turn + 1, Clause: gp3})
		}
		if next != s.team {
			d.Set(engine.Event{Kind: kTeam, Field: fTeam, Is: next, Clause: gp1})
		}
	}
}
