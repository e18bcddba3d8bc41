package pitstop

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"boxstop/engine"
)

// PS-1, PS-2, PS-6 and PS-13 as far as a board or a box can break them: every mistake at once, in words.
func TestCheckFindsWhatCannotBeRaced(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(*engine.Board, *engine.Box)
		want  []string
	}{
		{"nothing is wrong", func(*engine.Board, *engine.Box) {}, nil},
		{"no pit", func(b *engine.Board, _ *engine.Box) { b.Places[51].Aside = 0 }, []string{"there is no pit"}},
		{"two pits", func(b *engine.Board, _ *engine.Box) {
			if _, err := b.PutAside(3, 1); err != nil {
				panic(err)
			}
		}, []string{"a second pit"}},
		{"a short grid", func(b *engine.Board, _ *engine.Box) { b.Lists["grid"] = b.Lists["grid"][:2] }, []string{"grid: 2 cells; at least 3"}},
		{"the grid in the pits", func(b *engine.Board, _ *engine.Box) { b.Lists["grid"][0] = b.Places[51].Aside }, []string{"place 1 is no cell", "grid: 2 cells"}},
		{"no ring", func(b *engine.Board, _ *engine.Box) { b.Places[60].To[engine.Ahead] = 0 }, []string{"does not lead back"}},
		{"four to a cell", func(b *engine.Board, _ *engine.Box) { b.Places[7].Capacity = 4 }, []string{"capacity 4; a cell holds 3"}},
		{"no die", func(_ *engine.Board, x *engine.Box) { delete(x.Tables, "die") }, []string{"die there is no such table"}},
		{"three mistakes in the die", func(_ *engine.Board, x *engine.Box) {
			x.Tables["die"].Rows = [][]string{{"100", "100", "0", "0", "1"}, {"f", "50", "1", "0", "nine"}, {"d", "0", "0", "1", "7"}}
		}, []string{"speed 100", `"nine" is not a whole number`, "faces 0", "faces 7"}},
		{"scales", func(_ *engine.Board, x *engine.Box) {
			x.Tables["scales"].Rows = [][]string{{"tyres", "0"}, {"oil", "3"}}
		}, []string{`points: "0"`, `scale: "oil"`, "tyres and fuel are both needed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, x := road(), box()
			c.spoil(b, x)
			var got []string
			for _, p := range New().Check(b, x) {
				got = append(got, strings.TrimSpace(p.Table+" "+p.Text))
			}
			if len(got) != len(c.want) {
				t.Fatalf("got %q, want %q", got, c.want)
			}
			for _, w := range c.want {
				if !slices.ContainsFunc(got, func(g string) bool { return strings.Contains(g, w) }) {
					t.Errorf("got %q, want one with %q", got, w)
				}
			}
			if _, err := New().Start(engine.Setup{Board: b, Box: x, Entries: entries(2)}); (err != nil) != (len(c.want) > 0) {
				t.Errorf("start: %v", err)
			}
		})
	}
	if bad := New().Check(road(), nil); len(bad) != 1 {
		t.Errorf("no box: got %v", bad)
	}
}

// PS-6: the faces of the die are the box's; one with two of each is raced just so.
func TestTheDieIsTheBoxs(t *testing.T) {
	x := box()
	x.Tables["die"].Rows = [][]string{{"d", "0", "0", "1", "2"}, {"50", "50", "0", "0", "2"}, {"f", "50", "1", "0", "2"}}
	r, err := New().Start(engine.Setup{Board: road(), Box: x, Entries: entries(2)})
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{t, r.(*Race), r.(*Race).k}
	tb.take(engine.Answer{What: wRoll, Car: 1, Faces: [engine.MaxDice]uint8{1}})
	tb.want("the first face is the drop here", tb.car(1).speed, 0)
}

