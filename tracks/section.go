package tracks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"boxstop/engine"
)

// sections reads the straights and corners in driving order.
func (l *loader) sections() {
	known := []string{"name", "angle", "spaces", "tiles", "length", "from", "limits", "counts", "inside", "yellow", "offset", "bend", "hold"}
	for _, m := range l.about.Marks {
		known = append(known, m.Name)
	}
	turned, bends := 0, false
	for _, n := range l.tables(l.root, "section") {
		if len(l.nodes) == mostSections {
			l.no(n, "more than %d sections", mostSections)
			break
		}
		name := l.need(n, "name", "a section")
		where := "section " + strconv.Quote(name)
		if strings.Contains(name, "/") {
			l.no(n.get("name"), "name: %q; a section's name has no /", name)
		}
		if at, twice := l.names[name]; twice && name != "" {
			l.no(n, "%s stands twice, at line %d already", where, l.nodes[at].line)
		}
		l.keys(n, where, known...)
		s := l.section(n, where)
		turned += s.Angle
		bends = bends || s.Angle != 0
		if s.Corner && s.Angle == 0 {
			l.no(n, "%s: angle is missing; a corner has one in degrees, to the right positive", where)
			bends = false
			turned += 1 << 20 // said once is enough
		}
		l.names[name] = len(l.nodes)
		l.nodes, l.board.Sections = append(l.nodes, n), append(l.board.Sections, s)
	}
	if bends && turned < 1<<19 && turned != 360 && turned != -360 && turned != 0 {
		l.no(l.root, "the angles add up to %d; a lap is 360 (to the right) or -360, a figure of eight 0", turned)
	}
}

// section reads one section.
func (l *loader) section(n *node, where string) engine.Section {
	lanes := len(l.board.Lanes)
	s := engine.Section{Name: l.word(n.get("name")), Lanes: make([]engine.Run, lanes), Across: l.about.Across}
	s.Angle = l.count(n.get("angle"), -360, 360)
	l.laid(n, &s, where)
	for _, m := range l.about.Marks {
		s.Corner = s.Corner || m.Corner && n.get(m.Name) != nil
	}
	stays := l.flag(n.get("bend"))
	stays = l.flag(n.get("hold")) || stays
	if lim := n.get("limits"); lim != nil && l.about.LimitStep == 0 {
		l.no(lim, "limits: there are none in %s", l.about.Game)
	} else {
		s.Corner = s.Corner || lim != nil
	}
	s.Corner = s.Corner || stays || s.Angle != 0 && !l.about.Round
	if len(s.Tiles) > 0 {
		l.kerbs(n, &s, where)
	}
	s.Length = l.count(n.get("length"), 1, mostSpaces)
	l.perLane(n, &s, "from", func(run *engine.Run, _ *node, v []int) { run.From = v[0] })
	l.perLane(n, &s, "counts", func(run *engine.Run, _ *node, v []int) { run.Costs = v })
	if l.about.LimitStep > 0 {
		l.perLane(n, &s, "limits", func(run *engine.Run, x *node, v []int) { run.Limits = l.limits(x, v) })
	}
	l.fits(n, &s, where)
	switch in := l.word(n.get("inside")); in {
	case "left":
		s.Inside = -1
	case "right":
		s.Inside = 1
	case "":
	default:
		l.no(n.get("inside"), "inside: %q; allowed are left, right", in)
	}
	for _, y := range slices.Concat(l.quiet(l.root.get("yellow"), len(l.nodes) > 0), l.items(n.get("yellow"))) {
		l.yellow(y, &s)
	}
	if stays {
		for i := range s.Lanes {
			s.NoLeft, s.NoRight = append(s.NoLeft, i+1), append(s.NoRight, i+1)
		}
	}
	l.offsets(n, &s)
	return s
}

// quiet are the items of a list of the board as a whole: it is read once a section, and mistakes in it are said with the first.
func (l *loader) quiet(n *node, again bool) []*node {
	if n == nil || n.kind != unstable.Array {
		if !again {
			l.items(n)
		}
		return nil
	}
	return n.list
}

