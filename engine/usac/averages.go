package usac

import "boxstop/engine"

// Average is what a driver's card gives on the average.
type Average struct {
	Card                           string
	Normal, Accelerate, Decelerate float64 // spaces a roll that is no trouble
	Trouble                        [3]int  // rolls of 36 that are, by mode
	Pits                           float64 // turns of a stop
}

// ways is how many of 36 rolls of two dice give each sum.
var waysTo = [...]int{2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}

// Averages is what the cards of a box give, in the order of its table; cards that cannot be read give 0.
func Averages(box *engine.Box) (out []Average) {
	v := &surveyor{course: &course{box: box, board: &engine.Board{}}}
	v.readTrouble()
	v.readPits()
	v.readCards()
	for i := range v.cards {
		c := &v.cards[i]
		a := Average{Card: box.Tables["cards"].Rows[i][0]}
		for col, to := range []*float64{&a.Normal, &a.Accelerate, &a.Decelerate} {
			rolls := 0
			for n := 2; n <= 12; n++ {
				if x := c[col][n-2]; x > 0 {
					*to += float64(waysTo[n]) * float64(x)
					rolls += waysTo[n]
				} else {
					a.Trouble[col] += waysTo[n]
				}
			}
			*to /= float64(max(1, rolls))
		}
		for n := 2; n <= 12; n++ {
			a.Pits += float64(waysTo[n]) * float64(v.turns[max(0, c[colPit][n-2])]) / 36
		}
		out = append(out, a)
	}
	return out
}
