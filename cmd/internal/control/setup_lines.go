package control

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

// The lines of the set-up page, each a choice: what it says, what holds, and what else there is.

func (p *Plan) gameLine() view.Choice {
	v := view.Choice{Name: "game", Say: "no game yet"}
	for _, r := range p.Games {
		v.Values, v.Says = append(v.Values, r.About().Game), append(v.Says, r.About().Title)
	}
	if p.Rules != nil {
		v.Say, v.Is = p.Rules.About().Title, p.Rules.About().Game
	}
	return v
}

func (p *Plan) boardLine(a *engine.About) view.Choice {
	v := view.Choice{Name: "board", Say: "none"}
	for _, b := range p.Library.Boards(a.Game) {
		v.Values = append(v.Values, b.Slug)
	}
	if p.Board == nil {
		return v
	}
	kind := p.Board.Kind
	if kind == "practice" {
		kind = "PRACTICE"
	}
	v.Say, v.Is = fmt.Sprintf("%s, %d cells, %s", p.Board.Name, int(p.Board.Lap)/engine.Unit, kind), p.BoardSlug
	return v
}

func (c *Control) seasonLine() view.Choice {
	v := view.Choice{Name: "season", Say: "none: a single race", Is: c.plan.Season}
	if v.Is != "" {
		v.Say = fmt.Sprintf("%s, race %d", v.Is, len(c.results)+1)
	}
	return v
}

// tableOptions are what the rule set lets a table choose, and what the house does.
func (p *Plan) tableOptions(a *engine.About) (out []view.Choice) {
	for _, o := range a.Options {
		out = append(out, view.Choice{Name: o.Name, Say: o.Name, Values: o.Values, Is: cmp.Or(p.Options[o.Name], o.Values[0]), Clause: a.Clauses[o.Clause]})
	}
	if slices.ContainsFunc(a.Fields, func(f engine.FieldAbout) bool { return f.Secret }) {
		out = append(out, view.Choice{Name: "speeds", Say: "how secrets are entered", Values: Ways, Is: cmp.Or(p.Speeds, Ways[0])})
	}
	if a.CarsPerSeat == 0 {
		out = append(out, view.Choice{Name: "alone", Say: "cars with one sensible end", Values: aloneWays, Is: cmp.Or(p.Alone, aloneWays[0])})
	}
	return out
}

func (p *Plan) optionsLine(a *engine.About) view.Choice {
	var other []string // than printed
	for _, o := range a.Options {
		if is := cmp.Or(p.Options[o.Name], o.Values[0]); is != o.Values[0] {
			other = append(other, o.Name+" "+is)
		}
	}
	if other == nil {
		return view.Choice{Name: "options", Say: "as printed"}
	}
	return view.Choice{Name: "options", Say: strings.Join(other, ", ") + ", rest as printed"}
}

func (p *Plan) lengthLine(a *engine.About) view.Choice {
	if a.Miles > 0 {
		n := strconv.Itoa(cmp.Or(p.Miles, max(p.Laps, a.Laps)*a.Miles))
		return view.Choice{Name: "miles", Say: n + " miles", Is: n}
	}
	if a.LapsFixed {
		n := strconv.Itoa(a.Laps)
		return view.Choice{Name: "laps", Say: n + " (every board)", Is: n}
	}
	n := strconv.Itoa(max(cmp.Or(p.Laps, a.Laps), 1))
	return view.Choice{Name: "laps", Say: n, Is: n}
}

// gridSays is how the ways to a grid are said that all games have; the one that rolls for it a rule set says itself.
var gridSays = map[string]string{
	"hand": "by hand", "lot": "by lot", "last": "result of the race before", "standing": "as the championship stands",
}

// gridSay is a way to the grid in words.
func (p *Plan) gridSay(grid string) string {
	if say := gridSays[grid]; say != "" {
		return say
	}
	w, err := engine.NewWords(p.Rules, engine.Setup{Board: p.Board}, p.Language)
	if err != nil || !w.Catalog.Has("grid."+grid) {
		return grid
	}
	return w.Catalog.Text("grid." + grid)
}

// gridLine: placed is the plan as the season has it.
func (p *Plan) gridLine(a *engine.About, placed *Plan) view.Choice {
	v := view.Choice{Name: "grid", Say: p.gridSay(p.Grid), Is: p.Grid, Values: gridsOf(a)}
	if p.Grid == "hand" && len(p.Order) > 0 {
		v.Say = strings.Join(p.Order, " ")
	}
	if placed.Grid == "lot" && p.Grid != "lot" { // nothing to go by, or the book draws it anew
		v.Say = gridSays["lot"]
	}
	for _, g := range v.Values {
		v.Says = append(v.Says, p.gridSay(g))
	}
	return v
}

func (p *Plan) paceLine() view.Choice {
	says := map[string]string{"run": "run on", "confirm": "confirm each move"}
	return view.Choice{Name: "pace", Say: says[p.Pace], Is: p.Pace, Values: []string{"run", "confirm"}}
}

func (c *Control) rollsLine() view.Choice {
	var units []string
	for _, u := range c.units {
		if u.here {
			units = append(units, u.Name())
		}
	}
	if units == nil {
		return view.Choice{Name: "rolls", Say: "typed, or the Pi"}
	}
	slices.Sort(units)
	return view.Choice{Name: "rolls", Say: "units " + strings.Join(units, " ")}
}

func (p *Plan) houseLine() view.Choice {
	if len(p.House) == 0 {
		return view.Choice{Name: "house", Say: "none"}
	}
	return view.Choice{Name: "house", Say: plural(len(p.House), "rule", "rules") + `: "` + p.House[0] + `"`}
}
