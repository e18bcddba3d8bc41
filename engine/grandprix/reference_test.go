package grandprix

import (
	"fmt"
	"slices"
	"strings"

	"boxstop/engine"
)

// A second implementation of the rules, slow and obvious, that shares nothing with the first but the board: it drives every path one by one
// and keeps what it knows in maps and words.

type refCar struct {
	at               engine.Space
	lap              int
	behind, moved    bool
	running, home    bool
	inBlack, onArrow bool
	crew             int
	place            int
}

type refRace struct {
	b           *engine.Board
	cars        []*refCar
	team, first int
	turn        int
	used        map[int]bool
	came        int
	avoid, some bool // table options: must avoid the side lane; as many as are free
	fronts      []engine.Space
}

// refMove is one thing that a car can do.
type refMove struct {
	car, speed, slips int
	end               engine.Space
	side              string
	what              string // drives, out, home, stays, box
	enters            bool   // drives on for the box, where it could go back onto the track
}

// mirror sets the second race up where the first one stands.
func mirror(race *Race) *refRace {
	s := &race.s
	r := &refRace{
		b: race.k.board, team: int(s.team), first: int(s.first), turn: int(s.turn), used: map[int]bool{}, came: int(s.homes),
		avoid: s.choice == 1, some: s.slip == 1, fronts: race.k.board.Lists["boxes"],
	}
	for v := 4; v <= 6; v++ {
		r.used[v] = s.user(int64(v)) != 0
	}
	for i := range s.cars {
		c := s.car[i]
		r.cars = append(r.cars, &refCar{
			at: engine.Space(c.space), lap: int(c.lap), behind: c.behind != 0, moved: c.moved == s.turn, running: c.status == running, home: c.status == finished,
			inBlack: c.repair == black, onArrow: c.repair == arrow, crew: int(c.crew), place: int(c.place),
		})
	}
	return r
}

func (r *refRace) lane(s engine.Space) string {
	p := r.b.Places[s]
	name := r.b.Lanes[p.Lane-1]
	switch {
	case p.By != 0:
		return "box"
	case name == "left side" || name == "right side" || name == "pit":
		return name
	}
	return "track"
}

func (r *refRace) has(s engine.Space, mark string) bool {
	return r.b.Places[s].Marks>>slices.Index(r.b.MarkNames, mark)&1 != 0
}

func (r *refRace) taken(me *refCar, s engine.Space) bool {
	return slices.ContainsFunc(r.cars, func(c *refCar) bool { return c != me && c.running && c.at == s })
}

func (r *refRace) over(from, to engine.Space) bool {
	return r.b.Places[to].Front < r.b.Places[from].Front
}

// isHome reports whether a step ends the race of a car.
func (r *refRace) isHome(c *refCar, from, to engine.Space) bool {
	return c.lap == 3 && !c.behind && r.over(from, to)
}

// paths are all ways of at most n steps on the track that cannot be driven further, or are n steps long, or come home.
func (r *refRace) paths(c *refCar, from engine.Space, n int) (out [][]engine.Space) {
	var walk func(way []engine.Space)
	walk = func(way []engine.Space) {
		at, on := way[len(way)-1], false
		if len(way) <= n && !(len(way) > 1 && r.isHome(c, way[len(way)-2], at)) {
			for _, st := range []engine.Step{engine.Ahead, engine.Left, engine.Right} {
				to := r.b.Places[at].To[st]
				if to == 0 || r.lane(to) != "track" || r.taken(c, to) && !r.isHome(c, at, to) {
					continue
				}
				on = true
				walk(append(way[:len(way):len(way)], to))
			}
		}
		if !on {
			out = append(out, way)
		}
	}
	walk([]engine.Space{from})
	return out
}

func (r *refRace) full(c *refCar, way []engine.Space, n int) bool {
	return len(way) == n+1 || len(way) > 1 && r.isHome(c, way[len(way)-2], way[len(way)-1])
}

// blueLine is whether a car that is on a space in some lap has still to pass the blue line of the first one.
func (r *refRace) beforeBlue(lap int, behind bool, at engine.Space) bool {
	for i := range r.b.Places {
		if r.has(engine.Space(i), "blue") {
			p := r.b.Places[i]
			return lap == 1 && (behind || r.b.Places[at].Front <= 2*p.Middle-p.Front)
		}
	}
	return false
}

