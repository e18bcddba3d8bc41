package engine

import "slices"

// Picture is what people see on the table: cars, counters on dashboards, markers. It is taken of a public race.
type Picture struct {
	Stands  []Stand
	Gauges  [][]Gauge // by Stand
	Markers []Marker
}

// PictureOf takes the picture of a race.
func PictureOf(r Race) Picture {
	p := Picture{Stands: r.Stands(nil), Markers: r.Markers(nil)}
	slices.SortFunc(p.Stands, func(a, b Stand) int { return int(a.Car) - int(b.Car) })
	for _, s := range p.Stands {
		p.Gauges = append(p.Gauges, r.Gauges(nil, s.Car))
	}
	return p
}

// Hand is one thing that people do to the table: lift a car off, put it somewhere, set a counter, lay a marker or take it up.
type Hand struct {
	Do       HandDo
	Car      Car
	From, To Space // PutCar and LiftCar
	Field    Field // SetCounter
	Was, Is  int64
	Marker   Marker
}

// HandDo is what sort of thing people do.
type HandDo uint8

// What people do to a table.
const (
	LiftCar    HandDo = iota + 1 // take it off and hold it: where cars change places
	TakeOff                      // it is out, or home
	PutCar                       // from From (0: from beside the board, or lifted) to To
	SetCounter                   // on its dashboard
	LayMarker
	TakeMarker
)

// PutBack appends what turns one picture into another, in an order in which no space is needed twice (TB-3): cars that leave the board
// first, then cars that move onto free spaces; where all that is left change places, one is lifted.
func PutBack(dst []Hand, b *Board, a *About, was, is Picture) []Hand {
	type move struct {
		car      Car
		from, to [2]Space
		place    int
	}
	var moves []move
	on := make([]int, len(b.Places))
	for i := range is.Stands {
		n := is.Stands[i]
		var o Stand
		for j := range was.Stands {
			if was.Stands[j].Car == n.Car {
				o = was.Stands[j]
			}
		}
		for _, s := range o.Spaces {
			on[s]++
		}
		switch {
		case o.Spaces == n.Spaces:
		case n.Spaces[0] == 0:
			dst = append(dst, Hand{Do: TakeOff, Car: n.Car, From: o.Spaces[0]})
			for _, s := range o.Spaces {
				on[s]--
			}
		default:
			moves = append(moves, move{n.Car, o.Spaces, n.Spaces, n.Place})
		}
	}
	slices.SortStableFunc(moves, func(a, b move) int { return a.place - b.place }) // who stands in front first
	free := func(m *move) bool {
		for _, s := range m.to {
			own := 0
			for _, f := range m.from {
				if f == s && s != 0 {
					own++
				}
			}
			if c := int(b.Places[s].Capacity); s != 0 && c != 0 && on[s]-own >= c {
				return false
			}
		}
		return true
	}
	for len(moves) > 0 {
		i := slices.IndexFunc(moves, func(m move) bool { return free(&m) })
		if i < 0 {
			i = slices.IndexFunc(moves, func(m move) bool { return m.from[0] != 0 })
			dst = append(dst, Hand{Do: LiftCar, Car: moves[i].car, From: moves[i].from[0]})
			for _, s := range moves[i].from {
				on[s]--
			}
			moves[i].from = [2]Space{}
			continue
		}
		m := moves[i]
		dst = append(dst, Hand{Do: PutCar, Car: m.car, From: m.from[0], To: m.to[0]})
		for k := range m.to {
			on[m.from[k]]--
			on[m.to[k]]++
		}
		moves = slices.Delete(moves, i, i+1)
	}
	for i := range is.Stands {
		for k, g := range is.Gauges[i] {
			if !a.Fields[g.Field].Hand {
				continue
			}
			o := int64(0)
			for j := range was.Stands {
				if was.Stands[j].Car == is.Stands[i].Car {
					for _, x := range was.Gauges[j] {
						if x.Field == g.Field {
							o = x.Value
						}
					}
				}
			}
			if o != is.Gauges[i][k].Value {
				dst = append(dst, Hand{Do: SetCounter, Car: is.Stands[i].Car, Field: g.Field, Was: o, Is: g.Value})
			}
		}
	}
	for _, m := range was.Markers {
		again := func(n Marker) bool { return n == m || m.Car != 0 && n.Kind == m.Kind && n.Car == m.Car } // it is moved in one go
		if !slices.ContainsFunc(is.Markers, again) {
			dst = append(dst, Hand{Do: TakeMarker, Marker: m})
		}
	}
	for _, m := range is.Markers {
		if !slices.Contains(was.Markers, m) {
			dst = append(dst, Hand{Do: LayMarker, Marker: m})
		}
	}
	return dst
}

// Lies appends what lies on the board, and where, in words.
func (w *Words) Lies(dst []byte, m Marker) []byte {
	s := said{w: w, at: m.At, car: m.Car, n: m.N}
	return w.Catalog.Fill(dst, "hand.lies", func(name string) (string, int64, bool) {
		if name == "marker" && int(m.Kind) < len(w.About.Markers) {
			return w.named("marker.", w.About.Markers[m.Kind].Name), 1, true
		}
		return s.values(name)
	})
}

// Hand appends what people do, in words.
func (w *Words) Hand(dst []byte, h Hand) []byte {
	s := said{w: w, car: h.Car, at: h.From, end: h.To, field: h.Field, was: h.Was, is: h.Is, n: h.Marker.N}
	key := ""
	switch h.Do {
	case LiftCar:
		key = "hand.lift"
	case TakeOff:
		key = "hand.off"
	case PutCar:
		key = "hand.put"
		if h.From == 0 {
			key = "hand.on"
		}
	case SetCounter:
		key = "hand.counter"
	case LayMarker, TakeMarker:
		key = "hand.lay"
		if h.Do == TakeMarker {
			key = "hand.take"
		}
		s.at, s.car = h.Marker.At, h.Marker.Car
	}
	return w.Catalog.Fill(dst, key, func(name string) (string, int64, bool) {
		switch name {
		case "gauge":
			return w.Field(h.Field), 1, true
		case "marker":
			if int(h.Marker.Kind) < len(w.About.Markers) {
				return w.named("marker.", w.About.Markers[h.Marker.Kind].Name), 1, true
			}
		}
		return s.values(name)
	})
}
