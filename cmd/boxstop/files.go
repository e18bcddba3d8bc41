package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"boxstop/cmd/internal/control"
	"boxstop/cmd/internal/racefile"
	"boxstop/cmd/internal/script"
	"boxstop/tracks"
)

// stateDir is where race files, owner's boards and last time's table are.
func stateDir(flag string) string {
	switch {
	case flag != "":
		return flag
	case os.Getenv("STATE_DIRECTORY") != "":
		return os.Getenv("STATE_DIRECTORY")
	case os.Getenv("XDG_STATE_HOME") != "":
		return filepath.Join(os.Getenv("XDG_STATE_HOME"), "boxstop")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "boxstop-state"
	}
	return filepath.Join(home, ".local", "state", "boxstop")
}

// library is the owner's boards and boxes before ours.
func library(state string) tracks.Library {
	dir := filepath.Join(state, "tracks")
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return tracks.Library{}
	}
	return tracks.Library{Own: os.DirFS(dir)}
}

// fail says an error and, where there is one, a hint.
func fail(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "boxstop: %v\n", err)
	var r *control.Refused
	if errors.As(err, &r) && r.Hint != "" {
		fmt.Fprintf(stderr, "hint: %s\n", r.Hint)
	}
	return 1
}

// flags is a set of flags with a usage text written by hand.
func flags(name, text string, stderr io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() { fmt.Fprint(stderr, text) }
	return f
}

func play(_ context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	f := flags("play", `boxstop play [--json] [--state DIR] FILE…     FILE may be -

Carries out a script of the command grammar line by line, prints the events, and
compares what the lines that begin with > ! ? = expect.

  boxstop play friday.boxstop
  boxstop export race-0013.race | boxstop play -
`, stderr)
	asJSON := f.Bool("json", false, "")
	state := f.String("state", "", "")
	if err := f.Parse(args); err != nil {
		return 2
	}
	if f.NArg() == 0 {
		f.Usage()
		return 2
	}
	for _, name := range f.Args() {
		in := stdin
		if name != "-" {
			file, err := os.Open(name)
			if err != nil {
				return fail(stderr, err)
			}
			defer file.Close()
			in = file
		}
		if err := script.Play(name, in, stdout, script.Options{Games: games, Library: library(stateDir(*state)), JSON: *asJSON}); err != nil {
			return fail(stderr, err)
		}
	}
	return 0
}

// raceLines reads the lines of a race file, and says of a torn last one.
func raceLines(path string, stderr io.Writer) ([]racefile.Line, error) {
	doc, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	lines, whole, err := racefile.Read(doc)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if whole < len(doc) {
		fmt.Fprintf(stderr, "%s: the last line is torn (%d bytes): it was being written when the power went, and was never shown\n", path, len(doc)-whole)
	}
	return lines, nil
}

func verify(_ context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := flags("verify", `boxstop verify FILE…

Reads a race file, decides every answer again, and compares the events.
`, stderr)
	state := f.String("state", "", "")
	if err := f.Parse(args); err != nil || f.NArg() == 0 {
		f.Usage()
		return 2
	}
	for _, path := range f.Args() {
		lines, err := raceLines(path, stderr)
		if err != nil {
			return fail(stderr, err)
		}
		n, differs, err := control.Verify(games, library(stateDir(*state)), lines)
		if err != nil {
			return fail(stderr, fmt.Errorf("%s: %w", path, err))
		}
		if differs != "" {
			fmt.Fprintf(stdout, "%s: differs at %s\n", path, differs)
			return 1
		}
		fmt.Fprintf(stdout, "%s: %d answers decided again, all as they were\n", path, n)
	}
	return 0
}

func export(_ context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	f := flags("export", `boxstop export FILE

Prints a race file as a script that leads to the same position: boxstop play runs it.
`, stderr)
	state := f.String("state", "", "")
	if err := f.Parse(args); err != nil || f.NArg() != 1 {
		f.Usage()
		return 2
	}
	s, err := control.ReadRace(f.Arg(0), games, library(stateDir(*state)))
	if err != nil {
		return fail(stderr, err)
	}
	lines, err := s.Export()
	if err != nil {
		return fail(stderr, err)
	}
	for _, l := range lines {
		fmt.Fprintln(stdout, l)
	}
	return 0
}
