package console

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
)

// longer is a text in a language whose words are 40 % longer. What stands in braces is no word.
func longer(s string) string {
	var b strings.Builder
	n, depth := 0, 0
	flush := func() {
		b.WriteString(strings.Repeat("x", (n*2+4)/5))
		n = 0
	}
	for _, r := range s {
		switch {
		case r == '{':
			flush()
			depth++
		case r == '}':
			depth--
		case depth > 0:
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			n++
		default:
			flush()
		}
		b.WriteRune(r)
	}
	flush()
	return b.String()
}

func longerWords(t *testing.T) []byte {
	t.Helper()
	doc, err := files.ReadFile("words/en.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(doc)) {
		key, text, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if ok && key[0] != '#' {
			out.WriteString(key + " = " + longer(text) + "\n")
		}
	}
	return []byte(out.String())
}

// noWords are the parts of what control sends that are not translated.
var noWords = map[string]bool{
	"id": true, "key": true, "line": true, "form": true, "mark": true, "Mark": true, "stage": true, "short": true, "drop": true, "use": true,
	"text": true, "word": true, "label": true, "at": true, "WasAt": true, "At": true, "keep": true, "cut": true, "unit": true, "name": true,
	"Name": true, "is": true, "values": true, "next": true, "names": true, "levels": true, "keptline": true,
}

// inLonger is a value with all of its words in the longer language.
func inLonger[T any](t *testing.T, v *T) *T {
	t.Helper()
	doc, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(doc, &tree); err != nil {
		t.Fatal(err)
	}
	var walk func(v any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case string:
			return longer(v)
		case []any:
			for i := range v {
				v[i] = walk(v[i])
			}
		case map[string]any:
			for k := range v {
				if !noWords[k] {
					v[k] = walk(v[k])
				}
			}
		}
		return v
	}
	doc, err = json.Marshal(walk(tree))
	if err != nil {
		t.Fatal(err)
	}
	out := new(T)
	if err := json.Unmarshal(doc, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// uncut are the texts of a canvas that were neither drawn whole nor end in the sign of the cut.
func uncut(c *canvas, puts []written) []string {
	var bad []string
	for _, p := range puts {
		if p.y < 0 || p.y >= c.h || p.x >= c.w || strings.TrimSpace(p.s) == "" {
			continue
		}
		row := c.cells[p.y*c.w : (p.y+1)*c.w]
		for i, r := range []rune(p.s) {
			if p.x+i >= c.w {
				bad = append(bad, p.s)
				break
			}
			if got := row[p.x+i].r; got == cut && r != cut {
				break
			} else if got != narrow(r) {
				bad = append(bad, p.s)
				break
			}
		}
	}
	return bad
}

func TestNothingIsCutWithoutASignInALongerLanguage(t *testing.T) { // TB-25
	o := Options{Words: longerWords(t)}
	for _, p := range pages {
		t.Run(p.name, func(t *testing.T) {
			b := p.make(t, o)
			b.snap = inLonger(t, b.snap)
			b.prompt, b.sure, b.said = nil, nil, nil // they stand over what was drawn
			switch top := b.top().(type) {
			case *ruling:
				top.f = *inLonger(t, &top.f)
			case *timeline:
				top.t, top.amend = *inLonger(t, &top.t), inLonger(t, top.amend)
			case *devices:
				top.p = *inLonger(t, &top.p)
			case *undo:
				top.u = *inLonger(t, &top.u)
			}
			for _, size := range [][2]int{{80, 24}, {100, 30}, {132, 43}} {
				c := newCanvas(size[0], size[1], false)
				c.puts = new([]written)
				b.draw(c)
				if bad := uncut(c, *c.puts); len(bad) > 0 {
					t.Errorf("%d x %d: cut without a sign: %q\n%s", size[0], size[1], bad, c.text())
				}
			}
		})
	}
}

func TestEnglishIsNotCutAtAllAtTheFullSize(t *testing.T) {
	for _, p := range pages {
		if p.name == "help" || p.name == "S2-moved" {
			continue // they scroll
		}
		if s := p.make(t, Options{}).screen(); strings.ContainsRune(s, cut) {
			t.Errorf("%s is cut:\n%s", p.name, s)
		}
	}
}

func TestOneColourTellsTheSameFacts(t *testing.T) { // TB-24
	for _, p := range pages {
		b := p.make(t, Options{})
		mono := onScreen(t, b, 80, 24, true)
		if colour := onScreen(t, b, 80, 24, false); colour != mono {
			t.Errorf("%s: in one colour\n%s\nin many\n%s", p.name, mono, colour)
		}
		c := b.canvas()
		for y := range c.h {
			row := c.cells[y*c.w : (y+1)*c.w]
			marked, text := false, ""
			for _, k := range row {
				marked = marked || k.l == alarm
				text += string(k.r)
			}
			if marked && !strings.ContainsAny(text, "!~") && !strings.Contains(text, "SET ASIDE") {
				t.Errorf("%s, row %d: an alarm that only its colour tells: %s", p.name, y, text)
			}
		}
	}
	for l := plain; l <= faint; l++ {
		if fg, bg, _ := l.style(true).Decompose(); fg != tcell.ColorDefault || bg != tcell.ColorDefault {
			t.Errorf("look %d has a colour where there is only one", l)
		}
		if _, bg, _ := l.style(false).Decompose(); bg != tcell.ColorDefault {
			t.Errorf("look %d has a background of its own", l)
		}
	}
}

func TestATerminalWithoutUTF8GetsPlainBorders(t *testing.T) {
	for _, p := range pages {
		for _, r := range p.make(t, Options{ASCII: true}).screen() {
			if r > '~' {
				t.Fatalf("%s draws %q", p.name, r)
			}
		}
	}
}

func TestEveryWordOfTheConsoleIsThere(t *testing.T) {
	w, err := newWords("", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		b := p.make(t, Options{})
		for _, word := range strings.Fields(b.screen()) {
			if strings.Contains(word, ".") && w.c.Has(word) {
				t.Errorf("%s shows the key %s", p.name, word)
			}
		}
	}
	if _, err := newWords("", []byte("a = {b\n")); err == nil {
		t.Error("words with a brace that is not closed were taken")
	}
}

func TestAlarmsStandBesideTheirNumbersAndMoveNothing(t *testing.T) { // TB-24
	s := rollSnap()
	s.Table.Cars[1].Alarms = []bool{false, false, true, false}
	s.Table.Cars[4].Alarms = []bool{false, false, false, true}
	got := newTable(t, s, Options{}).screen()
	for _, want := range []string{"2 B Ben        2/25  5  7!12\n", "5 K Finn       2/12  2  9  3!\n", "1>R Anna       2/26  4 11  9\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the order lacks %q:\n%s", want, got)
		}
	}
}

// A language without words is refused with those that there are, not passed over.
func TestALanguageThatIsNotThereIsRefused(t *testing.T) {
	const want = `language "xx" has no words here; allowed are en`
	if err := (Options{Language: "xx"}).Check(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := Run(t.Context(), nopConn{}, Options{Language: "xx"}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for _, o := range []Options{{}, {Language: "en"}, {Language: "xx", Words: longerWords(t)}} {
		if err := o.Check(); err != nil {
			t.Errorf("%s: %v", o.Language, err)
		}
	}
}

// nopConn is a connection on which nothing is said.
type nopConn struct{}

func (nopConn) Read([]byte) (int, error)    { return 0, io.EOF }
func (nopConn) Write(p []byte) (int, error) { return len(p), nil }
func (nopConn) Close() error                { return nil }
