package lemans

import "boxstop/engine"

// Options appends the options of an ask. Of a chance they are what each face leads to.
func (r *Race) Options(dst []engine.Option, a engine.Ask, w engine.Which) []engine.Option {
	s := &r.s
	if a.Car == 0 || int64(a.Car) > s.cars {
		return dst
	}
	switch a.What {
	case wFollow:
		return r.followOptions(dst, a, w)
	case wMove:
		if s.step != sMove || s.next() != a.Car {
			return dst
		}
		if w == engine.Refused {
			return r.refused(dst, a)
		}
		return r.moveOptions(dst, a, w)
	case wChance:
		if s.step == sChance && w != engine.Refused {
			return r.facesOf(dst, a)
		}
	case wMust:
		if s.step == sMust && w != engine.Refused {
			for f := int64(1); f <= faces; f++ {
				dst = append(dst, engine.Option{Car: a.Car, Value: f, Note: uint8(bit(f <= r.mustUpTo(s, a.At)))})
			}
		}
	case wBreach, wMissed, wRetires:
		if w != engine.Refused {
			o := engine.Option{Car: a.Car, Fate: engine.Stops}
			if a.What == wRetires {
				o.Fate = engine.GoesOut
			}
			dst = append(dst, o)
		}
	}
	return dst
}

func (r *Race) followOptions(dst []engine.Option, a engine.Ask, w engine.Which) []engine.Option {
	s := &r.s
	l := r.tows(s, a.Car)
	if w == engine.Refused || l == 0 || l != s.next() || s.car[a.Car-1].said == s.turn {
		return dst
	}
	dst = append(dst, engine.Option{Car: a.Car})
	if !r.corners(s, l) {
		return append(dst, engine.Option{Car: a.Car, Value: int64(l)})
	}
	return append(dst, engine.Option{Car: a.Car, Value: int64(l), Note: noteLevel | 1}, engine.Option{Car: a.Car, Value: int64(l), Note: noteLevel})
}

// facesOf is what each face of the die leads to (LM-15). Of two dice the list says what one of them means.
func (r *Race) facesOf(dst []engine.Option, a engine.Ask) []engine.Option {
	s := &r.s
	_, at, _ := r.chance(s)
	end := r.plannedEnd(s)
	for f := uint8(1); f <= faces; f++ {
		o := engine.Option{Car: a.Car, Value: int64(f), End: end, Path: engine.Path(s.path)}
		x := r.reads(s, at, f)
		o.Note = uint8(x)
		switch x {
		case damage:
			o.Pays[0] = engine.Pay{Field: fOwed, Clause: lm15, N: 1}
		case spin:
			o.Fate, o.End, o.Path = engine.SpinsOut, r.spinSpace(s, a.Car, int(r.k.places[at].Section)), 0
		case smash:
			o.Fate, o.End, o.Path = engine.GoesOut, 0, 0
		}
		dst = append(dst, o)
	}
	return dst
}

// plannedEnd is where the path of the move in progress ends.
func (r *Race) plannedEnd(s *state) engine.Space {
	at := engine.Space(s.car[s.mover-1].space)
	for p := engine.Path(s.path); p != 0; p >>= 3 {
		at = r.k.places[at].To[p&7]
	}
	return at
}

// moveOptions appends what a car can do, cheapest first: on offer a short list, else every distinct outcome with those in front.
func (r *Race) moveOptions(dst []engine.Option, a engine.Ask, w engine.Which) []engine.Option {
	s := &r.s
	r.offer(s, a.Car)
	if w == engine.Legal {
		n := len(r.list)
		for _, o := range r.all(s, a.Car, nil) {
			listed := false
			for i := range n {
				listed = listed || r.list[i].same(&o)
			}
			if !listed {
				r.list = append(r.list, o)
			}
		}
	}
	for i := range r.list {
		dst = append(dst, r.list[i].option(a.Car))
	}
	return dst
}

