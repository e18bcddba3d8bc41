package lemans

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

// New is the rule set of Le Mans.
func New() *Rules { return &Rules{engine.NewBook(&aboutGame, words, survey)} }

var (
	_ engine.Rules = (*Rules)(nil)
	_ engine.Race  = (*Race)(nil)
)

// Start lines the cars up (LM-1, LM-31): by hand at once; by lot or by rolls the race asks for them first. Laps 0 is four.
func (r *Rules) Start(s engine.Setup) (engine.Race, error) {
	k, err := r.Course(s.Board, s.Box)
	if err != nil {
		return nil, err
	}
	n := len(s.Entries)
	if n < 1 || n > maxCars {
		return nil, fmt.Errorf("%d cars; Le Mans is for 1 to %d (LM-1)", n, maxCars)
	}
	laps := s.Laps
	if laps == 0 {
		laps = aboutGame.Laps
	}
	if laps < 1 || laps > mostLaps {
		return nil, fmt.Errorf("%d laps; at most %d", laps, mostLaps)
	}
	race := &Race{k: k}
	st := &race.s
	st.turn, st.cars, st.laps = 1, int64(n), int64(laps)
	if err := engine.SetOptions(st, &aboutGame, fields, s.Options); err != nil {
		return nil, err
	}
	var owner [maxCars]int
	for i, e := range s.Entries {
		if e.Card < 0 || e.Card >= len(k.cards) {
			return nil, fmt.Errorf("car %s: card %d; the box has cards 1 to %d", e.Mark, e.Card+1, len(k.cards))
		}
		if o := owner[e.Card]; o != 0 {
			return nil, fmt.Errorf("cars %s and %s both have the card of %s", s.Entries[o-1].Mark, e.Mark, k.cards[e.Card].name)
		}
		owner[e.Card] = i + 1
		st.car[i].card = int64(e.Card) + 1
		if e.Seat != 0 && int(e.Seat) != i+1 {
			st.car[i].seat = int64(e.Seat)
		}
		race.fit(st, engine.Car(i+1))
	}
	if err := teams(st, &s); err != nil {
		return nil, err
	}
	if st.leMans != 0 && len(k.pits) < n {
		return nil, fmt.Errorf("%d cars come out of pits of %d grey spaces; a LeMans start takes one for each (LM-31)", n, len(k.pits))
	}
	switch s.Grid {
	case engine.ByLot:
		st.step = sDraw
		return race, nil
	case engine.ByRoll:
		if n > 1 {
			st.step = sGrid
			return race, nil
		}
	}
	places, err := engine.GridPlaces(s.Entries)
	if err != nil {
		return nil, fmt.Errorf("%w (LM-1)", err)
	}
	order := make([]engine.Car, n)
	for i, p := range places {
		order[p-1] = engine.Car(i + 1)
	}
	d := race.open(nil)
	race.linesUp(d, order)
	race.s = d.S
	return race, nil
}

// fit gives a car what its card gives it.
func (r *Race) fit(s *state, me engine.Car) {
	c := &s.car[me-1]
	c.brakes = s.allowance(&r.k.cards[c.card-1])
	if c.revs = 0; s.revving != 0 {
		c.revs = freeRevs
	}
}

// teams checks that every driver has three cars, where teams play (LM-28).
func teams(st *state, s *engine.Setup) error {
	if st.teams == 0 {
		return nil
	}
	n := map[string]int{}
	for i := range s.Entries {
		n[s.Driver(engine.Car(i+1))]++
	}
	for i := range s.Entries {
		if who := s.Driver(engine.Car(i + 1)); n[who] != teamCars {
			return fmt.Errorf("team play: %s has %d of the cars; each driver has %d (LM-28)", who, n[who], teamCars)
		}
	}
	return nil
}

const teamCars = 3

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
	st.turn = max(1, st.turn)
	if st.laps == 0 {
		st.laps = int64(aboutGame.Laps)
	}
	for i := range st.cars {
		if c := &st.car[i]; c.card == 0 {
			c.card = i + 1
			if int(i) < len(s.Entries) {
				c.card = int64(s.Entries[i].Card) + 1
			}
		}
	}
	race := &Race{k: k, s: st}
	if err := race.sound(); err != nil {
		return nil, err
	}
	return race, nil
}

