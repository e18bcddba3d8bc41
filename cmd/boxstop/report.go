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

	"boxstop/cmd/internal/control"
	"boxstop/engine"
)

const reportText = `usage: boxstop report [SHEET] [FILE] [--format text|markdown|csv] [--width 80] [--state DIR]

Prints the sheets of a race: all of them, or the one that is named. SHEET is result, table,
drivers, or what the game keeps, such as laps, turns, stops of Pitstop; the table sheet says
everything that is needed to build the position on an empty table. FILE is a race file, or
the number of a race of the state folder; without it the newest race there is read.

  --format F   text, markdown, or csv for a spreadsheet
  --width N    columns of the text: 80, or 40 for a receipt printer

Examples:
  boxstop report
  boxstop report table race-0013.race
  boxstop report 13 result --width 40 | lp
  boxstop report laps --format csv > laps.csv
`

const seasonText = `usage: boxstop season [--name NAME] [--format text|markdown|csv] [--width 80] [--state DIR] [FILE]...

Prints a championship: the table, the points of each race, the next grid. Without FILES it
reads the races of the state folder that are over, of the season that is named; without a
name, of the season of the newest race.

Examples:
  boxstop season --name Thursdays
  boxstop season race-0012.race race-0013.race --format markdown
`

// outForm is how sheets are printed.
type outForm struct {
	format string
	width  int
}

func (o *outForm) flags(f interface {
	StringVar(p *string, name, value, usage string)
	IntVar(p *int, name string, value int, usage string)
},
) {
	f.StringVar(&o.format, "format", "text", "")
	f.IntVar(&o.width, "width", 80, "")
}

func (o *outForm) wrong() error {
	switch {
	case !slices.Contains([]string{"text", "markdown", "csv"}, o.format):
		return fmt.Errorf("--format %s; allowed are text, markdown, csv", o.format)
	case o.width < 20 || o.width > 500:
		return fmt.Errorf("--width %d; allowed are 20 to 500", o.width)
	}
	return nil
}

func report(_ context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := flags("report")
	state := f.String("state", "", "")
	var form outForm
	form.flags(f)
	ws, done, ok := words(f, args, 0, 2, reportText, stdout, stderr)
	if !ok {
		return done
	}
	if err := form.wrong(); err != nil {
		fmt.Fprintf(stderr, "boxstop report: %v\n", err)
		return 2
	}
	dir := stateDir(*state)
	path, sheet := "", ""
	for _, w := range ws {
		switch n, err := strconv.Atoi(w); {
		case err == nil:
			path = control.RacePath(dir, n)
		case isFile(w):
			path = w
		case sheet == "":
			sheet = w
		default:
			fmt.Fprintf(stderr, "boxstop report: %q and %q: one sheet and one file are wanted\n", sheet, w)
			return 2
		}
	}
	if path == "" {
		files := control.RaceFiles(dir)
		if len(files) == 0 {
			return fail(stderr, hint(fmt.Errorf("%s: there is no race yet", dir), "name a race file, or the state folder with --state DIR"))
		}
		path = files[len(files)-1]
	}
	s, err := readRace(path, dir, stderr)
	if err != nil {
		return fail(stderr, err)
	}
	var out []engine.Sheet
	var names []string
	for _, p := range s.Papers() {
		names = append(names, p.Name)
		if sheet == "" || sheet == "all" || strings.HasPrefix(p.Name, strings.ToLower(sheet)) {
			out = append(out, p.Sheet)
		}
	}
	if len(out) == 0 {
		fmt.Fprintf(stderr, "boxstop report: there is no sheet %q of this race; there are %s\n", sheet, strings.Join(names, ", "))
		return 2
	}
	if err := writeSheets(stdout, out, form); err != nil {
		return fail(stderr, err)
	}
	return 0
}

// isFile tells a race file from the name of a sheet.
func isFile(w string) bool {
	if strings.ContainsAny(w, "/.") {
		return true
	}
	st, err := os.Stat(w)
	return err == nil && st.Mode().IsRegular()
}

func season(_ context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := flags("season")
	state := f.String("state", "", "")
	name := f.String("name", "", "")
	var form outForm
	form.flags(f)
	files, done, ok := words(f, args, 0, -1, seasonText, stdout, stderr)
	if !ok {
		return done
	}
	if err := form.wrong(); err != nil {
		fmt.Fprintf(stderr, "boxstop season: %v\n", err)
		return 2
	}
	c := championship{dir: stateDir(*state), name: *name, stderr: stderr}
	var err error
	if len(files) > 0 {
		err = c.files(files)
	} else {
		err = c.folder()
	}
	if err == nil && len(c.races) == 0 {
		err = errors.New("none of these races is over, or of that season")
	}
	if err == nil {
		err = writeSheets(stdout, c.sheets(), form)
	}
	if err != nil {
		return fail(stderr, err)
	}
	return 0
}

