package engine

import (
	"embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed words/*.txt
var sharedWords embed.FS

var shared = sync.OnceValue(func() map[string]*Catalog {
	out := map[string]*Catalog{}
	files, err := sharedWords.ReadDir("words")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		doc, err := sharedWords.ReadFile("words/" + f.Name())
		if err != nil {
			panic(err)
		}
		c, err := ParseCatalog(doc, nil)
		if err != nil {
			panic(f.Name() + ": " + err.Error())
		}
		out[strings.TrimSuffix(f.Name(), ".txt")] = c
	}
	return out
})

// Shared is the words of a language that all games share, such as those of places; nil where that language has none.
func Shared(language string) *Catalog { return shared()[language] }

// Languages are those that have shared words, in order.
func Languages() []string { return slices.Sorted(maps.Keys(shared())) }

// put is the values of a text, in pairs of name and value: a string, or an int.
func put(pairs ...any) Values {
	return func(name string) (string, int64, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] != name {
				continue
			}
			if n, ok := pairs[i+1].(int); ok {
				return strconv.Itoa(n), int64(n), true
			}
			return pairs[i+1].(string), 0, true
		}
		return "", 0, false
	}
}

// ordinal is "2nd".
func (c *Catalog) ordinal(n int) string {
	if key := "ordinal." + strconv.Itoa(n); c.Has(key) {
		return c.Text(key)
	}
	return string(c.Fill(nil, "ordinal", put("n", n)))
}

// Words appends a space in words that people find on the cardboard: "corner 4, 2nd of 3, outside", "last before corner 5" (TB-21).
func (b *Board) Words(dst []byte, c *Catalog, s Space) []byte {
	if b.names == nil || s == 0 || int(s) >= len(b.names.of) {
		return b.AppendSpace(dst, s)
	}
	nm := &b.names.of[s]
	t := string(b.spoken(nil, c, s))
	if nm.lane != "" && !(nm.form == own && b.alone(s, nm.own)) {
		key := "place.lane"
		if nm.aloof {
			key = "place.aloof"
		}
		t = string(c.Fill(nil, key, put("place", t, "lane", b.laneWord(c, s))))
	}
	if p := b.prints(c, s); p != "" {
		t = string(c.Fill(nil, "place.print", put("place", t, "print", p)))
	}
	return append(dst, t...)
}

// spoken is a space in words without its lane.
func (b *Board) spoken(dst []byte, c *Catalog, s Space) []byte {
	nm := &b.names.of[s]
	if nm.form == own || nm.form == beside {
		v := put("n", nm.n, "of", nm.out, "ordinal", c.ordinal(nm.n), "corner", b.Sections[b.Places[s].Section].Number)
		if c.Has(nm.key) {
			return c.Fill(dst, nm.key, v)
		}
		return append(dst, strings.ReplaceAll(nm.own, ".", " ")...)
	}
	l := &b.names.lands[nm.land]
	mark := l.addr
	if c.Has(l.key) {
		mark = string(c.Fill(nil, l.key, put("corner", l.n, "name", l.say)))
	}
	key := "place.after"
	switch {
	case nm.form == inside && l.corner:
		key = "place.corner"
	case nm.form == inside:
		key = "place.run"
	case nm.form == before && nm.n == 1:
		key = "place.before.last"
	case nm.form == before:
		key = "place.before"
	}
	if nm.form == inside && nm.out <= 1 {
		key += ".only"
	}
	return c.Fill(dst, key, put("mark", mark, "corner", l.n, "n", nm.n, "of", nm.out, "ordinal", c.ordinal(nm.n)))
}

// laneWord is the lane of a space in words.
func (b *Board) laneWord(c *Catalog, s Space) string {
	code := b.names.of[s].lane
	if n, err := strconv.Atoi(code); err == nil {
		return string(c.Fill(nil, "lane.n", put("n", n)))
	}
	if key := "lane." + code; c.Has(key) {
		return c.Text(key)
	}
	return b.Lanes[b.Places[s].Lane-1]
}

