package console

import (
	"strings"

	"boxstop/cmd/internal/view"
	"boxstop/engine"
)

// The snapshots and pages of these tests tell what the screens of the design tell.

func snapHead(units string) view.Head {
	return view.Head{Game: "Pitstop", Board: "Lakeside", Practice: true, Progress: "lap 2 of 3  turn 23", Units: units, Bots: "1 bot"}
}

func lakeside() *view.Strip {
	return &view.Strip{Lap: 60, Rows: []engine.StripRow{
		{Label: "limit", Text: "       150   100    200     150   100    200   150   100"},
		{Label: "", Text: "                        Y", Cars: []int{24}},
		{Label: "cars", Text: "           K       G    BR                              W", Cars: []int{11, 19, 24, 25, 56}},
		{Label: "road", Text: "-------===---==-----====--^^^^^^--===----==----===---===P---|line", Picks: []int{26, 27, 28, 29, 30, 31}},
		{Label: "cell", Text: "1       10        20        30        40        50        60"},
	}}
}

func pitstopTable() view.Table {
	car := func(place int, mark, name, colour, lap, gear, tyres, fuel string) view.Car {
		return view.Car{Place: place, Mark: mark, Name: name, Car: colour, Cells: []string{lap, gear, tyres, fuel}}
	}
	t := view.Table{
		Columns: []string{"car", "lap/cell", "gr", "ty", "fu"},
		Cars: []view.Car{
			car(1, "R", "Anna", "red", "2/26", "4", "11", "9"), car(2, "B", "Ben", "blue", "2/25", "5", "7", "12"),
			car(3, "Y", "Cleo", "yellow", "2/25", "3", "14", "10"), car(4, "G", "Dev", "green", "2/20", "4", "6", "8"),
			car(5, "K", "Finn", "black", "2/12", "2", "9", "3"), car(6, "W", "Eve", "white", "1/pit", "1", "16", "16"),
		},
		Then: []string{"B Ben: bonus? 5 dice", "Y Cleo bot: 3 dice"},
	}
	t.Cars[0].Moving, t.Cars[2].Bot, t.Cars[5].Note = true, true, "waits 1 turn, then 1st"
	return t
}

// rollSnap is S2: a roll is awaited, and a bonus that the roll closes.
func rollSnap() *view.Snapshot {
	cells := func(s ...string) view.Row { return view.Row{Cells: s} }
	return &view.Snapshot{
		Seq: 211, Stage: view.Racing, Head: snapHead("cup ok  keypad ok"), Table: pitstopTable(), Strip: lakeside(), Guard: 200,
		Asks: []view.Ask{
			{
				ID: "211.1", Name: "bonus", Form: "declare", Car: "R", Who: "R RED ANNA", Head: "BONUS?", Unsaid: "no bonus",
				Options: []view.Option{{Key: "+", Cols: []string{"take the bonus; the roll closes it (PS-5)"}, Line: "R bonus", Short: "bons"}},
			},
			{
				ID: "211.2", Name: "roll", Form: "roll", Car: "R", Who: "R RED ANNA", Head: "ROLL 4 DICE", Waits: true, Dice: 4, Line: "R roll",
				Info:    "gear 4      bonus of 100: not taken",
				Faces:   []view.Face{{Word: "50", Say: "50"}, {Word: "f", Say: "fuel"}, {Word: "d", Say: "drop"}},
				Outcome: []string{"km/h", "would end at", "tyres", "fuel"},
				Outcomes: []view.Row{
					cells("0", "stays", "-", "-"), cells("50", "3rd after corner 3", "-", "yes"), cells("100", "last before corner 4", "-", "yes"),
					cells("150", "corner 4, 1st of 2", "-", "no"), cells("200", "corner 4, 2nd of 2", "2", "no"),
					cells("250", "1st after corner 4", "4", "yes +"), cells("300", "2nd after corner 4", "6", "yes +"),
				},
			},
		},
		Last: []string{
			"W Eve, both services, 50 drop: waits 1 turn (PS-14)   tyres 16, fuel 16",
			"K Finn 150 km/h, 3 cells, to 2nd after corner 1, 8 behind G; gear 2",
		},
	}
}

