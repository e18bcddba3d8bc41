package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Answers are text: a mark, then names and values, "R gear 4", "B roll 50 50 d". AppendAnswer writes them whole; an Asked reads what a
// person typed, and is content with as much as singles out one option of one open ask (docs/commands.md).

// AppendAnswer appends an answer to an open ask as scripts and race files hold it. faces are the words of the die's faces. The race is
// the one that the answer is about to change.
func (w *Words) AppendAnswer(dst []byte, rules Rules, r Race, a Ask, ans *Answer, faces []string) []byte {
	if a.Form == Report {
		dst = append(dst, "report "...)
	}
	if ans.Car != 0 {
		dst = append(dst, w.Mark(ans.Car)...)
		dst = append(dst, ' ')
	}
	name := w.About.Asks[a.What].Name
	switch {
	case ans.Late:
		return append(append(dst, name...), " late"...)
	case a.Form == Roll:
		dst = append(dst, "roll"...)
		for _, f := range ans.Faces[:ans.Dice()] {
			dst = append(dst, ' ')
			if int(f) <= len(faces) {
				dst = append(dst, faces[f-1]...)
			} else {
				dst = strconv.AppendInt(dst, int64(f), 10)
			}
		}
		return dst
	case a.Form == Draw:
		dst = append(dst, name...)
		for _, c := range ans.Order {
			dst = append(append(dst, ' '), w.Mark(c)...)
		}
		return dst
	case a.Form == Report:
		dst = append(dst, name...)
		if ans.Space != 0 {
			dst = append(append(dst, ' '), w.Board.Address(ans.Space)...)
		}
		return dst
	}
	opts := r.Options(nil, a, Legal)
	i := slices.IndexFunc(opts, func(o Option) bool {
		return o.Car == ans.Car && o.Value == ans.Value && o.Note == ans.Note && o.Path == ans.Path
	})
	if i < 0 && ans.Note == 0 { // who answers by value alone need not know the note
		i = slices.IndexFunc(opts, func(o Option) bool { return o.Car == ans.Car && o.Value == ans.Value && o.Path == ans.Path })
	}
	switch {
	case i < 0 && a.Form == Move && ans.Path != 0: // a legal path that no list has
		if k := w.pickOf(name); k != 0 && ans.Value != 0 { // Grand Prix: with which speed
			dst = append(w.Choice(dst, Choice{k, ans.Value}), ' ')
		}
		return ans.Path.Append(append(dst, "path "...))
	case i < 0:
		dst = append(dst, name...)
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, ans.Value, 10)
	default:
		n := len(dst)
		for _, c := range rules.Choices(nil, a, opts[i]) {
			if w.own(a, opts[i], c) {
				continue
			}
			if len(dst) > n {
				dst = append(dst, ' ')
			}
			dst = w.Choice(dst, c)
		}
	}
	if a.Form == Move && ans.Path != 0 {
		dst = append(dst, " path "...)
		dst = ans.Path.Append(dst)
	}
	return dst
}

// Asked is what a typed answer is read against.
type Asked struct {
	*Words
	Rules Rules
	Race  Race
	Asks  []Ask
	Faces func(die uint8) []string
}

// Typed is an answer that was read: the open ask and the answer to it. An ask without What is not open: the rule set says why not.
type Typed struct {
	Ask    Ask
	Answer Answer
	Draw   bool // "roll" alone: dice are wanted from whoever rolls for the table
}

// Ambiguous is an answer that several options fit.
type Ambiguous struct{ Say []string }

func (e *Ambiguous) Error() string { return "say also: " + strings.Join(e.Say, " or ") }

