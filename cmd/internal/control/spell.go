package control

import (
	"slices"
	"strings"

	"boxstop/engine"
)

// In the console any unambiguous beginning of a word will do; files spell out (docs/commands.md). A whole word, a mark and a place are
// themselves, and nothing is ever guessed between two.

// spellOut completes the beginnings of words in a line.
func (s *Session) spellOut(line string) (string, error) {
	w, err := tokens(line)
	if err != nil || len(w) == 0 {
		return line, err
	}
	w[0] = strings.TrimSpace(w[0])
	from := 0
	if s.Words.CarOf(w[0]) != 0 {
		from = 1
	}
	if from == 0 {
		if w[0], err = complete(w[0], append(s.answerWords(), orderWords()...)); err != nil {
			return "", err
		}
	}
	known := s.answerWords()
	if from == 0 {
		if more, ok := s.wordsAfter(w[0]); ok {
			known = more
			from = 1
		}
	}
	for i := from; i < len(w); i++ {
		if w[i] == "," || strings.HasPrefix(w[i], `"`) || s.Words.CarOf(w[i]) != 0 || strings.ContainsAny(w[i], "0123456789./+-#") && !slices.Contains(known, w[i]) && !strings.Contains(w[i], "-") {
			continue
		}
		if w[i], err = complete(w[i], known); err != nil {
			return "", err
		}
	}
	return strings.ReplaceAll(strings.Join(requote(w), " "), " ,", ","), nil
}

// complete is the known word that w begins; w itself where none is, or where it is one; an error where several are.
func complete(w string, known []string) (string, error) {
	low := strings.ToLower(w)
	var fit []string
	for _, k := range known {
		if k == low {
			return k, nil
		}
		if low != "" && strings.HasPrefix(k, low) && !slices.Contains(fit, k) {
			fit = append(fit, k)
		}
	}
	switch len(fit) {
	case 0:
		return w, nil
	case 1:
		return fit[0], nil
	}
	slices.Sort(fit)
	return "", refuse("%s: %s or %s?", w, strings.Join(fit[:len(fit)-1], ", "), fit[len(fit)-1])
}

func orderWords() []string {
	out := []string{"from"}
	for k := range orders {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// answerWords are the words by which the open asks are answered.
func (s *Session) answerWords() []string {
	var out []string
	add := func(w string) {
		if w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	for _, o := range s.open {
		switch o.Form {
		case engine.Roll:
			add("roll")
			for _, f := range s.faces(o.Die) {
				add(f)
			}
			continue
		case engine.Draw:
			add(s.About.Asks[o.What].Name)
			continue
		}
		for _, x := range s.race.Public(0).Options(nil, o.Ask, engine.Legal) {
			for _, c := range s.Rules.Choices(nil, o.Ask, x) {
				p := &s.About.Picks[c.Pick]
				add(p.Name)
				add(p.None)
				for _, v := range p.Words {
					add(v)
				}
				if p.Holds == engine.AFlag {
					add("yes")
					add("no")
				}
			}
		}
	}
	return out
}

// wordsAfter are the words that may follow the first word of an order; false: it is none.
func (s *Session) wordsAfter(first string) ([]string, bool) {
	if _, ok := orders[first]; !ok {
		return nil, false
	}
	switch first {
	case "undo":
		return []string{"to"}, true
	case "drive":
		return append([]string{"bot"}, s.About.Bots...), true
	case "unit":
		return []string{"for", "table", "off", "on", "blink"}, true
	case "tray":
		return []string{"use", "drop"}, true
	case "speeds":
		return Ways, true
	case "pace":
		return []string{"run", "confirm"}, true
	case "run":
		return extents, true
	case "alone":
		return aloneWays, true
	case "standing":
		var out []string
		for _, k := range s.About.Asks {
			if k.Stays {
				out = append(out, k.Name)
			}
		}
		for _, p := range s.About.Picks {
			out = append(out, p.Words...)
		}
		return out, true
	case "amend", "strike":
		var out []string
		for _, p := range s.About.Picks {
			if p.Name != "" {
				out = append(append(out, p.Name), p.Words...)
			}
		}
		return append(append(out, s.faces(0)...), "roll", "keep", "cut", "yes", "no"), true
	case "rule":
		out := []string{"at", "swap", "order", "option", "marker", "on", "off", "because"}
		for _, f := range s.About.Fields {
			if f.Ruled && f.Car {
				out = append(append(out, f.Name), f.Words...)
			}
			if f.Ruled && f.Holds == engine.AFlag {
				out = append(out, "yes", "no")
			}
		}
		for _, o := range s.About.Options {
			out = append(append(out, o.Name), o.Values...)
		}
		return out, true
	case "report":
		var out []string
		for _, a := range s.race.Reports(nil) {
			out = append(out, s.About.Asks[a.What].Name)
		}
		return out, true
	case "all":
		return s.answerWords(), true
	case "stand":
		return []string{"because"}, true
	case "join":
		return []string{"at"}, true
	}
	return nil, true
}
