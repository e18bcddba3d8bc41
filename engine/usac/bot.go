package usac

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
	switch a.What {
	case wDraw:
		ans.Order = engine.Lot(int(race.s.cars), race.runs, &luck)
	case wMode:
		ans.Value = b.mode(race, a.Car, luck)
	case wSettle:
		ans.Value = 1
	case wRoll, wTrouble, wPitRoll:
		for i := range 2 {
			ans.Faces[i] = uint8(1 + engine.Shuffle(&luck)%6)
		}
	case wMove:
		b.opts = race.Options(b.opts[:0], a, engine.Offered)
		if len(b.opts) > 0 {
			o := b.opts[b.end(race, a.Car, luck)]
			ans.Value, ans.Note, ans.Path = o.Value, o.Note, o.Path
		}
	}
	return ans
}

// mode is normal for most of a race: accelerating gains a space and brings trouble one time in five. The hard one spends the last lap on it
// when it has somebody to catch; the easy one does it when it feels like it.
func (b *bot) mode(r *Race, me engine.Car, luck uint64) int64 {
	s := &r.s
	c := &s.car[me-1]
	switch {
	case b.level == easy && s.trial == 0:
		switch engine.Shuffle(&luck) % 10 {
		case 0, 1:
			return colAccelerate
		case 2:
			return colDecelerate
		}
	case b.level == best && s.trial == 0 && c.lap == s.laps && r.leader(s) != me:
		if at := c.at(); at != 0 && r.k.board.Lap-r.k.places[at].Front < 30*engine.Unit {
			return colAccelerate
		}
	}
	return colNormal
}

// end is the place on the list of where it drives to.
func (b *bot) end(r *Race, me engine.Car, luck uint64) int {
	s := &r.s
	c := &s.car[me-1]
	at, most := 0, int64(-1<<40)
	if b.level == easy && engine.Shuffle(&luck)%3 == 0 {
		return int(engine.Shuffle(&luck) % uint64(len(b.opts)))
	}
	for i := range b.opts {
		if v := b.worth(r, s, c, &b.opts[i]); v > most {
			at, most = i, v
		}
	}
	return at
}

// worth is what an end is worth to a car, in hundredths of a space.
func (b *bot) worth(r *Race, s *state, c *car, o *engine.Option) int64 {
	if o.Value == 1 {
		if b.due(s, c) {
			return 1 << 30
		}
		return -1 << 30
	}
	if o.Path == 0 || o.End == 0 {
		return -1 << 20
	}
	k := r.k
	p := &k.places[o.End]
	far := int64(p.Front)
	if from := c.at(); from != 0 && k.places[from].Front > p.Front {
		far += int64(k.board.Lap)
	}
	v := far * 100 / engine.Unit
	if b.level == easy {
		return v
	}
	v += int64(r.room(o.End)) * 40
	if k.places[o.End].To[engine.Ahead] == 0 { // the lane ends
		v -= 150
	}
	if b.level == best {
		v -= k.inner[p.Lane] * 60 // the inside is shorter in the bends
		if b.due(s, c) {
			v -= k.inner[p.Lane] * 60 // and there is the way in
		}
	}
	return v
}

// due reports whether it is time for one of the stops that are owed: spread over the race, the hard one's as early as may be.
func (b *bot) due(s *state, c *car) bool {
	if c.stops == 0 {
		return c.forced != noStop
	}
	if b.level == best {
		return true
	}
	all := mandatory(s.miles)
	return c.lap*(all+1) >= s.laps*(all-c.stops+1) || c.lap >= s.laps-c.stops-1
}
