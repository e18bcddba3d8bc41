package tracks

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"boxstop/engine"
)

// Colours of a plan: it is to be readable in one colour too, so that nothing is said by colour alone.
const (
	inkRoad   = "#e9ebee"
	inkCorner = "#f8e2b8"
	inkAloof  = "#dfeadb"
	inkLine   = "#8a9099"
	inkText   = "#20242a"
	inkSoft   = "#6b7280"
	inkKerb   = "#c62828"
	inkMark   = "#1f5fa8"
)

// sheet is an SVG in the making, and how far it reaches.
type sheet struct {
	body                   bytes.Buffer
	left, top, right, down float64
}

func (s *sheet) reach(x, y, r float64) {
	s.left, s.right = min(s.left, x-r), max(s.right, x+r)
	s.top, s.down = min(s.top, y-r), max(s.down, y+r)
}

func (s *sheet) add(f string, a ...any) { fmt.Fprintf(&s.body, f+"\n", a...) }

// baseline is how far below the middle of a line of capitals and digits its baseline lies; not every viewer knows dominant-baseline.
const baseline = 0.36

// text writes a text centred on a point.
func (s *sheet) text(x, y, size float64, more, t string) {
	s.add(`<text x="%.1f" y="%.1f" font-size="%.1f" text-anchor="middle" %s>%s</text>`, x, y+size*baseline, size, more, html.EscapeString(t))
	s.reach(x, y, size*float64(len(t))*0.35)
}

// Draw is a plan of a board as SVG, to hold against the real one: numbered spaces, limits, marks, corners and the line. about says what
// the marks and limits are. Practice boards say so.
func Draw(b *engine.Board, about *engine.About) []byte {
	p := lay(b)
	s := &sheet{}
	d := &draw{sheet: s, plan: p, about: about, outside: -1, crowded: map[int]bool{}}
	turned := 0
	for i := range b.Sections {
		turned += b.Sections[i].Angle
	}
	if turned < 0 {
		d.outside = 1
	}
	for i := range p.parts { // the kerbs first: they lie under the road
		d.road(i)
	}
	for i := 1; i < len(b.Places); i++ {
		d.space(engine.Space(i))
	}
	d.grid()
	d.arrows()
	d.limits()
	for i := range b.Sections {
		d.section(i)
	}
	d.landmarks()
	d.line()
	return s.wrap(b, about)
}

