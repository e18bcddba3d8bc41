package control

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"boxstop/devices"
	"boxstop/devices/dice"
	"boxstop/engine"
)

// TrayRoll is a roll that was not taken by itself: nobody asked for it, or it is disputed. It is kept over restarts.
type TrayRoll struct {
	Unit    string
	Count   uint32
	Faces   []string // as the box calls them
	Quality []devices.Quality
	Why     string
	Ask     string // of a disputed roll: the id of the ask that it is meant for; "": no dispute
	At      int64  // ms of the race's clock
}

func (t *TrayRoll) source() string { return source(t.Unit, t.Count) }

func source(unit string, count uint32) string {
	return unit + "#" + strconv.FormatUint(uint64(count), 10)
}

// mostCounts is how many counts of a unit are compared with a new one (PROTOCOL.md, rule 7).
const mostCounts = 256

// heard reports whether a reading with this count of a unit was taken in before.
func (s *Session) heard(unit string, count uint32) bool {
	return slices.Contains(s.counts[unit], count)
}

// hear notes the count of a reading of a unit.
func (s *Session) hear(unit string, count uint32) {
	c := s.counts[unit]
	if len(c) >= mostCounts {
		c = slices.Clone(c[len(c)-mostCounts+1:])
	}
	s.counts[unit] = append(c, count)
}

// hearLine notes the counts of a line's source: "7F3A#119", or "7F3A#119+1C02#7" of a set.
func (s *Session) hearLine(from string) {
	from, _, _ = strings.Cut(from, " ")
	for one := range strings.SplitSeq(from, "+") {
		if unit, count, ok := strings.Cut(one, "#"); ok {
			if n, err := strconv.ParseUint(count, 10, 32); err == nil && !s.heard(unit, uint32(n)) {
				s.hear(unit, uint32(n))
			}
		}
	}
}

// Met is for a unit that said who it is: where its count lies behind the last one that was taken its memory is blank, and its counts are
// forgotten (PROTOCOL.md, rule 8).
func (s *Session) Met(unit string, count uint32) (forgot bool) {
	c := s.counts[unit]
	if len(c) == 0 || int32(count-c[len(c)-1]) >= 0 {
		return false
	}
	delete(s.counts, unit)
	return true
}

// Rolled takes in a roll of a unit that arms (or not), which was armed with so many dice (0: not), as it stands in reading r. A roll that
// was taken in before is not taken again, whatever happened in between. Outcome.Part says that it is only a part of the roll, of which
// nothing is in the file yet. What it is worth devices/dice judges.
func (s *Session) Rolled(r devices.Reading, arms bool, armed int) (Outcome, error) {
	name := r.Unit.Name()
	if s.heard(name, r.Count) {
		return Outcome{}, nil
	}
	if slices.ContainsFunc(s.parts, func(p TrayRoll) bool { return p.Unit == name && p.Count == r.Count }) {
		return Outcome{Part: true}, nil
	}
	ask, open, mine := s.meant(s.units[name], r.Ask)
	t := TrayRoll{Unit: name, Count: r.Count, At: s.now()}
	for _, d := range r.Dice {
		t.Faces, t.Quality = append(t.Faces, s.faceWord(ask.Die, d.Face)), append(t.Quality, d.Quality)
	}
	if s.units[name].Off {
		t.Why = "the unit is set aside"
		return s.lay(t)
	}
	var want *dice.Want
	if open {
		want = &dice.Want{Ask: ask.ID, Dice: int(ask.Dice), Mine: mine, Part: armed, Open: time.Duration(s.now()-ask.Since) * time.Millisecond}
	}
	is, why := want.Judge(r, arms)
	from := t.source()
	if is == dice.Part {
		t.Ask = ask.ID
		if t, from = s.together(t); len(t.Faces) < want.Dice {
			return Outcome{Part: true}, nil
		}
		s.parts, want.Part = nil, 0
		is, why = want.Judge(devices.Reading{Ask: ask.ID, Dice: t.dice()}, arms)
	}
	switch is {
	case dice.Tray:
		t.Why = why.String()
		return s.lay(t)
	case dice.Disputed:
		t.Why, t.Ask = s.disputes(&t, why, ask), ask.ID
		return s.lay(t)
	}
	s.hearLine(from)
	out, err := s.do(&order{from: from, line: s.Words.Mark(ask.Car) + " roll " + strings.Join(t.Faces, " "), ask: ask.ID, script: true})
	if err != nil {
		t.Why, t.Ask = err.Error(), ""
		return s.lay(t)
	}
	return out, nil
}

