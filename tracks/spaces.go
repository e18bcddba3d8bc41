package tracks

import (
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"boxstop/engine"
)

// spacesOf reads "lane/3" or "lane/3-5" in a section.
func (l *loader) spacesOf(n *node, si int, addr string) []engine.Space {
	name, num, ok := strings.Cut(addr, "/")
	if !ok {
		l.no(n, "%q: a space is written lane/number, such as %q", addr, l.board.Lanes[0]+"/3")
		return nil
	}
	li, ok := l.lane(n, name)
	if !ok {
		return nil
	}
	a, b, more := strings.Cut(num, "-")
	lo, err := strconv.Atoi(a)
	hi := lo
	if more && err == nil {
		hi, err = strconv.Atoi(b)
	}
	count, where := l.board.Sections[si].Lanes[li].Count, l.board.Sections[si].Name
	if count == 0 {
		l.no(n, "%q: lane %s is not there in section %q", addr, name, where)
		return nil
	}
	if err != nil || lo < 1 || hi > count || lo > hi {
		l.no(n, "%q: lane %s of section %q has the spaces 1 to %d", addr, name, where, count)
		return nil
	}
	var out []engine.Space
	for i := lo; i <= hi; i++ {
		out = append(out, l.board.At(si, li+1, i-1))
	}
	return out
}

// spaces reads "Section/lane/3" or "Section/lane/3-5".
func (l *loader) spaces(n *node) []engine.Space {
	w := l.word(n)
	if w == "" {
		if n.kind == unstable.String {
			l.no(n, "%s: an empty text; a space is written section/lane/number", n.key)
		}
		return nil
	}
	name, rest, ok := strings.Cut(w, "/")
	if !ok || !strings.Contains(rest, "/") {
		l.no(n, "%q: a space is written section/lane/number, such as %q", w, l.board.Sections[0].Name+"/"+l.board.Lanes[0]+"/3")
		return nil
	}
	si, ok := l.names[name]
	if !ok {
		var all []string
		for _, s := range l.board.Sections {
			all = append(all, s.Name)
		}
		l.no(n, "%q: there is no section %q; sections are %s", w, name, strings.Join(all, ", "))
		return nil
	}
	before := len(l.bad)
	out := l.spacesOf(n, si, rest)
	for i := before; i < len(l.bad); i++ { // the file has the whole address
		l.bad[i].Text = strings.Replace(l.bad[i].Text, strconv.Quote(rest), strconv.Quote(w), 1)
	}
	return out
}

// one reads a single space that must be there; 0 where it is not.
func (l *loader) one(n *node, key, where string) engine.Space {
	if l.need(n, key, where) == "" {
		return 0
	}
	c := n.get(key)
	s := l.spaces(c)
	if len(s) > 1 {
		l.no(c, "%s: %q; it is one space", key, c.text)
	}
	if len(s) != 1 {
		return 0
	}
	return s[0]
}
