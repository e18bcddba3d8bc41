package grandprix

import "boxstop/engine"

// What the note of an option says.
const (
	noteSlips       = 3      // how many slipstreams
	noteAsks  uint8 = 1 << 2 // with this speed there is one to be had
	noteSide        = 3      // bits 3 and 4: the side lane that it pulls over to
	noteBox   uint8 = 1 << 5
	noteStay  uint8 = 1 << 6
	noteOut   uint8 = 1 << 7
)

// note is the note of an outcome.
func (o *outcome) note() uint8 {
	n := o.slips | o.side<<noteSide
	if o.box {
		n |= noteBox
	}
	if o.stays {
		n |= noteStay
	}
	if o.fate == engine.GoesOut {
		n |= noteOut
	}
	return n
}

// Options appends the options of an ask. Those of a team's turn come car by car, first the cars that take no speed (TB-23), then by speed.
func (r *Race) Options(dst []engine.Option, a engine.Ask, w engine.Which) []engine.Option {
	s := &r.s
	switch a.What {
	case wMove:
		if s.step != sMove {
			return dst
		}
		if w == engine.Refused {
			return r.refused(dst, s)
		}
		return r.teamOptions(dst, s)
	case wLine, wRetires:
		if w != engine.Refused && a.Car != 0 && int64(a.Car) <= s.cars {
			o := engine.Option{Car: a.Car}
			if a.What == wRetires {
				o.Fate = engine.GoesOut
			}
			dst = append(dst, o)
		}
	}
	return dst
}

func (r *Race) teamOptions(dst []engine.Option, s *state) []engine.Option {
	for _, speed := range [...]bool{false, true} {
		for i := range s.cars {
			if c := &s.car[i]; c.crew == s.team && s.moves(c) {
				x := r.search(s, engine.Car(i+1))
				if speed {
					dst = r.speedOptions(dst, &x)
				} else {
					r.list = r.outcomes(r.list[:0], &x, 0)
					dst = options(dst, r.list, x.me, 0)
				}
			}
		}
	}
	return dst
}

// speedOptions lists a car with each speed that its team has left.
func (r *Race) speedOptions(dst []engine.Option, x *search) []engine.Option {
	r.speeds(x)
	fits := false
	if x.s.choice != 0 && x.k.zone[x.c.space] == track {
		for i := range r.by {
			fits = fits || len(r.by[i]) > 0 && !fails(r.by[i])
		}
	}
	for i, list := range r.by {
		if !fits || !fails(list) {
			dst = options(dst, list, x.me, int64(fastest-i))
		}
	}
	return dst
}

// speeds lists into r.by what a car can do with each speed that is left. One search does for all three: the ways of 5 go on from those of 4.
func (r *Race) speeds(x *search) {
	at, pre, k := engine.Space(x.c.space), over{}, x.k
	from := at
	if k.exit(at) {
		if pre = k.back[at]; !x.full(pre.to) {
			from = pre.to
		}
	}
	for v := int64(slowest); v <= fastest; v++ {
		list := r.by[fastest-v][:0]
		switch {
		case k.zone[from] != track:
		case v == slowest:
			r.walk.Go(k.board, from, slowest, 0, x.enter, nil)
		default:
			r.walk.On(k.board, 1, x.enter, nil)
		}
		switch {
		case x.s.user(v) != 0:
		case k.zone[from] != track:
			list = r.aloof(list, x, v)
		default:
			list = r.found(list, x, pre)
			if k.zone[at] == rightSide {
				list = x.stayRight(list, at, v)
			}
		}
		r.by[fastest-v] = list
	}
}

// outcomes lists what a car can do with a speed; 0: with none.
func (r *Race) outcomes(list []outcome, x *search, v int64) []outcome {
	if at := engine.Space(x.c.space); x.k.zone[at] != track {
		return r.aloof(list, x, v)
	} else if v > 0 {
		return r.drive(list, x, at, v, over{})
	}
	return list
}

// fails reports whether a speed sends a car of the track to a side lane, or out for want of one.
func fails(list []outcome) bool {
	for i := range list {
		if list[i].side == noSide && list[i].fate != engine.GoesOut {
			return false
		}
	}
	return len(list) > 0
}

// mustFit reports whether the car may be given no speed that sends it to a side lane, because the team has another one left and the table
// plays it so (GP-4).
func (r *Race) mustFit(x *search) bool {
	if x.s.choice == 0 || x.k.zone[x.c.space] != track {
		return false
	}
	for v := int64(fastest); v >= slowest; v-- {
		if x.s.user(v) == 0 {
			if r.list = r.outcomes(r.list[:0], x, v); len(r.list) > 0 && !fails(r.list) {
				return true
			}
		}
	}
	return false
}

// options makes options of outcomes: slipstreams behind plain ends.
func options(dst []engine.Option, list []outcome, me engine.Car, v int64) []engine.Option {
	asks := uint8(0)
	for i := range list {
		if list[i].slips > 0 {
			asks = noteAsks
		}
	}
	for slips := uint8(0); slips <= mostSlip; slips++ {
		for i := range list {
			if o := &list[i]; o.slips == slips {
				dst = append(dst, option1(o, me, v, asks))
			}
		}
		if asks == 0 {
			break
		}
	}
	return dst
}

func option1(o *outcome, me engine.Car, v int64, asks uint8) engine.Option {
	return engine.Option{Car: me, Value: v, Path: o.path, End: o.end, Fate: o.fate, Note: o.note() | asks}
}

// Choices appends the names and values of an option, in the order car, speed, slip, to, side (TB-8).
func (r *Rules) Choices(dst []engine.Choice, a engine.Ask, o engine.Option) []engine.Choice {
	say := func(p engine.Pick, v int64) { dst = append(dst, engine.Choice{Pick: p, Value: v}) }
	say(pCar, int64(o.Car))
	if a.What != wMove {
		return dst
	}
	if o.Value != 0 {
		say(pSpeed, o.Value)
	}
	if o.Note&noteAsks != 0 {
		say(pSlip, int64(o.Note&noteSlips))
	}
	switch {
	case o.Note&noteOut != 0:
		say(pOut, 1)
		return dst
	case o.Note&noteStay != 0:
		say(pStay, 1)
		return dst
	case o.Fate == engine.Completes:
		say(pHome, 1)
	case o.Path != 0:
		say(pTo, int64(o.End))
	}
	if side := o.Note >> noteSide & 3; side != 0 {
		say(pSide, int64(side))
	}
	if o.Note&noteBox != 0 {
		say(pBox, 1)
	}
	return dst
}