// Read reads an answer, its mark taken off already (0: not said). Its error is an *Infraction, an *Ambiguous, or says what was not
// understood and what is allowed.
func (k *Asked) Read(car Car, words []string) (Typed, error) {
	if len(words) == 0 {
		return Typed{}, fmt.Errorf("nothing is answered; %s", k.allowed(car))
	}
	asks := slices.DeleteFunc(slices.Clone(k.Asks), func(a Ask) bool { return car != 0 && a.Car != 0 && a.Car != car })
	if words[0] == "roll" {
		return k.roll(car, asks, words[1:])
	}
	for _, a := range asks {
		if name := k.About.Asks[a.What].Name; a.Form == Draw && words[0] == name {
			return k.draw(a, words[1:])
		} else if len(words) == 2 && words[1] == "late" && words[0] == name {
			return Typed{Ask: a, Answer: Answer{What: a.What, Car: a.Car, Late: true}}, nil
		}
	}
	said, path, err := k.choices(words)
	if err != nil {
		return Typed{}, err
	}
	type match struct {
		a Ask
		o Option
	}
	var fit []match
	var choices []Choice
	for _, a := range asks {
		if a.Form == Roll || a.Form == Draw {
			continue
		}
		for _, o := range k.Race.Options(nil, a, Legal) {
			if car != 0 && o.Car != car || path != 0 && o.Path != path {
				continue
			}
			choices = k.Rules.Choices(choices[:0], a, o)
			if !slices.ContainsFunc(said, func(s pick) bool {
				return !slices.ContainsFunc(choices, func(c Choice) bool { return c.Pick == s.Pick && slices.Contains(s.values, c.Value) })
			}) {
				fit = append(fit, match{a, o})
			}
		}
	}
	switch {
	case len(fit) == 1 || len(fit) > 1 && path != 0:
		return Typed{Ask: fit[0].a, Answer: AnswerWith(fit[0].a, fit[0].o)}, nil
	case len(fit) == 0:
		return k.forbidden(car, asks, said, path)
	}
	if o := fit[0].o; !slices.ContainsFunc(fit[1:], func(m match) bool { return m.a != fit[0].a || !k.alike(fit[0].a, o, m.o) }) {
		return Typed{Ask: fit[0].a, Answer: AnswerWith(fit[0].a, o)}, nil // they differ in what is mute: the offered one stands first
	}
	amb := &Ambiguous{}
	seen := map[string]bool{}
	for _, m := range fit {
		var t []byte
		for _, c := range k.Rules.Choices(choices[:0], m.a, m.o) {
			if k.own(m.a, m.o, c) || slices.ContainsFunc(said, func(s pick) bool { return s.Pick == c.Pick && len(s.values) == 1 }) {
				continue
			}
			if len(t) > 0 {
				t = append(t, ' ')
			}
			t = k.Choice(t, c)
		}
		if car == 0 && m.o.Car != fit[0].o.Car {
			t = append([]byte(k.Mark(m.o.Car)+" "), t...)
		}
		if !seen[string(t)] {
			seen[string(t)] = true
			amb.Say = append(amb.Say, string(t))
		}
	}
	if len(amb.Say) == 1 {
		return Typed{Ask: fit[0].a, Answer: AnswerWith(fit[0].a, fit[0].o)}, nil
	}
	return Typed{}, amb
}

// alike reports whether two options of an ask differ in mute choices alone.
func (k *Asked) alike(a Ask, x, y Option) bool {
	mute := func(c Choice) bool { return k.About.Picks[c.Pick].Mute }
	return x.Car == y.Car && slices.Equal(slices.DeleteFunc(k.Rules.Choices(nil, a, x), mute), slices.DeleteFunc(k.Rules.Choices(nil, a, y), mute))
}

// pick is a name and the values that were meant: several where a place was named without its lane.
type pick struct {
	Pick   Pick
	values []int64
}

// own reports whether a choice only says for which car an option is, where the ask leaves that open: the mark before an answer says it.
func (w *Words) own(a Ask, o Option, c Choice) bool {
	return a.Car == 0 && w.About.Picks[c.Pick].Holds == ACar && c.Value == int64(o.Car)
}

func (w *Words) pickOf(name string) Pick {
	for i := range w.About.Picks {
		if w.About.Picks[i].Name == name && name != "" {
			return Pick(i)
		}
	}
	return 0
}

