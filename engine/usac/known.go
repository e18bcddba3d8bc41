package usac

import (
	"fmt"
	"strconv"
	"strings"
)

// What the rule book shows of the real box. A transcription that misses one of these has a slip of the pen; the practice box agrees.

// known is one cell that the rule book shows of its example card.
type known struct {
	col, sum int
	is       []int8 // several where the printed sentence can be read in several ways
}

var example = []known{
	{colNormal, 2, []int8{17}},
	{colNormal, 3, []int8{17}},
	{colNormal, 4, []int8{16}},
	{colNormal, 5, []int8{15}},
	{colNormal, 6, []int8{14}},
	{colAccelerate, 2, []int8{troubleA}},
	{colAccelerate, 3, []int8{17}},
	{colAccelerate, 4, []int8{16}},
	{colAccelerate, 5, []int8{16}},
	{colAccelerate, 6, []int8{15}},
	{colAccelerate, 7, []int8{troubleA}},
	{colAccelerate, 12, []int8{troubleA}},
	{colDecelerate, 2, []int8{15}},
	{colDecelerate, 3, []int8{16}},
	{colDecelerate, 4, []int8{15}},
	{colTroubleA, 2, []int8{1}},
	{colTroubleA, 3, []int8{2}},
	{colTroubleA, 4, []int8{3}},
	{colTroubleA, 8, []int8{6}},
	{colTroubleB, 2, []int8{2}},
	{colTroubleB, 3, []int8{3}},
	{colTroubleB, 4, []int8{3}},
	{colPit, 2, []int8{1}},
	{colPit, 3, []int8{1}},
	{colPit, 4, []int8{2}},
	{colPit, 10, []int8{5}},
}

// slips is how many cells of a card may differ from the example for it to be taken for that card, wrongly transcribed.
const slips = 3

// differs lists where a card differs from the example of the rule book.
func (c *card) differs() (out []string) {
	for _, k := range example {
		ok := false
		for _, v := range k.is {
			ok = ok || c[k.col][k.sum-2] == v
		}
		if !ok {
			out = append(out, fmt.Sprintf("%s on %d is %s, %s in the rule book", cardColumns[k.col], k.sum, cellSay(c[k.col][k.sum-2]), cellSay(k.is[0])))
		}
	}
	if six, seven := c[colDecelerate][6-2], c[colDecelerate][7-2]; six != 13 && seven != 13 {
		out = append(out, fmt.Sprintf("decelerate is %s on 6 and %s on 7, one of them 13 in the rule book", cellSay(six), cellSay(seven)))
	}
	return out
}

func cellSay(v int8) string {
	switch v {
	case troubleA:
		return "TA"
	case troubleB:
		return "TB"
	}
	return strconv.Itoa(int(v))
}

// knownCard looks for the card of the rule book's example. Where no card agrees with it wholly, one that nearly does was miscopied.
func (v *surveyor) knownCard() {
	at, least := -1, []string(nil)
	for i := range v.cards {
		d := v.cards[i].differs()
		if len(d) == 0 {
			return
		}
		if at < 0 || len(d) < len(least) {
			at, least = i, d
		}
	}
	if at >= 0 && len(least) <= slips {
		v.no("cards", at, -1, "%s (US-7)", strings.Join(least, "; "))
	}
}

// knownTrouble checks the two entries of the Trouble Table that the rule book shows.
func (v *surveyor) knownTrouble(row int, n int64) {
	es := v.trouble[n]
	switch {
	case len(es) == 0:
	case n == 6 && (len(es) != 1 || es[0].kind != doPower || es[0].n != 5):
		v.no("trouble", row, -1, "number 6; in the rule book the car loses power: power 5 (US-7)")
	case n == 9 && (es[0].kind != doPit || es[0].n != 0):
		v.no("trouble", row, -1, "number 9; in the rule book it is a pit stop that does not count: pit uncounted now, or next (US-13)")
	}
}
