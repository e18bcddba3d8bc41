package pitstop

import "boxstop/engine"

// Options appends the options of an ask. Of a roll they are what it may lead to, one for each distinct outcome.
func (r *Race) Options(dst []engine.Option, a engine.Ask, w engine.Which) []engine.Option {
	s := &r.s
	switch a.What {
	case wDraw, wRuling:
		return dst
	case wRetires:
		if w == engine.Refused {
			return dst
		}
		return append(dst, engine.Option{Car: a.Car, Fate: engine.GoesOut})
	case wKind:
		return declares(dst, a, w, hard, soft)
	case wFollow:
		return r.followOptions(dst, a, w)
	}
	if a.Car == 0 || int64(a.Car) > s.cars {
		return dst
	}
	c := &s.car[a.Car-1]
	switch a.What {
	case wBonus:
		if w == engine.Refused {
			return dst
		}
		return append(dst, engine.Option{Car: a.Car}, engine.Option{Car: a.Car, Value: 1, Note: uint8(bonusOf(c.gear))})
	case wRoll:
		if w == engine.Refused {
			return r.refusedRoll(dst, a, c)
		}
		return r.rollOptions(dst, a, c)
	case wPit:
		return r.pitOptions(dst, a, w)
	case wGear:
		lo, hi := s.span(c)
		if w != engine.Refused {
			return append(dst, gears[a.Car][lo-1:hi]...)
		}
		for v := int64(1); v <= topGear; v++ {
			if v >= lo && v <= hi {
				continue
			}
			cl := ps7
			if v == c.gear+2 {
				cl = ps11
			}
			lack := lo - v
			if v > hi {
				lack = v - hi
			}
			dst = append(dst, engine.Option{Car: a.Car, Value: v, Refusal: engine.Refusal{Clause: cl, Fault: xGear, N: int16(lack)}})
		}
		return dst
	case wService:
		if w == engine.Refused {
			return dst
		}
		for v := fuelOnly; v <= both; v++ {
			dst = append(dst, engine.Option{Car: a.Car, Value: v, Note: 1 << (v - 1)}) // a bit each, for the words
		}
		return dst
	case wPitRoll, wGridRoll:
		return declares(dst, a, w, 0, int64(a.Dice))
	case wSecond:
		if w == engine.Refused {
			return dst
		}
		f := r.foresee(a, c, 0)
		f.base = c.speed / 50
		return f.outcomes(dst, 0, 0, 0)
	}
	return dst
}

// gears are the options of naming a gear, by car.
var gears = func() (out [maxCars + 1][topGear]engine.Option) {
	for c := range out {
		for g := range out[c] {
			out[c][g] = engine.Option{Car: engine.Car(c), Value: int64(g + 1)}
		}
	}
	return out
}()

// declares appends one option for each value of a range.
func declares(dst []engine.Option, a engine.Ask, w engine.Which, lo, hi int64) []engine.Option {
	if w == engine.Refused {
		return dst
	}
	for v := lo; v <= hi; v++ {
		dst = append(dst, engine.Option{Car: a.Car, Value: v})
	}
	return dst
}

func (r *Race) followOptions(dst []engine.Option, a engine.Ask, w engine.Which) []engine.Option {
	s := &r.s
	if w != engine.Refused {
		dst = append(dst, engine.Option{Car: a.Car})
	}
	for l := engine.Car(1); int64(l) <= s.cars; l++ {
		if l == a.Car || s.car[l-1].status != running {
			continue
		}
		f := r.mayFollow(s, a.Car, l)
		if (f.Fault == noFault) != (w == engine.Refused) {
			dst = append(dst, engine.Option{Car: a.Car, Value: int64(l), Refusal: f})
		}
	}
	return dst
}

// rollOptions is what a driving roll may lead to: without the bonus, and with it where it can still be taken or is.
func (r *Race) rollOptions(dst []engine.Option, a engine.Ask, c *car) []engine.Option {
	s := &r.s
	more := bonusOf(c.gear)
	f := r.foresee(a, c, more)
	switch {
	case s.said == saidYes:
		return f.outcomes(dst, more, 0, 0)
	case s.said == saidNo || s.dry(c):
		return f.outcomes(dst, 0, 0, 0)
	case !f.soft: // without the bonus; and what cannot be had without it
		return f.outcomes(f.outcomes(dst, 0, 0, 0), more, WithBonus, f.dice-more+1)
	}
	from := len(dst)
	dst = f.outcomes(dst, 0, 0, 0)
	mid := len(dst)
	dst = f.outcomes(dst, more, WithBonus, 0)
	keep := mid
	for i := mid; i < len(dst); i++ { // what can be had without the bonus is listed once
		o, twice := dst[i], false
		for j := from; j < mid; j++ {
			p := &dst[j]
			if p.Value == o.Value && p.Pays == o.Pays {
				p.Note |= o.Note & Burns
				twice = true
				break
			}
		}
		if !twice {
			dst[keep] = o
			keep++
		}
	}
	return dst[:keep]
}

