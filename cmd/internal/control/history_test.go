package control

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// play answers like people who know the options and nothing else, up to n times.
func (k *table) play(t *rapid.T, n int) {
	for range n {
		if !k.answerOne(t) {
			return
		}
	}
}

// answerOne answers one open ask with any legal option, or any dice. False: the race is over.
func (k *table) answerOne(t *rapid.T) bool {
	if len(k.open) == 0 {
		return false
	}
	o := k.open[rapid.IntRange(0, len(k.open)-1).Draw(t, "ask")]
	line := k.lineFor(t, o)
	if _, err := k.Do("director", line, o.ID, true); err != nil {
		t.Fatalf("%s (%s): %v\n%s", line, o.ID, err, k.race.Position(nil))
	}
	return true
}

func (k *table) lineFor(t *rapid.T, o Open) string {
	line := k.Words.Mark(o.Car)
	switch o.Form {
	case 1: // a roll
		line += " roll"
		faces := k.faces(o.Die)
		for range o.Dice {
			line += " " + rapid.SampledFrom(faces).Draw(t, "face")
		}
		return line
	case 5: // a draw
		return "draw"
	}
	opts := k.race.Options(nil, o.Ask, 1)
	return k.optionLine(o.Ask, opts[rapid.IntRange(0, len(opts)-1).Draw(t, "option")])
}

// randomTable is a race with drawn table options and grid.
func randomTable(t *rapid.T) *table {
	lines := []string{`enter R red "Anna"`, `enter B blue "Ben" die 7F3A`, `enter Y yellow "Cleo" by bot medium`, fmt.Sprintf("seed %d", rapid.IntRange(1, 1000).Draw(t, "seed"))}
	if rapid.Bool().Draw(t, "four") {
		lines = append(lines, `enter K black "Dev"`)
	}
	for _, o := range []string{"soft-tyres on", "slipstream on", "pit-lane-limit on", "quick-play 3"} {
		if rapid.Bool().Draw(t, o) {
			lines = append(lines, "option "+o)
		}
	}
	lines = append(lines, "grid "+rapid.SampledFrom([]string{"lot", "roll", "R B Y", "Y B R"}).Draw(t, "grid"))
	if len(lines) > 4 && strings.HasPrefix(lines[4], "enter K") && strings.HasSuffix(lines[len(lines)-1], "R B Y") {
		lines[len(lines)-1] = "grid R B Y K"
	} else if strings.HasPrefix(lines[4], "enter K") && strings.HasSuffix(lines[len(lines)-1], "Y B R") {
		lines[len(lines)-1] = "grid Y K B R"
	}
	return sit(t, lines...)
}

// TB-4, TB-17: whatever was answered, taken back, amended, ruled or noted: what is folded from the file is the live session.
func TestWhatIsFoldedFromTheFileIsTheLiveSession(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := randomTable(t)
		for range rapid.IntRange(1, 40).Draw(t, "orders") {
			k.ms += int64(rapid.IntRange(0, 5000).Draw(t, "ms"))
			k.anything(t)
		}
		n := k.again()
		same(t, "the folded session", n.state(), k.state())
		k.verify()
		// and both go on alike
		if len(k.open) > 0 {
			o := k.open[0]
			line := k.lineFor(t, o)
			_, err1 := k.Do("director", line, o.ID, true)
			_, err2 := n.Do("director", line, o.ID, true)
			if fmt.Sprint(err1) != fmt.Sprint(err2) {
				t.Fatalf("%s: %v live, %v folded", line, err1, err2)
			}
			same(t, "after one more answer the folded session", n.state(), k.state())
		}
	})
}

// anything orders anything that a table may order; refusals change nothing.
func (k *table) anything(t *rapid.T) {
	no := 0
	if len(k.acts) > 0 {
		no = k.acts[rapid.IntRange(0, len(k.acts)-1).Draw(t, "entry")].No
	}
	mark := rapid.SampledFrom([]string{"R", "B", "Y"}).Draw(t, "mark")
	place := rapid.SampledFrom([]string{"line+2", "c1+1", "c2", "c3-1", "line-2"}).Draw(t, "place")
	line := rapid.SampledFrom([]string{
		"answer", "answer", "answer", "answer", "answer", "answer", "undo", "undo 3", "redo", "redo 2", "redo 4", fmt.Sprintf("undo to %d", no),
		fmt.Sprintf("strike %d cut", no), fmt.Sprintf("strike %d keep", no), "amend", "rule " + mark + " at " + place + " because 2",
		"rule " + mark + " tyres 9, B fuel 3", "rule swap " + mark + " B because \"wrong car moved\"", "report " + mark + " retires", "stand because 4",
		"rule option slipstream on", "drive " + mark + " bot easy", "drive " + mark + " \"Tom\"", `join P pink "Lisa"`, "hold", "go", `note "cocked, we let it stand"`,
		fmt.Sprintf("protest %d \"cocked?\"", max(1, no)), "unit 1C02 table", "unit 7F3A off", "pace confirm", "moved", "from 1C02#5 roll 50 d", "from 1C02 R roll 50",
		"tray 1C02 drop", "tray 1C02 use", "run 2", `house "no hands"`, "check R " + place, "end", "gear 6", "B gear 6",
	}).Draw(t, "order")
	switch line {
	case "answer":
		if !k.answerOne(t) {
			return
		}
		return
	case "amend":
		if no == 0 {
			return
		}
		line = fmt.Sprintf("amend %d %s %s", no, rapid.SampledFrom([]string{"gear 2", "gear 3", "bonus", "roll 50 d", "roll 50", "roll d", "roll 50 50", "pit", "follow no"}).Draw(t, "new"), rapid.SampledFrom([]string{"keep", "cut"}).Draw(t, "how"))
	}
	before := k.state()
	seq := k.Seq()
	if _, err := k.Do("director", line, "", true); err != nil {
		if err.Error() == "" {
			t.Fatalf("%s: refused without a word", line)
		}
		if k.Seq() == seq {
			same(t, "after the refusal of "+line+" the session", k.state(), before)
		}
	}
}
