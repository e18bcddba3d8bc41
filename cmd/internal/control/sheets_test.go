package control

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"boxstop/engine"
)

// field is a number of the race by its name.
func (k *table) field(name string, c engine.Car) int64 {
	k.Helper()
	i := slices.IndexFunc(k.About.Fields, func(f engine.FieldAbout) bool { return f.Name == name })
	if i < 0 {
		k.Fatalf("there is no field %s", name)
	}
	return k.race.Value(engine.Field(i), c)
}

// paper is a sheet by its name; nil rows: there is none.
func (k *table) paper(name string) engine.Sheet {
	for _, p := range k.Papers() {
		if p.Name == name {
			return p.Sheet
		}
	}
	return engine.Sheet{}
}

// US-25, US-17, US-21: whatever was driven, taken back, put back, amended and ruled, and after a restart: the lap record says the laps that
// each car has and the stops that it made, the qualifying sheet its best lap, and cars in the pits stand where they left the track.
func TestTheSheetsOfARaceAreRight(t *testing.T) {
	const cars, stops = 7, 3
	pits, flags, laps := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		lines := []string{"game usac", "miles 500", fmt.Sprintf("seed %d", rapid.IntRange(1, 1000).Draw(t, "seed"))}
		for i := range cars {
			lines = append(lines, fmt.Sprintf("enter %d car%d \"Driver %d\" by bot %s", i+1, i+1, i+1, []string{"easy", "medium", "hard"}[i%3]))
		}
		k := sit(t, append(lines, "grid "+rapid.SampledFrom([]string{"trial", "lot"}).Draw(t, "grid"))...)
		for range rapid.IntRange(1, 25).Draw(t, "orders") {
			mark := rapid.IntRange(1, cars).Draw(t, "car")
			line := rapid.SampledFrom([]string{
				"run 60", "run 60", "run 150", "run 7", "undo", "undo 20", "undo 120", "redo", "redo 15", fmt.Sprintf("rule %d lap 4 because 2", mark),
				fmt.Sprintf("rule %d stops 1 because 2", mark), fmt.Sprintf("rule %d clock 3 because 2", mark), fmt.Sprintf("report %d retires", mark), "strike", "restart",
			}).Draw(t, "order")
			switch line {
			case "restart":
				k = k.again()
			case "strike":
				if n := len(k.acts); n > 0 {
					line = fmt.Sprintf("strike %d cut", k.acts[rapid.IntRange(max(0, n-30), n-1).Draw(t, "entry")].No)
				}
				fallthrough
			default:
				_, _ = k.Do("director", line, "", true) // what the race refuses changes nothing
			}
			k.sheetsAreRight(stops)
		}
		for c := range engine.Car(cars) {
			pits += min(1, int(k.field("clock", c+1)))
		}
		sheet := fmt.Sprint(k.paper("laps").Rows)
		flags, laps = flags+strings.Count(sheet, "y"), laps+strings.Count(sheet, "x")
	})
	if pits == 0 || flags == 0 || laps == 0 {
		t.Errorf("%d cars ended in the pits, %d laps by flags, %d driven: nothing was tried", pits, flags, laps)
	}
}

func (k *table) sheetsAreRight(stops int) {
	k.Helper()
	racing := k.field("trial", 0) == 0
	for i, row := range k.paper("laps").Rows {
		c := engine.Car(i + 1)
		n := max(0, int(k.field("lap", c))-1)
		if !racing {
			n = 0
		}
		marks := strings.ReplaceAll(row[2], " ", "")
		made := stops - int(k.field("stops", c))
		if len(marks) != n || row[3] != strconv.Itoa(n) || len(row[4]) != made || (row[5] == "") != (k.field("status", c) == 0) {
			k.Fatalf("car %d has %d laps and %d stops, status %d: %q\n%s", c, n, made, k.field("status", c), row, k.race.Position(nil))
		}
	}
	placed := 0
	for i, row := range k.paper("qualifying").Rows {
		placed += len(row[6])
		best := ""
		if n := k.field("best", engine.Car(i+1)); n > 0 {
			best = strconv.FormatInt(n, 10)
		}
		if row[5] != best || best != "" && !slices.Contains(row[2:5], best) || !racing && row[6] != "" {
			k.Fatalf("car %d qualified with %q: %q\n%s", i+1, best, row, k.race.Position(nil))
		}
	}
	if len(k.paper("qualifying").Rows) > 0 && racing != (placed > 0) {
		k.Fatalf("racing %t, and the qualifying sheet has %d places\n%s", racing, placed, k.race.Position(nil))
	}
	if racing && !slices.ContainsFunc(k.open, func(o Open) bool { return o.Form == engine.Draw }) { // nobody stands anywhere before the lots
		k.standingsAreRight()
	}
}