// laid reads how many spaces each lane has: in numbers, or by the pieces that the section is laid of.
func (l *loader) laid(n *node, s *engine.Section, where string) {
	sp, tiles := n.get("spaces"), n.get("tiles")
	switch {
	case sp == nil && tiles == nil:
		what := "spaces is missing"
		if l.tilesOf() != nil {
			what = "spaces or tiles is missing"
		}
		l.no(n, "%s: %s", where, what)
	case tiles != nil:
		for _, key := range []string{"spaces", "angle"} {
			if c := n.get(key); c != nil {
				l.no(c, "%s: %s and tiles; the tiles say it already", where, key)
			}
		}
		s.Angle = 0
		l.tiles(tiles, s)
	case sp.kind == unstable.Integer:
		for i := range s.Lanes {
			s.Lanes[i].Count = l.count(sp, 1, mostSpaces)
		}
	case sp.kind != unstable.Array:
		l.no(sp, "spaces: %s is not a number of spaces; it is a whole number, or a list with one for each of %s", shown(sp), strings.Join(l.board.Lanes, ", "))
	default:
		items := l.items(sp)
		if len(items) != len(s.Lanes) {
			l.no(sp, "spaces: %d numbers, but %s", len(items), l.howMany())
		}
		for i, x := range items[:min(len(items), len(s.Lanes))] {
			s.Lanes[i].Count = l.count(x, 0, mostSpaces)
		}
		some := false
		for i := range s.Lanes {
			some = some || s.Lanes[i].Count > 0
		}
		if !some && len(items) == len(s.Lanes) {
			l.no(sp, "spaces: no lane has any; a section has at least one space")
		}
	}
}

// howMany is "3 lanes: left, middle, right".
func (l *loader) howMany() string {
	word := "lanes"
	if len(l.board.Lanes) == 1 {
		word = "lane"
	}
	return fmt.Sprintf("%d %s: %s", len(l.board.Lanes), word, strings.Join(l.board.Lanes, ", "))
}

// tilesOf is the box's table of pieces; nil where it has none.
func (l *loader) tilesOf() *engine.Table {
	if l.box == nil {
		return nil
	}
	return l.box.Tables["tiles"]
}

// tiles reads the pieces of a section, rows of the box's table "tiles": tile, cells, angle, kerbs.
func (l *loader) tiles(n *node, s *engine.Section) {
	t := l.tilesOf()
	if t == nil {
		l.no(n, "tiles: the box has no table of tiles; say spaces and angle instead")
		return
	}
	var col [4]int
	for i, c := range []string{"tile", "cells", "angle", "kerbs"} {
		if col[i] = slices.Index(t.Columns, c); col[i] < 0 {
			l.no(n, "tiles: the box's table of tiles has no column %q; it has tile, cells, angle, kerbs", c)
			return
		}
	}
	for _, x := range l.items(n) {
		w := l.word(x)
		if w == "" {
			continue
		}
		at := slices.IndexFunc(t.Rows, func(r []string) bool { return r[col[0]] == w })
		if at < 0 {
			var all []string
			for _, r := range t.Rows {
				all = append(all, r[col[0]])
			}
			l.no(x, "tiles: %q; the box has %s", w, strings.Join(all, ", "))
			continue
		}
		r := t.Rows[at]
		cells, err1 := strconv.Atoi(r[col[1]])
		angle, err2 := strconv.Atoi(r[col[2]])
		if err1 != nil || err2 != nil || cells < 1 || cells > mostSpaces {
			l.no(x, "tiles: %q has cells %q and angle %q in the box; both are whole numbers", w, r[col[1]], r[col[2]])
			continue
		}
		s.Tiles = append(s.Tiles, engine.Tile{Name: w, Cells: cells, Angle: angle, Kerbs: r[col[3]] == "yes" || r[col[3]] == "true"})
		s.Angle += angle
		for i := range s.Lanes {
			s.Lanes[i].Count += cells
		}
	}
}

// kerbs holds the pieces against the limits: a limit stands on pieces with kerbs, and on all of them.
func (l *loader) kerbs(n *node, s *engine.Section, where string) {
	for _, t := range s.Tiles {
		if t.Kerbs && !s.Corner {
			l.no(n, "%s: tile %q has kerbs, but the section has no limits; a corner has limits", where, t.Name)
			return
		}
		if !t.Kerbs && s.Corner {
			l.no(n.get("limits"), "limits: tile %q has no kerbs; a limit stands on tiles with kerbs", t.Name)
			return
		}
	}
}

