package tracks

// What a file may say twice, so that a slip of the pen is found: counts of a lane all round the lap, and the head of an arrow.

import (
	"strings"

	"boxstop/engine"
)

// counted holds a board against what its owner counted a second time, lane by lane once round the lap: its spaces, and the sum of the
// figures that are posted. Nothing else in a file says that a straight has one space too few, or that a figure was misread.
func (l *loader) counted() {
	n := l.root.get("count")
	if n == nil {
		return
	}
	l.keys(n, "count", "spaces", "limits")
	l.again(n, "spaces", func(r *engine.Run) int { return r.Count })
	l.again(n, "limits", func(r *engine.Run) (sum int) {
		for _, v := range r.Limits {
			sum += v * max(1, l.about.LimitStep)
		}
		return sum
	})
}

// again compares one figure a lane with what the sections add up to.
func (l *loader) again(n *node, key string, of func(*engine.Run) int) {
	c := n.get(key)
	if c == nil {
		return
	}
	items := l.items(c)
	if len(items) != len(l.board.Lanes) {
		l.no(c, "count, %s: %d numbers, but %s", key, len(items), l.howMany())
		return
	}
	for li, x := range items {
		sum := 0
		for si := range l.board.Sections {
			sum += of(&l.board.Sections[si].Lanes[li])
		}
		if v := l.count(x, 0, 1<<15); v != sum {
			l.no(x, "count, %s: lane %s was counted as %d, and the sections add up to %d; one of them is wrong: count both again", key, strings.TrimSpace(l.board.Lanes[li]), v, sum)
		}
	}
}

// headed holds the head of an arrow, where the file says it, against where its steps lead.
func (l *loader) headed(n *node, name string, last engine.Space) {
	if n.get("head") == nil {
		return
	}
	if s := l.one(n, "head", "an arrow"); s != 0 && s != last {
		l.no(n.get("head"), "head: arrow %s leads to %q by its steps; tail, steps or head is wrong", name, l.where(last))
	}
}
