package tracks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"boxstop/engine"
)

// Most that a board may have: a section and a lane are one byte in a Place.
const (
	mostSections = 250
	mostSpaces   = 250 // of a lane in a section
)

// Load reads a board. All mistakes are named at once, by line; a board is given as far as there is one, and may be raced only where there
// is no mistake. The box brings the tiles that a section may be laid of; nil where there is none. What only a rule set can see, Check
// finds.
func Load(file string, doc []byte, about *engine.About, box *engine.Box) (*engine.Board, []Mistake) {
	l := load(file, doc, about, box)
	return l.board, l.bad
}

// Check is Load, and then what the rule set finds in board and box, and warnings: what may be raced but could be better. boxFile is what
// the box is called in messages.
func Check(file string, doc []byte, rules engine.Rules, box *engine.Box, boxFile string) (b *engine.Board, bad, warnings []Mistake) {
	l := load(file, doc, rules.About(), box)
	if l.board == nil || len(l.bad) > 0 {
		return l.board, l.bad, l.warnings
	}
	if box == nil {
		box = &engine.Box{}
	}
	return l.board, sorted(append(l.bad, problems(l, rules.Check(l.board, box), box, boxFile)...)), l.warnings
}

// problems gives what a rule set found its file and line.
func problems(l *loader, found []engine.Problem, box *engine.Box, boxFile string) (out []Mistake) {
	for _, p := range found {
		m := Mistake{File: l.file, Line: 1, Text: p.Text}
		switch {
		case p.Table != "":
			m.File = boxFile
			if t := box.Tables[p.Table]; t != nil && p.Row >= 0 && p.Row < len(t.Lines) {
				m.Line = t.Lines[p.Row]
			}
		case p.Section >= 0 && p.Section < len(l.nodes):
			m.Line = l.nodes[p.Section].line
		}
		out = append(out, m)
	}
	return out
}

// link is a step that a file sets.
type link struct {
	from engine.Space
	step engine.Step
}

// loader is a board as it is read.
type loader struct {
	reader
	about *engine.About
	box   *engine.Box
	root  *node
	board *engine.Board
	nodes []*node        // by section
	names map[string]int // section by name
	links map[link]*node // what a [[link]] set
}

func load(file string, doc []byte, about *engine.About, box *engine.Box) *loader {
	l := &loader{reader: reader{file: file}, about: about, box: box, names: map[string]int{}, links: map[link]*node{}}
	l.root = l.parse(doc)
	b := &engine.Board{Text: doc, Lists: map[string][]engine.Space{}}
	l.board = b
	b.Game, b.Name, b.Kind = l.head(l.root, "a board", about)
	b.Slug = Slug(b.Name)
	for _, m := range about.Marks {
		b.MarkNames = append(b.MarkNames, m.Name)
	}
	l.keys(l.root, "a board", "game", "name", "kind", "lanes", "capacity", "yellow", "section", "link", "arrow", "landmark", "lists", "count")
	l.lanes()
	capacity := 1
	if n := l.root.get("capacity"); n != nil {
		capacity = l.count(n, 0, 255)
	}
	l.sections()
	if len(b.Sections) == 0 || len(b.Lanes) == 0 {
		if len(b.Sections) == 0 {
			l.no(l.root, "a board: no [[section]]; a course is at least one")
		}
		l.bad = sorted(l.bad)
		return l
	}
	b.Link(capacity)
	l.marks()
	l.connect()
	l.arrows()
	l.named()
	l.counted()
	b.NameSpaces(about)
	l.landmarks()
	l.check()
	l.bad, l.warnings = sorted(l.bad), sorted(l.warnings)
	return l
}

