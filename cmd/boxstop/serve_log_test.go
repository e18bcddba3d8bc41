package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestALogThatHasGrownLongBeginsAnewAndIsKeptOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "serve.log")
	write := func(text string) {
		t.Helper()
		f, err := openLog(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	is := func(path, want string) {
		t.Helper()
		if doc, err := os.ReadFile(path); err != nil || string(doc) != want {
			t.Errorf("%s: got %d bytes %v, want %d", filepath.Base(path), len(doc), err, len(want))
		}
	}
	write("first\n")
	write("second\n")
	is(path, "first\nsecond\n")
	for _, c := range []string{"a", "b"} {
		long := strings.Repeat(c, longLog+1)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		write(long)
		write("new\n")
		is(path, "new\n")
		is(path+".1", long)
	}
}
