package tracks

import (
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"boxstop/engine"
)

// LoadBox reads a box: game, name, kind, then [[table]] with name, columns and rows. Every cell is kept as text. The tables that a rule
// set wants (About.Tables) must be there with their columns; what stands in them is the rule set's to judge.
func LoadBox(file string, doc []byte, about *engine.About) (*engine.Box, []Mistake) {
	r := &reader{file: file}
	root := r.parse(doc)
	b := &engine.Box{Text: doc, Tables: map[string]*engine.Table{}}
	b.Game, b.Name, b.Kind = r.head(root, "a box", about)
	r.keys(root, "a box", "game", "name", "kind", "table")
	for _, n := range r.tables(root, "table") {
		r.table(b, n)
	}
	for _, want := range about.Tables {
		t := b.Tables[want.Name]
		if t == nil {
			r.no(root, "table %q is missing; a box of %s brings %s", want.Name, about.Game, tableNames(about))
			continue
		}
		for _, c := range want.Columns {
			if !slices.Contains(t.Columns, c) {
				r.no(tableNode(root, want.Name), "table %q: column %q is missing; it has %s", want.Name, c, strings.Join(want.Columns, ", "))
			}
		}
	}
	return b, sorted(r.bad)
}

func tableNames(about *engine.About) string {
	var names []string
	for _, t := range about.Tables {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

func tableNode(root *node, name string) *node {
	for _, n := range root.list {
		if t := n.get("name"); n.key == "table" && t != nil && t.text == name {
			return n
		}
	}
	return root
}

// head reads what a file says of itself.
func (r *reader) head(root *node, what string, about *engine.About) (game, name, kind string) {
	game = r.need(root, "game", what)
	if n := root.get("game"); n != nil && n.kind == unstable.String && game != about.Game {
		r.no(n, "game: %q; this is read as %s of %q", game, what, about.Game)
	}
	name = r.need(root, "name", what)
	kind = r.need(root, "kind", what)
	if n := root.get("kind"); n != nil && n.kind == unstable.String && !slices.Contains(kinds, kind) {
		r.no(n, "kind: %q; allowed are %s", kind, strings.Join(kinds, ", "))
	}
	return game, name, kind
}

// table reads one table into the box.
func (r *reader) table(b *engine.Box, n *node) {
	name := r.need(n, "name", "a table")
	r.keys(n, "table \""+name+"\"", "name", "columns", "rows")
	if b.Tables[name] != nil {
		r.no(n, "table %q stands twice", name)
		return
	}
	t := &engine.Table{}
	if n.get("columns") == nil {
		r.no(n, "table %q: columns is missing", name)
	}
	for _, c := range r.items(n.get("columns")) {
		w := r.word(c)
		if w != "" && slices.Contains(t.Columns, w) {
			r.no(c, "table %q: column %q stands twice", name, w)
		}
		t.Columns = append(t.Columns, w)
	}
	if n.get("rows") == nil {
		r.no(n, "table %q: rows is missing", name)
	}
	for _, row := range r.items(n.get("rows")) {
		if row.kind != unstable.Array {
			r.no(row, "table %q: a row is a list in brackets, a value for each of %s", name, strings.Join(t.Columns, ", "))
			continue
		}
		line := row.line
		if len(row.list) > 0 {
			line = row.list[0].line
		}
		if len(row.list) != len(t.Columns) {
			row.line = line
			r.no(row, "table %q: %d values in a row, but %d columns: %s", name, len(row.list), len(t.Columns), strings.Join(t.Columns, ", "))
			continue
		}
		var cells []string
		for _, c := range row.list {
			if c.list != nil || c.kind == unstable.Array || c.kind == unstable.InlineTable {
				r.no(c, "table %q: a value is a text, a number, true or false", name)
			}
			cells = append(cells, c.text)
		}
		t.Rows, t.Lines = append(t.Rows, cells), append(t.Lines, line)
	}
	if name != "" {
		b.Tables[name] = t
	}
}
