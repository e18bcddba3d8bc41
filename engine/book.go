package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
)

// Book is what a rule set is bound in: what it says of itself, its words, and what it makes of a course. A rule set embeds one and adds
// Start, Read, Choices, Bot. C is a course as the rule set uses it; it is never changed once it was surveyed.
type Book[C any] struct {
	about  *About
	words  fs.FS
	survey func(*Board, *Box) (*C, []Problem)
	last   atomic.Pointer[surveyed[C]] // of the last race: most races are started on the same course
}

type surveyed[C any] struct {
	board  *Board
	box    *Box
	course *C
}

// NewBook binds a rule set. words holds words/LANGUAGE.txt for each of its languages, English among them; survey makes a course of a board
// and a box, or says what is wrong with them.
func NewBook[C any](about *About, words fs.FS, survey func(*Board, *Box) (*C, []Problem)) *Book[C] {
	return &Book[C]{about: about, words: words, survey: survey}
}

// About is what the house must know of the game.
func (k *Book[C]) About() *About { return k.about }

// Catalog is the words of a language; nil: not there.
func (k *Book[C]) Catalog(language string) []byte {
	doc, err := fs.ReadFile(k.words, "words/"+language+".txt")
	if err != nil {
		return nil
	}
	return doc
}

// Check finds what cannot be raced on.
func (k *Book[C]) Check(b *Board, box *Box) []Problem {
	_, bad := k.survey(b, box)
	return bad
}

// Course is what the rule set makes of a board and a box. It fails with all that Check finds.
func (k *Book[C]) Course(b *Board, box *Box) (*C, error) {
	if b == nil || box == nil {
		return nil, errors.New("a race needs a board and a box")
	}
	if s := k.last.Load(); s != nil && s.board == b && s.box == box {
		return s.course, nil
	}
	c, bad := k.survey(b, box)
	if len(bad) > 0 {
		var t []string
		for _, p := range bad {
			t = append(t, strings.TrimSpace(p.Table+" "+p.Text))
		}
		return nil, fmt.Errorf("%s cannot be raced: %s", b.Name, strings.Join(t, "; "))
	}
	k.last.Store(&surveyed[C]{b, box, c})
	return c, nil
}
