// Package tracks holds what is printed in a box, as data: boards, and tables of cards, dice and pieces. It reads the files that people
// type while they look at the real thing, names every mistake at once by file and line, and fills engine.Board and engine.Box. It knows
// no rule: what a game wants of its boards stands in engine.About, and what only its rule set can see is asked of Rules.Check.
package tracks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Mistake is something wrong in a file: what, where, and what is allowed instead.
type Mistake struct {
	File string
	Line int // from 1
	Text string
}

func (m Mistake) String() string { return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.Text) }

// sorted orders mistakes by line and leaves out repeats.
func sorted(m []Mistake) []Mistake {
	slices.SortStableFunc(m, func(a, b Mistake) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return slices.Compact(m)
}

// kinds say what a file is: ours, an owner's transcription, or built from what a rule book shows.
var kinds = []string{"practice", "survey", "reconstruction"}

// Slug is a name as commands and files say it: lower case, and a hyphen for whatever is no letter or digit.
func Slug(name string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(name) {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			b.WriteRune(c)
		} else if b.Len() > 0 && !strings.HasSuffix(b.String(), "-") {
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}
