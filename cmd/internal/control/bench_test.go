package control

import (
	"encoding/json"
	"testing"

	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/view"
	"boxstop/tracks"
)

// long is a race file of n answers: bots race, and whenever the race is nearly over an undo goes back and it is raced again.
func long(b testing.TB, n int) *table {
	k := sit(b, `enter R red "Anna" by bot medium`, `enter B blue "Ben" by bot hard`, `enter Y yellow "Cleo" by bot hard`, `enter K black "Dev" by bot easy`, `enter W white "Eve" by bot medium`, `enter G green "Finn" by bot hard`, "board lakeside", "seed 7")
	for k.Seq() < n {
		if _, ok, err := k.step(); err != nil {
			b.Fatal(err)
		} else if !ok {
			k.do("undo 300")
		}
	}
	return k
}

// Reopening a file of 10,000 answers, reading and folding it (aim 100 ms).
func BenchmarkReopen10000Answers(b *testing.B) {
	k := long(b, 10000)
	doc := k.doc()
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		lines, _, err := racefile.Read(doc)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Load(games, tracks.Library{}, lines, func() int64 { return 0 }, func(racefile.Line) {}); err != nil {
			b.Fatal(err)
		}
	}
}

// demo6 is race control in the middle of a race of six.
func demo6(b *testing.B) *Control {
	k := long(b, 200)
	c := &Control{opt: Options{State: b.TempDir()}, stage: view.Racing, plan: k.Plan, session: k.Session, units: map[string]*unit{}, stopped: map[string]int64{}, silent: map[string]bool{}, clock: raceClock{now: nil}}
	for i := range k.drivers {
		k.drivers[i].Bot = ""
	}
	return c
}

// A snapshot of a race of six, as built after every order.
func BenchmarkSnapshot(b *testing.B) {
	c := demo6(b)
	b.ReportAllocs()
	for b.Loop() {
		c.snapshot()
	}
}

// The same as the line that crosses the socket.
func BenchmarkSnapshotJSON(b *testing.B) {
	c := demo6(b)
	s := c.snapshot()
	b.ReportAllocs()
	for b.Loop() {
		doc, err := json.Marshal(s)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(doc)))
	}
}

// An order typed in words, decided, written (to no disk), and undone.
func BenchmarkOrder(b *testing.B) {
	k := fixed(b)

	k.Session.write = func(racefile.Line) {}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := k.Do("director", "R roll 50 50 50 d", "", false); err != nil {
			b.Fatal(err)
		}
		if _, err := k.Do("director", "undo", "", false); err != nil {
			b.Fatal(err)
		}
		k.struck, k.keeps, k.redo = k.struck[:0], k.keeps[:0], k.redo[:0]
	}
}

// An order that names its ask, as a key sends it.
func BenchmarkAnswerWithID(b *testing.B) {
	k := fixed(b)
	k.Session.write = func(racefile.Line) {}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := k.Do("director", "R roll 50 50 50 d", k.open[len(k.open)-1].ID, false); err != nil {
			b.Fatal(err)
		}
		a := k.acts[len(k.acts)-1]
		k.acts = k.acts[:len(k.acts)-1]
		revert(k.race, a.Events)
		k.settle()
	}
}

// A reopened file that must not get slow: a tenth of the aim's size, in a tenth of twice its time, would be noise here; the size is what is held.
func TestAFileOf1000AnswersFoldsAndIsSmall(t *testing.T) {
	k := long(t, 1000)
	same(t, "folded", k.again().state(), k.state())
	perLine := (len(k.doc()) - len(racefile.AppendLine(nil, k.lines[1])) - len(racefile.AppendLine(nil, k.lines[2]))) / k.Seq()
	if perLine > 400 {
		t.Fatalf("%d bytes a line", perLine)
	}
	k.verify()
}
