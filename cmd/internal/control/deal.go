package control

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"boxstop/engine"
)

// companion is the driver of cars that nobody at the table drives.
const companion = "Companion"

// dealt is one who is dealt cards.
type dealt struct {
	name, bot string
	cards     []int // rows of the box's table of cards
}

// deal enters the whole field in one line: so many cards of the box, shuffled and dealt evenly (deal 33 "Anna" "Ben" bot), or by name
// (deal "Anna" c03 c14 bot hard c07). Cars are marked by the number of their card (TB-22).
func (p *Plan) deal(w []string) error {
	all := p.cards()
	if p.Rules.About().CarsPerSeat != 0 || len(all) == 0 {
		return refuse("deal: in %s each driver has cars of his own; enter puts them in", p.Rules.About().Title)
	}
	w = w[1:]
	n := 0
	if len(w) > 0 {
		if k, err := strconv.Atoi(w[0]); err == nil {
			if n, w = k, w[1:]; n < 1 || n > min(len(all), p.Rules.About().MaxCars) {
				return refuse("deal %d: the box has 1 to %d cards", n, min(len(all), p.Rules.About().MaxCars))
			}
		}
	}
	hands, err := p.hands(w, all)
	switch {
	case err != nil:
		return err
	case len(hands) == 0:
		return refuse("deal: to whom? such as: deal %d \"Anna\" \"Ben\" bot, or by name: deal \"Anna\" %s bot %s", min(len(all), 33), all[0], all[len(all)-1])
	case n > 0:
		if slices.ContainsFunc(hands, func(h dealt) bool { return h.cards != nil }) {
			return refuse("deal %d: either a number of cards, dealt evenly, or the cards of each by name", n)
		}
		luck := p.Seed ^ p.shuffle
		for i, c := range engine.Lot(len(all), func(engine.Car) bool { return true }, &luck)[:n] {
			h := &hands[i%len(hands)]
			h.cards = append(h.cards, int(c)-1)
		}
	}
	var cars []Car
	named := p.numbered()
	for _, h := range hands {
		if len(h.cards) == 0 {
			return refuse("deal: %s is dealt no card", h.name)
		}
		slices.Sort(h.cards)
		for _, card := range h.cards {
			c := Car{Mark: cardMark(all[card], card), Car: "car", Card: all[card]}
			if i := slices.IndexFunc(named, func(x Car) bool { return x.Card == c.Card }); i >= 0 {
				c = named[i]
			}
			c.Driver, c.Bot = h.name, h.bot
			cars = append(cars, c)
		}
	}
	slices.SortStableFunc(cars, func(a, b Car) int { return slices.Index(all, a.Card) - slices.Index(all, b.Card) })
	for i := 1; i < len(cars); i++ {
		if cars[i].Card == cars[i-1].Card {
			return refuse("deal: %s is dealt twice; a copy of a card is put in by enter", cars[i].Card)
		}
	}
	p.Cars, p.Order = cars, nil
	if p.Grid == "hand" {
		p.Grid = "lot"
	}
	return nil
}

// hands reads who is dealt cards, each with the cards that are named behind.
func (p *Plan) hands(w []string, all []string) (out []dealt, err error) {
	for _, t := range w {
		last := len(out) - 1
		card := slices.IndexFunc(all, func(c string) bool { return strings.EqualFold(c, t) })
		switch {
		case t == ",":
		case t == "bot":
			out = append(out, dealt{name: companion, bot: "medium"})
		case last >= 0 && out[last].bot != "" && out[last].cards == nil && p.Rules.Bot(t) != nil:
			out[last].bot = t
		case card >= 0 && last >= 0:
			out[last].cards = append(out[last].cards, card)
		case named(t):
			if text(t) == "" || len([]rune(text(t))) > 20 {
				return nil, refuse("deal: a driver's name has 1 to 20 letters")
			}
			out = append(out, dealt{name: text(t)})
		default:
			return nil, refuse("deal … %s: allowed are names in quotes or of letters alone, bot, and cards: %s to %s", t, all[0], all[len(all)-1])
		}
	}
	return out, nil
}

// named reports whether a word is a driver's name: in quotes, or nothing but letters.
func named(t string) bool {
	return strings.HasPrefix(t, `"`) || strings.IndexFunc(t, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// cardsOf says whose cards are whose, a line each.
func (p *Plan) cardsOf() (out []string) {
	of := map[string][]string{}
	var names []string
	for _, c := range p.Cars {
		if of[c.Driver] == nil {
			names = append(names, c.Driver)
		}
		of[c.Driver] = append(of[c.Driver], c.Mark)
	}
	for _, n := range names {
		out = append(out, fmt.Sprintf("%s has %s: %s", n, plural(len(of[n]), "car", "cars"), strings.Join(of[n], " ")))
	}
	return out
}

// cards are the names of the cards in the box.
func (p *Plan) cards() (out []string) {
	if p.Box == nil || p.Box.Tables["cards"] == nil {
		return nil
	}
	for _, r := range p.Box.Tables["cards"].Rows {
		if len(r) > 0 && !slices.Contains(out, r[0]) {
			out = append(out, r[0])
		}
	}
	return out
}

// numbered are the cars of a box whose cards are of cars: each has a number, which is its mark. Nil: the cards are of no cars.
func (p *Plan) numbered() (out []Car) {
	if p.Box == nil || p.Box.Tables["cards"] == nil {
		return nil
	}
	t := p.Box.Tables["cards"]
	at := slices.Index(t.Columns, "number")
	for _, r := range t.Rows {
		if at > 0 && at < len(r) && markOK(r[at]) == nil {
			out = append(out, Car{Mark: r[at], Car: r[0], Card: r[0]})
		}
	}
	return out
}

// cardMark is the number in the name of a card, else its place in the box.
func cardMark(name string, i int) string {
	digits := strings.TrimLeft(strings.TrimLeftFunc(name, func(r rune) bool { return r < '0' || r > '9' }), "0")
	if n, err := strconv.Atoi(digits); err == nil && n > 0 && n < 1000 {
		return strconv.Itoa(n)
	}
	return strconv.Itoa(i + 1)
}