// gearSnap waits for a gear: the digit is the value.
func gearSnap() *view.Snapshot {
	s := rollSnap()
	s.Seq = 212
	s.Asks = []view.Ask{{
		ID: "212.1", Name: "gear", Form: "declare", Car: "R", Who: "R RED ANNA", Head: "NEXT GEAR", Info: "from 4: 1 up, any down", Waits: true,
		Options: []view.Option{
			{Key: "3", Cols: []string{"gear 3", "3 dice"}, Line: "R gear 3", Short: "3"},
			{Key: "4", Cols: []string{"gear 4", "4 dice"}, Line: "R gear 4", Short: "4", Lit: true},
			{Key: "5", Cols: []string{"gear 5", "5 dice"}, Line: "R gear 5", Short: "5"},
			{Key: "1", Cols: []string{"gear 1", "the engine: out (PS-7)"}, Line: "R gear 1", Short: "1", Twice: true},
		},
		More: 1,
	}}
	return s
}

// disputeSnap is S17.
func disputeSnap() *view.Snapshot {
	s := rollSnap()
	s.Head = snapHead("cups ok  keypad ok")
	s.Strip.Rows[3] = engine.StripRow{Label: "road", Text: "-------===---==-----====----==----===----==----===---===P---|line"}
	s.Dispute = &view.Dispute{
		Head: "WHOSE ROLL?   B's cup 1C02 rolled 5 dice; R ANNA is asked for 4 (gear 4)", Unit: "cup 1C02",
		Dice: []string{"50", "50", "fuel", "drop", "50"}, Why: "B's gear is 5: five dice are what B would roll",
		Ways: []view.Option{
			{Key: "6", Cols: []string{"it was B, out of turn: drop it; R rolls"}, Line: "tray 1C02 drop"},
			{Key: "7", Cols: []string{"R rolls again, nothing counts"}, Line: "tray 1C02 drop"},
			{Key: "8", Cols: []string{"four other faces, typed"}},
		},
	}
	for i := 5; i > 0; i-- {
		s.Dispute.Ways = append([]view.Option{{
			Key: itoa(i), Cols: []string{"it was R, with B's cup: leave that die out"}, Line: "R roll without " + itoa(i),
		}}, s.Dispute.Ways...)
	}
	return s
}

// setupSnap is S1.
func setupSnap() *view.Snapshot {
	line := func(name, say, is string, values ...string) view.Choice {
		return view.Choice{Name: name, Say: say, Is: is, Values: values}
	}
	seat := func(mark, car, driver, by, rolls string, grid int) view.Seat {
		return view.Seat{Mark: mark, Car: car, Driver: driver, By: by, Rolls: rolls, Station: "-", Grid: grid}
	}
	cleo := seat("Y", "yellow", "Cleo", "bot, medium", "the Pi", 5)
	cleo.Bot = "medium"
	return &view.Snapshot{
		Seq: 3, Stage: view.SettingUp, Head: view.Head{Game: "Pitstop", Units: "devices: cup ok  panel -  keypad ok"}, Guard: 200,
		Setup: &view.Setup{
			Race: "race 13",
			Lines: []view.Choice{
				line("game", "Pitstop", "pitstop", "pitstop"), line("board", "Lakeside, 60 cells, PRACTICE", "lakeside", "lakeside", "short-loop"),
				line("season", "Thursdays, race 2", "Thursdays"), line("options", "slipstream on, rest as printed", ""),
				line("laps", "3 (every circuit, PS-3)", "3", "3"), line("grid", "result of race 12 (PS-16)", "last", "lot", "roll", "last", "standing"),
				line("pace", "run on", "run", "run", "confirm"), line("rolls", "cup 7F3A for the table", ""),
				line("house", `2 rules: "four cars may share the pit exit" ...`, ""),
			},
			Options: []view.Choice{
				{Name: "slipstream", Say: "slipstream", Is: "on", Values: []string{"off", "on"}, Clause: "PS-17"},
				{Name: "tyres", Say: "soft tyres", Is: "off", Values: []string{"off", "on"}, Clause: "PS-18"},
			},
			Cars: []view.Seat{
				seat("R", "red", "Anna", "herself", "table cup", 2), seat("B", "blue", "Ben", "himself", "table cup", 1),
				seat("G", "green", "Dev", "himself", "table cup", 4), seat("K", "black", "Finn", "himself", "table cup", 6),
				seat("W", "white", "Eve", "herself", "table cup", 3), cleo,
			},
			Spare: []view.Spare{{Car: "pink", Say: "pink"}, {Car: "brown", Say: "brown"}}, Levels: []string{"easy", "medium", "hard"},
			ToDo: []string{
				"build Lakeside: b shows the tiles in order and the 8 limit tokens",
				"2 cars a grid place, behind the line: B R | W G | Y K", "each driver: tyres 16, fuel 16, gear 1",
			},
			Notes: []string{"Blue and Black begin alike: Black is K on every screen."},
		},
	}
}

