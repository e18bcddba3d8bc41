package control

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"boxstop/cmd/internal/view"
)

// everything is all that race control shows or says: the snapshot, every page, every sheet, the exported script.
func (e *evening) everything() string {
	e.Helper()
	var b strings.Builder
	put := func(v any) {
		doc, err := json.Marshal(v)
		if err != nil {
			e.Fatal(err)
		}
		b.Write(doc)
		b.WriteByte('\n')
	}
	put(e.Snapshot())
	for _, page := range slices.Sorted(maps.Keys(pages)) {
		for _, q := range []view.Query{{Page: page, All: true}, {Page: page, N: 3, All: true}, {Page: page, Mark: "R"}, {Page: page, Line: "amend 2 R kind hard"}, {Page: page, Line: "strike 2"}, {Page: page, Text: "R"}, {Page: page, Line: "rule R tyres 3"}} {
			rep := e.Query(e.ctx, q)
			doc, _ := json.Marshal(rep)
			b.WriteString(page + " " + string(doc) + "\n")
		}
	}
	synctest.Wait()
	for _, l := range e.session.Report("all", 80) {
		b.WriteString(l + "\n")
	}
	script, err := e.session.Export()
	b.WriteString(strings.Join(script, "\n") + fmt.Sprint(err))
	b.WriteString(e.session.Position() + e.session.OpenAsks())
	b.WriteString(strings.Join(e.session.Why(nil), "\n") + strings.Join(e.session.Why([]string{"kind"}), "\n"))
	return strings.ReplaceAll(b.String(), e.dir, "DIR")
}

// secretly runs one evening up to the middle of the choice of tyres, with these choices, and returns everything that was to be seen on the way.
func secretly(t *testing.T, kinds map[string][]string) (seen []string) {
	synctest.Test(t, func(t *testing.T) {
		e := serve(t, t.TempDir())
		e.say("game pitstop", "board lakeside", `enter R red "Anna"`, `enter B blue "Ben"`, `enter Y yellow "Cleo" by bot hard`, "option soft-tyres on", "grid R B Y", "seed 7", "start")
		// what crosses the socket
		ours, theirs := net.Pipe()
		ctx, cancel := context.WithCancel(e.ctx)
		go e.Client(ctx, theirs)
		bytes := make(chan string, 1)
		go func() {
			var b strings.Builder
			buf := make([]byte, 4096)
			for {
				n, err := ours.Read(buf)
				b.Write(buf[:n])
				if err != nil {
					bytes <- b.String()
					return
				}
			}
		}()
		seen = append(seen, e.everything())
		for _, k := range kinds["R"] {
			ask := e.Snapshot().Asks
			id := ""
			for _, a := range ask {
				if a.Car == "R" {
					id = a.ID
				}
			}
			rep := e.Do(e.ctx, "director", view.Order{Line: "R kind " + k, Ask: id})
			synctest.Wait()
			doc, _ := json.Marshal(rep)
			seen = append(seen, string(doc), e.everything())
		}
		// two corrections while the phase is open
		for _, l := range []string{"unlock R", "undo", "amend 2 B kind hard", `note "n"`, "tray 7F3A drop", "close", "all kind hard hard hard hard", "redo", "report Y retires", "stand", "kind", "run"} {
			rep := e.Do(e.ctx, "director", view.Order{Line: l})
			synctest.Wait()
			doc, _ := json.Marshal(rep)
			seen = append(seen, l+" "+string(doc))
		}
		seen = append(seen, e.everything())
		cancel()
		seen = append(seen, bySeq(<-bytes))
		e.kill()
	})
	return seen
}

// bySeq is the last snapshot of each line of the file: how many a client gets of one is a matter of timing.
func bySeq(socket string) string {
	last := map[int]string{}
	for l := range strings.Lines(socket) {
		var m view.FromControl
		if json.Unmarshal([]byte(l), &m) == nil && m.Snapshot != nil {
			last[m.Snapshot.Seq] = l
		}
	}
	var b strings.Builder
	for _, n := range slices.Sorted(maps.Keys(last)) {
		b.WriteString(last[n])
	}
	return b.String()
}

// The canary: what has not been shown leaves race control nowhere, and two evenings that differ in nothing else look the same to every byte.
// A replaced choice is never shown (TB-5).
func TestWhatIsNotShownLeavesRaceControlNowhere(t *testing.T) {
	a := secretly(t, map[string][]string{"R": {"soft"}})
	b := secretly(t, map[string][]string{"R": {"hard"}})
	for i := range a {
		if a[i] != b[i] {
			for n := range a[i] {
				if n >= len(b[i]) || a[i][n] != b[i][n] {
					t.Fatalf("part %d differs:\n%s\n%s", i, a[i][max(0, n-200):min(len(a[i]), n+60)], b[i][max(0, n-200):min(len(b[i]), n+60)])
				}
			}
			t.Fatalf("part %d: %d and %d bytes", i, len(a[i]), len(b[i]))
		}
	}
	if len(a) != len(b) {
		t.Fatalf("%d and %d parts", len(a), len(b))
	}
}

