package speedcircuit

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"boxstop/engine"
)

func english(t *testing.T, b *engine.Board) *engine.Words {
	t.Helper()
	w, err := engine.NewWords(New(), engine.Setup{Board: b, Entries: entries(6)}, "en")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

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

// Every sentence of whole races has its values: none is left in braces (TB-25), and an answer that is written is read back as itself.
func TestNoSentenceLeavesAValueOut(t *testing.T) {
	seen := map[engine.Fault]bool{}
	luck := uint64(5)
	for slug, board := range courses {
		w := english(t, board)
		check := func(what string, text []byte) {
			if bytes.ContainsAny(text, "{}") || bytes.Contains(text, []byte("  ")) {
				t.Errorf("%s: %q", what, text)
			}
		}
		n := uint64(0)
		for seed := range uint64(12) {
			sample(t, slug, seed, func(r *Race) bool {
				if n++; n%7 != 0 {
					return true
				}
				asks := r.Asks(nil)
				typed := &engine.Asked{Words: w.Script(), Rules: New(), Race: r, Asks: asks, Faces: func(uint8) []string { return nil }}
				for _, a := range append(asks, r.Reports(nil)...) {
					check("head", w.Ask(nil, r, a, "head"))
					check("info", w.Ask(nil, r, a, "info"))
					for _, o := range r.Options(nil, a, engine.Legal) {
						for _, col := range w.Option(r, a, o) {
							check("option", []byte(col))
						}
						if a.Form == engine.Report {
							continue
						}
						ans := engine.AnswerWith(a, o)
						line := string(typed.AppendAnswer(nil, New(), r, a, &ans, nil))
						f := strings.Fields(line)
						got, err := typed.Read(typed.CarOf(f[0]), f[1:])
						if err != nil || got.Answer.Path != ans.Path || got.Answer.Value != ans.Value || got.Ask != a {
							t.Errorf("%q is read as %+v, %v; want %+v", line, got.Answer, err, ans)
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
				for range 20 {
					wrong := engine.Answer{
						What: engine.What(1 + shuffle(&luck)%uint64(whats)), Car: engine.Car(shuffle(&luck) % 7), Value: int64(shuffle(&luck)%12) * 20,
						Path: engine.Path(shuffle(&luck) & 0o11111111111),
					}
					var inf *engine.Infraction
					evs, err := r.Decide(nil, wrong)
					if errors.As(err, &inf) {
						seen[inf.Fault] = true
						check("fault", w.Fault(nil, inf))
					}
					for _, e := range evs {
						check("event", w.Event(nil, e))
					}
				}
				for _, st := range r.Stands(nil) {
					check("remark", w.Remark(nil, st))
				}
				return true
			})
		}
	}
	if len(seen) < 7 {
		t.Errorf("only %d kinds of infractions were seen", len(seen))
	}
}

// Any legal path is accepted and survives the race file, on the list or not (design.md).
func TestALegalPathThatNoListHasIsWrittenAndRead(t *testing.T) {
	tb := place(t, nil, at("1.2.2", 100), at("5.1.1", 20))
	w := english(t, tb.k.board).Script()
	asks := tb.r.Asks(nil)
	p, _ := engine.ParsePath("lrrla")
	ans := engine.Answer{What: wMove, Car: 1, Path: p}
	line := string(w.AppendAnswer(nil, New(), tb.r, asks[0], &ans, nil))
	if line != "A path lrrla" {
		t.Errorf("written as %q", line)
	}
	typed := &engine.Asked{Words: w, Rules: New(), Race: tb.r, Asks: asks, Faces: func(uint8) []string { return nil }}
	got, err := typed.Read(1, strings.Fields(line)[1:])
	if err != nil || got.Answer.Path != p {
		t.Errorf("read as %+v, %v", got, err)
	}
}

func TestSheetsFollowTheEvents(t *testing.T) {
	tb := place(t, nil, at("1.1.2", 120).from(160).decel(20), at("1.2.2", 40))
	var es []engine.Event
	es = append(es, tb.path(1, "aaaaaa")...)
	es = append(es, tb.path(2, "aa")...)
	es = append(es, tb.say(wSpeed, 1, 60)...)
	es = append(es, tb.say(wSpeed, 2, 100)...)
	sheets := New().Sheets(engine.Setup{Entries: entries(2)}, es)
	if got := sheets[0].Rows; got[0][1] != "120" || got[0][2] != "40" || len(got) < 11 || got[10][1] != "60" || got[10][2] != "100" {
		t.Errorf("speeds: %v", got)
	}
	if got := sheets[1].Rows; got[0][1] != "1" {
		t.Errorf("wear: %v", got)
	}
}