// A position that no race can be in is refused with what is wrong.
func TestPositionsThatCannotBeAreRefused(t *testing.T) {
	const car = " / space:1.1.1 lap:1 gear:1 tyres:16 fuel:16 rank:1"
	for line, want := range map[string]string{
		"pitstop/1 road turn:1 mover:1" + car:                                                 "",
		"pitstop/1 road":                                                                      "there is no car",
		"pitstop/1 road turn:1 mover:2" + car:                                                 "mover 2",
		"pitstop/1 road turn:1 mover:1 cars:3" + car:                                          "cars:3; 1 are listed",
		"pitstop/1 road turn:1 mover:1 / gear:1 rank:1":                                       "has no space, or four",
		"pitstop/1 road turn:1 mover:1 / space:1.1.1 gear:9 rank:1":                           "gear 9",
		"pitstop/1 road turn:1 mover:1 / space:1.1.1 gear:1 tyres:17 rank:1":                  "tyres 17",
		"pitstop/1 road turn:1 mover:1 / space:1.1.1 gear:1 oil:3":                            `no "oil"`,
		"pitstop/1 ring turn:1 mover:1" + car:                                                 "board ring; the board here is road",
		"pitstop/2 road turn:1 mover:1" + car:                                                 "pitstop/2",
		"pitstop/1 road turn:1 mover:1 step:roll bonus:yes slipstream:on soft-tyres:on" + car: "",
	} {
		_, err := New().Read(engine.Setup{Board: road(), Box: box()}, line)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", line, err, want)
		}
	}
}

// The lap record, the speeds and the stops of a whole race; PS-14 and PS-15 in print.
func TestSheetsOfARace(t *testing.T) {
	b, x := lakeside(t)
	s := engine.Setup{Board: b, Box: x, Entries: entries(3)}
	rules := New()
	r, err := rules.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	bot, luck := rules.Bot("medium"), uint64(11)
	var log []engine.Event
	stops := 0
	for asks := r.Asks(nil); len(asks) > 0; asks = r.Asks(nil) {
		evs, err := r.Decide(nil, bot.Answer(r, asks[0], engine.Shuffle(&luck)))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range evs {
			r.Apply(e)
			if e.Kind == kEnters {
				stops++
			}
		}
		log = append(log, evs...)
	}
	sheets := rules.Sheets(s, log)
	if len(sheets) != 3 || len(sheets[0].Rows) != laps || len(sheets[1].Rows) != r.Turn() || len(sheets[2].Rows) != stops || stops == 0 {
		t.Fatalf("got %d sheets with %d laps, %d of %d turns, %d of %d stops", len(sheets), len(sheets[0].Rows), len(sheets[1].Rows), r.Turn(), len(sheets[2].Rows), stops)
	}
	for _, st := range r.Stands(nil) {
		if st.State != engine.Finished {
			continue
		}
		if got, want := sheets[0].Rows[laps-1][st.Car], st.Turn; got == "" || got != strconv.Itoa(want) {
			t.Errorf("car %d came home in turn %s, want %d", st.Car, got, want)
		}
	}
	w := english(t, b)
	for _, s := range sheets {
		for _, k := range append(s.Columns, s.Title) {
			if strings.HasPrefix(k, "sheet.") && !w.Catalog.Has(k) {
				t.Errorf("%s has no words", k)
			}
		}
	}
}

// Whatever a line says, it is refused or can be raced.
func FuzzPosition(f *testing.F) {
	const car = " / space:1.1.1 lap:1 gear:1 tyres:16 fuel:16 rank:1"
	f.Add("pitstop/1 road turn:1 mover:1" + car)
	f.Add("pitstop/1 road turn:9 step:second-roll mover:1 leg:tow slipstream:on" + car + " speed:100 follow:2 called:9 / space:2.1.1 lap:1 gear:6 drops:2 rank:2")
	f.Add("pitstop/1 road turn:9 step:pit mover:1 cells:12 burn:3 pit-entry:exact / space:7.1.13+ gear:1 served:1 waits:2")
	f.Add("pitstop/1 road turn:1 step:kinds soft-tyres:on / space:1.1.1 gear:1 choice:? / gear:2 space:1.1.2")
	setup := engine.Setup{Board: road(), Box: box()}
	rules := New()
	f.Fuzz(func(t *testing.T, line string) {
		started, err := rules.Read(setup, line)
		if err != nil {
			return
		}
		r := started.(*Race)
		bot, luck := rules.Bot("hard"), uint64(len(line))
		for range 60 {
			r.Stands(nil)
			asks := r.Asks(nil)
			if len(asks) == 0 {
				break
			}
			a := asks[engine.Shuffle(&luck)%uint64(len(asks))]
			if _, err := r.Decide(nil, bot.Answer(r.Public(0), a, engine.Shuffle(&luck))); err != nil {
				t.Fatalf("%+v: %s in %s", a, fault(err), r.Position(nil))
			}
			evs, err := r.Decide(nil, bot.Answer(r, a, luck))
			if err != nil {
				t.Fatal(fault(err))
			}
			for _, e := range evs {
				r.Apply(e)
			}
		}
	})
}
