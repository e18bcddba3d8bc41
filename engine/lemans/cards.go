package lemans

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/engine"
)

// top is the number of the gear "top": a gear like the others (LM-5), the highest of every card.
const top = 6

// threeDown is how many gears a car of class F may come down in a turn (LM-20).
const threeDown = 3

// The words of a card's gears, by number.
var gearNames = [top + 1]string{"", "1st", "2nd", "3rd", "4th", "5th", "top"}

// card is a specification card.
type card struct {
	number         int64
	name           string
	class          int8 // 0 is class C, 3 is class F
	speed          [top + 1]int64
	free           int64 // gears down that cost nothing
	brakes         int64 // hard-brakings for four laps
	unlimited      bool  // class F
	sharp, hairpin int64
}

// up is the next higher gear; 0: there is none.
func (k *card) up(g int64) int64 {
	for g++; g <= top; g++ {
		if k.speed[g] > 0 {
			return g
		}
	}
	return 0
}

// down is the next lower gear; 0: there is none.
func (k *card) down(g int64) int64 {
	for g--; g > 0; g-- {
		if k.speed[g] > 0 {
			return g
		}
	}
	return 0
}

// apart is how many gears a gear stands above another; negative: below it.
func (k *card) apart(g, other int64) int64 {
	n := int64(0)
	for ; g > other; g = k.down(g) {
		n++
	}
	for ; g < other; g = k.up(g) {
		n--
	}
	return n
}

// most is the highest speed of a gear with bonus moves: short of the next gear's basic speed (LM-26).
func (k *card) most(g int64) int64 {
	if n := k.up(g); n != 0 {
		return max(k.speed[g], k.speed[n]-1)
	}
	return k.speed[g]
}

// limit is the highest gear for the corner that a space belongs to (LM-12).
func (k *card) limit(m engine.Mark) int64 {
	if m&markHairpin != 0 {
		return k.hairpin
	}
	return k.sharp
}

const classes = "CDEF"

// known is what the rule book shows of a real card. 0 is what it does not show.
type known struct {
	word, name string
	number     int64
	speed      [top + 1]int64
	hairpin    int64
}

var knownCards = []known{
	{word: "alfa", name: "Alfa Romeo", number: 8, speed: [top + 1]int64{0, 2, 5, 8, 9}, hairpin: 2},
	{word: "mg", name: "MG", number: 10, speed: [top + 1]int64{0, 3, 4, 6, 9}, hairpin: 3},
	{word: "mercedes", name: "Mercedes", number: 5, speed: [top + 1]int64{0, 3, 6, 7}, hairpin: 2},
	{word: "jaguar", name: "Jaguar", speed: [top + 1]int64{3: 8, 4: 10, 5: 13, 6: 15}},
}

// cards reads the specification cards, and holds them against what the rule book shows of the real ones.
func (c *checker) cards(box *engine.Box) {
	t := box.Tables["cards"]
	if t == nil || len(t.Rows) == 0 {
		c.table("cards", -1, "the box brings no cards; it has one for each of %d cars", maxCars)
		return
	}
	if len(t.Rows) > maxCars {
		c.table("cards", maxCars, "%d cards; the box has %d", len(t.Rows), maxCars)
	}
	for i, row := range t.Rows {
		k := c.card(t, i, row)
		for j := range c.k.cards {
			if c.k.cards[j].number == k.number && k.number != 0 {
				c.table("cards", i, "%s: number %d stands on the card of %s already", k.name, k.number, c.k.cards[j].name)
			}
		}
		c.k.cards = append(c.k.cards, k)
		c.known(i, &c.k.cards[i])
	}
}

