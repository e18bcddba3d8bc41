package console

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"boxstop/cmd/internal/view"
)

var update = flag.Bool("update", false, "write the golden screens anew")

// table is a desk whose clock stands until it is turned, and whose control is a list of what was sent.
type table struct {
	*desk
	t     *testing.T
	clock time.Time
	sent  []view.ToControl
	w, h  int
}

func newTable(t *testing.T, s *view.Snapshot, o Options) *table {
	t.Helper()
	w, err := newWords(o.Language, o.Words)
	if err != nil {
		t.Fatal(err)
	}
	b := &table{desk: newDesk(o, w), t: t, clock: time.Unix(1e9, 0), w: 80, h: 24}
	b.desk.now = func() time.Time { return b.clock }
	b.desk.send = func(m view.ToControl) bool { b.sent = append(b.sent, m); return true }
	b.connected(true)
	b.show(s)
	return b
}

// show gives a snapshot, draws it, and lets the guard time pass.
func (b *table) show(s *view.Snapshot) {
	b.receive(view.FromControl{V: view.Version, Snapshot: s})
	b.screen()
	b.wait(time.Second)
}

func (b *table) wait(d time.Duration) { b.clock = b.clock.Add(d) }

// keys presses keys as a person would, one after another.
func (b *table) keys(s string) *table {
	for k := range strings.FieldsSeq(s) {
		b.press(k)
		b.screen()
		b.wait(time.Second)
	}
	return b
}

// reply answers the last thing that was sent.
func (b *table) reply(r view.Reply) *table {
	m := b.sent[len(b.sent)-1]
	if m.Order != nil {
		r.ID = m.Order.ID
	} else {
		r.ID = m.Query.ID
	}
	b.receive(view.FromControl{V: view.Version, Reply: &r})
	b.screen()
	return b
}

func (b *table) page(p *view.Page) *table { return b.reply(view.Reply{Page: p}) }

func (b *table) canvas() *canvas {
	c := newCanvas(b.w, b.h, b.o.ASCII)
	b.draw(c)
	return c
}

func (b *table) screen() string { return b.canvas().text() }

// orders are the lines that were sent since the last call, with what they answer.
func (b *table) orders() string {
	var out []string
	for _, m := range b.sent {
		switch {
		case m.Order != nil:
			s := m.Order.Line
			if m.Order.Ask != "" {
				s = m.Order.Ask + ": " + s
			}
			if m.Order.Sure {
				s += " sure"
			}
			out = append(out, s)
		case m.Query != nil:
			s := "?" + m.Query.Page
			if m.Query.N != 0 {
				s += " " + itoa(m.Query.N)
			}
			if m.Query.Mark != "" {
				s += " " + m.Query.Mark + " " + itoa(m.Query.By)
			}
			if m.Query.Text != "" {
				s += " " + m.Query.Text
			}
			if m.Query.Line != "" {
				s += " " + m.Query.Line
			}
			out = append(out, s)
		}
	}
	b.sent = nil
	return strings.Join(out, " | ")
}

