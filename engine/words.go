package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Places is how a board calls its spaces, for people and for typing. *Board has it (places.go).
type Places interface {
	Address(Space) string
	Words(dst []byte, c *Catalog, s Space) []byte
}

// Words says in one language what the rules handle in numbers. It holds no state of a race: what a text needs of it comes from the race
// that it is handed, which is a public one. It belongs to one goroutine.
type Words struct {
	About   *About
	Board   *Board
	Entries []Entry
	Box     *Box // may be nil: then nothing is said of what is printed in it
	Catalog *Catalog
	Typed   bool // places as addresses, as scripts and files have them, instead of in words
}

// NewWords reads the words of a game in a language, with English behind it.
func NewWords(r Rules, s Setup, language string) (*Words, error) {
	c, err := ParseCatalog(r.Catalog("en"), Shared("en"))
	if err != nil {
		return nil, err
	}
	if own := r.Catalog(language); own != nil && language != "en" {
		shared := Shared(language)
		if shared != nil {
			shared = &Catalog{text: shared.text, next: c}
		} else {
			shared = c
		}
		if c, err = ParseCatalog(own, shared); err != nil {
			return nil, err
		}
	}
	return &Words{About: r.About(), Board: s.Board, Entries: s.Entries, Box: s.Box, Catalog: c}, nil
}

// Script is the same words in English, with places as addresses.
func (w *Words) Script() *Words {
	s := *w
	s.Typed = true
	for c := s.Catalog; c != nil; c = c.next {
		if c.next != nil && c.next.next == nil { // the game's English, before the shared one
			s.Catalog = c
		}
	}
	return &s
}

// Mark is what a car is called on every screen: its entry's mark, or its number.
func (w *Words) Mark(c Car) string {
	if c > 0 && int(c) <= len(w.Entries) && w.Entries[c-1].Mark != "" {
		return w.Entries[c-1].Mark
	}
	if c == 0 {
		return "-"
	}
	return strconv.Itoa(int(c))
}

// CarOf is the car with a mark, whatever its case; 0: none.
func (w *Words) CarOf(mark string) Car {
	for i := range w.Entries {
		if strings.EqualFold(w.Entries[i].Mark, mark) {
			return Car(i + 1)
		}
	}
	return 0
}

// Place appends where a space is.
func (w *Words) Place(dst []byte, s Space) []byte {
	switch {
	case s == 0 || int(s) >= len(w.Board.Places):
		return append(dst, w.Catalog.Text("place.none")...)
	case w.Typed:
		return append(dst, w.Board.Address(s)...)
	}
	return w.Board.Words(dst, w.Catalog, s)
}

// said is what a text may put in.
type said struct {
	w          *Words
	r          Race // for fields by name; may be nil
	car, by    Car
	at, end    Space
	field      Field
	was, is    int64
	n, lo, hi  int64
	value      int64
	path       Path
	clause     Clause
	seat       Seat // of an ask that says no car: who answers
	dice, die  int
	leg        int
	seconds    int
	note, turn int
	fate       Fate
	pays       []Pay
	what       What
}

func (s *said) number(n int64) (string, int64, bool) { return strconv.FormatInt(n, 10), n, true }

func (s *said) space(p Space) (string, int64, bool) {
	if p == 0 {
		return "", 0, true
	}
	return string(s.w.Place(nil, p)), int64(p), true
}

func (s *said) held(f Field, v int64) (string, int64, bool) {
	if f == 0 {
		return s.number(v)
	}
	a := &s.w.About.Fields[f]
	switch {
	case v == Hidden:
		return "?", 0, true
	case a.Holds == ASpace:
		return s.space(Space(v))
	case a.Holds == ACar:
		return s.w.Mark(Car(v)), v, true
	case a.Holds == AWord && v >= 0 && v < int64(len(a.Words)):
		return s.w.word(a.Words[v]), v, true
	}
	return s.number(v)
}

// word is a word of the game as people read it.
func (w *Words) word(t string) string {
	if w.Typed {
		return t
	}
	if k := w.Catalog.Text("word." + t); k != "" {
		return k
	}
	return t
}

// fateNames are the fates as texts ask for them: {spins?it spins out}.
var fateNames = [...]string{"drives", "chances", "spins", "collides", "stops", "crashes", "completes"}

