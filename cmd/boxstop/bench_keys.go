package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/gdamore/tcell/v2"

	"boxstop/cmd/internal/console"
	"boxstop/cmd/internal/control"
	"boxstop/cmd/internal/view"
	"boxstop/devices"
	"boxstop/devices/link"
	"boxstop/devices/sim"
	"boxstop/engine"
)

// keyCount is how many keys moves took, and how many lines of move sheets were done by hand.
type keyCount struct{ moves, keys, worst, hands int }

func (k keyCount) mean() float64 { return float64(k.keys) / float64(max(1, k.moves)) }

func (k *keyCount) add(o keyCount) {
	k.moves, k.keys, k.worst, k.hands = k.moves+o.moves, k.keys+o.keys, max(k.worst, o.worst), k.hands+o.hands
}

// ways are how a race can be sat through.
type way struct {
	how string
	sitting
}

func waysOf(g engine.Rules, seed uint64, cars int) []way {
	out := []way{{"with units", sat(g, seed, true)}, {"typed", sat(g, seed, false)}}
	if g.About().CarsPerSeat == 0 {
		out = append(out, way{"run by a", sitting{game: g, seed: seed, run: true}})
	}
	for i := range out {
		out[i].cars = cars
	}
	return out
}

func benchKeys(ctx context.Context, races int, seed uint64, cars int, out io.Writer) error {
	fmt.Fprintf(out, "%-16s %-12s %6s %6s %6s %12s %12s %8s\n", "game", "rolls", "races", "moves", "keys", "keys a move", "worst move", "by hand")
	for _, g := range games {
		if a := g.About(); cars > 0 && (a.CarsPerSeat != 0 || a.MaxCars < cars) {
			continue // their fields are smaller
		}
		for k := range waysOf(g, seed, cars) {
			var all keyCount
			var how string
			for i := range races {
				w := waysOf(g, seed+uint64(i), cars)[k]
				n, err := w.race(ctx)
				if err != nil {
					return err
				}
				all.add(n)
				how = w.how
			}
			fmt.Fprintf(out, "%-16s %-12s %6d %6d %6d %12.2f %12d %8s\n", g.About().Game, how, races, all.moves, all.keys, all.mean(), all.worst, cmp.Or(strings.TrimPrefix(strconv.Itoa(all.hands), "0"), "-"))
		}
	}
	return nil
}

// glass is a simulated screen that can be read while it is drawn on.
type glass struct {
	tcell.SimulationScreen
	mu sync.Mutex
}

// Show shows what was drawn.
func (g *glass) Show() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.SimulationScreen.Show()
}

// fingers drive a race by pressing keys on a real console. What to answer a bot says, on a copy of the race that is folded from its file.
type fingers struct {
	rules   engine.Rules
	levels  []string // of the bots that say what each car answers
	c       *control.Control
	screen  *glass
	painted chan int
	seen    int // the newest line that is on the screen
	cup     *sim.Unit
	panel   *sim.Unit // a station a car, on one cable
	luck    *rand.Rand

	path   string
	read   int64
	seq    int
	copied *control.Session
	silent map[string]bool
	moves  map[[2]int]int // keys of each turn and car
	run    bool           // what needs nobody is run by a, and the move sheet read out after every turn
	turn   int            // of the last move sheet
	hands  int            // lines of all move sheets
}

// sat is a sitting with a simulated unit or with typed rolls, and more lines of set-up.
func sat(g engine.Rules, seed uint64, units bool, more ...string) sitting {
	stations := 0
	if units && secrets(g) {
		stations = mostStations
		more = append([]string{"option speeds stations"}, more...)
	}
	if g.About().CarsPerSeat == 0 { // many cars to a person: who has one sensible end drives there by itself (TB-22)
		more = append([]string{"option alone run"}, more...)
	}
	return sitting{game: g, seed: seed, cup: units, stations: stations, more: more}
}

// mostStations is how many stations a panel on one cable has.
const mostStations = 6

// sitting is who and what is at the table: a cup, or typed rolls; stations for the first drivers; more lines of set-up.
type sitting struct {
	game     engine.Rules
	seed     uint64
	cup      bool
	stations int
	cars     int  // 0: as many as the demo has
	run      bool // what needs nobody is run by one key, with the Pi's dice (TB-22)
	more     []string
	looks    func(screen string)     // may be nil: reads the screen before each answer
	after    func(path string) error // may be nil: reads the race file in the end
}

