package link

import (
	"context"
	"errors"
	"io/fs"
	"testing"
)

// What go.bug.st/serial does that a program must know, on a pseudo-terminal: firmware-protocol/hil/README.md lists it.

// Root is not kept out by TIOCEXCL, and neither is a second port in one program: a lock is.
func TestOnePortIsNeverReadByTwo(t *testing.T) {
	_, path := aLine(t)
	p, err := openSerial(path, 115200)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := openSerial(path, 115200); !errors.Is(err, ErrBusy) {
		t.Errorf("opened twice: got %v, want %v", err, ErrBusy)
		if err == nil {
			_ = second.Close()
		}
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if p, err = openSerial(path, 115200); err != nil {
		t.Fatalf("closed and opened again: %v", err)
	}
	_ = p.Close()
}

func TestCloseEndsABlockedRead(t *testing.T) {
	_, path := aLine(t)
	p, err := openSerial(path, 115200)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		_, err := p.Read(make([]byte, 16))
		ended <- err
	}()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err == nil {
		t.Error("the read gave no error, so that its reader goes on")
	}
}

// Whoever is told that the other end is gone is told so again; it does not exist any more.
func TestAPortWhoseOtherEndIsGoneSaysSoAndIsGone(t *testing.T) {
	far, path := aLine(t)
	p, err := openSerial(path, 115200)
	if err != nil {
		t.Fatal(err)
	}
	_ = far.Close()
	buf := make([]byte, 16)
	for range 3 {
		if n, err := p.Read(buf); n != 0 || err == nil {
			t.Errorf("read %d, %v, want an error", n, err)
		}
	}
	if n, err := p.Write([]byte("x")); n > 0 || err == nil {
		t.Errorf("wrote %d, %v, want an error", n, err)
	}
	_ = p.Close()
	if _, err := openSerial("/dev/ttyACM999", 115200); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a port that is not there: %v", err)
	}
}

// The library's list of ports has entries without a name, and opens all of them: it is not used, and no name is not asked for.
func TestAnEmptyNameIsNoPort(t *testing.T) {
	const want = "a port without a name: its path is wanted, such as /dev/ttyACM0"
	if _, err := Start(context.Background(), Options{Paths: []string{"/dev/ttyACM0", ""}}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if ports, missing := find([]string{""}, nil, nil); len(ports)+len(missing) > 0 {
		t.Errorf("got %v and missing %q", ports, missing)
	}
}
