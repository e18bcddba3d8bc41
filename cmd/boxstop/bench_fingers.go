package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"boxstop/cmd/internal/console"
	"boxstop/cmd/internal/control"
	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

// step answers one ask; true: the race is over.
func (f *fingers) step(ctx context.Context) (over bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	s := f.c.Snapshot()
	if s.Stage == view.Over {
		return true, nil
	}
	if err := f.fold(); err != nil {
		return false, err
	}
	for f.seen < f.seq {
		select {
		case f.seen = <-f.painted:
		case <-ctx.Done():
			return false, fmt.Errorf("entry %d was never drawn: %w", f.seq, ctx.Err())
		}
	}
	s = f.c.Snapshot()
	race := f.copied.Race()
	if f.run && f.turn != race.Turn() && s.Sheet {
		f.turn = race.Turn()
		return false, f.readOut(ctx, s)
	}
	for _, o := range f.copied.Asks() {
		if o.Done || f.silent[o.ID] {
			continue
		}
		i := slices.IndexFunc(s.Asks, func(a view.Ask) bool { return a.ID == o.ID })
		if i < 0 {
			return false, fmt.Errorf("ask %s, %s, is not in the snapshot", o.ID, s.Stage)
		}
		var keys []string
		mover := o.Car
		if o.Form == engine.Roll {
			if f.run && len(s.Runs) > 0 {
				keys, mover = []string{s.Runs[len(s.Runs)-1].Key}, max(1, mover)
			} else if f.cup == nil {
				keys = f.roll(s, &s.Asks[i])
			} else if err := f.shake(ctx, o.ID); err != nil {
				return false, err
			}
		} else {
			ans := f.rules.Bot(f.levels[max(0, int(o.Car)-1)]).Answer(race, o.Ask, f.luck.Uint64()) // 0: a team, whose answer says which car
			mover = ans.Car
			if !o.Waits && (ans.Late || ans.Value == f.copied.Holds(o)) {
				f.silent[o.ID] = true
				continue
			}
			switch {
			case o.Secret && s.Asks[i].Entry == "station":
				return false, f.station(ctx, s.Seq, o.Ask, &ans)
			case o.Secret && allShown(s):
				return false, f.shown(ctx, s, o.What)
			case o.Secret:
				return false, f.alone(ctx, s, &s.Asks[i], o.Ask, &ans)
			}
			line := string(f.copied.Words.Script().AppendAnswer(nil, f.rules, race, o.Ask, &ans, nil))
			if lit := slices.IndexFunc(s.Asks[i].Options, func(p view.Option) bool { return p.Lit && p.Line == line }); f.run && lit >= 0 && len(s.Runs) > 0 {
				keys = []string{s.Runs[len(s.Runs)-1].Key} // takes it, and runs on
			} else if keys = console.Keys(s, line); keys == nil {
				return false, fmt.Errorf("no key gives %q; the screen says\n%s", line, f.text())
			}
		}
		for _, k := range keys {
			f.press(k)
		}
		f.moves[[2]int{race.Turn(), int(mover)}] += len(keys)
		return false, f.answered(ctx, s.Seq, keys)
	}
	return false, errors.New("nothing is asked, and the race is not over")
}

// readOut opens the move sheet and says that the cars stand there: two keys.
func (f *fingers) readOut(ctx context.Context, s *view.Snapshot) error {
	const page = "READ IT OUT"
	f.hands += len(s.PutBack)
	f.moves[[2]int{f.turn - 1, 1}] += 2
	f.press("m")
	if err := f.until(ctx, func(t string) bool { return strings.Contains(t, page) }); err != nil {
		return err
	}
	f.press("enter")
	return f.until(ctx, func(t string) bool { return !strings.Contains(t, page) && strings.Contains(t, "u undo") }) // the race page again
}

// answered waits until a line was written.
func (f *fingers) answered(ctx context.Context, seq int, keys []string) error {
	slot, stop := f.c.Watch()
	defer stop()
	for {
		select {
		case s := <-slot:
			if s.Seq > seq {
				return nil
			}
		case <-ctx.Done():
			return fmt.Errorf("keys %s answered nothing; the screen says\n%s", strings.Join(keys, " "), f.text())
		}
	}
}

