package usac

import (
	"strconv"
	"strings"
)

// The columns of a driver's card.
const (
	colNormal = iota
	colAccelerate
	colDecelerate
	colTroubleA
	colTroubleB
	colPit
	columns
)

// Cells that are no number.
const (
	troubleA = -1 // TA
	troubleB = -2 // TB
)

// card is one driver's card: rows 2 to 12 of each column.
type card [columns][11]int8

// effectKind is what a trouble does (US-19).
type effectKind uint8

const (
	doNothing effectKind = iota
	doPower              // at most n spaces
	doStop               // n turns, this one included
	doPit                // n: 1 counts; next: at the next entry, else at once
	doRetire
	doYellow // n laps
	doRear
	doHand
)

// effect is one of the things that a trouble does.
type effect struct {
	kind effectKind
	n    int64
	next bool
}

// Who is credited with the laps of a yellow flag (US-21).
const (
	creditAll = iota
	creditTrack
	creditNone
)

// flagRules is the yellow procedure of a board.
type flagRules struct {
	lineUp bool
	lane   int // 0: the inside one, 1 the middle one, 2 the outside one
	credit int
}

// box33 is what is printed in the box.
type box33 struct {
	cards   []card
	trouble [100][]effect // by number
	turns   [100]int64    // in the pits, by number of the table; 0: the table lacks it
	mph     []int64       // by rolls of a qualifying lap
	yellow  flagRules
}

var cardColumns = [columns]string{"normal", "accelerate", "decelerate", "trouble-a", "trouble-b", "pit"}

// readBox reads the tables of the box; every mistake is said with its row.
func (v *surveyor) readBox() {
	v.readDie()
	v.readTrouble()
	v.readPits()
	v.readCards()
	v.readYellow()
	v.readTimes()
}

// rows calls with the rows of a table by column; it is a mistake if there are none.
func (v *surveyor) rows(table string, each func(row int, cell func(column string) string)) {
	t := v.box.Tables[table]
	if t == nil || len(t.Rows) == 0 {
		v.no(table, -1, -1, "the table is missing or empty")
		return
	}
	for i, r := range t.Rows {
		each(i, func(column string) string {
			for k, c := range t.Columns {
				if c == column && k < len(r) {
					return strings.TrimSpace(r[k])
				}
			}
			return ""
		})
	}
}

// number reads a whole number of a cell.
func (v *surveyor) number(table string, row int, what, t string, lo, hi int) (int64, bool) {
	n, err := strconv.Atoi(t)
	if err != nil || n < lo || n > hi {
		v.no(table, row, -1, "%s: %q; allowed are %d to %d", what, t, lo, hi)
		return 0, false
	}
	return int64(n), true
}

func (v *surveyor) readDie() {
	n := 0
	v.rows("die", func(row int, cell func(string) string) {
		n++
		if cell("face") != strconv.Itoa(n) {
			v.no("die", row, -1, "face: %q; the faces of a die are 1 to 6, in order", cell("face"))
		}
	})
	if n != 0 && n != 6 {
		v.no("die", -1, -1, "%d faces; a die has 6 (US-7)", n)
	}
}

// readTrouble reads the Trouble Table (US-19).
func (v *surveyor) readTrouble() {
	retires, flags := false, false
	v.rows("trouble", func(row int, cell func(string) string) {
		n, ok := v.number("trouble", row, "number", cell("number"), 1, 99)
		if !ok {
			return
		}
		if v.trouble[n] != nil {
			v.no("trouble", row, -1, "number %d stands twice", n)
		}
		for _, t := range strings.Split(cell("effects"), ";") {
			e, ok := v.effect(row, strings.Fields(t))
			if !ok {
				continue
			}
			v.trouble[n] = append(v.trouble[n], e)
			retires, flags = retires || e.kind == doRetire, flags || e.kind == doYellow
		}
		if cell("text") == "" {
			v.no("trouble", row, -1, "text is missing: what the console shows")
		}
		v.knownTrouble(row, n)
	})
	if len(v.bad) == 0 && !retires {
		v.no("trouble", -1, -1, "no entry retires the car; the printed table has one (US-19)")
	}
	if len(v.bad) == 0 && !flags {
		v.no("trouble", -1, -1, "no entry calls the yellow flag; the printed table has one (US-19)")
	}
}

// effect reads one thing that a trouble does: "power 5", "pit uncounted now".
func (v *surveyor) effect(row int, w []string) (e effect, ok bool) {
	bare := map[string]effectKind{"none": doNothing, "retire": doRetire, "rear": doRear, "hand": doHand}
	counted := map[string]struct {
		kind   effectKind
		lo, hi int
	}{"power": {doPower, 0, mostPoints}, "stop": {doStop, 1, mostTurns}, "yellow": {doYellow, 1, mostTurns}}
	if len(w) == 0 {
		v.no("trouble", row, -1, "effects: none is named; kinds are %s", kindsSay)
		return e, false
	}
	if k, there := bare[w[0]]; there {
		if len(w) > 1 {
			v.no("trouble", row, -1, "effects: %q; %s stands alone", strings.Join(w, " "), w[0])
		}
		return effect{kind: k}, len(w) == 1
	}
	if k, there := counted[w[0]]; there {
		if len(w) != 2 {
			v.no("trouble", row, -1, "effects: %q; %s has one number", strings.Join(w, " "), w[0])
			return e, false
		}
		n, ok := v.number("trouble", row, w[0], w[1], k.lo, k.hi)
		return effect{kind: k.kind, n: n}, ok
	}
	if w[0] == "pit" {
		e.kind = doPit
		if len(w) == 3 && (w[1] == "counted" || w[1] == "uncounted") && (w[2] == "now" || w[2] == "next") {
			if w[1] == "counted" {
				e.n = 1
			}
			e.next = w[2] == "next"
			return e, true
		}
		v.no("trouble", row, -1, "effects: %q; a stop is pit, counted or uncounted, now or next", strings.Join(w, " "))
		return e, false
	}
	v.no("trouble", row, -1, "effects: there is no kind %q; kinds are %s", w[0], kindsSay)
	return e, false
}

