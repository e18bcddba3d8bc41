package tracks

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"boxstop/engine"
)

//go:embed grandprix/*.toml lemans/*.toml pitstop/*.toml speedcircuit/*.toml usac/*.toml
var shipped embed.FS

// boxFile is the name of a game's box among its boards.
const boxFile = "box.toml"

// Source is one file of a library.
type Source struct {
	Slug string // how commands name it
	File string // how messages name it
	Name string // as it calls itself; the slug where it does not
	Kind string // practice, survey or reconstruction; "" where it does not say
	Doc  []byte
}

// Library is where boards and boxes are found: the owner's own folder first, which may be nil, then what we ship. Either holds
// <game>/*.toml.
type Library struct{ Own fs.FS }

func (l Library) roots() []fs.FS {
	if l.Own == nil {
		return []fs.FS{shipped}
	}
	return []fs.FS{l.Own, shipped}
}

// Boards lists the boards of a game by slug. One of the owner's hides one of ours with the same slug. A file that says it is a box, or is
// called box.toml, is none.
func (l Library) Boards(game string) []Source {
	return l.list(game, false)
}

// Boxes lists the boxes of a game by slug.
func (l Library) Boxes(game string) []Source {
	return l.list(game, true)
}

func (l Library) list(game string, boxes bool) (out []Source) {
	for _, root := range l.roots() {
		files, err := fs.Glob(root, path.Join(game, "*.toml"))
		if err != nil {
			continue
		}
		for _, f := range files {
			doc, err := fs.ReadFile(root, f)
			if err != nil {
				continue
			}
			s, box := source(f, doc)
			if box == boxes && !slices.ContainsFunc(out, func(o Source) bool { return o.Slug == s.Slug }) {
				out = append(out, s)
			}
		}
	}
	slices.SortFunc(out, func(a, b Source) int { return strings.Compare(a.Slug, b.Slug) })
	return out
}

// source looks at the head of a file.
func source(file string, doc []byte) (s Source, box bool) {
	r := &reader{file: file}
	root := r.parse(doc)
	s = Source{File: file, Doc: doc}
	if n := root.get("name"); n != nil {
		s.Name = n.text
	}
	if n := root.get("kind"); n != nil {
		s.Kind = n.text
	}
	s.Slug = Slug(s.Name)
	if s.Slug == "" {
		s.Slug = strings.TrimSuffix(path.Base(file), ".toml")
		s.Name = s.Slug
	}
	return s, path.Base(file) == boxFile || root.get("table") != nil
}

// Board finds a board of a game by its slug or its file's name.
func (l Library) Board(game, slug string) (Source, error) {
	return find(l.Boards(game), game, "board", slug)
}

// Box finds a box of a game; "" is the first practice one.
func (l Library) Box(game, slug string) (Source, error) {
	boxes := l.Boxes(game)
	if slug == "" {
		for _, s := range boxes {
			if s.Kind == "practice" {
				return s, nil
			}
		}
	}
	return find(boxes, game, "box", slug)
}

func find(all []Source, game, what, slug string) (Source, error) {
	var names []string
	for _, s := range all {
		if s.Slug == slug || strings.TrimSuffix(path.Base(s.File), ".toml") == slug {
			return s, nil
		}
		names = append(names, s.Slug)
	}
	if names == nil {
		return Source{}, fmt.Errorf("there is no %s of %s", what, game)
	}
	return Source{}, fmt.Errorf("%s %q: not there; %s has %s", what, slug, game, strings.Join(names, ", "))
}

// Boards lists the boards of a game that we ship.
func Boards(game string) []Source { return Library{}.Boards(game) }

// Open loads a board that we ship, with the box that we ship: an error here is one of ours.
func Open(game, slug string, about *engine.About) (*engine.Board, error) {
	s, err := Library{}.Board(game, slug)
	if err != nil {
		return nil, err
	}
	box, err := Box(game, about)
	if err != nil {
		return nil, err
	}
	b, bad := Load(s.File, s.Doc, about, box)
	if len(bad) > 0 {
		return nil, join(bad)
	}
	return b, nil
}

// Box loads the first practice box of a game that we ship.
func Box(game string, about *engine.About) (*engine.Box, error) {
	s, err := Library{}.Box(game, "")
	if err != nil {
		return nil, err
	}
	b, bad := LoadBox(s.File, s.Doc, about)
	if len(bad) > 0 {
		return nil, join(bad)
	}
	return b, nil
}

// join makes one error of mistakes, a line each.
func join(bad []Mistake) error {
	var lines []string
	for _, m := range bad {
		lines = append(lines, m.String())
	}
	return errors.New(strings.Join(lines, "\n"))
}