// arrow is whether a car that has come so far has a slipstream there.
func (r *refRace) arrow(c *refCar, way []engine.Space) bool {
	lap, behind := c.lap, c.behind
	for i := 1; i < len(way); i++ {
		if r.over(way[i-1], way[i]) {
			if behind {
				behind = false
			} else {
				lap++
			}
		}
	}
	at := way[len(way)-1]
	ahead := r.b.Places[at].To[engine.Ahead]
	return ahead != 0 && r.taken(c, ahead) && !r.beforeBlue(lap, behind, at) && (r.has(at, "black") || r.has(at, "hatched") && lap > 1)
}

func (r *refRace) drive(m refMove, c *refCar, from engine.Space, out map[refMove]bool) {
	ways := r.paths(c, from, m.speed)
	long := 0
	for _, w := range ways {
		if r.full(c, w, m.speed) {
			long = 1 << 20
		} else {
			long = max(long, len(w))
		}
	}
	fine := false
	for _, w := range ways {
		end := w[len(w)-1]
		switch {
		case r.full(c, w, m.speed):
			r.ends(m, c, w, out)
			fine = true
		case long > 1<<10 || len(w) != long:
		case r.lane(c.at) == "track" && r.beforeBlue(c.lap, c.behind, c.at):
			m.end, m.what = end, "drives"
			if len(w) == 1 {
				m.what = "stays"
			}
			out[m] = true
			fine = true
		default:
			for side, to := range r.sides(end) {
				if !r.taken(c, to) {
					m.end, m.side, m.what = to, side, "drives"
					out[m] = true
					fine = true
					m.side = ""
				}
			}
		}
	}
	if !fine {
		out[refMove{car: m.car, speed: m.speed, what: "out"}] = true
	}
}

// ends lists where a way leads with no, one and two slipstreams.
func (r *refRace) ends(m refMove, c *refCar, w []engine.Space, out map[refMove]bool) {
	m.end, m.what = w[len(w)-1], "drives"
	if len(w) > 1 && r.isHome(c, w[len(w)-2], m.end) {
		m.end, m.what = 0, "home"
	}
	out[m] = true
	if m.what == "home" || m.slips == 2 || !r.arrow(c, w) {
		return
	}
	m.slips++
	ways := r.paths(c, m.end, 3)
	long, whole := 0, false
	for _, x := range ways {
		whole = whole || r.full(c, x, 3)
		long = max(long, len(x))
	}
	for _, x := range ways {
		all := append(w[:len(w):len(w)], x[1:]...)
		switch {
		case r.full(c, x, 3):
			r.ends(m, c, all, out)
		case !whole && r.some && len(x) == long && long > 1:
			m.end = x[len(x)-1]
			out[m] = true
		}
	}
}

// sides are the side spaces at the height of a space, by the side to which a car may pull over.
func (r *refRace) sides(s engine.Space) map[string]engine.Space {
	reach := func(st engine.Step, want string) (to engine.Space, n int) {
		for to = r.b.Places[s].To[st]; to != 0 && r.lane(to) == "track"; to = r.b.Places[to].To[st] {
			n++
		}
		if to != 0 && r.lane(to) != want {
			to = 0
		}
		return to, n
	}
	left, l := reach(engine.AcrossLeft, "left side")
	right, n := reach(engine.AcrossRight, "right side")
	out := map[string]engine.Space{}
	if left != 0 && l <= n {
		out["left"] = left
	}
	if right != 0 && n <= l {
		out["right"] = right
	}
	return out
}

// on is the next space of a side lane or of the pit lane.
func (r *refRace) on(s engine.Space) engine.Space {
	if by := r.b.Places[s].By; by != 0 {
		return r.b.Places[by].To[engine.Ahead]
	}
	p := r.b.Places[s]
	if r.lane(s) == "right side" {
		for _, st := range []engine.Step{engine.Ahead, engine.Left, engine.Right} {
			if p.To[st] != 0 && r.lane(p.To[st]) == "pit" {
				return p.To[st]
			}
		}
	}
	if a := p.To[engine.Ahead]; a != 0 && r.lane(a) == r.lane(s) {
		return a
	}
	return 0
}