// A secret typed in the ordinary command line is refused without being echoed.
func TestASecretTypedInTheCommandLineIsRefusedWithoutAnEcho(t *testing.T) {
	table1(t, func(t *testing.T, e *evening) {
		e.race("option soft-tyres on")
		for _, l := range []string{"R kind soft", "kind soft", "r kind sofd", "R kind soft hard", "kind", "from director R kind soft"} {
			rep := e.Do(e.ctx, "director", view.Order{Line: l})
			synctest.Wait()
			if rep.Error == "" || strings.Contains(rep.Error+rep.Hint, "sof") {
				t.Fatalf("%s: %+v", l, rep)
			}
		}
		if got := e.no("R kind soft", "", "").Error; got != "kind is secret: use the station, the secret page, or `all kind …` after all were shown" {
			t.Fatal(got)
		}
		e.say("all kind soft hard")
		if p := e.session.Position(); !strings.Contains(p, "kind:soft") {
			t.Fatal(p)
		}
	})
}

// TB-5: one's own lock: a new answer to the open ask replaces the old one, nothing is struck, and the export never shows the first.
func TestADriverReplacesHisOwnDeclaration(t *testing.T) {
	k := sit(t, `enter R red "Anna"`, `enter B blue "Ben"`, "option soft-tyres on", "grid R B", "board lakeside")
	k.refused("unlock R", "nothing that R declared is still secret")
	k.do("R kind soft", "unlock R", "R kind hard")
	if len(k.struck) != 0 || k.OpenAsks() != "R kind done, B kind" {
		t.Fatalf("struck %v, open %s", k.struck, k.OpenAsks())
	}
	if _, err := k.Export(); err == nil || !strings.Contains(err.Error(), "a secret phase is open") {
		t.Fatalf("export: %v", err)
	}
	k.do("B kind soft", "R roll 50")
	script, err := k.Export()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(script, "\n"); strings.Contains(got, "R kind soft") || !strings.Contains(got, "R kind hard") {
		t.Fatal(got)
	}
	k.verify()
}

// TB-5: inside an open secret phase undo goes back to before it, says so and asks twice; what was declared there is never shown.
func TestUndoInASecretPhaseAsksTwice(t *testing.T) {
	k := sit(t, `enter R red "Anna"`, `enter B blue "Ben"`, "option soft-tyres on", "grid lot", "board lakeside", "seed 7")
	k.do("draw", "R kind soft")
	seq := k.Seq()
	out, err := k.Do("director", "undo", "", false)
	if err != nil || out.Twice != "a secret phase is open: undo goes back to before it, and all declare anew" || k.Seq() != seq {
		t.Fatalf("%+v %v", out, err)
	}
	k.do("undo")
	if k.OpenAsks() != "draw" {
		t.Fatal(k.OpenAsks())
	}
	k.do("draw")
	if k.OpenAsks() != "R kind, B kind" {
		t.Fatalf("declared again by itself: %s", k.OpenAsks())
	}
	same(t, "folded", k.again().state(), k.state())
}

// TB-5: declarations that were shown are facts: undo past their reveal keeps all of them, and changing one is a ruling.
func TestShownDeclarationsAreKeptOverUndo(t *testing.T) {
	k := sit(t, `enter R red "Anna"`, `enter B blue "Ben"`, "option soft-tyres on", "grid lot", "board lakeside", "seed 7")
	k.do("draw", "R kind soft", "B kind hard", "roll 50")
	k.do("undo 2") // the roll, and what would be the last declaration
	if got := k.OpenAsks(); got != "draw" {
		t.Fatalf("a phase that was shown is left as a whole: %s", got)
	}
	k.do("draw")
	if p := k.Position(); !strings.Contains(p, "kind:soft") || strings.Contains(k.OpenAsks(), "kind") {
		t.Fatalf("%s; %s", k.OpenAsks(), p)
	}
	if l := k.lines[len(k.lines)-1]; l.Source != "kept" {
		t.Fatalf("%+v", l)
	}
	same(t, "folded", k.again().state(), k.state())
	k.refused("amend 8 kind hard", "was secret")
	k.do(`rule R kind hard because 5`)
	k.verify()
	// where nothing lies before the phase there is nothing to take back
	k = sit(t, `enter R red "Anna"`, `enter B blue "Ben"`, "option soft-tyres on", "grid R B", "board lakeside")
	k.do("R kind soft", "B kind hard")
	k.refused("undo", "what was declared in secret and shown to all stays")
}