func (l *loader) lanes() {
	n := l.root.get("lanes")
	if n == nil {
		l.no(l.root, "a board: lanes is missing; name them left to right, such as lanes = [\"left\", \"right\"]")
		return
	}
	for _, x := range l.items(n) {
		w := l.word(x)
		switch {
		case w == "":
		case slices.Contains(l.board.Lanes, w):
			l.no(x, "lanes: %q stands twice", w)
		case strings.ContainsAny(w, "/|>"):
			l.no(x, "lanes: %q; a lane's name has no / | >", w)
		}
		l.board.Lanes = append(l.board.Lanes, w)
	}
	if len(l.board.Lanes) == 0 {
		l.no(n, "lanes: none; a board has at least one")
	}
}

// lane is a lane by its name, from 0.
func (l *loader) lane(n *node, name string) (int, bool) {
	i := slices.Index(l.board.Lanes, name)
	if i < 0 {
		l.no(n, "%q: there is no lane %q; lanes are %s", n.text, name, strings.Join(l.board.Lanes, ", "))
	}
	return i, i >= 0
}

// marks prints on spaces what the sections say.
func (l *loader) marks() {
	for si, n := range l.nodes {
		for bit, m := range l.about.Marks {
			for _, x := range l.items(n.get(m.Name)) {
				w := l.word(x)
				if w == "" {
					continue
				}
				for _, s := range l.spacesOf(x, si, w) {
					if !m.Beside {
						l.board.Places[s].Marks |= 1 << bit
						if m.Many {
							l.board.Places[s].Capacity = 0
						}
					} else if _, err := l.board.PutAside(s, 1<<bit); err != nil {
						l.no(x, "%s: %q: %v", m.Name, w, err)
					}
				}
			}
		}
	}
}

// steps that a [[link]] can set, in the order in which they are read.
var steps = []struct {
	key  string
	step engine.Step
}{
	{"ahead", engine.Ahead},
	{"left", engine.Left},
	{"right", engine.Right},
	{"marked", engine.Marked},
	{"across-left", engine.AcrossLeft},
	{"across-right", engine.AcrossRight},
}

func (l *loader) connect() {
	known := []string{"from"}
	for _, s := range steps {
		known = append(known, s.key)
	}
	for _, n := range l.tables(l.root, "link") {
		l.keys(n, "a link", known...)
		from := l.one(n, "from", "a link")
		some := false
		for _, s := range steps {
			t := n.get(s.key)
			if t == nil {
				continue
			}
			some = true
			if t.kind == unstable.String && t.text == "none" {
				if from != 0 {
					l.board.Connect(from, s.step, 0)
				}
			} else if to := l.one(n, s.key, "a link"); from != 0 && to != 0 {
				l.board.Connect(from, s.step, to)
				l.links[link{from, s.step}] = n
			}
		}
		if !some {
			l.no(n, "a link leads nowhere; it says one of %s, to a space or \"none\"", strings.Join(known[1:], ", "))
		}
	}
}

func (l *loader) arrows() {
	seen := map[string]int{}
	for _, n := range l.tables(l.root, "arrow") {
		l.keys(n, "an arrow", "name", "tail", "steps", "head")
		name := l.need(n, "name", "an arrow")
		if at, twice := seen[name]; twice && name != "" {
			l.no(n, "arrow %q stands twice, at line %d already", name, at)
		}
		seen[name] = n.line
		tail := l.one(n, "tail", "an arrow")
		way := l.need(n, "steps", "an arrow")
		if tail == 0 || way == "" {
			continue
		}
		if path := l.way(n.get("steps"), tail, way); path != nil {
			l.headed(n, name, path[len(path)-1])
			if err := l.board.AddArrow(name, path); err != nil {
				l.no(n, "%v", err)
			}
		}
	}
}

