package speedcircuit

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// Whatever a position line says, it is refused in words or can be asked, listed and placed.
func FuzzRead(f *testing.F) {
	for seed := range uint64(6) {
		n := 0
		sample(f, "castle-hill", seed, func(r *Race) bool {
			if n++; n%9 == 0 {
				f.Add(string(r.Position(nil)))
			}
			return n < 40
		})
	}
	b := courses["castle-hill"]
	f.Fuzz(func(t *testing.T, line string) {
		r, err := New().Read(engine.Setup{Board: b, Box: theBox}, line)
		if err != nil {
			return
		}
		for _, a := range r.Asks(nil) {
			for _, w := range []engine.Which{engine.Offered, engine.Legal, engine.Refused} {
				r.Options(nil, a, w)
			}
			if o := r.Options(nil, a, engine.Legal); len(o) > 0 {
				if _, err := r.Decide(nil, engine.AnswerWith(a, o[0])); err != nil {
					t.Errorf("%s is refused: %s", aboutGame.Asks[a.What].Name, fault(err))
				}
			}
		}
		for _, st := range r.Stands(nil) {
			r.Gauges(nil, st.Car)
		}
		r.Reports(nil)
	})
}

func TestAPositionThatNoRaceCanBeInIsRefusedInWords(t *testing.T) {
	tb := sit(t, courses["castle-hill"], 2, 1)
	good := string(tb.r.Position(nil))
	for _, x := range []struct{ was, is, want string }{
		{"speed:60", "speed:50", "speeds are 0 to 180 in steps of 20"},
		{"card:1", "card:9", "cards are 1 to 6"},
		{"wear:6", "wear:-1", "none is below 0"},
		{"space:1.3.3", "", "stands on no space"},
		{"space:1.3.3", "space:1.2.3", "or where another one stands"},
		{"rank:1", "rank:1 moved:1 status:out", ""},
		{" / ", " step:speed / spinout:1 / ", "of"},
		{"cars:2", "cars:3", "2 are listed"},
	} {
		line := strings.Replace(good, x.was, x.is, 1)
		_, err := New().Read(engine.Setup{Board: courses["castle-hill"], Box: theBox}, line)
		if x.want == "" {
			if err != nil {
				t.Errorf("%s: %v", line, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), x.want) && x.want != "of" {
			t.Errorf("%s instead of %s: got %v, want %q", x.is, x.was, err, x.want)
		}
	}
}
