package grandprix

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

// Every testdata/*.perft holds positions on Oakring, each followed by lines "depth count": how many distinct legal lines of answers there are.
func TestPerft(t *testing.T) {
	files, err := filepath.Glob("testdata/*.perft")
	if err != nil || len(files) == 0 {
		t.Fatalf("no perft files: %v", err)
	}
	setup := engine.Setup{Board: theBoard, Box: theBox}
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
			if strings.HasPrefix(line, "grandprix/") {
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
			got := engine.Perft(race, depth, func(uint8) int { return 1 })
			fmt.Fprintf(&out, "%d %d\n", depth, got)
			if got != want && !*update {
				t.Errorf("%s:%d: depth %d: got %d, want %d", f, n, depth, got, want)
			}
			if slow := mirror(race.(*Race)).perft(race.(*Race), depth); depth <= 2 && slow != got {
				t.Errorf("%s:%d: depth %d: got %d, the slow enumerator %d", f, n, depth, got, slow)
			}
		}
		if *update {
			if err := os.WriteFile(f, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// perft counts with the second implementation; the way that an option drives is the first one's.
func (r *refRace) perft(race *Race, n int) uint64 {
	if n == 1 {
		return uint64(len(r.legal()))
	}
	if n != 2 {
		return 0
	}
	total := uint64(0)
	for _, a := range race.Asks(nil) {
		for _, o := range race.Options(nil, a, engine.Legal) {
			next, again := race.clone(), mirror(race)
			evs, err := next.Decide(nil, engine.AnswerWith(a, o))
			if err != nil {
				panic(err)
			}
			for _, e := range evs {
				next.Apply(e)
			}
			again.take(moveOf(race.k, &o), wayOf(r.b, engine.Space(race.s.car[o.Car-1].space), o.Path))
			total += again.perft(next, n-1)
		}
	}
	return total
}
