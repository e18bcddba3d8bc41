package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"time"

	"boxstop/cmd/internal/view"
)

// listens waits until somebody listens on a socket.
func listens(socket string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for {
		c, err := net.Dial("unix", socket)
		if err == nil {
			return c.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("nobody listens: %w", err)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// hand is a client without a screen.
type hand struct {
	conn net.Conn
	in   *bufio.Reader
	out  *json.Encoder
	id   int64
	snap *view.Snapshot
	seen int // the highest line number that it was shown
}

func dial(socket string) (*hand, error) {
	c, err := net.Dial("unix", socket)
	if err != nil {
		return nil, err
	}
	h := &hand{conn: c, in: bufio.NewReader(c), out: json.NewEncoder(c)}
	if err := h.out.Encode(view.ToControl{V: view.Version, Hello: &view.Hello{Client: "test"}}); err != nil {
		return nil, err
	}
	return h, h.hear(nil)
}

// hear reads until a snapshot came, or the reply to an order if one is waited for.
func (h *hand) hear(reply *view.Reply) error {
	for {
		if err := h.conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
			return err
		}
		line, err := h.in.ReadBytes('\n')
		if err != nil {
			return err
		}
		var m view.FromControl
		if err := json.Unmarshal(line, &m); err != nil {
			return err
		}
		if m.Snapshot != nil {
			h.snap = m.Snapshot
			h.seen = max(h.seen, m.Snapshot.Seq)
			if reply == nil {
				return nil
			}
		}
		if m.Reply != nil && reply != nil && m.Reply.ID == h.id {
			*reply = *m.Reply
			return nil
		}
	}
}

func (h *hand) order(line, ask string) (view.Reply, error) {
	h.id++
	if err := h.out.Encode(view.ToControl{V: view.Version, Order: &view.Order{ID: h.id, Line: line, Ask: ask, Sure: true}}); err != nil {
		return view.Reply{}, err
	}
	var r view.Reply
	return r, h.hear(&r)
}

// orders says lines that must all be taken.
func (h *hand) orders(lines ...string) error {
	for _, l := range lines {
		r, err := h.order(l, "")
		if err != nil {
			return err
		}
		if r.Error != "" {
			return fmt.Errorf("%s: %s", l, r.Error)
		}
	}
	return nil
}

// next is an answer to what the race waits for, chosen by luck; false: it waits for nothing.
func (h *hand) next(luck *rand.Rand) (line, ask string, ok bool) {
	for _, a := range h.snap.Asks {
		if !a.Waits || a.Done {
			continue
		}
		if a.Form == "roll" {
			return a.Line, a.ID, true
		}
		if n := len(a.Options); n > 0 {
			return a.Options[luck.IntN(n)].Line, a.ID, true
		}
	}
	return "", "", false
}

// sixCars are sample cars.
var sixCars = []string{
	`enter R red "Anna"`, `enter B blue "Ben"`, `enter Y yellow "Cleo"`, `enter G green "Dev"`, `enter W white "Eve"`, `enter K black "Finn"`,
}

// evening6 sets six cars up that people drive.
func evening6() []string {
	return append([]string{"game " + games[0].About().Game, "board " + demoBoard}, append(sixCars, "grid R B Y G W K")...)
}
