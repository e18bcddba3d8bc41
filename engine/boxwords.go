package engine

import (
	"slices"
	"strings"
)

// printed is what a table of the box has printed beside a number: "box.trouble.text.n" is the column text of the table trouble, in the row
// whose first column is the value of n. Scripts and files leave it out: they read the same with every box.
func (s *said) printed(name string) (string, int64, bool) {
	w := strings.Split(name, ".")
	if len(w) != 3 {
		return "", 0, false
	}
	key, _, ok := s.values(w[2])
	if !ok || s.w.Typed || s.w.Box == nil || s.w.Box.Tables[w[0]] == nil {
		return "", 0, ok
	}
	t := s.w.Box.Tables[w[0]]
	col := slices.Index(t.Columns, w[1])
	for _, r := range t.Rows {
		if col >= 0 && col < len(r) && r[0] == key {
			return r[col], 0, true
		}
	}
	return "", 0, true
}
