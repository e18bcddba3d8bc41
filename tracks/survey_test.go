package tracks_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

func TestTheSurveyShowsWhatReallyHappens(t *testing.T) {
	text, err := os.ReadFile("../docs/survey.md")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("testdata/pitstop-gravel-pit.toml")
	if err != nil {
		t.Fatal(err)
	}
	b := boards(t)["testdata/pitstop-gravel-pit.toml"]
	if strip := lines(b.Strip(engine.StripView{Width: 80})); !strings.Contains(string(text), strip) {
		t.Errorf("the strip is now\n%s", strip)
	}
	box := practiceBox(t)
	bare := regexp.MustCompile(`(?s)\[\[landmark\]\].*?\n\n`).ReplaceAll(doc, nil)
	_, bad, warnings := tracks.Check("gravel-pit.toml", bare, rules{about: abouts["pitstop"]}, box, "")
	if len(bad) > 0 || len(warnings) != 1 {
		t.Fatal(bad, warnings)
	}
	if want := strings.Replace(warnings[0].String(), ": belt", ": warning: belt", 1); !strings.Contains(string(text), want) {
		t.Errorf("the warning is now %s", want)
	}
	wrong := strings.NewReplacer("angle  = 120", "angle  = 90", "[[250, 200, 200]]", "[[250, 225, 200]]").Replace(string(doc))
	_, bad = tracks.Load("gravel-pit.toml", []byte(wrong), abouts["pitstop"], box)
	if !strings.Contains(string(text), said(bad)) {
		t.Errorf("the mistakes are now\n%s", said(bad))
	}
	for _, key := range []string{"name", "angle", "spaces", "tiles", "length", "from", "limits", "counts", "inside", "yellow", "offset", "bend", "hold"} {
		if !strings.Contains(string(text), "`"+key+"`") {
			t.Errorf("the table of keys lacks %s", key)
		}
	}
}
