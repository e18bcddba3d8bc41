package speedcircuit

import (
	"embed"
	"errors"
	"fmt"

	"boxstop/engine"
)

//go:embed words/*.txt
var words embed.FS

// Rules is the rule book.
type Rules struct {
	*engine.Book[course]
}

// New is the rule set of Speed Circuit.
func New() *Rules { return &Rules{engine.NewBook(&aboutGame, words, survey)} }

var (
	_ engine.Rules = (*Rules)(nil)
	_ engine.Race  = (*Race)(nil)
)

// Start lines the cars up by their cards (SC-1), by hand at once; by lot the race asks for the deal first. Laps 0 is one.
func (r *Rules) Start(s engine.Setup) (engine.Race, error) {
	k, err := r.Course(s.Board, s.Box)
	if err != nil {
		return nil, err
	}
	n := len(s.Entries)
	if n < 1 || n > maxCars {
		return nil, fmt.Errorf("%d cars; Speed Circuit is for 1 to %d (SC-1)", n, maxCars)
	}
	laps := max(1, s.Laps)
	if laps > mostLaps {
		return nil, fmt.Errorf("%d laps; at most %d", laps, mostLaps)
	}
	if s.Grid == engine.ByRoll {
		return nil, errors.New("the grid is not rolled for: cards are dealt by lot or entered by hand (SC-1)")
	}
	race := &Race{k: k}
	st := &race.s
	st.turn, st.cars, st.laps = 1, int64(n), int64(laps)
	if err := engine.SetOptions(st, &aboutGame, fields, s.Options); err != nil {
		return nil, err
	}
	for i, e := range s.Entries {
		if e.Seat != 0 && int(e.Seat) != i+1 {
			st.car[i].seat = int64(e.Seat)
		}
	}
	if s.Grid == engine.ByLot {
		st.step = sDraw
		return race, nil
	}
	cards, err := k.dealt(s.Entries)
	if err != nil {
		return nil, err
	}
	d := race.open(nil)
	for i, card := range cards {
		race.deal(d, engine.Car(i+1), card)
	}
	race.lined(d)
	race.s = d.S
	return race, nil
}

// dealt is the card of every entry, from 1. A card says its grid place; where only grid places are said, they say the cards.
func (k *course) dealt(es []engine.Entry) ([]int, error) {
	byPlace, inOrder := true, true
	for i, e := range es {
		byPlace = byPlace && e.Place != 0
		inOrder = inOrder && e.Card == i
	}
	out := make([]int, len(es))
	var owner [maxCars + 1]int
	for i, e := range es {
		c := e.Card + 1
		if byPlace && inOrder {
			c = e.Place
		}
		most := len(k.cards)
		if len(es) <= 3 {
			most = 3
		}
		if c < 1 || c > most {
			return nil, fmt.Errorf("car %s has card %d; %d cars have the cards %s to %s (SC-1)", e.Mark, c, len(es), k.names[0], k.names[most-1])
		}
		if o := owner[c]; o != 0 {
			return nil, fmt.Errorf("cars %s and %s both have card %s (SC-1)", es[o-1].Mark, e.Mark, k.names[c-1])
		}
		owner[c], out[i] = i+1, c
	}
	return out, nil
}

// Read reads a position.
func (r *Rules) Read(s engine.Setup, line string) (engine.Race, error) {
	k, err := r.Course(s.Board, s.Box)
	if err != nil {
		return nil, err
	}
	st, n, err := engine.ReadPosition(line, &aboutGame, s.Board, fields)
	if err != nil {
		return nil, err
	}
	if err := engine.Listed(&st.cars, n); err != nil {
		return nil, err
	}
	st.turn, st.laps = max(1, st.turn), max(1, st.laps)
	race := &Race{k: k, s: st}
	if err := race.sound(); err != nil {
		return nil, err
	}
	return race, nil
}

// sound reports what a position says that no race can be in.
func (r *Race) sound() error {
	s := &r.s
	if s.step < 0 || s.step > sOver || s.laps > mostLaps {
		return fmt.Errorf("position: step %d, laps %d; steps are 0 to %d, laps 1 to %d", s.step, s.laps, sOver, mostLaps)
	}
	for i := range s.cars {
		c := &s.car[i]
		if c.space < 0 || int(c.space) >= len(r.k.places) || c.where < 0 || int(c.where) >= len(r.k.places) || c.status < 0 || c.status > finished || c.lap < 0 || c.lap > 1<<20 {
			return fmt.Errorf("position: car %d: space %d, status %d, lap %d; none is such", i+1, c.space, c.status, c.lap)
		}
		if c.card < 0 || c.card > int64(len(r.k.cards)) {
			return fmt.Errorf("position: car %d: card %d; cards are 1 to %d", i+1, c.card, len(r.k.cards))
		}
		for _, v := range []int64{c.speed, c.last, c.start, c.accel, c.decel, c.top} {
			if v < 0 || v > stepMPH*ceiling || v%stepMPH != 0 {
				return fmt.Errorf("position: car %d: %d mph; speeds are 0 to 180 in steps of 20", i+1, v)
			}
		}
		if c.wear < 0 || c.paid < 0 || c.paid > 15 || c.follow < 0 || c.follow > s.cars {
			return fmt.Errorf("position: car %d: wear %d, paid %d, follow %d; none is below 0", i+1, c.wear, c.paid, c.follow)
		}
	}
	if s.step != sOver && len(r.Asks(nil)) == 0 {
		return fmt.Errorf("position: step %s, and nobody is asked", stepWords[s.step])
	}
	if err := r.stands(s); err != nil {
		return fmt.Errorf("position: car %d stands on no space, or where another one stands", err.Car)
	}
	return nil
}

// Choices appends the names and values of an option: of a move where it ends, the arrow that it ends on, and what it costs.
func (r *Rules) Choices(dst []engine.Choice, a engine.Ask, o engine.Option) []engine.Choice {
	p := noPick
	switch a.What {
	case wMove:
		if o.Fate == engine.GoesOut {
			return append(dst, engine.Choice{Pick: pCrash, Value: 1})
		}
		dst = append(dst, engine.Choice{Pick: pTo, Value: int64(o.End)})
		if n := o.Note & noteArrow; n != 0 {
			dst = append(dst, engine.Choice{Pick: pArrow, Value: int64(n)})
		}
		switch {
		case o.Fate == engine.SpinsOut:
			dst = append(dst, engine.Choice{Pick: pSpin, Value: 1})
		case o.Fate == engine.Collides:
			dst = append(dst, engine.Choice{Pick: pHit, Value: 1})
		case o.Path.Len() > int(o.Value/stepMPH):
			dst = append(dst, engine.Choice{Pick: pTow, Value: 1})
		}
		dst = append(dst, engine.Choice{Pick: pCost, Value: int64(o.Pays[0].N)})
		if n := o.Note >> notePaid; n != 0 {
			dst = append(dst, engine.Choice{Pick: pPaid, Value: int64(n - 1)})
		}
		return dst
	case wFollow:
		p = pFollow
	case wSpeed:
		p = pSpeed
	case wBegin, wAccel, wDecel, wTop, wWear:
		p = pBegin + engine.Pick(a.What-wBegin)
	default:
		return dst
	}
	return append(dst, engine.Choice{Pick: p, Value: o.Value})
}
