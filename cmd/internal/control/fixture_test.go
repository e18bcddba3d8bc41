package control

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"boxstop/cmd/internal/racefile"
	"boxstop/tracks"
)

var update = flag.Bool("update", false, "write a new fixture; the old ones stay as they are")

// Old race files must fold for ever: kinds, fields and clauses may be added to an edition, never lost or reused (docs/race-file.md). Beside
// each file stands what it folds to.
func TestOldRaceFilesFoldForEver(t *testing.T) {
	if *update {
		writeFixture(t)
	}
	files, err := filepath.Glob("testdata/*.race")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d fixtures, %v", len(files), err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			s, err := ReadRace(f, games, tracks.Library{})
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(f, ".race") + ".folded")
			if err != nil {
				t.Fatal(err)
			}
			if got := folded(s); got != string(want) {
				t.Fatalf("got\n%s\nwant\n%s", got, want)
			}
			doc, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			lines, _, err := racefile.Read(doc)
			if err != nil {
				t.Fatal(err)
			}
			if _, differs, err := Verify(games, tracks.Library{}, lines); err != nil || differs != "" {
				t.Fatalf("%v %s", err, differs)
			}
		})
	}
}

// folded is what a fixture must come to.
func folded(s *Session) string {
	var b strings.Builder
	b.WriteString(s.Position() + "\n" + s.OpenAsks() + "\n")
	for _, t := range s.tray {
		b.WriteString("tray " + t.Unit + " " + strings.Join(t.Faces, " ") + ": " + t.Why + "\n")
	}
	for _, k := range s.keeps {
		b.WriteString("kept " + s.Words.Mark(k.Car) + " " + k.Roll + "\n")
	}
	b.WriteString(strings.Join(s.Report("drivers", 80), "\n") + "\n" + strings.Join(s.Report("notes", 80), "\n") + "\n" + strings.Join(s.toDo(), "\n") + "\n")
	return b.String()
}

// writeFixture writes a race in which everything happened once.
func writeFixture(t *testing.T) {
	k := sit(t, `enter R red "Anna"`, `enter B blue "Ben" die 7F3A`, `enter Y yellow "Cleo" by bot hard`, "option soft-tyres on", "option slipstream on", "option quick-play 3", "board lakeside", "grid lot", "house \"no hands\"", "season \"Summer\"", "seed 7", "unit 1C02 table")
	k.do("draw", "R kind soft", "B kind hard", "R kind hard", "Y kind soft", "run 40")
	for range 40 {
		if k.race.Turn() > 2 {
			break
		}
		k.ms += 1000
		for _, l := range []string{"run 1", "R gear 2", "B gear 1", "R gear 1", "Y gear 1"} {
			_, _ = k.Do("director", l, "", true)
		}
	}
	at := k.acts[len(k.acts)-3].No
	for _, l := range []string{
		"undo 2", "redo", "undo", "moved", "strike " + strconv.Itoa(at) + " cut", "rule R at c1+1 tyres 9, B fuel 3 because 2", "rule swap R B because \"wrong car moved\"", "from 1C02#7 R roll d d d d d",
		"from 7F3A#3 B roll 50", `drive R "Tom"`, "drive B bot easy", `join P pink "Lisa"`, `note "cocked, we let it stand"`, "protest 5 \"cocked?\"", "unit 1C02 for R", "hold", "go",
		"pace confirm", "run 3", "R gear 6", "stand because 4", "check R c1+1", "report Y retires", "undo", "redo", "run 5", "undo 2",
	} {
		k.ms += 500
		_, _ = k.Do("director", l, "", true) // what is refused is not in the file
	}
	k.verify()
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/pitstop-1.race", k.doc(), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/pitstop-1.folded", []byte(folded(k.again().Session)), 0o644); err != nil {
		t.Fatal(err)
	}
}