// golden compares a screen with its file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// pages are all screens, each made on a fresh desk.
var pages = []struct {
	name string
	make func(*testing.T, Options) *table
}{
	{"S1-setup", func(t *testing.T, o Options) *table { return newTable(t, setupSnap(), o) }},
	{"S2-roll", func(t *testing.T, o Options) *table { return newTable(t, rollSnap(), o) }},
	{"S2-gear", func(t *testing.T, o Options) *table { return newTable(t, gearSnap(), o) }},
	{"S3-secrets", func(t *testing.T, o Options) *table { return newTable(t, secretSnap(), o) }},
	{"S3b-secret", func(t *testing.T, o Options) *table { return newTable(t, secretSnap(), o).keys("3") }},
	{"S3c-shown", func(t *testing.T, o Options) *table { return newTable(t, secretSnap(), o).keys("a 1 2") }},
	{"S3-speeds", func(t *testing.T, o Options) *table { return newTable(t, speedSnap(), o) }},
	{"S3-shown", func(t *testing.T, o Options) *table {
		s := speedSnap()
		for i := range s.Asks {
			s.Asks[i].Entry, s.Asks[i].Done = "shown", s.Asks[i].Car == "F"
		}
		return newTable(t, s, o)
	}},
	{"S15-offer", func(t *testing.T, o Options) *table { return newTable(t, undoneSnap(), o) }},
	{"S8-ruling", func(t *testing.T, o Options) *table {
		return newTable(t, rollSnap(), o).keys("r").page(rulePage()).keys("2")
	}},
	{"S9-timeline", func(t *testing.T, o Options) *table {
		return newTable(t, rollSnap(), o).keys("t").page(timelinePage()).keys("e enter").page(amendPage())
	}},
	{"S10-devices", func(t *testing.T, o Options) *table {
		return newTable(t, deviceSnap(), o).keys("d").page(devicePage()).keys("down down down down down")
	}},
	{"S11-result", func(t *testing.T, o Options) *table { return newTable(t, resultSnap(), o) }},
	{"S15-undo", func(t *testing.T, o Options) *table { return newTable(t, rollSnap(), o).keys("u").page(undoPage()) }},
	{"S16-welcome", func(t *testing.T, o Options) *table { return newTable(t, welcomeSnap(), o) }},
	{"S17-dispute", func(t *testing.T, o Options) *table { return newTable(t, disputeSnap(), o) }},
	{"S1-car", func(t *testing.T, o Options) *table { return newTable(t, setupSnap(), o).keys("down enter") }},
	{"S1-options", func(t *testing.T, o Options) *table { return newTable(t, setupSnap(), o).keys("4") }},
	{"S5-chance", func(t *testing.T, o Options) *table { return newTable(t, chanceSnap(), o) }},
	{"S5-gears", func(t *testing.T, o Options) *table { return newTable(t, groupSnap(), o) }},
	{"S5-gear", func(t *testing.T, o Options) *table { return newTable(t, groupSnap(), o).keys("2") }},
	{"S6-matrix", func(t *testing.T, o Options) *table { return newTable(t, matrixSnap(), o).keys("1") }},
	{"S7-field", func(t *testing.T, o Options) *table { return newTable(t, fieldSnap(), o) }},
	{"stand", func(t *testing.T, o Options) *table {
		return newTable(t, gearSnap(), o).keys("5").reply(view.Reply{Error: "R gear 5: from 1 to 4 (PS-7)", Stand: true}).keys("x")
	}},
	{"refused", func(t *testing.T, o Options) *table {
		return newTable(t, gearSnap(), o).keys("5").reply(view.Reply{Error: "R gear 5: from 1 to 4 (PS-7)", Hint: "gear 4 fits", Stand: true})
	}},
	{"twice", func(t *testing.T, o Options) *table { return newTable(t, gearSnap(), o).keys("1") }},
	{"typed", func(t *testing.T, o Options) *table { return newTable(t, rollSnap(), o).keys("2 : R") }},
	{"S2-moved", func(t *testing.T, o Options) *table {
		s := rollSnap()
		s.PutBack = []string{"K from 2nd after corner 1 [12] to 1st after corner 1 [11]", "K gear counter 2 to 3"}
		s.Tray = []view.Tray{{Unit: "cup 7F3A", Faces: "50 fuel", Age: 40, Why: "nobody was asked", Drop: "tray 7F3A drop"}}
		return newTable(t, s, o)
	}},
	{"help", func(t *testing.T, o Options) *table { return newTable(t, rollSnap(), o).keys("h") }},
	{"moves", func(t *testing.T, o Options) *table {
		s := gearSnap()
		s.PutBack = []string{"K from 2nd after corner 1 [12] to 1st after corner 1 [11]", "K gear counter 2 to 3"}
		return newTable(t, s, o).keys("m")
	}},
}

func TestEveryScreenTellsWhatTheDesignShows(t *testing.T) {
	for _, p := range pages {
		t.Run(p.name, func(t *testing.T) { golden(t, p.name, p.make(t, Options{}).screen()) })
	}
}

func TestTheSmallScreensOfS12KeepTheAskAndTheLastMove(t *testing.T) {
	b := newTable(t, rollSnap(), Options{})
	for _, size := range [][2]int{{57, 14}, {38, 4}, {30, 3}, {40, 10}} {
		b.w, b.h = size[0], size[1]
		golden(t, "S12-"+itoa(b.w)+"x"+itoa(b.h), b.screen())
	}
}

// onScreen draws through a terminal of tcell's.
func onScreen(t *testing.T, b *table, w, h int, mono bool) string {
	t.Helper()
	s := tcell.NewSimulationScreen("UTF-8")
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	defer s.Fini()
	s.SetSize(w, h)
	b.w, b.h = w, h
	b.canvas().show(s, mono)
	s.Show()
	cells, w, h := s.GetContents()
	var out strings.Builder
	for y := range h {
		var line strings.Builder
		for x := range w {
			line.WriteString(string(cells[y*w+x].Runes))
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return out.String()
}

func TestAnyTerminalBetween1x1And200x60IsDrawn(t *testing.T) {
	for _, p := range pages {
		b := p.make(t, Options{})
		for w := 1; w <= 200; w += 7 {
			for h := 1; h <= 60; h += 3 {
				b.w, b.h = w, h
				b.screen()
			}
		}
		for _, size := range [][2]int{{1, 1}, {1, 60}, {200, 1}, {200, 60}, {80, 23}, {79, 24}} {
			onScreen(t, b, size[0], size[1], false)
		}
	}
}
