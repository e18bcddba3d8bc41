package control

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/racefile"
	"boxstop/engine"
	"boxstop/tracks"
)

// Load folds the lines of a race file: the same race, without deciding anything anew.
func Load(games []engine.Rules, lib tracks.Library, lines []racefile.Line, now func() int64, write func(racefile.Line)) (*Session, error) {
	s, err := loadHead(games, lib, lines, now, write)
	if err != nil {
		return nil, err
	}
	body := lines[headOf(lines):]
	s.loading = true
	s.acts = make([]act, 0, len(body))
	ms := int64(0)
	live := s.now
	s.now = func() int64 { return ms }
	for _, l := range body {
		ms = l.MS
		if err := s.fold(l); err != nil {
			return nil, fmt.Errorf("entry %d, %q: %w", l.Seq, l.Text, err)
		}
	}
	s.now, s.endMS = live, ms
	s.loading = false
	s.unfold()
	return s, nil
}

// Fold takes one more line of its race's file in, for who reads along.
func (s *Session) Fold(l racefile.Line) error {
	s.loading = true
	defer func() { s.loading = false }()
	return s.fold(l)
}

func headOf(lines []racefile.Line) int {
	n := 0
	for n < len(lines) && lines[n].Seq == 0 {
		n++
	}
	return n
}

func loadHead(games []engine.Rules, lib tracks.Library, lines []racefile.Line, now func() int64, write func(racefile.Line)) (*Session, error) {
	p := NewPlan(games, lib)
	for _, l := range lines[1:headOf(lines)] {
		if err := p.Do(l.Text); err != nil {
			return nil, fmt.Errorf("its head, %.60q: %w", l.Text, err)
		}
	}
	s, err := begin(p, now, write)
	if err != nil {
		return nil, err
	}
	if p.Position != "" {
		s.race, err = s.Rules.Read(s.Setup, p.Position)
	} else {
		s.race, err = s.Rules.Start(s.Setup)
	}
	return s, err
}

// fold takes one line of a race file in.
func (s *Session) fold(l racefile.Line) error {
	word, rest, _ := strings.Cut(l.Text, " ")
	s.hearLine(l.Source)
	if l.Seq != s.seq+1 {
		return fmt.Errorf("it should be entry %d", s.seq+1)
	}
	switch word {
	case "start":
		s.logRaw(l.Source, l.Text, nil)
		s.settle()
		return nil
	case "undo":
		n := 1
		if rest != "" {
			var err error
			if n, err = strconv.Atoi(rest); err != nil {
				return err
			}
		}
		return s.undo(l.Source, n)
	case "amend", "strike":
		return s.foldAmend(l)
	case "tray":
		w, err := tokens(l.Text)
		if err != nil {
			return err
		}
		if len(w) < 3 {
			return fmt.Errorf("tray: which unit's, and what of it?")
		}
		s.logRaw(l.Source, l.Text, nil)
		if w[2] == "drop" {
			if i := slices.IndexFunc(s.tray, func(t TrayRoll) bool { return t.Unit == w[1] }); i >= 0 {
				s.tray = slices.Delete(s.tray, i, i+1)
			}
			return nil
		}
		s.laid(l.Source, w)
		return nil
	case "end":
		s.logRaw(l.Source, l.Text, nil)
		s.ended = true
		s.goesOn(l.Text, engine.Ask{})
		return nil
	case "run":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 || n > len(s.acts) {
			return fmt.Errorf("a run of %s answers; there are %d", rest, len(s.acts))
		}
		s.logRaw(l.Source, l.Text, nil)
		s.ran(len(s.acts) - n)
		return nil
	case "resume", "aside":
		s.logRaw(l.Source, l.Text, nil)
		s.aside = word == "aside"
		return nil
	case "moved":
		s.logRaw(l.Source, l.Text, nil)
		s.movedNow()
		return nil
	case "drive", "note", "protest", "hold", "go", "unit", "pace", "speeds", "alone", "house", "check":
		_, err := s.do(&order{from: l.Source, line: l.Text, sure: true, script: true})
		return err
	}
	if word == "join" {
		w, err := tokens(l.Text)
		if err != nil || len(w) < 4 {
			return fmt.Errorf("join: mark, car and driver are wanted")
		}
		s.seat(engine.Entry{Mark: strings.ToUpper(w[1]), Car: w[2], Name: text(w[3]), Seat: engine.Seat(s.race.Cars() + 1)}, s.race.Cars())
	}
	evs, err := s.readEvents(l.Events)
	if err != nil {
		return err
	}
	a, car, roll := s.askOf(l.Text)
	s.stand(l.Source, l.Text, evs, a, car, roll)
	return nil
}

