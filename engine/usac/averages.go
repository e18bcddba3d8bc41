package usac

import (
	"strconv"

	"boxstop/engine"
)

// average is what a driver's card gives on the average.
type average struct {
	card    string
	spaces  [3]float64 // a roll that is no trouble, by mode
	trouble [3]int     // rolls of 36 that are, by mode
	pits    float64    // turns of a stop
}

// ways is how many of 36 rolls of two dice give each sum.
var waysTo = [...]int{2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}

// averages are in the order of the cards.
func (k *course) averages() (out []average) {
	for i := range k.cards {
		c := &k.cards[i]
		a := average{card: k.box.Tables["cards"].Rows[i][0]}
		for col := range a.spaces {
			rolls, sum := 0, 0
			for n := 2; n <= 12; n++ {
				if x := int(c[col][n-2]); x > 0 {
					sum += waysTo[n] * x
					rolls += waysTo[n]
				}
			}
			a.spaces[col], a.trouble[col] = float64(sum)/float64(max(1, rolls)), 36-rolls
		}
		for n := 2; n <= 12; n++ {
			a.pits += float64(waysTo[n]) * float64(k.turns[c[colPit][n-2]]) / 36
		}
		out = append(out, a)
	}
	return out
}

// Averages has a row a card: spaces a roll by mode, how many of 36 rolls are trouble, the turns of a stop, and how many rolls in normal mode
// a lap of the inside lane takes without trouble: by the rule book 4 to 7.
func (r *Rules) Averages(b *engine.Board, box *engine.Box) engine.Sheet {
	out := engine.Sheet{Title: "sheet.averages", Columns: []string{
		"sheet.card", "word.normal", "sheet.trouble", "word.accelerate", "sheet.trouble", "word.decelerate", "sheet.trouble", "sheet.turns", "sheet.rolls",
	}}
	k, bad := survey(b, box)
	if len(bad) > 0 {
		return out
	}
	lap := 0
	for i := range b.Sections {
		lap += b.Count(i, k.inside)
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
	for _, a := range k.averages() {
		row := []string{a.card}
		for col, x := range a.spaces {
			row = append(row, number(x), strconv.Itoa(a.trouble[col]))
		}
		rolls := ""
		if x := a.spaces[colNormal]; x > 0 {
			rolls = number(float64(lap) / x)
		}
		out.Rows = append(out.Rows, append(row, number(a.pits), rolls))
	}
	return out
}
