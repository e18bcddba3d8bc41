package grandprix

import (
	"testing"

	"boxstop/engine"
)

// race drives a race of three teams, each by a level, and returns the points of each.
func raceOf(t testing.TB, levels []string, luck uint64) [maxTeams]int64 {
	started, err := New().Start(engine.Setup{Board: theBoard, Box: theBox, Entries: entries(len(levels)), Grid: engine.ByLot})
	if err != nil {
		t.Fatal(err)
	}
	r := started.(*Race)
	var bots []engine.Bot
	for _, l := range levels {
		bots = append(bots, New().Bot(l))
	}
	for n := 0; ; n++ {
		asks := r.Asks(nil)
		if len(asks) == 0 {
			break
		}
		if n > 3000 {
			t.Fatalf("no end: %s", r.Position(nil))
		}
		b := bots[0]
		if s := asks[0].Seat; s != 0 {
			b = bots[s-1]
		}
		evs, err := r.Decide(nil, b.Answer(r.Public(asks[0].Seat), asks[0], engine.Shuffle(&luck)))
		if err != nil {
			t.Fatalf("%+v in %s", err, r.Position(nil))
		}
		for _, e := range evs {
			r.Apply(e)
		}
	}
	var out [maxTeams]int64
	for i := range r.s.cars {
		if c := &r.s.car[i]; c.status == finished {
			out[c.crew-1] += points(c.place)
		}
	}
	return out
}

// Bots have a sense of traffic: better ones win more points.
func TestBetterDriversWinMorePoints(t *testing.T) {
	races := 8
	if testing.Short() {
		races = 2
	}
	var sum [3]int64
	levels := []string{"easy", "medium", "hard"}
	for n := range races {
		var order []string
		for i := range levels { // every seat in its turn
			order = append(order, levels[(i+n)%3])
		}
		pts := raceOf(t, order, uint64(n)*7919+3)
		for i := range levels {
			sum[(i+n)%3] += pts[i]
		}
	}
	t.Logf("points: easy %d, medium %d, hard %d", sum[0], sum[1], sum[2])
	if races > 2 && (sum[0] >= sum[1] || sum[1] > sum[2]+int64(races)) {
		t.Errorf("points: easy %d, medium %d, hard %d", sum[0], sum[1], sum[2])
	}
}
