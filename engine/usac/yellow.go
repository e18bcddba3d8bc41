package usac

import "boxstop/engine"

// endsAtOnce ends the race where a yellow flag covers all laps that the leader has not completed (US-22).
func (r *Race) endsAtOnce(d *draft) bool {
	s := &d.S
	first := r.leader(s)
	if first == 0 || s.yellow < s.laps-max(0, s.car[first-1].lap-1) {
		return false
	}
	d.Set(engine.Event{Kind: kEnded, Field: fWinner, Is: int64(first), N: s.yellow, Clause: us22})
	r.over(d)
	return true
}

// yellow obeys the flag at the end of a round (US-21): the running cars line up in single file behind the leader, in race order, each as
// many whole laps behind as before, and are credited with the laps.
func (r *Race) yellow(d *draft) {
	s := &d.S
	n := s.yellow
	var order [maxCars]int64
	list := r.onTrack(s, order[:0])
	y := &r.k.yellow
	if y.lineUp && len(list) > 0 {
		r.lineUp(d, list)
	}
	if y.credit == creditNone {
		return
	}
	for c := engine.Car(1); int64(c) <= s.cars; c++ {
		if o := &s.car[c-1]; o.status == running && (o.space != 0 || y.credit == creditAll) {
			d.Set(engine.Event{Kind: kCredit, Field: fLap, Car: c, Is: o.lap + n, N: n, Clause: us21})
		}
	}
}

// onTrack appends the cars that run and are not in the pits, in race order.
func (r *Race) onTrack(s *state, dst []int64) []int64 {
	for i := range s.cars {
		if s.car[i].status != running || s.car[i].space == 0 {
			continue
		}
		dst = append(dst, i)
		for j := len(dst) - 1; j > 0 && r.ahead(&s.car[dst[j]], &s.car[dst[j-1]]); j-- {
			dst[j], dst[j-1] = dst[j-1], dst[j]
		}
	}
	return dst
}

// lineUp puts cars in single file. The leader stays at its height.
func (r *Race) lineUp(d *draft, list []int64) {
	s, k := &d.S, r.k
	first := &s.car[list[0]]
	lap, far := first.lap, k.distance(first)
	at := k.level(engine.Space(first.space), k.lane(engine.Space(first.space)))
	type spot struct {
		at  engine.Space
		lap int64
	}
	var to [maxCars]spot
	for j, i := range list {
		if j > 0 {
			o := k.places[at].Behind
			if o == 0 { // the lane begins here: on in the inside one
				o = k.places[k.level(at, k.inside)].Behind
			}
			if k.wraps(o, at) {
				lap--
			}
			at = o
		}
		behind := (far - k.distance(&s.car[i])) / int64(k.board.Lap)
		to[j] = spot{at, max(0, lap-behind)}
	}
	for j, i := range list {
		me := engine.Car(i + 1)
		d.Change(engine.Event{Kind: kFollows, Field: fSpace, Car: me, Is: int64(to[j].at), N: int64(j + 1), Clause: us21})
		set(d, fLap, me, to[j].lap)
	}
}

// lane is the lane in which a yellow flag lines cars up, as far as it is there beside a space.
func (k *course) lane(at engine.Space) int {
	n := len(k.board.Lanes)
	l := [...]int{k.inside, (n + 1) / 2, n + 1 - k.inside}[k.yellow.lane]
	if k.board.Count(int(k.places[at].Section), l) == 0 {
		return k.inside
	}
	return l
}
