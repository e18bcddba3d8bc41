package control

import (
	"slices"

	"boxstop/engine"
)

// mostListed is how many options keys can take at once.
const mostListed = 9

// levels puts options that are too many for a list into the fields of a matrix: the first choices by which they differ, one or two, as
// long as they make at most nine fields (TB-8). Empty texts: they fit a list, or nothing tells them apart in so few fields.
func (s *Session) levels(a engine.Ask, opts []engine.Option) (rows, cols []string) {
	rows, cols = make([]string, len(opts)), make([]string, len(opts))
	if len(opts) <= mostListed {
		return rows, cols
	}
	choices := make([][]engine.Choice, len(opts))
	for i, o := range opts {
		choices[i] = slices.DeleteFunc(s.Rules.Choices(nil, a, o), func(c engine.Choice) bool { return s.About.Picks[c.Pick].Mute })
	}
	said := func(i int, p engine.Pick) string {
		for _, c := range choices[i] {
			if c.Pick != p {
				continue
			}
			if s.About.Picks[p].Holds == engine.ACar && c.Value != 0 {
				return s.Words.Mark(engine.Car(c.Value))
			}
			return string(s.typed.Choice(nil, c))
		}
		return "-"
	}
	fields, into := 1, [][]string{rows, cols}
	for _, p := range s.picksOf(choices) {
		var values []string
		for i := range opts {
			if t := said(i, p); !slices.Contains(values, t) {
				values = append(values, t)
			}
		}
		if len(values) == 1 {
			continue // a level at which one value is left is skipped
		}
		if fields *= len(values); fields > mostListed {
			break
		}
		for i := range opts {
			into[0][i] = said(i, p)
		}
		if into = into[1:]; len(into) == 0 {
			break
		}
	}
	return rows, cols
}

// picksOf are the names of choices in the order in which they are asked.
func (s *Session) picksOf(choices [][]engine.Choice) (out []engine.Pick) {
	for _, cs := range choices {
		for k, c := range cs {
			if slices.Contains(out, c.Pick) {
				continue
			}
			at := len(out)
			for _, later := range cs[k+1:] { // it stands before what comes behind it
				if i := slices.Index(out, later.Pick); i >= 0 {
					at = min(at, i)
				}
			}
			out = slices.Insert(out, at, c.Pick)
		}
	}
	return out
}