// roll drives n spaces along a lane; why is empty where all of them were driven.
func (r *refRace) roll(c *refCar, n int) (at engine.Space, driven int, why string) {
	at = c.at
	for driven < n {
		to, from := r.on(at), at
		if by := r.b.Places[at].By; by != 0 {
			from = by
		}
		switch {
		case to == 0:
			return at, driven, "end"
		case r.isHome(c, from, to):
			return 0, driven + 1, "home"
		case r.taken(c, to) && r.lane(to) == "pit":
			return at, driven, "queue"
		case r.taken(c, to):
			return at, driven, "stuck"
		}
		at = to
		driven++
		if at == r.fronts[c.crew-1] && r.lane(c.at) != "box" {
			return at, driven, "box"
		}
	}
	return at, driven, ""
}

// legal lists all that the team can do now.
func (r *refRace) legal() map[refMove]bool {
	out := map[refMove]bool{}
	for i, c := range r.cars {
		if c.crew != r.team || !c.running || c.moved {
			continue
		}
		r.moves(refMove{car: i + 1}, c, out)
	}
	return out
}

func (r *refRace) speeds() (out []int) {
	for v := 4; v <= 6; v++ {
		if !r.used[v] {
			out = append(out, v)
		}
	}
	return out
}

func (r *refRace) moves(m refMove, c *refCar, out map[refMove]bool) {
	where := r.lane(c.at)
	mine := r.fronts[c.crew-1]
	switch {
	case where == "track":
		all, bad := map[int]map[refMove]bool{}, 0
		for _, v := range r.speeds() {
			all[v] = map[refMove]bool{}
			m.speed = v
			r.drive(m, c, c.at, all[v])
			if leavesTrack(all[v]) {
				bad++
			}
		}
		for _, of := range all {
			for x := range of {
				if !r.avoid || bad == len(all) || !leavesTrack(of) {
					out[x] = true
				}
			}
		}
	case r.has(c.at, "green") && where != "box":
		to := c.at
		for to != 0 && r.lane(to) != "track" {
			if where == "left side" {
				to = r.b.Places[to].To[engine.AcrossRight]
			} else {
				to = r.b.Places[to].To[engine.AcrossLeft]
			}
		}
		if r.taken(c, to) {
			out[refMove{car: m.car, end: c.at, what: "stays"}] = true
		}
		for _, v := range r.speeds() {
			m.speed = v
			if !r.taken(c, to) {
				r.drive(m, c, to, out)
			}
			if where == "right side" {
				m.enters = true
				r.inRight(m, c, out)
				m.enters = false
			}
		}
	case where == "left side":
		at, _, why := r.roll(c, 3)
		switch why {
		case "":
			out[refMove{car: m.car, end: at, what: "drives"}] = true
		case "home":
			out[refMove{car: m.car, what: "home"}] = true
		default:
			out[refMove{car: m.car, what: "out"}] = true
		}
	case c.at == mine:
		r.shunt(m, c, func(o *refCar) bool { return o.inBlack }, out)
	case where == "box" && c.inBlack:
		r.shunt(m, c, func(o *refCar) bool { return o.onArrow }, out)
	default:
		any := false
		for _, v := range r.speeds() {
			m.speed = v
			any = r.inRight(m, c, out) || any
		}
		if any {
			return
		}
		if _, n, why := r.roll(c, 1); why == "queue" && n == 0 {
			out[refMove{car: m.car, end: c.at, what: "stays"}] = true
			return
		}
		out[refMove{car: m.car, what: "out"}] = true
	}
}

func leavesTrack(of map[refMove]bool) bool {
	for m := range of {
		if m.side == "" && m.what != "out" {
			return false
		}
	}
	return true
}

func (r *refRace) shunt(m refMove, c *refCar, full func(*refCar) bool, out map[refMove]bool) {
	if slices.ContainsFunc(r.cars, func(o *refCar) bool { return o != c && o.running && o.crew == c.crew && full(o) }) {
		out[refMove{car: m.car, end: c.at, what: "stays"}] = true
		return
	}
	out[refMove{car: m.car, end: r.b.Places[r.fronts[c.crew-1]].Aside, what: "box", enters: true}] = true
}