func (s *said) values(name string) (string, int64, bool) {
	switch name {
	case "car":
		return s.w.Mark(s.car), int64(s.car), true
	case "driver":
		if s.car > 0 && int(s.car) <= len(s.w.Entries) {
			return s.w.Entries[s.car-1].Name, int64(s.car), true
		}
		for i := range s.w.Entries {
			if e := &s.w.Entries[i]; s.car == 0 && s.seat != 0 && e.Seat == s.seat {
				return e.Name, int64(s.seat), true
			}
		}
		return "", 0, true
	case "cars": // of the seat that is asked, those that have still to move
		var marks []string
		if s.r != nil {
			for _, st := range s.r.Stands(nil) {
				if i := int(st.Car) - 1; st.Moves && s.seat != 0 && i < len(s.w.Entries) && s.w.Entries[i].Seat == s.seat {
					marks = append(marks, s.w.Mark(st.Car))
				}
			}
		}
		if marks == nil {
			return "", 0, true
		}
		slices.Sort(marks)
		return listed(s.w.Catalog, marks), int64(len(marks)), true
	case "by":
		if s.by == 0 {
			return "", 0, true
		}
		return s.w.Mark(s.by), int64(s.by), true
	case "at":
		return s.space(s.at)
	case "end":
		return s.space(s.end)
	case "was":
		return s.held(s.field, s.was)
	case "is":
		return s.held(s.field, s.is)
	case "field":
		if int(s.field) < len(s.w.About.Fields) {
			return s.w.Field(s.field), int64(s.field), true
		}
	case "n":
		return s.number(s.n)
	case "lo":
		return s.number(s.lo)
	case "hi":
		return s.number(s.hi)
	case "value":
		return s.held(s.w.About.Asks[s.what].Of, s.value)
	case "steps":
		return s.number(int64(s.path.Len()))
	case "clause":
		if s.clause == 0 {
			return "", 0, true
		}
		return "(" + s.w.About.Clauses[s.clause] + ")", int64(s.clause), true
	case "leg":
		return strconv.Itoa(s.leg), int64(s.leg), true
	case "dice":
		return s.number(int64(s.dice))
	case "die":
		return s.number(int64(s.die))
	case "corner", "mark", "marker":
		return s.landmark(name)
	case "seconds":
		return s.number(int64(s.seconds))
	case "note":
		return s.number(int64(s.note))
	case "turn":
		if s.r == nil || s.turn != 0 {
			return s.number(int64(s.turn))
		}
	case "source": // of what is printed in the box
		if s.w.Box == nil {
			return "", 0, true
		}
		return strings.ToUpper(s.w.Box.Kind), 1, true
	case "fate":
		return s.number(int64(s.fate))
	case "drives", "chances", "spins", "collides", "stops", "crashes", "completes": // 1: so an option ends
		if fateNames[s.fate%Fate(len(fateNames))] == name {
			return s.number(1)
		}
		return s.number(0)
	case "arrow": // that the low five bits of the note of an option name
		if n := s.note & 31; n > 0 && n <= len(s.w.Board.Arrows) {
			return s.w.Board.Arrows[n-1].Name, int64(n), true
		}
		return "", 0, true
	case "ask":
		if int(s.what) < len(s.w.About.Asks) {
			return s.w.word(s.w.About.Asks[s.what].Name), int64(s.what), true
		}
	case "pays":
		return s.w.pays(s.pays)
	case "free": // 1: an option that costs nothing and leaves nothing to luck
		_, sum, _ := s.w.pays(s.pays)
		if sum == 0 && (s.fate == Drives || s.fate == Stops || s.fate == Completes) {
			return s.number(1)
		}
		return s.number(0)
	}
	if k, ok := strings.CutPrefix(name, "box."); ok {
		return s.printed(k)
	}
	if k, ok := strings.CutPrefix(name, "pay."); ok {
		sum := int64(0)
		for _, p := range s.pays {
			if s.w.About.Fields[p.Field].Name == k {
				sum += int64(p.N)
			}
		}
		if sum != 0 {
			return s.number(sum)
		}
		return "", 0, true
	}
	if k, ok := strings.CutPrefix(name, "bit"); ok {
		if b, err := strconv.Atoi(k); err == nil {
			return s.number(int64(s.note) >> b & 1)
		}
	}
	if s.r != nil {
		for f := range s.w.About.Fields {
			if a := &s.w.About.Fields[f]; f > 0 && a.Name == name {
				c := s.car
				if !a.Car {
					c = 0
				}
				return s.held(Field(f), s.r.Value(Field(f), c))
			}
		}
	}
	return "", 0, false
}

