package tracks_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/engine/speedcircuit"
	"boxstop/tracks"
)

// A slip is a way in which somebody errs who transcribes a board honestly: it changes one thing of a good file, and says false where the
// file has nothing of the kind.
type slip struct {
	name string
	make func(p *page, luck *rand.Rand) bool
}

// page is a board file as lines.
type page struct{ lines []string }

// some picks a line that begins with a key; -1: none.
func (p *page) some(luck *rand.Rand, key string, fits func(string) bool) int {
	var at []int
	for i, l := range p.lines {
		if strings.HasPrefix(l, key) && (fits == nil || fits(l)) {
			at = append(at, i)
		}
	}
	if at == nil {
		return -1
	}
	return at[luck.IntN(len(at))]
}

// block is the table that a line stands in: its first line, and the one after its last.
func (p *page) block(i int) (from, to int) {
	from, to = i, i+1
	for from > 0 && !strings.HasPrefix(p.lines[from], "[") {
		from--
	}
	for to < len(p.lines) && !strings.HasPrefix(p.lines[to], "[") {
		to++
	}
	return from, to
}

var figure = regexp.MustCompile(`\d+`)

// figures changes one figure of a line that begins with a key.
func figures(key string, fits func(string) bool, change func(n int, luck *rand.Rand) string) func(*page, *rand.Rand) bool {
	return func(p *page, luck *rand.Rand) bool {
		i := p.some(luck, key, fits)
		if i < 0 {
			return false
		}
		head, tail, _ := strings.Cut(p.lines[i], "=")
		at := figure.FindAllStringIndex(tail, -1)
		if at == nil {
			return false
		}
		x := at[luck.IntN(len(at))]
		n, _ := strconv.Atoi(tail[x[0]:x[1]])
		is := change(n, luck)
		if is == "" || is == tail[x[0]:x[1]] {
			return false
		}
		p.lines[i] = head + "=" + tail[:x[0]] + is + tail[x[1]:]
		return true
	}
}

func list(l string) bool { return strings.Contains(l, "[") }

func one(l string) bool { return !strings.Contains(l, "[") }

// swaps exchanges two entries of a list.
func swaps(key string) func(*page, *rand.Rand) bool {
	return func(p *page, luck *rand.Rand) bool {
		i := p.some(luck, key, list)
		if i < 0 {
			return false
		}
		at := figure.FindAllStringIndex(p.lines[i], -1)
		if len(at) < 2 {
			return false
		}
		k := luck.IntN(len(at) - 1)
		a, b := at[k], at[k+1]
		l := p.lines[i]
		p.lines[i] = l[:a[0]] + l[b[0]:b[1]] + l[a[1]:b[0]] + l[a[0]:a[1]] + l[b[1]:]
		return p.lines[i] != l
	}
}

// retype changes a line by a function.
func retype(key string, change func(string, *rand.Rand) string) func(*page, *rand.Rand) bool {
	return func(p *page, luck *rand.Rand) bool {
		i := p.some(luck, key, nil)
		if i < 0 {
			return false
		}
		is := change(p.lines[i], luck)
		if is == p.lines[i] {
			return false
		}
		p.lines[i] = is
		return true
	}
}

func sections(p *page) (at [][2]int) {
	for i, l := range p.lines {
		if l == "[[section]]" {
			from, to := p.block(i)
			at = append(at, [2]int{from, to})
		}
	}
	return at
}