// inRight lists a drive in the right side lane or in the pit lane; out of the box every length up to the speed.
func (r *refRace) inRight(m refMove, c *refCar, out map[refMove]bool) bool {
	where, any := r.lane(c.at), false
	past := where == "box"
	if where == "pit" {
		past = true
		for s := c.at; s != 0; s = r.on(s) {
			past = past && s != r.fronts[c.crew-1]
		}
	}
	for n := 1; n <= m.speed; n++ {
		if !past && n < m.speed {
			continue
		}
		at, driven, why := r.roll(c, n)
		m.end, m.what = at, "drives"
		switch {
		case why == "home":
			m.what = "home"
		case why == "stuck" || why == "end" || why == "queue" && (driven == 0 || past):
			continue
		}
		x := m
		x.enters = m.enters || why == "box"
		out[x] = true
		any = true
	}
	return any
}

// take carries a move out.
func (r *refRace) take(m refMove, way []engine.Space) {
	c := r.cars[m.car-1]
	c.moved = true
	if m.speed != 0 {
		r.used[m.speed] = true
	}
	for i := 1; i < len(way); i++ {
		if r.over(way[i-1], way[i]) {
			switch {
			case c.behind:
				c.behind = false
			case c.lap < 3:
				c.lap++
			}
		}
	}
	switch m.what {
	case "out":
		c.running, c.at, c.inBlack, c.onArrow = false, 0, false, false
	case "home":
		r.came++
		c.running, c.home, c.place, c.at, c.inBlack, c.onArrow = false, true, r.came, 0, false, false
	case "box":
		c.at, c.inBlack, c.onArrow = m.end, !c.inBlack, c.inBlack
	case "drives":
		c.at, c.inBlack, c.onArrow = m.end, false, false
	}
	for range 100 {
		for _, o := range r.cars {
			if o.crew == r.team && o.running && !o.moved {
				return
			}
		}
		if !slices.ContainsFunc(r.cars, func(o *refCar) bool { return o.running }) {
			return
		}
		teams := 0
		for _, o := range r.cars {
			teams = max(teams, o.crew)
		}
		r.used = map[int]bool{}
		if r.team++; r.team > teams {
			r.team = 1
		}
		if r.team == r.first {
			r.turn++
			for _, o := range r.cars {
				o.moved = false
			}
		}
	}
}

// moveOf is an option of the first implementation in the words of the second.
func moveOf(k *course, o *engine.Option) refMove {
	m := refMove{car: int(o.Car), speed: int(o.Value), slips: int(o.Note & noteSlips), end: o.End, side: []string{"", "left", "right"}[o.Note>>noteSide&3], what: "drives"}
	m.enters = o.Note&noteBox != 0
	switch {
	case o.Fate == engine.GoesOut:
		m.what = "out"
	case o.Fate == engine.Completes:
		m.what, m.end = "home", 0
	case o.Note&noteStay != 0:
		m.what = "stays"
	case o.Path == 0 && m.enters:
		m.what = "box"
	}
	return m
}

// agrees compares all that people can see.
func (r *refRace) agrees(race *Race) error {
	s := &race.s
	got := map[refMove]bool{}
	for _, a := range race.Asks(nil) {
		for _, o := range race.Options(nil, a, engine.Legal) {
			m := moveOf(race.k, &o)
			if got[m] {
				return fmt.Errorf("%+v stands twice", m)
			}
			got[m] = true
		}
	}
	want := map[refMove]bool{}
	if s.step == sMove {
		want = r.legal()
	}
	for m := range want {
		if !got[m] {
			return fmt.Errorf("missing: %+v; got %s", m, listed(got, m.car))
		}
	}
	for m := range got {
		if !want[m] {
			return fmt.Errorf("too much: %+v; want %s", m, listed(want, m.car))
		}
	}
	for i, c := range r.cars {
		x := s.car[i]
		if c.running != (x.status == running) || c.home != (x.status == finished) || c.place != int(x.place) {
			return fmt.Errorf("car %d: status %d place %d, want %+v", i+1, x.status, x.place, *c)
		}
		if c.running && (int64(c.at) != x.space || c.lap != int(x.lap) || c.behind != (x.behind != 0) || c.inBlack != (x.repair == black) || c.onArrow != (x.repair == arrow)) {
			return fmt.Errorf("car %d: %+v, want %+v", i+1, x, *c)
		}
	}
	if s.step == sMove && (r.team != int(s.team) || r.turn != int(s.turn)) {
		return fmt.Errorf("turn %d team %d, want %d and %d", s.turn, s.team, r.turn, r.team)
	}
	return nil
}

func listed(of map[refMove]bool, car int) string {
	var out []string
	for m := range of {
		if m.car == car {
			out = append(out, fmt.Sprintf("%+v", m))
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}