// meant is the open ask that a unit's roll can be for: the one with its id, else its driver's own, else the first; mine: the unit may roll
// for it.
func (s *Session) meant(b Binding, id string) (ask Open, open, mine bool) {
	if ask, open = s.rollAsk(id); open {
		return ask, true, b.Mark == "" || b.Mark == s.Words.Mark(ask.Car)
	}
	asks := s.rollAsks()
	if len(asks) == 0 {
		return ask, false, false
	}
	if b.Mark == "" {
		return asks[0], true, true
	}
	own := slices.IndexFunc(asks, func(o Open) bool { return b.Mark == s.Words.Mark(o.Car) })
	return asks[max(0, own)], true, own >= 0
}

// together adds a part to the roll of several units, and gives that roll as it is now, with its source: "7F3A#119+1C02#7".
func (s *Session) together(t TrayRoll) (whole TrayRoll, from string) {
	if len(s.parts) > 0 && s.parts[0].Ask != t.Ask {
		s.parts = nil
	}
	s.parts = append(s.parts, t)
	whole = TrayRoll{Unit: t.Unit, Count: t.Count, At: t.At}
	for _, p := range s.parts {
		whole.Faces, whole.Quality = append(whole.Faces, p.Faces...), append(whole.Quality, p.Quality...)
		from += "+" + p.source()
	}
	return whole, from[1:]
}

// dice are the dice of a roll, for the judge: how far each can be trusted.
func (t *TrayRoll) dice() (ds []devices.Die) {
	for _, q := range t.Quality {
		ds = append(ds, devices.Die{Quality: q})
	}
	return ds
}

// disputes says why a roll is in dispute, with whose and how many.
func (s *Session) disputes(t *TrayRoll, why dice.Why, ask Open) string {
	switch why {
	case dice.Stranger:
		return fmt.Sprintf("it is %s's unit, and %s is asked", s.units[t.Unit].Mark, s.Words.Mark(ask.Car))
	case dice.Cocked:
		return fmt.Sprintf("die %d is cocked", dice.Doubtful(t.dice())+1)
	case dice.Handled:
		return fmt.Sprintf("die %d was touched", dice.Doubtful(t.dice())+1)
	}
	return fmt.Sprintf("%s, and %d are asked for", plural(len(t.Faces), "die", "dice"), ask.Dice)
}

// rolledPart reports whether a unit has rolled its part for an ask already.
func (s *Session) rolledPart(unit, id string) bool {
	return slices.ContainsFunc(s.parts, func(p TrayRoll) bool { return p.Unit == unit && p.Ask == id })
}

// faceWord is what the box calls a side of a die; the side's number where the box has none such.
func (s *Session) faceWord(die uint8, side int) string {
	if sides := Sides(s.About, s.Setup.Box, die); side >= 1 && side <= len(sides) {
		return s.faces(die)[sides[side-1]-1]
	}
	return strconv.Itoa(side)
}

