package control

import (
	"fmt"
	"slices"
	"strings"

	"boxstop/cmd/internal/racefile"
	"boxstop/engine"
	"boxstop/engine/lemans"
	"boxstop/engine/pitstop"
	"boxstop/engine/usac"
	"boxstop/tracks"
)

var games = []engine.Rules{pitstop.New(), usac.New()}

// shelf are the games that a table may race: games, and one with cards of its own cars.
func shelf() []engine.Rules { return append(slices.Clone(games), lemans.New()) }

// tb is what tests and properties have in common.
type tb interface {
	Helper()
	Fatalf(string, ...any)
}

// table is a session with the lines that it wrote.
type table struct {
	tb
	*Session
	lines []racefile.Line
	ms    int64
}

// sit starts a race by lines of set-up.
func sit(t tb, lines ...string) *table {
	t.Helper()
	k := &table{tb: t}
	p := NewPlan(shelf(), tracks.Library{})
	for _, l := range append([]string{"game pitstop"}, lines...) {
		if err := p.Do(l); err != nil {
			t.Fatalf("%s: %v", l, err)
		}
	}
	k.write(racefile.Line{Source: "file", Text: racefile.Format})
	s, err := Start(p, func() int64 { return k.ms }, k.write)
	if err != nil {
		t.Fatalf("start: %v", err)
	}
	k.Session = s
	return k
}

func (k *table) write(l racefile.Line) {
	l.Events = append([]byte(nil), l.Events...)
	k.lines = append(k.lines, l)
}

// do carries out orders that must be accepted, and returns what the last one said.
func (k *table) do(lines ...string) []string {
	k.Helper()
	var out Outcome
	for _, l := range lines {
		var err error
		if out, err = k.Do("director", l, "", true); err != nil {
			k.Fatalf("%s: refused: %v", l, err)
		}
	}
	return out.Said
}

// refused carries out an order that must be refused, with these words somewhere in what is said.
func (k *table) refused(line string, want ...string) error {
	k.Helper()
	before, seq := k.state(), k.Seq()
	out, err := k.Do("director", line, "", true)
	if err == nil {
		k.Fatalf("%s: not refused: %v", line, out)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			k.Fatalf("%s:\n got %s\nwant %q in it", line, err, w)
		}
	}
	if after := k.state(); after != before || k.Seq() != seq {
		k.Fatalf("%s was refused and changed\n%s\n%s", line, before, after)
	}
	return err
}

// doc is the race file as bytes.
func (k *table) doc() []byte {
	var doc []byte
	for _, l := range k.lines {
		doc = racefile.AppendLine(doc, l)
	}
	return doc
}

// again is the race after everything was killed and started again.
func (k *table) again() *table {
	k.Helper()
	lines, whole, err := racefile.Read(k.doc())
	if err != nil || whole != len(k.doc()) {
		k.Fatalf("reading the file: %v", err)
	}
	n := &table{tb: k.tb, lines: k.lines[:len(k.lines):len(k.lines)], ms: k.ms}
	n.Session, err = Load(shelf(), tracks.Library{}, lines, func() int64 { return n.ms }, n.write)
	if err != nil {
		k.Fatalf("loading: %v\n%s", err, k.text())
	}
	return n
}

// text is the lines of the file for people.
func (k *table) text() string {
	var b strings.Builder
	for _, l := range k.lines {
		if l.Seq > 0 {
			fmt.Fprintf(&b, "%4d %-10s %s\n       %s\n", l.Seq, l.Source, l.Text, l.Events)
		}
	}
	return b.String()
}

// verify decides the file again.
func (k *table) verify() {
	k.Helper()
	if _, differs, err := Verify(shelf(), tracks.Library{}, k.lines); err != nil || differs != "" {
		k.Fatalf("verify: %v %s\n%s", err, differs, k.text())
	}
}

// state is everything that a session knows and a restart must know again.
func (s *Session) state() string {
	var b strings.Builder
	fmt.Fprintf(&b, "position %s\nopen", s.race.Position(nil))
	for _, o := range s.open {
		fmt.Fprintf(&b, " %s:%+v@%d", o.ID, o.Ask, o.Since)
	}
	list := func(name string, acts []act) {
		for _, a := range acts {
			fmt.Fprintf(&b, "\n%s %d %d %q %q turn %d car %d ask %+v roll %q", name, a.No, a.Born, a.From, a.Line, a.Turn, a.Car, a.Ask, a.Roll)
			for _, e := range a.Events {
				fmt.Fprintf(&b, " ; %s", s.typed.AppendEvent(nil, e))
			}
		}
	}
	list("act", s.acts)
	list("struck", s.struck)
	list("redo", s.redo)
	list("shown", s.shows)
	for _, m := range s.amends {
		fmt.Fprintf(&b, "\namend %d %d %q %q", m.Seq, m.At, m.From, m.Line)
		list("old", m.Old)
	}
	for _, k := range s.keeps {
		fmt.Fprintf(&b, "\nkept %+v", k)
	}
	fmt.Fprintf(&b, "\ntray %+v\ndrivers %+v\nstints %+v\nnotes %+v\nhouse %q\nunits %v held %v confirm %v moved %v putback %v ended %v counts %v",
		s.tray, s.drivers[:s.race.Cars()], s.stints[:s.race.Cars()], s.notes, s.house, s.units, s.held, s.confirm, s.moved, s.putback, s.ended, s.counts)
	return b.String()
}

// same fails where two states differ, with the first line that does.
func same(t tb, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			t.Fatalf("%s differs:\n got %s\nwant %s", what, a, b)
		}
	}
}
