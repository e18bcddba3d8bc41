package grandprix

import (
	"testing"

	"boxstop/engine"
	"boxstop/engine/enginetest"
)

// Positions on Oakring; to depth 2 the second implementation counts as well.
func TestPerft(t *testing.T) {
	enginetest.Perft(t, enginetest.Counting{
		Rules: New(), Setup: func(string) engine.Setup { return engine.Setup{Board: theBoard, Box: theBox} },
		Slow: func(r engine.Race, depth int) (uint64, bool) {
			return mirror(r.(*Race)).perft(r.(*Race), depth), depth <= 2
		},
	})
}

// perft counts with the second implementation; the way that an option drives is the first one's.
func (r *refRace) perft(race *Race, n int) uint64 {
	if n == 1 {
		return uint64(len(r.legal()))
	}
	if n != 2 {
		return 0
	}
	total := uint64(0)
	for _, a := range race.Asks(nil) {
		for _, o := range race.Options(nil, a, engine.Legal) {
			next, again := race.clone(), mirror(race)
			evs, err := next.Decide(nil, engine.AnswerWith(a, o))
			if err != nil {
				panic(err)
			}
			for _, e := range evs {
				next.Apply(e)
			}
			again.take(moveOf(race.k, &o), wayOf(r.b, engine.Space(race.s.car[o.Car-1].space), o.Path))
			total += again.perft(next, n-1)
		}
	}
	return total
}
