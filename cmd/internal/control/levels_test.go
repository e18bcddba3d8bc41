package control

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// picked is a rule set whose options are car, speed and end.
type picked struct{ engine.Rules }

func (picked) Choices(dst []engine.Choice, _ engine.Ask, o engine.Option) []engine.Choice {
	return append(dst, engine.Choice{Pick: 1, Value: int64(o.Car)}, engine.Choice{Pick: 2, Value: o.Value}, engine.Choice{Pick: 3, Value: int64(o.Note)})
}

// TB-8: more options than there are digits are asked for by their first choices, two at once where they make at most nine fields; a level
// with one value left is skipped.
func TestTooManyOptionsAreAskedByTheirFirstChoices(t *testing.T) {
	about := &engine.About{Picks: []engine.PickAbout{{}, {Name: "car", Holds: engine.ACar}, {Name: "speed"}, {Name: "end"}}}
	w := &engine.Words{About: about, Entries: []engine.Entry{{Mark: "R1"}, {Mark: "R2"}, {Mark: "R3"}, {Mark: "R4"}}}
	s := &Session{Rules: picked{}, About: about, Words: w, typed: w}
	opts := func(cars, speeds, ends int) (out []engine.Option) {
		for c := range cars {
			for v := range speeds {
				for e := range ends {
					out = append(out, engine.Option{Car: engine.Car(c + 1), Value: int64(6 - v), Note: uint8(e + 1)})
				}
			}
		}
		return out
	}
	for _, x := range []struct {
		name                string
		cars, speeds, ends  int
		row, col, last, end string
	}{
		{"nine fit a list", 3, 3, 1, "", "", "", ""},
		{"three cars by three speeds", 3, 3, 2, "R1", "speed 6", "R3", "speed 4"},
		{"one car left: its speed is the first level", 1, 3, 4, "speed 6", "", "speed 4", ""},
		{"one car left with few ends: speed and end", 1, 2, 4, "speed 6", "end 1", "speed 5", "end 4"},
		{"four by three are too many fields: the car alone", 4, 3, 1, "R1", "", "R4", ""},
	} {
		o := opts(x.cars, x.speeds, x.ends)
		if x.name == "one car left with few ends: speed and end" {
			o = append(o, o...)
		}
		rows, cols := s.levels(engine.Ask{}, o)
		got := strings.Join([]string{rows[0], cols[0], rows[len(rows)-1], cols[len(cols)-1]}, "|")
		if want := strings.Join([]string{x.row, x.col, x.last, x.end}, "|"); got != want {
			t.Errorf("%s: got %s, want %s", x.name, got, want)
		}
	}
}

// geared is a rule set whose options are gear, brake in some of them, and end.
type geared struct{ engine.Rules }

func (geared) Choices(dst []engine.Choice, _ engine.Ask, o engine.Option) []engine.Choice {
	dst = append(dst, engine.Choice{Pick: 1, Value: o.Value})
	if o.Note > 1 {
		dst = append(dst, engine.Choice{Pick: 2, Value: 1})
	}
	return append(dst, engine.Choice{Pick: 3, Value: int64(o.End)})
}

// TB-8: places are no level: they are asked for in a list.
func TestAPlaceIsNoLevel(t *testing.T) {
	about := &engine.About{Picks: []engine.PickAbout{{}, {Name: "gear"}, {Name: "brake"}, {Name: "to", Holds: engine.ASpace}}}
	w := &engine.Words{About: about, Board: sit(t, twoCars...).Setup.Board}
	s := &Session{Rules: geared{}, About: about, Words: w, typed: w}
	var opts []engine.Option
	for i := range 12 {
		opts = append(opts, engine.Option{Value: int64(5 - i/4), Note: uint8(i / 4), End: engine.Space(i%4 + 1)})
	}
	rows, cols := s.levels(engine.Ask{}, opts)
	if rows[0] != "gear 5" || rows[11] != "gear 3" || strings.Join(cols, "") != "" {
		t.Errorf("got %q, %q", rows, cols)
	}
}

// marked is a race on which something lies.
type marked struct{ engine.Race }

func (marked) Markers(dst []engine.Marker) []engine.Marker { return append(dst, engine.Marker{At: 3}) }

// TB-3: what lies on the board besides cars is said on the race page.
func TestWhatLiesOnTheBoardIsSaid(t *testing.T) {
	k := sit(t, twoCars...)
	about := *k.About
	about.Markers = []engine.MarkerAbout{{Name: "cone"}}
	words := *k.Words
	words.About = &about
	k.Words = &words
	w := k.look()
	if got := w.lies(); got != "" {
		t.Fatalf("got %q where nothing lies", got)
	}
	w.race = marked{w.race}
	if got, want := w.lies(), "on the board: cone at 3rd after the line"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
}

// priced is a rule set whose options are gear, brake, rev and end: what is not paid is left out.
type priced struct{ engine.Rules }

func (priced) Choices(dst []engine.Choice, _ engine.Ask, o engine.Option) []engine.Choice {
	dst = append(dst, engine.Choice{Pick: 1, Value: o.Value})
	for i, p := range o.Pays[:2] {
		if p.N != 0 {
			dst = append(dst, engine.Choice{Pick: engine.Pick(2 + i), Value: int64(p.N)})
		}
	}
	return append(dst, engine.Choice{Pick: 4, Value: int64(o.End)})
}

// TB-8: a field says all that it costs, also what is no level of its own.
func TestAFieldSaysAllThatItCosts(t *testing.T) {
	about := &engine.About{Picks: []engine.PickAbout{{}, {Name: "gear"}, {Name: "brake"}, {Name: "rev"}, {Name: "to", Holds: engine.ASpace}}}
	w := &engine.Words{About: about, Board: sit(t, twoCars...).Setup.Board}
	s := &Session{Rules: priced{}, About: about, Words: w, typed: w}
	var opts []engine.Option
	for _, x := range [][3]int{{2, 1, 0}, {1, 2, 0}, {1, 1, 1}, {1, 0, 2}} {
		for end := range 3 {
			o := engine.Option{Value: int64(x[0]), End: engine.Space(end + 1)}
			o.Pays[0], o.Pays[1] = engine.Pay{Field: 1, N: int16(x[1])}, engine.Pay{Field: 2, N: int16(x[2])}
			opts = append(opts, o)
		}
	}
	rows, cols := s.levels(engine.Ask{}, opts)
	var got []string
	for i := 0; i < len(opts); i += 3 {
		got = append(got, rows[i]+" "+cols[i])
	}
	if got, want := strings.Join(got, ", "), "gear 2 brake 1, gear 1 brake 2, gear 1 brake 1 rev 1, gear 1 rev 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