// championship is the races of a season.
type championship struct {
	dir, name string
	stderr    io.Writer
	paths     []string
	races     []*control.Session
}

// files takes the races that were named.
func (c *championship) files(paths []string) error {
	for _, path := range paths {
		s, err := readRace(path, c.dir, c.stderr)
		if err != nil {
			return err
		}
		switch {
		case !s.Over():
			fmt.Fprintf(c.stderr, "%s: the race is not over; it is left out\n", path)
			continue
		case c.name != "" && s.Plan.Season != c.name:
			continue
		case len(c.races) > 0 && s.About.Game != c.races[0].About.Game:
			return fmt.Errorf("%s: a race of %s, and %s is one of %s: a season is of one game", path, s.About.Title, c.paths[0], c.races[0].About.Title)
		}
		c.paths, c.races = append(c.paths, path), append(c.races, s)
	}
	return nil
}

// folder takes the races of the state folder; without a name, those of the newest race's season.
func (c *championship) folder() error {
	all := control.RaceFiles(c.dir)
	game, names := "", []string{}
	for _, path := range slices.Backward(all) {
		s, err := control.ReadRace(path, games, library(c.dir))
		if err != nil {
			fmt.Fprintf(c.stderr, "%v\n", err)
			continue
		}
		if n := s.Plan.Season; n != "" && !slices.Contains(names, n) {
			names = append(names, n)
		}
		if c.name == "" {
			c.name = s.Plan.Season
		}
		if s.Plan.Season != c.name || c.name == "" || !s.Over() || game != "" && s.About.Game != game {
			continue
		}
		game = s.About.Game
		c.paths, c.races = append(c.paths, path), append(c.races, s)
	}
	slices.Reverse(c.paths)
	slices.Reverse(c.races)
	switch {
	case len(c.races) > 0:
		return nil
	case len(all) == 0:
		return hint(fmt.Errorf("%s: there is no race yet", c.dir), "name race files, or the state folder with --state DIR")
	case len(names) == 0:
		return hint(fmt.Errorf("%s: no race there belongs to a season", c.dir), "name race files; the line season \"NAME\" of the set-up makes a race part of one")
	}
	return fmt.Errorf("no race of a season %q is over; there are seasons %s", c.name, strings.Join(names, ", "))
}

// sheets are the table, what each race gave, and the next grid.
func (c *championship) sheets() []engine.Sheet {
	var results []engine.Result
	for _, s := range c.races {
		results = append(results, s.Result())
	}
	se := c.races[0].Rules.Season(results)
	title := "championship"
	if c.name != "" {
		title += " " + c.name
	}
	table := engine.Sheet{Title: title, Columns: []string{"place", "driver"}}
	for i := range c.races {
		table.Columns = append(table.Columns, fmt.Sprintf("race %d", i+1))
	}
	table.Columns = append(table.Columns, "points")
	for i, sc := range se.Table {
		place := i + 1
		if i > 0 && se.Table[i-1].Points == sc.Points { // equal on points
			place, _ = strconv.Atoi(table.Rows[i-1][0])
		}
		row := []string{strconv.Itoa(place), sc.Who}
		for r := range c.races {
			p := ""
			if r < len(sc.By) && sc.By[r] != 0 {
				p = points(sc.By[r])
			}
			row = append(row, p)
		}
		table.Rows = append(table.Rows, append(row, points(sc.Points)))
	}
	out := []engine.Sheet{table}
	for i, s := range c.races {
		t := engine.Sheet{Title: fmt.Sprintf("race %d, %s", i+1, s.Setup.Board.Name), Columns: []string{"place", "mark", "driver", "points"}}
		for k, st := range results[i].Stands {
			e := s.Setup.Entries[st.Car-1]
			place, p := strconv.Itoa(st.Place), ""
			if st.State >= engine.Retired {
				place = "-"
			}
			if i < len(se.Points) && k < len(se.Points[i]) && se.Points[i][k] != 0 {
				p = points(se.Points[i][k])
			}
			t.Rows = append(t.Rows, []string{place, e.Mark, e.Name, p})
		}
		out = append(out, t)
	}
	grid := engine.Sheet{Title: "next grid", Columns: []string{"grid place", "drivers"}}
	per := max(1, c.races[0].About.Places)
	for i := 0; i < len(se.Grid); i += per {
		grid.Rows = append(grid.Rows, []string{strconv.Itoa(i/per + 1), strings.Join(se.Grid[i:min(len(se.Grid), i+per)], ", ")})
	}
	if len(grid.Rows) == 0 {
		grid.Rows = [][]string{{"", "drawn anew"}}
	}
	return append(out, grid)
}

func points(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
