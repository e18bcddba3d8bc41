package usac

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/engine/enginetest"
	"boxstop/tracks"
)

// seed of the practice cards: the year of the box.
const seed = 1979

// strength is what a practice driver is made of, each from 1 to 5.
type strength struct {
	card                    string
	pace, nerve, care, crew int
}

func strengths(t testing.TB) (out []strength) {
	t.Helper()
	doc, err := os.ReadFile("testdata/strengths.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Split(string(doc), "\n") {
		var s strength
		if l == "" || l[0] == '#' {
			continue
		}
		if _, err := fmt.Sscan(l, &s.card, &s.pace, &s.nerve, &s.care, &s.crew); err != nil {
			t.Fatalf("%q: %v", l, err)
		}
		out = append(out, s)
	}
	return out
}

// The card of the rule book's example; cells that the book does not show are ours.
var printed = card{
	{17, 17, 16, 15, 14, 14, 15, 15, 16, 16, troubleB},
	{troubleA, 17, 16, 16, 15, troubleA, 16, 16, 17, 17, troubleA},
	{15, 16, 15, 14, 13, 14, 14, 14, 15, 15, 15},
	{1, 2, 3, 4, 5, 8, 6, 7, 9, 10, 11},
	{2, 3, 3, 4, 5, 6, 5, 8, 9, 10, 12},
	{1, 1, 2, 3, 3, 4, 3, 4, 5, 5, 6},
}

// shift is what pace adds, on the sums that come most.
var shift = [6][]int{1: {5, 7, 9}, 2: {6, 8}, 3: nil, 4: {6, 8}, 5: {5, 7, 9}}

// nerves are the sums that are trouble when accelerating; cares those that are when driving normally.
var (
	nerves = [6][]int{1: {2, 6, 7, 12}, 2: {2, 7, 11, 12}, 3: {2, 7, 12}, 4: {7, 12}, 5: {7}}
	cares  = [6][]int{1: {3, 12}, 2: {2, 12}, 3: {12}, 4: {12}, 5: nil}
)

// make33 makes the practice cards. A card is the printed one, with a space more or less on the sums that its pace says, a space moved from
// one sum to the one that comes as often (drawn by the seed), trouble where nerve and care say, milder or worse trouble by care, and
// shorter or longer stops by crew. So every card has nearly the mean of its pace, and no two are alike.
func make33(all []strength) (out []card) {
	luck := rand.New(rand.NewPCG(seed, 0))
	for _, s := range all {
		from := 2 + luck.IntN(5) // 2 to 6, and its mirror 14 - from
		up := luck.IntN(2) == 0
		c := printed
		if s == (strength{s.card, 3, 3, 3, 3}) {
			out = append(out, c)
			continue
		}
		c[colNormal][12-2] = 17
		by := int8(1)
		if s.pace < 3 {
			by = -1
		}
		for col := range colTroubleA {
			for _, n := range shift[s.pace] {
				if c[col][n-2] > 0 {
					c[col][n-2] += by
				}
			}
		}
		for n, v := range c[colNormal] { // accelerating is one space more, everywhere that it is not trouble
			c[colAccelerate][n] = v + 1
		}
		move := int8(1)
		if !up {
			move = -1
		}
		for col := range colTroubleA {
			c[col][from-2] += move
			c[col][14-from-2] -= move
		}
		for _, n := range nerves[s.nerve] {
			c[colAccelerate][n-2] = troubleA
		}
		for _, n := range cares[s.care] {
			c[colNormal][n-2] = troubleB
		}
		if s.care == 1 {
			c[colTroubleA][12-2], c[colTroubleB][12-2] = 1, 1
		}
		if s.care >= 4 {
			c[colTroubleA][4-2], c[colTroubleB][4-2] = 4, 4
		}
		if s.care == 5 {
			c[colTroubleA][7-2], c[colTroubleB][0] = 12, 9
		}
		for _, n := range [...]int{6, 8} {
			c[colPit][n-2] = int8(max(1, 6-s.crew))
		}
		if s.crew >= 4 {
			c[colPit][12-2] = 5
		}
		out = append(out, c)
	}
	return out
}

func row(name string, c *card) string {
	b := fmt.Appendf(nil, "    [%q", name)
	for _, col := range c {
		var w []string
		for _, v := range col {
			w = append(w, cellSay(v))
		}
		b = fmt.Appendf(b, ", %q", strings.Join(w, " "))
	}
	return string(append(b, "],\n"...))
}

// US-7: the practice cards are those that the documented method makes of the strengths; go test -run Practice -update writes them anew.
func TestThePracticeCardsAreThoseOfTheMethod(t *testing.T) {
	const file = "../../tracks/usac/box.toml"
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := strengths(t)
	var want bytes.Buffer
	for i, c := range make33(all) {
		want.WriteString(row(all[i].card, &c))
	}
	head, rest, ok := bytes.Cut(doc, []byte("\"pit\"]\nrows = [\n"))
	got, tail, ok2 := bytes.Cut(rest, []byte("]\n"))
	if i := bytes.LastIndex(rest, []byte("\n]\n")); i >= 0 {
		got, tail = rest[:i+1], nil
	}
	if !ok || !ok2 {
		t.Fatalf("%s: the table cards is not where it should be", file)
	}
	if bytes.Equal(got, want.Bytes()) {
		return
	}
	if !*enginetest.Update {
		t.Fatalf("%s holds other cards than the method makes; -update writes them", file)
	}
	out := bytes.Join([][]byte{head, []byte("\"pit\"]\nrows = [\n"), want.Bytes(), []byte("]\n"), tail}, nil)
	if err := os.WriteFile(file, out, 0o644); err != nil {
		t.Fatal(err)
	}
}

// US-2, US-7: in normal mode a lap of the practice oval takes 4 to 7 rolls, as the book says; no two cards are alike, and one is the printed
// example.
func TestThePracticeCardsTakeFourToSevenRollsALap(t *testing.T) {
	b, x := shipped(t)
	k, bad := survey(b, x)
	if len(bad) > 0 {
		t.Fatalf("%+v", bad)
	}
	if len(k.cards) != maxCars {
		t.Fatalf("%d cards, want %d", len(k.cards), maxCars)
	}
	seen := map[card]bool{}
	exact := 0
	for i, a := range k.averages() {
		if seen[k.cards[i]] {
			t.Errorf("card %s stands twice", a.card)
		}
		seen[k.cards[i]] = true
		if len(k.cards[i].differs()) == 0 {
			exact++
		}
		for _, lane := range []int{1, 2} {
			spaces := 0
			for si := range b.Sections {
				spaces += b.Count(si, lane)
			}
			if rolls := float64(spaces) / a.spaces[colNormal]; rolls < 4 || rolls > 7 {
				t.Errorf("card %s: %.2f rolls a lap in lane %d", a.card, rolls, lane)
			}
		}
		if a.spaces[colAccelerate] <= a.spaces[colNormal] || a.spaces[colDecelerate] >= a.spaces[colNormal] {
			t.Errorf("card %s: %+v", a.card, a)
		}
	}
	if exact != 1 {
		t.Errorf("%d cards are the printed example, want 1", exact)
	}
}

func shipped(t testing.TB) (*engine.Board, *engine.Box) {
	t.Helper()
	b, err := tracks.Open("usac", "practice-oval", New().About())
	if err != nil {
		t.Fatal(err)
	}
	x, err := tracks.Box("usac", New().About())
	if err != nil {
		t.Fatal(err)
	}
	return b, x
}
