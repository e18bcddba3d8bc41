package tracks_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"boxstop/tracks"
)

func slugs(s []tracks.Source) string {
	var out []string
	for _, x := range s {
		out = append(out, x.Slug)
	}
	return strings.Join(out, " ")
}

func TestTheOwnersBoardsStandBesideOursAndHideThemByName(t *testing.T) {
	own := fstest.MapFS{
		"pitstop/mine.toml":     {Data: []byte("game = \"pitstop\"\nname = \"Lakeside\"\nkind = \"survey\"\n")},
		"pitstop/club.toml":     {Data: []byte("game = \"pitstop\"\nname = \"Club Ring No. 2\"\nkind = \"survey\"\n")},
		"pitstop/our box.toml":  {Data: []byte("game = \"pitstop\"\nname = \"Our box\"\nkind = \"survey\"\n[[table]]\nname = \"die\"\n")},
		"usac/elsewhere.toml":   {Data: []byte("name = \"Elsewhere\"\n")},
		"pitstop/readme.txt":    {Data: []byte("not a board")},
		"pitstop/nameless.toml": {Data: []byte("game = 3\n")},
	}
	l := tracks.Library{Own: own}
	if got, want := slugs(l.Boards("pitstop")), "club-ring-no-2 highmoor lakeside nameless"; got != want {
		t.Errorf("boards: got %s, want %s", got, want)
	}
	s, err := l.Board("pitstop", "lakeside")
	if err != nil || s.Kind != "survey" || s.File != "pitstop/mine.toml" {
		t.Errorf("got %+v, %v, want the owner's", s, err)
	}
	if got, want := slugs(l.Boxes("pitstop")), "our-box practice-box"; got != want {
		t.Errorf("boxes: got %s, want %s", got, want)
	}
	if s, err := l.Box("pitstop", ""); err != nil || s.Slug != "practice-box" {
		t.Errorf("the box that holds unsaid: got %s, %v, want practice-box", s.Slug, err)
	}
	if s, err := l.Box("pitstop", "our-box"); err != nil || s.Kind != "survey" {
		t.Errorf("got %s, %v", s.Slug, err)
	}
	for _, x := range []struct {
		err  error
		want string
	}{
		{second(l.Board("pitstop", "nowhere")), `board "nowhere": not there; pitstop has club-ring-no-2, highmoor, lakeside, nameless`},
		{second(l.Board("chess", "x")), `there is no board of chess`},
	} {
		if x.err == nil || x.err.Error() != x.want {
			t.Errorf("got %v, want %s", x.err, x.want)
		}
	}
}

func second(_ tracks.Source, err error) error { return err }

func TestASlugIsLowerCaseWithHyphens(t *testing.T) {
	for name, want := range map[string]string{"Lakeside": "lakeside", "Club Ring No. 2": "club-ring-no-2", " --x": "x", "": "", "Três Rios": "três-rios"} {
		if got := tracks.Slug(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestAFileSaysWhatItIs(t *testing.T) {
	h, err := tracks.ReadHead("f", []byte("# x\ngame = \"usac\"\n[[table]]\nname = \"die\""))
	if err != nil || h.Game != "usac" || h.Line != 2 || !h.Box {
		t.Errorf("got %+v, %v", h, err)
	}
	if _, err := tracks.ReadHead("f", []byte("name = \"x\"\n")); err == nil || err.Error() != `f:1: game is missing; a file begins with the game that it is for, such as game = "pitstop"` {
		t.Errorf("got %v", err)
	}
}
