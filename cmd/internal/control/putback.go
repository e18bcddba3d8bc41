package control

import "boxstop/engine"

func (s *Session) picture() engine.Picture { return engine.PictureOf(s.race.Public(0)) }

// corrects is for what changes the state other than by the move on show: the picture that people have before them (TB-3).
func (s *Session) corrects() *engine.Picture {
	s.closeSheet()
	if s.table != nil {
		return s.table // what is still to be put back is changed again
	}
	p := s.picture()
	return &p
}

// corrected finds what people must do after a correction; nil: it was none. It stays on show until "moved".
func (s *Session) corrected(before *engine.Picture) {
	if before == nil {
		if !s.sheet.on {
			s.table = nil                                                      // the race went on
			if len(s.putback) > 0 && s.movedOn(s.acts[len(s.acts)-1].Born-1) { // a car has driven on: the list is of another board
				s.moved, s.putback = true, nil
			}
		}
		return
	}
	s.putback = engine.PutBack(nil, s.Setup.Board, s.About, *before, s.picture())
	s.moved = len(s.putback) == 0
	if s.table = before; s.moved {
		s.table = nil
	}
}

// toDo is what people must do after a correction, in words.
func (s *Session) toDo() []string {
	board, dash := s.Hands(s.putback)
	return append(board, dash...)
}

// Hands are lines of what people do, those on the board and those on dashboards.
func (s *Session) Hands(hands []engine.Hand) (board, dash []string) {
	for _, h := range hands {
		t := string(s.Words.Hand(nil, h))
		if h.Do == engine.SetCounter {
			dash = append(dash, t)
		} else {
			board = append(board, t)
		}
	}
	return board, dash
}
