package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
)

// pictures draws two pictures of the same cars on a board of n spaces, of which every one holds fit cars: each may also be off the board.
func pictures(t *rapid.T, b *engine.Board, cars int) (was, is engine.Picture) {
	draw := func(name string) engine.Picture {
		p := engine.Picture{}
		on := make([]int, len(b.Places))
		for c := range cars {
			at := engine.Space(0)
			for range 50 {
				s := engine.Space(rapid.IntRange(0, len(b.Places)-1).Draw(t, name))
				if fit := int(b.Places[s].Capacity); s == 0 || fit == 0 || on[s] < fit {
					at = s
					break
				}
			}
			on[at]++
			p.Stands = append(p.Stands, engine.Stand{Car: engine.Car(c + 1), Spaces: [2]engine.Space{at}})
			p.Gauges = append(p.Gauges, []engine.Gauge{{Field: 1, Value: int64(rapid.IntRange(0, 3).Draw(t, "counter"))}, {Field: 2, Value: int64(rapid.IntRange(0, 3).Draw(t, "shown"))}})
		}
		for _, m := range rapid.SliceOfNDistinct(rapid.IntRange(1, 4), 0, 3, rapid.ID).Draw(t, "markers") {
			p.Markers = append(p.Markers, engine.Marker{At: engine.Space(m)})
		}
		return p
	}
	return draw("was"), draw("is")
}

// TB-3: applying the list to the old picture gives the new one, no space ever holds more than fit, and only what is lifted is in a hand.
func TestWhatToPutBackTurnsTheOldPictureIntoTheNewOne(t *testing.T) {
	about := &engine.About{Fields: []engine.FieldAbout{{}, {Name: "gear", Hand: true}, {Name: "speed"}}}
	rapid.Check(t, func(t *rapid.T) {
		b := &engine.Board{Places: make([]engine.Place, rapid.IntRange(3, 8).Draw(t, "spaces")+1)}
		for i := range b.Places {
			b.Places[i].Capacity = uint8(rapid.SampledFrom([]int{1, 1, 1, 2, 3, 0}).Draw(t, "fit"))
		}
		b.Places[0].Capacity = 0
		was, is := pictures(t, b, rapid.IntRange(1, 6).Draw(t, "cars"))
		at := map[engine.Car]engine.Space{}
		lifted := map[engine.Car]bool{}
		on := make([]int, len(b.Places))
		counter := map[engine.Car]int64{}
		markers := slices.Clone(was.Markers)
		for i, s := range was.Stands {
			at[s.Car] = s.Spaces[0]
			on[s.Spaces[0]]++
			counter[s.Car] = was.Gauges[i][0].Value
		}
		for _, h := range engine.PutBack(nil, b, about, was, is) {
			from := at[h.Car]
			switch h.Do {
			case engine.LiftCar, engine.TakeOff:
				if from == 0 || from != h.From {
					t.Fatalf("%+v: car %d stands on %d", h, h.Car, from)
				}
				at[h.Car], lifted[h.Car] = 0, h.Do == engine.LiftCar
				on[from]--
			case engine.PutCar:
				if h.From != from {
					t.Fatalf("%+v: car %d stands on %d", h, h.Car, from)
				}
				on[from]--
				on[h.To]++
				if fit := int(b.Places[h.To].Capacity); fit != 0 && on[h.To] > fit {
					t.Fatalf("%+v: %d cars on space %d, where %d fit", h, on[h.To], h.To, fit)
				}
				at[h.Car] = h.To
				delete(lifted, h.Car)
			case engine.SetCounter:
				if h.Field != 1 || counter[h.Car] != h.Was || h.Was == h.Is {
					t.Fatalf("%+v: the counter stands at %d", h, counter[h.Car])
				}
				counter[h.Car] = h.Is
			case engine.LayMarker:
				markers = append(markers, h.Marker)
			case engine.TakeMarker:
				i := slices.Index(markers, h.Marker)
				if i < 0 {
					t.Fatalf("%+v: no such marker lies there", h)
				}
				markers = slices.Delete(markers, i, i+1)
			}
		}
		for i, s := range is.Stands {
			if at[s.Car] != s.Spaces[0] || lifted[s.Car] {
				t.Fatalf("car %d stands on %d, not on %d", s.Car, at[s.Car], s.Spaces[0])
			}
			if counter[s.Car] != is.Gauges[i][0].Value {
				t.Fatalf("car %d: counter %d, not %d", s.Car, counter[s.Car], is.Gauges[i][0].Value)
			}
		}
		for _, m := range is.Markers {
			if !slices.Contains(markers, m) {
				t.Fatalf("marker %+v is missing", m)
			}
		}
		if len(markers) != len(is.Markers) {
			t.Fatalf("markers %v, want %v", markers, is.Markers)
		}
	})
}

// TB-3: where two change places one is lifted first, and only one.
func TestWhereTwoChangePlacesOneIsLifted(t *testing.T) {
	b := &engine.Board{Places: make([]engine.Place, 4)}
	for i := range b.Places[1:] {
		b.Places[i+1].Capacity = 1
	}
	p := func(a, c engine.Space) engine.Picture {
		return engine.Picture{Stands: []engine.Stand{{Car: 1, Spaces: [2]engine.Space{a}}, {Car: 2, Spaces: [2]engine.Space{c}}}, Gauges: make([][]engine.Gauge, 2)}
	}
	var got []engine.HandDo
	for _, h := range engine.PutBack(nil, b, &engine.About{}, p(1, 2), p(2, 1)) {
		got = append(got, h.Do)
	}
	if want := []engine.HandDo{engine.LiftCar, engine.PutCar, engine.PutCar}; !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	if hands := engine.PutBack(nil, b, &engine.About{}, p(1, 2), p(3, 1)); len(hands) != 2 {
		t.Fatalf("where a space is free nothing is lifted: %+v", hands)
	}
}

// TB-3: what is a car's own and lies elsewhere now is moved in one go: nobody takes it up first. Who stands in front is put first.
func TestAMarkerOfACarIsMovedInOneGo(t *testing.T) {
	b := &engine.Board{Places: make([]engine.Place, 9)}
	was := engine.Picture{Markers: []engine.Marker{{At: 1, Car: 2, N: 3}, {At: 1, Car: 3, N: 1}}}
	is := engine.Picture{Markers: []engine.Marker{{At: 1, Car: 2, N: 2}}}
	for c := engine.Car(1); c <= 3; c++ {
		s := engine.Stand{Car: c}
		was.Stands, was.Gauges = append(was.Stands, s), append(was.Gauges, nil)
		s.Spaces[0], s.Place = engine.Space(c)+2, 4-int(c)
		is.Stands, is.Gauges = append(is.Stands, s), append(is.Gauges, nil)
	}
	got := engine.PutBack(nil, b, &engine.About{}, was, is)
	want := []engine.Hand{
		{Do: engine.PutCar, Car: 3, To: 5},
		{Do: engine.PutCar, Car: 2, To: 4},
		{Do: engine.PutCar, Car: 1, To: 3},
		{Do: engine.TakeMarker, Marker: was.Markers[1]},
		{Do: engine.LayMarker, Marker: is.Markers[0]},
	}
	if !slices.Equal(got, want) {
		t.Fatalf("hands %+v\nwant %+v", got, want)
	}
}