// foresight is what the outcomes of one roll have in common.
type foresight struct {
	*course
	car        *car
	me         engine.Car
	dice, base int64
	from, free int64
	toPit      int64 // 0: it cannot turn in
	home       int64 // cells to the first beyond the line in the last lap; else far away
	soft       bool
	exact      bool // pit entry
	drivesOn   bool // last cell paid in part
}

// foresee looks ahead for a roll and so many cells more.
func (r *Race) foresee(a engine.Ask, c *car, more int64) foresight {
	s, k := &r.s, r.k
	f := foresight{
		course: k, car: c, me: a.Car, dice: int64(a.Dice), from: int64(k.cell[c.space]), home: 1 << 30,
		soft: s.soft != 0 && c.kind == soft, exact: s.entry != 0, drivesOn: s.last != 0,
	}
	f.free = r.free(s, a.Car, f.dice+more)
	if to, pit := r.toPit(c); pit && f.free >= to-1 {
		f.toPit = to
	}
	if c.lap == laps {
		f.home = int64(k.cells) - f.from
	}
	return f
}

// outcomes appends what the roll leads to, slowest first, for every number of moving faces from a least one.
func (f *foresight) outcomes(dst []engine.Option, bonus int64, note uint8, least int64) []engine.Option {
	if least < 0 {
		least = 0
	}
	if most := f.dice + bonus; f.open(most) {
		for n := least + bonus; n <= most; n++ {
			o := f.ahead[f.from][n]
			o.Car = f.me
			if n == bonus {
				o.Note &^= Burns // no face moved it
			}
			o.Note |= note
			if f.toPit != 0 && n >= f.toPit && (!f.exact || n == f.toPit) {
				o.Note |= Pits
			}
			dst = append(dst, o)
		}
		return dst
	}
	first := len(dst)
	for faces := least; faces <= f.dice; faces++ {
		dst = append(dst, engine.Option{Car: f.me, Note: note})
		last := len(dst) - 1
		f.outcome(&dst[last], faces, bonus)
		if last > first && dst[last-1].Value == dst[last].Value && dst[last-1].Pays == dst[last].Pays {
			dst[last-1].Note |= dst[last].Note
			dst = dst[:last]
		}
	}
	return dst
}

// open reports whether so many cells ahead need no look at each outcome: hard tyres, a free road, all corners paid, some fuel, no end of
// the race.
func (f *foresight) open(most int64) bool {
	return !f.soft && f.base == 0 && most <= f.free && most < f.home && f.car.fuel > 0 &&
		int64(f.toll[f.from][most]) <= f.car.tyres && f.car.space != int64(f.pit)
}

// outcome is what so many moving faces lead to, in the order of PS-22.
func (f *foresight) outcome(o *engine.Option, faces, bonus int64) {
	c, n, tyres := f.car, faces, f.car.tyres
	if f.soft {
		if turned := min(f.dice-faces, tyres); turned > 0 {
			n, tyres = n+turned, tyres-turned
			o.Pays[2] = engine.Pay{Field: fTyres, Clause: ps18, N: int16(turned)}
		}
	}
	n += bonus
	open := min(n, f.free)
	v, end := f.base+open, open
	o.Value = 50 * v
	if f.toPit != 0 && n >= f.toPit && (!f.exact || n == f.toPit) {
		o.Note |= Pits
	}
	if lost := n - open; lost > 0 {
		o.Pays[1] = engine.Pay{Field: fTyres, Clause: ps12, N: int16(lost)}
		if lost >= tyres {
			o.Fate, o.Note, o.End = engine.GoesOut, o.Note|Out, f.at[f.from+open]
			return
		}
		tyres -= lost
	}
	wear := int64(0)
	if f.base == 0 && open < f.home && int64(f.toll[f.from][open]) <= tyres {
		wear = int64(f.toll[f.from][open])
	} else {
		wear, end = f.corners(o, open, v, tyres)
	}
	if wear > 0 {
		o.Pays[0] = engine.Pay{Field: fTyres, Clause: ps8, N: int16(wear)}
		if o.Fate == engine.GoesOut {
			o.Pays[0].Clause = ps9
		}
	}
	o.End = f.at[f.from+end]
	if end == 0 {
		o.End = engine.Space(c.space)
	}
	if o.Fate == engine.Drives && faces > 0 && c.fuel > 0 && f.limit[f.from+end] == 0 {
		o.Note |= Burns
	}
}

// corners drives cell by cell where a car may come home, or out.
func (f *foresight) corners(o *engine.Option, open, v, tyres int64) (wear, end int64) {
	for i := int64(1); i <= open; i++ {
		if i == f.home {
			o.Fate, o.Note = engine.Completes, o.Note|Home
			return wear, i
		}
		l := int64(f.limit[f.from+i])
		if l == 0 || v <= l {
			continue
		}
		x := v - l
		if x > tyres {
			if tyres == 0 || !f.drivesOn {
				o.Fate, o.Note = engine.GoesOut, o.Note|Out
				return wear + x, i
			}
			x = tyres
		}
		tyres, wear = tyres-x, wear+x
	}
	return wear, open
}