// race drives one race.
func (t sitting) race(ctx context.Context) (n keyCount, err error) {
	g, seed, units := t.game, t.seed, t.cup
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dir, err := os.MkdirTemp("", "boxstop-keys-")
	if err != nil {
		return n, err
	}
	defer os.RemoveAll(dir)
	d := demoRace{dir: dir, game: g.About().Game, seed: seed, cars: t.cars}
	plan, err := d.plan()
	if err != nil {
		return n, err
	}
	for _, l := range t.more {
		if err := plan.Do(l); err != nil {
			return n, err
		}
	}
	var levels []string // of the field: every strength drives
	for i := range plan.Cars {
		levels = append(levels, plan.Cars[i].Bot)
		plan.Cars[i].Bot = ""
	}
	f := &fingers{
		rules: g, levels: levels, luck: rand.New(rand.NewPCG(seed, 9)), painted: make(chan int, 1), silent: map[string]bool{}, moves: map[[2]int]int{},
		path: control.RacePath(dir, 1), run: t.run, turn: 1,
	}
	var dev devices.Device
	if units {
		var unplug func()
		if dev, unplug, err = f.plug(ctx, plan, seed, t.stations); err != nil {
			return n, err
		}
		defer unplug()
	}
	if err := os.WriteFile(dir+"/table.boxstop", lines(plan.Lines()), 0o600); err != nil {
		return n, err
	}
	if f.c, err = control.New(control.Options{Games: games, Library: library(dir), State: dir, Device: dev, Seed: seed}); err != nil {
		return n, err
	}
	ran := make(chan error, 2)
	go func() { ran <- f.c.Run(ctx) }()
	defer func() { cancel(); err = errors.Join(err, <-ran) }()
	if units {
		if err := d.unitHere(ctx, f.c); err != nil {
			return n, err
		}
	}
	if r := f.c.Do(ctx, "director", view.Order{Line: "start"}); r.Error != "" {
		return n, errors.New(r.Error)
	}
	shown := f.look(ctx)
	defer func() { cancel(); <-shown }()
	for {
		over, err := f.step(ctx)
		if err != nil {
			return n, err
		}
		if over {
			break
		}
		if t.looks != nil {
			t.looks(f.text())
		}
	}
	if t.after != nil {
		if err := t.after(f.path); err != nil {
			return n, err
		}
	}
	for _, k := range f.moves {
		n.add(keyCount{moves: 1, keys: k, worst: k})
	}
	n.hands = f.hands
	return n, nil
}

// plug lays a cup on the table and a panel with stations for the first drivers, each on a pseudo-terminal of its own.
func (f *fingers) plug(ctx context.Context, plan *control.Plan, seed uint64, stations int) (dev devices.Device, unplug func(), err error) {
	var plugged []*sim.Unit
	unplug = func() {
		for _, u := range plugged {
			_ = u.Close()
		}
	}
	defer func() {
		if err != nil {
			unplug()
		}
	}()
	faces := max(6, len(control.Sides(f.rules.About(), plan.Box, 0)))
	if f.cup, err = sim.NewDice(sim.Options{Serial: "D1CE00007F3A", Dice: 12, Faces: faces, Rand: rand.New(rand.NewPCG(seed, 1))}); err != nil {
		return nil, nil, err
	}
	plugged = append(plugged, f.cup)
	drivers := plan.Cars[:min(stations, len(plan.Cars))]
	if n := len(drivers); n > 0 {
		o := sim.Options{Serial: "5AFE0000A0B1", Kind: "panel", Dice: -1, Knobs: n, Buttons: n, Lamps: n, Digits: 4, Displays: n, Rand: rand.New(rand.NewPCG(seed, 2))}
		if f.panel, err = sim.NewDice(o); err != nil {
			return nil, nil, err
		}
		plugged = append(plugged, f.panel)
	}
	var paths, marks []string
	for _, u := range plugged {
		paths = append(paths, u.Path())
	}
	units, err := link.Start(ctx, link.Options{Paths: paths, Globs: []string{}})
	if err != nil {
		return nil, nil, err
	}
	for _, c := range drivers {
		marks = append(marks, c.Mark)
	}
	return devices.Split(units, func(string) devices.Cabled { return devices.Cabled{Sight: "hood", Drivers: marks} }), unplug, nil
}

// look puts a console on race control; what comes on the channel is how it ended.
func (f *fingers) look(ctx context.Context) <-chan error {
	f.screen = &glass{SimulationScreen: tcell.NewSimulationScreen("UTF-8")}
	ours, theirs := net.Pipe()
	go f.c.Client(ctx, theirs)
	shown := make(chan error, 1)
	go func() {
		shown <- console.Run(ctx, ours, console.Options{
			Screen: f.screen, Guard: -1, Repeat: -1, Frame: -1, Quiet: true, Painted: func(seq int) {
				select {
				case <-f.painted:
				default:
				}
				f.painted <- seq
			},
		})
	}()
	return shown
}