const kindsSay = "power N, stop N, pit counted|uncounted now|next, retire, yellow N, rear, hand, none"

// readPits reads the Pit Stop Table (US-15, US-16).
func (v *surveyor) readPits() {
	v.rows("pits", func(row int, cell func(string) string) {
		n, ok := v.number("pits", row, "number", cell("number"), 1, 99)
		t, ok2 := v.number("pits", row, "turns", cell("turns"), 1, mostTurns)
		if !ok || !ok2 {
			return
		}
		if v.turns[n] != 0 {
			v.no("pits", row, -1, "number %d stands twice", n)
		}
		v.turns[n] = t
		if n == 5 && t != 6 {
			v.no("pits", row, -1, "number 5 is %d turns; the rule book shows 6 (US-15)", t)
		}
	})
	if v.turns[5] == 0 && v.box.Tables["pits"] != nil {
		v.no("pits", -1, -1, "number 5 is missing; the rule book shows it: 6 turns (US-15)")
	}
}

// readCards reads the drivers' cards (US-7).
func (v *surveyor) readCards() {
	names := map[string]bool{}
	v.rows("cards", func(row int, cell func(string) string) {
		var c card
		if name := cell("card"); name == "" || names[name] {
			v.no("cards", row, -1, "card: %q; every card has a name of its own", name)
		} else {
			names[name] = true
		}
		for col, name := range cardColumns {
			w := strings.Fields(cell(name))
			if len(w) != 11 {
				v.no("cards", row, -1, "%s: %d cells; a column has 11, for the sums 2 to 12", name, len(w))
				continue
			}
			for i, t := range w {
				c[col][i] = v.cell(row, col, i+2, t)
			}
		}
		v.cards = append(v.cards, c)
	})
	v.knownCard()
}

// cell reads one cell of a card.
func (v *surveyor) cell(row, col, sum int, t string) int8 {
	what := cardColumns[col] + " on " + strconv.Itoa(sum)
	switch {
	case t == "TA" && col != colPit:
		return troubleA
	case t == "TB" && col != colPit:
		return troubleB
	case col < colTroubleA:
		n, ok := v.number("cards", row, what, t, 1, mostPoints)
		if !ok && t != "" {
			v.bad[len(v.bad)-1].Text += ", TA or TB"
		}
		return int8(n)
	case col == colPit:
		n, ok := v.number("cards", row, what, t, 1, 99)
		if ok && v.turns[n] == 0 {
			v.no("cards", row, -1, "%s: the Pit Stop Table has no number %d", what, n)
		}
		return int8(n)
	}
	n, ok := v.number("cards", row, what, t, 1, 99)
	if ok && v.trouble[n] == nil {
		v.no("cards", row, -1, "%s: the Trouble Table has no number %d", what, n)
	}
	return int8(n)
}

// readYellow reads the board's yellow procedure; what it leaves out is ours (US-21).
func (v *surveyor) readYellow() {
	v.yellow = flagRules{lineUp: true}
	pick := func(row int, rule, t string, allowed ...string) int {
		for i, a := range allowed {
			if t == a {
				return i
			}
		}
		v.no("yellow", row, -1, "%s: %q; allowed are %s", rule, t, strings.Join(allowed, ", "))
		return 0
	}
	v.rows("yellow", func(row int, cell func(string) string) {
		switch rule, value := cell("rule"), cell("value"); rule {
		case "line-up":
			v.yellow.lineUp = pick(row, rule, value, "single-file", "none") == 0
		case "lane":
			v.yellow.lane = pick(row, rule, value, "inside", "middle", "outside")
		case "credit":
			v.yellow.credit = pick(row, rule, value, "all", "track", "none")
		default:
			v.no("yellow", row, -1, "there is no rule %q; rules are line-up, lane, credit", rule)
		}
	})
}

// readTimes reads the owner's time-trial table (US-2): miles per hour by rolls, falling.
func (v *surveyor) readTimes() {
	was, mph := int64(0), int64(1000)
	v.rows("times", func(row int, cell func(string) string) {
		n, ok := v.number("times", row, "rolls", cell("rolls"), 1, 99)
		m, ok2 := v.number("times", row, "mph", cell("mph"), 1, 999)
		switch {
		case !ok || !ok2:
			return
		case n <= was:
			v.no("times", row, -1, "%d rolls stand behind %d; the lines are in order, a number of rolls on each", n, was)
		case m >= mph:
			v.no("times", row, -1, "%d rolls are %d mph, %d rolls %d: a lap of more rolls is slower (US-2)", n, m, was, mph)
		}
		was, mph = n, m
		for int64(len(v.mph)) <= n {
			v.mph = append(v.mph, 0)
		}
		v.mph[n] = m
	})
}

// speed is the miles per hour of a lap of so many rolls, by the next line of the table that has them; 0 beyond its end.
func (k *course) speed(rolls int64) int64 {
	for ; rolls < int64(len(k.mph)); rolls++ {
		if k.mph[rolls] != 0 {
			return k.mph[rolls]
		}
	}
	return 0
}
