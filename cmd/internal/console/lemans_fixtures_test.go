package console

import (
	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

// chanceSnap is S5: the die decides by a table, in two columns.
func chanceSnap() *view.Snapshot {
	s := gearSnap()
	s.Head = view.Head{Game: "Le Mans", Board: "Dunes", Practice: true, Progress: "lap 3 of 4  turn 31", Units: "cup ok  keypad ok"}
	s.Asks = []view.Ask{{
		ID: "212.1", Name: "cornering", Form: "roll", Car: "8", Who: "8 ALFA EVE", Head: "CHANCE, ROLL 1 DIE", Waits: true, Dice: 1,
		Info: "3rd into corner 2, hairpin; card: 2nd", Line: "8 roll", Undo: "choose another gear first",
		Faces:   []view.Face{{Word: "1", Say: "1"}, {Word: "2", Say: "2"}, {Word: "3", Say: "3"}, {Word: "4", Say: "4"}, {Word: "5", Say: "5"}, {Word: "6", Say: "6"}},
		Note:    []string{"corner 2 is DRY", "chance table: PRACTICE"},
		Outcome: []string{"die", "what happens (LM-15)"},
		Outcomes: []view.Row{
			{Cells: []string{"1 2 3", "safe, to 3rd after corner 2, outside"}},
			{Cells: []string{"4", "safe, but 1 pit stop owed, to 3rd after corner 2, outside"}},
			{Cells: []string{"5", "spin-out, to SO of corner 2; a wet marker; next turn 1st gear, last"}, Alarm: true},
			{Cells: []string{"6", "smash-up: out of the race"}, Alarm: true},
		},
	}}
	s.Table = view.Table{Columns: []string{"car", "lap/spc", "gr", "st", "br", "rv"}, Then: []string{"3 Finn", "1 Tom", "12 Lisa"}, Out: []string{"7 smash-up (LM-15)"}}
	for i, c := range []view.Car{
		{Mark: "10", Name: "Ben", Cells: []string{"3/64", "4th", "0", "-", "1"}},
		{Mark: "5", Name: "Anna", Cells: []string{"3/62", "3rd", "1", "2", "2"}},
		{Mark: "8", Name: "Eve", Cells: []string{"3/53", "3rd", "0", "1", "2"}, Moving: true},
		{Mark: "3", Name: "Finn", Cells: []string{"3/42", "top", "0", "0", "1"}, Alarms: []bool{false, false, false, true, false}},
		{Mark: "1", Name: "Tom", Cells: []string{"2/39", "rest", "2", "4", "0"}, Note: "spun out, corner 1"},
		{Mark: "12", Name: "Lisa", Cells: []string{"2/37", "rest", "0", "4", "2"}, Note: "spun out, corner 1"},
		{Mark: "7", Name: "Kim", Cells: []string{"out", "-", "-", "-", "-"}, Note: "smash-up (LM-15)", Out: true},
	} {
		c.Place = i + 1
		s.Table.Cars = append(s.Table.Cars, c)
	}
	s.Strip = &engine.Strip{Rows: []engine.StripRow{
		{Text: "     c1                   c2"},
		{Label: "outside", Text: "-----sss=1------------=8--hhh^h^-10"},
		{Label: "inside", Text: "----- 12s--=3------------- hh h=5--"},
		{Label: "space", Text: "         40        50        60"},
	}}
	s.Strip.Legend = "s sharp   h hairpin   o SO   2 counts two   == a car's two spaces"
	s.Last = []string{"5 3rd, 7 spaces to 2nd after corner 2, inside", "on the board: a wet marker at corner 1 (turn 30, 12)"}
	return s
}

// groupSnap has one level of choices: the gear (TB-8).
func groupSnap() *view.Snapshot {
	s := chanceSnap()
	a := &s.Asks[0]
	*a = view.Ask{ID: "213.1", Name: "gear", Form: "move", Car: "3", Who: "3 JAGUAR FINN", Head: "GEAR, AND WHERE TO?", Info: "gear: top", Waits: true}
	opt := func(gear, end, cost string) {
		a.Options = append(a.Options, view.Option{Row: "gear " + gear, Cols: []string{gear + ", " + end, cost}, Line: "3 gear " + gear + " to " + end})
	}
	for _, end := range []string{"last before corner 2, inside", "last before corner 2, outside"} {
		opt("5th", end, "free")
	}
	for _, end := range []string{"2nd before corner 2, inside", "2nd before corner 2, outside", "4th before corner 2, inside"} {
		opt("4th", end, "br 1")
	}
	opt("3rd", "4th after the windmill, inside", "br 2")
	a.Options[0].Lit = true
	return s
}
