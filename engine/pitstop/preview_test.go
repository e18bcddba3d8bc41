package pitstop

import (
	"fmt"
	"slices"
	"testing"

	"boxstop/engine"
)

// rows are what a roll may lead to: km/h, cell, tyres, and what its note says.
func (tb *table) rows(w engine.What) (out []string) {
	for _, a := range tb.r.Asks(nil) {
		if a.What != w {
			continue
		}
		for _, o := range tb.r.Options(nil, a, engine.Offered) {
			t := fmt.Sprintf("%d %d", o.Value, tb.k.cell[o.End])
			n := int16(0)
			for _, p := range o.Pays {
				n += p.N
			}
			if n > 0 {
				t += fmt.Sprintf(" -%d", n)
			}
			for i, c := range "+fpxh" {
				if o.Note>>i&1 != 0 {
					t += " " + string(c)
				}
			}
			out = append(out, t)
		}
	}
	return out
}

// The preview of screen S2: gear 4, the bonus not said yet; PS-5, PS-8 and PS-10 in one list.
func TestARollListsWhatItMayLeadTo(t *testing.T) {
	tb := place(t, nil, on(7, 4), on(0, 1))
	if got, want := tb.rows(wRoll), []string{"0 7", "50 8 f", "100 9 f", "150 10", "200 11 -2", "250 12 -4 + f", "300 13 -6 + f"}; !slices.Equal(got, want) {
		t.Errorf("unsaid: got %v, want %v", got, want)
	}
	tb.say(wBonus, 1, 1)
	if got, want := tb.rows(wRoll), []string{"100 9", "150 10", "200 11 -2", "250 12 -4 f", "300 13 -6 f"}; !slices.Equal(got, want) {
		t.Errorf("taken: got %v, want %v", got, want)
	}
}

