package grandprix

import (
	"bytes"
	"errors"
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
	luck := uint64(5)
	seen := map[engine.Fault]bool{}
	for n := range 12 {
		es := entries(2 + n%5)
		w, err := engine.NewWords(New(), engine.Setup{Board: theBoard, Entries: es}, "en")
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, text []byte) {
			if bytes.ContainsAny(text, "{}") || bytes.Contains(text, []byte("  ")) {
				t.Errorf("%s: %q", what, text)
			}
		}
		options := make([]int, len(aboutGame.Options))
		for i := range options {
			options[i] = n >> i & 1
		}
		started, err := New().Start(engine.Setup{Board: theBoard, Box: theBox, Entries: es, Grid: engine.Grid(n % 2), Options: options})
		if err != nil {
			t.Fatal(err)
		}
		r := started.(*Race)
		bot := New().Bot(aboutGame.Bots[n%2])
		for {
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
			wrong := engine.Answer{
				What: engine.What(1 + shuffle(&luck)%uint64(whats)), Car: engine.Car(shuffle(&luck) % 19), Value: int64(shuffle(&luck) % 8), Late: luck%9 == 0,
				Path: engine.Straight(int(shuffle(&luck) % 8)),
			}
			var inf *engine.Infraction
			if _, err := r.Decide(nil, wrong); errors.As(err, &inf) {
				seen[inf.Fault] = true
				check("fault", w.Fault(nil, inf))
			}
			a := asks[shuffle(&luck)%uint64(len(asks))]
			evs, err := r.Decide(nil, bot.Answer(r, a, shuffle(&luck)))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range evs {
				check("event", w.Event(nil, e))
				r.Apply(e)
			}
			for _, st := range r.Stands(nil) {
				check("remark", w.Remark(nil, st))
			}
		}
		home, out := 0, 0
		for _, st := range r.Stands(nil) {
			switch st.State {
			case engine.Finished:
				home++
			case engine.Retired:
				out++
			}
		}
		t.Logf("%d cars: %d home, %d out, turn %d", len(es), home, out, r.Turn())
	}
	if len(seen) < 12 {
		t.Errorf("only %d kinds of infractions were seen", len(seen))
	}
}
