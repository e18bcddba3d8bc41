package grandprix

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

// box is the practice box that we ship.
func box() *engine.Box {
	b, err := tracks.Box("grandprix", New().About())
	if err != nil {
		panic(err)
	}
	return b
}

// oakring is the practice board that we ship.
func oakring() *engine.Board {
	b, err := tracks.Open("grandprix", "oakring", New().About())
	if err != nil {
		panic(err)
	}
	return b
}

var (
	theBox   = box()
	theBoard = oakring()
)

// entries are so many teams of three: R1, R2, R3, B1 …
func entries(teams int) []engine.Entry {
	var es []engine.Entry
	for t := range teams {
		for n := range perTeam {
			es = append(es, engine.Entry{
				Mark: fmt.Sprintf("%c%d", "RBGYWK"[t], n+1), Car: []string{"red", "blue", "green", "yellow", "white", "black"}[t],
				Name: []string{"Anna", "Ben", "Cleo", "Dev", "Eve", "Finn"}[t], Seat: engine.Seat(t + 1),
			})
		}
	}
	return es
}

// chosenOptions is the options of a set-up from "name value".
func chosenOptions(t testing.TB, options []string) []int {
	t.Helper()
	out := make([]int, len(aboutGame.Options))
	for _, o := range options {
		name, value, _ := strings.Cut(o, " ")
		i := slices.IndexFunc(aboutGame.Options, func(x engine.TableOption) bool { return x.Name == name })
		if i < 0 || slices.Index(aboutGame.Options[i].Values, value) < 0 {
			t.Fatalf("there is no option %q", o)
		}
		out[i] = slices.Index(aboutGame.Options[i].Values, value)
	}
	return out
}

// seated is a race in a test: it says answers as people do, and fails where one is refused that should not be.
type seated struct {
	*testing.T
	r *Race
	w *engine.Words
}

// sit starts a race of so many teams on Oakring.
func sit(t *testing.T, teams int, grid engine.Grid, options ...string) *seated {
	t.Helper()
	s := engine.Setup{Board: theBoard, Box: theBox, Entries: entries(teams), Grid: grid, Options: chosenOptions(t, options)}
	r, err := New().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	w, err := engine.NewWords(New(), s, "en")
	if err != nil {
		t.Fatal(err)
	}
	return &seated{t, r.(*Race), w.Script()}
}

// at is a space as board files name it: "Oak straight/1/3".
func at(t testing.TB, name string) engine.Space {
	t.Helper()
	w := strings.Split(name, "/")
	var n int
	fmt.Sscan(w[2], &n)
	for si := range theBoard.Sections {
		if theBoard.Sections[si].Name == w[0] {
			li := slices.Index(theBoard.Lanes, w[1]) + 1
			if li == 0 || n < 1 || n > theBoard.Count(si, li) {
				break
			}
			return theBoard.At(si, li, n-1)
		}
	}
	t.Fatalf("there is no space %q", name)
	return 0
}

// placed is a race in turn 10 with cars where a test wants them: "R1 Oak straight/1/3 lap 2". Cars that are not named are out.
func placed(t *testing.T, options []string, cars ...string) *seated {
	t.Helper()
	tb := sit(t, 6, engine.ByHand, append([]string{"first-team pole"}, options...)...)
	s := &tb.r.s
	s.turn, s.team, s.first = 10, 1, 1
	for i := range s.cars {
		c := &s.car[i]
		*c = car{lap: 2, moved: 9, status: out, crew: c.crew}
	}
	for _, line := range cars {
		mark, rest, _ := strings.Cut(line, " ")
		where, lap, ok := strings.Cut(rest, " lap ")
		c := tb.car(mark)
		c.status, c.space = running, int64(at(t, where))
		if ok {
			fmt.Sscan(lap, &c.lap)
		}
	}
	for i := range s.cars {
		if s.car[i].status == out {
			s.ends++
			s.car[i].nth = s.ends
		}
	}
	return tb
}

func (tb *seated) car(mark string) *car { return &tb.r.s.car[tb.w.CarOf(mark)-1] }

// say answers as people type it, and returns what happened.
func (tb *seated) say(line string) []string {
	tb.Helper()
	evs, err := tb.try(line)
	if err != nil {
		tb.Fatalf("%s: %s\n%s", line, tb.fault(err), tb.r.Position(nil))
	}
	var out []string
	for _, e := range evs {
		tb.r.Apply(e)
		if !aboutGame.Kinds[e.Kind].Quiet {
			out = append(out, string(tb.w.Event(nil, e)))
		}
	}
	return out
}