// prints is what else is printed on a space, and is no name because it repeats round the lap.
func (b *Board) prints(c *Catalog, s Space) string {
	p, out := &b.Places[s], []string(nil)
	nm := &b.names.of[s]
	tail := nm.form == inside && b.names.lands[nm.land].key == "mark.arrow"
	if p.Arrow != 0 && !tail && p.By == 0 {
		out = append(out, string(c.Fill(nil, "print.arrow", put("name", b.Arrows[p.Arrow-1].Name))))
	}
	if p.Cost == 2 {
		out = append(out, c.Text("print.two"))
	}
	for bit, m := range b.names.about.Marks {
		if p.Marks>>bit&1 == 0 || m.Own || m.Beside || m.Land || m.Corner {
			continue
		}
		if t := c.Text("print." + m.Name); t != "" {
			out = append(out, t)
		}
	}
	return strings.Join(slices.DeleteFunc(out, func(t string) bool { return t == "" }), ", ")
}

// mostAhead is how far ahead a car is still a neighbour: what people see at a glance.
const mostAhead = 12

// Neighbours appends who is near a space, for people to check by: the cars level with it, then the next car ahead, whichever lane. car
// is who stands there, or is about to, and is no neighbour of itself; mark is what a car is called. Cars that are off the board, home or
// out are none.
func (b *Board) Neighbours(dst []byte, c *Catalog, s Space, car Car, stands []Stand, mark func(Car) string) []byte {
	if s == 0 || int(s) >= len(b.Places) {
		return dst
	}
	me, aside := &b.Places[s], b.Places[s].By != 0
	var level, next []string
	nearest, same, long := b.Lap, false, false
	for i := range stands {
		st := &stands[i]
		if st.Car == car {
			long = long || st.Spaces[1] != 0
			continue
		}
		at := st.Spaces[0]
		if at == 0 || int(at) >= len(b.Places) || st.State >= Finished {
			continue
		}
		o := &b.Places[at]
		switch {
		case at == s || !aside && o.By == 0 && b.level(me, o):
			level = append(level, mark(st.Car))
		case aside || o.By != 0:
		default:
			rear := at
			if st.Spaces[1] != 0 {
				rear, long = st.Spaces[1], true
			}
			d := b.turn(b.Places[rear].Front - me.Front)
			if d == 0 { // its rear is level with this front: nothing is clear
				continue
			}
			if d < nearest {
				nearest, next, same = d, nil, false
			}
			if d == nearest {
				next = append(next, mark(st.Car))
				same = same || o.Lane == me.Lane
			}
		}
	}
	var out []string
	if level != nil {
		key := "near.level"
		if aside || me.Capacity != 1 {
			key = "near.with"
		}
		out = append(out, string(c.Fill(nil, key, put("cars", listed(c, level)))))
	}
	if n := b.steps(s, nearest); next != nil && n <= mostAhead {
		key := "near.behind"
		switch {
		case n <= 1 && same:
			key = "near.directly"
		case long && n > 1:
			key, n = "near.clear", n-1
		}
		out = append(out, string(c.Fill(nil, key, put("n", n, "cars", listed(c, next)))))
	}
	if out == nil {
		out = []string{c.Text("near.alone")}
	}
	return append(dst, strings.Join(out, c.Text("near.between")+" ")...)
}

// level reports whether two spaces of the road are at one height: nearer to it than half of the shorter one.
func (b *Board) level(x, y *Place) bool {
	d := b.turn(x.Front - y.Front)
	d = min(d, b.Lap-d)
	return d <= min(x.Front-x.Middle, y.Front-y.Middle)
}

// steps is how many spaces of its own lane a car drives from a space to be at least a distance further; by ranks where its lane ends.
func (b *Board) steps(s Space, d int32) int {
	n, from := 0, b.Places[s].Front
	for at := s; n <= mostAhead; n++ {
		if n > 0 && b.turn(b.Places[at].Front-from) >= d {
			return n
		}
		if at = b.Places[at].To[Ahead]; at == 0 {
			return ranks(d)
		}
	}
	return n
}

// listed is "A", "A and B", "A, B and C".
func listed(c *Catalog, words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + c.joint() + words[last]
}

func (c *Catalog) joint() string {
	if t := c.Text("near.and"); t != "" {
		return " " + t + " "
	}
	return ", "
}