func (o *outcome) option(me engine.Car) engine.Option {
	p := engine.Option{Car: me, Fate: o.fate, Note: o.note(), Value: o.gear, Path: o.path, End: o.end}
	p.Refusal.N, p.Refusal.By = int16(o.spaces), o.by
	if o.gear == 0 { // it moves later
		p.End = 0
	}
	n := 0
	pay := func(f engine.Field, c engine.Clause, k int64) {
		if k != 0 && n < len(p.Pays) {
			p.Pays[n] = engine.Pay{Field: f, Clause: c, N: int16(k)}
			n++
		}
	}
	pay(fBrakes, lm20, o.brakes)
	pay(fRevs, lm27, o.revs)
	if o.fate == engine.Collides {
		pay(fOwed, lm22, 1)
	}
	return p
}

// offer lists into r.list what is worth offering: no spin-out and no lost engine where anything else is left, of the ways to pay for a shift
// the one with most hard-brakings, in first gear the furthest only, braking only for a corner that is near, and
// of one gear's ends in a lane the furthest.
func (r *Race) offer(s *state, me engine.Car) {
	found := r.all(s, me, covers)
	r.list = r.list[:0]
	tame, cheap, furthest := false, false, int64(0)
	for i := range found {
		o := &found[i]
		tame = tame || o.fate != engine.SpinsOut && !o.blows
		cheap = cheap || o.hard == 0 && o.fate != engine.SpinsOut && !o.pit && o.gear != 0
		if o.gear == 1 && o.fate == engine.Drives && o.bonus == 0 {
			furthest = max(furthest, o.spaces)
		}
	}
	k := &r.k.cards[s.car[me-1].card-1]
	low := min(k.sharp, k.hairpin)
	near := int64(r.k.near[s.car[me-1].space]) <= brakeFor
	for i := range found {
		o := &found[i]
		switch {
		case tame && (o.fate == engine.SpinsOut || o.blows),
			o.gear == 1 && o.fate == engine.Drives && o.bonus == 0 && o.spaces < furthest,
			cheap && o.hard > 0 && (!near || o.gear < low),
			o.pit && r.worsePit(found, o),
			r.between(s, me, found, o, near),
			r.behind(s, me, found, o),
			o.revs > 0 && r.otherwise(found, o):
			continue
		}
		at := -1
		for j := range r.list {
			p := &r.list[j]
			if p.end == o.end && p.gear == o.gear && p.brakes == o.brakes && p.revs == o.revs && p.pit == o.pit && (p.bonus != 0) == (o.bonus != 0) {
				at = j
			}
		}
		if at >= 0 {
			if r.list[at].cost() <= o.cost() {
				continue
			}
			r.list = append(r.list[:at], r.list[at+1:]...)
		}
		j := len(r.list)
		r.list = append(r.list, *o)
		for ; j > 0 && r.after(s, me, &r.list[j-1], o); j-- {
			r.list[j] = r.list[j-1]
		}
		r.list[j] = *o
	}
}

// brakeFor is how near a corner is, in steps, when hard-braking for it is offered.
const brakeFor = 24

// worsePit reports whether a way into the pits is covered by another: in the gear that is kept, or further on.
func (r *Race) worsePit(found []outcome, o *outcome) bool {
	for i := range found {
		p := &found[i]
		if p == o || !p.pit {
			continue
		}
		if x, y := p.cost(), o.cost(); x != y {
			if x < y {
				return true
			}
			continue
		}
		x, y := r.k.places[p.end].Front, r.k.places[o.end].Front
		if x > y || x == y && p.gear > o.gear {
			return true
		}
	}
	return false
}

// between reports whether an end is left out of the list because others of its gear and its lane say enough: with a corner near the one at
// basic speed and the furthest are offered, else the furthest alone (LM-26).
func (r *Race) between(s *state, me engine.Car, found []outcome, o *outcome, near bool) bool {
	if o.pit || o.bonus == 0 && near || o.chances > 0 || o.gear == 0 || s.bonus == 0 || s.car[me-1].follow > 0 {
		return false
	}
	for i := range found {
		p := &found[i]
		if p.gear == o.gear && p.bonus > o.bonus && p.fate == o.fate && !p.pit && p.brakes == o.brakes && p.revs == o.revs && p.chances == 0 &&
			r.k.places[p.end].Lane == r.k.places[o.end].Lane {
			return true
		}
	}
	return false
}

