package speedcircuit

import "boxstop/engine"

// bot drives at a level. It knows nothing but the public race and the options it is handed.
type bot struct {
	level int
	opts  []engine.Option
}

const (
	easy = iota
	medium
	best
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

// Answer answers an ask; a draw is by lot.
func (b *bot) Answer(r engine.Race, a engine.Ask, luck uint64) engine.Answer {
	ans := engine.Answer{What: a.What, Car: a.Car}
	race, ok := r.(*Race)
	if !ok {
		return ans
	}
	switch a.Form {
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
	o := b.choose(race, a, luck)
	ans.Value, ans.Note, ans.Path = o.Value, o.Note, o.Path
	return ans
}

// choose picks one of the options.
func (b *bot) choose(r *Race, a engine.Ask, luck uint64) engine.Option {
	switch a.What {
	case wSpeed:
		return b.opts[b.speed(r, a.Car, luck)]
	case wMove:
		return b.opts[b.end(r, a.Car, luck)]
	case wFollow:
		return b.follow(r, a.Car, luck)
	}
	return b.prepare(r, a, luck)
}

// prepare spends five points: acceleration first, then a bit of everything that is left. The easy one spends them as they come.
func (b *bot) prepare(r *Race, a engine.Ask, luck uint64) engine.Option {
	if b.level == easy {
		return b.opts[int(engine.Shuffle(&luck)%uint64(len(b.opts)))]
	}
	want := [5]int{0, 2, 1, 1, 1}[a.What-wBegin]
	return b.opts[min(want, len(b.opts)-1)]
}

// follow says that it slipstreams where that brings it further: the spaces are free, but they bind.
func (b *bot) follow(r *Race, me engine.Car, luck uint64) engine.Option {
	last := b.opts[len(b.opts)-1]
	if b.level == easy && engine.Shuffle(&luck)%2 == 0 {
		return b.opts[0]
	}
	c := &r.s.car[me-1]
	p := r.mind(c, b.level)
	n := int(c.speed/stepMPH) + int(last.Note)
	at := engine.Space(c.space)
	for range n {
		to := r.k.places[at].To[engine.Ahead]
		if to == 0 {
			return last
		}
		at = to
	}
	short := at
	if back := r.k.places[at].Behind; back != 0 && last.Note > 0 {
		short = back
	}
	v := int(c.speed / stepMPH)
	if p.ahead(short, v) > p.ahead(at, v)+1 && b.level == best {
		return b.opts[0] // the corner behind it comes too soon
	}
	return last
}

// speed is the place on the list of the speed that it sets.
func (b *bot) speed(r *Race, me engine.Car, luck uint64) int {
	c := &r.s.car[me-1]
	p := r.mind(c, b.level)
	at, most := 0, float32(-1e9)
	for i := range b.opts {
		v := p.drive(r, c, int(b.opts[i].Value/stepMPH))
		if v > most {
			at, most = i, v
		}
	}
	if b.level == easy && at > 0 && engine.Shuffle(&luck)%3 == 0 {
		at-- // and rather slower than that
	}
	return at
}

// end is the place on the list of where it drives to.
func (b *bot) end(r *Race, me engine.Car, luck uint64) int {
	c := &r.s.car[me-1]
	if b.level == easy && engine.Shuffle(&luck)%3 == 0 {
		return 0
	}
	p := r.mind(c, b.level)
	at, most := 0, float32(-1e9)
	for i := range b.opts {
		if v := p.worth(r, c, &b.opts[i]); v > most {
			at, most = i, v
		}
	}
	return at
}
