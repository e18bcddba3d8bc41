package control

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/engine/pitstop"
	"boxstop/tracks"
)

// invented is Pitstop with one more language, 40 % longer, of which only a part is translated.
type invented struct{ *pitstop.Rules }

func (r invented) Catalog(language string) []byte {
	if language != "xx" {
		return r.Rules.Catalog(language)
	}
	return []byte("event.drives = {car} vrooooooom {n} km/h, {steps|1 zellula|# zellulae} ad {is}\nask.gear.head = DIC ROTAM PROXIMAM\nfault.gear-range = {car} rota {n}: ab {lo} ad {hi} {clause}\n")
}

// TB-25: every key by which the engine says something has a text in English: events that are not bookkeeping, refusals, remarks, asks, gauges.
func TestEverythingThatIsSaidHasWordsInEnglish(t *testing.T) {
	for _, r := range games {
		k := sit(t, "game "+r.About().Game, `enter R red "Anna"`, `enter B blue "Ben"`)
		a, c := r.About(), k.Words.Catalog
		want := func(key string) {
			t.Helper()
			if !c.Has(key) {
				t.Errorf("%s: %s has no words", a.Game, key)
			}
		}
		for _, x := range a.Kinds {
			if !x.Quiet {
				want("event." + x.Name)
				if c.Text("event."+x.Name) == "" {
					t.Errorf("%s: event.%s is empty", a.Game, x.Name)
				}
			}
		}
		for _, x := range a.Faults[1:] {
			want("fault." + x)
		}
		for _, x := range a.Remarks[1:] {
			want("remark." + x)
		}
		for _, x := range a.Asks[1:] {
			want("ask." + x.Name + ".head")
			want("ask." + x.Name + ".info")
		}
		for i, f := range a.Fields {
			if f.Gauge {
				want("gauge." + f.Name)
				want("short." + f.Name)
				if s := k.Words.Short(engine.Field(i)); len([]rune(s)) > 4 || s == "" {
					t.Errorf("%s: short.%s is %q: at most four letters", a.Game, f.Name, s)
				}
			}
		}
		for _, x := range a.Clauses[1:] {
			want("cite." + x)
		}
		for _, l := range []string{"hand.lift", "hand.off", "hand.put", "hand.on", "hand.counter", "hand.lay", "hand.take", "place.none"} {
			want(l)
		}
	}
}

// TB-25: every value that a text asks for is known: none is shown in its braces, whatever happens in a race.
func TestNoTextAsksForAValueThatThereIsNot(t *testing.T) {
	braces := regexp.MustCompile(`[{}]`)
	k := long(t, 700)
	check := func(what, text string) {
		t.Helper()
		if braces.MatchString(text) {
			t.Errorf("%s: %s", what, text)
		}
	}
	for i := range k.acts {
		for _, e := range k.acts[i].Events {
			check(k.acts[i].Line, string(k.Words.Event(nil, e)))
			check(k.acts[i].Line, k.Typed(e))
		}
	}
	f := fixed(t)
	for _, o := range f.open {
		check("ask", string(f.Words.Ask(nil, f.race, o.Ask, "head"))+string(f.Words.Ask(nil, f.race, o.Ask, "info")))
		for _, which := range []engine.Which{engine.Offered, engine.Legal, engine.Refused} {
			for _, x := range f.race.Options(nil, o.Ask, which) {
				check("option", strings.Join(f.Words.Option(f.race, o.Ask, x), "|"))
				if which == engine.Refused {
					check("refusal", string(f.Words.Refusal(nil, f.race, o.Ask, x)))
				}
			}
		}
	}
	// and each fault, with every value at hand
	for i := range f.About.Faults[1:] {
		check("fault "+f.About.Faults[i+1], string(f.Words.Fault(nil, &engine.Infraction{Fault: engine.Fault(i + 1), Car: 1, By: 2, At: 3, What: 5, N: 7, Lo: 1, Hi: 3, Clause: 2})))
	}
	for i := range f.About.Remarks[1:] {
		check("remark "+f.About.Remarks[i+1], string(f.Words.Remark(nil, engine.Stand{Car: 1, Remark: engine.Remark(i + 1), N: 2, Turn: 3, At: 3, Clause: 3})))
	}
}

// TB-25: an invented language is used where it has words and falls back to English where it has none; the race file, scripts and what is
// typed stay English.
func TestAnInventedLanguageFallsBackToEnglishAndFilesStayEnglish(t *testing.T) {
	old := games
	defer func() { games = old }()
	games = []engine.Rules{invented{pitstop.New()}}
	k := sit(t, `enter R red "Anna"`, `enter B blue "Ben"`, "board lakeside", "grid R B", "language xx")
	said := k.do("R roll 50")
	if got, want := said[0], "R vrooooooom 50 km/h, 1 zellula ad 1st after the line"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	pub := k.Race()
	if got := string(k.Words.Ask(nil, pub, k.open[0].Ask, "head")); got != "DIC ROTAM PROXIMAM" {
		t.Fatal(got)
	}
	if got := string(k.Words.Ask(nil, pub, k.open[0].Ask, "info")); !strings.HasPrefix(got, "gear 1") {
		t.Fatalf("it falls back to English: %q", got)
	}
	k.refused("R gear 6", "R gear 6: from 1 to 3 (PS-7)") // of a typed line
	script, err := k.Export()
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.Index(script, "> R 50 km/h, 1 cell to line+1"); i < 0 {
		t.Fatalf("a script is English: %q", script)
	}
	if l := k.lines[len(k.lines)-1]; l.Text != "R roll 50" || !strings.HasPrefix(string(l.Events), "drives R space=") {
		t.Fatalf("%+v", l)
	}
	same(t, "folded", k.again().state(), k.state())
}

func TestALanguageWithoutWordsIsRefusedAtSetUp(t *testing.T) {
	p := NewPlan(games, tracks.Library{})
	for _, line := range []string{"game pitstop", "language en"} {
		if err := p.Do(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Do("language xx"); err == nil || err.Error() != "language xx: there are no words in it; allowed are en" || p.Language != "en" {
		t.Errorf("got %v, language %s", err, p.Language)
	}
}
