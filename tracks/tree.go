package tracks

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// node is a TOML value with the line that it stands on. The ordinary decoder stops at the first wrong type and knows no line of a right
// value, so we walk the parser's own tree.
type node struct {
	line int
	key  string
	text string // of a scalar
	kind unstable.Kind
	list []*node // of an array or a table, in order
}

// get is the value of a key; nil where it is not there.
func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	for _, c := range n.list {
		if c.key == key {
			return c
		}
	}
	return nil
}

// reader gathers mistakes.
type reader struct {
	file     string
	bad      []Mistake
	warnings []Mistake
}

// no notes a mistake at a value.
func (r *reader) no(n *node, f string, a ...any) {
	line := 1
	if n != nil {
		line = max(1, n.line)
	}
	r.bad = append(r.bad, Mistake{File: r.file, Line: line, Text: fmt.Sprintf(f, a...)})
}

func (r *reader) warn(n *node, f string, a ...any) {
	line := 1
	if n != nil {
		line = max(1, n.line)
	}
	r.warnings = append(r.warnings, Mistake{File: r.file, Line: line, Text: fmt.Sprintf(f, a...)})
}

// mostTorn is how many lines that are no TOML are named before the reader gives up.
const mostTorn = 8

// parse reads a document. A line that is no TOML is named and left out, so that the rest is looked at all the same.
func (r *reader) parse(doc []byte) *node {
	torn := map[int]bool{}
	for {
		root, line, err := r.parseOnce(doc)
		if err == nil {
			return root
		}
		if torn[line] || len(torn) == mostTorn {
			return root
		}
		torn[line] = true
		r.bad = append(r.bad, Mistake{File: r.file, Line: line, Text: fmt.Sprintf("no TOML: %v; a line is key = value, [[section]] or a comment", err)})
		doc = mended(doc, line)
	}
}

// mended is a document with a line left out; what was to be a header stays one, so that what stands under it is read as meant.
func mended(doc []byte, line int) []byte {
	lines := bytes.SplitAfter(doc, []byte("\n"))
	if line < 1 || line > len(lines) {
		return doc
	}
	text := strings.TrimSpace(string(lines[line-1]))
	put := ""
	if word := strings.FieldsFunc(text, func(c rune) bool { return c < 'a' || c > 'z' }); strings.HasPrefix(text, "[") && len(word) > 0 {
		put = "[[" + word[0] + "]]"
		if word[0] == "lists" {
			put = "[lists]"
		}
	}
	lines[line-1] = []byte(put + "\n")
	return bytes.Join(lines, nil)
}

// parseOnce reads as far as the first line that is no TOML, and says which that is.
func (r *reader) parseOnce(doc []byte) (root *node, line int, err error) {
	root = &node{kind: unstable.Table, line: 1}
	p := &unstable.Parser{}
	p.Reset(doc)
	at := root
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			at = header(p, root, e)
		case unstable.KeyValue:
			add(p, at, e)
		}
	}
	if p.Error() == nil {
		return root, 0, nil
	}
	var pe *unstable.ParserError
	line = 1 + bytes.Count(doc, []byte("\n"))
	if errors.As(p.Error(), &pe) && cap(pe.Highlight) > 0 && cap(pe.Highlight) <= cap(doc) {
		off := min(cap(doc)-cap(pe.Highlight), len(doc))
		if off > 0 && off == len(doc) {
			off--
		}
		line = 1 + bytes.Count(doc[:off], []byte("\n"))
	}
	return root, line, p.Error()
}

// header is the table that a [header] or [[header]] opens.
func header(p *unstable.Parser, root *node, e *unstable.Node) *node {
	at := root
	for k := e.Key(); k.Next(); {
		name := string(k.Node().Data)
		var next *node
		if e.Kind == unstable.Table || !k.IsLast() {
			for _, c := range at.list {
				if c.key == name {
					next = c
				}
			}
		}
		if next == nil {
			next = &node{key: name, kind: e.Kind, line: lineOf(p, k.Node())}
			at.list = append(at.list, next)
		}
		at = next
	}
	return at
}

func lineOf(p *unstable.Parser, n *unstable.Node) int {
	return 1 + bytes.Count(p.Data()[:n.Raw.Offset], []byte("\n"))
}

