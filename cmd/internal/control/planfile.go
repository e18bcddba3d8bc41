package control

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"boxstop/tracks"
)

// embedded reads a board or box out of the head of a race file: board-text lakeside SHA256 "…".
func (p *Plan) embedded(w []string) error {
	if len(w) < 4 {
		return refuse("%s: name, checksum and text", w[0])
	}
	doc := []byte(unescaper.Replace(text(w[3])))
	if sum := sha256.Sum256(doc); hex.EncodeToString(sum[:]) != w[2] {
		return refuse("%s %s: its text does not fit its SHA-256", w[0], w[1])
	}
	if w[0] == "board-text" {
		return p.load(w[1], doc)
	}
	box, bad := tracks.LoadBox(w[1], doc, p.Rules.About())
	if len(bad) > 0 {
		return refuse("%s", mistakes(bad))
	}
	box.Text = doc
	p.Box = box
	return nil
}

// Lines is the plan as lines of set-up, without its texts: last time's table is kept so.
func (p *Plan) Lines() []string {
	if p.Rules == nil {
		return nil
	}
	a := p.Rules.About()
	out := []string{fmt.Sprintf("game %s/%d", a.Game, a.Edition)}
	if p.Board != nil {
		out = append(out, "board "+p.BoardSlug)
	}
	if p.BoxSlug != "" {
		out = append(out, "data "+p.BoxSlug)
	}
	if p.Laps > 0 {
		out = append(out, fmt.Sprintf("laps %d", p.Laps))
	}
	if p.Miles > 0 {
		out = append(out, fmt.Sprintf("miles %d", p.Miles))
	}
	for _, o := range a.Options {
		if v := p.Options[o.Name]; v != "" {
			out = append(out, "option "+o.Name+" "+v)
		}
	}
	if p.Speeds != "" {
		out = append(out, "option speeds "+p.Speeds)
	}
	if p.Alone != "" {
		out = append(out, "option alone "+p.Alone)
	}
	for _, h := range p.House {
		out = append(out, "house "+quote(h))
	}
	if p.Season != "" {
		out = append(out, "season "+quote(p.Season))
	}
	for _, c := range p.Cars {
		out = append(out, c.line())
	}
	for _, u := range p.TableUnits {
		out = append(out, "unit "+u+" table")
	}
	switch {
	case p.Grid != "hand":
		out = append(out, "grid "+p.Grid)
	case len(p.Order) > 0:
		out = append(out, "grid "+strings.Join(p.Order, " "))
	}
	if p.Pace != "run" {
		out = append(out, "pace "+p.Pace)
	}
	if p.Language != "en" {
		out = append(out, "language "+p.Language)
	}
	return out
}

// Head is the head of a race file: the plan with the text of board and box, so that no later change of either changes the race.
func (p *Plan) Head() []string {
	out := []string{}
	for _, l := range p.Lines() {
		out = append(out, l)
		if strings.HasPrefix(l, "game ") {
			out = append(out, textLine("box-text", p.Box.Name, p.Box.Text))
			continue
		}
		if strings.HasPrefix(l, "board ") {
			out[len(out)-1] = textLine("board-text", p.BoardSlug, p.Board.Text)
		}
		if strings.HasPrefix(l, "data ") {
			out = out[:len(out)-1]
		}
	}
	if p.Seed != 0 {
		out = append(out, fmt.Sprintf("seed %d", p.Seed))
	}
	if p.Position != "" {
		out = append(out, "position "+p.Position)
	}
	if p.Number != 0 {
		out = append(out, fmt.Sprintf("race %d", p.Number))
	}
	return out
}

func textLine(word, name string, doc []byte) string {
	sum := sha256.Sum256(doc)
	return word + " " + tracks.Slug(name) + " " + hex.EncodeToString(sum[:]) + ` "` + escaper.Replace(string(doc)) + `"`
}
