package pitstop

import "boxstop/engine"

// bonus is what a gear adds (PS-5), in steps of 50 km/h.
func bonusOf(gear int64) int64 {
	if gear >= 4 {
		return 2
	}
	return 1
}

func (r *Race) bonus(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	switch {
	case a.Value != 0 && a.Value != 1:
		return &engine.Infraction{Fault: xValue, Car: a.Car, What: a.What, N: a.Value, Lo: 0, Hi: 1, Clause: ps5}
	case s.step == sPit && s.leg == legRoll || s.step == sGear && c.waits == 0:
		i := &engine.Infraction{Fault: xBonusLate, Car: a.Car, What: a.What, Clause: ps5}
		if a.Value == 1 && s.said != saidYes {
			i.Led = r.lateBonus(d, a.Car)
		}
		return i
	case s.step != sRoll:
		return notAsked(a)
	case s.said != unsaid:
		return &engine.Infraction{Fault: xBonusSaid, Car: a.Car, What: a.What, Clause: ps5}
	}
	if s.dry(c) && a.Value == 1 {
		i := &engine.Infraction{Fault: xBonusDry, Car: a.Car, What: a.What, Clause: ps11}
		d.Set(engine.Event{Kind: kBonus, Field: fSaid, Is: saidYes, N: 50 * bonusOf(c.gear), Clause: ps5, Car: 0})
		i.Led = append(i.Led, d.Events...)
		return i
	}
	d.Set(engine.Event{Kind: kBonus, Field: fSaid, Is: saidNo + a.Value, N: 50 * bonusOf(c.gear) * a.Value, Clause: ps5})
	return nil
}

// lateBonus is what a bonus after the roll would have led to: before the move more cells, after it a drive on.
func (r *Race) lateBonus(d *draft, me engine.Car) []engine.Event {
	s := &d.S
	from := len(d.Events)
	c := &s.car[me-1]
	more := bonusOf(c.gear)
	d.Set(engine.Event{Kind: kBonus, Field: fSaid, Is: saidYes, N: 50 * more, Clause: ps5})
	if s.step == sPit {
		set(d, fCells, 0, s.cells+more)
	} else if r.leg(d, me, move{n: more, base: c.speed / 50, kind: kGains}) {
		r.next(d)
	}
	return append([]engine.Event(nil), d.Events[from:]...)
}

// throw is a roll as it is read: cells, fuel faces and drops.
type throw struct{ move, fuel, drop int64 }

// read reads a roll of n dice; an empty tank turns fuel faces to drops (PS-6, PS-11).
func (r *Race) read(a *engine.Answer, n int64, dry bool, cl engine.Clause) (throw, error) {
	var t throw
	for i := range int64(engine.MaxDice) {
		f := a.Faces[i]
		if f == 0 || i >= n {
			if i < n || f != 0 {
				return t, &engine.Infraction{Fault: xDice, Car: a.Car, What: a.What, N: int64(a.Dice()), Lo: n, Hi: n, Clause: cl}
			}
			break
		}
		if int(f) > r.k.kinds {
			return t, &engine.Infraction{Fault: xFace, Car: a.Car, What: a.What, N: int64(f), Lo: 1, Hi: int64(r.k.kinds), Clause: cl}
		}
		side := &r.k.faces[f]
		if side.fuel != 0 && dry {
			t.drop++
			continue
		}
		t.move += int64(side.move)
		t.fuel += int64(side.fuel)
		t.drop += int64(side.drop)
	}
	return t, nil
}

// turn lets soft tyres turn drops, as long as points last (PS-18).
func (r *Race) softTurns(d *draft, me engine.Car, t *throw) {
	c := &d.S.car[me-1]
	if d.S.soft == 0 || c.kind != soft || t.drop == 0 || c.tyres == 0 {
		return
	}
	n := min(t.drop, c.tyres)
	t.move, t.drop = t.move+n, t.drop-n
	d.Set(engine.Event{Kind: kTurns, Field: fTyres, Car: me, Is: c.tyres - n, N: n, Clause: ps18})
}

func (r *Race) roll(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	t, err := r.read(a, c.gear, s.dry(c), ps6)
	if err != nil {
		return err
	}
	r.softTurns(d, a.Car, &t)
	n := t.move
	if s.said == saidYes {
		n += bonusOf(c.gear)
	}
	if s.slip != 0 {
		set(d, fDrops, a.Car, t.drop)
	}
	r.settle(d, a.Car, move{n: n, burn: t.fuel, leg: legRoll, kind: kDrives})
	return nil
}

// move is one part of a move: the first roll, a tow or the second roll (PS-22, PS-24).
type move struct {
	n    int64 // cells rolled
	base int64 // speed that it adds to, in steps of 50 km/h
	burn int64 // fuel faces
	leg  int64
	kind engine.Kind
	by   engine.Car
}

