package control

import "boxstop/engine"

// The move sheet (TB-22): what people must move on the board after moves that nobody made with his hands, in the order in which they were
// made. It is the put-back list (TB-3) and stays until "moved", but nothing waits for it: what moves meanwhile goes on it.

// sheet says which answers are on it.
type sheet struct {
	on   bool
	from int // the first
	done int // so many answers have been taken into it
}

// largeField is how many cars one person can follow with his eyes: of more, the moves of bots go on the sheet.
const largeField = 8

// sheetFrom puts the answers from that one on on the sheet.
func (s *Session) sheetFrom(first int) {
	if !s.sheet.on || first < s.sheet.from { // an answer within a run may have opened it
		s.sheet = sheet{on: true, from: first, done: first}
		s.putback, s.table = nil, nil
	}
	s.unfold()
}

// onSheet looks whether the newest answer goes on a sheet: one is open, a bot drove in a large field, or it moved another car than its own.
func (s *Session) onSheet() {
	switch a := &s.acts[len(s.acts)-1]; {
	case s.sheet.on:
		s.unfold()
	case s.table == nil && (!s.demo && s.race.Cars() > largeField && (a.From == "bot" && a.Ask.Leg == 0 || a.Ask.Form == engine.Draw) || s.movesOther(a)):
		s.sheetFrom(len(s.acts) - 1)
	}
}

// movesOther reports whether an answer moved a car on the board that was not its own: a yellow flag, a car that is lifted off.
func (s *Session) movesOther(a *act) bool {
	if o := s.waiting(); a.Car == 0 || s.demo || a.Ask.Leg != 0 && o != nil && o.Leg != 0 { // one qualifies after the other
		return false
	}
	for _, e := range a.Events {
		if e.Field == s.About.Space && e.Car != a.Car {
			return true
		}
	}
	return false
}

// unfold takes the newest answers into an open sheet. While a file is folded they wait for its end.
func (s *Session) unfold() {
	if s.loading || !s.sheet.on || s.sheet.done >= len(s.acts) {
		return
	}
	acts := s.acts[s.sheet.done:]
	r := s.race.Clone()
	for i := len(acts) - 1; i >= 0; i-- {
		revert(r, acts[i].Events)
	}
	was := engine.PictureOf(r.Public(0))
	if s.table == nil {
		first := was
		s.table = &first
	}
	rounds := len(acts) > 8*s.race.Cars() // that nobody moved: only where the cars come to stand
	for i := 0; i < len(acts) && !rounds; i++ {
		n := len(s.putback)
		for _, e := range acts[i].Events {
			r.Apply(e)
		}
		is := engine.PictureOf(r.Public(0))
		s.putback = engine.PutBack(s.putback, s.Setup.Board, s.About, was, is)
		if s.race.Cars() > largeField && 2*(len(s.putback)-n) > s.race.Cars() { // most cars are lined up: how they came there no longer matters
			s.putback = engine.PutBack(nil, s.Setup.Board, s.About, *s.table, is)
		}
		was = is
	}
	if rounds || len(s.putback) > 4*s.race.Cars() {
		s.putback = engine.PutBack(nil, s.Setup.Board, s.About, *s.table, engine.PictureOf(s.race.Public(0)))
	}
	s.sheet.done = len(s.acts)
	s.moved = len(s.putback) == 0
}

// closeSheet makes what is on the sheet a list to put back: a correction changes it.
func (s *Session) closeSheet() {
	if s.sheet.on {
		loading := s.loading
		s.loading = false
		s.unfold()
		s.loading, s.sheet = loading, sheet{}
	}
}
