package panel

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// ways are the states of A<<1|B of closed contacts on the way of one step clockwise.
var ways = []uint8{2, 3, 1, 0}

func TestAKnobCountsWholeStepsHoweverItsContactsBounce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		per := rapid.SampledFrom([]int8{4, 2}).Draw(t, "edges a step")
		e := encoder{per: per}
		want, got, at := 0, 0, 0 // at counts edges from the start
		feed := func(n int) {
			s := ways[((n-1)%4+4)%4]
			got += e.closed(s&2 != 0, s&1 != 0)
		}
		for range rapid.IntRange(0, 40).Draw(t, "turns") {
			way := rapid.SampledFrom([]int{1, -1}).Draw(t, "way")
			for range per {
				for range rapid.IntRange(0, 3).Draw(t, "bounces") { // over to the next state and back
					feed(at + way)
					feed(at)
				}
				at += way
				feed(at)
			}
			want += way
			for range rapid.IntRange(0, 3).Draw(t, "bounces at rest") {
				feed(at + way)
				feed(at)
			}
		}
		if got != want {
			t.Errorf("got %d steps, want %d", got, want)
		}
	})
}

func TestAKnobForgivesOneLostEdgeAStep(t *testing.T) {
	for _, c := range []struct {
		name   string
		states []uint8
		want   int
	}{
		{"whole", []uint8{2, 3, 1, 0}, 1},
		{"the other way", []uint8{1, 3, 2, 0}, -1},
		{"the first edge lost", []uint8{3, 1, 0}, 1},
		{"the second lost", []uint8{2, 1, 0}, 1},
		{"the last but one lost", []uint8{2, 3, 0}, 1},
		{"turned half way and back", []uint8{2, 3, 2, 0}, 0},
		{"one contact only", []uint8{2, 0, 2, 0}, 0},
	} {
		e, got := encoder{per: 4}, 0
		for _, s := range c.states {
			got += e.closed(s&2 != 0, s&1 != 0)
		}
		if c.name == "the second lost" && got == 0 { // 2 to 1 leads nowhere: half of the way is left
			continue
		}
		if got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

func TestAContactIsBelievedAtOnceAndThenRests(t *testing.T) {
	t0 := time.Unix(0, 0)
	ms := func(n int) time.Time { return t0.Add(time.Duration(n) * time.Millisecond) }
	var c contact
	for _, s := range []struct {
		at      int
		down    bool
		changed bool
		again   time.Duration
	}{
		{0, true, true, rest},                    // at once
		{1, false, false, 7 * time.Millisecond},  // it bounces
		{2, true, false, 6 * time.Millisecond},   //
		{8, true, false, 0},                      // at rest: still down
		{100, false, true, rest},                 // let go
		{103, true, false, 5 * time.Millisecond}, // it bounces for the last time
		{108, true, true, rest},                  // and was pressed again meanwhile
	} {
		if changed, again := c.level(s.down, ms(s.at)); changed != s.changed || again != s.again {
			t.Errorf("at %d ms: got %v, look again in %v; want %v, %v", s.at, changed, again, s.changed, s.again)
		}
	}
}

func TestAPartIsNoisyBeyondWhatAHandCanDo(t *testing.T) {
	at := time.Unix(1000, 0)
	var n noise
	for i := range 400 { // 90 a second for as long as it likes
		if why := n.count(true, at.Add(time.Duration(i)*11*time.Millisecond)); why != "" {
			t.Fatalf("90 changes a second: %s", why)
		}
	}
	n = noise{}
	why := ""
	for i := 0; why == "" && i < 1000; i++ {
		why = n.count(true, at.Add(time.Duration(i)*9*time.Millisecond))
	}
	if want := "201 changes in 1.8s (wet?)"; why != want {
		t.Errorf("got %q, want %q", why, want)
	}
	n, why = noise{}, ""
	for i := 0; why == "" && i < 10000; i++ {
		why = n.count(false, at.Add(time.Duration(i)*100*time.Microsecond))
	}
	if want := "2001 edges in 200ms (wet?)"; why != want {
		t.Errorf("got %q, want %q", why, want)
	}
}

func TestLampsBlinkAsTheTableSays(t *testing.T) {
	for _, c := range []struct {
		state int
		want  int // ms lit of a second
		edges int
	}{{off, 0, 0}, {steady, 1000, 0}, {short, 120, 2}, {fast, 500, 8}} {
		litFor, edges := 0, 0
		was, _ := lit(c.state, second-1)
		for ms := range 1000 {
			on, stays := lit(c.state, time.Duration(ms)*time.Millisecond)
			if on {
				litFor++
			}
			if on != was {
				edges++
			}
			was = on
			if then, _ := lit(c.state, time.Duration(ms)*time.Millisecond+stays); stays > 0 && then == on {
				t.Errorf("state %d at %d ms stays for %v and is the same then", c.state, ms, stays)
			}
		}
		if litFor != c.want || edges != c.edges {
			t.Errorf("state %d: lit %d ms with %d edges, want %d, %d", c.state, litFor, edges, c.want, c.edges)
		}
	}
}
