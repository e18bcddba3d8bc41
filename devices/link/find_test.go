package link

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

func TestAPortWithSeveralNamesIsFoundOnceByTheBestOfThem(t *testing.T) {
	dir := t.TempDir()
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"ttyACM0", "ttyACM1", "ttyUSB0", "ttyS0"} {
		if err := os.WriteFile(at(name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"cup": "ttyACM0", "id-a": "ttyACM0", "id-b": "ttyACM1", "id-c": "ttyUSB0", "id-gone": "ttyACM7"} {
		if err := os.Symlink(at(to), at(link)); err != nil {
			t.Fatal(err)
		}
	}
	ports, missing := find([]string{at("cup"), at("none")}, []string{at("id-*"), at("ttyACM*"), at("ttyUSB*")}, []string{at("ttyUSB0")})
	var got []string
	for _, p := range ports {
		got = append(got, filepath.Base(p.name)+" "+filepath.Base(p.real))
		if filepath.Dir(p.real) != real {
			t.Errorf("%s leads to %s", p.name, p.real)
		}
	}
	want := []string{"cup ttyACM0", "id-b ttyACM1"}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(missing) != 1 || missing[0] != at("none") {
		t.Errorf("missing %q", missing)
	}
}

// PROTOCOL.md, rule 7: among the last 256, a count is taken once, whatever is repeated and wherever the count begins.
func TestEachCountIsTakenOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := counts{}
		next := rapid.Uint32Range(1, math.MaxUint32).Draw(t, "first")
		var taken []uint32
		acked := map[uint32]bool{}
		for range rapid.IntRange(1, 600).Draw(t, "readings") {
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				if len(taken) == 0 {
					continue
				}
				old := taken[len(taken)-1-rapid.IntRange(0, min(len(taken), remembered)-1).Draw(t, "back")]
				if known, safe := c.take(old); !known || safe != acked[old] {
					t.Fatalf("%d again: known %v, safe %v, want true, %v", old, known, safe, acked[old])
				}
			case 1:
				if len(taken) > 0 {
					acked[taken[len(taken)-1]] = true
					c.ack(taken[len(taken)-1])
				}
			default:
				if known, _ := c.take(next); known {
					t.Fatalf("%d is new, but was taken for known", next)
				}
				taken = append(taken, next)
				if next++; next == 0 {
					next = 1
				}
			}
		}
	})
}

func TestAUnitIsForgottenOnlyWhenItsCountLiesBehind(t *testing.T) {
	for _, c := range []struct {
		last, now uint32
		forgot    bool
	}{
		{0, 5, false}, {5, 5, false}, {5, 64, false}, {64, 5, true}, {math.MaxUint32, 3, false}, {3, math.MaxUint32, true}, {500, 0, true},
	} {
		k := counts{}
		if c.last > 0 {
			k.take(c.last)
		}
		if got := k.meet(c.now); got != c.forgot {
			t.Errorf("last %d, now %d: got %v, want %v", c.last, c.now, got, c.forgot)
		}
		if known, _ := k.take(c.last); c.last > 0 && known == c.forgot {
			t.Errorf("last %d, now %d: known is %v", c.last, c.now, known)
		}
	}
}
