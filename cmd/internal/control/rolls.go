package control

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/devices"
	"boxstop/engine"
)

// settling is how long after a change of ask a roll of a unit that cannot be armed is not taken by itself, in ms (TB-6).
const settling = 1500

// TrayRoll is a roll that was not taken by itself: nobody asked for it, or it is disputed. It is kept over restarts.
type TrayRoll struct {
	Unit    string
	Count   uint32
	Faces   []string // as the box calls them
	Quality []devices.Quality
	Why     string
	Dispute bool
	At      int64 // ms of the race's clock
}

func (t *TrayRoll) source() string { return t.Unit + "#" + strconv.FormatUint(uint64(t.Count), 10) }

// Rolled takes in a roll of a unit that arms (or not), as it stands in reading r. It says whether anything new is to be written: a roll
// that was taken in before is not taken again, whatever happened in between.
func (s *Session) Rolled(r devices.Reading, arms bool) (Outcome, error) {
	name := r.Unit.Name()
	if seen, ok := s.counts[name]; ok && !newer(r.Count, seen) {
		return Outcome{}, nil
	}
	s.counts[name] = r.Count
	t := TrayRoll{Unit: name, Count: r.Count, At: s.now()}
	die := uint8(0)
	ask, known := s.rollAsk(r.Ask)
	if known {
		die = ask.Die
	}
	faces := s.faces(die)
	for _, d := range r.Dice {
		f := strconv.Itoa(d.Face)
		if sides := Sides(s.About, s.Setup.Box, die); d.Face >= 1 && d.Face <= len(sides) {
			f = faces[sides[d.Face-1]-1]
		}
		t.Faces, t.Quality = append(t.Faces, f), append(t.Quality, d.Quality)
	}
	b := s.units[name]
	if b.Off {
		t.Why = "the unit is set aside"
		return s.lay(t)
	}
	switch {
	case !known && len(s.rollAsks()) == 0:
		t.Why = "nobody was asked for dice"
		return s.lay(t)
	case !known && r.Ask != "":
		t.Why = "its ask was settled before"
		return s.lay(t)
	case !known: // not armed
		open := s.rollAsks()
		own := slices.IndexFunc(open, func(o Open) bool { return b.Table || b.Mark == "" || b.Mark == s.Words.Mark(o.Car) })
		if own < 0 {
			t.Why, t.Dispute = fmt.Sprintf("it is %s's unit, and %s is asked", b.Mark, s.Words.Mark(open[0].Car)), true
			return s.lay(t)
		}
		ask = open[own]
		if arms {
			t.Why = "it was not armed for it"
			return s.lay(t)
		}
		if s.now()-ask.Since < settling {
			t.Why = "it came within 1.5 s of a change of ask"
			return s.lay(t)
		}
	case b.Mark != "" && b.Mark != s.Words.Mark(ask.Car):
		t.Why, t.Dispute = fmt.Sprintf("it is %s's unit, and %s is asked", b.Mark, s.Words.Mark(ask.Car)), true
		return s.lay(t)
	}
	if len(t.Faces) < int(ask.Dice) && r.Unit.Dice > 0 && r.Unit.Dice < int(ask.Dice) { // a set of units with a die or two each
		s.parts = slices.DeleteFunc(s.parts, func(p part) bool { return p.ask != ask.ID })
		s.parts = append(s.parts, part{ask.ID, t})
		n := 0
		for _, p := range s.parts {
			n += len(p.roll.Faces)
		}
		if n < int(ask.Dice) {
			return Outcome{}, nil
		}
		t.Faces, t.Quality = nil, nil
		for _, p := range s.parts {
			t.Faces, t.Quality = append(t.Faces, p.roll.Faces...), append(t.Quality, p.roll.Quality...)
		}
		s.parts = nil
	}
	for i, q := range t.Quality {
		if q != devices.Still {
			t.Why, t.Dispute = fmt.Sprintf("die %d %s", i+1, map[devices.Quality]string{devices.Cocked: "is cocked", devices.Handled: "was touched"}[q]), true
		}
	}
	if n := len(t.Faces); n != int(ask.Dice) {
		t.Why, t.Dispute = fmt.Sprintf("%d dice, and %d are asked for", n, ask.Dice), true
	}
	if t.Dispute {
		return s.lay(t)
	}
	out, err := s.do(&order{from: t.source(), line: s.Words.Mark(ask.Car) + " roll " + strings.Join(t.Faces, " "), ask: ask.ID, script: true})
	if err != nil {
		t.Why = err.Error()
		return s.lay(t)
	}
	return out, nil
}

// part is the roll of one unit of a set.
type part struct {
	ask  string
	roll TrayRoll
}

// newer reports whether a unit's count comes after another: counts wrap around (PROTOCOL.md).
func newer(a, b uint32) bool { return int32(a-b) > 0 }

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
	if t.Dispute {
		s.sound("two")
	}
	word := "tray"
	if t.Dispute {
		word = "dispute"
	}
	var q []string
	for i, f := range t.Faces {
		if i < len(t.Quality) {
			f += [...]string{"", "~", "!"}[min(t.Quality[i], 2)]
		}
		q = append(q, f)
	}
	s.log(t.source(), fmt.Sprintf("tray %s %s %s %s", t.Unit, map[string]string{"tray": "laid", "dispute": "disputed"}[word], strings.Join(q, " "), quote(t.Why)), nil)
	return Outcome{Said: []string{fmt.Sprintf("%s rolled %s: %s", t.Unit, strings.Join(t.Faces, " "), t.Why)}}, nil
}

// laid reads what lay wrote.
func (s *Session) laid(source string, w []string) {
	if len(w) < 3 {
		return
	}
	t := TrayRoll{Unit: w[1], Dispute: w[2] == "disputed", At: s.now()}
	if _, c, ok := strings.Cut(source, "#"); ok {
		n, _ := strconv.ParseUint(c, 10, 32)
		t.Count = uint32(n)
	}
	for _, f := range w[3:] {
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
		open := s.rollAsks()
		k := slices.IndexFunc(open, func(a Open) bool { return int(a.Dice) == len(t.Faces) })
		if k < 0 {
			return Outcome{}, refuse("tray %s use: nobody is asked for %d dice; %s", name, len(t.Faces), s.awaited())
		}
		out, err := s.do(&order{from: t.source(), line: s.Words.Mark(open[k].Car) + " roll " + strings.Join(t.Faces, " "), ask: open[k].ID, script: true})
		if err == nil {
			s.untray(t)
			s.log(o.from, "tray "+name+" drop", nil) // it lies there no more
		}
		return out, err
	}
	return Outcome{}, refuse("tray %s %s: allowed are use and drop", name, o.words[2])
}

func (s *Session) untray(t TrayRoll) {
	s.tray = slices.DeleteFunc(s.tray, func(x TrayRoll) bool { return x.Unit == t.Unit && x.Count == t.Count })
}

// dispute is the disputed roll that the director must settle, if its ask is still open.
func (s *Session) dispute() (*TrayRoll, Open, bool) {
	open := s.rollAsks()
	if len(open) == 0 {
		return nil, Open{}, false
	}
	for i := range s.tray {
		if t := &s.tray[i]; t.Dispute {
			return t, open[0], true
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
		out = append(out, way{fmt.Sprintf("it was %s, out of turn: drop it; %s rolls", b.Mark, mark), drop})
	}
	out = append(out, way{fmt.Sprintf("%s rolls all again, nothing counts", mark), drop})
	return out
}
