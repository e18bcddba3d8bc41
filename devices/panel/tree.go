package panel

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Mistake is one thing that is wrong in a wiring file.
type Mistake struct {
	File string
	Line int
	Text string // what, where, what is allowed instead
}

func (m Mistake) String() string { return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.Text) }

// Mistakes are all that is wrong in a wiring file, a line each.
type Mistakes []Mistake

func (m Mistakes) Error() string {
	var b strings.Builder
	for i, one := range m {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(one.String())
	}
	return b.String()
}

// node is a TOML value with the line that it stands on: the ordinary decoder stops at the first wrong type and knows no line of a right value.
type node struct {
	line int
	key  string
	text string // of a scalar
	kind unstable.Kind
	list []*node // of an array or a table
}

func (n *node) get(key string) *node {
	for _, c := range n.list {
		if c.key == key {
			return c
		}
	}
	return nil
}

// all are the tables of a key.
func (n *node) all(key string) (out []*node) {
	for _, c := range n.list {
		if c.key == key {
			out = append(out, c)
		}
	}
	return out
}

// shown is a value as its file has it.
func (n *node) shown() string {
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

// reader reads a wiring file and gathers its mistakes.
type reader struct {
	file string
	bad  Mistakes
}

func (r *reader) no(n *node, f string, a ...any) {
	r.bad = append(r.bad, Mistake{r.file, max(1, n.line), fmt.Sprintf(f, a...)})
}

// parse reads a document as far as it is TOML.
func (r *reader) parse(doc []byte) *node {
	root := &node{kind: unstable.Table, line: 1}
	p := &unstable.Parser{}
	p.Reset(doc)
	at := root
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			at = root
			for k := e.Key(); k.Next(); {
				name := string(k.Node().Data)
				next := at.get(name)
				if next == nil || e.Kind == unstable.ArrayTable && k.IsLast() {
					next = &node{key: name, kind: e.Kind, line: lineOf(p, k.Node())}
					at.list = append(at.list, next)
				}
				at = next
			}
		case unstable.KeyValue:
			add(p, at, e)
		}
	}
	if err := p.Error(); err != nil {
		line := 1 + bytes.Count(doc, []byte("\n"))
		var pe *unstable.ParserError
		if errors.As(err, &pe) && cap(pe.Highlight) > 0 && cap(pe.Highlight) <= cap(doc) {
			line = 1 + bytes.Count(doc[:max(0, min(cap(doc)-cap(pe.Highlight), len(doc)-1))], []byte("\n"))
		}
		r.bad = append(r.bad, Mistake{r.file, line, fmt.Sprintf("no TOML: %v; a line is key = value, [table], [[station]] or a comment; nothing below is looked at", err)})
	}
	return root
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
	n.kind, n.text = v.Kind, string(v.Data)
	for it := v.Children(); it.Next(); {
		switch c := it.Node(); c.Kind {
		case unstable.KeyValue:
			add(p, n, c)
		case unstable.Comment:
		default:
			m := &node{line: n.line, key: n.key}
			if c.Raw.Length > 0 {
				m.line = lineOf(p, c)
			}
			fill(p, m, c)
			n.list = append(n.list, m)
		}
	}
}

// keys finds keys that nobody knows, keys that stand twice, and tables of the wrong kind.
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

// word is a text in quotes; "" where there is none.
func (r *reader) word(n *node) string {
	if n == nil {
		return ""
	}
	if n.kind != unstable.String {
		r.no(n, "%s: %s is not a text in quotes", n.key, n.shown())
		return ""
	}
	return n.text
}

// address is a number such as 0x70 from lo to hi; 0 where there is none.
func (r *reader) address(n *node, lo, hi int64, what string) uint16 {
	if n == nil {
		return 0
	}
	v, err := strconv.ParseInt(n.text, 0, 32)
	if n.kind != unstable.Integer || err != nil || v < lo || v > hi {
		r.no(n, "%s: %s is no address of %s; allowed are 0x%02X to 0x%02X", n.key, n.shown(), what, lo, hi)
		return 0
	}
	return uint16(v)
}

// one is a word out of a few.
func (r *reader) one(n *node, or string, allowed ...string) string {
	if n == nil {
		return or
	}
	w := r.word(n)
	if n.kind == unstable.String && !slices.Contains(allowed, w) {
		r.no(n, "%s: %q; allowed are %s", n.key, w, strings.Join(allowed, ", "))
		return or
	}
	return w
}
