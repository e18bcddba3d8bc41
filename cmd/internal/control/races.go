package control

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/view"
	"boxstop/engine"
	"boxstop/tracks"
)

// RacePath is where race number n of a state folder is.
func RacePath(state string, n int) string {
	return filepath.Join(state, "races", fmt.Sprintf("race-%04d.race", n))
}

// RaceFiles are the race files of a state folder, oldest first.
func RaceFiles(state string) []string {
	files, _ := filepath.Glob(filepath.Join(state, "races", "race-*.race"))
	slices.Sort(files)
	return files
}

func numberOf(path string) int {
	n, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "race-"), ".race"))
	return n
}

// lastTable fills the plan with last time's people, cars, units, options and house rules (TB-18).
func (c *Control) lastTable() {
	doc, err := os.ReadFile(filepath.Join(c.opt.State, "table.boxstop"))
	if err != nil {
		return
	}
	for _, l := range strings.Split(string(doc), "\n") {
		if err := c.plan.Do(l); err != nil {
			c.note("last time's table: " + err.Error())
			continue
		}
		c.same = true
	}
}

func (c *Control) keepTable() error {
	return os.WriteFile(filepath.Join(c.opt.State, "table.boxstop"), []byte(strings.Join(c.plan.Lines(), "\n")+"\n"), 0o644)
}

// ReadRace reads a race file without going on with it.
func ReadRace(path string, games []engine.Rules, lib tracks.Library) (*Session, error) {
	doc, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	lines, whole, err := racefile.Read(doc)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s, err := Load(games, lib, lines, func() int64 { return 0 }, func(racefile.Line) {})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s.whole = whole
	return s, nil
}

// findUnfinished looks for a race that waits: the newest that is neither over nor left for another day.
func (c *Control) findUnfinished() error {
	files := RaceFiles(c.opt.State)
	for i := len(files) - 1; i >= 0 && i >= len(files)-6; i-- {
		s, err := ReadRace(files[i], c.opt.Games, c.opt.Library)
		if err != nil {
			c.note(err.Error())
			c.sums = append(c.sums, fmt.Sprintf("%d cannot be read: boxstop verify says why", numberOf(files[i])))
			continue
		}
		switch {
		case s.seq == 0: // the power went while its head was written
			c.sums = append(c.sums, fmt.Sprintf("%d %s never started", numberOf(files[i]), s.About.Title))
		case s.Over():
			c.sums = append(c.sums, fmt.Sprintf("%d %s finished", numberOf(files[i]), s.About.Title))
		case s.aside || c.session != nil:
			c.sums = append(c.sums, fmt.Sprintf("%d %s waiting, %s", numberOf(files[i]), s.About.Title, s.Words.Turn(s.race.Turn())))
		default:
			if err := c.take(files[i], s); err != nil {
				c.note(err.Error())
				continue
			}
			c.stage = view.Welcome
		}
	}
	return nil
}

// take opens a race file to go on with it. s is what was read of it just now; nil, or out of date: it is read.
func (c *Control) take(path string, s *Session) (err error) {
	var f *racefile.File
	var torn *racefile.Torn
	if s != nil {
		if f, err = racefile.Continue(path, s.whole); err != nil {
			return err
		}
	}
	if f == nil {
		var lines []racefile.Line
		if f, lines, torn, err = racefile.Open(path); err != nil {
			return err
		}
		if s, err = Load(c.opt.Games, c.opt.Library, lines, c.clock.ms, f.Append); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
		}
	}
	s.now, s.write = c.clock.ms, f.Append
	s.live, s.demo = true, c.opt.Demo
	c.file, c.session, c.plan = f, s, s.Plan.Clone()
	c.plan.Number = numberOf(path)
	c.clock.base = s.endMS
	c.movedAt = c.clock.base
	c.readClocks()
	if s.movedOn(s.movedAt) && c.confirms() {
		s.moved = false
	}
	c.welcome = &view.Waiting{Read: fmt.Sprintf("nothing was lost: %s read, the last one whole", plural(len(s.acts), "answer", "answers"))}
	if torn != nil {
		c.welcome.Read = fmt.Sprintf("%s read; the line that was being written when the power went is cut off (%d bytes, kept in %s): it was never shown", plural(len(s.acts), "answer", "answers"), torn.Bytes, filepath.Base(torn.Saved))
	}
	c.seasonSoFar()
	return nil
}

