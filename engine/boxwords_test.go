package engine

import "testing"

func TestATextShowsWhatTheBoxHasPrintedBesideANumber(t *testing.T) {
	box := &Box{Tables: map[string]*Table{"trouble": {Columns: []string{"number", "text"}, Rows: [][]string{{"1", "a puncture"}, {"2", "fog"}}}}}
	c, err := ParseCatalog([]byte("event.x = trouble {n}{box.trouble.text.n?, #}: out"), nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &Words{About: &About{Kinds: []KindAbout{{Name: "x"}}, Fields: []FieldAbout{{}}}, Catalog: c, Box: box}
	for _, x := range []struct {
		n     int64
		typed bool
		want  string
	}{{2, false, "trouble 2, fog: out"}, {3, false, "trouble 3: out"}, {2, true, "trouble 2: out"}} {
		w.Typed = x.typed
		if got := string(w.Event(nil, Event{N: x.n})); got != x.want {
			t.Errorf("got %q, want %q", got, x.want)
		}
	}
}