// wrap puts title and caption round the drawing.
func (s *sheet) wrap(b *engine.Board, about *engine.About) []byte {
	const margin = 34
	title := b.Name
	x, y := s.left-margin, s.top-margin-56
	w, h := max(s.right-s.left+2*margin, 560), s.down-s.top+2*margin+56+34
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%.1f %.1f %.1f %.1f" width="%.0f" height="%.0f" font-family="DejaVu Sans, Verdana, sans-serif" fill="%s">`+"\n", x, y, w, h, w, h, inkText)
	fmt.Fprintf(&out, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#fff"/>`+"\n", x, y, w, h)
	fmt.Fprintf(&out, `<text x="%.1f" y="%.1f" font-size="26" font-weight="bold">%s</text>`+"\n", x+24, y+42, html.EscapeString(title))
	tag := strings.ToUpper(b.Kind)
	tw := float64(len(tag))*11 + 20
	fmt.Fprintf(&out, `<rect x="%.1f" y="%.1f" width="%.1f" height="26" rx="4" fill="none" stroke="%s" stroke-width="2"/>`+"\n", x+w-tw-24, y+20, tw, inkKerb)
	fmt.Fprintf(&out, `<text x="%.1f" y="%.1f" font-size="15" font-weight="bold" text-anchor="middle" fill="%s">%s</text>`+"\n", x+w-tw/2-24, y+38, inkKerb, html.EscapeString(tag))
	fmt.Fprintf(&out, `<text x="%.1f" y="%.1f" font-size="13" fill="%s">%s</text>`+"\n", x+24, y+h-18, inkSoft, html.EscapeString(caption(b, about)))
	out.Write(s.body.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}

// caption says what the plan is of and how to read it.
func caption(b *engine.Board, about *engine.About) string {
	t := fmt.Sprintf("%s, %d ranks, %d corners. Not to scale.", about.Game, b.Lap/engine.Unit, b.Corners())
	if len(b.Lanes) == 1 {
		t = fmt.Sprintf("%s, %d cells, %d corners. Cells count from the line. Not to scale.", about.Game, b.Lap/engine.Unit, b.Corners())
	}
	if about.LimitStep > 0 && about.Unit != "" {
		t += " Limits in " + about.Unit + "."
	}
	return t
}

// draw draws one board.
type draw struct {
	*sheet
	plan    *plan
	about   *engine.About
	outside float64 // of the lap: -1 left, 1 right
	tokens  [][2]float64
	outer   bool         // the last token stands on the other side
	crowded map[int]bool // sections with tokens outside
}

// road is the ground of a section, and the kerbs of a corner.
func (d *draw) road(i int) {
	p, s := d.plan, &d.plan.b.Sections[i]
	t := &p.parts[i]
	if !s.Corner {
		return
	}
	lo, hi := p.width()/2, -p.width()/2
	for l, r := range s.Lanes {
		if r.Count > 0 {
			left := float64(l)*p.lane - p.width()/2
			lo, hi = min(lo, left), max(hi, left+p.lane)
		}
	}
	for _, edge := range []float64{lo - 2.5, hi + 2.5} {
		e := t.edge(0, 1, edge)
		d.add(`<path d="%s" fill="none" stroke="%s" stroke-width="6"/>`, e, inkKerb)
		d.add(`<path d="%s" fill="none" stroke="#fff" stroke-width="6" stroke-dasharray="7 7"/>`, e)
	}
}

// space is one space with its number, its marks, and the place beside it.
func (d *draw) space(s engine.Space) {
	p, b := d.plan, d.plan.b
	pl := &b.Places[s]
	t, from, to, left, right := p.span(s)
	if pl.By != 0 {
		d.aside(s)
		return
	}
	fill := inkRoad
	switch name := b.Lanes[pl.Lane-1]; {
	case b.Sections[pl.Section].Corner:
		fill = inkCorner
	case strings.Contains(name, "side") && strings.Contains(name, " ") || strings.HasPrefix(name, "pit"):
		fill = inkAloof
	}
	d.add(`<path d="%s" fill="%s" stroke="%s" stroke-width="1"/>`, t.outline(from, to, left, right), fill, inkLine)
	x, y, _ := t.at((from+to)/2, (left+right)/2)
	n := b.Number(s) + 1
	if len(b.Lanes) == 1 {
		n = b.Cell(s)
	}
	word := strconv.Itoa(n)
	if m := d.marks(pl); m != "" {
		word += m
	}
	d.text(x, y, min(11, p.lane*0.42), "", word)
	d.reach(x, y, p.lane)
}

// marks are the letters of what is printed on a space; "x2" where it counts two.
func (d *draw) marks(pl *engine.Place) string {
	var t string
	for bit, m := range d.about.Marks {
		if pl.Marks>>bit&1 == 0 {
			continue
		}
		l := string(m.Letter)
		if m.Letter == 0 {
			l = m.Name[:1]
		}
		t += l
	}
	if pl.Cost > 1 {
		t += "x" + strconv.Itoa(int(pl.Cost))
	}
	return t
}

// inner is the inside of a bend: -1 left, 1 right.
func (t *part) inner() float64 {
	if t.turn < 0 {
		return -1
	}
	return 1
}

// aside is a place beside the road, drawn as a box beside its space.
func (d *draw) aside(s engine.Space) {
	p := d.plan
	t, from, to, _, _ := p.span(s)
	side := -d.outside
	w := p.width() / 2
	lo, hi := side*(w+7), side*(w+7+24)
	x, y, h := t.at((from+to)/2, (lo+hi)/2)
	mid, half := (from+to)/2, max((to-from)/2, 21/t.length)
	word := strings.ToUpper(strings.Trim(d.plan.b.Address(s), "."))
	if d.inRow(s) { // its number alone, so that the words of the row do not run into each other
		word, half = word[strings.LastIndexByte(word, '.')+1:], (to-from)/2
	}
	d.add(`<path d="%s" fill="#fff" stroke="%s" stroke-width="2"/>`, t.outline(mid-half, mid+half, min(lo, hi), max(lo, hi)), inkMark)
	x0, y0, _ := t.at(mid, side*w)
	x1, y1, _ := t.at(mid, lo)
	d.add(`<path d="M%.1f %.1fL%.1f %.1f" stroke="%s" stroke-width="2"/>`, x0, y0, x1, y1, inkMark)
	d.turned(x, y, h, 11, fmt.Sprintf(`font-weight="bold" fill="%s"`, inkMark), word)
	d.reach(x, y, 24)
}

// inRow reports whether the space before or behind has a place beside it as well.
func (d *draw) inRow(s engine.Space) bool {
	ps := d.plan.b.Places
	road := &ps[ps[s].By]
	return ps[road.Behind].Aside != 0 || ps[road.To[engine.Ahead]].Aside != 0
}

// turned writes a text along a heading, never upside down.
func (d *draw) turned(x, y, heading, size float64, more, t string) {
	a := math.Mod(heading*180/math.Pi, 360)
	if a < 0 {
		a += 360
	}
	if a > 90.5 && a < 270.5 {
		a -= 180
	}
	d.text(x, y, size, fmt.Sprintf(`transform="rotate(%.1f %.1f %.1f)" %s`, a, x, y, more), t)
}

// grid draws a bracket at the front of every grid place.
func (d *draw) grid() {
	for _, s := range d.plan.b.Lists["grid"] {
		t, from, to, left, right := d.plan.span(s)
		f := to - (to-from)*0.10
		back := f - (to-from)*0.22
		x0, y0, _ := t.at(back, left+3)
		x1, y1, _ := t.at(f, left+3)
		x2, y2, _ := t.at(f, right-3)
		x3, y3, _ := t.at(back, right-3)
		d.add(`<path d="M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1f" fill="none" stroke="%s" stroke-width="1.8"/>`, x0, y0, x1, y1, x2, y2, x3, y3, inkText)
	}
}

// arrows draws the printed paths through lanes.
func (d *draw) arrows() {
	if len(d.plan.b.Arrows) > 0 {
		d.add(`<defs><marker id="head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8Z" fill="%s"/></marker></defs>`, inkMark)
	}
	for _, a := range d.plan.b.Arrows {
		path := ""
		for i, s := range a.Spaces {
			t, from, to, left, right := d.plan.span(s)
			x, y, _ := t.at(from+(to-from)*0.72, (left+right)/2+d.plan.lane*0.25)
			path += fmt.Sprintf("%c%.1f %.1f", "ML"[min(i, 1)], x, y)
			if i == 0 {
				d.text(x, y, 9, fmt.Sprintf(`font-weight="bold" fill="%s"`, inkMark), a.Name)
			}
		}
		d.add(`<path d="%s" fill="none" stroke="%s" stroke-width="1.5" marker-end="url(#head)"/>`, path, inkMark)
	}
}

// section writes the corner's number and the section's name beside it.
func (d *draw) section(i int) {
	p, s := d.plan, &d.plan.b.Sections[i]
	t := &p.parts[i]
	out := -t.inner() // outside of the bend; of a straight outside the lap
	w := p.width() / 2
	if !s.Corner {
		along := 0.5
		if slices.ContainsFunc(p.b.Landmarks, func(m engine.Landmark) bool { return int(p.b.Places[m.At].Section) == i }) {
			along = 0.2 // a landmark is written there too
		}
		x, y, h := t.at(along, d.outside*(w+14))
		d.turned(x, y, h, 10, fmt.Sprintf(`fill="%s" font-style="italic"`, inkSoft), s.Name)
		return
	}
	far := w + 26
	if d.crowded[i] { // its tokens stand there
		far += 32
	}
	x, y, h := t.at(0.5, out*far)
	d.add(`<circle cx="%.1f" cy="%.1f" r="12" fill="%s"/>`, x, y, inkText)
	d.text(x, y, 14, `font-weight="bold" fill="#fff"`, strconv.Itoa(s.Number))
	x, y, _ = t.at(0.5, out*(far+12))
	dx, dy := -math.Sin(h)*out, math.Cos(h)*out // the name goes on outwards from the number, written level
	anchor, nx := "middle", x
	switch {
	case dx > 0.35:
		anchor, nx = "start", x+4
	case dx < -0.35:
		anchor, nx = "end", x-4
	}
	ny := y + dy*8
	d.add(`<text x="%.1f" y="%.1f" font-size="11" font-weight="bold" text-anchor="%s">%s</text>`, nx, ny+11*baseline, anchor, html.EscapeString(s.Name))
	room := float64(len(s.Name)) * 7.5
	switch anchor {
	case "start":
		d.reach(nx+room, ny, 8)
	case "end":
		d.reach(nx-room, ny, 8)
	default:
		d.reach(nx, ny, room/2)
	}
}

// severalLimits reports whether the limit of a corner of a single lane changes within it.
func severalLimits(s *engine.Section) bool {
	return len(s.Lanes) == 1 && len(slices.Compact(slices.Clone(s.Lanes[0].Limits))) > 1
}

// limits sets a token beside the first space of a corner, or of a lane of it, and again where the limit changes.
func (d *draw) limits() {
	p, b := d.plan, d.plan.b
	if d.about.LimitStep == 0 {
		return
	}
	for i := range b.Sections {
		s := &b.Sections[i]
		for l, r := range s.Lanes {
			for k := range r.Count {
				sp := b.At(i, l+1, k)
				lim := int(b.Places[sp].Limit)
				if lim == 0 || k > 0 && int(b.Places[sp-1].Limit) == lim {
					continue
				}
				t, from, to, left, _ := p.span(sp)
				v := strconv.Itoa(lim * d.about.LimitStep)
				if len(b.Lanes) > 1 { // many lanes: small, on the space
					x, y, _ := t.at(from+(to-from)*0.5, left+p.lane*0.8)
					d.text(x, y, 7, fmt.Sprintf(`fill="%s" font-weight="bold"`, inkKerb), v)
					continue
				}
				run := k // a token stands beside the middle of its cells
				for run+1 < r.Count && int(b.Places[b.At(i, l+1, run+1)].Limit) == lim {
					run++
				}
				_, _, to, _, _ = p.span(b.At(i, l+1, run))
				side := t.inner()
				if k > 0 || run+1 < r.Count { // several tokens: outside there is room for them
					side = -side
				}
				x, y := d.room(t, (from+to)/2, side)
				d.crowded[i] = d.crowded[i] || severalLimits(s) || d.outer
				d.add(`<circle cx="%.1f" cy="%.1f" r="14" fill="#fff" stroke="%s" stroke-width="3.5"/>`, x, y, inkKerb)
				d.text(x, y, 10.5, `font-weight="bold"`, v)
				d.reach(x, y, 17)
			}
		}
	}
}

// room finds where a token can stand beside a place of a part: on the side that is wanted, on the other one where a token lies there.
func (d *draw) room(t *part, along, side float64) (x, y float64) {
	d.outer = false
	for k, right := range []float64{side * (d.plan.width()/2 + 23), -side * (d.plan.width()/2 + 23)} {
		x, y, _ = t.at(along, right)
		d.outer = k > 0
		if !slices.ContainsFunc(d.tokens, func(o [2]float64) bool { return math.Hypot(o[0]-x, o[1]-y) < 33 }) {
			break
		}
	}
	d.tokens = append(d.tokens, [2]float64{x, y})
	return x, y
}

// landmarks writes what the owner counts from.
func (d *draw) landmarks() {
	for _, m := range d.plan.b.Landmarks {
		t, from, to, _, _ := d.plan.span(m.At)
		w := d.plan.width() / 2
		x0, y0, _ := t.at((from+to)/2, d.outside*w)
		x1, y1, _ := t.at((from+to)/2, d.outside*(w+24))
		x, y, h := t.at((from+to)/2, d.outside*(w+31))
		d.add(`<path d="M%.1f %.1fL%.1f %.1f" stroke="%s" stroke-width="2"/>`, x0, y0, x1, y1, inkMark)
		d.turned(x, y, h, 11, fmt.Sprintf(`font-weight="bold" fill="%s"`, inkMark), m.Say)
	}
}

// line draws the line as a chequered bar, and which way one drives.
func (d *draw) line() {
	p := d.plan
	t := &p.parts[0]
	w := p.width()/2 + 4
	const cell = 5.0
	n := int(2*w/cell + 0.5)
	size := 2 * w / float64(n)
	for i := range n {
		for k := range 2 {
			fill := "#fff"
			if (i+k)%2 == 0 {
				fill = "#000"
			}
			along := (float64(k) - 1) * cell / t.length
			d.add(`<path d="%s" fill="%s"/>`, t.outline(along, along+cell/t.length, -w+float64(i)*size, -w+float64(i+1)*size), fill)
		}
	}
	x, y, h := t.at(0, d.outside*(w+12))
	d.turned(x, y, h, 12, `font-weight="bold"`, "LINE")
	far := 46 / t.length
	x0, y0, _ := t.at(6/t.length, -d.outside*(w+14))
	x1, y1, h1 := t.at(far, -d.outside*(w+14))
	d.add(`<path d="M%.1f %.1fL%.1f %.1f" stroke="%s" stroke-width="2.5"/>`, x0, y0, x1, y1, inkText)
	d.add(`<path d="M0 -5L11 0L0 5Z" transform="translate(%.1f %.1f) rotate(%.1f)"/>`, x1, y1, h1*180/math.Pi)
	d.reach(x, y, 14)
}
