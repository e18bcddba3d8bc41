package grandprix

import "boxstop/engine"

// drawsFirst begins with the team of the car that was drawn, the first that is named (GP-1).
func (r *Race) drawsFirst(d *draft, a *engine.Answer) error {
	s := &d.S
	if len(a.Order) == 0 || a.Order[0] == 0 || int64(a.Order[0]) > s.cars || s.car[a.Order[0]-1].status != running {
		c := engine.Car(0)
		if len(a.Order) > 0 {
			c = a.Order[0]
		}
		return &engine.Infraction{Fault: xDraw, By: c, What: a.What, N: int64(len(a.Order)), Lo: 1, Hi: s.cars, Clause: gp1}
	}
	r.begins(d, a.Order[0])
	if s.unplaced() {
		set(d, fStep, 0, sDraw)
		return nil
	}
	r.onward(d)
	return nil
}

// unplaced reports whether cars have still to be drawn for the grid.
func (s *state) unplaced() bool {
	for i := range s.cars {
		if c := &s.car[i]; c.status == running && c.space == 0 {
			return true
		}
	}
	return false
}

// begins has the team of a car move first in every turn.
func (r *Race) begins(d *draft, c engine.Car) {
	team := d.S.car[c-1].crew
	d.Note(engine.Event{Kind: kBegins, Car: c, N: team, Clause: gp1})
	set(d, fFirst, 0, team)
	set(d, fTeam, 0, team)
}

// drawn lines the cars up in the order that was drawn (GP-1).
func (r *Race) drawn(d *draft, a *engine.Answer) error {
	s := &d.S
	if err := engine.Drawn(a, int(r.s.cars), r.runs, xDraw, gp1); err != nil {
		return err
	}
	for i, c := range a.Order {
		r.linesUp(d, c, i+1)
	}
	if s.first == 0 {
		r.begins(d, a.Order[0])
	}
	r.onward(d)
	return nil
}

// linesUp puts a car on a place of the grid, from 1.
func (r *Race) linesUp(d *draft, c engine.Car, place int) {
	at := r.k.grid[place-1]
	d.Set(engine.Event{Kind: kLinesUp, Field: fSpace, Car: c, Is: int64(at), N: int64(place), Clause: gp1})
	set(d, fBehind, c, r.k.behind(at))
}

// behind is 1 behind the line, from where the first crossing completes no lap (GP-21).
func (k *course) behind(s engine.Space) int64 {
	if k.places[s].Front > k.board.Lap/2 {
		return 1
	}
	return 0
}
