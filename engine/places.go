package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Places are named by what is printed on the cardboard: a landmark, a small count in driving direction, and a lane (TB-21). A space has
// one name in two forms: words for people (Words) and an address for typing (Address, ParseAddress).

// names is what NameSpaces derives from a board.
type names struct {
	about *About
	of    []name // by Space
	lands []land
	by    map[string][]Space // spaces by the address of their own print, without lane
	exact map[string]Space   // spaces by their whole address
	spots map[string][]Space // and by it without the lane
	road  []int              // lanes of the road, from 1, left to right
	fixed map[int]string     // codes of lanes that are called the same everywhere, by lane
}

// form is how a place is named.
type form uint8

const (
	own    form = iota + 1 // its own print
	beside                 // a place beside the road
	inside                 // in a corner, or in a run of marked spaces
	after
	before
)

// name is how a space is called.
type name struct {
	form  form
	land  int    // of names.lands
	own   string // of own and beside: the address without lane
	key   string // of own and beside: the key of its words
	n     int    // ordinal, or count
	out   int    // of how many; 0: it is the only one
	lane  string // code; "": no word
	aloof bool   // a side lane or a pit lane: beside the road
}

// land is a landmark on the lap.
type land struct {
	addr   string // "line", "c3", "bridge"
	key    string // of its words: "mark.line"
	say    string // words of its own
	n      int    // of a corner
	lo, hi int32  // progress of its beginning and its end
	lane   uint8  // that alone counts from it; 0: all
	in     []Space
	corner bool
}

// NameSpaces names all spaces. It is called once a board is linked and its marks, lists, arrows and landmarks are set, and again when
// they have changed.
func (b *Board) NameSpaces(about *About) {
	n := &names{about: about, of: make([]name, len(b.Places)), by: map[string][]Space{}, exact: map[string]Space{}, spots: map[string][]Space{}, fixed: map[int]string{}}
	b.names = n
	b.nameLanes()
	b.findLands()
	b.ownNames()
	for i := 1; i < len(b.Places); i++ {
		s := Space(i)
		nm := &n.of[s]
		nm.lane, nm.aloof = b.laneCode(s)
		if nm.form == 0 {
			b.nameByLand(s, nm)
		}
		if nm.form == own || nm.form == beside {
			n.by[nm.own] = append(n.by[nm.own], s)
		}
	}
	for i := 1; i < len(b.Places); i++ {
		a := b.Address(Space(i))
		spot, _, _ := strings.Cut(a, "/")
		n.exact[a] = Space(i)
		n.spots[spot] = append(n.spots[spot], Space(i))
	}
}

// findLands lists the landmarks in the order in which they win where two are equally near.
func (b *Board) findLands() {
	n := b.names
	n.lands = append(n.lands, land{addr: "line", key: "mark.line"})
	if l := b.Lists["start"]; len(l) > 0 {
		f := b.Places[l[0]].Front
		n.lands = append(n.lands, land{addr: "start", key: "mark.start", lo: f, hi: f})
	}
	if l := b.Lists["grid"]; len(l) > 0 {
		n.lands = append(n.lands, land{addr: "grid", key: "mark.grid", lo: b.Places[l[0]].Rear(), hi: b.Places[l[0]].Front})
	}
	for si := range b.Sections {
		if s := &b.Sections[si]; s.Corner {
			hi := b.end(si)
			n.lands = append(n.lands, land{addr: "c" + strconv.Itoa(s.Number), key: "mark.corner", n: s.Number, lo: hi - int32(s.Length)*Unit, hi: hi, corner: true})
		}
	}
	for bit, m := range n.about.Marks {
		if m.Land && !m.Own && !m.Beside {
			b.landMark(bit, m.Name)
		}
	}
	for _, a := range b.Arrows {
		p := &b.Places[a.Spaces[0]]
		n.lands = append(n.lands, land{addr: "arrow." + slug(a.Name), key: "mark.arrow", say: a.Name, lo: p.Rear(), hi: p.Front, lane: p.Lane, in: a.Spaces[:1]})
	}
	for _, m := range b.Landmarks {
		l := land{addr: m.Name, key: "mark.own", say: m.Say, lo: b.Places[m.At].Rear(), hi: b.Places[m.At].Front}
		for i := 1; i < len(b.Places); i++ {
			if p := &b.Places[i]; p.By == 0 && p.Rear() >= l.lo && p.Front <= l.hi {
				l.in = append(l.in, Space(i))
			}
		}
		n.lands = append(n.lands, l)
	}
}