// perLane reads a list with an entry a lane: a figure for all its spaces, or a list with one for each.
func (l *loader) perLane(n *node, s *engine.Section, key string, set func(*engine.Run, *node, []int)) {
	c := n.get(key)
	if c == nil {
		return
	}
	items := l.items(c)
	if c.kind != unstable.Array {
		return
	}
	if len(items) != len(s.Lanes) {
		l.no(c, "%s: %d entries, but %s", key, len(items), l.howMany())
		return
	}
	for i, x := range items {
		run := &s.Lanes[i]
		if x.kind == unstable.Array {
			if len(x.list) != run.Count {
				l.no(x, "%s, lane %s: %d figures, but %d spaces", key, l.board.Lanes[i], len(x.list), run.Count)
				continue
			}
			var v []int
			for _, y := range x.list {
				v = append(v, l.count(y, 0, 1000))
			}
			if len(v) > 0 {
				set(run, x, v)
			}
			continue
		}
		v := l.count(x, 0, 1000)
		if run.Count > 0 {
			set(run, x, slices.Repeat([]int{v}, run.Count))
		} else if v != 0 && key == "limits" {
			l.no(x, "%s: lane %s is not there in this section; its entry is 0", key, l.board.Lanes[i])
		}
	}
}

// limits are posted limits in steps of the game.
func (l *loader) limits(x *node, v []int) []int {
	step := max(1, l.about.LimitStep)
	out := make([]int, len(v))
	said := map[int]bool{}
	for i := range v {
		if (v[i]%step != 0 || v[i]/step > 255) && !said[v[i]] {
			l.no(x, "limits: %d is not a multiple of %d", v[i], step)
			said[v[i]] = true
		}
		out[i] = min(v[i]/step, 255)
	}
	return out
}

// fits holds counts, beginnings and costs of the lanes against the length.
func (l *loader) fits(n *node, s *engine.Section, where string) {
	for i := range s.Lanes {
		run := &s.Lanes[i]
		if s.Corner && run.From != 0 {
			l.no(n.get("from"), "from: lane %s begins late in a corner; lanes begin late on straights only", l.board.Lanes[i])
			run.From = 0
		}
		if s.Length > 0 && !s.Corner && run.Count > 0 && run.From+run.Count > s.Length {
			l.no(n.get("length"), "length: %d, but lane %s reaches to %d; %s is at least that long", s.Length, l.board.Lanes[i], run.From+run.Count, where)
			s.Length = run.From + run.Count
		}
		for _, c := range run.Costs {
			if c < 1 || c > 9 {
				l.no(n.get("counts"), "counts: %d; a space counts 1 to 9", c)
				break
			}
		}
	}
}

// yellow forbids the change between two neighbouring lanes.
func (l *loader) yellow(y *node, s *engine.Section) {
	w := y.text
	a, b, ok := strings.Cut(w, "|")
	i, j := slices.Index(l.board.Lanes, a)+1, slices.Index(l.board.Lanes, b)+1
	if !ok || i == 0 || j != i+1 {
		such := "\"left|right\""
		if len(l.board.Lanes) > 1 {
			such = strconv.Quote(l.board.Lanes[0] + "|" + l.board.Lanes[1])
		}
		l.no(y, "yellow: %s; a line stands between two neighbouring lanes, such as %s", shown(y), such)
		return
	}
	s.NoRight, s.NoLeft = append(s.NoRight, i), append(s.NoLeft, j)
}

// offsets reads "lane>lane:spaces": how much further than level a pull-over leads.
func (l *loader) offsets(n *node, s *engine.Section) {
	for _, x := range l.items(n.get("offset")) {
		w := l.word(x)
		if w == "" {
			continue
		}
		pair, num, ok1 := strings.Cut(w, ":")
		a, b, ok2 := strings.Cut(pair, ">")
		v, err := strconv.Atoi(num)
		if !ok1 || !ok2 || err != nil || v < 0 || v > 9 {
			l.no(x, "offset: %q; it is written lane>lane:spaces, such as %q", w, l.board.Lanes[0]+">"+l.board.Lanes[len(l.board.Lanes)-1]+":1")
			continue
		}
		i, ok := l.lane(x, a)
		j, ok2 := l.lane(x, b)
		switch {
		case !ok || !ok2:
		case j < i:
			s.Lanes[i].Offset = v
		case j > i:
			s.Lanes[i].OffR = v
		default:
			l.no(x, "offset: %q; it leads from one lane to another", w)
		}
	}
}