var slips = []slip{
	{"a straight miscounted by one", figures("spaces =", one, func(n int, luck *rand.Rand) string { return strconv.Itoa(n - 1 + 2*luck.IntN(2)) })},
	{"a lane miscounted by one", figures("spaces =", list, func(n int, luck *rand.Rand) string {
		if n < 2 {
			return ""
		}
		return strconv.Itoa(n - 1 + 2*luck.IntN(2))
	})},
	{"the lanes of a section from the wrong side", swaps("spaces =")},
	{"a lane that is there left out", figures("spaces =", list, func(n int, _ *rand.Rand) string {
		if n == 0 {
			return ""
		}
		return "0"
	})},
	{"a figure misread", figures("limits =", list, func(n int, luck *rand.Rand) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n - 20 + 40*luck.IntN(2))
	})},
	{"a figure mistyped", figures("limits =", list, func(n int, luck *rand.Rand) string {
		if n == 0 {
			return ""
		}
		return []string{strconv.Itoa(n) + "0", strconv.Itoa(n / 10), strconv.Itoa(n + 5), strconv.Itoa(n + 1)}[luck.IntN(4)]
	})},
	{"two figures of a corner changed over", swaps("limits =")},
	{"a figure forgotten", retype("limits =", func(l string, _ *rand.Rand) string {
		i := strings.LastIndex(l, ",")
		return l[:max(i, 1)] + "]"
	})},
	{"the figures of a corner forgotten", func(p *page, luck *rand.Rand) bool {
		i := p.some(luck, "limits =", func(l string) bool { return true })
		if i < 0 {
			return false
		}
		p.lines = slices.Delete(p.lines, i, i+1)
		return true
	}},
	{"a corner bent the wrong way", retype("angle ", func(l string, _ *rand.Rand) string {
		if strings.Contains(l, "-") {
			return strings.Replace(l, "-", "", 1)
		}
		return strings.Replace(l, "= ", "= -", 1)
	})},
	{"an angle guessed wrong", figures("angle ", nil, func(n int, luck *rand.Rand) string { return strconv.Itoa(n - 30 + 60*luck.IntN(2)) })},
	{"an angle forgotten", func(p *page, luck *rand.Rand) bool {
		i := p.some(luck, "angle ", nil)
		if i < 0 {
			return false
		}
		p.lines = slices.Delete(p.lines, i, i+1)
		return true
	}},
	{"inside taken for outside", retype("inside =", func(l string, _ *rand.Rand) string {
		if strings.Contains(l, "left") {
			return strings.Replace(l, "left", "right", 1)
		}
		return strings.Replace(l, "right", "left", 1)
	})},
	{"inside mistyped or forgotten", retype("inside =", func(_ string, luck *rand.Rand) string { return []string{`inside = "lefft"`, ""}[luck.IntN(2)] })},
	{"a section left out", func(p *page, luck *rand.Rand) bool {
		s := sections(p)
		x := s[luck.IntN(len(s))]
		p.lines = slices.Delete(p.lines, x[0], x[1])
		return true
	}},
	{"a section typed twice", func(p *page, luck *rand.Rand) bool {
		s := sections(p)
		x := s[luck.IntN(len(s))]
		p.lines = slices.Insert(p.lines, x[1], slices.Clone(p.lines[x[0]:x[1]])...)
		return true
	}},
	{"two sections changed over", func(p *page, luck *rand.Rand) bool {
		s := sections(p)
		k := luck.IntN(len(s) - 1)
		a, b := s[k], s[k+1]
		both := slices.Concat(p.lines[b[0]:b[1]], p.lines[a[0]:a[1]])
		copy(p.lines[a[0]:b[1]], both)
		return true
	}},
	{"an arrow's step mistaken", retype("steps =", func(l string, luck *rand.Rand) string {
		q := strings.Index(l, `"`)
		i := q + 1 + luck.IntN(len(l)-q-2)
		c := "alr"[luck.IntN(3)]
		return l[:i] + string(c) + l[i+1:]
	})},
	{"an arrow one step short", retype("steps =", func(l string, _ *rand.Rand) string { return l[:len(l)-2] + `"` })},
	{"an arrow one step long", retype("steps =", func(l string, luck *rand.Rand) string { return l[:len(l)-1] + string("alr"[luck.IntN(3)]) + `"` })},
	{"an arrow's tail in another lane or section", retype("tail ", func(l string, luck *rand.Rand) string {
		switch luck.IntN(3) {
		case 0:
			return strings.Replace(l, "middle", "rigth", 1)
		case 1:
			if strings.Contains(l, "/left/") {
				return strings.Replace(l, "/left/", "/middle/", 1)
			}
			return strings.Replace(l, "/middle/", "/left/", 1)
		}
		return strings.Replace(l, `"`, `"The `, 1)
	})},
	{"an arrow's tail miscounted", retype("tail ", func(l string, luck *rand.Rand) string {
		i := strings.LastIndex(l, "/") + 1
		n, _ := strconv.Atoi(strings.TrimSuffix(l[i:], `"`))
		return l[:i] + strconv.Itoa(n-1+2*luck.IntN(2)) + `"`
	})},
	{"grid places changed over", func(p *page, luck *rand.Rand) bool {
		i := p.some(luck, "grid = ", nil)
		f := strings.Split(strings.TrimSuffix(strings.TrimPrefix(p.lines[i], "grid = ["), ","), ", ")
		k := luck.IntN(2)
		f[k], f[k+1] = f[k+1], f[k]
		p.lines[i] = "grid = [" + strings.Join(f, ", ") + ","
		return true
	}},
	{"a grid place miscounted", retype("grid = ", func(l string, luck *rand.Rand) string {
		return strings.Replace(l, "/3\"", []string{"/2\"", "/4\"", "/1\""}[luck.IntN(3)], 1)
	})},
	{"a grid place left out", retype("grid = ", func(l string, _ *rand.Rand) string { i := strings.Index(l, ","); return "grid = [" + l[i+2:] })},
	{"a word mistyped", func(p *page, luck *rand.Rand) bool {
		k := luck.IntN(4)
		was := []string{"practice", "speedcircuit", `"middle"`, "limits ="}[k]
		is := []string{"practise", "speed circuit", `"midle"`, "limit ="}[k]
		for i, l := range p.lines {
			if !strings.HasPrefix(l, "#") && strings.Contains(l, was) {
				p.lines[i] = strings.Replace(l, was, is, 1)
				return true
			}
		}
		return false
	}},
}