// landMark makes a landmark of a mark whose spaces lie together. One that is printed in several places round the lap is none.
func (b *Board) landMark(bit int, word string) {
	in := b.Marked(nil, bit)
	if len(in) == 0 {
		return
	}
	slices.SortStableFunc(in, func(x, y Space) int { return int(b.Places[x].Front) - int(b.Places[y].Front) })
	l := land{addr: slug(word), key: "mark." + word, lo: b.Places[in[0]].Rear(), hi: b.Places[in[0]].Front, in: in}
	if word == "enter" {
		l.addr = "entry"
	}
	for _, s := range in[1:] {
		if b.Places[s].Rear() > l.hi {
			return
		}
		l.hi = max(l.hi, b.Places[s].Front)
	}
	b.names.lands = append(b.names.lands, l)
}

// ownNames names the spaces that have a print of their own: places beside the road, the grid, listed places, marks like SO.
func (b *Board) ownNames() {
	n := b.names
	set := func(s Space, f form, addr, key string, k, of int) {
		if n.of[s].form == 0 {
			n.of[s] = name{form: f, own: addr, key: key, n: k, out: of}
		}
	}
	for bit, m := range n.about.Marks {
		if !m.Own && !m.Beside {
			continue
		}
		groups, order := map[int][]Space{}, []int(nil)
		for _, s := range b.Marked(nil, bit) {
			c := b.Sections[b.Places[s].Section].Number
			if m.Beside {
				c = 0
			}
			if groups[c] == nil {
				order = append(order, c)
			}
			groups[c] = append(groups[c], s)
		}
		for _, c := range order {
			for k, s := range groups[c] {
				addr, key, f := strings.ReplaceAll(m.Name, "_", "."), "own."+m.Name, own
				if m.Beside {
					key, f = "beside."+m.Name, beside
				}
				if c > 0 {
					addr += ".c" + strconv.Itoa(c)
				}
				of := len(groups[c])
				if of > 1 {
					addr += "." + strconv.Itoa(k+1)
				}
				set(s, f, addr, key, k+1, of)
			}
		}
	}
	row, last := 0, int32(-1)
	for _, s := range b.Lists["grid"] {
		if f := b.Places[s].Front; f != last || len(n.road) == 1 {
			row, last = row+1, f
		}
		key := "own.row"
		if len(n.road) == 1 {
			key = "own.grid"
		}
		set(s, own, "grid."+strconv.Itoa(row), key, row, 2)
	}
	for _, l := range [...][2]string{{"places", "place"}, {"finish", "place"}, {"boxes", "box"}, {"clock", "pit"}} {
		for i, s := range b.Lists[l[0]] {
			set(s, own, l[1]+"."+strconv.Itoa(i+1), "own."+l[0], i+1, 2)
		}
	}
}

// turn is a distance along the lap brought into one lap.
func (b *Board) turn(d int32) int32 {
	if d %= b.Lap; d < 0 {
		d += b.Lap
	}
	return d
}

// ranks is how many ranks a distance is, a begun one counted.
func ranks(d int32) int { return int((d + Unit - 1) / Unit) }