func (k *Asked) choices(words []string) (said []pick, path Path, err error) {
	for i := 0; i < len(words); i++ {
		name := words[i]
		if name == "path" && i+1 < len(words) {
			p, ok := ParsePath(words[i+1])
			if !ok {
				return nil, 0, fmt.Errorf("path %s: letters are a ahead, l left, r right, x and y sideways, m marked; at most %d", words[i+1], MaxSteps)
			}
			path, i = p, i+1
			continue
		}
		p := k.pickOf(name)
		if p == 0 {
			return nil, 0, fmt.Errorf("%s: nothing is called so here; %s", name, k.allowed(0))
		}
		about := &k.About.Picks[p]
		next := ""
		if i+1 < len(words) && (k.pickOf(words[i+1]) == 0 || about.Holds != AFlag) && words[i+1] != "path" {
			next = words[i+1]
		}
		if about.Holds == AFlag && next != "yes" && next != "no" {
			said = append(said, pick{p, []int64{1}})
			continue
		}
		if next == "" {
			return nil, 0, fmt.Errorf("%s: its value is missing; %s", name, k.allowed(0))
		}
		v, err := k.parsePick(about, next)
		if err != nil {
			return nil, 0, err
		}
		said, i = append(said, pick{p, v}), i+1
	}
	return said, path, nil
}

func (k *Asked) parsePick(p *PickAbout, t string) ([]int64, error) {
	switch p.Holds {
	case AFlag:
		if t == "no" {
			return []int64{0}, nil
		}
		return []int64{1}, nil
	case AWord:
		if i := slices.Index(p.Words, t); i >= 0 {
			return []int64{int64(i)}, nil
		}
		return nil, fmt.Errorf("%s %s: allowed are %s", p.Name, t, strings.Join(slices.DeleteFunc(slices.Clone(p.Words), func(s string) bool { return s == "" }), ", "))
	case ACar:
		if t == p.None && t != "" {
			return []int64{0}, nil
		}
		if c := k.CarOf(t); c != 0 {
			return []int64{int64(c)}, nil
		}
		return nil, fmt.Errorf("%s %s: there is no car %s; cars are %s", p.Name, t, t, k.marks())
	case AnArrow:
		if t == p.None && t != "" {
			return []int64{0}, nil
		}
		var names []string
		for i := range k.Board.Arrows {
			if strings.EqualFold(k.Board.Arrows[i].Name, t) {
				return []int64{int64(i + 1)}, nil
			}
			names = append(names, k.Board.Arrows[i].Name)
		}
		return nil, fmt.Errorf("%s %s: there is no such arrow; this board has %s", p.Name, t, strings.Join(names, ", "))
	case ASpace:
		spaces, err := k.Board.ParseAddress(t)
		var v []int64
		for _, s := range spaces {
			v = append(v, int64(s))
		}
		return v, err
	}
	n, err := strconv.ParseInt(t, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%s %s: a whole number is wanted", p.Name, t)
	}
	return []int64{n}, nil
}

func (k *Asked) marks() string {
	var m []string
	for i := range k.Entries {
		m = append(m, k.Entries[i].Mark)
	}
	return strings.Join(m, ", ")
}

func (k *Asked) roll(car Car, asks []Ask, words []string) (Typed, error) {
	var rolls []Ask
	for _, a := range asks {
		if a.Form == Roll {
			rolls = append(rolls, a)
		}
	}
	if len(rolls) > 1 && car == 0 {
		amb := &Ambiguous{}
		for _, a := range rolls {
			amb.Say = append(amb.Say, k.Mark(a.Car))
		}
		return Typed{}, amb
	}
	if len(rolls) == 0 {
		if len(words) == 0 {
			return Typed{}, fmt.Errorf("no dice are asked for; %s", k.allowed(car))
		}
		return Typed{Answer: Answer{What: k.rollAsk(), Car: k.anyCar(car, asks)}}, nil
	}
	a := rolls[0]
	t := Typed{Ask: a, Answer: Answer{What: a.What, Car: a.Car}, Draw: len(words) == 0}
	faces := k.Faces(a.Die)
	for i, f := range words {
		j := slices.Index(faces, f)
		if j < 0 {
			return Typed{}, fmt.Errorf("roll %s: the faces are %s", f, strings.Join(faces, ", "))
		}
		if i >= MaxDice {
			return Typed{}, fmt.Errorf("roll: %d dice; at most %d are rolled at once", len(words), MaxDice)
		}
		t.Answer.Faces[i] = uint8(j + 1)
	}
	return t, nil
}

