package pitstop

import (
	"strings"
	"testing"

	"boxstop/engine"
)

// PS-18: chosen in secret, shown at once.
func TestTyresAreChosenInSecretAndShownAtOnce(t *testing.T) {
	tb := sit(t, 3, engine.ByHand, "soft-tyres on")
	tb.wantAsked("R kind, B kind, Y kind")
	tb.say(wKind, 1, soft)
	for seat, want := range map[engine.Seat]string{0: "choice:?", 1: "choice:soft", 2: "choice:?"} {
		if got := string(tb.r.Public(seat).Position(nil)); !strings.Contains(got, want) {
			t.Errorf("seat %d sees %s, want %s", seat, got, want)
		}
	}
	for i, a := range tb.r.Asks(nil) {
		if !a.Secret || !a.Waits || a.Done != (i == 0) {
			t.Errorf("ask %d: %+v", i, a)
		}
	}
	es := tb.say(wKind, 2, hard)
	if e := es[0].Redacted(&aboutGame); e.Is != 0 || e.Was != 0 || e.N != 0 {
		t.Errorf("everybody sees %+v", e)
	}
	tb.want("R shows nothing yet", tb.car(1).kind, hard)
	tb.say(wKind, 2, soft) // a lock is taken back by a new answer
	tb.say(wKind, 1, hard)
	tb.say(wKind, 3, soft)
	for c, want := range []int64{hard, soft, soft} {
		tb.want("kind", tb.car(c+1).kind, want)
		tb.want("choice", tb.car(c+1).choice, 0)
	}
	tb.wantAsked("R bonus, R roll 1")
	if i := tb.refuse(engine.Answer{What: wKind, Car: 1, Value: soft}); i.Fault != xNotAsked {
		t.Errorf("after the start: got %+v", i)
	}
}

// PS-18 with its example.
func TestSoftTyresTurnDropsAsLongAsPointsLast(t *testing.T) {
	for _, c := range []struct {
		name             string
		kind             int64
		tyres, fuel      int64
		gear             int64
		dice             string
		speed, left, end int64
		option           string
	}{
		{"example: with 5 points", soft, 5, 16, 3, "50 d d", 150, 3, 16, "soft-tyres on"},
		{"example: with 1 point", soft, 1, 16, 3, "50 d d", 100, 0, 16, "soft-tyres on"},
		{"with none", soft, 0, 16, 3, "50 d d", 50, 0, 16, "soft-tyres on"},
		{"hard turns nothing", hard, 5, 16, 3, "50 d d", 50, 5, 16, "soft-tyres on"},
		{"switched off", soft, 5, 16, 3, "50 d d", 50, 5, 16, "soft-tyres off"},
		{"empty: fuel faces are turned as well, burning nothing", soft, 5, 0, 3, "50 f d", 150, 3, 0, "soft-tyres on"},
	} {
		t.Run(c.name, func(t *testing.T) {
			me := on(0, c.gear).with(c.tyres, c.fuel)
			me.kind = c.kind
			tb := place(t, []string{c.option}, me, on(30, 1))
			tb.roll(1, c.dice)
			tb.want("km/h", tb.car(1).speed, c.speed)
			tb.want("tyres", tb.car(1).tyres, c.left)
			tb.want("fuel", tb.car(1).fuel, c.end)
			tb.want("the last point may go this way", tb.car(1).status, running)
		})
	}
}

// PS-18: corner wear is the same for both.
func TestSoftTyresWearInCornersLikeHardOnes(t *testing.T) {
	me := on(8, 5)
	me.kind = soft
	tb := place(t, []string{"soft-tyres on"}, me, on(30, 1))
	tb.roll(1, "50 50 50 50 50")
	tb.want("tyres", tb.car(1).tyres, 12)
}

// PS-18: a tyre change may choose the kind again, openly.
func TestATyreChangeMayChooseTheKindAgain(t *testing.T) {
	in := func(options ...string) *table {
		tb := place(t, options, on(0, 1), on(20, 1))
		tb.car(1).space = int64(tb.k.pit)
		tb.r.s.step = sService
		return tb
	}
	tb := in("soft-tyres on")
	tb.say(wService, 1, both)
	tb.wantAsked("R kind, R pit-roll 2")
	if a := tb.r.Asks(nil)[0]; a.Secret || a.Waits || a.Unsaid != int16(hard) {
		t.Errorf("got %+v; want an open ask that the race does not wait for", a)
	}
	tb.say(wKind, 1, soft)
	tb.wantAsked("R pit-roll 2")
	tb.want("kind", tb.car(1).kind, soft)
	tb.dice(wPitRoll, 1, "50 50")
	tb = in("soft-tyres on")
	tb.say(wService, 1, both)
	tb.dice(wPitRoll, 1, "50 50") // unsaid: it stays
	tb.want("kind", tb.car(1).kind, hard)
	tb = in("soft-tyres on")
	tb.say(wService, 1, fuelOnly)
	tb.wantAsked("R pit-roll 1")
	tb = in("soft-tyres off")
	tb.say(wService, 1, both)
	tb.wantAsked("R pit-roll 2")
}
