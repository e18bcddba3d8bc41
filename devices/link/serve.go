package link

import (
	"context"
	"fmt"
	"time"
)

// chunk is what one Read gave, and when.
type chunk struct {
	at    time.Time
	bytes []byte
}

// serve opens a port, talks to what is behind it, and closes it again. It reports its outcome when the port is closed, which is after the
// writer has ended: a Write after Close goes to whatever file has the descriptor by then, and Close does not end a blocked Write.
func (l *Link) serve(ctx context.Context, f found) {
	l.fd.Lock()
	port, err := l.opt.Open(f.real)
	l.fd.Unlock()
	if err != nil {
		l.talks.Done()
		l.ended <- outcome{real: f.real, how: failed, text: trouble(err)}
		return
	}
	s := &session{
		link:   l,
		found:  f,
		in:     make(chan chunk),
		out:    make(chan []byte, 16),
		orders: make(chan order, room),
		gone:   make(chan struct{}),
		over:   make(chan struct{}),
	}
	writer, reader := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(writer)
		s.write(port)
	}()
	go func() {
		defer close(reader)
		s.read(port)
	}()
	how, text := s.talk(ctx)
	close(s.over)
	close(s.out)
	l.talks.Done()
	<-writer
	closed := make(chan struct{})
	l.fd.Lock()
	go func() {
		defer close(closed)
		_ = port.Close()
		<-reader
	}()
	enough := time.NewTimer(time.Second)
	select {
	case <-closed:
	case <-enough.C: // it is stuck, the others are not
	}
	enough.Stop()
	l.fd.Unlock()
	<-closed
	l.ended <- outcome{real: f.real, how: how, text: text}
}

// read passes on what comes until the line is gone: any error at all means that.
func (s *session) read(port Port) {
	defer close(s.gone)
	defer func() {
		if p := recover(); p != nil { // a descriptor of 1024 or more
			s.why = fmt.Sprint(p)
		}
	}()
	for {
		buf := make([]byte, 256)
		n, err := port.Read(buf)
		if n > 0 {
			select {
			case s.in <- chunk{time.Now(), buf[:n]}:
			case <-s.over:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// write is the only writer of the port. After an error it writes no more; the reader hears of that, too.
func (s *session) write(port Port) {
	for b := range s.out {
		for len(b) > 0 {
			n, err := port.Write(b)
			if err != nil {
				for range s.out { // until the session ends
				}
				return
			}
			b = b[n:]
		}
	}
}