// welcomeSnap is S16.
func welcomeSnap() *view.Snapshot {
	s := rollSnap()
	s.Stage = view.Welcome
	s.Welcome = &view.Waiting{
		Head: "A RACE IS WAITING   Pitstop, Lakeside PRACTICE, turn 23, lap 2 of 3",
		Read: "nothing was lost: 210 answers read, the last one whole",
		Last: []string{
			"210  W Eve rolled 50 drop: waits 1 turn", "208  K Finn gear 2", "207  K Finn rolled 50 50 50: 3 cells, to 2nd after corner 1",
		},
		Now:   "R Anna has gear 4 and rolls 4 dice",
		Units: []string{"cup 7F3A here (same unit, count 119, nothing untaken)   keypad here"},
		Other: []string{"12 Pitstop finished   11 Speed Circuit waiting, turn 9"},
		Off:   "this Pi was off, for how long it cannot say",
	}
	return s
}

// resultSnap is S11.
func resultSnap() *view.Snapshot {
	cells := func(note string, s ...string) view.Row { return view.Row{Cells: s, Note: note} }
	return &view.Snapshot{
		Seq: 318, Stage: view.Over, Guard: 200,
		Head: view.Head{Game: "Pitstop", Board: "Lakeside", Practice: true, Progress: "3 laps", Race: "race 13, Thursdays 2 of 6"},
		Result: &view.Result{
			Head: "FINISHED after 51 turns   2 rulings, 1 protest open: entry 118, see t",
			Rows: []view.Row{
				cells("", "1", "B", "blue", "Ben", "turn 49", "5"), cells("", "2", "R", "red", "Anna", "turn 50", "3"),
				cells("", "3", "Y", "yellow", "Cleo*", "turn 50, after R", "2"), cells("", "4", "W", "white", "Eve*", "turn 51", "1"),
				cells("left the road, tyres (PS-9)", "-", "G", "green", "Dev", "out lap 3, corner 7"),
				cells("spun behind three cars (PS-12)", "-", "K", "black", "Finn", "out lap 2, corner 3"),
			},
			Season: []string{
				"Thursdays after race 2", "1 Ben     5 + 5   10", "2 Anna    3 + 3    6", "3 Eve     2 + 1    3", "4 Cleo    0 + 2    2",
				"5 Dev     1 + 0    1", "6 Finn    0 + 0    0",
			},
			Grid: []string{"next grid (PS-16)", "B R | Y W | G K"},
			Best: []string{"longest move G 400 km/h, turn 31    most wear K 4, turn 19"},
			House: []string{
				"four cars may share the pit exit (written at the start)",
			},
			Kept: "race-0013.race, 318 entries, verified", Bots: true, Next: "next",
		},
	}
}

