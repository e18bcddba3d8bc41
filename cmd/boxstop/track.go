package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"boxstop/cmd/internal/control"
	"boxstop/engine"
	"boxstop/tracks"
)

const trackUsage = `usage: boxstop track check FILE...
       boxstop track draw FILE [--tents] [-o out.svg] [--width 80]

Looks at boards and boxes that somebody typed while looking at the real ones.

  check   names every mistake, each as file:line: what, where, what is allowed
  draw    writes a plan as SVG, with numbered cells, limits, corners and the line,
          and prints the strip that the console shows: hold both against the board.
          With --tents it writes paper tents for the corners instead

A FILE that is not there is looked for among the practice boards: boxstop track draw lakeside
A board of tiles reads box.toml beside it, or the practice box; --box FILE names another.
"-" is the standard input; -o - is the standard output.
`

// track looks at boards and boxes. It gives 1 where a file has a mistake and 2 where the command itself has one.
func track(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, games []engine.Rules) int {
	if len(args) == 0 || args[0] == "-h" || args[0] == "--help" || args[0] == "help" {
		fmt.Fprint(stderr, trackUsage)
		return 2
	}
	t := &tracker{games: games, stdin: stdin, stdout: stdout}
	flags := flag.NewFlagSet("track "+args[0], flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&t.box, "box", "", "")
	draws := args[0] == "draw"
	if draws {
		flags.BoolVar(&t.tents, "tents", false, "")
		flags.StringVar(&t.out, "o", "", "")
		flags.IntVar(&t.width, "width", 80, "")
	} else if args[0] != "check" {
		fmt.Fprintf(stderr, "boxstop track: %q; allowed are check, draw\n", args[0])
		return 2
	}
	files, err := interleaved(flags, args[1:])
	if err != nil {
		fmt.Fprintf(stderr, "boxstop track %s: %v\n%s", args[0], err, trackUsage)
		return 2
	}
	switch {
	case len(files) == 0:
		fmt.Fprintf(stderr, "boxstop track %s: which file?\n%s", args[0], trackUsage)
		return 2
	case draws && len(files) > 1:
		fmt.Fprintf(stderr, "boxstop track draw: %d files; it draws one\n", len(files))
		return 2
	}
	code := 0
	for _, f := range files {
		if ctx.Err() != nil {
			return 1
		}
		work := t.check
		if draws {
			work = t.draw
		}
		ok, err := work(f)
		if err != nil {
			fmt.Fprintf(stderr, "boxstop track %s: %v\n", args[0], err)
		}
		if !ok || err != nil {
			code = 1
		}
	}
	return code
}

// interleaved parses flags wherever they stand among the files.
func interleaved(flags *flag.FlagSet, args []string) (files []string, err error) {
	for len(args) > 0 {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		args = flags.Args()
		if len(args) > 0 {
			files, args = append(files, args[0]), args[1:]
		}
	}
	return files, nil
}

// tracker is one run of the command.
type tracker struct {
	games  []engine.Rules
	stdin  io.Reader
	stdout io.Writer
	box    string // file of a box; "": the one beside the board, or ours
	out    string
	tents  bool
	width  int
}

// read reads a file, the standard input, or one of the boards that we ship.
func (t *tracker) read(file string) (name string, doc []byte, err error) {
	if file == "-" {
		doc, err = io.ReadAll(t.stdin)
		return "standard input", doc, err
	}
	doc, err = os.ReadFile(file)
	if err == nil || !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(file, "./\\") {
		return file, doc, err
	}
	var ours []string
	for _, g := range t.games {
		if s, err := (tracks.Library{}).Board(g.About().Game, file); err == nil {
			return s.File, s.Doc, nil
		}
		for _, s := range tracks.Boards(g.About().Game) {
			ours = append(ours, s.Slug)
		}
	}
	return file, nil, fmt.Errorf("%s: no such file; boards of ours are %s", file, strings.Join(ours, ", "))
}

// rules finds the rule set that a file is for.
func (t *tracker) rules(file string, doc []byte) (engine.Rules, tracks.Head, error) {
	h, err := tracks.ReadHead(file, doc)
	if err != nil {
		return nil, h, err
	}
	var names []string
	for _, g := range t.games {
		if g.About().Game == h.Game {
			return g, h, nil
		}
		names = append(names, g.About().Game)
	}
	return nil, h, fmt.Errorf("%s:%d: game: %q; allowed are %s", file, h.Line, h.Game, strings.Join(names, ", "))
}

// boxOf finds the box that goes with a board.
func (t *tracker) boxOf(file string, about *engine.About) (*engine.Box, string, []tracks.Mistake, error) {
	name := t.box
	if name == "" {
		beside := filepath.Join(filepath.Dir(file), "box.toml")
		if _, err := os.Stat(beside); err == nil && file != "standard input" {
			name = beside
		}
	}
	if name == "" {
		s, err := (tracks.Library{}).Box(about.Game, "")
		if err != nil {
			return nil, "", nil, nil // a game without a box of ours
		}
		box, bad := tracks.LoadBox(s.File, s.Doc, about)
		return box, s.File, bad, nil
	}
	doc, err := os.ReadFile(name)
	if err != nil {
		return nil, name, nil, err
	}
	box, bad := tracks.LoadBox(name, doc, about)
	return box, name, bad, nil
}

