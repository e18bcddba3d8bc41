package enginetest

import (
	"bytes"
	"strings"
	"testing"

	"boxstop/engine"
)

// Complete checks that a rule set has English words for all that it can say (TB-25).
func Complete(t *testing.T, rules engine.Rules) {
	t.Helper()
	c, err := engine.ParseCatalog(rules.Catalog("en"), nil)
	if err != nil {
		t.Fatal(err)
	}
	has := func(keys ...string) {
		for _, k := range keys {
			if !c.Has(k) {
				t.Errorf("%s is missing", k)
			}
		}
	}
	a := rules.About()
	for _, k := range a.Kinds {
		has("event." + k.Name)
	}
	for _, k := range a.Asks[1:] {
		has("ask."+k.Name+".head", "ask."+k.Name+".info")
	}
	for _, f := range a.Faults[1:] {
		has("fault." + f)
	}
	for _, r := range a.Remarks[1:] {
		has("remark." + r)
	}
	for _, cl := range a.Clauses[1:] {
		has("cite." + cl)
	}
	if a.GridRolled != "" {
		has("grid." + a.GridRolled)
	}
	for _, o := range a.Options {
		has("table." + o.Name)
		for _, v := range o.Values {
			has("value." + o.Name + "." + v)
		}
	}
	for _, p := range a.Picks[1:] {
		has("pick." + p.Name)
	}
	for _, m := range a.Markers {
		has("marker." + m.Name)
	}
	for _, f := range a.Fields {
		if f.Ruled && f.Car || f.Gauge {
			has("gauge." + f.Name)
		}
		if f.Gauge && c.Text("short."+f.Name) == "" {
			t.Errorf("short.%s is missing", f.Name)
		}
		if s := c.Text("short." + f.Name); len(s) > 4 {
			t.Errorf("short.%s: %q has more than four letters", f.Name, s)
		}
	}
}

// Whole checks a sentence: none of its values is missing.
func Whole(t *testing.T, what string, sentence []byte) {
	t.Helper()
	if bytes.ContainsAny(sentence, "{}") || bytes.Contains(sentence, []byte("  ")) {
		t.Errorf("%s: %q", what, sentence)
	}
}

// Sentences checks what is said of all that a race asks and that can be reported: heads, infos, options and refusals have their values
// (TB-25).
func Sentences(t *testing.T, w *engine.Words, r engine.Race, about *engine.About) {
	t.Helper()
	for _, a := range append(r.Asks(nil), r.Reports(nil)...) {
		Whole(t, "head", w.Ask(nil, r, a, "head"))
		Whole(t, "info", w.Ask(nil, r, a, "info"))
		for _, o := range r.Options(nil, a, engine.Legal) {
			for _, col := range w.Option(r, a, o) {
				Whole(t, "option", []byte(col))
			}
		}
		for _, o := range r.Options(nil, a, engine.Refused) {
			text := w.Refusal(nil, r, a, o)
			Whole(t, "refusal", text)
			if len(text) == 0 || strings.HasPrefix(string(text), "refusal.") {
				t.Errorf("%s has no refusal", about.Faults[o.Refusal.Fault])
			}
		}
	}
}

// ReadBack checks that each option of the asks of a race, written as a line, is read as the answer that takes it. Rolls, draws and reports
// are written otherwise.
func ReadBack(t *testing.T, w *engine.Words, rules engine.Rules, r engine.Race) {
	t.Helper()
	asks := r.Asks(nil)
	typed := &engine.Asked{Words: w.Script(), Rules: rules, Race: r, Asks: asks, Faces: func(uint8) []string { return nil }}
	for _, a := range asks {
		if a.Form == engine.Roll || a.Form == engine.Draw {
			continue
		}
		for _, o := range r.Options(nil, a, engine.Legal) {
			ans := engine.AnswerWith(a, o)
			line := string(typed.AppendAnswer(nil, rules, r, a, &ans, nil))
			f := strings.Fields(line)
			got, err := typed.Read(typed.CarOf(f[0]), f[1:])
			if err != nil || got.Answer.Path != ans.Path || got.Answer.Value != ans.Value || got.Ask != a {
				t.Errorf("%q is read as %+v, %v; want %+v", line, got.Answer, err, ans)
			}
		}
	}
}
