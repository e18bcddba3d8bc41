package grandprix

import "boxstop/engine"

// bot drives a team at a level. It knows nothing but the public race and the options it is handed.
type bot struct {
	level int
	opts  []engine.Option
	list  []engine.Option // those that it chooses among
	evs   []engine.Event
	try   Race // on which the hard one plays its turn out
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
	if !ok || a.Form == engine.Report {
		return ans
	}
	if a.Form == engine.Draw {
		ans.Order = engine.Lot(int(race.s.cars), race.runs, &luck)
		return ans
	}
	b.list = race.Options(b.list[:0], a, engine.Offered)
	if len(b.list) == 0 {
		return ans
	}
	return engine.AnswerWith(a, b.choose(race, a, luck))
}