func (c *Control) resume(from string) error {
	c.stage = view.Racing
	c.session.aside = false
	c.session.log(from, "resume", nil)
	c.clock.run(!c.session.Held())
	c.movedAt = c.clock.ms()
	c.stageNow()
	return nil
}

// aside leaves the race for another day.
func (c *Control) aside(from string) error {
	if c.session == nil {
		return refuse("aside: no race is on")
	}
	if !c.session.Over() {
		c.session.log(from, "aside", nil)
	}
	return c.leave()
}

// leave flushes and closes the race, and goes back to the set-up page.
func (c *Control) leave() error {
	if err := c.file.Flush(); err != nil {
		return err
	}
	sum := fmt.Sprintf("%d %s waiting, %s", c.plan.Number, c.session.About.Title, c.session.Words.Turn(c.session.race.Turn()))
	if c.session.Over() {
		sum = fmt.Sprintf("%d %s finished", c.plan.Number, c.session.About.Title)
	}
	c.sums = append([]string{sum}, c.sums...)
	err := c.file.Close()
	c.file, c.session, c.welcome = nil, nil, nil
	c.stage = view.SettingUp
	c.clock.run(false)
	c.clock.base = 0
	c.plan = c.plan.Clone()
	c.plan.Number, c.plan.Seed, c.plan.Position = 0, 0, ""
	return err
}

// nextRace goes to the set-up page after a race that is over: of the same season with its grid filled, or free.
func (c *Control) nextRace(season bool) error {
	if c.session != nil && !c.session.Over() {
		return refuse("the race is not over; end ends it as it stands, aside leaves it for another day")
	}
	if c.session != nil {
		if err := c.leave(); err != nil {
			return err
		}
	}
	if season {
		c.plan.Grid, c.plan.Order = "last", nil
	}
	c.seasonSoFar()
	return nil
}

func (c *Control) openRace(w []string) error {
	if len(w) < 2 {
		return refuse("open: which race? such as: open 11")
	}
	n, err := strconv.Atoi(w[1])
	if err != nil {
		return refuse("open %s: the number of a race is wanted", w[1])
	}
	if c.session != nil && !c.session.Over() && c.stage != view.Welcome {
		return refuse("open %d: a race is on; aside leaves it for another day", n)
	}
	if c.session != nil {
		if err := c.leave(); err != nil {
			return err
		}
	}
	if err := c.take(RacePath(c.opt.State, n), nil); err != nil {
		return refuse("open %d: %s", n, err)
	}
	c.stage = view.Welcome
	if c.session.Over() {
		c.stage = view.Over
	}
	return nil
}

// setUp carries out a line on the set-up page.
func (c *Control) setUp(w []string, o *view.Order) (Outcome, error) {
	switch w[0] {
	case "start":
		return Outcome{}, c.start()
	case "same":
		c.plan = NewPlan(c.opt.Games, c.opt.Library)
		c.lastTable()
		return Outcome{}, nil
	}
	try := c.plan.Clone() // all of a line or nothing
	if try.shuffle = uint64(c.opt.Now().UnixNano()); c.opt.Seed != 0 {
		try.shuffle = c.opt.Seed
	}
	if err := try.Do(o.Line); err != nil {
		return Outcome{}, err
	}
	c.plan = try
	if w[0] == "season" || w[0] == "grid" || w[0] == "game" {
		c.seasonSoFar()
	}
	return Outcome{}, nil
}

