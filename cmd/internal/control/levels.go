package control

import (
	"slices"

	"boxstop/engine"
)

// mostListed is how many options keys can take at once.
const mostListed = 9

// levels puts options that are too many for a list into the fields of a matrix: the first choices by which they differ, one or two, as
// long as none of them is a place, and they make at most nine fields (TB-8). Empty texts: they fit a list, or nothing tells
// them apart in so few fields.
func (s *Session) levels(a engine.Ask, opts []engine.Option) (rows, cols []string) {
	rows, cols = make([]string, len(opts)), make([]string, len(opts))
	if len(opts) <= mostListed {
		return rows, cols
	}
	said := make([][]string, len(opts)) // of each option its choices in words
	var places []bool                   // by level: some say a place there
	before := make([]int, len(opts))    // of each option how many are said before its first place
	for i, o := range opts {
		for _, c := range s.Rules.Choices(nil, a, o) {
			p := &s.About.Picks[c.Pick]
			if p.Mute {
				continue
			}
			n := len(said[i])
			if n == len(places) {
				places = append(places, false)
			}
			places[n] = places[n] || p.Holds == engine.ASpace
			if before[i] == n && p.Holds != engine.ASpace {
				before[i]++
			}
			said[i] = append(said[i], s.choiceWord(c))
		}
	}
	into := [][]string{rows, cols}
	level := 0
	for ; level < len(places) && len(into) > 0 && !places[level]; level++ {
		var values, fields []string
		for i := range opts {
			into[0][i] = "-"
			if level < len(said[i]) {
				into[0][i] = said[i][level]
			}
			if !slices.Contains(values, into[0][i]) {
				values = append(values, into[0][i])
			}
			if f := rows[i] + "\x00" + cols[i]; !slices.Contains(fields, f) {
				fields = append(fields, f)
			}
		}
		if len(values) == 1 || len(fields) > mostListed { // one value left: the level is skipped; too many: it is asked for later
			for i := range opts {
				into[0][i] = ""
			}
			if len(values) > 1 {
				break
			}
			continue
		}
		into = into[1:]
	}
	if len(into) == 0 {
		for i := range said {
			said[i] = said[i][min(level, before[i]):before[i]]
		}
		alike(rows, cols, said)
	}
	return rows, cols
}

// alike adds to a field the choices that all of its options go on with: what else taking it costs.
func alike(rows, cols []string, said [][]string) {
	common := map[string][]string{} // by field
	for i := range said {
		f := rows[i] + "\x00" + cols[i]
		have, ok := common[f]
		if !ok {
			have = said[i]
		}
		n := 0
		for n < len(have) && n < len(said[i]) && have[n] == said[i][n] {
			n++
		}
		common[f] = have[:n]
	}
	for i, c := range slices.Clone(cols) {
		for _, word := range common[rows[i]+"\x00"+c] {
			cols[i] += " " + word
		}
	}
}