// Of 200 slips that an honest transcriber makes on good boards, at least 95 in a hundred are named (the rest races as another, sound
// board would). A slip that leaves the board what it was is none.
func TestPlantedSlipsAreCaught(t *testing.T) {
	rules := speedcircuit.New()
	box, err := tracks.Box("speedcircuit", rules.About())
	if err != nil {
		t.Fatal(err)
	}
	luck := rand.New(rand.NewPCG(1971, 3))
	boards := tracks.Boards("speedcircuit")
	made, caught := map[string]int{}, map[string]int{}
	n, found := 0, 0
	for tries := 0; n < 200 && tries < 5000; tries++ {
		s := boards[tries%len(boards)]
		x := slips[tries/len(boards)%len(slips)]
		p := &page{strings.Split(string(s.Doc), "\n")}
		if !x.make(p, luck) {
			continue
		}
		doc := []byte(strings.Join(p.lines, "\n"))
		b, bad, _ := tracks.Check(s.File, doc, rules, box, "box.toml")
		if len(bad) == 0 && sameBoard(t, b, s, rules) {
			continue
		}
		n++
		made[x.name]++
		if len(bad) > 0 {
			found++
			caught[x.name]++
		} else {
			t.Logf("not caught: %s in %s: %s", x.name, s.Slug, difference(string(s.Doc), string(doc)))
		}
	}
	for _, x := range slips {
		t.Logf("%2d of %2d caught: %s", caught[x.name], made[x.name], x.name)
	}
	t.Logf("%d of %d caught", found, n)
	if n != 200 || found*100 < n*95 {
		t.Errorf("%d of %d slips are caught; want 190 of 200", found, n)
	}
}

// sameBoard reports whether a file says the same board after all.
func sameBoard(t *testing.T, b *engine.Board, s tracks.Source, rules engine.Rules) bool {
	t.Helper()
	was, err := tracks.Open("speedcircuit", s.Slug, rules.About())
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.Sections { // a corner that does not say where its inside is has it where it bends to
		if x := &b.Sections[i]; x.Corner && x.Inside == 0 && x.Angle < 0 {
			x.Inside = -1
		} else if x.Corner && x.Inside == 0 {
			x.Inside = 1
		}
	}
	return slices.Equal(b.Places, was.Places) && fmt.Sprint(b.Lists, b.Arrows, b.Sections) == fmt.Sprint(was.Lists, was.Arrows, was.Sections)
}

// difference is the first line that two files do not share.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d, %q instead of %q", i+1, y[i], x[i])
		}
	}
	return "a line more or less"
}
