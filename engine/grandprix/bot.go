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
		ans.Order = race.lot(&luck)
		return ans
	}
	b.list = race.Options(b.list[:0], a, engine.Offered)
	if len(b.list) == 0 {
		return ans
	}
	return engine.AnswerWith(a, b.choose(race, a, luck))
}

// shuffle is the next of a row of random words.
func shuffle(luck *uint64) uint64 {
	*luck += 0x9e3779b97f4a7c15
	z := *luck
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// lot is a random order of the cars that run.
func (r *Race) lot(luck *uint64) []engine.Car {
	var out []engine.Car
	for c := engine.Car(1); int64(c) <= r.s.cars; c++ {
		if r.s.car[c-1].status == running {
			out = append(out, c)
		}
	}
	for i := len(out) - 1; i > 0; i-- {
		j := int(shuffle(luck) % uint64(i+1))
		out[i], out[j] = out[j], out[i]
	}
	return out
}
