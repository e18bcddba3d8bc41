package lemans

import "boxstop/engine"

// bot drives at a level. It knows nothing but the public race and the options that it is handed.
type bot struct {
	level int
	opts  []engine.Option
}

const (
	easy = iota
	medium
	hard
)

// Bot is a driver of a level: easy, medium or hard. It belongs to one goroutine.
func (r *Rules) Bot(level string) engine.Bot {
	for i, l := range aboutGame.Bots {
		if l == level {
			return &bot{level: i}
		}
	}
	return nil
}

// Answer answers an ask. Dice fall by luck, a draw is by lot.
func (b *bot) Answer(r engine.Race, a engine.Ask, luck uint64) engine.Answer {
	ans := engine.Answer{What: a.What, Car: a.Car}
	race, ok := r.(*Race)
	if !ok {
		return ans
	}
	switch a.Form {
	case engine.Roll:
		for i := range a.Dice {
			ans.Faces[i] = uint8(1 + engine.Shuffle(&luck)%faces)
		}
		return ans
	case engine.Draw:
		ans.Order = engine.Lot(int(race.s.cars), race.runs, &luck)
		return ans
	case engine.Report:
		return ans
	}
	b.opts = race.Options(b.opts[:0], a, engine.Offered)
	if len(b.opts) == 0 {
		return ans
	}
	at := 0
	if a.What == wFollow {
		at = b.follow(race, a.Car, luck)
	} else {
		at = b.move(race, a.Car, luck)
	}
	return engine.AnswerWith(a, b.opts[at])
}

// follow takes a tow where the leader is faster and no corner is near: a tow through a corner is a chance. The easy one never does.
func (b *bot) follow(r *Race, me engine.Car, luck uint64) int {
	if b.level == easy {
		return 0
	}
	s := &r.s
	c := &s.car[me-1]
	l := &s.car[b.opts[len(b.opts)-1].Value-1]
	mine, theirs := &r.k.cards[c.card-1], &r.k.cards[l.card-1]
	if theirs.speed[l.gear] <= mine.speed[c.gear] {
		return 0
	}
	return 1 // "unless you enter a corner" where that is to be said
}

// move is the place on the list of the best move.
func (b *bot) move(r *Race, me engine.Car, luck uint64) int {
	best, most := 0, -1e9
	for i := range b.opts {
		v := b.worth(r, me, &b.opts[i])
		switch b.level {
		case easy:
			v += float64(engine.Shuffle(&luck)%1000) / 250
		case medium:
			v += float64(engine.Shuffle(&luck)%1000) / 900
		}
		if v > most {
			best, most = i, v
		}
	}
	return best
}

// worth is how good an option is: how far it leads, what it costs, and how well the gear suits the next corner.
func (b *bot) worth(r *Race, me engine.Car, o *engine.Option) float64 {
	s := &r.s
	c := &s.car[me-1]
	k := &r.k.cards[c.card-1]
	v := r.ranks(engine.Space(c.space), o.End)
	switch o.Fate {
	case engine.Chances:
		v -= b.dread()
	case engine.SpinsOut:
		v -= 40
	case engine.Collides:
		v -= 60
	case engine.GoesOut:
		return -500
	case engine.Stops:
		if o.Note&notePit != 0 {
			return 200
		}
		v -= 60
	}
	if o.Value == 0 {
		return 150
	}
	for _, p := range o.Pays {
		switch p.Field {
		case fBrakes:
			v -= 2.5 * float64(p.N)
			if int64(p.N) >= c.brakes {
				v -= 15
			}
		case fRevs:
			v -= 3 * float64(p.N)
			if int64(p.N) > c.revs {
				v -= 40
			}
		}
	}
	if c.owed > 0 && r.k.due(s, c) {
		w := *c
		w.space = int64(o.End)
		w.lap = r.k.lapAt(c, o.End)
		if !r.k.due(s, &w) || w.lap == c.lap && int64(r.k.places[o.End].Front) > int64(r.k.ends[k.class]) && int64(r.k.places[c.space].Front) <= int64(r.k.ends[k.class]) {
			v -= 80
		}
	}
	gear := o.Value
	if o.Fate == engine.SpinsOut || o.Fate == engine.Collides {
		gear = 0
	}
	left := c.brakes
	for _, p := range o.Pays {
		if p.Field == fBrakes {
			left -= int64(p.N)
		}
	}
	return v + r.outlook(k, o.End, gear, left, [...]int{1, 2, 3}[b.level])
}

// dread is what a chance is worth avoiding.
func (b *bot) dread() float64 { return [...]float64{6, 9, 10}[b.level] }

// What the outlook thinks of a chance, of a spin-out and of a hard-braking, in spaces.
const (
	fearChance  = 10
	fearSpin    = 35
	fearBraking = 3
)

// outlook is how far a car can come in so many more moves on an empty road in its lane, less what it would cost.
func (r *Race) outlook(k *card, at engine.Space, gear, brakes int64, moves int) float64 {
	if moves == 0 {
		return float64(k.speed[max(1, gear)]) / 2
	}
	best := -1e9
	try := func(g int64, cost float64, brakes int64) {
		v, end, ok := r.glides(k, at, g)
		if v -= cost; ok {
			v += r.outlook(k, end, g, brakes, moves-1)
		}
		best = max(best, v)
	}
	if gear == 0 {
		try(1, 0, brakes)
		return best
	}
	try(gear, 0, brakes)
	if r.k.corner[at] && !r.k.last[at] {
		return best
	}
	if up := k.up(gear); up != 0 {
		try(up, 0, brakes)
	}
	free := k.free
	if k.unlimited {
		free = threeDown
	}
	g := gear
	for d := int64(1); d <= free+1; d++ {
		if g = k.down(g); g == 0 {
			break
		}
		switch {
		case d <= free:
			try(g, 0, brakes)
		case brakes > 0 && !k.unlimited:
			try(g, fearBraking, brakes-1)
		}
	}
	return best
}

// glides is how many ranks a car gains straight on in a gear, less what the corners cost it; false where it would spin out.
func (r *Race) glides(k *card, at engine.Space, gear int64) (v float64, end engine.Space, ok bool) {
	from := at
	fear := 0.0
	for n := k.speed[gear]; n > 0; {
		to := r.k.places[at].To[engine.Ahead]
		if to == 0 || int64(r.k.places[to].Cost) > n {
			break
		}
		if r.k.corner[to] && (!r.k.corner[at] || r.k.places[at].Section != r.k.places[to].Section) {
			switch over := k.apart(gear, k.limit(r.k.places[to].Marks)); {
			case over > 1:
				return r.ranks(from, at) - fear - fearSpin, at, false
			case over == 1:
				fear += fearChance
			}
		}
		n -= int64(r.k.places[to].Cost)
		at = to
	}
	return r.ranks(from, at) - fear, at, true
}

// ranks is how many ranks one space lies ahead of another.
func (r *Race) ranks(from, to engine.Space) float64 {
	d := r.k.places[to].Front - r.k.places[from].Front
	if d < 0 {
		d += r.k.board.Lap
	}
	return float64(d) / engine.Unit
}