// settle settles a part of a move once its roll is known: it asks for the pit, or drives.
func (r *Race) settle(d *draft, me engine.Car, m move) {
	s := &d.S
	if r.mayPit(s, me, m.n) == noFault {
		set(d, fCells, 0, m.n)
		set(d, fBurn, 0, m.burn)
		set(d, fLeg, 0, m.leg)
		set(d, fStep, 0, sPit)
		return
	}
	r.drive(d, me, m)
}

// drive drives a part of a move, and goes on to what follows it.
func (r *Race) drive(d *draft, me engine.Car, m move) {
	s := &d.S
	at := len(d.Events)
	over := r.leg(d, me, m)
	switch {
	case over:
		r.next(d)
	case s.car[me-1].space == int64(r.k.pit):
		r.next(d) // it never left the pits, and names no gear (PS-7)
	case m.leg == legTow && !blockedIn(d.Events[at:]) && s.secondDice() > 0:
		set(d, fStep, 0, sSecond)
	default:
		set(d, fStep, 0, sGear)
	}
}

func blockedIn(es []engine.Event) bool {
	for i := range es {
		if es[i].Kind == kBlocked {
			return true
		}
	}
	return false
}

// free is how many of the n cells ahead of a car are open: up to a cell that holds three (PS-12), or all where the race ends before it.
func (r *Race) free(s *state, me engine.Car, n int64) int64 {
	k := r.k
	from, cells, pit := int64(k.cell[s.car[me-1].space]), int64(k.cells), int64(k.pit)
	near := 0
	var at [maxCars + 1]int64
	for i := range s.car[:s.cars] {
		o := &s.car[i]
		x := int64(k.cell[o.space]) - from // of a car off the board: behind the line
		if x < 0 {
			x += cells
		}
		if uint64(x-1) < uint64(n) && o.status == running && o.space != pit {
			at[near] = x
			near++
		}
	}
	if near < capacity {
		return n
	}
	open := n
	for i, x := range at[:near] {
		same := 1
		for _, y := range at[:i] {
			if x == y {
				same++
			}
		}
		if same >= capacity && x <= open {
			if from+x >= int64(k.cells) && s.car[me-1].lap == laps {
				continue // it is home before it comes there (PS-15)
			}
			open = x - 1
		}
	}
	return open
}

// leg drives one part of a move in the order of PS-22: traffic, corner cells up to the line, fuel. It reports whether the car's move is
// over with it: out or home.
func (r *Race) leg(d *draft, me engine.Car, m move) (ended bool) {
	s, k := &d.S, r.k
	c := &s.car[me-1]
	open := r.free(s, me, m.n)
	lost := m.n - open
	v := m.base + open
	from := int(k.cell[c.space])
	if lost > 0 && lost >= c.tyres { // a spin comes to no corner
		r.moves(d, me, m, open, v, false)
		r.goesOut(d, me, engine.Event{Kind: kSpins, N: 50 * lost, Clause: ps12, At: k.at[from+int(open)]}, byTraffic)
		return true
	}
	// how far it comes
	tyres := c.tyres - lost
	steps, home, lost9 := open, false, int64(0)
	charged := true
	if m.base == 0 && open <= longest && k.toll[from][open] == 0 && (c.lap != laps || from+int(open) < k.cells) {
		charged = false // open road
	}
	for i := int64(1); charged && i <= open; i++ {
		cell := from + int(i)
		if cell == k.cells && c.lap == laps {
			steps, home = i, true
			break
		}
		l := int64(k.limit[cell])
		if l == 0 || v <= l {
			continue
		}
		x := v - l
		if x > tyres {
			if tyres == 0 || s.last == 0 {
				steps, lost9 = i, x
				break
			}
			x = tyres
		}
		tyres -= x
	}
	r.moves(d, me, m, steps, v, home)
	if lost > 0 {
		d.Set(engine.Event{Kind: kBlocked, Field: fTyres, Car: me, Is: c.tyres - lost, N: 50 * lost, At: k.at[from+int(open)+1], Clause: ps12})
	}
	paid := steps
	if home || lost9 > 0 {
		paid--
	}
	if charged {
		r.wears(d, me, from, paid, v)
	}
	switch {
	case lost9 > 0:
		r.goesOut(d, me, engine.Event{Kind: kLeaves, N: 50 * lost9, Clause: ps9, At: k.at[from+int(steps)]}, byTyres)
		return true
	case home:
		r.finishes(d, me)
		return true
	}
	if k.limit[from+int(open)] == 0 || c.space == int64(k.pit) {
		r.burns(d, me, m.burn)
	}
	return false
}

// wears takes the tyre points of the first n cells ahead of a cell (PS-8), which the car can pay.
func (r *Race) wears(d *draft, me engine.Car, from int, n, v int64) {
	k := r.k
	c := &d.S.car[me-1]
	for i := 1; i <= int(n); i++ {
		if l := int64(k.limit[from+i]); l != 0 && v > l {
			x := min(v-l, c.tyres)
			d.Set(engine.Event{Kind: kWears, Field: fTyres, Car: me, Is: c.tyres - x, At: k.at[from+i], N: 50 * (v - l), Clause: ps8})
		}
	}
}