// standingsAreRight compares where the cars that run are classed with their laps and places: in the pits that of the entry (US-17).
func (k *table) standingsAreRight() {
	k.Helper()
	far := func(c engine.Car) int64 {
		at := k.field("space", c)
		if k.field("clock", c) > 0 {
			at = k.field("entry", c)
		}
		return k.field("lap", c)*int64(k.Setup.Board.Lap) + int64(k.Setup.Board.Places[at].Front)
	}
	last := int64(-1)
	for _, st := range k.look().stands {
		if k.field("status", st.Car) != 0 {
			continue
		}
		if last >= 0 && far(st.Car) > last {
			k.Fatalf("car %d is classed %d, and is further than the one before it: %s", st.Car, st.Place, k.race.Position(nil))
		}
		last = far(st.Car)
	}
}

// US-25: the laps that a ruling gives a car that went out in qualifying are on the lap record once the race begins.
func TestLapsThatAreRuledBeforeTheRaceAreOnTheLapRecord(t *testing.T) {
	k := sit(t, "game usac", "miles 500", `enter 14 red "Anna" by bot medium`, `enter 7 blue "Ben" by bot hard`, `enter 9 green "Cleo" by bot hard`, "seed 3", "grid trial")
	k.do("report 7 retires")
	k.do("rule 7 lap 4 because 2")
	k.sheetsAreRight(3)
	for k.field("trial", 0) != 0 {
		k.do("run 5")
	}
	k.sheetsAreRight(3)
	if row := k.paper("laps").Rows[1]; row[2] != "xxx" || row[5] != "out" {
		t.Errorf("%q", row)
	}
}

// US-25: the console shows both sheets on one page, the lap record of 25 laps in a row's width.
func TestThePageOfSheetsHasAllThatTheGameKeeps(t *testing.T) {
	k := sit(t, "game usac", "miles 500", `enter 14 red "Anna" by bot medium`, `enter 7 blue "Ben" by bot hard`, "seed 3", "grid trial")
	for len(k.open) > 0 && k.field("lap", 1) < 9 {
		k.do("run 20")
	}
	lines := k.Records(76)
	laps := slices.Index(lines, "LAP RECORD")
	times := slices.Index(lines, "QUALIFYING")
	if laps != 0 || times < laps {
		t.Fatalf("%q", lines)
	}
	if row := lines[3]; !strings.HasPrefix(row, "14   Anna    ") || len(row) > 76 || strings.Count(row, "x")+strings.Count(row, "y") < 8 {
		t.Errorf("%q", row)
	}
}

// TB-22: of rounds that nobody moved on the board the move sheet says only where the cars come to stand, after a restart too.
func TestASheetOfManyRoundsSaysWhereTheCarsComeToStand(t *testing.T) {
	lines := []string{"game usac", "miles 500", "seed 5", "grid lot"}
	for i := range 12 {
		lines = append(lines, fmt.Sprintf("enter %d car%d \"Driver %d\" by bot medium", i+1, i+1, i+1))
	}
	k := sit(t, lines...)
	k.do("run 300")
	n := k.again()
	seen := map[engine.Car]bool{}
	for _, h := range n.putback {
		if h.To == 0 {
			continue
		}
		if seen[h.Car] || int64(h.To) != n.field("space", h.Car) {
			t.Errorf("car %d is put on %d, it stands on %d: %+v", h.Car, h.To, n.field("space", h.Car), n.putback)
		}
		seen[h.Car] = true
	}
	if len(seen) < 8 {
		t.Errorf("%d cars are moved: %+v", len(seen), n.putback)
	}
}
