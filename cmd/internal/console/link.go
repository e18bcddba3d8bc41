package console

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"boxstop/cmd/internal/view"
)

// link is the connection to race control. It reads on one goroutine and writes on another; neither ever waits for the desk.
type link struct {
	o    Options
	in   func(m *view.FromControl, first bool) // from the reading goroutine; the first line of a connection says that it is up
	lost func()
	out  chan view.ToControl
}

// errVersion ends a console that control does not understand.
var errVersion = errors.New("this console and race control are of different versions")

// queue is how many orders may wait for the wire.
const queue = 64

// send never blocks.
func (l *link) send(m view.ToControl) bool {
	select {
	case l.out <- m:
		return true
	default:
		return false
	}
}

// run speaks with control until the context ends, the connection is lost and cannot be made again, or the versions differ.
func (l *link) run(ctx context.Context, conn io.ReadWriteCloser) error {
	wait := l.o.Retry
	for {
		err := l.talk(ctx, conn)
		l.lost()
		if l.o.Log != nil && ctx.Err() == nil {
			l.o.Log.Info("race control does not answer", "why", err)
		}
		if ctx.Err() != nil || errors.Is(err, errVersion) || l.o.Dial == nil {
			return err
		}
		for {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(wait):
			}
			if conn, err = l.o.Dial(ctx); err == nil {
				wait = l.o.Retry
				break
			}
			wait = min(wait*2, 5*time.Second)
		}
	}
}

// talk holds one connection.
func (l *link) talk(ctx context.Context, conn io.ReadWriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	context.AfterFunc(ctx, func() { conn.Close() })
	for len(l.out) > 0 { // for a connection that is no more: nothing is sent twice
		<-l.out
	}
	hello := view.ToControl{V: view.Version, Hello: &view.Hello{Client: "console", Language: l.o.Language}}
	go l.write(ctx, conn, hello)
	r := bufio.NewReaderSize(conn, 64<<10)
	for first := true; ; first = false {
		line, err := readLine(r)
		if err != nil {
			return fmt.Errorf("race control: %w", err)
		}
		m := new(view.FromControl)
		if err := json.Unmarshal(line, m); err != nil {
			return fmt.Errorf("race control said what is no line of version %d: %w", view.Version, err)
		}
		if m.V != view.Version {
			return fmt.Errorf("%w: it speaks version %d, this console %d; start the console of the same build", errVersion, m.V, view.Version)
		}
		l.in(m, first)
	}
}

func (l *link) write(ctx context.Context, conn io.Writer, hello view.ToControl) {
	enc := json.NewEncoder(conn)
	if enc.Encode(hello) != nil {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-l.out:
			if enc.Encode(m) != nil {
				return
			}
		}
	}
}

// readLine reads one line of at most view.MaxLine bytes.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > view.MaxLine {
			return nil, fmt.Errorf("a line of more than %d bytes", view.MaxLine)
		}
		if err == nil && line == nil {
			return part, nil
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}
