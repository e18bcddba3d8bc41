package wire_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"boxstop/firmware-protocol/wire"
)

// vector is one paragraph of a file in ../vectors.
type vector struct {
	line  int // of the file
	about string
	typed bool
	in    []byte
	want  []string
}

func vectors(t *testing.T, name string) []vector {
	t.Helper()
	data, err := os.ReadFile("../vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	var v vector
	for i, s := range strings.Split(string(data)+"\n", "\n") {
		switch {
		case s == "":
			if v.in != nil {
				all = append(all, v)
			}
			v = vector{line: i + 2}
		case strings.HasPrefix(s, "# "):
			v.about = s[2:]
		case s == "typed":
			v.typed = true
		case strings.HasPrefix(s, "< "):
			v.in = append(v.in, unquote(t, s[2:])...)
		case strings.HasPrefix(s, "= "), strings.HasPrefix(s, "! "):
			v.want = append(v.want, s)
		default:
			t.Fatalf("%s:%d: %q is no line of a vector file", name, i+1, s)
		}
	}
	return all
}

func unquote(t *testing.T, s string) string {
	t.Helper()
	u, err := strconv.Unquote(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return u
}

func TestEveryVectorGivesTheReadingThatItSays(t *testing.T) {
	for _, name := range []string{"good.txt", "bad.txt", "noise.txt", "typed.txt"} {
		all := vectors(t, name)
		if len(all) < 10 {
			t.Fatalf("%s: only %d vectors were found", name, len(all))
		}
		for _, v := range all {
			d := wire.Decoder{Typed: v.typed}
			var got []string
			for _, b := range v.in {
				switch {
				case !d.Feed(b):
				case d.Fault() != 0:
					got = append(got, "! "+d.Fault().Error())
				default:
					got = append(got, "= "+d.Line().String())
				}
			}
			if g, w := strings.Join(got, "\n"), strings.Join(v.want, "\n"); g != w {
				t.Errorf("%s:%d: %s\n%q\ngot\n%s\nwant\n%s", name, v.line, v.about, v.in, g, w)
			}
		}
	}
}

// TB-6 asks for ASK and IDENTIFY in the protocol, with vectors for both.
func TestEveryVerbAndEveryFaultHasAVector(t *testing.T) {
	have := map[string]bool{}
	for _, name := range []string{"good.txt", "bad.txt"} {
		for _, v := range vectors(t, name) {
			for _, w := range v.want {
				have[strings.Join(strings.Fields(w)[:2], " ")] = true
			}
		}
	}
	for v := wire.Hello; v <= wire.Error; v++ {
		if !have["= "+v.String()] {
			t.Errorf("no good line for %s", v)
		}
	}
	for f := wire.Cut; f <= wire.BadValue; f++ {
		if !have["! "+f.Error()] {
			t.Errorf("no bad line for %s", f)
		}
	}
}

func TestTheSumsOfTheVectorsAreRight(t *testing.T) {
	data, err := os.ReadFile("../vectors/sums.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		at := strings.LastIndexByte(s, ' ')
		in, want := unquote(t, s[:at]), s[at+1:]
		if got := fmt.Sprintf("%04X", wire.Sum([]byte(in))); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}

func TestTheLinesThatProtocolMdShowsAreGood(t *testing.T) {
	data, err := os.ReadFile("../PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`\$[A-Z]+,[^*\n]*\*[0-9A-F]{4}`).FindAllString(string(data), -1)
	if len(shown) < 9 {
		t.Fatalf("only %d lines were found", len(shown))
	}
	for _, s := range shown {
		if l, err := wire.Read([]byte(s), false); err != nil {
			t.Errorf("%s: %v (%s)", s, err, wire.Seal([]byte(s[:strings.IndexByte(s, '*')]), 0))
		} else if back, _ := l.Append(nil); string(back) != s+"\r\n" {
			t.Errorf("%s: is written as %s", s, back)
		}
	}
}

func FuzzVectorsAsSeeds(f *testing.F) {
	for _, name := range []string{"good.txt", "bad.txt", "noise.txt", "typed.txt"} {
		data, err := os.ReadFile("../vectors/" + name)
		if err != nil {
			f.Fatal(err)
		}
		for _, s := range strings.Split(string(data), "\n") {
			if strings.HasPrefix(s, "< ") {
				if u, err := strconv.Unquote(s[2:]); err == nil {
					f.Add([]byte(u))
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		l, err := wire.Read(in, true)
		if err != nil {
			return
		}
		out, err := l.Append(nil)
		if err != nil {
			t.Fatalf("%q was read as %s, which cannot be written", in, &l)
		}
		if back, err := wire.Read(out, false); err != nil || back != l {
			t.Fatalf("%q: got %s %v, want %s", out, &back, err, &l)
		}
	})
}
