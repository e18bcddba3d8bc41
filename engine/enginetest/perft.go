package enginetest

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

// Update writes testdata anew: go test PACKAGE -update. Read it before committing.
var Update = flag.Bool("update", false, "write testdata anew; read it before committing")

// Counting is how positions of a rule set are counted.
type Counting struct {
	Rules engine.Rules
	// Setup is where the positions on a board, by its slug, are set up.
	Setup func(slug string) engine.Setup
	// Faces is the number of kinds of faces of a die; nil: the game has no dice.
	Faces func(die uint8) int
	// Slow counts again in another way, where it can: a position and a depth.
	Slow func(r engine.Race, depth int) (n uint64, ok bool)
}

// Perft reads every testdata/*.perft: positions, each followed by lines "depth count", which say how many distinct legal lines of answers
// there are.
func Perft(t *testing.T, c Counting) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.perft")
	if err != nil || len(files) == 0 {
		t.Fatalf("no perft files: %v", err)
	}
	for _, f := range files {
		doc, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if again := c.count(t, f, doc); *Update {
			if err := os.WriteFile(f, again, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (c Counting) count(t *testing.T, file string, doc []byte) []byte {
	t.Helper()
	var race engine.Race
	var out bytes.Buffer
	in := bufio.NewScanner(bytes.NewReader(doc))
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if line == "" || line[0] == '#' {
			fmt.Fprintln(&out, line)
			continue
		}
		if strings.HasPrefix(line, c.Rules.About().Game+"/") {
			var err error
			if race, err = c.Rules.Read(c.Setup(strings.Fields(line)[1]), line); err != nil {
				t.Fatalf("%s:%d: %v", file, n, err)
			}
			fmt.Fprintln(&out, line)
			continue
		}
		var depth int
		var want uint64
		if _, err := fmt.Sscan(line, &depth, &want); err != nil {
			t.Fatalf("%s:%d: %q; a line is: depth count", file, n, line)
		}
		got := engine.Perft(race, depth, c.Faces)
		if c.Slow != nil {
			if slow, ok := c.Slow(race, depth); ok && slow != got {
				t.Errorf("%s:%d: depth %d: got %d, the slow enumerator %d", file, n, depth, got, slow)
			}
		}
		fmt.Fprintf(&out, "%d %d\n", depth, got)
		if got != want && !*Update {
			t.Errorf("%s:%d: depth %d: got %d, want %d", file, n, depth, got, want)
		}
	}
	return out.Bytes()
}