// secrets reports whether a game asks its drivers for something in secret every turn.
func secrets(g engine.Rules) bool {
	return slices.ContainsFunc(g.About().Picks, func(p engine.PickAbout) bool { return p.Step > 1 })
}

// station sets a secret at a driver's own station: back to the end stop, forward to his value, press. No key is pressed (TB-12).
func (f *fingers) station(ctx context.Context, seq int, a engine.Ask, ans *engine.Answer) error {
	knob := int(a.Car)
	var stops []int64 // of every knob alike: what any car may set, or look for in vain
	for _, o := range f.copied.Asks() {
		if o.What != a.What {
			continue
		}
		for _, w := range []engine.Which{engine.Legal, engine.Refused} {
			for _, x := range f.copied.Race().Options(nil, o.Ask, w) {
				if !slices.Contains(stops, x.Value) {
					stops = append(stops, x.Value)
				}
			}
		}
	}
	slices.Sort(stops)
	for { // a hand as fast as this one may be there before the station is: it sets its value again, as a person would
		f.panel.Turn(knob, -20)
		if up := slices.Index(stops, ans.Value); up > 0 {
			f.panel.Turn(knob, up)
		}
		f.panel.Press(knob, true)
		f.panel.Press(knob, false)
		once, cancel := context.WithTimeout(ctx, 250*time.Millisecond)
		err := f.answered(once, seq, []string{"at the station"})
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
}

// allShown reports whether everybody who has still to declare shows it to the table.
func allShown(s *view.Snapshot) bool {
	return !slices.ContainsFunc(s.Asks, func(a view.Ask) bool { return a.Secret && a.Entry != "shown" })
}

// alone sits a driver down at the keyboard: the digit of his line, his key, Enter (TB-13, S3b).
func (f *fingers) alone(ctx context.Context, s *view.Snapshot, shown *view.Ask, a engine.Ask, ans *engine.Answer) error {
	line := 1 // of the page: secrets stand there in the order in which they were opened
	opened := func(id string) (n int) {
		before, place, _ := strings.Cut(id, ".")
		n, _ = strconv.Atoi(before)
		k, _ := strconv.Atoi(place)
		return n<<16 + k
	}
	for _, o := range f.copied.Asks() {
		if o.Secret && opened(o.ID) < opened(shown.ID) {
			line++
		}
	}
	text := string(f.copied.Words.Script().AppendAnswer(nil, f.rules, f.copied.Race(), a, ans, nil))
	k := slices.IndexFunc(shown.Options, func(p view.Option) bool { return strings.EqualFold(p.Line, text) })
	if k < 0 || shown.Options[k].Key == "" {
		return fmt.Errorf("no key gives %q", text)
	}
	keys := []string{strconv.Itoa(line), shown.Options[k].Key, "enter"}
	const page = "SIT DOWN ALONE"
	if err := f.until(ctx, func(t string) bool { return !strings.Contains(t, page) }); err != nil { // the one before has got up
		return err
	}
	f.press(keys[0])
	if err := f.until(ctx, func(t string) bool { return strings.Contains(t, shown.Who+"  "+page) }); err != nil {
		return err
	}
	f.press(keys[1])
	f.press(keys[2])
	f.moves[[2]int{f.copied.Race().Turn(), int(a.Car)}] += len(keys)
	return f.answered(ctx, s.Seq, keys)
}

// until waits until the screen says something.
func (f *fingers) until(ctx context.Context, ok func(string) bool) error {
	for !ok(f.text()) {
		select {
		case <-ctx.Done():
			return fmt.Errorf("the screen still says\n%s", f.text())
		case <-time.After(200 * time.Microsecond):
		}
	}
	return nil
}

// shown types a secret that all have turned over: one key a car in the order of the page, then Enter (TB-13).
func (f *fingers) shown(ctx context.Context, s *view.Snapshot, what engine.What) error {
	race := f.copied.Race()
	var keys []string
	for i := range s.Asks {
		for _, o := range f.copied.Asks() {
			if o.ID != s.Asks[i].ID || o.What != what || o.Done {
				continue
			}
			ans := f.rules.Bot(f.levels[o.Car-1]).Answer(f.copied.Public(o.Seat), o.Ask, f.luck.Uint64())
			line := string(f.copied.Words.Script().AppendAnswer(nil, f.rules, race, o.Ask, &ans, nil))
			k := slices.IndexFunc(s.Asks[i].Options, func(p view.Option) bool { return strings.EqualFold(p.Line, line) })
			if k < 0 || s.Asks[i].Options[k].Key == "" {
				return fmt.Errorf("no key gives %q", line)
			}
			keys = append(keys, s.Asks[i].Options[k].Key)
			f.moves[[2]int{race.Turn(), int(o.Car)}]++
		}
	}
	f.moves[[2]int{race.Turn(), 1}]++ // Enter
	for _, k := range append(keys, "enter") {
		f.press(k)
	}
	return f.answered(ctx, s.Seq, keys)
}

// roll are the keys of typed dice.
func (f *fingers) roll(s *view.Snapshot, a *view.Ask) []string {
	sides := control.Sides(f.rules.About(), f.copied.Setup.Box, 0)
	line := a.Line
	for range a.Dice {
		line += " " + a.Faces[sides[f.luck.IntN(len(sides))]-1].Word
	}
	return console.Keys(s, line)
}

// shake rolls the cup once it is armed for an ask.
func (f *fingers) shake(ctx context.Context, ask string) error {
	for {
		if s := f.cup.Showing(); s.Armed && s.Ask == ask {
			f.cup.Roll()
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the cup was never armed for ask %s", ask)
		case <-time.After(200 * time.Microsecond):
		}
	}
}

func (f *fingers) press(k string) {
	switch k {
	case "enter":
		f.screen.InjectKey(tcell.KeyEnter, 0, tcell.ModNone)
		return
	case "tab":
		f.screen.InjectKey(tcell.KeyTab, 0, tcell.ModNone)
		return
	}
	for _, r := range k {
		f.screen.InjectKey(tcell.KeyRune, r, tcell.ModNone)
	}
}

// fold takes what is new in the race file into the copy.
func (f *fingers) fold() error {
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer file.Close()
	if f.copied == nil {
		doc, err := io.ReadAll(file)
		if err != nil {
			return err
		}
		ls, whole, err := racefile.Read(doc)
		if err != nil {
			return err
		}
		f.read, f.seq = int64(whole), ls[len(ls)-1].Seq
		f.copied, err = control.Load(games, library(""), ls, func() int64 { return 0 }, func(racefile.Line) {})
		return err
	}
	doc, err := io.ReadAll(io.NewSectionReader(file, f.read, 1<<30))
	if err != nil {
		return err
	}
	for {
		l, rest, whole := strings.Cut(string(doc), "\n")
		if !whole {
			return nil
		}
		fields := strings.Split(l, "\t")
		if f.seq, err = strconv.Atoi(fields[0]); err != nil {
			return err
		}
		if strings.HasPrefix(fields[3], "run ") || fields[3] == "moved" { // as an order it would run; here nothing is moved
			err = f.copied.Fold(racefile.Line{Seq: f.seq, Source: fields[2], Text: fields[3]})
		} else {
			_, err = f.copied.Script(fields[3])
		}
		if err != nil {
			return fmt.Errorf("entry %s, %q: %w", fields[0], fields[3], err)
		}
		if mark, does, _ := strings.Cut(fields[3], " "); strings.HasPrefix(does, "roll ") { // a move, whoever rolled
			f.moves[[2]int{f.copied.Race().Turn(), int(f.copied.Words.CarOf(mark))}] += 0
		}
		f.read += int64(len(l) + 1)
		doc = []byte(rest)
	}
}

// text is what is on the screen.
func (f *fingers) text() string {
	f.screen.mu.Lock()
	defer f.screen.mu.Unlock()
	cells, w, _ := f.screen.GetContents()
	var b strings.Builder
	for i, c := range cells {
		b.WriteString(string(c.Runes))
		if i%w == w-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