func (tb *seated) try(line string) ([]engine.Event, error) {
	tb.Helper()
	words := strings.Fields(addressed(tb, line))
	report := words[0] == "report"
	if report {
		words = words[1:]
	}
	c := tb.w.CarOf(words[0])
	if c != 0 {
		words = words[1:]
	}
	if report {
		for _, a := range tb.r.Reports(nil) {
			if a.Car == c && aboutGame.Asks[a.What].Name == words[0] {
				return tb.r.Decide(nil, engine.Answer{What: a.What, Car: c})
			}
		}
		tb.Fatalf("%s: nobody reports that now", line)
	}
	k := engine.Asked{Words: tb.w, Rules: New(), Race: tb.r, Asks: tb.r.Asks(nil)}
	typed, err := k.Read(c, words)
	if err != nil {
		return nil, err
	}
	return tb.r.Decide(nil, typed.Answer)
}

// addressed puts the address of a space for its name in brackets.
func addressed(t testing.TB, line string) string {
	for {
		i := strings.IndexByte(line, '[')
		if i < 0 {
			return line
		}
		j := strings.IndexByte(line, ']')
		line = line[:i] + theBoard.Address(at(t, line[i+1:j])) + line[j+1:]
	}
}

func (tb *seated) fault(err error) string {
	var i *engine.Infraction
	if errors.As(err, &i) {
		return string(tb.w.Fault(nil, i))
	}
	return err.Error()
}

// refuses sees a line refused, and how.
func (tb *seated) refuses(line, want string) {
	tb.Helper()
	_, err := tb.try(line)
	if err == nil {
		tb.Fatalf("%s is not refused", line)
	}
	want = addressed(tb, want)
	if got := tb.fault(err); got != want {
		tb.Errorf("%s: got %q, want %q", line, got, want)
	}
}

// offers is what a car may do, each as it is typed, without its path.
func (tb *seated) offers(mark string) (out []string) {
	tb.Helper()
	c := tb.w.CarOf(mark)
	for _, a := range tb.r.Asks(nil) {
		for _, o := range tb.r.Options(nil, a, engine.Offered) {
			if o.Car != c {
				continue
			}
			var b []byte
			for i, ch := range New().Choices(nil, a, o) {
				if ch.Pick == pCar {
					continue
				}
				if i > 1 {
					b = append(b, ' ')
				}
				if aboutGame.Picks[ch.Pick].Holds == engine.ASpace {
					b = append(b, "to ["+tb.place(engine.Space(ch.Value))+"]"...)
					continue
				}
				b = tb.w.Choice(b, ch)
			}
			out = append(out, string(b))
		}
	}
	return out
}

// offered compares what a car may do with a speed.
func (tb *seated) offered(mark, beginning string, want ...string) {
	tb.Helper()
	var got []string
	for _, o := range tb.offers(mark) {
		if strings.HasPrefix(o, beginning) {
			got = append(got, o)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		tb.Errorf("%s %s: got %q, want %q", mark, beginning, got, want)
	}
}

// stands compares where a car stands.
func (tb *seated) stands(mark, where string) {
	tb.Helper()
	if got, want := engine.Space(tb.car(mark).space), at(tb, where); got != want {
		tb.Errorf("%s: got %s, want %s", mark, tb.place(got), tb.place(want))
	}
}

func (tb *seated) place(s engine.Space) string {
	if s == 0 {
		return "off the board"
	}
	p := &theBoard.Places[s]
	if p.By != 0 {
		return "beside " + tb.place(p.By)
	}
	return fmt.Sprintf("%s/%s/%d", theBoard.Sections[p.Section].Name, theBoard.Lanes[p.Lane-1], theBoard.Number(s)+1)
}

// happened compares what an answer led to.
func (tb *seated) happened(line string, want ...string) {
	tb.Helper()
	for i := range want {
		want[i] = addressed(tb, want[i])
	}
	if got := tb.say(line); !slices.Equal(got, want) {
		tb.Errorf("%s: got %q, want %q", line, got, want)
	}
}

// take answers with the n-th listed option of a car and a speed.
func (tb *seated) take(c engine.Car, v int64, n int) {
	tb.Helper()
	a := tb.r.Asks(nil)[0]
	for _, o := range tb.r.Options(nil, a, engine.Legal) {
		if o.Car != c || o.Value != v {
			continue
		}
		if n--; n >= 0 {
			continue
		}
		evs, err := tb.r.Decide(nil, engine.AnswerWith(a, o))
		if err != nil {
			tb.Fatal(tb.fault(err))
		}
		for _, e := range evs {
			tb.r.Apply(e)
		}
		return
	}
	tb.Fatalf("%s with %d: no option", tb.w.Mark(c), v)
}