// PS-9, PS-12, PS-13, PS-15 and PS-18 in previews.
func TestPreviewsKnowTheEndOfAMove(t *testing.T) {
	for _, c := range []struct {
		name string
		me   car
		opts []string
		full int64
		want []string
	}{
		{"out", on(8, 3).with(1, 16), nil, 0, []string{"0 8", "50 9 f", "100 10", "150 11", "200 11 -2 + x"}},
		{"traffic", on(0, 3), nil, 2, []string{"0 0", "50 1 f", "50 1 -1 f", "50 1 -2 f", "50 1 -3 + f"}},
		{"the pits", on(48, 3), nil, 0, []string{"0 48", "50 49 f", "100 50 f p", "150 51 f p", "200 52 + f p"}},
		{"home", func() car { c := on(58, 3); c.lap = 3; return c }(), nil, 0, []string{"0 58", "50 59 f", "100 0 h", "150 0 h", "200 0 + h"}},
		{"soft tyres", func() car { c := on(0, 2); c.kind = soft; return c }(), []string{"soft-tyres on"}, 0, []string{"100 2 -2", "100 2 -1 f", "100 2 f", "150 3 -2 +", "150 3 -1 + f", "150 3 + f"}},
		{"without fuel", on(0, 2).with(16, 0), nil, 0, []string{"0 0", "50 1", "100 2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cars := []car{c.me, on(30, 1)}
			if c.full > 0 {
				cars = []car{c.me, on(c.full, 1), on(c.full, 1), on(c.full, 1)}
			}
			if got := place(t, c.opts, cars...).rows(wRoll); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// Every roll leads to one of the outcomes that were listed for it (S2).
func TestEveryRollLeadsToAListedOutcome(t *testing.T) {
	for _, opts := range [][]string{nil, {"soft-tyres on"}, {"last-cell-paid-in-part drives-on"}, {"soft-tyres on", "pit-entry exact"}} {
		for cell := int64(0); cell < 60; cell++ {
			for gear := int64(1); gear <= 6; gear++ {
				for _, tyres := range []int64{0, 1, 3, 16} {
					me := on(cell, gear).with(tyres, 5)
					me.kind, me.lap = cell%2, 2+cell/30
					tb := place(t, opts, me, on((cell+3)%60, 1), on((cell+3)%60, 1), on((cell+3)%60, 1))
					for i := 2; i <= 4; i++ {
						tb.car(i).lap = 1
					}
					for said := int64(0); said <= 1; said++ {
						tb.r.s.said = saidNo + said
						tb.listed(t, gear, tyres)
					}
				}
			}
		}
	}
}

func (tb *table) listed(t *testing.T, gear, tyres int64) {
	asks := tb.r.Asks(nil)
	list := tb.r.Options(nil, asks[len(asks)-1], engine.Offered)
	for drops := int64(0); drops <= gear; drops++ {
		ans := engine.Answer{What: wRoll, Car: 1}
		for i := range gear {
			ans.Faces[i] = 1
			if i < drops {
				ans.Faces[i] = 3
			}
		}
		c := tb.r.clone()
		evs, err := c.Decide(nil, ans)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range evs {
			c.Apply(e)
		}
		if c.s.step == sPit {
			evs, err = c.Decide(nil, engine.Answer{What: wPit, Car: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range evs {
				c.Apply(e)
			}
		}
		got := c.s.car[0]
		if !slices.ContainsFunc(list, func(o engine.Option) bool {
			n := int64(0)
			for _, p := range o.Pays {
				n += int64(p.N)
			}
			switch o.Fate {
			case engine.GoesOut:
				return got.status == out && got.speed == o.Value && got.where == int64(o.End)
			case engine.Completes:
				return got.status == finished && got.speed == o.Value && got.tyres == tyres-n
			}
			return got.status == running && got.speed == o.Value && got.space == int64(o.End) && got.tyres == tyres-n
		}) {
			t.Fatalf("%d drops: %+v is not in %+v\n%s", drops, got, list, tb.r.Position(nil))
		}
	}
}

// Every second roll of a slipstream leads to one of the outcomes that were listed for it (PS-19, PS-24).
func TestEverySecondRollLeadsToAListedOutcome(t *testing.T) {
	for cell := int64(0); cell < 60; cell++ {
		for _, tyres := range []int64{0, 1, 2, 4, 16} {
			for kind := hard; kind <= soft; kind++ {
				tb := place(t, []string{"slipstream on", "soft-tyres on"}, on((cell+1)%60, 4), on(cell, 4).with(tyres, 5), on((cell+4)%60, 1), on((cell+4)%60, 1), on((cell+4)%60, 1))
				tb.car(2).kind = kind
				for i := 1; i <= 5; i++ {
					tb.car(i).lap = 2 + cell/40
				}
				if tb.asked()[:8] != "B follow" {
					continue
				}
				tb.say(wFollow, 2, 1)
				tb.roll(1, "50 d d d")
				if tb.r.s.step == sPit {
					tb.say(wPit, 1, 0)
				}
				if tb.r.s.step == sGear {
					tb.say(wGear, 1, 4)
				}
				if tb.r.s.step == sPit && tb.r.s.mover == 2 {
					tb.say(wPit, 2, 0)
				}
				if tb.r.s.step != sSecond {
					continue
				}
				list := tb.r.Options(nil, tb.r.Asks(nil)[0], engine.Offered)
				paid := tb.car(2).tyres
				for _, dice := range []string{"50 50 50", "50 50 d", "50 d d", "d d d"} {
					c := tb.r.clone()
					try := &table{t, c, tb.k}
					try.dice(wSecond, 2, dice)
					if c.s.step == sPit && c.s.mover == 2 {
						try.say(wPit, 2, 0)
					}
					got := c.s.car[1]
					if !slices.ContainsFunc(list, func(o engine.Option) bool {
						n := int64(0)
						for _, p := range o.Pays {
							n += int64(p.N)
						}
						switch o.Fate {
						case engine.GoesOut:
							return got.status == out && got.speed == o.Value && got.where == int64(o.End)
						case engine.Completes:
							return got.status == finished && got.speed == o.Value && got.tyres == paid-n
						}
						return got.status == running && got.speed == o.Value && got.space == int64(o.End) && got.tyres == paid-n
					}) {
						t.Fatalf("cell %d, %s: %+v is not in %+v", cell, dice, got, list)
					}
				}
			}
		}
	}
}
