package usac

import (
	"maps"
	"slices"
	"testing"

	"boxstop/engine"
)

// A second enumerator, slow and obvious: it tries every step of every path, merges nothing, and keeps where each way ends (US-8 to US-11,
// US-24). The ends that the rule set lists must be the same.

type slow struct {
	r      *Race
	s      *state
	me     engine.Car
	points int
	ends   map[engine.Space]bool        // up to
	full   map[int]map[engine.Space]int // must use all: by cars driven through, ends at which all is used or nothing goes on, and the points used
	visits map[[4]int]bool
}

func (e *slow) taken(at engine.Space) bool {
	for c := range e.s.cars {
		if e.s.car[c].space == int64(at) && c != int64(e.me-1) {
			return true
		}
	}
	return false
}

func (e *slow) mayPass(from, to engine.Space) bool {
	if e.s.never == 0 {
		return true
	}
	b := e.r.k.board
	for c := range e.s.cars {
		o := engine.Space(e.s.car[c].space)
		if o == 0 || c == int64(e.me-1) || !b.Sections[b.Places[o].Section].Corner || b.Places[o].Lane == b.Places[to].Lane {
			continue
		}
		lead := func(x engine.Space) int { // how far x is ahead of the other, in half spaces of the shorter of both
			d := int(b.Places[x].Front) - int(b.Places[o].Front)
			if d > int(b.Lap)/2 {
				d -= int(b.Lap)
			}
			if d <= -int(b.Lap)/2 {
				d += int(b.Lap)
			}
			return d
		}
		half := func(x engine.Space) int {
			return min(int(b.Places[x].Front-b.Places[x].Middle), int(b.Places[o].Front-b.Places[o].Middle))
		}
		if lead(from) <= half(from) && lead(to) > half(to) {
			return false
		}
	}
	return true
}

// one straight: neighbouring sections that do not bend.
func (e *slow) straight(spaces ...engine.Space) bool {
	b := e.r.k.board
	for i, s := range spaces {
		if s == 0 || b.Sections[b.Places[s].Section].Corner {
			return false
		}
		if i > 0 {
			was, is := int(b.Places[spaces[i-1]].Section), int(b.Places[s].Section)
			if was != is && (was+1)%len(b.Sections) != is {
				return false
			}
		}
	}
	return true
}

func (e *slow) try(at engine.Space, used, passes int, side engine.Step) {
	key := [4]int{int(at), used, passes, int(side)}
	if e.visits[key] {
		return
	}
	e.visits[key] = true
	if used > 0 {
		e.ends[at] = true
	}
	places := e.r.k.board.Places
	on := false
	next := func(to engine.Space, cost, more int, way engine.Step) {
		if used+cost > e.points {
			return
		}
		on = on || more == 0
		e.try(to, used+cost, passes+more, way)
	}
	if at == 0 {
		for _, x := range e.r.k.exits {
			if !e.taken(x) {
				next(x, 1, 0, 0)
				break
			}
		}
	} else if to := places[at].To[engine.Ahead]; to != 0 && e.mayPass(at, to) {
		if !e.taken(to) {
			next(to, 1, 0, 0)
		} else if land := places[to].To[engine.Ahead]; e.s.passes != 0 && e.straight(at, to, land) && !e.taken(land) {
			next(land, 4, 1, 0)
		}
	}
	for _, st := range []engine.Step{engine.AcrossLeft, engine.AcrossRight} {
		if at == 0 {
			break
		}
		if to := places[at].To[st]; to != 0 && !e.taken(to) && (side == 0 || side == st) && e.mayPass(at, to) {
			next(to, 1, 0, st)
		}
	}
	if used > 0 && (used == e.points || !on) {
		if e.full[passes] == nil {
			e.full[passes] = map[engine.Space]int{}
		}
		e.full[passes][at] = max(e.full[passes][at], used)
	}
}

// wants are the ends of a move, by the slow way.
func wants(r *Race, me engine.Car) []engine.Space {
	e := &slow{
		r: r, s: &r.s, me: me, points: int(r.s.car[me-1].points), ends: map[engine.Space]bool{}, full: map[int]map[engine.Space]int{},
		visits: map[[4]int]bool{},
	}
	e.try(engine.Space(r.s.car[me-1].space), 0, 0, 0)
	if r.s.all == 0 {
		delete(e.ends, engine.Space(r.s.car[me-1].space))
		return slices.Sorted(maps.Keys(e.ends))
	}
	all := map[engine.Space]bool{}
	for _, by := range e.full {
		most := slices.Max(slices.Collect(maps.Values(by)))
		for at, n := range by {
			if n == most {
				all[at] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

func TestTheSlowEnumeratorAgrees(t *testing.T) {
	moves := 0
	for n := range uint64(32) {
		slug := []string{"small-ring", "three-lanes", "oval-64", "practice-oval"}[n%4]
		options := []int{0, 0, 0, 0, int(n >> 2 & 1), int(n >> 3 & 1), 0, 0, int(n >> 4 & 1)}
		play(t, engine.Setup{Board: ovals()[slug], Box: wildBox(), Entries: entries(5 + int(n*7%27)), Miles: 60, Options: options}, n, func(r *Race, _ []engine.Event) {
			if r.s.step != sMove {
				return
			}
			me := engine.Car(r.s.mover)
			if c := &r.s.car[me-1]; c.forced != noStop {
				return
			}
			moves++
			var got []engine.Space
			for _, o := range r.legal(nil, &r.s, me) {
				if o.Value == 0 && o.Path != 0 {
					got = append(got, o.End)
				}
			}
			slices.Sort(got)
			if want := wants(r, me); !slices.Equal(got, want) {
				t.Fatalf("got %v, want %v in %s", got, want, r.Position(nil))
			}
		})
	}
	if moves < 500 {
		t.Errorf("only %d moves were compared", moves)
	}
}
