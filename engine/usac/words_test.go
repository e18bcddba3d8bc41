package usac

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"boxstop/engine"
)

func english(t *testing.T, b *engine.Board) *engine.Words {
	t.Helper()
	w, err := engine.NewWords(New(), engine.Setup{Board: b, Entries: entries(6), Box: theBox()}, "en")
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
	for n := range uint64(18) {
		slug := []string{"practice-oval", "small-ring", "three-lanes"}[n%3]
		w := english(t, ovals()[slug])
		check := func(what string, text []byte) {
			if bytes.ContainsAny(text, "{}") || bytes.Contains(text, []byte("  ")) {
				t.Errorf("%s: %q", what, text)
			}
		}
		options := make([]int, len(aboutGame.Options))
		for i := range options {
			options[i] = int(n >> (i % 4) & 1)
		}
		play(t, engine.Setup{Board: ovals()[slug], Box: wildBox(), Entries: entries(2 + int(n)%5), Miles: 100, Grid: engine.Grid(n % 3), Options: options}, n, func(r *Race, evs []engine.Event) {
			for _, e := range evs {
				check("event", w.Event(nil, e))
			}
			if shuffle(&luck)%7 != 0 {
				return
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
					if a.Form == engine.Report || a.Form == engine.Roll || a.Form == engine.Draw {
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
					What: engine.What(1 + shuffle(&luck)%uint64(whats)), Car: engine.Car(shuffle(&luck) % 7), Value: int64(shuffle(&luck) % 3),
					Path: engine.Path(shuffle(&luck) & 0o51115), Late: luck%9 == 0,
				}
				for i := range shuffle(&luck) % 4 {
					wrong.Faces[i] = uint8(1 + shuffle(&luck)%7)
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
		})
	}
	if len(seen) < 15 {
		t.Errorf("only %d kinds of infractions were seen", len(seen))
	}
}

// The USAC example of commands.md, word for word, on the oval that it is played on.
func TestTheExampleScriptSaysWhatItSays(t *testing.T) {
	b := ovals()["practice-oval"]
	es := []engine.Entry{{Mark: "14", Name: "Dev", Card: c14}, {Mark: "7", Name: "Karl", Card: 6}}
	s := engine.Setup{Board: b, Box: theBox(), Entries: es, Miles: 100}
	started, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	r := started.(*Race)
	words, err := engine.NewWords(New(), s, "en")
	if err != nil {
		t.Fatal(err)
	}
	w := words.Script()
	faces := []string{"1", "2", "3", "4", "5", "6"}
	for _, x := range []struct{ line, want string }{
		{"14 mode accelerate", ""},
		{"14 roll 6 6", "14 sum 12, accelerate: trouble A, roll again (US-7)"},
		{"14 roll 5 3", "14 trouble 6: loses power, at most 5 (US-19)"},
		{"14 to line+4/m", "14 5 spaces to line+4/m"},
	} {
		typed := &engine.Asked{Words: w, Rules: New(), Race: r, Asks: r.Asks(nil), Faces: func(uint8) []string { return faces }}
		f := strings.Fields(x.line)
		got, err := typed.Read(w.CarOf(f[0]), f[1:])
		if err != nil {
			t.Fatalf("%s: %v", x.line, err)
		}
		evs, err := r.Decide(nil, got.Answer)
		if err != nil {
			t.Fatalf("%s: %s", x.line, fault(err))
		}
		var said []string
		for _, e := range evs {
			if !aboutGame.Kinds[e.Kind].Quiet {
				said = append(said, string(w.Event(nil, e)))
			}
			r.Apply(e)
		}
		if strings.Join(said, "; ") != x.want {
			t.Errorf("%s: got %q, want %q", x.line, said, x.want)
		}
	}
}