// behind reports whether an end is left out of the list because another in the same lane, by as many spaces in the same gear and at the same
// price, is further on: in corners the lanes have unequal spaces.
func (r *Race) behind(s *state, me engine.Car, found []outcome, o *outcome) bool {
	if o.pit || o.gear == 0 || o.fate == engine.SpinsOut {
		return false
	}
	for i := range found {
		p := &found[i]
		if p.gear == o.gear && p.bonus == o.bonus && p.fate == o.fate && p.brakes == o.brakes && p.revs == o.revs && p.chances == o.chances &&
			p.enters == o.enters && !p.pit && r.k.places[p.end].Lane == r.k.places[o.end].Lane && r.reach(s, me, p) > r.reach(s, me, o) {
			return true
		}
	}
	return false
}

// reach is how far an outcome leads, whole laps first.
func (r *Race) reach(s *state, me engine.Car, o *outcome) int64 {
	return r.k.lapAt(&s.car[me-1], o.end)*int64(r.k.board.Lap) + int64(r.k.places[o.end].Front)
}

// otherwise reports whether a shift that over-revs pay for in part is left out: of the ways to pay the one with most hard-brakings is
// offered.
func (r *Race) otherwise(found []outcome, o *outcome) bool {
	more := false
	for i := range found {
		p := &found[i]
		more = more || p.gear == o.gear && p.end == o.end && p.bonus == o.bonus && p.pit == o.pit && p.chances == o.chances && p.brakes > o.brakes
	}
	return more
}

// cost orders outcomes.
func (o *outcome) cost() int {
	n := int(o.brakes)*2 + int(o.revs)*3 + int(o.chances)*20
	if o.dear {
		n += 30
	}
	switch o.fate {
	case engine.SpinsOut:
		n += 100
	case engine.Collides:
		n += 200
	case engine.Stops:
		if !o.pit {
			n += 50
		}
	case engine.GoesOut:
		n += 1000
	}
	if o.gear == 0 {
		n += 5
	}
	return n
}

// after reports whether an outcome stands behind another one: dearer ones last, then further ones first, then inside first.
func (r *Race) after(s *state, me engine.Car, o, p *outcome) bool {
	if o.pit != p.pit {
		return p.pit
	}
	if x, y := o.cost(), p.cost(); x != y {
		return x > y
	}
	x, y := r.reach(s, me, o), r.reach(s, me, p)
	if x != y {
		return x < y
	}
	return r.k.inside[o.end] > r.k.inside[p.end]
}

// late is what a car does whose time ran out: it keeps its gear if that fits, else the nearest lower one that does; no bonus, no over-rev,
// no tow, a chance only if nothing else fits (LM-30).
func (r *Race) late(s *state, me engine.Car) outcome {
	c := &s.car[me-1]
	found := r.all(s, me, covers)
	if c.follow > 0 && c.follow != int64(me) {
		return outcome{end: engine.Space(c.space), gear: 0}
	}
	gear := max(1, c.gear)
	var best *outcome
	rank := func(o *outcome) int64 {
		n := int64(0)
		if o.revs > 0 || o.bonus > 0 {
			n += 4000
		}
		if o.chances > 0 || o.fate == engine.SpinsOut || o.fate == engine.GoesOut {
			n += 1000
		}
		if o.gear > gear {
			n += 100
		}
		return n + 10*max(0, gear-o.gear)
	}
	for i := range found {
		if o := &found[i]; best == nil || rank(o) < rank(best) || rank(o) == rank(best) && r.after(s, me, best, o) {
			best = o
		}
	}
	if best == nil {
		return outcome{end: engine.Space(c.space), gear: gear}
	}
	return *best
}
