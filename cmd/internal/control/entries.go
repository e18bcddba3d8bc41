package control

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"boxstop/engine"
)

func (p *Plan) car(mark string) int {
	return slices.IndexFunc(p.Cars, func(c Car) bool { return strings.EqualFold(c.Mark, mark) })
}

func (p *Plan) marks() string {
	var m []string
	for _, c := range p.Cars {
		m = append(m, c.Mark)
	}
	return strings.Join(m, ", ")
}

// markOK says whether a mark can be one: one to three letters or digits, no word of the grammar and no landmark.
func markOK(m string) error {
	if len(m) < 1 || len(m) > 3 || strings.ContainsFunc(m, func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') }) {
		return refuse("mark %q: one to three letters or digits", m)
	}
	l := strings.ToLower(m)
	if _, ok := orders[l]; ok || slices.Contains(planWords, l) || slices.Contains(otherWords, l) || engine.Reserved(l) {
		return refuse("mark %s: that word has a meaning of its own here; take another one", m)
	}
	return nil
}

// attrs are what may follow an entry.
var attrs = []string{"by", "die", "station", "card", "team", "seat"}

// enter puts a car in, or changes the one with its mark. Where a seat has several cars, a mark without a number stands for the whole team:
// "enter R red …" enters R1, R2 and R3.
func (p *Plan) enter(w []string) error {
	c := Car{Mark: strings.ToUpper(w[1]), Car: strings.ToLower(text(w[2])), Driver: text(w[3])}
	if err := markOK(c.Mark); err != nil {
		return err
	}
	if c.Driver == "" || len([]rune(c.Driver)) > 20 {
		return refuse("enter %s: a driver's name has 1 to 20 letters", c.Mark)
	}
	for i := 4; i < len(w); i++ {
		if i+1 >= len(w) {
			return refuse("enter %s: %s: its value is missing", c.Mark, w[i])
		}
		v := text(w[i+1])
		switch w[i] {
		case "by":
			if v == "bot" {
				c.Bot = "medium"
				if i+2 < len(w) && p.Rules.Bot(w[i+2]) != nil {
					c.Bot = w[i+2]
					i++
				} else if i+2 < len(w) && !slices.Contains(attrs, w[i+2]) {
					return refuse("enter %s by bot %s: levels are %s", c.Mark, w[i+2], strings.Join(p.Rules.About().Bots, ", "))
				}
			}
		case "die":
			c.Die = strings.ToUpper(v)
		case "station":
			c.Station = strings.ToUpper(v)
		case "card":
			c.Card = v
		case "team":
			c.Team = v
		case "seat":
			n, err := strconv.Atoi(v)
			if err != nil || n < 1 {
				return refuse("enter %s seat %s: a whole number from 1", c.Mark, v)
			}
			c.Seat = n
		default:
			return refuse("enter %s: %s; allowed are %s", c.Mark, w[i], strings.Join(attrs, ", "))
		}
		i++
	}
	if i := p.car(c.Mark); i >= 0 { // put right, it keeps what is not said anew
		o := &p.Cars[i]
		c.Card, c.Team, c.Die, c.Station = cmp.Or(c.Card, o.Card), cmp.Or(c.Team, o.Team), cmp.Or(c.Die, o.Die), cmp.Or(c.Station, o.Station)
		c.Seat = cmp.Or(c.Seat, o.Seat)
	}
	n := p.Rules.About().CarsPerSeat
	if last := c.Mark[len(c.Mark)-1]; n <= 1 || last >= '0' && last <= '9' {
		return p.put(c)
	}
	if c.Team == "" {
		c.Team = c.Car
	}
	team := c.Mark
	for k := range n {
		c.Mark = team + strconv.Itoa(k+1)
		if err := markOK(c.Mark); err != nil {
			return err
		}
		if err := p.put(c); err != nil {
			return err
		}
	}
	return nil
}

