package grandprix

import "boxstop/engine"

// choose picks what the bot does. The easy one looks at each end and often misjudges it; the medium one sees the
// traffic ahead of it; the hard one plays the rest of its team's turn out as well, so that no car takes the way or the speed of a mate.
func (b *bot) choose(r *Race, a engine.Ask, luck uint64) engine.Option {
	at, most := 0, int64(-1<<60)
	for i := range b.list {
		v := r.worth(&b.list[i], b.level)
		switch b.level {
		case easy:
			v += int64(engine.Shuffle(&luck) % 500)
		case best:
			v = b.turn(r, a, &b.list[i])
		}
		if v = v<<4 | int64(engine.Shuffle(&luck)&15); v > most {
			at, most = i, v
		}
	}
	return b.list[at]
}

// turn is what a move is worth with the best that the rest of the team can make of its turn after it, one car after the other.
func (b *bot) turn(r *Race, a engine.Ask, o *engine.Option) int64 {
	sum := r.worth(o, best)
	c := &b.try
	c.k, c.s = r.k, r.s
	ans := engine.AnswerWith(a, *o)
	for {
		evs, err := c.Decide(b.evs[:0], ans)
		if err != nil {
			return sum
		}
		for i := range evs {
			c.Apply(evs[i])
		}
		b.evs = evs
		if c.s.step != sMove || c.s.team != r.s.team || c.s.turn != r.s.turn {
			return sum
		}
		b.opts = c.teamOptions(b.opts[:0], &c.s)
		at, most := 0, int64(-1<<60)
		for i := range b.opts {
			if v := c.worth(&b.opts[i], best); v > most {
				at, most = i, v
			}
		}
		sum += most
		ans = engine.AnswerWith(engine.Ask{What: wMove}, b.opts[at])
	}
}

// What an end is worth, in hundredths of a space.
const (
	perSpace  = 100
	worthHome = 3000
	worthOut  = -9000
	inLeft    = -900 // three spaces a turn, and an exit to hit
	inRight   = -700
	toBox     = -1500
	waiting   = -400
	perLane   = 60 // a way ahead that is free
	blockedBy = -150
)

// worth is what an option is worth to its team: the way that it makes, and what the traffic lets it make next.
func (r *Race) worth(o *engine.Option, level int) int64 {
	k, c := r.k, &r.s.car[o.Car-1]
	switch {
	case o.Fate == engine.GoesOut:
		return worthOut
	case o.Fate == engine.Completes:
		return worthHome - int64(o.Value)
	case o.Note&noteStay != 0:
		return waiting
	case o.End == 0 || o.Path == 0:
		return 0
	}
	x := search{k: k, s: &r.s, me: o.Car, c: c}
	way := int64(k.places[o.End].Front - k.places[x.start()].Front)
	if way < 0 {
		way += int64(k.board.Lap)
	}
	v := way * perSpace / engine.Unit
	switch k.zone[o.End] {
	case leftSide:
		v += inLeft + r.hits(o.End, crawl, crawl)
	case rightSide:
		v += inRight + r.hits(o.End, slowest, fastest)
	case pitLane:
		if k.inPit[o.End] <= k.inPit[x.front()] {
			v += toBox
		}
	default:
		if level != easy {
			y := r.search(&r.s, o.Car)
			v += y.traffic(o.End, level)
		}
	}
	return v - int64(o.Value) // of two that lead as far the slower one leaves more to the others
}

// hits is what the exits that a car in a side lane can come to next are worth.
func (r *Race) hits(at engine.Space, lo, hi int64) int64 {
	if r.k.exit(at) {
		return -inLeft / 2
	}
	for n := int64(1); n <= hi; n++ {
		to, _ := r.k.lane(at)
		if to == 0 {
			return worthOut / 2
		}
		if at = to; n >= lo && r.k.exit(at) {
			return -inLeft / 4
		}
	}
	return 0
}

// traffic is what the cars ahead of an end cost: how far the road is free in its own lane and beside it.
func (x *search) traffic(at engine.Space, level int) int64 {
	k, v := x.k, int64(0)
	far := 4
	if level == best {
		far = fastest
	}
	for st := engine.Ahead; st <= engine.Right; st++ {
		to := k.places[at].To[st]
		if to == 0 || k.zone[to] != track {
			continue
		}
		if x.full(to) {
			v += blockedBy
			continue
		}
		for n := 1; n < far; n++ {
			v += perLane / 4
			if to = k.places[to].To[engine.Ahead]; to == 0 || k.zone[to] != track || x.full(to) {
				break
			}
		}
	}
	if x.draught(at) {
		v += perLane
	}
	return v
}
