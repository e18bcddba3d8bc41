package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"boxstop/cmd/internal/config"
	"boxstop/cmd/internal/console"
	"boxstop/cmd/internal/control"
	"boxstop/cmd/internal/view"
	"boxstop/devices/link"
	"boxstop/devices/sim"
	"boxstop/engine"
)

const demoText = `usage: boxstop demo [--game GAME] [--board BOARD] [--cars N] [--seed N] [--headless] [--fast] [--keep]

A race by itself: bots at the wheel, simulated dice that speak the real protocol over a real
pseudo-terminal. An answer key takes the wheel. Its state folder is its own, away with it.

  --game GAME     pitstop
  --board BOARD   lakeside; boxstop track draw BOARD shows one
  --cars N        how many, where the box has so many
  --seed N        the same seed, the same race
  --headless      without a screen: the result is printed
  --fast          nobody thinks
  --keep          leaves its state folder, and says where

Examples:
  boxstop demo
  boxstop demo --headless --fast --seed 7 --game pitstop
`

// demoBoard is driven on when nobody names a board, where the game has it.
const demoBoard = "lakeside"

// demoDrivers are sample names.
var demoDrivers = []string{"Anna", "Ben", "Cleo", "Dev", "Eve", "Finn"}

func demo(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := flags("demo")
	game := f.String("game", games[0].About().Game, "")
	board := f.String("board", "", "")
	cars := f.Int("cars", 0, "")
	seed := f.Uint64("seed", 0, "")
	headless := f.Bool("headless", false, "")
	fast := f.Bool("fast", false, "")
	keep := f.Bool("keep", false, "")
	if _, done, ok := words(f, args, 0, 0, demoText, stdout, stderr); !ok {
		return done
	}
	if !*headless {
		if err := terminal(); err != nil {
			return fail(stderr, err)
		}
	}
	if *seed == 0 {
		*seed = uint64(time.Now().UnixNano())
	}
	dir, err := os.MkdirTemp("", "boxstop-demo-")
	if err != nil {
		return fail(stderr, err)
	}
	if *keep {
		fmt.Fprintf(stderr, "the demo keeps its race in %s\n", dir)
	} else {
		defer os.RemoveAll(dir)
	}
	c, err := config.Read(config.Path(""))
	if err != nil {
		return fail(stderr, err)
	}
	d := demoRace{language: c.Language, keyboard: c.Keyboard, dir: dir, game: *game, board: *board, cars: *cars, seed: *seed, slow: 900 * time.Millisecond}
	if *fast {
		d.slow = 0
	}
	if err := d.run(ctx, *headless, stdout); err != nil {
		return fail(stderr, err)
	}
	return 0
}

// demoRace is a race by itself.
type demoRace struct {
	dir, game, board   string
	language, keyboard string
	cars               int // 0: as many as there are names
	seed               uint64
	slow               time.Duration
}

func (d *demoRace) run(ctx context.Context, headless bool, stdout io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	plan, err := d.plan()
	if err != nil {
		return err
	}
	// one cup for the table, by the box's die
	sides := control.Sides(plan.Rules.About(), plan.Box, 0)
	cup, err := sim.NewDice(sim.Options{
		Serial: "D1CE00007F3A", Dice: 12, Faces: max(6, len(sides)), Rand: rand.New(rand.NewPCG(d.seed, 1)), Auto: true, Delay: d.slow,
	})
	if err != nil {
		return err
	}
	defer cup.Close()
	units, err := link.Start(ctx, link.Options{Paths: []string{cup.Path()}, Globs: []string{}})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(d.dir, "table.boxstop"), lines(plan.Lines()), 0o644); err != nil {
		return err
	}
	c, err := control.New(control.Options{
		Games: games, Library: library(d.dir), State: d.dir, Device: units, Demo: true, Slow: d.slow, Guard: guard, Seed: d.seed,
	})
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	stop := func(err error) error {
		cancel()
		if e := <-done; err == nil {
			err = e
		}
		return err
	}
	if err := d.unitHere(ctx, c); err != nil {
		return stop(err)
	}
	if rep := c.Do(ctx, "director", view.Order{Line: "start"}); rep.Error != "" {
		return stop(fmt.Errorf("%s", rep.Error))
	}
	if headless {
		return stop(d.watch(ctx, c, stdout))
	}
	ours, theirs := net.Pipe()
	go c.Client(ctx, theirs)
	return stop(console.Run(ctx, ours, console.Options{Language: d.language, Keyboard: d.keyboard}))
}

