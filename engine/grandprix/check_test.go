package grandprix

import (
	"fmt"
	"strings"
	"testing"

	"boxstop/engine"
	"boxstop/tracks"
)

// What a board may not be is said in words, by section.
func TestABoardThatCannotBeRacedIsRefusedInWords(t *testing.T) {
	src, err := tracks.Library{}.Board("grandprix", "oakring")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ was, is, want string }{
		{"angle  = -60\nbend   = true                       # a car stays in its lane", "angle  = -60", "lanes can be changed in a bend; say bend = true (GP-5)"},
		{`"5|right side", "right side|pit"]`, `"right side|pit"]`, "a side lane can be come to or left by a diagonal"},
		{`blue   = ["1/1", "2/1", "3/1"]`, `blue   = ["1/1", "2/1"]`, "blue: 2 spaces; one in each of the 3 lanes of the track (GP-6)"},
		{`blue   = ["1/1", "2/1", "3/1"]`, `blue   = ["1/1", "2/1", "3/2"]`, "is not level with Oak straight/1/1 (GP-6)"},
		{`hatched = ["1/2", "2/4", "3/3"]`, `black = ["left side/1"]`, "a slipstream arrow stands on the track (GP-7)"},
		{`black  = ["2/1"]` + "\ngreen", `hatched  = ["2/1"]` + "\ngreen", "a hatched arrow stands on the straight with the line (GP-8)"},
		{`green   = ["left side/4", "right side/3"]`, `green   = ["1/4"]`, "a green arrow stands in a side lane or in the pit lane (GP-15)"},
		{`"Grid straight/1/1", "Grid straight/2/1", "Grid straight/3/1"]`, `"Grid straight/1/1", "Grid straight/2/1", "Oak straight/3/2"]`, "grid place 18 lies beyond the blue line (GP-6)"},
		{`"Grid straight/1/1", "Grid straight/2/1", "Grid straight/3/1"]`, `"Grid straight/1/1", "Grid straight/2/1", "Grid straight/left side/1"]`, "grid: place 18 is no space of the track (GP-1)"},
		{`"pit/8", "pit/9"]`, `"pit/3", "pit/9"]`, "a green arrow before box"},
		{`"pit/8", "pit/9"]`, `"pit/8"]`, "the pit lane ends without a green arrow (GP-16)"},
		{`"Back straight/pit/5", "Back straight/pit/6"]`, `"Back straight/pit/5"]`, "boxes: 5; there are 6"},
		{`"pit/5", "pit/6"]   # the boxes`, `"pit/5"]   # the boxes`, "there is no box beside it; say box_in (GP-16)"},
		{`"left side/11", "left side/12"]   # and 6`, `"left side/11"]   # and 6`, "place: 9 finishing places; there are 10 (GP-18)"},
		{"[[link]]\nfrom  = \"Back straight/right side/1\"      # the only way into the pit lane\nright = \"Back straight/pit/1\"", "", ""},
		{"spaces = [2, 2, 2, 0, 0, 0, 2, 0]\nblack  = [\"1/1\"]\nyellow = [\"1|2\"]", "spaces = [2, 2, 0, 0, 0, 0, 2, 0]\nblack  = [\"1/1\"]", ""},
	} {
		doc := strings.Replace(string(src.Doc), c.was, c.is, 1)
		if doc == string(src.Doc) {
			t.Errorf("%q is not in the file", c.was)
			continue
		}
		_, bad, _ := tracks.Check("oakring.toml", []byte(doc), New(), theBox, "box.toml")
		found := fmt.Sprint(bad)
		if len(bad) == 0 || !strings.Contains(found, c.want) {
			t.Errorf("%s: got %s, want %q", c.is, found, c.want)
		}
	}
	if bad := New().Check(theBoard, &engine.Box{}); len(bad) != 1 || !strings.Contains(bad[0].Text, "it names the colours") {
		t.Errorf("got %v", bad)
	}
	if bad := New().Check(&engine.Board{}, theBox); len(bad) != 1 {
		t.Errorf("got %v", bad)
	}
}

// A position is held against the rules when it is read.
func TestAPositionThatNoRaceCanBeInIsRefused(t *testing.T) {
	setup := engine.Setup{Board: theBoard, Box: theBox}
	good := "grandprix/1 oakring turn:10 team:1 begins:1 / space:13.2.3 lap:2 moved:9 / space:13.3.4 lap:2 moved:9"
	if _, err := New().Read(setup, good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ was, is, want string }{
		{"13.3.4", "13.2.3", "stands where it cannot, or where another one stands"},
		{"team:1", "team:2", "team 2 has no car that can move"},
		{"team:1", "team:9", "team 9; allowed are 0 to 6"},
		{"team:1", "team:1 six:2", "car 2 took 6; it is no car of team 1"},
		{"13.3.4 lap:2", "13.3.4 repair:black lap:2", "car 2 is repaired outside of its box"},
		{"13.3.4 lap:2", "15.8.2+ repair:black lap:2", "stands where it cannot"},
		{"lap:2", "lap:4", "lap 4; allowed are 1 to 3"},
		{"/ space:13.3.4", "/ crew:3 space:13.3.4", "team 2 has 0 cars"},
		{"/ space:13.2.3 lap:2 moved:9 / space:13.3.4 lap:2 moved:9", "", "there is no car"},
	} {
		line := strings.Replace(good, c.was, c.is, 1)
		if _, err := New().Read(setup, line); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.is, err, c.want)
		}
	}
}

// A position that can be read goes on to an end, whatever it says.
func FuzzPosition(f *testing.F) {
	f.Add("grandprix/1 oakring turn:10 team:1 begins:1 / space:13.2.3 lap:2 moved:9 / space:13.3.4 lap:2 moved:9", uint64(1))
	f.Add("grandprix/1 oakring turn:20 team:1 begins:1 / space:15.8.1 lap:2 moved:19 / space:15.7.1 lap:2 moved:19 / space:15.8.1+ repair:arrow lap:2 moved:19", uint64(2))
	f.Add("grandprix/1 oakring step:draw begins:1 / / / / / /", uint64(3))
	f.Fuzz(func(t *testing.T, line string, luck uint64) {
		started, err := New().Read(engine.Setup{Board: theBoard, Box: theBox}, line)
		if err != nil {
			return
		}
		r := started.(*Race)
		bot := New().Bot("easy")
		for n := 0; len(r.Asks(nil)) > 0; n++ {
			if n > 4000 {
				return // cars that wait for each other
			}
			a := r.Asks(nil)[0]
			evs, err := r.Decide(nil, bot.Answer(r, a, engine.Shuffle(&luck)))
			if err != nil {
				t.Fatalf("%v in %s", err, r.Position(nil))
			}
			for _, e := range evs {
				r.Apply(e)
			}
		}
	})
}
