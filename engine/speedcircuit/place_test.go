package speedcircuit

import (
	"fmt"
	"strings"
	"testing"

	"boxstop/engine"
)

// at is a car in lap 1, with card B: 40, up 60, down 40, top 180, wear 4.
func at(space string, speed int64) put {
	return put{space: space, c: car{lap: 1, speed: speed, last: speed, start: 40, accel: 60, decel: 40, top: 180, wear: 4, allow: 4, card: 2}}
}

type put struct {
	space string
	c     car
}

// from says what speed it comes from.
func (p put) from(mph int64) put { p.c.last = mph; return p }

func (p put) wear(n int64) put { p.c.wear = n; return p }

func (p put) decel(mph int64) put { p.c.decel = mph; return p }

func (p put) lap(n int64) put { p.c.lap = n; return p }

// in is a car in a passage in which it has paid so much.
func (p put) in(paid int64) put { p.c.begun, p.c.paid = 1, paid; return p }

// place starts in the moves of turn 10 with cars where a test wants them, in the order of their moves. Those on no space are out.
func place(t testing.TB, options []string, cars ...put) *table {
	t.Helper()
	tb := sit(t, file("straight-and-bend"), len(cars), 1, options...)
	s := &tb.r.s
	s.turn, s.step = 10, sMove
	for i, p := range cars {
		p.c.space = int64(tb.space(p.space))
		p.c.rank, p.c.moved, p.c.seat = int64(i+1), 9, 0
		s.car[i] = p.c
	}
	return tb
}

// ends are the options of the open move: space, wear, and how it ends, in their order.
func (tb *table) ends(w engine.Which) string {
	var out []string
	for _, o := range tb.list(w) {
		t := string(tb.k.board.AppendSpace(nil, o.End))
		if o.Pays[0].N > 0 {
			t += fmt.Sprintf(" -%d", o.Pays[0].N)
		}
		switch o.Fate {
		case engine.SpinsOut:
			t += " spins"
		case engine.Collides:
			t += " collides"
		case engine.GoesOut:
			t = "crash"
		}
		out = append(out, t)
	}
	return strings.Join(out, ", ")
}

func (tb *table) wantEnds(want string) {
	tb.Helper()
	if got := tb.ends(engine.Offered); got != want {
		tb.Errorf("offered: got  %s\nwant %s", got, want)
	}
}

// on is where a car stands.
func (tb *table) on(c int) string {
	if tb.car(c).space == 0 {
		return "off"
	}
	return string(tb.k.board.AppendSpace(nil, engine.Space(tb.car(c).space)))
}

// costs are what events cost, by their clauses: "SC-9 1, SC-10 2".
func costs(es []engine.Event) string {
	var out []string
	for _, e := range es {
		if e.Field == fWear {
			out = append(out, fmt.Sprintf("%s %d", aboutGame.Clauses[e.Clause], e.Was-e.Is))
		}
	}
	return strings.Join(out, ", ")
}

// kind is the first event of a kind.
func kind(es []engine.Event, k engine.Kind) (engine.Event, bool) {
	for _, e := range es {
		if e.Kind == k {
			return e, true
		}
	}
	return engine.Event{}, false
}