// deviceSnap is S10.
func deviceSnap() *view.Snapshot {
	s := rollSnap()
	s.Head = view.Head{Game: "Speed Circuit", Progress: "turn 9"}
	part := func(n, who, state, last string) view.Unit {
		return view.Unit{Name: "A0B1/" + n, Kind: "panel", What: "knob, lamp, hood", For: who, State: state, Last: last, Bat: "-", Ours: true}
	}
	s.Units = []view.Unit{
		{Name: "A0B1", Kind: "panel", What: "6 stations", For: "the table", State: "ok", Last: "pong, 1 s", Bat: "usb", Ours: true},
		part("1", "A Anna", "ok", "LOCKED"), part("2", "B Ben", "ok", "LOCKED"), part("3", "C Cleo", "ok", "not yet"),
		part("4", "D Dev", "ok", "LOCKED"), part("5", "E Eve", "SET ASIDE", "noise, 9 s"), part("6", "F Finn", "ok", "LOCKED"),
		{Name: "7F3A", Kind: "cup", What: "6 dice", For: "nobody", State: "not needed", Last: "50 f, 40 s", Bat: "87%", Ours: true},
		{Name: "keypad", Kind: "keypad", What: "director", For: "Dev", State: "ok", Last: "now", Bat: "-", Ours: true},
		{Name: "i2c 0x70", Kind: "lamps", What: "lap lamps", For: "nobody", State: "NOT FOUND", Last: "never", Bat: "-"},
		{Name: "/dev/ttyS0", Kind: "", What: "not ours", For: "ignored", State: "no HELLO", Last: "-", Bat: "-"},
	}
	s.Units[5].Off = true
	s.Tray = []view.Tray{{
		Unit: "cup 7F3A", Faces: "50 fuel", Age: 40, Drop: "tray 7F3A drop",
		Why: "nobody was asked, and nothing in this game asks for dice",
	}}
	return s
}

func devicePage() *view.Page {
	return &view.Page{Devices: &view.Devices{
		Note: "KNOB 5 SET ASIDE, 212 turns in 2 s (wet?)   Eve answers at the keyboard",
		Last: []string{
			"the clock of this Pi is not set: times count from the start",
			"0:52:10 panel A0B1/5: 106 edges a second, set aside; k returns it, dry",
			"0:40:02 panel A0B1 back after 3 s, the same unit; nothing lost",
		},
	}}
}

// undoPage is S15.
func undoPage() *view.Page {
	cells := func(s ...string) view.Row { return view.Row{Cells: s} }
	return &view.Page{Undo: &view.Undo{
		Title: "Pitstop, turn 22",
		Head:  "STRIKE 6 ANSWERS, 210 BACK TO 205?   Enter do it   Esc keep all", N: 6, Line: "undo 6",
		Strike: []view.Row{
			cells("210", "W roll 50 drop", "the dice 50 drop: W rolls with them"), cells("209", "W service both", ""), cells("208", "K gear 2", ""),
			cells("207", "K roll 50 50 50", "the dice 50 50 50: K rolls with them"), cells("206", "G gear 4", ""),
			cells("205", "G roll 50 50 50", "the dice 50 50 50: G rolls with them"),
		},
		Board: []string{
			"G   from last before corner 3 [20] to 1st after corner 2 [16]", "K   from 2nd after corner 1 [12] to corner 1, 2nd of 3 [9]",
		},
		Dash: []string{"W   tyres 16 to 3, fuel 16 to 2", "K   gear counter 2 to 3", "G   gear counter 4 to 3"},
		Then: "G Dev rolls 3 dice, bonus taken: his dice lie there, Enter uses them",
	}}
}

// timelinePage is S9 before the amendment, amendPage what it would do.
func timelinePage() *view.Page {
	e := func(no int, from, line string) view.Entry {
		return view.Entry{No: no, Turn: 22, From: from, Line: line, Answer: true}
	}
	k := e(207, "typed", "K roll 50 50 50")
	k.Note = "one of them was cocked"
	return &view.Page{Timeline: &view.Timeline{
		Title: "Pitstop, turn 22",
		At:    207, Hidden: []int{195, 196},
		Rows: []view.Entry{
			e(201, "table", "Y gear 3"), e(202, "cup", "B roll 50 50 50 50"), e(203, "Dev", "B gear 5"), e(204, "Dev", "G bonus"),
			e(205, "cup", "G roll 50 50 50"), e(206, "Dev", "G gear 4"), k, e(208, "Dev", "K gear 2"), e(209, "Dev", "W service both"),
			e(210, "cup", "W roll 50 drop"),
		},
		Side: []string{
			"K Finn in this entry", "gear 3, no bonus", "150 km/h, 3 cells", "9 (corner 1, 2nd) to 12", "corner 1: limit 150, free", "fuel 0, tyres 0",
		},
	}}
}