// nameByLand names a space of the road by the nearest landmark.
func (b *Board) nameByLand(s Space, nm *name) {
	n, p := b.names, &b.Places[s]
	if sec := &b.Sections[p.Section]; sec.Corner {
		i := slices.IndexFunc(n.lands, func(l land) bool { return l.corner && l.n == sec.Number })
		*nm = name{form: inside, land: i, n: b.Number(s) + 1, out: sec.Lanes[p.Lane-1].Count, lane: nm.lane, aloof: nm.aloof}
		return
	}
	back, on := b.Lap, b.Lap // how far the stretch between two corners reaches
	for i := range n.lands {
		if l := &n.lands[i]; l.corner {
			back, on = min(back, b.turn(p.Rear()-l.hi)), min(on, b.turn(l.lo-p.Front))
		}
	}
	best := -1
	take := func(f form, i, k int) {
		if best < 0 || k < best || k == best && f == before && nm.form == after {
			best = k
			nm.form, nm.land, nm.n = f, i, k
		}
	}
	for i := range n.lands {
		l := &n.lands[i]
		if l.lane != 0 && l.lane != p.Lane {
			continue
		}
		if slices.Contains(l.in, s) {
			take(inside, i, 0)
			nm.n, nm.out = ranks(p.Rear()-l.lo)+1, ranks(l.hi-l.lo)
			return
		}
		if d := b.turn(p.Rear() - l.hi); d <= back {
			take(after, i, ranks(d)+1)
		}
		if d := b.turn(l.lo - p.Front); d <= on {
			take(before, i, ranks(d)+1)
		}
	}
}

// Counted is the count that a space is said with, "3rd after"; 0 where it is said without.
func (b *Board) Counted(s Space) int {
	if nm := &b.names.of[s]; nm.form == after || nm.form == before {
		return nm.n
	}
	return 0
}

// Address is a space as one types it: "c4.2", "c5-2/3", "pit". It is the space's own: ParseAddress gives the space back, alone (TB-21).
func (b *Board) Address(s Space) string {
	if b.names == nil || s == 0 {
		return string(b.AppendSpace(nil, s))
	}
	nm := &b.names.of[s]
	spot := nm.own
	if nm.form != own && nm.form != beside {
		spot = b.names.lands[nm.land].addr
	}
	switch nm.form {
	case inside:
		if l := &b.names.lands[nm.land]; l.corner || nm.out > 1 {
			spot += "." + strconv.Itoa(nm.n)
		}
	case after:
		spot += "+" + strconv.Itoa(nm.n)
	case before:
		spot += "-" + strconv.Itoa(nm.n)
	}
	if nm.lane == "" || b.alone(s, spot) {
		return spot
	}
	return spot + "/" + nm.lane
}

// alone reports whether a space has its own print to itself, so that its lane need not be said.
func (b *Board) alone(s Space, spot string) bool {
	nm := &b.names.of[s]
	return nm.form == beside || nm.form == own && len(b.names.by[spot]) == 1 && !strings.HasPrefix(spot, "grid.")
}

// slug is a name as addresses have it.
func slug(name string) string {
	return strings.Map(func(c rune) rune {
		if c == ' ' || c == '_' || c == '.' || c == '/' || c == '+' {
			return '-'
		}
		return c
	}, strings.ToLower(name))
}

// words of places that no car, driver or landmark of an owner can be called by
var reserved = []string{"line", "start", "grid", "place", "pit", "entry", "exit", "arrow", "so", "box", "blue", "km"}

// Reserved reports whether a word is a landmark of every board, such as line or c3 (places.md).
func Reserved(word string) bool {
	word = strings.ToLower(word)
	if len(word) > 1 && word[0] == 'c' {
		if _, err := strconv.Atoi(word[1:]); err == nil {
			return true
		}
	}
	return slices.Contains(reserved, word)
}

// Corner is the section of a corner by its number, from 0; -1 where there is none.
func (b *Board) Corner(number int) int {
	return slices.IndexFunc(b.Sections, func(s Section) bool { return s.Number == number && number > 0 })
}

// Corners is how many corners the course has.
func (b *Board) Corners() int {
	n := 0
	for i := range b.Sections {
		n = max(n, b.Sections[i].Number)
	}
	return n
}

// landmarks lists what addresses begin with, for messages.
func (b *Board) landmarks() string {
	var out []string
	for _, l := range b.names.lands {
		if !l.corner {
			out = append(out, l.addr)
		}
	}
	if c := b.Corners(); c > 1 {
		out = append(out, fmt.Sprintf("c1 to c%d", c))
	} else if c == 1 {
		out = append(out, "c1")
	}
	for i := range b.names.of {
		if nm := &b.names.of[i]; nm.own != "" {
			w, _, _ := strings.Cut(nm.own, ".")
			if !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return strings.Join(out, ", ")
}
