package lemans

import "boxstop/engine"

// either reports whether a car could take a chance, and could also take a corner without one: then a die decides (LM-29).
func (r *Race) either(s *state, me engine.Car) bool {
	with, without := false, false
	for _, o := range r.all(s, me, nil) {
		with = with || o.chances > 0 && o.fate != engine.SpinsOut
		without = without || o.enters && o.chances == 0 && o.fate != engine.SpinsOut
	}
	return with && without
}

// dry and wet are the highest rolls that make a car take a chance (LM-29).
const (
	mustDry = 3
	mustWet = 2
)

// ordains reads the die of the solitaire game: by the state of the first corner that a chance is to be had in (LM-29).
func (r *Race) ordains(d *draft, a *engine.Answer) error {
	s := &d.S
	f := a.Faces[0]
	if a.Dice() != 1 || f < 1 || f > faces {
		return &engine.Infraction{Fault: xFace, Car: a.Car, What: a.What, N: int64(a.Dice()), Lo: 1, Hi: 1, Clause: lm29}
	}
	at := r.doubtful(s, a.Car)
	is := int64(mustNot)
	if int64(f) <= r.mustUpTo(s, at) {
		is = mustTake
	}
	d.Set(engine.Event{Kind: kMust, Field: fMust, Car: 0, By: a.Car, At: at, N: bit(is == mustTake), Is: is, Clause: lm29})
	set(d, fStep, 0, sMove)
	return nil
}

// mustUpTo is the highest roll that makes a car take the chance of the corner at a space.
func (r *Race) mustUpTo(s *state, at engine.Space) int64 {
	if at != 0 && s.wet>>r.k.places[at].Section&1 != 0 {
		return mustWet
	}
	return mustDry
}

// doubtful is the first space of the corner in which a car could take a chance.
func (r *Race) doubtful(s *state, me engine.Car) engine.Space {
	for _, o := range r.all(s, me, nil) {
		if o.chances == 0 {
			continue
		}
		m := r.searching(s, me, o.pit)
		at := m.from
		for p := o.path; p != 0; p >>= 3 {
			to := m.places[at].To[p&7]
			if m.enters(at, to) {
				return to
			}
			at = to
		}
	}
	return 0
}