func amendPage() *view.Page {
	return &view.Page{Amend: &view.Amend{
		Head: "e amended to: 50 50 drop", Side: []string{"100 km/h, 2 cells to 11", "208-210 still fit"}, Fits: true,
		Board: []string{"K from 12 to 11"}, Keep: "amend 207 K roll 50 50 d\nkeep", Cut: "cut",
	}}
}

// rulePage is S8.
func rulePage() *view.Page {
	car := func(mark, name, was, at, isAt, is string, values ...string) view.RuledCar {
		return view.RuledCar{Mark: mark, Name: name, Was: was, WasAt: at, Is: is, At: isAt, Moved: is != "", Values: values, Changed: make([]bool, 4)}
	}
	strip := lakeside()
	strip.Rows = []engine.StripRow{
		strip.Rows[0],
		{Label: "cars", Text: "           K       G    YB  R                           W"},
		{Label: "road", Text: "-------===---==-----====----==----===----==----===---===P---|line"},
		strip.Rows[4],
	}
	return &view.Page{Rule: &view.Ruling{
		Fields: []string{"lap", "gr", "ty", "fu"}, Names: []string{"lap", "gear", "tyres", "fuel"},
		Cars: []view.RuledCar{
			car("R", "Anna", "2nd after corner 3", "26", "29", "corner 4, 1st of 2", "2", "4", "11", "9"),
			car("B", "Ben", "1st after corner 3", "25", "26", "2nd after corner 3", "2", "5", "7", "12"),
			car("Y", "Cleo", "1st after corner 3", "25", "25", "", "2", "3", "14", "10"),
			car("G", "Dev", "last before corner 3", "20", "20", "", "2", "4", "6", "8"),
			car("K", "Finn", "2nd after corner 1", "12", "12", "", "2", "2", "9", "3"),
			car("W", "Eve", "in the pits, waits 1", "pit", "pit", "", "1", "1", "16", "16"),
		},
		Options: []view.Choice{{Name: "slipstream", Say: "slipstream", Is: "on", Values: []string{"off", "on"}}},
		Reasons: []string{"miscounted", "board bumped", "wrong car moved", "house rule", "table agreed", "what was typed was wrong"},
		Check: []string{
			"R and B change; no cell holds more than 3; the order is R B Y G K W",
			"still to roll: R Anna, 4 dice.     Against the book: nothing.",
		},
		Strip: strip,
	}}
}

// secretSnap is a secret phase: soft tyres (PS-18).
func secretSnap() *view.Snapshot {
	s := rollSnap()
	s.Asks = nil
	for i, who := range []string{"R RED ANNA", "B BLUE BEN", "E EVE"} {
		m := who[:1]
		s.Asks = append(s.Asks, view.Ask{
			ID: "9." + itoa(i+1), Name: "kind", Form: "declare", Car: m, Who: who, Head: "CHOOSE YOUR TYRES", Waits: true, Secret: true, Done: i == 1,
			Info: "Soft: each drop is a 50 at one tyre point (PS-18)",
			Options: []view.Option{
				{Cols: []string{"hard"}, Line: m + " kind hard", Short: "hard"}, {Cols: []string{"soft"}, Line: m + " kind soft", Short: "soft"},
			},
		})
	}
	return s
}