// pays says a price: "2 tyres, 1 fuel"; its number is the sum.
func (w *Words) pays(ps []Pay) (string, int64, bool) {
	var b []byte
	sum := int64(0)
	for _, p := range ps {
		if p.N == 0 {
			continue
		}
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		b = fmt.Appendf(b, "%d %s", p.N, w.Field(p.Field))
		sum += int64(p.N)
	}
	return string(b), sum, true
}

// Field is what a number of the state is called; Short is that in at most four letters.
func (w *Words) Field(f Field) string { return w.named("gauge.", w.About.Fields[f].Name) }

// Short is what a number of the state is called in at most four letters.
func (w *Words) Short(f Field) string { return w.named("short.", w.About.Fields[f].Name) }

func (w *Words) named(prefix, name string) string {
	if t := w.Catalog.Text(prefix + name); t != "" {
		return t
	}
	return name
}

// Held is a number of the state as people read it.
func (w *Words) Held(f Field, v int64) string {
	s := said{w: w}
	t, _, _ := s.held(f, v)
	return t
}

// Event appends what happened; nothing where the kind has no text.
func (w *Words) Event(dst []byte, e Event) []byte {
	s := said{w: w, car: e.Car, by: e.By, at: e.At, field: e.Field, was: e.Was, is: e.Is, n: e.N, path: e.Path, clause: e.Clause}
	return w.Catalog.Fill(dst, "event."+w.About.Kinds[e.Kind].Name, s.values)
}

// Fault appends a refusal: what, where, what is allowed instead.
func (w *Words) Fault(dst []byte, i *Infraction) []byte {
	s := said{w: w, car: i.Car, by: i.By, at: i.At, n: i.N, lo: i.Lo, hi: i.Hi, clause: i.Clause, what: i.What}
	return w.Catalog.Fill(dst, "fault."+w.About.Faults[i.Fault], s.values)
}

// Turn is what a turn is called, by its number; Turns is so many of them.
func (w *Words) Turn(n int) string  { return w.count("count.turn", n) }
func (w *Words) Turns(n int) string { return w.count("count.turns", n) }

func (w *Words) count(key string, n int) string {
	s := said{w: w, n: int64(n)}
	return string(w.Catalog.Fill(nil, key, s.values))
}

// Ask appends what an ask says: its "head" and its "info"; of a car that goes alone, what there is to say then. Where the rule set has such
// texts too, the "note" above the list of a roll's outcomes, in columns, and what an "undo" instead of the answer is good for.
func (w *Words) Ask(dst []byte, r Race, a Ask, part string) []byte {
	name := w.About.Asks[a.What].Name + "." + part
	key := "ask." + name
	if a.Leg != 0 && w.Catalog.Has("leg."+name) {
		key = "leg." + name
	}
	if (part == "note" || part == "undo") && !w.Catalog.Has(key) {
		return dst
	}
	s := said{w: w, r: r, car: a.Car, at: a.At, seat: a.Seat, dice: int(a.Dice), die: int(a.Die), leg: int(a.Leg), seconds: int(a.Seconds), what: a.What, value: int64(a.Unsaid)}
	return w.Catalog.Fill(dst, key, s.values)
}

// Gauge is a gauge as people read it.
func (w *Words) Gauge(g Gauge) string {
	if g.Unlimited {
		return "-"
	}
	return w.Held(g.Field, g.Value)
}

// Option is what an option says, in columns: what it is, where it ends, what it costs.
func (w *Words) Option(r Race, a Ask, o Option) []string {
	s := said{
		w: w, r: r, car: o.Car, by: o.Refusal.By, at: o.Refusal.At, end: o.End, value: o.Value, path: o.Path, note: int(o.Note), fate: o.Fate, pays: o.Pays[:],
		n: int64(o.Refusal.N), clause: o.Refusal.Clause, what: a.What, dice: int(a.Dice),
	}
	for _, p := range o.Pays {
		if s.clause == 0 {
			s.clause = p.Clause
		}
	}
	t := w.Catalog.Text("option." + w.About.Asks[a.What].Name)
	if t == "" {
		t = "{value}|{end}|{pays}"
	}
	var cols []string
	for _, col := range columns(t) {
		cols = append(cols, strings.TrimSpace(string(Fill(nil, col, s.values))))
	}
	return cols
}