// way follows the letters of an arrow; nil where one cannot be driven.
func (l *loader) way(n *node, tail engine.Space, letters string) []engine.Space {
	path := []engine.Space{tail}
	for i, c := range letters {
		st := engine.Step(max(0, strings.IndexRune(".alr", c)))
		if st == 0 {
			l.no(n, "steps: %q; allowed are a ahead, l left, r right", c)
			return nil
		}
		at := path[len(path)-1]
		to := l.board.Places[at].To[st]
		if to == 0 {
			l.no(n, "steps: step %d (%c) leads off the road from %q; allowed there are %s", i+1, c, l.where(at), l.ways(at))
			return nil
		}
		path = append(path, to)
	}
	return path
}

// ways are the letters of the steps that a space has.
func (l *loader) ways(s engine.Space) string {
	var out []string
	for st := engine.Ahead; st <= engine.Right; st++ {
		if l.board.Places[s].To[st] != 0 {
			out = append(out, ".alr"[st:st+1])
		}
	}
	if out == nil {
		return "none"
	}
	return strings.Join(out, ", ")
}

// named reads the lists of spaces.
func (l *loader) named() {
	n := l.root.get("lists")
	if n == nil {
		n = &node{line: 1}
	}
	if n.list != nil || n.line > 1 {
		l.keys(n, "lists", l.about.Lists...)
	}
	before := len(l.bad)
	for _, c := range n.list {
		seen := map[engine.Space]bool{}
		for _, x := range l.items(c) {
			for _, s := range l.spaces(x) {
				if seen[s] {
					l.no(x, "%s: %q stands twice", c.key, x.text)
				}
				seen[s] = true
				l.board.Lists[c.key] = append(l.board.Lists[c.key], s)
			}
		}
	}
	for _, want := range l.about.Lists {
		if n.get(want) == nil {
			l.no(n, "lists: %s is missing; a board of %s brings %s", want, l.about.Game, strings.Join(l.about.Lists, ", "))
		}
	}
	room := max(1, l.about.Places)
	if l.about.RowsBehind {
		return
	}
	if g := n.get("grid"); g != nil && len(l.bad) == before && len(g.list) > 0 && len(l.board.Lists["grid"])*room < l.about.MaxCars {
		l.no(g, "grid: %d places with room for %d cars; %s has up to %d cars, %d a place", len(l.board.Lists["grid"]),
			len(l.board.Lists["grid"])*room, l.about.Game, l.about.MaxCars, room)
	}
}

// landmarks reads what the owner counts from; its places are typed as places.md has them.
func (l *loader) landmarks() {
	seen := map[string]int{}
	for _, n := range l.tables(l.root, "landmark") {
		l.keys(n, "a landmark", "name", "say", "lane", "at")
		name := l.need(n, "name", "a landmark")
		m := engine.Landmark{Name: name, Say: l.word(n.get("say"))}
		if name != "" && (Slug(name) != name || engine.Reserved(name)) {
			l.no(n.get("name"), "name: %q; a landmark is a word of small letters and hyphens, and none that places have already, such as line or c3", name)
			continue
		}
		if at, twice := seen[name]; twice && name != "" {
			l.no(n, "landmark %q stands twice, at line %d already", name, at)
		}
		seen[name] = n.line
		if m.Say == "" {
			m.Say = "the " + strings.ReplaceAll(name, "-", " ")
		}
		at := l.need(n, "at", "a landmark")
		if at == "" || name == "" {
			continue
		}
		if lane := n.get("lane"); lane != nil {
			at += "/" + l.word(lane)
		}
		found, err := l.board.ParseAddress(at)
		if err != nil {
			l.no(n.get("at"), "at: %v", err)
			continue
		}
		m.At = found[0]
		l.board.Landmarks = append(l.board.Landmarks, m)
	}
	if l.board.Landmarks != nil {
		l.board.NameSpaces(l.about)
	}
}

// where is a space as the file writes it.
func (l *loader) where(s engine.Space) string {
	p := &l.board.Places[s]
	return fmt.Sprintf("%s/%s/%d", l.board.Sections[p.Section].Name, l.board.Lanes[p.Lane-1], l.board.Number(s)+1)
}
