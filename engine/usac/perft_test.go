package usac

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boxstop/engine"
)

// Every testdata/*.perft holds positions, each followed by lines "depth count": how many distinct legal lines of answers there are. Depth 1
// of a move is counted by the slow enumerator as well.
func TestPerft(t *testing.T) {
	files, err := filepath.Glob("testdata/*.perft")
	if err != nil || len(files) == 0 {
		t.Fatalf("no perft files: %v", err)
	}
	rules := New()
	for _, f := range files {
		doc, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var race engine.Race
		var out bytes.Buffer
		in := bufio.NewScanner(bytes.NewReader(doc))
		for n := 1; in.Scan(); n++ {
			line := strings.TrimSpace(in.Text())
			if line == "" || line[0] == '#' {
				fmt.Fprintln(&out, line)
				continue
			}
			if strings.HasPrefix(line, "usac/") {
				if race, err = rules.Read(engine.Setup{Board: ovals()[strings.Fields(line)[1]], Box: theBox()}, line); err != nil {
					t.Fatalf("%s:%d: %v", f, n, err)
				}
				fmt.Fprintln(&out, line)
				continue
			}
			var depth int
			var want uint64
			if _, err := fmt.Sscan(line, &depth, &want); err != nil {
				t.Fatalf("%s:%d: %q; a line is: depth count", f, n, line)
			}
			got := engine.Perft(race, depth, func(uint8) int { return 6 })
			if r := race.(*Race); r.s.step == sMove && depth == 1 {
				slow := uint64(len(wants(r, engine.Car(r.s.mover))))
				for _, o := range r.legal(nil, &r.s, engine.Car(r.s.mover)) {
					if o.Value == 1 || o.Path == 0 {
						slow++
					}
				}
				if slow != got {
					t.Errorf("%s:%d: the slow enumerator counts %d, perft %d", f, n, slow, got)
				}
			}
			fmt.Fprintf(&out, "%d %d\n", depth, got)
			if got != want && !*update {
				t.Errorf("%s:%d: depth %d: got %d, want %d", f, n, depth, got, want)
			}
		}
		if *update {
			if err := os.WriteFile(f, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
