package lemans

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boxstop/engine"
)

var update = flag.Bool("update", false, "write testdata anew; read it before committing")

// Every testdata/*.perft holds positions on Dunes, each followed by lines "depth count": how many distinct legal
// lines of answers there are.
func TestPerft(t *testing.T) {
	files, err := filepath.Glob("testdata/*.perft")
	if err != nil || len(files) == 0 {
		t.Fatalf("no perft files: %v", err)
	}
	setup := engine.Setup{Board: courses["dunes"], Box: theBox}
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
			if strings.HasPrefix(line, "lemans/") {
				if race, err = rules.Read(setup, line); err != nil {
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
			got := engine.Perft(race, depth, func(uint8) int { return faces })
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
