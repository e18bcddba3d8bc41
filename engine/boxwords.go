package engine

import (
	"slices"
	"strings"
)

// printed is what a table of the box has printed beside a number: "box.trouble.text.n" is the column text of the table trouble, in the row
// whose first column is the value of n, or where n is the field About.Card on that card. The column "mark" is the one that is called as the
// corner mark of the space in question. Scripts and files leave all of it out: they read the same with every box.
func (s *said) printed(name string) (string, int64, bool) {
	w := strings.Split(name, ".")
	if len(w) != 3 {
		return "", 0, false
	}
	key, n, ok := s.values(w[2])
	if !ok || s.w.Typed || s.w.Box == nil || s.w.Box.Tables[w[0]] == nil {
		return "", 0, ok
	}
	t := s.w.Box.Tables[w[0]]
	col := slices.Index(t.Columns, w[1])
	if w[1] == "mark" {
		col = slices.Index(t.Columns, s.w.cornerMark(s.at))
	}
	card := s.w.About.Card != 0 && s.w.About.Fields[s.w.About.Card].Name == w[2]
	for i, r := range t.Rows {
		if col >= 0 && col < len(r) && (card && int64(i+1) == n || !card && r[0] == key) {
			return r[col], 0, true
		}
	}
	return "", 0, true
}

// cornerMark is the name of the mark of a corner on a space: "hairpin"; "": it has none.
func (w *Words) cornerMark(at Space) string {
	for i := range w.About.Marks {
		if m := &w.About.Marks[i]; m.Corner && w.Board.Places[at].Marks>>i&1 != 0 {
			return m.Name
		}
	}
	return ""
}

// landmark says of the space in question: the number of its "corner", what "mark" its corner has, whether a "marker" lies in its section.
func (s *said) landmark(name string) (string, int64, bool) {
	sec := s.w.Board.Places[s.at].Section
	switch {
	case s.at == 0:
		return "", 0, true
	case name == "mark":
		return s.w.word(s.w.cornerMark(s.at)), 0, true
	case name == "corner":
		return s.number(int64(s.w.Board.Sections[sec].Number))
	}
	if s.r != nil {
		for _, m := range s.r.Markers(nil) {
			if m.At != 0 && s.w.Board.Places[m.At].Section == sec {
				return s.number(1)
			}
		}
	}
	return s.number(0)
}