// columns splits a text at each "|" outside braces.
func columns(t string) (out []string) {
	from, deep := 0, 0
	for i := range len(t) {
		switch t[i] {
		case '{':
			deep++
		case '}':
			deep--
		case '|':
			if deep == 0 {
				out, from = append(out, t[from:i]), i+1
			}
		}
	}
	return append(out, t[from:])
}

// Refusal appends why an option is not offered.
func (w *Words) Refusal(dst []byte, r Race, a Ask, o Option) []byte {
	f := o.Refusal
	s := said{w: w, r: r, car: o.Car, by: f.By, at: f.At, end: o.End, value: o.Value, n: int64(f.N), clause: f.Clause, what: a.What, path: o.Path}
	return w.Catalog.Fill(dst, "refusal."+w.About.Faults[f.Fault], s.values)
}

// Remark appends what else there is to say of a car: "waits 1 turn, then 1st".
func (w *Words) Remark(dst []byte, st Stand) []byte {
	if st.Remark == 0 {
		return dst
	}
	s := said{w: w, car: st.Car, n: st.N, at: st.At, turn: st.Turn, clause: st.Clause, lo: int64(st.Lap)}
	return w.Catalog.Fill(dst, "remark."+w.About.Remarks[st.Remark], s.values)
}

// Flag is one letter or two, or a number, for what is special of where a car stands, beside its lap in a narrow column; "": nothing.
func (w *Words) Flag(st Stand) string {
	if st.Remark == 0 {
		return ""
	}
	key := "flag." + w.About.Remarks[st.Remark]
	if !w.Catalog.Has(key) {
		return ""
	}
	return string(w.Catalog.Fill(nil, key, (&said{w: w, n: st.N}).values))
}

// Cite is where the printed rule of a clause stands, and what we ruled about it; either may be "".
func (w *Words) Cite(c Clause) (cite, ruling string) {
	if c == 0 {
		return "", ""
	}
	return w.Catalog.Text("cite." + w.About.Clauses[c]), w.Catalog.Text("ruling." + w.About.Clauses[c])
}

// Choice appends a choice as it is typed: "gear 4", "bonus", "to c5-2/1".
func (w *Words) Choice(dst []byte, c Choice) []byte {
	p := &w.About.Picks[c.Pick]
	dst = append(dst, p.Name...)
	if p.Holds == AFlag && c.Value == 1 {
		return dst
	}
	dst = append(dst, ' ')
	return w.appendPick(dst, p, c.Value)
}

func (w *Words) appendPick(dst []byte, p *PickAbout, v int64) []byte {
	switch {
	case p.Holds == AFlag && v == 0:
		return append(dst, "no"...)
	case p.Holds == AFlag:
		return append(dst, "yes"...)
	case p.Holds == ACar && v == 0 && p.None != "":
		return append(dst, p.None...)
	case p.Holds == ACar:
		return append(dst, w.Mark(Car(v))...)
	case p.Holds == AWord && v >= 0 && v < int64(len(p.Words)):
		return append(dst, p.Words[v]...)
	case p.Holds == ASpace:
		return append(dst, w.Board.Address(Space(v))...)
	case p.Holds == AnArrow && v == 0 && p.None != "":
		return append(dst, p.None...)
	case p.Holds == AnArrow && v > 0 && v <= int64(len(w.Board.Arrows)):
		return append(dst, w.Board.Arrows[v-1].Name...)
	}
	return strconv.AppendInt(dst, v, 10)
}

// Seven is a choice's value in at most four characters that seven segments can show (TB-8).
func (w *Words) Seven(c Choice) string {
	t := string(w.appendPick(nil, &w.About.Picks[c.Pick], c.Value))
	if len(t) > 4 {
		t = t[:4]
	}
	return t
}

// FaceSay is what a face of a die is called.
func (w *Words) FaceSay(face string) string { return w.named("face.", face) }

// Report is what a report tells.
func (w *Words) Report(name string) string { return w.named("report.", name) }