// teamOf is the places of the cars that a mark stands for: its own, or those of the whole team.
func (p *Plan) teamOf(mark string) (out []int) {
	if i := p.car(mark); i >= 0 {
		return []int{i}
	}
	for k := range p.Rules.About().CarsPerSeat {
		if i := p.car(mark + strconv.Itoa(k+1)); i >= 0 {
			out = append(out, i)
		}
	}
	return out
}

// put puts one car in.
func (p *Plan) put(c Car) error {
	i := p.car(c.Mark)
	if j := slices.IndexFunc(p.Cars, func(o Car) bool { return o.Car == c.Car && c.Car != "" && p.Rules.About().CarsPerSeat == 1 }); j >= 0 && j != i {
		return refuse("enter %s: %s drives the %s car already", c.Mark, p.Cars[j].Driver, c.Car)
	}
	if i >= 0 {
		p.Cars[i] = c
		return nil
	}
	if len(p.Cars) >= p.Rules.About().MaxCars {
		return refuse("enter %s: the box has %d cars", c.Mark, p.Rules.About().MaxCars)
	}
	p.Cars = append(p.Cars, c)
	return nil
}

// gridsOf are the ways in which a game's cars come to the grid without being named in order.
func gridsOf(a *engine.About) []string {
	if a.GridRolled == "" {
		return []string{"lot", "last", "standing"}
	}
	return []string{"lot", a.GridRolled, "last", "standing"}
}

func (p *Plan) grid(w []string) error {
	grids := gridsOf(p.Rules.About())
	if len(w) == 1 && slices.Contains(grids, w[0]) {
		p.Grid, p.Order = w[0], nil
		return nil
	}
	var order []string
	for _, m := range w {
		i := p.car(m)
		if i < 0 {
			return refuse("grid %s: there is no such car; cars are %s; in %s it may also be %s", m, p.marks(), p.Rules.About().Title, strings.Join(grids, ", "))
		}
		if slices.Contains(order, p.Cars[i].Mark) {
			return refuse("grid: %s stands twice", m)
		}
		order = append(order, p.Cars[i].Mark)
	}
	p.Grid, p.Order = "hand", order
	return nil
}

func (p *Plan) unit(w []string) error {
	name := strings.ToUpper(w[1])
	p.TableUnits = slices.DeleteFunc(p.TableUnits, func(u string) bool { return u == name })
	for i := range p.Cars {
		if p.Cars[i].Die == name {
			p.Cars[i].Die = ""
		}
	}
	switch {
	case w[2] == "table":
		p.TableUnits = append(p.TableUnits, name)
	case w[2] == "for" && len(w) > 3:
		i := p.car(w[3])
		if i < 0 {
			return refuse("unit %s for %s: there is no such car; cars are %s", name, w[3], p.marks())
		}
		p.Cars[i].Die = name
	case w[2] == "off":
	default:
		return refuse("unit %s: allowed are for MARK, table, off", name)
	}
	return nil
}

// card is the row of a card: by its name in the first column of the box's table of cards.
func (p *Plan) card(name string, i int) int {
	if t := p.Box.Tables["cards"]; t != nil && name != "" {
		for k, r := range t.Rows {
			if len(r) > 0 && strings.EqualFold(r[0], name) {
				return k
			}
		}
	}
	return i
}

func (c Car) line() string {
	t := "enter " + c.Mark + " " + c.Car + " " + quote(c.Driver)
	if c.Card != "" {
		t += " card " + c.Card
	}
	t += c.rest()
	if c.Bot != "" {
		t += " by bot " + c.Bot
	}
	return t
}

// rest is what else enters a car: its team, its units, its seat.
func (c Car) rest() (t string) {
	for _, a := range [][2]string{{"team", c.Team}, {"die", c.Die}, {"station", c.Station}} {
		if a[1] != "" {
			t += " " + a[0] + " " + a[1]
		}
	}
	if c.Seat != 0 {
		t += " seat " + strconv.Itoa(c.Seat)
	}
	return t
}
