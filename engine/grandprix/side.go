package grandprix

import "boxstop/engine"

// stop is why a car in a side lane or in the pit lane goes no further.
type stop uint8

const (
	atSpeed  stop = iota // its speed is driven out
	atHome               // over the line on the last lap (GP-22)
	atBox                // in front of its box (GP-16)
	atCar                // behind a car (GP-14)
	atPitCar             // behind a car in the pit lane, where that puts nobody out (GP-17)
	atEnd                // of the lane
)

// along drives a number of spaces in a side lane or in the pit lane, where there is one way only.
func (x *search) along(from engine.Space, v int64) (o outcome, why stop, by engine.Space) {
	o.end = from
	box := engine.Space(0)
	if z := x.k.zone[from]; z == rightSide || z == pitLane {
		box = x.front()
	}
	for int64(o.n) < v {
		to, st := x.k.lane(o.end)
		if to == 0 {
			return o, atEnd, 0
		}
		at := o.end
		if b := x.k.places[at].By; b != 0 {
			at = b
		}
		if x.last && x.k.crosses(at, to) {
			o.path, o.n = o.path.Then(st, int(o.n)), o.n+1
			return x.home(o), atHome, 0
		}
		if x.full(to) {
			if x.k.zone[to] == pitLane {
				return o, atPitCar, to
			}
			return o, atCar, to
		}
		o.path, o.n, o.end = o.path.Then(st, int(o.n)), o.n+1, to
		if to == box {
			o.box = true
			return o, atBox, 0
		}
	}
	return o, atSpeed, 0
}

// front is the space in front of the car's own box.
func (x *search) front() engine.Space { return x.k.front[(x.c.crew-1)%maxTeams] }

// aloof lists what a car off the track can do with a speed; without one (0) what it does of its own: the left side lane (GP-12), waiting
// (GP-15, GP-17), its box (GP-16). What takes a speed and what takes none is told apart by noSpeed.
func (r *Race) aloof(list []outcome, x *search, v int64) []outcome {
	at := engine.Space(x.c.space)
	k := x.k
	if k.exit(at) {
		free := !x.full(k.back[at].to)
		switch {
		case v == 0 && !free:
			return append(list, outcome{end: at, stays: true})
		case v > 0 && free:
			list = r.drive(list, x, k.back[at].to, v, k.back[at])
		}
		if v > 0 && k.zone[at] == rightSide {
			list = x.stayRight(list, at, v)
		}
		return list
	}
	switch k.zone[at] {
	case leftSide:
		if v == 0 {
			o, why, _ := x.along(at, crawl)
			if why != atSpeed && why != atHome {
				o = outcome{fate: engine.GoesOut}
			}
			list = append(list, o)
		}
		return list
	case rightSide, pitLane:
		if at == x.front() {
			if v == 0 {
				list = append(list, x.shunt(black))
			}
			return list
		}
		return r.rightOrOut(list, x, at, v)
	case inBox:
		if x.c.repair == black {
			if v == 0 {
				list = append(list, x.shunt(arrow))
			}
			return list
		}
		return x.leaving(list, at, v)
	}
	return list
}

// stayRight lists how a car at an exit of the right side lane drives on for its box (GP-15).
func (x *search) stayRight(list []outcome, at engine.Space, v int64) []outcome {
	first := len(list)
	list = x.right(list, at, v)
	for i := range list[first:] {
		list[first+i].box = true
	}
	return list
}

// shunt puts a car into its box, or onto the green arrow in it, or has it wait for a team mate there (GP-16, GP-17).
func (x *search) shunt(to int64) outcome {
	for i := range x.s.cars {
		if o := &x.s.car[i]; engine.Car(i+1) != x.me && o.status == running && o.crew == x.c.crew && o.repair == to {
			return outcome{end: engine.Space(x.c.space), stays: true}
		}
	}
	return outcome{end: x.k.boxes[(x.c.crew-1)%maxTeams], box: true}
}

// right lists a drive in the right side lane or in the pit lane that a speed allows (GP-13, GP-16, GP-17).
func (x *search) right(list []outcome, at engine.Space, v int64) []outcome {
	if x.k.zone[at] == pitLane && x.k.inPit[at] > x.k.inPit[x.front()] {
		return x.leaving(list, at, v)
	}
	o, why, _ := x.along(at, v)
	switch {
	case why == atCar || why == atEnd, why == atPitCar && o.n == 0:
		return list
	}
	return append(list, o)
}

// leaving lists a drive from the box to the end of the pit lane, at any speed up to the value (GP-16).
func (x *search) leaving(list []outcome, at engine.Space, v int64) []outcome {
	first := len(list)
	for n := int64(1); n <= max(v, 1); n++ {
		o, why, _ := x.along(at, n)
		if why != atSpeed && why != atHome {
			break
		}
		o.box = false
		if v > 0 {
			list = append(list, o)
		} else {
			return list
		}
		if why == atHome {
			break
		}
	}
	if v == 0 && len(list) == first {
		list = append(list, outcome{end: at, stays: true})
	}
	return list
}

// rightOrOut is right, and without a speed what holds when no value that is left fits: it waits in the pit lane, elsewhere it is out (GP-14).
func (r *Race) rightOrOut(list []outcome, x *search, at engine.Space, v int64) []outcome {
	if v > 0 {
		return x.right(list, at, v)
	}
	if x.k.zone[at] == pitLane && x.k.inPit[at] > x.k.inPit[x.front()] {
		return x.leaving(list, at, 0)
	}
	if o, why, _ := x.along(at, 1); why == atPitCar && o.n == 0 {
		return append(list, outcome{end: at, stays: true})
	}
	for u := int64(fastest); u >= slowest; u-- {
		if x.s.user(u) == 0 {
			if n := len(list); len(x.right(list, at, u)) > n {
				return list
			}
		}
	}
	return append(list, outcome{fate: engine.GoesOut})
}