// fromUnit is a roll that a line says a unit made: one that no open ask wants goes to the tray, as at the table.
func (s *Session) fromUnit(o *order, w []string) (out Outcome, laid bool, err error) {
	car := s.Words.CarOf(w[0])
	if car != 0 {
		w = w[1:]
	}
	if len(w) < 2 || w[0] != "roll" || slices.ContainsFunc(s.rollAsks(), func(a Open) bool { return car == 0 || a.Car == car }) {
		return Outcome{}, false, nil
	}
	unit, count, _ := strings.Cut(o.from, "#")
	n, _ := strconv.ParseUint(count, 10, 32)
	t := TrayRoll{Unit: unit, Count: uint32(n), Faces: w[1:], Quality: make([]devices.Quality, len(w)-1), Why: dice.Unasked.String(), At: s.now()}
	faces := s.faces(0)
	for _, f := range t.Faces {
		if !slices.Contains(faces, f) {
			return Outcome{}, true, refuse("roll %s: the faces are %s", f, strings.Join(faces, ", "))
		}
	}
	out, err = s.lay(t)
	return out, true, err
}

func (s *Session) rollAsk(id string) (Open, bool) {
	i := slices.IndexFunc(s.open, func(o Open) bool { return o.ID == id && o.Form == engine.Roll })
	if id == "" || i < 0 {
		return Open{}, false
	}
	return s.open[i], true
}

// rollAsks are the open asks for dice.
func (s *Session) rollAsks() (out []Open) {
	for _, o := range s.open {
		if o.Form == engine.Roll {
			out = append(out, o)
		}
	}
	return out
}

// lay puts a roll into the tray and writes it.
func (s *Session) lay(t TrayRoll) (Outcome, error) {
	s.tray = append(s.tray, t)
	s.hearLine(t.source())
	how := "laid"
	if t.Ask != "" {
		how = "disputed " + t.Ask
		s.sound("two")
	}
	var q []string
	for i, f := range t.Faces {
		if i < len(t.Quality) {
			f += [...]string{"", "~", "!"}[min(t.Quality[i], 2)]
		}
		q = append(q, f)
	}
	s.log(t.source(), fmt.Sprintf("tray %s %s %s %s", t.Unit, how, strings.Join(q, " "), quote(t.Why)), nil)
	return Outcome{Said: []string{fmt.Sprintf("%s rolled %s: %s", t.Unit, strings.Join(t.Faces, " "), t.Why)}}, nil
}

// laid reads what lay wrote: "tray 7F3A laid 50 d "nobody was asked for dice"", "tray 7F3A disputed 12.1 50 d~ "die 2 is cocked"".
func (s *Session) laid(source string, w []string) {
	t := TrayRoll{Unit: w[1], At: s.now()}
	faces := w[3:]
	if w[2] == "disputed" && len(faces) > 0 {
		t.Ask, faces = faces[0], faces[1:]
	}
	if _, c, ok := strings.Cut(source, "#"); ok {
		n, _ := strconv.ParseUint(c, 10, 32)
		t.Count = uint32(n)
	}
	for _, f := range faces {
		if strings.HasPrefix(f, `"`) {
			t.Why = text(f)
			continue
		}
		q := devices.Still
		if strings.HasSuffix(f, "~") {
			q = devices.Cocked
		} else if strings.HasSuffix(f, "!") {
			q = devices.Handled
		}
		t.Faces, t.Quality = append(t.Faces, strings.TrimRight(f, "~!")), append(t.Quality, q)
	}
	s.tray = append(s.tray, t)
}