// moves puts a car n cells ahead, at a speed.
func (r *Race) moves(d *draft, me engine.Car, m move, n, v int64, home bool) {
	s, k := &d.S, r.k
	c := &s.car[me-1]
	from := int(k.cell[c.space])
	if n == 0 {
		if m.leg != legSecond {
			d.Note(engine.Event{Kind: kStays, Car: me, By: m.by, N: 50 * v, At: engine.Space(c.space), Clause: ps6})
		}
	} else {
		cl := ps6
		if m.leg != legRoll {
			cl = ps19
		}
		d.Set(engine.Event{Kind: m.kind, Field: fSpace, Car: me, By: m.by, Is: int64(k.at[from+int(n)]), N: 50 * v, Path: engine.Straight(int(n)), Clause: cl})
		if c.served != 0 {
			set(d, fServed, me, 0)
		}
		if from+int(n) >= k.cells && !home {
			r.crosses(d, me)
		}
	}
	set(d, fSpeed, me, 50*v)
}

// crosses counts a lap: the car entered the first cell beyond the line (PS-23).
func (r *Race) crosses(d *draft, me engine.Car) {
	s := &d.S
	c := &s.car[me-1]
	if c.lap >= laps {
		return // the line was passed on a way that a ruling allowed
	}
	kind := kLaps
	if c.lap+1 == laps {
		kind = kLastLap
		for i := range s.cars {
			if o := &s.car[i]; o.lap == laps && o.status != out {
				kind = kLaps
			}
		}
	}
	d.Set(engine.Event{Kind: kind, Field: fLap, Car: me, Is: c.lap + 1, Clause: ps23})
}

// burns takes fuel for the fuel faces of a roll that ended on a straight (PS-10).
func (r *Race) burns(d *draft, me engine.Car, n int64) {
	s := &d.S
	c := &s.car[me-1]
	if n == 0 || c.fuel == 0 {
		return
	}
	d.Set(engine.Event{Kind: kBurns, Field: fFuel, Car: me, Is: max(0, c.fuel-n), N: n, Clause: ps10})
	if c.fuel == 0 {
		d.Set(engine.Event{Kind: kDry, Field: fDry, Car: me, Is: s.turn, Clause: ps11})
	}
}

// goesOut takes a car out of the race where it is (PS-9, PS-12).
func (r *Race) goesOut(d *draft, me engine.Car, e engine.Event, cause int64) {
	e.Field, e.Car, e.Is = fStatus, me, out
	d.Set(e)
	set(d, fCause, me, cause)
	r.lift(d, me, d.S.car[me-1].space)
}

// finishes brings a car home (PS-15).
func (r *Race) finishes(d *draft, me engine.Car) {
	s := &d.S
	place := int64(1)
	for i := range s.cars {
		if s.car[i].status == finished {
			place++
		}
	}
	d.Set(engine.Event{Kind: kFinishes, Field: fStatus, Car: me, Is: finished, N: place, Clause: ps15})
	r.lift(d, me, s.car[me-1].space)
}

// lift takes a car off the board and notes when and where its race ended.
func (r *Race) lift(d *draft, me engine.Car, at int64) {
	s := &d.S
	set(d, fEnds, 0, s.ends+1)
	set(d, fNth, me, s.ends)
	set(d, fEnded, me, s.turn)
	set(d, fWhere, me, at)
	d.Change(engine.Event{Kind: kLifted, Field: fSpace, Car: me})
}

// span is the range of gears that a car may name (PS-7, PS-11).
func (s *state) span(c *car) (lo, hi int64) {
	up := int64(2)
	if s.dry(c) {
		up = 1
	}
	return max(1, c.gear-3), min(topGear, c.gear+up)
}

// names sets the gear of the next turn. When the time is over it stays (PS-17).
func (r *Race) names(d *draft, a *engine.Answer) error {
	s := &d.S
	c := &s.car[a.Car-1]
	v := a.Value
	if a.Late {
		v = c.gear
	}
	var i *engine.Infraction
	if lo, hi := s.span(c); v < lo || v > hi {
		i = &engine.Infraction{Fault: xGear, Car: a.Car, What: a.What, N: v, Lo: lo, Hi: hi, Clause: ps7}
		if v == c.gear+2 && v <= topGear {
			i.Clause = ps11
		}
		if v < 1 || v > topGear {
			return i
		}
	}
	from := len(d.Events)
	d.Change(engine.Event{Kind: kNames, Field: fGear, Car: a.Car, Is: v, Clause: ps7})
	r.next(d)
	if i != nil {
		i.Led = append(i.Led, d.Events[from:]...)
		return i
	}
	return nil
}