// sound reports what a position says that no race can be in.
func (r *Race) sound() error {
	s := &r.s
	if s.step < 0 || s.step > sOver || s.laps < 1 || s.laps > mostLaps || s.mover < 0 || s.mover > s.cars || s.at < 0 || s.at >= engine.MaxSteps {
		return fmt.Errorf("position: step %d, laps %d, mover %d, at %d; steps are 0 to %d, laps 1 to %d", s.step, s.laps, s.mover, s.at, sOver, mostLaps)
	}
	for i := range s.cars {
		c := &s.car[i]
		if c.card < 1 || c.card > int64(len(r.k.cards)) {
			return fmt.Errorf("position: car %d: card %d; cards are 1 to %d", i+1, c.card, len(r.k.cards))
		}
		k := &r.k.cards[c.card-1]
		if c.gear < 0 || c.gear > top || c.gear > 0 && k.speed[c.gear] == 0 {
			return fmt.Errorf("position: car %d: gear %d; its card has no such gear", i+1, c.gear)
		}
		if c.follow < 0 || c.follow > s.cars || c.spun < 0 || c.drew < 0 || c.spun > int64(len(r.k.so)) || c.drew > int64(len(r.k.so)) ||
			c.spun > 0 && r.k.so[c.spun-1] == 0 || c.drew > 0 && r.k.so[c.drew-1] == 0 {
			return fmt.Errorf("position: car %d: follow %d, spun %d, drew %d; they name a car and corners of the course", i+1, c.follow, c.spun, c.drew)
		}
		if c.brakes < 0 || c.revs < 0 || c.lapRevs < 0 || c.owed < 0 || c.waits < 0 || c.lap < 0 || c.lap > mostLaps+1 {
			return fmt.Errorf("position: car %d: a number below 0, or lap %d", i+1, c.lap)
		}
	}
	if err := r.place(s); err != nil {
		return fmt.Errorf("position: car %d stands on no space, or where another one stands", err.Car)
	}
	if s.step == sChance && (s.mover == 0 || !r.whole(s)) {
		return errors.New("position: a chance is due, and there is no corner on the path")
	}
	return nil
}

// whole reports whether the path of the move in progress leads into a corner where a chance is due.
func (r *Race) whole(s *state) bool {
	c := &s.car[s.mover-1]
	if c.status != running || c.gear == 0 || c.space == 0 {
		return false
	}
	p, at := engine.Path(s.path), engine.Space(c.space)
	for i := range p.Len() {
		st := p.Step(i)
		if int(st) >= len(r.k.places[at].To) || r.k.places[at].To[st] == 0 {
			return false
		}
		at = r.k.places[at].To[st]
	}
	if p.Step(int(s.at)) == 0 {
		return false
	}
	_, to, dice := r.chance(s)
	return r.k.corner[to] && dice > 0
}

// Choices appends the names and values of an option, in the order gear, brake, rev, chance, spaces, to.
func (r *Rules) Choices(dst []engine.Choice, a engine.Ask, o engine.Option) []engine.Choice {
	add := func(p engine.Pick, v int64) { dst = append(dst, engine.Choice{Pick: p, Value: v}) }
	switch a.What {
	case wFollow:
		add(pFollow, o.Value)
		if o.Value != 0 && o.Note&noteLevel != 0 {
			add(pCorner, int64(1-o.Note&1))
		}
		return dst
	case wMove:
	default:
		return dst
	}
	if o.Value == 0 {
		add(pAlone, 0)
		return dst
	}
	add(pGear, o.Value)
	for _, p := range o.Pays {
		switch {
		case p.N == 0:
		case p.Field == fBrakes:
			add(pBrake, int64(p.N))
		case p.Field == fRevs:
			add(pRev, int64(p.N))
		}
	}
	switch o.Fate {
	case engine.Chances:
		add(pChance, 1)
	case engine.SpinsOut:
		add(pSpin, 1)
	case engine.Collides:
		add(pHit, 1)
	case engine.GoesOut:
		add(pBlow, 1)
		return dst
	}
	if o.Note>>noteBonus&7 != 0 {
		add(pSpaces, int64(o.Refusal.N))
	}
	if o.Note&notePit != 0 {
		add(pPit, 1)
	}
	if o.Path == 0 && o.Fate == engine.Drives {
		add(pStand, 1)
	}
	add(pTo, int64(o.End))
	return dst
}
