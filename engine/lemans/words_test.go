package lemans

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"boxstop/engine"
)

// TB-25: English is complete.
func TestEverythingHasItsWords(t *testing.T) {
	c, err := engine.ParseCatalog(New().Catalog("en"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, k := range aboutGame.Kinds {
		keys = append(keys, "event."+k.Name)
	}
	for i, a := range aboutGame.Asks {
		if i > 0 {
			keys = append(keys, "ask."+a.Name+".head", "ask."+a.Name+".info")
		}
	}
	for _, f := range aboutGame.Faults[1:] {
		keys = append(keys, "fault."+f)
	}
	for _, r := range aboutGame.Remarks[1:] {
		keys = append(keys, "remark."+r)
	}
	for _, cl := range aboutGame.Clauses[1:] {
		keys = append(keys, "cite."+cl)
	}
	for _, o := range aboutGame.Options {
		keys = append(keys, "table."+o.Name)
		for _, v := range o.Values {
			keys = append(keys, "value."+o.Name+"."+v)
		}
	}
	for _, p := range aboutGame.Picks[1:] {
		keys = append(keys, "pick."+p.Name)
	}
	for _, m := range aboutGame.Markers {
		keys = append(keys, "marker."+m.Name)
	}
	for _, f := range aboutGame.Fields {
		if f.Ruled && f.Car || f.Gauge {
			keys = append(keys, "gauge."+f.Name)
		}
		if s := c.Text("short." + f.Name); len(s) > 4 {
			t.Errorf("short.%s: %q has more than four letters", f.Name, s)
		}
		if f.Gauge && c.Text("short."+f.Name) == "" {
			t.Errorf("short.%s is missing", f.Name)
		}
	}
	for _, k := range keys {
		if !c.Has(k) {
			t.Errorf("%s is missing", k)
		}
	}
}

// Every sentence of whole races has its values: none is left in braces (TB-25).
func TestNoSentenceLeavesAValueOut(t *testing.T) {
	luck := rand.New(rand.NewPCG(5, 5))
	seen := map[engine.Fault]bool{}
	for n := range 24 {
		s := engine.Setup{
			Board: courses[[]string{"dunes", "narrows"}[n%2]], Box: theBox, Entries: entries(3 * (1 + n%3)), Grid: engine.Grid(n % 3), Laps: 1 + n%3,
			Options: make([]int, len(aboutGame.Options)),
		}
		for i := range s.Options {
			s.Options[i] = luck.IntN(2)
		}
		started, err := New().Start(s)
		if err != nil {
			t.Fatal(err)
		}
		w, err := engine.NewWords(New(), s, "en")
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, text []byte) {
			if bytes.ContainsAny(text, "{}") || bytes.Contains(text, []byte("  ")) {
				t.Errorf("%s: %q", what, text)
			}
		}
		r := started.(*Race)
		bot := New().Bot(aboutGame.Bots[n%3])
		for range 300 {
			asks := r.Asks(nil)
			if len(asks) == 0 {
				break
			}
			for _, a := range append(asks, r.Reports(nil)...) {
				check("head", w.Ask(nil, r, a, "head"))
				check("info", w.Ask(nil, r, a, "info"))
				for _, o := range r.Options(nil, a, engine.Legal) {
					for _, col := range w.Option(r, a, o) {
						check("option", []byte(col))
					}
				}
				for _, o := range r.Options(nil, a, engine.Refused) {
					text := w.Refusal(nil, r, a, o)
					check("refusal", text)
					if len(text) == 0 || strings.HasPrefix(string(text), "refusal.") {
						t.Errorf("%s has no refusal", aboutGame.Faults[o.Refusal.Fault])
					}
				}
			}
			a := asks[luck.IntN(len(asks))]
			wrong := engine.Answer{What: engine.What(1 + luck.IntN(int(whats))), Car: engine.Car(luck.IntN(r.Cars() + 2)), Value: int64(luck.IntN(8)), Note: uint8(luck.IntN(3)), Path: engine.Straight(luck.IntN(12))}
			if luck.IntN(2) == 0 {
				wrong.What, wrong.Car = a.What, a.Car
			}
			if luck.IntN(3) == 0 {
				wrong.Path = wrong.Path.Then(engine.Step(1+luck.IntN(6)), wrong.Path.Len())
			}
			var i *engine.Infraction
			if _, err := r.Decide(nil, wrong); errors.As(err, &i) {
				seen[i.Fault] = true
				check("fault", w.Fault(nil, i))
			}
			evs, err := r.Decide(nil, bot.Answer(r, a, luck.Uint64()))
			if err != nil {
				t.Fatal(inf(err))
			}
			for _, e := range evs {
				check("event", w.Event(nil, e))
				r.Apply(e)
			}
			for _, st := range r.Stands(nil) {
				check("remark", w.Remark(nil, st))
			}
		}
	}
	if len(seen) < 15 {
		t.Errorf("only %d kinds of infractions were seen", len(seen))
	}
}

// LM-15 as in commands.md: what is said of a chance that ended in a pit stop.
func TestAChanceIsSaidAsInTheExample(t *testing.T) {
	tb := sit(t, []string{"8"}).clear()
	tb.put("8", "c2-2/o", 3)
	tb.ready()
	tb.say("8 gear 3 chance path aaaaaaaa")
	got := tb.say("8 roll 4")
	want(t, got[0], "8 safely cornered, one pit stop owed (LM-15)")
}