func (d *demoRace) plan() (*control.Plan, error) {
	p := control.NewPlan(games, library(d.dir))
	if err := p.Do("game " + d.game); err != nil {
		return nil, err
	}
	if d.board != "" {
		if err := p.Do("board " + d.board); err != nil {
			return nil, err
		}
	} else if q := p.Clone(); q.Do("board "+demoBoard) == nil {
		p = q
	}
	field, err := d.field(p.Rules.About())
	if err != nil {
		return nil, err
	}
	for _, l := range append(field, "grid lot") {
		if err := p.Do(l); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// field is the lines that enter the cars: a colour each, or a number where a driver may have any number of them.
func (d *demoRace) field(a *engine.About) (out []string, err error) {
	cars := [][2]string{{"R", "red"}, {"B", "blue"}, {"Y", "yellow"}, {"G", "green"}, {"W", "white"}, {"K", "black"}}
	most := min(len(cars), a.MaxCars/max(1, a.CarsPerSeat))
	if a.CarsPerSeat == 0 {
		most = a.MaxCars
	}
	n := d.cars
	if n == 0 {
		n = min(len(cars), most)
	}
	if least := max(1, a.MinCars/max(1, a.CarsPerSeat)); n < least || n > most {
		return nil, fmt.Errorf("--cars %d: the demo of %s has %d to %d", n, a.Game, least, most)
	}
	for i := range n {
		mark, car := strconv.Itoa(i+1), "car"
		if d.cars == 0 || a.CarsPerSeat != 0 {
			mark, car = cars[i][0], cars[i][1]
		}
		out = append(out, fmt.Sprintf("enter %s %s %q by bot %s", mark, car, demoDrivers[i%len(demoDrivers)], a.Bots[i%len(a.Bots)]))
	}
	return out, nil
}

func lines(ls []string) []byte {
	var b []byte
	for _, l := range ls {
		b = append(append(b, l...), '\n')
	}
	return b
}

// unitHere waits until the cup has introduced itself.
func (d *demoRace) unitHere(ctx context.Context, c *control.Control) error {
	slot, stop := c.Watch()
	defer stop()
	timeout := time.NewTimer(10 * time.Second)
	defer timeout.Stop()
	for {
		select {
		case s := <-slot:
			for _, u := range s.Units {
				if u.State == "ok" {
					return nil
				}
			}
		case <-timeout.C:
			return nil // the Pi rolls
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// watch prints the moves of a race, then its classification.
func (d *demoRace) watch(ctx context.Context, c *control.Control, out io.Writer) error {
	slot, stop := c.Watch()
	defer stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case s := <-slot:
			if s.Stage != view.Over {
				continue
			}
			return d.classify(out)
		}
	}
}

// classify prints the script of the race and its result.
func (d *demoRace) classify(out io.Writer) error {
	files := control.RaceFiles(d.dir)
	if len(files) == 0 {
		return fmt.Errorf("the demo left no race file in %s", d.dir)
	}
	s, err := control.ReadRace(files[len(files)-1], []engine.Rules(games), library(d.dir))
	if err != nil {
		return err
	}
	for _, l := range s.Report("result", 80) {
		fmt.Fprintln(out, l)
	}
	script, err := s.Export()
	if err != nil {
		return err
	}
	answers := 0
	for _, l := range script {
		if l[0] != '>' && l[0] != '=' {
			answers++
		}
	}
	fmt.Fprintf(out, "\nseed %d, %d lines\n%s\n", d.seed, answers, script[len(script)-1])
	return nil
}