// askOf finds what an answer's line answers: its ask, its car, and its dice.
func (s *Session) askOf(line string) (a engine.Ask, car engine.Car, roll string) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "rule", "stand", "join":
		return a, 0, ""
	case "standing":
		w, _ := tokens(rest)
		_, words := s.carsOf(w)
		for what := range s.About.Asks {
			if len(words) > 0 && s.About.Asks[what].Stays && s.About.Asks[what].Name == words[0] {
				return engine.Ask{What: engine.What(what), Form: engine.Declare}, 0, ""
			}
		}
		return a, 0, ""
	case "report":
		mark, rest, _ := strings.Cut(rest, " ")
		car = s.Words.CarOf(mark)
		for _, r := range s.race.Reports(nil) {
			if r.Car == car && strings.HasPrefix(rest, s.About.Asks[r.What].Name) {
				return r, car, ""
			}
		}
		return engine.Ask{What: 1, Form: engine.Report, Car: car}, car, ""
	}
	if car = s.Words.CarOf(word); car == 0 {
		rest = line
	}
	name, more, _ := strings.Cut(rest, " ")
	for _, o := range s.open {
		switch {
		case o.Car != 0 && car != 0 && o.Car != car:
		case name == "roll" && o.Form == engine.Roll && !strings.HasPrefix(more, "late"):
			return o.Ask, car, more
		case s.About.Asks[o.What].Name == name && name != "roll", more == "late" && s.About.Asks[o.What].Name == name:
			return o.Ask, car, ""
		}
	}
	for _, o := range s.open { // its choices have names of their own
		if o.Form == engine.Move && (o.Car == car || o.Car == 0) {
			return o.Ask, car, ""
		}
	}
	return engine.Ask{What: 1, Car: car}, car, ""
}

// readEvents reads the events of a line. They hold until the next line is read.
func (s *Session) readEvents(raw []byte) ([]engine.Event, error) {
	evs := s.read[:0]
	if string(raw) == "-" { // an answer of an amendment that changes nothing
		return nil, nil
	}
	for len(raw) > 0 {
		one, rest := raw, []byte(nil)
		if i := bytes.IndexByte(raw, ';'); i >= 0 { // "; "
			one, rest = raw[:i], raw[min(i+2, len(raw)):]
		}
		e, err := s.events.Read(one)
		if err != nil {
			return nil, err
		}
		evs, raw = append(evs, e), rest
	}
	s.read = evs
	return evs, nil
}

// Verify decides every answer of a race file again, and says where the file's events differ from what this boxstop decides; "" where they
// do not. It stops at the first.
func Verify(games []engine.Rules, lib tracks.Library, lines []racefile.Line) (answers int, differs string, err error) {
	s, err := loadHead(games, lib, lines, func() int64 { return 0 }, func(racefile.Line) {})
	if err != nil {
		return 0, "", err
	}
	s.loading = true
	for _, l := range lines[headOf(lines):] {
		word, _, _ := strings.Cut(l.Text, " ")
		switch word {
		case "start", "undo", "tray", "end", "resume", "aside", "moved", "run", "drive", "note", "protest", "hold", "go", "unit", "pace", "speeds", "alone", "house", "check":
		case "amend", "strike":
			c := s.fork()
			if err := c.put(l.Source, l.Text); err != nil {
				return answers, fmt.Sprintf("entry %d, %q: refused today: %s", l.Seq, l.Text, err), nil
			}
			if err := s.fold(l); err != nil {
				return answers, "", fmt.Errorf("entry %d: %w", l.Seq, err)
			}
			if a, b := string(s.race.Position(nil)), string(c.race.Position(nil)); a != b {
				return answers, fmt.Sprintf("entry %d, %q:\nfile    %s\ndecided %s", l.Seq, l.Text, a, b), nil
			}
			continue
		default:
			answers++
			if l.Source == "kept" {
				break
			}
			c := s.fork()
			if err := c.put(l.Source, l.Text); err != nil {
				return answers, fmt.Sprintf("entry %d, %q: refused today: %s", l.Seq, l.Text, err), nil
			}
			var got []byte
			if n := len(c.acts); n > len(s.acts) {
				for i, e := range c.acts[n-1].Events {
					if i > 0 {
						got = append(got, "; "...)
					}
					got = c.typed.AppendEvent(got, e)
				}
			}
			if string(got) != string(l.Events) {
				return answers, fmt.Sprintf("entry %d, %q:\nfile    %s\ndecided %s", l.Seq, l.Text, l.Events, got), nil
			}
		}
		if err := s.fold(l); err != nil {
			return answers, "", fmt.Errorf("entry %d, %q: %w", l.Seq, l.Text, err)
		}
	}
	return answers, "", nil
}
