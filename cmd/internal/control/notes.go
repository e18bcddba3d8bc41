package control

import (
	"fmt"
	"strings"
)

// orderNote writes a line beside an entry: note "text", protest 207 "cocked?".
func (s *Session) orderNote(o *order) (Outcome, error) {
	w := o.words
	n := Note{Entry: s.seq, Turn: s.race.Turn(), Protest: w[0] == "protest"}
	if n.Protest {
		if len(w) > 1 {
			no, err := o.number(1, 0)
			if err != nil {
				return Outcome{}, err
			}
			n.Entry = no
		}
		w = w[1:]
	}
	if len(w) < 2 || text(w[1]) == "" {
		return Outcome{}, refuse("%s: its text is missing, such as: %s", o.words[0], map[bool]string{true: `protest 207 "cocked?"`, false: `note "Finn's die was cocked"`}[n.Protest])
	}
	if n.Entry < 1 || n.Entry > s.seq {
		return Outcome{}, refuse("protest %d: the last entry is %d", n.Entry, s.seq)
	}
	n.Text = text(w[1])
	s.notes = append(s.notes, n)
	s.log(o.from, strings.Join(requote(o.words), " "), nil)
	return Outcome{Said: []string{fmt.Sprintf("noted beside entry %d", n.Entry)}}, nil
}

func (s *Session) orderHouse(o *order) (Outcome, error) {
	if len(o.words) < 2 {
		return Outcome{}, refuse("house: the rule in words, such as: house \"four cars may share the pit exit\"")
	}
	s.house = append(s.house, text(o.words[1]))
	s.log(o.from, "house "+quote(text(o.words[1])), nil)
	return Outcome{}, nil
}
