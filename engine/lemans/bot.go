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
			ans.Faces[i] = uint8(1 + shuffle(&luck)%faces)
		}
		return ans
	case engine.Draw:
		ans.Order = race.lot(&luck)
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
			v += float64(shuffle(&luck)%1000) / 250
		case medium:
			v += float64(shuffle(&luck)%1000) / 900
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
	v := float64(r.gain(c, o.End))
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
	if b.level == easy {
		return v - b.trouble(k, s, r, o)/2
	}
	return v - b.trouble(k, s, r, o)
}

// dread is what a chance is worth avoiding.
func (b *bot) dread() float64 { return [...]float64{6, 11, 13}[b.level] }

// trouble is what the gear of an option costs at the next corner: gears too many that hard-brakings, or a chance, must pay for.
func (b *bot) trouble(k *card, s *state, r *Race, o *engine.Option) float64 {
	if r.k.corner[o.End] && !r.k.last[o.End] {
		return 0
	}
	n, m, lim := r.next(k, o.End)
	if n >= far {
		return 0
	}
	turns := int64(0) // moves before the corner, gearing down one free gear each
	g, left := o.Value, n
	for {
		low := g
		for range k.free {
			if d := k.down(low); d != 0 {
				low = d
			}
		}
		if low <= lim {
			return 0
		}
		if left <= k.speed[low] { // it enters with the next move
			over := float64(k.apart(low, lim))
			_ = m
			switch {
			case turns > 0 && over == 1:
				return 5
			case over == 1:
				return 4
			}
			return 9 * over
		}
		g, left = low, left-k.speed[low]
		turns++
	}
}

// next is how many steps straight on lead to the next corner, and the highest gear for it.
func (r *Race) next(k *card, at engine.Space) (n int64, m engine.Mark, lim int64) {
	from := at
	for n = 1; n < far; n++ {
		to := r.k.places[at].To[engine.Ahead]
		if to == 0 {
			return far, 0, 0
		}
		if r.k.corner[to] && (to != from && (!r.k.corner[at] || r.k.places[at].Section != r.k.places[to].Section)) {
			m = r.k.places[to].Marks
			return n, m, k.limit(m)
		}
		at = to
	}
	return far, 0, 0
}

// gain is how many ranks a move leads on.
func (r *Race) gain(c *car, end engine.Space) float64 {
	d := int64(r.k.places[end].Front) - int64(r.k.places[c.space].Front)
	if d < 0 {
		d += int64(r.k.board.Lap)
	}
	return float64(d) / engine.Unit
}

// shuffle is a random word out of another one (splitmix64).
func shuffle(luck *uint64) uint64 {
	*luck += 0x9e3779b97f4a7c15
	z := *luck
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// lot is a random order of the cars that run.
func (r *Race) lot(luck *uint64) []engine.Car {
	var order []engine.Car
	for c := engine.Car(1); int64(c) <= r.s.cars; c++ {
		if r.s.car[c-1].status == running {
			order = append(order, c)
		}
	}
	for i := len(order) - 1; i > 0; i-- {
		j := int(shuffle(luck) % uint64(i+1))
		order[i], order[j] = order[j], order[i]
	}
	return order
}