// orderTray uses or drops the oldest roll of a unit: tray 7F3A use, tray 7F3A drop.
func (s *Session) orderTray(o *order) (Outcome, error) {
	if len(o.words) < 3 {
		return Outcome{}, refuse("tray: a unit and use or drop, such as: tray 7F3A drop")
	}
	name := strings.ToUpper(o.words[1])
	i := slices.IndexFunc(s.tray, func(t TrayRoll) bool { return t.Unit == name })
	if i < 0 {
		return Outcome{}, refuse("tray %s: no roll of that unit lies there", name)
	}
	t := s.tray[i]
	switch o.words[2] {
	case "drop":
		s.tray = slices.Delete(s.tray, i, i+1)
		s.log(o.from, "tray "+name+" drop", nil)
		return Outcome{Said: []string{fmt.Sprintf("the roll %s of %s is dropped", strings.Join(t.Faces, " "), name)}}, nil
	case "use":
		b, fits := s.units[name], -1
		open := s.rollAsks()
		for k, a := range open {
			if int(a.Dice) == len(t.Faces) && (fits < 0 || b.Mark == s.Words.Mark(a.Car)) {
				fits = k
			}
		}
		if fits < 0 {
			return Outcome{}, refuse("tray %s use: nobody is asked for %s; %s", name, plural(len(t.Faces), "die", "dice"), s.awaited())
		}
		return s.do(&order{from: t.source(), line: s.Words.Mark(open[fits].Car) + " roll " + strings.Join(t.Faces, " "), ask: open[fits].ID, script: true})
	}
	return Outcome{}, refuse("tray %s %s: allowed are use and drop", name, o.words[2])
}

// untray takes the roll that an answer from this source used out of the tray.
func (s *Session) untray(from string) {
	from, _, _ = strings.Cut(from, " ")
	i := slices.IndexFunc(s.tray, func(t TrayRoll) bool { return t.source() == from })
	if i >= 0 {
		s.tray = slices.Delete(s.tray, i, i+1)
	}
}

// argued settles the disputes about a roll that was answered otherwise, such as by typing its faces.
func (s *Session) argued(id string) {
	s.tray = slices.DeleteFunc(s.tray, func(t TrayRoll) bool { return t.Ask == id })
}

// dispute is the disputed roll that the director must settle: its ask is still open.
func (s *Session) dispute() (*TrayRoll, Open, bool) {
	for i := range s.tray {
		if o, ok := s.rollAsk(s.tray[i].Ask); ok {
			return &s.tray[i], o, true
		}
	}
	return nil, Open{}, false
}

// way is one way out of a dispute.
type way struct{ say, line string }

// ways are the ways out of a disputed roll, as numbered lines (S17).
func (s *Session) ways(t *TrayRoll, ask Open) (out []way) {
	mark := s.Words.Mark(ask.Car)
	b := s.units[t.Unit]
	drop := "tray " + t.Unit + " drop"
	from := "from " + t.source() + " " + mark + " roll "
	n := int(ask.Dice)
	var bad []int
	for i, q := range t.Quality {
		if q != devices.Still {
			bad = append(bad, i)
		}
	}
	switch {
	case len(t.Faces) == n+1:
		for i := range t.Faces {
			if len(bad) == 1 && bad[0] != i {
				continue
			}
			rest := slices.Delete(slices.Clone(t.Faces), i, i+1)
			out = append(out, way{fmt.Sprintf("it was %s: leave die %d out (%s)", mark, i+1, t.Faces[i]), from + strings.Join(rest, " ")})
		}
	case len(t.Faces) == n && len(bad) > 0:
		out = append(out, way{fmt.Sprintf("it stands as it lies: %s", strings.Join(t.Faces, " ")), from + strings.Join(t.Faces, " ")})
		for k, f := range s.faces(ask.Die) {
			if len(bad) != 1 || k > 5 {
				break
			}
			again := slices.Clone(t.Faces)
			again[bad[0]] = f
			out = append(out, way{fmt.Sprintf("die %d was rolled again: %s", bad[0]+1, f), from + strings.Join(again, " ")})
		}
	case len(t.Faces) == n:
		out = append(out, way{fmt.Sprintf("it was %s, with %s's unit", mark, b.Mark), from + strings.Join(t.Faces, " ")})
	}
	if b.Mark != "" && b.Mark != mark {
		out = append(out, way{fmt.Sprintf("it was %s, out of turn: drop it; %s rolls in turn", b.Mark, b.Mark), drop})
	}
	out = append(out, way{fmt.Sprintf("%s rolls all again, nothing counts", mark), drop})
	return out
}