func add(p *unstable.Parser, at *node, kv *unstable.Node) {
	n := &node{}
	var dotted []string
	for k := kv.Key(); k.Next(); {
		dotted = append(dotted, string(k.Node().Data))
		n.line = lineOf(p, k.Node())
	}
	n.key = strings.Join(dotted, ".")
	fill(p, n, kv.Value())
	at.list = append(at.list, n)
}

func fill(p *unstable.Parser, n *node, v *unstable.Node) {
	n.kind = v.Kind
	n.text = string(v.Data)
	if v.Raw.Length > 0 {
		n.line = lineOf(p, v)
	}
	for it := v.Children(); it.Next(); {
		switch c := it.Node(); c.Kind {
		case unstable.KeyValue:
			add(p, n, c)
		case unstable.Comment:
		default:
			m := &node{line: n.line, key: n.key}
			fill(p, m, c)
			n.list = append(n.list, m)
		}
	}
}

// number is a whole number; 0, and a mistake, where it is none.
func (r *reader) number(n *node) int {
	if n == nil {
		return 0
	}
	v, err := strconv.Atoi(n.text)
	if n.kind != unstable.Integer || err != nil {
		r.no(n, "%s: %s is not a whole number", n.key, shown(n))
		return 0
	}
	return v
}

// count is a whole number from lo to hi.
func (r *reader) count(n *node, lo, hi int) int {
	if n == nil {
		return 0
	}
	v := r.number(n)
	if n.kind == unstable.Integer && (v < lo || v > hi) {
		r.no(n, "%s: %s; allowed are %d to %d", n.key, n.text, lo, hi)
		return min(max(v, lo), hi)
	}
	return v
}

// word is a text in quotes.
func (r *reader) word(n *node) string {
	if n == nil {
		return ""
	}
	if n.kind != unstable.String {
		r.no(n, "%s: %s is not a text in quotes", n.key, shown(n))
		return ""
	}
	return n.text
}

// need is a text that must be there.
func (r *reader) need(n *node, key, where string) string {
	c := n.get(key)
	if c == nil {
		r.no(n, "%s: %s is missing", where, key)
		return ""
	}
	w := r.word(c)
	if c.kind == unstable.String && strings.TrimSpace(w) == "" {
		r.no(c, "%s is empty; %s needs one", key, where)
	}
	return w
}

// items are the values of a list in brackets.
func (r *reader) items(n *node) []*node {
	if n == nil {
		return nil
	}
	if n.kind != unstable.Array {
		r.no(n, "%s: %s; it is a list in brackets, such as %s = [%s]", n.key, shown(n), n.key, shown(n))
		return nil
	}
	return n.list
}

// flag is true or false.
func (r *reader) flag(n *node) bool {
	if n == nil {
		return false
	}
	if n.kind != unstable.Bool {
		r.no(n, "%s: %s; allowed are true, false", n.key, shown(n))
	}
	return n.text == "true"
}

// shown is a value as its file has it.
func shown(n *node) string {
	switch n.kind {
	case unstable.String:
		return strconv.Quote(n.text)
	case unstable.Array:
		return "a list"
	case unstable.Table, unstable.ArrayTable, unstable.InlineTable:
		return "a table"
	}
	return n.text
}

// keys finds keys that nobody knows and keys that stand twice.
func (r *reader) keys(n *node, where string, known ...string) {
	seen := map[string]int{}
	for _, c := range n.list {
		if !slices.Contains(known, c.key) {
			r.no(c, "%s: not known in %s; known are %s", c.key, where, strings.Join(known, ", "))
			continue
		}
		if at, twice := seen[c.key]; twice && c.kind != unstable.ArrayTable {
			r.no(c, "%s: stands twice in %s, at line %d already", c.key, where, at)
		}
		seen[c.key] = c.line
	}
}

// tables are the [[key]] tables of a node; anything else under that key is a mistake.
func (r *reader) tables(n *node, key string) (out []*node) {
	for _, c := range n.list {
		if c.key != key {
			continue
		}
		if c.kind != unstable.ArrayTable {
			r.no(c, "%s: %s; it is a table of its own, under a line [[%s]]", key, shown(c), key)
			continue
		}
		out = append(out, c)
	}
	return out
}
