package racefile

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/quick"
)

func write(t testing.TB, n int) string {
	path := filepath.Join(t.TempDir(), "race-0001.race")
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= n; i++ {
		f.Append(Line{Seq: i, MS: int64(i) * 100, Source: "7F3A#119", Text: "R roll 50 50 d", Events: []byte("drives R space=1.1.1>1.1.3 n:100 path:aa PS-6")})
	}
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	f, lines, torn, err := Open(write(t, 3))
	if err != nil || torn != nil || len(lines) != 4 {
		t.Fatalf("got %d lines, torn %v, %v", len(lines), torn, err)
	}
	defer f.Close()
	got := lines[3]
	if got.Seq != 3 || got.MS != 300 || got.Source != "7F3A#119" || got.Text != "R roll 50 50 d" || !strings.HasPrefix(string(got.Events), "drives R") {
		t.Fatalf("got %+v", got)
	}
	if st, _ := os.Stat(f.Path()); st.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v: it holds secrets", st.Mode())
	}
}

// TB-17: whatever the power cut leaves of the last line, the lines before it are there.
func TestATornLastLineIsCutAtEveryByte(t *testing.T) {
	doc, err := os.ReadFile(write(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	last := bytes.LastIndexByte(doc[:len(doc)-1], '\n') + 1
	for cut := last + 1; cut < len(doc); cut++ {
		path := filepath.Join(t.TempDir(), "torn.race")
		if err := os.WriteFile(path, doc[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		f, lines, torn, err := Open(path)
		if err != nil || len(lines) != 3 || torn == nil || torn.Bytes != cut-last {
			t.Fatalf("cut at %d: %d lines, torn %+v, %v", cut, len(lines), torn, err)
		}
		f.Append(Line{Seq: 3, Source: "director", Text: "R gear 2"})
		if err := f.Flush(); err != nil {
			t.Fatal(err)
		}
		f.Close()
		if kept, _ := os.ReadFile(torn.Saved); !bytes.Equal(kept, doc[last:cut]) {
			t.Fatalf("cut at %d: kept %q, want %q", cut, kept, doc[last:cut])
		}
		if f, lines, torn, err = Open(path); err != nil || len(lines) != 4 || torn != nil {
			t.Fatalf("after going on: %d lines, torn %v, %v", len(lines), torn, err)
		}
		f.Close()
	}
}

func TestBytesThatNeverCameAreATornEnd(t *testing.T) {
	doc, _ := os.ReadFile(write(t, 2))
	zeros := append(bytes.Clone(doc), 0, 0, 0, 0, '\n')
	lines, whole, err := Read(zeros)
	if err != nil || len(lines) != 3 || whole != len(doc) {
		t.Fatalf("got %d lines, %d bytes, %v", len(lines), whole, err)
	}
}

// TB-17: a file that was read a moment ago is gone on with at its end, and is read anew where it is longer by now.
func TestAFileThatWasReadIsContinued(t *testing.T) {
	path := write(t, 2)
	doc, _ := os.ReadFile(path)
	f, err := Continue(path, len(doc))
	if err != nil || f == nil {
		t.Fatal(f, err)
	}
	if _, err := Continue(path, len(doc)); err == nil || !strings.Contains(err.Error(), "another boxstop") {
		t.Errorf("two have it open: %v", err)
	}
	f.Append(Line{Seq: 3, Source: "director", Text: "R gear 2"})
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if f, err := Continue(path, len(doc)); f != nil || err != nil {
		t.Errorf("it is longer by now: %v, %v", f, err)
	}
	f, lines, torn, err := Open(path)
	if err != nil || torn != nil || len(lines) != 4 || lines[3].Text != "R gear 2" {
		t.Fatalf("%+v, %v, %v", lines, torn, err)
	}
	f.Close()
}

func TestDamageIsRefusedWithItsLine(t *testing.T) {
	doc, _ := os.ReadFile(write(t, 5))
	at := bytes.Index(doc, []byte("\n3\t")) + 1
	for i := at; doc[i] != '\n'; i++ {
		bad := bytes.Clone(doc)
		bad[i] ^= 1
		if bad[i] == '\n' {
			continue
		}
		if _, _, err := Read(bad); err == nil || !strings.HasPrefix(err.Error(), "line 4: ") {
			t.Fatalf("byte %d flipped: got %v, want an error of line 4", i, err)
		}
	}
	gone := append(bytes.Clone(doc[:at]), doc[at+bytes.IndexByte(doc[at:], '\n')+1:]...)
	if _, _, err := Read(gone); err == nil || !strings.Contains(err.Error(), "line 4: it is number 4, after number 2") {
		t.Fatalf("a line taken out: got %v", err)
	}
}

func TestTwoCannotHaveOneRaceOpen(t *testing.T) {
	path := write(t, 1)
	f, _, _, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, _, _, err := Open(path); err == nil || !strings.Contains(err.Error(), "another boxstop") {
		t.Fatalf("got %v", err)
	}
}

func TestNoFileOfAnothersCrashesTheReader(t *testing.T) {
	if err := quick.Check(func(b []byte) bool { _, _, _ = Read(b); return true }, nil); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Read([]byte("hello\n")); err == nil {
		t.Fatal("a letter was read as a race")
	}
}

func BenchmarkRead10000(b *testing.B) {
	doc, _ := os.ReadFile(write(b, 10000))
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		if _, _, err := Read(doc); err != nil {
			b.Fatal(err)
		}
	}
}
