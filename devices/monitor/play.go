package monitor

import (
	"context"
	"io"
	"slices"
	"sync"

	"boxstop/firmware-protocol/wire"
)

// Play is a unit that says what it said in a recording: it waits for a host's HELLO, answers that with the recorded IAM, acknowledges each command
// as it comes, and else plays as Replay does. Recorded IAMs and acknowledgements are left out. It returns when all is said; until then and as
// long as rw can be read, the host is answered.
func Play(ctx context.Context, es []Entry, port string, speed float64, rw io.ReadWriter) (int, error) {
	if port == "" && len(es) > 0 {
		port = es[0].Port
	}
	var who []byte
	says := slices.Clone(es[:0:0])
	for _, e := range es {
		l, err := wire.Read(e.Raw, false)
		switch {
		case e.Port != port || e.Out || err != nil:
			says = append(says, e)
		case l.Verb == wire.IAm:
			if who == nil {
				who = e.Raw
			}
		case l.Verb != wire.Ack && l.Verb != wire.Refuse:
			says = append(says, e)
		}
	}
	out := &locked{w: rw}
	begun, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- answer(rw, out, who, sync.OnceFunc(func() { close(begun) }))
	}()
	select {
	case <-begun:
	case err := <-ended:
		return 0, err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	return Replay(ctx, says, port, speed, out)
}

// answer answers a host until its line ends.
func answer(r io.Reader, w io.Writer, who []byte, hello func()) error {
	var d wire.Decoder
	buf := make([]byte, 256)
	for {
		n, err := r.Read(buf)
		for _, b := range buf[:n] {
			if !d.Feed(b) || d.Fault() != 0 {
				continue
			}
			switch l := d.Line(); {
			case l.Verb == wire.Hello:
				_, _ = w.Write(who)
				hello()
			case l.Verb.Numbered():
				ack, _ := (&wire.Line{Verb: wire.Ack, Number: l.Number}).Append(nil)
				_, _ = w.Write(ack)
			}
		}
		if err != nil {
			return err
		}
	}
}

type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}