// speedSnap is S3: stations, one of them set aside, and a bot.
func speedSnap() *view.Snapshot {
	s := secretSnap()
	s.Asks, s.Table.Cars, s.Units = nil, nil, nil
	s.Head.Game, s.Head.Board, s.Head.Units, s.Head.Bots = "speed circuit", "Rivermouth", "panel 4/5", "1 bot"
	for i, name := range []string{"Anna", "Ben", "Cleo", "Dev", "Eve", "Finn"} {
		m := name[:1]
		a := view.Ask{
			ID: "90." + itoa(i+1), Name: "speed", Form: "declare", Car: m, Who: strings.ToUpper(m + " red " + name), Head: "SET YOUR SPEED", Waits: true,
			Secret: true, Entry: "station", Done: i != 2 && i != 4,
		}
		for k := 1; k < 7; k++ {
			v := itoa(20 * k)
			a.Options = append(a.Options, view.Option{Key: itoa(k), Cols: []string{v}, Line: m + " speed " + v, Short: v})
		}
		car := view.Car{Place: i + 1, Mark: m, Name: name, Cells: []string{"120", "7/12"}, Bot: m == "F"}
		s.Table.Cars = append(s.Table.Cars, car)
		if m == "E" || m == "F" {
			a.Entry = "shown"
		}
		if m != "F" {
			s.Units = append(s.Units, view.Unit{Name: "A0B1/" + itoa(i+1), Kind: "panel", For: m + " " + name, State: "ok", Ours: true})
		}
		s.Asks = append(s.Asks, a)
	}
	s.Units[4].State, s.Units[4].Off = "SET ASIDE", true
	s.Asks = []view.Ask{s.Asks[2], s.Asks[4], s.Asks[0], s.Asks[1], s.Asks[3], s.Asks[5]} // control puts what is done behind
	s.Table.Columns, s.Table.Then = []string{"car", "mph", "wear"}, nil
	return s
}

// undoneSnap is what the table's button asks for.
func undoneSnap() *view.Snapshot {
	s := gearSnap()
	s.Offer, s.OfferKey = "the table asks to undo: next does it, hold leaves it", "u"
	return s
}

// matrixSnap has two levels of choices, as S6.
func matrixSnap() *view.Snapshot {
	s := gearSnap()
	opt := func(row, col, to string) view.Option {
		return view.Option{Row: row, Col: col, Cols: []string{to}, Line: row + " speed " + col[5:] + " to " + to, Short: to}
	}
	s.Asks[0].More = 0
	s.Asks[0].Options = []view.Option{
		opt("R1", "with 6", "c5-2/1"), opt("R1", "with 6", "c5-2/2"), opt("R1", "with 5", "c5-3"), opt("R2", "with 6", "c5.1"),
	}
	s.Asks[0].Options[0].Field = "c5-2 or slip"
	s.Asks[0].Fields = []view.Field{{Row: "R2", Col: "with 5", Text: "(R3 did)"}, {Row: "R3", Text: "moved: 4, to bridge+2/4"}}
	s.Table.Crews = &view.Crews{
		Title: "rev counter", Columns: []string{"1", "2", "3"}, Legend: ". moved  s side lane  b box",
		Ahead: []string{"B1", "G1", "R2", "R1", "R3", "K1", "Y1"}, Next: []string{"Cleo", "Eve", "Finn"},
		Rows: []view.Crew{
			{Mark: "B", Name: "Ben", Cells: []string{"L2.", "L2.", "L1."}},
			{Mark: "G", Name: "Dev", Cells: []string{"L2.", "L2.", "out"}},
			{Mark: "R", Name: "Anna", Moving: true, Cells: []string{"L2", "L2", "L2."}},
			{Mark: "Y", Name: "Cleo", Cells: []string{"L2", "L1s", "L2"}},
			{Mark: "W", Name: "Eve", Cells: []string{"L1", "L2", "L1b"}},
			{Mark: "K", Name: "Finn", Cells: []string{"L2", "L2", "L2"}},
		},
	}
	return s
}

// fieldSnap is a field of 33 cars, as S7.
func fieldSnap() *view.Snapshot {
	s := gearSnap()
	s.Table = view.Table{Columns: []string{"car", "laps"}}
	for i := range 33 {
		s.Table.Cars = append(s.Table.Cars, view.Car{Place: i + 1, Mark: itoa(i + 1), Name: "Dev", Cells: []string{"2", "ok"}, Flag: "."})
	}
	s.Table.Cars[9].Moving, s.Table.Cars[20].Flag = true, "p3"
	return s
}
