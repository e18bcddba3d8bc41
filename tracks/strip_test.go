package tracks_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
)

// lines is a strip as it is printed.
func lines(s engine.Strip) string {
	var b strings.Builder
	for _, r := range s.Rows {
		fmt.Fprintln(&b, r)
	}
	return b.String()
}

// at is the space of an address.
func at(t *testing.T, b *engine.Board, addr string) engine.Space {
	t.Helper()
	s, err := b.ParseAddress(addr)
	if err != nil || len(s) != 1 {
		t.Fatalf("%s: %v, %v", addr, s, err)
	}
	return s[0]
}

func TestLakesideIsDrawnAsOnScreenS2(t *testing.T) {
	b := boards(t)["pitstop/lakeside.toml"]
	var stands []engine.Stand
	for i, a := range []string{"c3+2", "c3+1", "c3+1", "c3-1", "c1+2", "pit"} {
		stands = append(stands, engine.Stand{Car: engine.Car(i + 1), Spaces: [2]engine.Space{at(t, b, a)}})
	}
	v := engine.StripView{Width: 80, Stands: stands, Mark: func(c engine.Car) string { return string("RBYGKW"[c-1]) }}
	for _, a := range []string{"c3+3", "c4-1", "c4.1", "c4.2", "c4+1", "c4+2"} {
		v.Picks = append(v.Picks, engine.StripPick{At: at(t, b, a), Text: "^"})
	}
	want := strings.TrimLeft(`
 limit          150   100    200     150   100    200   150   100
                                 Y
 cars               K       G    BR                              W
 road    -------===---==-----====--^^^^^^--===----==----===---===P---|line
 cell    1       10        20        30        40        50        60
`, "\n")
	if got := lines(b.Strip(v)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestEveryStripFitsTheWidthThatItIsGiven(t *testing.T) {
	all := boards(t)
	var names []string
	for n := range all {
		names = append(names, n)
	}
	rapid.Check(t, func(t *rapid.T) {
		b := all[rapid.SampledFrom(names).Draw(t, "board")]
		v := engine.StripView{
			Width: rapid.IntRange(1, 140).Draw(t, "width"), Scale: rapid.IntRange(0, 3).Draw(t, "scale"),
			From: rapid.IntRange(-500, 500).Draw(t, "from"),
		}
		letters := rapid.IntRange(1, 3).Draw(t, "letters")
		v.Mark = func(c engine.Car) string { return strings.Repeat(string(rune('A'+c)), letters) }
		space := rapid.IntRange(1, len(b.Places)-1)
		for i := range rapid.IntRange(0, 12).Draw(t, "cars") {
			st := engine.Stand{Car: engine.Car(i + 1), Spaces: [2]engine.Space{engine.Space(space.Draw(t, "at"))}}
			if rapid.Bool().Draw(t, "long") {
				st.Spaces[1] = b.Places[st.Spaces[0]].Behind
			}
			v.Stands = append(v.Stands, st)
		}
		for range rapid.IntRange(0, 4).Draw(t, "picks") {
			v.Picks = append(v.Picks, engine.StripPick{At: engine.Space(space.Draw(t, "pick")), Text: "12"})
		}
		if rapid.Bool().Draw(t, "focused") {
			v.Focus = engine.Space(space.Draw(t, "focus"))
		}
		s := b.Strip(v)
		for _, r := range s.Rows {
			if got := len(r.String()); got > max(v.Width, engine.StripWidth) {
				t.Fatalf("%q: %d columns, want at most %d", r, got, max(v.Width, engine.StripWidth))
			}
			for _, c := range append(r.Cars, r.Picks...) {
				if c < 0 || c >= len(r.Text) || r.Text[c] == ' ' {
					t.Fatalf("%q: column %d is no car and no pick", r.Text, c)
				}
			}
			for i := range len(r.Text) {
				if r.Text[i] < ' ' || r.Text[i] > '~' {
					t.Fatalf("%q is not ASCII", r.Text)
				}
			}
		}
		if v.Focus != 0 && s.Lap > 0 {
			v.Picks, v.Stands = []engine.StripPick{{At: v.Focus, Text: "*"}}, nil
			if b.Places[v.Focus].By == 0 && !strings.Contains(lines(b.Strip(v)), "*") {
				t.Fatalf("the focus is out of view")
			}
		}
	})
}
