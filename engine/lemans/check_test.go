package lemans

import (
	"os"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

// checked is what the checker finds in the shipped box and course once a text in one of them was replaced.
func checked(t *testing.T, board, from, to string) string {
	t.Helper()
	read := func(name string) []byte {
		doc, err := os.ReadFile("../../tracks/lemans/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	doc, boxDoc := read(board), read("box.toml")
	switch {
	case strings.Contains(string(doc), from):
		doc = []byte(strings.Replace(string(doc), from, to, 1))
	case strings.Contains(string(boxDoc), from):
		boxDoc = []byte(strings.Replace(string(boxDoc), from, to, 1))
	default:
		t.Fatalf("%q is in neither file", from)
	}
	box, bad := tracks.LoadBox("box.toml", boxDoc, New().About())
	if len(bad) == 0 {
		_, bad, _ = tracks.Check(board, doc, New(), box, "box.toml")
	}
	var out []string
	for _, m := range bad {
		out = append(out, m.String())
	}
	return strings.Join(out, "\n")
}

// The checker names a wrong card, a missing SO space and pits out of reach by file and line, and what is allowed instead.
func TestTheCheckerNamesFileAndLine(t *testing.T) {
	for _, x := range []struct{ from, to, want string }{
		{`"Jaguar", "D", 3, 6, 8, 10`, `"Jaguar", "D", 3, 6, 7, 10`, `box.toml:17: your Jaguar's 3rd gear should be 8, it is 7 (rule book)`},
		{`8, "Alfa Romeo", "E", 2, 5, 8, 9, 14, 17, 1, 6, "3rd", "2nd"]`, `8, "Alfa Romeo", "E", 2, 5, 8, 9, 14, 17, 1, 6, "3rd", "3rd"]`, `box.toml:20: your Alfa Romeo takes hairpins in 3rd; it should be 2nd (rule book)`},
		{`10, "MG"`, `13, "MG"`, `box.toml:23: your MG's number should be 10, it is 13`},
		{`"E", 3, 6, 8, 10, 12, 14, 1, 4`, `"E", 3, 6, 5, 10, 12, 14, 1, 4`, `box.toml:21: Porsche, 3rd: 5; a gear is faster than the one below it, more than 6`},
		{`"F", 3, 4, 6, 9, 10, 11, 3, "-"`, `"F", 3, 4, 6, 9, 10, 11, 3, 4`, `box.toml:23: MG, brakings: "4" in class F; class F brakes as it likes, written "-", all others have a number (LM-20)`},
		{`[4, "pit", "spin"]`, `[4, "pit", "crash"]`, `box.toml:42: wet: "crash"; allowed are safe, pit, spin, smash`},
		{"so      = [\"outside/4\"]\n", "", `dunes.toml:30: corner 2, Elbow, has no SO space; every corner has one: so = [...]`},
		{"sharp  = [\"outside/1-4\", \"inside/1-3\"]\nlast   = [\"outside/4\", \"inside/3\"]\nso     = [\"inside/2\"]\n\n[[section]]\nname   = \"Long leg\"", "\n\n\n\n[[section]]\nname   = \"Long leg\"", `dunes.toml:18: corner 1, Poplars, is neither sharp nor a hairpin; mark its spaces: sharp = [...] or hairpin = [...]`},
		{`pit_e  = ["pits/13-18"]`, `pit_e  = ["pits/13", "pits/15"]`, `dunes.toml:8: the pits of class E have no two spaces in a row; a car is two spaces long`},
		{"pit_f  = [\"pits/19-24\"]\n", "\n", `dunes.toml:1: there are no pits for class F, which has cards; mark them: pit_f = [...]`},
		{`last    = ["outside/6", "inside/4"]`, `last    = ["outside/5", "inside/4"]`, `dunes.toml:30: corner 2, Elbow: last spaces are outside/5, inside/4, but the corner ends at outside/6, inside/4`},
		{`"Stands/inside/22", "Stands/outside/22"`, `"Stands/inside/21", "Stands/outside/22"`, `dunes.toml:8: grid: inside/21 and outside/22 are no rank; two spaces abreast are, inside first (LM-1)`},
	} {
		got := checked(t, "dunes.toml", x.from, x.to)
		if !strings.Contains(got, x.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", x.to, got, x.want)
		}
	}
	// pits that nothing leads to: every lane change beside them forbidden
	got := checked(t, "dunes.toml", "length = 34\n", "length = 34\nyellow = [\"inside|pits\"]\n")
	if !strings.Contains(got, `dunes.toml:8: nothing leads to "Stands/pits/1"; a lane begins where one can change into it, or a [[link]] leads there`) {
		t.Errorf("got %s", got)
	}
	b := *courses["dunes"]
	b.Places = append([]engine.Place(nil), b.Places...)
	for i := range b.Places {
		for st := range b.Places[i].To {
			if to := b.Places[i].To[st]; to != 0 && int(b.Places[to].Lane) == 3 && int(b.Places[i].Lane) != 3 {
				b.Places[i].To[st] = 0
			}
		}
	}
	if bad := New().Check(&b, theBox); len(bad) != 4 || bad[0].Section != 0 || bad[0].Text != "no way leads to the pits of class C; a [[link]] or an open lane leads there" {
		t.Errorf("got %+v", bad)
	}
}

// The courses that we ship can be raced, and are what they say: about 110 spaces, one hairpin and four sharp corners, or twisting.
func TestTheShippedCoursesCanBeRaced(t *testing.T) {
	for slug, b := range courses {
		if bad := New().Check(b, theBox); len(bad) > 0 {
			t.Errorf("%s: %+v", slug, bad)
		}
		sharp, hairpins := 0, 0
		for si := range b.Sections {
			if s := b.Sections[si]; s.Corner {
				if b.Places[b.At(si, 1, 0)].Marks&markHairpin != 0 {
					hairpins++
				} else {
					sharp++
				}
			}
		}
		ranks := int(b.Lap / engine.Unit)
		t.Logf("%s: %d ranks, %d sharp corners, %d hairpins", slug, ranks, sharp, hairpins)
		if ranks < 100 || ranks > 120 || hairpins != 1 || slug == "dunes" && sharp != 4 || slug == "narrows" && sharp < 6 {
			t.Errorf("%s: %d ranks, %d sharp corners, %d hairpins", slug, ranks, sharp, hairpins)
		}
	}
}
