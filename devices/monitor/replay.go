package monitor

import (
	"context"
	"fmt"
	"io"
	"time"
)

// Replay writes what a port's unit said to w, with its pauses divided by speed (0: without any), until the entries or ctx end. port "": the
// port of the first entry. Hushed entries are passed over: they hold nothing. It returns how many entries it wrote.
func Replay(ctx context.Context, es []Entry, port string, speed float64, w io.Writer) (int, error) {
	if port == "" && len(es) > 0 {
		port = es[0].Port
	}
	n := 0
	seen := false
	start := time.Now()
	var begin time.Duration
	timer := time.NewTimer(0)
	defer timer.Stop()
	for _, e := range es {
		if e.Port != port {
			continue
		}
		if !seen {
			begin, seen = e.At, true
		}
		if e.Out || e.Hushed {
			continue
		}
		if speed > 0 {
			timer.Reset(time.Until(start.Add(time.Duration(float64(e.At-begin) / speed))))
			select {
			case <-timer.C:
			case <-ctx.Done():
				return n, ctx.Err()
			}
		}
		if err := ctx.Err(); err != nil {
			return n, err
		}
		if _, err := w.Write(e.Raw); err != nil {
			return n, err
		}
		n++
	}
	if !seen {
		return 0, fmt.Errorf("port %q is not in the recording: %s", port, portsOf(es))
	}
	return n, nil
}

// portsOf names the ports of a recording.
func portsOf(es []Entry) string {
	s := ""
	seen := map[string]bool{}
	for _, e := range es {
		if !seen[e.Port] {
			seen[e.Port] = true
			s += ", " + e.Port
		}
	}
	if s == "" {
		return "there is no entry in it"
	}
	return s[2:]
}