// pitOptions is what driving on and turning in lead to (PS-13).
func (r *Race) pitOptions(dst []engine.Option, a engine.Ask, w engine.Which) []engine.Option {
	s, k := &r.s, r.k
	c := &s.car[a.Car-1]
	m := s.pending()
	if x := r.mayPit(s, a.Car, m.n); (x != noFault) == (w == engine.Refused) {
		to, _ := r.toPit(c)
		v := m.base + m.n
		o := engine.Option{Car: a.Car, Value: 1, Fate: engine.Stops, End: k.pit}
		if x != noFault {
			o.Refusal = engine.Refusal{Clause: ps13, Fault: x, N: int16(to - m.n)}
		} else if last, over := r.reach(s, c, v, to-1); over > 0 {
			o.Fate, o.End = engine.GoesOut, k.at[int64(k.cell[c.space])+last]
		} else if wear := r.wear(c, v, to-1); wear > 0 {
			o.Pays[0] = engine.Pay{Field: fTyres, Clause: ps8, N: int16(wear)}
		}
		if s.lane != 0 && v > pitLimit {
			o.Pays[1] = engine.Pay{Field: fWaits, Clause: ps20, N: int16(v - pitLimit)}
		}
		dst = append(dst, o)
	}
	if w == engine.Refused {
		return dst
	}
	from := int64(k.cell[c.space])
	open := r.free(s, a.Car, m.n)
	v := m.base + open
	o := engine.Option{Car: a.Car, End: k.at[from+open]}
	lost := m.n - open
	last, over := r.reachWith(s, c, v, open, c.tyres-lost)
	switch {
	case lost > 0 && lost >= c.tyres:
		o.Fate, o.Pays[1] = engine.GoesOut, engine.Pay{Field: fTyres, Clause: ps12, N: int16(lost)}
	case over > 0:
		o.Fate, o.End = engine.GoesOut, k.at[from+last]
	case c.lap == laps && from+open >= int64(k.cells):
		o.Fate, o.End = engine.Completes, k.at[k.cells]
	default:
		if lost > 0 {
			o.Pays[1] = engine.Pay{Field: fTyres, Clause: ps12, N: int16(lost)}
		}
		if wear := r.wear(c, v, open); wear > 0 {
			o.Pays[0] = engine.Pay{Field: fTyres, Clause: ps8, N: int16(wear)}
		}
	}
	// driving on stands first: it is what a director expects
	if n := len(dst); n > 0 && dst[n-1].Value == 1 && dst[n-1].Refusal.Fault == noFault {
		yes := dst[n-1]
		dst[n-1] = o
		return append(dst, yes)
	}
	return append(dst, o)
}

// reachWith is reach for a car that has so many points left, up to the line in the last lap.
func (r *Race) reachWith(s *state, c *car, v, n, tyres int64) (last, excess int64) {
	if c.lap == laps {
		n = min(n, int64(r.k.cells-1)-int64(r.k.cell[c.space]))
	}
	o := *c
	o.tyres = tyres
	return r.reach(s, &o, v, n)
}

// wear is what n cells ahead of a car cost at a speed, at most what it has.
func (r *Race) wear(c *car, v, n int64) int64 {
	from, sum := int64(r.k.cell[c.space]), int64(0)
	for i := int64(1); i <= n; i++ {
		if c.lap == laps && from+i >= int64(r.k.cells) {
			break
		}
		if l := int64(r.k.limit[from+i]); l != 0 && v > l {
			sum += v - l
		}
	}
	return min(sum, c.tyres)
}

// inSight is how far beyond a roll the pit may lie for people to look for it.
const inSight = 6

// refusedRoll is what a person may look for beside a roll: the bonus without fuel, and the pit.
func (r *Race) refusedRoll(dst []engine.Option, a engine.Ask, c *car) []engine.Option {
	s := &r.s
	if s.dry(c) {
		dst = append(dst, engine.Option{Car: a.Car, Value: 1, Refusal: engine.Refusal{Clause: ps11, Fault: xBonusDry}})
	}
	most := c.gear
	if s.said == saidYes || s.said == unsaid && !s.dry(c) {
		most += bonusOf(c.gear)
	}
	to, there := r.toPit(c)
	switch {
	case !there || to > most+inSight:
	case most < to:
		dst = append(dst, engine.Option{Car: a.Car, Value: 1, End: r.k.pit, Refusal: engine.Refusal{Clause: ps13, Fault: xPitFar, N: int16(to - most)}})
	default:
		if free := r.free(s, a.Car, to-1); free < to-1 {
			at := r.k.at[int64(r.k.cell[c.space])+free+1]
			dst = append(dst, engine.Option{
				Car: a.Car, Value: 1, End: r.k.pit,
				Refusal: engine.Refusal{Clause: ps13, Fault: xPitBlocked, At: at, By: r.occupant(at)},
			})
		}
	}
	return dst
}

// occupant is a car on a cell.
func (r *Race) occupant(at engine.Space) engine.Car {
	for i := range r.s.cars {
		if c := &r.s.car[i]; c.status == running && c.space == int64(at) {
			return engine.Car(i + 1)
		}
	}
	return 0
}