func (c *checker) card(t *engine.Table, i int, row []string) (k card) {
	cell := func(name string) string {
		if at := slices.Index(t.Columns, name); at >= 0 && at < len(row) {
			return strings.TrimSpace(row[at])
		}
		return ""
	}
	number := func(name string, lo, hi int64) int64 {
		v, err := strconv.ParseInt(cell(name), 10, 64)
		if err != nil || v < lo || v > hi {
			c.table("cards", i, "%s, %s: %q; it is a whole number from %d to %d", k.name, name, cell(name), lo, hi)
			return lo
		}
		return v
	}
	if k.name = cell("name"); k.name == "" {
		k.name = fmt.Sprintf("card %d", i+1)
		c.table("cards", i, "a card has a name")
	}
	if w := cell("card"); w == "" || strings.ContainsAny(w, " \t/") || strings.ToLower(w) != w {
		c.table("cards", i, "%s, card: %q; it is what commands call the card, a word of small letters such as alfa-romeo", k.name, w)
	}
	k.number = number("number", 1, 99)
	at := strings.Index(classes, cell("class"))
	if at < 0 || len(cell("class")) != 1 {
		c.table("cards", i, "%s, class: %q; allowed are C, D, E, F", k.name, cell("class"))
		at = 0
	}
	k.class = int8(at)
	last := int64(0)
	for g := int64(1); g <= top; g++ {
		if w := cell(gearNames[g]); w == "" || w == "0" || w == "-" {
			if g == 1 || g == top {
				c.table("cards", i, "%s has no %s; every car has a 1st gear and a top", k.name, gearNames[g])
				k.speed[g] = last + 1
			}
			continue
		}
		k.speed[g] = number(gearNames[g], 1, 20)
		if k.speed[g] <= last {
			c.table("cards", i, "%s, %s: %d; a gear is faster than the one below it, more than %d", k.name, gearNames[g], k.speed[g], last)
		} else if k.speed[g]-last > 8 && last > 0 {
			c.table("cards", i, "%s, %s: %d; at most 8 more than the gear below it, %d", k.name, gearNames[g], k.speed[g], last)
		}
		last = max(last, k.speed[g])
	}
	k.free = number("free", 0, top)
	if w := cell("brakings"); w == "-" || w == "unlimited" {
		k.unlimited = true
	} else {
		k.brakes = number("brakings", 0, 20)
	}
	if f := classes[k.class] == 'F'; f != k.unlimited {
		c.table("cards", i, "%s, brakings: %q in class %c; class F brakes as it likes, written \"-\", all others have a number (LM-20)", k.name, cell("brakings"), classes[k.class])
	}
	for _, x := range []struct {
		name string
		to   *int64
	}{{"sharp", &k.sharp}, {"hairpin", &k.hairpin}} {
		g := slices.Index(gearNames[:], cell(x.name))
		if g < 1 || k.speed[g] == 0 {
			c.table("cards", i, "%s, %s: %q; it is one of the card's gears: 1st, 2nd, 3rd, 4th, 5th, top", k.name, x.name, cell(x.name))
			g = 1
		}
		*x.to = int64(g)
	}
	return k
}

// known holds a card against what the rule book shows of the real one of that name.
func (c *checker) known(i int, k *card) {
	for n := range knownCards {
		w := &knownCards[n]
		if !strings.HasPrefix(strings.ToLower(k.name), w.word) {
			continue
		}
		if w.number != 0 && w.number != k.number {
			c.table("cards", i, "your %s's number should be %d, it is %d", w.name, w.number, k.number)
		}
		for g := range w.speed {
			if w.speed[g] != 0 && w.speed[g] != k.speed[g] {
				c.table("cards", i, "your %s's %s gear should be %d, it is %d (rule book)", w.name, gearNames[g], w.speed[g], k.speed[g])
			}
		}
		if w.hairpin != 0 && w.hairpin != k.hairpin {
			c.table("cards", i, "your %s takes hairpins in %s; it should be %s (rule book)", w.name, gearNames[k.hairpin], gearNames[w.hairpin])
		}
		if w.word == "jaguar" {
			switch {
			case classes[k.class] == 'F':
				c.table("cards", i, "your Jaguar's class should not be F (rule book)")
			case k.free != 1:
				c.table("cards", i, "your Jaguar's free down-shift should be 1, it is %d (rule book)", k.free)
			case k.sharp != 2 && k.hairpin != 2:
				c.table("cards", i, "your Jaguar takes no corner in 2nd; it should take sharp corners or hairpins so (rule book)")
			}
		}
	}
}

// What a chance leads to.
type result int8

const (
	safe result = iota + 1
	damage
	spin
	smash
)

var resultWords = []string{"", "safe", "pit", "spin", "smash"}

// chances reads the die and the chance table (LM-15).
func (c *checker) chances(box *engine.Box) {
	die := box.Tables["die"]
	if die == nil || len(die.Rows) != faces {
		c.table("die", -1, "the die has six faces, a row each: 1 to 6")
	}
	t := box.Tables["chances"]
	if t == nil {
		c.table("chances", -1, "the box brings no chance table; it has a row for each face of the die")
		return
	}
	at := [3]int{slices.Index(t.Columns, "die"), slices.Index(t.Columns, "dry"), slices.Index(t.Columns, "wet")}
	if slices.Min(at[:]) < 0 {
		return // the loader says so
	}
	for i, row := range t.Rows {
		f, err := strconv.Atoi(row[at[0]])
		if err != nil || f < 1 || f > faces || c.k.chance[0][max(0, min(f, faces))] != 0 {
			c.table("chances", i, "die: %q; there is one row for each of 1 to 6", row[at[0]])
			continue
		}
		for w := range 2 {
			r := slices.Index(resultWords, row[at[w+1]])
			if r < 1 {
				c.table("chances", i, "%s: %q; allowed are safe, pit, spin, smash", t.Columns[at[w+1]], row[at[w+1]])
				r = int(safe)
			}
			c.k.chance[w][f] = result(r)
		}
	}
	for f := 1; f <= faces; f++ {
		if c.k.chance[0][f] == 0 {
			c.table("chances", -1, "there is no row for a %d", f)
		}
	}
}

const faces = 6