// start begins the race of the plan.
func (c *Control) start() error {
	p := c.plan.Clone()
	files := RaceFiles(c.opt.State)
	p.Number = 1
	if len(files) > 0 {
		p.Number = numberOf(files[len(files)-1]) + 1
	}
	c.seasonSoFar()
	if err := c.gridOf(p); err != nil {
		return err
	}
	if p.Seed == 0 {
		if p.Seed = c.opt.Seed; p.Seed == 0 {
			p.Seed = uint64(c.opt.Now().UnixNano())
		}
	}
	var head []racefile.Line
	c.clock.base = 0
	s, err := Start(p, c.clock.ms, func(l racefile.Line) { head = append(head, l) })
	if err != nil {
		return err
	}
	f, err := racefile.Create(RacePath(c.opt.State, p.Number))
	if err != nil {
		return err
	}
	for _, l := range head {
		f.Append(l)
	}
	s.write = f.Append
	if err := f.Flush(); err != nil {
		return errors.Join(err, f.Close(), os.Remove(f.Path()))
	}
	s.live, s.demo = true, c.opt.Demo
	c.file, c.session, c.plan = f, s, p
	if err := c.keepTable(); err != nil {
		c.note("last time's table is not kept: " + err.Error())
	}
	clear(c.stopped)
	clear(c.had)
	clear(c.silent)
	c.stage = view.Racing
	c.clock.run(true)
	c.movedAt = 0
	return nil
}

// gridOf puts the grid of the season's last result, or of its standing, into the order of a plan.
func (c *Control) gridOf(p *Plan) error {
	if p.Grid != "last" && p.Grid != "standing" {
		return nil
	}
	how := p.Grid
	p.Grid, p.Order = "hand", nil
	if len(c.results) == 0 {
		if how == "standing" || p.Season != "" {
			p.Grid = "lot" // the first race of a season
			return nil
		}
		return refuse("grid %s: no race of this season is over; allowed now are lot, roll, or the marks in order", how)
	}
	names := p.Rules.Season(c.results).Grid
	if how == "last" && names == nil { // the book draws it anew for every race
		p.Grid = "lot"
		return nil
	}
	if how == "standing" {
		names = nil
		for _, sc := range p.Rules.Season(c.results).Table {
			names = append(names, sc.Who)
		}
	}
	for _, n := range names {
		for _, car := range p.Cars {
			if car.Driver == n && !slices.Contains(p.Order, car.Mark) {
				p.Order = append(p.Order, car.Mark)
			}
		}
	}
	for _, car := range p.Cars {
		if !slices.Contains(p.Order, car.Mark) {
			p.Order = append(p.Order, car.Mark)
		}
	}
	return nil
}

// seasonSoFar reads the results of the plan's season.
func (c *Control) seasonSoFar() {
	c.results = nil
	if c.plan.Rules == nil {
		return
	}
	var found []engine.Result
	files := RaceFiles(c.opt.State)
	for i, path := range files {
		if numberOf(path) == c.plan.Number || c.plan.Season == "" && i < len(files)-3 {
			continue
		}
		s, err := ReadRace(path, c.opt.Games, c.opt.Library)
		if err != nil || !s.Over() || s.About.Game != c.plan.Rules.About().Game || s.Plan.Season != c.plan.Season {
			continue
		}
		found = append(found, s.Result())
	}
	if c.plan.Season == "" && len(found) > 1 {
		found = found[len(found)-1:] // no season: only the race before
	}
	c.results = found
}

// Result is the race as a season sees it.
func (s *Session) Result() engine.Result {
	return engine.Result{Setup: s.Setup, Stands: s.race.Public(0).Stands(nil)}
}

func (c *Control) runPrint(w []string) error {
	page := "table"
	if len(w) > 0 {
		page = w[0]
	}
	if c.session == nil {
		return refuse("print: no race is on")
	}
	f := strings.Fields(c.opt.Print)
	cmd := exec.Command(f[0], f[1:]...)
	cmd.Stdin = strings.NewReader(strings.Join(c.session.Report(page, 80), "\n") + "\n")
	if out, err := cmd.CombinedOutput(); err != nil {
		return refuse("print: %s: %v %s", c.opt.Print, err, strings.TrimSpace(string(out)))
	}
	return nil
}