// load reads a board or a box and prints every mistake. The board is nil for a box.
func (t *tracker) load(file string) (b *engine.Board, about *engine.About, ok bool, err error) {
	name, doc, err := t.read(file)
	if err != nil {
		return nil, nil, false, err
	}
	rules, head, err := t.rules(name, doc)
	if err != nil {
		return nil, nil, false, err
	}
	about = rules.About()
	if head.Box {
		box, bad := tracks.LoadBox(name, doc, about)
		if len(bad) == 0 {
			bad = judged(rules, box, name)
		}
		t.print(bad, "")
		if len(bad) == 0 {
			fmt.Fprintf(t.stdout, "%s: %s, box of %s, %s: no mistake\n", name, box.Name, about.Game, box.Kind)
			err = t.averages(rules, box)
		}
		return nil, about, len(bad) == 0, err
	}
	box, boxName, bad, err := t.boxOf(name, about)
	if err != nil {
		return nil, about, false, err
	}
	if len(bad) > 0 { // without its box a board cannot be judged
		t.print(bad, "")
		return nil, about, false, nil
	}
	b, bad, warnings := tracks.Check(name, doc, rules, box, boxName)
	t.print(bad, "")
	t.print(warnings, "warning: ")
	if len(bad) == 0 {
		fmt.Fprintf(t.stdout, "%s: %s\n", name, described(b))
	}
	return b, about, len(bad) == 0, nil
}

// judged is what a rule set finds in a box, whatever board it is raced on: wrong cards, tables with holes.
func judged(rules engine.Rules, box *engine.Box, name string) (out []tracks.Mistake) {
	boards := tracks.Boards(rules.About().Game)
	if len(boards) == 0 {
		return nil
	}
	_, bad, _ := tracks.Check(boards[0].File, boards[0].Doc, rules, box, name)
	for _, m := range bad {
		if m.File == name {
			out = append(out, m)
		}
	}
	return out
}

// averages prints what the cards of a box give on the average, where the game has something to say of it: on the first board of ours.
func (t *tracker) averages(rules engine.Rules, box *engine.Box) error {
	a, ok := rules.(engine.Averager)
	boards := tracks.Boards(rules.About().Game)
	if !ok || len(boards) == 0 {
		return nil
	}
	b, err := tracks.Open(rules.About().Game, boards[0].Slug, rules.About())
	if err != nil {
		return err
	}
	words, err := engine.ParseCatalog(rules.Catalog("en"), nil)
	if err != nil {
		return err
	}
	fmt.Fprintln(t.stdout)
	return writeSheets(t.stdout, []engine.Sheet{control.Titled(a.Averages(b, box), words)}, outForm{format: "text", width: 80})
}

// described is a board in one line.
func described(b *engine.Board) string {
	kind := b.Kind
	if kind == "practice" {
		kind = "PRACTICE"
	}
	ranks := "ranks"
	if len(b.Lanes) == 1 {
		ranks = "cells"
	}
	return fmt.Sprintf("%s, %d %s, %d corners, %s: no mistake", b.Name, b.Lap/engine.Unit, ranks, b.Corners(), kind)
}

func (t *tracker) print(bad []tracks.Mistake, what string) {
	for _, m := range bad {
		fmt.Fprintf(t.stdout, "%s:%d: %s%s\n", m.File, m.Line, what, m.Text)
	}
}

func (t *tracker) check(file string) (bool, error) {
	_, _, ok, err := t.load(file)
	return ok, err
}

// draw writes a plan, or tents, and prints the strip.
func (t *tracker) draw(file string) (bool, error) {
	toStdout := t.out == "-"
	stdout := t.stdout
	if toStdout { // the drawing has it to itself
		t.stdout = io.Discard
	}
	b, about, ok, err := t.load(file)
	if err != nil || !ok {
		return ok, err
	}
	if b == nil {
		return false, fmt.Errorf("%s is a box; a board can be drawn", file)
	}
	svg, out := tracks.Draw(b, about), b.Slug+".svg"
	if t.tents {
		svg, out = tracks.Tents(b), b.Slug+"-tents.svg"
	}
	if toStdout {
		_, err := stdout.Write(svg)
		return err == nil, err
	}
	if t.out != "" {
		out = t.out
	}
	if err := os.WriteFile(out, svg, 0o644); err != nil {
		return false, err
	}
	fmt.Fprintln(t.stdout)
	for _, r := range b.Strip(engine.StripView{Width: t.width}).Rows {
		fmt.Fprintln(t.stdout, r)
	}
	fmt.Fprintf(t.stdout, "\nwritten: %s\n", out)
	return true, nil
}
