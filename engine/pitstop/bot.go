package pitstop

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

// Answer answers an ask. A roll it rolls itself, with the faces of the box; a draw is by lot.
func (b *bot) Answer(r engine.Race, a engine.Ask, luck uint64) engine.Answer {
	ans := engine.Answer{What: a.What, Car: a.Car}
	race, ok := r.(*Race)
	if !ok {
		return ans
	}
	switch a.Form {
	case engine.Roll:
		for i := range a.Dice {
			ans.Faces[i] = race.k.thrown(&luck)
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
	o := b.choose(race, a, luck)
	ans.Value, ans.Note = o.Value, o.Note
	return ans
}

// thrown is one throw of the die.
func (k *course) thrown(luck *uint64) uint8 {
	n := int(engine.Shuffle(luck) % uint64(k.sides))
	for f := 1; f <= k.kinds; f++ {
		if n -= int(k.faces[f].sides); n < 0 {
			return uint8(f)
		}
	}
	return 1
}