func (k *Asked) rollAsk() What {
	for i := range k.About.Asks {
		if k.About.Asks[i].Name == "roll" {
			return What(i)
		}
	}
	return 0
}

func (k *Asked) anyCar(car Car, asks []Ask) Car {
	if car == 0 && len(asks) > 0 {
		return asks[0].Car
	}
	return car
}

func (k *Asked) draw(a Ask, marks []string) (Typed, error) {
	t := Typed{Ask: a, Answer: Answer{What: a.What, Car: a.Car}, Draw: len(marks) == 0}
	for _, m := range marks {
		c := k.CarOf(m)
		if c == 0 {
			return Typed{}, fmt.Errorf("%s %s: there is no such car; cars are %s", k.About.Asks[a.What].Name, m, k.marks())
		}
		t.Answer.Order = append(t.Answer.Order, c)
	}
	return t, nil
}

// forbidden lets the rule set say why an answer that no option is like is none, and what is allowed instead.
func (k *Asked) forbidden(car Car, asks []Ask, said []pick, path Path) (Typed, error) {
	ask := Ask{}
	find := func(p Pick) What {
		for i := range k.About.Asks {
			if k.About.Asks[i].Name == k.About.Picks[p].Name {
				return What(i)
			}
		}
		return 0
	}
	ans := Answer{Car: k.anyCar(car, asks), Path: path}
	for _, s := range said {
		if w := find(s.Pick); w != 0 && len(s.values) == 1 {
			ans.What, ans.Value = w, s.values[0]
		}
	}
	if ans.What == 0 && len(asks) > 0 {
		ans.What = asks[0].What
		for _, a := range asks {
			if a.Form == Move {
				ans.What = a.What
			}
		}
		if k.About.Asks[ans.What].Name == "" || path == 0 {
			return Typed{}, fmt.Errorf("%s: no such answer; %s", k.text(said), k.allowed(car))
		}
	}
	for _, a := range asks {
		if a.What == ans.What {
			ask = a
			if a.Car != 0 {
				ans.Car = a.Car
			}
		}
	}
	if _, err := k.Race.Decide(nil, ans); err != nil {
		return Typed{Ask: ask, Answer: ans}, err
	}
	return Typed{Ask: ask, Answer: ans}, nil
}

func (k *Asked) text(said []pick) string {
	var b []byte
	for i, s := range said {
		if i > 0 {
			b = append(b, ' ')
		}
		if len(s.values) > 0 {
			b = k.Choice(b, Choice{s.Pick, s.values[0]})
		}
	}
	return string(b)
}

// allowed says what may be answered now.
func (k *Asked) allowed(car Car) string {
	var asks []Ask
	for _, a := range k.Asks {
		if car == 0 || a.Car == 0 || a.Car == car {
			asks = append(asks, a)
		}
	}
	if len(asks) == 0 && car != 0 {
		return k.Mark(car) + " is not asked now; awaited: " + string(k.Open(nil, k.Asks))
	}
	if len(asks) == 0 {
		return "nothing is awaited"
	}
	return "awaited: " + string(k.Open(nil, asks))
}

// Open appends open asks as scripts expect them: "B bonus, roll 1".
func (w *Words) Open(dst []byte, asks []Ask) []byte {
	last := Car(0)
	for i, a := range asks {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if a.Car != 0 && (a.Car != last || i == 0) {
			dst = append(dst, w.Mark(a.Car)...)
			dst = append(dst, ' ')
		}
		last = a.Car
		if a.Form == Roll {
			dst = append(dst, "roll "...)
			dst = strconv.AppendInt(dst, int64(a.Dice), 10)
		} else {
			dst = append(dst, w.About.Asks[a.What].Name...)
		}
		if a.Done {
			dst = append(dst, " done"...)
		}
	}
	return dst
}
